//! Plays suites with a program and finds out where it differs.

use std::io;
use std::ops::Range;
use std::time::{Duration, Instant};

use super::answer::{Got, Kind};
use super::asking::{All, Asking, affordable, choose};
use super::difference::{Difference, Known, Recurs, smallest};
use super::process::{Program, Ready, Time};
use super::suite::{Ask, Played, Question, Right, Suite};

/// The part of the time in which suites are asked where an answer is wrong; else all of it is for them.
const ASKING: f64 = 0.65;
/// Of the time after that, the part by which differences are small, and that by which it is known
/// when they come back.
const SHRINKING: f64 = 0.57;
const REPEATING: f64 = 0.86;
/// How long a question is made small that a program without an answer is asked.
const MOST_FOR_NO_ANSWER: Duration = Duration::from_secs(4);
/// How often the same is asked again, and at least how many questions: who gives one of three answers
/// by chance gives the same ones as rarely as 1 in 3^200.
const REPETITIONS: usize = 2;
const REPEATED: usize = 100;

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
        self.begun + self.time
    }

    /// The time that has passed.
    pub fn took(&self) -> Duration {
        self.begun.elapsed()
    }

    fn at(&self, part: f64) -> Instant {
        self.begun + self.time.mul_f64(part)
    }
}

/// How a program did.
#[derive(Clone, Debug)]
pub struct Checked<Q> {
    /// Every suite, in order.
    pub verdicts: Vec<Verdict<Q>>,
    /// Why nothing was asked, if the program cannot be asked.
    pub silent: Option<String>,
    /// Why questions were not asked, if any were not.
    pub missing: Missing,
}

/// Why questions are not asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Missing {
    /// Time is up.
    #[default]
    InTime,
    /// It hung so often that suites were left, or time is up.
    Hung,
    /// Not all can be asked in the time: some of every suite were chosen.
    Choice,
    /// The program gives no answers: none of those to some questions of every suite was one.
    NoAnswers,
}

/// How a suite went.
#[derive(Clone, Debug)]
pub struct Verdict<Q> {
    /// The suite's name.
    pub name: &'static str,
    /// What it tries.
    pub about: &'static str,
    /// What was asked and what came back.
    pub asked: Vec<Played<Q>>,
    /// Questions that were not asked, for want of time.
    pub not_asked: usize,
    /// A small question that is answered wrongly, if any is.
    pub smallest: Option<Difference<Q>>,
}

impl<Q> Verdict<Q> {
    /// Questions that were answered wrongly.
    pub fn different(&self) -> usize {
        self.asked.iter().filter(|played| played.is_different()).count()
    }
}

