//! What a run gives account of: which tables it writes, and what it says of them. Every verb prints
//! its account through [`Account`], now and when it is shown again.

use std::borrow::Cow;

use super::labels::Labels;
use super::sheet::{Sheet, heading};
use super::sweep::Matrix;
use super::terms::Terms;
use super::{columns, exact, sentences, summary};
use crate::core::table::Table;
use crate::core::wording::said::Said;
use crate::lab::spec::tables::is_wanted;
use crate::lab::study::Finished;
use crate::lab::study::compare::Comparison;

/// What a run has to say.
pub trait Account {
    /// The tables that it writes.
    fn tables(&self) -> Vec<Table>;

    /// Every table that there is of it, also those that it does not write.
    fn all_tables(&self) -> Vec<Table> {
        self.tables()
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
        let tables = self.tables();
        let sheets: Vec<String> = tables.iter().map(|table| Sheet::of(table).markdown()).collect();
        sheets.join("\n")
    }
}

/// The tables to paste into a page, in this order.
const ANSWERS: [&str; 5] = ["ranking", "estimates", "strata", "precision", "comparison"];

/// How a study was asked for and played, beside what it says of itself.
#[derive(Clone, Debug, Default)]
pub struct Manner {
    /// The verb.
    pub verb: String,
    /// How many threads played it.
    pub threads: usize,
}

/// The account of a study that was played.
#[derive(Clone, Debug)]
pub struct OfStudy<'a> {
    finished: Cow<'a, Finished>,
    comparisons: Vec<Comparison>,
    manner: Manner,
}

impl<'a> OfStudy<'a> {
    /// That of this study.
    pub fn new(finished: Cow<'a, Finished>, manner: Manner) -> Self {
        Self { comparisons: finished.comparisons(), finished, manner }
    }

    /// Whether each order was played, and exact counts are its tables.
    fn is_of_orders(&self) -> bool {
        self.manner.verb == "exact"
    }

    /// Whether it is given in the game's own words and tables, where it has them.
    fn is_own(&self) -> bool {
        self.manner.verb == self.finished.study.info().name
    }

    /// The study.
    pub fn finished(&self) -> &Finished {
        &self.finished
    }

    /// The study, apart from how it was asked for.
    pub fn into_parts(self) -> (Finished, Manner) {
        (self.finished.into_owned(), self.manner)
    }

    /// How it was asked for and played.
    pub fn manner(&self) -> &Manner {
        &self.manner
    }
}

impl Account for OfStudy<'_> {
    fn tables(&self) -> Vec<Table> {
        if self.is_of_orders() {
            return exact::tables(&self.finished);
        }
        let (info, own) = (self.finished.study.info(), self.is_own());
        let instead = (own && !info.tables.is_empty()).then_some(info.tables);
        let wants = |file: &str| is_wanted(file.trim_end_matches(".csv"), instead);
        columns::all(&self.finished, &self.comparisons, wants)
    }

    fn all_tables(&self) -> Vec<Table> {
        let mut all = self.tables();
        let there: Vec<&str> = all.iter().map(|table| table.file).collect();
        let missing = |file: &str| !there.contains(&file);
        all.extend(columns::all(&self.finished, &self.comparisons, missing));
        all
    }

    fn said(&self) -> Said {
        let finished = self.finished.as_ref();
        if self.is_of_orders() {
            return exact::render(finished);
        }
        let study = &finished.study;
        let names: Vec<&str> = study.cells.iter().map(|cell| cell.name.as_str()).collect();
        let facts = finished.facts();
        let own = match self.is_own() || study.compares() {
            true => study.game.text(finished.counted(&facts)),
            false => None,
        };
        // What a game says of a comparison stands for the table of its pairs.
        let rows = if own.is_some() { &[] } else { self.comparisons.as_slice() };
        let mut said = summary::render(finished, self.manner.threads, own);
        match Matrix::of(study) {
            _ if finished.games == 0 => {}
            Some(matrix) => {
                matrix.measure(&mut said, finished, rows);
                sentences::adjusted(&mut said, rows);
            }
            None => {
                let labels = Labels::of(study);
                sentences::render(&mut said, &names, &labels, &Terms::of(study), rows);
            }
        }
        said
    }

    fn answer(&self) -> Option<Table> {
        let asked = match self.manner.verb.as_str() {
            "compare" => "comparison.csv",
            _ if self.is_own() => "ranking.csv",
            _ => "",
        };
        let mut tables = self.tables();
        let at = tables.iter().position(|table| table.file == asked).unwrap_or(0);
        (at < tables.len()).then(|| tables.swap_remove(at))
    }

    fn page(&self) -> String {
        let title = self.finished.study.spec.title.iter();
        let title: String = title.map(|title| heading(2, title.trim())).collect();
        let file = |table: &&str| format!("{table}.csv");
        let is_answer = |wanted: &str| ANSWERS.iter().any(|table| file(table) == wanted);
        let all = columns::all(&self.finished, &self.comparisons, is_answer);
        let of = |answer: &&str| all.iter().find(|table| table.file == file(answer));
        let sheets = ANSWERS.iter().filter_map(|answer| Some((answer, of(answer)?)));
        let sheets =
            sheets.map(|(answer, table)| heading(3, answer) + &Sheet::of(table).markdown());
        title + &sheets.collect::<Vec<_>>().join("\n")
    }
}
