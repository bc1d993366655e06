//! The options of `play`.

use std::path::PathBuf;

use clap::Args;

use crate::cli::format::Format;
use crate::cli::game::RulesArgs;
use crate::cli::number::whole;

/// Options of `play`.
#[derive(Clone, Debug, Default, Args)]
#[command(after_help = "\
A deck lists its cards in dealing order, A's first card leftmost; a hand lists \
its top card first. Cards are whole numbers of 32 bits, or 2 to 10, J, Q, K and A \
with or without a suit (10D, KH, Queen), separated by spaces or commas. Brackets \
and quotes around a list are allowed, as Java and Python print it. A deck without \
cards is the empty deck.

--decks reads one deck per line and writes one row per line:
  line,outcome,value,end_reason,battles,rounds,wars,deepest_war,
  cards_a,cards_b
value is 1 where A wins, -1 where B wins, 0 for a draw; cards_a and cards_b are \
the cards left. A line may also hold hands (A: 2 8 9 | B: 2 6 7), a # begins a \
remark, and a line that is a remark gets no row. A CSV with a column deck is read \
as well (what `war-sim deck`, `war-sim check --list` and --with-decks write), a \
column game says whose shuffles its decks have. An invalid line stops the run \
with exit code 65; earlier answers are kept.

Shuffles inside a game (pickup = \"shuffled\", winnings = \"pile-shuffled\") follow \
--seed and the game's number: that of --game, 0 without it; for --decks the one \
that the file gives (game,deck), else the line's number less one.

Ludo has dice: --dice FILE --pair I,J. Its result has rolls, captures and beginner.

Examples:
  war-sim play --deck \"2 3 4 5\" --trace
  war-sim play --deck \"[2, K, 10D, Queen]\"
  war-sim play --deck \"A: 2 8 9 | B: 2 6 7\" --trace
  war-sim play --seed 42 --game 17 --rules ernie-burt --trace
  war-sim play --deck \"5 5 2 4 3\" --format json
  war-sim play --decks decks.txt > answers.csv
  war-sim play --decks decks.txt --line 3 --trace
  war-sim deck -n 1000 | war-sim play --decks -
  war-sim play --rules bwinf --dice wuerfel0 --pair 1,2 --game 7 --trace")]
pub struct PlayArgs {
    /// One deck in dealing order, cards separated by spaces or commas
    #[arg(long, value_name = "CARDS", conflicts_with = "decks", allow_hyphen_values = true)]
    pub deck: Option<String>,

    /// A file with one deck per line; - is standard input; answers as CSV
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    pub decks: Option<PathBuf>,

    /// Play this line of --decks alone, counted from 1
    #[arg(long, value_name = "K", requires = "decks", conflicts_with = "deck", value_parser = whole, allow_negative_numbers = true)]
    pub line: Option<u64>,

    /// The seed of the deck (--game) and of shuffles inside a game
    #[arg(short, long, value_name = "S", default_value = "42", value_parser = whole, allow_negative_numbers = true)]
    pub seed: u64,

    /// Play this game of the seed, counted from 0; with --deck only its shuffles
    #[arg(long, value_name = "I", value_parser = whole, allow_negative_numbers = true)]
    pub game: Option<u64>,

    /// Show every battle (Ludo: every roll)
    #[arg(long)]
    pub trace: bool,

    /// How to print: text or json for one game, csv for --decks
    #[arg(long, value_enum)]
    pub format: Option<Format>,

    /// What is played.
    #[command(flatten)]
    pub what: RulesArgs,
}
