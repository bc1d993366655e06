//! The folder of a run: prepared, put in place, recovered.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::time::SystemTime;

use serde_json::{Value as Json, json};

#[cfg(unix)]
use super::exchanges_names;
use super::scratch;
use crate::lab::run::Threads;
use crate::lab::spec::Refused;
use crate::lab::store::disk::Disk;
use crate::lab::store::folder::{Claim, Place};
use crate::lab::store::manifest::{FileRecord, Manifest};
use crate::lab::store::output::OutputFile;
use crate::lab::store::page::BEGINNING;
use crate::lab::store::signed::{self, sha256};
use crate::lab::store::state::{FORMAT, Header};
#[cfg(unix)]
use crate::lab::store::tests::faulty::EIO;
use crate::lab::store::tests::faulty::{EACCES, Fault, Faulty};

/// A page of other counts.
const OLD_PAGE: &str = "<!doctype html>\n<!-- war-sim report -->\nof another run";

/// A disk that can exchange names, and waits for nothing.
pub fn disk() -> Disk {
    Faulty::new(u64::MAX, Fault::Short).1
}

/// One that cannot.
fn without_exchange() -> Disk {
    Faulty::new(u64::MAX, Fault::KilledWithoutExchange).1
}

/// Prepares the folder `r` for a run.
pub fn open(disk: &Disk, out: &Path, run: &str, force: bool) -> Result<Place, Refused> {
    let claim = if force { Claim::Anything } else { Claim::Same };
    Place::open(disk, &out.join("r"), &json!(run), claim)
}

pub fn manifest(run: &str, files: &[(&str, &str)]) -> Manifest {
    let record = |(name, text): &(&str, &str)| FileRecord::of(name, text.as_bytes());
    let (started, files) = (SystemTime::UNIX_EPOCH, files.iter().map(record).collect());
    Manifest { started, files, ..Manifest::new(json!(run), Threads::All) }
}

/// The state of a run with these files.
fn state(run: &str, files: &[(&str, &str)]) -> Vec<u8> {
    let sums = files.iter().map(|(name, text)| (*name, sha256(text.as_bytes())));
    let sums: BTreeMap<&str, String> = sums.collect();
    signed::seal(FORMAT, &json!({"run": run, "tables": sums, "rows": []}).to_string())
}

/// Commits a run with these files.
fn commit(
    folder: Place,
    run: &str,
    files: &[(&str, &str)],
    beside: Option<OutputFile>,
) -> Result<(), Refused> {
    commit_keeping(folder, run, files, &[], beside)
}

/// The same, which keeps others that it wrote before.
fn commit_keeping(
    folder: Place,
    run: &str,
    files: &[(&str, &str)],
    kept: &[(&str, &str)],
    beside: Option<OutputFile>,
) -> Result<(), Refused> {
    let all = [files, kept].concat();
    let mut bytes: Vec<(&str, Vec<u8>)> =
        files.iter().map(|(name, text)| (*name, text.as_bytes().to_vec())).collect();
    bytes.push(("state", state(run, &all)));
    let beside = beside.map(|file| file.complete().unwrap());
    let left = folder.commit(&bytes, manifest(run, &all), beside)?;
    left.map_or(Ok(()), Err)
}

/// Writes a folder as a run left it, with files that are nobody's.
pub fn run_at(path: &Path, run: &str, files: &[(&str, &str)], others: &[(&str, &str)]) {
    fs::create_dir_all(path).unwrap();
    fs::write(path.join("state"), state(run, files)).unwrap();
    fs::write(path.join("manifest.json"), manifest(run, files).text()).unwrap();
    for (name, text) in files.iter().chain(others) {
        let file = path.join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
}

/// What lies in a folder, states and manifests aside; `/` behind a name is a folder without anything.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let (path, name) = {
            let entry = entry.unwrap();
            (entry.path(), entry.file_name().into_string().unwrap())
        };
        if path.is_symlink() {
            found.insert(name, "a link".into());
        } else if path.is_dir() {
            let inside = files(&path);
            if inside.is_empty() && !path.join("state").exists() {
                found.insert(format!("{name}/"), String::new());
            }
            found.extend(inside.into_iter().map(|(file, text)| (format!("{name}/{file}"), text)));
        } else if !["state", "manifest.json"].contains(&&*name) {
            found.insert(name, fs::read_to_string(path).unwrap());
        }
    }
    found
}

