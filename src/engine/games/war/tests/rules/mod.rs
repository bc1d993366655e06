//! The rules of War, played by the reference engine: the sources' examples, every value of every
//! rule field, small decks in full, and what must hold for all games.

mod assignment;
mod fields;
mod invariants;
mod small_decks;
mod sources;
mod validation;

use std::collections::{HashMap, VecDeque};

use crate::core::cards::suited::SuitedCard;
use crate::core::cards::{Composition, Dealer, GameIndex, Seed};
use crate::games::war::event::Event;
use crate::games::war::result::Period;
use crate::games::war::{EndReason, GameResult, Reference, RuleFields, Rules, Seat, presets};

/// The rules of a rules file.
fn rules(toml: &str) -> Rules {
    RuleFields::from_toml(toml).unwrap_or_else(|e| panic!("{toml}: {e}"))
}

/// One game, as game 0 of seed 42.
fn play(rules: &Rules, deck: &[i32]) -> GameResult {
    Reference::new(rules.clone(), Seed(42)).play(deck, GameIndex(0))
}

/// `outcome end-reason battles`, such as `B out-of-cards 2`.
fn end(rules: &Rules, deck: &[i32]) -> String {
    let GameResult { outcome, end_reason, battles, .. } = play(rules, deck);
    format!("{} {} {battles}", outcome.name(), end_reason.name())
}

/// A deck that `deal = "alternate"` splits into these hands.
fn dealt(a: &[i32], b: &[i32]) -> Vec<i32> {
    assert!(a.len() == b.len() || a.len() == b.len() + 1, "no deck gives hands {a:?} {b:?}");
    let mut deck = Vec::new();
    for (k, &card) in a.iter().enumerate() {
        deck.push(card);
        deck.extend(b.get(k));
    }
    deck
}

/// What a game showed: the cards compared, and each pot with its winner, in order of picking up.
#[derive(Default)]
struct Seen {
    battles: Vec<[i32; 2]>,
    pots: Vec<(Seat, Vec<i32>)>,
    piles_turned: Vec<(Seat, usize)>,
    /// Cards that a war needed and somebody lacked.
    unpaid: Vec<usize>,
}

fn watch(rules: &Rules, deck: &[i32]) -> (Seen, GameResult) {
    watch_game(rules, deck, Seed(42), GameIndex(0))
}

fn watch_game(rules: &Rules, deck: &[i32], seed: Seed, game: GameIndex) -> (Seen, GameResult) {
    let mut seen = Seen::default();
    let hands = rules.deal.hands(&SuitedCard::given_deck(deck, &[]));
    let result =
        Reference::new(rules.clone(), seed).observe(hands, game, &mut |event| match event {
            Event::Battle { cards: [a, b], .. } => seen.battles.push([a.rank, b.rank]),
            Event::PickUp { winner, pot } => seen.pots.push((winner, SuitedCard::ranks(pot))),
            Event::Unpaid { needed, .. } => seen.unpaid.push(needed),
            Event::PileTurned { seat, cards } => seen.piles_turned.push((seat, cards)),
            _ => {}
        });
    (seen, result)
}

// Games without a limit: cycles, found exactly, and the ceiling.

#[test]
fn deck_1221_without_a_limit_ends_after_four_battles() {
    let rules = rules("limit.unit = 'none'");
    let result = play(&rules, &[1, 2, 2, 1]);
    assert_eq!(result.end_reason, EndReason::Cycle);
    assert_eq!((result.battles, result.rounds), (4, 4));
    assert_eq!((result.cards_a, result.cards_b), (2, 2));
}

#[test]
fn cycle_at_the_ceiling_is_a_cycle_where_the_ceiling_is_asked_before_the_next_battle() {
    let at = |ceiling: u32, asked: &str| {
        let limit = format!("unit = 'none'\nasked = '{asked}'\nceiling = {ceiling}");
        end(&rules(&format!("[limit]\n{limit}")), &[1, 2, 2, 1])
    };
    for (asked, at_four) in [("after", "draw limit 4"), ("before", "draw cycle 4")] {
        assert_eq!(at(3, asked), "draw limit 3");
        assert_eq!(at(4, asked), at_four);
        assert_eq!(at(5, asked), "draw cycle 4");
    }
}

