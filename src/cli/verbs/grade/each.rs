//! Each submission is graded by a process of its own: whatever ends that, the class goes on.

use std::collections::HashMap;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::check::grade::read::{self, Part};
use crate::check::grade::{Exercise, Grade, grade};
use crate::check::language::Lang;
use crate::check::process::{Apart, Groups, clear_up, end_if_halted};
use crate::check::workplace;
use crate::cli::failure::{Failure, Kind};
use crate::cli::itself;
use crate::cli::names::safe;
use crate::cli::output::print;

/// How often it is looked whether a process that grades was halted.
const LOOK: Duration = Duration::from_secs(1);
/// How long those that grade may take to leave nothing behind.
const LAST_WORK: Duration = Duration::from_secs(20);

/// A submission that is graded by a process of its own.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct One {
    /// Whose it is.
    pub student: String,
    /// What was handed in.
    pub parts: Vec<Part>,
    /// How it is kept apart.
    pub apart: Apart,
}

/// What comes back of it: how it did, or why it could not be graded, which is not its fault.
type Reply = Result<Grade, String>;

/// The submission that this process is to grade, if it is there for that.
///
/// Errors: it is not known what it is.
pub fn one() -> Result<Option<One>, Failure> {
    let Some(errand) = itself::errand() else { return Ok(None) };
    let one = One::deserialize(errand);
    one.map(Some).map_err(|e| Failure::new(Kind::Internal, format!("grade: {e}")))
}

/// Grades the submission of this process and writes the reply; ends when whoever asked has gone.
///
/// Errors: the reply cannot be written.
pub fn reply(one: &One, exercise: &Exercise<'_>) -> Result<(), Failure> {
    let groups = exercise.groups.clone();
    std::thread::spawn(move || {
        // Nothing more comes; it is read to notice the end.
        let _ = io::copy(&mut io::stdin(), &mut io::sink());
        groups.end_all();
        workplace::remove_all();
        std::process::exit(Kind::Interrupted.code().into());
    });
    let read = read::read(&one.parts, exercise.task.lang);
    let reply: Reply = grade(&one.student, read, exercise).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => {
            "a JDK (javac, java) or python3 is needed and not on the path".into()
        }
        _ => error.to_string(),
    });
    print(&serde_json::to_string(&reply).unwrap_or_default())
}

/// The processes that grade now.
#[derive(Debug, Default)]
pub struct Workers {
    groups: Groups,
    /// Where it is noted which submissions are begun, if one could end this program, too.
    begun: Option<PathBuf>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// By their numbers, with what is closed to end them.
    open: HashMap<u32, Option<ChildStdin>>,
    is_stopped: bool,
}

impl Workers {
    /// None yet, among these groups; `begun` is a folder for notes.
    pub fn new(groups: Groups, begun: Option<PathBuf>) -> Self {
        Self { groups, begun, state: Mutex::default() }
    }

    /// Forgets what was begun and not ended before.
    pub fn forget(&self) {
        if let Some(folder) = &self.begun {
            let _ = std::fs::remove_dir_all(folder);
        }
    }

    /// The note on a student.
    fn note(&self, student: &str) -> Option<PathBuf> {
        self.begun.as_ref().map(|folder| folder.join(safe(student)))
    }

    /// Whether this submission was being graded when the grading was ended.
    pub fn were_ended_by(&self, student: &str) -> bool {
        self.note(student).is_some_and(|note| note.exists())
    }

    /// Has a submission graded whose files have this digest. Where the grading was ended twice while it
    /// was graded, the second time alone, that was its work.
    ///
    /// Errors: why it cannot be graded.
    pub fn grade(
        &self,
        one: &One,
        digest: String,
        stages: &[&'static str],
        lang: Lang,
    ) -> Result<Grade, String> {
        const TIMES: usize = 2;
        let note = self.note(&one.student);
        let before = note.as_ref().and_then(|note| std::fs::read_to_string(note).ok());
        let before = before.unwrap_or_default();
        let ended = || Ok(Grade::of_ended(&one.student, digest.clone(), stages, lang));
        if before.lines().filter(|line| **line == digest).count() >= TIMES {
            return ended();
        }
        if let Some((folder, note)) = self.begun.as_ref().zip(note.as_ref()) {
            // Without a note the same submission is tried again.
            let _ = std::fs::create_dir_all(folder);
            let _ = std::fs::write(note, format!("{before}{digest}\n"));
        }
        let reply = self.ask(one, note.as_deref()).map_err(|error| error.to_string())?;
        reply.unwrap_or_else(ended)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has a submission graded and removes the note on it; `None` if its program ended what graded it.
    ///
    /// Errors: no process can be started for it.
    fn ask(&self, one: &One, note: Option<&Path>) -> io::Result<Option<Reply>> {
        let mut starting = itself::anew()?;
        starting.stdin(Stdio::piped()).stdout(Stdio::piped());
        // Ctrl-C is for the one who asks.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut starting, 0);
        let mut worker = self.groups.start(&mut starting)?;
        let number = worker.id();
        let mut stdin = worker.stdin.take();
        if let Some(into) = &mut stdin {
            // One that has ended replies nothing.
            let _ = itself::hand_over(into, json!(one));
        }
        let mut state = self.state();
        let stdin = stdin.filter(|_| !state.is_stopped);
        state.open.insert(number, stdin);
        drop(state);
        let mut text = Vec::new();
        std::thread::scope(|scope| {
            let (reading, read) = channel::<()>();
            // A submission may halt the process that grades it.
            scope.spawn(move || {
                while read.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                    end_if_halted(number);
                }
            });
            if let Some(mut from) = worker.stdout.take() {
                let _ = from.read_to_end(&mut text);
            }
            drop(reading);
        });
        let code = worker.wait().ok().and_then(|status| status.code());
        self.groups.end(&mut worker);
        clear_up(&one.apart, number, &self.groups);
        workplace::remove_of(number);
        if let Some((folder, note)) = self.begun.as_ref().zip(note) {
            let _ = std::fs::remove_file(note);
            // The last one leaves no folder.
            let _ = std::fs::remove_dir(folder);
        }
        self.state().open.remove(&number);
        let reply = serde_json::from_slice(&text).ok();
        // One that found a mistake in itself has said so.
        let is_own = reply.is_none() && code == Some(Kind::Internal.code().into());
        Ok(if is_own { Some(Err("see above".into())) } else { reply })
    }

    /// Ends all of them, and waits until nothing is left of them.
    pub fn stop(&self) {
        let mut state = self.state();
        state.is_stopped = true;
        state.open.values_mut().for_each(|stdin| drop(stdin.take()));
        drop(state);
        let until = Instant::now() + LAST_WORK;
        while !self.state().open.is_empty() && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(5));
        }
        self.groups.end_all();
    }
}
