//! The forms in which whatever has tables prints them: one list for every verb.

use clap::ValueEnum;

use super::terminal;
use crate::core::table::Table;
use crate::lab::formats;
use crate::lab::refused::{OfPath as _, Refused};
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
    ///
    /// Errors: those of its writer.
    pub fn table(self, table: &Table) -> Result<String, Refused> {
        let all = std::slice::from_ref(table);
        Ok(match self {
            Self::Text => sheet::text(table, terminal::width()),
            Self::Json => format!("{}\n", formats::json(all)),
            Self::Csv => {
                let bytes = formats::csv(table);
                let bytes = bytes.writing("standard output")?;
                String::from_utf8_lossy(&bytes).into_owned()
            }
            Self::Markdown => sheet::markdown(table),
        })
    }

    /// All that a run has to say.
    ///
    /// Errors: those of [`Format::table`].
    pub fn all(self, tables: &Tables) -> Result<String, Refused> {
        match self {
            Self::Text => Ok(screen::render(tables).set(terminal::columns())),
            Self::Markdown => Ok(tables.page()),
            Self::Json => Ok(format!("{}\n", formats::json(&tables.tables()))),
            Self::Csv => tables.answer().map_or(Ok(String::new()), |table| self.table(&table)),
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
