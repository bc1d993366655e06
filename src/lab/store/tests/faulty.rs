//! A file system that fails, or ends the program, at an operation of one's choice.

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use tempfile::TempDir;

use crate::lab::store::disk::{Disk, Faults};

/// What happens at the chosen operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It is not done, and reports this.
    Error(i32),
    /// A write takes half of the bytes; any other operation is done.
    Short,
    /// A write takes half of the bytes, and the next one reports this; any other operation is not
    /// done, and reports it.
    Torn(i32),
    /// The program has a mistake there.
    Panic,
    /// The program is killed: neither this operation nor a later one is done.
    Killed,
    /// The program is killed right after it wrote a file of this name for this many times.
    KilledAfter(&'static str, usize),
}

/// The error numbers of a full disk, a broken one, no permission, and a signal.
pub const ENOSPC: i32 = 28;
pub const EIO: i32 = 5;
pub const EACCES: i32 = 13;
pub const EINTR: i32 = 4;

/// A folder of a test: where `TMPDIR` says, else in memory where there is such a thing, for nothing
/// here has to last, and a busy disk takes many times longer.
pub fn scratch() -> TempDir {
    let here = std::env::var_os("TMPDIR").is_none().then(|| TempDir::new_in("/dev/shm"));
    here.and_then(Result::ok).unwrap_or_else(|| TempDir::new().expect("a folder"))
}

/// The machine's own file system with one fault.
#[derive(Debug)]
pub struct Faulty {
    at: u64,
    fault: Fault,
    done: AtomicU64,
    log: Mutex<Vec<String>>,
}

impl Faulty {
    /// A disk with this fault at its operation number `at`, counted from 0.
    pub fn new(at: u64, fault: Fault) -> (Arc<Self>, Disk) {
        let own = Self { at, fault, done: AtomicU64::new(0), log: Mutex::default() };
        let own = Arc::new(own);
        (Arc::clone(&own), Disk::with(own))
    }

    /// Operations so far.
    pub fn operations(&self) -> u64 {
        self.done.load(Ordering::SeqCst)
    }

    /// The operations so far, in words.
    pub fn log(&self) -> Vec<String> {
        self.log.lock().expect("a log").clone()
    }
}

impl Faults for Faulty {
    fn turn(&self, what: &'static str, path: &Path, bytes: usize) -> io::Result<usize> {
        let now = self.done.fetch_add(1, Ordering::SeqCst);
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut log = self.log.lock().expect("a log");
        if let Fault::KilledAfter(name, times) = self.fault {
            let placed = format!("rename {name}");
            if log.iter().filter(|done| **done == placed).count() >= times {
                return Err(io::Error::other("killed"));
            }
        }
        log.push(format!("{what} {name}"));
        drop(log);
        let killed = || Err(io::Error::other("killed"));
        match self.fault {
            Fault::Killed if now == self.at && what == "write" => Ok(bytes.div_ceil(2)),
            Fault::Killed if now >= self.at => killed(),
            Fault::Panic if now == self.at => panic!("a mistake"),
            Fault::Error(number) if now == self.at => Err(io::Error::from_raw_os_error(number)),
            Fault::Short | Fault::Torn(_) if now == self.at && what == "write" => {
                Ok(bytes.div_ceil(2))
            }
            Fault::Torn(number) if now == self.at => Err(io::Error::from_raw_os_error(number)),
            Fault::Torn(number) if now == self.at + 1 && what == "write" => {
                Err(io::Error::from_raw_os_error(number))
            }
            _ => Ok(bytes),
        }
    }
}
