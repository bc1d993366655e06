//! Every file operation fails once, and is the last one of a killed program once.

use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::Value as Json;
use sha2::{Digest as _, Sha256};
use tempfile::TempDir;

use super::{alone, run};
use crate::cli::number::IN_TEST;
use crate::lab::store::state::newest;
use crate::lab::store::tests::{EACCES, EINTR, EIO, ENOSPC, Fault, Faulty, scratch};

/// A file or folder with all that is in it, by path.
pub type Snapshot = BTreeMap<PathBuf, Vec<u8>>;

/// A command before the one that is looked at.
enum Before {
    /// It was done.
    Done(&'static str),
    /// It was killed right after its second checkpoint that has games.
    Killed(&'static str),
}

use Before::{Done, Killed};

/// A command in a folder of its own.
struct Scenario {
    name: &'static str,
    /// Commands before.
    before: &'static [Before],
    /// Files before, after the commands.
    files: &'static [(&'static str, &'static str)],
    command: &'static str,
    /// Rows beside the folder of the run.
    rows: Option<&'static str>,
    /// The folder of the run.
    target: &'static str,
    /// A command that gives the same files at one go; whatever happens, the command resumed does.
    unbroken: Option<&'static str>,
}

/// A rule set whose games are short, so that they do not take most of the test's time.
const SHORT: &str = "umass{limit.at=20}";

/// A run into the folder `r` where nothing was.
const PLAIN: Scenario = Scenario {
    name: "",
    before: &[],
    files: &[],
    command: "",
    rows: None,
    target: "r",
    unbroken: None,
};

const SCENARIOS: [Scenario; 21] = [
    Scenario { name: "a new folder", command: "--games 20 --seed 1", ..PLAIN },
    Scenario {
        name: "a new folder with rows",
        command: "--games 20 --seed 1 --per-game games.csv",
        ..PLAIN
    },
    Scenario {
        name: "a new folder and rows beside it",
        command: "compare umass one-down --games 20 --seed 1 --per-game DIR/rows.csv",
        rows: Some("rows.csv"),
        ..PLAIN
    },
    Scenario {
        name: "another run replaced, with somebody's files in its folder",
        before: &[Done("--games 30 --seed 2 --per-game games.csv")],
        files: &[("r/notes.txt", "mine"), ("r/more/notes.txt", "mine, too")],
        command: "--games 20 --seed 1 --force",
        ..PLAIN
    },
    Scenario {
        name: "the same run again, without the rows that it wrote before",
        before: &[Done("--games 20 --seed 1 --per-game games.csv")],
        files: &[("r/notes.txt", "mine")],
        command: "--games 20 --seed 1 --confidence 0.95",
        ..PLAIN
    },
    Scenario {
        name: "another run and the rows beside it replaced",
        before: &[Done("--games 30 --seed 2 --per-game DIR/rows.csv")],
        command: "--games 20 --seed 1 --per-game DIR/rows.csv --force",
        rows: Some("rows.csv"),
        ..PLAIN
    },
    Scenario {
        name: "Ludo",
        before: &[Done("ludo wuerfel0 --games 3 --seed 2")],
        files: &[("r/notes.txt", "mine")],
        command: "ludo wuerfel0 --games 2 --seed 1 --force",
        ..PLAIN
    },
    Scenario {
        name: "checkpoints of a new run",
        command: "--rules SHORT --games 1300 --seed 1",
        unbroken: Some("--rules SHORT --games 1300 --seed 1"),
        ..PLAIN
    },
    Scenario {
        name: "a run resumed",
        before: &[Killed("--rules SHORT --games 1300 --seed 1")],
        command: "--rules SHORT --games 1300 --seed 1 --resume",
        unbroken: Some("--rules SHORT --games 1300 --seed 1"),
        ..PLAIN
    },
    Scenario {
        name: "a run resumed whose last checkpoint is damaged",
        before: &[Killed("--rules SHORT --games 1300 --seed 1")],
        files: &[("r/state", "torn")],
        command: "--rules SHORT --games 1300 --seed 1 --resume",
        unbroken: Some("--rules SHORT --games 1300 --seed 1"),
        ..PLAIN
    },
    Scenario {
        name: "a run with rows resumed",
        before: &[Killed("--rules SHORT --games 1300 --seed 1 --per-game games.csv")],
        command: "--rules SHORT --games 1300 --seed 1 --per-game games.csv --resume",
        unbroken: Some("--rules SHORT --games 1300 --seed 1 --per-game games.csv"),
        ..PLAIN
    },
    Scenario {
        name: "a comparison with rows beside it resumed",
        before: &[Killed("compare SHORT one-down --games 1200 --seed 1 --per-game DIR/rows.csv")],
        command: "compare SHORT one-down --games 1200 --seed 1 --per-game DIR/rows.csv --resume",
        rows: Some("rows.csv"),
        unbroken: Some("compare SHORT one-down --games 1200 --seed 1 --per-game DIR/rows.csv"),
        ..PLAIN
    },
    #[cfg(feature = "parquet")]
    Scenario {
        name: "a run with rows in Parquet resumed",
        before: &[Killed("--rules SHORT --games 1300 --seed 1 --per-game games.parquet")],
        command: "--rules SHORT --games 1300 --seed 1 --per-game games.parquet --resume",
        unbroken: Some("--rules SHORT --games 1300 --seed 1 --per-game games.parquet"),
        ..PLAIN
    },
    #[cfg(not(feature = "parquet"))]
    Scenario { name: "a new folder again", command: "--games 20 --seed 3", ..PLAIN },
    Scenario {
        name: "a finished run extended",
        before: &[Done("--rules SHORT --games 1100 --seed 1")],
        files: &[("r/notes.txt", "mine")],
        command: "--rules SHORT --games 1300 --seed 1 --resume",
        unbroken: Some("--rules SHORT --games 1300 --seed 1"),
        ..PLAIN
    },
    Scenario {
        name: "a finished run extended with its rows",
        before: &[Done("--rules SHORT --games 1100 --seed 1 --per-game games.csv")],
        command: "--rules SHORT --games 1300 --seed 1 --per-game games.csv --resume",
        unbroken: Some("--rules SHORT --games 1300 --seed 1 --per-game games.csv"),
        ..PLAIN
    },
    Scenario {
        name: "a finished run with rows replaced by a longer one without",
        before: &[Done("--rules SHORT --games 1100 --seed 1 --per-game games.csv")],
        command: "--rules SHORT --games 1300 --seed 1 --force",
        unbroken: Some("--rules SHORT --games 1300 --seed 1"),
        ..PLAIN
    },
    Scenario {
        name: "a part resumed",
        before: &[Killed("--rules SHORT --games 2600 --seed 1 --shard 2/2 --per-game games.csv")],
        command: "--rules SHORT --games 2600 --seed 1 --shard 2/2 --per-game games.csv --resume",
        target: "r-shard2of2",
        unbroken: Some("--rules SHORT --games 2600 --seed 1 --shard 2/2 --per-game games.csv"),
        ..PLAIN
    },
    Scenario {
        name: "a stopped run begun again",
        before: &[Killed("--rules SHORT --games 1300 --seed 1")],
        files: &[("r/notes.txt", "mine")],
        command: "--rules SHORT --games 1300 --seed 1",
        unbroken: Some("--rules SHORT --games 1300 --seed 1"),
        ..PLAIN
    },
    Scenario {
        name: "a stopped run replaced by another",
        before: &[Killed("--rules SHORT --games 1300 --seed 2")],
        files: &[("r/notes.txt", "mine")],
        command: "--rules SHORT --games 1300 --seed 1 --force",
        unbroken: Some("--rules SHORT --games 1300 --seed 1"),
        ..PLAIN
    },
    Scenario {
        name: "parts merged",
        before: &[
            Done("--games 30 --seed 1 --shard 1/2 --per-game games.csv --name p"),
            Done("--games 30 --seed 1 --shard 2/2 --per-game games.csv --name p"),
        ],
        command: "merge DIR/p-shard2of2 DIR/p-shard1of2 --out DIR --name r",
        unbroken: Some("--games 30 --seed 1"),
        ..PLAIN
    },
    Scenario {
        name: "parts merged in the place of another run",
        before: &[
            Done("ludo wuerfel0 --games 3 --seed 2"),
            Done("--games 30 --seed 1 --shard 1/2 --name p"),
            Done("--games 30 --seed 1 --shard 2/2 --name p"),
        ],
        files: &[("r/notes.txt", "mine")],
        command: "merge DIR/p-shard1of2 DIR/p-shard2of2 --out DIR --name r --force",
        unbroken: Some("--games 30 --seed 1"),
        ..PLAIN
    },
];

/// What lies in a folder.
pub fn snapshot(folder: &Path) -> Snapshot {
    let mut found = Snapshot::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).into_iter().flatten() {
            let path = entry.expect("an entry").path();
            match path.is_dir() {
                true => folders.push(path),
                false => {
                    let name = path.strip_prefix(folder).expect("inside").to_owned();
                    found.insert(name, fs::read(&path).expect("a file"));
                }
            }
        }
    }
    found
}

