//! `play`: single games of any game: a given deal, given hands, a game of a seed, or a file of deals.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use crate::cli::library::single;
use crate::cli::number::whole;
use crate::cli::options::{DiceArgs, RulesArgs};
use crate::cli::output::{print, print_before};
use crate::cli::terminal;
use crate::core::cards::Seed;
use crate::core::game::{Asked, Scene};
use crate::game::Answers;
use crate::lab::formats::decks::Lines;
use crate::lab::refused::Refused;
use crate::lab::spec::Study;

/// How a game is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PlayFormat {
    /// For people.
    Text,
    /// For programs.
    Json,
}

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
column deck, as `war-sim deck` writes it, and prints a row per line. An invalid \
line stops it with exit code 65; earlier answers are kept.

Rules that shuffle inside a game follow --seed and the game's number: --game, \
else 0; in a file its column game, else the line's number less one.

Hands, and a game of dice:
  war-sim play --deck \"A: 2 8 9 | B: 2 6 7\" --trace
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
    #[arg(long, conflicts_with = "decks")]
    pub trace: bool,

    /// text or json
    #[arg(long, value_enum, hide_possible_values = true, conflicts_with = "decks")]
    pub format: Option<PlayFormat>,

    /// The rules.
    #[command(flatten)]
    pub rules: RulesArgs,

    /// The dice.
    #[command(flatten)]
    pub dice: DiceArgs,
}

/// Runs the verb.
pub fn execute(args: &PlayArgs) -> Result<(), Refused> {
    let (study, typed) = one(args)?;
    if let Some(path) = &args.decks {
        return answers(path, &study, Seed(args.seed));
    }
    let json = args.format == Some(PlayFormat::Json);
    let why = "is for people; leave it out, or --format json";
    Refused::given(&[("--trace", args.trace && json)], why)?;
    let scene = scene(args, &study, &typed)?;
    let (width, mut text) = (terminal::width(), String::new());
    match (args.trace, json) {
        (true, _) => scene.trace(&mut text, width).expect("a string takes everything"),
        (false, true) => text = scene.json(),
        (false, false) => text = scene.text(width),
    }
    print(&text)
}

/// What `--format json` prints of one game, for a caller from another language.
///
/// Errors: as the verb's.
pub fn json(args: &PlayArgs) -> Result<String, Refused> {
    let (study, typed) = one(args)?;
    let scene = scene(args, &study, &typed)?;
    Ok(scene.json())
}

/// The rule set that is asked for, with its dice, and what to type to get it.
fn one(args: &PlayArgs) -> Result<(Study, String), Refused> {
    single("play", &args.rules, &args.dice, args.deck.is_some().then_some("--deck"))
}

/// The one game that is asked for.
fn scene(args: &PlayArgs, study: &Study, typed: &str) -> Result<Box<dyn Scene>, Refused> {
    let rules = &study.cells[0].rules;
    let asked = |deal, game| Asked {
        name: &study.rule_sets[0].name,
        typed,
        deal,
        ..Asked::of_seed(Seed(args.seed), game)
    };
    let (option, deal) = match &args.deck {
        Some(deck) => ("--deck: ", Some(deck.as_bytes())),
        _ if args.game == Some(u64::MAX) => {
            let last = u64::MAX - 1;
            return Err(Refused::usage(format!("play: --game goes past the last game, {last}")));
        }
        _ if args.game.is_some() || !study.game.has_deck() => ("play: ", None),
        _ => {
            return Err(Refused::usage(
                "play: no deck; give one with --deck \"2 3 4 5\", many with --decks FILE, or a game of the seed \
                 with --game I",
            ));
        }
    };
    let scene = rules.scene(&asked(deal, args.game.unwrap_or(0)));
    scene.map_err(|e| Refused::usage(format!("{option}{e}")))
}

/// Answers the deal of every line of a file; `-` is standard input.
fn answers(path: &Path, study: &Study, seed: Seed) -> Result<(), Refused> {
    let by = study.cells[0].rules.answers(seed);
    let mut by = by.map_err(|e| Refused::usage(format!("--decks: {e}")))?;
    let mut lines = Lines::open(path)?;
    print_before(&format!("{}\n", Answers::COLUMNS))?;
    let mut text = String::new();
    loop {
        match lines.next(|line, game, deal| by.row(line, game, deal)) {
            Ok(Some(row)) => text += &row,
            // The answers before a bad line are kept.
            over => return print_before(&text).and(over.map(drop)),
        }
        // Reading may wait for whoever feeds us, who may wait for the answers so far.
        if !lines.has_more() {
            print(&std::mem::take(&mut text))?;
        }
    }
}
