//! What is found by its name.

use super::options::{DiceArgs, RulesArgs};
use crate::game::Game;
use crate::lab::refused::Refused;
use crate::lab::spec::rules::Library;
use crate::lab::spec::{NamedRules, Spec, Study};
use crate::lab::store::disk::read_input;

/// What finds rule sets, dice and decks by name.
pub fn library() -> Library {
    Library::new(read_input)
}

/// Finds a rule set of any game.
///
/// Errors: [`Refused`].
pub fn find(given: &str) -> Result<NamedRules, Refused> {
    let found = library().find(given, None);
    found.map_err(|error| Refused { key: "rules", ..error.valued(given) })
}

/// The rule set of a command that names none: the first of this game, or of the usual one.
pub fn usual_rules(game: Option<&str>) -> &'static str {
    game.and_then(Game::named).unwrap_or_default().presets()[0].name
}

/// Refuses what is about decks for a rule set of a game that has none.
///
/// Errors: exit code 64, and those of the rule set.
pub fn needs_deck(what: &str, rules: &str) -> Result<(), Refused> {
    let game = find(rules)?.rules.game();
    let title = game.info().title;
    let why = format!("{title} is played without a deck; leave it out, or name rules of War");
    Refused::given(&[(what, !game.has_deck())], why)
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
) -> Result<(Study, String), Refused> {
    if let [_, second, ..] = rules.rules.as_slice() {
        let what = format!("--rules {second}: {verb} takes one rule set; leave it out");
        return Err(Refused::usage(what));
    }
    let typed = rules.wanted(usual_rules(None)).concat();
    if let Some(option) = deck {
        needs_deck(option, &typed)?;
    }
    // A die may play alone against itself.
    let self_play = dice.dice.is_some();
    let spec = Spec { self_play, ..dice.spec(std::slice::from_ref(&typed), None) };
    let study = spec.resolve(&library())?;
    match study.cells.len() {
        1 => Ok((study, typed)),
        _ => {
            let what = format!("{verb}: one game is of two dice; choose them with --pair I,J");
            Err(Refused::usage(what))
        }
    }
}
