//! Every file that the program opens is damaged in every way: what comes of it is refused, or the
//! same as without the damage.

use std::fs;
use std::path::Path;
use std::time::Duration;

use super::Before::{self, Done, Killed, Wrote};
use super::faults::{FIRST, SECOND};
use super::{Snapshot, alone, at_once, command, is_manifest, restore, snapshot, within, without};
use crate::lab::store::tests::scratch;

/// What was there before, where the files lie that are damaged, and the commands that open them, each with what it
/// makes.
type Situation = (&'static [Before], &'static str, &'static [(&'static str, &'static str)]);

const DECKS: &str = "# decks\n2 3 4 5\n5 4 3 2\n2 2 3 3 4 4\n";
const RULES: &str = "# a comment\n\n[war]\nface_down = 2\n\n[limit]\nat = 20\n";
const DICE: &str = "2\n6 1 2 3 4 5 6\n6 1 1 1 6 6 6\n";
const OF_RULES: &str = "--rules DIR/rules.toml --games 1300 --seed 1";
const UNTIL: &str = "--games 3000 --seed 1 --until a_win:0.05 ROWS";

const SITUATIONS: &[Situation] = &[
    (
        &[Done("--games 30 --seed 1"), Done("--rules one-down --games 30 --seed 2 --name q")],
        "r",
        &[
            ("--games 30 --seed 1 --resume", "r"),
            ("--games 30 --seed 1", "r"),
            ("--games 50 --seed 1 --resume", "r"),
            ("compare DIR/r DIR/q --name c", "c"),
            ("report DIR/r --out DIR/page.html", "page.html"),
        ],
    ),
    (&[Done(UNTIL)], "r", &[("--games 3000 --seed 1 --until a_win:0.05 ROWS --resume", "r")]),
    (
        &[FIRST, SECOND],
        "p-shard1of2",
        &[("merge DIR/p-shard1of2 DIR/p-shard2of2 --out DIR --name r", "r")],
    ),
    (&[Killed("LONG", 3)], "r", &[("LONG --resume", "r")]),
    (&[Killed("LONG ROWS", 3)], "r", &[("LONG ROWS --resume", "r")]),
    (&[Killed("BOTH", 3)], "r", &[("BOTH --resume", "rows.csv")]),
    #[cfg(feature = "parquet")]
    (&[Killed("LONG PARQUET", 3)], "r", &[("LONG PARQUET --resume", "r")]),
    (
        &[Wrote("rules.toml", RULES), Killed(OF_RULES, 3)],
        "rules.toml",
        &[("--rules DIR/rules.toml --games 1300 --seed 1 --resume", "r")],
    ),
    (
        &[Wrote("dice.txt", DICE), Done("ludo DIR/dice.txt --games 20 --seed 1")],
        "dice.txt",
        &[("ludo DIR/dice.txt --games 30 --seed 1 --resume", "r")],
    ),
    (
        &[Wrote("decks.txt", DECKS), Done("--decks DIR/decks.txt")],
        "decks.txt",
        &[("--decks DIR/decks.txt --resume", "r")],
    ),
];

/// What lies at a path, without what says when it was made.
fn made(folder: &Path, what: &str) -> Snapshot {
    within(&without(&snapshot(folder), is_manifest), what)
}

/// The ways in which a file can be damaged; `None` is a file that is gone. `others` are files that
/// may be put in its place.
fn damages(bytes: &[u8], others: &[&Vec<u8>], places: usize) -> Vec<(String, Option<Vec<u8>>)> {
    let mut found = vec![("gone".to_owned(), None)];
    let mut add = |what: String, changed: Vec<u8>| {
        if changed != bytes {
            found.push((what, Some(changed)));
        }
    };
    let places = places.min(bytes.len());
    for k in 0..places {
        let at = k * (bytes.len() - 1) / places.max(2).saturating_sub(1).max(1);
        let mut flipped = bytes.to_vec();
        flipped[at] ^= 1 << (k % 8);
        add(format!("bit {} of byte {at} flipped", k % 8), flipped);
        add(format!("cut after {at} bytes"), bytes[..at].to_vec());
    }
    let lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
    for k in [1, lines.len() / 2, lines.len().saturating_sub(2)] {
        if k + 1 < lines.len() {
            let mut swapped = lines.clone();
            swapped.swap(k, k + 1);
            add(format!("lines {k} and {} swapped", k + 1), swapped.concat());
        }
    }
    add("all x".into(), vec![b'x'; bytes.len()]);
    add("longer".into(), [bytes, b"x\n"].concat());
    for (k, other) in others.iter().enumerate() {
        add(format!("another file, {k}"), (*other).clone());
    }
    found
}

/// Every second damage, or all and many more with `WAR_SIM_LONG_TESTS=1`.
#[test]
fn whatever_is_damaged_is_refused_or_makes_no_difference() {
    let _turn = alone();
    let is_long = std::env::var_os("WAR_SIM_LONG_TESTS").is_some();
    let (places, step) = if is_long { (400, 1) } else { (5, 2) };
    let (mut tried, mut refused, mut failed, mut nth_file) = (0, 0, Vec::new(), 0);
    for (prepared, damaged, commands) in SITUATIONS {
        let folder = scratch();
        let folder = folder.path();
        let done = |line: &str| at_once(|| command(line, folder, Duration::ZERO));
        prepared.iter().for_each(|before| before.happens(folder));
        let before = snapshot(folder);
        let golden = commands.iter().map(|(line, what)| {
            restore(folder, &before);
            assert_eq!(done(line), (0, String::new()), "{line}");
            made(folder, what)
        });
        let golden: Vec<Snapshot> = golden.collect();
        for (path, whole) in before.iter().filter(|(path, _)| path.starts_with(damaged)) {
            // The whole state of another run is that run.
            let is_other = |other: &Path| {
                other != path && !(path.ends_with("state") && other.ends_with("state"))
            };
            let others = before.iter().filter(|(other, _)| is_other(other));
            let others: Vec<&Vec<u8>> = others.map(|(_, bytes)| bytes).collect();
            nth_file += 1;
            let all = damages(whole, &others, places).into_iter().skip((nth_file + 1) % step);
            for (how, bytes) in all.step_by(step) {
                let damage = || {
                    restore(folder, &before);
                    match &bytes {
                        Some(bytes) => fs::write(folder.join(path), bytes).expect("a file"),
                        None => fs::remove_file(folder.join(path)).expect("a file"),
                    }
                };
                let what = format!("{} {how}", path.display());
                for ((line, result), golden) in commands.iter().zip(&golden) {
                    damage();
                    let (code, message) = done(line);
                    tried += 1;
                    let found = made(folder, result);
                    // The command of a run stands in its manifest, for whoever reads the page.
                    let is_told = is_manifest(path) && *result == "page.html";
                    let same = found == *golden || is_told && !found.is_empty();
                    let is_refusal = [64, 65, 66, 73].contains(&code) && !message.is_empty();
                    refused += u64::from(is_refusal);
                    if code == 0 && !same || code != 0 && !is_refusal {
                        failed.push(format!("{what}: {line}: {code}: {message}"));
                    }
                }
                // Files that a run lists `verify` has to name. Nobody lists what a run goes on with.
                let is_killed = prepared.iter().any(|before| matches!(before, Killed(..)));
                if !is_killed && path != Path::new(damaged) {
                    damage();
                    let (code, message) = done(&format!("verify DIR/{damaged}"));
                    let name = path.file_name().expect("a name").to_string_lossy();
                    if code != 65 || !message.contains(&*name) {
                        failed.push(format!("{what}: verify: {code}: {message}"));
                    }
                }
            }
        }
    }
    println!("{tried} tries, {refused} refused");
    assert!(failed.is_empty(), "{} of {tried}:\n{}", failed.len(), failed.join("\n"));
}
