//! From what `--rules` was given to a checked rule set.

use std::path::{Path, PathBuf};

use super::failure::{Failure, Kind, warn};
use crate::games::war::presets;
use crate::games::war::rules::{RuleFields, Rules};
use crate::games::war::trace::Display;

/// Where rule sets without a path are looked for, after the built-in ones.
pub const RULES_FOLDER: &str = "experiments/rules";

/// A rule set and what it is called in tables and files.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedRules {
    /// The built-in name, or the file's name without `.toml`.
    pub name: String,
    /// The rules.
    pub rules: Rules,
    /// How its games are shown.
    pub display: Display,
    /// What should be said about its file: a likely slip, a misleading name.
    pub notes: Vec<String>,
}

/// Finds a rule set: a built-in name, a name in `experiments/rules/`, or a path.
///
/// Errors: an unknown name is bad usage and suggests the nearest; a file that is missing or cannot
/// be used is bad input.
pub fn find(given: &str) -> Result<NamedRules, Failure> {
    find_for("--rules", given)
}

/// As [`find`], where messages name another option or verb than `--rules`.
pub fn find_for(option: &str, given: &str) -> Result<NamedRules, Failure> {
    let found = find_without_notes(option, given)?;
    found.notes.iter().for_each(warn);
    Ok(found)
}

/// As [`find_for`], with the notes left to the caller.
pub fn find_without_notes(option: &str, given: &str) -> Result<NamedRules, Failure> {
    if let Some(preset) = presets::find(given) {
        return Ok(NamedRules {
            name: given.into(),
            rules: preset.rules(),
            display: preset.display,
            notes: Vec::new(),
        });
    }
    let looks_like_path = given.contains(['/', '\\']) || given.ends_with(".toml");
    if looks_like_path {
        return read(Path::new(given));
    }
    let in_folder = Path::new(RULES_FOLDER).join(format!("{given}.toml"));
    if in_folder.is_file() {
        return read(&in_folder);
    }
    if Path::new(given).is_file() {
        return read(Path::new(given));
    }
    let known = known_names();
    let hint = match super::nearest::nearest(given, known.iter().map(String::as_str)) {
        Some(name) => format!("did you mean `{name}`? "),
        None => String::new(),
    };
    Err(Failure::usage(format!(
        "{option} {given}: no such rule set; {hint}`war-sim rules` lists them, and a path to a .toml file works too"
    )))
}

/// Reads a rules file.
fn read(path: &Path) -> Result<NamedRules, Failure> {
    let text = std::fs::read_to_string(path).map_err(|e| Failure::reading(path, &e))?;
    let rules = RuleFields::from_toml(&text)
        .map_err(|e| Failure::new(Kind::Data, format!("{}: {e}", path.display())))?;
    let shown = path.display();
    let mut notes: Vec<String> =
        rules.cautions().iter().map(|caution| format!("{shown}: {caution}")).collect();
    let name = path.file_stem().map_or_else(String::new, |s| s.to_string_lossy().into_owned());
    if name.is_empty() || name.starts_with('.') || name.chars().any(char::is_control) {
        return Err(Failure::data(format!(
            "{}: its name without `.toml` is the name of the rule set, and this one cannot be one; \
             rename the file",
            path.to_string_lossy().escape_debug()
        )));
    }
    if presets::find(&name).is_some_and(|preset| preset.rules() != rules) {
        notes.push(format!(
            "{shown}: has other fields than the built-in rule set `{name}`, whose name it takes in \
             every table; rename it to tell them apart"
        ));
    }
    Ok(NamedRules { name, rules, display: Display::default(), notes })
}

/// The rule sets in `experiments/rules/`, in alphabetical order.
pub fn in_folder() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(RULES_FOLDER).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> =
        entries.map(|e| e.path()).filter(|p| p.extension().is_some_and(|e| e == "toml")).collect();
    paths.sort();
    paths
}

fn known_names() -> Vec<String> {
    let built_in = presets::ALL.iter().map(|p| p.name.to_owned());
    let files = in_folder();
    let in_folder =
        files.iter().filter_map(|p| Some(p.file_stem()?.to_string_lossy().into_owned()));
    built_in.chain(in_folder).collect()
}
