//! The options of `ludo`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use crate::cli::number::whole;
use crate::cli::study::args::OutputArgs;
use crate::games::ludo::RankBy;
use crate::games::ludo::rules::Start;

/// The roll limit unless another is asked for.
pub const ROLL_LIMIT: u64 = 4096;
/// Confidence of the intervals unless another is asked for.
pub const CONFIDENCE: f64 = 0.95;

/// Options of `ludo`.
#[derive(Clone, Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    disable_help_subcommand = true,
    after_help = "\
Rule sets: bwinf (default), bwinf-frozen, devofvictory, or a TOML file such as
  base = \"bwinf\"
  start = \"roll-off\"

Examples:
  war-sim ludo experiments/dice/wuerfel0.txt --games 100000 --seed 42
  war-sim ludo experiments/dice/wuerfel0.txt --rules bwinf --rules bwinf-frozen
  war-sim ludo play experiments/dice/wuerfel0.txt --dice 1,2 --game 7 --trace"
)]
pub struct LudoArgs {
    /// Play one game again.
    #[command(subcommand)]
    pub verb: Option<LudoVerb>,

    /// The batch.
    #[command(flatten)]
    pub batch: LudoBatchArgs,
}

/// What else `ludo` does.
#[derive(Clone, Debug, Subcommand)]
pub enum LudoVerb {
    /// Play one game of two dice again, with every roll if asked.
    Play(LudoPlayArgs),
}

/// Who begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StartArg {
    /// The first die begins the games of even index.
    Alternate,
    /// Both roll until one is higher.
    RollOff,
    /// The first die begins every game.
    First,
}

impl From<StartArg> for Start {
    fn from(start: StartArg) -> Self {
        match start {
            StartArg::Alternate => Start::Alternate,
            StartArg::RollOff => Start::RollOff,
            StartArg::First => Start::First,
        }
    }
}

/// What the ranking goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RankByArg {
    /// Mean over the opponents of wins / games.
    WinShare,
    /// The same with a tie as half a win.
    Score,
}

impl From<RankByArg> for RankBy {
    fn from(rank_by: RankByArg) -> Self {
        match rank_by {
            RankByArg::WinShare => RankBy::WinShare,
            RankByArg::Score => RankBy::Score,
        }
    }
}

/// How a game is played.
#[derive(Clone, Debug, Args)]
pub struct GameArgs {
    /// Who begins [default: as the rule set says]
    #[arg(long, value_enum)]
    pub start: Option<StartArg>,

    /// Rolls after which an undecided game is a tie
    #[arg(long, value_name = "N", default_value_t = ROLL_LIMIT, value_parser = whole, allow_negative_numbers = true)]
    pub roll_limit: u64,

    /// The seed of the rolls
    #[arg(long, value_name = "S", default_value = "42", value_parser = whole, allow_negative_numbers = true)]
    pub seed: u64,
}

/// Options of a tournament.
#[derive(Clone, Debug, Args)]
pub struct LudoBatchArgs {
    /// The dice
    #[arg(value_name = "DICE_FILE", required = true)]
    pub dice: Option<PathBuf>,

    /// How many games each pair of dice plays
    #[arg(long, value_name = "N", default_value = "1e6", value_parser = whole, allow_negative_numbers = true)]
    pub games: u64,

    /// The index of the first game
    #[arg(long, value_name = "I", default_value = "0", value_parser = whole, allow_negative_numbers = true)]
    pub first_game: u64,

    /// A rule set: a built-in name, a name in experiments/ludo/, or a path; may be repeated: the
    /// same rolls for all [default: bwinf]
    #[arg(long, value_name = "NAME|FILE")]
    pub rules: Vec<String>,

    /// How a game is played.
    #[command(flatten)]
    pub game: GameArgs,

    /// Let each die also play against itself
    #[arg(long)]
    pub self_play: bool,

    /// What the ranking goes by
    #[arg(long, value_enum, default_value = "win-share")]
    pub rank_by: RankByArg,

    /// Confidence of the intervals, between 0 and 1
    #[arg(long, value_name = "P", default_value_t = CONFIDENCE, allow_negative_numbers = true)]
    pub confidence: f64,

    /// Also write a row per game to this file (.csv or .parquet)
    #[arg(long, value_name = "FILE")]
    pub per_game: Option<PathBuf>,

    /// Where the results go.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Options of `ludo play`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Example:
  war-sim ludo play experiments/dice/wuerfel0.txt --dice 1,2 --game 7 --trace")]
pub struct LudoPlayArgs {
    /// The dice
    #[arg(value_name = "DICE_FILE")]
    pub file: PathBuf,

    /// Which two dice, by their numbers in the file, the lower first
    #[arg(long, value_name = "I,J", value_parser = pair)]
    pub dice: [u32; 2],

    /// Which game of the pair
    #[arg(long, value_name = "I", default_value = "0", value_parser = whole, allow_negative_numbers = true)]
    pub game: u64,

    /// The rule set: a built-in name, a name in experiments/ludo/, or a path
    #[arg(long, value_name = "NAME|FILE", default_value = "bwinf")]
    pub rules: String,

    /// How a game is played.
    #[command(flatten)]
    pub how: GameArgs,

    /// Show every roll and the board
    #[arg(long)]
    pub trace: bool,
}

/// Two numbers with a comma.
fn pair(text: &str) -> Result<[u32; 2], String> {
    let form = || format!("`{text}` is not two dice such as 1,2");
    let (first, second) = text.split_once(',').ok_or_else(form)?;
    let number = |part: &str| part.trim().parse::<u32>().ok().filter(|&n| n > 0).ok_or_else(form);
    Ok([number(first)?, number(second)?])
}
