//! What a program does beside answering rightly or wrongly, said in sentences.
//!
//! Nothing is guessed here: each sentence is about what came back.

use super::answer::{Answer, Got};
use super::compare::{Played, Smallest, Suite};
use super::reason::{advice, reason};
use crate::core::wording::digits;

/// What Python, Java and JavaScript print for a function that returns nothing.
const NO_RESULT: [&str; 3] = ["None", "null", "undefined"];
/// Fewer decks may well have one answer.
const ENOUGH: usize = 20;

/// A number of decks or the like, in groups of three digits.
pub fn grouped(count: usize) -> String {
    digits::grouped(count as u64)
}

/// So many: `1 deck`, `1,024 decks`.
pub fn decks(count: usize) -> String {
    digits::counted(count as u64, "deck", "decks")
}

/// The sentences about a program that was asked so.
pub fn observed(suites: &[Suite]) -> Vec<String> {
    let asked: Vec<&Played> = suites.iter().flat_map(|suite| &suite.asked).collect();
    let each = [words(&asked), early_ends(&asked), deaths(&asked), always(&asked), state(suites)];
    each.into_iter().flatten().collect()
}

/// Whether the answers may be explained by rules: not those of a program that gives one answer to
/// everything, keeps something between games, or mostly gives none.
pub fn may_explain(suites: &[Suite]) -> bool {
    let asked: Vec<&Played> = suites.iter().flat_map(|suite| &suite.asked).collect();
    let is_dead = |p: &&&Played| matches!(p.got, Got::Died { .. } | Got::Nonsense(_));
    let dead = asked.iter().filter(is_dead).count();
    2 * dead <= asked.len() && one_answer(&asked).is_none() && state(suites).is_none()
}

/// Decks that are answered wrongly, but not alone.
fn state(suites: &[Suite]) -> Option<String> {
    let smallest = suites.iter().filter_map(|suite| suite.smallest.as_ref());
    let is_so = |s: &&Smallest| !s.alone && matches!(s.played.got, Got::Answer(_));
    let count = smallest.filter(is_so).count();
    (count > 0).then(|| {
        format!(
            "In {count} of the suites a deck is answered wrongly after other decks, but not alone: the \
             program keeps something between games (look for a static or global variable that is not \
             reset), or differs from run to run (by random numbers, the time, memory addresses or the \
             order of a hash table)."
        )
    })
}

/// Decks on which the program ends, with what it says of why.
fn deaths(asked: &[&Played]) -> Option<String> {
    let died = asked.iter().filter_map(|played| match &played.got {
        Got::Died { how, stderr, .. } if !played.got.is_early_end() => Some((how, stderr)),
        _ => None,
    });
    let died: Vec<_> = died.collect();
    let &(how, stderr) = died.first()?;
    // `IndexError: 3` and `IndexError: 4` are one.
    let name = |stderr| reason(stderr).and_then(|line: &str| line.split(':').next());
    let same = died.iter().all(|&(h, s)| h == how && name(s) == name(stderr));
    let each = if died.len() == 1 || !same { "such as" } else { "each time" };
    let cause = reason(stderr).map_or_else(|| how.clone(), |line| format!("with `{line}`"));
    let (deaths, all, advice) = (grouped(died.len()), decks(asked.len()), advice(stderr));
    Some(format!("On {deaths} of {all} it ends without an answer, {each} {cause}.{advice}"))
}

/// Lines that are no answers.
fn words(asked: &[&Played]) -> Option<String> {
    let words = asked.iter().filter_map(|played| match &played.got {
        Got::Nonsense(text) => Some(text.as_str()),
        _ => None,
    });
    let words: Vec<&str> = words.collect();
    let text = *words.first()?;
    let (some, all) = (grouped(words.len()), decks(asked.len()));
    let advice = match NO_RESULT.contains(&text) {
        true => format!("`{text}` is what comes of a function that returns nothing: is a return missing?"),
        false => "Write one line per deck and nothing else: 1 if A wins, -1 if B wins, 0 for a draw (or A, \
                  B, draw)."
            .into(),
    };
    Some(format!("On {some} of {all} its output is not an answer, such as `{text}`. {advice}"))
}

/// A program that answers some decks and then ends.
fn early_ends(asked: &[&Played]) -> Option<String> {
    let afters = asked.iter().filter_map(|played| match played.got {
        Got::Died { after, .. } if played.got.is_early_end() => Some(after),
        _ => None,
    });
    let afters: Vec<usize> = afters.collect();
    let &first = afters.first()?;
    match (first, afters.iter().all(|&after| after == first)) {
        (1, true) => Some(
            "It answers one deck and ends. Read decks in a loop, until the input ends, or let it be started \
             for each deck with --once, the cards as its arguments."
                .into(),
        ),
        (n, true) if afters.len() > 1 => {
            Some(format!("It ends after {}. Read decks until the input ends.", decks(n)))
        }
        _ => None,
    }
}

/// A program that always gives the same answer, though it should not.
fn always(asked: &[&Played]) -> Option<String> {
    let (answer, _) = one_answer(asked).filter(|(_, count)| *count >= ENOUGH)?;
    Some(format!(
        "Whatever the deck, its answer is {}: does it read the cards of each line?",
        answer.0
    ))
}

