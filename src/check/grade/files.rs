//! The files of a submission, wherever it is handed in: a folder or an archive.

use std::collections::BTreeMap;

use sha2::{Digest as _, Sha256};

/// Bytes of a submission.
pub const MOST_BYTES: usize = 64 << 20;
/// Files of a submission.
pub const MOST_FILES: usize = 5_000;

/// What a submission is that has too many files, or too large ones; as the end of a sentence.
pub fn too_large() -> String {
    format!("contains more than {} MB or {MOST_FILES} files", MOST_BYTES >> 20)
}

/// Files by their names within the submission, with `/` between folders.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    by_name: BTreeMap<String, Vec<u8>>,
    bytes: usize,
}

impl Files {
    /// Adds a file.
    ///
    /// Errors: [`too_large`].
    pub fn add(&mut self, name: String, text: Vec<u8>) -> Result<(), String> {
        self.bytes += text.len();
        if self.bytes > MOST_BYTES || self.by_name.len() >= MOST_FILES {
            return Err(too_large());
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
