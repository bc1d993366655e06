//! What the studies of the commands need from outside: rule sets, files of dice and of decks.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::failure::{Failure, warn};
use super::library::{library, read, refused_as};
use super::verbs::play::{deck_list, whole_deck};
use crate::core::cards::{Card, DeckList};
use crate::core::game::AnyGame;
use crate::games::beggar;
use crate::lab::spec::rules::{Found, Library};
use crate::lab::spec::shipped::DICE;
use crate::lab::spec::{Outside, Refused, Spec, Study};

/// What a study needs from outside: files beside the one that names them come first, and what is
/// said of a rule set goes to stderr.
pub struct Files {
    library: Library,
    beside: PathBuf,
    quiet: bool,
    dice: RefCell<String>,
}

impl Files {
    /// What the commands know.
    pub fn new(beside: &Path, quiet: bool) -> Self {
        let (library, beside) = (library(), beside.to_owned());
        Self { library, beside, quiet, dice: RefCell::default() }
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
        let Some(game) = game else { return Ok(self.library.find(given)?) };
        let found = self.library.find_of(game, given)?;
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
        if study.info().name != "war" {
            let what = format!("a file of decks is for War, not for {}", study.info().title);
            return Err(Refused::new("decks", what));
        }
        deck_list(&self.near(given), study)
    }

    fn deal(&self, text: &str, study: &Study) -> Result<Vec<Card>, Refused> {
        let refused = |what: String| Refused::new("decks", format!("`{text}`: {what}"));
        let mut beggars =
            study.cells.iter().filter_map(|cell| cell.rules.rules::<beggar::rules::Rules>());
        if let Some(rules) = beggars.next() {
            let notation = beggar::notation::Notation::new(rules);
            let notation = notation.map_err(|e| refused(e.to_string()))?;
            let hands = notation.read(text).map_err(|e| refused(e.to_string()))?;
            let dealt = rules.split(hands.iter().map(Vec::len).sum());
            return Ok(dealt.deck(&hands));
        }
        if study.info().name != "war" {
            return Err(refused(format!("{} is played without a deck", study.info().title)));
        }
        whole_deck(text, study).map_err(refused)
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
