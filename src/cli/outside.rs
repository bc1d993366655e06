//! What the studies of the commands need from outside: rule sets, files of dice and of decks.

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use super::decks;
use super::failure::{Failure, warn};
use super::library::{library, refused_as};
use crate::core::cards::{Card, DeckList};
use crate::core::wording::text::shell_quoted;
use crate::game::Game;
use crate::lab::refused::Shown as _;
use crate::lab::spec::refused::Fault;
use crate::lab::spec::rules::{FoundRules, Library};
use crate::lab::spec::shipped::DICE;
use crate::lab::spec::{Outside, Refused, Spec, Study};

/// What a study needs from outside: files beside the one that names them come first, and what is
/// said of a rule set goes to stderr.
pub struct Files {
    library: Library,
    /// The folder of the file that names the others; `None` where somebody typed their names.
    beside: Option<PathBuf>,
    quiet: bool,
    /// The rule set of standard input, which can be read once.
    piped: RefCell<Option<FoundRules>>,
}

impl Files {
    /// What the commands know.
    pub fn new(quiet: bool) -> Self {
        Self { library: library(), beside: None, quiet, piped: RefCell::default() }
    }

    /// The same of an experiment in this folder.
    pub fn beside(folder: &Path, quiet: bool) -> Self {
        Self { beside: Some(folder.to_owned()), ..Self::new(quiet) }
    }

    fn near(&self, given: &str) -> PathBuf {
        let near = self.beside.iter().map(|folder| folder.join(given)).find(|near| near.is_file());
        near.unwrap_or_else(|| PathBuf::from(given))
    }

    /// The refusal of a file without its text, where an experiment names a file that is neither in its
    /// own folder nor in this one: whoever wrote the experiment may not be who may read that file.
    fn untold(&self, path: &Path, see_it: &str, refused: Refused) -> Refused {
        let Some(folder) = &self.beside else { return refused };
        let real = |path: &Path| std::fs::canonicalize(path).ok();
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let is_inside = |file: &PathBuf| {
            let folders = [folder, Path::new(".")].map(real);
            folders.into_iter().flatten().any(|folder| file.starts_with(folder))
        };
        match real(path) {
            Some(file) if refused.fault == Fault::Data && !is_inside(&file) => {
                let (shown, quoted) = (path.shown(), shell_quoted(&path.to_string_lossy()));
                let what = format!(
                    "{shown}: it cannot be used, and is outside the experiment's folder and this one, \
                     so its text is not shown; `war-sim {see_it} {quoted}` shows what is wrong with it"
                );
                Refused { what, ..refused }
            }
            _ => refused,
        }
    }
}

impl Outside for Files {
    fn library(&self) -> &Library {
        &self.library
    }

    fn find(&self, given: &str, game: Option<&Game>) -> Result<FoundRules, Refused> {
        let file = given.split('{').next().unwrap_or_default().trim_end();
        let near = self.near(file);
        let is_beside = file.ends_with(".toml") && near != Path::new(file);
        let joined = format!("{}{}", near.display(), &given[file.len()..]);
        let given = if is_beside { &joined } else { given };
        let untold = |refused| self.untold(&near, "rules", refused);
        let Some(game) = game else {
            let found = self.library.find(given).map_err(untold)?;
            if given == "-" {
                self.piped.replace(Some(found.clone()));
            }
            return Ok(found);
        };
        let piped = self.piped.borrow().clone().filter(|_| given == "-");
        let found = piped.map_or_else(|| self.library.find_of(game, given), Ok).map_err(untold)?;
        if !self.quiet {
            found.notes.iter().for_each(warn);
        }
        Ok(found)
    }

    fn gear(&self, given: &str) -> Result<(String, String), Refused> {
        self.library.text(&self.near(given), DICE)
    }

    fn told(&self, given: &str, refused: Refused) -> Refused {
        self.untold(&self.near(given), "ludo", refused)
    }

    fn decks(&self, given: &str, study: &Study) -> Result<DeckList, Refused> {
        if !study.game.has_deck() {
            let what = format!("{} is played without decks; leave it out", study.info().title);
            return Err(Refused::key("decks", what));
        }
        let path = self.near(given);
        let read = decks::deals_of(study, &path);
        // Any rule set of the game reads its decks.
        let name = study.game.presets().first().map_or("umass", |preset| preset.name);
        let see_it = format!("play --rules {name} --decks");
        read.map_err(|refused| self.untold(&path, &see_it, refused))
    }

    fn deal(&self, text: &str, study: &Study) -> Result<Vec<Card>, Refused> {
        let deck = decks::deck_of(text.as_bytes(), study);
        deck.map_err(|what| Refused::key("decks", format!("`{text}`: {what}")))
    }
}

/// The study that the options ask for, where the option of a key has this name.
///
/// Errors: exit code 64, and those of the files that it names.
pub fn resolved(spec: Spec, quiet: bool, name: &dyn Fn(&str) -> String) -> Result<Study, Failure> {
    spec.resolve(&Files::new(quiet)).map_err(|error| refused_as(&error, name))
}
