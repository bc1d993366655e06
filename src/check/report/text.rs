//! The verdict for people.

use crate::check::noun::grouped;
use crate::check::say;
use std::fmt::Write as _;

use super::super::answer::Got;
use super::super::compare::Missing;
use super::super::difference::Recurs;
use super::super::noun::Noun;
use super::super::reason::reason;
use super::{Report, Smallest, SuiteReport};
use crate::core::wording::text::wrapped;

/// Columns of a suite's name.
const NAME: usize = 20;
/// Columns of a difference's names.
const LABEL: usize = 14;
/// Suites whose smallest deck is shown with its trace; of the others only the deck.
const TRACED: usize = 3;
/// Lines of a whole verdict, if not all is wanted.
const SCREEN: usize = 24;
/// Lines of a trace that are shown at its beginning and at its end.
pub const SHOWN: [usize; 2] = [24, 6];
/// Of longer traces only the end is worth a look.
const LONG: usize = 60;
/// Lines of stderr that are shown below the reason.
const STDERR_LINES: usize = 3;
/// The least lines of a trace that say anything.
const LEAST: usize = 6;

/// What is known before anything is explained.
pub fn verdict(report: &Report) -> String {
    if let Some(why) = &report.silent {
        return wrapped("", &say::nothing_played(&report.program, why));
    }
    let failed = report.suites.iter().filter(|suite| suite.different > 0).count();
    let against = say::against(&report.program, &report.rules);
    format!("{against}\n{}", conclusion(report, failed))
}

/// What follows the verdict, in what is left of a screen: why, and one small deck; or with `all` a
/// line per suite and the smallest deck of each.
pub fn names(report: &Report, all: bool) -> String {
    let mut text = explanation(report);
    if report.different() > 0 && report.diagnosis.is_none() && report.observed.is_empty() {
        text += &wrapped("", &say::unexplained(report.noun.one));
    }
    if all {
        return text + &table(report) + &of_every_suite(report);
    }
    let used = verdict(report).lines().count() + text.lines().count();
    text + &smallest_of_all(report, SCREEN.saturating_sub(used))
}

/// A line per suite.
fn table(report: &Report) -> String {
    let mut text = String::new();
    if report.silent.is_some() {
        return text;
    }
    text.push('\n');
    // Writing to a String cannot fail.
    for suite in &report.suites {
        let _ = writeln!(
            text,
            "  {:<NAME$} {:>6} {}  {}",
            suite.name,
            grouped(suite.decks),
            report.noun.many,
            result(suite)
        );
    }
    text
}

/// The smallest deck that differs, and its suite.
fn smallest_in(report: &Report) -> Option<(&SuiteReport, &Smallest)> {
    let found = report.suites.iter().filter_map(|suite| Some((suite, suite.smallest.as_ref()?)));
    found.min_by_key(|(_, s)| (s.recurs, s.numbers.len()))
}

/// The smallest deck that differs, with as much of its game as there is room for.
fn smallest_of_all(report: &Report, room: usize) -> String {
    let Some((suite, smallest)) = smallest_in(report) else { return String::new() };
    let noun = report.noun;
    let mut text = format!("\n{}\n", say::smallest_of_all(noun.one, suite.name));
    text += &about_smallest(smallest, &report.noun);
    if let Some(battle) = smallest.decides {
        text += &labelled(&say::decides(), &say::battle(grouped(battle as usize)));
    }
    let left = room.saturating_sub(text.lines().count() + 1).max(LEAST);
    let shown = match smallest.trace.lines().count() > LONG {
        true => [0, left.min(LEAST).saturating_sub(1)],
        false => [left.saturating_sub(4), 3],
    };
    text + &indented(&abridged(&smallest.trace, shown))
}

/// The smallest deck of every suite.
fn of_every_suite(report: &Report) -> String {
    let mut text = String::new();
    let mut shown: Vec<(&str, &[i32])> = Vec::new();
    for suite in report.suites.iter().filter(|suite| suite.different > 0) {
        let Some(smallest) = &suite.smallest else { continue };
        let about = suite.about;
        text += &format!("\n{}", wrapped("", &format!("{}: {about}", suite.name)));
        // Most mistakes show the same small deck in many suites.
        if let Some((name, _)) = shown.iter().find(|(_, numbers)| *numbers == smallest.numbers) {
            text += &labelled(report.noun.one, &say::the_one_of(name));
            continue;
        }
        text += &about_smallest(smallest, &report.noun);
        if shown.len() < TRACED {
            text += &indented(&abridged(&smallest.trace, SHOWN));
        }
        shown.push((suite.name, &smallest.numbers));
    }
    text
}

/// The lines of a trace at its beginning and its end.
pub fn abridged(trace: &str, [first, last]: [usize; 2]) -> String {
    let mut lines: Vec<&str> = trace.lines().collect();
    let left_out = say::lines_left_out(lines.len().saturating_sub(first + last));
    if lines.len() > first + last + 1 {
        lines.splice(first..lines.len() - last, [left_out.as_str()]);
    }
    lines.join("\n") + "\n"
}

