//! The verdict on a program, and what is said of it in every form.

use std::time::Instant;

use super::compare::{Checked, Smallest, Suite};
use super::explain::{Deviation, Diagnosis, explain};
use super::judge::line;
use super::observed::{grouped, observed};
use super::readings::reading;
use crate::core::cards::suited::SuitedCard;
use crate::core::cards::text::Given;
use crate::core::cards::{GameIndex, Seed};
use crate::core::wording::digits::counted;
use crate::core::wording::text::{WIDTH, shell_quoted};
use crate::games::war::trace::{CardNames, Ledger, ending};
use crate::games::war::{Reference, Rules};

/// Most cards of a deck that are written out.
const MOST_CARDS: usize = 60;

/// What a program should play, and what it is called.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// The name of the rule set.
    pub rules: String,
    /// What `--rules` takes for it.
    pub given: String,
    /// The program as it was called, or the file of its answers.
    pub program: String,
}

/// How a program did.
#[derive(Clone, Debug)]
pub struct Report {
    /// What it should play, and what it is called.
    pub names: Names,
    /// The rule set that it should play.
    pub rules: Rules,
    /// Each suite, in the order played.
    pub suites: Vec<Suite>,
    /// What that comes to.
    pub checked: Checked,
    /// What it plays instead, if that is known.
    pub diagnosis: Option<Diagnosis>,
}

impl Report {
    /// Finds what explains the answers, if there is time.
    pub fn explain(&mut self, until: Instant) {
        // What is kept between games, or chance, is nothing that rules ask for.
        if self.checked.smallest.as_ref().is_none_or(|smallest| smallest.alone) {
            self.diagnosis = explain(&self.rules, &self.suites, until);
        }
    }

    /// Whether every deck was played and answered rightly.
    pub fn equal(&self) -> bool {
        self.decks() > 0 && self.different() == 0 && self.not_played() == 0
    }

    /// Decks played.
    pub fn decks(&self) -> usize {
        self.suites.iter().map(|suite| suite.asked.len()).sum()
    }

    /// Decks not played.
    pub fn not_played(&self) -> usize {
        self.suites.iter().map(|suite| suite.left.len()).sum()
    }

    /// Decks answered wrongly.
    pub fn different(&self) -> usize {
        self.suites.iter().map(Suite::different).sum()
    }

    /// A deck of this suite that is answered wrongly: the small one if it is of this suite, else the shortest.
    pub fn shown(&self, suite: &Suite) -> Option<Smallest> {
        let small = self.checked.smallest.clone().filter(|small| small.suite == suite.name);
        small.or_else(|| suite.shortest())
    }

    /// What was seen beside that, a sentence each.
    pub fn observed(&self) -> Vec<String> {
        observed(&self.suites, self.checked.smallest.as_ref())
    }

    /// The command that plays a deck, battle by battle.
    pub fn replay(&self, deck: &Given) -> String {
        let rules = match self.names.given.as_str() {
            "umass" => String::new(),
            given => format!(" --rules {}", shell_quoted(given)),
        };
        format!("war-sim play --deck \"{}\"{rules} --trace", line(deck))
    }

    /// How the game of a deck ends by the rules, and the game battle by battle.
    pub fn game(&self, deck: &Given) -> (String, String) {
        let hands = self.rules.deal.given(deck, &SuitedCard::given_deck(&deck.cards, &[]));
        let mut trace = String::new();
        let mut ledger = Ledger::new(&mut trace, CardNames::Numbers, WIDTH, None);
        let mut reference = Reference::new(self.rules.clone(), Seed(0));
        let game = reference.observe(hands, GameIndex(0), &mut |event| _ = ledger.show(event));
        let why = ending(&self.rules, &game, ["A", "B"]);
        (format!("after {}: {why}", counted(game.battles, "battle", "battles")), trace + &why)
    }

    /// What the changed field of a diagnosis says, in a sentence.
    pub fn reading(&self, diagnosis: &Diagnosis) -> Option<String> {
        let Deviation::Field(key, value) = &diagnosis.deviation else { return None };
        reading(&self.rules, key, value).map(|said| format!("In such a program {said}"))
    }

    /// What a program does that would give these answers: whole sentences, each a paragraph.
    pub fn sentences(&self, diagnosis: &Diagnosis) -> Vec<String> {
        let Diagnosis { deviation, others, explains, .. } = diagnosis;
        let rules = &self.names.rules;
        let extent = match (grouped(*explains), grouped(self.different())) {
            (some, all) if some == all => "every difference".into(),
            (some, all) => format!("{some} of {all} differences"),
        };
        let more = match others.len() {
            0 | 1 => String::new(),
            n => format!(" (and from {} more)", n - 1),
        };
        let other = others.first().map(|other| {
            let it = other.words(rules);
            format!("By these answers it cannot be distinguished from a program that {it}{more}.")
        });
        let told = format!("Your program answers like one that {}.", deviation.words(rules));
        let extent = format!("That would explain {extent}.");
        let all = [Some(told), self.reading(diagnosis), Some(extent), other];
        all.into_iter().flatten().collect()
    }
}

/// A deck for people: of a long one its beginning.
pub fn deck_words(deck: &Given) -> String {
    match deck.cards.len() {
        0 => "(no cards)".into(),
        n if n <= MOST_CARDS => line(deck),
        n => format!("{} ... ({n} cards)", line(&deck.cards[..MOST_CARDS].to_vec().into())),
    }
}

impl Deviation {
    /// What such a program does, as a sentence without its subject: ``plays `umass` with
    /// `limit.asked = "before"` ``.
    fn words(&self, rules: &str) -> String {
        match self {
            Deviation::Field(key, value) => format!("plays `{rules}` with `{key} = {value}`"),
            Deviation::Slip(_, words) => format!("plays `{rules}`, but {words}"),
        }
    }
}
