//! `play`: one given deck, two given hands, a game of a seed, or a file of decks.

mod answers;
pub mod args;
mod block;
mod events;
pub(super) mod lines;
pub(super) mod source;
mod summary;

use std::fmt::Write;
use std::path::Path;

use self::args::{PlayArgs, PlayFormat};
use self::source::Game;
use crate::cli::failure::Failure;
use crate::cli::output::Output;
use crate::cli::rule_names::{self, NamedRules};
use crate::core::cards::text::{self, Given};
use crate::core::cards::{Card, DeckList, GameIndex, Seed};
use crate::games::war::trace::{Ledger, Listing, TraceForm};
use crate::games::war::{Reference, Rules};
use crate::lab::spec::{Refused, Study};

/// Runs the verb.
pub fn run(args: &PlayArgs) -> Result<(), Failure> {
    let given_rules = args.change.of(&args.rules);
    let rules = rule_names::find(&given_rules)?;
    let seed = Seed(args.seed);
    if let (Some(path), None) = (&args.decks, args.line) {
        return answers::play(path, rules, seed, answers_format(args)?);
    }
    let format = match args.format {
        None | Some(PlayFormat::Text) => PlayFormat::Text,
        Some(PlayFormat::Json) => PlayFormat::Json,
        Some(PlayFormat::Csv | PlayFormat::Jsonl) => {
            return Err(Failure::usage(
                "--format: csv and jsonl are for --decks without --line; one game is printed as \
                 text or json",
            ));
        }
    };
    let game = game_of(args, &given_rules, &rules)?;
    let mut out = Output::stdout();
    play(&game, &rules, seed, args.trace, format, &mut out);
    out.finish()
}

/// What `--format json` prints of one game, for a caller from another language.
///
/// Errors: as the verb's.
pub fn json(args: &PlayArgs) -> Result<String, Failure> {
    let given_rules = args.change.of(&args.rules);
    let rules = rule_names::find(&given_rules)?;
    let game = game_of(args, &given_rules, &rules)?;
    let mut lines = String::new();
    play(&game, &rules, Seed(args.seed), args.trace, PlayFormat::Json, &mut lines);
    Ok(lines)
}

/// The one game that is asked for.
fn game_of(args: &PlayArgs, given_rules: &str, rules: &NamedRules) -> Result<Game, Failure> {
    let given_index = GameIndex(args.game.unwrap_or(0));
    Ok(match args {
        PlayArgs { deck: Some(text), .. } => {
            Game::given(&source::deck(text, &rules.rules)?, given_index, &rules.rules)
        }
        PlayArgs { hands: Some(texts), .. } => {
            Game::given(&source::hands(texts, &rules.rules)?, given_index, &rules.rules)
        }
        PlayArgs { decks: Some(path), line: Some(line), .. } => of_line(path, *line, rules)?,
        PlayArgs { game: Some(_), .. } => {
            Game::of_seed(Seed(args.seed), given_index, given_rules, rules)
        }
        _ => {
            return Err(Failure::usage(
                "play: no deck; give one with --deck \"2 3 4 5\", two hands with --hands A B, \
                 many decks with --decks FILE, or a game of the seed with --game I",
            ));
        }
    })
}

/// The format of a file's answers.
fn answers_format(args: &PlayArgs) -> Result<summary::Form, Failure> {
    if args.trace {
        return Err(Failure::usage(
            "--decks with --trace would show every game; choose one with --line K",
        ));
    }
    match args.format {
        None | Some(PlayFormat::Csv) => Ok(summary::Form::Csv),
        Some(PlayFormat::Jsonl) => Ok(summary::Form::JsonLines),
        Some(PlayFormat::Text | PlayFormat::Json) => Err(Failure::usage(
            "--decks with --format text or json: a file's answers are csv or jsonl; use --format \
             jsonl, or choose one deck with --line K",
        )),
    }
}

/// The game of one line of a file.
fn of_line(path: &Path, line: u64, rules: &NamedRules) -> Result<Game, Failure> {
    let (given, index) = lines::nth(path, line, &rules.rules)?;
    let mut game = Game::given(&given, index, &rules.rules);
    let name = lines::name_of(path);
    game.origin.push(("deck", format!("line {line} of {name}")));
    Ok(game)
}

/// Plays one game and writes it; `out` keeps an error of its own.
fn play(
    game: &Game,
    rules: &NamedRules,
    seed: Seed,
    traced: bool,
    format: PlayFormat,
    mut out: &mut dyn Write,
) {
    let mut engine = Reference::new(rules.rules.clone(), seed);
    let hands = || game.hands.clone();
    let ranks =
        || game.hands.each_ref().map(|hand| hand.iter().map(|card| card.rank).collect::<Vec<_>>());
    let json = format == PlayFormat::Json;
    let result = match (traced, json) {
        (false, _) => engine.play_hands(ranks().each_ref().map(Vec::as_slice), game.index),
        (true, false) => {
            let players = rules.display.players;
            let result = match rules.display.trace {
                TraceForm::Ledger => {
                    // Where the cycle begins is known once it has come round.
                    let result =
                        engine.play_hands(ranks().each_ref().map(Vec::as_slice), game.index);
                    let ledger = Ledger::new(&mut out, players, game.names, &game.hands);
                    let mut ledger = ledger.mark(&result);
                    engine.observe_hands(hands(), game.index, &mut ledger)
                }
                TraceForm::Listing => {
                    let mut listing = Listing::new(&mut out, players);
                    engine.observe_hands(hands(), game.index, &mut listing)
                }
            };
            let _ = out.write_str("\n");
            result
        }
        (true, true) => {
            let mut events = events::JsonLines::new(&mut out, &game.hands);
            engine.observe_hands(hands(), game.index, &mut events)
        }
    };
    let _ = out.write_str(&match json {
        true => summary::json(None, &result, engine.cards_left()),
        false => summary::text(&game.origin, rules, &result),
    });
}

/// A deck in words that every rule set of a study of War can play.
///
/// Errors: a sentence; two hands are no deck.
pub fn whole_deck(text: &str, study: &Study) -> Result<Vec<Card>, String> {
    let mut given = Given::default();
    text::read(text.as_bytes(), &mut given).map_err(|e| e.to_string())?;
    if given.hands().is_some() {
        return Err("it contains two hands; write the cards in dealing order".into());
    }
    for rules in study.cells.iter().filter_map(|cell| cell.rules.rules::<Rules>()) {
        rules.check_deck(&given.cards).map_err(|e| e.to_string())?;
    }
    Ok(given.cards)
}

/// The decks of a file, one per line, for a batch.
///
/// Errors: a line that is not a deck, or contains two hands.
pub fn deck_list(path: &Path, study: &Study) -> Result<DeckList, Refused> {
    Ok(lines::list(path, study)?)
}
