//! `merge`: parts of a run as the run that was never divided.

use std::borrow::Cow;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use serde_json::{Value as Json, json};

use crate::cli::failure::{Failure, warn};
use crate::cli::library::library;
use crate::cli::names;
use crate::cli::options::{Format, LongArgs, OutputArgs, PaceArgs};
use crate::cli::output::print;
use crate::cli::results::{Run, rows_failure, state_failure, table_files};
use crate::cli::running::rows_file;
use crate::core::wording::digits::counted;
use crate::lab::store::disk::Disk;
use crate::lab::store::gather::{MergeError, lacking};
use crate::lab::store::join::{JoinError, RowsPart, join};
use crate::lab::store::merge::{Merged, merge};
use crate::lab::store::part::{MERGED, PER_GAME, rows_record};
use crate::lab::store::rows::PerGameFile;
use crate::lab::store::save::{Counts, Written};
use crate::lab::store::sources::ENDING;
use crate::lab::study::Finished;
use crate::lab::study::play::Played;
use crate::lab::tables::account::{Account as _, Manner, OfStudy};

/// Options of `merge`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
The result has the same bytes as the run that was never divided, whatever the
order of the parts; only its manifest lists them. Parts are runs with --shard,
merged parts, or runs whose --first-game and --games follow one another: their
folders, their files of --state-only, or a folder full of both. A text file, or
- for standard input, lists such paths, one a line, or holds states one after
another.

Examples:
  war-sim --games 1e9 --shard 1/2 && war-sim --games 1e9 --shard 2/2
  war-sim merge results/umass-seed42-games1000000000-shard?of2 --out results/all
  war-sim merge parts --out all
  cat parts/*.state | war-sim merge - --out all
  war-sim merge night-1 night-2 --out so-far --partial")]
pub struct MergeArgs {
    /// The parts: folders, files of --state-only, folders of both, lists, or -
    #[arg(required = true, value_name = "PART")]
    pub parts: Vec<PathBuf>,

    /// The folder of the merged run
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,

    /// Accept that games are missing: the result is a larger part, which says which
    #[arg(long)]
    pub partial: bool,

    /// Write the counts alone, as DIR.state
    #[arg(long)]
    pub state_only: bool,

    /// Overwrite the results of another run
    #[arg(long)]
    pub force: bool,

    /// Print errors only
    #[arg(short, long)]
    pub quiet: bool,
}

/// Runs the verb.
pub fn run(args: &MergeArgs) -> Result<(), Failure> {
    let merged = merge(&args.parts, &library(), args.partial).map_err(|e| merge_failure(&e))?;
    let (verb, names) = (merged.asked.verb.clone(), merged.asked.tables.clone());
    let study = merged.state.study.clone();
    let mut run = open(args, study.run_identity(&verb, names.as_deref()))?;
    run.tell(study.info(), &study.story);
    let misfits = merged.misfits();
    misfits.iter().for_each(warn);
    if !merged.missing.is_empty() && !args.quiet {
        warn(still_missing(&merged.missing));
    }
    let rows = join_rows(args, &merged, &run)?;
    let records = merged.pieces.iter().map(|piece| piece.record.clone()).collect();
    let [of, unfit] = MERGED;
    run.manifest.more = vec![(of, records), (unfit, json!(misfits))];
    if let Some(rows) = &rows {
        run.manifest.more.push((PER_GAME, rows_record(rows.path(), rows.detail())));
    }
    let parts = merged.pieces.len() as u64;
    let games = merged.state.played();
    let played = Played { games, totals: merged.state.totals, reached: Vec::new() };
    let finished = Finished::new(study, played, Duration::ZERO);
    finished
        .check()
        .map_err(|what| Failure::data(format!("the parts contradict each other: {what}")))?;
    let account = OfStudy::new(
        Cow::Borrowed(&finished),
        Manner { verb, tables: names, threads: run.threads.count(), ..Manner::default() },
    );
    let written = account.tables();
    let mut out = String::new();
    if !args.quiet {
        out = account.text();
        if let Some(target) = run.target() {
            let parts = counted(parts, "part", "parts");
            out.push_str(&format!("\n{parts} written to {}\n", names::shown(target)));
        }
    }
    run.commit(Written {
        tables: &written,
        counts: Counts::Study(&finished),
        files: Vec::new(),
        rows,
    })?;
    print(&out)
}

/// Opens the folder of the merged run.
fn open(args: &MergeArgs, identity: Json) -> Result<Run, Failure> {
    // Who writes a state may name the file.
    let is_named = args.state_only && args.out.extension().is_some_and(|ending| ending == ENDING);
    let out = if is_named { args.out.with_extension("") } else { args.out.clone() };
    let name = out.file_name().ok_or_else(|| {
        Failure::usage(format!("--out {}: name a folder to be made", args.out.display()))
    })?;
    let above = out.parent().filter(|above| !above.as_os_str().is_empty());
    let output = OutputArgs {
        out: above.unwrap_or(Path::new(".")).to_owned(),
        name: Some(name.to_string_lossy().into_owned()),
        force: args.force,
        quiet: args.quiet,
        threads: None,
        engine: "auto".into(),
        pace: PaceArgs::default(),
        no_files: false,
        format: Format::Text,
        report: false,
        named_by: "--out",
        long: LongArgs { state_only: args.state_only, ..LongArgs::default() },
    };
    Run::open(&output, "", identity)
}

/// Which games are missing, and how to play the first of them.
fn still_missing(missing: &[Range<u64>]) -> String {
    let play = missing.first().map_or(String::new(), |gap| {
        format!("; --first-game {} --games {} plays the first", gap.start, gap.end - gap.start)
    });
    format!("{} missing{play}", lacking(missing))
}

/// Puts the rows of the parts together, if all have some.
fn join_rows(args: &MergeArgs, merged: &Merged, run: &Run) -> Result<Option<PerGameFile>, Failure> {
    if args.state_only {
        return Ok(None);
    }
    let rows = match merged.rows() {
        Ok(None) => return Ok(None),
        Ok(Some(rows)) => rows,
        Err(why) => {
            if !args.quiet {
                warn(why);
            }
            return Ok(None);
        }
    };
    let study = &merged.state.study;
    let Some(&(_, first, _)) = rows.first() else { return Ok(None) };
    let file = rows_file(Path::new(&first.file), first.detail)?.of_study(study);
    let opened = run.open_rows(&file, &table_files(study.info()));
    let Some(mut opened) = opened.map_err(|e| rows_failure(&e))? else { return Ok(None) };
    let parts: Vec<RowsPart> = rows
        .iter()
        .map(|(folder, rows, games)| RowsPart {
            path: folder.join(&rows.file),
            sha256: rows.sha256.clone(),
            games: *games,
        })
        .collect();
    join(&Disk::here(), study, &parts, opened.writer()).map_err(|e| join_failure(&e))?;
    Ok(Some(opened))
}

fn merge_failure(error: &MergeError) -> Failure {
    match error {
        MergeError::State(error) => state_failure(error),
        MergeError::Overflow => Failure::usage(error.to_string()),
        _ => Failure::data(error.to_string()),
    }
}

fn join_failure(error: &JoinError) -> Failure {
    match error {
        JoinError::Read { path, source } => Failure::reading(path, source),
        JoinError::Damaged { .. } => Failure::data(error.to_string()),
        JoinError::Write(source) => Failure::writing("rows of games", source),
    }
}
