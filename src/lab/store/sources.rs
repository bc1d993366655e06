//! Where parts come from: folders of runs, folders of parts, files of states, lists of all these, and
//! standard input.

use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use super::disk::{Disk, Found, line_of};
use super::manifest::MANIFEST;
use super::part::Part;
use super::state::{FORMAT_NAME, MOST_BYTES, STATE};
use crate::core::wording::digits::grouped;
use crate::lab::spec::Refused;
use crate::lab::spec::rules::Library;
use crate::lab::store::state::unread;

/// What the name of a state alone ends with.
pub const ENDING: &str = "state";
/// The longest that the three lines of a state are: its format, its content, its checksum.
const LINES: [u64; 3] = [SHORT_LINE, MOST_BYTES, SHORT_LINE];
/// Standard input, as people give it and as messages name it.
const INPUT: &str = "-";
const INPUT_NAME: &str = "standard input";
/// Lists in lists in lists are nobody's.
const DEEPEST: usize = 8;
/// Longer lines are no path that a system has.
const LONGEST_PATH: u64 = 1 << 16;
/// Longer lists are nobody's, and some streams never end.
const MOST_LINES: usize = 1_000_000;
/// A state's lines for its format and its checksum are shorter.
const SHORT_LINE: u64 = 128;

/// Where bytes come from.
type Input = Box<dyn BufRead + Send>;

/// Somewhere with at least one part.
pub enum Source {
    /// The folder of a run.
    Folder(PathBuf),
    /// A file of states, one after another; open where it gives its bytes once, such as a pipe. Many
    /// files cannot all be open.
    States(PathBuf, Option<Input>),
}

impl Source {
    /// Does this with each of its parts.
    ///
    /// Errors: those of `each`, and [`Refused`].
    pub fn each(
        self,
        library: &Library,
        mut each: impl FnMut(Part) -> Result<(), Refused>,
    ) -> Result<(), Refused> {
        match self {
            Self::Folder(folder) => each(Part::load(&folder, library)?),
            Self::States(path, open) => {
                let mut input = open.map_or_else(|| opened(&path), Ok)?;
                states(&path, &mut input, library, each)
            }
        }
    }
}

/// Opens a file or a pipe.
fn opened(path: &Path) -> Result<Input, Refused> {
    let read = |source| unread(path, &source);
    Ok(Box::new(BufReader::new(Disk::here().open(path).map_err(read)?)))
}

/// Every source that these paths name, in their order; `-` is standard input, which holds states or a
/// list.
///
/// Errors: [`Refused`].
pub fn sources(given: &[PathBuf]) -> Result<Vec<Source>, Refused> {
    let mut all = Vec::new();
    if given.iter().filter(|path| *path == Path::new(INPUT)).count() > 1 {
        return Err(Refused::damaged(Path::new(INPUT_NAME), "is read once; name - once"));
    }
    for path in given {
        add(path, &mut all, DEEPEST)?;
    }
    Ok(all)
}

fn add(path: &Path, all: &mut Vec<Source>, deeper: usize) -> Result<(), Refused> {
    let (disk, read) = (Disk::here(), |source| unread(path, &source));
    // A link leads where it leads.
    if path != Path::new(INPUT) && (path.is_dir() || !path.exists()) {
        let before = all.len();
        let is_run = |folder: &Path| {
            let mut files = [MANIFEST, STATE].into_iter();
            files.any(|name| disk.look(&folder.join(name)).is_ok_and(|found| found.is_some()))
        };
        let inside = if is_run(path) { None } else { disk.list(path).map_err(read)? };
        for name in inside.into_iter().flatten() {
            let found = path.join(&name);
            let is_hidden = name.as_encoded_bytes().starts_with(b".");
            match disk.look(&found).map_err(read)? {
                Some(Found::Folder) if !is_hidden && is_run(&found) => {
                    all.push(Source::Folder(found));
                }
                Some(Found::File(_)) if !is_hidden && found.extension().is_some_and(is_ending) => {
                    all.push(Source::States(found, None));
                }
                _ => {}
            }
        }
        // Without any, reading it as a run says what it lacks.
        if all.len() == before {
            all.push(Source::Folder(path.to_owned()));
        }
        return Ok(());
    }
    let is_input = path == Path::new(INPUT);
    let (path, mut input): (_, Input) = match is_input {
        true => (Path::new(INPUT_NAME), Box::new(BufReader::new(io::stdin()))),
        false => (path, opened(path)?),
    };
    match are_states(&mut input).map_err(read)? {
        // What was looked at is still to be read.
        true => {
            let is_once = is_input || !path.is_file();
            all.push(Source::States(path.to_owned(), is_once.then_some(input)));
        }
        false => list(path, input, all, deeper)?,
    }
    Ok(())
}

fn is_ending(ending: &std::ffi::OsStr) -> bool {
    ending == ENDING
}

/// Whether states follow.
fn are_states(from: &mut impl BufRead) -> io::Result<bool> {
    let ahead = from.fill_buf()?;
    Ok(!ahead.is_empty()
        && ahead.starts_with(&FORMAT_NAME.as_bytes()[..ahead.len().min(FORMAT_NAME.len())]))
}

/// What the lines of a list name.
fn list(path: &Path, mut from: Input, all: &mut Vec<Source>, deeper: usize) -> Result<(), Refused> {
    let damaged = |what: &str| Refused::damaged(path, what);
    const INSTEAD: &str = "name folders of parts, files of states, or a list of them";
    let refused = |what: String| Refused::inside(path, what);
    let none =
        || refused(format!("contains neither states nor a list of parts, one per line; {INSTEAD}"));
    let deeper = deeper.checked_sub(1).ok_or_else(|| damaged("is in a circle of lists"))?;
    let mut line = Vec::new();
    for number in 0.. {
        line.clear();
        line_of(&mut from, &mut line, LONGEST_PATH).map_err(|source| match source.kind() {
            io::ErrorKind::FileTooLarge => none(),
            _ => unread(path, &source),
        })?;
        if line.is_empty() {
            break;
        }
        if number == MOST_LINES {
            let most = grouped(MOST_LINES as u64);
            return Err(refused(format!("has more than {most} lines; {INSTEAD}")));
        }
        let line = std::str::from_utf8(&line).map_err(|_| none())?.trim();
        if line == INPUT {
            return Err(damaged("lists standard input, which is read once; name - beside it"));
        }
        if !line.is_empty() && !line.starts_with('#') {
            add(Path::new(line), all, deeper)?;
        }
    }
    Ok(())
}

/// Does this with each of the states that follow one another.
fn states(
    path: &Path,
    from: &mut impl BufRead,
    library: &Library,
    mut each: impl FnMut(Part) -> Result<(), Refused>,
) -> Result<(), Refused> {
    let mut bytes = Vec::new();
    for number in 1.. {
        bytes.clear();
        for most in LINES {
            line_of(from, &mut bytes, most).map_err(|source| match source.kind() {
                io::ErrorKind::FileTooLarge => {
                    Refused::damaged(path, "is too large to be one of ours")
                }
                _ => unread(path, &source),
            })?;
        }
        if bytes.is_empty() && number > 1 {
            break;
        }
        // One alone needs no number.
        let is_one = number == 1 && from.fill_buf().is_ok_and(<[u8]>::is_empty);
        let name = format!("{}, state {number}", path.display());
        let name = if is_one { path.to_owned() } else { PathBuf::from(name) };
        each(Part::read(&name, &bytes, library)?)?;
    }
    Ok(())
}
