//! Every file that the program opens is damaged in every way: what comes of it is refused, or the
//! same as without the damage.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::faults::{Snapshot, restore, snapshot, without_faults};
use super::{alone, run};
use crate::cli::number::IN_TEST;
use crate::lab::store::tests::{Fault, Faulty, scratch};

/// Files, and the commands that open them; `DIR` is the folder.
struct Situation {
    name: &'static str,
    /// Files that people write.
    inputs: &'static [(&'static str, &'static str)],
    /// Commands before.
    done: &'static [&'static str],
    /// A command before that is killed when it has saved games twice.
    killed: Option<&'static str>,
    /// Where the files lie that are damaged.
    damaged: &'static [&'static str],
    /// Commands that open them, each with what it makes.
    commands: &'static [(&'static str, &'static str)],
}

const NONE: Situation =
    Situation { name: "", inputs: &[], done: &[], killed: None, damaged: &[], commands: &[] };

const DECKS: &str = "# decks\n2 3 4 5\n5 4 3 2\n2 2 3 3 4 4\n";
const RULES: &str = "# a comment\n\n[war]\nface_down = 2\n\n[limit]\nat = 20\n";
// No title: it is in the state, and another one makes the same run. Without the last line it is another run,
// not one with more games.
const EXPERIMENT: &str = "games = 1300\nseed = 1\nrules = [\"umass\", \"one-down\"]\n";
const DICE: &str = "2\n6 1 2 3 4 5 6\n6 1 1 1 6 6 6\n";

const SITUATIONS: &[Situation] = &[
    Situation {
        name: "finished runs",
        done: &[
            "--rules umass --games 30 --seed 1 --name r",
            "--rules one-down --games 30 --seed 2 --name q",
        ],
        damaged: &["r"],
        commands: &[
            ("--rules umass --games 30 --seed 1 --name r --resume", "r"),
            ("--rules umass --games 30 --seed 1 --name r", "r"),
            ("--rules umass --games 50 --seed 1 --name r --resume", "r"),
            ("compare DIR/r DIR/q --name c", "c"),
            ("report DIR/r --out DIR/page.html", "page.html"),
        ],
        ..NONE
    },
    Situation {
        name: "a finished run with rows, and a precision",
        done: &["--games 3000 --seed 1 --until a_win:0.05 --per-game games.csv --name r"],
        damaged: &["r"],
        commands: &[(
            "--games 3000 --seed 1 --until a_win:0.05 --per-game games.csv --name r --resume",
            "r",
        )],
        ..NONE
    },
    Situation {
        name: "parts",
        done: &[
            "--games 30 --seed 1 --shard 1/2 --per-game games.csv --name p",
            "--games 30 --seed 1 --shard 2/2 --per-game games.csv --name p",
        ],
        damaged: &["p-shard1of2"],
        commands: &[("merge DIR/p-shard1of2 DIR/p-shard2of2 --out DIR --name r", "r")],
        ..NONE
    },
    Situation {
        name: "a stopped run",
        killed: Some("--rules umass{limit.at=20} --games 1300 --seed 1 --name r"),
        damaged: &["r"],
        commands: &[("--rules umass{limit.at=20} --games 1300 --seed 1 --name r --resume", "r")],
        ..NONE
    },
    Situation {
        name: "a stopped run with rows",
        killed: Some(
            "--rules umass{limit.at=20} --games 1300 --seed 1 --name r --per-game games.csv",
        ),
        damaged: &["r"],
        commands: &[(
            "--rules umass{limit.at=20} --games 1300 --seed 1 --name r --per-game games.csv --resume",
            "r",
        )],
        ..NONE
    },
    Situation {
        name: "a stopped comparison with rows beside it",
        killed: Some("compare umass one-down --games 1200 --seed 1 --name r --per-game DIR/g.csv"),
        damaged: &["r"],
        commands: &[(
            "compare umass one-down --games 1200 --seed 1 --name r --per-game DIR/g.csv --resume",
            "g.csv",
        )],
        ..NONE
    },
    #[cfg(feature = "parquet")]
    Situation {
        name: "a stopped run with rows in Parquet",
        killed: Some(
            "--rules umass{limit.at=20} --games 1300 --seed 1 --name r --per-game g.parquet",
        ),
        damaged: &["r"],
        commands: &[(
            "--rules umass{limit.at=20} --games 1300 --seed 1 --name r --per-game g.parquet --resume",
            "r",
        )],
        ..NONE
    },
    Situation {
        name: "rules of a stopped run",
        inputs: &[("rules.toml", RULES)],
        killed: Some("--rules DIR/rules.toml --games 1300 --seed 1 --name r"),
        damaged: &["rules.toml"],
        commands: &[("--rules DIR/rules.toml --games 1300 --seed 1 --name r --resume", "r")],
        ..NONE
    },
    Situation {
        name: "the experiment of a stopped run",
        inputs: &[("e.toml", EXPERIMENT)],
        killed: Some("run DIR/e.toml --name r"),
        damaged: &["e.toml"],
        commands: &[("run DIR/e.toml --name r --resume", "r")],
        ..NONE
    },
    Situation {
        name: "dice of a finished run",
        inputs: &[("dice.txt", DICE)],
        done: &["ludo DIR/dice.txt --games 20 --seed 1 --name r"],
        damaged: &["dice.txt"],
        commands: &[("ludo DIR/dice.txt --games 30 --seed 1 --name r --resume", "r")],
        ..NONE
    },
    Situation {
        name: "decks of a finished run",
        inputs: &[("decks.txt", DECKS)],
        done: &["--decks DIR/decks.txt --name r"],
        damaged: &["decks.txt"],
        commands: &[("--decks DIR/decks.txt --name r --resume", "r")],
        ..NONE
    },
];

