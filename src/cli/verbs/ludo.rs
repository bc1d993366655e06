//! `ludo`: which die is best, and single games of two dice.

mod exact;
mod play;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, Subcommand, ValueEnum};
use toml::{Table, Value};

use super::batch::{asked, games, spec};
use crate::cli::failure::Failure;
use crate::cli::library::{find_of, library, option, read};
use crate::cli::names;
use crate::cli::number::whole;
use crate::cli::options::{ChangeArgs, OutputArgs, PerGameArgs, QuestionArgs, SampleArgs};
use crate::cli::outside::{Files, resolved};
use crate::cli::running::{self, Task};
use crate::core::game::{AnyGame, RuleSet, overlay};
use crate::games::ludo::pair::DEFAULT_ROLL_LIMIT;
use crate::games::ludo::rules::Start;
use crate::games::ludo::{Ludo, PRESETS, RankBy};
use crate::lab::spec::Study;
use crate::lab::spec::shipped::DICE;

/// Options of `ludo`.
#[derive(Clone, Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    disable_help_subcommand = true,
    after_help = "\
Rule sets: bwinf (default), bwinf-frozen, devofvictory, or a TOML file such as
  base = \"bwinf\"
  start = \"roll-off\"

Examples:
  war-sim ludo wuerfel0 --games 100000 --seed 42
  war-sim ludo wuerfel0 --rules bwinf --rules bwinf-frozen
  war-sim ludo wuerfel0 --until share:0.002
  war-sim ludo play wuerfel0 --dice 1,2 --game 7 --trace
  war-sim ludo exact wuerfel0 --dice 2,3"
)]
pub struct LudoArgs {
    /// Play one game again.
    #[command(subcommand)]
    pub verb: Option<LudoVerb>,

    /// The batch.
    #[command(flatten)]
    pub batch: LudoBatchArgs,
}

/// What else `ludo` does.
#[derive(Clone, Debug, Subcommand)]
pub enum LudoVerb {
    /// Play one game of two dice again, with every roll if asked.
    Play(play::LudoPlayArgs),
    /// The exact chance that each die wins, where memory suffices.
    Exact(exact::LudoExactArgs),
}

/// Who begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StartArg {
    /// The first die begins the games of even index.
    Alternate,
    /// Both roll until one is higher.
    RollOff,
    /// The first die begins every game.
    First,
}

impl From<StartArg> for Start {
    fn from(start: StartArg) -> Self {
        match start {
            StartArg::Alternate => Start::Alternate,
            StartArg::RollOff => Start::RollOff,
            StartArg::First => Start::First,
        }
    }
}

/// The ranking criterion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RankByArg {
    /// Mean over the opponents of wins / games.
    WinShare,
    /// The same with a tie as half a win.
    Score,
}

impl From<RankByArg> for RankBy {
    fn from(rank_by: RankByArg) -> Self {
        match rank_by {
            RankByArg::WinShare => RankBy::WinShare,
            RankByArg::Score => RankBy::Score,
        }
    }
}

/// How a game is played, whatever its rule set says.
#[derive(Clone, Copy, Debug, Args)]
pub struct HowArgs {
    /// Who begins [default: as the rule set says]
    #[arg(long, value_enum)]
    pub start: Option<StartArg>,

    /// Rolls after which an undecided game is a tie [default: as the rule set says, else 4096]
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    pub roll_limit: Option<u64>,
}

/// Options of a tournament.
#[derive(Clone, Debug, Args)]
pub struct LudoBatchArgs {
    /// The dice: a file, or the name of a built-in one
    #[arg(value_name = "DICE_FILE", required = true)]
    pub dice: Option<PathBuf>,

    /// A rule set: a built-in name, a name in experiments/ludo/, or a path; may be repeated: the
    /// same rolls for all [default: bwinf]
    #[arg(long, value_name = "NAME|FILE")]
    pub rules: Vec<String>,

    /// What is changed in them.
    #[command(flatten)]
    pub change: ChangeArgs,

    /// Which games, of each pair of dice.
    #[command(flatten)]
    pub sample: SampleArgs,

    /// How a game is played.
    #[command(flatten)]
    pub how: HowArgs,

    /// Let each die also play against itself
    #[arg(long)]
    pub self_play: bool,

    /// Ranking criterion
    #[arg(long, value_enum, default_value = "win-share")]
    pub rank_by: RankByArg,

    /// What is asked of them.
    #[command(flatten)]
    pub question: QuestionArgs,

    /// A row per game.
    #[command(flatten)]
    pub per_game: PerGameArgs,

