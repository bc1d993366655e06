//! Asks a program the suites, and takes what it answers wrongly down to small decks.

use std::collections::VecDeque;
use std::io;
use std::time::{Duration, Instant};

use super::answer::{Answer, Got, Kind};
use super::deck::{Deck, Right};
use super::process::{Program, Time};
use super::shrink::shrink;
use super::suites::{Question, Suite};
use crate::core::cards::Card;
use crate::games::war::EndReason;

/// The parts of the time by which suites are asked where an answer is wrong (else all of it is for them),
/// differences are small, and it is known when they come back. The rest is for explaining them.
const ASKED_BY: f64 = 0.6;
const SMALL_BY: f64 = 0.8;
const REPEATED_BY: f64 = 0.9;
/// As soon as an answer is wrong the rest of the time is for explaining it: what is asked after the time for
/// wrong ones takes at most one part of so many of what is left.
const LATE_PARTS: u32 = 10;
/// Decks of each suite that are asked in a round, so that no suite takes the time of the others: in the
/// second, and in every later one.
const ROUNDS: [usize; 2] = [100, 1_000];
/// Decks of the first round, some of each suite: by these it is seen whether a program gives answers at all.
const FIRST_LOOK: usize = 10;
/// A suite on which a program hung so often is asked no more.
const HANGS_ENOUGH: usize = 3;
/// How long a deck is made small that a program without an answer is asked.
const MOST_FOR_NO_ANSWER: Duration = Duration::from_secs(4);
/// How often the decks of a process are asked again.
const REPETITIONS: usize = 2;

/// The time of a whole check.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    begun: Instant,
    time: Duration,
}

impl Deadline {
    /// This long from now.
    pub fn within(time: Duration) -> Self {
        Self { begun: Instant::now(), time }
    }

    /// When nothing may be done any more.
    pub fn end(&self) -> Instant {
        self.at(1.0)
    }

    fn at(&self, part: f64) -> Instant {
        self.begun + self.time.mul_f64(part)
    }
}

/// What a program answered.
#[derive(Clone, Debug)]
pub struct Played {
    /// What was asked.
    pub deck: Deck,
    /// The right answer.
    pub expected: Answer,
    /// The program's.
    pub got: Got,
    /// The number of its process.
    pub process: usize,
}

impl Played {
    /// A deck with what came back.
    pub fn of(Question { deck, expected }: Question, (got, process): (Got, usize)) -> Self {
        Self { deck, expected, got, process }
    }

    /// The kind of mistake, if it is one.
    pub fn kind(&self) -> Option<Kind> {
        self.got.kind(self.expected)
    }
}

/// When a wrong answer comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Recurs {
    /// When the deck is asked alone.
    Alone,
    /// Not alone, but when the same decks are asked before it.
    AfterOthers,
    /// Not alone; there was no time to ask the others again.
    NotAlone,
    /// Asked the same decks again, the program gives other answers.
    ByChance,
}

/// A small deck that is answered wrongly.
#[derive(Clone, Debug)]
pub struct Smallest {
    /// The deck, with both answers.
    pub played: Played,
    /// When the wrong answer comes back.
    pub recurs: Recurs,
}

/// How a suite went.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The suite's name.
    pub name: &'static str,
    /// What it tries.
    pub about: &'static str,
    /// What was asked and what came back.
    pub asked: Vec<Played>,
    /// Decks that were not asked.
    pub not_asked: usize,
    /// A small deck that is answered wrongly, if any is.
    pub smallest: Option<Smallest>,
}

impl Verdict {
    fn wrong(&self) -> impl Iterator<Item = &Played> {
        self.asked.iter().filter(|played| played.kind().is_some())
    }

    /// Decks that were answered wrongly.
    pub fn different(&self) -> usize {
        self.wrong().count()
    }

    /// The shortest deck that is answered wrongly.
    fn first(&self) -> Option<&Played> {
        self.wrong().min_by_key(|played| played.deck.cards.len())
    }

