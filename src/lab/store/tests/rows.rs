//! Rows of games: written at one go, and again part by part.

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::json;

use super::{at_once, library, of_games, played, scratch, store, stored};
use crate::lab::run::{Control, Threads};
use crate::lab::spec::Features;
use crate::lab::spec::Study;
use crate::lab::store::manifest::{FileRecord, of_record};
use crate::lab::store::merge::merge;
use crate::lab::store::part::rows_record;
use crate::lab::store::per_game::PerGame;
use crate::lab::study::Finished;
use crate::lab::study::batch::RowDetail;
use crate::lab::study::play::{Running, play};
use crate::lab::study::progress::Progress;

/// Two rule sets whose games are short.
fn two_rule_sets() -> Study {
    let study = Study::war([]).unwrap().uncompared();
    let study = study.with_rules("short", "limit.at = 9").unwrap();
    study.with_rules("shorter", "limit.at = 5").unwrap()
}

fn request(file: &str) -> PerGame {
    PerGame::new(Path::new(file), RowDetail { features: Features::All(false), deals: true })
        .unwrap()
}

/// Plays a study; its file of rows.
fn rows_of(folder: &Path, file: &str, study: &Study) -> FileRecord {
    at_once(|| {
        let mut rows = request(file).create(folder, true).unwrap();
        let running = Running { threads: one_thread(), control: &Control::default() };
        play(study, running, Some(&mut rows)).unwrap();
        rows.finish().unwrap()
    })
}

fn one_thread() -> Threads {
    Threads::Exactly(NonZeroUsize::MIN)
}

/// The rows of a study, played by so many threads.
fn bytes_of_rows(study: &Study, threads: usize, wanted: &PerGame) -> Vec<u8> {
    let folder = scratch();
    at_once(|| {
        let mut rows = wanted.create(folder.path(), true).unwrap();
        let threads = Threads::Exactly(NonZeroUsize::new(threads).unwrap());
        let running = Running { threads, control: &Control::default() };
        play(study, running, Some(&mut rows)).unwrap();
        rows.finish().unwrap();
    });
    fs::read(folder.path().join(&wanted.path)).unwrap()
}

#[test]
fn rows_go_game_by_game_and_for_each_game_cell_by_cell() {
    let decks = |rules: Study| rules.with_rules("small", "deck.ranks = 3\ndeck.suits = 2").unwrap();
    let mixed = decks(Study::war(["umass"]).unwrap());
    let mixed = mixed.with_rules("one-down", "war.face_down = 1").unwrap();
    let mixed = mixed.with_rules("tiny", "deck.ranks = 3\ndeck.suits = 2\nlimit.at = 3").unwrap();
    let dice = |dice: usize| {
        let faces = (0..dice).map(|k| format!("6 1 2 3 4 {} 6\n", 1 + k % 6));
        format!("{dice}\n{}", faces.collect::<String>())
    };
    let ludo = |of: usize| Study::ludo(["bwinf", "bwinf-frozen"], &dice(of)).unwrap();
    let every = RowDetail { features: Features::All(true), deals: true };
    let features = RowDetail { features: Features::All(true), deals: false };
    for (study, detail) in [
        (of_games(&mixed.clone().uncompared(), 5..3_000), every.clone()),
        (of_games(&mixed, 5..1_500), every.clone()),
        (of_games(&decks(Study::war([]).unwrap()), 0..10), every),
        (of_games(&ludo(3), 2..1_030), features),
        // More pairs than are kept at hand.
        (of_games(&ludo(12), 0..5), RowDetail::default()),
    ] {
        let wanted = PerGame::new(Path::new("rows.csv"), detail).unwrap();
        let lines = |study: &Study, threads| -> Vec<String> {
            let text = String::from_utf8(bytes_of_rows(study, threads, &wanted)).unwrap();
            text.lines().map(str::to_owned).collect()
        };
        let alone = (0..study.cells.len()).map(|cell| lines(&study.clone().alone(cell), 1));
        let alone: Vec<Vec<String>> = alone.collect();
        let mut expected = vec![alone[0][0].clone()];
        for game in 1..=study.games as usize {
            expected.extend(alone.iter().map(|rows| rows[game].clone()));
        }
        for threads in [1, 3] {
            assert!(lines(&study, threads) == expected, "{:?}", study.identity());
        }
    }
}

