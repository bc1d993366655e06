//! The submissions of a class: what of a folder is one student's, and what is nobody's?

use std::collections::{BTreeMap, HashSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::args::GradeArgs;
use crate::check::grade::find::{SOURCES, Template, has_program};
use crate::check::grade::handed_in::{HandedIn, handed_in};
use crate::check::grade::read::{Part, read};
use crate::check::grade::{archive, roster};
use crate::check::language::Lang;
use crate::cli::failure::{Failure, OfPath as _};
use crate::cli::names::{safe, shown};
use crate::core::wording::digits::counted;
use crate::core::wording::plain::Plain;

/// Folders that a project has, and no student is called.
const OF_A_PROJECT: [&str; 13] = [
    "src", "source", "test", "tests", "main", "bin", "build", "out", "lib", "target", "doc",
    "docs", "old",
];
/// Files that systems leave in folders.
const LEFT_BEHIND: [&str; 3] = ["__MACOSX", "desktop.ini", "Thumbs.db"];
/// What programs are called where the assignment says so: whose such a file is, its name does not say.
const OF_THE_TASK: [&str; 2] = ["War.java", "war.py"];
/// What teachers call what they hand out.
const HANDED_OUT: [&str; 4] = ["template", "starter", "skeleton", "solution"];
/// Archives that are not read, but handed in.
const OTHER_ARCHIVES: [&str; 5] = ["rar", "7z", "xz", "bz2", "gz"];
/// Names that are listed in a sentence.
const SHOWN: usize = 5;

/// A submission that was found.
#[derive(Clone, Debug)]
pub struct Submission {
    /// Whose it is: the name of its folder, archive or file.
    pub student: String,
    /// What was handed in; nothing for who is in the roster alone.
    pub parts: Vec<Part>,
    /// Whether it lay in the folder of a class.
    pub of_class: bool,
}

/// The submissions of a class, and what is to be said of how they were found.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Each student's, by name.
    pub submissions: Vec<Submission>,
    /// Sentences.
    pub said: Vec<String>,
}

/// Something in the folder of a class.
struct Entry {
    path: PathBuf,
    name: String,
    is_dir: bool,
    handed_in: Option<HandedIn>,
}

/// The submissions of the folders and archives of a command.
///
/// Errors: something is not there, or nothing is in it; the roster cannot be read.
pub fn class(args: &GradeArgs, template: Option<&Template>) -> Result<Found, Failure> {
    let mut class = Found::default();
    let own_names = OF_THE_TASK.into_iter().chain(args.way.file.as_deref()).collect::<Vec<_>>();
    let roster = args.roster.as_deref();
    for path in &args.folders {
        // A link that is given is what it leads to; without it the name may be `.`.
        let Ok(whole) = path.canonicalize() else {
            return Err(Failure::missing("folder or archive", path, &[]));
        };
        if args.class && !whole.is_dir() {
            return Err(Failure::usage(format!(
                "--class: {} is no folder; unpack it into one",
                shown(path)
            )));
        }
        let entries = if whole.is_dir() { entries(&whole, roster)? } else { Vec::new() };
        let is_class = match (args.class, args.single || !whole.is_dir()) {
            (true, _) => Some(true),
            (false, true) => Some(false),
            _ => is_class(&entries, (&own_names, template), path, &mut class.said),
        };
        if is_class == Some(false) {
            let name = whole.file_name().map(OsStr::to_string_lossy).unwrap_or_default();
            let student = student(&name, whole.is_dir());
            let parts = vec![Part { name: name.into_owned(), path: whole.into() }];
            class.submissions.push(Submission { student, parts, of_class: false });
            continue;
        }
        let found = match is_class {
            Some(_) => of_class(entries, &own_names, path, &mut class.said),
            None => Vec::new(),
        };
        if found.is_empty() {
            return Err(Failure::data(format!(
                "{}: there is no submission in it; a class has a folder, an archive (.zip, \
                 .tar.gz) or a file for each student",
                path.display()
            )));
        }
        class.submissions.extend(found);
    }
    if let Some(path) = roster {
        let is_class = class.submissions.iter().any(|one| one.of_class);
        let why = "this is one submission, not a class; --class makes each entry a student";
        Failure::given(&[("--roster", !is_class)], why)?;
        call_the_roll(path, &mut class)?;
    }
    number_equals(&mut class.submissions);
    Ok(class)
}

