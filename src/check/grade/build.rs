//! From files to a program that can be asked: written where it may work, compiled, and started.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::files::Files;
use super::find::{Found, name_of};
use crate::check::harness;
use crate::check::process::{Finished, Groups, Limits, finish};
use crate::check::reason::reason;
use crate::check::workplace::write;

/// How long compiling may take.
const COMPILING: Duration = Duration::from_secs(60);
/// Where a submission lies within its place, and what is compiled of it.
const SOURCE: &str = "submission";
const COMPILED: &str = "compiled";

/// How programs in other languages are compiled and started: words, `{file}` standing for the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Template {
    /// The name of the file, `*.c` for an ending; without it there must be one file only.
    pub file: Option<String>,
    /// What compiles it; nothing for none.
    pub compile: Vec<String>,
    /// What starts it.
    pub start: Vec<String>,
}

/// A program that can be started.
#[derive(Clone, Debug)]
pub struct Built {
    /// Its words.
    pub words: Vec<OsString>,
    /// The folder that it works in.
    pub folder: PathBuf,
}

/// Writes a submission into a folder of its own and compiles it.
///
/// Returns what the compiler says where it refuses it. Errors: the folder cannot be written, or there
/// is no compiler.
pub fn build(
    files: &Files,
    found: &Found,
    template: Option<&Template>,
    place: &Path,
    limits: &Limits,
    groups: &Groups,
) -> io::Result<Result<Built, String>> {
    let folder = place.join(SOURCE);
    std::fs::create_dir_all(&folder)?;
    for (name, text) in files.iter() {
        write(&folder, name, text)?;
    }
    let run = |words: Vec<OsString>| finish(&words, &folder, COMPILING, limits, groups);
    let made = match found {
        Found::Java { file, .. } => run(javac(files, file, place)?)?,
        Found::Python { file } => run(words(["python3", "-m", "py_compile", file.as_str()]))?,
        Found::Other { file } => match template.filter(|template| !template.compile.is_empty()) {
            Some(template) => run(filled(&template.compile, file))?,
            None => nothing_to_do(),
        },
    };
    if made.code != Some(0) {
        return Ok(Err(refusal(&made)));
    }
    let words = match found {
        Found::Java { class, .. } => {
            let flags = ["java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp"];
            let mut words = words(flags);
            words.push(place.join(COMPILED).into());
            words.extend(["WarCheck".into(), class.into()]);
            words
        }
        Found::Python { file } => {
            write(place, "war_check.py", harness::PYTHON)?;
            let mut words = words(["python3"]);
            words.push(place.join("war_check.py").into());
            words.push(folder.join(file).into());
            words
        }
        Found::Other { file } => filled(template.map_or(&[], |template| &template.start[..]), file),
    };
    Ok(Ok(Built { words, folder }))
}

fn nothing_to_do() -> Finished {
    let (stdout, stderr) = (String::new(), String::new());
    Finished { code: Some(0), stopped: None, stdout, stderr }
}

fn words<'w>(words: impl IntoIterator<Item = &'w str>) -> Vec<OsString> {
    words.into_iter().map(OsString::from).collect()
}

fn filled(template: &[String], file: &str) -> Vec<OsString> {
    template.iter().map(|word| word.replace("{file}", file).into()).collect()
}

/// Compiles the class with what is beside it and what it refers to, but no tests: JUnit need not be
/// there.
fn javac(files: &Files, file: &str, place: &Path) -> io::Result<Vec<OsString>> {
    write(place, "WarCheck.java", harness::JAVA)?;
    let mut words = words(["javac", "-encoding", "UTF-8", "-nowarn", "-d"]);
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
    let package = files.iter().find(|(name, _)| *name == file);
    let package = package.and_then(|(_, bytes)| {
        crate::check::war::trial::package(&text(bytes)).map(|name| name.replace('.', "/") + "/")
    });
    let root = package.and_then(|package| folder.strip_suffix(package.as_str()).map(str::to_owned));
    words.extend(["-sourcepath".into(), format!("./{}", root.unwrap_or(folder.into())).into()]);
    Ok(words)
}

/// What a compiler says first, in a line.
fn refusal(finished: &Finished) -> String {
    if let Some(why) = &finished.stopped {
        return format!("the compiler was {why}");
    }
    let text = [finished.stderr.trim(), finished.stdout.trim()].into_iter().find(|t| !t.is_empty());
    reason(text.unwrap_or("the compiler refuses it, without a word")).unwrap_or_default().to_owned()
}
