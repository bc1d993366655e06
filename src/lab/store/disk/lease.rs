//! A lock where the file system has none: a file that is there, and beats while its holder lives.

use std::fs::{self, File};
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use super::beside::{absent, beside, lease_of};

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

/// Who hears that this file is watched to see whether another process lives; nobody unless it is set.
pub static WAITING: OnceLock<fn(&Path)> = OnceLock::new();

/// A file that no other process holds, until it is dropped.
#[derive(Debug)]
pub struct Lease {
    path: PathBuf,
    /// What the file begins with, and no other.
    token: String,
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

/// Holds a path by a file beside it; `waits` hears of it where somebody has to be watched first.
///
/// Errors: `WouldBlock` if another process holds it and lives.
pub fn hold(path: &Path, pace: Pace, waits: impl Fn(&Path)) -> io::Result<Lease> {
    let path = lease_of(path);
    // Two processes, on two machines, too, draw the same in one of 2^64 cases.
    let token = format!("{:016x}", RandomState::new().hash_one(()));
    loop {
        match File::create_new(&path) {
            Ok(file) => return Lease::begin(file, path, token, pace),
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            Err(_) => {
                waits(&path);
                if let Some(dead) = last_words(&path, pace)? {
                    clear(&path, &dead, &token)?;
                }
            }
        }
    }
}

/// What somebody who beats no more has written; `None` if it is gone. A file is opened for each look,
/// which is when network file systems ask their server.
///
/// Errors: `WouldBlock` if somebody beats.
fn last_words(path: &Path, pace: Pace) -> io::Result<Option<Vec<u8>>> {
    let look = || absent(fs::read(path));
    let words = look()?;
    for _ in 0..pace.patience {
        if words.is_none() {
            break;
        }
        thread::sleep(pace.beat);
        match look()? {
            None => return Ok(None),
            now if now != words => return Err(io::ErrorKind::WouldBlock.into()),
            _ => {}
        }
    }
    Ok(words)
}

/// Removes a file that holds these last words. Another who found them may be faster and hold the path
/// by now: then it is put back.
fn clear(path: &Path, dead: &[u8], token: &str) -> io::Result<()> {
    let aside = beside(path, token);
    if absent(fs::rename(path, &aside))?.is_none() {
        return Ok(());
    }
    if fs::read(&aside)? == dead {
        return fs::remove_file(&aside);
    }
    // Who has taken the path since keeps it: its other holder finds that when it looks.
    let back = fs::hard_link(&aside, path).and_then(|()| fs::remove_file(&aside));
    back.or_else(|_| if path.exists() { fs::remove_file(&aside) } else { fs::rename(&aside, path) })
}

impl Lease {
    fn begin(mut file: File, path: PathBuf, token: String, pace: Pace) -> io::Result<Self> {
        let (alive, dropped) = channel::<()>();
        let begun = file.write_all(token.as_bytes()).and_then(|()| file.sync_all());
        if let Err(error) = begun {
            // Without its token nobody would know whose it is.
            let _ = fs::remove_file(&path);
            return Err(error);
        }
        let lease = Self { path, token, _alive: alive };
        thread::spawn(move || {
            while dropped.recv_timeout(pace.beat) == Err(RecvTimeoutError::Timeout) {
                // A beat that cannot be written is missing; the next one may come through.
                let _ = file.write_all(b".").and_then(|()| file.sync_all());
            }
        });
        Ok(lease)
    }

    /// Whether nobody took it over: that happens to a process that is silent for long, such as one
    /// that was suspended. A file that cannot be read just now was not taken over.
    pub fn is_held(&self) -> bool {
        absent(self.is_own()).unwrap_or(Some(true)).unwrap_or(false)
    }

    fn is_own(&self) -> io::Result<bool> {
        Ok(fs::read(&self.path)?.starts_with(self.token.as_bytes()))
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        if self.is_own().is_ok_and(|own| own) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    fn no(_: &Path) {}

    #[test]
    fn one_process_holds_a_path_until_it_ends_or_falls_silent() {
        let folder = tempfile::tempdir().unwrap();
        let pace = Pace { beat: Duration::from_millis(40), patience: 25 };
        let path = folder.path().join(".x.lock");
        let held = hold(&path, pace, no).unwrap();
        assert_eq!(hold(&path, pace, no).unwrap_err().kind(), io::ErrorKind::WouldBlock);
        drop(held);
        let held = hold(&path, pace, no).unwrap();
        assert!(lease_of(&path).exists() && held.is_held());
        drop(held);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        // Of a process that was killed.
        fs::write(lease_of(&path), "..").unwrap();
        let quick = Pace { patience: 2, ..pace };
        let waits = Cell::new(0);
        drop(hold(&path, quick, |_| waits.set(waits.get() + 1)).unwrap());
        assert_eq!(waits.get(), 1);
        assert!(hold(&folder.path().join("no/where"), pace, no).is_err());
    }

    #[test]
    fn who_was_silent_for_too_long_finds_that_another_holds_the_path() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(".x.lock");
        let never = Pace { beat: Duration::from_secs(3_600), patience: 1 };
        let suspended = hold(&path, never, no).unwrap();
        let dead = fs::read(lease_of(&path)).unwrap();
        let quick = Pace { beat: Duration::from_millis(5), patience: 2 };
        let held = hold(&path, quick, no).unwrap();
        assert!(!suspended.is_held() && held.is_held());
        drop(suspended);
        // A third found the same one dead, and is slower.
        clear(&lease_of(&path), &dead, "third").unwrap();
        assert!(held.is_held());
        drop(held);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        clear(&lease_of(&path), &dead, "third").unwrap();
    }

    #[test]
    fn only_systems_without_locks_are_said_to_have_none() {
        assert!(is_without_locks(&io::ErrorKind::Unsupported.into()));
        assert!(!is_without_locks(&io::ErrorKind::PermissionDenied.into()));
        #[cfg(target_os = "linux")]
        assert!([37, 38, 95].iter().all(|&n| is_without_locks(&io::Error::from_raw_os_error(n))));
    }
}
