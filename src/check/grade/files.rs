//! The files of a submission, wherever it is handed in: a folder or an archive.

use std::collections::BTreeMap;

use sha2::{Digest as _, Sha256};

use crate::check::language::Lang;

/// Bytes of a submission.
pub const MOST_BYTES: usize = 64 << 20;
/// Files of a submission.
pub const MOST_FILES: usize = 5_000;

/// What a submission is that has too many files, or too large ones; as the end of a sentence.
pub fn too_large(lang: Lang) -> String {
    lang.is_too_large(MOST_BYTES >> 20, MOST_FILES)
}

/// How files begin that are handed in and hold no program that could be read.
const OTHERS: [(&[u8], &str); 5] = [
    (b"Rar!", "RAR"),
    (b"7z\xbc\xaf\x27\x1c", "7z"),
    (b"BZh", "bzip2"),
    (b"\xfd7zXZ", "xz"),
    (b"%PDF", "PDF"),
];

/// Why a file is none that could be read; `None` for any other.
pub fn unreadable(bytes: &[u8], lang: Lang) -> Option<String> {
    let (_, kind) = OTHERS.iter().find(|(begins, _)| bytes.starts_with(begins))?;
    Some(if *kind == "PDF" { lang.is_pdf() } else { lang.is_archive_of(kind) })
}

/// How the names of compiled files end.
const COMPILED: [&str; 2] = [".class", ".pyc"];

/// Files by their names within the submission, with `/` between folders.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    /// The language in which it is said why something cannot be read.
    pub lang: Lang,
    by_name: BTreeMap<String, Vec<u8>>,
    bytes: usize,
    /// What is there, but was left out, each with why.
    left_out: Vec<(String, String)>,
}

impl Files {
    /// None yet, in this language.
    pub fn new(lang: Lang) -> Self {
        Self { lang, ..Self::default() }
    }

    /// Adds a file, one in Java as UTF-8.
    ///
    /// Errors: [`too_large`].
    pub fn add(&mut self, name: String, text: Vec<u8>) -> Result<(), String> {
        let text = if name.ends_with(".java") { utf8(text) } else { text };
        self.bytes += text.len();
        if self.bytes > MOST_BYTES || self.by_name.len() >= MOST_FILES {
            return Err(too_large(self.lang));
        }
        self.by_name.insert(name, text);
        Ok(())
    }

    /// Adds everything of another part.
    ///
    /// Errors: [`too_large`].
    pub fn extend(&mut self, other: Files) -> Result<(), String> {
        self.left_out.extend(other.left_out);
        other.by_name.into_iter().try_for_each(|(name, text)| self.add(name, text))
    }

    /// Notes that something is not taken, and why, as the end of a sentence.
    pub fn leave_out(&mut self, name: &str, why: String) {
        self.left_out.push((name.to_owned(), why));
    }

    /// The name of a file within the submission, as [`inside`]; what is compiled is left out.
    pub fn inside(&mut self, name: &str) -> Option<String> {
        if COMPILED.iter().any(|end| name.ends_with(end)) {
            self.leave_out(name, self.lang.is_compiled());
            return None;
        }
        inside(name)
    }

    /// Files that are no source and cannot be read, and what was left out, each with why.
    pub fn unread(&self) -> impl Iterator<Item = (&str, String)> {
        let of_file = |(name, text)| Some((name, unreadable(text, self.lang)?));
        let left_out = self.left_out.iter().map(|(name, why)| (name.as_str(), why.clone()));
        self.iter().filter_map(of_file).chain(left_out)
    }

    /// Every file, in the order of the names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.by_name.iter().map(|(name, text)| (name.as_str(), text.as_slice()))
    }

    /// What distinguishes these files from others.
    pub fn digest(&self) -> String {
        let mut hash = Sha256::new();
        for (name, text) in self.iter() {
            hash.update((name.len() as u64).to_le_bytes());
            hash.update(name);
            hash.update((text.len() as u64).to_le_bytes());
            hash.update(text);
        }
        hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// The name of a file within a submission; `None` for one that leads out of it, and for what systems
/// and tools leave behind.
fn inside(name: &str) -> Option<String> {
    const LEFT_BEHIND: [&str; 5] = ["__MACOSX", "__pycache__", "node_modules", "target", "bin"];
    let name = name.replace('\\', "/");
    let parts: Vec<&str> = name.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    let is_bad = |part: &&str| {
        *part == ".."
            || part.starts_with('.')
            || part.contains(|c: char| c.is_control() || c == ':')
    };
    let is_left = |part: &&str| LEFT_BEHIND.contains(part);
    if name.starts_with('/') || parts.is_empty() || parts.iter().any(is_bad) {
        return None;
    }
    (!parts[..parts.len() - 1].iter().any(is_left)).then(|| parts.join("/"))
}

/// A text as UTF-8 without a mark of it, which compilers refuse: what is not, is taken for UTF-16 with a
/// mark, or for ISO 8859-1, in which every byte is a letter.
pub(super) fn utf8(text: Vec<u8>) -> Vec<u8> {
    let units = |of: fn([u8; 2]) -> u16| -> Vec<u16> {
        text[2..].chunks_exact(2).map(|pair| of([pair[0], pair[1]])).collect()
    };
    match &text[..] {
        [0xef, 0xbb, 0xbf, rest @ ..] if std::str::from_utf8(rest).is_ok() => rest.to_vec(),
        [0xff, 0xfe, ..] => String::from_utf16_lossy(&units(u16::from_le_bytes)).into_bytes(),
        [0xfe, 0xff, ..] => String::from_utf16_lossy(&units(u16::from_be_bytes)).into_bytes(),
        _ if std::str::from_utf8(&text).is_ok() => text,
        _ => text.iter().map(|&byte| char::from(byte)).collect::<String>().into_bytes(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn java_becomes_utf8_whatever_it_was_written_in() {
        let class = "class É {}";
        let utf16 = |of: fn(u16) -> [u8; 2]| -> Vec<u8> {
            std::iter::once(0xfeff).chain(class.encode_utf16()).flat_map(of).collect()
        };
        let latin_1 = class.chars().map(|letter| letter as u8).collect();
        for text in [
            class.into(),
            format!("\u{feff}{class}").into_bytes(),
            latin_1,
            utf16(u16::to_le_bytes),
            utf16(u16::to_be_bytes),
        ] {
            let mut files = Files::default();
            files.add("War.java".into(), text).expect("small");
            assert_eq!(files.iter().next(), Some(("War.java", class.as_bytes())));
        }
        let mut files = Files::default();
        files.add("war.py".into(), vec![0xe9]).expect("small");
        assert_eq!(files.iter().next(), Some(("war.py", &[0xe9][..])), "Python reads its own");
    }
}
