//! The verdict for people.

use std::fmt::Write as _;

use super::super::answer::Got;
use super::super::compare::{Missing, Recurs};
use super::super::reason::reason;
use super::super::suite::Noun;
use super::{Report, Smallest, SuiteReport};
use crate::core::wording::digits::grouped;
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
        return wrapped("", &format!("{}: nothing was played. {why}", report.program));
    }
    let failed = report.suites.iter().filter(|suite| suite.different > 0).count();
    format!(
        "{} against the rules `{}`:\n{}",
        report.program,
        report.rules,
        conclusion(report, failed)
    )
}

/// What follows the verdict, in what is left of a screen: why, and one small deck; or with `all` a
/// line per suite and the smallest deck of each.
pub fn names(report: &Report, all: bool) -> String {
    let mut text = explanation(report);
    if report.different() > 0 && report.diagnosis.is_none() && report.observed.is_empty() {
        let noun = report.noun.one;
        text += &wrapped(
            "",
            &format!(
                "No rules and no mistake that war-sim knows explain the answers: follow the \
                 smallest {noun}, step by step."
            ),
        );
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
            grouped(suite.decks as u64),
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
    let mut text =
        format!("\nThe smallest {}, of {} (--all has every suite):\n", report.noun.one, suite.name);
    text += &about_smallest(smallest, &report.noun);
    if let Some(battle) = smallest.decides {
        text += &labelled("decides", &format!("battle {}", grouped(battle)));
    }
    let left = room.saturating_sub(text.lines().count() + 1).max(LEAST);
    let shown = match smallest.trace.lines().count() > LONG {
        true => [0, left.min(LEAST).saturating_sub(1)],
        false => [left.saturating_sub(4), 3],
    };
    text + &indented(&abridged(&smallest.trace, shown))
}

/// The smallest deck that differs, for somebody who has no war-sim: both answers and the game.
pub fn smallest_for_student(report: &Report) -> String {
    let Some((suite, smallest)) = smallest_in(report) else { return String::new() };
    let smallest = Smallest { replay: String::new(), ..smallest.clone() };
    let about = about_smallest(&smallest, &report.noun);
    let trace = indented(&abridged(&smallest.trace, SHOWN));
    format!("The smallest {}, of {}:\n{about}{trace}", report.noun.one, suite.name)
}

/// The suites in which it goes wrong and those in which it does not, by what they try; nothing where
/// there are not both.
pub fn right_and_wrong(report: &Report) -> Option<String> {
    let played = || report.suites.iter().filter(|suite| suite.decks > 0);
    let list = |suites: Vec<&SuiteReport>| {
        let abouts: Vec<&str> = suites.iter().map(|suite| suite.about).collect();
        (!abouts.is_empty()).then(|| abouts.join("; "))
    };
    let right = list(played().filter(|s| s.different == 0 && s.not_played == 0).collect())?;
    let wrong = list(played().filter(|s| s.different > 0).collect())?;
    Some(format!("Wrong in some of these: {wrong}. Right in all of these: {right}."))
}

/// The smallest deck of every suite.
fn of_every_suite(report: &Report) -> String {
    let mut text = String::new();
    let mut shown: Vec<(&str, &[i32])> = Vec::new();
    for suite in report.suites.iter().filter(|suite| suite.different > 0) {
        let Some(smallest) = &suite.smallest else { continue };
        let _ = write!(text, "\n{}: {}\n", suite.name, suite.about);
        // Most mistakes show the same small deck in many suites.
        let same = shown.iter().find(|(_, numbers)| *numbers == smallest.numbers);
        match same {
            Some((name, _)) => text += &labelled(report.noun.one, &format!("the one of {name}")),
            None => text += &about_smallest(smallest, &report.noun),
        }
        if same.is_none() && shown.len() < TRACED {
            text += &indented(&abridged(&smallest.trace, SHOWN));
        }
        if same.is_none() {
            shown.push((suite.name, &smallest.numbers));
        }
    }
    text
}

/// The lines of a trace at its beginning and its end.
pub fn abridged(trace: &str, [first, last]: [usize; 2]) -> String {
    let mut lines: Vec<&str> = trace.lines().collect();
    let left_out = format!("... {} lines ...", lines.len().saturating_sub(first + last));
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

fn result(suite: &SuiteReport) -> String {
    let mut result = match suite.different {
        0 if suite.decks == 0 => "not played".into(),
        0 => "equal".into(),
        different => format!("{} different", grouped(different as u64)),
    };
    if suite.not_played > 0 {
        let _ = write!(result, " ({} more not played)", grouped(suite.not_played as u64));
    }
    result
}

/// The deck, both answers and how to see the game, a line each.
pub fn about_smallest(smallest: &Smallest, noun: &Noun) -> String {
    let (one, many) = (noun.one, noun.many);
    let mut text = labelled(one, &smallest.deck());
    text += &labelled("expected", &format!("{}: {}", smallest.expected, smallest.why));
    text += &labelled("your program", &smallest.got.to_string());
    if let Got::Died { stderr, .. } = &smallest.got {
        // The line that says why, then the beginning of the rest.
        let why = reason(stderr);
        let rest = stderr.lines().filter(|line| Some(line.trim()) != why).take(STDERR_LINES);
        for (k, words) in why.into_iter().chain(rest).enumerate() {
            text += &labelled(if k == 0 { "its stderr" } else { "" }, words);
        }
    }
    let note = match (&smallest.got, smallest.recurs) {
        (_, Recurs::Alone) => String::new(),
        (Got::Answer(_), Recurs::AfterOthers) => format!(
            "alone the {one} is answered otherwise: something is kept between games, such as a \
             static or global variable that is not reset"
        ),
        (Got::Answer(_), Recurs::ByChance) => {
            format!("asked the same {many} again, the program gives other answers")
        }
        (Got::Died { .. }, _) => {
            format!("asked first, the {one} is answered: the program has ended before")
        }
        _ => format!("asked alone, the {one} is answered otherwise"),
    };
    if !note.is_empty() {
        text += &labelled("note", &note);
    }
    // In one line, to be copied.
    match smallest.replay.as_str() {
        "" => text,
        replay => text + &format!("  {:<LABEL$} {replay}\n", "see the game"),
    }
}

/// Words behind their label, broken into lines.
fn labelled(label: &str, words: &str) -> String {
    wrapped(&format!("  {label:<LABEL$} "), words)
}

fn conclusion(report: &Report, failed: usize) -> String {
    let (decks, noun) = (report.decks(), report.noun);
    let time = match report.not_played() {
        0 => String::new(),
        n if report.missing == Missing::NoAnswers => format!(
            "\n{} {} not played, because it gives no answers.",
            noun.counted(n),
            if n == 1 { "was" } else { "were" }
        ),
        n => format!(
            "\n{} {} not played, for want of time (--seconds){}.",
            noun.counted(n),
            if n == 1 { "was" } else { "were" },
            if report.different() == 0 { "" } else { " or because it hung" }
        ),
    };
    if report.equal() {
        return match decks {
            1 => format!("Equal on the only {}.\n", noun.one),
            n => format!("Equal on all {} {}.\n", grouped(n as u64), noun.many),
        };
    }
    if report.different() == 0 {
        return match time.as_str() {
            "" => {
                format!("No {} was played: none of the suites has one for these rules.\n", noun.one)
            }
            _ => format!("Not finished: equal on the {} played.{time}\n", noun.counted(decks)),
        };
    }
    format!(
        "Different on {} of {} {}, in {} of {} suites.{time}\n",
        grouped(report.different() as u64),
        grouped(decks as u64),
        noun.many,
        failed,
        report.suites.len()
    )
}

/// What the program plays instead, as far as that is known, and what else was seen.
pub fn explanation(report: &Report) -> String {
    let Some(diagnosis) = &report.diagnosis else { return observed(report) };
    let mut text = wrapped("", &diagnosis.sentence(&report.rules));
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

/// What was seen beside, a paragraph each.
fn observed(report: &Report) -> String {
    report.observed.iter().map(|sentence| wrapped("", sentence)).collect()
}
