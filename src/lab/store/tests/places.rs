//! The folder of a run: held, replaced, tidied. What becomes of the files in it: `src/cli/tests`.

use std::fs;
use std::path::Path;

use serde_json::json;

use super::scratch;
use crate::lab::refused::Refused;
use crate::lab::store::files::STATE;
use crate::lab::store::place::Place;
use crate::lab::store::signed::seal;
use crate::lab::store::tests::{Disk, EACCES, Fault};

/// Opens the folder `r` for a run.
pub fn open(out: &Path, run: &str, force: bool) -> Result<Place, Refused> {
    let mut place = Place::open(&out.join("r"), force)?;
    place.claim(&json!(run), None, false)?;
    Ok(place)
}

#[test]
fn what_is_there_decides_whether_a_run_is_written() {
    // What else: the table of `src/cli/tests/resuming.rs`.
    const FOLDER: &str = "where a file is to be";
    for (there, words, forced) in [
        ("r/notes/", "contains ", ""),
        ("r/manifest.json", "contains ", ""),
        ("r/manifest.json/", FOLDER, FOLDER),
        ("r", "it is there and is not a folder", "it is there and is not a folder"),
    ] {
        for (force, words) in [(false, words), (true, forced)] {
            let out = scratch();
            let path = out.path().join(there);
            fs::create_dir_all(if there.ends_with('/') { &path } else { path.parent().unwrap() })
                .unwrap();
            if !path.is_dir() {
                fs::write(path, b"\xff").unwrap();
            }
            let why = open(out.path(), "mine", force).err().map_or(String::new(), |no| no.what);
            assert!(why.contains(words) && why.is_empty() == words.is_empty(), "{there}: {why}");
        }
    }
}

#[test]
fn a_folder_is_held_and_goes_if_nothing_is_in_it() {
    let out = scratch();
    let deep = out.path().join("not/yet/there");
    let held = open(&deep, "mine", false).unwrap();
    assert_eq!(held.folder(), deep.join("r"));
    drop(held);
    assert_eq!(fs::read_dir(&deep).unwrap().count(), 0);
    // None that somebody made goes, whether it could be held or not.
    fs::create_dir(deep.join("r")).unwrap();
    let disk = Disk::new(u64::MAX, Fault::Short);
    drop(disk.during(|| open(&deep, "mine", false)).unwrap());
    let at = disk.log().iter().position(|what| what == "hold .lock").unwrap() as u64;
    let broken = Disk::new(at, Fault::Error(EACCES));
    let why = broken.during(|| open(&deep, "mine", false)).unwrap_err().what;
    assert!(why.contains("r: no permission to write there"), "{why}");
    assert_eq!(fs::read_dir(deep.join("r")).unwrap().count(), 0);
    // What is somebody's stays, and so does what a run goes on with.
    fs::remove_dir(deep.join("r")).unwrap();
    let mut held = open(&deep, "mine", false).unwrap();
    held.save(&seal("{\"run\": \"mine\"}")).unwrap();
    fs::write(deep.join("r/.rows.partial"), "").unwrap();
    drop(held);
    let left: Vec<_> = fs::read_dir(deep.join("r")).unwrap().collect();
    assert!(left.len() == 1 && deep.join("r").join(STATE).exists(), "{left:?}");
}
