//! War as a whole: the rules, the engines against the reference, and figures known before.

mod conformance;
mod every_switch;
mod rules;

use crate::core::cards::{Deals, DealsFrom, Seed};
use crate::core::results::GameBlock;
use crate::core::stats::Moments;
use crate::core::tally::{Detail, Tally};
use crate::games::war::rules::{Lay, LimitUnit, Pickup, RuleFields};
use crate::games::war::{EndReason, INFO, Rules, player};

/// The rules of a file, or of a sweep: fields without effect may be there.
fn rules(toml: &str) -> Rules {
    let fields: RuleFields = toml::from_str(toml).unwrap_or_else(|e| panic!("{toml}: {e}"));
    fields.check().unwrap_or_else(|e| panic!("{toml}: {e}"))
}

// Figures of the game that were known before this program must come out. Seeds are fixed, so a test passes or fails for
// ever; with another seed each check of a ratio or mean would fail with probability 6e-5 (four standard errors).

/// Plays games of one rule set.
fn play(fields: RuleFields, games: u64) -> Tally {
    let deals = Deals { seed: Seed(2026), from: DealsFrom::Seed };
    let mut player = player(&[(&fields.check().unwrap(), "auto")], &deals).unwrap();
    let (mut block, mut tally) = ([GameBlock::new(&INFO)], Tally::new(&INFO, Detail::Histograms));
    for first in (0..games).step_by(1_024) {
        let games = first..games.min(first + 1_024);
        block[0].reset(games.clone());
        player.play(games, &mut block);
        tally.add(&block[0]);
    }
    tally
}

/// A ratio within four standard errors of a figure that is itself rounded to 0.0001 or measured
/// with a standard error of 0.0005.
fn assert_ratio(count: u64, games: u64, expected: f64) {
    let ratio = count as f64 / games as f64;
    let std_err = (expected * (1.0 - expected) / games as f64 + 0.0005_f64.powi(2)).sqrt();
    assert!((ratio - expected).abs() < 4.0 * std_err, "{ratio} instead of {expected}");
}

/// A mean within four standard errors of a figure that was published rounded to `rounded`.
fn assert_mean(moments: Moments, expected: f64, rounded: f64) {
    let (mean, std_err) = (moments.mean().unwrap(), moments.std_err().unwrap());
    let reach = 4.0 * std_err + rounded / 2.0;
    assert!((mean - expected).abs() < reach, "{mean} (s.e. {std_err}) instead of {expected}");
}

#[test]
fn umass_and_alternating_war_cards_give_the_known_ratios_lengths_and_wars() {
    for (lay, games, ratios) in [
        (Lay::Blocks, 100_000, [0.4204, 0.3831, 0.1965]),
        (Lay::Alternating, 50_000, [0.387, 0.371, 0.242]),
    ] {
        let mut fields = RuleFields::default();
        fields.war.lay = lay;
        let tally = play(fields, games);
        for (outcome, ratio) in ratios.into_iter().enumerate() {
            assert_ratio(tally.games_won(outcome), games, ratio);
        }
        if lay == Lay::Blocks {
            let all = INFO.all_outcomes();
            assert_mean(tally.moments(0, &all), 499.0, 1.0);
            let wars = tally.moments(2, &all).sum as f64 / games as f64;
            assert!((wars - 16.4).abs() < 0.2, "{wars} wars");
        }
    }
}

#[test]
fn the_order_of_picking_up_alone_decides_how_long_games_take_and_whether_they_end() {
    for (pickup, games, expected, rounded) in [
        (Pickup::AsLaid, 40_000, 480.0, 10.0),
        (Pickup::WinnerFirst, 40_000, 170.0, 2.0),
        (Pickup::WinnerBlock, 60_000, 178.0, 2.0),
        (Pickup::Shuffled, 40_000, 235.0, 2.0),
    ] {
        let mut fields = RuleFields { pickup, ..RuleFields::default() };
        fields.limit.unit = LimitUnit::None;
        let tally = play(fields, games);
        let rounds = tally.moments(1, &INFO.decided());
        assert_mean(rounds, expected, rounded);
        assert_eq!(tally.games_ended(EndReason::Limit as usize), 0);
        if pickup == Pickup::AsLaid {
            // The figure is "about 8.9 %": to a tenth of a per cent, plus four standard errors.
            let cycles = tally.games_ended(EndReason::Cycle as usize) as f64 / games as f64;
            assert!((cycles - 0.089).abs() < 0.0005 + 4.0 * 0.0015, "{cycles}");
        }
        if pickup == Pickup::WinnerBlock {
            let std_dev = rounds.std_dev().unwrap();
            assert!((std_dev - 136.0).abs() < 3.0, "standard deviation {std_dev}");
            let wars = tally.moments(2, &INFO.decided()).sum as f64 / rounds.n as f64;
            assert!((wars - 13.3).abs() < 0.2, "{wars} wars");
        }
    }
}
