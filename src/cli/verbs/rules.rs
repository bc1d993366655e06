//! `rules`: what rule sets there are, and what each of them says.

use std::fmt::Write as _;
use std::path::Path;

use crate::cli::args::RulesArgs;
use crate::cli::failure::Failure;
use crate::cli::output::Output;
use crate::cli::rule_names::{self, RULES_FOLDER};
use crate::games::war::presets::{self, Preset};
use crate::games::war::rules::RuleFields;
use crate::games::war::trace::wrap::{self, WIDTH};

/// Columns of a rule set's name.
const NAME: usize = 18;

/// Runs the verb.
pub fn run(args: &RulesArgs) -> Result<(), Failure> {
    let text = match &args.name {
        None => list(),
        Some(name) => as_toml(name)?,
    };
    let mut out = Output::stdout();
    out.text(&text);
    out.finish()
}

/// All rule sets, each with its summary and source.
fn list() -> String {
    let mut text = String::from("Built-in rule sets:\n\n");
    for preset in presets::ALL {
        text += &wrap::hanging(&format!("{:<NAME$}", preset.name), preset.summary, WIDTH);
        let margin = " ".repeat(NAME);
        text += &wrap::hanging(&margin, &format!("Source: {}.", preset.source), WIDTH);
    }
    let files = rule_names::in_folder();
    // Writing to a String cannot fail.
    let _ = match files.is_empty() {
        true => writeln!(text, "\nNo files in {RULES_FOLDER}/, seen from this folder."),
        false => writeln!(text, "\nFiles in {RULES_FOLDER}/:\n"),
    };
    for path in &files {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        text += &wrap::hanging(&format!("{name:<NAME$}"), &about_file(path), WIDTH);
    }
    text + "\n`war-sim rules NAME` prints one as TOML: a starting point for your own.\n"
}

/// The first comment of a rules file, or why it cannot be used.
fn about_file(path: &Path) -> String {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) => return format!("cannot be read: {error}"),
    };
    if RuleFields::from_toml(&text).is_err() {
        return format!("cannot be used: `war-sim rules {}` says why", path.display());
    }
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let comment = first.trim().strip_prefix('#').unwrap_or_default().trim();
    if comment.is_empty() { "(no comment in its first line)".into() } else { comment.into() }
}

/// A rule set that reads back to the same rules, after comments that say what it is.
fn as_toml(given: &str) -> Result<String, Failure> {
    let named = rule_names::find_for("rules", given)?;
    let about = match presets::find(given) {
        Some(Preset { name, summary, source, .. }) => {
            wrap::hanging("# ", &format!("{name}: {summary}"), WIDTH)
                .lines()
                .chain(wrap::hanging("# ", &format!("Source: {source}."), WIDTH).lines())
                .map(commented)
                .collect()
        }
        None => format!("# {}, with every field written out\n", named.name),
    };
    Ok(about + &named.rules.to_toml())
}

/// A line that goes on with a comment begins with the mark, too.
fn commented(line: &str) -> String {
    match line.strip_prefix("  ") {
        Some(rest) => format!("# {rest}\n"),
        None => format!("{line}\n"),
    }
}
