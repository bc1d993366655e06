//! The folder and the threads of a run, as the options name them.

use std::num::NonZeroUsize;
use std::path::Path;

use super::failure::{Failure, Kind};
use super::options::OutputArgs;
use crate::core::wording::plain::{Plain, no_file_name};
use crate::lab::refused::Shown as _;
use crate::lab::run::Threads;
use crate::lab::store::signed::sha256;
use crate::lab::store::state::inside;

/// The longest name of a folder that common file systems allow, less room for a suffix.
const MAX_NAME: usize = 200;
/// More threads than any machine has use for.
const MAX_THREADS: u64 = 4_096;

/// The command line, the program's name first.
pub fn command() -> Vec<String> {
    // The program's name, not the path of a machine.
    let name = env!("CARGO_PKG_NAME").to_owned();
    std::iter::once(name).chain(super::given()).collect()
}

/// The number of threads that an option asks for.
pub fn threads(option: &str, wanted: Option<u64>) -> Result<Threads, Failure> {
    let Some(wanted) = wanted else { return Ok(Threads::All) };
    let count = usize::try_from(wanted).ok().filter(|_| wanted <= MAX_THREADS);
    count.and_then(NonZeroUsize::new).map(Threads::Exactly).ok_or_else(|| {
        Failure::usage(format!("{option} {wanted}: use a number from 1 to {MAX_THREADS}"))
    })
}

/// The name of a run's folder: the one of the options, or the one made from the command, and a suffix.
///
/// Errors: [`check_name`]'s.
pub fn named(args: &OutputArgs, name: &str, suffix: &str) -> Result<String, Failure> {
    let Some(given) = &args.name else { return Ok(shortened(&format!("{name}{suffix}"))) };
    check_name(given, "--name")?;
    Ok(format!("{given}{suffix}"))
}

/// A name made from a command, its end replaced by a digest of all of it where it is too long.
fn shortened(name: &str) -> String {
    if name.len() <= MAX_NAME {
        return name.to_owned();
    }
    let digest = sha256(name.as_bytes());
    let kept = (0..MAX_NAME - 8).rev().find(|&k| name.is_char_boundary(k)).unwrap_or(0);
    format!("{}-{}", &name[..kept], &digest[..8])
}

/// Checks that a folder's name, given with this option, is a plain one.
pub fn check_name(name: &str, option: &str) -> Result<(), Failure> {
    if name.len() > MAX_NAME {
        return Err(Failure::usage(format!(
            "the folder's name is longer than {MAX_NAME} bytes; give a shorter one with {option}"
        )));
    }
    if name.is_empty() || name.starts_with('.') || name.contains(['/', '\\', '\0']) {
        return Err(Failure::usage(format!(
            "{option} {name}: must be a plain folder name, without slashes and not starting with a dot"
        )));
    }
    if let Some(why) = no_file_name(name) {
        let name = Plain::line(name);
        return Err(Failure::usage(format!("{option} {name}: {why}; leave them out")));
    }
    Ok(())
}

/// Checks that there is a folder to be read.
///
/// Errors: exit code 66 with what may have been meant.
pub fn is_folder(folder: &Path) -> Result<(), Failure> {
    if folder.is_dir() {
        return Ok(());
    }
    if folder.exists() {
        let what = "is a file; name the folder of a run";
        return Err(Failure::new(Kind::NoInput, format!("{}: {what}", folder.shown())));
    }
    // Runs are in results/, and are called by their name.
    Err(Failure::missing("folder", folder, &inside(Path::new("results"))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::library::option_of;
    use crate::lab::store::place::occupied;

    #[test]
    fn a_folder_in_the_way_is_mended_by_the_option_that_names_it() {
        let error = occupied(Path::new("my--name"), "a run");
        for option in ["--name", "--out"] {
            let expected = format!(
                "my--name: contains a run; use another {option}, or --force to overwrite it"
            );
            assert_eq!(error.as_option(&|key| option_of(key, option)), expected);
        }
    }
}