    /// Of answers that were given somewhere else; the shortest wrong one is the smallest.
    pub fn of(name: &'static str, about: &'static str, asked: Vec<Played>) -> Self {
        let mut verdict = Self { name, about, asked, not_asked: 0, smallest: None };
        let first = verdict.first().cloned();
        verdict.smallest = first.map(|played| Smallest { played, recurs: Recurs::Alone });
        verdict
    }
}

/// How a program did.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// Every suite, in order.
    pub verdicts: Vec<Verdict>,
    /// Why nothing was asked, if the program cannot be asked.
    pub silent: Option<String>,
    /// Whether the program gives no answers: none of those to the first decks was one, and no more were asked.
    pub gives_none: bool,
}

/// Says what is right; `None` of what may not be asked.
pub type Rightly<'r> = &'r mut dyn FnMut(&Deck) -> Option<Right>;

/// Asks a program everything and takes the first difference of each suite down to a small one. `probes` are
/// asked first, to see whether it answers.
///
/// Errors: the program cannot be started.
pub fn check(
    suites: Vec<Suite>,
    probes: &[Deck],
    program: &mut dyn Program,
    right: Rightly<'_>,
    deadline: Deadline,
) -> io::Result<Checked> {
    let probes = probes.iter().filter(|probe| right(probe).is_some());
    let probes: Vec<String> = probes.map(Deck::line).collect();
    let silent = match &probes[..] {
        [] => None,
        probes => program.silence(probes, deadline.at(ASKED_BY))?,
    };
    let mut asking: Vec<Asking> = suites.into_iter().map(Asking::of).collect();
    let has_answers = silent.is_some() || ask_all(&mut asking, program, deadline)?;
    let verdict = |Asking { verdict, left, .. }| Verdict { not_asked: left.len(), ..verdict };
    let mut verdicts: Vec<Verdict> = asking.into_iter().map(verdict).collect();
    let end = match has_answers {
        true => deadline.at(SMALL_BY),
        false => deadline.at(SMALL_BY).min(Instant::now() + MOST_FOR_NO_ANSWER),
    };
    make_small(&mut verdicts, program, right, end)?;
    repeat(&mut verdicts, program, deadline.at(REPEATED_BY))?;
    Ok(Checked { verdicts, silent, gives_none: !has_answers })
}

/// A suite that is being asked.
struct Asking {
    verdict: Verdict,
    left: VecDeque<Question>,
    hangs: usize,
}

impl Asking {
    fn of(Suite { name, about, questions }: Suite) -> Self {
        Self { verdict: Verdict::of(name, about, Vec::new()), left: questions.into(), hangs: 0 }
    }

    /// So many of its decks that are asked next, each with the number of the suite.
    fn next(&self, number: usize, most: usize) -> impl Iterator<Item = (usize, String)> {
        let most = if self.hangs < HANGS_ENOUGH { most } else { 0 };
        self.left.iter().take(most).map(move |question| (number, question.deck.line()))
    }
}

/// Asks all suites in rounds, as long as there is time; says whether the program gives answers.
fn ask_all(
    asking: &mut [Asking],
    program: &mut dyn Program,
    deadline: Deadline,
) -> io::Result<bool> {
    let (asked_by, end) = (deadline.at(ASKED_BY), deadline.end());
    let first = FIRST_LOOK.div_ceil(asking.len().max(1));
    let rounds = [first, ROUNDS[0]].into_iter().chain(std::iter::repeat(ROUNDS[1]));
    for most in rounds {
        let now = Instant::now();
        let is_right = asking.iter().all(|suite| suite.verdict.different() == 0);
        let round: Vec<(usize, String)> =
            asking.iter().enumerate().flat_map(|(k, suite)| suite.next(k, most)).collect();
        if round.is_empty() || now >= end || now >= asked_by && !is_right {
            break;
        }
        let late = now + end.saturating_duration_since(now) / LATE_PARTS;
        let time = Time { begin_by: if now < asked_by { asked_by } else { late }, end };
        let (suites, lines): (Vec<usize>, Vec<String>) = round.into_iter().unzip();
        for (k, reply) in suites.into_iter().zip(program.ask(&lines, time)?) {
            asking[k].hangs += usize::from(reply.0 == Got::Hung);
            let question = asking[k].left.pop_front();
            asking[k].verdict.asked.extend(question.map(|question| Played::of(question, reply)));
        }
        let mut all = asking.iter().flat_map(|suite| &suite.verdict.asked);
        if all.clone().count() >= FIRST_LOOK
            && all.all(|played| played.kind() == Some(Kind::Nonsense))
        {
            return Ok(false);
        }
    }
    Ok(true)
}

