//! `run`: does what an experiment file says.

use std::path::Path;

use crate::cli::failure::{Failure, warn};
use crate::cli::rule_names;
use crate::cli::study::args::RunArgs;
use crate::cli::study::{PerGame, Study, check_range};
use crate::games::war::batch::RowDetail;
use crate::lab::study::file;

/// Runs the verb.
pub fn run(args: &RunArgs) -> Result<(), Failure> {
    let shown = args.file.display();
    let text = std::fs::read_to_string(&args.file).map_err(|e| Failure::reading(&args.file, &e))?;
    let resolve = |given: &str| {
        let found = rule_names::find_without_notes("rules", given);
        let found = found.map_err(|e| e.message().to_owned())?;
        if !args.output.quiet {
            found.notes.iter().for_each(warn);
        }
        Ok((found.name, found.rules))
    };
    let mut read = file::parse(&text, &resolve, args.engine.into())
        .map_err(|e| Failure::data(format!("{shown}: {e}")))?;
    if let Some(games) = args.games {
        check_range(read.experiment.first_game, games)?;
        read.experiment.games = games;
    }
    let per_game = read.per_game.as_deref().map(|path| {
        PerGame::new(Path::new(path), RowDetail::default())
            .map_err(|e| Failure::data(format!("{shown}: per_game: {}", e.message())))
    });
    let name = args.file.file_stem().map_or_else(String::new, |s| s.to_string_lossy().into_owned());
    let study = Study {
        experiment: read.experiment,
        verb: "run",
        name,
        output: &args.output,
        per_game: per_game.transpose()?,
        tables: read.outputs,
        given_rules: Vec::new(),
    };
    if args.plan { study.plan() } else { study.run() }
}
