//! `beggar`: Beggar-My-Neighbour by the million, and single deals of it.

mod play;

use std::path::Path;

use clap::{Args, Subcommand};

use super::batch::{folder_name, spec};
use crate::cli::failure::Failure;
use crate::cli::library::option;
use crate::cli::options::{ChangeArgs, OutputArgs, PerGameArgs, QuestionArgs, SampleArgs};
use crate::cli::outside::{Files, resolved};
use crate::cli::running::{self, Task};

/// The game of this verb.
const GAME: &str = "beggar";

/// Options of `beggar`.
#[derive(Clone, Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true,
    after_help = "\
Rule sets: beggar (default), camicia, or a TOML file. The decks are those of War
for the same seed.

Examples:
  war-sim beggar --games 1000000 --seed 42
  war-sim beggar --games 1e6 --by aces_leader --until a_win:0.002
  war-sim compare beggar 'beggar{empty=at-last-card}' --games 1e6
  war-sim beggar play '---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---'"
)]
pub struct BeggarArgs {
    /// Play one deal.
    #[command(subcommand)]
    pub verb: Option<BeggarVerb>,

    /// The batch.
    #[command(flatten)]
    pub batch: BeggarBatchArgs,
}

/// What else `beggar` does.
#[derive(Clone, Debug, Subcommand)]
pub enum BeggarVerb {
    /// Play one deal, given or of a seed, with every trick if asked.
    Play(play::BeggarPlayArgs),
}

/// Options of a batch.
#[derive(Clone, Debug, Args)]
pub struct BeggarBatchArgs {
    /// A rule set: a built-in name, a name in experiments/rules/, or a path; may be repeated: the
    /// same deals for all [default: beggar]
    #[arg(long, value_name = "NAME|FILE")]
    pub rules: Vec<String>,

    /// What is changed in them.
    #[command(flatten)]
    pub change: ChangeArgs,

    /// Which games.
    #[command(flatten)]
    pub sample: SampleArgs,

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

/// Runs the verb.
pub fn run(args: &BeggarArgs) -> Result<(), Failure> {
    match &args.verb {
        Some(BeggarVerb::Play(play)) => play::run(play),
        None => batch(&args.batch),
    }
}

/// Plays a batch.
fn batch(args: &BeggarBatchArgs) -> Result<(), Failure> {
    let wanted = args.change.all(&args.rules, GAME);
    let mut spec = spec(GAME, &wanted, &args.sample, &args.output);
    args.question.ask(&mut spec);
    let study = resolved(spec, &Files::new(Path::new(""), args.output.quiet), &option)?;
    let task = Task {
        name: folder_name("beggar-", &study, None).replace("beggar-beggar", "beggar"),
        study,
        verb: GAME,
        output: &args.output,
        per_game: running::per_game(&args.per_game)?,
        tables: None,
        given_rules: wanted,
    };
    task.perform(&args.question)
}