/// Asks a program everything and takes the first difference of each suite down to a small one.
///
/// `probes` are asked first, to see whether it answers; `right` gives the right answer, or `None` for
/// what may not be asked. Errors: the program cannot be started.
pub fn check<Q: Ask>(
    mut suites: Vec<Suite<Q>>,
    probes: &[Q],
    program: &mut dyn Program,
    right: &mut dyn FnMut(&Q) -> Option<Right>,
    deadline: Deadline,
) -> io::Result<Checked<Q>> {
    let probes = probes.iter().filter(|probe| right(probe).is_some());
    let probes: Vec<String> = probes.map(Ask::line).collect();
    let asking_ends = deadline.at(ASKING);
    let chosen: Vec<usize> = match program.prepare(&probes, asking_ends)? {
        Ready::Asked(Some(each)) => choose(&mut suites, affordable(each, asking_ends)),
        Ready::Asked(None) => suites.iter().map(|suite| suite.questions.len()).collect(),
        Ready::Silent(why) => {
            let none = |suite| verdict(Asking::new((suite, 0)));
            let verdicts = suites.into_iter().map(none).collect();
            return Ok(Checked { verdicts, silent: Some(why), missing: Missing::default() });
        }
    };
    let is_choice = suites.iter().zip(&chosen).any(|(suite, &some)| some < suite.questions.len());
    let asking = suites.into_iter().zip(chosen).map(Asking::new);
    let mut asking = All { suites: asking.collect(), order: Vec::new() };
    asking.first_look(program, asking_ends)?;
    let has_answers = asking.has_answers();
    if has_answers {
        asking.until(program, asking_ends, false)?;
        if asking.are_right() {
            asking.suites.iter_mut().for_each(|suite| suite.chosen = suite.suite.questions.len());
            asking.until(program, deadline.end(), true)?;
        }
    }
    let has_hung = asking.suites.iter().any(Asking::is_given_up);
    let All { suites: asking, order } = asking;
    let mut verdicts: Vec<Verdict<Q>> = asking.into_iter().map(verdict).collect();
    let now = Instant::now();
    let explaining = deadline.end().saturating_duration_since(now.max(asking_ends));
    let end = match has_answers {
        true => now.max(asking_ends) + explaining.mul_f64(SHRINKING),
        false => now + MOST_FOR_NO_ANSWER.min(explaining),
    };
    let mut known = Known::new();
    let mut left = verdicts.iter().filter(|verdict| verdict.different() > 0).count() as u32;
    for verdict in &mut verdicts {
        let first = verdict.asked.iter().find(|played| played.is_different());
        if let Some(first) = first.cloned() {
            let share = end.saturating_duration_since(Instant::now()) / left.max(1);
            let time = Time { begin_by: Instant::now() + share, end };
            verdict.smallest = Some(smallest(first, program, right, time, &mut known)?);
            left -= 1;
        }
    }
    let found = |verdict: &Verdict<Q>| verdict.smallest.as_ref().map(|smallest| smallest.recurs);
    if verdicts.iter().any(|verdict| found(verdict) == Some(Recurs::NotAlone)) {
        let end = now.max(asking_ends) + explaining.mul_f64(REPEATING);
        let again = again(&verdicts, &order, program, end)?;
        for smallest in verdicts.iter_mut().filter_map(|verdict| verdict.smallest.as_mut()) {
            if again == Recurs::ByChance || smallest.recurs == Recurs::NotAlone {
                smallest.recurs = again;
            }
        }
    }
    let missing = match (has_answers, is_choice) {
        (false, _) => Missing::NoAnswers,
        (true, true) if verdicts.iter().any(|verdict| verdict.not_asked > 0) => Missing::Choice,
        (true, _) if has_hung => Missing::Hung,
        (true, _) => Missing::InTime,
    };
    Ok(Checked { verdicts, silent: None, missing })
}

/// Asks the same in the same order as before, up to the first wrong answer that does not come alone,
/// and says when that one comes back.
fn again<Q: Ask>(
    verdicts: &[Verdict<Q>],
    order: &[(usize, Range<usize>)],
    program: &mut dyn Program,
    end: Instant,
) -> io::Result<Recurs> {
    for _ in 0..REPETITIONS {
        program.begin_again();
        let (mut count, mut is_found) = (0, false);
        for (suite, portion) in order {
            let verdict = &verdicts[*suite];
            let mut asked = &verdict.asked[portion.clone()];
            if verdict.smallest.as_ref().is_some_and(|s| s.recurs == Recurs::NotAlone)
                && let Some(wrong) = asked.iter().position(Played::is_different)
            {
                is_found = true;
                asked = &asked[..asked.len().min((wrong + 1).max(REPEATED))];
            }
            let lines: Vec<String> = asked.iter().map(|played| played.asked.line()).collect();
            let answers = program.ask(&lines, Time { begin_by: end, end })?;
            let differs = |(before, now): (&Played<Q>, &Got)| {
                let kinds = [&before.got, now].map(|got| got.kind(before.expected));
                // A busy machine makes programs late.
                kinds[0] != kinds[1] && !kinds.contains(&Some(Kind::Hung))
            };
            if asked.iter().zip(&answers).any(differs) {
                return Ok(Recurs::ByChance);
            }
            if answers.len() < asked.len() {
                return Ok(Recurs::NotAlone);
            }
            count += asked.len();
            if is_found && count >= REPEATED {
                break;
            }
        }
    }
    Ok(Recurs::AfterOthers)
}