/// Checks that a folder holds just what its manifest says, and what is somebody's; files elsewhere are listed.
fn assert_whole(folder: &Path, what: &str) -> Vec<String> {
    let files = snapshot(folder);
    let Some(manifest) = files.get(Path::new("manifest.json")) else {
        panic!("{what}: no manifest among {:?}", files.keys());
    };
    let manifest: Json = serde_json::from_slice(manifest).expect("JSON");
    let mut elsewhere = Vec::new();
    for listed in manifest["files"].as_array().expect("a list") {
        let name = listed["name"].as_str().expect("a name");
        if name.contains('/') {
            elsewhere.push(name.to_owned());
            continue;
        }
        let Some(bytes) = files.get(Path::new(name)) else { panic!("{what}: {name} is missing") };
        let digest: String = Sha256::digest(bytes).iter().map(|b| format!("{b:02x}")).collect();
        assert_eq!(listed["sha256"], digest.as_str(), "{what}: {name}");
    }
    elsewhere
}

/// What a command does where nothing fails.
struct Golden {
    /// Where it does it; always here, because a checkpoint knows where the rows go.
    folder: TempDir,
    /// What was there before.
    before: Snapshot,
    /// What is there afterwards.
    after: Snapshot,
    /// Operations that it took.
    operations: u64,
}

