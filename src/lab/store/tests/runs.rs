//! Stored runs side by side.

use std::ops::Range;
use std::sync::Arc;

use super::{assert_says, counted, of_games, played, uncounted, war};
use crate::core::cards::{Deals, DealsFrom, DeckList, Seed};
use crate::lab::spec::refused::Refused;
use crate::lab::spec::{Measure, Study};
use crate::lab::store::runs::Together;
use crate::lab::store::state::State;

/// Runs called `x`, `y` and so on.
fn together(runs: Vec<State>) -> Together {
    let names = ["x", "y", "z", "w"].map(String::from);
    Together::new(names.into_iter().zip(runs).collect()).unwrap()
}

/// Runs of War: `umass` and `one-down` of seed 1 as `x`, `umass` of seed 1 as `y`.
fn two_runs() -> Together {
    let runs = [war(["umass", "one-down"], 1), war(["umass"], 1)];
    together(runs.iter().map(|study| uncounted(study, &[0..10])).collect())
}

#[test]
fn a_name_of_two_runs_has_its_run_before_it() {
    let runs = two_runs();
    assert_eq!(runs.names, ["x:umass", "one-down", "y:umass"]);
    assert_eq!(runs.info().name, "war");
}

#[test]
fn runs_of_two_games_are_not_compared() {
    let ludo = Study::ludo(["bwinf"], "1-6\n1 1 1 6 6 6\n").unwrap();
    let runs = [war(["umass"], 1), war(["umass"], 2), ludo];
    let runs = runs.iter().zip(["x", "y", "z"]);
    let error = Together::new(runs.map(|(s, name)| (name.into(), uncounted(s, &[]))).collect());
    let expected = "x is a run of War, and z one of Ludo: only runs of one game can be compared";
    assert_eq!(error.map(|_| ()), Err(Refused::usage(expected)));
}

#[test]
fn pairs_are_those_of_the_same_part_and_of_the_baseline() {
    let runs = two_runs();
    assert_eq!(runs.pairs(None), [(0, 1), (0, 2), (1, 2)]);
    // Whoever is called so by rule set or by name; they are not compared with one another.
    assert_eq!(runs.pairs(Some("umass")), [(0, 1), (2, 1)]);
    assert_eq!(runs.pairs(Some("y:umass")), [(2, 0), (2, 1)]);
    assert_eq!(runs.pairs(Some("one-down")), [(1, 0), (1, 2)]);
    assert_eq!(runs.pairs(Some("nobody")), []);
    let is_umass = [0, 1, 2].map(|k| runs.is_called(k, "umass"));
    assert_eq!(is_umass, [true, false, true]);

    // Two rule sets, each with two pairs of three dice (and none with itself).
    let dice = "3\n6 1 2 3 4 5 6\n6 1 1 1 6 6 6\n6 2 2 2 5 5 5\n";
    let ludo = Study::ludo(["bwinf", "bwinf-frozen"], dice).unwrap();
    let parts = ludo.cells.len() / 2;
    assert!(parts > 1);
    let ludo = together(vec![uncounted(&ludo, &[])]);
    let alike: Vec<(usize, usize)> = (0..parts).map(|k| (k, k + parts)).collect();
    assert_eq!(ludo.pairs(None), alike);
    assert_eq!(ludo.pairs(Some("bwinf")), alike);
    assert_eq!(ludo.pairs(Some(&ludo.names[1])), [(1, 1 + parts)]);
}

/// A run of `umass` by these deals.
fn dealt(seed: u64, from: DealsFrom, games: &[Range<u64>]) -> State {
    let deals = Deals { seed: Seed(seed), from };
    uncounted(&war(["umass"], seed).dealt(deals), games)
}

fn orders_of(state: State) -> State {
    let deals = Deals { from: DealsFrom::Orders, ..state.study.deals.clone() };
    State { study: state.study.dealt(deals), ..state }
}

fn list(digest: &str) -> DealsFrom {
    DealsFrom::List(Arc::new(DeckList { digest: digest.into(), decks: Vec::new() }))
}

