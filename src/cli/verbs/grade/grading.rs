//! A class that is graded: a run like others, whose units are submissions. Its state is an answer with all grades,
//! from which everything else follows.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use serde::Deserialize as _;
use serde_json::{Value as Json, json};

use super::class::Submission;
use crate::api::run::{Expected, Question};
use crate::check::grade::Grade;
use crate::cli::terminal::say;
use crate::core::table::Table;
use crate::core::wording::said::Said;
use crate::lab::spec::Refused;
use crate::lab::store::answer::{ANSWER, Answer};
use crate::lab::store::begin::{Is, Kept, Kind};
use crate::lab::store::difference::other;
use crate::lab::store::job::Job;
use crate::lab::store::keeper::Work;
use crate::lab::store::manifest::Manifest;
use crate::lab::store::save::Book;
use crate::lab::study::play::{RowSink, Running};
use crate::lab::study::predict::Forecast;
use crate::lab::tables::account::Account;

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

/// What some grades come to.
pub struct Graded {
    /// The grades, as they are kept.
    pub grades: Vec<Grade>,
    /// The same as they are shown.
    pub shown: Vec<Grade>,
    /// What is said of them.
    pub answer: Answer,
    /// What they are called.
    pub title: String,
}

impl Account for Graded {
    fn tables(&self) -> Vec<Table> {
        self.answer.tables()
    }

    fn said(&self) -> Said {
        self.answer.said()
    }
}

/// A class that is to be graded.
pub struct Class<'a, 'all> {
    /// The submissions.
    pub all: &'all [Read<'all>],
    /// What tells the class from others.
    pub identity: Json,
    /// Has these graded; those that cannot be do not come.
    pub begin: &'a dyn Fn(Vec<&'all Read<'all>>) -> Receiver<Grade>,
    /// What some grades come to.
    pub told: &'a dyn Fn(Vec<Grade>) -> Graded,
    /// Whether it is not said who is graded.
    pub quiet: bool,
}

impl Class<'_, '_> {
    /// Whether this is a grade of what is handed in, as it is.
    fn has(&self, grade: &Grade) -> bool {
        self.all.iter().any(|one| one.is_of(grade))
    }
}

impl Kind for Class<'_, '_> {
    type State = Vec<Grade>;

    const UNITS: [&'static str; 2] = ["submission", "submissions"];

    type Account = Graded;

    /// Grades depend on the time that a program was given, and on the machine.
    const IS_REPRODUCIBLE: bool = false;

    const PART: &'static str = "grades from before some submissions changed, came or went, which --resume \
                                brings up to date";

    fn read(&self, json: Json) -> Result<Vec<Grade>, String> {
        Ok(Vec::<Grade>::deserialize(&json[GRADES]).unwrap_or_default())
    }

    fn done(&self, grades: &Vec<Grade>) -> u64 {
        grades.iter().filter(|grade| self.has(grade)).count() as u64
    }

    fn is(&self, kept: &Kept<Vec<Grade>>, run: &Json) -> Is {
        match other(&kept.header.run, run) {
            Some(what) => Is::Other(what),
            None if kept.state.len() == self.all.len()
                && kept.state.iter().all(|one| self.has(one)) =>
            {
                Is::Whole
            }
            None => Is::Shorter,
        }
    }
}

impl Question for Class<'_, '_> {
    type Work<'q>
        = Grading<'q>
    where
        Self: 'q;

    fn identity(&self) -> Json {
        self.identity.clone()
    }

    fn expected(&self, _: Running<'_>) -> Result<(Expected, Option<Forecast>), Refused> {
        Ok((Expected::Exactly(Some(self.all.len() as u64), Self::UNITS), None))
    }

    fn work<'q>(
        &'q self,
        state: Option<Vec<Grade>>,
        _: Option<&'q mut dyn RowSink>,
    ) -> Grading<'q> {
        let mut grades = state.unwrap_or_default();
        grades.retain(|grade| self.has(grade));
        let is_graded = |one: &&Read<'_>| grades.iter().any(|grade| one.is_of(grade));
        let coming = (self.begin)(self.all.iter().filter(|one| !is_graded(one)).collect());
        Grading { grades, all: self.all.len(), coming, told: self.told, quiet: self.quiet }
    }

    fn account<'q>(
        &'q self,
        job: Job<'_, Grading<'q>>,
        session: Duration,
        _: bool,
        manifest: &mut Manifest,
    ) -> Result<Graded, Refused> {
        (manifest.elapsed, manifest.engines) = (session, json!({}));
        Ok((self.told)(job.work.grades))
    }
}

impl Book for Graded {
    const FILE: &'static str = ANSWER;

    fn encode(&self, run: &Json, more: &[(&str, Json)]) -> Vec<u8> {
        let grades = [(GRADES, json!(self.grades))];
        let title = [("told", json!({"title": self.title}))];
        self.answer.encode(run, &[&grades, more, &title].concat())
    }
}

/// A class on its way.
pub struct Grading<'a> {
    /// Those that are graded, as they come.
    grades: Vec<Grade>,
    all: usize,
    coming: Receiver<Grade>,
    told: &'a dyn Fn(Vec<Grade>) -> Graded,
    quiet: bool,
}

impl Work for Grading<'_> {
    fn done(&self) -> u64 {
        self.grades.len() as u64
    }

    fn encode(&self, run: &Json, more: &[(&str, Json)]) -> Vec<u8> {
        (self.told)(self.grades.clone()).encode(run, more)
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
