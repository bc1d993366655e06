//! The table of what a run does with what is there, cell by cell, for every verb.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::faults::{Snapshot, restore, snapshot, within, without_faults};
use super::{alone, run};
use crate::cli::number::IN_TEST;
use crate::lab::store::state::Saved;
use crate::lab::store::tests::{Fault, Faulty, scratch};

/// A verb: its command, one with fewer games, and one of another run. `DIR` is the folder.
struct Verb {
    command: &'static str,
    shorter: Option<&'static str>,
    other: &'static str,
}

const VERBS: [Verb; 5] = [
    Verb {
        command: "--rules SHORT --games 1300 --seed 1",
        shorter: Some("--rules SHORT --games 700 --seed 1"),
        other: "--rules SHORT --games 1300 --seed 2",
    },
    Verb {
        command: "compare SHORT one-down{limit.at=20} --games 1300",
        shorter: Some("compare SHORT one-down{limit.at=20} --games 700"),
        other: "compare SHORT one-down{limit.at=20} --games 1300 --seed 2",
    },
    Verb {
        command: "run DIR/e.toml",
        shorter: Some("run DIR/e.toml --games 700"),
        other: "run DIR/e.toml --seed 2",
    },
    Verb {
        // Its state tells the file as it was typed, which is another one in each folder.
        command: "ludo wuerfel0 --pair 1,2 --games 1300",
        shorter: Some("ludo wuerfel0 --pair 1,2 --games 70"),
        other: "ludo wuerfel0 --pair 1,2 --games 1300 --seed 2",
    },
    Verb {
        command: "exact --ranks 4 --suits 2 --rules SHORT",
        shorter: None,
        other: "exact --ranks 4 --suits 2 --rules one-down{limit.at=20}",
    },
];

fn command(line: &str, folder: &Path) -> (u8, String) {
    begun(line, folder, Duration::ZERO)
}

/// The same, saved so often.
fn begun(line: &str, folder: &Path, every: Duration) -> (u8, String) {
    let shown = folder.to_str().expect("a path");
    let short = |word: &str| word.replace("DIR", shown).replace("SHORT", "umass{limit.at=20}");
    let mut words: Vec<String> = line.split(' ').map(short).collect();
    words.extend(["--quiet", "--threads", "1", "--out", shown, "--name", "r"].map(Into::into));
    IN_TEST.set(Some(every));
    let ended = run(&words.iter().map(String::as_str).collect::<Vec<_>>());
    IN_TEST.set(None);
    ended
}

/// What a command leaves in the folder of its run, where it was killed after its first state or not.
fn left(line: &str, is_killed: bool) -> Snapshot {
    let folder = scratch();
    inputs(folder.path());
    match is_killed {
        false => {
            let done = without_faults(|| command(line, folder.path()));
            assert_eq!(done, (0, String::new()), "{line}");
        }
        true => {
            let (_, disk) = Faulty::new(0, Fault::KilledAfter("state", 2));
            assert_ne!(disk.during(|| command(line, folder.path())).0, 0, "{line}");
        }
    }
    within(&snapshot(folder.path()), "r")
}

fn inputs(folder: &Path) {
    let experiment = "rules = [\"umass\", \"one-down\"]\nseed = 1\ngames = 1300\n";
    fs::write(folder.join("e.toml"), experiment).expect("a file");
}

/// The same with a byte in the middle of these files changed.
fn changed(files: &Snapshot, is_it: impl Fn(&str) -> bool) -> Snapshot {
    let mut files = files.clone();
    for (path, bytes) in &mut files {
        if is_it(&path.to_string_lossy()) {
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
        }
    }
    files
}

/// A snapshot in a folder.
fn placed(files: &Snapshot, folder: &str) -> Snapshot {
    files.iter().map(|(path, bytes)| (Path::new(folder).join(path), bytes.clone())).collect()
}

