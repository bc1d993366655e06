//! A batch: games of one or more rule sets on the deals of a seed or a file, into a folder of tables; and its
//! short form, `ludo DICE_FILE`.

use std::path::PathBuf;

use clap::Args;

use crate::cli::failure::Failure;
use crate::cli::game::{RulesArgs, usual_rules};
use crate::cli::library::{library, option};
use crate::cli::names;
use crate::cli::options::StudyArgs;
use crate::cli::outside::resolved;

/// Options of a batch.
#[derive(Clone, Debug, Args)]
pub struct BatchArgs {
    /// What is played.
    #[command(flatten)]
    pub what: RulesArgs,

    /// Which games, what is asked of them, where the results go.
    #[command(flatten)]
    pub study: StudyArgs,
}

/// Runs a batch, of this game if it must be one.
pub fn run(args: &BatchArgs, game: Option<&str>) -> Result<(), Failure> {
    let gear = &args.what.gear;
    let wanted = args.what.wanted(usual_rules(game));
    let spec = args.study.spec(gear, &wanted, game)?;
    let study = resolved(spec, args.study.output.quiet, &option)?;
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
    let name = names::of_run(&study, verb, Ok);
    args.study.perform(study, verb, name)
}

/// Options of `ludo`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
The same as `war-sim --rules bwinf --dice DICE_FILE`. Rule sets: bwinf (default), \
bwinf-frozen, devofvictory, or a TOML file such as
  base = \"bwinf\"
  start = \"roll-off\"

Examples:
  war-sim ludo wuerfel0 --games 100000 --seed 42
  war-sim ludo wuerfel0 --rules bwinf --rules bwinf-frozen
  war-sim ludo wuerfel0 --until share:0.002
  war-sim play --rules bwinf --dice wuerfel0 --pair 1,2 --game 7 --trace")]
pub struct LudoArgs {
    /// The dice: a file, or the name of a built-in one
    #[arg(value_name = "DICE_FILE", required_unless_present = "dice", conflicts_with = "dice")]
    pub file: Option<PathBuf>,

    /// The batch.
    #[command(flatten)]
    pub batch: BatchArgs,
}

/// Runs `ludo`.
pub fn ludo(args: LudoArgs) -> Result<(), Failure> {
    let mut batch = args.batch;
    let gear = &mut batch.what.gear;
    gear.dice = args.file.or(gear.dice.take());
    run(&batch, Some("ludo"))
}
