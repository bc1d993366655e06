//! What no submission may see: the class, its grades, and this program.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::args::GradeArgs;
use crate::check::process::on_path;
use crate::cli::failure::{Failure, OfPath as _};
use crate::cli::itself;

/// What was closed, with what it was open for.
static CLOSED: Mutex<Vec<(PathBuf, u32)>> = Mutex::new(Vec::new());

/// Opens what was closed in the end.
#[derive(Debug)]
pub struct Closed(());

impl Drop for Closed {
    fn drop(&mut self) {
        open_all();
    }
}

/// Files and folders that no submission may see: the class, where its grades go, the seed, and this
/// program, wherever it is found.
pub fn hidden(args: &GradeArgs, folder: &Path) -> Vec<OsString> {
    let mut hidden: Vec<PathBuf> = args.folders.clone();
    hidden.extend([folder.to_owned(), args.out.clone()]);
    hidden.extend(args.seed_file.iter().chain(&args.roster).cloned());
    // Python, where it runs this program, is what submissions need.
    let own = std::env::current_exe().ok().filter(|_| !itself::is_within());
    let path = std::env::var_os("PATH").unwrap_or_default();
    let home = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cargo/bin"));
    let usual = ["/usr/local/bin", "/usr/bin"].map(PathBuf::from).into_iter().chain(home);
    for folder in std::env::split_paths(&path).chain(usual) {
        hidden.push(folder.join("war-sim"));
        hidden.extend(own.as_ref().and_then(|own| own.file_name()).map(|name| folder.join(name)));
    }
    hidden.extend(own);
    hidden.extend(packages());
    let mut whole: Vec<PathBuf> = hidden.iter().filter_map(|p| p.canonicalize().ok()).collect();
    whole.sort();
    // What lies in a hidden folder, which comes before it, is hidden with that.
    whole.dedup_by(|path, before| path.starts_with(before));
    whole.into_iter().map(Into::into).collect()
}

/// Where this program is a package of Python.
fn packages() -> Vec<PathBuf> {
    let pythons = [on_path("python3"), std::env::current_exe().ok()].into_iter().flatten();
    let own = pythons.filter_map(|path| Some(path.canonicalize().ok()?.parent()?.join("..")));
    let roots = ["/usr", "/usr/local"].map(PathBuf::from).into_iter().chain(own);
    let libraries = roots.filter_map(|root| std::fs::read_dir(root.join("lib")).ok());
    let folders = libraries.flat_map(|entries| entries.flatten().map(|entry| entry.path()));
    let places = folders.flat_map(|folder| {
        ["site-packages", "dist-packages"].map(|name| folder.join(name).join("war_sim"))
    });
    places.filter(|place| place.is_dir()).collect()
}

/// Closes files and folders to other users, until what comes back is dropped; what lies in a folder that
/// is closed is left as it is.
///
/// Errors: one is a folder of everybody's, or cannot be closed.
#[cfg(unix)]
pub fn close(hidden: &[OsString]) -> Result<Closed, Failure> {
    use std::os::unix::fs::PermissionsExt as _;
    const OTHERS: u32 = 0o007;
    const PASS: u32 = 0o001;
    const EVERYBODYS: u32 = 0o1000;
    let closed = Closed(());
    let mode = |path: &Path| std::fs::metadata(path).map_or(0, |data| data.permissions().mode());
    for path in hidden.iter().map(Path::new) {
        let own = mode(path);
        if own & OTHERS == 0 || path.ancestors().skip(1).any(|above| mode(above) & PASS == 0) {
            continue;
        }
        if own & EVERYBODYS != 0 {
            return Err(Failure::usage(format!(
                "grade: {} is a folder of everybody's, which cannot be closed to a submission; put \
                 the class and its grades into folders of their own",
                path.display()
            )));
        }
        let permissions = std::fs::Permissions::from_mode(own & !OTHERS);
        std::fs::set_permissions(path, permissions).creating(path)?;
        CLOSED.lock().unwrap_or_else(PoisonError::into_inner).push((path.to_owned(), own));
    }
    Ok(closed)
}

/// Opens again what was closed.
#[cfg(unix)]
pub fn open_all() {
    use std::os::unix::fs::PermissionsExt as _;
    for (path, mode) in CLOSED.lock().unwrap_or_else(PoisonError::into_inner).drain(..).rev() {
        // Where it has gone nobody misses it.
        let _ = std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode));
    }
}

/// Nothing can be closed here, nor need be.
///
/// Errors: none.
#[cfg(not(unix))]
pub fn close(_: &[OsString]) -> Result<Closed, Failure> {
    Ok(Closed(()))
}

/// Nothing was closed.
#[cfg(not(unix))]
pub fn open_all() {
    CLOSED.lock().unwrap_or_else(PoisonError::into_inner).clear();
}
