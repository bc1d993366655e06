//! The verdict in words, as JSON and as JUnit XML.

use serde_json::{Value, json};

use super::answer::{Got, place, reason};
use super::compare::{Answered, Smallest, Suite};
use super::explain::Deviation;
use super::judge::line;
use super::observed::{decks, grouped};
use super::report::{Report, deck_words};
use crate::core::wording::markup::Markup;
use crate::core::wording::text::{WIDTH, hanging};

/// Columns of a difference's names.
const LABEL: usize = 14;
/// Most lines of a game that is shown whole; of longer ones the end is, and the command beside it shows all.
const WHOLE: usize = 12;
/// Lines of that end.
const END: usize = 8;

/// What is known before anything is explained.
pub fn verdict(report: &Report) -> String {
    let (program, rules) = (&report.names.program, &report.names.rules);
    match &report.checked.silent {
        Some(why) => hanging("", &format!("{program}: nothing was played. {why}"), WIDTH),
        None => format!("{program} against the rules `{rules}`:\n{}\n", conclusion(report)),
    }
}

fn conclusion(report: &Report) -> String {
    let failed = report.suites.iter().filter(|suite| suite.different() > 0).count();
    let suites = match report.suites.len() {
        1 => String::new(),
        all => format!(", in {failed} of {all} suites"),
    };
    let left = report.not_played();
    let played = match (report.different(), report.decks()) {
        (0, 0) if left == 0 => "No deck was played: none fits these rules and this -n.".into(),
        (0, 1) if left == 0 => "Equal on the only deck.".into(),
        (0, n) if left == 0 => format!("Equal on all {}.", decks(n)),
        (0, n) => format!("Not finished: equal on the {} played.", decks(n)),
        (wrong, n) => format!("Different on {} of {}{suites}.", grouped(wrong), decks(n)),
    };
    let why = "Not played, because time ran out (--seconds) or the program hung";
    if left == 0 { played } else { format!("{played}\n{why}: {}.", decks(left)) }
}

/// What follows the verdict: why, and the smallest deck.
pub fn names(report: &Report) -> String {
    let mut text = explanation(report);
    if report.different() > 0 && text.is_empty() {
        let unknown = "No rules and no mistake that war-sim knows were found to explain the answers: follow the \
                       smallest deck, step by step.";
        text = hanging("", unknown, WIDTH);
    }
    let smallest = report.checked.smallest.as_ref();
    text + &smallest.map_or(String::new(), |small| game_of(report, small))
}

/// What the program plays instead, as far as that is known, and what else was seen, a paragraph each.
fn explanation(report: &Report) -> String {
    let known = report.diagnosis.iter().flat_map(|found| report.sentences(found));
    known.chain(report.observed()).map(|sentence| hanging("", &sentence, WIDTH)).collect()
}

/// The small deck that differs, with the end of its game.
fn game_of(report: &Report, smallest: &Smallest) -> String {
    let mut text = format!("\nA small deck that differs, of {}:\n", smallest.suite);
    text += &smallest_in_words(report, smallest);
    let (_, trace) = report.game(&smallest.played.deck);
    let lines = trace.lines().count();
    let left_out = if lines > WHOLE { lines - END } else { 0 };
    if left_out > 0 {
        text += &format!("\n    ... {left_out} lines ...");
    }
    let shown = trace.lines().skip(left_out).map(|line| format!("    {line}"));
    text + "\n" + &shown.map(|line| line.trim_end().to_owned() + "\n").collect::<String>()
}

/// The deck, both answers and how to see the game, a line each.
fn smallest_in_words(report: &Report, smallest: &Smallest) -> String {
    let Answered { deck, right, got } = &smallest.played;
    let (end, _) = report.game(deck);
    let mut text = labelled("deck", &deck_words(deck));
    text += &labelled("expected", &format!("{} {end}", Got::Answer(right.0)));
    text += &labelled("your program", &got.to_string());
    if let Got::Died { stderr, .. } = got {
        for (k, words) in reason(stderr).into_iter().chain(place(stderr)).enumerate() {
            text += &labelled(if k == 0 { "its stderr" } else { "" }, words);
        }
    }
    if !smallest.alone {
        text += &labelled("note", "asked alone, the deck is answered otherwise");
    }
    // In one line, to be copied.
    text + &format!("  {:<LABEL$} {}\n", "see the game", report.replay(deck))
}

/// Words behind their label, broken into lines.
fn labelled(label: &str, words: &str) -> String {
    hanging(&format!("  {label:<LABEL$} "), words, WIDTH)
}

/// The verdict for programs, as one object; `docs/check.md` describes its keys.
pub fn json(report: &Report) -> Value {
    let rules = &report.names.rules;
    let mut diagnosis = report.diagnosis.as_ref().map_or(Value::Null, |found| {
        let how = json_of_deviation(&found.deviation);
        json!({
            "rules": rules,
            "fields": how["fields"],
            "explains": found.explains,
            "of": report.different(),
            "readings": report.reading(found).as_slice(),
            "mistake": how["mistake"],
            "words": how["words"],
            "or": found.others.iter().map(json_of_deviation).collect::<Vec<_>>(),
        })
    });
    if let Some(keys) = diagnosis.as_object_mut() {
        keys.retain(|_, value| !value.is_null() && *value != json!([]));
    }
    json!({
        "equal": report.equal(),
        "rules": rules,
        "diagnosis": diagnosis,
        "suites": report.suites.iter().map(|suite| json_of(report, suite)).collect::<Vec<_>>(),
        "observed": report.checked.silent.iter().cloned().chain(report.observed()).collect::<Vec<_>>(),
    })
}

