//! What is in an archive: regular files alone, as bytes, and no more than a submission needs.
//!
//! Nothing is unpacked to where a name in the archive says: names that lead out of it, links and
//! devices are passed over.

use miniz_oxide::inflate::decompress_to_vec_with_limit;

use super::files::{Files, MOST_BYTES, MOST_FILES, inside, too_large};

/// Why an archive cannot be read, as the end of a sentence.
type Refused = String;

/// Whether a name is that of an archive which can be read.
pub fn is_archive(name: &str) -> bool {
    stem(name).is_some()
}

/// The name of an archive without its ending.
pub fn stem(name: &str) -> Option<&str> {
    let lower = name.to_ascii_lowercase();
    let ending =
        [".zip", ".tar.gz", ".tgz", ".tar"].into_iter().find(|end| lower.ends_with(end))?;
    Some(&name[..name.len() - ending.len()])
}

/// The files of an archive, by what it contains, not by its name.
///
/// Errors: it is damaged, encrypted, too large, or of another kind; as the end of a sentence.
pub fn read(bytes: &[u8]) -> Result<Files, Refused> {
    match bytes {
        [b'P', b'K', 3 | 5, ..] => zip(bytes),
        [0x1f, 0x8b, ..] => tar(&gunzip(bytes).ok_or("is damaged")??),
        _ if bytes.get(257..262) == Some(b"ustar") => tar(bytes),
        [] => Err("is empty".into()),
        _ => Err("is neither a zip nor a tar archive".into()),
    }
}

/// A number of this many bytes at this place, the lowest first.
fn number(bytes: &[u8], at: usize, count: usize) -> Option<usize> {
    let bytes = bytes.get(at..at.checked_add(count)?)?;
    Some(bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | usize::from(byte)))
}

/// Source: PKWARE, "APPNOTE.TXT - .ZIP File Format Specification", sections 4.3.7, 4.3.12, 4.3.16.
fn zip(bytes: &[u8]) -> Result<Files, Refused> {
    const END: usize = 22;
    let from = bytes.len().saturating_sub(END + usize::from(u16::MAX));
    let end = bytes[from..].windows(4).rposition(|mark| mark == b"PK\x05\x06");
    let end = from + end.ok_or("is damaged: it has no end")?;
    let count = number(bytes, end + 10, 2).ok_or("is damaged")?;
    let mut place = number(bytes, end + 16, 4).ok_or("is damaged")?;
    if count > MOST_FILES {
        return Err(too_large());
    }
    let mut files = Files::default();
    for _ in 0..count {
        let (found, next) = zip_entry(bytes, place).ok_or("is damaged")?;
        place = next;
        if let Some((name, file)) = found {
            files.add(name, file?)?;
        }
    }
    Ok(files)
}

/// An entry's name and bytes, `None` for what is no file of a submission.
type Entry = Option<(String, Result<Vec<u8>, Refused>)>;

/// An entry, and where the next one is; `None` if the archive is damaged.
fn zip_entry(bytes: &[u8], at: usize) -> Option<(Entry, usize)> {
    if bytes.get(at..at + 4)? != b"PK\x01\x02" {
        return None;
    }
    let field = |offset, count| number(bytes, at + offset, count);
    let (flags, method, packed) = (field(8, 2)?, field(10, 2)?, field(20, 4)?);
    let name_length = field(28, 2)?;
    let next = at + 46 + name_length + field(30, 2)? + field(32, 2)?;
    let name = bytes.get(at + 46..at + 46 + name_length)?;
    // The file's type as Unix has it; none where another system packed it.
    let kind = field(40, 2)? & 0o170_000;
    let is_file = !name.ends_with(b"/") && [0, 0o100_000].contains(&kind);
    let Some(name) = inside(&String::from_utf8_lossy(name)).filter(|_| is_file) else {
        return Some((None, next));
    };
    let local = field(42, 4)?;
    let start = local + 30 + number(bytes, local + 26, 2)? + number(bytes, local + 28, 2)?;
    let data = bytes.get(start..start.checked_add(packed)?)?;
    let file = match method {
        _ if flags & 1 == 1 => Err("is encrypted".into()),
        0 if packed <= MOST_BYTES => Ok(data.to_vec()),
        8 => decompress_to_vec_with_limit(data, MOST_BYTES).map_err(|error| {
            match error.status == miniz_oxide::inflate::TINFLStatus::HasMoreOutput {
                true => too_large(),
                false => "is damaged".into(),
            }
        }),
        0 => Err(too_large()),
        _ => Err("is packed in a way that is not known here; pack it as an ordinary zip".into()),
    };
    Some((Some((name, file)), next))
}

/// Source: RFC 1952. `None` if it is damaged.
fn gunzip(bytes: &[u8]) -> Option<Result<Vec<u8>, Refused>> {
    let flags = *bytes.get(3)?;
    let mut start = 10;
    if flags & 4 != 0 {
        start += 2 + number(bytes, start, 2)?;
    }
    for _ in 0..(flags & 8) / 8 + (flags & 16) / 16 {
        start += 1 + bytes.get(start..)?.iter().position(|&byte| byte == 0)?;
    }
    if flags & 2 != 0 {
        start += 2;
    }
    // A tar has as much again in its headings.
    match decompress_to_vec_with_limit(bytes.get(start..)?, 2 * MOST_BYTES) {
        Ok(tar) => Some(Ok(tar)),
        Err(error) if error.status == miniz_oxide::inflate::TINFLStatus::HasMoreOutput => {
            Some(Err(too_large()))
        }
        Err(_) => None,
    }
}

/// Source: POSIX.1-2017, pax, "ustar Interchange Format"; GNU tar's long names.
fn tar(bytes: &[u8]) -> Result<Files, Refused> {
    const BLOCK: usize = 512;
    let mut files = Files::default();
    let (mut at, mut long_name) = (0, None);
    while let Some(heading) = bytes.get(at..at + BLOCK) {
        if heading[0] == 0 {
            break;
        }
        let text = |from: usize, to: usize| {
            let field = &heading[from..to];
            let end = field.iter().position(|&byte| byte == 0).unwrap_or(field.len());
            String::from_utf8_lossy(&field[..end]).into_owned()
        };
        let size = usize::from_str_radix(text(124, 136).trim(), 8);
        let size = size.ok().filter(|&size| size <= 2 * MOST_BYTES).ok_or("is damaged")?;
        let data = bytes.get(at + BLOCK..at + BLOCK + size).ok_or("is damaged")?;
        at += BLOCK + size.div_ceil(BLOCK) * BLOCK;
        let kind = heading[156];
        if kind == b'L' || kind == b'x' {
            long_name = name_of(kind, data);
            continue;
        }
        let short = match text(345, 500) {
            prefix if prefix.is_empty() || &heading[257..263] != b"ustar\0" => text(0, 100),
            prefix => format!("{prefix}/{}", text(0, 100)),
        };
        let name = inside(&long_name.take().unwrap_or(short));
        if let (b'0' | 0, Some(name)) = (kind, name) {
            files.add(name, data.to_vec())?;
        }
    }
    Ok(files)
}

/// The name of the next file, of an entry that holds nothing else.
fn name_of(kind: u8, data: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(data);
    if kind == b'L' {
        return Some(text.trim_end_matches('\0').to_owned());
    }
    text.lines().find_map(|line| line.split_once(" path=")).map(|(_, name)| name.to_owned())
}
