//! Parts of a run put together, and stored runs side by side.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::json;

use super::{
    assert_says, counted, ludo, of_games, played, rewrite, scratch, stored, uncounted, war,
};
use crate::core::cards::{DealsFrom, DeckList};
use crate::lab::refused::Refused;
use crate::lab::spec::{Spec, Study};
use crate::lab::store::merge::merge;
use crate::lab::store::state::name_of;
use crate::lab::study::compare::Comparison;
use crate::lab::tables::{Run, Tables};

/// Games of a part, and of the whole if it says so.
type Games = (Range<u64>, Option<Range<u64>>);

/// These games of `umass`, as a part of those of `whole` if it is one.
fn part((games, part_of): Games) -> Study {
    Study { part_of, ..of_games(&war(["umass"], 1), games) }
}

/// Stores parts with these games as `a`, `b` and so on.
fn parts(folder: &Path, parts: &[Games]) -> Vec<PathBuf> {
    let parts = ["a", "b", "c"].into_iter().zip(parts);
    parts.map(|(name, games)| stored(folder, name, &part(games.clone()))).collect()
}

fn refused(folders: &[PathBuf], partial: bool) -> String {
    merge(folders, partial).unwrap_err().to_string()
}

#[test]
fn parts_in_any_order_are_the_whole_or_a_larger_part() {
    let (folder, whole) = (scratch(), Some(10..40));
    let (a, b, c) = (10..15, 15..16, 16..40);
    let mut folders = parts(folder.path(), &[(b, whole.clone()), (c, None), (a, whole)]);
    let all = played(&part((10..40, None)));
    for _ in 0..3 {
        folders.rotate_left(1);
        let merged = merge(&folders, false).unwrap();
        let finished = merged.run.finished;
        assert_eq!(finished.totals.cells[0].counts(), all.totals.cells[0].counts());
        let study = &finished.study;
        assert_eq!((study.range(), finished.games, &study.part_of), (10..40, 30, &None));
        let pieces = merged.pieces.iter().map(|p| (name_of(&p.folder), p.games.clone()));
        let expected = [("c", 10..15), ("a", 15..16), ("b", 16..40)];
        assert!(pieces.eq(expected.map(|(name, games)| (name.into(), games))));
        assert_eq!(merged.pieces[0].record(), json!({"folder": "c", "games": [10, 15]}));
    }
    let (folder, whole) = (scratch(), Some(0..40));
    let folders = parts(folder.path(), &[(10..20, whole.clone()), (20..30, whole)]);
    let merged = merge(&folders, true).unwrap();
    let study = &merged.run.finished.study;
    assert_eq!((study.range(), &study.part_of), (10..30, &Some(0..40)));
    assert_eq!(merged.missing, [0..10, 30..40]);
    // Parts without games change nothing.
    let (folder, whole) = (scratch(), Some(0..2));
    let three = [(0..0, whole.clone()), (0..2, whole.clone()), (2..2, whole)];
    let folders = parts(folder.path(), &three);
    assert_eq!(merge(&folders, false).unwrap().run.finished.study.range(), 0..2);
    assert_eq!(merge(&folders[..1], true).unwrap().run.finished.study.games, 0);
}

