//! Lists of names for people, each with what it is.

use std::path::PathBuf;

use super::library::library;
use super::terminal;
use crate::core::wording::text::hanging;
use crate::game::Game;
use crate::lab::spec::shipped::{RULES, Shelf};

/// Names, each with what it is.
pub type Entries = Vec<(String, String)>;

/// Lists as a terminal shows them, each under its heading; in a pipe nothing is broken.
pub struct Listing {
    /// The text so far.
    pub text: String,
    width: usize,
}

impl Listing {
    /// An empty one.
    pub fn new() -> Self {
        Self { text: String::new(), width: terminal::columns().unwrap_or(usize::MAX) }
    }

    /// Adds a list, if there is anything in it. A name stays whole, to be copied; one that is too wide for
    /// the column of names has a line of its own.
    pub fn add(&mut self, heading: &str, entries: &Entries) {
        if entries.is_empty() {
            return;
        }
        self.head(heading);
        let most = self.width.saturating_sub(4) / 3;
        let widths = entries.iter().map(|(name, _)| name.chars().count());
        let column = widths.filter(|width| *width <= most).max().unwrap_or(0);
        for (name, about) in entries {
            let mut label = name.as_str();
            if name.chars().count() > column {
                self.text += &format!("  {name}\n");
                label = "";
            }
            self.text += &hanging(&format!("  {label:<column$}  "), about, self.width);
        }
    }

    /// Adds a heading.
    pub fn head(&mut self, heading: &str) {
        let gap = if self.text.is_empty() { "" } else { "\n" };
        self.text += &format!("{gap}{}", hanging("", heading, self.width));
    }

    /// Adds a list for each game.
    pub fn of_games(&mut self, heading: &str, entries: impl Fn(&Game) -> Entries) {
        for game in &Game::all() {
            self.add(&format!("{heading} of {}", game.info().title), &entries(game));
        }
    }

    /// Adds the rule sets of every game, then those in files.
    pub fn rules(&mut self) {
        self.of_games("Rule sets", |game| {
            let presets = game.presets().iter();
            presets.map(|preset| (preset.name.into(), preset.summary.into())).collect()
        });
        self.add("Rule sets in files", &of_shelf(RULES));
    }
}

/// The files of a shelf, those in the current folder before those that came with the program.
pub fn of_shelf(shelf: Shelf) -> Entries {
    let entry = |name: String| {
        let here = shelf.paths(&name).find(|path| path.is_file());
        let about = match library().text(&here.unwrap_or_else(|| PathBuf::from(&name)), shelf) {
            Ok((_, text)) => about(&text),
            Err(failure) => format!("cannot be read: {}", failure.what),
        };
        (name, about)
    };
    shelf.names().into_iter().map(entry).collect()
}

/// What a file says that it is: its title, or the first sentence of the comment at its beginning.
fn about(text: &str) -> String {
    let fields: toml::Table = text.parse().unwrap_or_default();
    if let Some(title) = fields.get("title").and_then(toml::Value::as_str) {
        return title.trim().to_owned();
    }
    let lines = text.lines().skip_while(|line| line.trim().is_empty());
    let comment = lines.map_while(|line| line.trim().strip_prefix('#')).map(str::trim);
    let comment = comment.collect::<Vec<_>>().join(" ");
    match comment.split_once(". ") {
        Some((first, _)) => format!("{first}."),
        None if comment.is_empty() => "(no comment in its first line)".into(),
        None => comment,
    }
}
