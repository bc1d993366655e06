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

/// The rows of a study, played by so many threads, in a file of this name.
fn bytes_of_rows(study: &Study, threads: usize, name: &str, detail: &RowDetail) -> Vec<u8> {
    let folder = scratch();
    let path = folder.path().join(name);
    at_once(|| {
        let mut rows = PerGame::new(&path, detail.clone()).unwrap().create(true).unwrap();
        let threads = Threads::Exactly(NonZeroUsize::new(threads).unwrap());
        let mut pass = Pass::new(study, Totals::new(study), Some(&mut rows), threads).unwrap();
        while pass.step(&Control::default(), Duration::MAX).unwrap() {}
        rows.finish().unwrap();
    });
    fs::read(path).unwrap()
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
    for (study, has_features, deals) in [
        (of_games(&mixed.clone().comparing(false), 5..1_600), true, true),
        (of_games(&mixed, 5..1_500), true, true),
        (of_games(&war_and([], &[small]), 0..10), true, true),
        (of_games(&ludo(3), 2..1_030), true, false),
        // More pairs than are kept at hand.
        (of_games(&ludo(12), 0..5), false, false),
    ] {
        let mut detail = RowDetail { features: Vec::new(), deals };
        if has_features {
            detail.features = study.row_features(&[]).unwrap();
        }
        let lines = |study: &Study, threads| -> Vec<String> {
            let bytes = bytes_of_rows(study, threads, "rows.csv", &detail);
            String::from_utf8(bytes).unwrap().lines().map(str::to_owned).collect()
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
    let three = [("short", "limit.at = 9"), ("shorter", "limit.at = 5"), ("third", "limit.at = 7")];
    let three = war_and([], &three).comparing(false);
    let study = of_games(&three, 0..40_000);
    let detail = RowDetail { features: Vec::new(), deals: true };
    let [one, many] = [1, 3].map(|threads| bytes_of_rows(&study, threads, "rows.parquet", &detail));
    assert!(one == many);
    let reader = SerializedFileReader::new(bytes::Bytes::from(one)).unwrap();
    let groups = reader.metadata().row_groups().iter().map(|group| group.num_rows());
    assert_eq!(groups.collect::<Vec<_>>(), [65_535, 54_465]);
}

fn asking(path: &Path) -> PerGame {
    PerGame::new(path, RowDetail::default()).unwrap()
}

#[test]
fn a_file_of_rows_and_its_record_say_what_a_row_holds() {
    let names = ["top_card_a", "comeback"].map(String::from);
    for (features, deals) in [(&names[..0], false), (&names[..0], true), (&names[..], true)] {
        let (folder, detail) = (scratch(), RowDetail { features: features.to_vec(), deals });
        let path = folder.path().join("rows.csv");
        let file = at_once(|| PerGame::new(&path, detail.clone())?.create(true)).unwrap();
        assert_eq!(file.request.detail, detail);
        let (mut written, record) = at_once(|| file.complete()).unwrap();
        written.place().unwrap();
        let said = json!({"name": path, "bytes": 0, "sha256": sha256(b""),
                          "rows": {"features": features, "deals": deals}});
        assert_eq!(json!(record), said);
    }
    // It is listed by its name in the folder or by its path.
    let out = scratch();
    let run = open(out.path(), "mine", false).unwrap();
    let elsewhere = out.path().join("x.csv");
    for (path, name) in
        [("rows.csv", "rows.csv"), (elsewhere.to_str().unwrap(), elsewhere.to_str().unwrap())]
    {
        let file = run.rows_for(&asking(Path::new(path))).unwrap();
        assert_eq!(file.complete().unwrap().1.name, name);
    }
}

/// What comes of asking for a file of rows.
fn asked(out: &Path, path: &Path, force: bool) -> &'static str {
    let run = open(out, "mine", force).unwrap();
    let refused = match run.rows_for(&asking(path)) {
        Ok(file) => return if file.name.is_some() { "inside" } else { "elsewhere" },
        Err(refused) => refused.what,
    };
    let known = [
        ("a table of a run has this name", "table"),
        ("is there already", "exists"),
        ("is writing there", "locked"),
        ("", "not made"),
    ];
    known.into_iter().find(|(words, _)| refused.contains(words)).expect("the last").1
}

#[test]
fn rows_lie_in_the_folder_of_their_run_or_elsewhere() {
    // Without and with `force`; others: `tests/cli/batch.rs`.
    for (file, expected) in [
        ("rows.csv", ["inside"; 2]),
        ("OUT/r/../r/rows.csv", ["inside"; 2]),
        ("OUT/r2/rows.csv", ["not made"; 2]),
        ("OUT/r/deep/rows.csv", ["elsewhere"; 2]),
        ("OUT/r/histogram.csv.csv", ["inside"; 2]),
        // A table of this run or another one, also where the case of letters does not matter, and what might be one.
        ("SUMMARY.csv", ["table"; 2]),
        ("OUT/other/wars.csv", ["table"; 2]),
        ("OUT/wars.csv", ["table"; 2]),
        // The run's own, and somebody's.
        ("listed.csv", ["inside"; 2]),
        ("OUT/r/notes.csv", ["exists", "inside"]),
        ("OUT/there.csv", ["exists", "elsewhere"]),
    ] {
        for (force, expected) in [false, true].into_iter().zip(expected) {
            let out = scratch();
            let at = |name: &str| out.path().join(name);
            run_at(&at("r"), "mine", &["listed.csv"], &["notes.csv", "deep/a"]);
            run_at(&at("other"), "other", &["wars.csv"], &[]);
            fs::write(at("there.csv"), "").unwrap();
            let path = PathBuf::from(file.replace("OUT", out.path().to_str().unwrap()));
            assert_eq!(asked(out.path(), &path, force), expected, "{file}, {force}");
        }
    }
    // Two runs do not write one file.
    let out = scratch();
    let path = out.path().join("rows.csv");
    let held = asking(&path).create(false).unwrap();
    assert_eq!(asked(out.path(), &path, true), "locked");
    drop(held);
    assert_eq!(asked(out.path(), &path, true), "elsewhere");
}

#[test]
fn the_ending_of_a_name_says_the_form() {
    for (path, bare, stdout) in [
        ("a.csv", true, false),
        ("./a.csv", false, false),
        ("x/a.csv", false, false),
        ("/dev/stdout", false, true),
    ] {
        let request = asking(Path::new(path));
        assert_eq!((request.is_bare(), request.is_stdout()), (bare, stdout), "{path}");
        assert!(request.path == Path::new(path) && !request.has_groups(), "{path}");
    }
    #[cfg(feature = "parquet")]
    assert!(asking(Path::new("a.parquet")).has_groups());
    for path in ["a", "a.txt", "csv", "a.CSV"] {
        let refused = PerGame::new(Path::new(path), RowDetail::default());
        assert!(refused.is_err_and(|refused| refused.fault == Fault::Usage), "{path}");
    }
}
