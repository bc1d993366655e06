//! Rows of games: written at one go, and again part by part.

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;

use serde_json::json;

use super::{at_once, of_games, scratch};
use crate::lab::run::{Control, Threads};
use crate::lab::spec::Features;
use crate::lab::spec::Study;
use crate::lab::store::per_game::PerGame;
use crate::lab::store::signed::sha256;
use crate::lab::study::batch::RowDetail;
use crate::lab::study::play::{Running, play};

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
        assert_eq!(file.request.detail, detail);
        let (mut written, record) = at_once(|| file.complete()).unwrap();
        written.place().unwrap();
        let path = folder.path().join("rows.csv");
        let said = json!({"name": path, "bytes": 0, "sha256": sha256(b""),
                          "rows": {"features": features, "deals": deals}});
        assert_eq!(json!(record), said);
        assert!(record.has(&wanted));
        assert_eq!(record.has(&request("rows.csv")), deals && features == false);
    }
}