fn expected(files: &[(&str, &str)]) -> BTreeMap<String, String> {
    files.iter().map(|&(name, text)| (name.into(), text.into())).collect()
}

/// The run whose state lies in the folder `r`.
fn run_in(out: &Path) -> Option<Json> {
    Some(Header::of_folder(&disk(), &out.join("r")).unwrap()?.run)
}

#[test]
fn what_is_there_decides_whether_a_run_is_written() {
    type Before = fn(&Path);
    let before: [(Before, &str); 8] = [
        (|_| (), "may"),
        (|r| fs::create_dir(r).unwrap(), "may"),
        (|r| run_at(r, "mine", &[("a", "1")], &[]), "may"),
        (|r| run_at(r, "other", &[("a", "1")], &[]), "occupied"),
        (|r| fs::create_dir_all(r.join("notes")).unwrap(), "occupied"),
        (
            |r| {
                fs::create_dir(r).unwrap();
                fs::write(r.join("manifest.json"), b"\xff").unwrap();
            },
            "occupied",
        ),
        (|r| fs::create_dir_all(r.join("manifest.json")).unwrap(), "occupied"),
        (|r| fs::write(r, "a file").unwrap(), "no folder"),
    ];
    for (k, (prepare, expected)) in before.into_iter().enumerate() {
        for force in [false, true] {
            let out = scratch();
            prepare(&out.path().join("r"));
            let found = match open(&disk(), out.path(), "mine", force) {
                Ok(_) => "may",
                Err(refused) if refused.what.starts_with("contains ") => "occupied",
                Err(refused) if refused.what.ends_with("is not a folder") => "no folder",
                Err(other) => panic!("{other}"),
            };
            let forced = if expected == "no folder" { expected } else { "may" };
            assert_eq!(found, if force { forced } else { expected }, "{k}");
        }
    }
}

#[test]
fn a_folder_that_is_prepared_is_held_and_leaves_nothing() {
    let out = scratch();
    let deep = out.path().join("not/yet/there");
    let held = open(&disk(), &deep, "mine", false).unwrap();
    assert_eq!((held.target(), held.staging()), (&*deep.join("r"), &*deep.join(".r.partial")));
    let temporary = held.temporary();
    assert!(temporary.len() == 2 && temporary.iter().all(|path| path.exists()));
    fs::write(held.staging().join("begun"), "").unwrap();
    let second = open(&disk(), &deep, "mine", true);
    let locked = format!("{}: another run is writing there", deep.join("r").display());
    assert_eq!(second.unwrap_err().what, locked);
    drop(held);
    assert_eq!(fs::read_dir(&deep).unwrap().count(), 0);
    assert!(open(&disk(), &deep, "mine", false).is_ok());
}

#[cfg(unix)]
#[test]
fn a_run_takes_the_place_of_another_and_leaves_what_is_somebodys() {
    for disk in [disk(), without_exchange()] {
        let out = scratch();
        let target = out.path().join("r");
        let listed =
            [("same", "old"), ("gone", "old"), ("equal", "both"), ("changed", "as listed")];
        let notes = [
            ("notes", "mine"),
            ("more/deep/notes", "mine"),
            ("report.html", OLD_PAGE),
            ("new", "mine"),
        ];
        run_at(&target, "other", &listed, &notes);
        fs::write(target.join("changed"), "by hand").unwrap();
        std::os::unix::fs::symlink("/nowhere", target.join("link")).unwrap();
        fs::create_dir(target.join("links")).unwrap();
        std::os::unix::fs::symlink("/nowhere", target.join("links/link")).unwrap();
        fs::write(target.join("links/notes"), "mine").unwrap();
        let folder = open(&disk, out.path(), "mine", true).unwrap();
        let tables = [("same", "new"), ("new", "new"), ("equal", "both")];
        commit(folder, "mine", &tables, None).unwrap();
        let after = [
            ("r/same", "new"),
            ("r/equal", "both"),
            ("r/new", "new"),
            // In the way of a file of the run.
            ("r/changed", "by hand"),
            ("r/notes", "mine"),
            ("r/more/deep/notes", "mine"),
            ("r/link", "a link"),
            ("r/links/link", "a link"),
            ("r/links/notes", "mine"),
        ];
        assert_eq!(files(out.path()), expected(&after));
        assert_eq!(run_in(out.path()), Some(json!("mine")));
    }
}

