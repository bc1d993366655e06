//! `exact`: every distinct order of a small deck, counted.

use clap::Args;

use crate::api::build::ask_first;
use crate::cli::library::{library, needs_deck, usual_rules};
use crate::cli::number::whole;
use crate::cli::options::{OutputArgs, RulesArgs};
use crate::cli::running::play_and_print;
use crate::lab::refused::Refused;
use crate::lab::spec::Spec;
use crate::lab::spec::rules::braced;
use crate::lab::study::play::check_playable;

/// Options of `exact`.
#[derive(Clone, Debug, Args)]
#[command(
    before_help = "\
Examples:
  war-sim exact --ranks 4 --suits 3 --rules umass
  war-sim exact --ranks 3 --suits 2 --rules no-limit --rules winner-first
  war-sim exact --ranks 4 --suits 2 --set deck.lowest=11 --rules bicycle",
    after_long_help = "\
Plays every distinct order of a small deck once, so the shares are exact. 4 \
ranks and 3 suits have 369,600 orders, 4 and 4 63,063,000. Beyond 100,000,000 \
games it says how long they would take, and plays them with --yes."
)]
pub struct ExactArgs {
    /// Ranks of the deck [default: the rule set's]
    #[arg(long, value_name = "R", value_parser = whole, allow_negative_numbers = true)]
    pub ranks: Option<u64>,

    /// Cards of each rank [default: the rule set's]
    #[arg(long, value_name = "K", value_parser = whole, allow_negative_numbers = true)]
    pub suits: Option<u64>,

    /// Run even if it takes long
    #[arg(long)]
    pub yes: bool,

    /// What is played.
    #[command(flatten)]
    pub rules: RulesArgs,

    /// Where the results go.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Runs the verb.
pub fn execute(args: &ExactArgs) -> Result<(), Refused> {
    let fields = [("ranks", args.ranks), ("suits", args.suits)];
    let changes = fields.iter().filter_map(|(key, n)| Some(format!("deck.{key}={}", (*n)?)));
    let changes: Vec<String> = changes.collect();
    let wanted = args.rules.wanted(usual_rules(None));
    wanted.iter().try_for_each(|given| needs_deck(&format!("--rules {given}"), given))?;
    let wanted = wanted.iter().map(|given| braced(given, &changes, ","));
    let engine = Some(args.output.engine.clone());
    let spec = Spec { engine, orders: true, compare: Some(false), ..Spec::of_rules(wanted) };
    let study = spec.resolve(&library())?;
    check_playable(&study)?;
    if !args.yes {
        let part = args.output.part(study.clone())?;
        ask_first(&part, args.output.threads.unwrap_or_default())?;
    }
    play_and_print(study.verb("exact"), &args.output).map(drop)
}
