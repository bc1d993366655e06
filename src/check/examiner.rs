//! A whole check of a program: asked, its differences small, explained.

use std::io;
use std::time::Instant;

use super::compare::{self, Checked, Deadline, Verdict};
use super::diagnosis::{Guesses, diagnose};
use super::difference::Difference;
use super::facts::{self, Fact};
use super::noun::Noun;
use super::observed::{is_by_chance, may_guess};
use super::process::Program;
use super::report::{Report, Smallest};
use super::suite::{Right, Suite};

/// What is asked.
pub type Asked<E> = <<E as Examiner>::Rules as Guesses>::Asked;

/// Somebody who says something of a question; `None` of one that may not be asked.
pub type Says<'e, Q, T> = Box<dyn FnMut(&Q) -> Option<T> + 'e>;

/// A game's rules, as programs are checked by them.
pub trait Examiner {
    /// The rules, and how else programs play.
    type Rules: Guesses;

    /// What facts are told of.
    type Seen;

    /// The rules.
    fn rules(&self) -> &Self::Rules;

    /// Questions that are asked first, to see whether a program answers.
    fn probes(&self) -> Vec<Asked<Self>>;

    /// The right answers.
    fn right(&self) -> Says<'_, Asked<Self>, Right>;

    /// A question that is answered wrongly, with its game.
    fn smallest(&self, found: &Difference<Asked<Self>>) -> Option<Smallest>;

    /// Facts that are looked for; of two that fit as well the first is told.
    fn facts(&self) -> Vec<Fact<Self::Seen>> {
        Vec::new()
    }

    /// What the facts are told of.
    fn seen(&self) -> Says<'_, Asked<Self>, Self::Seen>;
}

/// What the rules and the program are called, and the language of the report.
pub type Names = (String, String);

/// Asks a program everything and explains what it does; `tell` gets the verdict before that.
///
/// Errors: it cannot be started.
pub fn check<E: Examiner>(
    examiner: &E,
    suites: Vec<Suite<Asked<E>>>,
    names: Names,
    program: &mut dyn Program,
    deadline: Deadline,
    tell: &mut dyn FnMut(&Report),
) -> io::Result<Report> {
    let mut right = examiner.right();
    let checked = compare::check(suites, &examiner.probes(), program, &mut right, deadline)?;
    Ok(explain(examiner, &checked, names, deadline, tell))
}

/// What a program does that answered so; `tell` as for [`check`].
pub fn explain<E: Examiner>(
    examiner: &E,
    checked: &Checked<Asked<E>>,
    names: Names,
    deadline: Deadline,
    tell: &mut dyn FnMut(&Report),
) -> Report {
    let mut report = Report::of(names, checked, deadline, |found| examiner.smallest(found));
    tell(&report);
    if may_guess(checked) {
        report.diagnosis = diagnose(examiner.rules(), &checked.verdicts, deadline.end());
    }
    let is_known = report.diagnosis.is_some() || is_by_chance(&checked.verdicts);
    let told = in_common(examiner, &checked.verdicts, &report.noun, deadline.end()).into_iter();
    let (explained, more): (Vec<_>, Vec<_>) = told.partition(|(by_rules, _)| is_known && *by_rules);
    report.observed.extend(more.into_iter().map(|(_, sentence)| sentence));
    report.shared.extend(explained.into_iter().map(|(_, sentence)| sentence));
    report
}

/// What each way of going wrong has in common, as [`facts::in_common`]; nothing when time is up.
pub fn in_common<E: Examiner>(
    examiner: &E,
    verdicts: &[Verdict<Asked<E>>],
    noun: &Noun,
    until: Instant,
) -> Vec<(bool, String)> {
    let mut see = examiner.seen();
    let played = || verdicts.iter().flat_map(|verdict| &verdict.asked);
    let in_time = played().take_while(|_| Instant::now() < until);
    let seen: Vec<_> = in_time.filter_map(|p| Some((see(&p.asked)?, &p.got, p.expected))).collect();
    match seen.len() == played().count() {
        true => facts::in_common(&examiner.facts(), &seen, noun),
        false => Vec::new(),
    }
}
