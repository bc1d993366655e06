//! What a program does beside answering rightly or wrongly, said in sentences.
//!
//! Nothing is guessed here: each sentence is about what came back.

use super::answer::{Answer, Got};
use super::compare::{Checked, Deadline, Missing, Verdict};
use super::difference::Recurs;
use super::noun::{DECK, Noun};
use super::reason::{advice, exception, reason};
use crate::check::noun::grouped;
use crate::check::say;

/// What Python, Java and JavaScript print for a function that returns nothing.
const NO_RESULT: [&str; 3] = ["None", "null", "undefined"];

/// The sentences about a program that was asked so.
pub fn observed<Q>(checked: &Checked<Q>, noun: &Noun, deadline: Deadline) -> Vec<String> {
    let verdicts = &checked.verdicts;
    let mut sentences = Vec::new();
    let all = verdicts.iter().flat_map(|verdict| &verdict.asked).map(|played| &played.got);
    let all: Vec<&Got> = all.collect();
    sentences.extend(about_words(&all, noun));
    sentences.extend(about_meaning(verdicts, noun));
    sentences.extend(about_early_ends(&all, noun));
    sentences.extend(about_deaths(&all, noun));
    sentences
        .extend(always(verdicts).map(|answer| say::whatever(noun.one, answer.0, noun.numbers)));
    sentences.extend(about_state(verdicts, noun));
    sentences.extend(about_choice(checked, noun, deadline));
    sentences
}

/// Whether the answers may be explained by rules: not those of a program that gives one answer to
/// everything, keeps something between games, or mostly gives none.
pub fn may_guess<Q>(checked: &Checked<Q>) -> bool {
    let verdicts = &checked.verdicts;
    let all = verdicts.iter().flat_map(|verdict| &verdict.asked);
    let (mut asked, mut dead) = (0_usize, 0_usize);
    for played in all {
        asked += 1;
        dead += usize::from(matches!(played.got, Got::Died { .. } | Got::Nonsense(_)));
    }
    2 * dead <= asked
        && one_answer(answers(verdicts)).is_none()
        && about_state(verdicts, &DECK).is_none()
}

/// The answers, each after the right one.
fn answers<Q>(verdicts: &[Verdict<Q>]) -> impl Iterator<Item = (Answer, Answer)> {
    verdicts.iter().flat_map(|verdict| &verdict.asked).filter_map(|played| match played.got {
        Got::Answer(answer) => Some((played.expected, answer)),
        _ => None,
    })
}

/// Whether the same questions are answered otherwise when they are asked again.
pub fn is_by_chance<Q>(verdicts: &[Verdict<Q>]) -> bool {
    let mut smallest = verdicts.iter().filter_map(|verdict| verdict.smallest.as_ref());
    smallest.any(|smallest| smallest.recurs == Recurs::ByChance)
}

/// Decks that are answered wrongly, but not alone.
fn about_state<Q>(verdicts: &[Verdict<Q>], noun: &Noun) -> Option<String> {
    if is_by_chance(verdicts) {
        return Some(say::by_chance(noun.many));
    }
    let of = |recurs: Recurs| {
        let smallest = verdicts.iter().filter_map(|verdict| verdict.smallest.as_ref());
        let of = smallest.filter(|s| s.recurs == recurs && matches!(s.got, Got::Answer(_)));
        Some(of.count()).filter(|&count| count > 0)
    };
    if let Some(count) = of(Recurs::AfterOthers) {
        return Some(say::after_others(count, noun.one, noun.many));
    }
    of(Recurs::NotAlone).map(|count| say::not_alone(count, noun.one, noun.many))
}

/// Where each deck costs a process, there may not be time for all of them.
fn about_choice<Q>(checked: &Checked<Q>, noun: &Noun, deadline: Deadline) -> Option<String> {
    let asked: usize = checked.verdicts.iter().map(|verdict| verdict.asked.len()).sum();
    let left_out: usize = checked.verdicts.iter().map(|verdict| verdict.not_asked).sum();
    (checked.missing == Missing::Choice && asked > 0).then(|| {
        let (all, each) = (asked + left_out, deadline.took().as_secs_f64() / asked as f64);
        let seconds = format!("{:.0}", (all as f64 * each * 1.8).ceil());
        say::chosen(noun.one, grouped(asked), noun.counted(all), seconds)
    })
}

