//! What the questions have in common on which a program goes wrong.
//!
//! Only what was seen is said: a fact that holds for every such question, and for few others.

use super::answer::{Answer, Got};
use super::noun::Noun;
use crate::check::noun::grouped;
use crate::check::say;

/// Fewer questions have something in common by chance.
const FEWEST: usize = 2;

/// Of a fact that holds for most: were what is asked drawn one by one, all of so many that are wrong had it
/// by chance once in a thousand programs.
const BY_CHANCE: usize = 7;

/// Something that can be said of a question and its game: "each of them ...".
#[derive(Clone, Copy, Debug)]
pub struct Fact<S> {
    /// The words.
    pub words: fn() -> String,
    /// Whether it is so.
    pub holds: fn(&S) -> bool,
}

/// A way to go wrong in words, and whether this is one instead of the right answer.
type Way = (fn() -> String, fn(&Got, Answer) -> bool);

/// The ways to go wrong.
fn ways() -> [Way; 4] {
    [
        (say::way_wrong, |got, right| matches!(got, Got::Answer(given) if *given != right)),
        (say::way_ends, |got, _| matches!(got, Got::Died { .. }) && !got.is_early_end()),
        (say::way_hangs, |got, _| matches!(got, Got::Hung)),
        (say::way_words, |got, _| matches!(got, Got::Nonsense(_))),
    ]
}

/// What each way of going wrong has in common, a sentence each, and whether rules may explain it: answers and
/// endless games, but neither crashes nor words.
pub fn in_common<S>(
    facts: &[Fact<S>],
    seen: &[(S, &Got, Answer)],
    noun: &Noun,
) -> Vec<(bool, String)> {
    let mut sentences = Vec::new();
    for (k, (words, is_wrong)) in ways().into_iter().enumerate() {
        let wrong = seen.iter().filter(|(_, got, right)| is_wrong(got, *right)).count();
        if wrong < FEWEST || wrong == seen.len() {
            continue;
        }
        if let Some((fact, all)) = most_telling(facts, seen, is_wrong, wrong) {
            let (each, way, fact) = (noun.counted(wrong), words(), fact());
            let sentence = match all == wrong {
                true => say::shared_alone(each, way, fact, noun.one),
                false => say::shared(each, way, fact, grouped(all), noun.counted(seen.len())),
            };
            sentences.push((matches!(k, 0 | 2), sentence));
        }
    }
    sentences
}

/// The fact that holds for all that are wrong and for the fewest others, with how many it holds for.
fn most_telling<S>(
    facts: &[Fact<S>],
    seen: &[(S, &Got, Answer)],
    is_wrong: fn(&Got, Answer) -> bool,
    wrong: usize,
) -> Option<(fn() -> String, usize)> {
    let mut best: Option<(fn() -> String, usize)> = None;
    for fact in facts {
        let holding = || seen.iter().filter(|(seen, ..)| (fact.holds)(seen));
        let all = holding().count();
        let of_wrong = holding().filter(|(_, got, right)| is_wrong(got, *right)).count();
        if of_wrong == wrong && best.is_none_or(|(_, fewest)| all < fewest) {
            best = Some((fact.words, all));
        }
    }
    // What holds for most of them anyway says nothing, unless by chance some that are wrong would be without it.
    let without = |all: usize| wrong * (seen.len() - all);
    best.filter(|&(_, all)| {
        all == wrong || 2 * all <= seen.len() || without(all) >= BY_CHANCE * seen.len()
    })
}
