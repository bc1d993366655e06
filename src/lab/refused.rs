//! What of a study cannot be, said in the words of the door through which it came: an option, a line of
//! a file, or an argument.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use toml::Value;
use toml::de::{DeTable, DeValue};

use crate::core::wording::field::{listed, meant, nearest};
use crate::core::wording::plain;
use crate::core::wording::system::said;

/// The keys that sentences speak of, in braces.
const SPOKEN_OF: [&str; 9] = [
    "rules",
    "games",
    "first_game",
    "dice",
    "baseline",
    "until",
    "until_difference",
    "per_game",
    "threads",
];

/// Names that a refusal lists, and how many of more.
const LISTED: usize = 24;
const OF_MORE: usize = 8;

/// What to do about rows whose reader has gone.
pub const UNREAD_ROWS: &str = "rows";

/// What an argument says where an option has words of its own.
const MENDS: [(&str, &str); 5] = [
    ("overwrite", "use another folder, or remove this one"),
    ("replace", "force=True replaces it"),
    ("lost", "play the run again"),
    (UNREAD_ROWS, "let it read them all, or leave per_game out"),
    ("anew", "use another folder, or play the run again without resume"),
];

/// Whose fault it is, or why the program stops; the exit codes are those of BSD's `sysexits.h`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fault {
    /// `check` found a difference, and has reported it.
    Different,
    /// A wanted precision was not reached within the games asked for; the results are written.
    NotReached,
    /// It cannot be asked for.
    #[default]
    Usage,
    /// A file holds something that cannot be used.
    Data,
    /// A file that was to be read is not there.
    NoInput,
    /// The program contradicts itself.
    Internal,
    /// An output cannot be made, or is locked.
    CannotCreate,
    /// An output would take the place of something else.
    Exists,
    /// Reading or writing failed.
    Io,
    /// A signal asked the program to stop.
    Interrupted,
    /// The operating system forbids it.
    NoPermission,
    /// Whoever read standard output has gone; not an error.
    ClosedPipe,
}

impl Fault {
    /// The exit code.
    pub fn code(self) -> u8 {
        match self {
            Fault::ClosedPipe => 0,
            Fault::Different => 1,
            Fault::NotReached => 2,
            Fault::Usage => 64,
            Fault::Data => 65,
            Fault::NoInput => 66,
            Fault::Internal => 70,
            Fault::CannotCreate | Fault::Exists => 73,
            Fault::Io => 74,
            Fault::Interrupted => 75,
            Fault::NoPermission => 77,
        }
    }
}

/// What of a study cannot be.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Refused {
    /// The key of the [`Spec`](crate::Spec) that is at fault; empty where none is alone.
    pub key: &'static str,
    /// Which of its values, where the key has several.
    pub at: Option<usize>,
    /// What was written there, where that is short.
    pub value: Option<Box<Value>>,
    /// Why it cannot be, and what to do. `{games}` stands for that key.
    pub what: String,
    /// What to do, where each door has its own word for that; `MENDS` has an argument's.
    pub mend: &'static str,
    /// What kind of mistake it is.
    pub fault: Fault,
    /// The file or folder that is at fault, where one is: the sentence begins with it.
    pub place: Option<Box<PathBuf>>,
    /// What is below the sentence, a line each: a command, files.
    pub below: Vec<String>,
}

impl std::error::Error for Refused {}

impl Refused {
    /// Something of this key that makes no sense.
    pub fn key(key: &'static str, what: impl Into<String>) -> Self {
        Self { key, what: what.into(), ..Self::default() }
    }

    /// Something that cannot be asked for, of no key alone.
    pub fn usage(what: impl Into<String>) -> Self {
        Self::key("", what)
    }

    /// Something in a file that cannot be used.
    pub fn data(what: impl Into<String>) -> Self {
        Self::new(Fault::Data, what)
    }

    /// Threads that the system does not start.
    pub fn threads(count: usize, reason: impl fmt::Display) -> Self {
        let what = format!("{{threads}}: {count} threads cannot be started: {reason}; use fewer");
        Self::new(Fault::Io, what)
    }

    /// That it was asked to stop.
    pub fn stopped() -> Self {
        Self::new(Fault::Interrupted, "stopped before the last game")
    }

