//! What is found by its name, and how it is said that something cannot be played.

use super::failure::{Failure, warn};
use crate::lab::spec::refused::UNREAD_ROWS;
use crate::lab::spec::rules::{FoundRules, Library};
use crate::lab::spec::{Refused, Spec};
use crate::lab::store::disk::read_input;

/// The games and their rule sets.
pub fn library() -> Library {
    Library::new(read_input)
}

/// The failure of a rule set that was not found; `option` is where it was named.
pub fn not_found(option: &str, given: &str, error: Refused) -> Failure {
    let refused = Refused { key: "rules", value: Some(Box::new(given.into())), ..error };
    refused_as(&refused, &|_| option.to_owned())
}

/// Finds a rule set of any game; its notes go to stderr unless `quiet`.
pub fn find(option: &str, given: &str, quiet: bool) -> Result<FoundRules, Failure> {
    let found = library().find(given).map_err(|error| not_found(option, given, error))?;
    if !quiet {
        found.notes.iter().for_each(warn);
    }
    Ok(found)
}

/// The failure of a study that cannot be made.
pub fn refused(error: &Refused) -> Failure {
    refused_as(error, &option)
}

/// As [`refused`], where the option of a key has this name.
pub fn refused_as(error: &Refused, name: &dyn Fn(&str) -> String) -> Failure {
    Failure::new(error.fault, error.as_option(name))
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