/// What wrong answers have in common that are one mistake: the answers, and how the game ends.
type Way = (Option<Kind>, Option<EndReason>);

/// Takes a difference of each suite down to a small deck, the short ones first.
fn make_small(
    verdicts: &mut [Verdict],
    program: &mut dyn Program,
    right: Rightly<'_>,
    end: Instant,
) -> io::Result<()> {
    let first = |(k, verdict): (usize, &Verdict)| Some((verdict.first()?.clone(), k));
    let mut wrong: Vec<_> = verdicts.iter().enumerate().filter_map(first).collect();
    wrong.sort_by_key(|(first, _)| first.deck.cards.len());
    let (mut known, mut left) = (Vec::new(), wrong.len() as u32);
    for (first, k) in wrong {
        let share = end.saturating_duration_since(Instant::now()) / left;
        let time = Time { begin_by: Instant::now() + share, end };
        verdicts[k].smallest = Some(smaller(first, program, right, time, &mut known)?);
        left -= 1;
    }
    Ok(())
}

/// Takes a difference down to a small deck that is answered wrongly in the same way; `known` are those that
/// were found so far.
fn smaller(
    first: Played,
    program: &mut dyn Program,
    right: Rightly<'_>,
    time: Time,
    known: &mut Vec<(Way, Smallest)>,
) -> io::Result<Smallest> {
    let way = (first.kind(), right(&first.deck).map(|right| right.why));
    let is_shorter = |(other, small): &&(Way, Smallest)| {
        *other == way && small.played.deck.cards.len() < first.deck.cards.len()
    };
    if let Some((_, shorter)) = known.iter().find(is_shorter) {
        return Ok(shorter.clone());
    }
    let alone = program.ask_together(&[first.deck.line()], time.end)?.pop();
    if alone.as_ref().is_some_and(|alone| alone.kind(first.expected) != first.kind()) {
        let is_answer = matches!(first.got, Got::Answer(_));
        let recurs = if is_answer { Recurs::NotAlone } else { Recurs::AfterOthers };
        return Ok(Smallest { played: first, recurs });
    }
    let mut failure = None;
    let cards = shrink(first.deck.cards.clone(), &mut |decks| {
        first_so(way, decks, program, right, time).unwrap_or_else(|error| {
            failure = Some(error);
            None
        })
    });
    failure.map_or(Ok(()), Err)?;
    let (deck, process) = (Deck::from(cards), first.process);
    let got = program.ask_together(&[deck.line()], time.end)?.pop();
    let small = right(&deck).zip(got);
    let small = small.map(|(right, got)| Played { deck, expected: right.answer, got, process });
    let is_same = |small: &Played| small.kind() == first.kind();
    let played = small.filter(is_same).unwrap_or(first);
    let smallest = Smallest { played, recurs: Recurs::Alone };
    known.push((way, smallest.clone()));
    Ok(smallest)
}

