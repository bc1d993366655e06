//! Every file operation fails once, and is the last one of a killed program once.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::TempDir;

use super::Before::{self, Done, Killed, Wrote};
use super::{
    NEVER, Snapshot, alone, command, is_hidden, is_manifest, restore, snapshot, within, without,
};
use crate::lab::store::state::newest;
use crate::lab::store::tests::{Disk, EACCES, EINTR, EIO, ENOSPC, Fault, at_once, scratch};
use crate::lab::store::verify::verify;

/// A command in a folder of its own.
struct Scenario {
    name: &'static str,
    before: &'static [Before],
    command: &'static str,
}

const fn of(name: &'static str, before: &'static [Before], command: &'static str) -> Scenario {
    Scenario { name, before, command }
}

const MINE: Before = Wrote("r/notes.txt", "mine");
const DEEP: Before = Wrote("r/more/notes.txt", "mine, too");
const TORN: Before = Wrote("r/state", "torn");
const OTHER: Before = Done("--games 30 --seed 2 ROWS");
const OTHER_BESIDE: Before = Done("--games 30 --seed 2 BESIDE");
const DICE: Before = Done("ludo wuerfel0 --games 3 --seed 2");
const SHORTER: Before = Done("--rules SHORT --games 1100 --seed 1");
const SHORTER_ROWS: Before = Done("--rules SHORT --games 1100 --seed 1 ROWS");
const STOPPED: Before = Killed("LONG", 3);
const OTHER_STOPPED: Before = Killed("--rules SHORT --games 1300 --seed 2", 3);
pub(super) const FIRST: Before = Done("--games 30 --seed 1 --shard 1/2 ROWS --name p");
pub(super) const SECOND: Before = Done("--games 30 --seed 1 --shard 2/2 ROWS --name p");
const MERGE: &str = "merge DIR/p-shard2of2 DIR/p-shard1of2 --out DIR --name r";
const MERGE_FORCE: &str = "merge DIR/p-shard1of2 DIR/p-shard2of2 --out DIR --name r --force";

const SCENARIOS: &[Scenario] = &[
    of("a new folder", &[], "FEW"),
    of("a new folder with rows", &[], "FEW ROWS"),
    of("a new folder and rows beside it", &[], "compare umass one-down FEW BESIDE"),
    of("another run replaced beside somebody's files", &[OTHER, MINE, DEEP], "FEW --force"),
    of("the same run again without its rows", &[Done("FEW ROWS"), MINE], "FEW --confidence 0.95"),
    of("another run and its rows beside it replaced", &[OTHER_BESIDE], "FEW BESIDE --force"),
    of("Ludo", &[DICE, MINE], "ludo wuerfel0 --games 2 --seed 1 --force"),
    of("checkpoints of a new run", &[], "LONG"),
    of("a run resumed", &[STOPPED], "LONG --resume"),
    of("a run resumed whose last checkpoint is damaged", &[STOPPED, TORN], "LONG --resume"),
    of("a run with rows resumed", &[Killed("LONG ROWS", 3)], "LONG ROWS --resume"),
    of("a comparison with rows beside it resumed", &[Killed("BOTH", 3)], "BOTH --resume"),
    #[cfg(feature = "parquet")]
    of("rows in Parquet resumed", &[Killed("LONG PARQUET", 3)], "LONG PARQUET --resume"),
    of("a finished run extended", &[SHORTER, MINE], "LONG --resume"),
    of("a finished run extended with its rows", &[SHORTER_ROWS], "LONG ROWS --resume"),
    of("a run with rows replaced by a longer one without", &[SHORTER_ROWS], "LONG --force"),
    of("a part resumed", &[Killed("PART", 3)], "PART --resume"),
    of("a stopped run begun again", &[STOPPED, MINE], "LONG"),
    of("a stopped run replaced by another", &[OTHER_STOPPED, MINE], "LONG --force"),
    of("parts merged", &[FIRST, SECOND], MERGE),
    of("parts merged over another run", &[DICE, FIRST, SECOND, MINE], MERGE_FORCE),
];

