//! Stored runs as one HTML page that needs nothing else: no network, no other file.
//!
//! Every text from outside (names of rule sets, commands) reaches the page through [`Markup`], which
//! escapes it. The same runs make the same bytes.

mod axis;
mod by;
mod cells;
mod chart;
mod differences;
mod drawing;
mod estimate;
pub mod figure;
mod grid;
mod leads;
mod lengths;
mod names;
mod overview;
mod own;
mod rows;
mod scale;
mod shares;
mod sheet;
pub mod single;
mod style;
mod subject;
mod sweep;

use crate::core::table::Table;
use crate::core::wording::markup::Markup;
use crate::core::wording::plain::Plain;
use crate::lab::spec::measure::Measure;
pub use crate::lab::store::page::{BEGINNING, PAGE};
use crate::lab::store::stored::Stored;
use crate::lab::tables::sheet::short;
use figure::{Figure, Numbers};
use subject::Subject;

/// The page of these runs, those of one game together.
///
/// Panics without a run: a caller's bug.
pub fn page(runs: Vec<Stored>) -> String {
    let subjects = by_game(runs);
    let several = subjects.len() > 1;
    let chapters = subjects.iter().map(|subject| (subject, figures_of(subject, several)));
    sheet::page(&chapters.collect::<Vec<_>>())
}

/// Every figure of the page of these runs.
pub fn figures(runs: Vec<Stored>) -> Vec<Figure> {
    let subjects = by_game(runs);
    let several = subjects.len() > 1;
    subjects.iter().flat_map(|subject| figures_of(subject, several)).collect()
}

/// The text as it may be shown: the only way to a page or a picture.
fn shown(markup: Markup) -> String {
    Plain::text(&markup.into_text()).into_string()
}

/// The runs of each game together, in the order of their first runs.
fn by_game(runs: Vec<Stored>) -> Vec<Subject> {
    let mut games: Vec<Vec<Stored>> = Vec::new();
    for run in runs {
        let name = run.state.study.info().name;
        match games.iter_mut().find(|game| game[0].state.study.info().name == name) {
            Some(game) => game.push(run),
            None => games.push(vec![run]),
        }
    }
    let subjects = games.into_iter().map(|runs| match Subject::new(runs) {
        Ok(subject) => subject,
        Err(error) => unreachable!("runs of one game: {error}"),
    });
    subjects.collect()
}

fn figures_of(subject: &Subject, several: bool) -> Vec<Figure> {
    // A game that has a matrix of its own begins with it.
    let mut figures = own::figures(subject);
    let is_matrix = !figures.is_empty();
    figures.extend(sweep::figures(subject));
    figures.extend(by::figures(subject));
    figures.extend(differences::figure(subject));
    let shares = shares::figure(subject).filter(|_| !is_matrix);
    // What was asked about first comes first.
    let mut last = [shares, lengths::figure(subject)];
    if subject.measures().first() == Some(&Measure::LENGTH) {
        last.reverse();
    }
    figures.extend(last.into_iter().flatten());
    figures.extend(leads::figure(subject));
    if several {
        let name = subject.info().name;
        figures.iter_mut().for_each(|figure| figure.id = format!("{name}-{}", figure.id));
    }
    figures
}

/// A finished table as a table of text, without the columns that are the same in every row,
/// long cells cut.
fn as_numbers(table: &Table) -> Numbers {
    const LETTERS: usize = 24;
    let (rows, header) = (&table.rows, &table.header);
    let says = |c: &usize| rows.len() < 2 || rows.iter().any(|row| row[*c] != rows[0][*c]);
    let kept: Vec<usize> = (0..header.len()).filter(says).collect();
    let columns = kept.iter().map(|&c| {
        let cells: Vec<String> = rows.iter().map(|row| short(&row[c])).collect();
        names::fitted(cells.iter().map(String::as_str), LETTERS)
    });
    let columns: Vec<Vec<String>> = columns.collect();
    let rows = (0..table.rows.len()).map(|r| {
        let mut cells = columns.iter().map(|cells| cells[r].clone());
        (cells.next().unwrap_or_default(), cells.collect())
    });
    let mut heads = kept.iter().map(|&c| header[c].clone());
    let corner = heads.next().unwrap_or_default();
    Numbers { corner, columns: heads.collect(), rows: rows.collect() }
}
