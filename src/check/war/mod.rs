//! War: the decks that a program is asked about, and the rules that it may have played instead.

mod decks;
pub mod diagnosis;
pub mod domain;
pub mod facts;
mod limits;
mod neighbours;
mod readings;
pub mod report;
pub mod slips;
pub mod suites;
#[cfg(test)]
mod tests;

use self::domain::Domain;
use super::answer::Answer;
use super::suite::{Ask, Right};
use crate::core::cards::{Card, Composition, Dealer, GameIndex, Seed};
use crate::games::war::{GameResult, Reference, Rules};

/// A deck as a question: who wins?
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Deck(pub Vec<Card>);

impl Ask for Deck {
    fn line(&self) -> String {
        let cards: Vec<String> = self.0.iter().map(Card::to_string).collect();
        cards.join(" ")
    }

    fn numbers(&self) -> &[i32] {
        &self.0
    }

    fn with_numbers(&self, numbers: Vec<i32>) -> Self {
        Deck(numbers)
    }

    fn small_numbers(nth: u64) -> Vec<i32> {
        let kinds = decks::SMALL.len() as u64;
        let (suits, ranks) = decks::SMALL[(nth % kinds) as usize];
        let composition = Composition { suits, ranks, lowest: 1, jokers: 0 };
        Dealer::new(decks::FIXED_SEED, composition).deck(nth / kinds)
    }
}

/// Decks that are asked first, to see whether a program answers: three that end in a battle or two,
/// then one without cards and one whose game never ends, for a program that dies when a hand is empty.
pub fn probes(domain: &Domain) -> Vec<Deck> {
    let low = domain.small().next().unwrap_or(1);
    let decks = [&[2, 1][..], &[1, 2], &[3, 1], &[], &[1, 2, 2, 1], &[1, 3, 2, 4]];
    let card = |&card: &Card| card - 1 + low;
    decks.map(|deck| Deck(deck.iter().map(card).collect())).into()
}

/// The right answers of a rule set, by the reference engine.
#[derive(Debug)]
pub struct Judge {
    rules: Rules,
    engine: Reference,
}

impl Judge {
    /// The judge of a rule set without in-game randomness.
    pub fn new(rules: &Rules) -> Self {
        Self { rules: rules.clone(), engine: Reference::new(rules.clone(), Seed(0)) }
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The whole game of a deck; `None` if the rules have no use for one of its cards.
    pub fn game(&mut self, deck: &Deck) -> Option<GameResult> {
        self.rules.check_deck(&deck.0).ok()?;
        Some(self.engine.play(&deck.0, GameIndex(0)))
    }

    /// Who wins and why the game ends; `None` too for what a task does not speak of.
    pub fn right(&mut self, deck: &Deck, domain: &Domain) -> Option<Right> {
        let game = self.game(deck).filter(|game| domain.has(&deck.0) && domain.decides(game))?;
        Some(Right { answer: Answer(game.outcome.value()), why: game.end_reason.name() })
    }

    /// Who wins; `None` as for [`Judge::game`].
    pub fn answer(&mut self, deck: &Deck) -> Option<Answer> {
        self.game(deck).map(|result| Answer(result.outcome.value()))
    }
}