/// Runs a command line in a folder, saving whenever it can be.
fn command(line: &str, folder: &Path) -> (u8, String) {
    let shown = folder.to_str().expect("a path");
    let word = |word: &str| word.replace("DIR", shown);
    let mut words: Vec<String> = line.split(' ').map(word).collect();
    words.push("--quiet".into());
    if !line.starts_with("report") && !line.starts_with("verify") && !line.starts_with("merge") {
        words.extend(["--threads", "1", "--out", shown].map(Into::into));
    }
    IN_TEST.set(Some(Duration::ZERO));
    let ended = run(&words.iter().map(String::as_str).collect::<Vec<_>>());
    IN_TEST.set(None);
    ended
}

fn prepare(situation: &Situation, folder: &Path) {
    for (name, text) in situation.inputs {
        fs::write(folder.join(name), text).expect("a file");
    }
    for line in situation.done {
        let done = without_faults(|| command(line, folder));
        assert_eq!(done, (0, String::new()), "{line}");
    }
    if let Some(line) = situation.killed {
        let (_, disk) = Faulty::new(0, Fault::KilledAfter("state", 3));
        let (code, _) = disk.during(|| command(line, folder));
        assert_ne!(code, 0, "{line}");
        assert!(folder.join("r/state.previous").exists(), "{line}");
    }
}

/// What lies at a path, without what says when it was made.
fn made(folder: &Path, what: &str) -> Snapshot {
    let path = folder.join(what);
    let mut found = snapshot(&path);
    if path.is_file() {
        found.insert(what.into(), fs::read(path).expect("a file"));
    }
    found.remove(Path::new("manifest.json"));
    found
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

/// Files that a run lists, so that `verify` has to name them.
fn is_listed(path: &Path, folder: &str) -> bool {
    path.starts_with(folder) && path != Path::new(folder)
}

/// Every second damage, or all and many more with `WAR_SIM_LONG_TESTS=1`.
#[test]
fn whatever_is_damaged_is_refused_or_makes_no_difference() {
    let _turn = alone();
    let is_long = std::env::var_os("WAR_SIM_LONG_TESTS").is_some();
    let (places, mut tried, mut refused, mut failed) =
        (if is_long { 400 } else { 5 }, 0, 0, Vec::new());
    let mut nth_file = 0;
    for situation in SITUATIONS {
        let folder = scratch();
        prepare(situation, folder.path());
        let before = snapshot(folder.path());
        let golden: Vec<Snapshot> = situation
            .commands
            .iter()
            .map(|(line, what)| {
                restore(folder.path(), &before);
                let done = without_faults(|| command(line, folder.path()));
                assert_eq!(done.0, 0, "{}: {line}: {}", situation.name, done.1);
                made(folder.path(), what)
            })
            .collect();
        let inside =
            |path: &&PathBuf| situation.damaged.iter().any(|place| path.starts_with(place));
        for path in before.keys().filter(inside) {
            // The whole state of another run is that run.
            let is_state = |path: &PathBuf| path.ends_with("state");
            let is_other = |(other, _): &(&PathBuf, &Vec<u8>)| {
                *other != path && !(is_state(path) && is_state(other))
            };
            let others: Vec<&Vec<u8>> = before.iter().filter(is_other).map(|(_, b)| b).collect();
            nth_file += 1;
            // Another number in an experiment is another question.
            let is_other_question = |bytes: &Vec<u8>| {
                let same = |(a, b): (&u8, &u8)| a == b || a.is_ascii_digit() && b.is_ascii_digit();
                let whole = &before[path];
                path.ends_with("e.toml")
                    && bytes.len() == whole.len()
                    && bytes.iter().zip(whole).all(same)
            };
            let all = damages(&before[path], &others, places).into_iter();
            let all =
                all.filter(|(_, bytes)| !bytes.as_ref().is_some_and(is_other_question)).enumerate();
            for (_, (how, bytes)) in all.filter(|(k, _)| is_long || (k + nth_file) % 2 == 0) {
                let damage = || {
                    restore(folder.path(), &before);
                    match &bytes {
                        Some(bytes) => fs::write(folder.path().join(path), bytes).expect("a file"),
                        None => fs::remove_file(folder.path().join(path)).expect("a file"),
                    }
                };
                let what = format!("{}: {} {how}", situation.name, path.display());
                for ((line, result), golden) in situation.commands.iter().zip(&golden) {
                    damage();
                    let (code, message) = without_faults(|| command(line, folder.path()));
                    tried += 1;
                    // The command of a run stands in its manifest, for whoever reads the page.
                    let is_told = path.ends_with("manifest.json") && *result == "page.html";
                    let found = made(folder.path(), result);
                    // The text of an experiment stands in its state.
                    let is_asked = path.ends_with("e.toml");
                    let tables = |all: &Snapshot| -> Snapshot {
                        let all = all.iter().filter(|(path, _)| !path.ends_with("state"));
                        all.map(|(path, bytes)| (path.clone(), bytes.clone())).collect()
                    };
                    let same = found == *golden
                        || is_told && !found.is_empty()
                        || is_asked && !found.is_empty() && tables(&found) == tables(golden);
                    let is_refusal = [64, 65, 66, 73].contains(&code) && !message.is_empty();
                    refused += u64::from(is_refusal);
                    if code == 0 && !same || code != 0 && !is_refusal {
                        failed.push(format!("{what}: {line}: {code}: {message}"));
                    }
                }
                let place = situation.damaged[0];
                // Nobody lists what a run goes on with.
                if situation.killed.is_none() && is_listed(path, place) {
                    damage();
                    let (code, message) = command(&format!("verify DIR/{place}"), folder.path());
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