/// How a suite went that was asked.
fn verdict<Q>(asking: Asking<Q>) -> Verdict<Q> {
    let Suite { name, about, questions } = asking.suite;
    let not_asked = questions.len() - asking.answers.len();
    let asked = questions.into_iter().zip(asking.answers).map(Played::of).collect();
    Verdict { name, about, asked, not_asked, smallest: None }
}

/// Compares answers that were given somewhere else; the shortest wrong one is the smallest.
///
/// Shapes: an answer for each question.
pub fn compare<Q: Ask>(
    name: &'static str,
    about: &'static str,
    questions: Vec<Question<Q>>,
    answers: Vec<Got>,
) -> Verdict<Q> {
    let asked: Vec<Played<Q>> = questions.into_iter().zip(answers).map(Played::of).collect();
    let wrong = asked.iter().filter(|played| played.is_different());
    let smallest = wrong.min_by_key(|played| played.asked.numbers().len());
    let smallest = smallest.cloned().map(|Played { asked, expected, got }| {
        let recurs = Recurs::Alone;
        Difference { asked, expected, got, recurs }
    });
    Verdict { name, about, asked, not_asked: 0, smallest }
}

#[cfg(test)]
mod tests {
    use super::super::answer::{Answer, Ending};
    use super::*;

    /// A question of any numbers; the rule has a reason of its own for some of them.
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    struct Numbers(Vec<i32>);

    impl Ask for Numbers {
        fn line(&self) -> String {
            format!("{:?}", self.0)
        }

        fn numbers(&self) -> &[i32] {
            &self.0
        }

        fn with_numbers(&self, numbers: Vec<i32>) -> Self {
            Numbers(numbers)
        }

        fn small_numbers(nth: u64) -> Vec<i32> {
            vec![nth as i32, 7]
        }
    }

    /// A program that answers 0 to everything.
    struct Zero;

    impl Program for Zero {
        fn prepare(&mut self, _: &[String], _: Instant) -> io::Result<Ready> {
            Ok(Ready::Asked(None))
        }

        fn ask(&mut self, questions: &[String], _: Time) -> io::Result<Vec<Got>> {
            Ok(vec![Got::Answer(Answer(0)); questions.len()])
        }

        fn ask_alone(&mut self, _: &str, _: Instant) -> io::Result<Option<Got>> {
            Ok(Some(Got::Answer(Answer(0))))
        }
    }

    /// What the first difference comes down to, if lists for which this holds have another reason.
    fn smallest_of(first: Vec<i32>, special: impl Fn(&[i32]) -> bool) -> Vec<i32> {
        let mut right = |asked: &Numbers| {
            let why = if special(&asked.0) { "special" } else { "plain" };
            Some(Right { answer: Answer(1), why })
        };
        let question = Question { asked: Numbers(first), expected: Answer(1) };
        let suite = Suite { name: "suite", about: "", questions: vec![question] };
        let deadline = Deadline::within(Duration::from_secs(60));
        let checked = check(vec![suite], &[], &mut Zero, &mut right, deadline);
        let verdict = checked.expect("a program that starts").verdicts.remove(0);
        verdict.smallest.expect("a difference").asked.0
    }

    #[test]
    fn difference_keeps_its_reason() {
        assert!(smallest_of((1..=40).collect(), |_| false).is_empty());
        let long = smallest_of((1..=40).collect(), |list| list.len() > 20);
        assert_eq!(long, [1; 21]);
    }

    #[test]
    fn small_lists_are_tried_where_a_large_one_stays_large() {
        let first: Vec<i32> = (1..=40).collect();
        let other = first.clone();
        let found = smallest_of(first, move |list| list == other || list == [100, 7]);
        assert_eq!(found, [100, 7]);
    }

