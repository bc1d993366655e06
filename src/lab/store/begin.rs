//! Where a run begins: at its first step, or after what was done before.

mod found;
pub mod games;
pub mod table;

use std::io::ErrorKind;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value as Json, json};

use self::table::{Asked, Deed, Folder, Saved, claim, deed};
use super::checkpoint::{Checkpoints, generations};
use super::difference::other;
use super::folder::{Claim, damaged, occupied};
use super::manifest::Manifest;
use super::save::Book;
use super::state::{ANSWER, Header, STATE, json_of};
use crate::core::wording::digits::counted;
use crate::lab::refused::Shown as _;
use crate::lab::spec::Refused;
use crate::lab::spec::refused::OfPath as _;

/// A state that was read, with what it says of its run.
#[derive(Debug)]
pub struct Kept<S> {
    /// What the run goes on with.
    pub state: S,
    /// What it says.
    pub header: Header,
}

impl<S> Kept<S> {
    /// What these bytes of a state say to a run of this kind.
    ///
    /// Errors: a sentence on what is wrong with them.
    pub fn read<K: Kind<State = S>>(kind: &K, bytes: &[u8]) -> Result<Self, String> {
        let file = <K::Account as Book>::FILE;
        let json = json_of(file, bytes)?;
        let header = Header::of(file, &json);
        Ok(Self { state: kind.read(json)?, header })
    }
}

/// Where a run begins.
pub enum Start<S> {
    /// Everything is there already.
    Complete,
    /// At its first step; a checkpoint of the same run has this many units.
    Fresh(u64),
    /// At its first step; what was saved before is of no use and may go, once nobody else is at it.
    Anew,
    /// After this state; so many units of it are in a checkpoint.
    After(S, Earlier, u64),
}

/// What a run carries on from before this session.
#[derive(Debug)]
pub struct Earlier {
    /// Sessions before.
    pub sessions: u64,
    /// What they have taken, in seconds; `None` if nobody knows.
    pub elapsed_s: Option<f64>,
    /// Whether nothing is left to play.
    pub is_whole: bool,
    /// What was done in them, in its units; `None` if nothing was.
    done: Option<(&'static str, u64)>,
}

impl Earlier {
    /// No session.
    pub const NONE: Self = Self { sessions: 0, elapsed_s: Some(0.0), is_whole: false, done: None };

    /// A run of which nothing is left to play.
    pub const WHOLE: Self = Self { sessions: 1, elapsed_s: None, is_whole: true, done: None };

    /// So many sessions, with so many units, such as games of each rule set.
    pub fn of_sessions(sessions: u64, done: (&'static str, u64), elapsed_s: Option<f64>) -> Self {
        Self { sessions, elapsed_s, is_whole: false, done: Some(done) }
    }

    /// Says it in the manifest of the run that carries it on.
    pub fn carried_by(&self, manifest: &mut Manifest) {
        manifest.is_mended = self.is_whole;
        if let Some((units, done)) = self.done {
            let mut said = json!({"sessions": self.sessions, units: done});
            if let Some(elapsed_s) = self.elapsed_s {
                said["elapsed_s"] = ((elapsed_s * 1e6).round() / 1e6).into();
            }
            manifest.more.push(("resumed_after", said));
        }
    }

    /// Time that the run took, with this session; `None` if nobody knows.
    pub fn elapsed(&self, session: Duration) -> Option<Duration> {
        Some(Duration::try_from_secs_f64(self.elapsed_s?).unwrap_or_default() + session)
    }
}

/// What a state in the folder of a run is to the run that is to begin.
pub enum Is {
    /// All of it.
    Whole,
    /// A part of it.
    Shorter,
    /// Something else, in words.
    Other(String),
}

/// A kind of run: what its state is.
pub trait Kind {
    /// What it goes on with.
    type State;

