//! `ludo`: a batch of every pair of the dice of a file.

use std::path::PathBuf;

use clap::Args;

use crate::cli::running::{BatchArgs, play_batch};
use crate::lab::refused::Refused;

/// Options of `ludo`.
#[derive(Clone, Debug, Args)]
#[command(
    before_help = "\
Examples:
  war-sim ludo wuerfel0 --games 100000 --seed 42
  war-sim ludo wuerfel0 --rules bwinf --rules bwinf-frozen
  war-sim ludo wuerfel0 --until share:0.002",
    after_long_help = "\
The same as `war-sim --rules bwinf --dice DICE_FILE`. Rule sets: bwinf (default), \
bwinf-frozen, devofvictory, or a TOML file such as
  base = \"bwinf\"
  start = \"roll-off\""
)]
pub struct LudoArgs {
    /// The dice: a file, or the built-in wuerfel0
    #[arg(value_name = "DICE_FILE", required_unless_present = "dice", conflicts_with = "dice")]
    pub file: Option<PathBuf>,

    /// What is played, and what is asked of it.
    #[command(flatten)]
    pub batch: BatchArgs,
}

/// Runs the verb.
pub fn execute(mut args: LudoArgs) -> Result<(), Refused> {
    let dice = &mut args.batch.study.dice.dice;
    *dice = args.file.or(dice.take());
    play_batch(&args.batch, Some("ludo"))
}
