//! From what `--rules` was given to a rule set of War, for the verbs that are about War.

use super::failure::Failure;
use super::library::{find as find_any, library};
use crate::core::wording::text::shell_quoted;
use crate::games::war::presets;
use crate::games::war::rules::Rules;
use crate::games::war::trace::Display;

/// A rule set of War and what it is called.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedRules {
    /// The built-in name, or the file's name without `.toml`.
    pub name: String,
    /// The rules.
    pub rules: Rules,
    /// How its games are shown.
    pub display: Display,
}

/// Finds a rule set of War, for this verb: a built-in name, a name in `experiments/rules/`, or a path.
///
/// Errors: an unknown name is bad usage and suggests the nearest; a file that is missing or cannot
/// be used is bad input.
pub fn find(verb: &str, given: &str) -> Result<NamedRules, Failure> {
    let found = find_any(&library(), "--rules", given, false)?;
    let Some(rules) = found.rules.rules::<Rules>() else {
        let info = found.game.info();
        let rules = shell_quoted(given);
        return Err(Failure::usage(format!(
            "{verb} --rules {given}: it is a rule set of {}, and `{verb}` is about War; \
             `war-sim check --rules {rules} -- COMMAND` checks a program against it, and `war-sim rules` \
             lists the rule sets of War",
            info.title
        )));
    };
    if rules.players > 2 {
        return Err(Failure::usage(format!(
            "{verb} --rules {given}: players = {}, and `{verb}` is for two; `war-sim play` plays it",
            rules.players
        )));
    }
    let display = presets::find(given).map(|preset| preset.display).unwrap_or_default();
    Ok(NamedRules { name: found.name, rules: rules.clone(), display })
}
