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

    #[test]
    fn what_a_program_does_is_told_with_what_to_do() {
        let right = || Got::Answer(Outcome::A);
        let words = |words: &str| Got::Nonsense(words.into());
        let died = |how: &str, stderr: &str| Got::Died { how: how.into(), stderr: stderr.into() };
        let java = "Exception in thread \"main\" java.lang.StackOverflowError\n\tat War.play";
        let java = || died("exit code 1", java);
        for (got, start, rest) in [
            (vec![words("A wins"); 2], "On 2 of 2", "not an answer, such as `A wins`. Write"),
            (vec![right(), words("None")], "On 1 of 2 decks", "return"),
            (vec![right(), Got::Hung], "On 1 of 2 decks it answers nothing within its time", ""),
            (vec![right(), died(NO_FAULT, "")], "On 1", "such as exit code 0. Print an answer"),
            (vec![right(), java(), java()], "On 2 of 3", ", each time with `Exception in thread"),
            (vec![right(), java()], "On 1", "StackOverflowError`. It calls itself again"),
            (vec![java(), died("exit code 1", "segmentation fault")], "On 2", "such as with"),
        ] {
            let asked = got.into_iter().map(played).collect();
            let told = observed(&[Suite { asked, ..Suite::new("suite", []) }], None);
            assert!(told[0].starts_with(start) && told[0].contains(rest), "{told:?}");
        }
        let asked = vec![played(right()); 2];
        assert!(observed(&[Suite { asked, ..Suite::new("suite", []) }], None).is_empty());
        for (alone, words) in
            [(true, None), (false, Some("The small deck is answered wrongly after other decks,"))]
        {
            let played = played(Got::Answer(Outcome::B));
            let told = observed(&[], Some(&Smallest { suite: "suite", played, alone }));
            assert_eq!(told.len(), usize::from(!alone));
            assert!(words.is_none_or(|words| told[0].starts_with(words)), "{told:?}");
        }
    }
}
