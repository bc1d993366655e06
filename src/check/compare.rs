//! Asks a program the suites, and takes what it answers wrongly down to a small deck.

use std::collections::VecDeque;
use std::io;
use std::mem::discriminant;
use std::time::{Duration, Instant};

use super::answer::{Got, why_silent};
use super::judge::line;
use super::process::Program;
use super::shrink::shrink;
use crate::core::cards::Card;
use crate::core::cards::text::Given;
use crate::games::war::End;

/// The parts of the time by which suites are asked where an answer is wrong (else all of it is for them), and that
/// making the difference small may take. The rest is for explaining it.
const ASKED_BY: f64 = 0.6;
const SMALL: f64 = 0.2;
/// As soon as an answer is wrong the rest of the time is for explaining it: what is asked after the time for
/// wrong ones takes at most one part of so many of what is left.
const LATE_PARTS: u32 = 3;
/// Decks of each suite that are asked before more of any, so that no suite takes the time of the others.
const ROUND: usize = 250;
/// How often a deck is asked again that is answered wrongly: who answers by chance among three answers gives the
/// same each time once in 6,561 checks.
const AGAIN: usize = 8;
/// A suite on which a program hung so often is asked no more.
const HANGS_ENOUGH: usize = 2;

/// What a program answered to a deck.
#[derive(Clone, Debug)]
pub struct Answered {
    /// What was asked.
    pub deck: Given,
    /// Who wins by the rules, and how the game ends: a wrong answer to one that ends otherwise is another mistake.
    pub right: End,
    /// The program's.
    pub got: Got,
}

impl Answered {
    /// Whether it is answered wrongly.
    pub fn is_wrong(&self) -> bool {
        self.got != Got::Answer(self.right.0)
    }

    /// Whether this wrong answer would be the same mistake: where there is another right one, or it has
    /// another reason, it is not.
    fn is_like(&self, right: End, got: &Got) -> bool {
        match got {
            Got::Answer(_) => self.got == *got && self.right == right,
            _ => discriminant(&self.got) == discriminant(got),
        }
    }
}

/// A small deck that is answered wrongly.
#[derive(Clone, Debug)]
pub struct Smallest {
    /// The suite of the deck that it was made of.
    pub suite: &'static str,
    /// The deck, with both answers.
    pub played: Answered,
    /// Whether it is answered so alone, and not only after other decks.
    pub alone: bool,
}

/// A deck, who wins it, and how its game ends.
pub type Question = (Given, End);

/// Decks that try one thing, and what a program answers.
#[derive(Clone, Debug)]
pub struct Suite {
    /// Its name on the command line and in reports.
    pub name: &'static str,
    /// Decks that were not asked yet, in the order in which they are.
    pub left: VecDeque<Question>,
    /// What was asked and what came back.
    pub asked: Vec<Answered>,
}

impl Suite {
    /// Of which nothing was asked yet.
    pub fn new(name: &'static str, questions: impl IntoIterator<Item = Question>) -> Self {
        Self { name, left: questions.into_iter().collect(), asked: Vec::new() }
    }

    /// Asks the next deck, to which this came back.
    pub fn answer(&mut self, got: Got) {
        let asked = self.left.pop_front();
        self.asked.extend(asked.map(|(deck, right)| Answered { deck, right, got }));
    }

    fn wrong(&self) -> impl Iterator<Item = &Answered> {
        self.asked.iter().filter(|played| played.is_wrong())
    }

    /// Decks that were answered wrongly.
    pub fn different(&self) -> usize {
        self.wrong().count()
    }

    /// The shortest deck that is answered wrongly.
    pub fn shortest(&self) -> Option<Smallest> {
        let played = self.wrong().min_by_key(|played| played.deck.cards.len())?;
        Some(Smallest { suite: self.name, played: played.clone(), alone: true })
    }
}

/// What a check comes to.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// Why the program was not asked anything, if it cannot be asked.
    pub silent: Option<String>,
    /// A small deck that is answered wrongly, if any is.
    pub smallest: Option<Smallest>,
}

/// Says what is right; `None` of what may not be asked.
pub type Rightly<'r> = &'r mut dyn FnMut(&Given) -> Option<End>;

