//! The arguments as typed.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use super::number::whole;
use super::verbs::batch::BatchArgs;
use super::verbs::bench::BenchArgs;
use super::verbs::compare::CompareArgs;
use super::verbs::ludo::LudoArgs;
use super::verbs::rules::RulesArgs;
use super::verbs::run::RunArgs;

/// The whole command line.
#[derive(Debug, Parser)]
#[command(
    name = "war-sim",
    version,
    about = "Plays the card game War by the million: seeded, parallel, exact.",
    after_help = "\
Examples:
  war-sim --games 1000000 --seed 42           a million games, tables in results/
  war-sim --games 1e6 --rules umass --rules one-down
  war-sim play --deck \"2 3 4 5\" --trace       one deck, battle by battle
  war-sim compare umass one-down              on the same deals
  war-sim rules                               every rule set and its source",
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    disable_help_subcommand = true,
    term_width = 80
)]
pub struct Arguments {
    /// What to do, if not to run a batch.
    #[command(subcommand)]
    pub verb: Option<Verb>,

    /// The options of a batch.
    #[command(flatten)]
    pub batch: BatchArgs,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Play given decks, or one game of a seed.
    Play(PlayArgs),
    /// Print the decks of a seed.
    Deck(DeckArgs),
    /// List the rule sets, or print one as TOML.
    Rules(RulesArgs),
    /// Compare rule sets on the same deals, or stored runs.
    Compare(CompareArgs),
    /// Run an experiment file.
    Run(RunArgs),
    /// Find the best die for Ludo (Mensch ärgere dich nicht).
    Ludo(LudoArgs),
    /// Measure the speed of each engine here.
    Bench(BenchArgs),
}

/// Text for people or JSON for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// Options of `play`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
A deck lists its cards in dealing order, A's first card leftmost. Cards are
whole numbers of 32 bits, separated by any number of spaces and commas; a deck
without cards is the empty deck.

--decks reads a deck a line and writes a row a line:
  line,outcome,value,end_reason,battles,rounds,wars,deepest_war
value is 1 where A wins, -1 where B wins, 0 for a draw. A line that is no deck
ends it with exit code 65; the answers before it stand.

Shuffles inside a game (pickup = \"shuffled\", winnings = \"pile-shuffled\") follow
--seed and the game's number: that of --game, 0 for --deck, the line's number
less one for --decks.

--trace --format json writes an object a line, each with the key \"event\": deal,
then round, pile-turned, battle, war, face-down, unpaid and pick-up as they
happen; the last line is the result.

Examples:
  war-sim play --deck \"2 3 4 5\" --trace
  war-sim play --seed 42 --game 17 --rules ernie-burt --trace
  war-sim play --deck \"5 5 2 4 3\" --format json
  war-sim play --decks decks.txt > answers.csv
  war-sim deck --count 1000 | tail -n +2 | cut -d, -f2 | war-sim play --decks -")]
pub struct PlayArgs {
    /// One deck in dealing order, cards separated by spaces or commas
    #[arg(long, value_name = "CARDS", conflicts_with_all = ["decks", "game"], allow_hyphen_values = true)]
    pub deck: Option<String>,

    /// A file with a deck a line; - is standard input; answers as CSV
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "trace", "format"])]
    pub decks: Option<PathBuf>,

    /// The seed of the deck (--game) and of shuffles inside a game
    #[arg(long, value_name = "S", default_value = "42", value_parser = whole, allow_negative_numbers = true)]
    pub seed: u64,

    /// Play this game of the seed, counted from 0
    #[arg(long, value_name = "I", value_parser = whole, allow_negative_numbers = true)]
    pub game: Option<u64>,

    /// A rule set: a built-in name, a name in experiments/rules/, or a path
    #[arg(long, value_name = "NAME|FILE", default_value = "umass")]
    pub rules: String,

    /// Show every battle
    #[arg(long)]
    pub trace: bool,

    /// How to print the result (and the trace)
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}

/// Options of `deck`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Prints game,deck: the cards in dealing order, A's first card leftmost, separated
by spaces. A game's deck depends on the seed, the deck fields of the rule set
and the game's number, on nothing else.

Examples:
  war-sim deck --seed 42 --game 17
  war-sim deck --count 1000 > decks.csv")]
pub struct DeckArgs {
    /// The seed
    #[arg(long, value_name = "S", default_value = "42", value_parser = whole, allow_negative_numbers = true)]
    pub seed: u64,

    /// The first game whose deck is printed
    #[arg(long, value_name = "I", default_value = "0", value_parser = whole, allow_negative_numbers = true)]
    pub game: u64,

    /// How many decks
    #[arg(long, value_name = "K", default_value = "1", value_parser = whole, allow_negative_numbers = true)]
    pub count: u64,

    /// The rule set whose deck is dealt
    #[arg(long, value_name = "NAME|FILE", default_value = "umass")]
    pub rules: String,
}
