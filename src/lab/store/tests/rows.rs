//! Rows of games: written at one go, and again part by part; where their file may lie, and under which name.

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::json;

use super::places::{open, run_at};
use super::{at_once, ludo, of_games, scratch, war_and};
use crate::lab::refused::Fault;
use crate::lab::run::{Control, Threads};
use crate::lab::spec::Study;
use crate::lab::store::rows::PerGame;
use crate::lab::store::signed::sha256;
use crate::lab::study::play::Pass;
use crate::lab::study::rows::RowDetail;
use crate::lab::study::totals::Totals;

fn request(file: &str) -> PerGame {
    PerGame::new(Path::new(file), RowDetail { features: Vec::new(), deals: true }).unwrap()
}

/// The rows of a study, played by so many threads.
fn bytes_of_rows(study: &Study, threads: usize, wanted: &PerGame) -> Vec<u8> {
    let folder = scratch();
    at_once(|| {
        let here = PerGame { path: folder.path().join(&wanted.path), ..wanted.clone() };
        let mut rows = here.create(true).unwrap();
        let threads = Threads::Exactly(NonZeroUsize::new(threads).unwrap());
        let mut pass = Pass::new(study, Totals::new(study), Some(&mut rows), threads).unwrap();
        while pass.step(&Control::default(), Duration::MAX).unwrap() {}
        rows.finish().unwrap();
    });
    fs::read(folder.path().join(&wanted.path)).unwrap()
}

#[test]
fn rows_go_game_by_game_and_for_each_game_cell_by_cell() {
    let small = ("small", "deck.ranks = 3\ndeck.suits = 2");
    let one_down = ("one-down", "war.face_down = 1");
    let tiny = ("tiny", "deck.ranks = 3\ndeck.suits = 2\nlimit.at = 3");
    let mixed = war_and(["umass"], &[small, one_down, tiny]);
    let ludo = |of: u32| {
        let dice: Vec<[u32; 6]> = (0..of).map(|k| [1, 2, 3, 4, 1 + k % 6, 6]).collect();
        ludo(["bwinf", "bwinf-frozen"], &dice)
    };
    let every = |study: Study, deals| {
        let detail = RowDetail { features: study.row_features(&[]).unwrap(), deals };
        (study, detail)
    };
    for (study, detail) in [
        every(of_games(&mixed.clone().comparing(false), 5..3_000), true),
        every(of_games(&mixed, 5..1_500), true),
        every(of_games(&war_and([], &[small]), 0..10), true),
        every(of_games(&ludo(3), 2..1_030), false),
        // More pairs than are kept at hand.
        (of_games(&ludo(12), 0..5), RowDetail::default()),
    ] {
        let wanted = PerGame::new(Path::new("rows.csv"), detail).unwrap();
        let lines = |study: &Study, threads| -> Vec<String> {
            let text = String::from_utf8(bytes_of_rows(study, threads, &wanted)).unwrap();
            text.lines().map(str::to_owned).collect()
        };
        let alone = study.cells.iter().map(|cell| {
            let alone = Study { cells: vec![cell.clone()], ..study.clone() };
            lines(&alone.comparing(false), 1)
        });
        let alone: Vec<Vec<String>> = alone.collect();
        let mut expected = vec![alone[0][0].clone()];
        for game in 1..=study.games as usize {
            expected.extend(alone.iter().map(|rows| rows[game].clone()));
        }
        for threads in [1, 3] {
            assert!(lines(&study, threads) == expected, "{:?}", study.run_identity());
        }
    }
}

#[cfg(feature = "parquet")]
#[test]
fn row_groups_have_whole_games_and_do_not_depend_on_threads() {
    use parquet::file::reader::{FileReader as _, SerializedFileReader};
    let wanted = request("rows.parquet");
    let three = [("short", "limit.at = 9"), ("shorter", "limit.at = 5"), ("third", "limit.at = 7")];
    let three = war_and([], &three).comparing(false);
    let study = of_games(&three, 0..40_000);
    let one = bytes_of_rows(&study, 1, &wanted);
    assert!(one == bytes_of_rows(&study, 3, &wanted));
    let reader = SerializedFileReader::new(bytes::Bytes::from(one)).unwrap();
    let groups = reader.metadata().row_groups().iter().map(|group| group.num_rows());
    assert_eq!(groups.collect::<Vec<_>>(), [65_535, 54_465]);
}

