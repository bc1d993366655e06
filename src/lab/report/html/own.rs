//! Pictures that only one game has, drawn without knowing it.

use super::drawing::Size;
use super::figure::{Figure, Key, MOST_SERIES, Numbers, View};
use super::heat;
use super::lengths::{grid, tail_plot};
use super::scale::Scale;
use super::subject::{Entry, Subject};
use crate::core::picture::{Matrix, Picture, Tail};
use crate::core::survival::Survival;

/// Points of a tail.
const POINTS: u64 = 120;

/// The pictures of every run's game.
pub fn figures(subject: &Subject) -> Vec<Figure> {
    let mut figures: Vec<Figure> = Vec::new();
    let runs = subject.runs().count();
    for (name, state, about) in subject.runs() {
        let mut facts = state.study.facts(state.played());
        facts.confidence = about.confidence;
        facts.z = subject.z();
        let counted = crate::core::game::Counted {
            facts: &facts,
            cells: &state.study.cells,
            tallies: &state.totals.cells,
            pairs: &state.totals.pairs,
        };
        for picture in state.study.game.pictures(counted) {
            let figure = match picture {
                Picture::Matrix(matrix) => Some(of_matrix(&matrix)),
                // One for all runs, like the lengths.
                Picture::Tail(tail) if figures.iter().all(|figure| figure.id != tail.name) => {
                    of_tail(subject, &tail)
                }
                Picture::Tail(_) => None,
            };
            let Some(mut figure) = figure else { continue };
            let times = figures.iter().filter(|other| other.id.starts_with(&figure.id)).count();
            if times > 0 {
                figure.id = format!("{}-{}", figure.id, times + 1);
            }
            if runs > 1 && figure.id.starts_with("pairs") {
                figure.title = format!("{} ({name})", figure.title);
            }
            figures.push(figure);
        }
    }
    figures
}

fn of_matrix(matrix: &Matrix) -> Figure {
    let rows = matrix.labels.iter().zip(&matrix.cells);
    let rows = rows.map(|(label, row)| {
        (label.clone(), row.iter().map(|met| heat::words(met.as_ref())).collect())
    });
    let numbers = Numbers {
        corner: "wins against".into(),
        columns: matrix.labels.clone(),
        rows: rows.collect(),
    };
    Figure {
        id: matrix.name.into(),
        title: matrix.title.clone(),
        caption: matrix.caption.clone(),
        keys: Vec::new(),
        views: vec![View {
            name: "matrix",
            label: String::new(),
            note: String::new(),
            wide: heat::draw(matrix, Size::Wide),
            narrow: heat::draw(matrix, Size::Narrow),
            numbers,
        }],
        beside: Some(matrix.ranking.clone()),
    }
}

/// The tail of a counter of all games, with the values worth knowing; the axis reaches them.
fn of_tail(subject: &Subject, tail: &Tail) -> Option<Figure> {
    let info = subject.info();
    let entries: Vec<Entry<'_>> = subject.entries().into_iter().take(MOST_SERIES).collect();
    let ends: Vec<Survival> =
        entries.iter().map(|e| Survival::of(e.tally, tail.counter)).collect::<Option<_>>()?;
    let lasts = ends.iter().filter_map(Survival::last);
    let end = tail.marks.iter().map(|(value, _)| *value).chain(lasts.clone()).max()?;
    let lengths = grid(lasts, POINTS);
    let named: Vec<(&str, &Survival)> =
        entries.iter().zip(&ends).map(|(entry, ends)| (entry.name, ends)).collect();
    let unit = info.counters[tail.counter].name;
    let (mut plot, rows) = tail_plot(&named, &lengths, unit)?;
    plot.x.scale = Scale::around(0.0, end as f64, 8);
    plot.marks = tail.marks.iter().map(|(value, word)| (*value as f64, (*word).into())).collect();
    let numbers = Numbers {
        corner: format!("after, {unit}"),
        columns: entries.iter().map(|entry| entry.name.to_owned()).collect(),
        rows,
    };
    let keys = entries.iter().enumerate();
    Some(Figure {
        id: tail.name.into(),
        title: tail.title.clone(),
        caption: tail.caption.clone(),
        keys: keys.map(|(k, entry)| Key::new(k, entry.name, entry.ends_note())).collect(),
        views: vec![View {
            name: "tail",
            label: String::new(),
            note: String::new(),
            wide: plot.draw(Size::Wide),
            narrow: plot.draw(Size::Narrow),
            numbers,
        }],
        beside: None,
    })
}
