//! Stored runs as one HTML page that needs nothing else: no network, no other file.
//!
//! Every text from outside (names of rule sets, commands) reaches the page through [`Markup`], which
//! escapes it. The same runs make the same bytes.

mod axis;
mod cells;
mod chart;
mod curves;
mod differences;
mod drawing;
mod estimate;
mod fields;
pub mod figure;
mod found;
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
mod spread;
mod strips;
pub mod style;
mod subject;
mod sweep;

use crate::core::table::Table;
use crate::core::wording::markup::Markup;
use crate::core::wording::plain::Plain;
use crate::lab::spec::measure::Measure;
pub use crate::lab::store::page::{BEGINNING, PAGE};
use crate::lab::store::stored::Stored;
use figure::{Figure, Numbers};
use overview::Origin;
use subject::Subject;

/// The runs of one game.
#[derive(Default)]
struct Chapter {
    title: String,
    sentences: Vec<String>,
    overview: Numbers,
    figures: Vec<Figure>,
    origins: Vec<Origin>,
}

/// The page of these runs, those of one game together.
///
/// Panics without a run: a caller's bug.
pub fn page(runs: Vec<Stored>) -> String {
    let subjects = by_game(runs);
    let several = subjects.len() > 1;
    let chapters = subjects.iter().map(|subject| Chapter {
        title: subject.title(),
        sentences: subject.runs().map(|(_, state)| subject::sentence(state)).collect(),
        overview: overview::numbers(subject),
        figures: figures_of(subject, several),
        origins: overview::origins(subject),
    });
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
    let own = own::figures(subject);
    // A game that has a matrix of its own begins with it.
    let (first, last): (Vec<_>, Vec<_>) =
        own.into_iter().partition(|figure| figure.beside.is_some());
    let mut figures = first;
    let is_matrix = !figures.is_empty();
    figures.extend(sweep::figure(subject));
    figures.extend(differences::figure(subject));
    let shares = shares::figure(subject).filter(|_| !is_matrix);
    // What was asked about first comes first.
    match subject.measures().first() {
        Some(Measure::Length) => {
            figures.extend(lengths::figures(subject));
            figures.extend(shares);
        }
        _ => {
            figures.extend(shares);
            figures.extend(lengths::figures(subject));
        }
    }
    figures.extend(leads::figure(subject));
    figures.extend(last);
    if several {
        let name = subject.info().name;
        figures.iter_mut().for_each(|figure| figure.id = format!("{name}-{}", figure.id));
    }
    figures
}

/// A finished table as a table of text, without the columns that are the same in every row or say what
/// one before them says.
fn as_numbers(table: &Table) -> Numbers {
    const LETTERS: usize = 30;
    const WORDS: usize = 12;
    let (rows, mut kept) = (&table.rows, Vec::<usize>::new());
    for c in 0..table.header.len() {
        let is_known = |&b: &usize| rows.iter().all(|row| row[b] == row[c]);
        let says = rows.iter().any(|row| row[c] != rows[0][c]) && !kept.iter().any(is_known);
        kept.extend((says || rows.len() < 2).then_some(c));
    }
    let mut columns = kept.into_iter().map(|c| {
        let words = table.header[c].replace('_', " ");
        let words = words.replace("ci low", "interval from").replace("ci high", "interval to");
        let cells: Vec<String> = rows.iter().map(|row| overview::shown(&row[c])).collect();
        (words, names::fitted(cells.iter().map(String::as_str), LETTERS))
    });
    let Some((corner, names)) = columns.next() else { return Numbers::default() };
    // Words that take much room come last.
    let mut columns: Vec<(String, Vec<String>)> = columns.collect();
    columns.sort_by_key(|(_, cells)| cells.iter().any(|cell| cell.chars().count() > WORDS));
    let row = |r: usize| columns.iter().map(|(_, cells)| cells[r].clone()).collect();
    let rows = names.into_iter().enumerate().map(|(r, name)| (name, row(r))).collect();
    Numbers { corner, columns: columns.iter().map(|(words, _)| words.clone()).collect(), rows }
}
