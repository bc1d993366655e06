//! What the verbs that are about somebody's program ask: a rule set of War, and random decks.

use super::failure::Failure;
use super::library::{find, library};
use crate::check::suites::Random;
use crate::core::cards::Seed;
use crate::games::war::rules::Rules;

/// Most decks of a random suite: all of them are kept until the end.
const MOST_DECKS: u64 = 1_000_000;

/// A rule set of War and what it is called.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedRules {
    /// The built-in name, or the file's name without `.toml`.
    pub name: String,
    /// The rules.
    pub rules: Rules,
}

/// A rule set of War that gives one answer for a deck, for this verb.
///
/// Errors: it is none.
pub fn rules(verb: &str, given: &str) -> Result<NamedRules, Failure> {
    let found = find(&library(), "--rules", given, false)?;
    let Some(rules) = found.rules.war() else {
        return Err(Failure::usage(format!(
            "{verb} --rules {given}: it is a rule set of {}, and `{verb}` is about War; `war-sim rules` \
             lists the rule sets of War",
            found.game.info().title
        )));
    };
    without_chance(verb, given, rules.has_in_game_randomness())?;
    Ok(NamedRules { name: found.name, rules: rules.clone() })
}

/// Refuses rules by which chance decides after the deal.
pub fn without_chance(verb: &str, given: &str, has_chance: bool) -> Result<(), Failure> {
    if has_chance {
        return Err(Failure::usage(format!(
            "{verb} --rules {given}: chance decides who wins there, so no answer is right or wrong; \
             choose rules without shuffling inside a game"
        )));
    }
    Ok(())
}

/// What is random in the suites.
pub fn random(seed: u64, decks: u64) -> Result<Random, Failure> {
    if decks > MOST_DECKS {
        return Err(Failure::usage(format!("-n {decks}: at most {MOST_DECKS} are played")));
    }
    Ok(Random { seed: Seed(seed), decks })
}
