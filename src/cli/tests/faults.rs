//! Every file operation fails once, and is the last one of a killed program once.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value as Json;
use sha2::{Digest as _, Sha256};
use tempfile::TempDir;

use super::{alone, run};
use crate::lab::store::disk::faulty::{EACCES, EINTR, EIO, ENOSPC, Fault, Faulty};

/// A file or folder with all that is in it, by path.
type Snapshot = BTreeMap<PathBuf, Vec<u8>>;

/// A command in a folder of its own.
struct Scenario {
    name: &'static str,
    /// Commands before.
    before: &'static [&'static str],
    /// Files before, after the commands.
    files: &'static [(&'static str, &'static str)],
    command: &'static str,
    /// Rows beside the folder of the run.
    rows: Option<&'static str>,
}

const SCENARIOS: [Scenario; 7] = [
    Scenario {
        name: "a new folder",
        before: &[],
        files: &[],
        command: "--games 20 --seed 1",
        rows: None,
    },
    Scenario {
        name: "a new folder with rows",
        before: &[],
        files: &[],
        command: "--games 20 --seed 1 --per-game games.csv",
        rows: None,
    },
    Scenario {
        name: "a new folder and rows beside it",
        before: &[],
        files: &[],
        command: "compare umass one-down --games 20 --seed 1 --per-game DIR/rows.csv",
        rows: Some("rows.csv"),
    },
    Scenario {
        name: "another run replaced, with somebody's files in its folder",
        before: &["--games 30 --seed 2 --per-game games.csv"],
        files: &[("r/notes.txt", "mine"), ("r/more/notes.txt", "mine, too")],
        command: "--games 20 --seed 1 --force",
        rows: None,
    },
    Scenario {
        name: "the same run again, without the rows that it wrote before",
        before: &["--games 20 --seed 1 --per-game games.csv"],
        files: &[("r/notes.txt", "mine")],
        command: "--games 20 --seed 1 --confidence 0.95",
        rows: None,
    },
    Scenario {
        name: "another run and the rows beside it replaced",
        before: &["--games 30 --seed 2 --per-game DIR/rows.csv"],
        files: &[],
        command: "--games 20 --seed 1 --per-game DIR/rows.csv --force",
        rows: Some("rows.csv"),
    },
    Scenario {
        name: "Ludo",
        before: &["ludo wuerfel0 --games 3 --seed 2"],
        files: &[("r/notes.txt", "mine")],
        command: "ludo wuerfel0 --games 2 --seed 1 --force",
        rows: None,
    },
];