    /// One unit of its work, and several.
    const UNITS: [&'static str; 2];

    /// What comes out.
    type Account: Book;

    /// What a folder contains that has a part of a run, as a refusal says it.
    const PART: &'static str = "a part of this run, which --resume goes on with";

    /// What the JSON of a state says.
    ///
    /// Errors: a sentence on what is wrong with it.
    fn read(&self, json: Json) -> Result<Self::State, String>;

    /// How many units a state has.
    fn done(&self, state: &Self::State) -> u64;

    /// The same as the manifest counts them.
    fn told(&self, state: &Self::State) -> u64 {
        self.done(state)
    }

    /// What a state in the folder of this run is to it.
    fn is(&self, kept: &Kept<Self::State>, run: &Json) -> Is;

    /// What else a checkpoint is of than what this run can go on with, if it is; or what is wrong with it.
    ///
    /// Errors: a sentence.
    fn is_other(&self, kept: &Kept<Self::State>, run: &Json) -> Result<Option<String>, String> {
        Ok(other(&kept.header.run, run))
    }

    /// What the folder of this run lacks of what is asked for, in words.
    ///
    /// Errors: [`Refused`].
    fn lacks(&self, _folder: &Path, _state: &Self::State) -> Result<Option<String>, Refused> {
        Ok(None)
    }

    /// Why nothing can go on with a state that took so long, as a sentence.
    fn again(&self, _state: &Self::State, _elapsed_s: Option<f64>) -> Option<String> {
        None
    }

    /// What is worth a word where a run begins in a folder that is not there.
    fn advice(&self, _folder: &Path, _run: &Json) -> Option<String> {
        None
    }
}

/// A run that is to begin.
pub struct Beginning<'a, K> {
    /// What kind of run it is.
    pub kind: &'a K,
    /// What distinguishes the run from others.
    pub identity: &'a Json,
    /// Its folder.
    pub folder: &'a Path,
    /// What is asked for.
    pub asked: Asked,
    /// Its checkpoints.
    pub checkpoints: &'a Checkpoints,
    /// Hears what is worth a warning.
    pub warn: &'a dyn Fn(String),
}

/// What was saved of a run.
struct Before<S> {
    saved: Saved,
    why: Option<Refused>,
    kept: Option<Kept<S>>,
}

impl<K: Kind> Beginning<'_, K> {
    /// Where the run begins, and what its folder may hold.
    ///
    /// Errors: [`Refused`].
    pub fn start(&self) -> Result<(Start<K::State>, Claim), Refused> {
        let (kind, asked) = (self.kind, self.asked);
        if asked.force && !asked.resume {
            return Ok((Start::Anew, Claim::Anything));
        }
        let target = self.folder;
        let there = self.there(target)?;
        let before = self.before()?;
        let deed = deed(asked, there.folder, before.saved);
        let claim = claim(asked, there.folder, deed);
        // A folder that holds a run which is not to be replaced says no more than that.
        let a_run = || occupied(target, "a run");
        let start = match (deed, before.kept, there.state) {
            (Deed::Leave, _, _) => Start::Complete,
            (Deed::RefuseFolder, _, _) => return Err(there.why.unwrap_or_else(a_run)),
            (Deed::RefuseSaved, _, _) => return Err(before.why.unwrap_or_else(a_run)),
            (Deed::Mend, _, Some(state)) => {
                let (files, shown) = (there.damaged.join(", "), target.shown());
                if !files.is_empty() {
                    (self.warn)(format!("{shown}: missing or damaged, and written again: {files}"));
                }
                Start::After(state, Earlier::WHOLE, 0)
            }
            (Deed::GoOn, Some(kept), _) => {
                let done = kind.done(&kept.state);
                let Kept { state, header: Header { elapsed_s, sessions, .. } } = kept;
                match kind.again(&state, elapsed_s) {
                    Some(why) => {
                        (self.warn)(format!("{}: {why}", self.checkpoints.folder().shown()));
                        Start::Fresh(done)
                    }
                    None => {
                        let told = (K::UNITS[1], kind.told(&state));
                        Start::After(state, Earlier::of_sessions(sessions, told, elapsed_s), done)
                    }
                }
            }
            (Deed::Extend, _, Some(state)) => {
                if let Some(why) = kind.again(&state, None) {
                    (self.warn)(format!("{}: {why}", target.shown()));
                    return Ok((Start::Anew, claim));
                }
                // What was saved beside it is of no use.
                if before.saved != Saved::Nothing {
                    self.checkpoints.remove().creating(self.checkpoints.folder())?;
                }
                let told = (K::UNITS[1], kind.told(&state));
                Start::After(state, Earlier::of_sessions(1, told, None), 0)
            }
            (Deed::Begin, kept, _) if !asked.resume => {
                let done = kept.as_ref().map_or(0, |kept| kind.done(&kept.state));
                let goes_on = kept.is_some_and(|kept| kind.again(&kept.state, None).is_none());
                if done > 0 && goes_on {
                    let (shown, [one, many]) = (self.checkpoints.folder().shown(), K::UNITS);
                    (self.warn)(format!(
                        "{shown}: contains {} of this run, which was stopped; with --resume it goes on \
                         with them. Now it starts over",
                        counted(done, one, many)
                    ));
                }
                Start::Fresh(done)
            }
            (Deed::Begin, _, Some(_)) => {
                let why = there.why.map_or(String::new(), |why| why.mended("").to_string());
                (self.warn)(format!("{why}; its {} are played again to write them", K::UNITS[1]));
                Start::Fresh(0)
            }
            (Deed::Begin, _, _) => {
                kind.advice(self.folder, self.identity).into_iter().for_each(self.warn);
                Start::Fresh(0)
            }
            _ => Start::Anew,
        };
        Ok((start, claim))
    }

