//! The options of `exact`.

use clap::Args;

use crate::cli::game::RulesArgs;
use crate::cli::number::whole;
use crate::cli::options::{OutputArgs, PerGameArgs};

/// Options of `exact`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Plays every distinct order of a small deck once, so the shares are exact: whole \
numbers over the number of orders. Writes exact.csv: games by outcome, end \
reason and length. A deck of 4 ranks and 3 suits has 369,600 orders, one of 4 \
and 4 63,063,000. Beyond 100,000,000 games it says how long they would take, and \
plays them with --yes; stopped, it goes on with --resume, and --shard divides it \
among machines.

Examples:
  war-sim exact --ranks 4 --suits 3 --rules umass
  war-sim exact --ranks 3 --suits 2 --rules no-limit --rules winner-first
  war-sim exact --ranks 4 --suits 2 --set deck.lowest=11 --rules bicycle")]
pub struct ExactArgs {
    /// How many ranks the deck has [default: those of the rule set]
    #[arg(long, value_name = "R", value_parser = whole, allow_negative_numbers = true)]
    pub ranks: Option<u64>,

    /// How many cards of each rank [default: those of the rule set]
    #[arg(long, value_name = "K", value_parser = whole, allow_negative_numbers = true)]
    pub suits: Option<u64>,

    /// Run even if it takes long
    #[arg(long)]
    pub yes: bool,

    /// What is played.
    #[command(flatten)]
    pub what: RulesArgs,

    /// A row per order.
    #[command(flatten)]
    pub per_game: PerGameArgs,

    /// Where the results go.
    #[command(flatten)]
    pub output: OutputArgs,
}
