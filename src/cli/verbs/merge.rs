//! `merge`: parts of a run as the run that was never divided.

use std::borrow::Cow;
use std::ops::Range;
use std::path::{Path, PathBuf};
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
use crate::cli::output::{print_in, said};
use crate::cli::pages::{draw_again, draw_into, drawn_of};
use crate::cli::results::{check_name, command, threads};
use crate::cli::running::per_game;
use crate::core::wording::digits::counted;
use crate::lab::store::manifest::story_of;
use crate::lab::store::merge::{Merged, lacking, merge};
use crate::lab::store::part::Piece;
use crate::lab::store::rows::PerGameFile;
use crate::lab::store::save::{Counts, Written};
use crate::lab::store::sources::ENDING;
use crate::lab::study::Finished;
use crate::lab::study::play::{Played, Running};
use crate::lab::tables::account::{Account as _, Manner, OfStudy};

/// Options of `merge`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
The result has the same bytes as the run that was never divided, whatever the \
order of the parts; only its manifest lists them. Parts are runs with --shard, \
merged parts, or runs whose --first-game and --games follow one another: their \
folders, their files of --state-only, or a folder full of both. A text file, or \
- for standard input, lists such paths, one per line, or holds states one after \
another. Parts keep their rows of games; --per-game plays all games again into \
one file, and checks the counts of every part.

Examples:
  war-sim --games 1e9 --shard 1/2 && war-sim --games 1e9 --shard 2/2
  war-sim merge results/*-shard?of2 --out results/all
  war-sim merge parts --out all
  cat parts/*.state | war-sim merge - --out all
  war-sim merge night-1 night-2 --out so-far --partial
  war-sim merge parts --out all --per-game games.parquet")]
pub struct MergeArgs {
    /// The parts: folders, files of --state-only, folders of both, lists, or -
    #[arg(required = true, value_name = "PART")]
    pub parts: Vec<PathBuf>,

    /// The folder of the merged run
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,

    /// The file of decks that the parts played, which --per-game plays again
    #[arg(long, value_name = "FILE", requires = "per_game")]
    pub decks: Option<PathBuf>,

    /// Threads that play for --per-game [default: all cores]
    #[arg(long, value_name = "T", requires = "per_game", value_parser = whole, allow_negative_numbers = true)]
    pub threads: Option<u64>,

    /// Accept missing games: the result is a larger part, which names them
    #[arg(long)]
    pub partial: bool,

    /// Write the counts alone, as DIR.state
    #[arg(long, conflicts_with = "per_game")]
    pub state_only: bool,

    /// Overwrite the results of another run
    #[arg(long)]
    pub force: bool,

    /// Also draw the results, as report.html in the run's folder
    #[arg(long, conflicts_with = "state_only")]
    pub report: bool,

    /// How the results are printed
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,

    /// The row of each game.
    #[command(flatten)]
    pub per_game: PerGameArgs,

    /// Print errors only
    #[arg(short, long)]
    pub quiet: bool,
}

/// Runs the verb.
pub fn run(args: &MergeArgs) -> Result<(), Failure> {
    let again = args.per_game.per_game.is_some();
    let mut merged = merge(&args.parts, &library(), args.partial, again)?;
    let verb = merged.state.verb.clone();
    let study = merged.state.study.clone();
    let terminal = Terminal::new(args.quiet, None);
    let life = life(args, &terminal)?;
    let identity = study.run_identity(&verb);
    let run = Run::open(&life, &terminal.control, identity.clone(), life.claim());
    let mut run = run.map_err(|error| refused_as(&error, &|key| option_of(key, "--out")))?;
    run.tell(study.info(), story_of(&study.spec));
    let misfits = merged.misfits();
    misfits.iter().for_each(warn);
    if !merged.missing.is_empty() && !args.quiet {
        warn(still_missing(&merged.missing));
    }
    let rows = rows(args, &mut merged, &run, &life, &terminal)?;
    // With its decks, if it was played again.
    let study = merged.state.study.clone();
    let records = merged.pieces.iter().map(Piece::record).collect();
    run.manifest.more = vec![("merged", records), ("misfits", json!(misfits))];
    let parts = merged.pieces.len() as u64;
    let games = merged.state.played();
    let played = Played { games, totals: merged.state.totals, reached: Vec::new() };
    let finished = Finished::new(study, played, Duration::ZERO);
    finished
        .check()
        .map_err(|what| Failure::data(format!("the parts contradict each other: {what}")))?;
    let account = OfStudy::new(
        Cow::Borrowed(&finished),
        Manner { verb, threads: life.threads.count(), ..Manner::default() },
    );
    let written = account.tables();
    let parts = counted(parts, "part ", "parts ");
    let out = said(&account, (args.format, args.quiet), run.target(), &parts)?;
    let target = run.target().map(Path::to_owned);
    let was_drawn = target.as_deref().and_then(drawn_of);
    run.commit(Written {
        tables: &written,
        counts: Counts::of_study(&finished, &identity),
        files: Vec::new(),
        rows,
    })?;
    match target {
        Some(folder) if args.report => draw_into(&folder)?,
        Some(folder) => draw_again(&folder, was_drawn, args.quiet)?,
        None => {}
    }
    print_in(args.format, &out)
}

/// How the merged run is led.
fn life<'w>(args: &MergeArgs, watch: &'w Terminal) -> Result<Life<'w>, Failure> {
    // Who writes a state may name the file.
    let is_named = args.state_only && args.out.extension().is_some_and(|ending| ending == ENDING);
    let out = if is_named { args.out.with_extension("") } else { args.out.clone() };
    let name = out.file_name().ok_or_else(|| {
        Failure::usage(format!("--out {}: name a folder to be made", args.out.display()))
    })?;
    check_name(&name.to_string_lossy(), "--out")?;
    Ok(Life {
        threads: threads("--threads", args.threads)?,
        folder: Some(out),
        is_alone: args.state_only,
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

/// Plays the games of all parts again into the file of rows that is asked for.
fn rows(
    args: &MergeArgs,
    merged: &mut Merged,
    run: &Run<'_>,
    life: &Life<'_>,
    terminal: &Terminal,
) -> Result<Option<PerGameFile>, Failure> {
    let Some(file) = per_game(&args.per_game, &merged.state.study)? else {
        if merged.has_rows() && !args.quiet {
            warn(
                "the rows of games stay with the parts; --per-game FILE plays all games into one file",
            );
        }
        return Ok(None);
    };
    let missing = merged.state.study.missing.clone();
    if !missing.is_empty() {
        let what = format!("--per-game: {} missing between the parts", lacking(&missing));
        return Err(Failure::data(format!("{what}; leave it out until they are there")));
    }
    let first = &merged.pieces[0].folder.display().to_string();
    merged.state.study = on_decks(merged.state.study.clone(), args.decks.as_deref(), first)?;
    let study = &merged.state.study;
    let file = file.of_study(study);
    let Some(mut opened) = run.open_rows(&file)? else {
        return Ok(None);
    };
    let games = merged.state.played().saturating_mul(study.cells.len() as u64);
    let running = Running { threads: life.threads, control: &terminal.control };
    let played = terminal.under_bar(Expected::Exactly(Some(games), GAMES), || {
        merged.play_again(running, &mut opened)
    });
    played.map_err(interrupt::failure)?;
    Ok(Some(opened))
}
