//! The table of what a run does with what is there, cell by cell, for every verb.

use std::fs;
use std::path::Path;
use std::time::Duration;

use super::faults::{Snapshot, restore, snapshot, within, without_faults};
use super::{alone, run};
use crate::cli::number::IN_TEST;
use crate::lab::store::begin::table::{Asked, Deed, Folder, Saved, deed};
use crate::lab::store::tests::faulty::{Fault, Faulty, scratch};

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
        command: "ludo DIR/dice.txt --games 1300",
        shorter: Some("ludo DIR/dice.txt --games 70"),
        other: "ludo DIR/dice.txt --games 1300 --seed 2",
    },
    Verb {
        command: "exact --ranks 4 --suits 2 --rules SHORT",
        shorter: None,
        other: "exact --ranks 4 --suits 2 --rules one-down{limit.at=20}",
    },
];

fn command(line: &str, folder: &Path) -> (u8, String) {
    let shown = folder.to_str().expect("a path");
    let short = |word: &str| word.replace("DIR", shown).replace("SHORT", "umass{limit.at=20}");
    let mut words: Vec<String> = line.split(' ').map(short).collect();
    words.extend(["--quiet", "--threads", "1", "--out", shown, "--name", "r"].map(Into::into));
    IN_TEST.set(Some(Duration::ZERO));
    let ended = run(&words.iter().map(String::as_str).collect::<Vec<_>>());
    IN_TEST.set(None);
    ended
}

/// What a command leaves: the folder of its run, or what was saved when it was killed.
fn left(line: &str, is_killed: bool) -> Snapshot {
    let folder = scratch();
    inputs(folder.path());
    match is_killed {
        false => {
            let done = without_faults(|| command(line, folder.path()));
            assert_eq!(done, (0, String::new()), "{line}");
        }
        true => {
            let (_, disk) = Faulty::new(0, Fault::KilledAfter("state", 1));
            assert_ne!(disk.during(|| command(line, folder.path())).0, 0, "{line}");
        }
    }
    within(&snapshot(folder.path()), if is_killed { ".r.resume" } else { "r" })
}

fn inputs(folder: &Path) {
    let dice = "2\n6 1 2 3 4 5 6\n6 1 1 1 6 6 6\n";
    let experiment = "rules = [\"umass\", \"one-down\"]\nseed = 1\ngames = 1300\n";
    fs::write(folder.join("dice.txt"), dice).expect("a file");
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
    let shorter = verb.shorter.map(|line| left(line, false));
    let other = left(verb.other, false);
    let mut names = whole.keys().map(|path| path.to_string_lossy().into_owned());
    let table = names.find(|name| name.ends_with(".csv")).expect("a table");
    let notes: Snapshot = [("notes.txt".into(), b"mine".to_vec())].into();
    let kept = left(verb.command, true);
    let saved = [
        (Saved::Nothing, Snapshot::new()),
        (Saved::Run, kept.clone()),
        (Saved::Other, left(verb.other, true)),
        (Saved::Broken, changed(&kept, |_| true)),
    ];
    let folder = scratch();
    let mut cells = 0;
    // The exit code where the folder is refused.
    let mut folders = vec![
        (Folder::Nothing, Snapshot::new(), 0),
        (Folder::Run, whole.clone(), 0),
        (Folder::Torn, changed(&whole, |name| name == table), 0),
        (Folder::Other, changed(&whole, |name| name == "state"), 65),
        (Folder::Other, other, 73),
        (Folder::Other, notes, 73),
    ];
    folders.extend(shorter.map(|shorter| (Folder::Shorter, shorter, 73)));
    for (holds, there, refused) in folders {
        for (kept, files) in &saved {
            for (resume, force) in [(false, false), (true, false), (false, true), (true, true)] {
                let asked = Asked { resume, force };
                let expected = deed(asked, holds, *kept);
                let mut before = placed(&there, "r");
                before.extend(placed(files, ".r.resume"));
                restore(folder.path(), &before);
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
                let refusal = match expected {
                    Deed::RefuseFolder => Some(refused),
                    Deed::RefuseSaved => Some(if *kept == Saved::Broken { 65 } else { 73 }),
                    _ => None,
                };
                let is_right = match refusal {
                    Some(refusal) => code == refusal && !message.is_empty() && found == all,
                    None => {
                        let made = within(&found, "r");
                        let same = |(path, bytes): (&std::path::PathBuf, &Vec<u8>)| {
                            path.ends_with("manifest.json") || made.get(path) == Some(bytes)
                        };
                        let is_tidy = !found.keys().any(|path| path.starts_with(".r.resume"));
                        code == 0 && whole.iter().all(same) && is_tidy
                    }
                };
                if !is_right {
                    failed.push(format!("{options}: {holds:?}, {kept:?}: {code}: {message}"));
                }
            }
        }
    }
    cells
}

#[test]
fn what_somebody_put_beside_a_checkpoint_moves_into_the_folder_of_the_run() {
    let _turn = alone();
    let folder = scratch();
    {
        let line = "--rules SHORT --games 1300 --seed 1";
        let mut before = placed(&left(line, true), ".r.resume");
        before.insert(".r.resume/report.html".into(), b"mine".to_vec());
        restore(folder.path(), &before);
        let done = without_faults(|| command(&format!("{line} --resume"), folder.path()));
        assert_eq!(done, (0, String::new()), "{line}");
        let found = snapshot(folder.path());
        assert_eq!(found.get(Path::new("r/resume/report.html")), Some(&b"mine".to_vec()));
        assert!(!found.keys().any(|path| path.starts_with(".r.resume")), "{:?}", found.keys());
    }
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