/// What of a snapshot lies in a folder.
pub fn within(files: &Snapshot, folder: &str) -> Snapshot {
    let inside = files.iter().filter_map(|(path, bytes)| {
        Some((path.strip_prefix(folder).ok()?.to_owned(), bytes.clone()))
    });
    inside.collect()
}

impl Scenario {
    /// A command line with what every one needs; `SHORT` has short games, `DIR` is the folder.
    fn words(command: &str, folder: &Path) -> Vec<String> {
        let folder = folder.to_str().expect("a path");
        let mut words: Vec<String> = command
            .split(' ')
            .map(|word| word.replace("DIR", folder).replace("SHORT", SHORT))
            .collect();
        words.push("--quiet".into());
        if !command.starts_with("merge ") {
            words.extend(["--threads", "1", "--out", folder].map(Into::into));
            if !command.contains("--name ") {
                words.extend(["--name", "r"].map(Into::into));
            }
        }
        words
    }

    /// Runs a command; a checkpoint is written whenever it can be if one at one go is known.
    fn run(&self, command: &str, folder: &Path) -> (u8, String) {
        let words = Self::words(command, folder);
        IN_TEST.set(self.unbroken.map(|_| Duration::ZERO));
        let ended = run(&words.iter().map(String::as_str).collect::<Vec<_>>());
        IN_TEST.set(None);
        ended
    }

