//! What is found by its name, and how it is said that something cannot be played.

use std::sync::Arc;

use super::failure::{Failure, Kind, warn};
use crate::core::game::AnyGame;
use crate::games;
use crate::lab::spec::StudyError;
use crate::lab::spec::rules::{FindError, Found, Library};
use crate::lab::store::disk::read_input;

/// The games and their rule sets.
pub fn library() -> Library {
    Library::new(games::all(), read_input)
}

/// Checks that the last index of a sample fits 64 bits.
pub fn check_range(first_game: u64, games: u64) -> Result<(), Failure> {
    if first_game.checked_add(games).is_some() {
        return Ok(());
    }
    Err(Failure::usage(format!(
        "--first-game {first_game} and --games {games}: the index of the last game must be below \
         2^64 - 1; use smaller numbers"
    )))
}

/// Checks a confidence.
pub fn check_confidence(confidence: f64) -> Result<f64, Failure> {
    if confidence > 0.0 && confidence < 1.0 {
        return Ok(confidence);
    }
    Err(Failure::usage(format!(
        "--confidence {confidence}: must be between 0 and 1, such as 0.95 or 0.99"
    )))
}

/// The failure of a rule set that was not found; `option` is where it was named.
pub fn not_found(option: &str, given: &str, error: &FindError) -> Failure {
    match error {
        FindError::Read { path, source } => Failure::reading(path, source),
        FindError::File { .. } => Failure::data(error.to_string()),
        FindError::Unknown { .. } | FindError::OtherGame { .. } | FindError::Changes(_) => {
            Failure::usage(format!("{option} {given}: {error}"))
        }
    }
}

/// Finds a rule set of any game; its notes go to stderr unless `quiet`.
pub fn find(library: &Library, option: &str, given: &str, quiet: bool) -> Result<Found, Failure> {
    noted(library.find(given), option, given, quiet)
}

/// As [`find`], of this game only.
pub fn find_of(
    library: &Library,
    game: &Arc<dyn AnyGame>,
    option: &str,
    given: &str,
    quiet: bool,
) -> Result<Found, Failure> {
    noted(library.find_of(game, given), option, given, quiet)
}

fn noted(
    found: Result<Found, FindError>,
    option: &str,
    given: &str,
    quiet: bool,
) -> Result<Found, Failure> {
    let found = found.map_err(|error| not_found(option, given, &error))?;
    if !quiet {
        found.notes.iter().for_each(warn);
    }
    Ok(found)
}

/// The failure of a study that cannot be made.
pub fn refused(error: &StudyError) -> Failure {
    match error {
        StudyError::Unsupported(error) => Failure::usage(format!("--engine: {error}")),
        StudyError::Rules(what) | StudyError::Invalid(what) => Failure::usage(what.clone()),
        StudyError::Stopped => Failure::new(Kind::Interrupted, error.to_string()),
        StudyError::Counts(what) => Failure::new(Kind::Internal, what.clone()),
    }
}