#[test]
fn the_same_run_keeps_what_it_does_not_write_again() {
    for disk in [disk(), without_exchange()] {
        let out = scratch();
        let listed = [("table", "old"), ("rows", "kept"), ("lost", "")];
        run_at(&out.path().join("r"), "mine", &listed, &[("report.html", OLD_PAGE)]);
        fs::remove_file(out.path().join("r/lost")).unwrap();
        let folder = open(&disk, out.path(), "mine", false).unwrap();
        for (name, may) in
            [("rows", true), ("table", true), ("absent", true), ("report.html", false)]
        {
            assert_eq!(folder.may_replace(name).unwrap(), may, "{name}");
        }
        commit_keeping(folder, "mine", &[("table", "new")], &[("rows", "kept")], None).unwrap();
        assert_eq!(files(out.path()), expected(&[("r/table", "new"), ("r/rows", "kept")]));
    }
}

/// A page stays while it tells of the counts that are there, whoever has changed it; so does what only
/// has its name.
#[test]
fn a_page_stays_while_its_numbers_hold() {
    let (here, begun) = (sha256(&state("mine", &[("table", "counts")])), BEGINNING);
    for (page, counts, stays) in [
        (format!("{begun}of {here}"), "counts", true),
        (format!("{begun}of {here}"), "other counts", false),
        (format!("{begun}of no counts"), "counts", false),
        (format!("my own {here}"), "other counts", true),
    ] {
        for disk in [disk(), without_exchange()] {
            let out = scratch();
            let others = [("report.html", page.as_str())];
            run_at(&out.path().join("r"), "mine", &[("table", "counts")], &others);
            let folder = open(&disk, out.path(), "mine", false).unwrap();
            commit(folder, "mine", &[("table", counts)], None).unwrap();
            let there = fs::read_to_string(out.path().join("r/report.html")).ok();
            assert_eq!(there.as_ref(), stays.then_some(&page), "{page}, {counts}");
            // What is somebody's own has no checksum.
            let text = fs::read_to_string(out.path().join("r/manifest.json")).unwrap();
            let is_listed = stays && page.starts_with(begun);
            assert_eq!(text.contains("report.html"), is_listed, "{page}, {counts}");
        }
    }
}

/// A run of which the names beside its folder hold something.
fn left_by_a_kill(r: Option<&str>, aside: &str) -> tempfile::TempDir {
    let out = scratch();
    if let Some(run) = r {
        run_at(&out.path().join("r"), run, &[("table", "new")], &[("notes", "mine")]);
    }
    let others =
        [("notes", "old"), ("only", "old"), ("deep/notes", "old"), ("report.html", OLD_PAGE)];
    run_at(&out.path().join(aside), "old", &[("table", "old"), ("gone", "old")], &others);
    fs::write(out.path().join(aside).join("gone"), "changed").unwrap();
    run_at(&out.path().join(".r.partial"), "partial", &[("table", "partial")], &[("deep/a", "")]);
    out
}

#[test]
fn what_a_killed_run_left_is_put_in_order() {
    // In the moment between two names: the old run returns.
    let out = left_by_a_kill(None, ".r.old");
    drop(open(&disk(), out.path(), "old", false).unwrap());
    assert_eq!(run_in(out.path()), Some(json!("old")));
    assert_eq!(files(out.path())["r/table"], "old");
    assert!(!out.path().join(".r.old").exists());

    // After it: what is not the old run's moves over.
    for aside in [".r.old", ".r.new"] {
        let out = left_by_a_kill(Some("new"), aside);
        drop(open(&disk(), out.path(), "new", false).unwrap());
        let after = [
            ("r/table", "new"),
            ("r/notes", "mine"),
            ("r/only", "old"),
            ("r/deep/notes", "old"),
            ("r/gone", "changed"),
        ];
        assert_eq!(files(out.path()), expected(&after), "{aside}");
        assert_eq!(run_in(out.path()), Some(json!("new")));
    }

    // A run that was never in its place: what is somebody's stays, without it.
    let out = left_by_a_kill(None, ".r.new");
    drop(open(&disk(), out.path(), "new", true).unwrap());
    let after =
        [("r/notes", "old"), ("r/only", "old"), ("r/deep/notes", "old"), ("r/gone", "changed")];
    assert_eq!(files(out.path()), expected(&after));
    assert_eq!(run_in(out.path()), None);
}