/// Checks that a folder holds just what its manifest says, and what is somebody's; files elsewhere are listed.
fn assert_whole(folder: &Path, what: &str) -> Vec<PathBuf> {
    assert!(folder.join("manifest.json").exists(), "{what}: no manifest");
    // That it names whatever is damaged: `damage.rs`.
    let mut files = verify(folder).unwrap_or_else(|error| panic!("{what}: {error}"));
    assert!(files.iter().all(|file| file.damage.is_none()), "{what}: {files:?}");
    files.retain(|file| file.path.parent() != Some(folder));
    files.into_iter().map(|file| file.path).collect()
}

/// What a command does where nothing fails.
struct Golden {
    /// Where it does it; always here, because a checkpoint knows where the rows go.
    folder: TempDir,
    before: Snapshot,
    after: Snapshot,
    /// Operations that it took.
    operations: u64,
}

impl Scenario {
    /// Runs a command; a checkpoint is written whenever it can be if one at one go is known.
    fn run(&self, line: &str, folder: &Path) -> (u8, String) {
        command(line, folder, if self.unbroken().is_some() { Duration::ZERO } else { NEVER })
    }

    /// A command that gives the same files at one go; whatever happens, the command resumed does.
    fn unbroken(&self) -> Option<String> {
        if self.command.starts_with("merge ") {
            return Some("--games 30 --seed 1".into());
        }
        let is_long = ["LONG", "BOTH", "PART"].iter().any(|line| self.command.starts_with(line));
        is_long.then(|| self.command.replace(" --resume", "").replace(" --force", ""))
    }

    /// The folder of the run.
    fn target(&self) -> &str {
        if self.command.starts_with("PART") { "r-shard2of2" } else { "r" }
    }

    /// Rows beside the folder of the run.
    fn rows(&self) -> Option<&str> {
        let is_beside = self.command.contains("BESIDE") || self.command.contains("BOTH");
        is_beside.then_some("rows.csv")
    }

    /// What somebody wrote.
    fn files(&self) -> impl Iterator<Item = (&Path, &str)> {
        self.before.iter().filter_map(|before| match before {
            Wrote(name, text) => Some((Path::new(name), *text)).filter(|(path, _)| !is_state(path)),
            _ => None,
        })
    }

    fn golden(&self) -> Golden {
        let (folder, name) = (scratch(), self.name);
        self.before.iter().for_each(|before| before.happens(folder.path()));
        let before = snapshot(folder.path());
        let disk = Disk::new(u64::MAX, Fault::Killed);
        let done = disk.during(|| self.run(self.command, folder.path()));
        assert_eq!(done, (0, String::new()), "{name}");
        let after = snapshot(folder.path());
        assert_whole(&folder.path().join(self.target()), name);
        assert_eq!(after.keys().find(|path| is_hidden(path)), None, "{name}");
        if let Some(line) = self.unbroken() {
            let whole = scratch();
            let done = at_once(|| command(&line, whole.path(), NEVER));
            assert_eq!(done, (0, String::new()), "{line}");
            let whole = snapshot(whole.path());
            for (path, bytes) in without(&whole, is_manifest) {
                assert!(after.get(&path) == Some(&bytes), "{name}: {} differs", path.display());
            }
            let is_somebodys = |path: &Path| self.files().any(|(file, _)| file == path);
            let own = within(&without(&after, is_somebodys), self.target());
            assert_eq!(own.len(), within(&whole, self.target()).len(), "{name}");
        }
        Golden { folder, before, after, operations: disk.log().len() as u64 }
    }