/// The first of these decks that is answered wrongly in this way.
fn first_so(
    (kind, why): Way,
    decks: &[Vec<Card>],
    program: &mut dyn Program,
    right: Rightly<'_>,
    time: Time,
) -> io::Result<Option<usize>> {
    // Where there is another right answer, or it has another reason, the mistake is another one.
    let may_show = |right: &Right| match kind {
        Some(Kind::Wrong { expected, .. }) => expected == right.answer && why == Some(right.why),
        _ => true,
    };
    let mut asked = Vec::with_capacity(decks.len());
    for (k, cards) in decks.iter().enumerate() {
        let deck = Deck::from(cards.clone());
        asked.extend(right(&deck).filter(may_show).map(|right| (deck.line(), right.answer, k)));
    }
    let lines: Vec<String> = asked.iter().map(|(line, ..)| line.clone()).collect();
    let mut done = 0;
    // It stops where the program hangs.
    while done < asked.len() {
        let replies = program.ask(&lines[done..], time)?;
        let shows = |((got, _), (_, right, _)): &(&(Got, usize), &(String, Answer, usize))| {
            got.kind(*right) == kind
        };
        if let Some((_, (.., k))) = replies.iter().zip(&asked[done..]).find(shows) {
            return Ok(Some(*k));
        }
        if !replies.last().is_some_and(|(got, _)| *got == Got::Hung) {
            break;
        }
        done += replies.len();
    }
    Ok(None)
}

