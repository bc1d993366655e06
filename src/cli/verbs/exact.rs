//! `exact`: every distinct order of a small deck, counted.

pub mod args;

use self::args::ExactArgs;
use crate::api::exact::ask_first;
use crate::cli::failure::Failure;
use crate::cli::game::usual_rules;
use crate::cli::library::option;
use crate::cli::names;
use crate::cli::outside::resolved;
use crate::cli::results::threads;
use crate::cli::running::{self, Task};
use crate::lab::spec::Study;
use crate::lab::spec::rules::braced;
use crate::lab::study::play::check;

impl ExactArgs {
    /// A rule set as given, with this deck.
    fn with_deck(&self, given: &str) -> String {
        let fields = [("ranks", self.ranks), ("suits", self.suits)];
        let changes: Vec<String> = fields
            .iter()
            .filter_map(|(field, value)| Some(format!("deck.{field}={}", (*value)?)))
            .collect();
        braced(given, &changes, ",")
    }
}

/// Runs the verb.
pub fn run(args: &ExactArgs) -> Result<(), Failure> {
    let gear = &args.what.gear;
    let wanted = args.what.wanted(usual_rules(None));
    let given: Vec<String> = wanted.iter().map(|rules| args.with_deck(rules)).collect();
    let spec = gear.spec(&given, None, &args.output.engine)?;
    let study = resolved(spec, args.output.quiet, &option)?;
    let study = study.every_order()?;
    check(&study)?;
    let per_game = running::per_game(&args.per_game, &study)?;
    let task = Task {
        name: names::of_run(&study, "exact", Study::every_order),
        study,
        verb: "exact",
        output: &args.output,
        per_game,
    };
    if !args.yes {
        ask_first(&task.part()?.0, threads("--threads", args.output.threads)?)?;
    }
    task.run()
}