#[test]
fn what_is_missing_or_twice_or_beyond_is_named() {
    let cases: [(&[Games], bool, &str); 17] = [
        (&[(0..5, None), (6..9, None)], false, "game 5 is missing; name the parts"),
        (&[(0..5, Some(0..9))], false, "or make a larger part of these with --partial"),
        (&[(2..9, Some(0..9))], false, "games 0 to 1 are missing; name the parts"),
        (&[(2..4, Some(0..9))], false, "games 0 to 1, games 4 to 8 are missing"),
        // The whole is known from a later part.
        (&[(0..5, None), (5..7, Some(0..9))], false, "games 7 to 8 are missing"),
        (&[(2..4, Some(0..9)), (6..9, None)], false, "games 0 to 1, games 4 to 5 are"),
        (&[(2..4, Some(0..9)), (6..8, None)], false, "games 0 to 1, games 4 to 5, game 8"),
        (&[(2..4, Some(0..9)), (6..8, None)], true, "games 4 to 5 are missing; name the parts"),
        (&[(0..5, None), (3..9, None)], true, "b: games 3 to 4 are also in DIR/a;"),
        (&[(0..2, None), (2..5, None), (4..9, None)], false, "c: game 4 is also in DIR/b;"),
        (&[(0..5, None), (5..9, None), (4..5, None)], false, "c: game 4 is also in DIR/a;"),
        (&[(0..5, None), (5..9, None), (5..6, None)], false, "c: game 5 is also in DIR/b;"),
        (&[(5..9, None), (0..5, None), (4..5, None)], false, "c: game 4 is also in DIR/b;"),
        (&[(5..9, None), (0..5, None), (4..6, None)], false, "c: game 4 is also in DIR/b;"),
        (&[(0..5, Some(0..9)), (5..7, Some(0..8))], false, "it has games 0 to 7 of the run, not"),
        (&[(0..5, Some(0..9)), (5..10, None)], false, "b: has games beyond games 0 to 8"),
        (&[(5..9, Some(5..9)), (3..5, None)], true, "b: has games beyond games 5 to 8"),
    ];
    for (games, partial, words) in cases {
        let folder = scratch();
        let words = words.replace("DIR", &folder.path().display().to_string());
        assert_says(&refused(&parts(folder.path(), games), partial), &[&words]);
    }
}

#[test]
fn what_is_no_part_of_the_run_is_named_with_the_reason() {
    let folder = scratch();
    let first = stored(folder.path(), "first", &part((0..5, None)));
    let asking =
        |study: &Study, ask: &dyn Fn(&mut Spec)| study.clone().ask(|spec| ask(spec)).unwrap();
    let (umass, both) = (war(["umass"], 1), war(["umass", "one-down"], 1));
    let another = "is a part of another run than";
    let stopped = "was stopped by a precision (--until)";
    for (study, words) in [
        (war(["umass"], 2), [another, "seed is 2, not 1"]),
        (war(["one-down"], 1), [another, "rules.1"]),
        (asking(&umass, &|spec| spec.confidence = Some(0.9)), [another, "is 0.9, not 0.95"]),
        (asking(&umass, &|spec| spec.until.push("a_win:0.0001".into())), [stopped, ""]),
        (asking(&both, &|spec| spec.until_difference.push("a_win:0.0001".into())), [stopped, ""]),
    ] {
        let other = scratch();
        let second = stored(other.path(), "second", &of_games(&study, 5..9));
        assert_says(&refused(&[first.clone(), second], false), &words);
    }
}

#[test]
fn a_run_that_contradicts_its_counts_is_refused() {
    let (other, invalid) = ("has other games than those of its run", "is not a valid state: ");
    for (games, key, value, words) in [
        (5, "games", json!(6), other),
        (5, "games", json!(0), other),
        (5, "first_game", json!(1), other),
        (5, "games", json!("all"), invalid),
        (5, "first_game", json!(u64::MAX), other),
        (5, "part_of", json!([0]), invalid),
        (5, "part_of", json!([9, 0]), "does not say of which games it has a part"),
        (5, "until", json!(["a_win:0.1"]), "was stopped by a precision"),
        (5, "confidence", json!("much"), "a share such as 0.95"),
        (5, "confidence", json!(2), "must be between 0 and 1"),
        (5, "measures", json!(["luck"]), "luck"),
        (5, "measures", json!([1]), invalid),
        (5, "swept", json!("none"), invalid),
        (5, "refused", json!([["umass"]]), invalid),
        (5, "rank_by", json!("x"), "rank_by is \"x\", not nothing"),
        (5, "recipe_inside", json!("x"), "recipe_inside is \"x\", not nothing"),
        (5, "verb", json!(1), invalid),
        (5, "colour", json!("red"), "colour is \"red\", not nothing"),
        // A state without games is that of a part without games only.
        (0, "games", json!(5), other),
    ] {
        let folder = scratch();
        let part = stored(folder.path(), "a", &part((0..games, None)));
        rewrite(&part, |state| state["run"][key] = value);
        assert_says(&refused(&[part], false), &[words]);
    }
}

// Stored runs side by side.

