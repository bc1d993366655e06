//! What happens in a game, as the reference tells it.

use std::collections::VecDeque;

use super::result::GameResult;
use crate::core::cards::suited::SuitedCard;
use crate::core::seats::Seat;

/// What happens in a step of a game with such cards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event<'a, C = SuitedCard> {
    /// The cards are dealt.
    Deal {
        /// The hands, A's first, each top first.
        hands: [&'a VecDeque<C>; 2],
    },
    /// A round begins.
    Round {
        /// Its number, counted from 1.
        round: u64,
        /// Cards that each player has in hand and pile, A's first.
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
        /// They, A's first.
        cards: [C; 2],
        /// Whose card is the tied card of the battle before, kept for want of another.
        kept: [bool; 2],
        /// Cards that each player holds behind these, A's first.
        held: [usize; 2],
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
        card: C,
    },
    /// A tie cannot be paid for.
    Unpaid {
        /// Ties in a row in this round, this one included.
        depth: u64,
        /// Cards that each player needed.
        needed: usize,
        /// Who is short, A first.
        short: [bool; 2],
    },
    /// The pot goes to the winner.
    PickUp {
        /// Who takes it.
        winner: Seat,
        /// Its cards, in the order of picking up.
        pot: &'a [C],
    },
    /// The game is over; the result's to say.
    End {
        /// How.
        result: GameResult,
    },
}