/// The only answer that is given where several are right, and how often.
fn one_answer(asked: &[&Played]) -> Option<(Answer, usize)> {
    let answers: Vec<_> = asked.iter().filter(|p| matches!(p.got, Got::Answer(_))).collect();
    let Got::Answer(answer) = answers.first()?.got else { return None };
    let is_one = answers.iter().all(|p| p.got == Got::Answer(answer));
    let should_differ = answers.iter().any(|p| p.right.answer != answers[0].right.answer);
    (is_one && should_differ).then_some((answer, answers.len()))
}

#[cfg(test)]
mod tests {
    use super::super::answer::NO_FAULT;
    use super::super::deck::Right;
    use super::*;
    use crate::games::war::EndReason;

    fn played(right: i32, got: Got) -> Played {
        let right = Right { answer: Answer(right), why: EndReason::OutOfCards };
        Played { deck: Vec::new().into(), right, got }
    }

    fn suite(got: Vec<Got>) -> Suite {
        let asked = got.into_iter().map(|got| played(1, got)).collect();
        Suite { asked, ..Suite::new("suite", []) }
    }

    fn died(after: usize) -> Got {
        Got::Died { how: NO_FAULT.into(), stderr: String::new(), after }
    }

    #[test]
    fn words_are_told_with_what_to_write() {
        let right = Got::Answer(Answer(1));
        assert!(observed(&[suite(vec![right.clone(), right.clone()])]).is_empty());
        let words = observed(&[suite(vec![Got::Nonsense("A wins".into()); 2])]);
        assert!(
            words[0].starts_with("On 2 of 2 decks its output is not an answer, such as `A wins`.")
        );
        let some = observed(&[suite(vec![right, Got::Nonsense("None".into())])]);
        assert!(some[0].starts_with("On 1 of 2 decks") && some[0].contains("return"), "{some:?}");
    }

    #[test]
    fn early_end_is_no_crash() {
        let right = Got::Answer(Answer(1));
        let ends = vec![right.clone(), died(1), right.clone(), died(1)];
        assert!(observed(&[suite(ends)])[0].starts_with("It answers one deck and ends."));
        let ends = vec![right.clone(), died(0), died(0)];
        assert!(observed(&[suite(ends)])[0].starts_with("On 2 of 3 decks it ends without"));
        assert!(observed(&[suite(vec![right.clone(), died(3)])]).is_empty(), "by chance");
        let ends = vec![died(3), right, died(3)];
        assert!(observed(&[suite(ends)])[0].starts_with("It ends after 3 decks."));
    }

    #[test]
    fn deaths_are_told_with_their_exception() {
        let with =
            |stderr: &str| Got::Died { how: "exit code 1".into(), stderr: stderr.into(), after: 3 };
        let java = "Exception in thread \"main\" java.lang.StackOverflowError\n\tat War.play";
        let told = observed(&[suite(vec![Got::Answer(Answer(1)), with(java), with(java)])]);
        let line = "with `Exception in thread \"main\" java.lang.StackOverflowError`. It calls itself \
                    again and again: play the battles in a loop.";
        assert_eq!(told, [format!("On 2 of 3 decks it ends without an answer, each time {line}")]);
        let told = observed(&[suite(vec![with(java), with("segmentation fault")])]);
        assert!(told[0].contains("such as with"), "{told:?}");
    }

    #[test]
    fn one_answer_to_everything_is_told() {
        let asked = |pairs: &[(i32, i32)]| {
            let one = |&(right, got): &(i32, i32)| played(right, Got::Answer(Answer(got)));
            let asked: Vec<Played> = pairs.iter().map(one).collect();
            vec![Suite { asked, ..suite(Vec::new()) }]
        };
        let told = |pairs: &[(i32, i32)]| {
            let said = observed(&asked(pairs)).pop()?;
            said.starts_with("Whatever the deck").then_some(said)
        };
        let same = [[(1, 0); 15], [(0, 0); 15]].concat();
        assert!(told(&same).is_some_and(|said| said.contains("answer is 0")));
        assert_eq!(told(&[&same[..], &[(1, 1)]].concat()), None);
        assert_eq!(told(&same[13..17]), None);
        assert_eq!(told(&[(0, 0); 30]), None, "where it should be so");
        // Few answers, as of a program that runs out of memory: no rules are guessed from them.
        let guesses = |pairs: &[(i32, i32)]| may_explain(&asked(pairs));
        assert!(!guesses(&same[13..17]) && guesses(&[(1, 0), (0, 0), (1, 1)]));
    }

    #[test]
    fn what_is_kept_between_games_or_differs_is_told() {
        let mut suite = suite(vec![Got::Answer(Answer(-1))]);
        let mut told = |alone| {
            let played = played(1, Got::Answer(Answer(-1)));
            suite.smallest = Some(Smallest { played, alone });
            observed(std::slice::from_ref(&suite)).pop().unwrap_or_default()
        };
        assert_eq!(told(true), "");
        assert!(told(false).starts_with("In 1 of the suites a deck is answered wrongly after"));
    }
}
