//! What a study needs from outside its value: rule sets, dice and decks by name.

use std::path::Path;

use super::Study;
use super::refused::{Fault, Refused};
use super::rules::{FoundRules, Library};
use super::shipped::DICE;
use crate::core::cards::{Card, DeckList};
use crate::game::Game;

/// What a study needs from outside its value.
pub trait Outside {
    /// The games and their rule sets.
    fn library(&self) -> &Library;

    /// Finds a rule set by name; of this game, where it is known.
    ///
    /// Errors: what is wrong, without the place.
    fn find(&self, given: &str, game: Option<&Game>) -> Result<FoundRules, Refused> {
        let library = self.library();
        game.map_or_else(|| library.find(given), |game| library.find_of(game, given))
    }

    /// Reads a file that a game is played with: its path as shown, and its text.
    ///
    /// Errors: as [`Outside::find`].
    fn gear(&self, given: &str) -> Result<(String, String), Refused> {
        self.library().text(Path::new(given), DICE)
    }

    /// The refusal of what such a file holds, as it may be told.
    ///
    /// Errors: none; the refusal itself, or another one without the text of the file.
    fn told(&self, _given: &str, refused: Refused) -> Refused {
        refused
    }

    /// Reads a file of decks that every cell of the study can play.
    ///
    /// Errors: as [`Outside::find`].
    fn decks(&self, given: &str, _: &Study) -> Result<DeckList, Refused> {
        Err(Refused::new(Fault::Usage, format!("{given}: files of decks are not read here")))
    }

    /// Reads a deck as people write those of the study's game.
    ///
    /// Errors: as [`Outside::find`].
    fn deal(&self, text: &str, _: &Study) -> Result<Vec<Card>, Refused> {
        Err(Refused::key("decks", format!("`{text}`: written decks are not read here")))
    }
}

impl Outside for Library {
    fn library(&self) -> &Library {
        self
    }
}
