//! The state of a class: the grades that are kept while it is graded, so that it goes on where it was
//! stopped, and at its end what was said and written.
//!
//! Each line is a checksum and an object: what all were asked, a grade each, the end. A grade that does
//! not fit its checksum is passed over, and the submission is graded again; so is one whose files have
//! changed.

use std::collections::{BTreeMap, HashMap};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use crate::check::grade::Grade;
use crate::cli::failure::{Failure, Kind, OfPath as _};
use crate::cli::names::{safe, shown};
use crate::cli::output::replace;
use crate::core::wording::system::said;
use crate::lab::store::disk::{Disk, WriteFile};
use crate::lab::store::manifest::MANIFEST;
use crate::lab::store::signed::sha256;
use crate::lab::store::state::STATE;
use crate::lab::store::verify::{Damage, Verified};

/// More than a class can have.
const MOST_BYTES: u64 = 1 << 30;
/// What the first object has, and no other state begins so.
const ASKED: &str = "grade";

/// The grades that are kept in a folder.
pub struct Kept {
    path: PathBuf,
    before: HashMap<(String, String), Grade>,
    file: Mutex<Box<dyn WriteFile>>,
}

/// What a class has come to: the last line of its state.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct End {
    /// How many are right, in a few words.
    pub about: String,
    /// What was printed.
    pub said: String,
    /// The files beside the state, with their checksums.
    pub files: BTreeMap<String, String>,
    /// The checksum of all lines before.
    before: String,
}

/// Where the feedback for a student is, within the folder of the class.
pub fn feedback_of(student: &str) -> String {
    format!("feedback/{}.txt", safe(student))
}

impl Kept {
    /// Opens the grades of a folder, which is made; `asked` is the class, and what all in it are asked.
    /// Feedback for students who are not among these any more is removed.
    ///
    /// Errors: something else is there, or the folder cannot be written.
    pub fn open(
        folder: &Path,
        asked: &Json,
        students: &[&str],
        (resume, force): (bool, bool),
    ) -> Result<Self, Failure> {
        let (disk, path) = (Disk::here(), folder.join(STATE));
        disk.create_dir_all(folder).creating(folder)?;
        let there = state(folder)?;
        let first = line(&json!({ ASKED: asked }).to_string());
        let is_same = there.as_ref().is_some_and(|text| text.starts_with(&first));
        let is_run = there.is_some() || folder.join(MANIFEST).exists();
        if is_run && !is_same && !force {
            let what = match there.as_deref().is_some_and(is_class) {
                true => {
                    "grades of another class or exercise (folder, rules, seed, decks, times or \
                     command)"
                }
                false => "another run",
            };
            return Err(Failure::new(
                Kind::CannotCreate,
                format!(
                    "{}: contains {what}; use another --name, or --force to overwrite it",
                    shown(folder)
                ),
            ));
        }
        let mut before = HashMap::new();
        let mut text = first;
        for kept in there.iter().flat_map(|text| text.lines()) {
            let grade = body(kept).and_then(|body| serde_json::from_str::<Grade>(body).ok());
            let Some(grade) = grade else { continue };
            if !is_same || !students.contains(&grade.student.as_str()) {
                let path = folder.join(feedback_of(&grade.student));
                if path.exists() {
                    disk.remove_file(&path).creating(&path)?;
                }
            }
            if is_same && resume {
                text += &format!("{kept}\n");
                before.insert((grade.student.clone(), grade.digest.clone()), grade);
            }
        }
        replace(&disk, &path, text.as_bytes())?;
        let file = disk.go_on(&path, text.len() as u64).creating(&path)?;
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
        self.write(&serde_json::to_string(grade).unwrap_or_default())
    }

    /// Keeps what the class has come to.
    ///
    /// Errors: as [`Kept::add`].
    pub fn end(
        &self,
        about: String,
        said: &str,
        files: BTreeMap<String, String>,
    ) -> Result<(), Failure> {
        let bytes = Disk::here().read(&self.path, MOST_BYTES);
        let before = sha256(&bytes.reading(&self.path)?);
        let end = End { about, said: said.into(), files, before };
        self.write(&serde_json::to_string(&end).unwrap_or_default())
    }

    fn write(&self, body: &str) -> Result<(), Failure> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let written = file.write_all(line(body).as_bytes()).and_then(|()| file.flush());
        written.creating(&self.path)
    }
}

/// What the class in a folder has come to; `None` if there is no class, and within it, if the class
/// was stopped or its state is damaged.
///
/// Errors: its state cannot be read.
pub fn end_of(folder: &Path) -> Result<Option<Option<End>>, Failure> {
    // Other runs have a manifest, and may have a large state.
    if folder.join(MANIFEST).exists() {
        return Ok(None);
    }
    let Some(text) = state(folder)?.filter(|text| is_class(text)) else { return Ok(None) };
    let whole = text.strip_suffix('\n').unwrap_or(&text);
    let (before, last) = whole.rsplit_once('\n').unwrap_or(("", whole));
    let end = body(last).and_then(|body| serde_json::from_str::<End>(body).ok());
    Ok(Some(end.filter(|end| end.before == sha256(format!("{before}\n").as_bytes()))))
}

/// Whether everything in the folder of a class is what was written; `None` as for [`end_of`].
///
/// Errors: as for [`end_of`].
pub fn verify(folder: &Path) -> Result<Option<Verified>, Failure> {
    let Some(end) = end_of(folder)? else { return Ok(None) };
    let Some(end) = end else {
        let what = "was stopped before its end, or is not whole".into();
        let damaged = vec![Damage { path: folder.join(STATE), what }];
        return Ok(Some(Verified { damaged, ..Verified::default() }));
    };
    let mut verified = Verified { whole: 1, ..Verified::default() };
    for (name, sum) in end.files {
        let path = folder.join(name);
        let what = match Disk::here().read(&path, MOST_BYTES) {
            Ok(bytes) if sha256(&bytes) == sum => {
                verified.whole += 1;
                continue;
            }
            Ok(_) => "was changed: its checksum is wrong".into(),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => "is missing".into(),
            Err(error) => format!("cannot be read: {}", said(&error)),
        };
        verified.damaged.push(Damage { path, what });
    }
    Ok(Some(verified))
}

/// The state of a folder, if it has one that is text.
fn state(folder: &Path) -> Result<Option<String>, Failure> {
    let path = folder.join(STATE);
    let bytes = match Disk::here().read(&path, MOST_BYTES) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        read => read.reading(&path)?,
    };
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}

/// Whether a state is that of a class.
fn is_class(text: &str) -> bool {
    let first = text.lines().next().and_then(|line| line.split_once(' '));
    first.is_some_and(|(_, body)| body.starts_with(&format!("{{\"{ASKED}\":")))
}

/// A text with its checksum.
fn line(body: &str) -> String {
    format!("{} {body}\n", sha256(body.as_bytes()))
}

/// The text of a line that fits its checksum.
fn body(line: &str) -> Option<&str> {
    let (sum, body) = line.split_once(' ')?;
    (sha256(body.as_bytes()) == sum).then_some(body)
}
