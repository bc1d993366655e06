//! Beggar-My-Neighbour: the deals that a program is asked about, and the rules that it may have
//! played instead.

mod facts;
pub mod kattis;
pub mod neighbours;
pub mod suites;

use self::facts::{FACTS, Seen};
use super::answer::Answer;
use super::difference::Difference;
use super::examiner::{Examiner, Says};
use super::facts::Fact;
use super::language::Lang;
use super::noun::{DECK, Noun};
use super::report::{Smallest, abridged};
use super::suite::{Ask, Right};
use crate::core::cards::{Card, GameIndex, Seed};
use crate::core::wording::text::{WIDTH, shell_quoted};
use crate::games::beggar::notation::Notation;
use crate::games::beggar::trace::{Ledger, ending};
use crate::games::beggar::{GameResult, Reference, Rules};

/// Lines of a trace that are shown.
const SHOWN_LINES: usize = 24;

/// The letters of small deals.
const LETTERS: [char; 5] = ['-', 'J', 'Q', 'K', 'A'];

/// Two hands as a question: who wins? Each letter of the notation is a number, so that deals can be
/// made smaller as lists are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Deal(Vec<i32>);

impl Deal {
    /// The deal that is written so.
    pub fn new(text: &str) -> Self {
        Self(text.chars().map(|letter| letter as i32).collect())
    }

    /// The deal in the notation.
    pub fn text(&self) -> String {
        let letter = |&number: &i32| u32::try_from(number).ok().and_then(char::from_u32);
        self.0.iter().map(|number| letter(number).unwrap_or('?')).collect()
    }

    /// The nth deal of an order that begins with the smallest: two cards, then three, and so on.
    pub fn small(mut nth: u64) -> Self {
        let mut cards = 2_u32;
        loop {
            let (deals, splits) = ((LETTERS.len() as u64).pow(cards), u64::from(cards) - 1);
            if nth < deals * splits || cards == 16 {
                let (split, mut letters) = (nth / deals % splits + 1, nth % deals);
                let mut text = String::new();
                for card in 0..u64::from(cards) {
                    if card == split {
                        text.push('/');
                    }
                    text.push(LETTERS[(letters % LETTERS.len() as u64) as usize]);
                    letters /= LETTERS.len() as u64;
                }
                return Self::new(&text);
            }
            nth -= deals * splits;
            cards += 1;
        }
    }
}

impl Ask for Deal {
    const NOUN: Noun = Noun { one: "deal", many: "deals", ..DECK };

    const PROGRAM: &'static str = "beggar";

    const IS_TEXT: bool = true;

    fn line(&self) -> String {
        self.text()
    }

    fn numbers(&self) -> &[i32] {
        &self.0
    }

    fn with_numbers(&self, numbers: Vec<i32>) -> Self {
        Deal(numbers)
    }

    fn small_numbers(nth: u64) -> Vec<i32> {
        Deal::small(nth).0
    }
}

/// What is asked of a program.
#[derive(Debug)]
pub struct Task<'t> {
    /// The rules.
    pub judge: Judge,
    /// What `--rules` takes for them.
    pub given: &'t str,
}

impl Examiner for Task<'_> {
    type Rules = Judge;
    type Seen = Seen;

    fn rules(&self) -> &Judge {
        &self.judge
    }

    fn probes(&self) -> Vec<Deal> {
        ["-/J", "J/-", "--/J-", "-/-", "A-/K"].map(Deal::new).into()
    }

    fn right(&self) -> Says<'_, Deal, Right> {
        let mut judge = self.judge.clone();
        Box::new(move |deal| judge.right(deal))
    }

    fn smallest(&self, found: &Difference<Deal>) -> Option<Smallest> {
        let (deal, mut judge) = (&found.asked, self.judge.clone());
        let (game, hands) = (judge.game(deal)?, judge.hands(deal)?);
        let mut text = String::new();
        let mut ledger = Ledger::new(&mut text, self.judge.rules(), WIDTH);
        judge.engine.observe(hands, GameIndex(0), |step| ledger.see(step.event));
        let rules = shell_quoted(self.given);
        let replay =
            format!("war-sim play --rules {rules} --deck '{}' --position --trace", deal.text());
        Some(found.shown(ending(&game), replay, abridged(&text, [SHOWN_LINES, 0], Lang::En)))
    }

    fn facts(&self) -> Vec<Fact<Seen>> {
        FACTS.into()
    }

    fn seen(&self) -> Says<'_, Deal, Seen> {
        let mut judge = self.judge.clone();
        Box::new(move |deal| {
            let hands = judge.hands(deal)?;
            let is_court = |card: &&i32| judge.rules().penalty(**card) > 0;
            let courts = hands.iter().flatten().filter(is_court).count();
            let cards = hands.each_ref().map(Vec::len);
            Some(Seen { cards, courts, game: judge.game_of(hands) })
        })
    }
}

/// The right answers of a rule set, by the reference engine.
#[derive(Clone, Debug)]
pub struct Judge {
    notation: Notation,
    engine: Reference,
}

impl Judge {
    /// The judge of a rule set without in-game randomness.
    ///
    /// Errors: a sentence, if its deals cannot be written.
    pub fn new(rules: &Rules) -> Result<Self, String> {
        let notation = Notation::new(rules)?;
        Ok(Self { notation, engine: Reference::new(rules.clone(), Seed(0)) })
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        self.engine.rules()
    }

    /// How deals are written.
    pub fn notation(&self) -> &Notation {
        &self.notation
    }

    /// The hands of a deal, of any sizes; `None` if it is none.
    pub fn hands(&self, deal: &Deal) -> Option<[Vec<Card>; 2]> {
        let text = deal.text();
        // A reader skips blanks; a program need not.
        let is_blank = |letter: char| letter.is_whitespace() || letter.is_control();
        if text.contains(is_blank) { None } else { self.notation.read_position(&text).ok() }
    }

    /// The whole game of a deal; `None` if it is none.
    pub fn game(&mut self, deal: &Deal) -> Option<GameResult> {
        self.hands(deal).map(|hands| self.game_of(hands))
    }

    /// The whole game of these hands.
    pub fn game_of(&mut self, hands: [Vec<Card>; 2]) -> GameResult {
        self.engine.observe(hands, GameIndex(0), |_| ())
    }

    /// Who wins and why the game ends; `None` as for [`Judge::game`].
    pub fn right(&mut self, deal: &Deal) -> Option<Right> {
        let game = self.game(deal)?;
        Some(Right { answer: Answer(game.outcome.value()), why: game.end_reason.name() })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn small_deals_come_once_each_and_the_smallest_first() {
        let deals: Vec<Deal> = (0..275).map(Deal::small).collect();
        assert_eq!((deals[0].text(), deals[25].text()), ("-/-".into(), "-/--".into()));
        assert_eq!(deals[274].text(), "AA/A");
        assert_eq!(deals.iter().collect::<HashSet<_>>().len(), 275);
        let mut judge = Judge::new(&Rules::default()).unwrap();
        assert!(deals.iter().all(|deal| judge.right(deal).is_some()));
    }

    #[test]
    fn what_is_no_deal_is_not_asked() {
        let mut judge = Judge::new(&Rules::default()).unwrap();
        for text in ["", "--", "/-", "-/", "-/-/-", "-/X", "- /-", "-\n/-", "-/-\u{7}"] {
            assert_eq!(judge.right(&Deal::new(text)), None, "{text:?}");
        }
        let right = judge.right(&Deal::new("--J-/J-")).unwrap();
        assert_eq!((right.answer.0, right.why), (0, "loop"));
    }
}
