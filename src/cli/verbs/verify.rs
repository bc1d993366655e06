//! `verify`: is everything in the folder of a run what the program wrote?

use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::names::is_folder;
use crate::cli::output::print_unless;
use crate::cli::pages::page_of;
use crate::core::wording::digits::counted;
use crate::lab::refused::{OfPath as _, Refused, Shown as _};
use crate::lab::store::files::{MANIFEST, PAGE, PREVIOUS, STATE};
use crate::lab::store::state::no_run;
use crate::lab::store::verify::{Damage, verify};

/// Options of `verify`.
#[derive(Clone, Debug, Args)]
#[command(
    before_help = "\
Examples:
  war-sim verify results/umass-seed42-games1000000
  war-sim verify results/*/",
    after_long_help = "\
Reads every file of a run and compares it with the checksums in its state and \
its manifest. Exit code 65: a file is missing or damaged, and each is named. \
Nothing is changed: the command of a run with --resume writes damaged files again."
)]
pub struct VerifyArgs {
    /// Folders of stored runs
    #[arg(required = true, value_name = "DIR")]
    pub folders: Vec<PathBuf>,

    /// Print errors only
    #[arg(short, long)]
    pub quiet: bool,
}

/// Runs the verb.
///
/// Errors: exit code 65 with every file that is missing or damaged; 66, before any is read, for what is no run.
pub fn execute(args: &VerifyArgs) -> Result<(), Refused> {
    args.folders.iter().try_for_each(|folder| is_run(folder))?;
    let (mut whole, mut damaged) = (String::new(), Vec::new());
    for folder in &args.folders {
        let mut verified = verify(folder)?;
        verified.damaged.retain(|damage| !is_drawn_again(folder, damage));
        if verified.damaged.is_empty() {
            let files = counted(verified.whole, "file", "files");
            let is_complete = folder.join(MANIFEST).exists();
            let far = if is_complete { "" } else { "; the run is not complete" };
            whole += &format!("{}: {files}, all whole{far}\n", folder.shown());
        }
        let line = |damage: &Damage| format!("{}: {}", damage.path.shown(), damage.what);
        damaged.extend(verified.damaged.iter().map(line));
    }
    if damaged.is_empty() {
        return print_unless(args.quiet, &whole);
    }
    let what = format!(
        "verify: {} missing or damaged; the command of the run with --resume writes again what it can (without \
         the run's state only with --force), `war-sim report` draws the page again:",
        counted(damaged.len() as u64, "file is", "files are"),
    );
    Err(Refused { below: damaged, ..Refused::data(what) })
}

/// Checks that there is the folder of a run.
fn is_run(folder: &Path) -> Result<(), Refused> {
    is_folder(folder)?;
    for path in [STATE, PREVIOUS, MANIFEST].map(|name| folder.join(name)) {
        if path.try_exists().reading(&path)? {
            return Ok(());
        }
    }
    Err(no_run(folder))
}

/// Whether the file is the page that `report` has drawn of this run since.
fn is_drawn_again(folder: &Path, damage: &Damage) -> bool {
    let path = folder.join(PAGE);
    damage.path == path
        && std::fs::read(path)
            .is_ok_and(|bytes| page_of(folder).is_ok_and(|page| page.into_bytes() == bytes))
}