/// Adds who is in the roster and handed in nothing, and says who is not in it.
fn call_the_roll(path: &Path, class: &mut Found) -> Result<(), Failure> {
    let text = std::fs::read(path).reading(path)?;
    let listed = roster::read(&text)
        .map_err(|why| Failure::data(format!("--roster {}: {why}", shown(path))))?;
    let is_of = |one: &Submission, listed: &roster::Listed| listed.is_called(&one.student);
    let strangers = class.submissions.iter().filter(|one| !listed.iter().any(|s| is_of(one, s)));
    let strangers: Vec<&str> = strangers.map(|one| one.student.as_str()).collect();
    if !strangers.is_empty() {
        class.said.push(format!("not in {}: {}", shown(path), some(&strangers)));
    }
    let missing = listed.iter().filter(|s| !class.submissions.iter().any(|one| is_of(one, s)));
    let missing: Vec<Submission> = missing
        .map(|listed| Submission {
            student: Plain::line(&listed.name).into_string(),
            parts: Vec::new(),
            of_class: true,
        })
        .collect();
    class.submissions.extend(missing);
    class.submissions.sort_by(|a, b| a.student.cmp(&b.student));
    Ok(())
}

/// The submissions of a class: those of a student whom a course system names are one; what is a
/// template is nobody's.
fn of_class(
    entries: Vec<Entry>,
    own_names: &[&str],
    path: &Path,
    said: &mut Vec<String>,
) -> Vec<Submission> {
    let is_template = |entry: &Entry| {
        let stem = student(&entry.name, entry.is_dir).to_lowercase();
        entry.handed_in.is_none()
            && (!entry.is_dir && own_names.contains(&entry.name.as_str())
                || HANDED_OUT.contains(&stem.as_str()))
    };
    let (templates, entries): (Vec<Entry>, Vec<Entry>) = entries.into_iter().partition(is_template);
    if !templates.is_empty() {
        let names: Vec<&str> = templates.iter().map(|entry| entry.name.as_str()).collect();
        said.push(format!(
            "{}: not graded, because no student has this name: {}",
            shown(path),
            some(&names)
        ));
    }
    let mut by_student: BTreeMap<(String, String), Vec<Part>> = BTreeMap::new();
    for Entry { path, name, is_dir, handed_in } in entries {
        let (student, attempt, name) = match handed_in {
            Some(HandedIn { student, attempt, file }) => (student, attempt, file.unwrap_or(name)),
            // Two of one name are two students.
            None => (student(&name, is_dir), name.clone(), name),
        };
        let student = Plain::line(&student).into_string();
        by_student.entry((student, attempt)).or_default().push(Part { path: path.into(), name });
    }
    let one = |((student, _), parts)| Submission { student, parts, of_class: true };
    by_student.into_iter().map(one).collect()
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

/// Whether these are students, and not the files of one submission; `None` if nothing is there that
/// could be either. Where it might be either, that is said.
fn is_class(
    entries: &[Entry],
    (own_names, template): (&[&str], Option<&Template>),
    path: &Path,
    said: &mut Vec<String>,
) -> Option<bool> {
    if entries.iter().any(|entry| entry.handed_in.is_some()) {
        return Some(true);
    }
    let ending = |entry: &Entry| entry.name.rsplit_once('.').map(|(_, ending)| ending.to_owned());
    let has_ending = |entry: &Entry, all: &[&str]| {
        !entry.is_dir && ending(entry).is_some_and(|ending| all.contains(&ending.as_str()))
    };
    let is_own = |entry: &&Entry| !entry.is_dir && own_names.contains(&entry.name.as_str());
    let is_packed = |entry: &Entry| {
        !entry.is_dir && (archive::is_archive(&entry.name) || has_ending(entry, &OTHER_ARCHIVES))
    };
    let is_of_project = |entry: &&Entry| OF_A_PROJECT.contains(&entry.name.as_str());
    let loose: Vec<&Entry> =
        entries.iter().filter(|entry| has_ending(entry, &SOURCES) || is_own(entry)).collect();
    let folders: Vec<&Entry> =
        entries.iter().filter(|entry| entry.is_dir || is_packed(entry)).collect();
    if loose.is_empty() {
        return (!folders.is_empty()).then(|| !folders.iter().all(is_of_project));
    }
    let has_program = |entry: &&&Entry| {
        let part = Part { path: entry.path.clone().into(), name: entry.name.clone() };
        is_packed(entry) || read(&[part], Lang::En).is_ok_and(|files| has_program(&files, template))
    };
    let others = folders.iter().filter(|entry| !is_of_project(entry)).filter(has_program).count();
    let is_class = match loose.iter().copied().any(|entry| is_own(&entry)) {
        // A program beside one archive may be packed in it, too.
        true => others >= 2,
        false if others > 0 => true,
        false => loose.iter().filter(has_program).count() >= 2,
    };
    if loose.len() + folders.len() > 1 {
        said.push(match is_class {
            true => format!(
                "{}: a class, as there is more than one program; --single makes it one submission",
                shown(path)
            ),
            false => format!(
                "{}: one submission, of {}; --class makes each entry a student",
                shown(path),
                counted(entries.len() as u64, "entry", "entries")
            ),
        });
    }
    Some(is_class)
}

/// What lies in a folder, by name, without what is hidden, what systems leave there, and the roster.
fn entries(folder: &Path, roster: Option<&Path>) -> Result<Vec<Entry>, Failure> {
    let roster = roster.and_then(|path| path.canonicalize().ok());
    let mut entries = Vec::new();
    for entry in std::fs::read_dir(folder).reading(folder)? {
        let entry = entry.reading(folder)?;
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        let is_left = name.starts_with('.') || LEFT_BEHIND.contains(&name.as_str());
        if is_left || roster.as_ref() == Some(&path) {
            continue;
        }
        // Not of what a link leads to.
        let is_dir = entry.file_type().reading(folder)?.is_dir();
        entries.push(Entry { handed_in: handed_in(&name), path, name, is_dir });
    }
    // Brightspace adds a page with links to all.
    if entries.iter().any(|entry| entry.handed_in.is_some()) {
        entries.retain(|entry| entry.name != "index.html");
    }
    entries.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(entries)
}

/// The name of a student, from that of a folder, an archive or a file.
fn student(name: &str, is_dir: bool) -> String {
    let handed_in = handed_in(name);
    let stem = match (&handed_in, is_dir) {
        (Some(handed_in), _) => &handed_in.student,
        (None, true) => name,
        (None, false) => archive::stem(name)
            .or_else(|| name.rsplit_once('.').map(|(stem, _)| stem))
            .filter(|stem| !stem.is_empty())
            .unwrap_or(name),
    };
    Plain::line(stem).into_string()
}

/// The first of some names.
fn some(names: &[&str]) -> String {
    let shown: Vec<&str> = names.iter().take(SHOWN).copied().collect();
    let list = Plain::line(&shown.join(", ")).into_string();
    match names.len().saturating_sub(SHOWN) {
        0 => list,
        more => format!("{list} and {more} more"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_given_once() {
        let of = |student: &str| Submission {
            student: student.into(),
            parts: Vec::new(),
            of_class: true,
        };
        let mut found = ["Bob", "Bob", "Bob (2)", "bob", "Eve"].map(of);
        number_equals(&mut found);
        let names = found.map(|submission| submission.student);
        assert_eq!(names, ["Bob", "Bob (2)", "Bob (2) (2)", "bob (2)", "Eve"]);
    }
}