#[test]
fn in_game_randomness_hides_cycles_so_the_ceiling_ends_the_game() {
    for field in ["pickup = 'shuffled'", "winnings = 'pile-shuffled'"] {
        let rules = rules(&format!("{field}\nlimit.unit = 'none'\nlimit.ceiling = 50"));
        // Two equal hands of one rank each... the lower cards never win.
        let result = play(&rules, &[1, 2, 2, 1]);
        assert!(result.end_reason != EndReason::Cycle && result.battles <= 50, "{field}");
    }
}

/// The UMass game without a limit, written once more in the plainest way: every position is
/// remembered. Returns the battles and, if the game is a cycle, its length.
fn plain_game(deck: &[i32]) -> (u64, Option<Period>) {
    let mut a: VecDeque<i32> = deck.iter().copied().step_by(2).collect();
    let mut b: VecDeque<i32> = deck.iter().copied().skip(1).step_by(2).collect();
    let mut seen = HashMap::new();
    let (mut battles, mut rounds) = (0, 0);
    loop {
        if a.is_empty() || b.is_empty() {
            return (battles, None);
        }
        if let Some((at, before)) = seen.insert((a.clone(), b.clone()), (battles, rounds)) {
            return (battles, Some(Period { battles: battles - at, rounds: rounds - before }));
        }
        rounds += 1;
        let mut pot = Vec::new();
        loop {
            let (Some(x), Some(y)) = (a.pop_front(), b.pop_front()) else {
                return (battles, None);
            };
            battles += 1;
            pot.extend([x, y]);
            if x != y {
                if x > y {
                    a.extend(pot)
                } else {
                    b.extend(pot)
                }
                break;
            }
            if a.len() < 3 || b.len() < 3 {
                return (battles, None);
            }
            pot.extend(a.drain(..3));
            pot.extend(b.drain(..3));
        }
    }
}

#[test]
fn cycles_are_found_at_the_first_position_that_repeats() {
    let rules = rules("limit.unit = 'none'");
    let mut cycles = 0;
    for (suits, ranks) in [(2, 2), (2, 4), (1, 8), (3, 4), (4, 6), (4, 13)] {
        let composition = Composition { suits, ranks, ..Composition::FULL };
        let mut dealer = Dealer::new(Seed(9), composition);
        for game in 0..150 {
            let deck = dealer.deck(game);
            let result = play(&rules, &deck);
            assert_eq!((result.battles, result.cycle), plain_game(&deck), "{suits}x{ranks} {game}");
            assert_eq!(result.cycle.is_some(), result.end_reason == EndReason::Cycle);
            cycles += u32::from(result.cycle.is_some());
        }
    }
    assert!(cycles > 50, "only {cycles} of the games were cycles");
}

#[test]
fn every_ceiling_stops_a_cycling_game_at_its_battle_or_finds_the_cycle() {
    let mut dealer = Dealer::new(Seed(5), Composition { suits: 2, ranks: 6, ..Composition::FULL });
    let without = rules("limit.unit = 'none'");
    let decks = (0..).map(|game| dealer.deck(game));
    let cycling = decks.filter(|deck| play(&without, deck).end_reason == EndReason::Cycle);
    for deck in cycling.take(5) {
        let battles = play(&without, &deck).battles;
        for ceiling in 1..battles + 3 {
            let rules = rules(&format!("limit.unit = 'none'\nlimit.ceiling = {ceiling}"));
            let expected = match ceiling <= battles {
                true => format!("draw limit {ceiling}"),
                false => format!("draw cycle {battles}"),
            };
            assert_eq!(end(&rules, &deck), expected, "{deck:?}, ceiling {ceiling}");
        }
    }
}

#[test]
fn long_cycles_are_found_without_a_limit() {
    // No cards face down: positions repeat after thousands of rounds.
    let rules = rules("war.face_down = 0\nlimit.unit = 'none'\ndeck.suits = 2");
    let mut dealer = Dealer::new(Seed(3), rules.deck);
    let longest = (0..300).map(|game| play(&rules, &dealer.deck(game))).max_by_key(|r| r.battles);
    let longest = longest.unwrap();
    assert!(longest.battles > 1_000, "{longest:?}");
}

#[test]
fn built_in_rule_sets_without_a_limit_end_every_game() {
    for preset in presets::ALL {
        let rules = preset.rules();
        let mut dealer = Dealer::new(Seed(1), rules.deck);
        for game in 0..60 {
            let result = play(&rules, &dealer.deck(game));
            assert!(result.battles < 1_000_000, "{}: {result:?}", preset.name);
        }
    }
}
