//! What help lists and messages recommend must work.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::sandbox::{Sandbox, VERBS, flat, stderr};

/// However fast the machine is: no run ends before its time, and one that has counted no game gets more.
#[test]
#[cfg(unix)]
fn a_run_stops_in_its_time_and_the_command_that_it_prints_goes_on() {
    let sandbox = Sandbox::new();
    for (name, line) in [("p1", "--games 9"), ("p2", "--games 9 --first-game 9")] {
        sandbox.ok(&format!("{line} --out . --name {name} --quiet"));
    }
    sandbox.write("long.toml", "rules = [\"umass\", \"one-down\"]\ngames = \"1e15\"\n");
    for verb in [
        "--games 1e15",
        "compare umass one-down --games 1e15",
        "run long.toml",
        "ludo wuerfel0 --games 1e15",
        "exact --ranks 5 --suits 4 --yes",
    ] {
        let stopped = |more: &str| {
            let line = format!("{verb} --threads 1 --name long --stop-after {more}");
            sandbox.fails(75, &line)
        };
        let times = (0..).map(|k| stopped(&format!("{}ms --force", 1 << k)));
        let saved = "all of them saved; go on with\n";
        let said = times.take(20).find(|said| said.contains(saved)).unwrap();
        let (_, go_on) = said.trim_end().rsplit_once("war-sim ").unwrap();
        assert!(go_on.contains("--stop-after ") && go_on.ends_with(" --resume"), "{said}");
        // What was counted is counted on.
        assert!(sandbox.fails(75, go_on).contains(saved), "{verb}");
        assert!(stopped("1ms --no-files").contains("with --no-files nothing is kept"), "{verb}");
        for time in ["0s", "10", "soon", "9999999999999y"] {
            sandbox.fails_saying(64, &format!("{verb} --stop-after {time}"), &["30s, 10m or 2h"]);
        }
    }
    // In time it is the run without.
    sandbox.ok("--games 900 --name a --quiet");
    sandbox.ok("--games 900 --name b --quiet --stop-after 2h");
    let state = |name: &str| sandbox.read(&format!("results/{name}/state"));
    assert_eq!(state("a"), state("b"));
    sandbox.ok("--games 900 --no-files --stop-after 2h");
    sandbox.fails_saying(64, "compare p1 p2 --stop-after 2h", &["--stop-after", "stored runs"]);
}

/// A command that is recommended names a verb, and options that the verb has.
fn recommended(sandbox: &Sandbox, command: &str) {
    let command = command.split([';', '>', '&', '|']).next().unwrap_or_default();
    // Words behind `--` are those of another program.
    let words: Vec<&str> = command.split_whitespace().take_while(|word| *word != "--").collect();
    let verb = words.first().filter(|word| !word.starts_with('-')).copied().unwrap_or_default();
    let is_verb = verb.is_empty() || VERBS.split(' ').any(|known| known == verb);
    assert!(is_verb, "war-sim {command}: no verb `{verb}`");
    let known = sandbox.options(verb);
    let is_option = |word: &&&str| {
        word.strip_prefix("--")
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase()))
    };
    for option in words.iter().filter(is_option) {
        let name = option[2..].split('=').next();
        let is_known =
            name == Some("help") || known.iter().any(|(known, _)| Some(&**known) == name);
        assert!(is_known, "war-sim {command}: it has no {option}");
    }
}

/// Every text in backquotes that begins with the program's name, in the sources of all messages.
fn recommendations(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() && !entry.ends_with("tests") {
            recommendations(&entry, found);
        } else if entry.extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(&entry).unwrap();
            let text = text.split("#[cfg(test)]").next().unwrap_or_default();
            let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            let text = code.map(str::trim).collect::<Vec<_>>().join(" ").replace("\\ ", "");
            for part in text.split("`war-sim").skip(1) {
                let command = part.split('`').next().unwrap_or_default();
                found.insert(command.trim().to_owned());
            }
        }
    }
}