#[cfg(feature = "parquet")]
#[test]
fn row_groups_have_whole_games_and_do_not_depend_on_threads() {
    use parquet::file::reader::{FileReader as _, SerializedFileReader};
    let wanted = request("rows.parquet");
    let three = two_rule_sets().with_rules("third", "limit.at = 7").unwrap();
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
        (Features::All(false), json!(false), false),
        (Features::All(true), json!(true), false),
        (Features::All(false), json!(false), true),
        (Features::Several(names.map(String::from).to_vec()), json!(names), true),
    ] {
        let (folder, detail) = (scratch(), RowDetail { features: wanted, deals });
        let wanted = PerGame::new(Path::new("rows.csv"), detail.clone()).unwrap();
        let file = at_once(|| wanted.create(folder.path(), true)).unwrap();
        assert_eq!(file.request.detail.clone(), detail.clone());
        let listed = FileRecord::of("rows.csv", b"bytes");
        let record = rows_record(&listed, detail, false);
        let said = json!({"file": "rows.csv", "features": features, "decks": deals, "order": "game, rules",
                          "bytes": 5, "sha256": listed.sha256});
        assert_eq!((record.clone(), of_record(&record)), (said, Some(listed)));
    }
}

/// The rows of these parts of a study, played again in this order; or the part that differs.
fn again(folder: &Path, file: &str, parts: &[PathBuf]) -> Result<Vec<u8>, PathBuf> {
    let merged = merge(parts, &library(), false, true).unwrap();
    let running = Running { threads: one_thread(), control: &Control::default() };
    at_once(|| {
        let mut rows = request(file).create(folder, true).unwrap();
        match merged.play_again(running, &mut rows) {
            Ok(()) => {
                rows.finish().unwrap();
                Ok(fs::read(folder.join(file)).unwrap())
            }
            Err(error) => Err(*error.place.expect("a part")),
        }
    })
}

#[test]
fn rows_of_parts_played_again_are_those_of_one_go() {
    for (file, games, cuts) in [
        ("rows.csv", 3..60, &[3, 20, 20, 21, 60][..]),
        ("rows.csv", 7..7, &[7, 7]),
        #[cfg(feature = "parquet")]
        ("rows.parquet", 3..60, &[3, 20, 20, 21, 60]),
        // Parts that meet within a group of rows.
        #[cfg(feature = "parquet")]
        ("rows.parquet", 5..40_000, &[5, 9_001, 33_000, 40_000]),
    ] {
        let (folder, study) = (scratch(), of_games(&two_rule_sets(), games));
        rows_of(folder.path(), file, &study);
        let whole = fs::read(folder.path().join(file)).unwrap();
        let part = |(k, ends): (usize, &[u64])| {
            stored(folder.path(), &format!("part-{k}"), &of_games(&study, ends[0]..ends[1]))
        };
        let mut parts: Vec<PathBuf> = cuts.windows(2).enumerate().map(part).collect();
        parts.rotate_left(1);
        assert!(again(folder.path(), file, &parts) == Ok(whole), "{file} of {cuts:?}");
    }
}

#[test]
fn a_part_that_counted_other_games_is_found_when_they_are_played_again() {
    let (folder, study) = (scratch(), of_games(&two_rule_sets(), 0..30));
    let good = stored(folder.path(), "good", &of_games(&study, 0..10));
    let (own, other) = (of_games(&study, 10..30), of_games(&study, 40..60));
    let counts = Progress { totals: played(&other).totals, games: 20 };
    let wrong = store(folder.path(), "wrong", &Finished::new(own, counts, Duration::ZERO));
    let found = again(folder.path(), "rows.csv", &[good, wrong.clone()]);
    assert_eq!(found, Err(wrong));
    assert!(!folder.path().join("rows.csv").exists());
}
