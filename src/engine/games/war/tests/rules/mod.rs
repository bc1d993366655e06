//! The rules of War, played by the reference engine: the sources' examples, every value of every
//! rule field, small decks in full, and what must hold for all games.

mod assignment;
mod cycles;
mod fields;
mod invariants;
mod small_decks;
mod sources;
mod validation;

use crate::core::cards::suited::SuitedCard;
use crate::core::cards::{GameIndex, Seed};
use crate::games::war::event::Event;
use crate::games::war::{GameResult, Reference, RuleFields, Rules, Seat};

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
    let deck = SuitedCard::given_deck(deck);
    let result =
        Reference::new(rules.clone(), seed).observe(&deck, game, &mut |event| match event {
            Event::Battle { a, b, .. } => seen.battles.push([a.rank, b.rank]),
            Event::PickUp { winner, pot } => seen.pots.push((winner, SuitedCard::ranks(pot))),
            Event::Unpaid { needed, .. } => seen.unpaid.push(needed),
            Event::PileTurned { seat, cards } => seen.piles_turned.push((seat, cards)),
            _ => {}
        });
    (seen, result)
}
