//! `hunt`: the most extreme games of a batch, or a search for long ones.

pub mod climb;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::batch::{folder_name, spec};
use crate::cli::failure::{Failure, warn};
use crate::cli::library::{find, library, option};
use crate::cli::names;
use crate::cli::number::whole;
use crate::cli::options::{ChangeArgs, OutputArgs, SampleArgs};
use crate::cli::outside::{Files, resolved};
use crate::cli::running::Task;
use crate::cli::verbs::ludo::with_dice;
use crate::core::game::{AnyGame, GameInfo};
use crate::lab::spec::Hunt;
use crate::lab::spec::hunt::{self, By, MOST_KEPT};

/// The rule set of a hunt that names none.
const DEFAULT_RULES: &str = "umass";
/// The same of a hunt for long games, which end at no limit.
const DEFAULT_RULES_FOR_LONG: &str = "no-limit";
/// The counter of `--deepest-war`.
const DEEPEST: &str = "deepest_war";

/// Options of `hunt`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Plays games 0..N of the seed and keeps the extreme ones in records.csv, each with
seed, index and deck, and the usual tables beside it. Games that never end or
reach a limit are no longest or shortest games: they are counted, and the first
endless ones are listed apart. Of equal games those with the lower index count.

--climb searches for long deals instead of dealing at random: what no batch
finds. It goes on until its time is up or you stop it, and --resume goes on from
there. Its options are at the end.

Examples:
  war-sim hunt --longest 10 --games 1e6
  war-sim hunt --deepest-war 5 --shortest 5 --rules bicycle
  war-sim hunt --longest 20 --rules beggar --games 1e8
  war-sim hunt --longest 3 --most captures:3 --rules bwinf --dice wuerfel0
  war-sim hunt --climb --minutes 10
  war-sim hunt --climb --from '---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---'")]
pub struct HuntArgs {
    /// Keep the N longest games that end
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    pub longest: Option<u64>,

    /// Keep the N shortest games that end
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    pub shortest: Option<u64>,

    /// Keep the N games with the deepest war, wherever they end
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    pub deepest_war: Option<u64>,

    /// Keep the N games with the most of something, such as wars:10; may be repeated
    #[arg(long, value_name = "COUNTER:N")]
    pub most: Vec<String>,

    /// Keep the N games with the least of something, such as wars:10; may be repeated
    #[arg(long, value_name = "COUNTER:N")]
    pub least: Vec<String>,

    /// A rule set of any game: a built-in name, a name in experiments/rules/, or a path; may be
    /// repeated: the same deals for all [default: umass; with --longest no-limit; with --climb beggar]
    #[arg(long, value_name = "NAME|FILE")]
    pub rules: Vec<String>,

    /// What is changed in them.
    #[command(flatten)]
    pub change: ChangeArgs,

    /// The dice of Ludo: a file, or the name of a built-in one
    #[arg(long, value_name = "FILE")]
    pub dice: Option<PathBuf>,

    /// Which games.
    #[command(flatten)]
    pub sample: SampleArgs,

    /// Where the results go.
    #[command(flatten)]
    pub output: OutputArgs,

    /// The search.
    #[command(flatten)]
    pub climb: climb::ClimbArgs,
}

/// Runs the verb.
pub fn run(args: &HuntArgs) -> Result<(), Failure> {
    args.climb.check()?;
    if args.climb.climb { climb::run(args) } else { batch(args) }
}

/// The game of the rule sets, with its dice.
fn game_of(args: &HuntArgs, first: &str) -> Result<Arc<dyn AnyGame>, Failure> {
    let game = find(&library(), "--rules", first, true)?.game;
    args.dice.as_ref().map_or(Ok(Arc::clone(&game)), |dice| with_dice(&game, dice))
}

/// Plays a batch and keeps its extreme games.
fn batch(args: &HuntArgs) -> Result<(), Failure> {
    let wants_long = args.longest.is_some();
    let default = if wants_long { DEFAULT_RULES_FOR_LONG } else { DEFAULT_RULES };
    if wants_long && args.rules.is_empty() && !args.output.quiet {
        warn(format!(
            "--longest: plays `{DEFAULT_RULES_FOR_LONG}`, because `{DEFAULT_RULES}` ends every game at \
             1,000 battles; --rules names another"
        ));
    }
    let wanted = args.change.all(&args.rules, default);
    let info = find(&library(), "--rules", &wanted[0], true)?.game.info();
    let mut spec = spec(info.name, &wanted, &args.sample, &args.output);
    spec.dice = args.dice.as_ref().map(|file| file.to_string_lossy().into_owned());
    let kept = hunts(args, info)?;
    spec.keep = kept.iter().map(|hunt| format!("{}:{}", hunt.name(info), hunt.keep)).collect();
    let study = resolved(spec, &Files::new(Path::new(""), args.output.quiet), &option)?;
    let kept = study.hunts.iter().map(|hunt| format!("{}{}", hunt.name(study.info()), hunt.keep));
    let kept: Vec<String> = kept.filter(|name| !name.starts_with("endless")).collect();
    let name = format!("{}-{}", folder_name("hunt-", &study, None), kept.join("-"))
        + &names::dice_suffix(args.dice.as_deref(), &*study.game);
    let task = Task {
        study,
        verb: "hunt",
        name,
        output: &args.output,
        per_game: None,
        tables: None,
        given_rules: wanted,
    };
    task.run()
}

/// What is hunted, in the order of the help text, each once.
fn hunts(args: &HuntArgs, info: &GameInfo) -> Result<Vec<Hunt>, Failure> {
    let mut hunts: Vec<Hunt> = Vec::new();
    let mut add = |option: &str, by: By, keep: u64| {
        if !(1..=MOST_KEPT).contains(&keep) {
            return Err(Failure::usage(format!(
                "{option} {keep}: keep 1 to {MOST_KEPT} games; --per-game of a batch lists them all"
            )));
        }
        if hunts.iter().any(|hunt| hunt.by == by) {
            return Err(Failure::usage(format!(
                "{option}: these games are kept already; say it once"
            )));
        }
        hunts.push(Hunt { by, keep: keep as usize });
        Ok(())
    };
    if let Some(keep) = args.longest {
        add("--longest", By::Most(0), keep)?;
    }
    if let Some(keep) = args.shortest {
        add("--shortest", By::Least(0), keep)?;
    }
    if let Some(keep) = args.deepest_war {
        let counter = info.counters.iter().position(|counter| counter.name == DEEPEST);
        let counter = counter.ok_or_else(|| {
            Failure::usage(format!(
                "--deepest-war: {} has no wars; use --longest, --shortest or --most COUNTER:N",
                info.title
            ))
        })?;
        add("--deepest-war", By::Most(counter), keep)?;
    }
    for (option, by, given) in
        [("--most", By::Most as fn(usize) -> By, &args.most), ("--least", By::Least, &args.least)]
    {
        for text in given {
            let bad = |what: String| Failure::usage(format!("{option} {text}: {what}"));
            let (name, keep) = text
                .split_once(':')
                .ok_or_else(|| bad("write a counter and a number, such as wars:10".into()))?;
            let counter =
                hunt::counter(name, info).map_err(|what| bad(format!("counter {what}")))?;
            add(option, by(counter), whole(keep).map_err(|error| bad(error.to_string()))?)?;
        }
    }
    match hunts.is_empty() {
        false => Ok(hunts),
        true => Err(Failure::usage(
            "hunt: say what to keep: --longest N, --shortest N, --deepest-war N, --most COUNTER:N or \
             --least COUNTER:N; or --climb to search for long deals",
        )),
    }
}
