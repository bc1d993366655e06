//! All games of each rule set as one bar of several parts.

use super::drawing::{Drawing, Rect};
use super::figure::{Drawn, NamedCells, Numbers};
use super::rows::{Panel, rows};
use super::scale::brief;
use super::words::row_of;
use crate::lab::tables::{Row, Tables};

/// A part of every bar.
pub struct Part {
    /// The styles of what is filled, and of words in it.
    pub classes: [String; 2],
    /// What tells it apart without colours, in a letter; may be empty.
    pub mark: String,
    /// What it is.
    pub words: String,
    /// Its share of each bar.
    pub shares: Vec<f64>,
}

/// A bar for each row, its parts from left to right with a number in each that has room for it; `said` is what
/// stands opposite the name of a row, and its cells in the table.
pub fn bars(
    tables: &Tables<'_>,
    label: &str,
    all: &[Row<'_>],
    parts: &[Part],
    said: impl Fn(usize, &Row<'_>) -> (String, NamedCells),
) -> Drawn {
    let said = all.iter().enumerate().map(|(k, row)| said(k, row));
    let (words, cells): (_, Vec<NamedCells>) = said.unzip();
    let track = |drawing: &mut Drawing, k: usize, [mut left, top, _, bottom]: Rect| {
        for Part { classes: [class, on], mark, shares, .. } in parts {
            let wide = 100.0 * shares[k];
            if wide > 0.0 {
                drawing.rectangle(class, [left, top, wide, bottom - top]);
            }
            let text = format!("{mark} {}", brief(shares[k]));
            let middle = [left + wide / 2.0, (top + bottom) / 2.0 + 4.5, 0.0];
            drawing.words_within(wide, on, "middle", middle, &[text.trim(), mark]);
            left += wide;
        }
    };
    let panel = Panel {
        head: String::new(),
        names: all.iter().map(|row| row.short).collect(),
        words,
        high: 24.0,
        ends: [0.0, 100.0],
        axis: None,
        track: Box::new(track),
    };
    let names = all.iter().map(|row| row.short.to_owned());
    let numbers = Numbers::of(row_of(tables), names.zip(cells));
    let key = |part: &Part| {
        let words = format!("{} {}", part.mark, part.words);
        (part.classes[0].clone(), words.trim().to_owned())
    };
    (parts.iter().map(key).collect(), rows(label, &[panel]), numbers)
}
