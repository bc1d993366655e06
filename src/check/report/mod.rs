//! The verdict on a program, in several forms: for people, for programs and for autograders.

mod json;
mod junit;
mod list;
mod text;

pub use self::json::json;
pub use self::junit::junit;
pub use self::list::{for_people, for_shell};
pub use self::text::{about_smallest, explanation, names, verdict};

use super::answer::{Answer, Got};
use super::changes::Change;
use super::compare::{Checked, Deadline, Missing};
use super::difference::{Difference, Recurs};
use super::noun::{DECK, Noun};
use super::observed::observed;
use super::suite::Ask;
use crate::check::noun::grouped;
use crate::check::say;
use crate::check::war::slips::Slip;

/// By fewer answers than these nothing is known of a program.
const ENOUGH: usize = 20;
/// Of a rule set with a name, more changed fields than these are not listed in a sentence.
const MOST_FIELDS: usize = 3;

/// What a program plays instead of the rules.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Diagnosis {
    /// How it plays.
    pub deviation: Deviation,
    /// Others that would have given the same answers to the decks played.
    pub others: Vec<Deviation>,
    /// Differences that it explains.
    pub explains: usize,
    /// Differences in all.
    pub of: usize,
    /// Answers in all.
    pub asked: usize,
    /// Right answers that the program would not have given if this were all.
    pub spoils: usize,
    /// Suites with differences of which it explains every answer.
    pub suites_explained: usize,
    /// Suites with differences.
    pub suites: usize,
    /// What the changed fields say, in sentences.
    pub readings: Vec<String>,
}

/// A way to play that is not quite that of the rules.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Deviation {
    /// The name of the rule set that the changed fields make, if it has one.
    pub named: Option<&'static str>,
    /// The changed fields: the keys of a rules file and their values.
    pub fields: Vec<Change>,
    /// Mistakes that no field of the rules expresses.
    pub slips: Vec<Slip>,
}

/// How a program did.
#[derive(Clone, Debug)]
pub struct Report {
    /// The rule set that it should play.
    pub rules: String,
    /// The program as it was called, or the file of its answers.
    pub program: String,
    /// What it is asked.
    pub noun: Noun,
    /// Why it was not asked anything, if it cannot be asked.
    pub silent: Option<String>,
    /// What it plays instead, if that is known.
    pub diagnosis: Option<Diagnosis>,
    /// What was seen beside that, a sentence each.
    pub observed: Vec<String>,
    /// What the wrong answers have in common that are explained, for who may not read by what.
    pub shared: Vec<String>,
    /// Why decks were not played, if any were not.
    pub missing: Missing,
    /// Each suite, in the order played.
    pub suites: Vec<SuiteReport>,
}

/// How a suite went.
#[derive(Clone, Debug)]
pub struct SuiteReport {
    /// Its name.
    pub name: &'static str,
    /// What it tries.
    pub about: &'static str,
    /// Decks played.
    pub decks: usize,
    /// Decks answered wrongly or not at all.
    pub different: usize,
    /// Decks not played, for want of time.
    pub not_played: usize,
    /// A small deck that is answered wrongly.
    pub smallest: Option<Smallest>,
}

/// A small deck that is answered wrongly.
#[derive(Clone, Debug)]
pub struct Smallest {
    /// The deck, as numbers.
    pub numbers: Vec<i32>,
    /// The deck as it is written, where that is no list of numbers.
    pub written: Option<String>,
    /// The right answer.
    pub expected: Answer,
    /// How the game ends, in words.
    pub why: String,
    /// What the program answered.
    pub got: Got,
    /// When it answers so again.
    pub recurs: Recurs,
    /// The command that plays the deck, battle by battle; nothing where there is none.
    pub replay: String,
    /// Of a long game, the battle that decides it.
    pub decides: Option<u64>,
    /// The game, battle by battle.
    pub trace: String,
}

impl<Q: Ask> Difference<Q> {
    /// The same to be shown: how its game ends, the command that plays it, and the game step by step.
    pub fn shown(&self, why: impl Into<String>, replay: String, trace: String) -> Smallest {
        Smallest {
            numbers: self.asked.numbers().to_vec(),
            written: Q::IS_TEXT.then(|| self.asked.line()),
            expected: self.expected,
            why: why.into(),
            got: self.got.clone(),
            recurs: self.recurs,
            replay,
            decides: None,
            trace,
        }
    }
}

impl Smallest {
    /// The deck for people.
    pub fn deck(&self) -> String {
        self.written.clone().unwrap_or_else(|| for_people(&self.numbers))
    }
}

impl Report {
    /// Of a program that was asked everything: the rule set, the program as it was called, and the language.
    /// Nothing is explained yet. `smallest` shows a difference with its game (`None` for what is not asked).
    pub fn of<Q: Ask>(
        (rules, program): (String, String),
        checked: &Checked<Q>,
        deadline: Deadline,
        mut smallest: impl FnMut(&Difference<Q>) -> Option<Smallest>,
    ) -> Self {
        let suites = checked.verdicts.iter().map(|verdict| SuiteReport {
            name: verdict.name,
            about: verdict.about,
            decks: verdict.asked.len(),
            different: verdict.different(),
            not_played: verdict.not_asked,
            smallest: verdict.smallest.as_ref().and_then(&mut smallest),
        });
        let (suites, noun) = (suites.collect(), Q::NOUN);
        Self {
            rules,
            program,
            noun,
            silent: checked.silent.clone(),
            diagnosis: None,
            observed: observed(checked, &noun, deadline),
            shared: Vec::new(),
            missing: checked.missing,
            suites,
        }
    }