    /// The command that goes through after a fault.
    fn again(&self, folder: &Path) -> String {
        let may = |option: &str| {
            !self.command.contains(option.trim()) && !self.command.starts_with("merge ")
        };
        let is_there = self.rows().is_some_and(|rows| folder.join(rows).exists());
        let resume = if may(" --resume") { " --resume" } else { "" };
        let force = if is_there && may(" --force") { " --force" } else { "" };
        format!("{}{resume}{force}", self.command)
    }
}

fn is_state(path: &Path) -> bool {
    path.ends_with("state") || path.ends_with("state.previous")
}

/// Does one fault.
fn check(scenario: &Scenario, golden: &Golden, at: u64, fault: Fault) {
    let Golden { before, after, .. } = golden;
    let (folder, target) = (golden.folder.path(), scenario.target());
    restore(folder, before);
    let disk = Disk::new(at, fault);
    let run = || disk.during(|| scenario.run(scenario.command, folder));
    let ended = catch_unwind(AssertUnwindSafe(run));
    let log = disk.log();
    let operation = log.get(at as usize).map_or("none", String::as_str);
    let what = format!("{}: operation {at} ({operation}), {fault:?}: {ended:?}", scenario.name);

    // No file is torn: each is the old one, the new one, or gone; and what is somebody's stays.
    let found = snapshot(folder);
    for (path, bytes) in without(&found, |path| is_hidden(path) || is_state(path)) {
        let is_known = before.get(&path) == Some(&bytes) || after.get(&path) == Some(&bytes);
        assert!(is_known || is_manifest(&path), "{what}: {} is torn", path.display());
    }
    for (path, text) in scenario.files() {
        assert_eq!(found.get(path).map(Vec::as_slice), Some(text.as_bytes()), "{what}");
    }
    // A state that is left can be read; there is none only where there was none.
    let (old, new, now) = (within(before, target), within(after, target), within(&found, target));
    let is_left = match newest(&folder.join(target)) {
        Ok(None) => old.is_empty(),
        read => read.is_ok(),
    };
    assert!(is_left, "{what}: no state is left");
    // A manifest that is there is true; without one nothing else is of the old run where the state is of the new
    // one.
    let mut is_new = false;
    if now.contains_key(Path::new("manifest.json")) {
        assert_whole(&folder.join(target), &what);
        is_new = without(&new, is_manifest).iter().all(|(path, own)| now.get(path) == Some(own));
    }
    let state = Path::new("state");
    if old.get(state) != new.get(state) && old.get(state) != now.get(state) {
        let stale = old.iter().find(|(path, bytes)| {
            let is_table = path.extension().is_some_and(|end| end == "csv" || end == "json");
            is_table && now.get(*path) == Some(bytes) && new.get(*path) != Some(bytes)
        });
        assert_eq!(stale, None, "{what}: of the old run beside the new state");
    }
    if let Some(rows) = scenario.rows().map(Path::new) {
        let is_new_row = found.get(rows) == after.get(rows);
        assert!(is_new_row || !is_new, "{what}: the run without its rows");
    }
    let codes: &[u8] = match fault {
        Fault::Short => &[0],
        Fault::Error(EACCES) => &[0, 77],
        _ => &[0, 73, 74],
    };
    match (fault, &ended) {
        (Fault::Killed | Fault::Panic, _) => {}
        (_, Err(_)) => panic!("{what}"),
        (_, Ok((code, _))) => {
            assert!(codes.contains(code), "{what}");
            assert!(*code != 0 || is_new, "{what}: success without a result");
            // Unless just that failed.
            let may_stay = |path: &Path| {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                before.contains_key(path) || operation == format!("remove {name}")
            };
            let left = found.keys().find(|path| is_hidden(path) && !may_stay(path));
            assert_eq!(left, None, "{what}: left behind");
        }
    }

    // Whatever happened, the same command goes through and nothing stays behind.
    let again = scenario.again(folder);
    let done = at_once(|| scenario.run(&again, folder));
    assert_eq!(done, (0, String::new()), "{what}: and then");
    let found = snapshot(folder);
    assert!(found.keys().eq(after.keys()), "{what}: and then {:?}", found.keys());
    let own = Path::new(target).join("manifest.json");
    let is_same = without(&found, |path| path == own) == without(after, |path| path == own);
    assert!(is_same, "{what}: and then other bytes");
    let elsewhere = assert_whole(&folder.join(target), &format!("{what}: and then"));
    let rows: Vec<PathBuf> = scenario.rows().iter().map(|rows| folder.join(rows)).collect();
    assert_eq!(elsewhere, rows, "{what}: and then");
}

