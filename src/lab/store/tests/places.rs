//! The folder of a run: held, replaced, tidied.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::{Value as Json, json};

use super::{at_no_time, scratch};
use crate::core::table::Table;
use crate::games::war::INFO;
use crate::lab::refused::Refused;
use crate::lab::store::files::{MANIFEST, PACKAGE, PREVIOUS, STATE};
use crate::lab::store::manifest::{FileRecord, Manifest};
use crate::lab::store::place::Place;
use crate::lab::store::rows::PerGame;
use crate::lab::store::signed::seal;
use crate::lab::store::state::newest;
use crate::lab::store::tests::{EACCES, Fault, Faulty};
use crate::lab::study::rows::RowDetail;

/// Opens the folder `r` for a run.
pub fn open(out: &Path, run: &str, force: bool) -> Result<Place, Refused> {
    let mut place = Place::open(&out.join("r"), force)?;
    place.claim(&json!(run), None, false)?;
    Ok(place)
}

/// What has rows.
const ROWS: [&str; 2] = ["listed.csv", "rows.csv"];

/// The state of a run that counted this.
fn state(run: &str, counts: &str) -> Vec<u8> {
    let none: [u8; 0] = [];
    let body = json!({"run": run, "told": counts, "games": [[0, 9]], "cells": none,
                      "pairs": none, "strata": none, "rows": ROWS});
    seal(&body.to_string())
}

/// A manifest that lists a state and these files.
fn of_state(run: &str, state: &[u8], files: &[(&str, &str)]) -> Manifest {
    let mut manifest = Manifest::new(&json!(run), Vec::new(), None, at_no_time());
    let record = |(name, text): &(&str, &str)| FileRecord::of(name, text.as_bytes());
    manifest.files = files.iter().map(record).chain([FileRecord::of(STATE, state)]).collect();
    for file in manifest.files.iter_mut().filter(|file| ROWS.contains(&&*file.name)) {
        file.rows = Some(RowDetail::default());
    }
    manifest
}

/// Writes a folder as a run left it, with files that are nobody's.
pub fn run_at(path: &Path, run: &str, files: &[(&str, &str)], others: &[(&str, &str)]) {
    fs::create_dir_all(path).unwrap();
    let state = state(run, "old");
    fs::write(path.join(STATE), &state).unwrap();
    let manifest = of_state(run, &state, files);
    fs::write(path.join(MANIFEST), manifest.text()).unwrap();
    for (name, text) in files.iter().chain(others) {
        let file = path.join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
}

/// Puts a complete run in place.
fn finish(
    place: Place,
    run: &str,
    counts: &str,
    files: &[(&'static str, &str)],
) -> Result<(), Refused> {
    let tables: Vec<Table> = files.iter().map(|(name, text)| Table::new(name, [*text])).collect();
    let manifest = Manifest::new(&json!(run), Vec::new(), None, at_no_time());
    let page = place.has_page().then(|| b"drawn".to_vec());
    place.write(manifest, &INFO, &state(run, counts), &tables, page, None)
}

/// What lies in a folder, but for state, manifest and what describes the tables; without the ends of lines.
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
            let inside = files(&path).into_iter();
            found.extend(inside.map(|(file, text)| (format!("{name}/{file}"), text)));
        } else if ![STATE, MANIFEST, PACKAGE].contains(&&*name) {
            found.insert(name, fs::read_to_string(path).unwrap().trim_end().to_owned());
        }
    }
    found
}

fn expected(files: &[(&str, &str)]) -> BTreeMap<String, String> {
    files.iter().map(|&(name, text)| (name.into(), text.into())).collect()
}

/// The run whose state lies in the folder `r`.
fn run_in(out: &Path) -> Option<Json> {
    Some(newest(&out.join("r")).unwrap()?.body.run)
}

/// The operation that holds the folder of a run here.
fn at_hold(out: &Path) -> u64 {
    let (log, disk) = Faulty::new(u64::MAX, Fault::Short);
    drop(disk.during(|| open(out, "mine", false)).unwrap());
    log.log().iter().position(|what| what == "hold .lock").unwrap() as u64
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
                fs::write(r.join(MANIFEST), b"\xff").unwrap();
            },
            "occupied",
        ),
        (|r| fs::create_dir_all(r.join(MANIFEST)).unwrap(), "in the way"),
        (|r| fs::write(r, "a file").unwrap(), "no folder"),
    ];
    for (k, (prepare, expected)) in before.into_iter().enumerate() {
        for force in [false, true] {
            let out = scratch();
            prepare(&out.path().join("r"));
            let found = match open(out.path(), "mine", force) {
                Ok(_) => "may",
                Err(refused) if refused.what.starts_with("contains ") => "occupied",
                Err(refused) if refused.what.contains("it is there and is not a folder") => {
                    "no folder"
                }
                Err(refused) if refused.what.contains("where a file is to be") => "in the way",
                Err(other) => panic!("{other}"),
            };
            let forced = if expected == "occupied" { "may" } else { expected };
            assert_eq!(found, if force { forced } else { expected }, "{k}");
        }
    }
}

