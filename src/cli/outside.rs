//! What the studies of the commands need from outside: rule sets, files of dice and of decks.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::decks;
use super::failure::{Failure, warn};
use super::library::{library, read, refused_as};
use crate::core::cards::{Card, DeckList};
use crate::core::game::AnyGame;
use crate::lab::spec::rules::{Found, Library};
use crate::lab::spec::shipped::DICE;
use crate::lab::spec::{Outside, Refused, Spec, Study, has_deck};

/// What a study needs from outside: files beside the one that names them come first, and what is
/// said of a rule set goes to stderr.
pub struct Files {
    library: Library,
    beside: PathBuf,
    quiet: bool,
    dice: RefCell<String>,
    /// The rule set of standard input, which can be read once.
    piped: RefCell<Option<Found>>,
}

impl Files {
    /// What the commands know.
    pub fn new(beside: &Path, quiet: bool) -> Self {
        let (library, beside) = (library(), beside.to_owned());
        Self { library, beside, quiet, dice: RefCell::default(), piped: RefCell::default() }
    }

    /// The text of the file of dice that was read.
    pub fn dice(&self) -> String {
        self.dice.borrow().clone()
    }

    fn near(&self, given: &str) -> PathBuf {
        let near = self.beside.join(given);
        if near.is_file() { near } else { PathBuf::from(given) }
    }
}

impl Outside for Files {
    fn library(&self) -> &Library {
        &self.library
    }

    fn find(&self, given: &str, game: Option<&Arc<dyn AnyGame>>) -> Result<Found, Refused> {
        let file = given.split('{').next().unwrap_or_default().trim_end();
        let is_beside = file.ends_with(".toml") && self.beside.join(file).is_file();
        let near = self.beside.join(given).to_string_lossy().into_owned();
        let given = if is_beside { &near } else { given };
        let Some(game) = game else {
            let found = self.library.find(given)?;
            if given == "-" {
                self.piped.replace(Some(found.clone()));
            }
            return Ok(found);
        };
        let piped = self.piped.borrow().clone().filter(|_| given == "-");
        let found = piped.map_or_else(|| self.library.find_of(game, given), Ok)?;
        if !self.quiet {
            found.notes.iter().for_each(warn);
        }
        Ok(found)
    }

    fn gear(&self, given: &str) -> Result<(String, String), Refused> {
        let read = read(&self.near(given), DICE)?;
        self.dice.replace(read.1.clone());
        Ok(read)
    }

    fn decks(&self, given: &str, study: &Study) -> Result<DeckList, Refused> {
        if !has_deck(&*study.game) {
            let what = format!("{} is played without decks; leave it out", study.info().title);
            return Err(Refused::new("decks", what));
        }
        Ok(decks::deals_of(study, &self.near(given))?)
    }

    fn deal(&self, text: &str, study: &Study) -> Result<Vec<Card>, Refused> {
        let deck = decks::deck_of(text.as_bytes(), study);
        deck.map_err(|what| Refused::new("decks", format!("`{text}`: {what}")))
    }
}

/// The study that the options ask for, where the option of a key has this name.
///
/// Errors: exit code 64, and those of the files that it names.
pub fn resolved(
    spec: Spec,
    files: &Files,
    name: &dyn Fn(&str) -> String,
) -> Result<Study, Failure> {
    spec.resolve(files).map_err(|error| refused_as(&error, name))
}
