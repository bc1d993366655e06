//! `ludo`: the short form of a batch with dice, DICE_FILE for `--dice DICE_FILE`.

use std::path::PathBuf;

use clap::Args;

use super::batch::{self, BatchArgs};
use crate::cli::failure::Failure;
use crate::cli::game::Home;

/// Options of `ludo`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
The same as `war-sim --rules bwinf --dice DICE_FILE`. Rule sets: bwinf (default),
bwinf-frozen, devofvictory, or a TOML file such as
  base = \"bwinf\"
  start = \"roll-off\"

Examples:
  war-sim ludo wuerfel0 --games 100000 --seed 42
  war-sim ludo wuerfel0 --rules bwinf --rules bwinf-frozen
  war-sim ludo wuerfel0 --until share:0.002
  war-sim play --rules bwinf --dice wuerfel0 --pair 1,2 --game 7 --trace
  war-sim exact --rules bwinf --dice wuerfel0 --pair 2,3")]
pub struct LudoArgs {
    /// The dice: a file, or the name of a built-in one
    #[arg(value_name = "DICE_FILE", required_unless_present = "dice", conflicts_with = "dice")]
    pub file: Option<PathBuf>,

    /// The batch.
    #[command(flatten)]
    pub batch: BatchArgs,
}

/// Runs the verb.
pub fn run(args: LudoArgs) -> Result<(), Failure> {
    let mut batch = args.batch;
    let gear = &mut batch.what.gear;
    gear.dice = args.file.or(gear.dice.take());
    batch::run(&batch, Home::of("ludo"))
}
