//! A study as the command that plays it again.

use std::slice;

use super::identity::Experiment;
use super::sweep::text_of;
use super::{Spec, Study};
use crate::core::cards::DealsFrom;
use crate::core::fields::flat;
use crate::core::wording::text::shell_quoted;

/// What a file of dice is called in the command that plays a run again.
pub const DICE_FILE: &str = "dice.txt";

/// The command line by which this verb plays a study again, as it is typed; `None` where options alone cannot ask for
/// it.
pub fn command(study: &Study, verb: &str) -> Option<String> {
    if let Some(Experiment { typed, .. }) = &study.experiment {
        let (file, options) = typed.split_first()?;
        let words = ["war-sim run".to_owned(), shell_quoted(file)].into_iter();
        return Some(words.chain(options.iter().cloned()).collect::<Vec<_>>().join(" "));
    }
    let gear = study.game.gear();
    let dice = gear["kind"].as_str().filter(|_| verb == study.info().name);
    let is_of_seed = matches!(study.deals.from, DealsFrom::Seed);
    if !is_of_seed || !study.swept.is_empty() || dice.is_none() && !gear.is_null() {
        return None;
    }
    let rules = (0..study.rule_sets.len()).map(|k| rules_typed(study, k));
    let rules = rules.collect::<Option<Vec<(String, Vec<String>)>>>()?;
    let mut words = vec!["war-sim".to_owned()];
    let names = rules.iter().map(|(rules, _)| shell_quoted(rules));
    if let Some(kind) = dice {
        words.extend([verb.to_owned(), DICE_FILE.into()]);
        let pair = kind.split_once("pair ").map(|(_, pair)| format!("--pair {pair}"));
        words.extend(pair);
        words.extend(kind.contains("self-play").then(|| "--self-play".to_owned()));
        words.extend(rules.iter().flat_map(|(_, options)| options.clone()));
    }
    match verb {
        verb if verb == "batch" || verb == study.info().name => {
            words.extend(names.flat_map(|rules| ["--rules".to_owned(), rules]));
        }
        "compare" => words.extend(std::iter::once("compare".to_owned()).chain(names)),
        _ => return None,
    }
    let min_effect = study.spec.min_effect.clone();
    for asked in [Spec { min_effect, ..Spec::default() }, study.unusual(verb)] {
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
        let is_option = game.told_beside().contains(&key.as_str());
        is_option.then(|| format!("{} {}", Spec::option(&key), text_of(&value)))
    });
    Some((named.name.clone(), options.collect::<Option<_>>()?))
}
