//! Parts of a run put together.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value as Json, json};

use super::{assert_says, library, of_games, played, rewrite, scratch, store, stored, war};
use crate::lab::spec::{Refused, Study};
use crate::lab::store::merge::{Merged, Piece, merge};
use crate::lab::store::stored::name_of;
use crate::lab::study::Finished;

/// These games of `umass`, as a part of those of `whole` if it is one.
fn part(games: Range<u64>, whole: Option<Range<u64>>) -> Study {
    of_games(&war(["umass"], 1), games).within(whole)
}

/// Stores parts with these games as `a`, `b` and so on.
fn parts(folder: &Path, parts: &[(Range<u64>, Option<Range<u64>>)]) -> Vec<PathBuf> {
    let names = ["a", "b", "c", "d"].into_iter();
    let parts = names.zip(parts);
    parts
        .map(|(name, (games, whole))| stored(folder, name, &part(games.clone(), whole.clone())))
        .collect()
}

fn merged(folders: &[PathBuf], partial: bool) -> Result<Merged, Refused> {
    merge(folders, &library(), partial)
}

fn refused(folders: &[PathBuf], partial: bool) -> String {
    merged(folders, partial).unwrap_err().to_string()
}

#[test]
fn parts_in_any_order_are_the_whole() {
    let (folder, whole) = (scratch(), Some(10..40));
    let (a, b, c) = (10..15, 15..16, 16..40);
    let mut folders = parts(folder.path(), &[(b, whole.clone()), (c, None), (a, whole)]);
    let all = played(&part(10..40, None));
    for _ in 0..3 {
        folders.rotate_left(1);
        let merged = merged(&folders, false).unwrap();
        assert_eq!(merged.state.games, [10..40]);
        assert_eq!(merged.state.totals.cells[0].to_json(), all.totals.cells[0].to_json());
        let study = &merged.state.study;
        assert_eq!((study.first_game, study.games, &study.part_of), (10, 30, &None));
        assert_eq!(merged.state.verb, "library");
        let pieces: Vec<_> =
            merged.pieces.iter().map(|p| (name_of(&p.folder), p.span.clone())).collect();
        assert_eq!(pieces, [("c".into(), 10..15), ("a".into(), 15..16), ("b".into(), 16..40)]);
    }
}

#[test]
fn some_parts_make_a_larger_part() {
    let (folder, whole) = (scratch(), Some(0..40));
    let folders = parts(folder.path(), &[(10..20, whole.clone()), (20..30, whole)]);
    let merged = merged(&folders, true).unwrap();
    let study = &merged.state.study;
    assert_eq!((study.first_game, study.games, &study.part_of), (10, 20, &Some(0..40)));
    assert_says(&refused(&folders, false), &["games 0 to 9, games 30 to 39 are missing"]);
}

#[test]
fn parts_without_games_change_nothing() {
    let (folder, whole) = (scratch(), Some(0..2));
    let folders =
        parts(folder.path(), &[(0..0, whole.clone()), (0..2, whole.clone()), (2..2, whole)]);
    assert_eq!(merged(&folders, false).unwrap().state.games, [0..2]);
    assert_eq!(merged(&folders[..1], true).unwrap().state.study.games, 0);
}

