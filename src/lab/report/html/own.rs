//! Everybody against everybody, drawn without knowing the game.

use super::cells::{Cell, Cells};
use super::figure::{Figure, Numbers};
use super::scale::percent;
use super::style::HEAT;
use super::subject::Subject;
use crate::core::matrix::{Matrix, Met};
use crate::game::Counted;

/// The pictures of every run's game.
pub fn figures(subject: &Subject) -> Vec<Figure> {
    let mut figures: Vec<Figure> = Vec::new();
    let runs = subject.runs().count();
    for (name, state) in subject.runs() {
        let facts = state.study.facts(state.played());
        let (cells, tallies) = (&state.study.cells, &state.totals.cells);
        for matrix in state.study.game.matrices(Counted { facts: &facts, cells, tallies }) {
            let mut figure = of_matrix(subject, &matrix);
            if !figures.is_empty() {
                figure.id = format!("{}-{}", figure.id, figures.len() + 1);
            }
            if runs > 1 {
                figure.title = format!("{} ({name})", figure.title);
            }
            figures.push(figure);
        }
    }
    figures
}

fn of_matrix(subject: &Subject, matrix: &Matrix) -> Figure {
    let words = [matrix.title.clone(), matrix.caption.clone()];
    // What stands before a colon is enough of a name above a column.
    let heads = matrix.labels.iter().map(|label| label.split(':').next().unwrap_or(label));
    let heads: Vec<String> = heads.map(str::to_owned).collect();
    let rows = matrix.labels.iter().zip(&matrix.cells).map(|(label, row)| {
        (label.clone(), heads.iter().cloned().zip(row.iter().map(met_in_words)).collect())
    });
    let numbers = Numbers::of("wins against", rows);
    let cells = Cells {
        label: matrix.title.clone(),
        panels: vec!["against".into()],
        heads,
        cells: matrix.cells.iter().map(|row| row.iter().map(cell).collect()).collect(),
        colours: ("cell h", HEAT, ["0 %".into(), "100 %".into()]),
    };
    let figure = subject.figure(matrix.name, words, cells.draw(&numbers), numbers);
    Figure { beside: Some(matrix.ranking.clone()), ..figure }
}

/// What a cell of the matrix shows: the colour of the games that somebody won, the middle one for a half.
fn cell(met: &Option<Met>) -> Cell {
    let shade = |share: f64| ((share * HEAT as f64) as usize).min(HEAT - 1);
    let shade = met.as_ref().and_then(Met::of_decided).map(shade);
    let class = shade.map_or(String::new(), |shade| format!(" on{shade}"));
    let fill = shade.map_or("cell none".into(), |shade| format!("cell h{shade}"));
    let text = met.map_or(String::new(), |met| format!("{:.0}", 100.0 * met.share));
    let ties = met.map_or(0.0, |met| met.ties);
    Cell { fill: vec![fill], text: (text, format!("inside{class}")), ties }
}

fn met_in_words(met: &Option<Met>) -> String {
    let bare = |share: f64| percent(share).trim_end_matches(" %").to_owned();
    met.map_or("\u{2013}".into(), |met| {
        format!("{} ({} to {})", percent(met.share), bare(met.ci_low), bare(met.ci_high))
    })
}
