//! From what `--rules` was given to a checked rule set.

use std::path::{Path, PathBuf};

use super::failure::{Failure, Kind, warn};
use crate::war::presets;
use crate::war::rules::{RuleFields, Rules};
use crate::war::trace::Display;

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
    if let Some(preset) = presets::find(given) {
        return Ok(NamedRules {
            name: given.into(),
            rules: preset.rules(),
            display: preset.display,
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
    for note in rules.without_effect() {
        warn(format!("{}: no effect: {note}", path.display()));
    }
    let name = path.file_stem().map_or_else(String::new, |s| s.to_string_lossy().into_owned());
    Ok(NamedRules { name, rules, display: Display::default() })
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