#[test]
fn a_file_of_rows_and_its_record_say_what_a_row_holds() {
    let names = ["top_card_a", "comeback"];
    for (wanted, features, deals) in [
        (Vec::new(), json!([]), false),
        (Vec::new(), json!([]), true),
        (names.map(String::from).to_vec(), json!(names), true),
    ] {
        let (folder, detail) = (scratch(), RowDetail { features: wanted, deals });
        let wanted = PerGame::new(&folder.path().join("rows.csv"), detail.clone()).unwrap();
        let file = at_once(|| wanted.create(true)).unwrap();
        assert_eq!(file.request.detail, detail);
        let (mut written, record) = at_once(|| file.complete()).unwrap();
        written.place().unwrap();
        let path = folder.path().join("rows.csv");
        let said = json!({"name": path, "bytes": 0, "sha256": sha256(b""),
                          "rows": {"features": features, "deals": deals}});
        assert_eq!(json!(record), said);
    }
}

fn asking(path: &Path) -> PerGame {
    PerGame::new(path, RowDetail::default()).unwrap()
}

/// What comes of asking for a file of rows.
fn asked(out: &Path, path: &Path, force: bool) -> String {
    let run = open(out, "mine", force).unwrap();
    match run.rows_for(&asking(path)) {
        Ok(file) => if file.name.is_some() { "inside" } else { "elsewhere" }.into(),
        Err(refused) if refused.what.contains("a table of a run has this name") => "table".into(),
        Err(refused) if refused.what.ends_with("is there already") => "exists".into(),
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
        ("OUT/r/deep/", "rows.csv", ["elsewhere", "elsewhere"]),
        // A table of this run, also where the case of letters does not matter.
        ("", "summary.csv", ["table", "table"]),
        ("OUT/r/", "histogram.csv.csv", ["inside", "inside"]),
        ("", "SUMMARY.csv", ["table", "table"]),
        // The run's own, and somebody's.
        ("", "listed.csv", ["inside", "inside"]),
        ("", "notes.csv", ["exists", "inside"]),
        ("OUT/r/", "notes.csv", ["exists", "inside"]),
        ("OUT/", "there.csv", ["exists", "elsewhere"]),
        ("", "pairs.csv", ["table", "table"]),
        // Tables of another run, and what might be one.
        ("OUT/other/", "wars.csv", ["table", "table"]),
        ("OUT/", "wars.csv", ["table", "table"]),
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
            run_at(&at("other"), "other", &[("wars.csv", "")], &[("notes.csv", "")]);
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
    let held = asking(&path).create(false).unwrap();
    assert_eq!(asked(out.path(), &path, true), "locked");
    drop(held);
    assert_eq!(asked(out.path(), &path, true), "elsewhere");
}

#[test]
fn a_file_is_listed_by_its_name_in_the_folder_or_by_its_path() {
    let out = scratch();
    let run = open(out.path(), "mine", false).unwrap();
    for (path, name) in [
        (PathBuf::from("rows.csv"), "rows.csv".to_owned()),
        (out.path().join("x.csv"), out.path().join("x.csv").to_string_lossy().into_owned()),
    ] {
        let file = run.rows_for(&asking(&path)).unwrap();
        assert_eq!(file.complete().unwrap().1.name, name);
    }
}

#[test]
fn the_ending_of_a_name_says_the_form() {
    let form = |path: &str| PerGame::new(Path::new(path), RowDetail::default());
    for path in ["a.csv", "x/a.csv"] {
        assert!(!form(path).unwrap().has_groups(), "{path}");
    }
    #[cfg(feature = "parquet")]
    assert!(form("a.parquet").unwrap().has_groups());
    for path in ["a", "a.txt", "csv", "a.CSV"] {
        assert!(form(path).is_err_and(|refused| refused.fault == Fault::Usage), "{path}");
    }
    let names = [("a.csv", true, false), ("./a.csv", false, false), ("/dev/stdout", false, true)];
    for (path, bare, stdout) in names {
        let request = form(path).unwrap();
        assert_eq!((request.is_bare(), request.is_stdout()), (bare, stdout), "{path}");
        assert_eq!(request.path, Path::new(path));
    }
}
