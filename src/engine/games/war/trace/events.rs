//! A game as JSON lines, one per event.

use std::fmt::Write;

use serde::Serialize;

use crate::core::cards::Card;
use crate::core::cards::suited::SuitedCard;
use crate::core::seats::Seat;
use crate::games::war::event::{Event, Observer};

/// One line. `play --help` says what it means.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
enum Line {
    Deal { a: Vec<Card>, b: Vec<Card> },
    Round { round: u64, cards_a: usize, cards_b: usize },
    PileTurned { seat: &'static str, cards: usize },
    Battle { battle: u64, a: Card, b: Card, winner: Option<&'static str> },
    War { depth: u64, face_down_a: usize, face_down_b: usize },
    FaceDown { seat: &'static str, card: Card },
    Unpaid { depth: u64, needed: usize, short: Vec<&'static str> },
    PickUp { winner: &'static str, pot: Vec<Card> },
}

/// A value as a line of JSON.
fn json_line(value: &impl Serialize) -> String {
    match serde_json::to_string(value) {
        Ok(text) => text + "\n",
        Err(error) => unreachable!("plain numbers and words make JSON: {error}"),
    }
}

/// Writes a line per event; the result is the caller's to write.
#[derive(Debug)]
pub struct JsonLines<W> {
    out: W,
    /// Who picks up, how many cards, and those picked up so far.
    pick_up: Option<(&'static str, usize, Vec<Card>)>,
}

impl<W: Write> JsonLines<W> {
    /// A writer of one game; begins with the two hands.
    pub fn new(out: W, hands: &[Vec<SuitedCard>; 2]) -> Self {
        let mut lines = Self { out, pick_up: None };
        let [a, b] = hands.each_ref().map(|hand| hand.iter().map(|card| card.rank).collect());
        lines.write(&Line::Deal { a, b });
        lines
    }

    fn write(&mut self, line: &Line) {
        // The writer behind `out` keeps its own error.
        let _ = self.out.write_str(&json_line(line));
    }
}

fn name(seat: Seat) -> &'static str {
    match seat {
        Seat::A => "A",
        Seat::B => "B",
    }
}

impl<W: Write> Observer for JsonLines<W> {
    fn event(&mut self, event: Event) {
        let line = match event {
            Event::Round { round, held: [cards_a, cards_b] } => {
                Line::Round { round, cards_a, cards_b }
            }
            Event::PileTurned { seat, cards } => Line::PileTurned { seat: name(seat), cards },
            Event::Battle { battle, cards: [a, b], winner, .. } => {
                Line::Battle { battle, a: a.rank, b: b.rank, winner: winner.map(name) }
            }
            Event::War { depth, laid: [face_down_a, face_down_b], .. } => {
                Line::War { depth, face_down_a, face_down_b }
            }
            Event::FaceDown { seat, card } => Line::FaceDown { seat: name(seat), card: card.rank },
            Event::Unpaid { depth, short, needed } => {
                let seats = Seat::BOTH.into_iter().filter(|seat| short[seat.index()]);
                Line::Unpaid { depth, needed, short: seats.map(name).collect() }
            }
            Event::PickUp { winner, cards } => {
                self.pick_up = Some((name(winner), cards, Vec::with_capacity(cards)));
                return;
            }
            Event::Won { card } => {
                let Some((winner, expected, pot)) = &mut self.pick_up else { return };
                pot.push(card.rank);
                if pot.len() < *expected {
                    return;
                }
                Line::PickUp { winner, pot: std::mem::take(pot) }
            }
            Event::End { .. } => return,
        };
        self.write(&line);
    }
}
