//! The forms in which whatever has tables prints them: one list for every verb.

use clap::ValueEnum;

use super::terminal;
use crate::core::table::Table;
use crate::lab::formats;
use crate::lab::tables::{Tables, screen, sheet};

/// How results are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// The table that answers, as its file has it.
    Csv,
    /// Every table as a list of objects.
    Json,
    /// Tables to paste into a page.
    Markdown,
}

impl Format {
    /// One table.
    pub fn table(self, table: &Table) -> String {
        let all = std::slice::from_ref(table);
        match self {
            Self::Text => sheet::text(table, terminal::width()),
            Self::Json => format!("{}\n", formats::json(all)),
            Self::Csv => String::from_utf8_lossy(&table.csv()).into_owned(),
            Self::Markdown => sheet::markdown(table),
        }
    }

    /// All that a run has to say.
    pub fn all(self, tables: &Tables) -> String {
        match self {
            Self::Text => screen::render(tables).set(terminal::columns()),
            Self::Markdown => tables.page(),
            Self::Json => format!("{}\n", formats::json(&tables.tables())),
            Self::Csv => tables.answer().map_or(String::new(), |table| self.table(&table)),
        }
    }

    /// A heading, on a page that has them.
    pub fn heading(self, words: &str) -> String {
        match self {
            Self::Markdown => sheet::heading(1, words),
            _ => format!("{words}:\n\n"),
        }
    }
}
