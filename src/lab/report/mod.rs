//! Stored runs as one HTML page that needs nothing else: no network, no other file.
//!
//! Every text from outside (names of rule sets, commands) reaches the page through [`Markup`], which
//! escapes it. The same runs make the same bytes.

mod axis;
mod bars;
mod by;
mod cells;
mod chart;
mod differences;
mod dot;
mod drawing;
pub mod figure;
mod leads;
mod lengths;
mod page;
mod rows;
pub mod single;
mod sweep;
mod words;

use crate::core::wording::markup::Markup;
use crate::core::wording::plain;
use crate::lab::spec::measure::Measure;
use crate::lab::tables::Tables;
use figure::Figure;

/// Rows from which on a picture of each says nothing.
const MOST_ROWS: usize = 10_000;

/// The figures of a page, in their order: each is made from tables and from nothing else.
const FIGURES: &[fn(&Tables) -> Vec<Figure>] = &[
    cells::figures,
    sweep::figures,
    by::figures,
    differences::figures,
    bars::of_outcomes,
    |tables| lengths::figure(tables).into_iter().collect(),
    |tables| leads::figure(tables).into_iter().collect(),
];

/// The page of these runs, a chapter for the tables of each.
pub fn page(all: &[Tables]) -> String {
    page::page(&chapters(all))
}

/// Every figure of the page of these runs.
pub fn figures(all: &[Tables]) -> Vec<Figure> {
    chapters(all).into_iter().flat_map(|(_, figures)| figures).collect()
}

/// The tables of each run with their figures, which of several are numbered by the run.
fn chapters(all: &[Tables]) -> Vec<(&Tables, Vec<Figure>)> {
    let chapter = |(k, tables)| {
        let mut figures = figures_of(tables);
        if all.len() > 1 {
            figures.iter_mut().for_each(|figure| figure.id = format!("{k}-{}", figure.id));
        }
        (tables, figures)
    };
    (1..).zip(all).map(chapter).collect()
}

/// The text as it may be shown: the only way to a page or a picture.
fn shown(markup: Markup) -> String {
    plain::text(&markup.into_text()).into_owned()
}

fn figures_of(tables: &Tables) -> Vec<Figure> {
    if tables.rows().len() > MOST_ROWS {
        return cells::figures(tables);
    }
    let mut figures: Vec<Figure> = FIGURES.iter().flat_map(|figures| figures(tables)).collect();
    // Who wins is in the matrix of a game that has one.
    let is_matrix = figures.iter().any(|figure| figure.beside.is_some());
    figures.retain(|figure| !is_matrix || figure.id != bars::OUTCOMES);
    // What was asked about first comes first.
    let place = |id: &str| figures.iter().position(|figure| figure.id == id);
    if let (Some(shares), Some(lengths), Some(&Measure::LENGTH)) =
        (place(bars::OUTCOMES), place(lengths::ID), tables.measures().first())
    {
        figures.swap(shares, lengths);
    }
    figures
}