/// What somebody called like a file of a run is not the run's.
#[test]
fn files_and_folders_of_other_people_keep_their_names_or_get_new_ones() {
    for disk in [disk(), without_exchange()] {
        let out = scratch();
        let others = [("answer", "my notes"), ("mine/notes", "mine")];
        run_at(&out.path().join("r"), "mine", &[("table", "old")], &others);
        fs::remove_file(out.path().join("r/manifest.json")).unwrap();
        fs::create_dir(out.path().join("r/manifest.json")).unwrap();
        fs::write(out.path().join("r/manifest.json/deep"), "mine").unwrap();
        for _ in 0..2 {
            let folder = open(&disk, out.path(), "mine", false).unwrap();
            commit(folder, "mine", &[("table", "new")], None).unwrap();
            let found = files(out.path());
            assert_eq!((&*found["r/answer"], &*found["r/mine/notes"]), ("my notes", "mine"));
            assert_eq!(found["r/manifest.json.1/deep"], "mine");
            assert_eq!(fs::read_dir(out.path()).unwrap().count(), 1, "nothing is left beside it");
        }
    }
}

#[test]
fn nothing_of_the_old_run_but_a_folder_of_nothing_goes() {
    let out = scratch();
    run_at(&out.path().join(".r.new"), "old", &[("table", "old")], &[]);
    drop(open(&disk(), out.path(), "new", false).unwrap());
    assert_eq!(fs::read_dir(out.path()).unwrap().count(), 0);
}

#[test]
fn what_has_a_name_of_the_store_and_is_no_folder_is_moved_aside() {
    let out = scratch();
    fs::write(out.path().join(".r.old"), "a file").unwrap();
    fs::write(out.path().join(".r.old.1"), "another").unwrap();
    drop(open(&disk(), out.path(), "mine", false).unwrap());
    // It is not put back as the run.
    let found = files(out.path());
    assert_eq!(found.values().map(String::as_str).collect::<Vec<_>>(), ["another", "a file"]);
}

#[test]
fn a_file_beside_that_cannot_be_placed_puts_the_folder_back() {
    for disk in [disk(), without_exchange()] {
        for before in [None, Some("other")] {
            let out = scratch();
            if let Some(run) = before {
                run_at(&out.path().join("r"), run, &[("table", "old")], &[("notes", "mine")]);
            }
            let was = files(out.path());
            let rows = out.path().join("rows");
            let mut beside = OutputFile::create(&disk, &rows, false).unwrap();
            beside.write_all(b"rows").unwrap();
            let folder = open(&disk, out.path(), "mine", true).unwrap();
            // Somebody makes a file of that name meanwhile.
            fs::write(&rows, "somebody's").unwrap();
            let error = commit(folder, "mine", &[("table", "new")], Some(beside)).unwrap_err();
            assert!(
                error.what.starts_with(&format!("{}: cannot be written", rows.display())),
                "{error}"
            );
            let mut now = files(out.path());
            assert_eq!(now.remove("rows").as_deref(), Some("somebody's"));
            assert_eq!((now, run_in(out.path())), (was, before.map(|run| json!(run))));
        }
    }
}

#[test]
fn a_folder_and_a_file_beside_it_come_together() {
    for replace in [false, true] {
        let (out, disk) = (scratch(), disk());
        let rows = out.path().join("rows");
        if replace {
            fs::write(&rows, "old").unwrap();
        }
        let mut beside = OutputFile::create(&disk, &rows, replace).unwrap();
        beside.write_all(b"new").unwrap();
        let folder = open(&disk, out.path(), "mine", false).unwrap();
        commit(folder, "mine", &[("table", "new")], Some(beside)).unwrap();
        assert_eq!(files(out.path()), expected(&[("r/table", "new"), ("rows", "new")]));
    }
}

