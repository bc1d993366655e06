//! `ludo`: the short form of the verbs with dice, DICE_FILE for `--dice DICE_FILE`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::batch::{self, BatchArgs};
use super::exact::args::ExactArgs;
use super::play::{self, args::PlayArgs};
use crate::cli::failure::Failure;
use crate::cli::game::Home;

/// The short form is of this game.
const HOME: Home = Home::of("ludo");

/// Options of `ludo`.
#[derive(Clone, Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    disable_help_subcommand = true,
    after_help = "\
The same as `war-sim --rules bwinf --dice DICE_FILE`. Rule sets: bwinf (default),
bwinf-frozen, devofvictory, or a TOML file such as
  base = \"bwinf\"
  start = \"roll-off\"

Examples:
  war-sim ludo wuerfel0 --games 100000 --seed 42
  war-sim ludo wuerfel0 --rules bwinf --rules bwinf-frozen
  war-sim ludo wuerfel0 --until share:0.002
  war-sim ludo play wuerfel0 --pair 1,2 --game 7 --trace
  war-sim ludo exact wuerfel0 --pair 2,3"
)]
pub struct LudoArgs {
    /// What else it does.
    #[command(subcommand)]
    pub verb: Option<LudoVerb>,

    /// The dice: a file, or the name of a built-in one
    #[arg(value_name = "DICE_FILE", required_unless_present = "dice")]
    pub file: Option<PathBuf>,

    /// The batch.
    #[command(flatten)]
    pub batch: BatchArgs,
}

/// What else `ludo` does.
#[derive(Clone, Debug, Subcommand)]
pub enum LudoVerb {
    /// Play one game of two dice again, with every roll if asked.
    Play(LudoPlayArgs),
    /// The exact chance that each die wins, where memory suffices.
    Exact(LudoExactArgs),
}

/// Options of `ludo play`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
The same as `war-sim play --rules bwinf --dice DICE_FILE`.

Example:
  war-sim ludo play wuerfel0 --pair 1,2 --game 7 --trace")]
pub struct LudoPlayArgs {
    /// The dice: a file, or the name of a built-in one
    #[arg(value_name = "DICE_FILE", required_unless_present = "dice")]
    pub file: Option<PathBuf>,

    /// The game.
    #[command(flatten)]
    pub play: PlayArgs,
}

/// Options of `ludo exact`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
The same as `war-sim exact --rules bwinf --dice DICE_FILE`, whose help says more.

Example:
  war-sim ludo exact wuerfel0 --pair 2,3")]
pub struct LudoExactArgs {
    /// The dice: a file, or the name of a built-in one
    #[arg(value_name = "DICE_FILE", required_unless_present = "dice")]
    pub file: Option<PathBuf>,

    /// The equations.
    #[command(flatten)]
    pub exact: ExactArgs,
}

/// Runs the verb.
pub fn run(args: LudoArgs) -> Result<(), Failure> {
    match args.verb {
        None => {
            let mut batch = args.batch;
            batch.what.gear.of_short_form(args.file);
            batch::run(&batch, HOME)
        }
        Some(LudoVerb::Play(LudoPlayArgs { file, mut play })) => {
            play.what.gear.of_short_form(file);
            play::run(&play, HOME)
        }
        Some(LudoVerb::Exact(LudoExactArgs { file, mut exact })) => {
            exact.what.gear.of_short_form(file);
            super::exact::run(&exact, HOME)
        }
    }
}