    /// Where the results go.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Runs the verb.
pub fn run(args: &LudoArgs) -> Result<(), Failure> {
    match &args.verb {
        Some(LudoVerb::Play(play)) => play::run(play),
        Some(LudoVerb::Exact(exact)) => exact::run(exact),
        None => tournament(&args.batch),
    }
}

/// The same game with the dice of this file.
pub fn with_dice(game: &Arc<dyn AnyGame>, path: &Path) -> Result<Arc<dyn AnyGame>, Failure> {
    let (shown, text) = read(path, DICE)?;
    game.with_gear("dice", &shown, &text).map_err(|what| match game.info().name {
        "ludo" => Failure::data(what),
        _ => Failure::usage(format!("--dice: {what}; leave it out")),
    })
}

/// The rule set with what the options put over it.
pub fn changed(
    game: &Arc<dyn AnyGame>,
    rules: &RuleSet,
    how: &HowArgs,
) -> Result<RuleSet, Failure> {
    let mut fields = game.fields(rules);
    overlay(&mut fields, &over(how)?);
    game.build(fields).map_err(|error| Failure::usage(error.to_string()))
}

/// What the options put over a rule set.
fn over(how: &HowArgs) -> Result<Table, Failure> {
    let mut over = Table::new();
    if let Some(start) = how.start {
        over.insert("start".into(), Value::String(Start::from(start).name().into()));
    }
    if let Some(limit) = how.roll_limit {
        let fits = u32::try_from(limit).ok().filter(|&limit| limit > 0);
        let limit = fits.ok_or_else(|| {
            Failure::usage(format!("--roll-limit {limit}: use a number from 1 to 4294967295"))
        })?;
        over.insert("roll_limit".into(), Value::Integer(limit.into()));
    }
    Ok(over)
}

/// Every pair of dice plays; files and a ranking come out.
fn tournament(args: &LudoBatchArgs) -> Result<(), Failure> {
    let file = args.dice.as_deref().ok_or_else(|| Failure::usage("ludo: name a dice file"))?;
    let wanted = args.change.all(&args.rules, PRESETS[0].name);
    let game: Arc<dyn AnyGame> = Arc::new(Ludo::default());
    let over = over(&args.how)?;
    let mut names = Vec::new();
    let mut spec = spec("ludo", &wanted, &args.sample, &args.output);
    for (given, entry) in wanted.iter().zip(&mut spec.rules) {
        let found = find_of(&library(), &game, "--rules", given, true)?;
        names.push(names::of_rule_set(&*game, &found.name, &found.rules));
        if !over.is_empty() {
            // Tables have a column for what the options change, so the name stays.
            let named = [("base", given.clone()), ("name", found.name)];
            let named = named.map(|(key, word)| (key.to_owned(), Value::String(word)));
            *entry = Value::Table(named.into_iter().chain(over.clone()).collect());
        }
    }
    spec.dice = Some(file.to_string_lossy().into_owned());
    spec.self_play = args.self_play;
    spec.rank_by = (args.rank_by == RankByArg::Score).then(|| "score".into());
    args.question.ask(&mut spec);
    let files = Files::new(Path::new(""), args.output.quiet);
    let study = resolved(spec, &files, &option)?;
    let cells = study.cells.len() as u64;
    if cells.checked_mul(study.games).is_none() {
        return Err(Failure::usage(format!(
            "--games {}: {cells} pairs of dice make more than 2^64 - 1 games; use fewer",
            study.games
        )));
    }
    let task = Task {
        name: folder_name(args, &names::of_dice(file, &files.dice()), &names.join("+"), &study),
        study,
        verb: "ludo",
        output: &args.output,
        per_game: running::per_game(&args.per_game)?,
        tables: None,
        given_rules: wanted,
    };
    task.perform(&args.question)
}

fn folder_name(args: &LudoBatchArgs, dice: &str, names: &str, study: &Study) -> String {
    let mut name = format!("ludo-{dice}-{names}-seed{}{}", args.sample.seed, games(study));
    if let Some(start) = args.how.start {
        name.push_str(&format!("-{}", Start::from(start).name()));
    }
    if let Some(limit) = args.how.roll_limit.filter(|&limit| limit != u64::from(DEFAULT_ROLL_LIMIT))
    {
        name.push_str(&format!("-limit{limit}"));
    }
    if args.self_play {
        name.push_str("-self-play");
    }
    if args.rank_by == RankByArg::Score {
        name.push_str("-by-score");
    }
    name.push_str(&asked(study));
    name
}
