//! What random deals look like, against figures of an independent program.
//!
//! The figures are those of 5,963,776 random deals, the first player leading, played elsewhere. Every
//! tolerance is four standard errors of 300,000 deals (for quantiles rounded up to a card), so that
//! with another seed the test would fail in about one run of 500.

use super::engines::report;
use crate::core::cards::{Dealer, DeckBlock, GameIndex, Seed};
use crate::games::beggar::fast::engine;
use crate::games::beggar::feature;
use crate::games::beggar::{EndReason, Outcome, presets};

const GAMES: u64 = 300_000;
/// The position of `aces_leader`.
const ACES_LEADER: usize = 3;

#[track_caller]
fn near(what: &str, found: f64, expected: f64, tolerance: f64) {
    assert!(
        (found - expected).abs() <= tolerance,
        "{what}: {found}, not {expected} +- {tolerance}"
    );
}

#[test]
fn random_deals_have_the_known_figures() {
    let rules = presets::find("beggar").unwrap().rules();
    let mut dealer = Dealer::new(Seed(20), rules.deck.clone());
    let mut engine = engine("auto", &rules, Seed(20)).unwrap();
    let mut block = DeckBlock::default();
    let mut deck = Vec::new();
    let mut cards = Vec::new();
    let mut tricks = Vec::new();
    let mut won_by_leader = 0;
    // Games and games won by the leader, by aces in the leader's hand.
    let mut by_aces = [(0_u32, 0_u32); 5];
    for first in (0..GAMES).step_by(1_000) {
        dealer.fill(&mut block, first, 1_000);
        for (index, result) in report(&mut engine, &block) {
            assert_eq!(result.end_reason, EndReason::OutOfCards, "game {index}");
            cards.push(result.cards);
            tricks.push(result.tricks);
            let won = u32::from(result.outcome == Outcome::A);
            won_by_leader += won;
            block.copy_deck((index - first) as usize, &mut deck);
            let aces = feature::of(ACES_LEADER, &deck, GameIndex(index), &rules) as usize;
            by_aces[aces] = (by_aces[aces].0 + 1, by_aces[aces].1 + won);
        }
    }
    let games = GAMES as f64;
    cards.sort_unstable();
    tricks.sort_unstable();
    let mean = |values: &[u32]| values.iter().map(|&n| f64::from(n)).sum::<f64>() / games;
    let mean_cards = mean(&cards);
    near("mean of cards", mean_cards, 254.71, 1.54);
    let squares = cards.iter().map(|&n| (f64::from(n) - mean_cards).powi(2)).sum::<f64>();
    near("standard deviation of cards", (squares / (games - 1.0)).sqrt(), 206.1, 2.2);
    for (share, expected, tolerance) in [
        (0.25, 109.0, 2.0),
        (0.5, 192.0, 2.0),
        (0.75, 334.0, 3.0),
        (0.95, 665.0, 7.0),
        (0.99, 996.0, 15.0),
    ] {
        let found = cards[(share * games).ceil() as usize - 1];
        near(&format!("quantile {share} of cards"), f64::from(found), expected, tolerance);
    }
    near("mean of tricks", mean(&tricks), 35.25, 0.22);
    near("median of tricks", f64::from(tricks[GAMES as usize / 2 - 1]), 27.0, 1.0);
    for (least, expected, tolerance) in [
        (500, 0.112, 0.0028),
        (1_000, 0.0098, 0.0008),
        (1_500, 0.000_87, 0.000_22),
        (2_000, 0.000_078, 0.000_065),
    ] {
        let found = cards.iter().filter(|&&n| n >= least).count() as f64 / games;
        near(&format!("share of {least} cards and more"), found, expected, tolerance);
    }
    near("share won by the leader", f64::from(won_by_leader) / games, 0.4974, 0.0037);
    for (aces, expected, tolerance) in [
        (0, 0.444, 0.0156),
        (1, 0.470, 0.0073),
        (2, 0.498, 0.0058),
        (3, 0.524, 0.0073),
        (4, 0.550, 0.0156),
    ] {
        let (games, won) = by_aces[aces];
        let found = f64::from(won) / f64::from(games);
        near(&format!("share won with {aces} aces"), found, expected, tolerance);
    }
}
