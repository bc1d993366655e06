//! A file system that fails, or ends the program, at an operation of one's choice.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use tempfile::TempDir;

use crate::lab::store::disk::{Disk, Entry, FileSystem, ReadFile, System, WriteFile};

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

/// What an operation does.
enum Turn {
    Do,
    Half,
}

impl Faulty {
    /// A disk with this fault at its operation number `at`, counted from 0.
    pub fn new(at: u64, fault: Fault) -> (Arc<Self>, Disk) {
        let own = Self { at, fault, done: AtomicU64::new(0), log: Mutex::default() };
        let own = Arc::new(own);
        (Arc::clone(&own), Disk::of(Arc::new(Shared(own))))
    }

    /// Operations so far.
    pub fn operations(&self) -> u64 {
        self.done.load(Ordering::SeqCst)
    }

    /// The operations so far, in words.
    pub fn log(&self) -> Vec<String> {
        self.log.lock().expect("a log").clone()
    }

    fn turn(&self, what: &str, path: &Path) -> io::Result<Turn> {
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
            Fault::Killed if now == self.at && what == "write" => Ok(Turn::Half),
            Fault::Killed if now >= self.at => killed(),
            Fault::Panic if now == self.at => panic!("a mistake"),
            Fault::Error(number) if now == self.at => Err(io::Error::from_raw_os_error(number)),
            Fault::Short | Fault::Torn(_) if now == self.at && what == "write" => Ok(Turn::Half),
            Fault::Torn(number) if now == self.at => Err(io::Error::from_raw_os_error(number)),
            Fault::Torn(number) if now == self.at + 1 && what == "write" => {
                Err(io::Error::from_raw_os_error(number))
            }
            _ => Ok(Turn::Do),
        }
    }
}

#[derive(Debug)]
struct Shared(Arc<Faulty>);

#[derive(Debug)]
struct FaultyFile {
    disk: Arc<Faulty>,
    path: std::path::PathBuf,
    file: Box<dyn WriteFile>,
}

struct FaultyReader {
    disk: Arc<Faulty>,
    path: std::path::PathBuf,
    file: Box<dyn ReadFile>,
}

impl Read for FaultyReader {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.disk.turn("read", &self.path)?;
        self.file.read(bytes)
    }
}

impl Write for FaultyFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let half = match self.disk.turn("write", &self.path)? {
            Turn::Half if bytes.len() > 1 => bytes.len() / 2,
            _ => bytes.len(),
        };
        self.file.write(&bytes[..half])
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl WriteFile for FaultyFile {
    fn sync(&mut self) -> io::Result<()> {
        self.disk.turn("sync", &self.path)?;
        // Nothing here survives a loss of power anyway, and this would take most of the test's time.
        Ok(())
    }
}

impl Shared {
    fn file(&self, path: &Path, file: Box<dyn WriteFile>) -> Box<dyn WriteFile> {
        let (disk, path) = (Arc::clone(&self.0), path.to_owned());
        Box::new(FaultyFile { disk, path, file })
    }
}

impl FileSystem for Shared {
    fn open(&self, path: &Path) -> io::Result<Box<dyn ReadFile>> {
        self.0.turn("open", path)?;
        let (disk, file) = (Arc::clone(&self.0), System.open(path)?);
        Ok(Box::new(FaultyReader { disk, path: path.to_owned(), file }))
    }

    fn hold(&self, path: &Path, unlocked: bool) -> io::Result<Box<dyn WriteFile>> {
        self.0.turn("hold", path)?;
        Ok(self.file(path, System.hold(path, unlocked)?))
    }

    fn create_dir_all(&self, path: &Path) -> io::Result<()> {
        self.0.turn("create-dirs", path)?;
        System.create_dir_all(path)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.0.turn("rename", to)?;
        System.rename(from, to)
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        self.0.turn("remove", path)?;
        System.remove_file(path)
    }

    fn remove_dir(&self, path: &Path) -> io::Result<()> {
        self.0.turn("remove-dir", path)?;
        System.remove_dir(path)
    }

    fn sync_dir(&self, path: &Path) -> io::Result<()> {
        self.0.turn("sync-dir", path).map(drop)
    }

    fn list(&self, path: &Path) -> io::Result<Vec<OsString>> {
        self.0.turn("list", path)?;
        System.list(path)
    }

    fn look(&self, path: &Path) -> io::Result<Entry> {
        self.0.turn("look", path)?;
        System.look(path)
    }
}
