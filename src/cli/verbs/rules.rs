//! `rules`: the rule sets, a line each, or one as TOML.

use clap::Args;

use crate::cli::library::find;
use crate::cli::listing::Listing;
use crate::cli::output::print;
use crate::cli::terminal;
use crate::core::wording::text::{WIDTH, hanging};
use crate::lab::refused::Refused;

/// Options of `rules`.
#[derive(Clone, Debug, Args)]
#[command(before_help = "\
Examples:
  war-sim rules                         every rule set, a line each
  war-sim rules bicycle                 one of them, all fields and its source
  war-sim rules umass > my-rules.toml   a starting point for your own")]
pub struct ListedRules {
    /// The rule set to print as TOML; without it, all are listed
    pub name: Option<String>,
}

/// Runs the verb.
pub fn execute(args: &ListedRules) -> Result<(), Refused> {
    let Some(name) = &args.name else {
        let mut list = Listing::new();
        list.rules();
        let way = "`war-sim rules NAME` prints one as TOML with its source: a start for your own.";
        return print(&format!("{}\n{}", list.text, hanging("", way, terminal::width())));
    };
    // It reads back to the same rules, after comments that say what they are.
    let found = find(name)?;
    let preset = found.rules.game().presets().iter().find(|preset| preset.name == name);
    let about = preset.map_or(format!("{}, with every field written out", found.name), |preset| {
        let name = format!("{}: {}", preset.name, preset.summary);
        let parts = [name, format!("Source: {}.", preset.source)];
        parts.map(|part| hanging("", &part, WIDTH - 2)).concat()
    });
    let about: String = about.lines().map(|line| format!("# {line}\n")).collect();
    print(&(about + &found.rules.to_toml()))
}
