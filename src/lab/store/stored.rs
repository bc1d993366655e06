//! A run as somebody else finds it: what it is called, and its state.

use std::borrow::Cow;
use std::path::Path;
use std::slice;
use std::time::Duration;

use serde_json::{Value as Json, json};

use super::state::{STATE, State};
use crate::core::wording::text::shell_quoted;
use crate::lab::spec::measure::Measure;
use crate::lab::spec::rules::Library;
use crate::lab::spec::{DEFAULT_CONFIDENCE, Refused, Spec};
use crate::lab::study::Finished;
use crate::lab::study::progress::Progress;
use crate::lab::study::until::look;
use crate::lab::tables::account::{Manner, OfStudy};

/// What of a run no option asks for, so that no command line plays it again.
const UNTYPED: [&str; 6] = ["list", "orders", "played_with", "refused", "notes", "missing"];
/// What the verb, its rule sets and the program say, and what no table depends on.
const OTHERS: [&str; 8] =
    ["game", "verb", "recipe", "recipe_inside", "rules", "compare", "part_of", "title"];

/// A run with what it is called.
#[derive(Clone, Debug)]
pub struct Stored {
    /// What it is called: the name of its folder.
    pub name: String,
    /// What was counted.
    pub state: State,
}

/// What the run in this folder is called.
pub fn name_of(folder: &Path) -> String {
    // `.` has no name of its own.
    let name = folder.canonicalize().ok();
    let name = name.as_deref().and_then(Path::file_name).map(|name| name.to_string_lossy());
    name.unwrap_or(folder.to_string_lossy()).into_owned()
}

/// The program's version, with its commit where that is known.
pub fn program() -> String {
    match env!("WAR_SIM_COMMIT") {
        "" | "unknown" => env!("CARGO_PKG_VERSION").to_owned(),
        commit => format!("{} (commit {commit})", env!("CARGO_PKG_VERSION")),
    }
}

impl Stored {
    /// Loads a run from its folder.
    ///
    /// Errors: [`Refused`].
    pub fn load(folder: &Path, library: &Library) -> Result<Self, Refused> {
        Ok(Self { name: name_of(folder), state: State::load(folder, library)? })
    }

    /// A run that was played just now, by this verb of the command line; empty if by none.
    pub fn of_finished(finished: &Finished, name: &str, verb: &str) -> Self {
        let study = finished.study.clone();
        let state = State {
            games: study.done(finished.games),
            run: study.run_identity(verb),
            study,
            totals: finished.totals.clone(),
            verb: verb.into(),
            rows: Json::Null,
        };
        Self { name: name.into(), state }
    }
}

impl State {
    /// The command line that plays the run again, as it is typed; `None` where options alone cannot ask for it.
    pub fn command(&self) -> Option<String> {
        let rules = (0..self.study.rule_sets.len()).map(|k| self.study.typed(k));
        let rules = rules.collect::<Option<Vec<_>>>()?;
        let mut words = vec!["war-sim".to_owned()];
        let rules = rules.into_iter().map(shell_quoted);
        match self.verb.as_str() {
            verb if verb == "batch" || verb == self.study.info().name => {
                words.extend(rules.flat_map(|rules| ["--rules".to_owned(), rules]));
            }
            "compare" => words.extend(std::iter::once("compare".to_owned()).chain(rules)),
            _ => return None,
        }
        let is_usual = |key: &str| match key {
            "confidence" => self.study.confidence == DEFAULT_CONFIDENCE,
            "first_game" => self.study.first_game == 0,
            // A batch compares nothing.
            "measures" => {
                self.verb != "compare" || self.study.measures == Measure::usual(self.study.info())
            }
            _ => false,
        };
        let (told, run) = (json!(self.study.told()), self.run.as_object()?);
        let more = run.iter().filter(|(key, _)| told.get(key).is_none());
        for (key, value) in told.as_object()?.iter().chain(more) {
            if UNTYPED.contains(&key.as_str()) {
                return None;
            }
            if is_usual(key) || OTHERS.contains(&key.as_str()) {
                continue;
            }
            for value in value.as_array().map_or(slice::from_ref(value), Vec::as_slice) {
                match value {
                    // A question that is only asked, or not.
                    Json::Bool(_) => words.push(Spec::option(key)),
                    Json::String(text) => words.extend([Spec::option(key), shell_quoted(text)]),
                    value => words.extend([Spec::option(key), value.to_string()]),
                }
            }
        }
        Some(words.join(" "))
    }
}

/// The account of the study in this folder, for those who show it.
///
/// Errors: [`Refused`].
pub fn account(folder: &Path, library: &Library) -> Result<OfStudy<'static>, Refused> {
    let state = State::load(folder, library)?;
    let damaged = |what| Refused::damaged(&folder.join(STATE), what);
    let games = state.played();
    let State { verb, study, totals, .. } = state;
    let reached = look(&study, &totals, games);
    // Nobody knows how long it took.
    let finished = Finished::new(study, Progress { totals, games }, Duration::ZERO);
    let finished = Finished { reached, ..finished };
    finished.check().map_err(damaged)?;
    Ok(OfStudy::new(Cow::Owned(finished), Manner { verb, ..Manner::default() }))
}
