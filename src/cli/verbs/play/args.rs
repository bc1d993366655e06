//! The options of `play`.

use std::path::PathBuf;

use clap::Args;

use crate::cli::format::Format;
use crate::cli::number::whole;
use crate::cli::options::{DiceArgs, RulesArgs};

/// Options of `play`.
#[derive(Clone, Debug, Default, Args)]
#[command(
    before_help = "\
Examples:
  war-sim play --deck \"2 3 4 5\" --trace
  war-sim play --seed 42 --game 17 --rules ernie-burt --trace
  war-sim play --decks decks.txt > answers.csv",
    after_long_help = "\
A deck lists its cards in dealing order, A's first card leftmost; hands list \
their top card first. Cards are whole numbers of 32 bits, or 2 to 10, J, Q, K \
and A with or without a suit (10D, KH, Queen), separated by spaces or commas; \
brackets and quotes around a list are allowed, as Java and Python print it.

--decks reads a deck per line (or hands; # begins a remark), or a CSV with a \
column deck, as `war-sim deck` writes it, and prints a row per line: \
line,outcome,value,end_reason,battles,rounds,wars,deepest_war,cards_a,cards_b, \
where value is 1, -1 or 0 and cards_a and cards_b are the cards left. An invalid \
line stops it with exit code 65; earlier answers are kept.

Rules that shuffle inside a game follow --seed and the game's number: --game, \
else 0; in a file its column game, else the line's number less one.

More examples:
  war-sim play --deck \"[2, K, 10D, Queen]\"
  war-sim play --deck \"A: 2 8 9 | B: 2 6 7\" --trace
  war-sim play --deck \"5 5 2 4 3\" --format json
  war-sim deck -n 1000 | war-sim play --decks -
  war-sim play --rules bwinf --dice wuerfel0 --pair 1,2 --game 7 --trace"
)]
pub struct PlayArgs {
    /// One deck in dealing order, or two hands
    #[arg(long, value_name = "CARDS", conflicts_with = "decks", allow_hyphen_values = true)]
    pub deck: Option<String>,

    /// A file with one deck per line (- is stdin)
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    pub decks: Option<PathBuf>,

    /// The seed
    #[arg(short, long, value_name = "S", default_value = "42", value_parser = whole, allow_negative_numbers = true)]
    pub seed: u64,

    /// Play this game of the seed (0 is the first)
    #[arg(long, value_name = "I", value_parser = whole, allow_negative_numbers = true)]
    pub game: Option<u64>,

    /// Show every battle, or every roll
    #[arg(long)]
    pub trace: bool,

    /// text or json; --decks: csv
    #[arg(long, value_enum, hide_possible_values = true)]
    pub format: Option<Format>,

    /// The rules.
    #[command(flatten)]
    pub rules: RulesArgs,

    /// The dice.
    #[command(flatten)]
    pub dice: DiceArgs,
}
