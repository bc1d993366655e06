//! `compare`: rule sets on the same deals, or stored runs from their states.

pub mod stored;

use std::path::Path;

use clap::Args;

use crate::cli::failure::Failure;
use crate::cli::game::GearArgs;
use crate::cli::library::{library, option};
use crate::cli::names;
use crate::cli::options::{ChangeArgs, StudyArgs};
use crate::cli::outside::resolved;
use crate::lab::spec::Spec;

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

    /// Compare each with this one only [default: all pairs]
    #[arg(long, value_name = "RULES")]
    pub baseline: Option<String>,

    /// What is compared, such as a_win, b_win, draw, battles [default: all; Ludo without share_2]
    #[arg(long, value_name = "MEASURE", value_delimiter = ',')]
    pub measures: Vec<String>,

    /// The smallest difference of a measure that matters; may be repeated
    #[arg(long, value_name = "MEASURE:SIZE")]
    pub min_effect: Vec<String>,

    /// What is changed in them.
    #[command(flatten)]
    pub change: ChangeArgs,

    /// What they are played with.
    #[command(flatten)]
    pub gear: GearArgs,

    /// Which games, what is asked of them, where the results go.
    #[command(flatten)]
    pub study: StudyArgs,
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
    let given: Vec<String> = args.rules.iter().map(|given| args.change.of(given)).collect();
    let spec = Spec {
        baseline: args.baseline.as_ref().map(|name| args.change.of(name)),
        compare: None,
        min_effect: args.min_effect.clone(),
        ..args.study.spec(&args.gear, &given, None)?
    };
    // What a comparison wants to be precise about is its differences.
    let spec = spec.of_differences();
    let mut study = resolved(spec, args.study.output.quiet, &option_of)?;
    if !args.measures.is_empty() {
        study = study.measures(args.measures.iter().map(String::as_str))?;
    }
    let name = names::of_run(&study, "compare", |study| Ok(study.comparing(true)));
    args.study.perform(study, "compare", name)
}

/// The option of a key; rule sets stand behind the verb.
fn option_of(key: &str) -> String {
    if key == "rules" { "compare".into() } else { option(key) }
}