const ERRORS: [Fault; 6] = [
    Fault::Error(ENOSPC),
    Fault::Error(EIO),
    Fault::Error(EACCES),
    Fault::Error(EINTR),
    Fault::Short,
    Fault::Torn(ENOSPC),
];

/// A fault and a kill at every third operation; all of them at each with `WAR_SIM_LONG_TESTS=1`. A mistake of the
/// program spoils no folder either.
#[test]
fn each_operation_fails_or_is_the_last_and_the_run_goes_on_to_the_same_bytes() {
    let _turn = alone();
    let is_long = std::env::var_os("WAR_SIM_LONG_TESTS").is_some();
    let (mut faults, mut kills, mut failed) = (0, 0, Vec::new());
    for (nth, scenario) in (0..).zip(SCENARIOS) {
        let golden = scenario.golden();
        let operations = golden.operations;
        assert!(operations > 20, "{}: only {operations} operations", scenario.name);
        println!("{}: {operations} operations", scenario.name);
        for at in 0..operations {
            // Counted from another operation in each situation.
            let k = nth + at;
            let mut wanted = match (is_long, k % 3) {
                (true, _) => [&ERRORS[..], &[Fault::Killed]].concat(),
                (false, 0) => vec![ERRORS[(k / 3) as usize % ERRORS.len()]],
                (false, 1) => vec![Fault::Killed],
                (false, _) => Vec::new(),
            };
            kills += u64::from(wanted.contains(&Fault::Killed));
            faults += wanted.iter().filter(|fault| **fault != Fault::Killed).count();
            wanted.extend((nth == 0 && (is_long || k % 3 == 2)).then_some(Fault::Panic));
            for fault in wanted {
                // One that fails does not hide the others.
                let checked = || check(scenario, &golden, at, fault);
                if catch_unwind(AssertUnwindSafe(checked)).is_err() {
                    failed.push(format!("{}: operation {at}, {fault:?}", scenario.name));
                }
            }
        }
    }
    println!("{faults} faults, {kills} kills");
    assert!(failed.is_empty(), "what failed is said above: {failed:#?}");
}

/// Whoever goes on without the rows that a killed run was to have gets a whole run without them.
#[test]
fn a_run_that_was_killed_with_its_rows_goes_on_without_them() {
    let _turn = alone();
    let scenario = of("", &[SHORTER_ROWS], "LONG ROWS --resume");
    let golden = scenario.golden();
    let (folder, mut wholes) = (golden.folder.path(), BTreeSet::new());
    for at in 0..golden.operations {
        restore(folder, &golden.before);
        let disk = Disk::new(at, Fault::Killed);
        disk.during(|| scenario.run(scenario.command, folder));
        let (code, message) = at_once(|| scenario.run("LONG --resume", folder));
        let (run, what) = (folder.join("r"), format!("operation {at}: {message}"));
        if code == 0 {
            assert_whole(&run, &what);
            let rows = newest(&run).expect("a state").expect("a run").body.rows;
            assert_eq!(!rows.is_empty(), run.join("games.csv").exists(), "{what}");
            wholes.insert(rows.len());
        } else {
            let is_lost = message.contains("rows of games, which would be lost");
            assert!(code == 73 && is_lost, "{what}");
        }
    }
    assert_eq!(wholes, [0, 1].into());
}
