//! Everybody against everybody: a square of coloured cells.

use super::drawing::{Along, Drawing, NAMES, Size, widest, width};
use super::figure::{Numbers, Picture};
use super::names::fitted;
use super::scale::percent;
use super::style::HEAT;
use crate::core::picture::{Matrix, Met};

impl Picture for Matrix {
    fn draw(&self, size: Size) -> Drawing {
        let n = self.labels.len();
        let letters = if size == Size::Wide { 28 } else { 14 };
        let names = fitted(self.labels.iter().map(String::as_str), letters);
        let longest = widest(NAMES, &names);
        let left = longest + 20.0;
        let room = size.width() - left - 8.0;
        let cell = (room / n.max(1) as f64).min(if size == Size::Wide { 80.0 } else { 56.0 });
        let top = 30.0;
        let bottom = top + cell * n as f64;
        let label = format!("{}; a square of {n} by {n} cells", self.title);
        let mut drawing = Drawing::new(size, bottom + 44.0, label);
        drawing.inside = [left, top, left + cell * n as f64, bottom];
        drawing.along = Along::Both;
        for (i, row) in self.cells.iter().enumerate() {
            let y = top + cell * i as f64;
            drawing.words("row", "end", [left - 8.0, y + cell / 2.0 + 4.5], &names[i]);
            for (j, met) in row.iter().enumerate() {
                let x = left + cell * j as f64;
                let class = met.map_or("none".to_owned(), |met| {
                    met.of_decided().map_or("none".into(), |share| format!("h{}", shade(share)))
                });
                drawing
                    .rectangle(format!("cell {class}"), [x + 1.0, y + 1.0, cell - 2.0, cell - 2.0]);
                drawing.stops.push([x + cell / 2.0, y + cell / 2.0]);
                if let Some(met) = met {
                    // Ties are a part of the cell, from the right.
                    let (right, wide) = (x + cell - 1.0, met.ties * (cell - 2.0));
                    let lines = (1..=(wide / 4.0) as i32).map(|k| right - 4.0 * f64::from(k));
                    // Around the number.
                    let number = (x + cell / 2.0, if cell >= 30.0 { 16.0 } else { 0.0 });
                    for x in lines {
                        if (x - number.0).abs() > number.1 {
                            drawing.line("hatch", None, [x, y + 1.0, x, y + cell - 1.0]);
                            continue;
                        }
                        for [from, to] in [[1.0, cell / 2.0 - 9.0], [cell / 2.0 + 9.0, cell - 1.0]]
                        {
                            drawing.line("hatch", None, [x, y + from, x, y + to]);
                        }
                    }
                }
                if let Some(met) = met.filter(|_| cell >= 30.0) {
                    let text = format!("{:.0}", 100.0 * met.share);
                    let class = met
                        .of_decided()
                        .map_or("inside".into(), |share| format!("inside on{}", shade(share)));
                    drawing.words(&class, "middle", [x + cell / 2.0, y + cell / 2.0 + 4.5], text);
                }
            }
        }
        for (j, label) in self.labels.iter().enumerate() {
            let x = left + cell * (j as f64 + 0.5);
            let label = short_name(label);
            // The last word of `die 12` says enough where there is no room for more.
            let fits = width(label) + 6.0 <= cell;
            let short = label.rsplit(' ').next().unwrap_or(label);
            drawing.words("tick", "middle", [x, top - 8.0], if fits { label } else { short });
        }
        let left = if size == Size::Wide { left } else { 4.0 };
        let all = if size == Size::Wide { "100 % of decided games" } else { "100 %" };
        drawing.steps([left, left + 30.0, bottom + 14.0], ("cell h", HEAT), 6.0, ["0 %", all]);
        drawing
    }

    fn numbers(&self) -> Numbers {
        let rows = self.labels.iter().zip(&self.cells);
        let rows = rows.map(|(label, row)| {
            (label.clone(), row.iter().map(|met| words(met.as_ref())).collect())
        });
        let columns = self.labels.iter().map(|label| short_name(label).to_owned()).collect();
        let corner = "wins against".into();
        Numbers { corner, columns, rows: rows.collect() }
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
