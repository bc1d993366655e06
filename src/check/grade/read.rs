//! A submission read: a folder, an archive, or a folder with nothing but an archive in it.

use std::io::{self, Read as _};
use std::path::Path;

use super::archive;
use super::files::{Files, MOST_BYTES, inside, too_large};

/// Folders within one another.
const MOST_DEPTH: usize = 32;

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
    let archives: Vec<&[u8]> =
        files.iter().filter(|(name, _)| archive::is_archive(name)).map(|(_, text)| text).collect();
    let is_source = |name: &str| [".java", ".py"].iter().any(|end| name.ends_with(end));
    match archives[..] {
        [packed] if !files.iter().any(|(name, _)| is_source(name)) => archive::read(packed),
        _ => Ok(files),
    }
}

fn cannot(error: &io::Error) -> String {
    format!("cannot be read: {error}")
}

/// Adds the files of a folder; links are passed over.
fn add_folder(folder: &Path, prefix: &str, depth: usize, files: &mut Files) -> Result<(), String> {
    let entries = std::fs::read_dir(folder).map_err(|error| cannot(&error))?;
    for entry in entries {
        let entry = entry.map_err(|error| cannot(&error))?;
        let kind = entry.file_type().map_err(|error| cannot(&error))?;
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
            files.add(name, text)?;
        }
    }
    Ok(())
}
