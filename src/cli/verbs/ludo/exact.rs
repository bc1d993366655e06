//! `ludo exact`: the chances of each pair of dice, to a stated error.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use serde_json::json;

use super::{HowArgs, changed};
use crate::cli::failure::Failure;
use crate::cli::library::{self, find_of, library, read};
use crate::cli::names;
use crate::cli::number::whole;
use crate::cli::options::OutputArgs;
use crate::cli::verbs::exact::chances::{DEFAULT_MEMORY, Job};
use crate::core::game::{AnyGame, Cell};
use crate::games::ludo::Ludo;
use crate::games::ludo::die::SelfPlay;
use crate::lab::spec::shipped::DICE;
use crate::lab::spec::{NamedRules, Study};

/// Options of `ludo exact`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Solves the equations of the game instead of playing it: exact.csv has the chance
that each die wins, beginning and not, and of a tie, each right to `error`. The
limit on rolls is left out. Two ordinary dice take some GiB and many minutes, a
die of few faces less; memory and time are said before it starts, and pairs that
need more than --memory are left out.

Examples:
  war-sim ludo exact wuerfel0 --dice 2,3
  war-sim ludo exact my-dice.txt --rules bwinf-frozen --memory 8")]
pub struct LudoExactArgs {
    /// The dice: a file, or the name of a built-in one
    #[arg(value_name = "DICE_FILE")]
    pub file: PathBuf,

    /// Only these two dice, by their numbers in the file, the lower first
    #[arg(long, value_name = "I,J", value_parser = super::play::pair)]
    pub dice: Option<[u32; 2]>,

    /// The rule set: a built-in name, a name in experiments/ludo/, or a path
    #[arg(long, value_name = "NAME|FILE", default_value = "bwinf")]
    pub rules: String,

    /// Most memory to use, in GiB
    #[arg(long, value_name = "GIB", default_value_t = DEFAULT_MEMORY, value_parser = whole, allow_negative_numbers = true)]
    pub memory: u64,

    /// Let each die also play against itself
    #[arg(long)]
    pub self_play: bool,

    /// Where the results go.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Runs the verb.
pub fn run(args: &LudoExactArgs) -> Result<(), Failure> {
    args.output.at_one_go("ludo exact", &[("--engine", args.output.engine != "auto")])?;
    let (shown, text) = read(&args.file, DICE)?;
    let ludo = Ludo::default().with_self_play(args.self_play).with_dice(&shown, &text);
    let ludo = ludo.map_err(Failure::data)?;
    let many = ludo.dice().map_or(0, |dice| dice.dice().len());
    let self_play = if args.self_play { SelfPlay::With } else { SelfPlay::Without };
    let all = ludo.dice().map(|dice| dice.pairs(self_play)).unwrap_or_default();
    let wanted = args.dice.map_or(all, |[one, two]| vec![(one, two)]);
    let game: Arc<dyn AnyGame> = Arc::new(ludo);
    let found = find_of(&library(), &game, "--rules", &args.rules, args.output.quiet)?;
    let how = HowArgs { start: None, roll_limit: None };
    let changed = changed(&game, &found.rules, &how)?;
    let identity = json!({
        "verb": "ludo exact",
        "game": "ludo",
        "dice": text,
        "pairs": wanted,
        "rules": game.fields(&changed),
        "memory": args.memory,
    });
    let mut name = format!(
        "ludo-exact-{}-{}",
        names::of_dice(&args.file, &text),
        names::of_rule_set(&*game, &found.name, &found.rules)
    );
    if args.self_play {
        name.push_str("-self-play");
    }
    if args.memory != DEFAULT_MEMORY {
        name.push_str(&format!("-memory{}", args.memory));
    }
    if let Some([one, two]) = args.dice {
        name.push_str(&format!("-dice{one}-{two}"));
    }
    let named = NamedRules { name: found.name, rules: changed, engine: "auto" };
    let study = Study::new(game, vec![named]).map_err(|error| library::refused(&error))?;
    let mut cells: Vec<&Cell> = study.cells.iter().collect();
    if let Some([one, two]) = args.dice {
        if let Some(missing) = [one, two].into_iter().find(|&k| k as usize > many) {
            return Err(Failure::usage(format!("--dice: there is no die {missing} among {many}")));
        }
        cells.retain(|cell| cell.part == format!("{one}:{two}"));
        if cells.is_empty() {
            return Err(Failure::usage(format!(
                "--dice {one},{two}: no such pair plays; name the lower number first, or let a die \
                 play itself with --self-play"
            )));
        }
    }
    let equations = study.game.exact(&cells).unwrap_or_default();
    let cells = cells.into_iter().zip(equations).collect();
    let (info, output, memory) = (study.info(), &args.output, args.memory);
    Job { info, name, identity, output, memory, cells }.run()
}
