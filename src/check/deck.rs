//! What a program is asked: who wins this deck? And the right answer.

use super::answer::Answer;
use super::domain::Domain;
use crate::core::cards::{Card, GameIndex, Seed};
use crate::games::war::{EndReason, GameResult, Reference, Rules};

/// A deck, or hands that were given.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Deck {
    /// The cards in dealing order; of hands A's cards, then B's, each top first.
    pub cards: Vec<Card>,
    /// Of hands, how many cards are A's.
    pub cards_of_a: Option<usize>,
}

impl From<Vec<Card>> for Deck {
    fn from(cards: Vec<Card>) -> Self {
        Self { cards, cards_of_a: None }
    }
}

impl Deck {
    /// The line that a program gets: the cards, or both hands.
    pub fn line(&self) -> String {
        let words =
            |cards: &[Card]| cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ");
        match self.cards_of_a {
            None => words(&self.cards),
            Some(of_a) => {
                format!("A: {} | B: {}", words(&self.cards[..of_a]), words(&self.cards[of_a..]))
            }
        }
    }

    /// Both hands, of any kind of card, given in the order of `cards`.
    pub fn hands<C: Copy>(&self, cards: &[C], rules: &Rules) -> [Vec<C>; 2] {
        match self.cards_of_a {
            None => rules.split().hands(cards),
            Some(of_a) => [cards[..of_a].into(), cards[of_a..].into()],
        }
    }
}

/// A right answer, and why it is: a wrong one to a deck that ends otherwise is another mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Right {
    /// The answer.
    pub answer: Answer,
    /// How the game ends.
    pub why: EndReason,
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

    /// The whole game of a deck; `None` if the rules have no use for one of its cards.
    pub fn game(&mut self, deck: &Deck) -> Option<GameResult> {
        self.rules.check_deck(&deck.cards).ok()?;
        let hands = deck.hands(&deck.cards, &self.rules);
        Some(self.engine.play_hands(hands.each_ref().map(Vec::as_slice), GameIndex(0)))
    }

    /// Who wins and how the game ends; `None` as for [`Self::game`].
    pub fn answer(&mut self, deck: &Deck) -> Option<Right> {
        let game = self.game(deck)?;
        Some(Right { answer: Answer(game.outcome.value()), why: game.end_reason })
    }

    /// The same; `None` too for what a task does not speak of.
    pub fn right(&mut self, deck: &Deck, domain: &Domain) -> Option<Right> {
        let right = self.answer(deck)?;
        (domain.has(&deck.cards) && !domain.open.contains(&right.why)).then_some(right)
    }
}