/// The number of the first operation of a commit that is called so.
fn operation(log: &Faulty, name: &str) -> u64 {
    let log = log.log();
    log.iter().position(|done| done.starts_with(name)).unwrap_or_else(|| panic!("{log:?}")) as u64
}

/// Another run in the place of one with somebody's files; what comes of it, and the log.
#[cfg(unix)]
fn replaced(out: &Path, at: u64, fault: Fault) -> (Result<(), Refused>, std::sync::Arc<Faulty>) {
    let notes = [
        ("notes", "mine"),
        ("more/top", "mine"),
        ("more/deep/notes", "mine"),
        ("report.html", OLD_PAGE),
    ];
    run_at(&out.join("r"), "other", &[("table", "old"), ("gone", "old")], &notes);
    fs::create_dir(out.join("r/links")).unwrap();
    fs::write(out.join("r/links/notes"), "mine").unwrap();
    std::os::unix::fs::symlink("/nowhere", out.join("r/links/link")).unwrap();
    let (log, disk) = Faulty::new(at, fault);
    let folder = open(&disk, out, "mine", true).unwrap();
    (commit(folder, "mine", &[("table", "new")], None), log)
}

#[cfg(unix)]
#[test]
fn somebodys_files_are_in_the_new_folder_from_its_first_moment() {
    if !exchanges_names() {
        return;
    }
    let (done, log) = replaced(scratch().path(), u64::MAX, Fault::Killed);
    done.unwrap();
    let exchange = operation(&log, "exchange r");
    let out = scratch();
    let _ = replaced(out.path(), exchange + 1, Fault::Killed);
    let after =
        [("table", "new"), ("notes", "mine"), ("more/top", "mine"), ("more/deep/notes", "mine")];
    // A link has no second name: what holds one comes afterwards.
    assert_eq!(files(&out.path().join("r")), expected(&after));
    // Where the exchange fails all is as before.
    let out = scratch();
    let (failed, _) = replaced(out.path(), exchange, Fault::Error(EIO));
    assert!(failed.unwrap_err().what.contains("cannot be written"));
    assert_eq!((run_in(out.path()), files(out.path()).len()), (Some(json!("other")), 8));
}

#[test]
fn rows_that_can_have_one_name_only_are_kept_too() {
    let run = |at, fault| {
        let out = scratch();
        run_at(&out.path().join("r"), "mine", &[("table", "old"), ("rows", "kept")], &[]);
        let (log, disk) = Faulty::new(at, fault);
        let folder = open(&disk, out.path(), "mine", false).unwrap();
        commit_keeping(folder, "mine", &[("table", "new")], &[("rows", "kept")], None).unwrap();
        assert_eq!(files(out.path()), expected(&[("r/table", "new"), ("r/rows", "kept")]));
        log
    };
    let log = run(u64::MAX, Fault::Killed);
    run(operation(&log, "link rows"), Fault::Error(EACCES));
}

#[test]
fn a_lock_that_cannot_be_made_is_told_from_one_that_is_held() {
    let out = scratch();
    let (_, disk) = Faulty::new(1, Fault::Error(EACCES));
    let error = open(&disk, out.path(), "mine", false).unwrap_err();
    assert!(error.what.contains(".r.lock: no permission to write there"), "{error}");
}

#[test]
fn a_kill_while_the_folder_is_put_back_leaves_a_run_in_its_place() {
    let run = |at| {
        let out = scratch();
        run_at(&out.path().join("r"), "other", &[("table", "old")], &[]);
        let rows = out.path().join("rows");
        let beside = OutputFile::create(&disk(), &rows, false).unwrap();
        let (log, disk) = Faulty::new(at, Fault::Killed);
        if let Ok(folder) = open(&disk, out.path(), "mine", true) {
            fs::write(&rows, "somebody's").unwrap();
            assert!(commit(folder, "mine", &[("table", "new")], Some(beside)).is_err());
        }
        assert!([Some(json!("other")), Some(json!("mine"))].contains(&run_in(out.path())), "{at}");
        log.operations()
    };
    let operations = run(u64::MAX);
    for at in 0..operations {
        run(at);
    }
}
