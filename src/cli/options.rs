//! Options that several verbs share.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use clap::builder::PossibleValuesParser;
use toml::Value;

use super::format::Format;
use super::number::{threads, whole};
use crate::games::ludo::rules::Start;
use crate::lab::run::Threads;
use crate::lab::spec::rules::braced;
use crate::lab::spec::value::DiceOf;
use crate::lab::spec::{Shard, Spec};

/// Headings of options.
pub(super) const DICE: &str = "Dice (Ludo)";
pub(super) const QUESTIONS: &str = "Questions and rows of games";
pub(super) const OUTPUT: &str = "Output, speed and long runs";

/// Which rule sets are played.
#[derive(Clone, Debug, Default, Args)]
pub struct RulesArgs {
    /// Rule set: a name or a file
    #[arg(long, value_name = "RULES")]
    pub rules: Vec<String>,

    /// What is changed in them.
    #[command(flatten)]
    pub change: ChangeArgs,
}

impl RulesArgs {
    /// The rule sets as typed, with the changes; the usual one where none is named.
    pub fn wanted(&self, usual: &str) -> Vec<String> {
        match self.rules.as_slice() {
            [] => vec![self.change.of(usual)],
            given => given.iter().map(|given| self.change.of(given)).collect(),
        }
    }
}

/// Changes to every rule set.
#[derive(Clone, Debug, Default, Args)]
pub struct ChangeArgs {
    /// Change a field of every rule set (repeatable)
    #[arg(long = "set", value_name = "FIELD=VALUE")]
    pub changes: Vec<String>,
}

impl ChangeArgs {
    /// The rule set as it would be written with these changes in braces.
    pub fn of(&self, given: &str) -> String {
        braced(given, &self.changes, ", ")
    }
}

/// Two dice, and the rules of Ludo that are asked for most.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = DICE)]
pub struct DiceArgs {
    /// Dice file, or the built-in wuerfel0
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub dice: Option<PathBuf>,

    /// Only these two dice, by their numbers in the file
    #[arg(long, value_name = "I,J", hide_short_help = true)]
    pub pair: Option<String>,

    /// Who begins: alternate, roll-off or first
    #[arg(long, value_name = "WHO", value_parser = PossibleValuesParser::new(Start::WORDS), hide_possible_values = true, hide_short_help = true)]
    pub start: Option<String>,

    /// Rolls after which a game is a tie [default: 4096]
    #[arg(long, value_name = "N", value_parser = rolls, allow_negative_numbers = true, hide_short_help = true)]
    pub roll_limit: Option<u32>,
}

impl DiceArgs {
    /// Asks for these rule sets, each counted for itself, with these dice; all of this game if it must be
    /// one.
    pub fn spec(&self, wanted: &[String], game: Option<&str>) -> Spec {
        let start = self.start.clone().map(|word| ("start", Value::String(word)));
        let limit = self.roll_limit.map(|rolls| ("roll_limit", Value::Integer(rolls.into())));
        Spec {
            game: game.map(str::to_owned),
            over: start.into_iter().chain(limit).collect(),
            dice: self.dice.as_ref().map(|file| DiceOf::File(file.to_string_lossy().into())),
            pair: self.pair.clone(),
            compare: Some(false),
            ..Spec::of_rules(wanted)
        }
    }
}

/// A number of rolls.
fn rolls(text: &str) -> Result<u32, String> {
    let rolls = u32::try_from(whole(text)?).ok().filter(|rolls| *rolls > 0);
    rolls.ok_or_else(|| format!("use a number from 1 to {}", u32::MAX))
}

/// A row per game.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = QUESTIONS)]
pub struct PerGameArgs {
    /// A row per game, .csv or .parquet
    #[arg(long, hide_short_help = true, value_name = "FILE")]
    pub per_game: Option<PathBuf>,

    /// Add the deck to each row
    #[arg(long, hide_short_help = true)]
    pub with_decks: bool,

    /// Add features of the deal [default: all]
    #[arg(long, hide_short_help = true, value_name = "LIST", num_args = 0..=1, value_delimiter = ',')]
    pub with_features: Option<Vec<String>>,
}

/// The folder that is written, and what is said.
#[derive(Clone, Debug, Default, Args)]
pub struct PlaceArgs {
    /// The folder of all results
    #[arg(long, value_name = "DIR", default_value = "results")]
    pub out: PathBuf,

    /// The folder of this run [default: from the command]
    #[arg(long)]
    pub name: Option<String>,

    /// text, csv, json or markdown
    #[arg(long, value_enum, default_value_t, hide_possible_values = true)]
    pub format: Format,

    /// Overwrite the results of another run
    #[arg(long)]
    pub force: bool,

    /// Also draw report.html, in the folder of the run
    #[arg(long)]
    pub report: bool,

    /// Print errors only
    #[arg(short, long)]
    pub quiet: bool,
}

/// Where the results go, and who plays.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = OUTPUT)]
pub struct OutputArgs {
    /// The folder, and what is said.
    #[command(flatten)]
    pub place: PlaceArgs,

    /// Print the results, write nothing
    #[arg(long, conflicts_with_all = ["report", "resume"])]
    pub no_files: bool,

    /// Number of threads [default: one per core]
    #[arg(long, value_name = "T", value_parser = threads, allow_negative_numbers = true)]
    pub threads: Option<Threads>,

    /// Engine: auto, portable, reference (same results)
    #[arg(long, value_name = "ENGINE", default_value = "auto", hide_default_value = true)]
    pub engine: String,

    /// Go on with a stopped run, or with more --games
    #[arg(long)]
    pub resume: bool,

    /// Play part K of M, for `war-sim merge`
    #[arg(long, value_name = "K/M")]
    pub shard: Option<Shard>,

    /// Save and stop after this time, such as 10m
    #[arg(long, value_name = "TIME", value_parser = time, allow_hyphen_values = true)]
    pub stop_after: Option<Duration>,

    /// A row per game.
    #[command(flatten)]
    pub rows: PerGameArgs,
}

/// A time, but none at all.
fn time(text: &str) -> Result<Duration, String> {
    let time = humantime::parse_duration(text).ok().filter(|time| !time.is_zero());
    time.ok_or_else(|| "write a time such as 30s, 10m or 2h".into())
}
