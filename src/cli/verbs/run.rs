//! `run`: plays an experiment file.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::library::library;
use crate::cli::number::whole;
use crate::cli::options::OutputArgs;
use crate::cli::running::play_and_print;
use crate::core::wording::number::share;
use crate::lab::refused::{Fault, Refused};
use crate::lab::spec::shipped::EXPERIMENTS;
use crate::lab::spec::{Experiment, Spec};
use crate::lab::study::play::check_playable;

/// Options of `run`.
#[derive(Clone, Debug, Args)]
#[command(before_help = "\
Examples:
  war-sim run pick-up-order                   one that comes with the program
  war-sim run my-question.toml --games 1e5")]
pub struct RunArgs {
    /// The experiment: a file, or the name of a built-in one
    #[arg(value_name = "FILE.toml")]
    pub file: PathBuf,

    /// Override the file's number of games
    #[arg(short = 'n', long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    pub games: Option<u64>,

    /// Override the file's seed
    #[arg(short, long, value_name = "S", value_parser = whole, allow_negative_numbers = true)]
    pub seed: Option<u64>,

    /// Override the file's confidence
    #[arg(long, value_name = "P", value_parser = share, allow_negative_numbers = true)]
    pub confidence: Option<f64>,

    /// Where the results go.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Runs the verb.
pub fn execute(args: &RunArgs) -> Result<(), Refused> {
    let (shown, text) = library().text(&args.file, EXPERIMENTS)?;
    let bad = |what: String| Refused::data(format!("{shown}: {what}"));
    // Files named in an experiment are looked for beside it first.
    let library = library().beside(args.file.parent().unwrap_or(Path::new("")));
    let spec = Spec::read(&text).map_err(bad)?;
    // What an option says, it says instead of the file.
    let engine = Some(args.output.engine.clone()).filter(|engine| engine != "auto");
    let given = [
        ("engine", engine.clone()),
        ("games", args.games.map(|games| games.to_string())),
        ("seed", args.seed.map(|seed| seed.to_string())),
        ("confidence", args.confidence.map(|share| share.to_string())),
    ];
    let spec = Spec {
        engine: engine.or(spec.engine),
        games: args.games.or(spec.games),
        seed: args.seed.or(spec.seed),
        confidence: args.confidence.or(spec.confidence),
        ..spec
    };
    let given: Vec<_> =
        given.iter().filter_map(|(key, value)| Some((*key, value.as_ref()?))).collect();
    let of_file = |error: Refused| match error.fault {
        _ if given.iter().any(|(key, _)| *key == error.key) => error,
        Fault::Usage => bad(error.in_file(&text)),
        // A file that this one names keeps its own fault.
        fault => Refused::new(fault, format!("{shown}: {}", error.in_file(&text))),
    };
    let mut study = spec.resolve(&library).map_err(of_file)?;
    check_playable(&study).map_err(of_file)?;
    // No path of a machine is kept.
    let file = if args.file.is_absolute() { args.file.file_name() } else { None };
    let file = file.unwrap_or(args.file.as_os_str());
    let mut typed = vec![file.to_string_lossy().into_owned()];
    for (key, value) in given.iter().filter(|(key, _)| *key != "engine") {
        typed.push(format!("--{key} {value}"));
    }
    study.experiment = Some(Experiment { typed, text: text.clone() });
    // Names in a file may be those of files beside it.
    study.spec.rules.clear();
    play_and_print(study.verb("run"), &args.output).map(drop)
}