/// Asks a program everything and takes the shortest deck that it answers wrongly down to a small one. If it does
/// not answer one of these `probes`, that is all. All of it has `time`.
///
/// Errors: the program cannot be started.
pub fn check<'p>(
    suites: &mut [Suite],
    probes: &[Given],
    program: &'p mut dyn Program,
    right: Rightly<'p>,
    time: Duration,
) -> io::Result<Checked> {
    let begun = Instant::now();
    let mut checked = Checked::default();
    let mut asking = Asking { program, right, by: begun + time };
    for probe in probes {
        checked.silent = why_silent(asking.alone(probe)?);
        // A program that hangs is waited for once.
        if checked.silent.is_none() || begun.elapsed() > time / 10 {
            break;
        }
    }
    if checked.silent.is_some() {
        return Ok(checked);
    }
    let asked_by = begun + time.mul_f64(ASKED_BY);
    loop {
        let is_wrong = suites.iter().any(|suite| suite.different() > 0);
        let (now, end) = (Instant::now(), if is_wrong { asked_by } else { asking.by });
        let by = asked_by.max(now + asking.by.saturating_duration_since(now) / LATE_PARTS);
        if now >= end || !asking.ask(suites, by)? {
            break;
        }
    }
    asking.by = asking.by.min(Instant::now() + time.mul_f64(SMALL));
    let shortest = suites.iter().filter_map(Suite::shortest);
    let first = shortest.min_by_key(|first| first.played.deck.cards.len());
    checked.smallest = first.map(|first| asking.smaller(first)).transpose()?;
    Ok(checked)
}

/// A check as it goes.
struct Asking<'p> {
    program: &'p mut dyn Program,
    right: Rightly<'p>,
    /// When everything is over, or a difference has to be small.
    by: Instant,
}

