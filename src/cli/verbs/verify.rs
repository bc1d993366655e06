//! `verify`: is everything in the folder of a run what the program wrote?

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::names::is_folder;
use crate::cli::output::print_unless;
use crate::cli::pages::page_of;
use crate::core::wording::digits::counted;
use crate::lab::refused::{Refused, Shown as _};
use crate::lab::store::files::{MANIFEST, PAGE, PREVIOUS, STATE};
use crate::lab::store::state::unread;
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
its manifest. Exit code 65: a file is missing or damaged, and each is named; \
files that the run does not list are named, too. Nothing is changed: the command \
of a run with --resume writes damaged files again."
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
pub fn execute(args: &VerifyArgs) -> Result<(), Refused> {
    let mut text = String::new();
    let (mut damaged, mut unlisted) = (Vec::new(), Vec::new());
    let mut missing = Vec::new();
    for folder in &args.folders {
        if let Err(refused) = is_folder(folder) {
            missing.push(refused);
            continue;
        }
        let mut verified = verify(folder)?;
        let of_run = |name| folder.join(name).exists();
        if verified.whole == 0 && ![STATE, PREVIOUS, MANIFEST].into_iter().any(of_run) {
            missing.push(unread(&folder.join(STATE), &io::ErrorKind::NotFound.into()));
            continue;
        }
        verified.damaged.retain(|damage| !is_drawn_again(folder, damage));
        if verified.damaged.is_empty() {
            let files = counted(verified.whole, "file", "files");
            let unknown = match verified.unlisted.is_empty() {
                true => String::new(),
                false => {
                    let names = verified.unlisted.iter().map(|name| Path::new(name).shown());
                    format!("; no checksum of {}", names.collect::<Vec<_>>().join(", "))
                }
            };
            let far = if of_run(MANIFEST) { "" } else { "; the run is not complete" };
            text.push_str(&format!("{}: {files}, all whole{far}{unknown}\n", folder.shown()));
        } else {
            let line = |name: &String| format!("{}: has no checksum", folder.join(name).shown());
            unlisted.extend(verified.unlisted.iter().map(line));
        }
        damaged.extend(verified.damaged);
    }
    if !damaged.is_empty() {
        let lack = match unlisted.len() as u64 {
            0 => String::new(),
            n => format!(", and {n} without a checksum"),
        };
        let what = format!(
            "verify: {} missing or damaged{lack}; the command of the run with --resume writes again what it \
             can (without the run's state only with --force), `war-sim report` draws the page again:",
            counted(damaged.len() as u64, "file is", "files are"),
        );
        let line = |damage: &Damage| format!("{}: {}", damage.path.shown(), damage.what);
        let missing = missing.iter().map(ToString::to_string);
        let below = damaged.iter().map(line).chain(unlisted).chain(missing).collect();
        return Err(Refused { below, ..Refused::data(what) });
    }
    print_unless(args.quiet, &text)?;
    let mut missing = missing.into_iter();
    let Some(first) = missing.next() else { return Ok(()) };
    let below = missing.map(|refused| refused.to_string()).collect();
    Err(Refused { below, ..first })
}

/// Whether the file is the page that `report` has drawn of this run since.
fn is_drawn_again(folder: &Path, damage: &Damage) -> bool {
    let path = folder.join(PAGE);
    damage.path == path
        && std::fs::read(path)
            .is_ok_and(|bytes| page_of(folder).is_ok_and(|page| page.into_bytes() == bytes))
}
