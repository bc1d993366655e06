//! A class that is graded: a run like others, whose units are submissions. Its state is an answer with all grades,
//! from which everything else follows.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use serde::Deserialize as _;
use serde_json::{Value as Json, json};

use super::class::Submission;
use crate::check::grade::Grade;
use crate::cli::terminal::say;
use crate::lab::spec::Refused;
use crate::lab::store::answer::{ANSWER, Answer, json_of};
use crate::lab::store::begin::{Is, Kind};
use crate::lab::store::checkpoint::Kept;
use crate::lab::store::difference::other;
use crate::lab::store::keeper::Work;
use crate::lab::study::play::Running;

/// Whether a signal has asked to stop.
pub static STOPPED: AtomicBool = AtomicBool::new(false);
/// What the state has of the grades.
const GRADES: &str = "grades";
/// What is waited for at least, also where all threads have ended because of a signal.
const SIGNAL: Duration = Duration::from_millis(5);

/// A submission with the digest of its files, or why they cannot be read.
pub struct Read<'a> {
    /// What was handed in.
    pub of: &'a Submission,
    /// What tells its files from others.
    pub digest: Result<String, String>,
}

impl Read<'_> {
    /// Whether this is its grade, as it is.
    pub fn is_of(&self, grade: &Grade) -> bool {
        let (Ok(digest) | Err(digest)) = &self.digest;
        grade.student == self.of.student && grade.digest == *digest
    }
}

/// A class that is to be graded.
pub struct Class<'a>(pub &'a [Read<'a>]);

impl Class<'_> {
    /// Whether this is a grade of what is handed in, as it is.
    pub fn has(&self, grade: &Grade) -> bool {
        self.0.iter().any(|one| one.is_of(grade))
    }
}

impl Kind for Class<'_> {
    type State = Vec<Grade>;

    const UNITS: [&'static str; 2] = ["submission", "submissions"];

    const FILE: &'static str = ANSWER;

    /// Grades depend on the time that a program was given, and on the machine.
    const IS_REPRODUCIBLE: bool = false;

    const PART: &'static str = "grades from before some submissions changed, came or went, which --resume \
                                brings up to date";

    fn read(&self, bytes: &[u8]) -> Result<Kept<Vec<Grade>>, String> {
        let mut json = json_of(bytes)?;
        let grades = Vec::<Grade>::deserialize(json[GRADES].take()).unwrap_or_default();
        Ok(Kept::new(grades, json["run"].take(), &json))
    }

    fn done(&self, grades: &Vec<Grade>) -> u64 {
        grades.iter().filter(|grade| self.has(grade)).count() as u64
    }

    fn is(&self, kept: &Kept<Vec<Grade>>, run: &Json) -> Is {
        match other(&kept.run, run) {
            Some(what) => Is::Other(what),
            None if kept.state.len() == self.0.len()
                && kept.state.iter().all(|one| self.has(one)) =>
            {
                Is::Whole
            }
            None => Is::Shorter,
        }
    }
}

/// A class on its way.
pub struct Grading<'a> {
    /// Those that are graded, as they come.
    pub grades: Vec<Grade>,
    /// Submissions in all.
    pub all: usize,
    /// The grades that others make; what cannot be graded is none.
    pub coming: Receiver<Grade>,
    /// What some grades come to.
    pub told: &'a dyn Fn(&[Grade]) -> Answer,
    /// Whether it is not said who is graded.
    pub quiet: bool,
}

impl Work for Grading<'_> {
    fn done(&self) -> u64 {
        self.grades.len() as u64
    }

    fn encode(&self, run: &Json, more: &[(&str, Json)]) -> Vec<u8> {
        (self.told)(&self.grades).encode(run, &[&[(GRADES, json!(self.grades))], more].concat())
    }

    fn step(&mut self, running: Running<'_>, most: Duration) -> Result<bool, Refused> {
        match self.coming.recv_timeout(most.max(SIGNAL)) {
            Ok(grade) => {
                if !self.quiet {
                    let (number, all) = (self.grades.len() + 1, self.all);
                    say(format_args!("{number} of {all}: {}", grade.student));
                }
                self.grades.push(grade);
                // Whoever came first, the state is the same.
                self.grades.sort_by(|one, other| one.student.cmp(&other.student));
            }
            Err(RecvTimeoutError::Timeout) => {}
            // What was graded before is kept when the signal has come here.
            Err(RecvTimeoutError::Disconnected) if STOPPED.load(Ordering::SeqCst) => {
                std::thread::sleep(SIGNAL);
            }
            Err(RecvTimeoutError::Disconnected) if self.grades.len() < self.all => {
                running.control.stop();
            }
            Err(RecvTimeoutError::Disconnected) => return Ok(false),
        }
        Ok(true)
    }
}
