//! Suites while they are asked: which questions come first, in which portions, and when it is enough.

use std::io;
use std::ops::Range;
use std::time::{Duration, Instant};

use super::answer::Got;
use super::process::{Program, Time};
use super::suite::{Ask, Suite};

/// As soon as an answer is wrong the rest of the time is for explaining it: portions that are asked
/// after the time for wrong ones take at most this part of what is left.
const LATE_PORTION: f64 = 0.1;
/// By so many questions, some of every suite, it is seen whether a program gives answers at all.
const FIRST_LOOK: usize = 10;
/// A suite on which a program hung so often is asked no more.
const HANGS_ENOUGH: usize = 3;
/// A suite may take at least this part of the time that is left.
const MOST_SHARES: u32 = 5;
/// Where the time for a question is known, the part of the time that is planned for.
const USED_SHARE: f64 = 0.85;
/// Questions asked at once.
const AT_ONCE: usize = 1_024;

/// Questions that a program that takes this long for each can answer in time.
pub fn affordable(each: Duration, until: Instant) -> usize {
    let time = until.saturating_duration_since(Instant::now()).mul_f64(USED_SHARE);
    (time.as_secs_f64() / each.as_secs_f64().max(1e-6)) as usize
}

/// Puts so many questions first, some of each suite: small suites stay whole, of large ones every
/// second one or fewer is chosen. Returns how many of each suite are.
pub fn choose<Q>(suites: &mut [Suite<Q>], mut affordable: usize) -> Vec<usize> {
    let mut chosen = vec![0; suites.len()];
    let mut by_size: Vec<usize> = (0..suites.len()).collect();
    by_size.sort_by_key(|&k| suites[k].questions.len());
    for (done, &k) in by_size.iter().enumerate() {
        let questions = &mut suites[k].questions;
        let count = questions.len();
        let kept = (affordable / (by_size.len() - done)).clamp(1, count.max(1)).min(count);
        affordable = affordable.saturating_sub(kept);
        // Evenly spread, the first one among them.
        let mut places = (0..kept).map(|j| j * count / kept).peekable();
        let (first, later): (Vec<_>, Vec<_>) = std::mem::take(questions)
            .into_iter()
            .enumerate()
            .partition(|(place, _)| places.next_if_eq(place).is_some());
        *questions = first.into_iter().chain(later).map(|(_, question)| question).collect();
        chosen[k] = kept;
    }
    chosen
}

/// All suites, while they are asked.
pub struct All<Q> {
    /// Every suite, in order.
    pub suites: Vec<Asking<Q>>,
    /// What was asked, portion by portion: the suite, and which of its questions.
    pub order: Vec<(usize, Range<usize>)>,
}

impl<Q: Ask> All<Q> {
    /// Asks some of every suite, so that it is seen at once whether there are answers.
    pub fn first_look(&mut self, program: &mut dyn Program, end: Instant) -> io::Result<()> {
        let each = FIRST_LOOK.div_ceil(self.suites.len().max(1));
        for (k, suite) in self.suites.iter_mut().enumerate() {
            if suite.goes_on() {
                self.order.push((k, suite.ask(program, Time { begin_by: end, end }, each)?.0));
            }
        }
        Ok(())
    }

    /// Asks what is left, until this time. With `is_late` it ends as soon as an answer is wrong.
    pub fn until(
        &mut self,
        program: &mut dyn Program,
        end: Instant,
        is_late: bool,
    ) -> io::Result<()> {
        let begun = Instant::now();
        let mut asked = 0;
        for shares in [MOST_SHARES, 1] {
            // A suite that takes long leaves most of the time to the others, then it gets what is left.
            let mut left = self.suites.iter().filter(|suite| suite.goes_on()).count() as u32;
            for (k, suite) in
                self.suites.iter_mut().enumerate().filter(|(_, suite)| suite.goes_on())
            {
                let all = end.saturating_duration_since(Instant::now());
                let begin_by = Instant::now() + all / left.clamp(1, shares);
                while suite.goes_on() && Instant::now() < begin_by {
                    let most = match is_late {
                        false => AT_ONCE,
                        true => {
                            let each = begun.elapsed() / (asked as u32).max(1);
                            let left = end.saturating_duration_since(Instant::now());
                            let time = left.mul_f64(LATE_PORTION).as_secs_f64();
                            let fit = time / each.as_secs_f64().max(1e-6);
                            (fit as usize).clamp(1, (2 * asked).clamp(1, AT_ONCE))
                        }
                    };
                    let (portion, in_time) = suite.ask(program, Time { begin_by, end }, most)?;
                    asked += portion.len();
                    let is_wrong = is_late && !suite.is_right(portion.clone());
                    self.order.push((k, portion));
                    if is_wrong {
                        return Ok(());
                    }
                    if !in_time {
                        break;
                    }
                }
                left -= 1;
            }
        }
        Ok(())
    }

