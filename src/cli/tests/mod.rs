//! The program in this process, where its disk can be made to fail.

mod damage;
mod faults;
mod resuming;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::cli::number::IN_TEST;
use crate::lab::store::tests::{Disk, Fault, at_once};

/// What a signal stops is one thing in a process, so tests that run the program take turns.
fn alone() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A time after which no test saves.
const NEVER: Duration = Duration::from_secs(3_600);

/// A command line in which `DIR` is the folder, and what else is written in capitals stands for more words.
fn in_full(line: &str, folder: &Path) -> String {
    let folder = folder.to_str().expect("a path");
    let words = [
        ("PART", "--rules SHORT --games 2600 --seed 1 --shard 2/2 ROWS"),
        ("BOTH", "compare SHORT one-down --games 1200 --seed 1 BESIDE"),
        ("FEW", "--games 20 --seed 1"),
        ("LONG", "--rules SHORT --games 1300 --seed 1"),
        ("ROWS", "--per-game games.csv"),
        ("PARQUET", "--per-game games.parquet"),
        ("BESIDE", "--per-game DIR/rows.csv"),
        // Its games do not take most of the test's time.
        ("SHORT", "umass{limit.at=20}"),
        ("DIR", folder),
    ];
    words.into_iter().fold(line.to_owned(), |line, (short, long)| line.replace(short, long))
}

/// Runs a command line in a folder, saving so often; returns the exit code and the message.
fn command(line: &str, folder: &Path, every: Duration) -> (u8, String) {
    let line = in_full(line, folder);
    let mut words: Vec<&str> = ["war-sim"].into_iter().chain(line.split(' ')).collect();
    words.push("--quiet");
    if !["merge", "report", "verify"].contains(&words[1]) {
        words.extend(["--threads", "1", "--out", folder.to_str().expect("a path")]);
        if !words.contains(&"--name") {
            words.extend(["--name", "r"]);
        }
    }
    IN_TEST.set(Some(every));
    match crate::cli::execute(words.into_iter().map(Into::into)) {
        Ok(()) => (0, String::new()),
        Err(failure) => (failure.code(), [vec![failure.what], failure.below].concat().join("\n  ")),
    }
}

/// What was there before a command.
#[derive(Debug)]
enum Before {
    /// This command was done.
    Done(&'static str),
    /// This one was killed right after it wrote so many states, of which the first has no games.
    Killed(&'static str, usize),
    /// Somebody wrote this file.
    Wrote(&'static str, &'static str),
}

impl Before {
    /// Saves whenever it can be, if games are counted.
    fn happens(&self, folder: &Path) {
        match self {
            Self::Done(line) => {
                let done = at_once(|| command(line, folder, Duration::ZERO));
                assert_eq!(done, (0, String::new()), "{line}");
            }
            Self::Killed(line, states) => {
                let disk = Disk::new(0, Fault::KilledAfter("state", *states));
                let (code, _) = disk.during(|| command(line, folder, Duration::ZERO));
                let run = if line.contains("PART") { "r-shard2of2" } else { "r" };
                let is_there = |name: &str| folder.join(run).join(name).exists();
                let has_two = is_there("state") && is_there("state.previous");
                assert!(code != 0 && (has_two || *states == 1), "{line}");
            }
            Self::Wrote(name, text) => {
                let path = folder.join(name);
                fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
                fs::write(path, text).expect("a file");
            }
        }
    }
}

/// A file or folder with all that is in it, by path.
type Snapshot = BTreeMap<PathBuf, Vec<u8>>;

/// What lies in a folder.
fn snapshot(folder: &Path) -> Snapshot {
    let mut found = Snapshot::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = PathBuf::from(path.file_name().expect("a name"));
        match path.is_dir() {
            true => found.extend(snapshot(&path).into_iter().map(|(p, b)| (name.join(p), b))),
            false => _ = found.insert(name, fs::read(&path).expect("a file")),
        }
    }
    found
}

/// What of a snapshot lies in a folder.
fn within(files: &Snapshot, folder: &str) -> Snapshot {
    let inside = |(path, bytes): (&PathBuf, &Vec<u8>)| {
        Some((path.strip_prefix(folder).ok()?.to_owned(), bytes.clone()))
    };
    files.iter().filter_map(inside).collect()
}

/// The same without the files that `is_it` picks.
fn without(files: &Snapshot, is_it: impl Fn(&Path) -> bool) -> Snapshot {
    let kept = files.iter().filter(|(path, _)| !is_it(path));
    kept.map(|(path, bytes)| (path.clone(), bytes.clone())).collect()
}

/// Whether it has a hidden name: a killed run leaves such files.
fn is_hidden(path: &Path) -> bool {
    path.iter().any(|part| part.as_encoded_bytes()[0] == b'.')
}

/// The file that says when a run was made.
fn is_manifest(path: &Path) -> bool {
    path.ends_with("manifest.json")
}

/// Makes a folder hold this and nothing else.
fn restore(folder: &Path, files: &Snapshot) {
    fs::remove_dir_all(folder).expect("a folder");
    fs::create_dir(folder).expect("a folder");
    for (path, bytes) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }
}
