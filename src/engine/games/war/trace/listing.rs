//! A game turn by turn, as the Java listing of `ernie-burt` prints it.

use std::fmt::{self, Write};

use super::{CardNames, Form};
use crate::games::war::event::Event;

/// The width that the listing pads a card to: that of "Queen of Diamonds".
const CARD_WIDTH: usize = 17;

/// Writes a game turn by turn, with the words, spaces and line breaks of the listing.
///
/// Two things are not in the listing: the final count has a line of its own (the listing appends it to
/// the last cards shown), and a war that cannot be paid for is announced (the listing just stops).
#[derive(Debug)]
pub struct Listing<W> {
    out: W,
}

impl<W: Write> Listing<W> {
    /// A writer of one game; a line break ends what it writes.
    pub fn new(out: W) -> Self {
        Self { out }
    }

    fn show(&mut self, event: Event<'_>) -> fmt::Result {
        let (out, players) = (&mut self.out, Form::Listing.players());
        match event {
            Event::Round { round, .. } => write!(out, "\nTurn {round}: \n"),
            Event::Battle { cards, .. } => {
                for (player, card) in players.iter().zip(cards) {
                    let card = format!("{} of {}", CardNames::Court.rank(card.rank), card.suit());
                    write!(out, "{player}: {card:<CARD_WIDTH$} ")?;
                }
                Ok(())
            }
            Event::War { face_down, .. } => {
                // The listing counts the deciding card with the others.
                write!(out, "\nWar! Players put down {} card(s).\n", face_down + 1)
            }
            Event::Unpaid { needed, .. } => {
                write!(out, "\nWar! But it takes {needed} card(s) of each player.")
            }
            Event::End { result } => {
                writeln!(out, "\n{} to {}", result.cards_a, result.cards_b)?;
                match result.outcome.winner() {
                    Some(seat) => writeln!(out, "{} wins!", players[seat]),
                    None => writeln!(out, "Nobody wins."),
                }
            }
            Event::Deal { .. }
            | Event::PileTurned { .. }
            | Event::FaceDown { .. }
            | Event::PickUp { .. } => Ok(()),
        }
    }

    /// Writes what a step says.
    pub fn see(&mut self, event: Event<'_>) {
        // The writer behind `out` keeps its own error.
        let _ = self.show(event);
    }
}
