//! What a run gives account of: which tables it writes, and what it says of them. Every verb prints
//! its account through [`Account`], now and when it is shown again.

use super::sheet::{heading, markdown};
use super::{Tables, columns, screen};
use crate::core::table::Table;
use crate::core::wording::said::Said;

/// What a run has to say.
pub trait Account {
    /// The tables that it writes.
    fn tables(&self) -> Vec<Table>;

    /// Every table that there is of it, also those that it does not write, of those that `wants` says.
    fn all_tables(&self, wants: &dyn Fn(&str) -> bool) -> Vec<Table> {
        self.tables().into_iter().filter(|table| wants(table.file)).collect()
    }

    /// What the terminal says.
    fn said(&self) -> Said;

    /// The same in lines of 80 columns.
    fn text(&self) -> String {
        self.said().set(None)
    }

    /// The one table that answers what was asked; `None` where it writes none.
    fn answer(&self) -> Option<Table> {
        self.tables().into_iter().next()
    }

    /// The same in Markdown, to paste into a page.
    fn page(&self) -> String {
        self.tables().iter().map(markdown).collect::<Vec<_>>().join("\n")
    }
}

/// Tables that a game may have others instead of, in the order of writing.
pub const USUAL: [&str; 3] = ["summary", "estimates", "histogram"];
/// Those that any game has, where there is something to say in them.
pub const BESIDE: [&str; 4] = ["comparison", "strata", "precision", "exact"];
/// The tables to paste into a page, in this order.
const ANSWERS: [&str; 5] = ["ranking", "estimates", "strata", "precision", "comparison"];

impl Tables<'_> {
    /// Whether a run has this file.
    fn writes(&self, file: &str) -> bool {
        let (own, name) = (self.info().tables, file.trim_end_matches(".csv"));
        let is_own = || !self.is_own() || own.is_empty() || own.contains(&name);
        match (self.is_of_orders(), BESIDE.contains(&name)) {
            (true, is_beside) => name == "exact" || !is_beside && !USUAL.contains(&name),
            (false, is_beside) => is_beside || is_own(),
        }
    }
}

impl Account for Tables<'_> {
    fn tables(&self) -> Vec<Table> {
        columns::all(self, |file| self.writes(file))
    }

    fn all_tables(&self, wants: &dyn Fn(&str) -> bool) -> Vec<Table> {
        let mut all = columns::all(self, wants);
        all.sort_by_key(|table| !self.writes(table.file));
        all
    }

    fn said(&self) -> Said {
        screen::render(self)
    }

    fn answer(&self) -> Option<Table> {
        let asked = match self.verb() {
            "compare" => "comparison.csv",
            "exact" => "exact.csv",
            _ if self.is_own() => "ranking.csv",
            _ => "summary.csv",
        };
        let asked = columns::all(self, |file| file == asked).pop();
        asked.or_else(|| self.tables().into_iter().next())
    }

    fn page(&self) -> String {
        let title = self.finished().study.spec.title.iter();
        let title: String = title.map(|title| heading(2, title.trim())).collect();
        let sheets = ANSWERS.iter().flat_map(|answer| {
            let tables = columns::all(self, |file| file == format!("{answer}.csv"));
            tables.into_iter().map(move |table| heading(3, answer) + &markdown(&table))
        });
        title + &sheets.collect::<Vec<_>>().join("\n")
    }
}
