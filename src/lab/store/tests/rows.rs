//! Rows of games: written at one go, and again part by part; where their file may lie, and under which name.

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;

use super::{at_once, ludo, of_games, scratch, war};
use crate::lab::refused::Fault;
use crate::lab::run::{Control, Threads};
use crate::lab::spec::Study;
use crate::lab::store::rows::PerGame;
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
    let small = "umass{deck.ranks=3,deck.suits=2}";
    let tiny = "umass{deck.ranks=3,deck.suits=2,limit.at=3}";
    let mixed = war(["umass", small, "one-down", tiny], 1);
    let ludo = |of: u32| {
        let dice: Vec<[u32; 6]> = (0..of).map(|k| [1, 2, 3, 4, 1 + k % 6, 6]).collect();
        ludo(["bwinf", "bwinf-frozen"], &dice)
    };
    for (study, deals) in [
        (of_games(&mixed.clone().comparing(false), 5..1_100), true),
        (of_games(&mixed, 5..1_100), true),
        (of_games(&war([small], 1), 0..10), true),
        (of_games(&ludo(3), 2..1_030), false),
        // More pairs than are kept at hand.
        (of_games(&ludo(12), 0..5), false),
    ] {
        let detail = RowDetail { features: study.row_features(&[]).unwrap(), deals };
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
    let three = war(["umass{limit.at=9}", "umass{limit.at=5}", "umass{limit.at=7}"], 1);
    let study = of_games(&three.comparing(false), 0..30_000);
    let detail = RowDetail { features: Vec::new(), deals: true };
    let [one, many] = [1, 3].map(|threads| bytes_of_rows(&study, threads, "rows.parquet", &detail));
    assert!(one == many);
    let reader = SerializedFileReader::new(bytes::Bytes::from(one)).unwrap();
    let groups = reader.metadata().row_groups().iter().map(|group| group.num_rows());
    assert_eq!(groups.collect::<Vec<_>>(), [65_535, 24_465]);
}

#[test]
fn a_name_says_where_rows_lie_and_in_which_form() {
    let out = scratch();
    let run = out.path().join("r");
    fs::create_dir_all(run.join("deep")).unwrap();
    let asking = |path: &str| PerGame::new(Path::new(path), RowDetail::default());
    // What comes of them: `tests/cli/batch.rs`.
    for (path, is_in) in [
        ("rows.csv", true),
        ("OUT/r/../r/rows.csv", true),
        ("OUT/r/deep/rows.csv", false),
        ("OUT/r2/rows.csv", false),
        ("./rows.csv", false),
        ("/dev/stdout", false),
    ] {
        let asked = asking(&path.replace("OUT", out.path().to_str().unwrap())).unwrap();
        assert_eq!(asked.name_in(&run).is_some(), is_in, "{path}");
        let is = (asked.is_bare(), asked.is_stdout(), asked.has_groups());
        assert_eq!(is, (path == "rows.csv", path == "/dev/stdout", false), "{path}");
    }
    #[cfg(feature = "parquet")]
    assert!(asking("a.parquet").unwrap().has_groups());
    for path in ["a", "a.txt", "csv", "a.CSV"] {
        assert!(asking(path).is_err_and(|refused| refused.fault == Fault::Usage), "{path}");
    }
}
