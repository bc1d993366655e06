//! `beggar`: the short form of a batch by the rule set `beggar`.

use clap::Args;

use super::batch::{self, BatchArgs};
use crate::cli::failure::Failure;
use crate::cli::game::Home;

/// Options of `beggar`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
The same as `war-sim --rules beggar`. Rule sets: beggar (default), camicia, or a
TOML file. The decks are those of War for the same seed.

Examples:
  war-sim beggar --games 1000000 --seed 42
  war-sim beggar --games 1e6 --by aces_leader --until a_win:0.002
  war-sim compare beggar 'beggar{empty=at-last-card}' --games 1e6
  war-sim play --rules beggar --seed 42 --game 7 --trace")]
pub struct BeggarArgs {
    /// The batch.
    #[command(flatten)]
    pub batch: BatchArgs,
}

/// Runs the verb.
pub fn run(args: &BeggarArgs) -> Result<(), Failure> {
    batch::run(&args.batch, Home::of("beggar"))
}