    /// Whether anything was an answer, or too little was asked to know.
    pub fn has_answers(&self) -> bool {
        let mut answers = self.suites.iter().flat_map(|suite| &suite.answers);
        let asked = self.suites.iter().map(|suite| suite.answers.len()).sum::<usize>();
        asked < FIRST_LOOK || answers.any(|got| !matches!(got, Got::Nonsense(_)))
    }

    /// Whether every answer so far is right.
    pub fn are_right(&self) -> bool {
        self.suites.iter().all(|suite| suite.is_right(0..suite.answers.len()))
    }
}

/// A suite that is being asked.
pub struct Asking<Q> {
    /// What is asked.
    pub suite: Suite<Q>,
    /// Questions that are asked, of those in the suite.
    pub chosen: usize,
    /// What came back, question by question.
    pub answers: Vec<Got>,
    hangs: usize,
}

impl<Q: Ask> Asking<Q> {
    /// A suite of which so many questions are asked.
    pub fn new((suite, chosen): (Suite<Q>, usize)) -> Self {
        Self { suite, chosen, answers: Vec::new(), hangs: 0 }
    }

    fn goes_on(&self) -> bool {
        self.answers.len() < self.chosen && !self.is_given_up()
    }

    /// Whether it is asked no more because the program hung so often on it.
    pub fn is_given_up(&self) -> bool {
        self.hangs >= HANGS_ENOUGH
    }

    fn is_right(&self, portion: Range<usize>) -> bool {
        let mut asked = self.suite.questions.iter().zip(&self.answers).skip(portion.start);
        asked.by_ref().take(portion.len()).all(|(q, got)| got.kind(q.expected).is_none())
    }

    /// Asks a portion of at most so many questions, and says which, and whether there was time for it.
    fn ask(
        &mut self,
        program: &mut dyn Program,
        time: Time,
        most: usize,
    ) -> io::Result<(Range<usize>, bool)> {
        let first = self.answers.len();
        let rest = self.suite.questions[first..self.chosen].iter().take(most);
        let lines: Vec<String> = rest.map(|question| question.asked.line()).collect();
        let mut got = program.ask(&lines, time)?;
        let is_whole = got.len() == lines.len();
        // A portion ends where the program hangs: it is asked once more before it is said.
        let hung = got.pop_if(|last| *last == Got::Hung).is_some();
        if hung && let Some(again) = program.ask_alone(&lines[got.len()], time.end)? {
            self.hangs += usize::from(again == Got::Hung);
            got.push(again);
        }
        self.answers.append(&mut got);
        Ok((first..self.answers.len(), is_whole || hung))
    }
}

#[cfg(test)]
mod tests {
    use super::super::answer::Answer;
    use super::super::suite::Question;
    use super::*;

    fn suite(count: usize) -> Suite<usize> {
        let question = |asked| Question { asked, expected: Answer(0) };
        Suite { name: "suite", about: "", questions: (0..count).map(question).collect() }
    }

    #[test]
    fn large_suites_give_way_to_small_ones() {
        let sizes = |affordable| {
            let mut suites = vec![suite(100), suite(5), suite(1_000)];
            let chosen = choose(&mut suites, affordable);
            assert_eq!(
                suites.iter().map(|s| s.questions.len()).collect::<Vec<_>>(),
                [100, 5, 1_000]
            );
            assert!(suites.iter().all(|suite| suite.questions[0].asked == 0));
            chosen
        };
        assert_eq!(sizes(5_000), [100, 5, 1_000]);
        assert_eq!(sizes(1_105), [100, 5, 1_000]);
        assert_eq!(sizes(205), [100, 5, 100]);
        assert_eq!(sizes(45), [20, 5, 20]);
        assert_eq!(sizes(0), [1, 1, 1]);
        let mut suites = vec![suite(10)];
        choose(&mut suites, 5);
        let asked: Vec<usize> = suites[0].questions.iter().map(|q| q.asked).collect();
        assert_eq!(asked, [0, 2, 4, 6, 8, 1, 3, 5, 7, 9]);
        assert_eq!(choose(&mut [suite(0)], 5), [0]);
    }
}