impl Asking<'_> {
    /// What is answered to a deck that is asked apart from all others, if there is time.
    fn alone(&mut self, deck: &Given) -> io::Result<Option<Got>> {
        Ok(self.program.ask(&[line(deck)], self.by)?.pop())
    }

    /// Asks what is left of suites, but for those on which the program hung too often; whether there was anything.
    fn ask(&mut self, suites: &mut [Suite], by: Instant) -> io::Result<bool> {
        let mut all = Vec::new();
        for (k, suite) in suites.iter().enumerate() {
            let hangs = suite.asked.iter().filter(|played| played.got == Got::Hung).count();
            let left = suite.left.iter().filter(|_| hangs < HANGS_ENOUGH).enumerate();
            all.extend(left.map(|(n, (deck, _))| (n / ROUND, k, line(deck))));
        }
        all.sort_by_key(|(round, ..)| *round);
        let all = all.into_iter().map(|(_, k, line)| (k, line));
        let (places, lines): (Vec<usize>, Vec<String>) = all.unzip();
        for (k, got) in places.iter().zip(self.program.ask(&lines, by)?) {
            suites[*k].answer(got);
        }
        Ok(!places.is_empty())
    }

    /// A small deck that is answered wrongly in the same way.
    fn smaller(&mut self, found: Smallest) -> io::Result<Smallest> {
        let first = &found.played;
        let again = self.program.ask(&vec![line(&first.deck); AGAIN], self.by)?;
        if again.iter().any(|got| !first.is_like(first.right, got)) {
            return Ok(Smallest { alone: false, ..found });
        }
        let deck = shrink(first.deck.cards.clone(), |decks| self.first_like(first, decks))?.into();
        let small = (self.right)(&deck).zip(self.alone(&deck)?);
        let small = small.map(|(right, got)| Answered { deck, right, got });
        let small = small.filter(|small| first.is_like(small.right, &small.got));
        Ok(small.map_or(found.clone(), |played| Smallest { played, ..found }))
    }

    /// The first of these decks on which the program makes the same mistake.
    fn first_like(
        &mut self,
        first: &Answered,
        decks: Vec<Vec<Card>>,
    ) -> io::Result<Option<Vec<Card>>> {
        let question = |cards| {
            let deck = Given::from(cards);
            let right = (self.right)(&deck).filter(|right| first.is_like(*right, &first.got))?;
            Some((deck, right))
        };
        let mut suite = [Suite::new("", decks.into_iter().filter_map(question))];
        while Instant::now() < self.by && self.ask(&mut suite, self.by)? {
            let mut asked = suite[0].asked.drain(..);
            let found = asked.find(|played| first.is_like(played.right, &played.got));
            if let Some(found) = found {
                return Ok(Some(found.deck.cards));
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::war::{EndReason, Outcome};

    const RIGHT: End = (Outcome::A, EndReason::OutOfCards);

    #[test]
    fn difference_keeps_its_reason() {
        // A program that answers 0 to everything, where longer decks have another reason or not.
        for (longest, small) in [(40, 0), (20, 21)] {
            let mut right = |deck: &Given| {
                let is_long = deck.cards.len() > longest;
                Some(if is_long { (Outcome::A, EndReason::Limit) } else { RIGHT })
            };
            let first = Given::from((1..=40).collect::<Vec<Card>>());
            let mut suites = [Suite::new("suite", right(&first).map(|right| (first, right)))];
            let mut zero = |_: &str| Ok(Got::Answer(Outcome::Draw));
            let minute = Duration::from_secs(60);
            let checked = check(&mut suites, &[Given::default()], &mut zero, &mut right, minute);
            let smallest = checked.unwrap().smallest.expect("a difference");
            assert_eq!(smallest.played.deck.cards, vec![1; small]);
        }
    }

    /// A program that takes so many milliseconds for each deck, and answers its number so.
    struct Slow<F>(u64, F);

    impl<F: Fn(i32) -> Got> Program for Slow<F> {
        fn ask(&mut self, decks: &[String], by: Instant) -> io::Result<Vec<Got>> {
            let mut all = Vec::new();
            // Of who hangs no more comes back.
            while all.len() < decks.len() && Instant::now() < by && all.last() != Some(&Got::Hung) {
                std::thread::sleep(Duration::from_millis(self.0));
                all.push(self.1(decks[all.len()].parse().unwrap_or(0)));
            }
            Ok(all)
        }
    }

    /// How many of twice forty decks a program has not been asked after so many seconds, and its smallest difference.
    fn timed(seconds: f64, each: u64, got: impl Fn(i32) -> Got) -> (usize, Option<Smallest>) {
        let question = |n| (Given::from(vec![n]), RIGHT);
        let mut suites =
            [1..=40, 41..=80].map(|numbers| Suite::new("suite", numbers.map(question)));
        let (time, mut right) = (Duration::from_secs_f64(seconds), |_: &Given| Some(RIGHT));
        let mut slow = Slow(each, got);
        let checked = check(&mut suites, &[Given::default()], &mut slow, &mut right, time);
        (suites.iter().map(|suite| suite.left.len()).sum(), checked.unwrap().smallest)
    }

    /// 80 decks of 20 ms are 1.6 s: more than 0.6 of 2 s. A busy machine may be too slow for that.
    #[test]
    fn right_program_has_all_of_the_time_and_a_difference_ends_the_asking() {
        let all_but =
            |wrong: i32| move |n| Got::Answer(if n == wrong { Outcome::Draw } else { Outcome::A });
        assert!((0..5).any(|_| timed(2.0, 20, all_but(0)).0 == 0));
        // A wrong answer leaves time to explain it.
        let (left, smallest) = timed(2.0, 20, all_but(3));
        assert!(left > 5 && smallest.is_some(), "{left}");
        // 60 come before the others are asked in small portions; the wrong one is the 70th that is asked.
        let is_so = |_| {
            let (left, found) = timed(2.0, 20, all_but(70));
            found.is_some_and(|s| s.played.deck.cards.len() <= 1) && (1..=10).contains(&left)
        };
        assert!((0..5).any(is_so));
        // Who hangs is left, and who is slow is late.
        let hangs = |n| if n > 20 { Got::Hung } else { Got::Answer(Outcome::A) };
        assert!(timed(20.0, 0, hangs).0 > 0);
        let dies = |_| Got::Died { how: "exit code 1".into(), stderr: String::new() };
        assert!(timed(0.2, 20, dies).0 > 0);
    }
}
