//! The options of batches, comparisons and experiments.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::cli::number::whole;
use crate::games::war::fast::EngineChoice;
use crate::games::war::feature::Feature;
use crate::games::war::measure::Measure;
use crate::lab::study::Target;

/// Which engine plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EngineArg {
    /// The fastest that can play the rule set here.
    Auto,
    /// The rules as written.
    Reference,
    /// Fast on any processor.
    Portable,
    /// Fastest, where the processor has AVX-512 VBMI2.
    Vector,
}

impl From<EngineArg> for EngineChoice {
    fn from(engine: EngineArg) -> Self {
        match engine {
            EngineArg::Auto => EngineChoice::Auto,
            EngineArg::Reference => EngineChoice::Reference,
            EngineArg::Portable => EngineChoice::Portable,
            EngineArg::Vector => EngineChoice::Vector,
        }
    }
}

/// Which games are played.
#[derive(Clone, Debug, Args)]
pub struct SampleArgs {
    /// How many games (with --until: at most)
    #[arg(long, value_name = "N", default_value = "1e6", value_parser = whole, allow_negative_numbers = true)]
    pub games: u64,

    /// The seed of the decks
    #[arg(long, value_name = "S", default_value = "42", value_parser = whole, allow_negative_numbers = true)]
    pub seed: u64,

    /// The index of the first game
    #[arg(long, value_name = "I", default_value = "0", value_parser = whole, allow_negative_numbers = true)]
    pub first_game: u64,
}

/// What is asked of the games.
#[derive(Clone, Debug, Args)]
pub struct QuestionArgs {
    /// Confidence of the intervals, between 0 and 1
    #[arg(long, value_name = "P", default_value = "0.95", allow_negative_numbers = true)]
    pub confidence: f64,

    /// Stop once the interval of a measure (a_win, b_win, draw, battles) has this half-width; may be
    /// repeated
    #[arg(long, value_name = "MEASURE:WIDTH")]
    pub until: Vec<Target>,

    /// Tell from 10,000 games how many a precision needs, and write nothing; may be repeated
    #[arg(long, value_name = "MEASURE:WIDTH", conflicts_with = "until")]
    pub predict: Vec<Target>,

    /// Also sort the games by what the deal shows: aces_a, top_rank_a, rank_sum_difference,
    /// top_card_a, top_card_b or first_pass_ties
    #[arg(long, value_name = "FEATURE")]
    pub by: Option<Feature>,
}

/// A row per game.
#[derive(Clone, Debug, Args)]
pub struct PerGameArgs {
    /// Also write a row per game to this file (.csv or .parquet)
    #[arg(long, value_name = "FILE")]
    pub per_game: Option<PathBuf>,

    /// Put the deck into each row of --per-game
    #[arg(long, requires = "per_game")]
    pub with_decks: bool,

    /// Put what the deal shows (see --by) into each row of --per-game
    #[arg(long, requires = "per_game")]
    pub with_features: bool,
}

/// Where the results go.
#[derive(Clone, Debug, Args)]
pub struct OutputArgs {
    /// How many threads [default: one per core]
    #[arg(long, value_name = "T", value_parser = whole, allow_negative_numbers = true)]
    pub threads: Option<u64>,

    /// The folder under which the results are put
    #[arg(long, value_name = "DIR", default_value = "results")]
    pub out: PathBuf,

    /// The name of the folder with the results [default: from the command]
    #[arg(long)]
    pub name: Option<String>,

    /// Overwrite the results of another run
    #[arg(long)]
    pub force: bool,

    /// Print errors only
    #[arg(long)]
    pub quiet: bool,
}

/// Options of a batch.
#[derive(Clone, Debug, Args)]
pub struct BatchArgs {
    /// Which games.
    #[command(flatten)]
    pub sample: SampleArgs,

    /// A rule set: a built-in name, a name in experiments/rules/, or a path; may be repeated
    #[arg(long, value_name = "NAME|FILE")]
    pub rules: Vec<String>,

    /// What is asked of them.
    #[command(flatten)]
    pub question: QuestionArgs,

    /// A row per game.
    #[command(flatten)]
    pub per_game: PerGameArgs,

    /// Where the results go.
    #[command(flatten)]
    pub output: OutputArgs,

    /// Which engine plays; the results do not depend on it
    #[arg(long, value_enum, default_value = "auto")]
    pub engine: EngineArg,
}

/// A measure and the smallest difference of it that matters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MinEffect(pub Target);

impl std::str::FromStr for MinEffect {
    type Err = crate::lab::study::precision::TargetError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(MinEffect)
    }
}

/// Options of `compare`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  war-sim compare umass winner-first one-down --games 1000000 --seed 42
  war-sim compare umass one-down --min-effect battles:5 --baseline umass
  war-sim compare results/monday results/tuesday     two stored batches")]
pub struct CompareArgs {
    /// Two or more rule sets, or two or more folders with stored batches
    #[arg(required = true, num_args = 2.., value_name = "RULES|DIR")]
    pub rules: Vec<String>,

    /// Compare each with this one only [default: all pairs]
    #[arg(long, value_name = "RULES")]
    pub baseline: Option<String>,

    /// What is compared: a_win, b_win, draw, battles [default: all]
    #[arg(long, value_name = "MEASURE", value_delimiter = ',')]
    pub measures: Vec<Measure>,

    /// The smallest difference of a measure that matters; may be repeated
    #[arg(long, value_name = "MEASURE:SIZE")]
    pub min_effect: Vec<MinEffect>,

    /// Take stored batches as independent deals, without playing those with the same deals again
    #[arg(long)]
    pub unpaired: bool,

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

    /// Which engine plays; the results do not depend on it
    #[arg(long, value_enum, default_value = "auto")]
    pub engine: EngineArg,
}

/// Options of `run`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  war-sim run experiments/pick-up-order.toml
  war-sim run experiments/pick-up-order.toml --plan     what it would do, and for how long")]
pub struct RunArgs {
    /// The experiment
    #[arg(value_name = "FILE.toml")]
    pub file: PathBuf,

    /// Show rule sets, games and an estimate of the time, and run nothing
    #[arg(long)]
    pub plan: bool,

    /// Play so many games instead of what the file says
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    pub games: Option<u64>,

    /// Where the results go.
    #[command(flatten)]
    pub output: OutputArgs,

    /// Which engine plays; the results do not depend on it
    #[arg(long, value_enum, default_value = "auto")]
    pub engine: EngineArg,
}
