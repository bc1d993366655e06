//! The store with small runs in folders of their own.

#![allow(clippy::single_range_in_vec_init)]

#[cfg(unix)]
mod disks;
mod merging;
mod places;
mod rows;
mod states;

use std::cell::RefCell;
use std::io;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use tempfile::TempDir;

use crate::lab::run::{Control, Threads};
use crate::lab::spec::value::DiceOf;
use crate::lab::spec::{Spec, Study};
use crate::lab::study::Finished;

/// Does `work` on a disk without a fault; unlike the machine's own it does not wait until all is safe against a loss
/// of power, which would take most of the test's time.
pub fn at_once<R>(work: impl FnOnce() -> R) -> R {
    Disk::new(u64::MAX, Fault::Short).during(work)
}

/// War by these rule sets with this seed.
fn war<const N: usize>(rule_sets: [&str; N], seed: u64) -> Study {
    Study::war(rule_sets).unwrap().seed(seed)
}

/// Ludo by these rule sets with these dice.
fn ludo<const N: usize>(rule_sets: [&str; N], dice: &[[u32; 6]]) -> Study {
    let dice = Some(DiceOf::Here(dice.iter().map(|die| die.to_vec()).collect()));
    Study::of(Spec { dice, ..Spec::of_rules(rule_sets) }).unwrap()
}

/// These games of a study.
fn of_games(study: &Study, games: Range<u64>) -> Study {
    study.clone().games(games.end - games.start).of_games(games)
}

fn played(study: &Study) -> Finished {
    let one = Threads::Exactly(NonZeroUsize::MIN);
    study.clone().run_on(one, &Control::default()).unwrap()
}

/// Plays a study and stores it.
fn stored(folder: &Path, name: &str, study: &Study) -> PathBuf {
    let path = folder.join(name);
    at_once(|| played(study).save(&path)).unwrap();
    path
}

/// A message that must hold each of these words.
fn assert_says(message: &str, words: &[&str]) {
    for word in words {
        assert!(message.contains(word), "no `{word}` in: {message}");
    }
}

// A file system that fails, or ends the program, at an operation of one's choice.

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

/// The machine's own file system with one fault, which is in its place for a while.
#[derive(Debug)]
pub struct Disk {
    at: u64,
    fault: Fault,
    log: Mutex<Vec<String>>,
}

thread_local! {
    static HERE: RefCell<Option<Arc<Disk>>> = const { RefCell::new(None) };
}

/// How many of these bytes the next operation writes, or how it fails.
pub fn turn(what: &str, path: &Path, bytes: usize) -> io::Result<usize> {
    let here = HERE.with_borrow(Clone::clone);
    here.map_or(Ok(bytes), |disk| disk.turn(what, path, bytes))
}

impl Disk {
    /// A disk with this fault at its operation number `at`, counted from 0.
    pub fn new(at: u64, fault: Fault) -> Arc<Self> {
        Arc::new(Self { at, fault, log: Mutex::default() })
    }

    /// Does `work` with this disk on this thread.
    pub fn during<R>(self: &Arc<Self>, work: impl FnOnce() -> R) -> R {
        let before = HERE.replace(Some(Arc::clone(self)));
        let result = work();
        HERE.set(before);
        result
    }

    /// The operations so far, in words.
    pub fn log(&self) -> Vec<String> {
        self.log.lock().expect("a log").clone()
    }

    fn turn(&self, what: &str, path: &Path, bytes: usize) -> io::Result<usize> {
        let (is_write, error) = (what == "write", io::Error::from_raw_os_error);
        let killed = || Err(io::Error::other("killed"));
        let now = {
            let mut log = self.log.lock().expect("a log");
            if let Fault::KilledAfter(name, times) = self.fault {
                let placed = format!("rename {name}");
                if log.iter().filter(|done| **done == placed).count() >= times {
                    return killed();
                }
            }
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            log.push(format!("{what} {name}"));
            log.len() as u64 - 1
        };
        match self.fault {
            Fault::Killed | Fault::Short | Fault::Torn(_) if now == self.at && is_write => {
                Ok(bytes.div_ceil(2))
            }
            Fault::Killed if now >= self.at => killed(),
            Fault::Panic if now == self.at => panic!("a mistake"),
            Fault::Error(number) | Fault::Torn(number) if now == self.at => Err(error(number)),
            Fault::Torn(number) if now == self.at + 1 && is_write => Err(error(number)),
            _ => Ok(bytes),
        }
    }
}
