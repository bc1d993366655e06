//! Bytes that nobody needs after the run: in memory while they are few, then in a temporary file.

use std::fs::File;
use std::io::{self, Write};

use crate::core::cards::Kept;

/// Bytes kept in memory, at most.
const IN_MEMORY: usize = 1 << 26;

/// Bytes written once and read from any place.
#[derive(Debug, Default)]
pub struct Spill {
    memory: Vec<u8>,
    /// What came after the memory was full.
    file: Option<File>,
}

impl Write for Spill {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.file.is_none() && self.memory.len() + bytes.len() > IN_MEMORY {
            self.file = temporary()?;
        }
        match &mut self.file {
            Some(file) => file.write(bytes),
            None => self.memory.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Kept for Spill {
    fn read_at(&self, at: u64, into: &mut [u8]) -> io::Result<()> {
        match (at.checked_sub(self.memory.len() as u64), &self.file) {
            (Some(at), Some(file)) => read_at(file, at, into),
            // What is written at once lies together.
            _ => self.memory.read_at(at, into),
        }
    }
}

/// A file without a name, gone with the program; `None` where a system has none.
#[cfg(unix)]
fn temporary() -> io::Result<Option<File>> {
    use std::os::unix::fs::OpenOptionsExt as _;
    let mut options = File::options();
    options.read(true).write(true).create_new(true).mode(0o600);
    for k in 0.. {
        let name = format!("war-sim-{}-{k}", std::process::id());
        let path = std::env::temp_dir().join(name);
        match options.open(&path) {
            Ok(file) => return std::fs::remove_file(&path).map(|()| Some(file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => {
                let what = format!("{}: {error}; TMPDIR names another folder", path.display());
                return Err(io::Error::new(error.kind(), what));
            }
        }
    }
    Ok(None)
}

#[cfg(not(unix))]
fn temporary() -> io::Result<Option<File>> {
    Ok(None)
}

#[cfg(unix)]
fn read_at(file: &File, at: u64, into: &mut [u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, into, at)
}

#[cfg(not(unix))]
fn read_at(_: &File, _: u64, _: &mut [u8]) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_beyond_the_memory_come_back_too() {
        let mut spill = Spill::default();
        let page = |k: u8| vec![k; IN_MEMORY / 3];
        for k in 0..7 {
            spill.write_all(&page(k)).unwrap();
        }
        assert_eq!((spill.memory.len(), spill.file.is_some()), (IN_MEMORY / 3 * 3, cfg!(unix)));
        let mut read = page(9);
        for k in [5, 0, 2, 3, 6, 4, 1_u8] {
            spill.read_at(u64::from(k) * read.len() as u64, &mut read).unwrap();
            assert_eq!(read, page(k));
        }
        assert!(spill.read_at(7 * read.len() as u64 - 1, &mut read).is_err());
    }
}
