//! Which of the files of a submission is the program?

use super::files::Files;
use crate::check::war::trial::package;

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
pub enum Found {
    /// A class in Java with `findWinner`: its file, and its name with its package.
    Java {
        /// The file.
        file: String,
        /// The class, as Java knows it.
        class: String,
    },
    /// A module in Python with `find_winner` or `findWinner`.
    Python {
        /// The file.
        file: String,
    },
    /// What a command of the teacher's starts.
    Other {
        /// The file that `{file}` stands for; nothing where no word says it.
        file: String,
    },
}

impl Found {
    /// The file.
    pub fn file(&self) -> &str {
        match self {
            Found::Java { file, .. } | Found::Python { file } | Found::Other { file } => file,
        }
    }
}

/// The program of a submission.
///
/// Errors: there is none, or more than one; as a sentence.
pub fn find(files: &Files) -> Result<Found, String> {
    let mut found: Vec<(Found, &[u8])> = Vec::new();
    for (file, bytes) in files.iter() {
        let text = String::from_utf8_lossy(bytes);
        let program = if file.ends_with(".java") && declares(&text, &["int ", "Integer "]) {
            let stem = name_of(file).trim_end_matches(".java").to_owned();
            let class = package(&text).map_or(stem.clone(), |package| format!("{package}.{stem}"));
            Found::Java { file: file.to_owned(), class }
        } else if file.ends_with(".py") && declares(&text, &["def "]) {
            Found::Python { file: file.to_owned() }
        } else {
            continue;
        };
        // The same file twice is one program.
        if !found.iter().any(|(_, other)| *other == bytes) {
            found.push((program, bytes));
        }
    }
    let is_named = |found: &Found| matches!(name_of(found.file()), "War.java" | "war.py");
    if found.len() > 1 && found.iter().filter(|(program, _)| is_named(program)).count() == 1 {
        found.retain(|(program, _)| is_named(program));
    }
    match &found[..] {
        [(program, _)] => Ok(program.clone()),
        [] => Err(format!(
            "there is no findWinner (find_winner in Python) in {}",
            listed(files.iter().map(|(name, _)| name))
        )),
        several => Err(format!(
            "there are {} programs: {}; leave one",
            several.len(),
            listed(several.iter().map(|(program, _)| program.file()))
        )),
    }
}

/// The file that a command of the teacher's takes: the one of the name it gives, or the only one.
///
/// Errors: there is none, or more than one; as a sentence.
pub fn find_named(files: &Files, template: &Template) -> Result<Found, String> {
    let wanted = template.file.as_deref();
    if wanted.is_none() && !template.takes_file() {
        return Ok(Found::Other { file: String::new() });
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
        [file] => Ok(Found::Other { file: file.to_owned() }),
        [] => Err(format!(
            "there is no {} in {}",
            wanted.unwrap_or("file"),
            listed(files.iter().map(|(name, _)| name))
        )),
        ref several => Err(format!(
            "there are {} files that it could be: {}",
            several.len(),
            listed(several.iter().copied())
        )),
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
fn listed<'n>(names: impl Iterator<Item = &'n str>) -> String {
    const SHOWN: usize = 4;
    let names: Vec<&str> = names.collect();
    match names.len() {
        0 => "an empty submission".into(),
        n if n > SHOWN => format!("{} and {} more", names[..SHOWN].join(", "), n - SHOWN),
        _ => names.join(", "),
    }
}