    fn prepare(&self, folder: &Path) {
        for before in self.before {
            match before {
                Done(command) => {
                    let done = without_faults(|| self.run(command, folder));
                    assert_eq!(done, (0, String::new()), "{command}");
                }
                Killed(command) => {
                    let (_, disk) = Faulty::new(0, Fault::KilledAfter("state", 3));
                    let (code, _) = disk.during(|| self.run(command, folder));
                    assert_ne!(code, 0, "{command}");
                    let is_there = |name: &str| folder.join(self.target).join(name).exists();
                    assert!(is_there("state") && is_there("state.previous"), "{command}");
                }
            }
        }
        for (name, text) in self.files {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
    }

    fn golden(&self) -> Golden {
        let folder = scratch();
        self.prepare(folder.path());
        let before = snapshot(folder.path());
        let (faulty, disk) = Faulty::new(u64::MAX, Fault::Killed);
        let (code, message) = disk.during(|| self.run(self.command, folder.path()));
        assert_eq!((code, message.as_str()), (0, ""), "{}", self.name);
        assert_whole(&folder.path().join(self.target), self.name);
        let files = snapshot(folder.path());
        let is_hidden =
            |path: &&PathBuf| path.iter().any(|part| part.as_encoded_bytes()[0] == b'.');
        let hidden = files.keys().find(is_hidden);
        assert_eq!(hidden, None, "{}", self.name);
        if let Some(command) = self.unbroken {
            let whole = scratch();
            let done = without_faults(|| PLAIN.run(command, whole.path()));
            assert_eq!(done, (0, String::new()), "{command}");
            let own = |path: &&PathBuf| {
                path.ends_with("state")
                    || !self.files.iter().any(|(file, _)| Path::new(file) == *path)
            };
            for (path, bytes) in snapshot(whole.path()) {
                let same = files.get(&path) == Some(&bytes) || path.ends_with("manifest.json");
                assert!(same, "{}: {} differs", self.name, path.display());
            }
            let inside = |path: &&PathBuf| path.starts_with(self.target);
            let listed = files.keys().filter(inside).filter(own).count();
            assert_eq!(listed, snapshot(&whole.path().join(self.target)).len(), "{}", self.name);
        }
        Golden { folder, before, after: files, operations: faulty.operations() }
    }

    /// The command that goes through after a fault.
    fn again(&self, folder: &Path) -> String {
        let mut again = self.command.to_owned();
        let may = |option: &str| !again.contains(option) && !again.starts_with("merge ");
        let (resume, force) = (may("--resume"), may("--force"));
        if resume {
            again.push_str(" --resume");
        }
        if self.rows.is_some_and(|rows| folder.join(rows).exists()) && force {
            again.push_str(" --force");
        }
        again
    }

    /// Whether a state in the folder of the run is one that it goes on with, or was there before.
    fn has_state(&self, folder: &Path, golden: &Golden) -> bool {
        let name = Path::new(self.target);
        match newest(&folder.join(self.target)) {
            Ok(None) => !golden.before.keys().any(|path| path.starts_with(name)),
            found => found.is_ok(),
        }
    }
}

/// Does `work` on a disk without a fault; unlike the machine's own it does not wait until all is
/// safe against a loss of power, which would take most of the test's time.
pub fn without_faults<R>(work: impl FnOnce() -> R) -> R {
    Faulty::new(u64::MAX, Fault::Short).1.during(work)
}

/// Makes a folder hold this and nothing else.
pub fn restore(folder: &Path, files: &Snapshot) {
    fs::remove_dir_all(folder).expect("a folder");
    fs::create_dir(folder).expect("a folder");
    for (path, bytes) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }
}

/// Exit codes that fit a fault.
fn codes(fault: Fault) -> &'static [u8] {
    match fault {
        Fault::Short => &[0],
        Fault::Error(EACCES) => &[0, 77],
        _ => &[0, 73, 74],
    }
}