#[test]
fn parts_with_gaps_make_a_part_that_says_which_games_it_lacks() {
    let (folder, whole) = (scratch(), Some(0..40));
    let mut some =
        parts(folder.path(), &[(2..4, whole.clone()), (9..20, None), (20..30, None), (4..9, None)]);
    let filler = some.pop().unwrap();
    let gapped = merged(&some, true).unwrap();
    let study = &gapped.state.study;
    assert_eq!((study.first_game, study.games, &study.part_of), (2, 28, &Some(0..40)));
    assert_eq!((study.missing.clone(), gapped.state.played()), (vec![4..9], 23));
    assert_eq!(gapped.missing, [0..2, 4..9, 30..40]);
    // Stored, it is a part like another; what it lacks fits in, and what it has is refused.
    let finished = Finished::new(gapped.state.study, gapped.state.totals, Duration::ZERO);
    let gapped = store(folder.path(), "gapped", &finished);
    let again = merged(&[gapped.clone(), filler.clone()], true).unwrap();
    let all = played(&part(2..30, None));
    assert_eq!(again.state.totals.cells[0].to_json(), all.totals.cells[0].to_json());
    assert_eq!((again.state.games, again.state.study.missing.clone()), (vec![2..30], vec![]));
    assert_says(&refused(&[filler, gapped.clone(), some[1].clone()], true), &["games 9 to 19 are"]);
    for (key, value, words) in [
        ("missing", json!([[4, 8]]), "has other games than those of its run"),
        ("missing", json!(null), "is not a valid state: "),
        ("missing", json!([[9, 4]]), "does not say which games it lacks"),
        ("missing", json!(["4"]), "is not a valid state: "),
    ] {
        rewrite(&gapped, |state| state["run"][key] = value);
        assert_says(&refused(std::slice::from_ref(&gapped), true), &[words]);
    }
}

#[test]
fn what_is_missing_or_twice_or_beyond_is_named() {
    for (games, partial, words) in [
        (&[(0..5, None), (6..9, None)][..], false, "game 5 is missing; name the parts"),
        (&[(0..5, Some(0..9))], false, "games 5 to 8 are missing; name the parts"),
        (&[(2..9, Some(0..9))], false, "games 0 to 1 are missing; name the parts"),
        // The whole is known from a later part.
        (&[(0..5, None), (5..7, Some(0..9))], false, "games 7 to 8 are missing"),
        (&[(2..4, Some(0..9)), (6..9, None)], false, "games 0 to 1, games 4 to 5 are"),
        (&[(2..4, Some(0..9)), (6..8, None)], false, "games 0 to 1, games 4 to 5, game 8"),
        (&[(0..5, None), (3..9, None)], false, "b: games 3 to 4 are also in"),
        (&[(0..5, None), (3..9, None)], true, "b: games 3 to 4 are also in"),
        (&[(0..2, None), (2..5, None), (4..9, None)], false, "c: game 4 is also in"),
        (&[(0..5, Some(0..9)), (5..7, Some(0..8))], false, "it has games 0 to 7 of the run, not"),
        (&[(0..5, Some(0..9)), (5..10, None)], false, "b: has games beyond games 0 to 8"),
        (&[(5..9, Some(5..9)), (3..5, None)], true, "b: has games beyond games 5 to 8"),
    ] {
        let folder = scratch();
        let why = refused(&parts(folder.path(), games), partial);
        assert_says(&why, &[words]);
        assert_eq!(why.ends_with("with --partial"), why.contains("missing"), "{why}");
    }
}

#[test]
fn games_of_two_parts_are_named_with_the_part_that_had_them_first() {
    let folder = scratch();
    for (games, first) in [
        ([(0..5, None), (5..9, None), (7..12, None)], "b"),
        ([(0..5, None), (5..9, None), (4..5, None)], "a"),
        ([(0..5, None), (5..9, None), (5..6, None)], "b"),
        ([(5..9, None), (0..5, None), (4..5, None)], "b"),
    ] {
        let folders = parts(folder.path(), &games);
        match merged(&folders, false) {
            Err(error) => {
                assert_eq!(error.place.as_deref(), Some(&folders[2]));
                let first = folder.path().join(first).display().to_string();
                assert!(error.what.contains(&format!("also in {first};")), "{error}");
            }
            Ok(merged) => panic!("{merged:?}"),
        }
        for folder in folders {
            std::fs::remove_dir_all(folder).unwrap();
        }
    }
}

#[test]
fn a_part_of_another_run_is_named_with_the_difference() {
    let folder = scratch();
    let mut folders = parts(folder.path(), &[(0..5, None)]);
    for (name, study, words) in [
        ("seed", war(["umass"], 2), "seed is 2, not 1"),
        ("rules", war(["one-down"], 1), "rules.1"),
        ("confidence", war(["umass"], 1).confidence(0.9).unwrap(), "confidence is 0.9, not 0.95"),
    ] {
        folders.truncate(1);
        folders.push(stored(folder.path(), name, &of_games(&study, 5..9)));
        assert_says(&refused(&folders, false), &["is a part of another run than", words]);
    }
}

