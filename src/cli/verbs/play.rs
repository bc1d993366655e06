//! `play`: single games of any game: a given deal, given hands, a game of a seed, or a file of deals.

mod answers;
pub mod args;

use std::fmt::Write;

use self::args::PlayArgs;
use crate::cli::failure::Failure;
use crate::cli::format::Format;
use crate::cli::game::single;
use crate::cli::output::Output;
use crate::cli::terminal;
use crate::core::cards::Seed;
use crate::core::game::{Asked, Dealt, Screen};
use crate::game::Scene;
use crate::lab::spec::Study;

/// Runs the verb.
pub fn run(args: &PlayArgs) -> Result<(), Failure> {
    let (study, typed) = one(args)?;
    if let Some(path) = &args.decks {
        let is_other = args.format.is_some_and(|format| format != Format::Csv);
        let given = [("--trace", args.trace), ("--format", is_other)];
        let why = "of --decks, each line is answered in csv; leave it out, or play one with --deck";
        Failure::given(&given, why)?;
        return answers::play(path, &study, Seed(args.seed));
    }
    let json = match args.format {
        None | Some(Format::Text) => false,
        Some(Format::Json) => true,
        Some(_) => {
            let what = "--format: csv is for --decks; one game is printed as text or json";
            return Err(Failure::usage(what));
        }
    };
    Failure::given(
        &[("--trace", args.trace && json)],
        "is for people; leave it out, or --format json",
    )?;
    let scene = scene(args, &study, &typed)?;
    let mut out = Output::stdout();
    let screen = Screen { width: terminal::width(), suits: terminal::is_watched() };
    print(&scene, args.trace, json, &mut out, screen);
    out.finish()
}

/// What `--format json` prints of one game, for a caller from another language.
///
/// Errors: as the verb's.
pub fn json(args: &PlayArgs) -> Result<String, Failure> {
    let (study, typed) = one(args)?;
    let scene = scene(args, &study, &typed)?;
    Ok(scene.json())
}

/// Writes one game; `out` keeps an error of its own.
fn print(scene: &Scene, traced: bool, json: bool, out: &mut dyn Write, screen: Screen) {
    let _ = match (traced, json) {
        (true, false) => scene.trace(out, screen),
        (_, true) => out.write_str(&scene.json()),
        (false, false) => out.write_str(&scene.text(screen)),
    };
}

/// The rule set that is asked for, with its dice, and what to type to get it.
fn one(args: &PlayArgs) -> Result<(Study, String), Failure> {
    single("play", &args.rules, &args.dice, args.deck.is_some().then_some("--deck"))
}

/// The one game that is asked for.
fn scene(args: &PlayArgs, study: &Study, typed: &str) -> Result<Scene, Failure> {
    let rules = &study.cells[0].rules;
    let asked = |dealt, game| Asked {
        name: &study.rule_sets[0].name,
        typed,
        dealt,
        ..Asked::of_seed(Seed(args.seed), game)
    };
    let (option, dealt) = match &args.deck {
        Some(deck) => ("--deck: ", Dealt::Deal(deck.as_bytes())),
        _ if args.game.is_some() || !study.game.has_deck() => ("play: ", Dealt::OfSeed),
        _ => {
            return Err(Failure::usage(
                "play: no deck; give one with --deck \"2 3 4 5\", many with --decks FILE, or a game of the seed \
                 with --game I",
            ));
        }
    };
    let scene = rules.scene(&asked(dealt, args.game.unwrap_or(0)));
    scene.map_err(|e| Failure::usage(format!("{option}{e}")))
}