/// Does one fault; returns whether the command failed.
fn check(scenario: &Scenario, golden: &Golden, at: u64, fault: Fault) -> bool {
    let Golden { before, after, .. } = golden;
    let folder = golden.folder.path();
    restore(folder, before);
    let (faulty, disk) = Faulty::new(at, fault);
    let (code, message) = disk.during(|| scenario.run(scenario.command, folder));
    let log = faulty.log();
    let operation = log.get(at as usize).map_or("none", String::as_str);
    let what = format!("{}: operation {at} ({operation}), {fault:?}: {message}", scenario.name);

    // No file is torn: each is the old one, the new one, or gone; and what is somebody's stays.
    let found = snapshot(folder);
    let is_hidden = |path: &Path| path.iter().any(|part| part.as_encoded_bytes()[0] == b'.');
    let is_state = |path: &Path| path.ends_with("state") || path.ends_with("state.previous");
    for (path, bytes) in found.iter().filter(|(path, _)| !is_hidden(path)) {
        let is_known = before.get(path) == Some(bytes) || after.get(path) == Some(bytes);
        let is_dated = path.ends_with("manifest.json");
        assert!(is_known || is_dated || is_state(path), "{what}: {} is torn", path.display());
    }
    for (name, text) in scenario.files.iter().filter(|(name, _)| !is_state(Path::new(name))) {
        assert_eq!(found.get(Path::new(name)).map(Vec::as_slice), Some(text.as_bytes()), "{what}");
    }
    assert!(scenario.has_state(folder, golden), "{what}: no state is left");
    // A manifest that is there is true; without one nothing else is of the old run where the state is of the new
    // one.
    let target = folder.join(scenario.target);
    let (old, new) = (within(before, scenario.target), within(after, scenario.target));
    let now = within(&found, scenario.target);
    let is_new = now.contains_key(Path::new("manifest.json"))
        && new
            .iter()
            .all(|(path, bytes)| path.ends_with("manifest.json") || now.get(path) == Some(bytes));
    if now.contains_key(Path::new("manifest.json")) {
        assert_whole(&target, &what);
    }
    let state = Path::new("state");
    if old.get(state) != new.get(state) && old.get(state) != now.get(state) {
        let stale = old.iter().find(|(path, bytes)| {
            let is_table = path.extension().is_some_and(|end| end == "csv" || end == "json");
            is_table && now.get(*path) == Some(bytes) && new.get(*path) != Some(bytes)
        });
        assert_eq!(
            stale.map(|(path, _)| path),
            None,
            "{what}: of the old run beside the new state"
        );
    }
    if let Some(rows) = scenario.rows {
        let is_new_row = found.get(Path::new(rows)) == after.get(Path::new(rows));
        assert!(is_new_row || !is_new, "{what}: the run without its rows");
    }
    if fault != Fault::Killed {
        assert!(codes(fault).contains(&code), "{what}: exit code {code}");
        assert!(code != 0 || is_new, "{what}: success without a result");
        // Unless just that failed.
        let may_stay = |path: &Path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            before.contains_key(path) || operation == format!("remove {name}")
        };
        let left = found.keys().find(|path| is_hidden(path) && !may_stay(path));
        assert_eq!(left, None, "{what}: left behind");
    }

    // Whatever happened, the same command goes through and nothing stays behind.
    let again = scenario.again(folder);
    let (code, message) = without_faults(|| scenario.run(&again, folder));
    assert_eq!((code, message.as_str()), (0, ""), "{what}: and then");
    let found = snapshot(folder);
    let visible = |files: &Snapshot| -> Snapshot {
        let mut files = files.clone();
        files.remove(&Path::new(scenario.target).join("manifest.json"));
        files
    };
    assert_eq!(
        visible(&found).keys().collect::<Vec<_>>(),
        visible(after).keys().collect::<Vec<_>>(),
        "{what}: and then"
    );
    assert!(visible(&found) == visible(after), "{what}: and then other bytes");
    let elsewhere = assert_whole(&target, &format!("{what}: and then"));
    let rows: Vec<&str> = scenario.rows.into_iter().collect();
    let is_listed = elsewhere.iter().zip(&rows).all(|(name, rows)| name.ends_with(rows));
    assert!(
        is_listed && elsewhere.len() == rows.len(),
        "{what}: and then {elsewhere:?} are listed"
    );
    code != 0
}

const ERRORS: [Fault; 6] = [
    Fault::Error(ENOSPC),
    Fault::Error(EIO),
    Fault::Error(EACCES),
    Fault::Error(EINTR),
    Fault::Short,
    Fault::Torn(ENOSPC),
];
const KILLS: [Fault; 1] = [Fault::Killed];

/// Does faults at each operation of each situation, those that `wanted` picks by the number of the
/// operation, counted from another one in each situation.
fn enumerate(wanted: impl Fn(u64) -> Vec<Fault>) {
    let (mut faults, mut kills, mut failed) = (0, 0, Vec::new());
    for (nth, scenario) in (0..).zip(&SCENARIOS) {
        let golden = scenario.golden();
        let operations = golden.operations;
        assert!(operations > 20, "{}: only {operations} operations", scenario.name);
        let before = faults + kills;
        for at in 0..operations {
            for fault in wanted(nth + at) {
                // One that fails does not hide the others.
                let checked = || check(scenario, &golden, at, fault);
                if catch_unwind(AssertUnwindSafe(checked)).is_err() {
                    failed.push(format!("{}: operation {at}, {fault:?}", scenario.name));
                }
                *(if KILLS.contains(&fault) { &mut kills } else { &mut faults }) += 1;
            }
        }
        println!(
            "{}: {operations} operations, {} faults and kills",
            scenario.name,
            faults + kills - before
        );
    }
    println!("{faults} faults, {kills} kills");
    assert!(failed.is_empty(), "what failed is said above: {failed:#?}");
}

