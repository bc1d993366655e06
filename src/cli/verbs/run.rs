//! `run`: plays an experiment file.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;

use super::batch::deals_of;
use super::play;
use crate::cli::failure::{Failure, warn};
use crate::cli::library::{check_confidence, check_range, library, not_found};
use crate::cli::names;
use crate::cli::number::whole;
use crate::cli::options::{OutputArgs, PerGameArgs};
use crate::cli::running::{self, Task, rows_file};
use crate::core::cards::{Card, DealsFrom};
use crate::core::wording::share::share;
use crate::games::beggar;
use crate::lab::spec::Study;
use crate::lab::spec::file::{self, Outside};
pub use crate::lab::spec::shipped::DICE;
use crate::lab::spec::shipped::{EXPERIMENTS, Shelf};
use crate::lab::store::disk::{Disk, input_of};
use crate::lab::study::batch::RowDetail;

/// Options of `run`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
The experiments that come with the program work by name from any folder.

Examples:
  war-sim run pick-up-order
  war-sim run pick-up-order --plan     what it would do, and for how long
  war-sim run my-question.toml --games 1e5")]
pub struct RunArgs {
    /// The experiment: a file, or the name of a built-in one
    #[arg(value_name = "FILE.toml")]
    pub file: PathBuf,

    /// Show rule sets, engines and an estimate of the time; plays and writes nothing
    #[arg(long)]
    pub plan: bool,

    /// Override the file's number of games; with `until`: at most
    #[arg(short = 'n', long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    pub games: Option<u64>,

    /// Override the file's seed
    #[arg(short, long, value_name = "S", value_parser = whole, allow_negative_numbers = true)]
    pub seed: Option<u64>,

    /// Override the file's confidence of the intervals, such as 0.99 or 99%
    #[arg(long, value_name = "P", value_parser = share, allow_negative_numbers = true)]
    pub confidence: Option<f64>,

    /// A row per game, whatever the file says.
    #[command(flatten)]
    pub per_game: PerGameArgs,

    /// Where the results go.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Runs the verb.
pub fn run(args: &RunArgs) -> Result<(), Failure> {
    let (shown, text) = read(&args.file, EXPERIMENTS)?;
    let library = library();
    // Files named in an experiment are looked for beside it first.
    let beside = args.file.parent().unwrap_or(Path::new("")).to_owned();
    let resolve = |given: &str| {
        let file = given.split('{').next().unwrap_or_default().trim_end();
        let is_beside = file.ends_with(".toml") && beside.join(file).is_file();
        let near = beside.join(given).to_string_lossy().into_owned();
        let found = library.find(if is_beside { &near } else { given });
        let found = found.map_err(|error| {
            let failure = not_found("rules", given, &error);
            failure.message().to_owned()
        })?;
        if !args.output.quiet {
            found.notes.iter().for_each(warn);
        }
        Ok(found)
    };
    let read_gear = |given: &str| {
        let near = beside.join(given);
        let path = if near.is_file() { near } else { PathBuf::from(given) };
        read(&path, DICE).map_err(|failure| failure.message().to_owned())
    };
    let read_decks = |given: &str, study: &Study| {
        let near = beside.join(given);
        let path = if near.is_file() { near } else { PathBuf::from(given) };
        deals_of(study, &path).map_err(|failure| failure.message().to_owned())
    };
    let read_deal = |text: &str, study: &Study| deal_of(text, study);
    let outside = Outside {
        library: &library,
        resolve: &resolve,
        read: &read_gear,
        decks: &read_decks,
        deal: &read_deal,
        engine: &args.output.engine,
    };
    let mut parsed =
        file::parse(&text, &outside).map_err(|e| Failure::data(format!("{shown}: {e}")))?;
    let study = &mut parsed.study;
    let stem = args.file.file_stem().map_or_else(String::new, |s| s.to_string_lossy().into_owned());
    let mut name = if stem == "-" { "stdin".to_owned() } else { names::safe(&stem) };
    if let Some(games) = args.games {
        check_range(study.first_game, games)?;
        // A seed has deals without end; these have not.
        let there = match study.deals.from {
            DealsFrom::Seed => games,
            DealsFrom::List(_) | DealsFrom::Orders => study.games,
        };
        if games > there {
            let what = format!(
                "--games: {shown} has {there} deals, each played once; use {there} or fewer"
            );
            return Err(Failure::usage(what));
        }
        (study.games, study.games_unnamed) = (games, false);
        name.push_str(&format!("-games{games}"));
    }
    if let Some(seed) = args.seed {
        study.deals.seed.0 = seed;
        name.push_str(&format!("-seed{seed}"));
    }
    if let Some(confidence) = args.confidence {
        study.confidence = check_confidence(confidence)?;
        name.push_str(&format!("-confidence{confidence}"));
    }
    let per_game = parsed.per_game.as_deref().map(|path| {
        rows_file(Path::new(path), RowDetail::default())
            .map_err(|e| Failure::data(format!("{shown}: per_game: {}", e.message())))
    });
    let task = Task {
        study: parsed.study,
        verb: "run",
        name,
        output: &args.output,
        per_game: match args.per_game.per_game {
            Some(_) => running::per_game(&args.per_game)?,
            None => per_game.transpose()?,
        },
        tables: parsed.outputs,
        given_rules: Vec::new(),
    };
    if args.plan { task.plan() } else { task.run() }
}

/// A deck written in an experiment file: cards for War, a deal in its notation for Beggar-My-Neighbour.
///
/// Errors: a sentence, if a rule set of the study cannot play it.
fn deal_of(text: &str, study: &Study) -> Result<Vec<Card>, String> {
    let mut beggars =
        study.cells.iter().filter_map(|cell| cell.rules.rules::<beggar::rules::Rules>());
    if let Some(rules) = beggars.next() {
        let notation = beggar::notation::Notation::new(rules).map_err(|e| e.to_string())?;
        let hands = notation.read(text).map_err(|e| e.to_string())?;
        let dealt = rules.split(hands.iter().map(Vec::len).sum());
        return Ok(dealt.deck(&hands));
    }
    if study.info().name != "war" {
        return Err(format!("{} is played without a deck", study.info().title));
    }
    play::whole_deck(text, study).map_err(|failure| failure.message().to_owned())
}

/// The text of a file, of standard input (`-`), or of the one of that name that came with the program;
/// with its path as shown.
///
/// Errors: exit code 66 for a file that is not there, 74 or 77 for one that cannot be read.
pub fn read(path: &Path, shelf: Shelf) -> Result<(String, String), Failure> {
    if path == Path::new("-") {
        let text = input_of(io::stdin());
        return text.map(|t| ("stdin".into(), t)).map_err(|e| Failure::reading(path, &e));
    }
    match Disk::here().read_input(path) {
        Ok(text) => Ok((path.display().to_string(), text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            match shelf.find(&path.to_string_lossy()) {
                Some((path, text)) => Ok((format!("experiments/{path}"), text.to_owned())),
                None => Err(Failure::missing("file", path, &shelf.names())),
            }
        }
        Err(error) => Err(Failure::reading(path, &error)),
    }
}
