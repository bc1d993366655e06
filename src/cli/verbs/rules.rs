//! `rules`: what rule sets there are, and what each of them says.

use std::fmt::Write as _;
use std::path::Path;

use clap::Args;

use crate::cli::failure::Failure;
use crate::cli::library::{find, library};
use crate::cli::output::Output;
use crate::core::wording::text::{WIDTH, hanging};
use crate::lab::spec::rules::{self, Library};
use crate::lab::store::disk::Disk;

/// Columns of a rule set's name.
const NAME: usize = 18;

/// Options of `rules`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  war-sim rules                         every rule set and its source
  war-sim rules bicycle                 one of them, every field
  war-sim rules umass > my-rules.toml   a starting point for your own")]
pub struct RulesArgs {
    /// The rule set to print as TOML; without it, all are listed
    pub name: Option<String>,
}

/// Runs the verb.
pub fn run(args: &RulesArgs) -> Result<(), Failure> {
    let library = library();
    let text = match &args.name {
        None => list(&library),
        Some(name) => as_toml(&library, name)?,
    };
    let mut out = Output::stdout();
    out.text(&text);
    out.finish()
}

/// All rule sets, game by game, each with its summary and source.
fn list(library: &Library) -> String {
    let mut text = String::new();
    for game in library.games() {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "Built-in rule sets of {}:\n", game.info().title);
        for preset in game.presets() {
            text += &hanging(&format!("{:<NAME$}", preset.name), preset.summary, WIDTH);
            let margin = " ".repeat(NAME);
            text += &hanging(&margin, &format!("Source: {}.", preset.source), WIDTH);
        }
        text.push('\n');
    }
    let files = rules::files();
    let _ = match files.is_empty() {
        true => writeln!(text, "No rule files in experiments/, seen from this folder."),
        false => writeln!(text, "Files in experiments/rules/ and experiments/ludo/:\n"),
    };
    for path in &files {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let about = about_file(library, path);
        text += &hanging(&format!("{name:<NAME$}"), &about, WIDTH);
    }
    text + "\n`war-sim rules NAME` prints one as TOML: a starting point for your own.\n"
}

/// The first comment of a rules file, or why it cannot be used.
fn about_file(library: &Library, path: &Path) -> String {
    let text = match Disk::here().read_input(path) {
        Ok(text) => text,
        Err(error) => return format!("cannot be read: {error}"),
    };
    if library.find(&path.to_string_lossy()).is_err() {
        return format!("cannot be used: `war-sim rules {}` says why", path.display());
    }
    let mut comment = String::new();
    for line in text.lines().skip_while(|line| line.trim().is_empty()) {
        let Some(words) = line.trim().strip_prefix('#') else { break };
        comment.push_str(words.trim());
        comment.push(' ');
        // The first sentence says what it is.
        if let Some((first, _)) = comment.split_once(". ") {
            return format!("{first}.");
        }
    }
    match comment.trim() {
        "" => "(no comment in its first line)".into(),
        comment => comment.into(),
    }
}

/// A rule set that reads back to the same rules, after comments that say what it is.
fn as_toml(library: &Library, given: &str) -> Result<String, Failure> {
    let found = find(library, "rules", given, false)?;
    let preset = found.game.presets().into_iter().find(|preset| preset.name == given);
    let about = match preset {
        Some(preset) => hanging("# ", &format!("{}: {}", preset.name, preset.summary), WIDTH)
            .lines()
            .chain(hanging("# ", &format!("Source: {}.", preset.source), WIDTH).lines())
            .map(commented)
            .collect(),
        None => format!("# {}, with every field written out\n", found.name),
    };
    Ok(about + &found.game.to_toml(&found.rules))
}

/// A line that goes on with a comment begins with the mark, too.
fn commented(line: &str) -> String {
    match line.strip_prefix("  ") {
        Some(rest) => format!("# {rest}\n"),
        None => format!("{line}\n"),
    }
}
