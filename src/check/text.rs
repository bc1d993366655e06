//! The verdict for people.

use super::answer::{Got, reason};
use super::compare::{Answered, Smallest};
use super::observed::{decks, grouped};
use super::report::{Report, deck_words};
use crate::core::wording::text::{WIDTH, hanging};

/// Columns of a difference's names.
const LABEL: usize = 14;
/// Lines of a whole verdict.
const SCREEN: usize = 24;
/// Of longer traces only the end is worth a look; nobody plays more battles by hand.
const LONG: usize = 60;
const LONG_GAME: u64 = 100;
/// Lines of stderr that are shown below the reason.
const STDERR_LINES: usize = 3;
/// The least lines of a trace that say anything.
const LEAST: usize = 6;

/// What is known before anything is explained.
pub fn verdict(report: &Report) -> String {
    let (program, rules) = (&report.names.program, &report.names.rules);
    match &report.silent {
        Some(why) => hanging("", &format!("{program}: nothing was played. {why}"), WIDTH),
        None => format!("{program} against the rules `{rules}`:\n{}\n", conclusion(report)),
    }
}

fn conclusion(report: &Report) -> String {
    let time = match report.not_played() {
        0 => String::new(),
        n => {
            let late = decks(n);
            format!("\nNot played, for want of time (--seconds) or because it hung: {late}.")
        }
    };
    let failed = report.suites.iter().filter(|suite| suite.different() > 0).count();
    let suites = match report.suites.len() {
        1 => String::new(),
        all => format!(", in {failed} of {all} suites"),
    };
    let played = match (report.different(), report.decks(), time.is_empty()) {
        (0, 0, true) => "No deck was played: none of the suites has one for these rules.".into(),
        (0, 1, true) => "Equal on the only deck.".into(),
        (0, n, true) => format!("Equal on all {}.", decks(n)),
        (0, n, false) => format!("Not finished: equal on the {} played.", decks(n)),
        (wrong, n, _) => format!("Different on {} of {}{suites}.", grouped(wrong), decks(n)),
    };
    played + &time
}

/// What follows the verdict, in what is left of a screen: why, and the smallest deck.
pub fn names(report: &Report) -> String {
    let mut text = explanation(report);
    if report.different() > 0 && text.is_empty() {
        let unknown = "No rules and no mistake that war-sim knows explain the answers: follow the smallest \
                       deck, step by step.";
        text = hanging("", unknown, WIDTH);
    }
    let used = verdict(report).lines().count() + text.lines().count();
    text + &smallest_of_all(report, SCREEN.saturating_sub(used))
}

/// What the program plays instead, as far as that is known, and what else was seen, a paragraph each.
pub fn explanation(report: &Report) -> String {
    let known = report.diagnosis.iter().flat_map(|found| report.sentences(found));
    known.chain(report.observed.clone()).map(|sentence| hanging("", &sentence, WIDTH)).collect()
}

/// The smallest deck found that differs, with as much of its game as there is room for.
fn smallest_of_all(report: &Report, room: usize) -> String {
    let found =
        report.suites.iter().filter_map(|suite| Some((suite.name, suite.smallest.as_ref()?)));
    let size = |smallest: &Smallest| (!smallest.alone, smallest.played.deck.cards.len());
    let Some((name, smallest)) = found.min_by_key(|(_, smallest)| size(smallest)) else {
        return String::new();
    };
    let deck = &smallest.played.deck;
    let mut text = format!("\nA small deck that differs, of {name}:\n");
    text += &about_smallest(report, smallest);
    if let Some((game, _)) = report.game(deck).filter(|(game, _)| game.battles >= LONG_GAME) {
        text += &labelled("decides", &format!("battle {}", grouped(game.battles as usize)));
    }
    let trace = report.trace(deck);
    let mut lines: Vec<&str> = trace.lines().collect();
    let left = room.saturating_sub(text.lines().count() + 1).max(LEAST);
    let (first, last) =
        if lines.len() > LONG { (0, LEAST - 1) } else { (left.saturating_sub(4), 3) };
    let left_out = format!("... {} lines ...", lines.len().saturating_sub(first + last));
    if lines.len() > first + last + 1 {
        lines.splice(first..lines.len() - last, [left_out.as_str()]);
    }
    let indented = lines.iter().map(|line| format!("    {line}").trim_end().to_owned() + "\n");
    text + "\n" + &indented.collect::<String>()
}

/// The deck, both answers and how to see the game, a line each.
pub fn about_smallest(report: &Report, smallest: &Smallest) -> String {
    let Answered { deck, right, got } = &smallest.played;
    let why = report.game(deck).map(|(_, why)| why).unwrap_or_default();
    let mut text = labelled("deck", &deck_words(deck));
    text += &labelled("expected", &format!("{}: {why}", Got::Answer(right.0)));
    text += &labelled("your program", &got.to_string());
    if let Got::Died { stderr, .. } = got {
        for (k, words) in reason_and_place(stderr).into_iter().enumerate() {
            text += &labelled(if k == 0 { "its stderr" } else { "" }, words);
        }
    }
    if !smallest.alone {
        text += &labelled("note", "asked alone, the deck is answered otherwise");
    }
    // In one line, to be copied.
    text + &format!("  {:<LABEL$} {}\n", "see the game", report.replay(deck))
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
    hanging(&format!("  {label:<LABEL$} "), words, WIDTH)
}