    /// Of a program that cannot be asked, and why.
    pub fn silent((rules, program): (String, String), why: String) -> Self {
        let (silent, diagnosis) = (Some(why), None);
        let (observed, shared, suites) = (Vec::new(), Vec::new(), Vec::new());
        let (noun, missing) = (DECK, Missing::default());
        Self { rules, program, noun, silent, diagnosis, observed, shared, missing, suites }
    }

    /// Whether every deck was played and answered rightly.
    pub fn equal(&self) -> bool {
        self.decks() > 0 && self.different() == 0 && self.not_played() == 0
    }

    /// Decks played.
    pub fn decks(&self) -> usize {
        self.suites.iter().map(|suite| suite.decks).sum()
    }

    /// Decks not played, for want of time.
    pub fn not_played(&self) -> usize {
        self.suites.iter().map(|suite| suite.not_played).sum()
    }

    /// Decks answered wrongly.
    pub fn different(&self) -> usize {
        self.suites.iter().map(|suite| suite.different).sum()
    }
}

impl SuiteReport {}

impl Deviation {
    /// With one changed field.
    pub fn of_field(change: Change) -> Self {
        Self { fields: vec![change], ..Self::default() }
    }

    /// With one mistake.
    pub fn of_slip(slip: Slip) -> Self {
        Self { slips: vec![slip], ..Self::default() }
    }

    /// The same in a word or two: `limit-first`, `war.face_down = 2`.
    pub fn name(&self) -> String {
        let fields = self.fields.iter().map(|(field, value)| format!("{field} = {value}"));
        let slips = self.slips.iter().map(|slip| slip.name().to_owned());
        fields.chain(slips).collect::<Vec<_>>().join(" + ")
    }

    /// What such a program does, as a sentence without its subject: ``plays `umass` with
    /// `limit.asked = "before"` ``.
    pub fn words(&self, rules: &str) -> String {
        let slips: Vec<&str> = self.slip_words().collect();
        let words = self.without_slips(rules);
        if slips.is_empty() { words } else { words + &say::but(slips.join(&say::and_also())) }
    }

    /// Each mistake that no field expresses, as the end of a sentence.
    fn slip_words(&self) -> impl Iterator<Item = &'static str> {
        self.slips.iter().map(|slip| slip.words())
    }

    /// As [`Deviation::words`], by the fields alone.
    fn without_slips(&self, rules: &str) -> String {
        let changes: Vec<String> =
            self.fields.iter().map(|(field, value)| format!("`{field} = {value}`")).collect();
        let mut words = say::plays(rules);
        if let Some(named) = self.named {
            words = say::plays(named);
            if changes.len() < MOST_FIELDS {
                words += &say::named_with(rules, changes.join(&say::and()));
            }
        } else if !changes.is_empty() {
            words += &say::with_changes(changes.join(&say::and()));
        }
        words
    }
}

impl Diagnosis {
    /// Whether it only comes nearest: it leaves much unexplained, or right answers would be wrong.
    pub fn is_nearest(&self) -> bool {
        10 * self.explains < 9 * self.of || self.spoils > 0
    }

    /// Whether nothing else that is known explains as much of answers enough.
    pub fn is_known(&self) -> bool {
        !self.is_nearest() && self.others.is_empty() && self.asked >= ENOUGH
    }

    /// What the program does, as a sentence without its subject: stated only as far as it is known.
    pub fn words(&self, rules: &str) -> String {
        self.stated(self.deviation.words(rules))
    }

    fn stated(&self, words: String) -> String {
        match self.is_nearest() {
            true => say::comes_nearest(words),
            false if self.is_known() => words,
            false => say::answers_like(words),
        }
    }

    /// The same as whole sentences: of several mistakes each has a line of its own, which begins with a dash.
    pub fn sentences(&self, rules: &str) -> Vec<String> {
        if self.deviation.slips.len() < 2 {
            return vec![say::your_program_does(self.words(rules))];
        }
        let words = self.stated(self.deviation.without_slips(rules));
        let slips = self.deviation.slip_words().map(|slip| format!("- {slip}."));
        [say::your_program_but(words)].into_iter().chain(slips).collect()
    }

    /// Who else would have answered so, as a sentence; `None` if nobody is known.
    pub fn doubt(&self, rules: &str) -> Option<String> {
        let Some(other) = self.others.first() else {
            let is_few = !self.is_nearest() && !self.is_known();
            return is_few.then(say::so_few);
        };
        let more = match self.others.len() - 1 {
            0 => String::new(),
            n => say::and_from_more(n),
        };
        Some(say::like_another(other.words(rules), more))
    }

    /// How much of the differences it explains, as a sentence.
    pub fn extent(&self) -> String {
        if self.explains == self.of && self.spoils == 0 {
            return if self.is_known() { say::explains_all() } else { say::would_explain_all() };
        }
        let [explains, of] = [self.explains, self.of].map(grouped);
        let extent = say::explains_some(explains, of, self.suites_explained, self.suites);
        match self.spoils {
            0 => extent + ".",
            spoils => extent + &say::spoiled(grouped(spoils)) + ".",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_slips_have_a_line_each() {
        let sentences = |slips: &[Slip]| {
            let deviation = Deviation { slips: slips.into(), ..Deviation::default() };
            let counts = Diagnosis { explains: 30, of: 30, asked: 90, ..Diagnosis::default() };
            Diagnosis { deviation, ..counts }.sentences("umass")
        };
        let [one, two] = [Slip::AsText, Slip::OddCardDropped];
        let each = [
            "Your program plays `umass`, but:".to_owned(),
            format!("- {}.", one.words()),
            format!("- {}.", two.words()),
        ];
        assert_eq!(sentences(&[one, two]), each);
        let alone = format!("Your program plays `umass`, but {}.", two.words());
        assert_eq!(sentences(&[two]), [alone]);
    }
}
