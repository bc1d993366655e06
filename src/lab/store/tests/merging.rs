//! Parts of a run put together.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value as Json, json};

use super::{
    assert_says, counted, ludo, of_games, played, rewrite, scratch, stored, uncounted, war,
};
use crate::core::cards::{DealsFrom, DeckList};
use crate::lab::refused::Refused;
use crate::lab::spec::{Spec, Study};
use crate::lab::store::merge::{Merged, merge};
use crate::lab::store::state::name_of;
use crate::lab::study::compare::Comparison;
use crate::lab::tables::{Run, Tables};

/// These games of `umass`, as a part of those of `whole` if it is one.
fn part(games: Range<u64>, whole: Option<Range<u64>>) -> Study {
    Study { part_of: whole, ..of_games(&war(["umass"], 1), games) }
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
    merge(folders, partial)
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
        let finished = merged.run.finished;
        assert_eq!(finished.totals.cells[0].counts(), all.totals.cells[0].counts());
        let study = &finished.study;
        assert_eq!((study.range(), finished.games, &study.part_of), (10..40, 30, &None));
        assert_eq!(study.verb, "library");
        let pieces: Vec<_> =
            merged.pieces.iter().map(|p| (name_of(&p.folder), p.games.clone())).collect();
        assert_eq!(pieces, [("c".into(), 10..15), ("a".into(), 15..16), ("b".into(), 16..40)]);
    }
}

#[test]
fn some_parts_make_a_larger_part() {
    let (folder, whole) = (scratch(), Some(0..40));
    let folders = parts(folder.path(), &[(10..20, whole.clone()), (20..30, whole)]);
    let merged = merged(&folders, true).unwrap();
    let study = &merged.run.finished.study;
    assert_eq!((study.first_game, study.games, &study.part_of), (10, 20, &Some(0..40)));
    assert_eq!(merged.missing, [0..10, 30..40]);
    assert_says(&refused(&folders, false), &["games 0 to 9, games 30 to 39 are missing"]);
}

#[test]
fn parts_without_games_change_nothing() {
    let (folder, whole) = (scratch(), Some(0..2));
    let folders =
        parts(folder.path(), &[(0..0, whole.clone()), (0..2, whole.clone()), (2..2, whole)]);
    assert_eq!(merged(&folders, false).unwrap().run.finished.study.range(), 0..2);
    assert_eq!(merged(&folders[..1], true).unwrap().run.finished.study.games, 0);
}

#[test]
fn what_is_missing_or_twice_or_beyond_is_named() {
    for (games, partial, words) in [
        (&[(0..5, None), (6..9, None)][..], false, "game 5 is missing; name the parts"),
        (&[(0..5, Some(0..9))], false, "or make a larger part of these with --partial"),
        (&[(2..9, Some(0..9))], false, "games 0 to 1 are missing; name the parts"),
        // The whole is known from a later part.
        (&[(0..5, None), (5..7, Some(0..9))], false, "games 7 to 8 are missing"),
        (&[(2..4, Some(0..9)), (6..9, None)], false, "games 0 to 1, games 4 to 5 are"),
        (&[(2..4, Some(0..9)), (6..8, None)], false, "games 0 to 1, games 4 to 5, game 8"),
        (&[(2..4, Some(0..9)), (6..8, None)], true, "games 4 to 5 are missing; name the parts"),
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
        (
            "confidence",
            war(["umass"], 1).ask(|spec| spec.confidence = Some(0.9)).unwrap(),
            "confidence is 0.9, not 0.95",
        ),
    ] {
        folders.truncate(1);
        folders.push(stored(folder.path(), name, &of_games(&study, 5..9)));
        assert_says(&refused(&folders, false), &["is a part of another run than", words]);
    }
}

#[test]
fn a_run_that_was_stopped_by_its_counts_is_no_part() {
    let folder = scratch();
    let until = part(0..9, None).ask(|spec| spec.until.push("a_win:0.0001".into())).unwrap();
    let both = of_games(&war(["umass", "one-down"], 1), 0..9);
    let difference = both.ask(|spec| spec.until_difference.push("a_win:0.0001".into())).unwrap();
    for (name, study) in [("until", until), ("difference", difference)] {
        let folder = stored(folder.path(), name, &study);
        assert_says(&refused(&[folder], false), &["was stopped by a precision (--until)"]);
    }
}

