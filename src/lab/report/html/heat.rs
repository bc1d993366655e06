//! Everybody against everybody: a square of coloured cells.

use super::drawing::{Along, Drawing, Size, width};
use super::figure::Numbers;
use super::rows::{Column, Panel, Rows, Track};
use super::scale::percent;
use super::style::HEAT;
use crate::core::picture::{Matrix, Met};

/// The matrix as a picture: a row for each, with a cell for everybody.
pub fn rows(matrix: &Matrix) -> Rows<'_> {
    let Matrix { labels, cells, title, .. } = matrix;
    let n = labels.len();
    let side = move |size: Size, wide: f64| {
        (wide / n.max(1) as f64).min(if size == Size::Wide { 80.0 } else { 56.0 })
    };
    let ground = move |drawing: &mut Drawing, [left, top, right, bottom]: [f64; 4]| {
        let cell = side(drawing.size, right - left);
        drawing.inside = [left, top, left + cell * n as f64, bottom];
        drawing.along = Along::Both;
        for (j, label) in labels.iter().enumerate() {
            let label = short_name(label);
            // The last word of `die 12` says enough where there is no room for more.
            let fits = width(label) + 6.0 <= cell;
            let short = label.rsplit(' ').next().unwrap_or(label);
            let place = [left + cell * (j as f64 + 0.5), top - 8.0];
            drawing.words("tick", "middle", place, if fits { label } else { short });
        }
        let (left, all) = match drawing.size {
            Size::Wide => (left, "100 % of decided games"),
            Size::Narrow => (4.0, "100 %"),
        };
        drawing.steps([left, left + 30.0, bottom + 14.0], ("cell h", HEAT), 6.0, ["0 %", all]);
    };
    let track = Track::new(move |drawing, i, [left, top, right, _]| {
        let cell = side(drawing.size, right - left);
        for (j, met) in cells[i].iter().enumerate() {
            draw_cell(drawing, met.as_ref(), [left + cell * j as f64, top, cell]);
        }
    });
    let lines = labels.iter().zip(cells);
    let lines = lines
        .map(|(label, row)| (label.clone(), row.iter().map(|met| words(met.as_ref())).collect()));
    let columns = labels.iter().map(|label| short_name(label).to_owned()).collect();
    let track = Column::Track(Track { ground: Box::new(ground), ..track });
    Rows {
        label: format!("{title}; a square of {n} by {n} cells"),
        names: labels.iter().map(String::as_str).collect(),
        numbers: Numbers { corner: "wins against".into(), columns, rows: lines.collect() },
        letters: [28, 14],
        stacked: false,
        sizes: Box::new(move |size, wide| [30.0, 0.0, side(size, wide), 0.0, 44.0]),
        panels: vec![Panel { head: String::new(), columns: vec![track] }],
    }
}

/// One cell at this place, of this size: its colour, its number, and ties as lines.
fn draw_cell(drawing: &mut Drawing, met: Option<&Met>, [x, y, cell]: [f64; 3]) {
    let decided = met.and_then(Met::of_decided);
    let class = decided.map_or("none".into(), |share| format!("h{}", shade(share)));
    drawing.rectangle(format!("cell {class}"), [x + 1.0, y + 1.0, cell - 2.0, cell - 2.0]);
    drawing.stops.push([x + cell / 2.0, y + cell / 2.0]);
    let Some(met) = met else { return };
    // Ties are a part of the cell, from the right, around the number.
    let (right, wide) = (x + cell - 1.0, met.ties * (cell - 2.0));
    let near = if cell >= 30.0 { 16.0 } else { 0.0 };
    for x_line in (1..=(wide / 4.0) as i32).map(|k| right - 4.0 * f64::from(k)) {
        let all = match (x_line - x - cell / 2.0).abs() > near {
            true => vec![[1.0, cell - 1.0]],
            false => vec![[1.0, cell / 2.0 - 9.0], [cell / 2.0 + 9.0, cell - 1.0]],
        };
        for [from, to] in all {
            drawing.line("hatch", None, [x_line, y + from, x_line, y + to]);
        }
    }
    if cell >= 30.0 {
        let text = format!("{:.0}", 100.0 * met.share);
        let class = decided.map_or("inside".into(), |share| format!("inside on{}", shade(share)));
        drawing.words(&class, "middle", [x + cell / 2.0, y + cell / 2.0 + 4.5], text);
    }
}

/// What is enough of a name above a column.
fn short_name(label: &str) -> &str {
    label.split(':').next().unwrap_or(label)
}

/// The colour of a share: one of [`HEAT`], the middle one for a half.
fn shade(share: f64) -> usize {
    ((share * HEAT as f64).floor() as usize).min(HEAT - 1)
}

/// A cell in words.
fn words(met: Option<&Met>) -> String {
    let bare = |share: f64| percent(share).trim_end_matches(" %").to_owned();
    met.map_or("\u{2013}".into(), |met| {
        format!("{} ({} to {})", percent(met.share), bare(met.ci_low), bare(met.ci_high))
    })
}
