//! Everybody against everybody, drawn without knowing the game.

use super::cells::{Cells, Tile};
use super::figure::{Figure, Numbers};
use super::scale::percent;
use super::style::HEAT;
use crate::core::matrix::{Matrix, Met};
use crate::lab::tables::Tables;

/// The pictures of every run's game.
pub fn figures(tables: &Tables<'_>) -> Vec<Figure> {
    let of_run = |(k, (run, matrix)): (usize, (&str, Matrix))| {
        let mut figure = of_matrix(tables, matrix);
        if k > 0 {
            figure.id = format!("{}-{}", figure.id, k + 1);
        }
        if tables.only().is_none() {
            figure.title = format!("{} ({run})", figure.title);
        }
        figure
    };
    tables.matrices().into_iter().enumerate().map(of_run).collect()
}

fn of_matrix(tables: &Tables<'_>, matrix: Matrix) -> Figure {
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
        cells: matrix.cells.iter().map(|row| row.iter().map(tile).collect()).collect(),
        colours: ("cell h", HEAT, ["0 %".into(), "100 %".into()]),
    };
    let drawn = (Vec::new(), cells.draw(&numbers), numbers);
    let figure = Figure::of(tables, matrix.name, [matrix.title, matrix.caption], drawn);
    Figure { beside: Some(matrix.ranking), ..figure }
}

/// What a tile of the matrix shows: the colour of the games that somebody won, the middle one for a half.
fn tile(met: &Option<Met>) -> Tile {
    let shade = |share: f64| ((share * HEAT as f64) as usize).min(HEAT - 1);
    let shade = met.as_ref().and_then(Met::of_decided).map(shade);
    let class = shade.map_or(String::new(), |shade| format!(" on{shade}"));
    let fill = shade.map_or("cell none".into(), |shade| format!("cell h{shade}"));
    let text = met.map_or(String::new(), |met| format!("{:.0}", 100.0 * met.share));
    let ties = met.map_or(0.0, |met| met.ties);
    Tile { fill: vec![fill], text: (text, format!("inside{class}")), ties }
}

fn met_in_words(met: &Option<Met>) -> String {
    let bare = |share: f64| percent(share).trim_end_matches(" %").to_owned();
    met.map_or("\u{2013}".into(), |met| {
        format!("{} ({} to {})", percent(met.share), bare(met.ci_low), bare(met.ci_high))
    })
}
