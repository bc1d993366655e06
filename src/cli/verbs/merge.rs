//! `merge`: parts of a run as the run that was never divided.

use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::cli::failure::warn;
use crate::cli::names;
use crate::cli::options::PlaceArgs;
use crate::cli::output::{at_end, print};
use crate::cli::running::Terminal;
use crate::core::wording::digits::counted;
use crate::lab::refused::Refused;
use crate::lab::run::ranges::are;
use crate::lab::store::merge::{Piece, merge};
use crate::lab::tables::{Run, Tables};
use clap::Args;

/// Options of `merge`.
#[derive(Clone, Debug, Args)]
#[command(
    before_help = "\
Examples:
  war-sim --games 1e9 --shard 1/2 && war-sim --games 1e9 --shard 2/2
  war-sim merge results/*-shard?of2
  war-sim merge night-1 night-2 --name nights --partial",
    after_long_help = "\
Parts are runs with --shard, merged parts, or runs whose --first-game and \
--games follow one another. They keep their rows of games."
)]
pub struct MergeArgs {
    /// The folders of the parts
    #[arg(required = true, value_name = "PART")]
    pub parts: Vec<PathBuf>,

    /// Make a larger part: first or last games may be missing
    #[arg(long)]
    pub partial: bool,

    /// Where the merged run goes.
    #[command(flatten)]
    pub place: PlaceArgs,
}

/// Runs the verb.
pub fn execute(args: &MergeArgs) -> Result<(), Refused> {
    let merged = merge(&args.parts, args.partial)?;
    let place = &args.place;
    let terminal = Terminal::of(place);
    let part = if merged.missing.is_empty() { "" } else { "-part" };
    let unbroken = names::of_run(&merged.run.finished.study) + part;
    let options = place.run_options(&unbroken, "", &terminal)?;
    let folder = options.folder.as_deref();
    let name = folder.and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
    let tables = Tables::of(Run { name: name.unwrap_or(unbroken), ..merged.run });
    options.store(&tables, Some(merged.pieces.iter().map(Piece::record).collect()))?;
    if !merged.missing.is_empty() && !place.quiet {
        warn(still_missing(&merged.missing));
    }
    let parts = counted(merged.pieces.len() as u64, "part ", "parts ");
    print(&at_end(place.format.all(&tables), place, folder, &parts))
}

/// Which games are missing, and how to play the first of them.
fn still_missing(missing: &[Range<u64>]) -> String {
    let play = missing.first().map_or(String::new(), |gap| {
        format!("; --first-game {} --games {} plays the first", gap.start, gap.end - gap.start)
    });
    format!("{} missing{play}", are(missing))
}
