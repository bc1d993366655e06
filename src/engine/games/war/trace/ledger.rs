//! A game as a table: a line per battle, with the pot in the order in which it is picked up.

use std::collections::VecDeque;
use std::fmt::{self, Write};

use super::CardNames;
use crate::core::cards::suited::SuitedCard;
use crate::core::seats::Seat;
use crate::core::wording::digits::counted;
use crate::core::wording::text::hanging;
use crate::games::war::event::Event;

/// Columns that words need beside the table; where there are fewer they are below.
const WORDS: usize = 24;
/// How far they are indented there.
const BELOW: usize = 6;
/// Columns of a card, unless one of the deck needs more.
const CARD_WIDTH: usize = 5;

/// Writes a game battle by battle.
///
/// ```text
/// round battle  cards       A      B
///     1      1  26:26       7   King  B wins 2: 7 King
///     2      2  25:27       5      5  war: 3 cards face down
///                                     A lays 4 Jack 2
///                                     B lays 2 2 Ace
///            3  21:23   Queen     10  A wins 10: 5 5 4 Jack 2 2 2 Ace Queen 10
/// ```
/// `cards` are those in hand and pile before the battle, A's first; what is missing is in the pot. A position
/// that comes back is marked where it is first, and at the end.
#[derive(Debug)]
pub struct Ledger<W> {
    out: W,
    names: CardNames,
    width: usize,
    card_width: usize,
    /// Cards that each player held after the last battle's cards were turned over.
    held: [usize; 2],
    /// The first round of the cycle, if the game is known to have one.
    marked: Option<u64>,
    /// The number of a round whose first battle has not been shown.
    new_round: Option<u64>,
    /// What is before the words in the next line.
    margin: String,
    /// Whether nothing has followed from the last battle yet.
    is_open: bool,
    /// Cards laid face down and not yet shown.
    laid: [Vec<String>; 2],
}

impl<W: Write> Ledger<W> {
    /// A writer of one game; `marked` is the first round of its cycle, if it is known to have one.
    pub fn new(out: W, names: CardNames, width: usize, marked: Option<u64>) -> Self {
        Self {
            out,
            names,
            width,
            card_width: CARD_WIDTH,
            held: [0; 2],
            marked,
            new_round: None,
            margin: String::new(),
            is_open: false,
            laid: Default::default(),
        }
    }

    /// The hands as dealt, then the head of the table.
    fn show_hands(&mut self, hands: [&VecDeque<SuitedCard>; 2]) -> fmt::Result {
        for (hand, seat) in hands.into_iter().zip(Seat::BOTH) {
            let cards: Vec<String> = hand.iter().map(|&card| self.card(card)).collect();
            self.write(&format!("{} holds {:>2}: ", seat.name(), hand.len()), &cards.join(" "))?;
        }
        let all: Vec<SuitedCard> = hands.into_iter().flatten().copied().collect();
        self.card_width = self.names.width(&all).max(CARD_WIDTH);
        let legend = self.names.legend(&all);
        let and = if legend.is_empty() { "" } else { "; " };
        self.write("(", &format!("the top card first{and}{legend})"))?;
        let Self { out, card_width: width, .. } = self;
        writeln!(out, "\nround battle   cards  {:>width$}  {:>width$}", "A", "B")
    }

    /// A card as it is shown.
    fn card(&self, card: SuitedCard) -> String {
        self.names.rank(card.rank).to_string()
    }

    /// Words after a margin.
    fn write(&mut self, margin: &str, words: &str) -> fmt::Result {
        self.out.write_str(&hanging(margin, words, self.width))
    }

