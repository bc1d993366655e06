//! The command line: arguments, then one file per verb.

pub mod failure;
pub mod format;
mod help;
mod interrupt;
pub mod library;
mod listing;
pub mod names;
pub mod number;
pub mod options;
pub mod output;
pub mod pages;
mod progress;
pub mod running;
mod stopped;
mod terminal;
pub mod verbs;

#[cfg(test)]
mod tests;

use std::ffi::OsString;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use failure::in_words_of;
pub use interrupt::install;
use output::{print, print_file};
use running::{BatchArgs, play_batch};

use crate::core::processor::Processor;
use crate::game::Game;
use crate::lab::refused::Refused;

/// The whole command line.
#[derive(Debug, Parser)]
#[command(
    name = "war-sim",
    version,
    about = "Plays War, and Ludo with any dice, by the million: seeded, parallel, exact.",
    before_help = "\
Examples:
  war-sim -n 1e6 --rules umass --rules one-down
  war-sim play --deck \"2 3 4 5\" --trace",
    after_long_help = "\
--rules, --set, --until and --by may be repeated. With --until, --games is the \
most that are played; exit code 2: they were not enough.",
    override_usage = "war-sim [OPTIONS]       (war-sim --help)
       war-sim VERB [OPTIONS]  (war-sim VERB -h)",
    subcommand_help_heading = "Verbs",
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    disable_help_subcommand = true,
    max_term_width = 80
)]
pub struct Arguments {
    /// What to do, if not to run a batch.
    #[command(subcommand)]
    pub verb: Option<Verb>,

    /// The options of a batch.
    #[command(flatten)]
    pub batch: BatchArgs,
}

/// What to do, in the order in which people come to want it.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Compare rule sets on the same deals
    Compare(verbs::compare::CompareArgs),
    /// Run an experiment file
    Run(verbs::run::RunArgs),
    /// Play one deck, or a file of decks
    Play(verbs::play::PlayArgs),
    /// Show stored runs, or their tables
    Show(verbs::show::ShowArgs),
    /// Draw stored runs as a page
    Report(verbs::report::ReportArgs),
    /// List rules, dice, experiments, runs
    List(verbs::list::ListArgs),
    /// List the rule sets, or print one
    Rules(verbs::rules::ListedRules),
    /// Play every order of a small deck
    Exact(verbs::exact::ExactArgs),
    /// Find the best die for Ludo
    Ludo(verbs::ludo::LudoArgs),
    /// Check somebody's program
    Check(verbs::check::args::CheckArgs),
    /// Print the decks of a seed
    Deck(verbs::deck::DeckArgs),
    /// Join the parts of a run
    Merge(verbs::merge::MergeArgs),
    /// Check stored runs for damage
    Verify(verbs::verify::VerifyArgs),
    /// Print the completions of a shell
    Completions(verbs::completions::CompletionsArgs),
}

/// The program with these arguments, its own name first: it prints its error and returns the exit code.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    failure::end_at_panic();
    match execute(arguments) {
        Ok(()) => 0,
        Err(refused) => {
            refused.print();
            refused.code()
        }
    }
}

/// Does what these arguments say.
///
/// Errors: [`Refused`], in the words of the verb.
fn execute(arguments: impl IntoIterator<Item = OsString>) -> Result<(), Refused> {
    let mut arguments: Vec<OsString> = arguments.into_iter().collect();
    let verb = arguments.get(1).and_then(|word| word.to_str()).unwrap_or_default().to_owned();
    execute_verb(&mut arguments).map_err(|refused| in_words_of(&verb, &refused))
}

fn execute_verb(arguments: &mut Vec<OsString>) -> Result<(), Refused> {
    stopped::ARGUMENTS.get_or_init(|| arguments.clone());
    // `help play` is `play --help`.
    if arguments.get(1).is_some_and(|word| word == "help") {
        arguments.remove(1);
        arguments.push("--help".into());
    }
    let mut command = Arguments::command();
    let given: Vec<&str> = arguments.iter().skip(1).filter_map(|word| word.to_str()).collect();
    terminal::check_open().map_err(|error| Refused::stdout(&error))?;
    if arguments.len() <= 1 {
        return print(&help::help(command, &given));
    }
    if arguments[1] == "--version" {
        let text = format!("war-sim {}\n", version());
        return print_file(text.as_bytes());
    }
    interrupt::install()?;
    let parsed = command.try_get_matches_from_mut(&*arguments);
    let parsed = parsed.and_then(|mut matches| Arguments::from_arg_matches_mut(&mut matches));
    let parsed = match parsed {
        Ok(parsed) => parsed,
        Err(error) if error.use_stderr() => {
            return Err(Refused::usage(help::refusal(&command, &error, &given)));
        }
        Err(_) => return print(&help::help(command, &given)),
    };
    match parsed.verb {
        None => play_batch(&parsed.batch, None),
        Some(Verb::Play(args)) => verbs::play::execute(&args),
        Some(Verb::Check(args)) => verbs::check::execute(&args),
        Some(Verb::Deck(args)) => verbs::deck::execute(&args),
        Some(Verb::List(args)) => verbs::list::execute(&args),
        Some(Verb::Rules(args)) => verbs::rules::execute(&args),
        Some(Verb::Compare(args)) => verbs::compare::execute(&args),
        Some(Verb::Run(args)) => verbs::run::execute(&args),
        Some(Verb::Exact(args)) => verbs::exact::execute(&args),
        Some(Verb::Ludo(args)) => verbs::ludo::execute(args),
        Some(Verb::Merge(args)) => verbs::merge::execute(&args),
        Some(Verb::Show(args)) => verbs::show::execute(&args),
        Some(Verb::Verify(args)) => verbs::verify::execute(&args),
        Some(Verb::Report(args)) => verbs::report::execute(&args),
        Some(Verb::Completions(args)) => verbs::completions::execute(&args, command),
    }
}

/// Version, commit, for each game its recipe, and the instructions that engines use on this processor.
fn version() -> String {
    let mut text = format!("{} ({})\n", env!("CARGO_PKG_VERSION"), env!("WAR_SIM_COMMIT"));
    for game in Game::all() {
        let info = game.info();
        text += &format!("{}: recipe {}\n", info.title, info.recipe);
    }
    text + "instructions: " + Processor::here().name()
}
