//! Where parts come from: folders of runs, folders of parts, files of states, lists of all these, and
//! standard input.

use std::io::{self, BufRead, BufReader, Read as _};
use std::path::{Path, PathBuf};

use super::disk::{Disk, Found};
use super::manifest::MANIFEST;
use super::part::Part;
use super::state::{FORMAT_NAME, MOST_BYTES, STATE, StateError};
use crate::lab::spec::rules::Library;

/// What the name of a state alone ends with.
pub const ENDING: &str = "state";
/// A state has three lines: its format, its content, its checksum.
const LINES: usize = 3;
/// Standard input, as people give it and as messages name it.
const INPUT: &str = "-";
const INPUT_NAME: &str = "standard input";
/// Lists in lists in lists are nobody's.
const DEEPEST: usize = 8;

/// Somewhere with at least one part.
#[derive(Debug)]
pub enum Source {
    /// The folder of a run.
    Folder(PathBuf),
    /// A file of states, one after another; `-` is standard input.
    States(PathBuf),
}

impl Source {
    /// Does this with each of its parts.
    ///
    /// Errors: those of `each`, and [`StateError`].
    pub fn each<E: From<StateError>>(
        self,
        library: &Library,
        mut each: impl FnMut(Part) -> Result<(), E>,
    ) -> Result<(), E> {
        match self {
            Self::Folder(folder) => each(Part::load(&folder, library)?),
            Self::States(path) if path == Path::new(INPUT) => {
                states(Path::new(INPUT_NAME), &mut io::stdin().lock(), library, each)
            }
            Self::States(path) => {
                let read = |source| StateError::Read { path: path.clone(), source };
                let mut file = BufReader::new(Disk::here().open(&path).map_err(read)?);
                states(&path, &mut file, library, each)
            }
        }
    }
}

/// Every source that these paths name, in their order; `-` is standard input, which holds states or a
/// list.
///
/// Errors: [`StateError`].
pub fn sources(given: &[PathBuf]) -> Result<Vec<Source>, StateError> {
    let mut all = Vec::new();
    for path in given {
        add(path, &mut all, DEEPEST)?;
    }
    Ok(all)
}

fn add(path: &Path, all: &mut Vec<Source>, deeper: usize) -> Result<(), StateError> {
    let (disk, read) = (Disk::here(), |source| StateError::Read { path: path.to_owned(), source });
    if path == Path::new(INPUT) {
        let mut input = io::stdin().lock();
        match are_states(&mut input).map_err(read)? {
            // What was looked at is still to be read.
            true => all.push(Source::States(path.to_owned())),
            false => list(Path::new(INPUT_NAME), &mut input, all, deeper)?,
        }
        return Ok(());
    }
    // A link leads where it leads.
    if !path.is_file() {
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
                    all.push(Source::States(found));
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
    let mut file = BufReader::new(disk.open(path).map_err(read)?);
    match are_states(&mut file).map_err(read)? {
        true => all.push(Source::States(path.to_owned())),
        false => list(path, &mut file, all, deeper)?,
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
fn list(
    path: &Path,
    from: &mut impl BufRead,
    all: &mut Vec<Source>,
    deeper: usize,
) -> Result<(), StateError> {
    let damaged = |what: &str| StateError::Damaged { path: path.to_owned(), what: what.into() };
    let none = || damaged("contains neither states nor a list of parts, one a line");
    let deeper = deeper.checked_sub(1).ok_or_else(|| damaged("is in a circle of lists"))?;
    for line in from.lines() {
        let line = line.map_err(|source| match source.kind() {
            io::ErrorKind::InvalidData => none(),
            _ => StateError::Read { path: path.to_owned(), source },
        })?;
        let line = line.trim();
        if !line.is_empty() && !line.starts_with('#') {
            add(Path::new(line), all, deeper)?;
        }
    }
    Ok(())
}

/// Does this with each of the states that follow one another.
fn states<E: From<StateError>>(
    path: &Path,
    from: &mut impl BufRead,
    library: &Library,
    mut each: impl FnMut(Part) -> Result<(), E>,
) -> Result<(), E> {
    let mut bytes = Vec::new();
    for number in 1.. {
        bytes.clear();
        for _ in 0..LINES {
            let left = MOST_BYTES.saturating_sub(bytes.len() as u64);
            let line = from.take(left).read_until(b'\n', &mut bytes);
            line.map_err(|source| StateError::Read { path: path.to_owned(), source })?;
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
