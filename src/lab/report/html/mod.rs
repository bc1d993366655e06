//! Stored runs as one HTML page that needs nothing else: no network, no other file.
//!
//! Every text from outside (names of rule sets, commands) reaches the page through [`Markup`], which
//! escapes it. The same runs make the same bytes.

mod axis;
mod by;
mod cells;
mod chart;
mod curves;
mod differences;
mod drawing;
mod estimate;
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

use crate::core::table::{Table, Value};
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
        sentences: subject.runs().flat_map(|(_, state)| subject::sentences(state)).collect(),
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
    figures.extend(by::figures(subject));
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
/// one before them says; an estimate with its interval is one column.
fn as_numbers(table: &Table) -> Numbers {
    const LETTERS: usize = 30;
    let (rows, mut kept) = (&table.rows, Vec::<usize>::new());
    let at = |name: &str| table.header.iter().position(|head| head == name);
    for c in 0..table.header.len() {
        let is_known = |&b: &usize| rows.iter().all(|row| row[b] == row[c]);
        let says = rows.iter().any(|row| row[c] != rows[0][c]) && !kept.iter().any(is_known);
        let is_end = table.header[c].starts_with("ci_");
        kept.extend(((says || rows.len() < 2) && !is_end).then_some(c));
    }
    // The interval is that of the column before it.
    let ends = at("ci_low").zip(at("ci_high"));
    let columns = kept.into_iter().map(|c| {
        let cell = |row: &Vec<Value>| {
            let text = in_runs(&overview::shown(&row[c]));
            match ends.filter(|(low, _)| c + 1 == *low) {
                None => text,
                Some((low, high)) => {
                    let [low, high] = [low, high].map(|end| overview::shown(&row[end]));
                    format!("{text} ({low} to {high})")
                }
            }
        };
        let cells: Vec<String> = rows.iter().map(cell).collect();
        let words = table.header[c].replace('_', " ");
        (words, names::fitted(cells.iter().map(String::as_str), LETTERS))
    });
    let mut columns = columns.collect::<Vec<_>>().into_iter();
    let Some((corner, names)) = columns.next() else { return Numbers::default() };
    let columns: Vec<(String, Vec<String>)> = columns.collect();
    let row = |r: usize| columns.iter().map(|(_, cells)| cells[r].clone()).collect();
    let rows = names.into_iter().enumerate().map(|(r, name)| (name, row(r))).collect();
    Numbers { corner, columns: columns.iter().map(|(words, _)| words.clone()).collect(), rows }
}

/// A list of numbers with four or more in a row as its ends: `1 2 3 4 5 6` is `1\u{2013}6`.
fn in_runs(text: &str) -> String {
    const LONG: usize = 4;
    let numbers: Option<Vec<u64>> = text.split(' ').map(|word| word.parse().ok()).collect();
    let Some(numbers) = numbers.filter(|numbers| numbers.len() >= LONG) else { return text.into() };
    let runs = numbers.chunk_by(|a, b| a + 1 == *b).map(|run| match run {
        [first, .., last] if run.len() >= LONG => format!("{first}\u{2013}{last}"),
        run => run.iter().map(u64::to_string).collect::<Vec<_>>().join(" "),
    });
    runs.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::in_runs;

    #[test]
    fn long_runs_of_numbers_are_their_ends() {
        assert_eq!(in_runs("1 2 3 4 5 6"), "1\u{2013}6");
        assert_eq!(in_runs("1 1 1 6 6 6"), "1 1 1 6 6 6");
        assert_eq!(in_runs("0 1 2 3 9 9"), "0\u{2013}3 9 9");
        assert_eq!((in_runs("0.5"), in_runs("1 2 3")), ("0.5".into(), "1 2 3".into()));
    }
}
