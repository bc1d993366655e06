//! The library as another crate has it.

#![allow(clippy::unwrap_used)]

#[path = "../hostile/corpus.rs"]
mod corpus;
mod house;
mod laboratory;

use std::collections::BTreeMap;

use war_sim::Study;
use war_sim::game::Game;
use war_sim::inside::{Dealer, Seed, presets};
use war_sim::war::{Composition, GameIndex, Pickup, Reference};

// Simulation against exact counts, theorems against both; and the plain programs that the engines
// are measured beside, against the reference.

/// Games by outcome, end reason and length.
fn counts(study: Study) -> (BTreeMap<(usize, usize, u64), u64>, u64) {
    let reasons = Game::War.info().end_reasons.len();
    let finished = study.run().unwrap();
    let outcomes = finished.tally(0).info().outcomes.len();
    let mut counts = BTreeMap::new();
    for outcome in 0..outcomes {
        for reason in 0..reasons {
            for (length, games) in finished.tally(0).counts_at(0, outcome, reason) {
                counts.insert((outcome, reason, length), games);
            }
        }
    }
    let games = counts.values().sum();
    (counts, games)
}

/// Sampler, engines and tallies together: the games of a seed must be spread as the orders are.
///
/// Every built-in rule set and every value of the fields that decide a game, two decks each; a million games each with
/// `WAR_SIM_LONG_TESTS`, 60,000 otherwise.
/// False alarms: chi-square with d degrees of freedom is above d + 6 sqrt(2 d) + 20 with a probability below one in
/// a million for every d, and there are some hundred tests; the seed is fixed.
#[test]
fn games_of_a_seed_are_spread_as_all_orders_are() {
    let games = match std::env::var_os("WAR_SIM_LONG_TESTS") {
        Some(_) => 1_000_000,
        None => 60_000,
    };
    let fields = [
        "war.face_down=0",
        "war.face_down=tied-rank",
        "war.lay=alternating",
        "war.short=last-card",
        "war.short=draw",
        "war.short=reduce",
        "war.both_short=more-cards",
        "winnings=pile",
        "winnings=pile-reversed",
        "compare.lowest_beats_highest=true",
        "compare.low_wins=true",
        "deal=halves",
        "limit.at=5",
        "limit.asked=before, limit.at=5",
        "limit.unit=rounds, limit.at=4",
        "limit.unit=none",
        "limit.verdict=more-cards, limit.at=5",
    ];
    let presets = Game::War.presets();
    let pickups = Pickup::ALL.iter().skip(1).filter(|&&order| order != Pickup::Shuffled);
    let rule_sets = (presets.iter().map(|preset| format!("{}{{", preset.name)))
        .chain(fields.map(|field| format!("umass{{{field}, ")))
        .chain(pickups.map(|order| format!("umass{{pickup={}, ", order.name())));
    let (mut tested, mut chance_inside) = (0, Vec::new());
    for rules in rule_sets {
        for deck in ["deck.ranks=3, deck.suits=2", "deck.ranks=2, deck.suits=4"] {
            let name = format!("{rules}{deck}}}");
            let study = Study::war([name.as_str()]).unwrap_or_else(|e| panic!("{name}: {e}"));
            // A shuffle during the game leaves an order of the deck without one result.
            let Ok(exact) = study.clone().every_order() else {
                chance_inside.push(rules.clone());
                continue;
            };
            let ((exact, orders), (found, played)) =
                (counts(exact), counts(study.seed(11).games(games)));
            assert_eq!(played, games);
            assert!(found.keys().all(|end| exact.contains_key(end)), "{name}: an impossible end");
            let (mut statistic, mut cells, mut rare) = (0.0, 0_u32, (0.0, 0.0));
            for (end, &ways) in &exact {
                let expected = games as f64 * ways as f64 / orders as f64;
                let observed = found.get(end).copied().unwrap_or(0) as f64;
                if expected < 10.0 {
                    rare = (rare.0 + expected, rare.1 + observed);
                    continue;
                }
                statistic += (observed - expected) * (observed - expected) / expected;
                cells += 1;
            }
            if rare.0 >= 5.0 {
                statistic += (rare.1 - rare.0) * (rare.1 - rare.0) / rare.0;
                cells += 1;
            }
            let freedom = f64::from(cells.max(1) - 1);
            let most = freedom + 6.0 * (2.0 * freedom).sqrt() + 20.0;
            assert!(statistic < most, "{name}: {statistic} with {freedom} degrees of freedom");
            tested += 1;
        }
    }
    assert_eq!(chance_inside, ["shuffled-pot{", "shuffled-pot{"]);
    assert_eq!(tested, 2 * (presets.len() - 1 + fields.len() + Pickup::ALL.len() - 2));
}

