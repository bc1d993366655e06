//! `hunt`: the most extreme games of a batch, or a search for long ones.

pub mod climb;

use clap::Args;

use crate::cli::failure::{Failure, warn};
use crate::cli::game::{RulesArgs, usual_rules};
use crate::cli::library::option;
use crate::cli::names;
use crate::cli::number::whole;
use crate::cli::options::StudyArgs;
use crate::cli::outside::resolved;
use crate::lab::spec::Spec;
use crate::lab::spec::hunt::By;

/// The usual rule set, where a limit ends the long games.
const LIMITED_RULES: &str = "umass";
/// The rule set of a hunt for long games that names none, which end at no limit there.
const DEFAULT_RULES_FOR_LONG: &str = "no-limit";

/// Options of `hunt`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Plays games 0..N of the seed and keeps the extreme ones in records.csv, each with \
seed, index and deck, and the usual tables beside it. Games that reach a limit \
or never end do not count as longest or shortest. They are counted, and the first \
endless ones are listed separately. Of equal games the lower index is kept.

--climb searches for long deals and --endless for deals that never end: what no \
batch finds. They go on until their time is up, enough is found or you stop them, \
and --resume goes on from there; -n N stops --climb after N climbs in all and \
--endless after at most N positions, N rounded up to whole rounds of 64 climbs; a \
climb may play fewer than its share. Their options are those of Searching.

Examples:
  war-sim hunt --longest 10 --games 1e6
  war-sim hunt --deepest-war 5 --shortest 5 --rules bicycle
  war-sim hunt --longest 3 --most captures:3 --rules bwinf --dice wuerfel0
  war-sim hunt --climb --minutes 10
  war-sim hunt --endless --rules 'bicycle{deck.ranks=9}'
  war-sim hunt --climb --minutes 60 --resume")]
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

    /// The search.
    #[command(flatten)]
    pub climb: climb::ClimbArgs,

    /// What is played [default: umass; with --longest no-limit; with --endless bicycle].
    #[command(flatten)]
    pub what: RulesArgs,

    /// Which games, what is asked of them, where the results go.
    #[command(flatten)]
    pub study: StudyArgs,
}

/// Runs the verb.
pub fn run(args: &HuntArgs) -> Result<(), Failure> {
    match args.climb.goal()? {
        Some(goal) => climb::run(args, goal),
        None => batch(args),
    }
}

/// Plays a batch and keeps its extreme games.
fn batch(args: &HuntArgs) -> Result<(), Failure> {
    let usual = usual_rules(None)?;
    let default = match usual {
        LIMITED_RULES if args.longest.is_some() => DEFAULT_RULES_FOR_LONG,
        usual => usual,
    };
    if default != usual && args.what.rules.is_empty() && !args.study.output.quiet {
        warn(format!(
            "--longest: plays `{default}`, because `{usual}` ends every game at 1,000 battles; --rules \
             names another"
        ));
    }
    let spec = args.study.spec(&args.what.gear, &args.what.wanted(default), None)?;
    let spec = Spec { keep: kept(args)?, ..spec };
    let asked = spec.keep.len();
    let name_of = |key: &str| if key == "keep" { "hunt".into() } else { option(key) };
    let study = resolved(spec, args.study.output.quiet, &name_of)?;
    if study.hunts.iter().filter(|hunt| hunt.by != By::Endless).count() < asked {
        return Err(Failure::usage("hunt: the same games are kept twice; say it once"));
    }
    let name = names::of_run(&study, "hunt", Ok);
    args.study.perform(study, "hunt", name)
}

/// What is hunted, as an experiment has it, in the order of the help text.
fn kept(args: &HuntArgs) -> Result<Vec<String>, Failure> {
    let plain =
        [("longest", args.longest), ("shortest", args.shortest), ("deepest-war", args.deepest_war)];
    let plain = plain.into_iter().filter_map(|(what, keep)| Some(format!("{what}:{}", keep?)));
    let mut all: Vec<String> = plain.collect();
    for (which, given, other) in [("most", &args.most, "least"), ("least", &args.least, "most")] {
        for text in given {
            let bad = |what: String| Failure::usage(format!("--{which} {text}: {what}"));
            let (name, keep) = text
                .split_once(':')
                .ok_or_else(|| bad("write a counter and a number, such as wars:10".into()))?;
            let keep = whole(keep).map_err(|error| bad(error.to_string()))?;
            // A refusal names a counter with it, and who read that writes it twice.
            let name = name.strip_prefix(&format!("{which}-")).unwrap_or(name);
            if let Some(counter) = name.strip_prefix(&format!("{other}-")) {
                return Err(bad(format!("write --{other} {counter}:{keep}")));
            }
            all.push(format!("{which}-{name}:{keep}"));
        }
    }
    match all.is_empty() {
        false => Ok(all),
        true => Err(Failure::usage(
            "hunt: say what to keep: --longest N, --shortest N, --deepest-war N, --most COUNTER:N or \
             --least COUNTER:N; or --climb to search for long deals, --endless for endless ones",
        )),
    }
}
