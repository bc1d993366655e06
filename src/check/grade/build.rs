//! From files to a program that can be asked: written where it may work, compiled, and started.

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::time::Duration;

use super::files::Files;
use super::find::{Found, Template, name_of};
use crate::check::language::Lang;
use crate::check::process::{Apart, Finished, Groups, Limits, Room, finish, on_path};
use crate::check::reason::reason;
use crate::check::war::programs::Language;
use crate::check::war::trial::{QUICK, package};
use crate::check::workplace::{executable, write};
use crate::core::wording::system::said;

/// How long compiling may take.
const COMPILING: Duration = Duration::from_secs(60);
/// Where a submission lies within its place, and what is compiled of it.
const SOURCE: &str = "submission";
const COMPILED: &str = "compiled";

/// Writes a submission into its folder within a place.
///
/// Returns why its files cannot be written, where that is for their names. Errors: other ones of the
/// system.
pub fn unpack(files: &Files, place: &Path) -> io::Result<Result<(), String>> {
    use io::ErrorKind::{
        AlreadyExists, InvalidFilename, InvalidInput, IsADirectory, NotADirectory, NotFound,
        PermissionDenied,
    };
    let folder = place.join(SOURCE);
    std::fs::create_dir_all(&folder)?;
    for (name, text) in files.iter() {
        let written = write(&folder, name, text).and_then(|()| match text.starts_with(b"#!") {
            true => executable(&folder.join(name)),
            false => Ok(()),
        });
        let Err(error) = written else { continue };
        return match error.kind() {
            // In a folder that is new.
            AlreadyExists | InvalidFilename | InvalidInput | IsADirectory | NotADirectory
            | NotFound | PermissionDenied => {
                Ok(Err(files.lang.cannot_be_written(name, said(&error))))
            }
            _ => Err(error),
        };
    }
    Ok(Ok(()))
}

/// The room in which a submission is compiled that is unpacked.
///
/// Errors: those of the system.
pub fn room(apart: &Apart, place: &Path) -> io::Result<Room> {
    Room::to_compile(apart, place, place.join(SOURCE), place.join(COMPILED))
}

/// Compiles a submission in its room; the words that start it there afterwards.
///
/// Returns what the compiler says where it refuses it. Errors: there is no compiler.
pub fn build(
    files: &Files,
    found: &Found,
    template: Option<&Template>,
    place: &Path,
    limits: &Limits,
    groups: &Groups,
) -> io::Result<Result<Vec<OsString>, String>> {
    let folder = place.join(SOURCE);
    let Found { file, language } = found;
    let needed: &[&str] = match language {
        Some(Language::Java) => &["javac", "java"],
        Some(Language::Python) => &["python3"],
        None => &[],
    };
    if needed.iter().any(|name| on_path(name).is_none()) {
        return Err(io::ErrorKind::NotFound.into());
    }
    let compiler = match language {
        Some(Language::Java) => javac(files, file, place)?,
        Some(Language::Python) => words(["python3", "-m", "py_compile", &named(file)]),
        None => filled(template.map_or(&[], |template| &template.compile[..]), file),
    };
    if !compiler.is_empty() {
        let made = finish(&compiler, &folder, COMPILING, limits, groups)?;
        if made.code != Some(0) {
            return Ok(Err(refusal(&made, files.lang)));
        }
    }
    let words = match language {
        Some(Language::Java) => {
            let flags = ["java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp"];
            let mut words = words(flags);
            words.push(place.join(COMPILED).into());
            words.extend(["WarCheck".into(), class(files, file).into()]);
            words
        }
        Some(Language::Python) => {
            write(place, "war_check.py", Language::Python.harness())?;
            let mut words = words(["python3"]);
            words.push(place.join("war_check.py").into());
            words.push(folder.join(file).into());
            words
        }
        None => filled(template.map_or(&[], |template| &template.start[..]), file),
    };
    Ok(Ok(words))
}

fn words<'w>(words: impl IntoIterator<Item = &'w str>) -> Vec<OsString> {
    words.into_iter().map(OsString::from).collect()
}

fn filled(template: &[String], file: &str) -> Vec<OsString> {
    template.iter().map(|word| word.replace("{file}", &named(file)).into()).collect()
}

/// A file as an argument: a name that begins with a dash is no option.
fn named(file: &str) -> String {
    if file.starts_with('-') { format!("./{file}") } else { file.to_owned() }
}

/// Compiles the class with what is beside it and what it refers to, but no tests: JUnit need not be
/// there.
fn javac(files: &Files, file: &str, place: &Path) -> io::Result<Vec<OsString>> {
    write(place, "WarCheck.java", Language::Java.harness())?;
    let mut words = words(["javac", QUICK, "-encoding", "UTF-8", "-nowarn", "-d"]);
    words.push(place.join(COMPILED).into());
    words.push(place.join("WarCheck.java").into());
    let folder = &file[..file.len() - name_of(file).len()];
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let beside = files.iter().filter(|(name, bytes)| {
        name.strip_prefix(folder).is_some_and(|rest| !rest.contains('/') && rest.ends_with(".java"))
            && (*name == file || !text(bytes).contains("org.junit"))
    });
    words.extend(beside.map(|(name, _)| OsString::from(format!("./{name}"))));
    // Where the folders are those of the package, other packages are found from their root.
    let class = class(files, file).replace('.', "/");
    let root = file.strip_suffix(&format!("{class}.java")).unwrap_or(folder);
    words.extend(["-sourcepath".into(), format!("./{root}").into()]);
    Ok(words)
}

/// The class of this file as Java knows it, with its package.
fn class(files: &Files, file: &str) -> String {
    let stem = name_of(file).trim_end_matches(".java");
    let text = files.iter().find(|(name, _)| *name == file);
    let text = text.map_or(String::new(), |(_, bytes)| String::from_utf8_lossy(bytes).into_owned());
    package(&text).map_or(stem.to_owned(), |package| format!("{package}.{stem}"))
}

/// What a compiler says first, in a line.
fn refusal(finished: &Finished, lang: Lang) -> String {
    if let Some(how) = &finished.stopped {
        return lang.compiler_was(how.words(lang));
    }
    let text = [finished.stderr.trim(), finished.stdout.trim()].into_iter().find(|t| !t.is_empty());
    let line = text.and_then(reason);
    line.map_or_else(|| lang.compiler_is_mute(), super::of_program)
}