#[test]
fn games_are_the_same_where_their_deals_are() {
    use DealsFrom::{Orders, Seed};
    let small = war([], 1).with_rules("small", "deck.ranks = 5").unwrap();
    let small = uncounted(&small, &[0..9]);
    for (same, what, one, two) in [
        (true, "a seed", dealt(1, Seed, &[0..9]), dealt(1, Seed, &[0..9])),
        (false, "seeds", dealt(1, Seed, &[0..9]), dealt(2, Seed, &[0..9])),
        (true, "a list", dealt(1, list("a"), &[0..9]), dealt(2, list("a"), &[0..9])),
        (false, "lists", dealt(1, list("a"), &[0..9]), dealt(1, list("b"), &[0..9])),
        (true, "orders", dealt(1, Orders, &[0..9]), dealt(2, Orders, &[0..9])),
        (false, "orders and a seed", dealt(1, Orders, &[0..9]), dealt(1, Seed, &[0..9])),
        // The same words shuffle decks of one seed, whatever their cards.
        (true, "decks of a seed", dealt(1, Seed, &[0..9]), small.clone()),
        (false, "decks of two seeds", dealt(2, Seed, &[0..9]), small.clone()),
        (false, "orders of two decks", dealt(1, Orders, &[0..9]), orders_of(small)),
        (false, "no games", dealt(1, Seed, &[]), dealt(1, Seed, &[])),
        (false, "later games", dealt(1, Seed, &[0..9]), dealt(1, Seed, &[9..12])),
        (false, "earlier games", dealt(1, Seed, &[9..12, 15..20]), dealt(1, Seed, &[2..9, 13..14])),
    ] {
        let runs = together(vec![one, two]);
        // They were not counted game by game, because they are two runs.
        assert_eq!(runs.lacks_pairs(&[(0, 1)], &[Measure::LENGTH]), Ok(same), "{what}");
        assert_eq!(runs.lacks_pairs(&[(0, 1), (0, 1)], &[Measure::LENGTH]), Ok(same), "{what}");
        assert_eq!(runs.lacks_pairs(&[], &[Measure::LENGTH]), Ok(false), "{what}");
    }
}

#[test]
fn pairs_that_a_run_counted_are_not_lacking() {
    let both = war(["umass", "one-down"], 1);
    let run = together(vec![uncounted(&both, &[0..9]), uncounted(&both, &[0..9])]);
    assert_eq!(run.lacks_pairs(&[(0, 1), (2, 3)], &[Measure::LENGTH]), Ok(false));
    assert_eq!(run.lacks_pairs(&[(0, 1), (0, 3)], &[Measure::LENGTH]), Ok(true));
    // A counter of which no sums were kept, whatever it is.
    assert_eq!(run.lacks_pairs(&[(0, 1)], &[Measure::Mean(9)]), Ok(true));
    let uncompared = together(vec![uncounted(&both.uncompared(), &[0..9])]);
    assert_eq!(uncompared.lacks_pairs(&[(0, 1)], &[Measure::LENGTH]), Ok(true));
}

#[test]
fn runs_that_share_some_games_are_refused() {
    let seed = |games: &[Range<u64>]| dealt(1, DealsFrom::Seed, games);
    for (one, two, words) in [
        (&[0..9][..], &[8..12][..], ["x:umass played games 0 to 8 and", "y:umass games 8 to 11"]),
        (&[5..9], &[0..6], ["x:umass played games 5 to 8 and", "y:umass games 0 to 5"]),
        (&[0..9], &[3..4], ["x:umass played games 0 to 8 and", "y:umass game 3 of"]),
        (&[0..9, 20..30], &[25..26], ["games 0 to 8, games 20 to 29 and", "game 25 of"]),
        (&[25..26], &[0..9, 20..30], ["game 25 and", "games 0 to 8, games 20 to 29 of"]),
    ] {
        let runs = together(vec![seed(one), seed(two)]);
        let error = runs.lacks_pairs(&[(0, 1)], &[Measure::LENGTH]).unwrap_err();
        assert_says(&error.to_string(), &words);
        assert_eq!(runs.compare(&[(0, 1)], &[], None, 2.0).unwrap_err(), error);
    }
}

