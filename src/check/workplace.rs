//! A folder for the work of a command, which goes when the work is done.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Names that are tried for a new folder.
const TRIED: u32 = 1_000;

/// The folders that are there.
static PLACES: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A folder of one's own among the temporary files; it is removed in the end.
#[derive(Debug)]
pub struct Workplace {
    path: PathBuf,
}

impl Workplace {
    /// A new folder.
    ///
    /// Errors: those of the system.
    pub fn new() -> io::Result<Self> {
        for number in 0..TRIED {
            let name = format!("war-sim-{}-{number}", std::process::id());
            let path = std::env::temp_dir().join(name);
            match std::fs::create_dir(&path) {
                Ok(()) => {
                    places().push(path.clone());
                    return Ok(Self { path });
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

/// Removes every folder, when the program is about to be ended; nobody works there any more.
pub fn remove_all() {
    places().iter().for_each(|path| remove(path));
}

fn places() -> std::sync::MutexGuard<'static, Vec<PathBuf>> {
    PLACES.lock().unwrap_or_else(PoisonError::into_inner)
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
