//! What a program does beside answering rightly or wrongly, said in sentences.
//!
//! Nothing is guessed here: each sentence is about what came back.

use super::answer::{Got, NO_FAULT, advice, reason};
use super::compare::{Smallest, Suite};
use crate::core::wording::digits;

/// What Python, Java and JavaScript print for a function that returns nothing.
const NO_RESULT: [&str; 3] = ["None", "null", "undefined"];

/// A number of decks or the like, in groups of three digits.
pub fn grouped(count: usize) -> String {
    digits::grouped(count as u64)
}

/// So many: `1 deck`, `1,024 decks`.
pub fn decks(count: usize) -> String {
    digits::counted(count as u64, "deck", "decks")
}

/// The sentences about a program that was asked so, and its small deck.
pub fn observed(suites: &[Suite], smallest: Option<&Smallest>) -> Vec<String> {
    let asked: Vec<&Got> =
        suites.iter().flat_map(|suite| &suite.asked).map(|played| &played.got).collect();
    let told = [words(&asked), deaths(&asked), hangs(&asked)].into_iter().flatten();
    let all = decks(asked.len());
    let told = told.map(|(some, what)| format!("On {} of {all} {what}", grouped(some)));
    told.chain(smallest.and_then(state)).collect()
}

/// What follows from a deck that is answered wrongly, but not alone.
fn state(smallest: &Smallest) -> Option<String> {
    let is_so = !smallest.alone && matches!(smallest.played.got, Got::Answer(_));
    is_so.then(|| {
        "The small deck is answered wrongly after other decks, but not alone: the program keeps \
         something between games (look for a static or global variable that is not reset), writes no \
         line or several for some decks, or differs from run to run (by random numbers, the time, \
         memory addresses or the order of a hash table)."
            .into()
    })
}

/// On how many decks the program ends, with what it says of why.
fn deaths(asked: &[&Got]) -> Option<(usize, String)> {
    let died = asked.iter().filter_map(|got| match got {
        Got::Died { how, stderr } => Some((how, stderr)),
        _ => None,
    });
    let died: Vec<_> = died.collect();
    let &(how, stderr) = died.first()?;
    // `IndexError: 3` and `IndexError: 4` are one.
    let name = |stderr| reason(stderr).and_then(|line: &str| line.split(':').next());
    let is_same = died.iter().all(|&(h, s)| h == how && name(s) == name(stderr));
    let each = if is_same && died.len() > 1 { "each time" } else { "such as" };
    let line = reason(stderr).filter(|_| how != NO_FAULT);
    let cause = line.map_or_else(|| how.clone(), |line| format!("with `{line}`"));
    let advice = advice(how, stderr);
    Some((died.len(), format!("it ends without an answer, {each} {cause}.{advice}")))
}

/// On how many decks the program was still at work when its time was over.
fn hangs(asked: &[&Got]) -> Option<(usize, String)> {
    let late = asked.iter().filter(|got| ***got == Got::Hung).count();
    let what = "it answers nothing within its time (--deck-seconds): does a loop end?";
    (late > 0).then(|| (late, what.into()))
}

/// On how many decks a line is no answer.
fn words(asked: &[&Got]) -> Option<(usize, String)> {
    let words = asked.iter().filter_map(|got| match got {
        Got::Nonsense(text) => Some(&**text),
        _ => None,
    });
    let words: Vec<&str> = words.collect();
    let text = words.first()?;
    let advice = match NO_RESULT.contains(text) {
        true => format!("`{text}` is what comes of a function that returns nothing: is a return missing?"),
        false => "Write one line per deck and nothing else: 1 if A wins, -1 if B wins, 0 for a draw (or A, \
                  B, draw)."
            .into(),
    };
    Some((words.len(), format!("its output is not an answer, such as `{text}`. {advice}")))
}

#[cfg(test)]
mod tests {
    use super::super::compare::Answered;
    use super::*;
    use crate::games::war::{EndReason, Outcome};

    fn played(got: Got) -> Answered {
        let right = (Outcome::A, EndReason::OutOfCards);
        Answered { deck: Vec::new().into(), right, got }
    }

    fn suite(got: Vec<Got>) -> Suite {
        let asked = got.into_iter().map(played).collect();
        Suite { asked, ..Suite::new("suite", []) }
    }

    fn told(got: Vec<Got>) -> Vec<String> {
        observed(&[suite(got)], None)
    }

    #[test]
    fn words_are_told_with_what_to_write() {
        let right = Got::Answer(Outcome::A);
        assert!(told(vec![right.clone(), right.clone()]).is_empty());
        let words = told(vec![Got::Nonsense("A wins".into()); 2]);
        assert!(
            words[0].starts_with("On 2 of 2 decks its output is not an answer, such as `A wins`.")
        );
        let some = told(vec![right, Got::Nonsense("None".into())]);
        assert!(some[0].starts_with("On 1 of 2 decks") && some[0].contains("return"), "{some:?}");
    }

    #[test]
    fn hangs_are_counted() {
        let told = told(vec![Got::Answer(Outcome::A), Got::Hung]);
        assert!(
            told[0].starts_with("On 1 of 2 decks it answers nothing within its time"),
            "{told:?}"
        );
    }

    #[test]
    fn early_end_is_told_with_what_to_do() {
        let died = Got::Died { how: NO_FAULT.into(), stderr: String::new() };
        let told = told(vec![Got::Answer(Outcome::A), died]);
        assert!(told[0].contains("such as exit code 0. Print an answer"), "{told:?}");
    }

    #[test]
    fn deaths_are_told_with_their_exception() {
        let with = |stderr: &str| Got::Died { how: "exit code 1".into(), stderr: stderr.into() };
        let java = "Exception in thread \"main\" java.lang.StackOverflowError\n\tat War.play";
        let twice = told(vec![Got::Answer(Outcome::A), with(java), with(java)]);
        let line = "with `Exception in thread \"main\" java.lang.StackOverflowError`. It calls itself \
                    again and again: play the battles in a loop.";
        assert_eq!(twice, [format!("On 2 of 3 decks it ends without an answer, each time {line}")]);
        let both = told(vec![with(java), with("segmentation fault")]);
        assert!(both[0].contains("such as with"), "{both:?}");
    }

    #[test]
    fn what_is_kept_between_games_or_differs_is_told() {
        let told = |alone| {
            let played = played(Got::Answer(Outcome::B));
            let smallest = Smallest { suite: "suite", played, alone };
            observed(&[], Some(&smallest)).pop().unwrap_or_default()
        };
        assert_eq!(told(true), "");
        assert!(told(false).starts_with("The small deck is answered wrongly after other decks,"));
    }
}
