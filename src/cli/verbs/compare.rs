//! `compare`: rule sets on the same deals, or stored batches from their files.

mod stored;

use std::path::Path;

use super::batch::{cells, experiment, folder_name};
use crate::cli::failure::{Failure, Kind};
use crate::cli::rule_names;
use crate::cli::study::args::CompareArgs;
use crate::cli::study::{PerGame, Study};
use crate::games::war::comparison::Pairs;
use crate::games::war::measure::Measure;

/// Runs the verb.
pub fn run(args: &CompareArgs) -> Result<(), Failure> {
    let folders = args.rules.iter().filter(|given| Path::new(given).is_dir()).count();
    if folders == args.rules.len() {
        return stored::run(args);
    }
    if let Some(folder) = args.rules.iter().find(|given| Path::new(given).is_dir()) {
        let is_nothing = |given: &&String| {
            !Path::new(given).exists() && rule_names::find_without_notes("compare", given).is_err()
        };
        if let Some(missing) = args.rules.iter().find(is_nothing) {
            let what = format!("{missing}: there is no such folder; check the path");
            return Err(Failure::new(Kind::NoInput, what));
        }
        return Err(Failure::usage(format!(
            "{folder}: is a folder, and the others are not; compare either rule sets or stored batches"
        )));
    }
    if args.unpaired {
        return Err(Failure::usage(
            "--unpaired: is for stored batches; rule sets with the same deck play the same deals",
        ));
    }
    let cells = cells("compare", &args.rules, args.engine, args.output.quiet)?;
    let names: Vec<String> = cells.iter().map(|cell| cell.name.clone()).collect();
    let name = folder_name("compare-", &cells, &args.sample);
    let mut experiment = experiment(cells, &args.sample, &args.question)?;
    experiment.pairs = pairs(args, &names)?;
    experiment.measures = measures(args);
    experiment.min_effects = min_effects(args);
    let study = Study {
        experiment,
        verb: "compare",
        name,
        output: &args.output,
        per_game: PerGame::from_args(&args.per_game)?,
        tables: None,
        given_rules: args.rules.clone(),
    };
    if args.question.predict.is_empty() {
        study.run()
    } else {
        study.predict(&args.question.predict)
    }
}

/// Which of the named rule sets are compared.
fn pairs(args: &CompareArgs, names: &[String]) -> Result<Pairs, Failure> {
    let Some(baseline) = &args.baseline else { return Ok(Pairs::All) };
    names.iter().position(|name| name == baseline).map(Pairs::Baseline).ok_or_else(|| {
        Failure::usage(format!(
            "--baseline {baseline}: is none of the rule sets ({})",
            names.join(", ")
        ))
    })
}

fn measures(args: &CompareArgs) -> Vec<Measure> {
    if args.measures.is_empty() {
        return Measure::ALL.to_vec();
    }
    // In the order of the files, each once.
    Measure::ALL.into_iter().filter(|measure| args.measures.contains(measure)).collect()
}

fn min_effects(args: &CompareArgs) -> Vec<(Measure, f64)> {
    args.min_effect.iter().map(|effect| (effect.0.measure, effect.0.half_width)).collect()
}