    /// As [`Refused::key`], of this value.
    pub fn of(key: &'static str, value: impl Into<Value>, what: impl Into<String>) -> Self {
        Self::key(key, what).valued(value)
    }

    /// The same, where this was written.
    pub fn valued(self, value: impl Into<Value>) -> Self {
        Self { value: Some(Box::new(value.into())), ..self }
    }

    /// A sentence that names what is at fault: `what: why; what to do`.
    pub fn new(fault: Fault, what: impl Into<String>) -> Self {
        Self { fault, ..Self::key("", what) }
    }

    /// Something in this file or folder that cannot be used.
    pub fn inside(place: &Path, what: impl Into<String>) -> Self {
        Self { place: Some(Box::new(place.to_owned())), ..Self::new(Fault::Data, what) }
    }

    /// A file of a run that is not what the program wrote.
    pub fn damaged(path: &Path, what: impl Into<String>) -> Self {
        Self::inside(path, what).mended("lost")
    }

    /// A word of this key that is none of those `known`: which is nearest, and all of them, or some of many.
    pub fn unknown(key: &'static str, word: &str, what: &str, known: &[&str]) -> Self {
        let hint = meant(word, known.iter().copied());
        let instead = match known.len() {
            0 => "there is none to name".to_owned(),
            n if n > LISTED => {
                format!("use {} or one of {} more", known[..OF_MORE].join(", "), n - OF_MORE)
            }
            _ => format!("use {}", listed(known)),
        };
        Self::key(key, format!("unknown {what} `{word}`; {hint}{instead}"))
    }

    /// A file or folder that is not there, with the one of the `known` that may have been meant.
    pub fn missing(what: &str, path: &Path, known: &[String]) -> Self {
        let hint = match likely(path, known) {
            Some(meant) => format!("did you mean `{}`?", plain::line(meant)),
            None if known.is_empty() => "check the path".to_owned(),
            None => "check the path; `war-sim list` shows what is inside".to_owned(),
        };
        let message = format!("{}: there is no such {what}; {hint}", path.shown());
        Self::new(Fault::NoInput, message)
    }

    /// A file that cannot be read.
    pub fn reading(path: &Path, error: &io::Error) -> Self {
        let shown = path.shown();
        let (fault, what) = match error.kind() {
            io::ErrorKind::NotFound => return Self::missing("file", path, &[]),
            io::ErrorKind::IsADirectory => {
                (Fault::NoInput, format!("{shown}: it is a folder; name a file"))
            }
            io::ErrorKind::PermissionDenied => {
                (Fault::NoPermission, format!("{shown}: no permission to read it"))
            }
            io::ErrorKind::InvalidData => (Fault::Data, format!("{shown}: {error}")),
            io::ErrorKind::FileTooLarge => {
                (Fault::Data, format!("{shown}: {error}; is it the right file?"))
            }
            _ => (Fault::Io, format!("{shown}: cannot be read: {}", said(error))),
        };
        Self::new(fault, what)
    }

    /// A file or folder that cannot be made.
    pub fn creating(path: &Path, error: &io::Error) -> Self {
        let why = match error.kind() {
            io::ErrorKind::PermissionDenied | io::ErrorKind::WouldBlock => {
                return Self::writing(path.shown(), error);
            }
            io::ErrorKind::AlreadyExists => "it is there and is not a folder".to_owned(),
            _ => format!("cannot be created: {}", said(error)),
        };
        let what = format!("{}: {why}; choose another place", path.shown());
        Self::new(Fault::CannotCreate, what)
    }

    /// A file or stream that cannot be written to.
    pub fn writing(what: impl std::fmt::Display, error: &io::Error) -> Self {
        match error.kind() {
            // A result that nobody takes is lost, unlike a text for a screen.
            io::ErrorKind::BrokenPipe => Self::new(
                Fault::Io,
                format!("{what}: its reader has gone before the end; let it read everything"),
            ),
            io::ErrorKind::PermissionDenied => Self::new(
                Fault::NoPermission,
                format!("{what}: no permission to write there; choose another place"),
            ),
            io::ErrorKind::WouldBlock => Self::new(
                Fault::CannotCreate,
                format!(
                    "{what}: another run is writing there; wait for it, or choose another place"
                ),
            ),
            _ => Self::new(Fault::Io, format!("{what}: cannot be written: {}", said(error))),
        }
    }

