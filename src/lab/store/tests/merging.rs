//! Parts of a run put together, and stored runs side by side.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use serde_json::{Value as Json, json};
use tempfile::TempDir;

use super::{assert_says, ludo, of_games, played, scratch, stored, war};
use crate::core::cards::{DealsFrom, DeckList};
use crate::lab::refused::Refused;
use crate::lab::spec::{Spec, Study};
use crate::lab::store::merge::{Piece, merge};
use crate::lab::study::Finished;
use crate::lab::study::totals::Totals;
use crate::lab::tables::{Run, Tables};

/// Games of a part, and of the whole if it says so.
type Games = (Range<u64>, Option<Range<u64>>);

/// A folder with parts of these games of `umass`, stored as `a`, `b` and so on.
fn parts(parts: &[Games]) -> (TempDir, Vec<PathBuf>) {
    let (folder, umass) = (scratch(), war(["umass"], 1));
    let part = |(name, (games, part_of)): (_, &Games)| {
        let part = Study { part_of: part_of.clone(), ..of_games(&umass, games.clone()) };
        stored(folder.path(), name, &part)
    };
    let parts = ["a", "b", "c"].into_iter().zip(parts).map(part).collect();
    (folder, parts)
}

/// What they come to, in any order: `tests/cli/shard.rs`.
#[test]
fn parts_are_told_in_the_order_of_their_games_with_what_is_missing() {
    let whole = Some(10..40);
    let (_folder, folders) = parts(&[(15..16, whole.clone()), (16..40, None), (10..15, whole)]);
    let merged = merge(&folders, false).unwrap();
    let pieces: Vec<Json> = merged.pieces.iter().map(Piece::record).collect();
    let piece = |folder: &str, games: [u64; 2]| json!({"folder": folder, "games": games});
    assert_eq!(pieces, [piece("c", [10, 15]), piece("a", [15, 16]), piece("b", [16, 40])]);
    let (_folder, folders) = parts(&[(10..20, Some(0..40)), (20..30, Some(0..40))]);
    let merged = merge(&folders, true).unwrap();
    assert_eq!(merged.run.finished.study.part_of, Some(0..40));
    assert_eq!(merged.missing, [0..10, 30..40]);
    let (_folder, folders) = parts(&[(2..2, Some(0..2))]);
    assert_eq!(merge(&folders, true).unwrap().run.finished.study.range(), 2..2);
}

#[test]
fn what_is_missing_or_twice_or_beyond_is_named() {
    let cases: [(&[Games], bool, &str); 11] = [
        (&[(0..5, None), (6..9, None)], false, "game 5 is missing; name the parts"),
        // The whole is known from a later part.
        (&[(0..5, None), (5..7, Some(0..9))], false, "games 7 to 8 are missing"),
        (&[(2..4, Some(0..9)), (6..8, None)], false, "games 0 to 1, games 4 to 5, game 8"),
        (&[(2..4, Some(0..9)), (6..8, None)], true, "games 4 to 5 are missing; name the parts"),
        (&[(0..5, None), (3..9, None)], true, "b: games 3 to 4 are also in DIR/a;"),
        (&[(0..5, None), (5..9, None), (4..5, None)], false, "c: game 4 is also in DIR/a;"),
        (&[(0..5, None), (5..9, None), (5..6, None)], false, "c: game 5 is also in DIR/b;"),
        (&[(5..9, None), (0..5, None), (4..6, None)], false, "c: game 4 is also in DIR/b;"),
        (&[(0..5, Some(0..9)), (5..7, Some(0..8))], false, "it has games 0 to 7 of the run, not"),
        (&[(0..5, Some(0..9)), (5..10, None)], false, "b: has games beyond games 0 to 8"),
        (&[(5..9, Some(5..9)), (3..5, None)], true, "b: has games beyond games 5 to 8"),
    ];
    for (games, partial, words) in cases {
        let (folder, parts) = parts(games);
        let words = words.replace("DIR", &folder.path().display().to_string());
        assert_says(&merge(&parts, partial).unwrap_err().to_string(), &[&words]);
    }
}

#[test]
fn what_is_no_part_of_the_run_is_named_with_the_reason() {
    let (_folder, first) = parts(&[(0..5, None)]);
    let stopped = "was stopped by a precision (--until)";
    let until = vec!["a_win:0.0001".to_owned()];
    let [one, both] = [&["umass"][..], &["umass", "one-down"]]
        .map(|rules| Spec { seed: Some(1), ..Spec::of_rules(rules.iter().copied()) });
    for (asked, words) in [
        (Spec { seed: Some(2), ..one.clone() }, ["is a part of another run", "seed is 2, not 1"]),
        (Spec { confidence: Some(0.9), ..one.clone() }, ["", "is 0.9, not 0.95"]),
        (Spec { until: until.clone(), ..one }, [stopped, ""]),
        (Spec { until_difference: until, ..both }, [stopped, ""]),
    ] {
        let (other, study) = (scratch(), Study::of(asked).unwrap());
        let second = stored(other.path(), "second", &of_games(&study, 5..9));
        let refused = merge(&[first[0].clone(), second], false).unwrap_err();
        assert_says(&refused.to_string(), &words);
    }
}

// Stored runs side by side.

/// A run of a study that played these games, without their counts.
fn uncounted(study: &Study, games: Range<u64>) -> Finished {
    let study = study.clone().of_games(games);
    let (totals, games) = (Totals::new(&study), study.games);
    Finished { games, ..Finished::new(study, totals) }
}