/// A fault and a kill at every third operation; all of them at each with `WAR_SIM_LONG_TESTS=1`.
#[test]
fn each_operation_fails_or_is_the_last_and_the_run_goes_on_to_the_same_bytes() {
    let _turn = alone();
    let is_long = std::env::var_os("WAR_SIM_LONG_TESTS").is_some();
    enumerate(|at| {
        let k = (at / 3) as usize;
        match (is_long, at % 3) {
            (true, _) => ERRORS.into_iter().chain(KILLS).collect(),
            (false, 0) => vec![ERRORS[k % ERRORS.len()]],
            (false, 1) => vec![KILLS[k % KILLS.len()]],
            (false, _) => Vec::new(),
        }
    });
}

/// A mistake of the program spoils no folder, whatever it was about.
#[test]
fn a_panic_leaves_no_half_of_a_folder() {
    let _turn = alone();
    let scenario = &SCENARIOS[0];
    let Golden { folder, before, after, operations } = scenario.golden();
    let folder = folder.path();
    let mut told = 0;
    for at in 0..operations {
        restore(folder, &before);
        let words = Scenario::words(scenario.command, folder);
        let words = || std::iter::once("war-sim".to_owned()).chain(words.clone()).map(Into::into);
        let (faulty, disk) = Faulty::new(at, Fault::Panic);
        let played = || disk.during(|| crate::cli::execute(words()));
        let panic = catch_unwind(AssertUnwindSafe(played));
        let log = faulty.log();
        let what = format!("operation {at}, {}", log[at as usize]);
        if panic.is_ok() {
            continue;
        }
        let found = within(&snapshot(folder), scenario.target);
        let after = within(&after, scenario.target);
        let is_hidden = |path: &Path| path.to_string_lossy().starts_with('.');
        for (path, bytes) in found.iter().filter(|(path, _)| !is_hidden(path)) {
            let own = ["manifest.json", "state", "state.previous"];
            let is_own = own.iter().any(|own| path.ends_with(own));
            let is_known = is_own || after.get(path) == Some(bytes);
            assert!(is_known, "{what}: {} is torn", path.display());
        }
        if found.contains_key(Path::new("manifest.json")) {
            assert_whole(&folder.join(scenario.target), &what);
        }
        let again = without_faults(|| scenario.run(scenario.command, folder));
        assert_eq!(again, (0, String::new()), "{what}: and then");
        told += 1;
    }
    assert!(told > 10, "{told} of {operations}");
}

/// Whoever goes on without the rows that a killed run was to have gets a whole run without them.
#[test]
fn a_run_that_was_killed_with_its_rows_goes_on_without_them() {
    let _turn = alone();
    let is_it = |scenario: &&Scenario| scenario.name == "a finished run extended with its rows";
    let scenario = SCENARIOS.iter().find(is_it).expect("a scenario");
    let golden = scenario.golden();
    let (folder, mut wholes) = (golden.folder.path(), [0, 0]);
    for at in 0..golden.operations {
        restore(folder, &golden.before);
        let (_, disk) = Faulty::new(at, Fault::Killed);
        disk.during(|| scenario.run(scenario.command, folder));
        let command = "--rules SHORT --games 1300 --seed 1 --resume";
        let (code, message) = without_faults(|| scenario.run(command, folder));
        let (run, what) = (folder.join(scenario.target), format!("operation {at}: {message}"));
        match code {
            73 => assert!(message.contains("rows of games, which would be lost"), "{what}"),
            0 => {
                assert_whole(&run, &what);
                let rows = newest(&run).expect("a state").expect("a run").body.rows;
                assert_eq!(rows.len(), usize::from(run.join("games.csv").exists()), "{what}");
                wholes[rows.len()] += 1;
            }
            _ => panic!("{what}"),
        }
    }
    assert!(wholes[0] > 0 && wholes[1] > 0, "{wholes:?}");
}
