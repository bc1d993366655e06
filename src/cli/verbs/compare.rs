//! `compare`: rule sets on the same deals, or stored runs from their states.

pub mod stored;

use std::path::{Path, PathBuf};

use clap::Args;

use super::batch::{deal_from, folder_name, rule_sets};
use crate::cli::failure::Failure;
use crate::cli::library;
use crate::cli::library::{find, library};
use crate::cli::names;
use crate::cli::options::{ChangeArgs, OutputArgs, PerGameArgs, QuestionArgs, SampleArgs};
use crate::cli::running::{self, Task, ask, targets};
use crate::cli::verbs::ludo::with_dice;
use crate::core::game::GameInfo;
use crate::lab::spec::{Measure, Pairs, Study};

/// Options of `compare`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  war-sim compare umass winner-first one-down --games 1000000 --seed 42
  war-sim compare umass one-down --min-effect battles:5 --baseline umass
  war-sim compare umass one-down --until battles:1
  war-sim compare bwinf bwinf-frozen --dice wuerfel0
  war-sim compare results/monday results/tuesday     two stored runs")]
pub struct CompareArgs {
    /// Two or more rule sets of one game, or two or more folders with stored runs
    #[arg(required = true, num_args = 2.., value_name = "RULES|DIR")]
    pub rules: Vec<String>,

    /// The dice of Ludo: a file, or the name of a built-in one
    #[arg(long, value_name = "FILE")]
    pub dice: Option<PathBuf>,

    /// Play each deck of this file, one a line, instead of decks of the seed (- = stdin)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["games", "first_game"])]
    pub decks: Option<PathBuf>,

    /// What is changed in them.
    #[command(flatten)]
    pub change: ChangeArgs,

    /// Compare each with this one only [default: all pairs]
    #[arg(long, value_name = "RULES")]
    pub baseline: Option<String>,

    /// What is compared, such as a_win, b_win, draw, battles [default: all; Ludo without share_2]
    #[arg(long, value_name = "MEASURE", value_delimiter = ',')]
    pub measures: Vec<String>,

    /// The smallest difference of a measure that matters; may be repeated
    #[arg(long, value_name = "MEASURE:SIZE")]
    pub min_effect: Vec<String>,

    /// Compare stored runs from their counts alone, without playing those with the same deals again
    #[arg(long)]
    pub unpaired: bool,

    /// Which games.
    #[command(flatten)]
    pub sample: SampleArgs,

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
pub fn run(args: &CompareArgs) -> Result<(), Failure> {
    let is_folder = |given: &&String| Path::new(given).is_dir();
    if args.rules.iter().all(|given| is_folder(&given)) {
        return stored::run(args);
    }
    let library = library();
    if let Some(folder) = args.rules.iter().find(is_folder) {
        let is_nothing =
            |given: &&String| !Path::new(given).exists() && library.find(given).is_err();
        if let Some(missing) = args.rules.iter().find(is_nothing) {
            return Err(Failure::missing("folder", Path::new(missing), &[]));
        }
        return Err(Failure::usage(format!(
            "{folder}: is a folder, and the others are not; compare either rule sets or stored runs"
        )));
    }
    if args.unpaired {
        return Err(Failure::usage(
            "--unpaired: is for stored runs; rule sets with the same deck play the same deals",
        ));
    }
    let mut game = find(&library, "compare", &args.rules[0], true)?.game;
    if let Some(dice) = &args.dice {
        game = with_dice(&game, dice)?;
    }
    let given: Vec<String> = args.rules.iter().map(|given| args.change.of(given)).collect();
    let rule_sets = rule_sets(&library, &game, "compare", &given, &args.output)?;
    for (k, named) in rule_sets.iter().enumerate() {
        if let Some(same) = named.same_among(&*game, &rule_sets[..k]) {
            return Err(Failure::usage(format!(
                "compare {}: is the same as `{}`, field by field; leave one of them out",
                args.rules[k], same.name
            )));
        }
    }
    let mut study = Study::new(game, rule_sets).map_err(|error| library::refused(&error))?;
    ask(&mut study, &args.sample, &args.question)?;
    // What a comparison wants to be precise about is its differences.
    study.until_difference = std::mem::take(&mut study.until);
    let names: Vec<String> = study.rule_sets.iter().map(|rules| rules.name.clone()).collect();
    study.pairs = match &args.baseline {
        None => Pairs::All,
        Some(name) if names.contains(&args.change.of(name)) => {
            Pairs::Baseline(args.change.of(name))
        }
        Some(name) => return Err(no_baseline(name, &names)),
    };
    study.measures = measures(args, study.info())?;
    study.min_effects = targets(&study, "--min-effect", &args.min_effect)?;
    if let Some(path) = &args.decks {
        deal_from(&mut study, path)?;
    }
    let name = folder_name("compare-", &study, args.decks.as_deref())
        + &names::dice_suffix(args.dice.as_deref(), &*study.game);
    let task = Task {
        study,
        verb: "compare",
        name,
        output: &args.output,
        per_game: running::per_game(&args.per_game)?,
        tables: None,
        given_rules: given,
    };
    task.perform(&args.question)
}

fn no_baseline(name: &str, names: &[String]) -> Failure {
    let names = names.join(", ");
    Failure::usage(format!("--baseline {name}: is none of the rule sets ({names})"))
}

/// The measures that are compared, in the order of the files, each once.
fn measures(args: &CompareArgs, info: &GameInfo) -> Result<Vec<Measure>, Failure> {
    let mut wanted = Vec::new();
    for word in &args.measures {
        let measure = Measure::of_name(word, info);
        wanted.push(measure.map_err(|e| Failure::usage(format!("--measures: {e}")))?);
    }
    Ok(match wanted.is_empty() {
        true => Measure::usual(info),
        false => {
            Measure::all(info).into_iter().filter(|measure| wanted.contains(measure)).collect()
        }
    })
}
