//! `beggar`: the short form of the verbs by the rule set `beggar`.

use clap::{Args, Subcommand};

use super::batch::{self, BatchArgs};
use super::play::{self, args::PlayArgs};
use crate::cli::failure::Failure;
use crate::cli::game::Home;

/// The short form is of this game.
const HOME: Home = Home::of("beggar");

/// Options of `beggar`.
#[derive(Clone, Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true,
    after_help = "\
The same as `war-sim --rules beggar`. Rule sets: beggar (default), camicia, or a
TOML file. The decks are those of War for the same seed.

Examples:
  war-sim beggar --games 1000000 --seed 42
  war-sim beggar --games 1e6 --by aces_leader --until a_win:0.002
  war-sim compare beggar 'beggar{empty=at-last-card}' --games 1e6
  war-sim beggar play '---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---'"
)]
pub struct BeggarArgs {
    /// What else it does.
    #[command(subcommand)]
    pub verb: Option<BeggarVerb>,

    /// The batch.
    #[command(flatten)]
    pub batch: BatchArgs,
}

/// What else `beggar` does.
#[derive(Clone, Debug, Subcommand)]
pub enum BeggarVerb {
    /// Play one deal, given or of a seed, with every trick if asked.
    Play(BeggarPlayArgs),
}

/// Options of `beggar play`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
The same as `war-sim play --rules beggar --deck FIRST/SECOND`: each hand from its
top card on, - for any plain card and the letters J Q K A for the court cards
(camicia: J, Q, K demand 1, 2, 3).

Examples:
  war-sim beggar play '---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---'
  war-sim beggar play 'J--/-J-' --position --trace
  war-sim beggar play --seed 42 --game 7 --trace")]
pub struct BeggarPlayArgs {
    /// The deal
    #[arg(value_name = "FIRST/SECOND", allow_hyphen_values = true, conflicts_with_all = ["deck", "hands", "decks"])]
    pub deal: Option<String>,

    /// The game.
    #[command(flatten)]
    pub play: PlayArgs,
}

/// Runs the verb.
pub fn run(args: BeggarArgs) -> Result<(), Failure> {
    match args.verb {
        None => batch::run(&args.batch, HOME),
        Some(BeggarVerb::Play(BeggarPlayArgs { deal, mut play })) => {
            play.deck = deal.or(play.deck);
            play::run(&play, HOME)
        }
    }
}
