//! A program whose task gives it two hands, not a deck to be dealt.

use std::io;
use std::time::Instant;

use crate::check::answer::Got;
use crate::check::process::{Program, Ready, Time};
use crate::core::cards::split::Split;

/// Asks a program with the deck dealt already: A's hand, ` | `, B's, each with its top card first.
pub struct InHands<P> {
    /// The program.
    pub program: P,
    /// How decks are dealt.
    pub split: Split,
}

impl<P> InHands<P> {
    fn line(&self, deck: &str) -> String {
        let cards: Vec<&str> = deck.split_whitespace().collect();
        let [a, b] = self.split.hands(&cards).map(|hand| hand.join(" "));
        format!("{a} | {b}")
    }

    fn lines(&self, decks: &[String]) -> Vec<String> {
        decks.iter().map(|deck| self.line(deck)).collect()
    }
}

impl<P: Program> Program for InHands<P> {
    fn prepare(&mut self, probes: &[String], until: Instant) -> io::Result<Ready> {
        self.program.prepare(&self.lines(probes), until)
    }

    fn ask(&mut self, questions: &[String], time: Time) -> io::Result<Vec<Got>> {
        self.program.ask(&self.lines(questions), time)
    }

    fn ask_alone(&mut self, question: &str, end: Instant) -> io::Result<Option<Got>> {
        self.program.ask_alone(&self.line(question), end)
    }

    fn begin_again(&mut self) {
        self.program.begin_again();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decks_are_dealt_as_the_rules_deal_them() {
        let line = |split, deck| InHands { program: (), split }.line(deck);
        assert_eq!(line(Split::Halves, "9 2 6 5 8"), "9 2 6 | 5 8");
        assert_eq!(line(Split::Alternate, "9 2 6 5 8"), "9 6 8 | 2 5");
        assert_eq!(line(Split::Alternate, ""), " | ");
    }
}
