//! Single games of Beggar-My-Neighbour: written deals, traces, films, files of deals.

use std::fmt::{self, Write};

use super::film;
use super::long_deals::LongDeals;
use super::notation::Notation;
use super::reference::Reference;
use super::result::GameResult;
use super::rules::Rules;
use super::trace::{Ledger, ending};
use crate::core::cards::suited::SuitedCard;
use crate::core::cards::{Card, Dealer, GameIndex, Seed};
use crate::core::film::Film;
use crate::core::game::{Asked, Course, Dealt, GameInfo, Scene, Screen, Show};
use crate::core::step::json_line;
use crate::core::table::Words;
use crate::core::wording::text::hanging;

/// The single games of a rule set, with the words of the game.
pub struct ShowBeggar<'a>(pub &'a Rules, pub &'static GameInfo);

/// What some loops do.
const HALF_WAY: &str = "After half of the loop the position comes back with the hands exchanged.";

/// Two hands, A's first, each top first.
type Hands = [Vec<Card>; 2];

fn notation(rules: &Rules) -> Result<Notation, String> {
    Notation::new(rules)
}

/// The hands of a deal of the whole deck.
fn read(notation: &Notation, deal: &[u8]) -> Result<Hands, String> {
    notation.read(&String::from_utf8_lossy(deal))
}

/// Typed cards, which have no suits of their own.
fn with_suits([a, b]: &Hands) -> [Vec<SuitedCard>; 2] {
    let mut a_first = SuitedCard::given_deck(&[a.as_slice(), b].concat());
    let of_b = a_first.split_off(a.len());
    [a_first, of_b]
}

impl Show for ShowBeggar<'_> {
    fn info(&self) -> &'static GameInfo {
        self.1
    }

    fn read_deal(&self, deal: &[u8]) -> Result<Vec<Card>, String> {
        let hands = read(&notation(self.0)?, deal)?;
        Ok(self.0.split().deck(&hands))
    }

    fn scene(&self, asked: &Asked<'_>) -> Result<Box<dyn Scene>, String> {
        let rules = self.0;
        let hands = match asked.dealt {
            Dealt::OfSeed => {
                let order = Dealer::new(asked.seed, rules.deck.clone()).order(asked.game);
                let deck = SuitedCard::seeded_deck(rules.deck.composition, &order);
                rules.split().hands(&deck)
            }
            Dealt::Deal(deal) => with_suits(&read(&notation(rules)?, deal)?),
            Dealt::Hands(hands) if hands.len() != 2 => {
                return Err(format!("{} hands; give A's and B's", hands.len()));
            }
            Dealt::Hands(hands) => {
                let position = notation(rules)?.read_position(&hands.join("/"));
                with_suits(&position.map_err(|e| e.to_string())?)
            }
        };
        let (name, seed, index) = (asked.name.into(), asked.seed, GameIndex(asked.game));
        Ok(Box::new(BeggarScene { rules: rules.clone(), name, seed, index, hands }))
    }

    fn course(&self, deal: &str) -> Result<Course, String> {
        LongDeals::new(self.0, Seed(0), None)?.course(deal)
    }

    fn counters_of_deals(&self) -> Result<&'static [&'static str], String> {
        notation(self.0)?;
        Ok(&["period_cards", "period_tricks"])
    }
}

/// One game.
struct BeggarScene {
    rules: Rules,
    name: String,
    seed: Seed,
    index: GameIndex,
    /// The suits are only shown.
    hands: [Vec<SuitedCard>; 2],
}

impl BeggarScene {
    /// What counts in the game.
    fn ranks(&self) -> Hands {
        self.hands.each_ref().map(|hand| SuitedCard::ranks(hand))
    }

    fn engine(&self) -> Reference {
        Reference::new(self.rules.clone(), self.seed)
    }

    /// The result, and the engine that knows more of it.
    fn played(&self) -> (GameResult, Reference) {
        let mut engine = self.engine();
        (engine.observe(self.ranks(), self.index, |_| ()), engine)
    }
}

impl Scene for BeggarScene {
    fn result(&mut self) -> Words {
        let (result, engine) = self.played();
        let [a, b] = engine.cards_left().map(|cards| (cards as u64).into());
        [result.words(), vec![("cards_a", a), ("cards_b", b)]].concat()
    }

    fn text(&mut self, screen: Screen) -> String {
        let mut text = format!("rules   {}\n", self.name);
        if let Ok(notation) = Notation::new(&self.rules) {
            text.push_str(&format!("deal    {}\n", notation.write(&self.ranks())));
        }
        let (result, engine) = self.played();
        let [a, b] = engine.cards_left();
        text.push_str(&format!("left    A {a}, B {b}\n"));
        text.push_str(&hanging("", &ending(&result), screen.width));
        if engine.changes_places() {
            text.push_str(&hanging("", HALF_WAY, screen.width));
        }
        text
    }

    fn trace(&mut self, mut out: &mut dyn Write, screen: Screen) -> fmt::Result {
        let mut ledger = Ledger::new(&mut out, &self.rules, screen.width);
        let mut engine = self.engine();
        let result = engine.observe(self.ranks(), self.index, |step| ledger.see(step.event));
        ledger.end(&result);
        Ok(())
    }

    fn events(&mut self, out: &mut dyn Write) -> fmt::Result {
        let mut written = Ok(());
        self.engine().observe(self.ranks(), self.index, |step| {
            written = written.and_then(|()| json_line(&step.event, out));
        });
        written
    }

    fn film(&mut self) -> Option<Film> {
        let result = self.result();
        Some(film::film(&self.rules, self.hands.clone(), self.seed, self.index, result))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_lines_of_json() {
        let show = ShowBeggar(&Rules::default(), &GameInfo::BARE);
        let mut text = String::new();
        let hands = Asked { dealt: Dealt::Hands(&["J", "-"]), ..Asked::of_seed(Seed(1), 0) };
        show.scene(&hands).unwrap().events(&mut text).unwrap();
        let expected = [
            r#"{"event":"deal","a":[11],"b":[2]}"#,
            r#"{"event":"trick","trick":1,"leader":"A","cards_a":1,"cards_b":1}"#,
            r#"{"event":"played","seat":"A","card":11,"penalty":1,"owed":0}"#,
            r#"{"event":"played","seat":"B","card":2,"penalty":0,"owed":0}"#,
            r#"{"event":"taken","seat":"A","pile":[11,2]}"#,
            r#"{"event":"out","seat":"B"}"#,
        ];
        assert_eq!(text.lines().collect::<Vec<_>>(), expected);
    }
}