#[test]
fn a_run_that_contradicts_its_counts_is_refused() {
    let set = |key: &'static str, value: Json| move |state: &mut Json| state["run"][key] = value;
    type Change = Box<dyn FnOnce(&mut Json)>;
    let changes: Vec<(Change, &str)> = vec![
        (Box::new(set("games", json!(6))), "has other games than those of its run"),
        (Box::new(set("games", json!(0))), "has other games than those of its run"),
        (Box::new(set("first_game", json!(1))), "has other games than those of its run"),
        (Box::new(set("games", json!("all"))), "is not a valid state: "),
        (Box::new(set("first_game", json!(u64::MAX))), "has other games than those of its run"),
        (Box::new(set("part_of", json!([0]))), "is not a valid state: "),
        (Box::new(set("part_of", json!([9, 0]))), "does not say of which games it has a part"),
        (Box::new(set("until", json!(["a_win:0.1"]))), "was stopped by a precision"),
        (Box::new(set("confidence", json!("much"))), "a share such as 0.95"),
        (Box::new(set("confidence", json!(2))), "must be between 0 and 1"),
        (Box::new(set("measures", json!(["luck"]))), "luck"),
        (Box::new(set("measures", json!([1]))), "is not a valid state: "),
        (Box::new(set("swept", json!("none"))), "is not a valid state: "),
        (Box::new(set("refused", json!([["umass"]]))), "is not a valid state: "),
        (Box::new(set("rank_by", json!("x"))), "rank_by is \"x\", not nothing"),
        (Box::new(set("recipe_inside", json!("x"))), "recipe_inside is \"x\", not nothing"),
        (Box::new(set("verb", json!(1))), "is not a valid state: "),
        (Box::new(set("colour", json!("red"))), "colour is \"red\", not nothing"),
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
    let Merged { run, pieces, .. } = merged(&[path], true).unwrap();
    let [part] = &pieces[..] else { panic!("{pieces:?}") };
    assert_eq!(part.games, 5..9);
    assert_eq!(run.finished.study.part_of, Some(0..20));
    assert_eq!(part.record(), json!({"folder": "a", "games": [5, 9]}));
}

// Stored runs side by side.

/// Runs called `x`, `y` and so on.
fn together(runs: Vec<Run>) -> Tables {
    Tables::side_by_side(named(runs), &Spec::default()).unwrap()
}

fn named(runs: Vec<Run>) -> Vec<Run> {
    let names = ["x", "y", "z", "w"].map(String::from);
    names.into_iter().zip(runs).map(|(name, run)| Run { name, ..run }).collect()
}

/// Runs of War: `umass` and `one-down` of seed 1 as `x`, `umass` of seed 1 as `y`.
fn two_runs() -> Tables {
    let runs = [war(["umass", "one-down"], 1), war(["umass"], 1)];
    together(runs.iter().map(|study| uncounted(study, 0..10)).collect())
}

#[test]
fn a_name_of_two_runs_has_its_run_before_it() {
    let runs = two_runs();
    assert_eq!(runs.names.full, ["x:umass", "one-down", "y:umass"]);
    assert_eq!(runs.info().name, "war");
}

#[test]
fn runs_of_two_games_are_not_compared() {
    let ludo = ludo(["bwinf"], &[[1, 2, 3, 4, 5, 6], [1, 1, 1, 6, 6, 6]]);
    let runs = [war(["umass"], 1), war(["umass"], 2), ludo].map(|study| uncounted(&study, 0..0));
    let error = Tables::side_by_side(named(runs.into()), &Spec::default());
    let expected = "x and z are runs of War and of Ludo; compare runs of one game";
    assert_eq!(error.map(|_| ()), Err(Refused::usage(expected)));
}

#[test]
fn pairs_are_those_of_the_same_part_and_of_the_baseline() {
    let runs = two_runs();
    assert_eq!(runs.pairs(None), [(0, 1), (0, 2), (1, 2)]);
    assert_eq!(runs.pairs(Some("y:umass")), [(2, 0), (2, 1)]);
    assert_eq!(runs.pairs(Some("one-down")), [(1, 0), (1, 2)]);
    // Two are called so.
    let asked = Spec { baseline: Some("umass".into()), ..Spec::default() };
    let refused = Tables::side_by_side(runs.runs, &asked).unwrap_err();
    assert_says(&refused.to_string(), &["`umass`", "one-down, x:umass or y:umass"]);

    // Two rule sets, each with two pairs of three dice (and none with itself).
    let dice = [[1, 2, 3, 4, 5, 6], [1, 1, 1, 6, 6, 6], [2, 2, 2, 5, 5, 5]];
    let ludo = ludo(["bwinf", "bwinf-frozen"], &dice);
    let parts = ludo.cells.len() / 2;
    assert!(parts > 1);
    let ludo = together(vec![uncounted(&ludo, 0..0)]);
    let alike: Vec<(usize, usize)> = (0..parts).map(|k| (k, k + parts)).collect();
    assert_eq!(ludo.pairs(None), alike);
    assert_eq!(ludo.pairs(Some("bwinf")), alike);
}

/// A run of `umass` by these deals.
fn dealt(seed: u64, from: DealsFrom, games: Range<u64>) -> Run {
    uncounted(&war(["umass"], seed).dealt(from), games)
}

fn orders_of(study: Study, games: Range<u64>) -> Run {
    uncounted(&study.dealt(DealsFrom::Orders), games)
}

fn list(digest: &str) -> DealsFrom {
    DealsFrom::List(Arc::new(DeckList { digest: digest.into(), decks: Vec::new() }))
}

#[test]
fn games_are_the_same_where_their_deals_are() {
    const SHARED: &str = "shared deals: ";
    const APART: &str = "unpaired: ";
    use DealsFrom::{Orders, Seed};
    let five = war(["umass{deck.ranks=5}"], 1);
    let small = uncounted(&five, 0..9);
    for (how, what, one, two) in [
        (SHARED, "a seed", dealt(1, Seed, 0..9), dealt(1, Seed, 0..9)),
        (APART, "seeds", dealt(1, Seed, 0..9), dealt(2, Seed, 0..9)),
        (SHARED, "a list", dealt(1, list("a"), 0..9), dealt(2, list("a"), 0..9)),
        // Which decks are in both nobody knows.
        (SHARED, "lists", dealt(1, list("a"), 0..9), dealt(1, list("b"), 0..9)),
        (SHARED, "a list and a seed", dealt(1, list("a"), 0..9), dealt(1, Seed, 0..9)),
        (
            "exact: every order of the deck",
            "orders",
            dealt(1, Orders, 0..9),
            dealt(2, Orders, 0..9),
        ),
        // The same words shuffle decks of one seed, whatever their cards.
        (SHARED, "decks of a seed", dealt(1, Seed, 0..9), small.clone()),
        (APART, "decks of two seeds", dealt(2, Seed, 0..9), small.clone()),
        (
            "exact: every order of each deck",
            "orders of two decks",
            dealt(1, Orders, 0..9),
            orders_of(five, 0..9),
        ),
        (APART, "no games", dealt(1, Seed, 0..0), dealt(1, Seed, 0..0)),
        (APART, "later games", dealt(1, Seed, 0..9), dealt(1, Seed, 9..12)),
        (APART, "earlier games", dealt(1, Seed, 9..12), dealt(1, Seed, 2..9)),
    ] {
        let runs = together(vec![one, two]);
        // They were not counted game by game, because they are two runs.
        let methods: Vec<&str> =
            runs.comparisons.iter().map(|row| row.difference.method.name()).collect();
        assert!(methods.iter().all(|method| method.starts_with(how)), "{what}: {methods:?}");
        assert_eq!((methods.len(), runs.lacks_pairs()), (4, how == SHARED), "{what}");
    }
    let runs = named(vec![dealt(1, Orders, 0..9), dealt(1, Seed, 0..9)]);
    let refused = Tables::side_by_side(runs, &Spec::default()).unwrap_err().to_string();
    assert_says(&refused, &["one of them is every order of a deck, the other a sample"]);
}

#[test]
fn pairs_that_a_run_counted_are_not_lacking() {
    let both = of_games(&war(["umass", "one-down"], 1), 0..9);
    let apart = of_games(&war(["umass"], 2), 0..9);
    assert!(!together(vec![counted(&both), counted(&apart)]).lacks_pairs());
    let uncompared = both.clone().comparing(false);
    assert!(together(vec![counted(&uncompared), counted(&apart)]).lacks_pairs());
    // A counter of which no sums were kept.
    let measures = Some(vec!["cards_laid".into()]);
    let asked = Spec { measures, ..Spec::default() };
    let runs = named(vec![counted(&both), counted(&apart)]);
    assert!(Tables::side_by_side(runs, &asked).unwrap().lacks_pairs());
}

#[test]
fn runs_that_share_some_games_are_refused() {
    let seed = |games: Range<u64>| dealt(1, DealsFrom::Seed, games);
    for (one, two, words) in [
        (0..9, 8..12, ["x:umass played games 0 to 8 and", "y:umass games 8 to 11"]),
        (5..9, 0..6, ["x:umass played games 5 to 8 and", "y:umass games 0 to 5"]),
        (0..9, 3..4, ["x:umass played games 0 to 8 and", "y:umass game 3 of"]),
        (3..4, 0..9, ["game 3 and", "games 0 to 8 of"]),
    ] {
        let runs = named(vec![seed(one), seed(two)]);
        let error = Tables::side_by_side(runs, &Spec::default()).unwrap_err();
        assert_says(&error.to_string(), &words);
    }
}

#[test]
fn runs_of_one_seed_make_a_study_that_plays_them_again() {
    let study = |rule_sets: &[&str]| Study::war(rule_sets.iter().copied()).unwrap().seed(5);
    let (one, two) = (study(&["umass", "one-down"]), study(&["umass"]));
    let runs = together(vec![uncounted(&one, 3..9), uncounted(&two, 3..9)]);
    let again = runs.again().unwrap();
    let names: Vec<&str> = again.rule_sets.iter().map(|named| named.name.as_str()).collect();
    assert_eq!(names, ["x:umass", "one-down", "y:umass"]);
    assert_eq!((again.deals.seed.0, again.first_game, again.games), (5, 3, 6));
    assert!(again.compares());
}

#[test]
fn runs_of_other_games_or_means_make_no_study() {
    let umass = war(["umass"], 5);
    let like = |change: &dyn Fn(Study) -> Study| uncounted(&change(umass.clone()), 0..9);
    let orders = |study: Study| study.dealt(DealsFrom::Orders);
    let dice = [[1, 2, 3, 4, 5, 6], [1, 1, 1, 6, 6, 6]]
        .map(|die| uncounted(&ludo(["bwinf"], &[[1, 2, 3, 4, 5, 6], die]), 0..9));
    let [same_dice, other_dice] = dice;
    for (what, one, two) in [
        ("a seed", like(&|study| study), like(&|study| study.seed(6))),
        ("games", like(&|study| study), uncounted(&umass, 0..10)),
        ("orders", like(&orders), like(&orders)),
        ("dice", same_dice, other_dice),
    ] {
        let runs = Tables::side_by_side(named(vec![one, two]), &Spec::default());
        // Of some of the games, and of other dice, there is not even a comparison.
        assert_eq!(runs.is_err(), ["games", "dice"].contains(&what));
        assert!(runs.ok().is_none_or(|runs| runs.again().is_none()), "{what}");
    }
    assert!(together(vec![like(&|study| study), like(&|study| study)]).again().is_some());
}

#[test]
fn games_played_again_must_have_the_counts_that_were_stored() {
    let (one, two) = (of_games(&war(["umass"], 5), 0..9), of_games(&war(["one-down"], 5), 0..9));
    let runs = together(vec![counted(&one), counted(&two)]);
    let study = runs.again().unwrap();
    let again = played(&study).totals;
    assert_eq!(runs.other_counts(&again), None);
    let mut other = again.clone();
    other.cells[1] = again.cells[0].clone();
    assert_eq!(runs.other_counts(&other), Some("one-down"));
}

#[test]
fn a_comparison_knows_which_games_are_the_same() {
    let games = |study: &Study| of_games(study, 0..40);
    let (both, same) = (games(&war(["umass", "one-down"], 5)), games(&war(["umass"], 5)));
    let apart = games(&war(["umass"], 6));
    let runs = together(vec![counted(&both), counted(&same), counted(&apart)]);
    let measures = &both.measures;
    let place = |row: &Comparison| (row.first, row.second, row.measure);
    let places: Vec<_> = runs.comparisons.iter().map(place).collect();
    let expected = runs.pairs(None).into_iter();
    let expected = expected.flat_map(|(i, j)| measures.iter().map(move |&measure| (i, j, measure)));
    assert_eq!(places, expected.collect::<Vec<_>>());
    let rows = &runs.comparisons;
    let [paired, unknown, independent] = [0, 1, 2].map(|k| &rows[k * measures.len()]);
    for (row, how) in [(paired, "paired"), (unknown, "shared deals"), (independent, "unpaired")] {
        assert_eq!(row.difference.method.name().split(':').next(), Some(how));
    }
    assert!(rows.iter().all(|row| row.p_adjusted >= row.difference.p_value));
    assert!(rows.iter().any(|row| row.p_adjusted > row.difference.p_value));
}
