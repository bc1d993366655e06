//! The command line: arguments, then one file per verb.

pub mod args;
pub mod failure;
mod interrupt;
pub mod number;
pub mod options;
pub mod output;
mod progress;
pub mod results;
pub mod rule_names;
pub mod running;
pub mod verbs;

use std::ffi::OsString;
use std::io::{self, Write as _};

use clap::{CommandFactory, Parser};

use args::{Arguments, Verb};
use failure::Failure;

/// Runs the program with these arguments, the program's own name first.
///
/// Errors: [`Failure`], to be printed by the caller, who also sets the exit code.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Result<(), Failure> {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    if arguments.len() <= 1 {
        let help = Arguments::command().render_help().to_string();
        return io::stdout().write_all(help.as_bytes()).map_err(|e| Failure::writing("stdout", &e));
    }
    let parsed = match Arguments::try_parse_from(&arguments) {
        Ok(parsed) => parsed,
        Err(error) => return refuse(&error),
    };
    match parsed.verb {
        None => verbs::batch::run(&parsed.batch),
        Some(Verb::Play(args)) => verbs::play::run(&args),
        Some(Verb::Check(args)) => verbs::check::run(&args),
        Some(Verb::Cases(args)) => verbs::check::cases(&args),
        Some(Verb::Deck(args)) => verbs::deck::run(&args),
        Some(Verb::Rules(args)) => verbs::rules::run(&args),
        Some(Verb::Compare(args)) => verbs::compare::run(&args),
        Some(Verb::Run(args)) => verbs::run::run(&args),
        Some(Verb::Ludo(args)) => verbs::ludo::run(&args),
        Some(Verb::Beggar(args)) => verbs::beggar::run(&args),
        Some(Verb::Bench(args)) => verbs::bench::run(&args),
    }
}

/// Help and version go to stdout; anything else is a bad command line.
fn refuse(error: &clap::Error) -> Result<(), Failure> {
    if error.use_stderr() {
        let text = error.to_string();
        let text = text.strip_prefix("error: ").unwrap_or(&text).trim_end();
        return Err(Failure::usage(text));
    }
    io::stdout().write_all(error.to_string().as_bytes()).map_err(|e| Failure::writing("stdout", &e))
}
