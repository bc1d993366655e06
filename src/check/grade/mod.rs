//! Grades submissions: each is found, compiled, started and checked, in stages.

pub mod archive;
pub mod autograder;
pub mod build;
pub mod files;
pub mod find;
pub mod handed_in;
pub mod marks;
pub mod read;
pub mod roster;
pub mod table;

use std::io;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use self::build::{build, room, unpack};
use self::files::Files;
use self::find::{Template, find, find_named};
use crate::check::answer::Got;
use crate::check::compare::Deadline;
use crate::check::examiner::check;
use crate::check::language::Lang;
use crate::check::process::{Apart, Command, Groups, Limits, LineByLine, finish};
use crate::check::reason::reason;
use crate::check::report::{Report, SuiteReport, smallest_for_student, wrong_alone};
use crate::check::suite::Suite;
use crate::check::war::Deck;
use crate::check::war::programs::Language;
use crate::check::war::report::Task;
use crate::check::workplace::Workplace;
use crate::core::wording::system::said;

/// How long a program may take that is asked nothing.
const STARTING: Duration = Duration::from_secs(10);

/// The stages of a submission, in order, each with the suites that it needs.
pub const STAGES: [(&str, &[&str]); 9] = [
    ("there", &[]),
    ("compiles", &[]),
    ("starts", &[]),
    ("answers", &[]),
    (
        "small-decks",
        &[
            "assignment-list",
            "assignment-examples",
            "short-decks",
            "two-equal-cards",
            "equal-values",
        ],
    ),
    ("wars", &["three-cards-left", "both-short", "wars-on-wars"]),
    ("values", &["beyond-127", "ends-of-int", "negative-values"]),
    ("games", &["odd-sizes", "random-12", "random-52"]),
    ("limit", &["limit", "endless"]),
];

/// How a stage went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// Everything was right.
    Passed,
    /// Something was not.
    Failed,
    /// An earlier one failed.
    NotTried,
}

/// How a suite went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuiteMark {
    /// Its name.
    pub name: String,
    /// Decks played.
    pub decks: usize,
    /// Decks answered wrongly.
    pub different: usize,
    /// Decks not played, for want of time.
    pub not_played: usize,
}

impl SuiteMark {
    fn of(suite: &SuiteReport) -> Self {
        Self {
            name: suite.name.to_owned(),
            decks: suite.decks,
            different: suite.different,
            not_played: suite.not_played,
        }
    }

    /// Whether every deck was answered rightly.
    pub fn is_right(&self) -> bool {
        self.different == 0 && self.not_played == 0
    }
}

/// How a submission did.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grade {
    /// Whose it is.
    pub student: String,
    /// What distinguishes its files from others.
    pub digest: String,
    /// The program that was found; nothing if none was.
    pub program: String,
    /// Copies of it, and other files that could have been it.
    #[serde(default)]
    pub not_taken: Vec<String>,
    /// A mark for each stage of the exercise.
    pub stages: Vec<(String, Mark)>,
    /// Why the first stage that failed did, as a sentence.
    pub why: String,
    /// What it plays instead, in a word or two; nothing if that is not known for certain.
    pub plays: String,
    /// What it does as a sentence without its subject, which says whether that is known.
    pub plays_words: String,
    /// Every suite.
    pub suites: Vec<SuiteMark>,
    /// What `check` would say to the student.
    #[serde(default)]
    pub told: Told,
}

/// What `check` says of a program, by how much it gives away.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Told {
    /// What was seen, a sentence each.
    pub seen: Vec<String>,
    /// What the answers have in common that `names` explains, a sentence each.
    #[serde(default)]
    pub shared: Vec<String>,
    /// The suites in which it goes wrong, and those in which it does not.
    pub suites: String,
    /// The smallest deck that is answered wrongly, both answers, and its game.
    pub smallest: String,
    /// What it plays instead, and how much that explains, a sentence each.
    pub names: Vec<String>,
}

impl Told {
    fn of(report: &Report) -> Self {
        let lang = report.noun.lang;
        let names = report.diagnosis.iter().flat_map(|diagnosis| {
            let rules = &report.rules;
            let sentences = diagnosis.sentences(rules, lang).into_iter();
            sentences.chain([diagnosis.extent(lang)]).chain(diagnosis.doubt(rules, lang))
        });
        Self {
            seen: report.observed.clone(),
            shared: report.shared.clone(),
            suites: wrong_alone(report).unwrap_or_default(),
            smallest: smallest_for_student(report),
            names: names.collect(),
        }
    }
}

