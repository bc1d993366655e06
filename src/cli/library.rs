//! What is found by its name, and how it is said that something cannot be played.

use super::failure::{Refused, warn};
use super::options::{DiceArgs, RulesArgs};
use crate::lab::spec::refused::UNREAD_ROWS;
use crate::lab::spec::rules::{FoundRules, Library};
use crate::lab::spec::{Spec, Study};
use crate::lab::store::disk::read_input;

/// The games and their rule sets.
pub fn library() -> Library {
    Library::new(read_input)
}

/// Finds a rule set of any game that was named by this option; its notes go to stderr unless `quiet`.
pub fn find(option: &str, given: &str, quiet: bool) -> Result<FoundRules, Refused> {
    let found = library().find(given).map_err(|error| {
        let refused = Refused { key: "rules", value: Some(Box::new(given.into())), ..error };
        refused_as(&refused, &|_| option.to_owned())
    })?;
    if !quiet {
        found.rules.cautions.iter().for_each(warn);
    }
    Ok(found)
}

/// The study that the options ask for, where the option of a key has this name.
///
/// Errors: exit code 64, and those of the files that it names.
pub fn resolved(spec: Spec, name: &dyn Fn(&str) -> String) -> Result<Study, Refused> {
    spec.resolve(&library()).map_err(|error| refused_as(&error, name))
}

/// The rule set of a command that names none: the first of this game, or of the usual one.
pub fn usual_rules(game: Option<&str>) -> &'static str {
    let library = library();
    let game = game.and_then(|name| library.game(name)).unwrap_or(&library.games()[0]);
    game.presets()[0].name
}

/// Refuses what is about decks for a rule set of a game that has none.
///
/// Errors: exit code 64, and those of the rule set.
pub fn needs_deck(what: &str, rules: &str) -> Result<(), Refused> {
    let found = find("--rules", rules, true)?;
    let title = found.game.info().title;
    let why = format!("{title} is played without a deck; leave it out, or name rules of War");
    Refused::given(&[(what, !found.game.has_deck())], why)
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
    let typed = rules.only(verb, usual_rules(None))?;
    if let Some(option) = deck {
        needs_deck(option, &typed)?;
    }
    // A die may play alone against itself.
    let self_play = dice.dice.is_some();
    let spec = Spec { self_play, ..dice.spec(std::slice::from_ref(&typed), None) };
    let study = resolved(spec, &option)?;
    study.cautions.iter().for_each(warn);
    match study.cells.len() {
        1 => Ok((study, typed)),
        _ => {
            let what = format!("{verb}: one game is of two dice; choose them with --pair I,J");
            Err(Refused::usage(what))
        }
    }
}

/// The failure of a study that cannot be made.
pub fn refused(error: &Refused) -> Refused {
    refused_as(error, &option)
}

/// As [`refused`], where the option of a key has this name.
pub fn refused_as(error: &Refused, name: &dyn Fn(&str) -> String) -> Refused {
    Refused::new(error.fault, error.as_option(name))
}

/// The option that asks what a key of an experiment does, or what a command line says to mend.
pub fn option(key: &str) -> String {
    option_of(key, "--name")
}

/// As [`option`], where this option names the folder of the run.
pub fn option_of(key: &str, folder: &str) -> String {
    match key {
        "folder" => format!("use another {folder}"),
        "overwrite" => format!("use another {folder}, or --force to overwrite it"),
        "replace" => "use --force to replace it".into(),
        "wait" => format!("wait for it, or use another {folder}"),
        UNREAD_ROWS => "let it read them all, or leave --per-game out".into(),
        "lost" => "play the run again, with --force".into(),
        "anew" => "leave --resume out, or add --force, to play the run again".into(),
        "orders" => "exact".into(),
        key => Spec::option(key),
    }
}