/// Runs called `x`, `y` and so on.
fn side_by_side(runs: Vec<Finished>, asked: &Spec) -> Result<Tables, Refused> {
    let names = ["x", "y", "z"].map(String::from);
    let runs = names.into_iter().zip(runs).map(|(name, finished)| Run { name, finished });
    Tables::side_by_side(runs.collect(), asked)
}

fn together(runs: Vec<Finished>) -> Tables {
    side_by_side(runs, &Spec::default()).unwrap()
}

/// These are not compared, for such a reason.
fn assert_apart(runs: Vec<Finished>, words: &[&str]) {
    assert_says(&side_by_side(runs, &Spec::default()).unwrap_err().to_string(), words);
}

#[test]
fn pairs_are_those_of_the_same_part_and_of_the_baseline() {
    let (both, one) = (war(["umass", "one-down"], 1), war(["umass"], 1));
    let both = vec![uncounted(&both, 0..10), uncounted(&one, 0..10)];
    let runs = together(both.clone());
    // A name of two runs has its run before it.
    assert_eq!(runs.names.full, ["x:umass", "one-down", "y:umass"]);
    assert_eq!(runs.pairs(None), [(0, 1), (0, 2), (1, 2)]);
    assert_eq!(runs.pairs(Some("y:umass")), [(2, 0), (2, 1)]);
    assert_eq!(runs.pairs(Some("one-down")), [(1, 0), (1, 2)]);
    // Two are called so.
    let asked = Spec { baseline: Some("umass".into()), ..Spec::default() };
    let refused = side_by_side(both, &asked).unwrap_err();
    assert_says(&refused.to_string(), &["`umass`", "one-down, x:umass or y:umass"]);

    // Two rule sets, each with two pairs of three dice (and none with itself).
    let dice = [[1, 2, 3, 4, 5, 6], [1, 1, 1, 6, 6, 6], [2, 2, 2, 5, 5, 5]];
    let ludo = uncounted(&ludo(["bwinf", "bwinf-frozen"], &dice), 0..0);
    let words = "x and z are runs of War and of Ludo; compare runs of one game";
    assert_apart(vec![uncounted(&one, 0..0), uncounted(&one, 0..0), ludo.clone()], &[words]);
    let ludo = together(vec![ludo]);
    let alike = vec![(0, 3), (1, 4), (2, 5)];
    assert_eq!((ludo.pairs(None), ludo.pairs(Some("bwinf"))), (alike.clone(), alike));
}

#[test]
fn games_are_the_same_where_their_deals_are() {
    // Of seeds: `tests/cli/stored.rs`.
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
        (APART, "earlier games", umass(1, Seed, 9..12), umass(1, Seed, 2..9)),
    ] {
        let runs = together(vec![one, two]);
        // They were not counted game by game, because they are two runs.
        let mut methods = runs.comparisons.iter().map(|row| row.difference.method.name());
        assert!(methods.all(|method| method.starts_with(how)), "{what}");
        assert_eq!((runs.comparisons.len(), runs.lacks_pairs()), (4, how == SHARED), "{what}");
    }
    let words = "one of them is every order of a deck, the other a sample";
    assert_apart(vec![umass(1, Orders, 0..9), umass(1, Seed, 0..9)], &[words]);
    // Some games of one seed are neither the same nor others.
    for (one, two, words) in [
        (0..9, 8..12, ["x:umass played games 0 to 8 and", "y:umass games 8 to 11"]),
        (5..9, 0..6, ["x:umass played games 5 to 8 and", "y:umass games 0 to 5"]),
        (0..9, 3..4, ["x:umass played games 0 to 8 and", "y:umass game 3 of"]),
        (3..4, 0..9, ["game 3 and", "games 0 to 8 of"]),
    ] {
        assert_apart(vec![umass(1, Seed, one), umass(1, Seed, two)], &words);
    }
}

#[test]
fn a_comparison_knows_which_games_are_the_same() {
    let games = |study: &Study| of_games(study, 0..40);
    let (both, same) = (games(&war(["umass", "one-down"], 5)), games(&war(["umass"], 5)));
    let apart = played(&games(&war(["umass"], 6)));
    let runs = together(vec![played(&both), played(&same), apart.clone()]);
    let rows = &runs.comparisons;
    for ((first, second), how) in
        [((0, 1), "paired: "), ((0, 2), "shared deals: "), ((0, 3), "unpaired: ")]
    {
        let mut of = rows.iter().filter(|row| (row.first, row.second) == (first, second));
        assert!(of.all(|row| row.difference.method.name().starts_with(how)), "{how}");
    }
    assert_eq!(rows.len(), runs.pairs(None).len() * both.measures.len());
    assert!(rows.iter().all(|row| row.p_adjusted >= row.difference.p_value));
    assert!(rows.iter().any(|row| row.p_adjusted > row.difference.p_value));
    // Of one seed they are played again, and must have the counts that were stored.
    let runs = together(vec![played(&both), played(&same)]);
    let mut totals = played(&runs.again().unwrap()).totals;
    assert_eq!(runs.other_counts(&totals), None);
    totals.cells[1] = totals.cells[0].clone();
    assert_eq!(runs.other_counts(&totals), Some("one-down"));
    // Pairs that a run counted are not lacking, but for a counter of which no sums were kept.
    let laid = Spec { measures: Some(vec!["cards_laid".into()]), ..Spec::default() };
    let uncompared = both.clone().comparing(false);
    for (study, asked, lacks) in [
        (&both, &Spec::default(), false),
        (&uncompared, &Spec::default(), true),
        (&both, &laid, true),
    ] {
        let runs = side_by_side(vec![played(study), apart.clone()], asked).unwrap();
        assert_eq!(runs.lacks_pairs(), lacks);
    }
}
