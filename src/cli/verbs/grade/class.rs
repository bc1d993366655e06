//! The submissions of a class: which folders and archives are one student's?

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::check::grade::archive;
use crate::cli::failure::Failure;
use crate::core::wording::plain::Plain;

/// Folders that a project has, and no student is called.
const OF_A_PROJECT: [&str; 10] =
    ["src", "source", "test", "tests", "main", "bin", "build", "out", "lib", "target"];
/// Files that make their folder a submission.
const SOURCES: [&str; 8] = ["java", "py", "c", "cpp", "rs", "js", "rb", "kt"];

/// A submission that was found.
#[derive(Clone, Debug)]
pub struct Submission {
    /// Whose it is: the name of its folder or archive.
    pub student: String,
    /// The folder or archive.
    pub path: PathBuf,
    /// Whether it lay in the folder of a class.
    pub of_class: bool,
}

/// The submissions of these folders and archives, those of a class by name.
///
/// Errors: something is not there, or nothing is in it.
pub fn submissions(folders: &[PathBuf], single: bool) -> Result<Vec<Submission>, Failure> {
    let mut found = Vec::new();
    for path in folders {
        if !path.exists() {
            return Err(Failure::missing("folder or archive", path, &[]));
        }
        if single || is_submission(path) {
            found.push(Submission { student: student(path), path: path.clone(), of_class: false });
            continue;
        }
        let before = found.len();
        found.extend(
            entries(path)?
                .into_iter()
                .filter(|path| is_dir_or_archive(path))
                .map(|path| Submission { student: student(&path), path, of_class: true }),
        );
        if found.len() == before {
            return Err(Failure::data(format!(
                "{}: there is no submission in it; a class has a folder or an archive (.zip, \
                 .tar.gz) for each student",
                path.display()
            )));
        }
        found[before..].sort_by(|one, other| one.student.cmp(&other.student));
    }
    Ok(found)
}

/// Whether this is one submission and no class: an archive, a folder with a source in it, or one
/// whose folders are those of a project.
fn is_submission(path: &Path) -> bool {
    if !path.is_dir() {
        return true;
    }
    let Ok(entries) = entries(path) else { return true };
    let is_source = |path: &PathBuf| {
        let ending = path.extension().and_then(OsStr::to_str);
        path.is_file() && ending.is_some_and(|ending| SOURCES.contains(&ending))
    };
    let folders: Vec<&PathBuf> = entries.iter().filter(|path| is_dir_or_archive(path)).collect();
    let is_of_project = |path: &&PathBuf| {
        let name = path.file_name().and_then(OsStr::to_str);
        name.is_some_and(|name| OF_A_PROJECT.contains(&name))
    };
    entries.iter().any(is_source) || !folders.is_empty() && folders.iter().all(is_of_project)
}

fn is_dir_or_archive(path: &Path) -> bool {
    let name = path.file_name().map(OsStr::to_string_lossy).unwrap_or_default();
    // A link may lead anywhere.
    let kind = std::fs::symlink_metadata(path).map(|data| data.file_type());
    kind.is_ok_and(|kind| kind.is_dir() || kind.is_file() && archive::is_archive(&name))
}

/// What lies in a folder, without what is hidden.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = std::fs::read_dir(folder).map_err(|e| Failure::reading(folder, &e))?;
    let is_hidden = |path: &PathBuf| {
        let name = path.file_name().map(OsStr::to_string_lossy).unwrap_or_default();
        name.starts_with('.') || name == "__MACOSX"
    };
    Ok(entries.flatten().map(|entry| entry.path()).filter(|path| !is_hidden(path)).collect())
}

/// The name of a student, from that of a folder or an archive.
fn student(path: &Path) -> String {
    let whole = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let name = whole.file_name().map(OsStr::to_string_lossy).unwrap_or_default();
    let name = archive::stem(&name).unwrap_or(&name);
    // Moodle's folders: `Name_1234567_assignsubmission_file`.
    Plain::line(name.split("_assignsubmission_").next().unwrap_or(name)).into_string()
}
