//! A game as a table: a line per battle, with the pot in the order in which it is picked up.

use std::collections::VecDeque;
use std::fmt::{self, Write};

use super::names::CardNames;
use super::words::{Words, filled};
use crate::core::cards::suited::SuitedCard;
use crate::core::game::Screen;
use crate::core::wording::wrap::hanging;
use crate::games::war::event::Event;
use crate::games::war::result::GameResult;

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
    players: [&'static str; 2],
    names: CardNames,
    screen: Screen,
    words: &'static Words,
    card_width: usize,
    /// Cards that each player holds now.
    held: [usize; 2],
    /// The first round of the cycle, if the game is known to have one.
    marked: Option<u64>,
    /// The number of a round whose first battle has not been shown.
    new_round: Option<u64>,
    /// What is before the words in the next line.
    margin: String,
    /// Cards laid face down and not yet shown.
    laid: [Vec<String>; 2],
}

impl<W: Write> Ledger<W> {
    /// A writer of one game.
    pub fn new(
        out: W,
        players: [&'static str; 2],
        names: CardNames,
        screen: Screen,
        words: &'static Words,
    ) -> Self {
        Self {
            out,
            players,
            names,
            screen,
            words,
            card_width: CARD_WIDTH,
            held: [0; 2],
            marked: None,
            new_round: None,
            margin: String::new(),
            laid: Default::default(),
        }
    }

    /// Marks the position that comes back in a game with this result.
    pub fn mark(mut self, result: &GameResult) -> Self {
        self.marked = result.cycle.map(|cycle| result.rounds - cycle.rounds + 1);
        self
    }

    /// The hands as dealt, then the head of the table.
    fn show_hands(&mut self, hands: [&VecDeque<SuitedCard>; 2]) -> fmt::Result {
        for (hand, player) in hands.into_iter().zip(self.players) {
            let cards: Vec<String> = hand.iter().map(|&card| self.card(card)).collect();
            let count = format!("{:>2}", hand.len());
            let margin = filled(self.words.holds, &[&player, &count]);
            self.write(&margin, &cards.join(" "))?;
        }
        let all: Vec<SuitedCard> = hands.into_iter().flatten().copied().collect();
        self.card_width = self.names.width(&all).max(CARD_WIDTH);
        let legend = self.names.legend(&all, self.screen.suits);
        let and = if legend.is_empty() { "" } else { "; " };
        self.write("(", &format!("{}{and}{legend})", self.words.top_first))?;
        let Self { players: [a, b], card_width, words, .. } = self;
        writeln!(self.out, "\n{}  {a:>card_width$}  {b:>card_width$}", words.head)
    }

    /// A card as it is shown.
    fn card(&self, card: SuitedCard) -> String {
        match self.screen.suits {
            true => self.names.card(card),
            false => self.names.rank(card.rank).to_string(),
        }
    }

    /// Words after a margin.
    fn write(&mut self, margin: &str, words: &str) -> fmt::Result {
        self.out.write_str(&hanging(margin, words, self.screen.width))
    }

    fn show(&mut self, event: Event<'_>) -> fmt::Result {
        if !matches!(event, Event::FaceDown { .. }) {
            self.show_laid()?;
        }
        let words = self.words;
        match event {
            Event::Deal { a, b } => self.show_hands([a, b]),
            Event::Round { round, cards_a, cards_b } => {
                self.held = [cards_a, cards_b];
                self.new_round = Some(round);
                match self.marked {
                    Some(marked) if marked == round => self.write("* ", words.comes_back),
                    _ => Ok(()),
                }
            }
            Event::PileTurned { seat, cards } => {
                let player = self.players[seat.index()];
                self.line(&filled(words.turns_over, &[&player, &cards]))
            }
            Event::Battle { battle, a, b, kept, .. } => {
                self.start_battle(battle, [a, b]);
                for seat in [0, 1] {
                    self.held[seat] -= usize::from(!kept[seat]);
                    if kept[seat] {
                        let player = self.players[seat];
                        self.line(&filled(words.keeps_tied, &[&player]))?;
                    }
                }
                // A win is shown with the pot, a tie with the price of the war.
                Ok(())
            }
            Event::War { depth, face_down, face_down_a, face_down_b } => {
                self.show_war(depth, face_down, [face_down_a, face_down_b])
            }
            Event::FaceDown { seat, card } => {
                self.held[seat.index()] -= 1;
                let card = self.card(card);
                self.laid[seat.index()].push(card);
                Ok(())
            }
            Event::Unpaid { depth, needed, short } => {
                let price = words.of_cards(needed);
                self.line(&filled(words.takes, &[&words.of_war(depth), &price]))?;
                for seat in [0, 1] {
                    if short[seat] {
                        let has = words.of_cards(self.held[seat]);
                        self.line(&filled(words.has_too_few, &[&self.players[seat], &has]))?;
                    }
                }
                Ok(())
            }
            Event::PickUp { winner, pot } => {
                let cards: Vec<String> = pot.iter().map(|&card| self.card(card)).collect();
                let player = self.players[winner.index()];
                self.line(&filled(words.wins, &[&player, &cards.len(), &cards.join(" ")]))
            }
            // A tie that nothing was laid for.
            Event::End { .. } if !self.margin.is_empty() => self.line(words.no_war),
            Event::End { result } if result.cycle.is_some() && self.marked.is_some() => {
                self.write("* ", words.is_back)
            }
            Event::End { .. } => Ok(()),
        }
    }

    /// Prepares the left part of a battle's line.
    fn start_battle(&mut self, battle: u64, cards: [SuitedCard; 2]) {
        let round = self.new_round.take().map_or_else(String::new, |round| round.to_string());
        let [a, b] = self.held;
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
        if indent + WORDS > self.screen.width {
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
        let (words, price) = (self.words, self.words.of_cards(face_down));
        self.line(&filled(words.face_down, &[&words.of_war(depth), &price]))?;
        for seat in [0, 1] {
            if laid[seat] < face_down {
                let lays = match laid[seat] {
                    0 => words.none_or_only[0].to_owned(),
                    n => filled(words.none_or_only[1], &[&n]),
                };
                self.line(&filled(words.can_lay, &[&self.players[seat], &lays]))?;
            }
        }
        Ok(())
    }

    /// Shows the cards laid face down since the last battle.
    fn show_laid(&mut self) -> fmt::Result {
        for seat in [0, 1] {
            if !self.laid[seat].is_empty() {
                let cards = std::mem::take(&mut self.laid[seat]).join(" ");
                self.line(&filled(self.words.lays, &[&self.players[seat], &cards]))?;
            }
        }
        Ok(())
    }

    /// Writes what a step says.
    pub fn see(&mut self, event: Event<'_>) {
        // The writer behind `out` keeps its own error.
        let _ = self.show(event);
    }
}
