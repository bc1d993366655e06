//! War as a whole: the rules, the engines against the reference, and figures known before.

mod conformance;
mod every_switch;
mod rules;

use std::ops::Range;

use crate::core::cards::{Deals, DealsFrom, Seed};
use crate::core::results::GameBlock;
use crate::core::stats::Moments;
use crate::core::tally::{Detail, Tally};
use crate::games::war::result::CHAINS;
use crate::games::war::rules::{Lay, LimitUnit, MAX_FACE_DOWN, Pickup, RuleFields};
use crate::games::war::{EndReason, INFO, Outcome, find_winner, player};

// Figures of the game that were known before this program: they must come out. Seeds are fixed, so
// a test passes or fails for ever. For another seed each check of a ratio or mean would fail by
// chance with probability 6e-5 (four standard errors).

/// Plays games of one rule set on two threads.
fn play(fields: RuleFields, games: u64) -> Tally {
    let rules = fields.check().unwrap();
    let deals = Deals { seed: Seed(2026), from: DealsFrom::Seed };
    let part = |range: Range<u64>| {
        let mut player = player(&[(&rules, "auto")], &deals).unwrap();
        let mut block = [GameBlock::new(&INFO)];
        let mut tally = Tally::new(&INFO, Detail::Histograms);
        for first in range.clone().step_by(1_024) {
            let games = first..range.end.min(first + 1_024);
            block[0].reset(games.clone());
            player.play(games, &mut block);
            tally.add(&block[0]);
        }
        tally
    };
    std::thread::scope(|scope| {
        let other = scope.spawn(|| part(0..games / 2));
        let mut tally = part(games / 2..games);
        tally.merge(&other.join().unwrap());
        assert_adds_up(&tally);
        tally
    })
}

/// What holds between the counts of whatever games.
fn assert_adds_up(tally: &Tally) {
    let [battles, rounds, wars, _, laid] =
        [0, 1, 2, 3, 4].map(|counter| tally.moments(counter, &INFO.all_outcomes()).sum);
    let chains = tally.series(CHAINS);
    let ties: u128 = chains.iter().map(|&(key, n)| u128::from(key[0]) * u128::from(n)).sum();
    assert_eq!(ties, wars, "every war is a tie of one chain");
    assert_eq!(chains.last().map_or(0, |(key, _)| key[0]), tally.max(3), "the deepest war");
    // The first battle of a round lays two cards; another at most as many, and a war what lies face down.
    let most = 2 * battles + 2 * u128::from(MAX_FACE_DOWN) * wars;
    assert!((2 * rounds..=most).contains(&laid), "{laid} cards in {rounds} rounds");
}