    /// Writes what a step says.
    pub fn show(&mut self, event: Event<'_>) -> fmt::Result {
        if !matches!(event, Event::FaceDown { .. }) {
            self.show_laid()?;
        }
        self.is_open &= matches!(event, Event::End { .. });
        match event {
            Event::Deal { hands } => self.show_hands(hands),
            Event::Round { round, .. } => {
                self.new_round = Some(round);
                if self.marked != Some(round) {
                    return Ok(());
                }
                self.write("* ", "the position here comes back: the cycle begins")
            }
            Event::PileTurned { seat, cards } => {
                self.line(&format!("{} turns over a pile of {cards}", seat.name()))
            }
            Event::Battle { battle, cards, kept, held, .. } => {
                (self.held, self.is_open) = (held, true);
                self.start_battle(battle, cards, kept);
                for seat in Seat::BOTH.into_iter().filter(|seat| kept[seat.index()]) {
                    let name = seat.name();
                    self.line(&format!("{name} has no card left and keeps the tied one"))?;
                }
                // A win is shown with the pot, a tie with the price of the war.
                Ok(())
            }
            Event::War { depth, face_down, laid } => self.show_war(depth, face_down, laid),
            Event::FaceDown { seat, card } => {
                let card = self.card(card);
                self.laid[seat.index()].push(card);
                Ok(())
            }
            Event::Unpaid { depth, needed, short } => {
                self.line(&format!("{}: takes {} of each", war(depth), cards(needed)))?;
                for seat in Seat::BOTH.into_iter().filter(|seat| short[seat.index()]) {
                    let has = cards(self.held[seat.index()]);
                    self.line(&format!("{} has {has}: too few", seat.name()))?;
                }
                Ok(())
            }
            Event::PickUp { winner, pot } => {
                let cards: Vec<String> = pot.iter().map(|&card| self.card(card)).collect();
                self.line(&format!("{} wins {}: {}", winner.name(), pot.len(), cards.join(" ")))
            }
            Event::End { .. } if self.is_open => self.line("war: none, at the limit"),
            Event::End { .. } if self.marked.is_some() => {
                self.write("* ", "the position marked above: from here on all comes again")
            }
            Event::End { .. } => Ok(()),
        }
    }

    /// Prepares the left part of a battle's line.
    fn start_battle(&mut self, battle: u64, cards: [SuitedCard; 2], kept: [bool; 2]) {
        let round = self.new_round.take().map_or_else(String::new, |round| round.to_string());
        let [a, b] = [0, 1].map(|seat| self.held[seat] + usize::from(!kept[seat]));
        let held = format!("{a}:{b}");
        let [card_a, card_b] = cards.map(|card| self.card(card));
        let width = self.card_width;
        self.margin =
            format!("{round:>5} {battle:>6} {held:>7}  {card_a:>width$}  {card_b:>width$}  ");
    }

    /// Writes these words in the next line, right of the battle's columns if they are not yet shown.
    fn line(&mut self, words: &str) -> fmt::Result {
        let indent = 5 + 1 + 6 + 1 + 7 + 2 + self.card_width + 2 + self.card_width + 2;
        let mut margin = std::mem::take(&mut self.margin);
        if indent + WORDS > self.width {
            if !margin.is_empty() {
                writeln!(self.out, "{}", margin.trim_end())?;
            }
            margin = " ".repeat(BELOW);
        } else if margin.is_empty() {
            margin = " ".repeat(indent);
        }
        self.write(&margin, words)
    }

    fn show_war(&mut self, depth: u64, face_down: usize, laid: [usize; 2]) -> fmt::Result {
        self.line(&format!("{}: {} face down", war(depth), cards(face_down)))?;
        for (seat, laid) in Seat::BOTH.into_iter().zip(laid).filter(|(_, laid)| *laid < face_down) {
            let only = if laid == 0 { "none".into() } else { format!("only {laid}") };
            self.line(&format!("{} can lay {only}", seat.name()))?;
        }
        Ok(())
    }

    /// Shows the cards laid face down since the last battle.
    fn show_laid(&mut self) -> fmt::Result {
        for (seat, laid) in Seat::BOTH.into_iter().zip(std::mem::take(&mut self.laid)) {
            if !laid.is_empty() {
                self.line(&format!("{} lays {}", seat.name(), laid.join(" ")))?;
            }
        }
        Ok(())
    }
}

fn war(depth: u64) -> String {
    if depth == 1 { "war".into() } else { format!("war {depth} of this round") }
}

fn cards(count: usize) -> String {
    if count == 0 { "no card".into() } else { counted(count as u64, "card", "cards") }
}