/// Runs called `x`, `y` and so on.
fn side_by_side(runs: Vec<Run>, asked: &Spec) -> Result<Tables, Refused> {
    let names = ["x", "y", "z"].map(String::from);
    let runs = names.into_iter().zip(runs).map(|(name, run)| Run { name, ..run });
    Tables::side_by_side(runs.collect(), asked)
}

fn together(runs: Vec<Run>) -> Tables {
    side_by_side(runs, &Spec::default()).unwrap()
}

/// Why these are not compared.
fn apart(runs: Vec<Run>) -> String {
    side_by_side(runs, &Spec::default()).map(|_| ()).unwrap_err().to_string()
}

#[test]
fn pairs_are_those_of_the_same_part_and_of_the_baseline() {
    let (both, one) = (war(["umass", "one-down"], 1), war(["umass"], 1));
    let runs = together(vec![uncounted(&both, 0..10), uncounted(&one, 0..10)]);
    // A name of two runs has its run before it.
    assert_eq!(runs.names.full, ["x:umass", "one-down", "y:umass"]);
    assert_eq!(runs.pairs(None), [(0, 1), (0, 2), (1, 2)]);
    assert_eq!(runs.pairs(Some("y:umass")), [(2, 0), (2, 1)]);
    assert_eq!(runs.pairs(Some("one-down")), [(1, 0), (1, 2)]);
    // Two are called so.
    let asked = Spec { baseline: Some("umass".into()), ..Spec::default() };
    let refused = side_by_side(runs.runs, &asked).unwrap_err();
    assert_says(&refused.to_string(), &["`umass`", "one-down, x:umass or y:umass"]);

    // Two rule sets, each with two pairs of three dice (and none with itself).
    let dice = [[1, 2, 3, 4, 5, 6], [1, 1, 1, 6, 6, 6], [2, 2, 2, 5, 5, 5]];
    let ludo = ludo(["bwinf", "bwinf-frozen"], &dice);
    let parts = ludo.cells.len() / 2;
    assert!(parts > 1);
    let ludo = uncounted(&ludo, 0..0);
    let words = "x and z are runs of War and of Ludo; compare runs of one game";
    assert_says(&apart(vec![uncounted(&one, 0..0), uncounted(&one, 0..0), ludo.clone()]), &[words]);
    let ludo = together(vec![ludo]);
    let alike: Vec<(usize, usize)> = (0..parts).map(|k| (k, k + parts)).collect();
    assert_eq!((ludo.pairs(None), ludo.pairs(Some("bwinf"))), (alike.clone(), alike));
}

#[test]
fn games_are_the_same_where_their_deals_are() {
    use DealsFrom::{Orders, Seed};
    const SHARED: &str = "shared deals: ";
    const APART: &str = "unpaired: ";
    const EXACT: &str = "exact: every order of the deck";
    let list = |digest: &str| {
        DealsFrom::List(Arc::new(DeckList { digest: digest.into(), decks: Vec::new() }))
    };
    let of = |rules, seed, from, games| uncounted(&war([rules], seed).dealt(from), games);
    let umass = |seed, from, games| of("umass", seed, from, games);
    let five = |from| of("umass{deck.ranks=5}", 1, from, 0..9);
    for (how, what, one, two) in [
        (SHARED, "a seed", umass(1, Seed, 0..9), umass(1, Seed, 0..9)),
        (APART, "seeds", umass(1, Seed, 0..9), umass(2, Seed, 0..9)),
        (SHARED, "a list", umass(1, list("a"), 0..9), umass(2, list("a"), 0..9)),
        // Which decks are in both nobody knows.
        (SHARED, "lists", umass(1, list("a"), 0..9), umass(1, list("b"), 0..9)),
        (SHARED, "a list and a seed", umass(1, list("a"), 0..9), umass(1, Seed, 0..9)),
        (EXACT, "orders", umass(1, Orders, 0..9), umass(2, Orders, 0..9)),
        // The same words shuffle decks of one seed, whatever their cards.
        (SHARED, "decks of a seed", umass(1, Seed, 0..9), five(Seed)),
        (APART, "decks of two seeds", umass(2, Seed, 0..9), five(Seed)),
        ("exact: every order of each", "two decks", umass(1, Orders, 0..9), five(Orders)),
        (APART, "no games", umass(1, Seed, 0..0), umass(1, Seed, 0..0)),
        (APART, "later games", umass(1, Seed, 0..9), umass(1, Seed, 9..12)),
        (APART, "earlier games", umass(1, Seed, 9..12), umass(1, Seed, 2..9)),
    ] {
        let runs = together(vec![one, two]);
        // They were not counted game by game, because they are two runs.
        let methods = runs.comparisons.iter().map(|row| row.difference.method.name());
        let methods: Vec<&str> = methods.collect();
        assert!(methods.iter().all(|method| method.starts_with(how)), "{what}: {methods:?}");
        assert_eq!((methods.len(), runs.lacks_pairs()), (4, how == SHARED), "{what}");
    }
    let words = "one of them is every order of a deck, the other a sample";
    assert_says(&apart(vec![umass(1, Orders, 0..9), umass(1, Seed, 0..9)]), &[words]);
    // Some games of one seed are neither the same nor others.
    for (one, two, words) in [
        (0..9, 8..12, ["x:umass played games 0 to 8 and", "y:umass games 8 to 11"]),
        (5..9, 0..6, ["x:umass played games 5 to 8 and", "y:umass games 0 to 5"]),
        (0..9, 3..4, ["x:umass played games 0 to 8 and", "y:umass game 3 of"]),
        (3..4, 0..9, ["game 3 and", "games 0 to 8 of"]),
    ] {
        assert_says(&apart(vec![umass(1, Seed, one), umass(1, Seed, two)]), &words);
    }
}