/// Decks on which the program ends, with what it says of why.
fn about_deaths(all: &[&Got], noun: &Noun) -> Option<String> {
    let died = |got: &&Got| match got {
        Got::Died { how, stderr, .. } if !got.is_early_end() => Some((how.clone(), stderr.clone())),
        _ => None,
    };
    let said: Vec<_> = all.iter().filter_map(died).collect();
    let (how, stderr) = said.first()?;
    let name = exception(stderr);
    let same = said.iter().all(|(h, s)| exception(s) == name && (name.is_some() || h == how));
    let each = if said.len() == 1 || !same { say::such_as() } else { say::each_time() };
    let cause = reason(stderr).map_or_else(|| how.words(), say::with_line);
    let deaths = grouped(said.len());
    let decks = noun.counted(all.len());
    Some(say::dies(deaths, decks, each, cause, advice(stderr)))
}

/// Lines that are no answers.
fn about_words(all: &[&Got], noun: &Noun) -> Option<String> {
    let words = all.iter().filter_map(|got| match got {
        Got::Nonsense(text) => Some(text),
        _ => None,
    });
    let text = words.clone().next()?;
    let sentence = say::some_words(grouped(words.count()), noun.counted(all.len()), text);
    Some(match NO_RESULT.contains(&text.as_str()) {
        true => sentence + &say::no_result(text),
        false => {
            let [a, b, draw] = [1, -1, 0].map(|value| noun.outcome(value));
            sentence + &say::write_answers(noun.one, a, b, draw)
        }
    })
}

/// A word that is no answer and comes where one answer is right, and only there.
fn about_meaning<Q>(verdicts: &[Verdict<Q>], noun: &Noun) -> Option<String> {
    /// Fewer decks may well have one answer.
    const ENOUGH: usize = 10;
    let asked = || verdicts.iter().flat_map(|verdict| &verdict.asked);
    let words = asked().filter_map(|played| match &played.got {
        Got::Nonsense(text) => Some((played.expected, text)),
        _ => None,
    });
    let (right, word) = words.clone().next()?;
    let is_same = words.clone().all(|(other, text)| other == right && text == word);
    let with_it = asked().filter(|played| played.expected == right).count();
    // Most of the decks with this answer get the word.
    let count = words.count();
    (is_same && count >= ENOUGH && 2 * count > with_it)
        .then(|| say::stands_for(word, right.0, right.words(noun)))
}

/// A program that answers some decks and then ends.
fn about_early_ends(all: &[&Got], noun: &Noun) -> Option<String> {
    let afters: Vec<usize> = all
        .iter()
        .filter_map(|got| match got {
            Got::Died { after, .. } if got.is_early_end() => Some(*after),
            _ => None,
        })
        .collect();
    let &first = afters.first()?;
    let Noun { one, many, numbers, .. } = noun;
    if afters.len() > 1 && afters.iter().all(|&after| after == 1) {
        return Some(say::answers_one(one, many, numbers));
    }
    if afters.len() > 1 && afters.iter().all(|&after| after == first) {
        return Some(say::ends_after(noun.counted(first), many));
    }
    None
}

/// The answer of a program that always gives the same, though it should not.
fn always<Q>(verdicts: &[Verdict<Q>]) -> Option<Answer> {
    /// Fewer decks may well have one answer.
    const ENOUGH: usize = 20;
    one_answer(answers(verdicts)).filter(|(_, count)| *count >= ENOUGH).map(|(answer, _)| answer)
}

/// The only answer that is given where several are right, and how often.
fn one_answer(mut answers: impl Iterator<Item = (Answer, Answer)>) -> Option<(Answer, usize)> {
    let (right, first) = answers.next()?;
    let (mut count, mut should_differ) = (1, false);
    for (expected, answer) in answers {
        if answer != first {
            return None;
        }
        count += 1;
        should_differ |= expected != right;
    }
    should_differ.then_some((first, count))
}

#[cfg(test)]
mod tests {
    use crate::check::answer::Ending;
    use std::time::Duration;

    use super::super::difference::Difference;
    use super::super::suite::Played;
    use super::*;

    fn verdict(got: Vec<Got>) -> Verdict<()> {
        let played = |got| Played { asked: (), expected: Answer(1), got };
        let asked = got.into_iter().map(played).collect();
        Verdict { name: "suite", about: "", asked, not_asked: 0, smallest: None }
    }

