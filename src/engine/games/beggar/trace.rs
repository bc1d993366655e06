//! A game in words, trick by trick.

use std::collections::VecDeque;
use std::fmt::{self, Write};

use super::notation::Notation;
use super::reference::Event;
use super::result::{EndReason, GameResult, Outcome, Seat};
use super::rules::Rules;
use crate::core::cards::Card;
use crate::core::cards::suited::Ranked;
use crate::core::wording::digits::grouped;
use crate::core::wording::wrap::hanging;

/// How cards are shown: by the letters of the notation, or by rank where there are not enough.
#[derive(Clone, Debug)]
struct Names(Option<Notation>);

impl Names {
    fn card(&self, card: Card) -> String {
        match &self.0 {
            Some(notation) => notation.letter(card).to_string(),
            None => card.to_string(),
        }
    }

    /// Cards in a row: letters close together, ranks with spaces.
    fn cards<'c, C: Ranked + 'c>(&self, cards: impl IntoIterator<Item = &'c C>) -> String {
        let names: Vec<String> = cards.into_iter().map(|card| self.card(card.rank())).collect();
        names.join(if self.0.is_some() { "" } else { " " })
    }
}

/// Writes a game trick by trick.
///
/// ```text
/// trick  cards     A:B
///     1      0   26:26  A: -  B: J  A: -  B takes 3
///     2      3   24:28  B: -  A: A  B: --Q  A: --  B takes 7
/// ```
/// `cards` are those played before the trick, `A:B` those in the hands when it begins. After a name
/// stand the cards that the player plays in a row.
#[derive(Debug)]
pub struct Ledger<'r, W> {
    out: W,
    rules: &'r Rules,
    names: Names,
    /// Columns of a line.
    width: usize,
    /// Cards played.
    cards: u32,
    /// What is before the words of the trick.
    margin: String,
    /// The trick so far: who played which cards in a row.
    plays: Vec<(Seat, Vec<Card>)>,
}

impl<'r, W: Write> Ledger<'r, W> {
    /// A writer of one game.
    pub fn new(out: W, rules: &'r Rules, width: usize) -> Self {
        let (names, margin) = (Names(Notation::new(rules).ok()), String::new());
        Self { out, rules, names, width, cards: 0, margin, plays: Vec::new() }
    }

    fn show_hands<C: Ranked>(&mut self, hands: [&VecDeque<C>; 2]) -> fmt::Result {
        for (seat, hand) in Seat::BOTH.into_iter().zip(hands) {
            let margin = format!("{} holds {:>2}: ", seat.name(), hand.len());
            self.out.write_str(&hanging(&margin, &self.names.cards(hand), self.width))?;
        }
        let demands: Vec<String> = self
            .rules
            .penalties
            .iter()
            .enumerate()
            .map(|(k, (rank, cards))| {
                let verb = if k == 0 { " demands" } else { "" };
                format!("{}{verb} {cards}", self.names.card(rank))
            })
            .collect();
        let legend = format!("the top card first; {}", demands.join(", "));
        let plain = if self.names.0.is_some() { ", - is plain)" } else { ")" };
        self.out.write_str(&hanging("(", &(legend + plain), self.width))?;
        writeln!(self.out, "\ntrick  cards     A:B")
    }

    fn show<C: Ranked>(&mut self, event: Event<'_, C>) -> fmt::Result {
        match event {
            Event::Deal { a, b } => self.show_hands([a, b]),
            Event::Trick { trick, cards_a, cards_b, .. } => {
                let held = format!("{cards_a}:{cards_b}");
                self.margin = format!("{trick:>5} {:>6} {held:>7}  ", self.cards);
                Ok(())
            }
            Event::Played { seat, card, .. } => {
                self.cards += 1;
                match self.plays.last_mut() {
                    Some((last, cards)) if *last == seat => cards.push(card.rank()),
                    _ => self.plays.push((seat, vec![card.rank()])),
                }
                Ok(())
            }
            Event::Taken { seat, pile } => {
                let words = format!("{} takes {}", seat.name(), pile.len());
                self.show_trick(&words)
            }
            Event::Out { seat } => {
                let words = format!("{} has no card left", seat.name());
                self.show_trick(&words)
            }
        }
    }

    /// Writes the line of the trick, or only these words if it is written already.
    fn show_trick(&mut self, words: &str) -> fmt::Result {
        let margin = match self.plays.is_empty() {
            true => " ".repeat(self.margin.chars().count()),
            false => self.margin.clone(),
        };
        let mut line = margin.clone();
        let indent = margin.chars().count();
        let mut column = indent;
        let plays = std::mem::take(&mut self.plays);
        let parts = plays
            .iter()
            .map(|(seat, cards)| format!("{}: {}", seat.name(), self.names.cards(cards)))
            .chain([words.to_owned()]);
        for part in parts {
            for (k, word) in part.split(' ').enumerate() {
                let space = if column == indent { 0 } else { 1 + usize::from(k == 0) };
                let letters = word.chars().count();
                // A part is broken only where a line is too short for all of it.
                let wanted = if k == 0 {
                    part.chars().count().min(self.width.saturating_sub(indent))
                } else {
                    letters
                };
                if column > indent && column + space + wanted > self.width {
                    writeln!(self.out, "{}", line.trim_end())?;
                    (line, column) = (" ".repeat(indent), indent);
                } else {
                    line += &" ".repeat(space);
                    column += space;
                }
                line += word;
                column += letters;
            }
        }
        writeln!(self.out, "{}", line.trim_end())
    }

