//! What is in an archive: regular files alone, as bytes, and no more than a submission needs.
//!
//! Nothing is unpacked to where a name in the archive says: names that lead out of it, links and
//! devices are passed over.

use std::io::{Cursor, Read};

use flate2::read::MultiGzDecoder;
use zip::result::ZipError;

use super::files::{Files, MOST_BYTES, MOST_FILES, too_large, unreadable};
use crate::check::language::Lang;

/// Why an archive cannot be read, as the end of a sentence.
type Refused = String;

/// The type of a file as Unix has it.
const KIND: u32 = 0o170_000;
const REGULAR: u32 = 0o100_000;

/// Whether a name is that of an archive which can be read.
pub fn is_archive(name: &str) -> bool {
    stem(name).is_some()
}

/// The name of an archive without its ending.
pub fn stem(name: &str) -> Option<&str> {
    let lower = name.to_ascii_lowercase();
    let ending =
        [".zip", ".tar.gz", ".tgz", ".tar"].into_iter().find(|end| lower.ends_with(end))?;
    name.get(..name.len() - ending.len())
}

/// The files of an archive, by what it contains, not by its name.
///
/// Errors: it is damaged, encrypted, too large, or of another kind; as the end of a sentence.
pub fn read(bytes: &[u8], lang: Lang) -> Result<Files, Refused> {
    match bytes {
        [b'P', b'K', 3 | 5, ..] => zip(bytes, lang),
        [0x1f, 0x8b, ..] => tar(MultiGzDecoder::new(bytes), lang),
        _ if bytes.get(257..262) == Some(b"ustar") => tar(bytes, lang),
        [] => Err(lang.is_empty()),
        _ => Err(unreadable(bytes, lang).unwrap_or_else(|| lang.is_no_archive())),
    }
}

/// The bytes of a member that says how many it has.
fn whole(member: impl Read, size: u64, lang: Lang) -> Result<Vec<u8>, Refused> {
    if size > MOST_BYTES as u64 {
        return Err(too_large(lang));
    }
    let mut bytes = Vec::new();
    let read = member.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes);
    match read {
        Ok(read) if read > MOST_BYTES => Err(too_large(lang)),
        Ok(read) if read as u64 == size => Ok(bytes),
        _ => Err(lang.is_damaged()),
    }
}

fn zip(bytes: &[u8], lang: Lang) -> Result<Files, Refused> {
    let refused = |error: ZipError| match error {
        ZipError::UnsupportedArchive(_) => lang.is_packed_otherwise(),
        _ => lang.is_damaged(),
    };
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).map_err(refused)?;
    if archive.len() > MOST_FILES {
        return Err(too_large(lang));
    }
    let mut files = Files::new(lang);
    for k in 0..archive.len() {
        // As it is packed: a member that is passed over need not be readable.
        let member = archive.by_index_raw(k).map_err(refused)?;
        if member.is_symlink() {
            files.leave_out(member.name(), lang.is_link());
            continue;
        }
        let is_file = matches!(member.unix_mode().map_or(0, |mode| mode & KIND), 0 | REGULAR);
        let name = files.inside(member.name()).filter(|_| is_file && !member.is_dir());
        let Some(name) = name else { continue };
        if member.encrypted() {
            return Err(lang.is_encrypted());
        }
        let size = member.size();
        drop(member);
        let text = whole(archive.by_index(k).map_err(refused)?, size, lang)?;
        files.add(name, text)?;
    }
    Ok(files)
}

fn tar(packed: impl Read, lang: Lang) -> Result<Files, Refused> {
    // A tar has as much again in its headings.
    let mut limited = packed.take(2 * MOST_BYTES as u64);
    let files = members(&mut limited, lang);
    // What ends at the limit looks like one that is damaged.
    if files.is_err() && limited.limit() == 0 { Err(too_large(lang)) } else { files }
}

fn members(packed: impl Read, lang: Lang) -> Result<Files, Refused> {
    let damaged = |_| lang.is_damaged();
    let mut files = Files::new(lang);
    let mut archive = tar::Archive::new(packed);
    for member in archive.entries().map_err(damaged)? {
        let member = member.map_err(damaged)?;
        let name = String::from_utf8_lossy(&member.path_bytes()).into_owned();
        let kind = member.header().entry_type();
        if kind.is_symlink() || kind.is_hard_link() {
            files.leave_out(&name, lang.is_link());
        } else if let Some(name) = files.inside(&name).filter(|_| kind.is_file()) {
            let size = member.size();
            files.add(name, whole(member, size, lang)?)?;
        }
    }
    Ok(files)
}