#[test]
fn runs_of_one_seed_make_a_study_that_plays_them_again() {
    let study = |rule_sets: &[&str]| Study::war(rule_sets.iter().copied()).unwrap().seed(5);
    let (one, two) = (study(&["umass", "one-down"]), study(&["umass"]));
    let runs = together(vec![uncounted(&one, &[3..9]), uncounted(&two, &[3..9])]);
    let (again, games) = runs.study(&[Measure::LENGTH]).unwrap();
    assert_eq!(games, [3..9]);
    let names: Vec<&str> = again.rule_sets.iter().map(|named| named.name.as_str()).collect();
    assert_eq!(names, ["x:umass", "one-down", "y:umass"]);
    assert_eq!((again.deals.seed.0, again.first_game, again.games), (5, 3, 6));
    assert!(again.compares());
}

#[test]
fn runs_of_other_games_or_means_make_no_study() {
    let umass = war(["umass"], 5);
    let like = |change: &dyn Fn(Study) -> Study| uncounted(&change(umass.clone()), &[0..9]);
    let orders = |study: Study| {
        let deals = Deals { from: DealsFrom::Orders, ..study.deals.clone() };
        study.dealt(deals)
    };
    let dice = ["6 1 2 3 4 5 6", "6 1 1 1 6 6 6"].map(|die| {
        let ludo = Study::ludo(["bwinf"], &format!("2\n6 1 2 3 4 5 6\n{die}\n")).unwrap();
        uncounted(&ludo, &[0..9])
    });
    let [same_dice, other_dice] = dice;
    for (what, one, two) in [
        ("a seed", like(&|study| study), like(&|study| study.seed(6))),
        ("games", like(&|study| study), uncounted(&umass, &[0..10])),
        ("orders", like(&orders), like(&orders)),
        ("dice", same_dice, other_dice),
    ] {
        assert!(together(vec![one, two]).study(&[Measure::LENGTH]).is_none(), "{what}");
    }
    assert!(
        together(vec![like(&|study| study), like(&|study| study)])
            .study(&[Measure::LENGTH])
            .is_some()
    );
}

#[test]
fn games_played_again_must_have_the_counts_that_were_stored() {
    let (one, two) = (of_games(&war(["umass"], 5), 0..9), of_games(&war(["one-down"], 5), 0..9));
    let runs = together(vec![counted(&one), counted(&two)]);
    let (study, _) = runs.study(&[Measure::LENGTH]).unwrap();
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
    let [pair, unknown, independent] = [(0, 1), (0, 2), (0, 3)];
    let measures = &both.measures;
    let rows = runs.compare(&[pair, unknown, independent], measures, None, 2.0).unwrap();
    let places: Vec<_> = rows.iter().map(|row| (row.first, row.second, row.measure)).collect();
    let expected = [pair, unknown, independent].into_iter();
    let expected = expected.flat_map(|(i, j)| measures.iter().map(move |&measure| (i, j, measure)));
    assert_eq!(places, expected.collect::<Vec<_>>());
    let [paired, unknown, independent] = [0, 1, 2].map(|k| &rows[k * measures.len()]);
    for (row, how) in [(paired, "paired"), (unknown, "shared deals"), (independent, "unpaired")] {
        assert_eq!(row.difference.method.name().split(':').next(), Some(how));
    }
    assert!(rows.iter().all(|row| row.p_adjusted >= row.difference.p_value));
    assert!(rows.iter().any(|row| row.p_adjusted > row.difference.p_value));

    let later = runs.compare(&[(1, 2)], measures, None, 2.0).unwrap();
    assert!(later.iter().all(|row| (row.first, row.second) == (1, 2)));

    // Played again, the pair of two runs is counted, too.
    let two = together(vec![counted(&same), counted(&games(&war(["one-down"], 5)))]);
    let again = played(&two.study(&[Measure::LENGTH]).unwrap().0).totals;
    let rows = two.compare(&[(0, 1)], measures, Some(&again), 2.0).unwrap();
    assert!(rows.iter().all(|row| row.difference.method.is_paired()));
}
