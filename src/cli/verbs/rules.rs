//! `rules`: what rule sets there are, and what each of them says.

use clap::Args;

use super::list;
use crate::cli::failure::Failure;
use crate::cli::library::{find, library};
use crate::cli::output::print;
use crate::cli::terminal;
use crate::core::wording::text::{WIDTH, hanging};
use crate::lab::spec::rules::Library;

/// Options of `rules`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  war-sim rules                         every rule set, a line each
  war-sim rules bicycle                 one of them, every field and its source
  war-sim rules umass > my-rules.toml   a starting point for your own")]
pub struct RulesArgs {
    /// The rule set to print as TOML; without it, all are listed
    pub name: Option<String>,
}

/// Runs the verb.
pub fn run(args: &RulesArgs) -> Result<(), Failure> {
    let library = library();
    let text = match &args.name {
        None => {
            let way =
                "`war-sim rules NAME` prints one as TOML with its source: a start for your own.";
            list::shown(&list::rules(&library)) + "\n" + &hanging("", way, terminal::width())
        }
        Some(name) => as_toml(&library, name)?,
    };
    print(&text)
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
