//! `merge`: parts of a run as the run that was never divided.

use std::borrow::Cow;
use std::ops::Range;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use serde_json::json;

use crate::api::run::{Expected, GAMES, Life, Run};
use crate::cli::decks::on_decks;
use crate::cli::failure::{Failure, warn};
use crate::cli::format::Format;
use crate::cli::interrupt;
use crate::cli::kept::Terminal;
use crate::cli::library::{library, option_of, refused_as};
use crate::cli::number::whole;
use crate::cli::options::PerGameArgs;
use crate::cli::output::{print, said};
use crate::cli::pages::{draw_again, draw_into, drawn_of};
use crate::cli::results::{check_name, command, threads};
use crate::cli::running::per_game;
use crate::core::wording::digits::counted;
use crate::lab::refused::Shown as _;
use crate::lab::store::merge::{Merged, lacking, merge};
use crate::lab::store::part::Piece;
use crate::lab::store::per_game::PerGame;
use crate::lab::study::Finished;
use crate::lab::study::play::Running;
use crate::lab::study::progress::Progress;
use crate::lab::tables::account::{Manner, OfStudy};

/// Options of `merge`.
#[derive(Clone, Debug, Args)]
#[command(
    before_help = "\
Examples:
  war-sim --games 1e9 --shard 1/2 && war-sim --games 1e9 --shard 2/2
  war-sim merge results/*-shard?of2 --out results/all
  war-sim merge night-1 night-2 --out so-far --partial",
    after_long_help = "\
The result has the same bytes as the run that was never divided, whatever the \
order of the parts; only its manifest lists them. Parts are runs with --shard, \
merged parts, or runs whose --first-game and --games follow one another: their \
folders, or a folder full of them. Parts keep their rows of games; --per-game \
plays all games again into one file, and checks the counts of every part.

More examples:
  war-sim merge parts --out all
  war-sim merge parts --out all --per-game games.parquet"
)]
pub struct MergeArgs {
    /// The parts: their folders, or folders full of them
    #[arg(required = true, value_name = "PART")]
    pub parts: Vec<PathBuf>,

    /// The folder of the merged run
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,

    /// The file of decks that the parts played
    #[arg(long, hide_short_help = true, value_name = "FILE", requires = "per_game")]
    pub decks: Option<PathBuf>,

    /// Threads for --per-game [default: one per core]
    #[arg(long, hide_short_help = true, value_name = "T", requires = "per_game", value_parser = whole, allow_negative_numbers = true)]
    pub threads: Option<u64>,

    /// Accept missing games; makes a larger part
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

    /// The row of each game.
    #[command(flatten)]
    pub per_game: PerGameArgs,
}

/// Runs the verb.
pub fn run(args: &MergeArgs) -> Result<(), Failure> {
    let again = args.per_game.per_game.is_some();
    let mut merged = merge(&args.parts, &library(), args.partial, again)?;
    let (verb, study) = (merged.state.verb.clone(), merged.state.study.clone());
    let terminal = Terminal::new(args.quiet, None);
    let life = life(args, &terminal)?;
    let file = rows(args, &mut merged)?;
    let (identity, claim) = (study.run_identity(&verb), life.claim());
    let about = Some(study.info());
    let parts = counted(merged.pieces.len() as u64, "part ", "parts ");
    let as_out = |error: Failure| refused_as(&error, &|key| option_of(key, "--out"));
    let mut run = Run::open(&life, &terminal.control, identity, claim, about).map_err(as_out)?;
    let misfits = merged.misfits();
    misfits.iter().for_each(warn);
    if !merged.missing.is_empty() && !args.quiet {
        warn(still_missing(&merged.missing));
    }
    if file.is_none() && merged.has_rows() && !args.quiet {
        warn(
            "the rows of games stay with the parts; --per-game FILE plays all games into one file",
        );
    }
    let mut rows = file.and_then(|file| run.open_rows(&file).transpose()).transpose()?;
    let games = merged.state.played();
    if let Some(rows) = &mut rows {
        let all = games.saturating_mul(study.cells.len() as u64);
        let running = Running { threads: life.threads, control: &terminal.control };
        let play = || merged.play_again(running, rows);
        let played = terminal.under_bar(Expected::Exactly(Some(all), GAMES), play);
        played.map_err(interrupt::failure)?;
    }
    let records = merged.pieces.iter().map(Piece::record).collect();
    run.manifest.more = vec![("merged", records), ("misfits", json!(misfits))];
    let played = Progress { games, totals: merged.state.totals };
    // With its decks, if it was played again.
    let finished = Finished::new(merged.state.study, played, Duration::ZERO);
    finished
        .check()
        .map_err(|what| Failure::data(format!("the parts contradict each other: {what}")))?;
    let manner = Manner { verb, threads: life.threads.count() };
    let account = OfStudy::new(Cow::Owned(finished), manner);
    let (mut out, mut was_drawn) = (String::new(), None);
    run.end(&account, rows, |account, target| {
        out = said(account, (args.format, args.quiet), target, &parts)?;
        was_drawn = target.and_then(drawn_of);
        Ok(Vec::new())
    })?;
    if let Some(folder) = life.folder.as_deref() {
        if args.report { draw_into(folder)? } else { draw_again(folder, was_drawn, args.quiet)? }
    }
    print(&out)
}

/// How the merged run is led.
fn life<'w>(args: &MergeArgs, watch: &'w Terminal) -> Result<Life<'w>, Failure> {
    let out = &args.out;
    let name = out.file_name().ok_or_else(|| {
        Failure::usage(format!("--out {}: name a folder to be made", args.out.shown()))
    })?;
    check_name(&name.to_string_lossy(), "--out")?;
    Ok(Life {
        threads: threads("--threads", args.threads)?,
        folder: Some(out.clone()),
        force: args.force,
        command: command(),
        watch,
        ..Life::default()
    })
}

/// Which games are missing, and how to play the first of them.
fn still_missing(missing: &[Range<u64>]) -> String {
    let play = missing.first().map_or(String::new(), |gap| {
        format!("; --first-game {} --games {} plays the first", gap.start, gap.end - gap.start)
    });
    format!("{} missing{play}", lacking(missing))
}

/// The file of rows into which the games of all parts are played again, if it is asked for.
fn rows(args: &MergeArgs, merged: &mut Merged) -> Result<Option<PerGame>, Failure> {
    let Some(file) = per_game(&args.per_game, &merged.state.study)? else { return Ok(None) };
    let study = merged.state.study.clone();
    if !study.missing.is_empty() {
        let what = format!("--per-game: {} missing between the parts", lacking(&study.missing));
        return Err(Failure::data(format!("{what}; leave it out until they are there")));
    }
    let first = &merged.pieces[0].folder.shown();
    merged.state.study = on_decks(study, args.decks.as_deref(), first)?;
    Ok(Some(file.of_study(&merged.state.study)))
}