/// What all submissions are asked.
#[derive(Clone, Debug)]
pub struct Exercise<'t> {
    /// The rules.
    pub task: Task<'t>,
    /// What they are called.
    pub name: &'t str,
    /// The decks.
    pub suites: &'t [Suite<Deck>],
    /// Its stages: those of [`STAGES`] that need no decks, or have some in the task.
    pub stages: Vec<&'static str>,
    /// How programs in other languages are started.
    pub template: Option<Template>,
    /// The time that a program may use for one deck.
    pub per_deck: Duration,
    /// How long a submission may take once it is started.
    pub in_all: Duration,
    /// What it may occupy.
    pub limits: Limits,
    /// How it is kept apart.
    pub apart: Apart,
    /// What is running.
    pub groups: Groups,
}

/// The stages of an exercise with these suites: for some rules there are no wars, or no other values.
pub fn stages<Q>(asked: &[Suite<Q>]) -> Vec<&'static str> {
    let is_asked = |own: &&str| asked.iter().any(|s| s.name == *own && !s.questions.is_empty());
    let stages = STAGES.into_iter().filter(|(_, own)| own.is_empty() || own.iter().any(is_asked));
    stages.map(|(stage, _)| stage).collect()
}

impl Grade {
    fn new(student: &str, digest: String, stages: &[&str]) -> Self {
        let stages = stages.iter().map(|name| ((*name).to_owned(), Mark::NotTried)).collect();
        Self { student: student.to_owned(), digest, stages, ..Self::default() }
    }

