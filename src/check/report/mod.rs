//! The verdict on a program, in several forms: for people, for programs and for autograders.

mod gradescope;
mod json;
mod junit;
mod list;
mod text;

pub use self::gradescope::gradescope;
pub use self::json::json;
pub use self::junit::junit;
pub use self::list::{for_people, for_shell};
pub use self::text::{
    about_smallest, explanation, names, paragraph, smallest_for_student, verdict, wrong_alone,
};

use super::answer::{Answer, Got};
use super::changes::Change;
use super::compare::{Checked, Deadline, Missing};
use super::difference::{Difference, Recurs};
use super::language::Lang;
use super::noun::{DECK, Noun};
use super::observed::{always, observed};
use super::suite::Ask;
pub use crate::core::words::Slip;

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
}

/// A way to play that is not quite that of the rules.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Deviation {
    /// The name of the rule set that the changed fields make, if it has one.
    pub named: Option<&'static str>,
    /// The changed fields: the keys of a rules file and their values.
    pub fields: Vec<Change>,
    /// Mistakes that no field of the rules expresses.
    pub mistakes: Vec<Slip>,
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
    /// The answer that it always gives, if it does not look at what it is asked.
    pub always: Option<Answer>,
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
    pub fn deck(&self, lang: Lang) -> String {
        self.written.clone().unwrap_or_else(|| for_people(&self.numbers, lang))
    }
}

impl Report {
    /// Of a program that was asked everything: the rule set, the program as it was called, and the language.
    /// Nothing is explained yet. `smallest` shows a difference with its game (`None` for what is not asked).
    pub fn of<Q: Ask>(
        (rules, program, lang): (String, String, Lang),
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
        let (suites, noun) = (suites.collect(), lang.noun(Q::NOUN));
        Self {
            rules,
            program,
            noun,
            silent: checked.silent.clone(),
            diagnosis: None,
            observed: observed(checked, &noun, deadline),
            shared: Vec::new(),
            missing: checked.missing,
            always: always(&checked.verdicts),
            suites,
        }
    }

    /// Of a program that cannot be asked, and why.
    pub fn silent((rules, program, lang): (String, String, Lang), why: String) -> Self {
        let (silent, diagnosis, always) = (Some(why), None, None);
        let (observed, shared, suites) = (Vec::new(), Vec::new(), Vec::new());
        let (noun, missing) = (lang.noun(DECK), Missing::default());
        Self { rules, program, noun, silent, diagnosis, observed, shared, missing, always, suites }
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

impl SuiteReport {
    /// The part of its point that it earns: nothing where an answer is wrong, and nothing for decks
    /// that were not played.
    pub fn score(&self) -> f64 {
        let all = self.decks + self.not_played;
        if self.different > 0 || all == 0 { 0.0 } else { self.decks as f64 / all as f64 }
    }
}

impl Deviation {
    /// With one changed field.
    pub fn of_field(change: Change) -> Self {
        Self { fields: vec![change], ..Self::default() }
    }

    /// With one mistake.
    pub fn of_slip(slip: Slip) -> Self {
        Self { mistakes: vec![slip], ..Self::default() }
    }

    /// The same in a word or two: `limit-first`, `war.face_down = 2`.
    pub fn name(&self) -> String {
        let fields = self.fields.iter().map(|(field, value)| format!("{field} = {value}"));
        let mistakes = self.mistakes.iter().map(|slip| slip.name.to_owned());
        fields.chain(mistakes).collect::<Vec<_>>().join(" + ")
    }

    /// What such a program does, as a sentence without its subject: ``plays `umass` with
    /// `limit.asked = "before"` ``.
    pub fn words(&self, rules: &str, lang: Lang) -> String {
        let slips: Vec<&str> = self.slips(lang).collect();
        let words = self.without_slips(rules, lang);
        if slips.is_empty() { words } else { words + &lang.but(slips.join(&lang.and_also())) }
    }

    /// Each mistake that no field expresses, as the end of a sentence.
    fn slips(&self, lang: Lang) -> impl Iterator<Item = &'static str> {
        self.mistakes.iter().map(move |slip| lang.of_many(slip.words))
    }

    /// As [`Deviation::words`], by the fields alone.
    fn without_slips(&self, rules: &str, lang: Lang) -> String {
        let changes: Vec<String> =
            self.fields.iter().map(|(field, value)| format!("`{field} = {value}`")).collect();
        let mut words = lang.plays(rules);
        if let Some(named) = self.named {
            words = lang.plays(named);
            if changes.len() < MOST_FIELDS {
                words += &lang.named_with(rules, changes.join(&lang.and()));
            }
        } else if !changes.is_empty() {
            words += &lang.with_changes(changes.join(&lang.and()));
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
    pub fn words(&self, rules: &str, lang: Lang) -> String {
        self.stated(self.deviation.words(rules, lang), lang)
    }

    fn stated(&self, words: String, lang: Lang) -> String {
        match self.is_nearest() {
            true => lang.comes_nearest(words),
            false if self.is_known() => words,
            false => lang.answers_like(words),
        }
    }

    /// The same as whole sentences: of several mistakes each has a line of its own, which begins with a dash.
    pub fn sentences(&self, rules: &str, lang: Lang) -> Vec<String> {
        if self.deviation.mistakes.len() < 2 {
            return vec![lang.your_program_does(self.words(rules, lang))];
        }
        let words = self.stated(self.deviation.without_slips(rules, lang), lang);
        let slips = self.deviation.slips(lang).map(|slip| format!("- {slip}."));
        [lang.your_program_but(words)].into_iter().chain(slips).collect()
    }

    /// Who else would have answered so, as a sentence; `None` if nobody is known.
    pub fn doubt(&self, rules: &str, lang: Lang) -> Option<String> {
        let Some(other) = self.others.first() else {
            let is_few = !self.is_nearest() && !self.is_known();
            return is_few.then(|| lang.so_few());
        };
        let more = match self.others.len() - 1 {
            0 => String::new(),
            n => lang.and_from_more(n),
        };
        Some(lang.like_another(other.words(rules, lang), more))
    }

    /// How much of the differences it explains, as a sentence.
    pub fn extent(&self, lang: Lang) -> String {
        if self.explains == self.of && self.spoils == 0 {
            return if self.is_known() { lang.explains_all() } else { lang.would_explain_all() };
        }
        let [explains, of] = [self.explains, self.of].map(|count| lang.grouped(count));
        let extent = lang.explains_some(explains, of, self.suites_explained, self.suites);
        match self.spoils {
            0 => extent + ".",
            spoils => extent + &lang.spoiled(lang.grouped(spoils)) + ".",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_mistakes_have_a_line_each() {
        let slip = |name, words| Slip { name, words };
        let two = [slip("one", &["it does this; and that"]), slip("two", &["it counts from 1"])];
        let sentences = |mistakes: &[Slip]| {
            let deviation = Deviation { mistakes: mistakes.into(), ..Deviation::default() };
            let counts = Diagnosis { explains: 30, of: 30, asked: 90, ..Diagnosis::default() };
            Diagnosis { deviation, ..counts }.sentences("umass", Lang::En)
        };
        let each = [
            "Your program plays `umass`, but:",
            "- it does this; and that.",
            "- it counts from 1.",
        ];
        assert_eq!(sentences(&two), each);
        assert_eq!(sentences(&two[1..]), ["Your program plays `umass`, but it counts from 1."]);
    }
}
