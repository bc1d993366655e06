//! The options of `exact`.

use clap::Args;

use crate::cli::game::RulesArgs;
use crate::cli::number::whole;
use crate::cli::options::{OutputArgs, PerGameArgs};

/// Most GiB of memory, unless the options say otherwise.
pub const DEFAULT_MEMORY: u64 = 4;

/// Options of `exact`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Plays every distinct order of a small deck once, so the shares are exact: whole \
numbers over the number of orders. Writes exact.csv (games by outcome, end \
reason and length) and extremes.csv (the shortest and longest game that ends, \
with a deck). A deck of 4 ranks and 3 suits has 369,600 orders, one of 4 and 4 \
63,063,000. Beyond 100,000,000 games it says how long they would take, and \
plays them with --yes; stopped, it goes on with --resume, and --shard divides it \
among machines.

Examples:
  war-sim exact --ranks 4 --suits 3 --rules umass
  war-sim exact --ranks 3 --suits 2 --rules no-limit --rules winner-first
  war-sim exact --rules bwinf --dice wuerfel0 --pair 2,3
  war-sim exact --ranks 3 --suits 3 --rules no-limit --best-pickup

With --best-pickup both players of War put the pot that they win under the hand \
in whatever order is best for them; the rule set's own order is ignored. Small \
decks are solved from their ends: who wins each deal, which can be drawn for \
ever, and what best play is worth against each fixed order. A deck of 4 ranks \
and 3 suits has 4,804,800 positions; beyond 5,000,000 it needs --yes.

Of Ludo it solves the equations of the game instead: exact.csv has the chance that \
each die wins, beginning and not, and of a tie, each right to `error`. Ludo's limit \
on rolls is left out. \
It states memory and time before it starts, and leaves out pairs of dice that \
need more than --memory. If you stop it, it keeps the pieces that are solved, \
and --resume solves the others.")]
pub struct ExactArgs {
    /// How many ranks the deck has [default: those of the rule set]
    #[arg(long, value_name = "R", value_parser = whole, allow_negative_numbers = true)]
    pub ranks: Option<u64>,

    /// How many cards of each rank [default: those of the rule set]
    #[arg(long, value_name = "K", value_parser = whole, allow_negative_numbers = true)]
    pub suits: Option<u64>,

    /// The lowest rank [default: that of the rule set]
    #[arg(long, value_name = "RANK", value_parser = whole, allow_negative_numbers = true)]
    pub lowest: Option<u64>,

    /// How many jokers [default: those of the rule set]
    #[arg(long, value_name = "J", value_parser = whole, allow_negative_numbers = true)]
    pub jokers: Option<u64>,

    /// War with best play: both pick up a pot in whatever order is best
    #[arg(long)]
    pub best_pickup: bool,

    /// Run even if it takes long
    #[arg(long)]
    pub yes: bool,

    /// Most memory to use for games of dice, in GiB
    #[arg(long, value_name = "GIB", default_value_t = DEFAULT_MEMORY, value_parser = whole, allow_negative_numbers = true)]
    pub memory: u64,

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
