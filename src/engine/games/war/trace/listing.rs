//! A game turn by turn, as the Java listing of `ernie-burt` prints it.

use std::fmt::{self, Write};

use super::{CardNames, Form};
use crate::games::war::event::Event;

/// The width that the listing pads a card to: that of "Queen of Diamonds".
const CARD_WIDTH: usize = 17;

/// Writes a step of a game with the words, spaces and line breaks of the listing; a line break ends a game.
///
/// Two things are not in the listing: the final count has a line of its own (the listing appends it to
/// the last cards shown), and a war that cannot be paid for is announced (the listing just stops).
pub fn listing(out: &mut dyn Write, event: Event<'_>) -> fmt::Result {
    let players = Form::Listing.players();
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
