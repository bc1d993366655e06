//! Figures of the game that were known before this program: they must come out.
//!
//! Seeds are fixed, so a test passes or fails for ever. For another seed each check of a ratio or
//! mean would fail by chance with probability 6e-5 (four standard errors).

use std::ops::Range;

use crate::core::cards::{Dealer, Deals, DealsFrom, DeckBlock, Seed};
use crate::core::game::{About as _, Game as _};
use crate::core::results::GameBlock;
use crate::core::stats::Moments;
use crate::core::tally::{Detail, Tally};
use crate::games::war::fast::engine;
use crate::games::war::find_winner;
use crate::games::war::rules::{Lay, LimitUnit, Pickup, RuleFields};
use crate::games::war::{EndReason, Outcome, War};

/// Plays games of one rule set on two threads.
fn play(fields: RuleFields, games: u64) -> Tally {
    let rules = fields.check().unwrap();
    let deals = Deals { seed: Seed(2026), from: DealsFrom::Seed };
    let part = |range: Range<u64>| {
        let mut player = War.player(&[(&rules, "auto")], &deals).unwrap();
        let mut block = [GameBlock::new(War.info())];
        let mut tally = Tally::new(War.info(), Detail::Histograms);
        for first in range.clone().step_by(1_024) {
            let games = first..range.end.min(first + 1_024);
            block[0].reset(games.clone());
            player.play(games, &mut block);
            tally.add(&block[0]).unwrap();
        }
        tally
    };
    std::thread::scope(|scope| {
        let other = scope.spawn(|| part(0..games / 2));
        let mut tally = part(games / 2..games);
        tally.merge(&other.join().unwrap()).unwrap();
        tally
    })
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
    tally.moments(1, &War.info().decided())
}

#[test]
fn umass_gives_the_known_ratios_lengths_and_wars() {
    let games = 400_000;
    let tally = play(RuleFields::default(), games);
    assert_ratio(tally.games_won(Outcome::A.index()), games, 0.4204);
    assert_ratio(tally.games_won(Outcome::B.index()), games, 0.3831);
    assert_ratio(tally.games_won(Outcome::Draw.index()), games, 0.1965);
    let all = War.info().all_outcomes();
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
    assert_ratio(tally.games_won(Outcome::A.index()), games, 0.387);
    assert_ratio(tally.games_won(Outcome::B.index()), games, 0.371);
    assert_ratio(tally.games_won(Outcome::Draw.index()), games, 0.242);
}

#[test]
fn without_a_limit_one_game_in_eleven_never_ends() {
    let games = 40_000;
    let tally = play(without_limit(Pickup::AsLaid), games);
    // The figure is "about 8.9 %": to a tenth of a per cent, plus four standard errors.
    let cycles = tally.games_ended(EndReason::Cycle.index()) as f64 / games as f64;
    assert!((cycles - 0.089).abs() < 0.0005 + 4.0 * 0.0015, "{cycles}");
    assert_eq!(tally.games_ended(EndReason::Limit.index()), 0);
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
    let wars = tally.moments(2, &War.info().decided()).sum as f64 / rounds.n as f64;
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

/// The mean rounds until one player alone has chips, and each player's share, where three stake a chip a
/// round and each of those left wins them equally often: solved by sweeps over all ways to hold them.
fn three_who_stake_a_chip(held: [usize; 3]) -> (f64, [f64; 3]) {
    let all: usize = held.iter().sum();
    let ways = || (0..=all).flat_map(|a| (0..=all - a).map(move |b| [a, b, all - a - b]));
    let mut known = vec![[0.0_f64; 4]; (all + 1) * (all + 1)];
    let at = |[a, b, _]: [usize; 3]| a * (all + 1) + b;
    loop {
        let mut moved = 0.0_f64;
        for way in ways() {
            let players: Vec<usize> = (0..3).filter(|&seat| way[seat] > 0).collect();
            let mut now = [0.0; 4];
            if let [alone] = players[..] {
                now[alone] = 1.0;
            } else {
                now[3] = 1.0;
                for &winner in &players {
                    let mut then = way;
                    players.iter().for_each(|&seat| then[seat] -= 1);
                    then[winner] += players.len();
                    for (sum, value) in now.iter_mut().zip(known[at(then)]) {
                        *sum += value / players.len() as f64;
                    }
                }
            }
            let old = std::mem::replace(&mut known[at(way)], now);
            moved = old.iter().zip(now).map(|(old, now)| (old - now).abs()).fold(moved, f64::max);
        }
        if moved < 1e-12 {
            let [a, b, c, rounds] = known[at(held)];
            return (rounds, [a, b, c]);
        }
    }
}

/// A. Engel, American Mathematical Monthly 100 (1993) 62-64: `ab + bc + ca - 2abc / (a + b + c - 2)`.
fn engel([a, b, c]: [f64; 3]) -> f64 {
    a * b + b * c + c * a - 2.0 * a * b * c / (a + b + c - 2.0)
}

#[test]
fn three_without_ties_play_as_long_as_engel_says() {
    for held in [[1, 1, 1], [1, 2, 3], [4, 4, 4], [5, 5, 4], [2, 7, 3]] {
        let (rounds, shares) = three_who_stake_a_chip(held);
        let held = held.map(|chips| chips as f64);
        assert!((rounds - engel(held)).abs() < 1e-8, "{held:?}: {rounds}");
        for (share, chips) in shares.into_iter().zip(held) {
            assert!(
                (share - chips / held.iter().sum::<f64>()).abs() < 1e-9,
                "{held:?}: {shares:?}"
            );
        }
    }
    // One suit has no ties, and a pot shuffled before it is picked up leaves all orders as likely.
    for (ranks, held) in [(12, [4, 4, 4]), (13, [5, 4, 4]), (14, [5, 5, 4])] {
        let mut fields =
            RuleFields { players: 3, pickup: Pickup::Shuffled, ..RuleFields::default() };
        (fields.deck.composition.suits, fields.deck.composition.ranks) = (1, ranks);
        fields.limit.unit = LimitUnit::None;
        let rules = fields.check().unwrap();
        let (games, mut rounds, mut squares, mut won) = (40_000, 0, 0, [0; 3]);
        let mut decks = DeckBlock::default();
        Dealer::new(Seed(5), rules.deck.clone()).fill(&mut decks, 0, games);
        let mut block = GameBlock::of(4, EndReason::ALL.len(), 2, 2);
        block.reset(0..games as u64);
        engine("portable", &rules, Seed(5)).unwrap().play(&decks, &mut block);
        for (winner, &played) in block.outcomes().zip(block.counter(1)) {
            rounds += played;
            squares += played * played;
            won[winner] += 1;
        }
        // False alarms: 6e-7 each.
        let held = held.map(f64::from);
        let n = games as f64;
        let mean = rounds as f64 / n;
        let std_err = ((squares as f64 / n - mean * mean) / n).sqrt();
        assert!((mean - engel(held)).abs() < 5.0 * std_err, "{held:?}: {mean}, {std_err}");
        for (won, held) in won.into_iter().zip(held) {
            let share = held / ranks as f64;
            let std_err = (share * (1.0 - share) / n).sqrt();
            assert!((f64::from(won) / n - share).abs() < 5.0 * std_err, "{held}: {won}");
        }
    }
}
