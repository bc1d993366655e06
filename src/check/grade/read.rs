//! A submission read: folders, archives and files of one student; where it is nothing but an archive,
//! what is in that.

use std::ffi::OsString;
use std::io::{self, Read as _};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::archive;
use super::files::{Files, MOST_BYTES, too_large};
use super::find::{SOURCES, name_of};
use crate::check::language::Lang;
use crate::core::wording::plain::Plain;
use crate::core::wording::system::said;

/// Folders within one another.
const MOST_DEPTH: usize = 32;

/// What a student handed in, or a part of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// The folder, archive or file, whatever bytes its name has.
    pub path: OsString,
    /// What a file is called.
    pub name: String,
}

/// Reads a submission.
///
/// Errors: it cannot be read; in words, as the end of a sentence.
pub fn read(parts: &[Part], lang: Lang) -> Result<Files, String> {
    if parts.is_empty() {
        return Err(lang.nothing_handed_in());
    }
    let mut files = Files::new(lang);
    for part in parts {
        match add(part, &mut files) {
            // A program beside a report that cannot be read is a program.
            Err(why) if parts.len() > 1 => files.leave_out(&part.name, why),
            other => other.map_err(|why| format!("{} {why}", Plain::line(&part.name)))?,
        }
    }
    let archives: Vec<(&str, &[u8])> =
        files.iter().filter(|(name, _)| archive::is_archive(name)).collect();
    let is_source = |name: &str| SOURCES.contains(&name_of(name).rsplit('.').next().unwrap_or(""));
    match archives[..] {
        [(name, packed)] if !files.iter().any(|(name, _)| is_source(name)) => {
            archive::read(packed, lang).map_err(|why| format!("{name} {why}"))
        }
        _ => Ok(files),
    }
}

fn add(part: &Part, files: &mut Files) -> Result<(), String> {
    let (path, name, lang) = (Path::new(&part.path), &part.name, files.lang);
    let kind = std::fs::symlink_metadata(path).map_err(|error| cannot(&error, lang))?.file_type();
    if kind.is_dir() {
        add_folder(path, "", MOST_DEPTH, files)
    } else if kind.is_symlink() {
        Err(lang.is_link())
    } else if !kind.is_file() {
        Err(lang.is_no_file())
    } else if archive::is_archive(name) {
        files.extend(archive::read(&whole(path, lang)?, lang)?)
    } else {
        let text = whole(path, lang)?;
        // Whoever hands out one file of each student gives it another name, and Java asks for its own.
        let class = if name.ends_with(".java") { public_class(&text) } else { None };
        files.add(class.map_or(name.clone(), |class| format!("{class}.java")), text)
    }
}

/// The class that a file in Java must be called after.
fn public_class(text: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(text);
    let words: Vec<&str> = text.split_whitespace().collect();
    let publics = (0..words.len()).filter(|&k| words[k].trim_start_matches('\u{feff}') == "public");
    let name = publics.filter_map(|k| {
        let is_kind = |word: &&&str| matches!(**word, "final" | "abstract" | "strictfp");
        let after = k + 1 + words[k + 1..].iter().take_while(is_kind).count();
        (words.get(after) == Some(&"class")).then(|| words.get(after + 1)).flatten()
    });
    let name = name.map(|name| name.split(['{', '<']).next().unwrap_or_default()).next()?;
    let is_name = |name: &&str| !name.is_empty() && name.chars().all(char::is_alphanumeric);
    Some(name).filter(is_name).map(str::to_owned)
}

fn whole(path: &Path, lang: Lang) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let cannot = |error| cannot(&error, lang);
    let file = std::fs::File::open(path).map_err(cannot)?;
    file.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(cannot)?;
    if bytes.len() > MOST_BYTES { Err(too_large(lang)) } else { Ok(bytes) }
}

fn cannot(error: &io::Error, lang: Lang) -> String {
    lang.cannot_be_read(said(error))
}

/// Adds the files of a folder; links are left out.
fn add_folder(folder: &Path, prefix: &str, depth: usize, files: &mut Files) -> Result<(), String> {
    let lang = files.lang;
    let cannot = |error| cannot(&error, lang);
    for entry in std::fs::read_dir(folder).map_err(cannot)? {
        let entry = entry.map_err(cannot)?;
        let kind = entry.file_type().map_err(cannot)?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if kind.is_symlink() {
            files.leave_out(&name, lang.is_link());
            continue;
        }
        let Some(name) = files.inside(&name) else { continue };
        if kind.is_dir() && depth > 0 {
            add_folder(&entry.path(), &format!("{name}/"), depth - 1, files)?;
        } else if kind.is_file() {
            files.add(name, whole(&entry.path(), lang)?)?;
        }
    }
    Ok(())
}
