//! A lock where the file system has none: a file that is there, and beats while its holder lives.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use super::file_system::WriteFile;

/// How often a holder says that it lives, and after how long a silence another takes its place.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// Between two beats.
    pub beat: Duration,
    /// Silences of this many beats are for ever.
    pub patience: u32,
}

/// What all processes keep to.
pub const PACE: Pace = Pace { beat: Duration::from_secs(5), patience: 6 };

/// A file that no other process holds, until it is dropped.
#[derive(Debug)]
pub struct Lease {
    path: PathBuf,
    // Dropped with the lease, which ends the beats.
    _alive: Sender<()>,
}

/// Whether the system says that it has no locks for files there.
pub fn is_without_locks(error: &io::Error) -> bool {
    #[cfg(unix)]
    if error.raw_os_error() == Some(rustix::io::Errno::NOLCK.raw_os_error()) {
        return true;
    }
    error.kind() == io::ErrorKind::Unsupported
}

/// Holds a path by a file beside it.
///
/// Errors: `WouldBlock` if another process holds it and lives.
pub fn hold(path: &Path, pace: Pace) -> io::Result<Lease> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".held");
    let path = path.with_file_name(name);
    loop {
        match File::create_new(&path) {
            Ok(file) => return Ok(Lease::begin(file, path, pace)),
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            Err(_) if lives(&path, pace)? => return Err(io::ErrorKind::WouldBlock.into()),
            // Two who find it dead at once both play: that costs time, and changes no result.
            Err(_) => match fs::remove_file(&path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            },
        }
    }
}

/// Whether somebody beats. A file is opened for each look, which is when network file systems ask
/// their server.
fn lives(path: &Path, pace: Pace) -> io::Result<bool> {
    let look = || match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    };
    let Some(before) = look()? else { return Ok(false) };
    for _ in 0..pace.patience {
        thread::sleep(pace.beat);
        match look()? {
            None => return Ok(false),
            Some(now) if now != before => return Ok(true),
            _ => {}
        }
    }
    Ok(false)
}

impl Lease {
    fn begin(mut file: File, path: PathBuf, pace: Pace) -> Self {
        let (alive, dropped) = channel::<()>();
        thread::spawn(move || {
            while dropped.recv_timeout(pace.beat) == Err(RecvTimeoutError::Timeout) {
                // A beat that cannot be written is missing; the next one may come through.
                let _ = file.write_all(b".").and_then(|()| file.sync_all());
            }
        });
        Self { path, _alive: alive }
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

impl Write for Lease {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl WriteFile for Lease {
    fn sync(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_process_holds_a_path_until_it_ends_or_falls_silent() {
        let folder = tempfile::tempdir().unwrap();
        let pace = Pace { beat: Duration::from_millis(40), patience: 25 };
        let path = folder.path().join(".x.lock");
        let held = hold(&path, pace).unwrap();
        assert_eq!(hold(&path, pace).unwrap_err().kind(), io::ErrorKind::WouldBlock);
        drop(held);
        let held = hold(&path, pace).unwrap();
        assert!(folder.path().join(".x.lock.held").exists());
        drop(held);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        // Of a process that was killed.
        fs::write(folder.path().join(".x.lock.held"), "..").unwrap();
        let quick = Pace { patience: 2, ..pace };
        drop(hold(&path, quick).unwrap());
        assert!(hold(&folder.path().join("no/where"), pace).is_err());
    }

    #[test]
    fn only_systems_without_locks_are_said_to_have_none() {
        assert!(is_without_locks(&io::ErrorKind::Unsupported.into()));
        assert!(!is_without_locks(&io::ErrorKind::PermissionDenied.into()));
        #[cfg(target_os = "linux")]
        assert!([37, 38, 95].iter().all(|&n| is_without_locks(&io::Error::from_raw_os_error(n))));
    }
}