    /// Writes what is left of a trick that a limit cut off.
    fn finish(&mut self) -> fmt::Result {
        if self.plays.is_empty() { Ok(()) } else { self.show_trick("the game is stopped") }
    }
}

impl<W: Write> Ledger<'_, W> {
    /// Writes how the game ended; to be called once it is over.
    pub fn end(&mut self, result: &GameResult) {
        let sentence = ending(result);
        // The writer behind `out` keeps its own error.
        let _ = self.finish().and_then(|()| {
            writeln!(self.out, "\n{}", hanging("", &sentence, self.width).trim_end())
        });
    }

    /// Writes what a step says.
    pub fn see<C: Ranked>(&mut self, event: Event<'_, C>) {
        // The writer behind `out` keeps its own error.
        let _ = self.show(event);
    }
}

/// The end of a game in a sentence.
pub fn ending(result: &GameResult) -> String {
    let count = |n: u32, what: &str| {
        format!("{} {what}{}", grouped(n.into()), if n == 1 { "" } else { "s" })
    };
    let after =
        format!("after {} and {}", count(result.cards, "card"), count(result.tricks, "trick"));
    match (result.end_reason, result.outcome, result.period) {
        (EndReason::OutOfCards, Outcome::A, _) => format!("A wins {after}: B has no card left."),
        (EndReason::OutOfCards, _, _) => format!("B wins {after}: A has no card left."),
        (EndReason::Loop, _, Some(period)) => format!(
            "A draw {after}: the hands are as they were {} and {} before, so the game would never end.",
            count(period.cards, "card"),
            count(period.tricks, "trick")
        ),
        (EndReason::Loop, _, None) => format!("A draw {after}: the game would never end."),
        (EndReason::Limit, _, _) => format!("A draw {after}: the limit is reached."),
    }
}

#[cfg(test)]
mod tests {
    use super::super::presets;
    use super::super::reference::Reference;
    use super::super::rules::RuleFields;
    use super::*;
    use crate::core::cards::{Dealer, GameIndex, Seed};
    use crate::core::wording::wrap::WIDTH;

    fn text(rules: &Rules, hands: [Vec<Card>; 2]) -> String {
        let mut text = String::new();
        let mut ledger = Ledger::new(&mut text, rules, WIDTH);
        let mut reference = Reference::new(rules.clone(), Seed(1));
        let result = reference.observe(hands, GameIndex(0), |step| ledger.see(step.event));
        ledger.end(&result);
        text
    }

    fn written(rules: &str, deal: &str) -> String {
        let rules = RuleFields::from_toml(rules).unwrap();
        let hands = Notation::new(&rules).unwrap().read_position(deal).unwrap();
        text(&rules, hands)
    }

    #[test]
    fn a_game_is_told_trick_by_trick() {
        insta::assert_snapshot!(written("", "-A-Q-/J--K---"), @r"
        A holds  5: -A-Q-
        B holds  7: J--K---
        (the top card first; J demands 1, Q 2, K 3, A 4, - is plain)

        trick  cards     A:B
            1      0     5:7  A: -  B: J  A: A  B: --K  A: -Q  B: --  A takes 10
            2     10    11:1  A: -  B: -  A: -  B has no card left

        A wins after 13 cards and 2 tricks: B has no card left.
        ");
    }

    #[test]
    fn every_end_is_told() {
        let last = |rules, deal| written(rules, deal).lines().last().unwrap().to_owned();
        assert_eq!(last("", "-/-"), "B wins after 2 cards and 1 trick: A has no card left.");
        let endless = written("", "J--/-J-");
        assert!(
            endless.ends_with(
                "A draw after 8 cards and 3 tricks: the hands are as they were 6 cards and 2
\
                 tricks before, so the game would never end.
"
            ),
            "{endless}"
        );
        let stopped = written("limit = 3", "J-/--");
        assert!(stopped.ends_with(
            "    2      2     3:1  A: -  the game is stopped\n\nA draw after 3 cards and 2 tricks: \
             the limit is reached.\n"
        ), "{stopped}");
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        let many = "penalties = { 2 = 1, 3 = 1, J = 1, Q = 2, K = 3, A = 4 }";
        for rules in
            [presets::find("beggar").unwrap().rules(), RuleFields::from_toml(many).unwrap()]
        {
            let mut dealer = Dealer::new(Seed(4), rules.deck.clone());
            for game in 0..200 {
                let deck = dealer.deck(game);
                let text = text(&rules, rules.split().hands(&deck));
                let widest = text.lines().map(|line| line.chars().count()).max();
                assert!(widest.is_some_and(|columns| columns <= WIDTH), "game {game}\n{text}");
            }
        }
    }
}
