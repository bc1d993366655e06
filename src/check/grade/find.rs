//! Which of the files of a submission is the program?

use std::collections::HashSet;

use super::files::Files;
use crate::check::language::Lang;
use crate::check::war::programs::Language;

/// How the names of sources end, behind the point.
pub const SOURCES: [&str; 16] = [
    "java", "py", "c", "cc", "cpp", "cs", "go", "hs", "js", "jl", "kt", "rb", "rs", "scala",
    "swift", "ts",
];
/// Words in the names of folders for what is not in use any more.
const PUT_AWAY: [&str; 9] =
    ["old", "bak", "backup", "copy", "archive", "orig", "original", "previous", "trash"];

/// How programs in other languages are compiled and started: words, `{file}` standing for the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Template {
    /// The name of the file, `*.c` for an ending; without it `{file}` is the only file.
    pub file: Option<String>,
    /// What compiles it; nothing for none.
    pub compile: Vec<String>,
    /// What starts it.
    pub start: Vec<String>,
}

impl Template {
    /// Whether a word stands for the file.
    pub fn takes_file(&self) -> bool {
        self.compile.iter().chain(&self.start).any(|word| word.contains("{file}"))
    }
}

/// A program that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its file: a class in Java with `findWinner`, a module in Python with `find_winner` or `findWinner`, or
    /// what `{file}` stands for; nothing where no word says it.
    pub file: String,
    /// Its language; `None` where a command of the teacher's starts it.
    pub language: Option<Language>,
}

/// The program of a submission, and the files that could have been it: copies, and what was put away.
///
/// Errors: there is none, or more than one; as a sentence.
pub fn find(files: &Files) -> Result<(Found, Vec<String>), String> {
    let mut found = programs(files);
    let mut not_taken = Vec::new();
    let mut keep = |found: &mut Vec<(Found, &[u8])>, wanted: &dyn Fn(&str) -> bool| {
        if found.iter().any(|(program, _)| wanted(&program.file)) {
            let is_other = |(program, _): &mut (Found, &[u8])| !wanted(&program.file);
            not_taken.extend(found.extract_if(.., is_other).map(|(other, _)| other.file));
        }
    };
    keep(&mut found, &|file| !is_put_away(file));
    keep(&mut found, &|file| matches!(name_of(file), "War.java" | "war.py"));
    // The same file twice is one program.
    let mut seen = HashSet::new();
    let is_copy = |(_, bytes): &mut (Found, &[u8])| !seen.insert(bytes.to_owned());
    not_taken.extend(found.extract_if(.., is_copy).map(|(copy, _)| copy.file));
    match &found[..] {
        [(program, _)] => Ok((program.clone(), not_taken)),
        [] => Err(nothing(&files.lang.the_function(), files)),
        several => {
            let names =
                listed(several.iter().map(|(program, _)| program.file.as_str()), files.lang);
            Err(files.lang.several_programs(several.len(), names))
        }
    }
}

/// Whether there is a program, or more than one.
pub fn has_program(files: &Files, template: Option<&Template>) -> bool {
    match template {
        Some(template) => find_named(files, template).is_ok(),
        None => !programs(files).is_empty(),
    }
}

/// Every file that could be the program.
fn programs(files: &Files) -> Vec<(Found, &[u8])> {
    let mut found: Vec<(Found, &[u8])> = Vec::new();
    for (file, bytes) in files.iter() {
        let text = String::from_utf8_lossy(bytes);
        let language = if file.ends_with(".java") && declares(&text, &["int ", "Integer "]) {
            Language::Java
        } else if file.ends_with(".py") && declares(&text, &["def "]) {
            Language::Python
        } else {
            continue;
        };
        found.push((Found { file: file.to_owned(), language: Some(language) }, bytes));
    }
    found
}

/// Why there is no program: what is there instead, and what of it cannot be read.
fn nothing(wanted: &str, files: &Files) -> String {
    let (unread, lang): (Vec<(&str, String)>, Lang) = (files.unread().collect(), files.lang);
    let is_read = |name: &&str| !unread.iter().any(|(other, _)| other == name);
    let mut others = files.iter().map(|(name, _)| name).filter(is_read).peekable();
    let why = unread.first().map(|(name, why)| format!("{name} {why}"));
    match (others.peek(), why) {
        (None, Some(why)) => why,
        (_, None) => lang.no_program(wanted, listed(others, lang)),
        (_, Some(why)) => lang.no_program_as(wanted, listed(others, lang), why),
    }
}

/// Whether a file lies in a folder that is not in use any more.
fn is_put_away(file: &str) -> bool {
    let folders = &file[..file.len() - name_of(file).len()];
    let mut words = folders.split(|letter: char| !letter.is_alphabetic());
    words.any(|word| PUT_AWAY.contains(&word.to_ascii_lowercase().as_str()))
}

/// The file that a command of the teacher's takes: the one of the name it gives, or the only one.
///
/// Errors: there is none, or more than one; as a sentence.
pub fn find_named(files: &Files, template: &Template) -> Result<(Found, Vec<String>), String> {
    let wanted = template.file.as_deref();
    if wanted.is_none() && !template.takes_file() {
        return Ok((Found { file: String::new(), language: None }, Vec::new()));
    }
    let is_wanted = |name: &str| match wanted {
        None => true,
        Some(wanted) => match wanted.strip_prefix('*') {
            Some(ending) => name.ends_with(ending),
            None => name_of(name).eq_ignore_ascii_case(wanted),
        },
    };
    let found: Vec<&str> =
        files.iter().map(|(name, _)| name).filter(|name| is_wanted(name)).collect();
    match found[..] {
        [file] => Ok((Found { file: file.to_owned(), language: None }, Vec::new())),
        [] => Err(nothing(wanted.unwrap_or(&files.lang.a_file()), files)),
        ref several => {
            let names = listed(several.iter().copied(), files.lang);
            Err(files.lang.several_files(several.len(), names))
        }
    }
}

/// Whether a function of this name is declared, not only called.
fn declares(text: &str, before: &[&str]) -> bool {
    let is_declared = |line: &str| {
        let Some((head, _)) = ["findWinner", "find_winner"].iter().find_map(|name| {
            line.split_once(name).filter(|(_, rest)| rest.trim_start().starts_with('('))
        }) else {
            return false;
        };
        let head = format!("{} ", head.trim());
        let is_comment = head.starts_with("//") || head.starts_with('#') || head.starts_with('*');
        !is_comment && before.iter().any(|word| head.ends_with(word))
    };
    text.lines().any(is_declared)
}

/// The name of a file without its folders.
pub fn name_of(file: &str) -> &str {
    file.rsplit('/').next().unwrap_or(file)
}

/// Some names as a list.
fn listed<'n>(names: impl Iterator<Item = &'n str>, lang: Lang) -> String {
    const SHOWN: usize = 4;
    let names: Vec<&str> = names.collect();
    match names.len() {
        0 => lang.an_empty_submission(),
        n if n > SHOWN => lang.and_more(names[..SHOWN].join(", "), n - SHOWN),
        _ => names.join(", "),
    }
}