/// What lies in a folder.
fn snapshot(folder: &Path) -> Snapshot {
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

/// What must not differ between two writings of a run: all but times.
fn lasting(mut snapshot: Snapshot) -> Snapshot {
    snapshot.remove(Path::new("manifest.json"));
    snapshot
}

/// Checks that a folder holds just what its manifest says, and what is somebody's.
fn assert_whole(folder: &Path, what: &str) {
    let files = snapshot(folder);
    let Some(manifest) = files.get(Path::new("manifest.json")) else {
        panic!("{what}: no manifest among {:?}", files.keys());
    };
    let manifest: Json = serde_json::from_slice(manifest).expect("JSON");
    for listed in manifest["files"].as_array().expect("a list") {
        let name = listed["name"].as_str().expect("a name");
        if name.contains('/') {
            continue;
        }
        let Some(bytes) = files.get(Path::new(name)) else { panic!("{what}: {name} is missing") };
        let digest: String = Sha256::digest(bytes).iter().map(|b| format!("{b:02x}")).collect();
        assert_eq!(listed["sha256"], digest.as_str(), "{what}: {name}");
    }
}

impl Scenario {
    fn words(&self, command: &str, folder: &Path) -> Vec<String> {
        let folder = folder.to_str().expect("a path");
        let more = ["--quiet", "--threads", "1", "--name", "r", "--out", folder];
        let words = command.split(' ').map(|word| word.replace("DIR", folder));
        words.chain(more.map(Into::into)).collect()
    }

    fn run(&self, command: &str, folder: &Path) -> (u8, String) {
        let words = self.words(command, folder);
        run(&words.iter().map(String::as_str).collect::<Vec<_>>())
    }

    fn prepare(&self, folder: &Path) {
        for command in self.before {
            let done = without_faults(|| self.run(command, folder));
            assert_eq!(done, (0, String::new()), "{command}");
        }
        for (name, text) in self.files {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
    }

    /// The folder before and after the command, and the number of its operations.
    fn golden(&self) -> (TempDir, Snapshot, u64) {
        let before = TempDir::new().expect("a folder");
        self.prepare(before.path());
        let after = copy(before.path());
        let (faulty, disk) = Faulty::new(u64::MAX, Fault::Killed);
        let (code, message) = disk.during(|| self.run(self.command, after.path()));
        assert_eq!((code, message.as_str()), (0, ""), "{}", self.name);
        assert_whole(&after.path().join("r"), self.name);
        let files = snapshot(after.path());
        let is_hidden =
            |path: &&PathBuf| path.iter().any(|part| part.as_encoded_bytes()[0] == b'.');
        let hidden = files.keys().find(is_hidden);
        assert_eq!(hidden, None, "{}", self.name);
        (before, files, faulty.operations())
    }
}

/// Does `work` on a disk without a fault; unlike the machine's own it does not wait until all is
/// safe against a loss of power, which would take most of the test's time.
fn without_faults<R>(work: impl FnOnce() -> R) -> R {
    Faulty::new(u64::MAX, Fault::Short).1.during(work)
}

/// A copy of a folder.
fn copy(folder: &Path) -> TempDir {
    let copied = TempDir::new().expect("a folder");
    for (path, bytes) in snapshot(folder) {
        let path = copied.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }
    copied
}

/// Exit codes that fit a fault.
fn codes(fault: Fault) -> &'static [u8] {
    match fault {
        Fault::Error(EINTR) | Fault::Short => &[0],
        Fault::Error(ENOSPC) | Fault::Torn(ENOSPC) => &[0, 74],
        Fault::Error(EACCES) => &[0, 77],
        _ => &[0, 73, 74],
    }
}

/// Does one fault; returns whether the command failed.
fn check(scenario: &Scenario, golden: &(TempDir, Snapshot, u64), at: u64, fault: Fault) -> bool {
    let (before, after, _) = golden;
    let folder = copy(before.path());
    let (faulty, disk) = Faulty::new(at, fault);
    let (code, message) = disk.during(|| scenario.run(scenario.command, folder.path()));
    let log = faulty.log();
    let operation = log.get(at as usize).map_or("none", String::as_str);
    let what = format!("{}: operation {at} ({operation}), {fault:?}: {message}", scenario.name);

    let target = folder.path().join("r");
    let in_r = |snapshot: &Snapshot| -> Snapshot {
        let inside = snapshot.iter().filter_map(|(path, bytes)| {
            Some((path.strip_prefix("r").ok()?.to_owned(), bytes.clone()))
        });
        inside.collect()
    };
    let mut found = snapshot(&target);
    let killed = matches!(fault, Fault::Killed | Fault::KilledWithoutExchange);
    if fault == Fault::KilledWithoutExchange && found.is_empty() {
        found = snapshot(&folder.path().join(".r.old"));
    }
    let (old, new) = (snapshot(&before.path().join("r")), in_r(after));
    let is_old = found == old;
    let is_new = lasting(found.clone()) == lasting(new);
    assert!(is_old || is_new, "{what}: a mix: {:?}", found.keys());
    if !found.is_empty() && target.exists() {
        assert_whole(&target, &what);
    }
    if let Some(rows) = scenario.rows {
        let rows = Path::new(rows);
        let found = fs::read(folder.path().join(rows)).ok();
        let is_new_row = found.as_ref() == after.get(rows);
        let is_old_row = found == fs::read(before.path().join(rows)).ok();
        assert!(is_old_row || is_new_row, "{what}: other rows");
        assert!(killed || is_new == is_new_row, "{what}: rows without their run, or without them");
    }
    if !killed {
        assert!(codes(fault).contains(&code), "{what}: exit code {code}");
        assert!(code != 0 || is_new, "{what}: success without a result");
        // What was in place but could not be made safe is reported, and stays.
        assert!(
            code == 0 || is_old || operation.starts_with("sync-dir"),
            "{what}: failed, yet new"
        );
    }

    // Whatever happened, the same command goes through and nothing stays behind.
    let mut again = scenario.command.to_owned();
    if scenario.rows.is_some_and(|rows| folder.path().join(rows).exists()) {
        again.push_str(" --force");
    }
    let again = again.replace(" --force --force", " --force");
    let (code, message) = without_faults(|| scenario.run(&again, folder.path()));
    assert_eq!((code, message.as_str()), (0, ""), "{what}: and then");
    let found = snapshot(folder.path());
    let visible = |files: &Snapshot| -> Snapshot {
        let mut files = files.clone();
        files.remove(Path::new("r/manifest.json"));
        files
    };
    assert_eq!(
        visible(&found).keys().collect::<Vec<_>>(),
        visible(after).keys().collect::<Vec<_>>(),
        "{what}: and then"
    );
    assert!(visible(&found) == visible(after), "{what}: and then other bytes");
    code != 0
}

#[test]
fn each_operation_fails_once_and_is_killed_once_and_the_folder_is_old_or_new() {
    let _turn = alone();
    let (mut faults, mut kills) = (0, 0);
    for scenario in &SCENARIOS {
        let golden = scenario.golden();
        let operations = golden.2;
        assert!(operations > 20, "{}: only {operations} operations", scenario.name);
        for at in 0..operations {
            for fault in [
                Fault::Error(ENOSPC),
                Fault::Error(EIO),
                Fault::Error(EACCES),
                Fault::Error(EINTR),
                Fault::Short,
                Fault::Torn(ENOSPC),
            ] {
                check(scenario, &golden, at, fault);
                faults += 1;
            }
            check(scenario, &golden, at, Fault::Killed);
            kills += 1;
            if !scenario.before.is_empty() {
                check(scenario, &golden, at, Fault::KilledWithoutExchange);
                kills += 1;
            }
        }
    }
    println!("{faults} faults, {kills} kills");
}
