//! A batch: games of one or more rule sets on the decks of a seed, into a folder of tables.

use crate::cli::failure::{Failure, warn};
use crate::cli::rule_names;
use crate::cli::study::args::{BatchArgs, EngineArg, QuestionArgs, SampleArgs};
use crate::cli::study::{PerGame, Study, check_confidence, check_range};
use crate::games::war::batch::Cell;
use crate::games::war::comparison::Pairs;
use crate::games::war::measure::Measure;
use crate::lab::study::{Experiment, Story};

/// The rule set of a batch that names none.
const DEFAULT_RULES: &str = "umass";

/// Runs a batch.
pub fn run(args: &BatchArgs) -> Result<(), Failure> {
    let default = [DEFAULT_RULES.to_owned()];
    let wanted = if args.rules.is_empty() { &default[..] } else { &args.rules[..] };
    let cells = cells("--rules", wanted, args.engine, args.output.quiet)?;
    let study = Study {
        name: folder_name("", &cells, &args.sample),
        experiment: experiment(cells, &args.sample, &args.question)?,
        verb: "batch",
        output: &args.output,
        per_game: PerGame::from_args(&args.per_game)?,
        tables: None,
        given_rules: wanted.to_vec(),
    };
    if args.question.predict.is_empty() {
        study.run()
    } else {
        study.predict(&args.question.predict)
    }
}

/// An experiment that compares nothing.
pub fn experiment(
    cells: Vec<Cell>,
    sample: &SampleArgs,
    question: &QuestionArgs,
) -> Result<Experiment, Failure> {
    check_range(sample.first_game, sample.games)?;
    Ok(Experiment {
        story: Story::default(),
        cells,
        refused: Vec::new(),
        seed: sample.seed,
        first_game: sample.first_game,
        games: sample.games,
        until: question.until.clone(),
        confidence: check_confidence(question.confidence)?,
        pairs: Pairs::None,
        measures: Measure::ALL.to_vec(),
        min_effects: Vec::new(),
        by: question.by,
    })
}

/// The rule sets of the command line, each once; `option` is where messages say they stand.
pub fn cells(
    option: &str,
    wanted: &[String],
    engine: EngineArg,
    quiet: bool,
) -> Result<Vec<Cell>, Failure> {
    let mut cells: Vec<Cell> = Vec::new();
    for given in wanted {
        let found = rule_names::find_without_notes(option, given)?;
        if !quiet {
            found.notes.iter().for_each(warn);
        }
        if cells.iter().any(|cell| cell.name == found.name) {
            return Err(Failure::usage(format!(
                "{given}: there is a rule set called `{}` already; each may be given once, and two \
                 files need two names",
                found.name
            )));
        }
        cells.push(Cell { name: found.name, rules: found.rules, engine: engine.into() });
    }
    Ok(cells)
}

/// The folder's name, from what tells runs apart.
pub fn folder_name(verb: &str, cells: &[Cell], sample: &SampleArgs) -> String {
    let names: Vec<&str> = cells.iter().map(|cell| cell.name.as_str()).collect();
    let mut name = format!("{verb}{}-seed{}-games{}", names.join("+"), sample.seed, sample.games);
    if sample.first_game > 0 {
        name.push_str(&format!("-from{}", sample.first_game));
    }
    name
}