    /// The same with this to do, in the words of the door.
    pub fn mended(self, mend: &'static str) -> Self {
        Self { mend, ..self }
    }

    /// The same of this value of a key that has several.
    pub fn at(self, key: &'static str, k: usize) -> Self {
        Self { key, at: Some(k), ..self }
    }

    /// The exit code.
    pub fn code(&self) -> u8 {
        self.fault.code()
    }

    /// The sentence for a command line, where the option of a key has this name.
    pub fn as_option(&self, name: &dyn Fn(&str) -> String) -> String {
        self.said(name, |written| format!(" {}", plain(written)))
    }

    /// The sentence with the line of the text of an experiment file.
    pub fn in_file(&self, text: &str) -> String {
        let value = |written: &Value| match self.at {
            None => format!(" = {written}"),
            Some(_) => format!(" {}", plain(written)),
        };
        let said = self.said(&str::to_owned, value);
        format!("line {}: {said}", line_of(text, self.key, self.at))
    }

    fn said(&self, name: &dyn Fn(&str) -> String, value: impl Fn(&Value) -> String) -> String {
        let place = self.place.as_ref().map(|place| format!("{}: ", place.shown()));
        let mut what = place.unwrap_or_default() + &self.what;
        for key in SPOKEN_OF {
            what = what.replace(&format!("{{{key}}}"), &name(key));
        }
        match (self.key, &self.value) {
            _ if !self.mend.is_empty() => format!("{what}; {}", name(self.mend)),
            _ if self.fault != Fault::Usage || self.key.is_empty() => what,
            (key, Some(written)) => format!("{}{}: {what}", name(key), value(written)),
            (key, None) if self.at.is_none() => format!("{}: {what}", name(key)),
            // What is at fault is too long to be repeated, and the sentence names it.
            (_, None) => what,
        }
    }
}

/// A path in messages.
pub trait Shown {
    /// In one line, whatever is in it.
    fn shown(&self) -> String;
}

impl Shown for Path {
    fn shown(&self) -> String {
        plain::line(&self.to_string_lossy()).into_owned()
    }
}

/// What the system did not do, as the refusal of the path that it was for.
pub trait OfPath<T> {
    /// As [`Refused::reading`].
    fn reading(self, path: &Path) -> Result<T, Refused>;
    /// As [`Refused::creating`].
    fn creating(self, path: &Path) -> Result<T, Refused>;
    /// As [`Refused::writing`].
    fn writing(self, what: impl fmt::Display) -> Result<T, Refused>;
}

impl<T> OfPath<T> for io::Result<T> {
    fn reading(self, path: &Path) -> Result<T, Refused> {
        self.map_err(|error| Refused::reading(path, &error))
    }

    fn creating(self, path: &Path) -> Result<T, Refused> {
        self.map_err(|error| Refused::creating(path, &error))
    }

    fn writing(self, what: impl fmt::Display) -> Result<T, Refused> {
        self.map_err(|error| Refused::writing(what, &error))
    }
}

/// As an argument.
impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = |key: &str| {
            MENDS.iter().find(|mend| mend.0 == key).map_or(key, |mend| mend.1).to_owned()
        };
        f.write_str(&self.as_option(&word))
    }
}

/// What was most likely meant by a path that leads nowhere: one of the `known`, whatever folder it is in.
fn likely<'k>(path: &Path, known: &'k [String]) -> Option<&'k String> {
    let stem = |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let stems: Vec<String> = known.iter().map(|name| stem(Path::new(name))).collect();
    let found = nearest(&stem(path), stems.iter().map(String::as_str))?;
    known.iter().zip(&stems).find(|(_, stem)| *stem == found).map(|(name, _)| name)
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The line of a value of a key, or of the key where it has no such value; the first if it has none.
fn line_of(text: &str, key: &str, at: Option<usize>) -> usize {
    let read = DeTable::parse(text).ok();
    let start = read.as_ref().and_then(|table| {
        let value = table.get_ref().get(key)?;
        let inner = match (value.get_ref(), at) {
            (DeValue::Array(list), Some(k)) => list.get(k),
            _ => None,
        };
        Some(inner.unwrap_or(value).span().start)
    });
    1 + text[..start.unwrap_or(0)].matches('\n').count()
}
