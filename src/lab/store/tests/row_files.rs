//! Where a file of rows may lie, and under which name.

use std::fs;
use std::path::{Path, PathBuf};

use super::places::{disk, open, run_at};
use super::{scratch, war};
use crate::lab::spec::Features;
use crate::lab::spec::refused::Fault;
use crate::lab::store::per_game::PerGame;
use crate::lab::study::batch::RowDetail;

const TABLES: [&str; 2] = ["summary.csv", "histogram.csv"];

fn request(path: &Path) -> PerGame {
    PerGame::new(path, RowDetail::default()).unwrap()
}

/// What comes of asking for a file of rows.
fn asked(out: &Path, path: &Path, force: bool) -> String {
    let run = open(&disk(), out, "mine", force).unwrap();
    match request(path).open(&run, &TABLES.map(String::from)) {
        Ok(file) => {
            let place = if file.name.is_some() { run.folder() } else { path.parent().unwrap() };
            assert_eq!((file.temporary()[0].parent(), &*file.request.path), (Some(place), path));
            if file.name.is_some() { "inside" } else { "elsewhere" }.into()
        }
        Err(refused) if refused.what.contains("it is a table") => "table".into(),
        Err(refused) if refused.what.contains("is there already") => "exists".into(),
        Err(refused) if refused.what.contains("lies deep") => "deep inside".into(),
        Err(refused) if refused.what.contains("is writing there") => "locked".into(),
        Err(refused) if !refused.what.starts_with("{per_game}") => "not made".into(),
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn rows_lie_in_the_folder_of_their_run_or_elsewhere() {
    // Without and with `force`.
    for (file, without_force, with_force) in [
        ("", "rows.csv", ["inside", "inside"]),
        ("OUT/r/", "rows.csv", ["inside", "inside"]),
        ("OUT/r/../r/", "rows.csv", ["inside", "inside"]),
        ("OUT/", "rows.csv", ["elsewhere", "elsewhere"]),
        ("OUT/r2/", "rows.csv", ["not made", "not made"]),
        ("OUT/r/deep/", "rows.csv", ["deep inside", "deep inside"]),
        // A table of this run, also where the case of letters does not matter.
        ("", "summary.csv", ["table", "table"]),
        ("OUT/r/", "histogram.csv.csv", ["inside", "inside"]),
        ("", "SUMMARY.csv", ["table", "table"]),
        // The run's own, and somebody's.
        ("", "listed.csv", ["inside", "inside"]),
        ("", "notes.csv", ["exists", "inside"]),
        ("OUT/r/", "notes.csv", ["exists", "inside"]),
        ("OUT/", "there.csv", ["exists", "elsewhere"]),
        // Tables of another run.
        ("OUT/other/", "table.csv", ["table", "table"]),
        ("OUT/other/", "notes.csv", ["exists", "elsewhere"]),
        ("OUT/other/", "new.csv", ["elsewhere", "elsewhere"]),
        ("OUT/nowhere/", "rows.csv", ["not made", "not made"]),
    ]
    .map(|(folder, name, found)| (format!("{folder}{name}"), found[0], found[1]))
    {
        for (force, expected) in [(false, without_force), (true, with_force)] {
            let out = scratch();
            let at = |name: &str| out.path().join(name);
            run_at(&at("r"), "mine", &[("listed.csv", "")], &[("notes.csv", ""), ("deep/a", "")]);
            run_at(&at("other"), "other", &[("table.csv", "")], &[("notes.csv", "")]);
            fs::write(at("there.csv"), "").unwrap();
            let path = PathBuf::from(file.replace("OUT", out.path().to_str().unwrap()));
            assert_eq!(asked(out.path(), &path, force), expected, "{file}, {force}");
        }
    }
}

#[test]
fn two_runs_do_not_write_one_file() {
    let out = scratch();
    let path = out.path().join("rows.csv");
    let held = request(&path).create(out.path(), false).unwrap();
    assert_eq!(asked(out.path(), &path, true), "locked");
    drop(held);
    assert_eq!(asked(out.path(), &path, true), "elsewhere");
}

#[test]
fn a_file_is_listed_by_its_name_in_the_folder_or_by_its_path() {
    let out = scratch();
    let run = open(&disk(), out.path(), "mine", false).unwrap();
    for (path, name) in [
        (PathBuf::from("rows.csv"), "rows.csv".to_owned()),
        (out.path().join("x.csv"), out.path().join("x.csv").to_string_lossy().into_owned()),
    ] {
        let file = request(&path).open(&run, &TABLES.map(String::from)).unwrap();
        assert_eq!(file.complete().unwrap().1.name, name);
    }
}

#[test]
fn the_ending_of_a_name_says_the_form() {
    let form = |path: &str| PerGame::new(Path::new(path), RowDetail::default());
    for path in ["a.csv", "x/a.csv"] {
        assert!(!form(path).unwrap().has_groups, "{path}");
    }
    #[cfg(feature = "parquet")]
    assert!(form("a.parquet").unwrap().has_groups);
    for path in ["a", "a.txt", "csv", "a.CSV"] {
        assert!(form(path).is_err_and(|refused| refused.fault == Fault::Usage), "{path}");
    }
    let names = [
        ("a.csv", true, false),
        ("./a.csv", false, false),
        #[cfg(unix)]
        ("/dev/null", false, true),
    ];
    for (path, bare, special) in names {
        let request = form(path).unwrap();
        assert_eq!((request.is_bare(), request.is_special()), (bare, special), "{path}");
        assert_eq!(request.path, Path::new(path));
    }
    let detail = RowDetail { features: Features::All(true), deals: false };
    let asked =
        PerGame::new(Path::new("a.csv"), detail.clone()).unwrap().of_study(&war(["umass"], 1));
    assert_eq!(asked.detail, detail);
}
