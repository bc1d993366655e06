//! The table of what a run does with what is there, cell by cell, for every verb.

use std::path::Path;
use std::time::Duration;

use super::Before::{self, Done, Killed, Wrote};
use super::{
    Snapshot, alone, at_once, command, is_hidden, is_manifest, restore, snapshot, within, without,
};
use crate::lab::store::tests::scratch;

/// The command of a verb, one of another run, and one with fewer games.
type Verb = (&'static str, &'static str, Option<&'static str>);

const VERBS: [Verb; 5] = [
    ("LONG", "--rules SHORT --games 1300 --seed 2", Some("--rules SHORT --games 700 --seed 1")),
    (
        "compare SHORT one-down{limit.at=20} --games 1300",
        "compare SHORT one-down{limit.at=20} --games 1300 --seed 2",
        Some("compare SHORT one-down{limit.at=20} --games 700"),
    ),
    ("run DIR/e.toml", "run DIR/e.toml --seed 2", Some("run DIR/e.toml --games 700")),
    (
        "ludo wuerfel0 --pair 1,2 --games 1300",
        "ludo wuerfel0 --pair 1,2 --games 1300 --seed 2",
        Some("ludo wuerfel0 --pair 1,2 --games 70"),
    ),
    (
        "exact --ranks 4 --suits 2 --rules SHORT",
        "exact --ranks 4 --suits 2 --rules one-down{limit.at=20}",
        None,
    ),
];

const EXPERIMENT: Before =
    Wrote("e.toml", "rules = [\"umass\", \"one-down\"]\nseed = 1\ngames = 1300\n");

/// What a command leaves in the folder of its run.
fn left(before: &Before) -> Snapshot {
    let folder = scratch();
    EXPERIMENT.happens(folder.path());
    before.happens(folder.path());
    within(&snapshot(folder.path()), "r")
}

/// The same with a byte in the middle of these files changed.
fn changed(files: &Snapshot, is_it: impl Fn(&str) -> bool) -> Snapshot {
    let mut files = files.clone();
    for (path, bytes) in files.iter_mut().filter(|(path, _)| is_it(&path.to_string_lossy())) {
        let middle = bytes.len() / 2;
        assert!(middle > 0, "{}", path.display());
        bytes[middle] ^= 1;
    }
    files
}

fn visible(files: &Snapshot) -> Snapshot {
    without(files, is_hidden)
}

/// Whether this is a whole run, whatever its manifest says of when.
fn is_whole(found: &Snapshot, whole: &Snapshot) -> bool {
    without(found, is_manifest) == without(whole, is_manifest)
}

#[test]
fn every_verb_does_with_every_cell_what_the_table_says() {
    let _turn = alone();
    let (mut cells, mut failed) = (0, Vec::new());
    for (line, other, shorter) in VERBS {
        let whole = left(&Done(line));
        let mut names = whole.keys().map(|path| path.to_string_lossy().into_owned());
        let table = names.find(|name| name.ends_with(".csv")).expect("a table");
        // What has the name of a table may be somebody's in a folder without a run.
        let notes: Snapshot = [("strata.csv".into(), b"mine".to_vec())].into();
        let stopped = left(&Killed(line, 2));
        // The exit codes with neither option, and with --resume; with --force none is refused.
        let mut folders = vec![
            ("nothing", Snapshot::new(), [0, 0]),
            ("whole", whole.clone(), [0, 0]),
            ("a table damaged", changed(&whole, |name| name == table), [0, 0]),
            ("the manifest damaged", changed(&whole, |name| name == "manifest.json"), [0, 0]),
            ("stopped", stopped.clone(), [0, 0]),
            ("a damaged state", changed(&whole, |name| name == "state"), [65, 65]),
            ("damaged states", changed(&stopped, |name| name.starts_with("state")), [65, 65]),
            ("another run", left(&Done(other)), [73, 73]),
            ("another run, stopped", left(&Killed(other, 2)), [73, 73]),
            ("no run", notes.clone(), [73, 73]),
            // Killed before its first game it is this run all the same, whatever somebody has put beside it.
            (
                "begun, with notes",
                [left(&Killed(line, 1)), notes].into_iter().flatten().collect(),
                [0, 0],
            ),
        ];
        folders.extend(shorter.map(|line| ("a shorter run", left(&Done(line)), [73, 0])));
        let folder = scratch();
        let folder = folder.path();
        for (there, files, codes) in folders {
            let files = files.into_iter().map(|(path, bytes)| (Path::new("r").join(path), bytes));
            let files: Snapshot = files.collect();
            for (options, code) in
                [("", codes[0]), (" --resume", codes[1]), (" --force", 0), (" --resume --force", 0)]
            {
                restore(folder, &files);
                EXPERIMENT.happens(folder);
                let before = snapshot(folder);
                let line = format!("{line}{options}");
                let ended = at_once(|| command(&line, folder, Duration::ZERO));
                cells += 1;
                let found = snapshot(folder);
                let is_right = match code {
                    0 if there == "whole" && options == " --resume" => found == before,
                    0 => {
                        let mut run = within(&found, "r");
                        let mine = run.remove(Path::new("strata.csv")) == Some(b"mine".to_vec());
                        let stays = mine == ["no run", "begun, with notes"].contains(&there);
                        stays && visible(&found) == found && is_whole(&run, &whole)
                    }
                    _ => !ended.1.is_empty() && visible(&found) == visible(&before),
                };
                if ended.0 != code || !is_right {
                    failed.push(format!("{line}: {there}: {ended:?}"));
                }
            }
        }
    }
    println!("{cells} cells");
    assert!(failed.is_empty(), "{} of {cells}:\n{}", failed.len(), failed.join("\n"));
}