    /// Of what kind of run than this one something is saved, whether it is whole or not.
    fn of_other_kind(&self) -> Result<Option<&'static str>, Refused> {
        let folder = self.checkpoints.folder();
        let names = match self.checkpoints.disk().list(folder) {
            Err(error) if error.kind() == ErrorKind::NotADirectory => None,
            names => names.reading(folder)?,
        };
        let names = names.unwrap_or_default();
        let kinds =
            [(STATE, "another run, which plays games"), (ANSWER, "stored runs that were compared")];
        let is_there =
            |file| generations(file).iter().any(|name| names.iter().any(|n| n == &**name));
        let mut others = kinds.into_iter().filter(|(file, _)| *file != <K::Account as Book>::FILE);
        Ok(others.find(|(file, _)| is_there(file)).map(|(_, what)| what))
    }

    /// What was saved of the run.
    fn before(&self) -> Result<Before<K::State>, Refused> {
        let folder = self.checkpoints.folder();
        let other = |what: &str| {
            let why = Some(occupied(folder, &format!("what was saved of {what}")));
            Ok(Before { saved: Saved::Other, why, kept: None })
        };
        if let Some(what) = self.of_other_kind()? {
            return other(what);
        }
        let broken = |path: &Path, what: &str| {
            let why = Some(damaged(path, what));
            Ok(Before { saved: Saved::Broken, why, kept: None })
        };
        let (kept, is_older) = match self.checkpoints.newest(|bytes| Kept::read(self.kind, bytes)) {
            Ok(None) => return Ok(Before { saved: Saved::Nothing, why: None, kept: None }),
            Ok(Some(found)) => found,
            Err(Refused { place: Some(path), what, .. }) => return broken(&path, &what),
            Err(error) => return Err(error),
        };
        match self.kind.is_other(&kept, self.identity) {
            Ok(None) => {}
            Ok(Some(what)) => return other(&what),
            Err(what) => return broken(folder, &what),
        }
        if self.asked.resume && is_older {
            let shown = folder.shown();
            (self.warn)(format!(
                "{shown}: the last checkpoint is damaged; going on with the one before"
            ));
        }
        Ok(Before { saved: Saved::Run, why: None, kept: Some(kept) })
    }
}
