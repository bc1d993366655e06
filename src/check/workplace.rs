//! A folder for the work of a command, which goes when the work is done.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Names that are tried for a new folder.
const TRIED: u32 = 1_000;

/// What the names of the folders begin with.
const PREFIX: &str = "war-sim-";

/// The folders of this process.
static PLACES: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A folder of one's own among the temporary files; it is removed in the end, or, where that end was a
/// kill, when the next one is made.
#[derive(Debug)]
pub struct Workplace {
    path: PathBuf,
    /// Locked, so that others see that somebody works here.
    _held: Option<File>,
}

impl Workplace {
    /// A new folder.
    ///
    /// Errors: those of the system.
    pub fn new() -> io::Result<Self> {
        let among = std::env::temp_dir();
        remove_leftovers(&among, PREFIX);
        for number in 0..TRIED {
            let path = among.join(format!("{}{number}", beginning(std::process::id())));
            match create(&path) {
                Ok(()) => {
                    let held = held(&path);
                    // Somebody may have taken it for a leftover before it was held.
                    if cfg!(unix) && !(held.is_some() && path.is_dir()) {
                        continue;
                    }
                    places().push(path.clone());
                    return Ok(Self { path, _held: held });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a file in it, and the folders that its name contains.
    ///
    /// Errors: those of the system.
    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> io::Result<()> {
        write(&self.path, name, text)
    }
}

/// What the names of a process's folders begin with.
fn beginning(process: u32) -> String {
    format!("{PREFIX}{process}-")
}

/// Makes a folder that no other user can look into.
fn create(path: &Path) -> io::Result<()> {
    let mut folder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
    folder.create(path)
}

/// Removes what a process of ours that has ended has left; one of another container may have its number.
pub fn remove_of(process: u32) {
    remove_leftovers(&std::env::temp_dir(), &beginning(process));
}

/// Removes every folder, when the program is about to be ended; nobody works there any more.
pub fn remove_all() {
    places().iter().for_each(|path| remove(path));
}

fn places() -> std::sync::MutexGuard<'static, Vec<PathBuf>> {
    PLACES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The lock of a folder; `None` where somebody else has it, or folders have none.
fn held(path: &Path) -> Option<File> {
    let folder = File::open(path).ok()?;
    folder.try_lock().ok().map(|()| folder)
}

/// Removes the folders of programs that were killed, whose names begin so: those that nobody holds. What
/// cannot be looked at stays.
fn remove_leftovers(among: &Path, beginning: &str) {
    for entry in std::fs::read_dir(among).into_iter().flatten().flatten() {
        let (name, path) = (entry.file_name(), entry.path());
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_folder
            && name.to_str().is_some_and(|name| name.starts_with(beginning) && is_ours(name))
            && let Some(_held) = held(&path)
        {
            remove(&path);
        }
    }
}

/// Whether it is the name of a folder of some process.
fn is_ours(name: &str) -> bool {
    let numbers = name.strip_prefix(PREFIX).and_then(|rest| rest.split_once('-'));
    numbers
        .is_some_and(|(process, number)| [process, number].iter().all(|n| n.parse::<u32>().is_ok()))
}

/// What cannot be removed is among the temporary files and does no harm.
fn remove(path: &Path) {
    let _ = std::fs::remove_dir_all(path);
}

/// Writes a file in a folder, and the folders that its name contains.
///
/// Errors: those of the system.
pub fn write(folder: &Path, name: &str, text: impl AsRef<[u8]>) -> io::Result<()> {
    let path = folder.join(name);
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent)?;
    }
    std::fs::write(path, text)
}

/// Lets a file be started.
///
/// Errors: those of the system.
pub fn executable(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755))?;
    }
    let _ = path;
    Ok(())
}

impl Drop for Workplace {
    fn drop(&mut self) {
        remove(&self.path);
        places().retain(|path| *path != self.path);
    }
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;

    /// A folder as a process that is gone has left it.
    fn leftover() -> PathBuf {
        let mut gone = std::process::Command::new("true").spawn().unwrap();
        let path = std::env::temp_dir().join(format!("{PREFIX}{}-0", gone.id()));
        gone.wait().unwrap();
        std::fs::create_dir(&path).unwrap();
        std::fs::write(path.join("Main.java"), "class Main {}").unwrap();
        path
    }

    #[test]
    fn what_a_killed_program_left_goes_when_the_next_one_begins() {
        let (left, held_by_another) = (leftover(), leftover());
        let hold = held(&held_by_another).unwrap();
        let place = Workplace::new().unwrap();
        assert!(!left.exists() && held_by_another.exists());
        let other = Workplace::new().unwrap();
        assert!(place.path().exists() && other.path() != place.path());
        // A process of another container may have the same number and the same temporary files.
        remove_of(std::process::id());
        assert!(place.path().exists());
        drop(hold);
        std::fs::remove_dir_all(held_by_another).unwrap();
    }

    #[test]
    fn only_names_of_these_folders_are_taken_for_them() {
        let all = ["war-sim-7-0", "war-sim-7", "war-sim-7-x", "war-sim-x-0", "war-fuzz-7-0"];
        assert_eq!(all.map(is_ours), [true, false, false, false, false]);
    }
}
