//! A study as the command that plays it again.

use std::collections::BTreeSet;
use std::slice;

use super::identity::Experiment;
use super::sweep::text_of;
use super::value::DiceOf;
use super::{Decks, Spec, Study};
use crate::core::cards::DealsFrom;
use crate::core::fields::flat;
use crate::core::wording::text::shell_quoted;

/// What a file of dice is called in the command that plays a run again: as it was typed, or by a name for its text.
pub fn dice_file(study: &Study) -> &str {
    match &study.spec.dice {
        Some(DiceOf::File(path)) if path != STDIN => path,
        _ => "dice.txt",
    }
}

/// What is typed for standard input, which nobody can give again.
const STDIN: &str = "-";

/// The command line by which its verb plays a study again, as it is typed; `None` where options alone cannot ask for
/// it.
pub fn command(study: &Study) -> Option<String> {
    let verb = study.verb.as_str();
    let is_whole = study.range() == study.whole();
    if let Some(Experiment { typed, .. }) = &study.experiment {
        let (file, options) = typed.split_first()?;
        let words = ["war-sim run".to_owned(), shell_quoted(file)].into_iter();
        let words: Vec<String> = words.chain(options.iter().cloned()).collect();
        // No option asks for some of its games.
        return is_whole.then(|| words.join(" "));
    }
    let is_own = verb == study.info().name;
    let is_played = is_own || verb == "batch" || verb == "compare";
    let is_there = match (&study.deals.from, &study.spec.decks) {
        (DealsFrom::Seed, _) => is_played,
        (DealsFrom::List(_), Some(Decks::File(path))) => is_played && path != STDIN,
        (DealsFrom::List(_), _) => false,
        (DealsFrom::Orders, _) => verb == "exact" && is_whole,
    };
    if !is_there || !study.swept.is_empty() {
        return None;
    }
    let rules = (0..study.rule_sets.len()).map(|k| rules_typed(study, k));
    let rules = rules.collect::<Option<Vec<(String, Vec<String>)>>>()?;
    let mut words = vec!["war-sim".to_owned()];
    words.extend((verb != "batch").then(|| verb.to_owned()));
    // Whoever plays it again knows how long it takes.
    words.extend((verb == "exact").then(|| "--yes".to_owned()));
    let names = rules.iter().map(|(rules, _)| shell_quoted(rules));
    if verb == "compare" {
        words.extend(names.clone());
    }
    if let Some(kind) = study.game.gear()["kind"].as_str() {
        words.extend((!is_own).then(|| "--dice".to_owned()));
        words.push(shell_quoted(dice_file(study)));
        let pair = kind.split_once("pair ").map(|(_, pair)| format!("--pair {pair}"));
        words.extend(pair);
        words.extend(kind.contains("self-play").then(|| "--self-play".to_owned()));
        // What is asked of several is asked once.
        let options: BTreeSet<&String> = rules.iter().flat_map(|(_, options)| options).collect();
        words.extend(options.into_iter().cloned());
    }
    if verb != "compare" {
        words.extend(names.flat_map(|rules| ["--rules".to_owned(), rules]));
    }
    let min_effect = study.spec.min_effect.clone();
    for asked in [Spec { min_effect, ..Spec::default() }, study.unusual()] {
        for (key, value) in asked.to_json().as_object()? {
            for value in value.as_array().map_or(slice::from_ref(value), Vec::as_slice) {
                let text = value.as_str().map_or_else(|| value.to_string(), shell_quoted);
                words.extend([Spec::option(key), text]);
            }
        }
    }
    Some(words.join(" "))
}

/// What to type for a rule set: as it was typed, or the built-in one of its name with the options that change
/// what options can.
fn rules_typed(study: &Study, k: usize) -> Option<(String, Vec<String>)> {
    if let Some(typed) = study.typed(k) {
        return Some((typed.to_owned(), Vec::new()));
    }
    let (game, named) = (&study.game, &study.rule_sets[k]);
    let usual = flat(&game.preset(&named.name)?.fields());
    let own = flat(&named.rules.fields()).into_iter().filter(|own| !usual.contains(own));
    let options = own.map(|(key, value)| {
        let is_option = game.info().told_beside.contains(&key.as_str());
        is_option.then(|| format!("{} {}", Spec::option(&key), text_of(&value)))
    });
    Some((named.name.clone(), options.collect::<Option<_>>()?))
}
