//! Parts of a run put together, and stored runs side by side.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use serde_json::json;
use tempfile::TempDir;

use super::{assert_says, counted, ludo, of_games, played, scratch, stored, uncounted, war};
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

/// A folder with parts of these games, stored as `a`, `b` and so on.
fn parts(parts: &[Games]) -> (TempDir, Vec<PathBuf>) {
    let (folder, parts) = (scratch(), ["a", "b", "c"].into_iter().zip(parts));
    let parts = parts.map(|(name, games)| stored(folder.path(), name, &part(games.clone())));
    let parts = parts.collect();
    (folder, parts)
}

#[test]
fn parts_in_any_order_are_the_whole_or_a_larger_part() {
    let whole = Some(10..40);
    let (_folder, mut folders) = parts(&[(15..16, whole.clone()), (16..40, None), (10..15, whole)]);
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
    let (_folder, folders) = parts(&[(10..20, Some(0..40)), (20..30, Some(0..40))]);
    let merged = merge(&folders, true).unwrap();
    let study = &merged.run.finished.study;
    assert_eq!((study.range(), &study.part_of), (10..30, &Some(0..40)));
    assert_eq!(merged.missing, [0..10, 30..40]);
    // Parts without games change nothing.
    let (_folder, folders) = parts(&[0..0, 0..2, 2..2].map(|games| (games, Some(0..2))));
    assert_eq!(merge(&folders, false).unwrap().run.finished.study.range(), 0..2);
    assert_eq!(merge(&folders[..1], true).unwrap().run.finished.study.games, 0);
}

#[test]
fn what_is_missing_or_twice_or_beyond_is_named() {
    let cases: [(&[Games], bool, &str); 12] = [
        (&[(0..5, None), (6..9, None)], false, "game 5 is missing; name the parts"),
        (
            &[(2..4, Some(0..9))],
            false,
            "games 0 to 1, games 4 to 8 are missing; name the parts \
                                        that have them, or make a larger part of these with",
        ),
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
    let folder = scratch();
    let first = stored(folder.path(), "first", &part((0..5, None)));
    let asking =
        |study: &Study, ask: &dyn Fn(&mut Spec)| study.clone().ask(|spec| ask(spec)).unwrap();
    let (umass, both) = (war(["umass"], 1), war(["umass", "one-down"], 1));
    let stopped = "was stopped by a precision (--until)";
    for (study, words) in [
        (war(["umass"], 2), ["is a part of another run than", "seed is 2, not 1"]),
        (asking(&umass, &|spec| spec.confidence = Some(0.9)), ["", "is 0.9, not 0.95"]),
        (asking(&umass, &|spec| spec.until.push("a_win:0.0001".into())), [stopped, ""]),
        (asking(&both, &|spec| spec.until_difference.push("a_win:0.0001".into())), [stopped, ""]),
    ] {
        let other = scratch();
        let second = stored(other.path(), "second", &of_games(&study, 5..9));
        let refused = merge(&[first.clone(), second], false).unwrap_err();
        assert_says(&refused.to_string(), &words);
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

/// These are not compared, for such a reason.
fn assert_apart(runs: Vec<Run>, words: &[&str]) {
    assert_says(&side_by_side(runs, &Spec::default()).unwrap_err().to_string(), words);
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
    let ludo = uncounted(&ludo(["bwinf", "bwinf-frozen"], &dice), 0..0);
    let words = "x and z are runs of War and of Ludo; compare runs of one game";
    assert_apart(vec![uncounted(&one, 0..0), uncounted(&one, 0..0), ludo.clone()], &[words]);
    let ludo = together(vec![ludo]);
    let alike = vec![(0, 3), (1, 4), (2, 5)];
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
    // Of one seed they are played again, and must have the counts that were stored.
    let runs = together(vec![counted(&both), counted(&same)]);
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
        let runs = side_by_side(vec![counted(study), apart.clone()], asked).unwrap();
        assert_eq!(runs.lacks_pairs(), lacks);
    }
}
