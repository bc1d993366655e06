//! `ludo play`: one game of two dice again.

use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use serde_json::json;

use super::{HowArgs, changed};
use crate::cli::failure::Failure;
use crate::cli::library::{find_of, library, read};
use crate::cli::number::whole;
use crate::cli::output::Output;
use crate::core::cards::Seed;
use crate::core::game::AnyGame;
use crate::core::wording::digits::counted;
use crate::core::wording::text::wrapped;
use crate::games::ludo::{
    Dice, FewestDice, GameResult, Ludo, LudoPlay, Outcome, Pair, Seat, trace,
};
use crate::lab::spec::shipped::DICE;

/// Options of `ludo play`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
--format json prints one object: outcome (\"1\", \"2\", \"tie\"), value (1, -1, 0),
end_reason (home, stuck, limit), rolls, captures, beginner.

Example:
  war-sim ludo play wuerfel0 --dice 1,2 --game 7 --trace")]
pub struct LudoPlayArgs {
    /// The dice: a file, or the name of a built-in one
    #[arg(value_name = "DICE_FILE")]
    pub file: PathBuf,

    /// Which two dice, by their numbers in the file, the lower first
    #[arg(long, value_name = "I,J", value_parser = pair)]
    pub dice: [u32; 2],

    /// The seed of the rolls
    #[arg(short, long, value_name = "S", default_value = "42", value_parser = whole, allow_negative_numbers = true)]
    pub seed: u64,

    /// Which game of the pair
    #[arg(long, value_name = "I", default_value = "0", value_parser = whole, allow_negative_numbers = true)]
    pub game: u64,

    /// The rule set: a built-in name, a name in experiments/ludo/, or a path
    #[arg(long, value_name = "NAME|FILE", default_value = "bwinf")]
    pub rules: String,

    /// How a game is played.
    #[command(flatten)]
    pub how: HowArgs,

    /// Show every roll and the board
    #[arg(long)]
    pub trace: bool,

    /// How to print the result
    #[arg(long, value_enum, default_value = "text", conflicts_with = "trace")]
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

/// Two numbers with a comma.
pub fn pair(text: &str) -> Result<[u32; 2], String> {
    let form = || format!("`{text}` is not two dice such as 1,2");
    let (first, second) = text.split_once(',').ok_or_else(form)?;
    let number = |part: &str| part.trim().parse::<u32>().ok().filter(|&n| n > 0).ok_or_else(form);
    Ok([number(first)?, number(second)?])
}

/// Runs the verb.
pub fn run(args: &LudoPlayArgs) -> Result<(), Failure> {
    let (shown, text) = read(&args.file, DICE)?;
    let dice =
        Dice::parse(&shown, &text, FewestDice::One).map_err(|e| Failure::data(e.to_string()))?;
    let [i, j] = args.dice;
    if i > j {
        return Err(Failure::usage(format!(
            "--dice {i},{j}: name the lower number first, as in the tables: --dice {j},{i}"
        )));
    }
    let (Some(one), Some(two)) = (dice.at(i), dice.at(j)) else {
        return Err(Failure::usage(format!(
            "--dice {i},{j}: {shown} has dice 1 to {}",
            dice.dice().len()
        )));
    };
    let game: Arc<dyn AnyGame> = Arc::new(Ludo::default());
    let found = find_of(&library(), &game, "--rules", &args.rules, false)?;
    let rules = changed(&game, &found.rules, &args.how)?;
    let play: &LudoPlay =
        rules.rules().unwrap_or_else(|| unreachable!("Ludo builds rule sets of Ludo"));
    let seed = Seed(args.seed);
    let both = [one.clone(), two.clone()];
    let pair = Pair::new(play.rules(), play.roll_limit(), seed, [i, j], both);

    let mut out = Output::stdout();
    let mut print = |line: &str| {
        out.text(line);
        out.text("\n");
    };
    if args.trace {
        trace(&pair, &found.name, args.game, &mut print);
    } else {
        let (beginner, result) = pair.play_reference(args.game, &mut ());
        match args.format {
            Format::Json => print(&as_json(beginner, &result)),
            Format::Text => print(&summary(&pair, &found.name, args.game, beginner, &result)),
        }
    }
    out.finish()
}

/// The result as one object.
fn as_json(beginner: Seat, result: &GameResult) -> String {
    let (outcome, value, end_reason) = match result.outcome {
        Outcome::Win(Seat::First) => ("1", 1, "home"),
        Outcome::Win(Seat::Second) => ("2", -1, "home"),
        Outcome::Stuck => ("tie", 0, "stuck"),
        Outcome::Limit => ("tie", 0, "limit"),
    };
    json!({
        "outcome": outcome,
        "value": value,
        "end_reason": end_reason,
        "rolls": result.rolls,
        "captures": result.captures,
        "beginner": beginner.index() + 1,
    })
    .to_string()
}

/// The result in three lines.
fn summary(pair: &Pair, rules: &str, game: u64, beginner: Seat, result: &GameResult) -> String {
    let [i, j] = pair.positions();
    let who = |seat: Seat| match (i == j, seat) {
        (false, Seat::First) => format!("die {i}"),
        (false, Seat::Second) => format!("die {j}"),
        // A die against itself.
        (true, seat) => format!("player {}", seat.index() + 1),
    };
    let end = match result.outcome {
        Outcome::Win(seat) => format!("{} wins", who(seat)),
        Outcome::Stuck => "tie, stuck: this game can never end".into(),
        Outcome::Limit => {
            format!("tie, undecided after {}", counted(pair.roll_limit().into(), "roll", "rolls"))
        }
    };
    let title = format!("game {game}, die {i} against die {j}, rules {rules}");
    format!(
        "{}{end}\n{}, {}, {} began",
        wrapped("", &title),
        counted(result.rolls.into(), "roll", "rolls"),
        counted(result.captures.into(), "capture", "captures"),
        who(beginner),
    )
}
