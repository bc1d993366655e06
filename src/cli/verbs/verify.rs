//! `verify`: is everything in the folder of a run what the program wrote?

use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::failure::in_words_of;
use crate::cli::output::print_unless;
use crate::cli::pages::page_of;
use crate::core::wording::digits::counted;
use crate::lab::refused::{OfPath as _, Refused, Shown as _};
use crate::lab::store::disk;
use crate::lab::store::files::{MANIFEST, PAGE, PREVIOUS, STATE};
use crate::lab::store::state::no_run;
use crate::lab::store::verify::{Verified, verify};

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
/// Errors: exit code 65 with every file that is missing or damaged; that of a run that cannot be read, when the others
/// have been looked at.
pub fn execute(args: &VerifyArgs) -> Result<(), Refused> {
    let (mut whole, mut damaged, mut unread) = (String::new(), Vec::new(), Vec::new());
    for folder in &args.folders {
        let files = match checked(folder) {
            Ok(files) => files,
            Err(refused) => {
                unread.push(refused);
                continue;
            }
        };
        let damage = |file: &Verified| {
            let what = file.damage.as_ref().filter(|_| !is_drawn_again(folder, file));
            what.map(|what| format!("{}: {what}", file.path.shown()))
        };
        let found: Vec<String> = files.iter().filter_map(damage).collect();
        if found.is_empty() {
            let files = counted(files.len() as u64, "file", "files");
            let is_complete = folder.join(MANIFEST).exists();
            let far = if is_complete { "" } else { "; the run is not complete" };
            whole += &format!("{}: {files}, all whole{far}\n", folder.shown());
        }
        damaged.extend(found);
    }
    let said = |refused: &Refused| in_words_of("verify", refused).what;
    if damaged.is_empty() {
        let below = unread.iter().skip(1).map(said).collect();
        return match unread.first() {
            Some(first) => Err(Refused { below, ..first.clone() }),
            None => print_unless(args.quiet, &whole),
        };
    }
    let what = format!(
        "verify: {} missing or damaged; the command of the run with --resume writes again what it can (without \
         the run's state only with --force), `war-sim report` draws the page again:",
        counted(damaged.len() as u64, "file is", "files are"),
    );
    damaged.extend(unread.iter().map(said));
    Err(Refused { below: damaged, ..Refused::data(what) })
}

/// The files of a run.
fn checked(folder: &Path) -> Result<Vec<Verified>, Refused> {
    for path in [STATE, PREVIOUS, MANIFEST].map(|name| folder.join(name)) {
        if disk::look(&path).reading(&path)?.is_some() {
            return verify(folder);
        }
    }
    Err(no_run(folder))
}

/// Whether the file is the page that `report` has drawn of this run since.
fn is_drawn_again(folder: &Path, file: &Verified) -> bool {
    file.path == folder.join(PAGE)
        && std::fs::read(&file.path)
            .is_ok_and(|bytes| page_of(folder).is_ok_and(|page| page.into_bytes() == bytes))
}
