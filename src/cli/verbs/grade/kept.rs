//! Grades that are kept while a class is graded, so that it goes on where it was stopped.
//!
//! A line per grade: its checksum, and the grade. A line that does not fit its checksum is passed
//! over, and the submission is graded again; so is one whose files have changed.

use std::collections::HashMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::check::grade::Grade;
use crate::cli::failure::{Failure, Kind};
use crate::cli::names::shown;
use crate::cli::output::replace;
use crate::lab::store::disk::{Disk, WriteFile};
use crate::lab::store::signed::sha256;

/// The file of the grades.
const STATE: &str = "state";
/// More than a class can have.
const MOST_BYTES: u64 = 1 << 30;

/// The grades that are kept in a folder.
pub struct Kept {
    path: PathBuf,
    before: HashMap<(String, String), Grade>,
    file: Mutex<Box<dyn WriteFile>>,
}

impl Kept {
    /// Opens the grades of a folder, which is made; `identity` is what all of them are asked.
    ///
    /// Errors: other grades are there, or the folder cannot be written.
    pub fn open(folder: &Path, identity: &str, resume: bool, force: bool) -> Result<Self, Failure> {
        let (disk, path) = (Disk::here(), folder.join(STATE));
        disk.create_dir_all(folder).map_err(|e| Failure::creating(folder, &e))?;
        let there = disk.read_text(&path, MOST_BYTES).map_err(|e| Failure::reading(&path, &e))?;
        let first = line(identity);
        let is_same = there.as_ref().is_some_and(|text| text.starts_with(&first));
        if there.is_some() && !is_same && !force {
            return Err(Failure::new(
                Kind::CannotCreate,
                format!(
                    "{}: contains grades of another exercise (rules, seed, decks, times or command); \
                     use another --name, or --force to overwrite them",
                    shown(folder)
                ),
            ));
        }
        let mut before = HashMap::new();
        let mut text = first;
        for kept in there.iter().filter(|_| is_same && resume).flat_map(|text| text.lines()) {
            let body = kept.split_once(' ').filter(|(sum, body)| sha256(body.as_bytes()) == *sum);
            let grade = body.and_then(|(_, body)| serde_json::from_str::<Grade>(body).ok());
            if let Some(grade) = grade {
                text += &format!("{kept}\n");
                before.insert((grade.student.clone(), grade.digest.clone()), grade);
            }
        }
        let creating = |e: std::io::Error| Failure::creating(&path, &e);
        replace(&disk, &path, text.as_bytes())?;
        let file = disk.go_on(&path, text.len() as u64).map_err(creating)?;
        Ok(Self { path, before, file: Mutex::new(file) })
    }

    /// The grade of these files of this student, if it is there.
    pub fn find(&self, student: &str, digest: &str) -> Option<Grade> {
        self.before.get(&(student.to_owned(), digest.to_owned())).cloned()
    }

    /// Keeps a grade.
    ///
    /// Errors: it cannot be written.
    pub fn add(&self, grade: &Grade) -> Result<(), Failure> {
        let body = serde_json::to_string(grade).unwrap_or_default();
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let written = file.write_all(line(&body).as_bytes()).and_then(|()| file.flush());
        written.map_err(|e| Failure::creating(&self.path, &e))
    }
}

/// A text with its checksum.
fn line(body: &str) -> String {
    format!("{} {body}\n", sha256(body.as_bytes()))
}
