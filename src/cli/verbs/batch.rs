//! A batch: games of one or more rule sets on the deals of a seed or a file, into a folder of tables.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::failure::Failure;
use crate::cli::game::{Home, RulesArgs};
use crate::cli::library::{library, option};
use crate::cli::names;
use crate::cli::options::{OutputArgs, PerGameArgs, QuestionArgs, SampleArgs};
use crate::cli::outside::{Files, resolved};
use crate::cli::running::{self, Task};
use crate::lab::spec::Decks;

/// Options of a batch.
#[derive(Clone, Debug, Args)]
pub struct BatchArgs {
    /// What is played.
    #[command(flatten)]
    pub what: RulesArgs,

    /// Which games.
    #[command(flatten)]
    pub sample: SampleArgs,

    /// Play the decks of this file, one per line, instead of a seed's; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "games")]
    pub decks: Option<PathBuf>,

    /// What is asked of them.
    #[command(flatten)]
    pub question: QuestionArgs,

    /// A row per game.
    #[command(flatten)]
    pub per_game: PerGameArgs,

    /// Where the results go.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Runs a batch.
pub fn run(args: &BatchArgs, home: Home) -> Result<(), Failure> {
    let gear = &args.what.gear;
    let wanted = args.what.wanted(home.usual_rules()?);
    let mut spec = gear.spec(&wanted, home, &args.output.engine)?;
    args.sample.ask(&mut spec);
    args.question.ask(&mut spec);
    spec.decks = decks(args.decks.as_deref());
    let files = Files::new(args.output.quiet);
    let study = resolved(spec, &files, &option)?;
    let cells = study.cells.len() as u64;
    if cells.checked_mul(study.games).is_none() {
        let what = if gear.dice.is_none() { "rule sets" } else { "pairs of dice" };
        return Err(Failure::usage(format!(
            "--games {}: {cells} {what} make more than 2^64 - 1 games; use fewer",
            study.games
        )));
    }
    let usual = library().games()[0].info().name;
    let verb = if study.info().name == usual { "batch" } else { study.info().name };
    // The folder of the usual game needs no name of it, and one that says it need not say it twice.
    let words = if verb == "batch" { "" } else { verb };
    let per_game = running::per_game(&args.per_game, &study)?;
    let task = Task {
        name: names::of_run(&study, words, verb, Ok),
        study,
        verb,
        output: &args.output,
        per_game,
        tables: None,
        given_rules: if args.decks.is_none() { wanted } else { Vec::new() },
    };
    task.perform(&args.question)
}

/// The decks of a file.
pub fn decks(path: Option<&Path>) -> Option<Decks> {
    path.map(|path| Decks::File(path.to_string_lossy().into_owned()))
}