#[test]
fn a_folder_is_held_and_goes_if_nothing_is_in_it() {
    let out = scratch();
    let deep = out.path().join("not/yet/there");
    let held = open(&deep, "mine", false).unwrap();
    assert_eq!(held.folder(), deep.join("r"));
    let second = open(&deep, "mine", true);
    let locked = format!("{}: another run is writing there; wait", deep.join("r").display());
    assert!(second.unwrap_err().what.starts_with(&locked));
    drop(held);
    assert_eq!(fs::read_dir(&deep).unwrap().count(), 0);
    // So does none that somebody made.
    let mine = out.path().join("mine");
    fs::create_dir_all(mine.join("r")).unwrap();
    drop(open(&mine, "mine", false).unwrap());
    assert_eq!(fs::read_dir(mine.join("r")).unwrap().count(), 0);
    let (_, broken) = Faulty::new(at_hold(&mine), Fault::Error(EACCES));
    assert!(broken.during(|| open(&mine, "mine", false)).is_err() && mine.join("r").exists());
    // What is somebody's stays, and so does what a run goes on with.
    let mut held = open(&deep, "mine", false).unwrap();
    held.save(&state("mine", "some")).unwrap();
    fs::write(deep.join("r/.rows.partial"), "").unwrap();
    drop(held);
    assert_eq!(fs::read_dir(deep.join("r")).unwrap().count(), 1);
    assert_eq!(run_in(&deep), Some(json!("mine")));
}

#[cfg(unix)]
#[test]
fn a_run_takes_the_place_of_another_and_leaves_what_is_somebodys() {
    let out = scratch();
    let target = out.path().join("r");
    let listed =
        [("summary.csv", "old"), ("pairs.csv", "old"), ("wars.csv", "both"), ("rows.csv", "old")];
    let notes = [("notes", "mine"), ("more/deep/notes", "mine"), ("report.html", "of another run")];
    run_at(&target, "other", &listed, &notes);
    fs::write(target.join("mine.csv"), "mine").unwrap();
    std::os::unix::fs::symlink("/nowhere", target.join("link")).unwrap();
    let place = open(out.path(), "mine", true).unwrap();
    let tables = [("summary.csv", "new"), ("histogram.csv", "new"), ("wars.csv", "both")];
    finish(place, "mine", "new", &tables).unwrap();
    let after = [
        ("summary.csv", "new"),
        ("wars.csv", "both"),
        ("histogram.csv", "new"),
        ("report.html", "drawn"),
        ("mine.csv", "mine"),
        ("notes", "mine"),
        ("more/deep/notes", "mine"),
        ("link", "a link"),
    ];
    assert_eq!(files(&target), expected(&after));
    assert_eq!(run_in(out.path()), Some(json!("mine")));
}

/// Nothing of the old run can be taken for the new one's: its tables and rows are gone before its state is replaced.
#[test]
fn the_tables_of_the_old_run_go_before_its_state() {
    let old = [("summary.csv", "old"), ("pairs.csv", "old"), ("rows.csv", "old")];
    let log = {
        let out = scratch();
        run_at(&out.path().join("r"), "other", &old, &[]);
        let (log, disk) = Faulty::new(u64::MAX, Fault::Short);
        disk.during(|| {
            let mut place = open(out.path(), "mine", true).unwrap();
            place.save(&state("mine", "some")).unwrap();
            assert_eq!(files(&out.path().join("r")).keys().collect::<Vec<_>>(), [".lock"]);
        });
        log.log()
    };
    for at in 0..log.len() as u64 {
        let out = scratch();
        let target = out.path().join("r");
        run_at(&target, "other", &old, &[("mine.csv", "mine")]);
        let (_, disk) = Faulty::new(at, Fault::Killed);
        let saved = disk.during(|| {
            open(out.path(), "mine", true)
                .is_ok_and(|mut place| place.save(&state("mine", "some")).is_ok())
        });
        let found = files(&target);
        let is_new = run_in(out.path()) == Some(json!("mine"));
        assert!(is_new || !saved, "{at}");
        let is_there = |(name, _): &(&str, &str)| found.contains_key(*name);
        assert!(!is_new || !old.iter().any(is_there), "{at}");
        // One that lacks files has no manifest.
        assert!(old.iter().all(is_there) || !target.join(MANIFEST).exists(), "{at}");
        // Whoever comes next knows which files are the old run's.
        let place = open(out.path(), "mine", true).unwrap();
        finish(place, "mine", "new", &[("summary.csv", "new")]).unwrap();
        let after = [("summary.csv", "new"), ("mine.csv", "mine")];
        assert_eq!(files(&target), expected(&after), "{at}");
    }
}

