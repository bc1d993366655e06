//! The files of a submission, wherever it is handed in: a folder or an archive.

use std::collections::BTreeMap;
use std::io::{self, Read as _};
use std::path::Path;

use sha2::{Digest as _, Sha256};

use super::archive;

/// Bytes of a submission.
pub const MOST_BYTES: usize = 64 << 20;
/// Files of a submission.
pub const MOST_FILES: usize = 5_000;
/// Folders within one another.
const MOST_DEPTH: usize = 32;

/// Files by their names within the submission, with `/` between folders.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    by_name: BTreeMap<String, Vec<u8>>,
    bytes: usize,
}

impl Files {
    /// Adds a file. Errors: there are too many, or too large ones.
    pub fn add(&mut self, name: String, text: Vec<u8>) -> Result<(), ()> {
        self.bytes += text.len();
        if self.bytes > MOST_BYTES || self.by_name.len() >= MOST_FILES {
            return Err(());
        }
        self.by_name.insert(name, text);
        Ok(())
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
pub fn inside(name: &str) -> Option<String> {
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
    let compiled = [".class", ".pyc"].iter().any(|end| name.ends_with(end));
    (!compiled && !parts[..parts.len() - 1].iter().any(is_left)).then(|| parts.join("/"))
}

/// Reads a submission; where it is nothing but an archive, what is in that.
///
/// Errors: it cannot be read; in words, as the end of a sentence.
pub fn read(path: &Path) -> Result<Files, String> {
    let whole = |path: &Path| -> Result<Vec<u8>, String> {
        let mut bytes = Vec::new();
        let file = std::fs::File::open(path).map_err(|error| cannot(&error))?;
        file.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(|error| cannot(&error))?;
        if bytes.len() > MOST_BYTES { Err(too_large()) } else { Ok(bytes) }
    };
    if !path.is_dir() {
        return archive::read(&whole(path)?);
    }
    let mut files = Files::default();
    add_folder(path, "", MOST_DEPTH, &mut files)?;
    let archives: Vec<&str> =
        files.iter().map(|(name, _)| name).filter(|name| archive::is_archive(name)).collect();
    let is_source = |name: &str| [".java", ".py"].iter().any(|end| name.ends_with(end));
    match archives[..] {
        [name] if !files.iter().any(|(name, _)| is_source(name)) => {
            archive::read(&files.by_name[name])
        }
        _ => Ok(files),
    }
}

fn cannot(error: &io::Error) -> String {
    format!("cannot be read: {error}")
}

fn too_large() -> String {
    format!("contains more than {} MB or {MOST_FILES} files", MOST_BYTES >> 20)
}

/// Adds the files of a folder; links are passed over.
fn add_folder(folder: &Path, prefix: &str, depth: usize, files: &mut Files) -> Result<(), String> {
    let entries = std::fs::read_dir(folder).map_err(|error| cannot(&error))?;
    for entry in entries.flatten() {
        let Ok(kind) = entry.file_type() else { continue };
        let Some(name) = inside(&format!("{prefix}{}", entry.file_name().to_string_lossy())) else {
            continue;
        };
        if kind.is_dir() && depth > 0 {
            add_folder(&entry.path(), &format!("{name}/"), depth - 1, files)?;
        } else if kind.is_file() {
            let size = entry.metadata().map_or(0, |data| data.len());
            if size > MOST_BYTES as u64 {
                return Err(too_large());
            }
            let text = std::fs::read(entry.path()).map_err(|error| cannot(&error))?;
            files.add(name, text).map_err(|()| too_large())?;
        }
    }
    Ok(())
}
