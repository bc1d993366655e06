//! Runs that are killed or stopped at any moment: gone on with, they have the bytes of the run that was
//! never broken.

#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::SystemTime;

use crate::sandbox::{Sandbox, names, stderr, wait_until};
use crate::shard::assert_same_files;
use crate::stopped::{signal, start};

/// A run is broken off after fewer changes on the disk than these: its folder, checkpoints, rows, results.
const CHANGES: usize = 12;

/// Numbers that look random and are the same each time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as usize % n
    }
}

/// What lies in a folder, and when it was written.
fn seen(folder: &Path) -> Vec<(PathBuf, Option<SystemTime>)> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut seen: Vec<_> = entries
        .flat_map(|entry| {
            let (path, about) = (entry.path(), entry.metadata().ok());
            let written = about.as_ref().and_then(|about| about.modified().ok());
            let inside = about.is_some_and(|about| about.is_dir()).then(|| self::seen(&path));
            inside.into_iter().flatten().chain([(path, written)])
        })
        .collect();
    seen.sort();
    seen
}

/// Starts the command, sends the signal when something on the disk has changed so many times, or it has
/// ended; what came of it.
fn broken_off(sandbox: &Sandbox, command: &str, changes: usize, name: &str) -> Output {
    let mut child = start(sandbox, command);
    let mut last = seen(sandbox.folder.path());
    let mut left = changes;
    wait_until("changes", || {
        let now = seen(sandbox.folder.path());
        left -= usize::from(left > 0 && now != last);
        last = now;
        left == 0 || child.try_wait().unwrap().is_some()
    });
    signal(&child, name);
    child.wait_with_output().unwrap()
}

/// Breaks the run off here and there, goes on each time, and compares with the unbroken one.
fn survives(command: &str, kills: usize) {
    survives_in(&Sandbox::new(), command, kills);
}

/// Breaks a run off that replaces another, beside which somebody's notes lie.
fn survives_over(before: &str, command: &str, kills: usize) {
    let sandbox = Sandbox::new();
    for folder in ["whole", "broken"] {
        sandbox.ok(&format!("{before} --out {folder} --name x --quiet"));
        sandbox.write(&format!("{folder}/x/notes.txt"), "somebody's own notes");
    }
    survives_in(&sandbox, &format!("{command} --force"), kills);
}

fn survives_in(sandbox: &Sandbox, command: &str, kills: usize) {
    sandbox.ok(&format!("{command} --out whole --name x --quiet"));
    let command = format!("{command} --out broken --name x --quiet --resume");
    let mut chance = Chance(command.len() as u64);
    for k in 0..kills {
        let name = if k % 2 == 0 { "KILL" } else { "INT" };
        let output = broken_off(sandbox, &command, chance.below(CHANGES), name);
        match output.status.code() {
            // It was faster than the signal, or had not yet begun to listen.
            Some(0) | None => {}
            Some(75) => {
                let message = stderr(&output);
                // It had not begun; or not come to a first checkpoint; or all was written, but not all
                // told.
                let is_told = message.is_empty()
                    || message.contains("nothing was written")
                    || message.contains("the results are complete");
                assert!(is_told || message.contains("--resume"), "{message}");
            }
            code => panic!("{command}: {code:?}: {}", stderr(&output)),
        }
    }
    sandbox.ok(&command);
    assert_same_files(&sandbox.path("whole/x"), &sandbox.path("broken/x"));
    assert_eq!(names(&sandbox.path("broken")), ["x"]);
    assert_eq!(names(&sandbox.path("broken/x")), names(&sandbox.path("whole/x")));
}

