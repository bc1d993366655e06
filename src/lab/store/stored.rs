//! A run as somebody else finds it: its state, and what its manifest says of how it was made.

use std::path::Path;

use serde_json::Value as Json;

use super::state::State;
use crate::core::wording::text::shell_quoted;
use crate::lab::spec::Refused;
use crate::lab::spec::rules::Library;
use crate::lab::study::Finished;

/// How a run was made.
#[derive(Clone, Debug, PartialEq)]
pub struct About {
    /// The command line that plays it again, the program's name first; empty for a run made by the
    /// library. A resumed run has that of the unbroken one.
    pub command: Vec<String>,
    /// The program's version.
    pub version: String,
    /// The commit that the program was built from.
    pub commit: String,
}

/// A run with what it is called.
#[derive(Clone, Debug)]
pub struct Stored {
    /// What it is called: the name of its folder.
    pub name: String,
    /// What was counted.
    pub state: State,
    /// How it was made.
    pub about: About,
}

impl About {
    /// What a manifest says of a run; what it does not say is left empty.
    pub fn of_manifest(manifest: &Json) -> Self {
        let words = |list: &Json| -> Vec<String> {
            let list = list.as_array().map_or(&[][..], Vec::as_slice);
            list.iter().filter_map(Json::as_str).map(Into::into).collect()
        };
        let word = |key: &str| manifest[key].as_str().unwrap_or_default().to_owned();
        Self {
            command: repeatable(words(&manifest["command"])),
            version: word("version"),
            commit: word("commit"),
        }
    }

    /// This program, which was given this command just now.
    pub fn here(command: Vec<String>) -> Self {
        Self {
            command: repeatable(command),
            version: env!("CARGO_PKG_VERSION").into(),
            commit: env!("WAR_SIM_COMMIT").into(),
        }
    }

    /// The command as it is typed.
    pub fn typed(&self) -> String {
        let words: Vec<String> = self.command.iter().map(|word| shell_quoted(word)).collect();
        words.join(" ")
    }

    /// The program's version, with its commit where that is known.
    pub fn program(&self) -> String {
        match self.commit.as_str() {
            "" | "unknown" => self.version.clone(),
            commit => format!("{} (commit {commit})", self.version),
        }
    }
}

/// A command without what depends on what was there when it ran: typed anew, it plays the same.
fn repeatable(mut command: Vec<String>) -> Vec<String> {
    command.retain(|word| !["--resume", "--force"].contains(&word.as_str()));
    command
}

/// What the run in this folder is called.
pub fn name_of(folder: &Path) -> String {
    // `.` has no name of its own.
    let name = folder.canonicalize().ok();
    let name = name.as_deref().and_then(Path::file_name).map(|name| name.to_string_lossy());
    name.unwrap_or(folder.to_string_lossy()).into_owned()
}

impl Stored {
    /// Loads a run from its folder.
    ///
    /// Errors: [`Refused`].
    pub fn load(folder: &Path, library: &Library) -> Result<Self, Refused> {
        let (state, manifest) = State::load_with_manifest(folder, library)?;
        Ok(Self { name: name_of(folder), state, about: About::of_manifest(&manifest) })
    }

    /// A run that was played just now.
    pub fn of_finished(finished: &Finished, name: &str, command: Vec<String>) -> Self {
        let study = finished.study.clone();
        let state = State {
            identity: study.identity(),
            games: study.done(finished.games),
            study,
            totals: finished.totals.clone(),
            run: Json::Null,
            verb: String::new(),
            tables: Json::Null,
            rows: Json::Null,
        };
        Self { name: name.into(), state, about: About::here(command) }
    }
}
