//! `ludo play`: one game of two dice again.

use std::io::{self, BufWriter, Write as _};

use super::args::LudoPlayArgs;
use super::text::counted;
use super::{find_rules, read_dice, roll_limit};
use crate::cli::failure::Failure;
use crate::core::cards::Seed;
use crate::games::ludo::{FewestDice, GameResult, Outcome, Pair, Seat, trace};
use crate::lab::report::text::wrapped;

/// Runs the verb.
pub fn run(args: &LudoPlayArgs) -> Result<(), Failure> {
    let dice = read_dice(&args.file, FewestDice::One)?;
    let [i, j] = args.dice;
    if i > j {
        return Err(Failure::usage(format!(
            "--dice {i},{j}: name the lower number first, as in the tables: --dice {j},{i}"
        )));
    }
    let (Some(one), Some(two)) = (dice.at(i), dice.at(j)) else {
        return Err(Failure::usage(format!(
            "--dice {i},{j}: {} has dice 1 to {}",
            args.file.display(),
            dice.dice().len()
        )));
    };
    let (name, rules) = find_rules(&args.rules, &args.how)?;
    let limit = roll_limit(&args.how)?;
    let job = Pair::new(rules, limit, Seed(args.how.seed), [i, j], [one.clone(), two.clone()]);

    let mut out = BufWriter::new(io::stdout().lock());
    let mut lost = None;
    let mut print = |line: &str| {
        if lost.is_none() {
            lost = writeln!(out, "{line}").err();
        }
    };
    let (beginner, result) = if args.trace {
        trace(&job, &name, args.game, &mut print)
    } else {
        job.play_reference(args.game, &mut ())
    };
    if !args.trace {
        print(&summary(&job, &name, args.game, beginner, &result));
    }
    let written = lost.map_or_else(|| out.flush(), Err);
    written.map_err(|e| Failure::writing("stdout", &e))
}

/// The result in three lines.
fn summary(job: &Pair, rules: &str, game: u64, beginner: Seat, result: &GameResult) -> String {
    let [i, j] = job.positions();
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
            format!("tie, undecided after {}", counted(job.roll_limit().into(), "roll", "rolls"))
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
