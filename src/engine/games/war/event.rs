//! What happens in a game, as the reference tells it.

use serde_json::{Value as Json, json};

use super::result::GameResult;
use crate::core::cards::suited::SuitedCard;
use crate::core::seats::Seat;

/// A step of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event<'a> {
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
    /// The pot goes to the winner.
    PickUp {
        /// Who takes it.
        winner: Seat,
        /// Its cards, in the order of picking up.
        pot: &'a [SuitedCard],
    },
    /// The game is over.
    End {
        /// How.
        result: GameResult,
    },
}

impl Event<'_> {
    /// What a line of JSON says of it, in ranks; nothing of the end, which is the result's to say.
    /// `play --help` says what it means.
    pub fn json(&self) -> Option<Json> {
        Some(match *self {
            Event::Round { round, held: [a, b] } => {
                json!({"event": "round", "round": round, "cards_a": a, "cards_b": b})
            }
            Event::PileTurned { seat, cards } => {
                json!({"event": "pile-turned", "seat": seat.name(), "cards": cards})
            }
            Event::Battle { battle, cards: [a, b], winner, .. } => {
                let (a, b, winner) = (a.rank, b.rank, winner.map(Seat::name));
                json!({"event": "battle", "battle": battle, "a": a, "b": b, "winner": winner})
            }
            Event::War { depth, laid: [a, b], .. } => {
                json!({"event": "war", "depth": depth, "face_down_a": a, "face_down_b": b})
            }
            Event::FaceDown { seat, card } => {
                json!({"event": "face-down", "seat": seat.name(), "card": card.rank})
            }
            Event::Unpaid { depth, short, needed } => {
                let seats = Seat::BOTH.into_iter().filter(|seat| short[seat.index()]);
                let short: Vec<&str> = seats.map(Seat::name).collect();
                json!({"event": "unpaid", "depth": depth, "needed": needed, "short": short})
            }
            Event::PickUp { winner, pot } => {
                json!({"event": "pick-up", "winner": winner.name(), "pot": SuitedCard::ranks(pot)})
            }
            Event::End { .. } => return None,
        })
    }
}