fn indented(trace: &str) -> String {
    let mut text = String::from("\n");
    for line in trace.lines() {
        text += format!("    {line}").trim_end();
        text.push('\n');
    }
    text
}

/// How a suite went, in a word or two.
pub fn result(suite: &SuiteReport) -> String {
    let mut result = match suite.different {
        0 if suite.decks == 0 => say::not_played(),
        0 => say::equal(),
        different => say::different(grouped(different)),
    };
    if suite.not_played > 0 {
        result += &say::more_not_played(grouped(suite.not_played));
    }
    result
}

/// The deck, both answers and how to see the game, a line each.
pub fn about_smallest(smallest: &Smallest, noun: &Noun) -> String {
    let one = noun.one;
    let mut text = labelled(one, &smallest.deck());
    text += &labelled(
        &say::expected(),
        &format!("{}: {}", smallest.expected.words(noun), smallest.why),
    );
    text += &labelled(&say::your_program(), &smallest.got.words(noun));
    if let Got::Died { stderr, .. } = &smallest.got {
        for (k, words) in reason_and_place(stderr).into_iter().enumerate() {
            text += &labelled(&if k == 0 { say::its_stderr() } else { String::new() }, words);
        }
    }
    // By chance it may be answered rightly now, or wrongly: what was seen says so.
    if matches!(smallest.recurs, Recurs::AfterOthers | Recurs::NotAlone) {
        let note = match smallest.got {
            Got::Died { .. } => say::ended_before(one),
            _ => say::otherwise_alone(one),
        };
        text += &labelled(&say::note(), &note);
    }
    // In one line, to be copied.
    match smallest.replay.as_str() {
        "" => text,
        replay => text + &format!("  {:<LABEL$} {replay}\n", say::see_game()),
    }
}

/// The line that says why, then some that say where: Python has these last, others first.
fn reason_and_place(stderr: &str) -> Vec<&str> {
    let why = reason(stderr);
    let is_mark = |line: &str| line.chars().all(|letter| matches!(letter, ' ' | '^' | '~'));
    let rest = stderr.lines().filter(|line| Some(line.trim()) != why && !is_mark(line));
    let rest: Vec<&str> = rest.collect();
    let is_python = rest.iter().any(|line| line.starts_with("Traceback "));
    let first = if is_python { rest.len().saturating_sub(STDERR_LINES) } else { 0 };
    why.into_iter().chain(rest[first..].iter().take(STDERR_LINES).copied()).collect()
}

/// Words behind their label, broken into lines.
fn labelled(label: &str, words: &str) -> String {
    wrapped(&format!("  {label:<LABEL$} "), words)
}

fn conclusion(report: &Report, failed: usize) -> String {
    let (decks, noun) = (report.decks(), report.noun);
    let time = match report.not_played() {
        0 => String::new(),
        n => {
            let (decks, gives_none) = (noun.counted(n), report.missing == Missing::NoAnswers);
            let hung = if report.missing == Missing::Hung { say::or_hung() } else { String::new() };
            match gives_none {
                true => format!("\n{}", say::without_answers(decks)),
                false => format!("\n{}", say::late(decks, hung)),
            }
        }
    };
    if report.equal() {
        return match decks {
            1 => say::equal_on_one(noun.one),
            n => say::equal_on_all(grouped(n), noun.many),
        } + "\n";
    }
    if report.different() == 0 {
        return match time.as_str() {
            "" => say::none_for_rules(noun.one),
            _ => say::unfinished(noun.counted(decks), time),
        } + "\n";
    }
    let [different, decks] = [report.different(), decks].map(grouped);
    say::different_on(different, decks, noun.many, failed, report.suites.len(), time) + "\n"
}

/// What the program plays instead, as far as that is known, and what else was seen.
pub fn explanation(report: &Report) -> String {
    let Some(diagnosis) = &report.diagnosis else { return observed(report) };
    let sentences = diagnosis.sentences(&report.rules);
    let mut text: String = sentences.iter().map(|sentence| paragraph(sentence)).collect();
    text.extend(diagnosis.readings.iter().map(|reading| wrapped("", reading)));
    text += &wrapped("", &diagnosis.extent());
    if let Some(doubt) = diagnosis.doubt(&report.rules) {
        text += &wrapped("", &doubt);
    }
    // What was seen comes before what is only near.
    match diagnosis.is_nearest() {
        true => observed(report) + &text,
        false => text + &observed(report),
    }
}

/// A sentence, or what stands behind a dash.
pub fn paragraph(sentence: &str) -> String {
    match sentence.strip_prefix("- ") {
        Some(words) => wrapped("  - ", words),
        None => wrapped("", sentence),
    }
}

/// What was seen beside, a paragraph each.
fn observed(report: &Report) -> String {
    report.observed.iter().map(|sentence| wrapped("", sentence)).collect()
}
