//! The verdict on a program, and what is said of it in every form.

use super::answer::Got;
use super::compare::{Checked, Deadline, Missing, Smallest, Verdict};
use super::deck::{Deck, Judge};
use super::explain::{Deviation, Diagnosis, explain};
use super::list::{for_people, for_shell};
use super::observed::{grouped, may_explain, observed};
use crate::core::cards::suited::SuitedCard;
use crate::core::cards::{GameIndex, Seed};
use crate::core::game::Screen;
use crate::core::wording::text::shell_quoted;
use crate::games::war::trace::words::filled;
use crate::games::war::trace::{CardNames, ENGLISH, Ledger, ending};
use crate::games::war::{GameResult, Reference, Rules};

/// By fewer answers than these nothing is known of a program.
const ENOUGH: usize = 20;
/// Of a rule set with a name, more changed fields than these are not listed in a sentence.
const MOST_FIELDS: usize = 3;
/// Lines of hands that are shown as they are.
const MOST_LINES_OF_HANDS: usize = 8;

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
    /// Why decks were not played, if any were not.
    pub missing: Missing,
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
        let (rules, observed) = (rules.clone(), observed(&checked));
        let Checked { verdicts: suites, silent, missing, .. } = checked;
        let mut report = Self { names, rules, silent, diagnosis: None, observed, missing, suites };
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
        Some((game, ending(&self.rules, &game, ["A", "B"], &ENGLISH)))
    }

    /// The command that plays a deck, battle by battle.
    pub fn replay(&self, deck: &Deck) -> String {
        let words = match deck.cards_of_a {
            None => for_shell(&deck.cards),
            Some(_) => shell_quoted(&deck.line()),
        };
        let rules = match self.names.given.as_str() {
            "umass" => String::new(),
            given => format!(" --rules {}", shell_quoted(given)),
        };
        format!("war-sim play --deck {words}{rules} --trace")
    }

    /// The game of a deck by the rules, battle by battle.
    pub fn trace(&self, deck: &Deck) -> String {
        let hands = deck.hands(&SuitedCard::given_deck(&deck.cards), &self.rules);
        let (mut text, names) = (String::new(), CardNames::Numbers);
        let mut ledger = Ledger::new(&mut text, ["A", "B"], names, Screen::PIPE, &ENGLISH);
        Reference::new(self.rules.clone(), Seed(0)).observe_hands(
            hands.clone(),
            GameIndex(0),
            &mut |step| ledger.see(step.event),
        );
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let hands_end = lines.iter().position(|line| line.starts_with('(')).unwrap_or(0);
        if hands_end > MOST_LINES_OF_HANDS {
            // Hundreds of cards, mostly of a few values in turn.
            let short = ["A", "B"].iter().zip(&hands).map(|(player, hand)| {
                let count = format!("{:>2}", hand.len());
                filled(ENGLISH.holds, &[player, &count]) + &for_people(&SuitedCard::ranks(hand))
            });
            lines.splice(..hands_end, short);
        }
        lines.join("\n") + "\n"
    }
}

/// A deck for people.
pub fn deck_words(deck: &Deck) -> String {
    if deck.cards_of_a.is_some() { deck.line() } else { for_people(&deck.cards) }
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
        let changes = changes.collect::<Vec<_>>();
        let joined = changes.join(" and ");
        match self.named {
            Some(named) if changes.len() < MOST_FIELDS => {
                format!("plays `{named}`: `{rules}` with {joined}")
            }
            Some(named) => format!("plays `{named}`"),
            None if changes.is_empty() => format!("plays `{rules}`"),
            None => format!("plays `{rules}` with {joined}"),
        }
    }
}

impl Diagnosis {
    /// Whether it only comes nearest: it leaves much unexplained, or right answers would be wrong.
    pub fn is_nearest(&self) -> bool {
        10 * self.explains < 9 * self.of || self.spoils > 0
    }

    /// Whether nothing else that is known explains as much of answers enough.
    fn is_known(&self) -> bool {
        !self.is_nearest() && self.others.is_empty() && self.asked >= ENOUGH
    }

    /// What the program does, stated only as far as it is known: whole sentences, each a paragraph. Of several
    /// slips each has a line of its own, which begins with a dash.
    pub fn sentences(&self, rules: &str) -> Vec<String> {
        let several = self.deviation.slips.len() > 1;
        let words = match several {
            true => self.deviation.without_slips(rules),
            false => self.deviation.words(rules),
        };
        let words = match self.is_nearest() {
            true => format!("comes nearest to one that {words}"),
            false if self.is_known() => words,
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
            let is_few = !self.is_nearest() && !self.is_known();
            return is_few.then(|| "So few answers may fit others as well.".into());
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
        if self.explains == self.of && self.spoils == 0 {
            let would = if self.is_known() { "explains" } else { "would explain" };
            return format!("That {would} every difference.");
        }
        let [explains, of] = [self.explains, self.of].map(grouped);
        let suites = match (self.suites_explained, self.suites) {
            (_, 1) => String::new(),
            (some, of) => format!(", and every answer of {some} of {of} suites"),
        };
        let spoils = match self.spoils {
            0 => String::new(),
            n => format!("; answers that would be wrong and are right: {}", grouped(n)),
        };
        format!("That explains {explains} of {of} differences{suites}{spoils}.")
    }
}