fn without_limit(pickup: Pickup) -> RuleFields {
    let mut fields = RuleFields { pickup, ..RuleFields::default() };
    fields.limit.unit = LimitUnit::None;
    fields
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

/// Rounds of the games that somebody won.
fn decided_rounds(tally: &Tally) -> Moments {
    tally.moments(1, &INFO.decided())
}

#[test]
fn umass_gives_the_known_ratios_lengths_and_wars() {
    let games = 400_000;
    let tally = play(RuleFields::default(), games);
    assert_ratio(tally.games_won(Outcome::A as usize), games, 0.4204);
    assert_ratio(tally.games_won(Outcome::B as usize), games, 0.3831);
    assert_ratio(tally.games_won(Outcome::Draw as usize), games, 0.1965);
    let all = INFO.all_outcomes();
    assert_mean(tally.moments(0, &all), 499.0, 1.0);
    let wars = tally.moments(2, &all).sum as f64 / games as f64;
    assert!((wars - 16.4).abs() < 0.1, "{wars} wars");
}

#[test]
fn alternating_war_cards_change_the_ratios_as_known() {
    let games = 200_000;
    let mut fields = RuleFields::default();
    fields.war.lay = Lay::Alternating;
    let tally = play(fields, games);
    assert_ratio(tally.games_won(Outcome::A as usize), games, 0.387);
    assert_ratio(tally.games_won(Outcome::B as usize), games, 0.371);
    assert_ratio(tally.games_won(Outcome::Draw as usize), games, 0.242);
}

#[test]
fn without_a_limit_one_game_in_eleven_never_ends() {
    let games = 40_000;
    let tally = play(without_limit(Pickup::AsLaid), games);
    // The figure is "about 8.9 %": to a tenth of a per cent, plus four standard errors.
    let cycles = tally.games_ended(EndReason::Cycle as usize) as f64 / games as f64;
    assert!((cycles - 0.089).abs() < 0.0005 + 4.0 * 0.0015, "{cycles}");
    assert_eq!(tally.games_ended(EndReason::Limit as usize), 0);
    assert_mean(decided_rounds(&tally), 480.0, 10.0);
}

#[test]
fn the_order_of_picking_up_alone_decides_how_long_games_take() {
    for (pickup, rounds) in
        [(Pickup::WinnerFirst, 170.0), (Pickup::WinnerBlock, 177.0), (Pickup::Shuffled, 235.0)]
    {
        let tally = play(without_limit(pickup), 40_000);
        assert_mean(decided_rounds(&tally), rounds, 2.0);
    }
}

#[test]
fn winner_block_gives_the_published_mean_deviation_and_wars() {
    let tally = play(without_limit(Pickup::WinnerBlock), 60_000);
    let rounds = decided_rounds(&tally);
    assert_mean(rounds, 178.0, 2.0);
    let std_dev = rounds.std_dev().unwrap();
    assert!((std_dev - 136.0).abs() < 3.0, "standard deviation {std_dev}");
    let wars = tally.moments(2, &INFO.decided()).sum as f64 / rounds.n as f64;
    assert!((wars - 13.3).abs() < 0.2, "{wars} wars");
}

/// The exact chance that A wins the first 26 battles without a tie, by adding rank after rank: the
/// state is how many of A's cards have no partner of B's yet that they beat.
fn chance_of_26_straight_wins() -> f64 {
    // ways[u]: weighted ways to have dealt out the lower ranks with u unmatched cards of B. A card
    // of A must meet a strictly lower card of B, so the cards of A of a rank choose among the u
    // cards of B that are lower.
    let choose = |n: u64, k: u64| (0..k).fold(1.0, |c, i| c * (n - i) as f64 / (i + 1) as f64);
    let mut ways = vec![0.0; 27];
    ways[0] = 1.0;
    for _rank in 0..13 {
        let mut next = vec![0.0; 27];
        for (unmatched, &weight) in ways.iter().enumerate() {
            for to_a in 0..=4_usize.min(unmatched) {
                let to_b = 4 - to_a;
                if unmatched - to_a + to_b > 26 {
                    continue;
                }
                // Which suits go to A, and which lower card of B each of them meets.
                let meets: f64 = (0..to_a).map(|i| (unmatched - i) as f64).product();
                next[unmatched - to_a + to_b] += weight * choose(4, to_a as u64) * meets;
            }
        }
        ways = next;
    }
    // All ways to deal 26 cards to A and to pair them with B's.
    let pairings: f64 = (1..=26).map(f64::from).product();
    ways[0] / (choose(52, 26) * pairings)
}

#[test]
fn twenty_six_straight_wins_are_one_game_in_159_620_172() {
    // A or B, which are equally likely.
    let one_in = 1.0 / (2.0 * chance_of_26_straight_wins());
    assert_eq!(one_in.round(), 159_620_172.0);
    // Such a deal: every card of A beats B's by one or more.
    let mut deck = Vec::new();
    for pair in 0..26 {
        deck.extend([8 + pair / 4, 2 + pair / 4]);
    }
    assert_eq!(find_winner(&deck), 1);
    deck.chunks_mut(2).for_each(|pair| pair.swap(0, 1));
    assert_eq!(find_winner(&deck), -1);
}
