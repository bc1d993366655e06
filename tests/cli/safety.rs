//! What the program must never write over, delete, follow or obey.

use std::fs;
use std::process::{Child, Command, Stdio};

use crate::sandbox::{Sandbox, names, signal, stderr, wait_until};

/// A run that does not end by itself; its first games are kept when this returns.
#[cfg(unix)]
fn endless(sandbox: &Sandbox, arguments: &str, before: &str) -> Child {
    let program = env!("CARGO_BIN_EXE_war-sim");
    let command = format!("{before} exec {program} --games 1e12 --threads 1 {arguments}");
    let child = Command::new("sh")
        .args(["-c", &command])
        .current_dir(sandbox.folder.path())
        .env("WAR_SIM_CHECKPOINT_S", "0.02")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let name = arguments.split("--name ").nth(1).unwrap().split(' ').next().unwrap();
    let state = sandbox.path(&format!("results/{name}/state"));
    wait_until("a checkpoint", || state.exists());
    child
}

#[cfg(unix)]
fn ends_with_75(child: Child) {
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(75), "{}", stderr(&output));
}

#[cfg(unix)]
#[test]
fn two_runs_never_write_into_one_file_or_one_folder() {
    let sandbox = Sandbox::new();
    let first = endless(&sandbox, "--name one --per-game ./rows.csv", "");
    for line in ["--games 10 --name two --per-game ./rows.csv", "--games 10 --name one --force"] {
        sandbox.fails_saying(73, line, &["another run is writing there"]);
    }
    signal(&first, "TERM");
    ends_with_75(first);
    assert_eq!(names(sandbox.folder.path()), ["results"]);
    assert_eq!(names(&sandbox.path("results")), ["one"]);
    let kept = names(&sandbox.path("results/one"));
    assert!(kept.iter().all(|name| name.starts_with("state")), "{kept:?}");
    sandbox.ok("--games 10 --name two --per-game ./rows.csv --quiet");
    assert_eq!(sandbox.rows("rows.csv").len(), 10);
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_was_ignored_from_the_start_stays_ignored() {
    let sandbox = Sandbox::new();
    // What nohup does.
    let ignores_hup = |process: &str| {
        let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
        let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap();
        u64::from_str_radix(ignored.trim(), 16).unwrap() & 1 == 1
    };
    let child = endless(&sandbox, "--name kept", "trap '' HUP;");
    assert!(ignores_hup(&child.id().to_string()), "it ends with its session");
    signal(&child, "TERM");
    ends_with_75(child);
    // A session that is itself under nohup hands that on.
    if ignores_hup("self") {
        return;
    }
    let child = endless(&sandbox, "--name other", "");
    signal(&child, "HUP");
    ends_with_75(child);
}

#[cfg(unix)]
#[test]
fn what_a_signal_ends_gives_no_verdict() {
    let sandbox = Sandbox::new();
    let start = |number: usize| {
        let folder = sandbox.path(&format!("check{number}"));
        fs::create_dir(&folder).unwrap();
        let words = "check --format json --seconds 60 --deck-seconds 60 -- sh -c";
        let child = Command::new(env!("CARGO_BIN_EXE_war-sim"))
            .args(words.split(' ').chain(["touch begun; exec sleep 60"]))
            .current_dir(&folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        (folder.join("begun"), child.unwrap())
    };
    let children: Vec<_> = (0..10).map(start).collect();
    wait_until("programs", || children.iter().all(|(begun, _)| begun.exists()));
    for (_, child) in children {
        signal(&child, "TERM");
        let output = child.wait_with_output().unwrap();
        let said = "check: stopped; nothing was reported\n";
        assert!(stderr(&output).ends_with(said), "{}", stderr(&output));
        assert_eq!((output.status.code(), &output.stdout[..]), (Some(75), &b""[..]));
    }
}

#[cfg(unix)]
#[test]
fn locks_and_temporary_names_are_not_followed_to_other_files() {
    use std::os::unix::fs::symlink;
    let sandbox = Sandbox::new();
    let thesis = sandbox.write("thesis.tex", "years of work");
    for link in ["results/r/.lock", ".rows.csv.partial"] {
        fs::create_dir_all(sandbox.path("results/r")).unwrap();
        symlink(&thesis, sandbox.path(link)).unwrap();
        sandbox.fails(73, "--games 10 --name r --per-game ./rows.csv");
        assert_eq!(sandbox.read("thesis.tex"), b"years of work", "{link}");
        fs::remove_file(sandbox.path(link)).unwrap();
    }
    // Neither is the folder itself, nor the rows.
    fs::create_dir(sandbox.path("elsewhere")).unwrap();
    sandbox.write("elsewhere/mine.txt", "mine");
    let _ = fs::remove_dir(sandbox.path("results/r"));
    symlink(sandbox.path("elsewhere"), sandbox.path("results/r")).unwrap();
    sandbox.fails(73, "--games 10 --name r --force");
    fs::remove_file(sandbox.path("results/r")).unwrap();
    symlink(sandbox.path("nowhere"), sandbox.path("rows.csv")).unwrap();
    sandbox.fails(73, "--games 1e12 --name r --per-game ./rows.csv");
    sandbox.ok("--games 10 --name r --per-game ./rows.csv --force --quiet");
    assert!(!sandbox.path("nowhere").exists());
    assert_eq!(names(&sandbox.path("elsewhere")), ["mine.txt"]);
}

#[test]
fn a_manifest_from_elsewhere_removes_nothing() {
    let sandbox = Sandbox::new();
    sandbox.ok("--games 10 --name x --per-game games.csv --quiet");
    // Somebody's files, as many as the manifest may name.
    let manifest = sandbox.text("results/x/manifest.json");
    let manifest = manifest.replace("games.csv", "thesis.tex").replace("wars.csv", "data.csv");
    fs::write(sandbox.path("results/x/manifest.json"), manifest).unwrap();
    sandbox.write("results/x/thesis.tex", "years of work");
    sandbox.write("results/x/data.csv", "measured");
    sandbox.ok("--games 10 --name x --quiet");
    sandbox.ok("--games 20 --name x --force --quiet");
    assert_eq!(sandbox.read("results/x/thesis.tex"), b"years of work");
    assert_eq!(sandbox.read("results/x/data.csv"), b"measured");
    assert!(sandbox.path("results/x/wars.csv").exists());
}

#[test]
fn rows_that_are_gone_are_not_listed_again() {
    let sandbox = Sandbox::new();
    for options in ["", "--resume"] {
        sandbox.ok("--games 10 --name x --per-game games.csv --quiet");
        fs::remove_file(sandbox.path("results/x/games.csv")).unwrap();
        fs::remove_file(sandbox.path("results/x/wars.csv")).unwrap();
        sandbox.fails_saying(65, "verify results/x", &["games.csv: is missing"]);
        sandbox.ok(&*format!("--games 10 --name x --quiet {options}"));
        assert!(sandbox.ok("verify results/x").contains("8 files, all whole\n"));
        assert!(!sandbox.path("results/x/games.csv").exists());
    }
}

#[cfg(unix)]
#[test]
fn rows_on_standard_output_are_no_file_of_the_run_and_nobody_waits_for_a_pipe() {
    let sandbox = Sandbox::new();
    for to in ["-", "/dev/stdout"] {
        let rows = sandbox.ok(&format!("--games 10 --name x --per-game {to}"));
        assert_eq!(rows.lines().count(), 11, "{rows}");
        let manifest = sandbox.text("results/x/manifest.json");
        let (_, files) = manifest.split_once("\"files\"").unwrap();
        assert!(!files.contains("/dev/") && !files.contains("features"), "{manifest}");
        sandbox.ok("verify results/x --quiet");
    }
    // They are gone, so whoever asks for them again gets them again.
    let again = sandbox.ok("--games 10 --name x --per-game - --resume --quiet");
    assert_eq!(again.lines().count(), 11);
    for name in ["summary.csv", "manifest.json", "state"] {
        let path = sandbox.path(&format!("results/x/{name}"));
        let good = fs::read(&path).unwrap();
        fs::remove_file(&path).unwrap();
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        sandbox.fails_saying(65, "verify results/x", &[name]);
        fs::remove_file(&path).unwrap();
        fs::write(&path, good).unwrap();
    }
    sandbox.ok("verify results/x --quiet");
    assert!(Command::new("mkfifo").arg(sandbox.path("rows.csv")).status().unwrap().success());
    for (to, code) in [("./rows.csv", 73), ("/dev/fd/63", 64), ("/dev/null", 64)] {
        for force in ["", " --force"] {
            let line = format!("--games 10 --name y --per-game {to}{force}");
            sandbox.fails_saying(code, &*line, &[to]);
        }
    }
    assert!(!sandbox.path("rows.csv").is_file() && sandbox.path("rows.csv").exists());
}

#[test]
fn names_from_outside_start_no_formula_and_move_no_cursor() {
    let sandbox = Sandbox::new();
    for name in ["=1+1", "+x", "-x", "@x", "a\\u001b[2Jb", "a\\tb"] {
        let text = format!("rules = [{{ name = \"{name}\", war.face_down = 1 }}, \"umass\"]\n");
        sandbox.write("e.toml", text);
        let message = sandbox.fails(65, "run e.toml --games 5");
        assert!(message.contains("cannot be the name of a rule set"), "{message}");
        assert!(!message.contains('\u{1b}'), "{message:?}");
    }
    sandbox.write("=cmd.toml", "war.face_down = 1");
    sandbox.fails_saying(65, "--games 5 --rules ./=cmd.toml", &["rename the file"]);
    // What a file says about itself is shown, but not obeyed.
    sandbox.write("e.toml", "title = \"\\u001b]0;mine\\u0007\"\nrules = [\"umass\"]\n");
    let shown = String::from_utf8(sandbox.run("run e.toml --games 5").stdout).unwrap();
    assert!(shown.contains("\\u{1b}]0;mine") && !shown.contains('\u{1b}'), "{shown:?}");
    let message = sandbox.fails(64, &["--rules", "no\u{1b}[2Jsuch"]);
    assert!(!message.contains('\u{1b}'), "{message:?}");
}

/// An experiment of so many rule sets, of which every pair is compared.
fn many(count: usize) -> String {
    let one = |k| format!("{{ name = \"s{k}\", limit.at = {k} }},\n");
    format!("rules = [\n{}]\n", (1..=count).map(one).collect::<String>())
}

#[test]
fn what_is_too_large_is_refused_before_the_first_game() {
    let sandbox = Sandbox::new();
    sandbox.write("e.toml", many(3_000));
    sandbox.fails_saying(65, "run e.toml", &["more than 1,000,000 comparisons", "baseline"]);
    sandbox.write("large.toml", "#".repeat((4 << 20) + 1));
    sandbox.fails_saying(65, "--games 5 --rules large.toml", &["more than 4194304 bytes"]);
    sandbox.fails_saying(65, "run large.toml", &["more than 4194304 bytes"]);
    sandbox.fails_saying(65, "ludo large.toml --games 5", &["more than 4194304 bytes"]);
    let large = sandbox.read("large.toml");
    sandbox.fails_with_stdin(65, "run -", &["more than 4194304 bytes"], &large);
    assert_eq!(names(sandbox.folder.path()), ["e.toml", "large.toml"]);
}

#[cfg(unix)]
#[test]
fn no_permission_is_noticed_before_the_first_game() {
    use std::os::unix::fs::PermissionsExt as _;
    let sandbox = Sandbox::new();
    let closed = sandbox.path("closed");
    fs::create_dir(&closed).unwrap();
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o555)).unwrap();
    if fs::write(closed.join("probe"), "").is_ok() {
        // Nothing is closed to the administrator.
        return;
    }
    sandbox.fails(77, "--games 1e12 --out closed");
    sandbox.fails(77, "--games 1e12 --per-game closed/rows.csv");
    sandbox.ok("--games 5 --name r --quiet");
    let target = sandbox.path("results/r");
    fs::set_permissions(&target, fs::Permissions::from_mode(0o555)).unwrap();
    sandbox.fails(77, "--games 5 --name r");
    fs::set_permissions(&target, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn a_deck_without_cards_and_of_ranks_above_a_byte_is_played() {
    let sandbox = Sandbox::new();
    for (suits, ranks) in [(0, 255), (0, 300), (0, 4096), (0, 0), (1, 255), (1, 300)] {
        let rules = format!("umass{{deck.suits={suits},deck.ranks={ranks}}}");
        for engine in ["auto", "reference", "portable"] {
            let words =
                ["--rules", &rules, "--games", "300", "--name", "x", "--engine", engine, "--force"];
            sandbox.ok(&words);
            let row = sandbox.row("results/x/summary.csv", 0);
            assert_eq!(row["cards"], (suits * ranks).to_string());
            let draws = if suits == 0 { "300" } else { row["draws"].as_str() };
            assert_eq!(row["draws"], draws, "{rules}");
        }
    }
}

#[cfg(unix)]
#[test]
fn names_of_folders_are_shown_and_not_obeyed() {
    let sandbox = Sandbox::new();
    let hidden = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    let odd = "-rf\u{1b}[2J\u{9b}31m\u{202e}";
    for (seed, name) in [("1", "one"), ("2", "two")] {
        sandbox.ok(&["--games", "200", "--seed", seed, "--name", name, "--quiet"]);
    }
    fs::rename(sandbox.path("results/one"), sandbox.path(odd)).unwrap();
    fs::rename(sandbox.path("results/two"), sandbox.path("=1+1")).unwrap();
    let path = format!("./{odd}");
    // On the terminal, in a table and in what the manifest says of the command.
    let shown = sandbox.ok(&["compare", &path, "./=1+1", "--name", "both"]);
    assert!(shown.contains("\\u{1b}[2J\\u{9b}31m") && !shown.contains(hidden), "{shown:?}");
    for file in names(&sandbox.path("results/both")) {
        let text = sandbox.text(&format!("results/both/{file}"));
        assert!(!text.contains(hidden) && !text.contains('\u{202e}'), "{file}: {text:?}");
        let manifest = file == "manifest.json";
        assert!(!manifest || text.contains("-rf\\u001b[2J\\u009b31m\\u202e"), "{text}");
    }
    for row in sandbox.rows("results/both/comparison.csv") {
        assert!(row["rules_1"].starts_with("'-rf") && row["rules_2"].starts_with("'=1"), "{row:?}");
    }
    // On the page and in a picture.
    let shown = sandbox.ok(&["report", &path, "--svg", "all"]);
    assert!(!shown.contains(hidden), "{shown:?}");
    let page = sandbox.ok(&["report", &path, "./=1+1", "--out", "-"]);
    assert!(!page.contains(hidden) && !page.contains('\u{202e}'));
    assert!(page.contains("\\u{1b}[2J"), "the page does not name its runs");
    // In what is merged and refused.
    let output = sandbox.run(&["merge", &path, "--out", ".", "--name", "whole\u{9b}"]);
    assert_eq!(output.status.code(), Some(64), "{output:?}");
    for code_and_words in
        [&["merge", &path, "./=1+1", "--out", ".", "--name", "whole"][..], &["report", "no\u{1b}"]]
    {
        let output = sandbox.run(code_and_words);
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && !message.contains(hidden), "{message:?}");
    }
    let merged = sandbox.ok(&["merge", &path, "--out", ".", "--name", "whole"]);
    assert!(!merged.contains(hidden), "{merged:?}");
}

#[test]
fn a_name_with_a_hidden_character_is_refused() {
    let sandbox = Sandbox::new();
    for name in ["a\nb", "a\tb", "a\u{1b}b", "a\u{7f}", "a\u{9b}", "a\u{202e}b"] {
        let message = sandbox.fails(64, &["--games", "5", "--name", name]);
        assert!(message.contains("cannot be seen") && message.lines().count() == 1, "{message:?}");
    }
    assert!(names(sandbox.folder.path()).is_empty());
}

#[cfg(target_os = "linux")]
#[test]
fn a_limit_of_the_size_of_files_is_met_like_a_full_disk() {
    let sandbox = Sandbox::new();
    // In blocks of 512 bytes; 400,000 rows have far more.
    for rows in ["", "--per-game ./rows.csv", "--per-game rows.csv"] {
        let line = format!("ulimit -f 8; exec war-sim --games 400000 --name r --quiet {rows}");
        let output = sandbox.typed(&line);
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(74), "{rows}: {message}");
        assert!(message.contains("File too large"), "{rows}: {message}");
        assert_eq!(names(&sandbox.path("results/r")), ["state"], "{rows}");
        assert_eq!(names(sandbox.folder.path()), ["results"], "{rows}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_study_that_is_too_large_is_refused_before_memory_is_taken_for_it() {
    let sandbox = Sandbox::new();
    sandbox.write("e.toml", many(2_000));
    let run = "exec war-sim run e.toml --games 1e9 --threads 1 --no-files";
    let output = sandbox.typed(&format!("ulimit -v 600000; {run}"));
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(65), "{message}");
    assert!(message.contains("e.toml: ") && message.contains("1,000,000 comparisons"), "{message}");
}

#[test]
fn a_refusal_is_one_line_whatever_was_written() {
    let sandbox = Sandbox::new();
    let named =
        |key: &str, value: &str| format!("games = 5\nrules = [\"umass\"]\n{key} = [{value}]\n");
    sandbox.write("rules.toml", named("rules", "\"x\\ny\"").replace("rules = [\"umass\"]\n", ""));
    sandbox.write("by.toml", named("by", "\"x\\ny\""));
    let odd = "x\ny";
    for words in [
        &["--rules", odd][..],
        &["rules", odd],
        &["compare", "umass", odd],
        &["--set", odd],
        &["--set", "x\ny=1"],
        &["--by", odd],
        &["--until", odd],
        &["--engine", odd],
        &["run", "rules.toml"],
        &["run", "by.toml"],
    ] {
        let said = stderr(&sandbox.run(words));
        assert!(said.lines().count() == 1 && said.contains("x\\ny"), "{words:?}: {said}");
    }
}

#[cfg(unix)]
#[test]
fn a_closed_standard_output_is_an_error_before_the_first_game() {
    let sandbox = Sandbox::new();
    for words in [
        "--games 5 --name a",
        "--games 5 --name a --quiet",
        "--games 5 --quiet --per-game - --no-files",
        "check --suite odd-sizes -- true -q",
        "rules",
        "play --deck '2 3'",
        "--help",
        "--version",
    ] {
        let output = sandbox.typed(&format!("exec war-sim {words} >&-"));
        let (code, said) = (output.status.code(), stderr(&output));
        assert!(code == Some(74) && said.contains("standard output"), "{words}: {code:?} {said}");
    }
    assert!(!sandbox.path("results").exists());
}

#[cfg(unix)]
#[test]
fn a_path_is_one_line_wherever_it_is_printed() {
    let sandbox = Sandbox::new();
    let out = "x: 7 files, all whole\nfoo";
    let said = sandbox.ok(&["--games", "5", "--name", "r", "--out", out]);
    assert!(said.ends_with("written to $'x: 7 files, all whole\\nfoo/r'\n"), "{said}");
    let run = format!("{out}/r");
    let verified = sandbox.ok(&["verify", &*run]);
    assert!(verified.starts_with("x: 7 files, all whole\\nfoo/r: "), "{verified}");
    assert_eq!(verified.lines().count(), 1, "{verified}");
    fs::write(sandbox.path(&format!("{run}/state")), "").unwrap();
    for words in [&["verify", &*run][..], &["show", &run], &["play", "--decks", out]] {
        let said = stderr(&sandbox.run(words));
        assert!(said.contains("x: 7 files, all whole\\nfoo"), "{said}");
    }
}

#[cfg(unix)]
#[test]
fn a_link_in_the_place_of_a_run_is_named_and_stays() {
    let sandbox = Sandbox::new();
    sandbox.ok("--games 5 --name a --quiet");
    std::os::unix::fs::symlink("a", sandbox.path("results/link")).unwrap();
    sandbox.fails_saying(73, "--games 9 --name link --force", &["results/link: is a link"]);
    assert!(sandbox.path("results/link").is_symlink());
}

#[test]
fn tables_of_a_run_whose_state_is_lost_go_with_it() {
    let sandbox = Sandbox::new();
    sandbox.ok("--games 20 --by aces_a --name x --quiet");
    fs::remove_file(sandbox.path("results/x/state")).unwrap();
    sandbox.ok("--games 20 --name x --force --quiet");
    assert!(!sandbox.path("results/x/strata.csv").exists());
    sandbox.ok("verify results/x --quiet");
}