/// Asks the decks of a process again, in the same order, where a wrong answer does not come alone: does it
/// come back?
fn repeat(verdicts: &mut [Verdict], program: &mut dyn Program, end: Instant) -> io::Result<()> {
    let smallest = verdicts.iter().filter_map(|verdict| verdict.smallest.as_ref());
    let not_alone = smallest.clone().find(|smallest| smallest.recurs == Recurs::NotAlone);
    let Some(process) = not_alone.map(|smallest| smallest.played.process) else { return Ok(()) };
    let asked = verdicts.iter().flat_map(|verdict| &verdict.asked);
    let same: Vec<&Played> = asked.filter(|played| played.process == process).collect();
    let lines: Vec<String> = same.iter().map(|played| played.deck.line()).collect();
    let mut recurs = Recurs::AfterOthers;
    for _ in 0..REPETITIONS {
        let again = program.ask_together(&lines, end)?;
        let differs = |(before, now): (&&Played, &Got)| {
            // A busy machine makes programs late.
            before.kind() != now.kind(before.expected) && *now != Got::Hung
        };
        if same.iter().zip(&again).any(differs) {
            recurs = Recurs::ByChance;
            break;
        }
        if again.len() < same.len() {
            recurs = Recurs::NotAlone;
        }
    }
    let smallest = verdicts.iter_mut().filter_map(|verdict| verdict.smallest.as_mut());
    smallest.filter(|s| s.recurs == Recurs::NotAlone).for_each(|smallest| smallest.recurs = recurs);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::answer::Ending;
    use super::super::process::{Function, Reply};
    use super::*;

    /// What the first difference of a program that answers 0 to everything comes down to, if decks for which
    /// this holds have another reason.
    fn smallest_of(first: Vec<Card>, special: impl Fn(&[Card]) -> bool) -> Vec<Card> {
        let mut right = |deck: &Deck| {
            let is_special = special(&deck.cards);
            let why = if is_special { EndReason::Limit } else { EndReason::OutOfCards };
            Some(Right { answer: Answer(1), why })
        };
        let suite = suite(vec![first]);
        let deadline = Deadline::within(Duration::from_secs(60));
        let mut zero = Function(|_: &str| Ok(Got::Answer(Answer(0))));
        let checked = check(vec![suite], &[], &mut zero, &mut right, deadline);
        let verdict = checked.expect("a program that starts").verdicts.remove(0);
        verdict.smallest.expect("a difference").played.deck.cards
    }

    fn suite(decks: Vec<Vec<Card>>) -> Suite {
        let question = |deck: Vec<Card>| Question { deck: deck.into(), expected: Answer(1) };
        Suite { name: "suite", about: "", questions: decks.into_iter().map(question).collect() }
    }

    #[test]
    fn difference_keeps_its_reason() {
        assert!(smallest_of((1..=40).collect(), |_| false).is_empty());
        let long = smallest_of((1..=40).collect(), |deck| deck.len() > 20);
        assert_eq!(long, [1; 21]);
    }

    /// A check of a program that answers these numbers so, each in so many milliseconds.
    fn timed((seconds, each): (f64, u64), count: i32, got: impl Fn(i32) -> Got) -> Checked {
        struct Slow<F>(u64, F);
        impl<F: Fn(i32) -> Got> Program for Slow<F> {
            fn ask(&mut self, decks: &[String], time: Time) -> io::Result<Vec<Reply>> {
                let mut replies = Vec::new();
                for deck in decks.iter().take_while(|_| Instant::now() < time.begin_by) {
                    std::thread::sleep(Duration::from_millis(self.0));
                    replies.push((self.1(deck.parse().unwrap_or(0)), 0));
                    // Of who hangs no more comes back.
                    if replies.last().is_some_and(|(got, _)| *got == Got::Hung) {
                        break;
                    }
                }
                Ok(replies)
            }

            fn ask_together(&mut self, decks: &[String], end: Instant) -> io::Result<Vec<Got>> {
                let replies = self.ask(decks, Time { begin_by: end, end })?;
                Ok(replies.into_iter().map(|(got, _)| got).collect())
            }
        }
        let suite = |first: i32| suite((first..first + count).map(|n| vec![n]).collect());
        let why = EndReason::OutOfCards;
        let mut right = |_: &Deck| Some(Right { answer: Answer(1), why });
        let deadline = Deadline::within(Duration::from_secs_f64(seconds));
        let suites = vec![suite(1), suite(1 + count)];
        check(suites, &[], &mut Slow(each, got), &mut right, deadline).expect("it starts")
    }

    fn left(checked: &Checked) -> usize {
        checked.verdicts.iter().map(|verdict| verdict.not_asked).sum()
    }

    #[test]
    fn right_program_has_all_of_the_time() {
        // 80 decks of 20 ms are 1.6 s: more than 0.6 of 2 s.
        let right = timed((2.0, 20), 40, |_| Got::Answer(Answer(1)));
        assert_eq!((left(&right), right.gives_none), (0, false));
        // The same with a wrong answer leaves time to explain it.
        let wrong = timed((2.0, 20), 40, |n| Got::Answer(Answer(i32::from(n != 3))));
        assert!(left(&wrong) > 5 && wrong.verdicts[0].smallest.is_some(), "{}", left(&wrong));
    }

    #[test]
    fn late_difference_ends_the_asking() {
        // All 80 fit into the time, of which 60 come before the others are asked in small portions; the
        // wrong one is the 70th that is asked. A busy machine may be too slow for that.
        let is_so = |_| {
            let late = timed((2.0, 20), 40, |n| Got::Answer(Answer(i32::from(n != 70))));
            let found = late.verdicts[1].smallest.as_ref();
            found.is_some_and(|s| s.played.deck.cards.len() <= 1) && (1..=10).contains(&left(&late))
        };
        assert!((0..5).any(is_so));
    }

    #[test]
    fn who_hangs_is_left_and_who_is_slow_is_late() {
        let hangs =
            timed((20.0, 0), 40, |n| if n > 20 { Got::Hung } else { Got::Answer(Answer(1)) });
        assert!(left(&hangs) > 0);
        let dies = |_| Got::Died { how: Ending::Code(1), stderr: String::new(), after: 3 };
        let slow = timed((0.2, 20), 40, dies);
        assert!(left(&slow) > 0 && !slow.gives_none);
    }

    #[test]
    fn who_gives_no_answers_is_not_asked_on() {
        let asked = |checked: &Checked| {
            checked.verdicts.iter().map(|verdict| verdict.asked.len()).sum::<usize>()
        };
        let words = |_| Got::Nonsense("A wins".into());
        let none = timed((20.0, 1), 400, words);
        assert_eq!((asked(&none), none.gives_none), (FIRST_LOOK, true));
        assert!(none.verdicts[0].smallest.is_some());
        let some = timed((20.0, 0), 400, move |n| match n {
            3 => Got::Answer(Answer(1)),
            n => words(n),
        });
        assert_eq!((asked(&some), some.gives_none), (800, false));
    }
}
