//! The verdict for people.

use std::fmt::Write as _;

use super::super::answer::Got;
use super::{Report, Smallest, SuiteReport};
use crate::core::wording::digits::{counted, grouped};
use crate::core::wording::text::wrapped;

/// Columns of a suite's name.
const NAME: usize = 20;
/// Columns of a difference's names.
const LABEL: usize = 14;
/// Suites whose smallest deck is shown with its trace; of the others only the deck.
const TRACED: usize = 3;

/// The verdict: a line per suite, what is different, and why.
pub fn text(report: &Report) -> String {
    if let Some(why) = &report.silent {
        return wrapped("", &format!("{}: nothing was played. {why}", report.program));
    }
    let mut text = format!("{} against the rules `{}`:\n\n", report.program, report.rules);
    // Writing to a String cannot fail.
    for suite in &report.suites {
        let _ = writeln!(
            text,
            "  {:<NAME$} {:>6} decks  {}",
            suite.name,
            grouped(suite.decks as u64),
            result(suite)
        );
    }
    let failed: Vec<&SuiteReport> = report.suites.iter().filter(|s| s.different > 0).collect();
    let mut shown: Vec<(&str, &[i32])> = Vec::new();
    for suite in &failed {
        let Some(smallest) = &suite.smallest else { continue };
        let _ = write!(text, "\n{}: {}\n", suite.name, suite.about);
        // Most mistakes show the same small deck in many suites.
        let same = shown.iter().find(|(_, numbers)| *numbers == smallest.numbers);
        match same {
            Some((name, _)) => text += &labelled("deck", &format!("the one of {name}")),
            None => text += &about_smallest(smallest),
        }
        if same.is_none() && shown.len() < TRACED {
            text.push('\n');
            for line in smallest.trace.lines() {
                text += format!("    {line}").trim_end();
                text.push('\n');
            }
        }
        if same.is_none() {
            shown.push((suite.name, &smallest.numbers));
        }
    }
    text.push('\n');
    text += &conclusion(report, &failed);
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
pub fn about_smallest(smallest: &Smallest) -> String {
    let mut text = labelled("deck", &smallest.deck());
    text += &labelled("expected", &format!("{}: {}", smallest.expected, smallest.why));
    text += &labelled("your program", &smallest.got.to_string());
    if let Got::Died { stderr, .. } = &smallest.got {
        for (k, words) in stderr.lines().enumerate() {
            text += &labelled(if k == 0 { "its stderr" } else { "" }, words);
        }
    }
    if smallest.only_after_others {
        text += &labelled(
            "note",
            match smallest.got {
                Got::Answer(_) => {
                    "alone the deck is answered rightly: something is kept between games, such as \
                     a static or global variable that is not reset"
                }
                Got::Died { .. } => {
                    "asked first, the deck is answered: the program has ended before"
                }
                Got::Hung | Got::Nonsense(_) => "asked alone, the deck is answered otherwise",
            },
        );
    }
    // In one line, to be copied.
    text + &format!("  {:<LABEL$} {}\n", "see the game", smallest.replay)
}

/// Words behind their label, broken into lines.
fn labelled(label: &str, words: &str) -> String {
    wrapped(&format!("  {label:<LABEL$} "), words)
}

fn conclusion(report: &Report, failed: &[&SuiteReport]) -> String {
    let not_played: usize = report.suites.iter().map(|suite| suite.not_played).sum();
    let decks = report.decks();
    let time = match not_played {
        0 => String::new(),
        n => format!(
            "\n{}: it ran out of time; --seconds allows more.",
            counted(n as u64, "deck was not played", "decks were not played")
        ),
    };
    if report.equal() {
        return match decks {
            1 => format!("Equal on the only deck.{time}\n"),
            n => format!("Equal on all {} decks.{time}\n", grouped(n as u64)),
        } + &observed(report);
    }
    if report.different() == 0 {
        return match not_played {
            0 => "No deck was played: none of the suites has one for these rules.\n".into(),
            _ => format!(
                "Not finished: equal on {}, and some suites were not played.{time}\n",
                counted(decks as u64, "deck", "decks")
            ),
        } + &observed(report);
    }
    let mut text = format!(
        "Different on {} of {} decks, in {} of {} suites.{time}\n",
        grouped(report.different() as u64),
        grouped(decks as u64),
        failed.len(),
        report.suites.len()
    );
    if report.diagnosis.is_none() && report.observed.is_empty() {
        text += "No rules and no mistake that war-sim knows explain the answers: follow the\n\
                 smallest decks above, battle by battle.\n";
    }
    text + &explanation(report)
}

/// What the program plays instead, as far as that is known, and what else was seen.
pub fn explanation(report: &Report) -> String {
    let mut text = String::new();
    if let Some(diagnosis) = &report.diagnosis {
        let words = diagnosis.deviation.words(&report.rules);
        text += &wrapped("", &format!("Your program {words}."));
        text += &wrapped("", &diagnosis.extent());
        if let Some(doubt) = diagnosis.doubt(&report.rules) {
            text += &wrapped("", &doubt);
        }
    }
    text + &observed(report)
}

/// What was seen beside, a paragraph each.
fn observed(report: &Report) -> String {
    report.observed.iter().map(|sentence| wrapped("", sentence)).collect()
}