/// Those that are played again: `tests/cli/stored.rs`.
#[test]
fn runs_of_one_seed_make_a_study_that_plays_them_again() {
    let (both, one) = (war(["umass", "one-down"], 5), war(["umass"], 5));
    let runs = [&both, &one].map(|study| counted(&of_games(study, 3..9)));
    let runs = together(runs.into());
    let again = runs.again().unwrap();
    let names = again.rule_sets.iter().map(|named| named.name.as_str());
    assert!(names.eq(["x:umass", "one-down", "y:umass"]));
    assert_eq!((again.deals.seed.0, again.range(), again.compares()), (5, 3..9, true));
    // They must have the counts that were stored.
    let mut totals = played(&again).totals;
    assert_eq!(runs.other_counts(&totals), None);
    totals.cells[1] = totals.cells[0].clone();
    assert_eq!(runs.other_counts(&totals), Some("one-down"));
    // Every order is played without a seed.
    let orders = uncounted(&one.dealt(DealsFrom::Orders), 0..9);
    assert!(together(vec![orders.clone(), orders]).again().is_none());
}

#[test]
fn a_comparison_knows_which_games_are_the_same() {
    let games = |study: &Study| of_games(study, 0..40);
    let (both, same) = (games(&war(["umass", "one-down"], 5)), games(&war(["umass"], 5)));
    let apart = counted(&games(&war(["umass"], 6)));
    let runs = together(vec![counted(&both), counted(&same), apart.clone()]);
    let measures = &both.measures;
    let place = |row: &Comparison| (row.first, row.second, row.measure);
    let expected = runs.pairs(None).into_iter();
    let expected = expected.flat_map(|(i, j)| measures.iter().map(move |&measure| (i, j, measure)));
    assert!(runs.comparisons.iter().map(place).eq(expected));
    let rows = &runs.comparisons;
    for (k, how) in ["paired", "shared deals", "unpaired"].into_iter().enumerate() {
        let method = rows[k * measures.len()].difference.method.name();
        assert_eq!(method.split(':').next(), Some(how));
    }
    assert!(rows.iter().all(|row| row.p_adjusted >= row.difference.p_value));
    assert!(rows.iter().any(|row| row.p_adjusted > row.difference.p_value));
    // Pairs that a run counted are not lacking, but for a counter of which no sums were kept.
    let laid = Spec { measures: Some(vec!["cards_laid".into()]), ..Spec::default() };
    let uncompared = both.clone().comparing(false);
    for (study, asked, lacks) in [
        (&both, &Spec::default(), false),
        (&uncompared, &Spec::default(), true),
        (&both, &laid, true),
    ] {
        let runs = side_by_side(vec![counted(study), apart.clone()], asked).unwrap();
        assert_eq!(runs.lacks_pairs(), lacks);
    }
}
