//! `beggar play`: one deal, trick by trick if asked.

use std::sync::Arc;

use clap::{Args, ValueEnum};
use serde_json::json;

use crate::cli::failure::Failure;
use crate::cli::library::{find_of, library};
use crate::cli::number::whole;
use crate::cli::output::Output;
use crate::core::cards::{Card, Dealer, GameIndex, Seed};
use crate::core::game::AnyGame;
use crate::games::beggar::notation::Notation;
use crate::games::beggar::reference::Unobserved;
use crate::games::beggar::trace::{JsonLines, Ledger, ending};
use crate::games::beggar::{Beggar, GameResult, Reference, Rules};

/// Options of `beggar play`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
A deal is FIRST/SECOND: each hand from its top card on, - for any plain card and
the letters J Q K A for the court cards (camicia: J, Q, K demand 1, 2, 3).
With a deal, --seed and --game decide shuffled piles and an alternating leader.

--format json prints one object: outcome (\"A\", \"B\", \"draw\"), value (1, -1, 0),
end_reason, cards, tricks, period_cards, period_tricks (null unless a loop).

Examples:
  war-sim beggar play '---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---'
  war-sim beggar play --seed 42 --game 7 --trace")]
pub struct BeggarPlayArgs {
    /// The deal
    #[arg(value_name = "FIRST/SECOND", allow_hyphen_values = true)]
    pub deal: Option<String>,

    /// The seed of the deal (without one given) and of shuffles inside a game
    #[arg(short, long, value_name = "S", default_value = "42", value_parser = whole, allow_negative_numbers = true)]
    pub seed: u64,

    /// Play this game of the seed, counted from 0
    #[arg(long, value_name = "I", value_parser = whole, allow_negative_numbers = true)]
    pub game: Option<u64>,

    /// The rule set: a built-in name, a name in experiments/rules/, or a path
    #[arg(long, value_name = "NAME|FILE", default_value = "beggar")]
    pub rules: String,

    /// The deal is a position: hands of any sizes, of any cards
    #[arg(long)]
    pub position: bool,

    /// Show every trick
    #[arg(long)]
    pub trace: bool,

    /// How to print the result (and the trace)
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}

/// Text for people or JSON for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// Runs the verb.
pub fn run(args: &BeggarPlayArgs) -> Result<(), Failure> {
    let game: Arc<dyn AnyGame> = Arc::new(Beggar);
    let found = find_of(&library(), &game, "--rules", &args.rules, false)?;
    let rules: &Rules =
        found.rules.rules().unwrap_or_else(|| unreachable!("the game reads its own rule sets"));
    let (hands, index) = hands(args, rules)?;
    let mut engine = Reference::new(rules.clone(), Seed(args.seed));
    let mut out = Output::stdout();
    let result = match (args.trace, args.format) {
        (false, _) => engine.observe(hands.clone(), index, &mut Unobserved),
        (true, Format::Text) => {
            let mut ledger = Ledger::new(&mut out, rules, &hands);
            let result = engine.observe(hands.clone(), index, &mut ledger);
            ledger.end(&result);
            result
        }
        (true, Format::Json) => {
            let mut lines = JsonLines::new(&mut out, &hands);
            engine.observe(hands.clone(), index, &mut lines)
        }
    };
    match (args.format, args.trace) {
        (Format::Json, _) => out.text(&as_json(&result)),
        (Format::Text, true) => {}
        (Format::Text, false) => out.text(&as_text(&found.name, rules, &hands, &result)),
    }
    out.finish()
}

/// The hands of the deal that is given, or of the game of the seed.
fn hands(args: &BeggarPlayArgs, rules: &Rules) -> Result<([Vec<Card>; 2], GameIndex), Failure> {
    match (&args.deal, args.game) {
        (Some(text), _) => {
            let notation = Notation::new(rules);
            let notation = notation.map_err(|e| Failure::usage(format!("--rules: {e}")))?;
            let hands = match args.position {
                true => notation.read_position(text),
                false => notation.read(text),
            };
            let hands = hands.map_err(|e| Failure::usage(format!("beggar play: {e}")))?;
            Ok((hands, GameIndex(args.game.unwrap_or(0))))
        }
        (None, Some(index)) => {
            let deck = Dealer::new(Seed(args.seed), rules.deck.clone()).deck(index);
            Ok((rules.split(deck.len()).hands(&deck), GameIndex(index)))
        }
        (None, None) => Err(Failure::usage(
            "beggar play: no deal; give one as 'FIRST/SECOND', or a game of the seed with --game I",
        )),
    }
}

/// The result as one object.
fn as_json(result: &GameResult) -> String {
    let GameResult { outcome, end_reason, cards, tricks, period } = result;
    let object = json!({
        "outcome": outcome.name(),
        "value": outcome.value(),
        "end_reason": end_reason.name(),
        "cards": cards,
        "tricks": tricks,
        "period_cards": period.map(|period| period.cards),
        "period_tricks": period.map(|period| period.tricks),
    });
    format!("{object}\n")
}

/// The result for people.
fn as_text(name: &str, rules: &Rules, hands: &[Vec<Card>; 2], result: &GameResult) -> String {
    let mut text = format!("rules   {name}\n");
    if let Ok(notation) = Notation::new(rules) {
        text.push_str(&format!("deal    {}\n", notation.write(hands)));
    }
    text.push_str(&crate::core::wording::text::wrapped("", &ending(result)));
    text
}
