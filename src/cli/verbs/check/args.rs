//! The options of `check`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::cli::number::{seconds, whole};

/// How the verdict is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CheckFormat {
    /// For people.
    Text,
    /// For programs.
    Json,
    /// For build servers: JUnit XML.
    Junit,
}

/// A language that wrappers are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Language {
    /// A class beside War.java.
    Java,
    /// A program beside war.py.
    Python,
}

impl Language {
    /// A program that reads decks and prints what `findWinner` (`find_winner`) of a class `War` or a file
    /// `war.py` returns. What that itself prints goes to stderr, where it does no harm.
    pub fn harness(self) -> &'static str {
        match self {
            Language::Java => include_str!("WarCheck.java"),
            Language::Python => include_str!("war_check.py"),
        }
    }
}

/// Options of `check`.
#[derive(Clone, Debug, Args)]
#[command(
    before_help = "\
Examples:
  war-sim check -- python3 war_check.py
  war-sim check --harness python > war_check.py
  war-sim check --answers answers.txt --decks decks.txt",
    after_long_help = "\
COMMAND reads one deck per line (numbers, A's first card leftmost; an empty line \
is the empty deck) and writes one answer per line: 1, -1 or 0 (or A, B, draw). \
No shell reads COMMAND: write its words apart. It runs as your own programs do: \
nothing keeps it from your files. Exit code 0: equal; 1: different.

A project in Java, whatever package War is in:
  war-sim check --harness java > WarCheck.java
  javac -d classes WarCheck.java \\
    $(find . -name '*.java' ! -name '*Test*.java' ! -name WarCheck.java)
  war-sim check -- java -cp classes WarCheck"
)]
pub struct CheckArgs {
    /// The program to check, with its arguments, after all options
    #[arg(trailing_var_arg = true, value_name = "COMMAND", conflicts_with = "answers")]
    pub command: Vec<OsString>,

    /// Rule set: a name or a file
    #[arg(long, value_name = "RULES", default_value = "umass")]
    pub rules: String,

    /// This suite alone (repeatable)
    #[arg(long, value_name = "NAME")]
    pub suite: Vec<String>,

    /// The seed of the random decks
    #[arg(short, long, value_name = "S", default_value = "42", value_parser = whole, allow_negative_numbers = true, hide_short_help = true)]
    pub seed: u64,

    /// Decks of each random suite
    #[arg(short = 'n', long = "games", value_name = "N", default_value = "1000", value_parser = whole, allow_negative_numbers = true)]
    pub count: u64,

    /// Start it for each deck, the cards as arguments
    #[arg(long)]
    pub once: bool,

    /// Check a file of answers instead (- is stdin)
    #[arg(long, value_name = "FILE", requires = "decks", conflicts_with_all = ["suite", "seed", "count", "once", "seconds", "deck_seconds"])]
    pub answers: Option<PathBuf>,

    /// The decks that --answers is about
    #[arg(long, value_name = "FILE", requires = "answers", conflicts_with_all = ["command", "list"])]
    pub decks: Option<PathBuf>,

    /// Print a wrapper of findWinner: java, python
    #[arg(
        long,
        value_enum,
        value_name = "LANGUAGE",
        hide_possible_values = true,
        exclusive = true
    )]
    pub harness: Option<Language>,

    /// Print the decks with their winners as CSV
    #[arg(long, conflicts_with_all = ["command", "answers", "once", "seconds", "deck_seconds", "format"])]
    pub list: bool,

    /// Seconds for one deck
    #[arg(long, value_name = "S", default_value = "1", value_parser = seconds, allow_negative_numbers = true, hide_short_help = true)]
    pub deck_seconds: Duration,

    /// Seconds for everything
    #[arg(long, value_name = "S", default_value = "60", value_parser = seconds, allow_negative_numbers = true, hide_short_help = true)]
    pub seconds: Duration,

    /// text, json or junit
    #[arg(long, value_enum, default_value = "text", hide_possible_values = true)]
    pub format: CheckFormat,
}