#[test]
fn every_command_that_a_message_recommends_is_one() {
    let sandbox = Sandbox::new();
    let mut found = BTreeSet::new();
    recommendations(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
    assert!(found.len() >= 10, "{found:?}");
    for command in found {
        // A form, and what a message fills in whole: `remedies.rs` types that.
        if !command.contains("VERB") && !command.starts_with('{') {
            recommended(&sandbox, &command.replace(['{', '}'], ""));
        }
    }
}

#[test]
fn a_precision_without_a_number_of_games_is_reached_and_with_one_it_may_fail() {
    let sandbox = Sandbox::new();
    sandbox.write("e.toml", "rules = [\"umass\"]\nuntil = { a_win = 0.0016 }\nseed = 3\n");
    sandbox.write("few.toml", "rules = [\"umass\"]\nuntil = { a_win = 0.01 }\ngames = 1500\n");
    for (name, line) in [
        ("batch", "--until a_win:0.0016"),
        ("run", "run e.toml"),
        ("compare", "compare umass winner-block --until draw:0.002"),
    ] {
        sandbox.ok(&format!("{line} --name {name} --quiet"));
        for row in sandbox.rows(&format!("results/{name}/estimates.csv")) {
            assert!(row["games"].parse::<u64>().unwrap() > 100_000, "{name}: {row:?}");
        }
        sandbox.ok(&format!("{line} --name {name} --quiet --resume"));
    }
    // More than the million that there were before.
    let games = sandbox.row("results/batch/estimates.csv", 0)["games"].clone();
    assert!(games.parse::<u64>().unwrap() > 1_000_000, "{games}");
    let two = sandbox.not_reached("--until draw:1e-4 --until a_win:1e-4 --games 1500 --no-files");
    assert!(two.contains("--until draw:0.0001 (umass): not") && two.contains(", nor is another;"));
    for line in [
        "--until a_win:0.01 --games 1500",
        "compare umass one-down --until battles:1 --games 1500",
        "run few.toml",
        "ludo wuerfel0 --until share:0.01 --games 1500",
    ] {
        for resume in ["", "--resume"] {
            let output = sandbox.run(&format!("{line} {resume}"));
            assert_eq!(output.status.code(), Some(2), "{line}: {}", stderr(&output));
            assert!(stderr(&output).contains("not reached at 1,500 games"), "{}", stderr(&output));
            let said = flat(&String::from_utf8_lossy(&output.stdout));
            assert!(said.contains("results"), "{line}");
            // A run that is complete is not told again.
            let is_told = said.contains(" wanted, not reached; intervals are valid");
            assert!(is_told || !resume.is_empty(), "{line}: {said}");
        }
    }
}

#[test]
fn what_may_never_end_needs_a_number() {
    let sandbox = Sandbox::new();
    let alike = "--rules no-limit --set deck.ranks=1,deck.suits=2 --until battles:1";
    sandbox.fails_saying(64, alike, &["games were alike", "--games"]);
    let output = sandbox.run(&format!("{alike} --games 1000"));
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
}

// Into a shell of Unix.
#[cfg(unix)]
#[test]
fn folders_are_named_so_that_they_can_be_pasted() {
    let sandbox = Sandbox::new();
    sandbox.write("a/my rules.toml", "war.face_down = 2");
    sandbox.write("b/my rules.toml", "war.face_down = 1");
    sandbox.write("my question.toml", "rules = [\"umass\"]\ngames = 20\n");
    let mut folders = BTreeSet::new();
    for words in [
        vec!["--games", "20", "--rules", "umass{war.face_down=2}"],
        vec!["--games", "20", "--rules", "umass{war.face_down = 2}"],
        vec!["--games", "20", "--rules", "a/my rules.toml"],
        vec!["--games", "20", "--rules", "b/my rules.toml"],
        vec!["run", "my question.toml"],
        vec!["compare", "umass", "umass{deal=halves}", "--games", "20"],
    ] {
        let text = sandbox.ok(&words);
        let folder = text.lines().last().unwrap().strip_prefix("written to ").unwrap().to_owned();
        let plain = |c: char| c.is_ascii_alphanumeric() || "._+-/".contains(c);
        assert!(folder.chars().all(plain), "{folder}");
        assert!(sandbox.path(&folder).is_dir(), "{folder}");
        assert!(folders.insert(folder.clone()), "{folder} twice");
    }
    assert!(folders.contains("results/umass-war.face_down-2-seed42-games20"), "{folders:?}");
    let text = sandbox.ok(&["--games", "20", "--name", "my run"]);
    assert!(text.ends_with("written to 'results/my run'\n"), "{text}");
}
