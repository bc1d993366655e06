//! Coloured cells in rows: everybody against everybody, or a measure of every rule set.

use super::drawing::{Along, Drawing, Named};
use super::figure::Numbers;

/// Where the cells begin, in per cent, behind the names of their rows.
const LEFT: f64 = 27.0;
/// Letters of these on a phone and at a desk.
const LETTERS: [usize; 2] = [11, 20];
/// Height of a cell, and of what stands above all of them.
const HIGH: f64 = 32.0;
const HEAD: f64 = 44.0;

/// A cell as it is drawn.
#[derive(Clone, Debug)]
pub struct Tile {
    /// The styles of what it is filled with, from back to front.
    pub fill: Vec<String>,
    /// What is written in it where there is room, and its style.
    pub text: (String, String),
    /// How much of the strip at its foot is full.
    pub ties: f64,
}

/// Cells in one or more panels.
pub struct Cells {
    /// What is shown, for those who cannot see it.
    pub label: String,
    /// What stands above each panel.
    pub panels: Vec<String>,
    /// What stands above the columns of a panel.
    pub heads: Vec<String>,
    /// Row by row, as in the table.
    pub cells: Vec<Vec<Tile>>,
    /// Style and number of the colours, and the words at both their ends.
    pub colours: (&'static str, usize, [String; 2]),
}

impl Cells {
    /// As a drawing of this table, the panels one below the other.
    pub fn draw(&self, numbers: &Numbers) -> Drawing {
        let mut drawing = Drawing::new(&*self.label, Along::Both);
        let (count, rows) = (self.heads.len(), self.cells.len());
        let wide = (100.0 - LEFT) / count.max(1) as f64;
        let names: Vec<&str> = numbers.rows.iter().map(|(name, _)| name.as_str()).collect();
        let names = Named::of(&names, LETTERS);
        // Where there is no room, the last words, such as `12` of `die 12`, cut to what tells them apart.
        let letters = |pixels: f64| (wide * pixels / 100.0 / 8.0).max(3.0) as usize;
        let heads: Vec<&str> =
            self.heads.iter().map(|head| head.rsplit(' ').next().unwrap_or(head)).collect();
        let heads = Named::of(&heads, [letters(300.0), letters(560.0)]);
        // The size of a cell, for the mark around it.
        let across = LEFT + wide * (count * self.panels.len()) as f64;
        drawing.inside = [LEFT, HEAD, across, HEAD + HIGH * rows as f64];
        drawing.stops = vec![[0.0; 2]; rows * count * self.panels.len()];
        for (p, panel) in self.panels.iter().enumerate() {
            let top = drawing.height + HEAD;
            drawing.words("head", "start", [LEFT, top - 26.0, 0.0], panel);
            for c in 0..count {
                let at = [LEFT + wide * (c as f64 + 0.5), top - 7.0, 0.0];
                heads.draw(&mut drawing, c, "tick", "middle", at);
            }
            for (r, row) in self.cells.iter().enumerate() {
                let y = top + HIGH * r as f64;
                names.draw(&mut drawing, r, "row", "start", [0.0, y + HIGH / 2.0 + 4.5, 0.0]);
                for c in 0..count {
                    let x = LEFT + wide * c as f64;
                    // Row after row, as the table has them.
                    let stop = (r * self.panels.len() + p) * count + c;
                    drawing.stops[stop] = [x + wide / 2.0, y + HIGH / 2.0];
                    draw_tile(&mut drawing, &row[p * count + c], [x, y, wide, HIGH]);
                }
            }
            drawing.height = top + HIGH * rows as f64;
        }
        self.draw_colours(&mut drawing);
        drawing
    }

    /// What the colours mean.
    fn draw_colours(&self, drawing: &mut Drawing) {
        let (class, steps, [low, high]) = &self.colours;
        let (y, wide) = (drawing.height + 12.0, 40.0 / *steps as f64);
        drawing.words("tick", "end", [LEFT, y + 13.0, -8.0], low);
        for k in 0..*steps {
            let x = LEFT + wide * k as f64;
            drawing.rectangle(format_args!("{class}{k}"), [x, y, wide, 16.0]);
        }
        drawing.words("tick", "start", [LEFT + 40.0, y + 13.0, 8.0], high);
        drawing.height = y + 24.0;
    }
}

fn draw_tile(drawing: &mut Drawing, tile: &Tile, [x, y, wide, high]: [f64; 4]) {
    for fill in &tile.fill {
        drawing.rectangle(fill, [x, y + 1.0, wide - 0.3, high - 2.0]);
    }
    if tile.ties > 0.0 {
        drawing.rectangle("cell ties", [x, y + high - 6.0, (wide - 0.3) * tile.ties, 5.0]);
    }
    let (text, class) = &tile.text;
    let middle = [x + wide / 2.0, y + high / 2.0 + 4.5, 0.0];
    drawing.words_within(wide, class, "middle", middle, &[text]);
}
