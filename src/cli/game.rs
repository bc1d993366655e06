//! From options to a study: the rule set decides the game.

use toml::{Table, Value};

use super::failure::Failure;
use super::library::{find, library, not_found, option};
use super::names;
use super::options::{DiceArgs, RulesArgs, StudyArgs};
use super::outside::resolved;
use crate::lab::spec::value::DiceOf;
use crate::lab::spec::{Decks, Spec, Study};

/// The rule set of a command that names none: the first of this game, or of the usual one.
pub fn usual_rules(game: Option<&str>) -> &'static str {
    let library = library();
    let game = game.and_then(|name| library.game(name)).unwrap_or(&library.games()[0]);
    game.presets()[0].name
}

impl RulesArgs {
    /// The rule sets as typed, with the changes; the usual one where none is named.
    pub fn wanted(&self, usual: &str) -> Vec<String> {
        match self.rules.as_slice() {
            [] => vec![self.change.of(usual)],
            given => given.iter().map(|given| self.change.of(given)).collect(),
        }
    }

    /// The one rule set of a verb that takes no second.
    ///
    /// Errors: exit code 64 where there are several.
    pub fn only(&self, verb: &str, usual: &str) -> Result<String, Failure> {
        if let [_, second, ..] = self.rules.as_slice() {
            let what = format!("--rules {second}: {verb} takes one rule set; leave it out");
            return Err(Failure::usage(what));
        }
        Ok(self.wanted(usual).concat())
    }
}

impl DiceArgs {
    /// Asks for these rule sets, each counted for itself, with these dice; all of this game if it must be
    /// one.
    ///
    /// Errors: those of rule sets; exit code 64 for options that change no field.
    pub fn spec(&self, wanted: &[String], game: Option<&str>) -> Result<Spec, Failure> {
        let mut spec = Spec {
            game: game.map(str::to_owned),
            dice: self.dice.as_ref().map(|file| DiceOf::File(file.to_string_lossy().into())),
            pair: self.pair.clone(),
            compare: Some(false),
            ..Spec::of_rules(wanted)
        };
        let start = self.start.clone().map(|word| ("start", Value::String(word)));
        let limit = self.roll_limit.map(|rolls| ("roll_limit", Value::Integer(rolls.into())));
        let over: Vec<(&str, Value)> = start.into_iter().chain(limit).collect();
        let library = library();
        for (given, entry) in wanted.iter().zip(&mut spec.rules).filter(|_| !over.is_empty()) {
            let found = match game.and_then(|name| library.game(name)) {
                Some(game) => library.find_of(game, given),
                None => library.find(given),
            };
            let found = found.map_err(|error| not_found("--rules", given, error))?;
            let fields = found.rules.fields();
            if let Some((key, _)) = over.iter().find(|(key, _)| !fields.contains_key(*key)) {
                let (option, title) = (option(key), found.game.info().title);
                let what =
                    format!("{option}: the rules of {title} have no such field; leave it out");
                return Err(Failure::usage(what));
            }
            // Tables have a column for what the options change, so the name stays.
            let named = [("base", given.clone()), ("name", found.name)];
            let fields = named.map(|(key, word)| (key, Value::String(word)));
            let fields = fields.into_iter().chain(over.clone());
            let fields = fields.map(|(key, value)| (key.to_owned(), value));
            *entry = Value::Table(fields.collect::<Table>());
        }
        Ok(spec)
    }
}

impl StudyArgs {
    /// What is asked of these rule sets, of this game if it must be one.
    ///
    /// Errors: [`DiceArgs::spec`]'s.
    pub fn spec(&self, wanted: &[String], game: Option<&str>) -> Result<Spec, Failure> {
        let Self { sample, dice, ranking, question, output, .. } = self;
        let decks = sample.decks.as_ref().map(|path| path.to_string_lossy().into());
        Ok(Spec {
            self_play: ranking.self_play,
            rank_by: ranking.rank_by.clone().filter(|by| by == "score"),
            seed: Some(sample.seed),
            games: sample.games,
            first_game: (sample.first_game > 0).then_some(sample.first_game),
            decks: decks.map(Decks::File),
            confidence: Some(question.confidence),
            until: question.until.clone(),
            by: question.by.clone(),
            engine: Some(output.engine.clone()),
            ..dice.spec(wanted, game)?
        })
    }
}

/// Plays a batch, of this game if it must be one.
///
/// Errors: as every verb.
pub fn batch(rules: &RulesArgs, study: &StudyArgs, game: Option<&str>) -> Result<(), Failure> {
    let spec = study.spec(&rules.wanted(usual_rules(game)), game)?;
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
    study.perform(batch, verb, name)
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
    let spec = Spec { self_play, ..dice.spec(std::slice::from_ref(&typed), None)? };
    let study = resolved(spec, false, &option)?;
    match study.cells.len() {
        1 => Ok((study, typed)),
        _ => {
            let what = format!("{verb}: one game is of two dice; choose them with --pair I,J");
            Err(Failure::usage(what))
        }
    }
}
