//! What happens in a game, as observers see it.

use super::result::GameResult;
use crate::core::cards::suited::SuitedCard;
use crate::core::seats::Seat;

/// What happens in a game, as an [`Observer`] sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event {
    /// A round begins; each player's cards in hand and pile, A's first.
    Round {
        /// Its number, counted from 1.
        round: u64,
        /// Cards held, A's first.
        held: [usize; 2],
    },
    /// A player's pile of won cards becomes the hand.
    PileTurned {
        /// Whose.
        seat: Seat,
        /// How many cards.
        cards: usize,
    },
    /// Two cards meet.
    Battle {
        /// Its number in the game, counted from 1.
        battle: u64,
        /// The cards, A's first.
        cards: [SuitedCard; 2],
        /// Whose card is the tied card of the battle before, kept for want of another.
        kept: [bool; 2],
        /// Who wins; `None` is a tie.
        winner: Option<Seat>,
    },
    /// A tie is to be paid for.
    War {
        /// Ties in a row in this round, this one included.
        depth: u64,
        /// Cards that each player has to lay face down.
        face_down: usize,
        /// Cards that each player does lay face down, A's first.
        laid: [usize; 2],
    },
    /// A card goes face down into the pot.
    FaceDown {
        /// Whose.
        seat: Seat,
        /// The card.
        card: SuitedCard,
    },
    /// A tie cannot be paid for.
    Unpaid {
        /// Ties in a row in this round, this one included.
        depth: u64,
        /// Who is short, A first.
        short: [bool; 2],
        /// Cards that each player needed.
        needed: usize,
    },
    /// The pot goes to the winner; a [`Event::Won`] follows for each of its cards.
    PickUp {
        /// Who takes it.
        winner: Seat,
        /// Cards in it.
        cards: usize,
    },
    /// A card of the pot, in the order of picking up.
    Won {
        /// The card.
        card: SuitedCard,
    },
    /// The game is over.
    End {
        /// How.
        result: GameResult,
    },
}

/// Somebody who watches a game.
pub trait Observer {
    /// Receives everything that happens, in order.
    fn event(&mut self, event: Event);
}
