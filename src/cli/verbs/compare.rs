//! `compare`: rule sets on the same deals, or stored runs from their states.

pub mod stored;

use std::path::Path;

use clap::Args;

use crate::cli::library::library;
use crate::cli::options::ChangeArgs;
use crate::cli::running::{StudyArgs, play_and_print};
use crate::core::wording::plain;
use crate::lab::refused::Refused;
use crate::lab::spec::Spec;

/// Options of `compare`.
#[derive(Clone, Debug, Args)]
#[command(before_help = "\
Examples:
  war-sim compare umass winner-first one-down --games 1000000 --seed 42
  war-sim compare umass one-down --until battles:1
  war-sim compare results/monday results/tuesday     two stored runs")]
pub struct CompareArgs {
    /// Rule sets of one game, or folders of stored runs
    #[arg(required = true, value_name = "RULES|DIR")]
    pub rules: Vec<String>,

    /// Compare with this one only [default: all pairs]
    #[arg(long, value_name = "RULES")]
    pub baseline: Option<String>,

    /// Only these, such as draw [default: all]
    #[arg(long, value_name = "MEASURE", value_delimiter = ',')]
    pub measures: Vec<String>,

    /// Smallest difference that matters (repeatable)
    #[arg(long, value_name = "M:SIZE")]
    pub min_effect: Vec<String>,

    /// What is changed in them.
    #[command(flatten)]
    pub change: ChangeArgs,

    /// Which games, what is asked of them, where the results go.
    #[command(flatten)]
    pub study: StudyArgs,
}

/// Runs the verb.
pub fn execute(args: &CompareArgs) -> Result<(), Refused> {
    if let [one] = args.rules.as_slice() {
        let what = "a comparison needs two or more; name another besides";
        return Err(Refused::usage(format!("{what} {}", plain::line(one))));
    }
    let is_folder = |given: &&String| Path::new(given).is_dir();
    if args.rules.iter().all(|given| is_folder(&given)) {
        return stored::execute(args);
    }
    let library = library();
    let is_unknown = |given: &&String| library.find(given, None).is_err();
    if let Some(folder) = args.rules.iter().filter(is_folder).find(is_unknown) {
        let is_nothing = |given: &&String| !Path::new(given).exists() && is_unknown(given);
        if let Some(missing) = args.rules.iter().find(is_nothing) {
            return Err(Refused::missing("folder", Path::new(missing), &[]));
        }
        return Err(Refused::usage(format!(
            "{folder}: is a folder, and the others are not; compare either rule sets or stored runs"
        )));
    }
    let given: Vec<String> = args.rules.iter().map(|given| args.change.of(given)).collect();
    let spec = Spec {
        baseline: args.baseline.as_ref().map(|name| args.change.of(name)),
        compare: None,
        measures: Some(args.measures.clone()).filter(|measures| !measures.is_empty()),
        min_effect: args.min_effect.clone(),
        ..args.study.spec(&given, None)
    };
    // What a comparison wants to be precise about is its differences.
    let spec = spec.of_differences();
    let study = spec.resolve(&library)?;
    play_and_print(study.verb("compare"), &args.study.output).map(drop)
}
