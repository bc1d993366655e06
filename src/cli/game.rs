//! From options to a study: the rule set decides the game.

use super::failure::Failure;
use super::library::{find, library, option};
use super::names;
use super::options::{DiceArgs, RulesArgs, StudyArgs};
use super::outside::resolved;
use crate::lab::spec::{Spec, Study};

/// The rule set of a command that names none: the first of this game, or of the usual one.
pub fn usual_rules(game: Option<&str>) -> &'static str {
    let library = library();
    let game = game.and_then(|name| library.game(name)).unwrap_or(&library.games()[0]);
    game.presets()[0].name
}

/// Plays a batch, of this game if it must be one.
///
/// Errors: as every verb.
pub fn batch(rules: &RulesArgs, study: &StudyArgs, game: Option<&str>) -> Result<(), Failure> {
    let spec = study.spec(&rules.wanted(usual_rules(game)), game);
    let batch = resolved(spec, study.output.quiet, &option)?;
    let cells = batch.cells.len() as u64;
    if cells.checked_mul(batch.games).is_none() {
        let what = if study.dice.dice.is_none() { "rule sets" } else { "pairs of dice" };
        return Err(Failure::usage(format!(
            "--games {}: {cells} {what} make more than 2^64 - 1 games; use fewer",
            batch.games
        )));
    }
    let usual = library().games()[0].info().name;
    let verb = if batch.info().name == usual { "batch" } else { batch.info().name };
    let name = names::of_run(&batch, verb, Ok);
    study.play(batch, verb, &name)
}

/// Refuses what is about decks for a rule set of a game that has none.
///
/// Errors: exit code 64, and those of the rule set.
pub fn needs_deck(what: &str, rules: &str) -> Result<(), Failure> {
    let found = find("--rules", rules, true)?;
    let title = found.game.info().title;
    let why = format!("{title} is played without a deck; leave it out, or name rules of War");
    Failure::given(&[(what, !found.game.has_deck())], why)
}

/// The study of one rule set, with its two dice if it takes any, and what was typed for it: for verbs that
/// play no batch.
///
/// Errors: those of rule set and dice; `verb` is told that it takes one of each, and what is about a `deck`
/// that its game has none.
pub fn single(
    verb: &str,
    rules: &RulesArgs,
    dice: &DiceArgs,
    deck: Option<&str>,
) -> Result<(Study, String), Failure> {
    let typed = rules.only(verb, usual_rules(None))?;
    if let Some(option) = deck {
        needs_deck(option, &typed)?;
    }
    // A die may play alone against itself.
    let self_play = dice.dice.is_some();
    let spec = Spec { self_play, ..dice.spec(std::slice::from_ref(&typed), None) };
    let study = resolved(spec, false, &option)?;
    match study.cells.len() {
        1 => Ok((study, typed)),
        _ => {
            let what = format!("{verb}: one game is of two dice; choose them with --pair I,J");
            Err(Failure::usage(what))
        }
    }
}