    /// A check of a program that answers these numbers so, each in so many milliseconds.
    fn timed(
        (seconds, each): (f64, u64),
        count: i32,
        got: impl Fn(i32) -> Got + Send + 'static,
    ) -> Checked<Numbers> {
        struct Slow<F>(u64, F);
        impl<F: Fn(i32) -> Got> Program for Slow<F> {
            fn prepare(&mut self, _: &[String], _: Instant) -> io::Result<Ready> {
                Ok(Ready::Asked(None))
            }

            fn ask(&mut self, questions: &[String], time: Time) -> io::Result<Vec<Got>> {
                let in_time = questions.iter().take_while(|_| Instant::now() < time.begin_by);
                let number = |line: &str| line.trim_matches(['[', ']']).parse().unwrap_or(0);
                let mut answers = Vec::new();
                for question in in_time {
                    std::thread::sleep(Duration::from_millis(self.0));
                    answers.push(self.1(number(question)));
                    // Of who hangs no more comes back.
                    if answers.last() == Some(&Got::Hung) {
                        break;
                    }
                }
                Ok(answers)
            }

            fn ask_alone(&mut self, question: &str, end: Instant) -> io::Result<Option<Got>> {
                let got = self.ask(&[question.to_owned()], Time { begin_by: end, end })?;
                Ok(got.into_iter().next())
            }
        }
        let question = |n| Question { asked: Numbers(vec![n]), expected: Answer(1) };
        let suite = |first: i32| Suite {
            name: "suite",
            about: "",
            questions: (first..first + count).map(question).collect(),
        };
        let mut right = |_: &Numbers| Some(Right { answer: Answer(1), why: "" });
        let deadline = Deadline::within(Duration::from_secs_f64(seconds));
        let suites = vec![suite(1), suite(1 + count)];
        check(suites, &[], &mut Slow(each, got), &mut right, deadline).expect("it starts")
    }

    fn left(checked: &Checked<Numbers>) -> usize {
        checked.verdicts.iter().map(|verdict| verdict.not_asked).sum()
    }

    #[test]
    fn right_program_has_all_of_the_time() {
        // 80 questions of 20 ms are 1.6 s: more than 0.65 of 2 s.
        let right = timed((2.0, 20), 40, |_| Got::Answer(Answer(1)));
        assert_eq!((left(&right), right.missing), (0, Missing::InTime));
        // The same with a wrong answer leaves time to explain it.
        let wrong = timed((2.0, 20), 40, |n| Got::Answer(Answer(i32::from(n != 3))));
        assert!(left(&wrong) > 5 && wrong.verdicts[0].smallest.is_some(), "{}", left(&wrong));
    }

    #[test]
    fn late_difference_ends_the_asking() {
        // All 80 fit into the time; in the part of it in which suites are asked come 32 or fewer of each.
        // A busy machine may be too slow for that.
        let is_so = |_| {
            let late = timed((2.0, 20), 40, |n| Got::Answer(Answer(i32::from(n != 38))));
            let found = late.verdicts[0].smallest.as_ref();
            found.is_some_and(|s| s.asked.0.len() <= 1) && (5..=15).contains(&left(&late))
        };
        assert!((0..5).any(is_so));
    }

    #[test]
    fn who_hangs_is_left_and_who_is_slow_is_late() {
        let hangs =
            timed((20.0, 0), 40, |n| if n > 20 { Got::Hung } else { Got::Answer(Answer(1)) });
        assert_eq!((left(&hangs) > 0, hangs.missing), (true, Missing::Hung));
        let dies = |_| Got::Died { how: Ending::Code(1), stderr: String::new(), after: 3 };
        let slow = timed((0.2, 20), 40, dies);
        assert_eq!((left(&slow) > 0, slow.missing), (true, Missing::InTime));
    }

    #[test]
    fn who_gives_no_answers_is_not_asked_on() {
        let asked = |checked: &Checked<Numbers>| {
            checked.verdicts.iter().map(|verdict| verdict.asked.len()).sum::<usize>()
        };
        let words = |_| Got::Nonsense("A wins".into());
        let none = timed((20.0, 1), 400, words);
        assert_eq!((asked(&none), none.missing), (10, Missing::NoAnswers));
        assert!(none.verdicts[0].smallest.is_some());
        let some = timed((20.0, 0), 400, move |n| match n {
            402 => Got::Answer(Answer(1)),
            n => words(n),
        });
        assert_eq!((asked(&some), some.missing), (800, Missing::InTime));
    }
}
