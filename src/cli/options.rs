//! Options that several verbs share.

use std::path::PathBuf;

use clap::Args;

use super::number::whole;

/// Which games are played.
#[derive(Clone, Debug, Args)]
pub struct SampleArgs {
    /// Number of games of each rule set (with --until: at most)
    #[arg(short = 'n', long, value_name = "N", default_value = "1e6", value_parser = whole, allow_negative_numbers = true)]
    pub games: u64,

    /// The seed
    #[arg(short, long, value_name = "S", default_value = "42", value_parser = whole, allow_negative_numbers = true)]
    pub seed: u64,

    /// The index of the first game
    #[arg(long, value_name = "I", default_value = "0", value_parser = whole, allow_negative_numbers = true)]
    pub first_game: u64,
}

/// What is asked of the games.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Precision and questions")]
pub struct QuestionArgs {
    /// Confidence of the intervals, between 0 and 1
    #[arg(long, value_name = "P", default_value = "0.95", allow_negative_numbers = true)]
    pub confidence: f64,

    /// Stop when the interval of a measure, such as a_win or battles, has this half-width; compare:
    /// of its differences; may be repeated
    #[arg(long, value_name = "MEASURE:WIDTH")]
    pub until: Vec<String>,

    /// Estimate from 10,000 games how many a precision needs; writes nothing; may be repeated
    #[arg(long, value_name = "MEASURE:WIDTH", conflicts_with = "until")]
    pub predict: Vec<String>,

    /// Show rule sets, engines and an estimate of the time; plays and writes nothing
    #[arg(long, conflicts_with = "predict")]
    pub plan: bool,

    /// Play games at the limit on, to tell how many never end; cycles.csv
    #[arg(long)]
    pub prove_cycles: bool,

    /// Also sort the games by what the deal shows, such as aces_a (Ludo: beginner)
    #[arg(long, value_name = "FEATURE")]
    pub by: Option<String>,
}

/// A row per game.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Rows of games")]
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

/// Where the results go, and who plays.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Output and speed")]
pub struct OutputArgs {
    /// Output folder
    #[arg(long, value_name = "DIR", default_value = "results")]
    pub out: PathBuf,

    /// Name of the run's folder [default: from the command]
    #[arg(long)]
    pub name: Option<String>,

    /// Overwrite the results of another run
    #[arg(long)]
    pub force: bool,

    /// Print errors only
    #[arg(short, long)]
    pub quiet: bool,

    /// Number of threads [default: one per core]
    #[arg(long, value_name = "T", value_parser = whole, allow_negative_numbers = true)]
    pub threads: Option<u64>,

    /// Engine that plays, such as reference; the results do not depend on it
    #[arg(long, value_name = "ENGINE", default_value = "auto")]
    pub engine: String,
}