fn json_of_deviation(found: &Deviation) -> Value {
    match found {
        Deviation::Field(key, value) => json!({ "fields": { key: value } }),
        Deviation::Slip(slip, words) => json!({ "fields": {}, "mistake": slip, "words": words }),
    }
}

fn json_of(report: &Report, suite: &Suite) -> Value {
    let shown = report.shown(suite);
    let smallest = shown.as_ref().map(|smallest| &smallest.played);
    let mut object = json!({
        "name": suite.name,
        "decks": suite.asked.len(),
        "different": suite.different(),
        "deck": smallest.map(|played| match played.deck.cards_of_a {
            Some(_) => json!(line(&played.deck)),
            None => json!(played.deck.cards),
        }),
        "expected": smallest.map(|played| played.right.0.value()),
        "got": smallest.map(|played| got(&played.got)),
    });
    if !suite.left.is_empty() {
        object["not_played"] = suite.left.len().into();
    }
    object
}

/// An answer as a number, anything else in words.
fn got(got: &Got) -> Value {
    match got {
        Got::Answer(outcome) => outcome.value().into(),
        Got::Nonsense(text) => format!("nonsense: {text}").into(),
        Got::Died { how, .. } => format!("died: {how}").into(),
        Got::Hung => "hung".into(),
    }
}

/// The verdict as JUnit XML, which build servers show: a test case per suite.
pub fn junit(report: &Report) -> String {
    let rules = &report.names.rules;
    let error = |why: &String| ("answers", Some(("error", why.clone(), String::new())));
    let mut results: Vec<_> = report.checked.silent.iter().map(error).collect();
    results.extend(report.suites.iter().map(|suite| (suite.name, failure(report, suite))));
    let case = |(name, failure): &(&str, Option<(&str, String, String)>)| match failure {
        None => {
            Markup::of("    <testcase classname=\"war-sim.{}\" name=\"{}\"/>\n", &[rules, name])
        }
        Some((kind, message, about)) => Markup::of(
            "    <testcase classname=\"war-sim.{}\" name=\"{}\">\n      \
             <{} message=\"{}\">{}</{}>\n    </testcase>\n",
            &[rules, name, kind, message, about, kind],
        ),
    };
    let cases: Markup = results.iter().map(case).collect();
    let explained = Some(explanation(report)).filter(|text| !text.is_empty());
    let explained = Markup::each("    <system-out>{}</system-out>\n", explained);
    let kinds = results.iter().filter_map(|(_, failure)| failure.as_ref());
    let count = |kind| kinds.clone().filter(|failure| failure.0 == kind).count();
    let counts = Markup::of(
        "tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\"",
        &[&results.len(), &count("failure"), &count("error"), &count("skipped")],
    );
    let all = Markup::of(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"war-sim check\" {}>\n  \
         <testsuite name=\"{}\" {}>\n{}{}  </testsuite>\n</testsuites>\n",
        &[&counts, rules, &counts, &cases, &explained],
    );
    // What XML cannot hold, though it is escaped.
    let is_forbidden =
        |c: char| c.is_control() && !"\n\t".contains(c) || "\u{fffe}\u{ffff}".contains(c);
    all.into_text().replace(is_forbidden, "\u{fffd}")
}

/// Why a suite is not passed, if it is not: the kind of it, a line, and more about it.
fn failure(report: &Report, suite: &Suite) -> Option<(&'static str, String, String)> {
    if let Some(smallest) = report.shown(suite) {
        let Answered { right, got, .. } = &smallest.played;
        let (wrong, all) = (grouped(suite.different()), decks(suite.asked.len()));
        let message = format!("{wrong} of {all}: expected {}, got {got}", Got::Answer(right.0));
        return Some(("failure", message, smallest_in_words(report, &smallest)));
    }
    // Where all that was played is right, this is why it is not passed.
    let kind = if report.different() == 0 { "error" } else { "skipped" };
    let message = format!("{} not played", decks(suite.left.len()));
    (!suite.left.is_empty()).then_some((kind, message, String::new()))
}

#[cfg(test)]
mod tests {
    use super::super::compare::Checked;
    use super::super::report::Names;
    use super::*;
    use crate::core::cards::text::Given;
    use crate::games::war::{EndReason, Outcome, Rules};

    /// A report of two decks that A wins by the rules.
    fn report(answers: &[Outcome]) -> Report {
        let question = (Given::from(vec![2, 1]), (Outcome::A, EndReason::OutOfCards));
        let mut suite = Suite::new("one", vec![question; 2]);
        answers.iter().for_each(|answer| suite.answer(Got::Answer(*answer)));
        let (names, rules, checked) = (Names::default(), Rules::default(), Checked::default());
        Report { names, rules, suites: vec![suite], checked, diagnosis: None }
    }

    #[test]
    fn who_was_not_asked_everything_has_not_passed() {
        let [right, mut wrong] = [Outcome::A, Outcome::B].map(|answer| report(&[answer]));
        wrong.suites.extend(report(&[]).suites);
        wrong.names.rules = "a\u{fffe}\u{ffff}\u{1}\tb".into();
        let [right, wrong] = [right, wrong].map(|report| junit(&report));
        assert!(right.contains("errors=\"1\"") && right.contains("<error message=\"1 deck not"));
        assert!(wrong.contains("<skipped message=\"2 decks not"), "{wrong}");
        assert!(wrong.contains("a\u{fffd}\u{fffd}\u{fffd}") && !wrong.contains('\u{ffff}'));
    }
}