#[test]
fn two_signals_at_once_are_one_wish() {
    let sandbox = Sandbox::new();
    let child = start(&sandbox, "--games 1e9 --name x --quiet");
    wait_until("a checkpoint", || sandbox.path("results/x/state").exists());
    let twice = format!("kill -INT {0}; kill -TERM {0}", child.id());
    assert!(Command::new("sh").args(["-c", &twice]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(75));
    let message = stderr(&output);
    // There is a state from the first moment.
    let is_safe = ["all of them saved", "stopped after 0 of"].iter().any(|w| message.contains(w));
    assert!(is_safe, "{message}");
}

#[test]
fn batches_survive() {
    survives("--games 60000 --seed 5", 6);
    survives(
        "--games 20000 --rules umass --rules no-limit --by aces_a,top_card_b --first-game 3",
        4,
    );
}

#[test]
fn runs_that_replace_others_survive() {
    let before = "--games 300 --seed 2 --per-game games.csv";
    survives_over(before, "--games 5000 --seed 1", 6);
    survives_over(before, "compare umass one-down --games 5000 --per-game games.csv", 6);
    survives_over("ludo wuerfel0 --games 30 --seed 2", "ludo wuerfel0 --games 200", 4);
}

#[test]
fn comparisons_survive() {
    survives("compare umass one-down winner-first --games 20000", 5);
}

#[test]
fn runs_until_a_precision_survive_and_look_at_the_same_games() {
    survives("--games 1e6 --until a_win:0.004", 6);
    survives("compare umass one-down --games 200000 --until battles:6", 4);
}

#[test]
fn tournaments_survive() {
    survives("ludo wuerfel0 --games 3000", 5);
    survives("ludo wuerfel0 --games 100000 --until share:0.02 --rules bwinf", 4);
}

#[test]
fn exact_counts_survive() {
    survives("exact --ranks 4 --suits 3 --rules umass --rules no-limit", 5);
    survives("exact --ranks 5 --suits 2 --per-game g.csv --with-decks", 4);
}

#[test]
fn rows_survive_as_csv() {
    survives("--games 10000 --per-game g.csv --with-features", 5);
    survives("--games 10000 --rules umass --rules one-down --per-game g.csv --with-decks", 5);
    survives("compare umass one-down --games 100000 --until a_win:0.01 --per-game g.csv", 5);
    survives("ludo wuerfel0 --games 300 --per-game g.csv", 3);
}

#[cfg(feature = "parquet")]
#[test]
fn rows_survive_as_parquet() {
    survives("--games 20000 --per-game g.parquet --with-features", 6);
    survives("--games 10000 --rules umass --rules one-down --per-game g.parquet", 4);
    survives("--games 1e6 --until a_win:0.005 --per-game g.parquet", 5);
}

#[test]
fn experiments_and_parts_survive() {
    survives("run pick-up-order --games 20000", 4);
    let sandbox = Sandbox::new();
    sandbox.ok("--games 50000 --first-game 25000 --name x --out whole --quiet");
    let command = "--games 100000 --first-game 0 --shard 2/4 --name x --quiet --resume";
    for changes in 2..5 {
        broken_off(&sandbox, command, changes, "KILL");
    }
    sandbox.ok(command);
    sandbox.ok("--games 25000 --first-game 25000 --name y --quiet");
    let read = |folder: &str| sandbox.read(&format!("results/{folder}/summary.csv"));
    assert!(read("x-shard2of4") == read("y"));
}

#[test]
fn rows_elsewhere_survive_and_are_replaced_only_if_they_are_their_own() {
    let sandbox = Sandbox::new();
    sandbox.ok("--games 30000 --name w --per-game ./whole.csv --quiet");
    let command = "--games 30000 --name x --per-game ./broken.csv --quiet --resume";
    for changes in 2..5 {
        broken_off(&sandbox, command, changes, "KILL");
    }
    sandbox.ok(command);
    assert!(sandbox.read("whole.csv") == sandbox.read("broken.csv"));
    sandbox.fails_saying(73, "--games 10 --name y --per-game ./broken.csv", &["--force"]);
    sandbox.ok("verify results/x --quiet");
    fs::remove_file(sandbox.path("broken.csv")).unwrap();
    fs::create_dir(sandbox.path("broken.csv")).unwrap();
    sandbox.fails_saying(65, "verify results/x", &["broken.csv: is a folder"]);
}