fn check(verb: &Verb, failed: &mut Vec<String>) -> u64 {
    let whole = left(verb.command, false);
    let mut names = whole.keys().map(|path| path.to_string_lossy().into_owned());
    let table = names.find(|name| name.ends_with(".csv")).expect("a table");
    let notes: Snapshot = [("notes.txt".into(), b"mine".to_vec())].into();
    let stopped = left(verb.command, true);
    // The exit codes with neither option, and with --resume; with --force none is refused.
    let mut folders = vec![
        ("nothing", Snapshot::new(), [0, 0]),
        ("whole", whole.clone(), [0, 0]),
        ("a table damaged", changed(&whole, |name| name == table), [0, 0]),
        ("the manifest damaged", changed(&whole, |name| name == "manifest.json"), [0, 0]),
        ("stopped", stopped.clone(), [0, 0]),
        ("a damaged state", changed(&whole, |name| name == "state"), [65, 65]),
        ("damaged states", changed(&stopped, |name| name.starts_with("state")), [65, 65]),
        ("another run", left(verb.other, false), [73, 73]),
        ("another run, stopped", left(verb.other, true), [73, 73]),
        ("no run", notes, [73, 73]),
    ];
    folders.extend(verb.shorter.map(|line| ("a shorter run", left(line, false), [73, 0])));
    let (folder, mut cells) = (scratch(), 0);
    for (there, files, codes) in folders {
        for (resume, force) in [(false, false), (true, false), (false, true), (true, true)] {
            let expected = if force { 0 } else { codes[usize::from(resume)] };
            restore(folder.path(), &placed(&files, "r"));
            inputs(folder.path());
            let all = snapshot(folder.path());
            let options = format!(
                "{}{}{}",
                verb.command,
                if resume { " --resume" } else { "" },
                if force { " --force" } else { "" }
            );
            let (code, message) = without_faults(|| command(&options, folder.path()));
            cells += 1;
            let found = snapshot(folder.path());
            let is_right = match expected {
                1.. => code == expected && !message.is_empty() && visible(&found) == visible(&all),
                0 => {
                    let made = within(&found, "r");
                    let same = |(path, bytes): (&PathBuf, &Vec<u8>)| {
                        path.ends_with("manifest.json") || made.get(path) == Some(bytes)
                    };
                    let is_tidy =
                        visible(&found) == found && !made.contains_key(Path::new("state.previous"));
                    code == 0 && whole.iter().all(same) && is_tidy
                }
            };
            if !is_right {
                failed.push(format!("{options}: {there}: {code}: {message}"));
            }
        }
    }
    cells
}

/// All but what is hidden: a killed run leaves its lock.
fn visible(files: &Snapshot) -> Snapshot {
    let is_seen = |path: &Path| !path.iter().any(|part| part.as_encoded_bytes()[0] == b'.');
    let seen = files.iter().filter(|(path, _)| is_seen(path));
    seen.map(|(path, bytes)| (path.clone(), bytes.clone())).collect()
}

#[test]
fn every_verb_does_with_every_cell_what_the_table_says() {
    let _turn = alone();
    let (mut cells, mut failed) = (0, Vec::new());
    for verb in &VERBS {
        cells += check(verb, &mut failed);
    }
    println!("{cells} cells");
    assert!(failed.is_empty(), "{} of {cells}:\n{}", failed.len(), failed.join("\n"));
}

/// Killed before anything was saved, it is this run all the same, whatever somebody has put beside it.
#[test]
fn a_run_that_was_killed_before_its_first_game_goes_on_beside_what_is_somebodys() {
    let _turn = alone();
    let line = "--rules SHORT --games 1300 --seed 1";
    for options in ["", " --resume"] {
        let folder = scratch();
        let (_, disk) = Faulty::new(0, Fault::KilledAfter("state", 1));
        let killed = disk.during(|| begun(line, folder.path(), Duration::from_secs(3_600)));
        assert_ne!(killed.0, 0, "{killed:?}");
        assert_eq!(lengths_of(&folder.path().join("r/state")), 0);
        fs::write(folder.path().join("r/notes.txt"), "mine").expect("a file");
        let other = without_faults(|| command("--games 1300 --seed 2", folder.path()));
        assert_eq!(other.0, 73, "{other:?}");
        let done = without_faults(|| command(&format!("{line}{options}"), folder.path()));
        assert_eq!(done, (0, String::new()));
        let mut found = within(&snapshot(folder.path()), "r");
        assert_eq!(found.remove(Path::new("notes.txt")), Some(b"mine".to_vec()));
        let whole = left(line, false);
        let same = |(path, bytes): (&PathBuf, &Vec<u8>)| {
            path.ends_with("manifest.json") || whole.get(path) == Some(bytes)
        };
        assert!(found.len() == whole.len() && found.iter().all(same), "{:?}", found.keys());
    }
}

/// Games of each rule set in a state.
fn lengths_of(state: &Path) -> u64 {
    Saved::read(&fs::read(state).expect("a state")).expect("a state").body.played()
}

#[test]
fn a_complete_run_is_only_read() {
    let _turn = alone();
    let folder = scratch();
    let line = "--rules SHORT --games 1300 --seed 1";
    assert_eq!(without_faults(|| command(line, folder.path())).0, 0);
    let before = snapshot(folder.path());
    let again = format!("{line} --resume");
    assert_eq!(without_faults(|| command(&again, folder.path())), (0, String::new()));
    assert!(snapshot(folder.path()) == before);
}