#[test]
fn a_run_that_was_stopped_by_its_counts_is_no_part() {
    let folder = scratch();
    let until = part(0..9, None).until("a_win:0.0001").unwrap();
    let both = of_games(&war(["umass", "one-down"], 1), 0..9);
    let difference = both.until_difference("a_win:0.0001").unwrap();
    for (name, study) in [("until", until), ("difference", difference)] {
        let folder = stored(folder.path(), name, &study);
        assert_says(&refused(&[folder], false), &["was stopped by a precision (--until)"]);
    }
}

#[test]
fn a_run_that_contradicts_its_counts_is_refused() {
    let set = |key: &'static str, value: Json| move |state: &mut Json| state["run"][key] = value;
    let laid = |key: &'static str, value: &'static str| {
        move |state: &mut Json| state["cells"][0]["counts"][4][key] = json!(value)
    };
    type Change = Box<dyn FnOnce(&mut Json)>;
    let changes: Vec<(Change, &str)> = vec![
        (Box::new(set("games", json!(6))), "has other games than those of its run"),
        (Box::new(set("games", json!(0))), "has other games than those of its run"),
        (Box::new(set("first_game", json!(1))), "has other games than those of its run"),
        (Box::new(set("games", json!("all"))), "is not a valid state: "),
        (Box::new(set("first_game", json!(u64::MAX))), "must be below 2^64 - 1"),
        (Box::new(set("part_of", json!([0]))), "is not a valid state: "),
        (Box::new(set("part_of", json!([9, 0]))), "does not say of which games it has a part"),
        (Box::new(set("until", json!(["a_win:0.1"]))), "was stopped by a precision"),
        (Box::new(set("confidence", json!("much"))), "a share such as 0.95"),
        (Box::new(set("confidence", json!(2))), "must be between 0 and 1"),
        (Box::new(set("measures", json!(["luck"]))), "luck"),
        (Box::new(set("measures", json!([1]))), "is not a valid state: "),
        (Box::new(set("notes", json!("none"))), "is not a valid state: "),
        (Box::new(set("refused", json!([["umass"]]))), "is not a valid state: "),
        (Box::new(set("rank_by", json!("x"))), "does not say what it ranks by"),
        (Box::new(set("verb", json!(1))), "is not a valid state: "),
        (Box::new(set("colour", json!("red"))), "describes its run differently"),
        (Box::new(laid("sum", "1")), "cards laid"),
        (
            Box::new(move |state: &mut Json| {
                laid("sum", "99999999")(state);
                laid("sum_sq", "9999999999999999")(state);
            }),
            "cards laid",
        ),
        (Box::new(laid("sum_sq", "1")), "the squares of cards_laid"),
    ];
    for (change, words) in changes {
        let folder = scratch();
        let part = stored(folder.path(), "a", &part(0..5, None));
        rewrite(&part, change);
        assert_says(&refused(&[part], false), &[words]);
    }
    // A state without games is that of a part without games only.
    let folder = scratch();
    let empty = stored(folder.path(), "a", &part(0..0, None));
    rewrite(&empty, |state| state["run"]["games"] = json!(5));
    assert_says(&refused(&[empty], false), &["has other games than those of its run"]);
}

#[test]
fn a_part_is_recorded_with_its_games() {
    let folder = scratch();
    let path = stored(folder.path(), "a", &part(5..9, Some(0..20)));
    let Merged { state, pieces, .. } = merged(&[path], true).unwrap();
    let [part] = &pieces[..] else { panic!("{pieces:?}") };
    assert_eq!((&part.games, part.has_rows), (&vec![5..9], false));
    assert_eq!(state.study.part_of, Some(0..20));
    assert_eq!(part.record(), json!({"folder": "a", "games": [5, 9]}));
    let gaps = Piece { span: 5..20, games: vec![5..9, 12..20], ..part.clone() };
    assert_eq!(gaps.record()["missing"], json!([[9, 12]]));
}