    fn observed(verdicts: &[Verdict<()>]) -> Vec<String> {
        let (verdicts, deadline) = (verdicts.to_vec(), Deadline::within(Duration::from_secs(1)));
        super::observed(
            &Checked { verdicts, silent: None, missing: Missing::default() },
            &DECK,
            deadline,
        )
    }

    fn died(after: usize) -> Got {
        Got::Died { how: Ending::Code(0), stderr: String::new(), after }
    }

    #[test]
    fn words_are_told_with_what_to_write() {
        let right = Got::Answer(Answer(1));
        assert!(observed(&[verdict(vec![right.clone(), right.clone()])]).is_empty());
        let words = observed(&[verdict(vec![Got::Nonsense("A wins".into()); 2])]);
        assert!(
            words[0].starts_with("On 2 of 2 decks its output is not an answer, such as `A wins`.")
        );
        let some = observed(&[verdict(vec![right, Got::Nonsense("None".into())])]);
        assert!(some[0].starts_with("On 1 of 2 decks") && some[0].contains("return"), "{some:?}");
    }

    #[test]
    fn early_end_is_no_crash() {
        let right = Got::Answer(Answer(1));
        let ends = vec![right.clone(), died(1), right.clone(), died(1)];
        assert!(observed(&[verdict(ends)])[0].starts_with("It answers one deck and ends."));
        let ends = vec![right.clone(), died(0), died(0)];
        assert!(observed(&[verdict(ends)])[0].starts_with("On 2 of 3 decks it ends without"));
        let ends = vec![died(3), right, died(3)];
        assert!(observed(&[verdict(ends)])[0].starts_with("It ends after 3 decks."));
    }

    #[test]
    fn deaths_are_told_with_their_exception() {
        let with =
            |stderr: &str| Got::Died { how: Ending::Code(1), stderr: stderr.into(), after: 3 };
        let java = "Exception in thread \"main\" java.lang.StackOverflowError\n\tat War.play";
        let told = observed(&[verdict(vec![Got::Answer(Answer(1)), with(java), with(java)])]);
        let line = "with `Exception in thread \"main\" java.lang.StackOverflowError`. It calls itself \
                    again and again: play the battles in a loop.";
        assert_eq!(told, [format!("On 2 of 3 decks it ends without an answer, each time {line}")]);
        let told = observed(&[verdict(vec![with(java), with("segmentation fault")])]);
        assert!(told[0].contains("such as with"), "{told:?}");
    }

    #[test]
    fn one_answer_to_everything_is_told() {
        let asked = |pairs: &[(i32, i32)]| {
            let one = |&(right, got): &(i32, i32)| Played {
                asked: (),
                expected: Answer(right),
                got: Got::Answer(Answer(got)),
            };
            vec![Verdict { asked: pairs.iter().map(one).collect(), ..verdict(Vec::new()) }]
        };
        let told = |pairs: &[(i32, i32)]| always(&asked(pairs));
        let same = [[(1, 0); 15], [(0, 0); 15]].concat();
        assert_eq!(told(&same), Some(Answer(0)));
        assert!(observed(&asked(&same))[0].contains("answer is 0"));
        assert_eq!(told(&[&same[..], &[(1, 1)]].concat()), None);
        assert_eq!(told(&same[13..17]), None);
        assert_eq!(told(&[(0, 0); 30]), None, "where it should be so");
        // Few answers, as of a program that runs out of memory: no rules are guessed from them.
        let guesses = |pairs: &[(i32, i32)]| {
            may_guess(&Checked {
                verdicts: asked(pairs),
                silent: None,
                missing: Missing::default(),
            })
        };
        assert!(!guesses(&same[13..17]) && guesses(&[(1, 0), (0, 0), (1, 1)]));
    }

    #[test]
    fn what_is_kept_between_games_is_told_as_far_as_it_is_known() {
        let mut verdict = verdict(vec![Got::Answer(Answer(-1))]);
        let mut told = |recurs| {
            let (expected, got) = (Answer(1), Got::Answer(Answer(-1)));
            verdict.smallest = Some(Difference { asked: (), expected, got, recurs });
            observed(std::slice::from_ref(&verdict)).pop().unwrap_or_default()
        };
        assert_eq!(told(Recurs::Alone), "");
        assert!(told(Recurs::AfterOthers).starts_with(
            "In 1 of the suites the same deck is answered rightly alone and wrongly after"
        ));
        assert!(told(Recurs::NotAlone).contains("or differs from run to run"));
        assert!(!told(Recurs::ByChance).contains("between"));
    }
}