/// Also where `force` is given: what has the name of a table may be somebody's in a folder without a run.
#[test]
fn a_folder_without_a_run_keeps_what_is_not_written() {
    let out = scratch();
    fs::create_dir(out.path().join("r")).unwrap();
    fs::write(out.path().join("r/pairs.csv"), "mine").unwrap();
    let place = open(out.path(), "mine", true).unwrap();
    finish(place, "mine", "new", &[("summary.csv", "new")]).unwrap();
    let after = [("summary.csv", "new"), ("pairs.csv", "mine")];
    assert_eq!(files(&out.path().join("r")), expected(&after));
}

#[test]
fn the_same_run_keeps_the_rows_that_it_does_not_write_again() {
    let out = scratch();
    let listed = [("summary.csv", "old"), ("rows.csv", "kept"), ("listed.csv", "")];
    run_at(&out.path().join("r"), "mine", &listed, &[("mine.csv", "")]);
    fs::remove_file(out.path().join("r/listed.csv")).unwrap();
    let place = open(out.path(), "mine", false).unwrap();
    for (name, may) in [("rows.csv", true), ("absent.csv", true), ("mine.csv", false)] {
        let asked = PerGame::new(Path::new(name), RowDetail::default()).unwrap();
        assert_eq!(place.rows_for(&asked).is_ok(), may, "{name}");
    }
    assert_eq!(place.rows_with(None), ["rows.csv"]);
    finish(place, "mine", "old", &[("summary.csv", "new")]).unwrap();
    let after = [("summary.csv", "new"), ("rows.csv", "kept"), ("mine.csv", "")];
    assert_eq!(files(&out.path().join("r")), expected(&after));
    // Also once more: the state has them.
    let place = open(out.path(), "other", true).unwrap();
    assert!(place.rows_with(None).is_empty());
    finish(place, "other", "new", &[]).unwrap();
    assert_eq!(files(&out.path().join("r")), expected(&[("mine.csv", "")]));
}

/// A page is the run's as its tables are.
#[test]
fn a_page_goes_with_the_tables_and_is_to_be_drawn_again() {
    let out = scratch();
    run_at(&out.path().join("r"), "mine", &[("table", "")], &[("report.html", "a page")]);
    let mut place = open(out.path(), "mine", false).unwrap();
    assert!(place.has_page());
    // A session that is stopped leaves it to the next one.
    place.save(&state("mine", "less")).unwrap();
    drop(place);
    let place = open(out.path(), "mine", false).unwrap();
    assert!(place.has_page());
    finish(place, "mine", "old", &[("table", "")]).unwrap();
    assert_eq!(fs::read(out.path().join("r/report.html")).unwrap(), b"drawn");
}

#[test]
fn the_state_of_the_same_run_becomes_the_one_before() {
    let out = scratch();
    let mut place = open(out.path(), "mine", false).unwrap();
    let read = |name: &str| fs::read(out.path().join("r").join(name)).ok();
    for (counts, before) in [("1", None), ("2", Some("1")), ("3", Some("2"))] {
        place.save(&state("mine", counts)).unwrap();
        assert_eq!(read(STATE), Some(state("mine", counts)));
        assert_eq!(read(PREVIOUS), before.map(|counts| state("mine", counts)));
    }
    drop(place);
    // A damaged one never takes the place of the one before.
    fs::write(out.path().join("r").join(STATE), "torn").unwrap();
    let mut place = open(out.path(), "mine", false).unwrap();
    place.save(&state("mine", "4")).unwrap();
    assert_eq!(read(PREVIOUS), Some(state("mine", "2")));
    finish(place, "mine", "5", &[]).unwrap();
    assert_eq!((read(PREVIOUS), read(STATE)), (None, Some(state("mine", "5"))));
}

#[test]
fn a_lock_that_cannot_be_made_is_told_from_one_that_is_held() {
    let out = scratch();
    let (_, disk) = Faulty::new(at_hold(out.path()), Fault::Error(EACCES));
    let error = disk.during(|| open(out.path(), "mine", false)).unwrap_err();
    assert!(error.what.contains("r: no permission to write there"), "{error}");
}
