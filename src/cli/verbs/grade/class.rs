//! The submissions of a class: which folders and archives are one student's?

use std::collections::HashSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::check::grade::archive;
use crate::cli::failure::Failure;
use crate::cli::names::safe;
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
        found[before..].sort_by(|a, b| (&a.student, &a.path).cmp(&(&b.student, &b.path)));
    }
    number_equals(&mut found);
    Ok(found)
}

/// Gives what a student handed in twice a number, as files of one name would overwrite each other.
fn number_equals(found: &mut [Submission]) {
    let mut taken = HashSet::new();
    for submission in found {
        let name = submission.student.clone();
        let mut names = (2..).map(|k: u64| format!("{name} ({k})"));
        while !taken.insert(safe(&submission.student).to_lowercase()) {
            submission.student = names.next().unwrap_or_default();
        }
    }
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
    let paths: Result<Vec<PathBuf>, _> = entries.map(|entry| Ok(entry?.path())).collect();
    let mut paths = paths.map_err(|e: std::io::Error| Failure::reading(folder, &e))?;
    paths.retain(|path| !is_hidden(path));
    Ok(paths)
}

/// The name of a student, from that of a folder or an archive.
fn student(path: &Path) -> String {
    let whole = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let name = whole.file_name().map(OsStr::to_string_lossy).unwrap_or_default();
    let name = archive::stem(&name).unwrap_or(&name);
    // Moodle's folders: `Name_1234567_assignsubmission_file`.
    Plain::line(name.split("_assignsubmission_").next().unwrap_or(name)).into_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_given_once() {
        let of = |student: &str| Submission {
            student: student.into(),
            path: PathBuf::new(),
            of_class: true,
        };
        let mut found = ["Bob", "Bob", "Bob (2)", "bob", "Eve"].map(of);
        number_equals(&mut found);
        let names = found.map(|submission| submission.student);
        assert_eq!(names, ["Bob", "Bob (2)", "Bob (2) (2)", "bob (2)", "Eve"]);
    }
}
