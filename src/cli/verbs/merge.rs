//! `merge`: parts of a run as the run that was never divided.

use std::ops::Range;
use std::path::PathBuf;

use crate::api::run::RunOptions;
use crate::cli::failure::warn;
use crate::cli::format::Format;
use crate::cli::names::{self, check_name};
use crate::cli::output::{at_end, print};
use crate::cli::running::Terminal;
use crate::cli::stopped::command_line;
use crate::core::wording::digits::counted;
use crate::lab::refused::{Refused, Shown as _};
use crate::lab::run::ranges::are;
use crate::lab::store::disk::folder_of;
use crate::lab::store::merge::{Piece, merge};
use crate::lab::tables::{Run, Tables};
use clap::Args;

/// Options of `merge`.
#[derive(Clone, Debug, Args)]
#[command(
    before_help = "\
Examples:
  war-sim --games 1e9 --shard 1/2 && war-sim --games 1e9 --shard 2/2
  war-sim merge results/*-shard?of2 --out results/all
  war-sim merge night-1 night-2 --out nights --partial",
    after_long_help = "\
The result has the same bytes as the run that was never divided, whatever the \
order of the parts; only its manifest lists them. Parts are runs with --shard, \
merged parts, or runs whose --first-game and --games follow one another: their \
folders, or a folder full of them. Parts keep their rows of games.

More examples:
  war-sim merge results/*-shard?of2      results/umass-seed42-games1000000000
  war-sim merge parts --out all"
)]
pub struct MergeArgs {
    /// The parts: their folders, or folders full of them
    #[arg(required = true, value_name = "PART")]
    pub parts: Vec<PathBuf>,

    /// The folder of the merged run, or with --name its parent [default: results]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// The folder of the merged run [default: from the command]
    #[arg(long)]
    pub name: Option<String>,

    /// Make a larger part: first or last games may be missing
    #[arg(long)]
    pub partial: bool,

    /// Overwrite the results of another run
    #[arg(long)]
    pub force: bool,

    /// Also draw report.html, in its folder
    #[arg(long)]
    pub report: bool,

    /// text, csv, json or markdown
    #[arg(long, value_enum, default_value_t, hide_possible_values = true)]
    pub format: Format,

    /// Print errors only
    #[arg(short, long)]
    pub quiet: bool,
}

/// Runs the verb.
pub fn execute(args: &MergeArgs) -> Result<(), Refused> {
    let merged = merge(&args.parts, args.partial)?;
    let terminal = Terminal { quiet: args.quiet, ..Terminal::default() };
    let folder = match (&args.out, &args.name) {
        (Some(folder), None) => folder.clone(),
        (out, name) => {
            name.iter().try_for_each(|name| check_name(name, "--name"))?;
            let part = if merged.missing.is_empty() { "" } else { "-part" };
            let unbroken = || names::of_run(&merged.run.finished.study) + part;
            let name = name.clone().unwrap_or_else(|| names::shortened(&unbroken()));
            out.clone().unwrap_or("results".into()).join(name)
        }
    };
    let name = folder.file_name().ok_or_else(|| {
        Refused::usage(format!("--out {}: name a folder to be made", folder.shown()))
    })?;
    let name = name.to_string_lossy().into_owned();
    check_name(&name, "--out")?;
    let tables = Tables::of(Run { name: name.clone(), ..merged.run });
    let options = RunOptions {
        folder: Some(folder.clone()),
        force: args.force,
        report: args.report,
        command: command_line(),
        watch: &terminal,
        ..RunOptions::default()
    };
    options.store(&tables, Some(merged.pieces.iter().map(Piece::record).collect()))?;
    if !merged.missing.is_empty() && !args.quiet {
        warn(still_missing(&merged.missing));
    }
    if merged.has_rows && !args.quiet {
        warn("the rows of games stay with the parts");
    }
    let parts = counted(merged.pieces.len() as u64, "part ", "parts ");
    let target = folder_of(&folder).join(name);
    let said = args.format.all(&tables)?;
    print(&at_end(said, (args.format, args.quiet), Some(&target), &parts))
}

/// Which games are missing, and how to play the first of them.
fn still_missing(missing: &[Range<u64>]) -> String {
    let play = missing.first().map_or(String::new(), |gap| {
        format!("; --first-game {} --games {} plays the first", gap.start, gap.end - gap.start)
    });
    format!("{} missing{play}", are(missing))
}
