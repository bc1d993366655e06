//! The verdict on a program, and what is said of it in every form.

use super::answer::Got;
use super::compare::{Checked, Deadline, Smallest, Verdict};
use super::deck::{Deck, Judge};
use super::explain::{Deviation, Diagnosis, explain};
use super::observed::{grouped, may_explain, observed};
use crate::core::cards::suited::SuitedCard;
use crate::core::cards::{GameIndex, Seed};
use crate::core::game::Screen;
use crate::core::wording::text::shell_quoted;
use crate::games::war::trace::{CardNames, Ledger, ending};
use crate::games::war::{GameResult, Reference, Rules};

/// By fewer answers than these nothing is known of a program.
const ENOUGH: usize = 20;
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
    /// Why it was not asked anything, if it cannot be asked.
    pub silent: Option<String>,
    /// What it plays instead, if that is known.
    pub diagnosis: Option<Diagnosis>,
    /// What was seen beside that, a sentence each.
    pub observed: Vec<String>,
    /// Whether the program gives no answers, so that no more decks were played.
    pub gives_none: bool,
    /// Each suite, in the order played.
    pub suites: Vec<Verdict>,
}

impl Report {
    /// Of a program that answered so; `tell` gets the verdict before anything is explained.
    pub fn of(
        names: Names,
        rules: &Rules,
        checked: Checked,
        deadline: Deadline,
        tell: &mut dyn FnMut(&Report),
    ) -> Self {
        let (rules, observed) = (rules.clone(), observed(&checked.verdicts));
        let Checked { verdicts: suites, silent, gives_none } = checked;
        let mut report =
            Self { names, rules, silent, diagnosis: None, observed, gives_none, suites };
        tell(&report);
        if may_explain(&report.suites) {
            report.diagnosis = explain(&report.rules, &report.suites, deadline.end());
        }
        report
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
        self.suites.iter().map(|suite| suite.not_asked).sum()
    }

    /// Decks answered wrongly.
    pub fn different(&self) -> usize {
        self.suites.iter().map(Verdict::different).sum()
    }

    /// The game of a deck by the rules, and how it ends in words.
    pub fn game(&self, deck: &Deck) -> Option<(GameResult, String)> {
        let game = Judge::new(&self.rules).game(deck)?;
        Some((game, ending(&self.rules, &game, ["A", "B"])))
    }

    /// The command that plays a deck, battle by battle.
    pub fn replay(&self, deck: &Deck) -> String {
        let rules = match self.names.given.as_str() {
            "umass" => String::new(),
            given => format!(" --rules {}", shell_quoted(given)),
        };
        format!("war-sim play --deck \"{}\"{rules} --trace", deck.line())
    }

    /// The game of a deck by the rules, battle by battle.
    pub fn trace(&self, deck: &Deck) -> String {
        let hands = deck.hands(&SuitedCard::given_deck(&deck.cards), &self.rules);
        let mut text = String::new();
        let mut ledger = Ledger::new(&mut text, CardNames::Numbers, Screen::PIPE);
        Reference::new(self.rules.clone(), Seed(0)).observe_hands(
            hands,
            GameIndex(0),
            &mut |event| ledger.see(event),
        );
        text
    }
}

/// A deck for people: of a long one its beginning.
pub fn deck_words(deck: &Deck) -> String {
    match deck.cards.len() {
        0 => "(no cards)".into(),
        n if n <= MOST_CARDS => deck.line(),
        n => format!("{} ... ({n} cards)", Deck::from(deck.cards[..MOST_CARDS].to_vec()).line()),
    }
}

/// What is to be said of a wrong answer that does not come back when its deck is asked alone.
pub fn note(Smallest { played, recurs }: &Smallest) -> Option<&'static str> {
    use super::compare::Recurs::{AfterOthers, NotAlone};
    // By chance it may be answered rightly now, or wrongly: what was seen says so.
    matches!(recurs, AfterOthers | NotAlone).then_some(match played.got {
        Got::Died { .. } => "asked first, the deck is answered: the program has ended before",
        _ => "asked alone, the deck is answered otherwise",
    })
}

impl Deviation {
    /// What such a program does, as a sentence without its subject: ``plays `umass` with
    /// `limit.asked = "before"` ``.
    fn words(&self, rules: &str) -> String {
        let slips: Vec<&str> = self.slips.iter().map(|slip| slip.words()).collect();
        let words = self.without_slips(rules);
        if slips.is_empty() { words } else { format!("{words}, but {}", slips.join("; and ")) }
    }

    /// The same by the fields alone.
    fn without_slips(&self, rules: &str) -> String {
        let changes = self.fields.iter().map(|(field, value)| format!("`{field} = {value}`"));
        match &changes.collect::<Vec<_>>()[..] {
            [] => format!("plays `{rules}`"),
            changes => format!("plays `{rules}` with {}", changes.join(" and ")),
        }
    }
}

impl Diagnosis {
    /// Whether nothing else that is known explains as much of answers enough.
    fn is_known(&self) -> bool {
        self.others.is_empty() && self.asked >= ENOUGH
    }

    /// What the program does, stated only as far as it is known: whole sentences, each a paragraph. Of several
    /// slips each has a line of its own, which begins with a dash.
    pub fn sentences(&self, rules: &str) -> Vec<String> {
        let several = self.deviation.slips.len() > 1;
        let words = match several {
            true => self.deviation.without_slips(rules),
            false => self.deviation.words(rules),
        };
        let words = match self.is_known() {
            true => words,
            false => format!("answers like one that {words}"),
        };
        let mut sentences = match several {
            true => vec![format!("Your program {words}, but:")],
            false => vec![format!("Your program {words}.")],
        };
        if several {
            sentences
                .extend(self.deviation.slips.iter().map(|slip| format!("- {}.", slip.words())));
        }
        sentences.extend(self.readings.clone());
        sentences.push(self.extent());
        sentences.extend(self.doubt(rules));
        sentences
    }

    /// Who else would have answered so; `None` if nobody is known.
    fn doubt(&self, rules: &str) -> Option<String> {
        let Some(other) = self.others.first() else {
            return (!self.is_known()).then(|| "So few answers may fit others as well.".into());
        };
        let more = match self.others.len() - 1 {
            0 => String::new(),
            n => format!(" (and from {n} more)"),
        };
        let words = other.words(rules);
        Some(format!(
            "By these answers it cannot be distinguished from a program that {words}{more}."
        ))
    }

    /// How much of the differences it explains.
    fn extent(&self) -> String {
        let would = if self.is_known() { "explains" } else { "would explain" };
        match (grouped(self.explains), grouped(self.of)) {
            (some, all) if some == all => format!("That {would} every difference."),
            (some, all) => format!("That {would} {some} of {all} differences."),
        }
    }
}
