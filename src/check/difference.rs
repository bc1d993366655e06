//! A wrong answer, and a small question that is answered wrongly in the same way.

use std::collections::HashMap;
use std::io;

use super::answer::{Answer, Got, Kind};
use super::process::{Program, Time};
use super::shrink::{shortest, shrink};
use super::suite::{Ask, Played, Right};

/// More numbers than these are too many to play by hand; small lists are tried, too.
const BY_HAND: usize = 24;
/// Small lists that are tried.
const SMALL_LISTS: u64 = 4_096;

/// A wrong answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference<Q> {
    /// What was asked.
    pub asked: Q,
    /// The right answer.
    pub expected: Answer,
    /// What came back.
    pub got: Got,
    /// When it comes back.
    pub recurs: Recurs,
}

/// When a wrong answer comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Recurs {
    /// When the question is asked alone.
    Alone,
    /// Not alone, but when the same questions are asked before it.
    AfterOthers,
    /// Not alone; there was no time to ask the others again.
    NotAlone,
    /// Asked the same questions again, the program gives other answers.
    ByChance,
}

/// The smallest lists that are answered wrongly in a way: the answers, and why the right one is right.
pub type Known = HashMap<(Option<Kind>, Option<&'static str>), Vec<i32>>;

/// Takes a difference down to a small question that is answered wrongly in the same way. For each way
/// in `known` all small questions were tried.
pub fn smallest<Q: Ask>(
    Played { asked, expected, got }: Played<Q>,
    program: &mut dyn Program,
    right: &mut dyn FnMut(&Q) -> Option<Right>,
    time: Time,
    known: &mut Known,
) -> io::Result<Difference<Q>> {
    let kind = got.kind(expected);
    let Some(alone) = program.ask_alone(&asked.line(), time.end)? else {
        return Ok(Difference { asked, expected, got, recurs: Recurs::Alone });
    };
    if alone.kind(expected) != kind {
        let is_answer = matches!(got, Got::Answer(_));
        let recurs = if is_answer { Recurs::NotAlone } else { Recurs::AfterOthers };
        return Ok(Difference { asked, expected, got, recurs });
    }
    let why = right(&asked).map(|right| right.why);
    let mut failure = None;
    let mut still = |lists: &[Vec<i32>]| {
        still((&asked, kind, why), lists, program, right, time).unwrap_or_else(|error| {
            failure = Some(error);
            Vec::new()
        })
    };
    let mut numbers = shrink(asked.numbers().to_vec(), &mut still);
    if numbers.len() > BY_HAND
        && let Some(found) = small_list::<Q>(&mut still)
    {
        let other = shrink(found, &mut still);
        if other.len() < numbers.len() {
            numbers = other;
        }
    }
    match known.get(&(kind, why)) {
        Some(other) if other.len() < numbers.len() => numbers.clone_from(other),
        Some(_) => {}
        None => {
            numbers = shortest(numbers, &mut still);
            known.insert((kind, why), numbers.clone());
        }
    }
    if let Some(error) = failure {
        return Err(error);
    }
    let small = asked.with_numbers(numbers);
    let expected_of_small = right(&small).map(|right| right.answer);
    let got_of_small = program.ask_alone(&small.line(), time.end)?;
    Ok(match (expected_of_small, got_of_small) {
        (Some(expected), Some(got_of_small)) if got_of_small.kind(expected) == kind => {
            Difference { asked: small, expected, got: got_of_small, recurs: Recurs::Alone }
        }
        _ => Difference { asked, expected, got: alone, recurs: Recurs::Alone },
    })
}

/// The first small list that shows the difference.
fn small_list<Q: Ask>(still: &mut impl FnMut(&[Vec<i32>]) -> Vec<bool>) -> Option<Vec<i32>> {
    const PORTION: u64 = 64;
    for first in (0..SMALL_LISTS).step_by(PORTION as usize) {
        let lists: Vec<Vec<i32>> = (first..first + PORTION).map(Q::small_numbers).collect();
        let shows = still(&lists);
        if let Some(found) = shows.iter().position(|&shows| shows) {
            return lists.into_iter().nth(found);
        }
        if shows.len() < lists.len() {
            return None;
        }
    }
    None
}

/// Which of these lists are answered wrongly in this way.
fn still<Q: Ask>(
    (like, kind, why): (&Q, Option<Kind>, Option<&'static str>),
    lists: &[Vec<i32>],
    program: &mut dyn Program,
    right: &mut dyn FnMut(&Q) -> Option<Right>,
    time: Time,
) -> io::Result<Vec<bool>> {
    // Where there is another right answer, or it has another reason, the mistake is another one.
    let may_show = |right: &Right| match kind {
        Some(Kind::Wrong { expected, .. }) => expected == right.answer && why == Some(right.why),
        _ => true,
    };
    let mut small = |list: &Vec<i32>| {
        let small = like.with_numbers(list.clone());
        let right = right(&small).filter(may_show)?;
        Some((small.line(), right.answer))
    };
    let small: Vec<Option<(String, Answer)>> = lists.iter().map(&mut small).collect();
    let lines: Vec<String> = small.iter().flatten().map(|(line, _)| line.clone()).collect();
    let mut answers = Vec::with_capacity(lines.len());
    // A portion ends where the program hangs. If that is what is looked for, the rest is not needed.
    while answers.len() < lines.len() && (kind != Some(Kind::Hung) || answers.is_empty()) {
        let mut got = program.ask(&lines[answers.len()..], time)?;
        let hangs = matches!(got.last(), Some(Got::Hung));
        answers.append(&mut got);
        if !hangs {
            break;
        }
    }
    let is_found = kind == Some(Kind::Hung) && matches!(answers.last(), Some(Got::Hung));
    let mut answers = answers.into_iter();
    let mut shows = Vec::with_capacity(lists.len());
    for small in small {
        let Some((_, expected)) = small else {
            shows.push(false);
            continue;
        };
        match answers.next() {
            Some(got) => shows.push(got.kind(expected) == kind),
            None if is_found => shows.push(false),
            None => break,
        }
    }
    Ok(shows)
}
