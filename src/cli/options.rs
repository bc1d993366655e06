//! Options that several verbs share.

use std::path::PathBuf;

use clap::Args;

use super::format::Format;
use super::number::whole;
use crate::core::wording::share::share;
use crate::lab::spec::Shard;
use crate::lab::spec::rules::braced;

/// Which games are played.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Which games")]
pub struct SampleArgs {
    /// Number of games of each rule set; with --until: at most [default: 1e6; with --until as many as
    /// it takes]
    #[arg(short = 'n', long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    pub games: Option<u64>,

    /// The seed
    #[arg(short, long, value_name = "S", default_value = "42", value_parser = whole, allow_negative_numbers = true)]
    pub seed: u64,

    /// The index of the first game
    #[arg(long, value_name = "I", default_value = "0", value_parser = whole, allow_negative_numbers = true)]
    pub first_game: u64,

    /// Play the decks of this file, one per line, instead of a seed's; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "games")]
    pub decks: Option<PathBuf>,
}

/// What every verb takes that plays a study.
#[derive(Clone, Debug, Args)]
pub struct StudyArgs {
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
}

/// Changes to every rule set.
#[derive(Clone, Debug, Default, Args)]
pub struct ChangeArgs {
    /// Change a field of every rule set, such as war.face_down=2; may be repeated
    #[arg(long = "set", value_name = "FIELD=VALUE")]
    pub changes: Vec<String>,
}

impl ChangeArgs {
    /// The rule set as it would be written with these changes in braces.
    pub fn of(&self, given: &str) -> String {
        braced(given, &self.changes, ", ")
    }

    /// These rule sets, or the default where none is given, all with the changes.
    pub fn all(&self, given: &[String], default: &str) -> Vec<String> {
        match given {
            [] => vec![self.of(default)],
            given => given.iter().map(|given| self.of(given)).collect(),
        }
    }
}

/// What is asked of the games.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Precision and questions")]
pub struct QuestionArgs {
    /// Confidence of the intervals, such as 0.99 or 99%
    #[arg(long, value_name = "P", default_value = "0.95", value_parser = share, allow_negative_numbers = true)]
    pub confidence: f64,

    /// Stop at this half-width of a measure's interval, such as a_win:0.001; compare: of the interval of
    /// its differences; may be repeated. Exit code 2: not reached within --games
    #[arg(long, value_name = "MEASURE:WIDTH")]
    pub until: Vec<String>,

    /// Also sort the games by a feature: what the deal shows, such as aces_a (Ludo: beginner); may be
    /// repeated
    #[arg(long, value_name = "FEATURE", value_delimiter = ',')]
    pub by: Vec<String>,
}

/// A row per game.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Rows of games")]
pub struct PerGameArgs {
    /// Also write a row per game to this file (.csv or .parquet; - is standard output)
    #[arg(long, value_name = "FILE")]
    pub per_game: Option<PathBuf>,

    /// Put the deck into each row of --per-game
    #[arg(long)]
    pub with_decks: bool,

    /// Add these features (`war-sim list features`) to each row of --per-game; all without names,
    /// which takes far longer than without lead_changes and comeback
    #[arg(long, value_name = "NAMES", num_args = 0..=1, value_delimiter = ',')]
    pub with_features: Option<Vec<String>>,
}

/// Where the results go, and who plays.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Output and speed")]
pub struct OutputArgs {
    /// Output folder
    #[arg(long, value_name = "DIR", default_value = "results")]
    pub out: PathBuf,

    /// Name of the run's folder [default: from the command]
    #[arg(long)]
    pub name: Option<String>,

    /// Print what came out, write nothing
    #[arg(long)]
    pub no_files: bool,

    /// How to print what came out
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,

    /// Overwrite the results of another run
    #[arg(long)]
    pub force: bool,

    /// Also draw the results, as report.html in the run's folder
    #[arg(long, conflicts_with = "no_files")]
    pub report: bool,

    /// Print errors only
    #[arg(short, long)]
    pub quiet: bool,

    /// Number of threads [default: one per core]
    #[arg(long, value_name = "T", value_parser = whole, allow_negative_numbers = true)]
    pub threads: Option<u64>,

    /// Engine that plays, such as reference; the results do not depend on it
    #[arg(long, value_name = "ENGINE", default_value = "auto")]
    pub engine: String,

    /// Long runs.
    #[command(flatten)]
    pub long: LongArgs,
}

impl OutputArgs {
    /// The folder of the run of this name.
    pub fn target(&self) -> PathBuf {
        let name = self.name.as_deref().unwrap_or_default();
        self.out.join(name)
    }
}

/// Runs that are too long for one go, or for one machine.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Long runs and many machines")]
pub struct LongArgs {
    /// Go on with a stopped run, or play what a finished one lacks to --games
    #[arg(long, conflicts_with = "no_files")]
    pub resume: bool,

    /// Play the K-th of M parts, for `war-sim merge`
    #[arg(long, value_name = "K/M")]
    pub shard: Option<Shard>,
}

impl LongArgs {}