    /// The grade of a submission whose program ended what graded it.
    pub fn of_ended(student: &str, digest: String, stages: &[&'static str], lang: Lang) -> Self {
        let first = stages.first().copied().unwrap_or_default();
        Self::new(student, digest, stages).failed(first, lang.ended_grading())
    }

    fn mark(&mut self, stage: &str, mark: Mark) {
        for (_, own) in self.stages.iter_mut().filter(|(name, _)| name == stage) {
            *own = mark;
        }
    }

    /// Marks every stage by how its suites went; one without suites has passed.
    fn mark_by_suites(&mut self) {
        for k in 0..self.stages.len() {
            let is_right = self.suites_of(&self.stages[k].0).all(SuiteMark::is_right);
            self.stages[k].1 = if is_right { Mark::Passed } else { Mark::Failed };
        }
    }

    fn failed(mut self, stage: &str, why: String) -> Self {
        self.mark(stage, Mark::Failed);
        self.why = why;
        self
    }

    /// The first stage that failed; `None` if none did.
    pub fn stopped_at(&self) -> Option<&str> {
        let failed = self.stages.iter().find(|(_, mark)| *mark == Mark::Failed);
        failed.map(|(name, _)| name.as_str())
    }
}

/// Grades a submission: its files, or why they cannot be read.
///
/// Errors: a folder for it cannot be made, or what compiles and starts programs is not there.
pub fn grade(
    student: &str,
    read: Result<Files, String>,
    exercise: &Exercise<'_>,
) -> io::Result<Grade> {
    let lang = exercise.task.lang;
    let digest = read.as_ref().map_or_else(Clone::clone, Files::digest);
    let mut grade = Grade::new(student, digest, &exercise.stages);
    let found = read.and_then(|files| {
        let found = match &exercise.template {
            Some(template) => find_named(&files, template),
            None => find(&files),
        };
        found.map(|found| (files, found))
    });
    let (files, (found, not_taken)) = match found {
        Ok(found) => found,
        Err(why) => return Ok(grade.failed("there", why)),
    };
    grade.program.clone_from(&found.file);
    grade.not_taken = not_taken;
    let place = Workplace::new()?;
    if let Err(why) = unpack(&files, place.path())? {
        return Ok(grade.failed("there", why));
    }
    grade.mark("there", Mark::Passed);
    let template = exercise.template.as_ref();
    let room = room(&exercise.apart, place.path())?;
    let groups = exercise.groups.within(room.clone());
    let words = match build(&files, &found, template, place.path(), &exercise.limits, &groups) {
        Ok(Ok(words)) => words,
        Ok(Err(why)) => return Ok(grade.failed("compiles", why)),
        Err(error) => {
            let why = not_started(template.map(|template| &template.compile[..]), error, lang)?;
            return Ok(grade.failed("compiles", why));
        }
    };
    grade.mark("compiles", Mark::Passed);
    let room = room.into_run()?;
    let folder = room.folder().to_owned();
    let groups = exercise.groups.within(room);
    // Asked nothing, it ends well.
    let started = match finish(&words, &folder, STARTING, &exercise.limits, &groups) {
        Ok(started) => started,
        Err(error) => {
            let why = not_started(template.map(|template| &template.start[..]), error, lang)?;
            return Ok(grade.failed("starts", why));
        }
    };
    // The function that our wrapper calls.
    let calls = match found.language {
        Some(Language::Java) => Some("findWinner"),
        Some(Language::Python) => {
            files.iter().find(|(name, _)| *name == found.file).map(|(_, text)| {
                let has = String::from_utf8_lossy(text).contains("find_winner");
                if has { "find_winner" } else { "findWinner" }
            })
        }
        None => None,
    };
    if let (Some(function), Some(stopped)) = (calls, &started.stopped) {
        let why = lang.does_not_end(function, stopped.words(lang));
        return Ok(grade.failed("starts", why));
    }
    if started.code != Some(0) && started.stopped.is_none() {
        let code = started.code.map_or_else(|| lang.a_signal(), |code| lang.exit_code(code));
        let why = reason(&started.stderr).map_or(lang.ends_with(code), of_program);
        return Ok(grade.failed("starts", why));
    }
    grade.mark("starts", Mark::Passed);
    let command = Command {
        words,
        once: false,
        calls,
        hands: None,
        folder: Some(folder),
        per_question: exercise.per_deck,
        in_all: exercise.in_all,
        limits: exercise.limits,
        groups,
        lang,
    };
    let deadline = Deadline::within(exercise.in_all);
    let program = &mut LineByLine::new(command);
    let names = (exercise.name.to_owned(), grade.program.clone(), lang);
    let suites = exercise.suites.to_vec();
    let report = check(&exercise.task, suites, names, program, deadline, &mut |_| ())?;
    Ok(graded(grade, &report))
}

/// What was said of a program that cannot be started, without the name of what starts it in a room.
fn of_program(line: &str) -> String {
    line.strip_prefix("env: ").unwrap_or(line).to_owned()
}

/// Why a command of the teacher's cannot be started.
///
/// Errors: there is none, or the system has no room for it now.
fn not_started(words: Option<&[String]>, error: io::Error, lang: Lang) -> io::Result<String> {
    use io::ErrorKind::{InvalidInput, NotADirectory, NotFound, PermissionDenied};
    // Of Unix: no program, and no script that says what runs it.
    const ENOEXEC: i32 = 8;
    let Some(name) = words.and_then(<[String]>::first) else { return Err(error) };
    match error.kind() {
        NotFound => Ok(lang.there_is_no(name)),
        PermissionDenied | InvalidInput | NotADirectory => {
            Ok(lang.cannot_start(name, said(&error)))
        }
        _ if cfg!(unix) && error.raw_os_error() == Some(ENOEXEC) => Ok(lang.no_interpreter(name)),
        _ => Err(error),
    }
}

/// The grade of a program that answers these suites so, without being asked for its name.
pub fn played(name: &str, suites: &[Suite<Deck>], mut answers: impl FnMut(&Deck) -> Got) -> Grade {
    let marks = suites.iter().map(|suite| {
        let asked = suite.questions.iter();
        let wrong = asked.filter(|q| answers(&q.asked).kind(q.expected).is_some()).count();
        let (name, decks) = (suite.name.to_owned(), suite.questions.len());
        SuiteMark { name, decks, different: wrong, not_played: 0 }
    });
    let mut grade = Grade::new(name, String::new(), &stages(suites));
    grade.suites = marks.collect();
    grade.mark_by_suites();
    grade
}

/// The marks of a program that was asked.
fn graded(mut grade: Grade, report: &Report) -> Grade {
    grade.told = Told::of(report);
    let lang = report.noun.lang;
    if let Some(why) = &report.silent {
        return grade.failed("answers", why.clone());
    }
    if report.decks() == 0 {
        return grade.failed("answers", lang.none_in_time());
    }
    if report.different() == report.decks() {
        return grade.failed("answers", lang.none_right());
    }
    grade.suites = report.suites.iter().map(SuiteMark::of).collect();
    grade.mark_by_suites();
    if let Some(stage) = grade.stopped_at() {
        let why = why(grade.suites_of(stage), lang);
        grade.why = report.always.map_or(why.clone(), |answer| lang.always_and(answer.0, why));
    }
    if let Some(answer) = report.always {
        grade.plays_words = lang.always_answers(answer.0);
    }
    if let Some(diagnosis) = &report.diagnosis {
        grade.plays_words = diagnosis.words(&report.rules, lang);
        // A gradebook has no room for doubts.
        if diagnosis.is_known() {
            grade.plays = diagnosis.deviation.name();
        }
    }
    grade
}

/// Why a stage failed: how many decks of its suites are different.
fn why<'s>(suites: impl Iterator<Item = &'s SuiteMark>, lang: Lang) -> String {
    let (mut different, mut decks, mut not_played) = (0, 0, 0);
    for suite in suites {
        different += suite.different;
        decks += suite.decks;
        not_played += suite.not_played;
    }
    match different {
        0 => lang.not_finished(lang.grouped(not_played)),
        _ => lang.wrong_of_decks(lang.grouped(different), lang.grouped(decks)),
    }
}