/// One suit and a shuffled pot: a fair bet of one card a round, so (n/2)^2 rounds on average.
///
/// Source: W. Feller, An Introduction to Probability Theory and Its Applications, volume 1, XIV.3.
/// False alarms: nine tests at four standard errors, fewer than 1 in 1,700; the seed is fixed.
#[test]
fn one_suit_and_a_shuffled_pot_is_gamblers_ruin() {
    for n in [4_u64, 6, 8, 16, 32, 64, 128, 256, 1_024] {
        let rules = format!("shuffled-pot{{deck.suits=1, deck.ranks={n}, limit.unit=none}}");
        let ruin = (n * n / 4) as f64;
        let games = (4_000_000 / (n * n / 4)).clamp(40, 20_000);
        let finished = Study::war([rules.as_str()]).unwrap().seed(5).games(games).run().unwrap();
        let length = finished.tally(0).all_games();
        let (mean, error) = (length.mean.unwrap(), length.std_err.unwrap());
        assert!((mean - ruin).abs() <= 4.0 * error, "{n} cards: {mean} +- {error}, not {ruin}");
    }
}

/// One suit, the winner's card first: no cycle for n = 2^k and n = 3 2^k cards.
///
/// Source: M. Z. Spivey, Cycles in War, Integers 10 (2010) 747-764. n = 12, with 479,001,600 deals, is for
/// `war-sim exact --ranks 12 --suits 1 --rules 'no-limit{pickup=winner-first}' --yes`; `docs/findings.md` has it.
#[test]
fn one_suit_winner_first_never_cycles_for_spiveys_numbers() {
    for (n, orders, longest, sum) in
        [(2, 2, 1, 2), (4, 24, 6, 80), (6, 720, 15, 4_656), (8, 40_320, 26, 424_464)]
    {
        let rules = format!("winner-first{{deck.suits=1, deck.ranks={n}, limit.unit=none}}");
        let study = Study::war([rules.as_str()]).unwrap().every_order().unwrap();
        let finished = study.run().unwrap();
        let (length, tally) = (finished.tally(0).all_games(), finished.tally(0));
        let cycle = Game::War.info().end_reasons.iter().position(|r| *r == "cycle").unwrap();
        assert_eq!((finished.games, tally.games_ended(cycle)), (orders, 0), "{n} cards");
        assert_eq!(length.max, Some(longest), "{n} cards");
        assert_eq!(tally.moments(0, &[0, 1, 2]).sum, sum, "{n} cards");
        // Exchanged hands exchange the winners.
        assert_eq!(tally.games_won(0), orders / 2, "{n} cards");
    }
}

/// The first number that is neither: 395,940 of the 3,628,800 orders of ten cards never end, all in cycles of 60.
///
/// Source: a deal that cycles exists by the same paper; the counts were found here.
#[test]
fn ten_cards_winner_first_cycle() {
    let rules = "winner-first{deck.suits=1, deck.ranks=10, limit.unit=none}";
    let study = Study::war([rules]).unwrap().every_order().unwrap();
    let finished = study.run().unwrap();
    let tally = finished.tally(0);
    let cycle = Game::War.info().end_reasons.iter().position(|r| *r == "cycle").unwrap();
    assert_eq!((finished.games, tally.games_ended(cycle)), (3_628_800, 395_940));
    // Exchanged hands exchange the winners, also where nobody wins.
    assert_eq!(tally.games_won(0), (3_628_800 - 395_940) / 2);
    assert_eq!(tally.games_won(1), tally.games_won(0));
}

#[path = "../../benches/plain/mod.rs"]
mod programs;

/// The first decks of a seed, as cards and as bytes.
fn decks(count: u64) -> impl Iterator<Item = (GameIndex, Vec<i32>, Vec<u8>)> {
    let mut dealer = Dealer::new(Seed(1), Composition::default());
    (0..count).map(move |game| {
        let deck = dealer.deck(game);
        let bytes = deck.iter().map(|&rank| rank as u8).collect();
        (GameIndex(game), deck, bytes)
    })
}

#[test]
fn the_plain_program_of_war_plays_as_the_reference_does() {
    for name in ["umass", "winner-first", "one-down", "two-down"] {
        let rules = presets::find(name).unwrap().rules();
        let plain = programs::Plain::of(&rules).unwrap();
        let mut reference = Reference::new(rules, Seed(1));
        for (game, deck, bytes) in decks(1_000) {
            let result = reference.play(&deck, game);
            let expected = (result.outcome.value(), result.battles as u32);
            assert_eq!(plain.play(&bytes), expected, "{name}, game {}", game.0);
        }
        assert!(plain.games(1, 0..1_000) > 100_000);
    }
    assert_eq!(programs::Plain::of(&presets::find("last-card").unwrap().rules()), None);
}
