//! Coloured cells in rows: everybody against everybody, or a measure of every rule set.

use super::drawing::{Along, Drawing, LETTERS, Size, widest, width};
use super::figure::Numbers;
use super::names::fitted;
use super::rows::{Column, Panel, Rows, Track};

/// Height of a row whose cells are no squares.
const ROW: f64 = 28.0;

/// A cell.
#[derive(Clone, Debug)]
pub struct Cell {
    /// The styles of what it is filled with, from back to front.
    pub fill: Vec<String>,
    /// What is written in it where there is room, and its style.
    pub text: (String, String),
    /// The part of it that is hatched, from the right.
    pub hatched: f64,
}

/// Cells in one or more panels.
pub struct Cells {
    /// What is shown, for those who cannot see it.
    pub label: String,
    /// The table of all cells.
    pub numbers: Numbers,
    /// What stands above each panel.
    pub panels: Vec<String>,
    /// What stands above the columns of a panel.
    pub heads: Vec<String>,
    /// Row by row, as in the table.
    pub cells: Vec<Vec<Cell>>,
    /// Whether a cell is as high as it is wide.
    pub square: bool,
    /// Style and number of the colours, and the words at both their ends.
    pub colours: (&'static str, usize, [String; 2]),
}

impl Cells {
    /// How wide and how high a cell is where there is so much room for a row.
    fn size(&self, room: f64) -> [f64; 2] {
        let wide = room / self.heads.len().max(1) as f64;
        if self.square { [wide.min(72.0); 2] } else { [wide.min(110.0), ROW] }
    }

    /// What is behind the cells of a panel: the names of their columns, and what colours mean.
    fn draw_ground(&self, drawing: &mut Drawing, p: usize, [left, top, right, bottom]: [f64; 4]) {
        let ([wide, _], count) = (self.size(right - left), self.heads.len());
        let heads = self.heads.iter().map(String::as_str);
        // Where there is no room, the last words, such as `12` of `die 12`, cut to what tells them apart.
        let heads = match widest(LETTERS, heads.clone()) + 4.0 <= wide {
            true => heads.map(str::to_owned).collect(),
            false => {
                let last = heads.map(|head| head.rsplit(' ').next().unwrap_or(head));
                fitted(last, (wide / 8.0).max(3.0) as usize)
            }
        };
        for (c, head) in heads.iter().enumerate() {
            let middle = left + wide * (c as f64 + 0.5);
            drawing.words("tick", "middle", [middle, top - 8.0], head);
        }
        let last = self.panels.len() - 1;
        if p == 0 {
            // The size of a cell, for the mark around it.
            drawing.inside = [left, top, left + wide * (count * (last + 1)) as f64, bottom];
            drawing.along = Along::Both;
        }
        let is_wide = drawing.size == Size::Wide;
        if p == if is_wide { 0 } else { last } {
            let left = if is_wide { left } else { 4.0 };
            let (class, steps, [low, high]) = &self.colours;
            let from = left + width(low) + 8.0;
            let at = |k: usize| from + 22.0 * k as f64;
            drawing.words("tick", "start", [left, bottom + 24.0], low);
            for k in 0..*steps {
                drawing.rectangle(format!("{class}{k}"), [at(k), bottom + 12.0, 22.0, 16.0]);
            }
            drawing.words("tick", "start", [at(*steps) + 8.0, bottom + 24.0], high);
        }
    }

    fn draw_cell(&self, drawing: &mut Drawing, cell: &Cell, [x, y, wide, high]: [f64; 4]) {
        let [middle, centre] = [x + wide / 2.0, y + high / 2.0];
        for fill in &cell.fill {
            drawing.rectangle(fill, [x + 1.0, y + 1.0, wide - 2.0, high - 2.0]);
        }
        let (text, class) = &cell.text;
        let near = width(text) / 2.0 + 8.0;
        let fits = width(text) + 4.0 <= wide;
        let right = x + wide - 1.0;
        for line in 1..=(cell.hatched * (wide - 2.0) / 4.0) as i32 {
            let line = right - 4.0 * f64::from(line);
            // Around the number.
            let parts = match fits && (line - middle).abs() <= near {
                true => vec![[y + 1.0, centre - 9.0], [centre + 9.0, y + high - 1.0]],
                false => vec![[y + 1.0, y + high - 1.0]],
            };
            for [from, to] in parts {
                drawing.line("hatch", None, [line, from, line, to]);
            }
        }
        if fits && !text.is_empty() {
            drawing.words(class, "middle", [middle, centre + 4.5], text);
        }
    }

    /// As a picture.
    pub fn rows(&self) -> Rows<'_> {
        let count = self.heads.len();
        let panel = |(p, head): (usize, &String)| {
            let track = Track::new(move |drawing, r, [left, top, right, _]| {
                let [wide, high] = self.size(right - left);
                for (c, cell) in self.cells[r][p * count..][..count].iter().enumerate() {
                    let x = left + wide * c as f64;
                    // Row after row, as the table has them.
                    let stop = (r * (p + 1) + p) * count + c;
                    drawing.stops.insert(stop, [x + wide / 2.0, top + high / 2.0]);
                    self.draw_cell(drawing, cell, [x, top, wide, high]);
                }
            });
            let ground = move |drawing: &mut Drawing, place| self.draw_ground(drawing, p, place);
            let track = Column::Track(Track { ground: Box::new(ground), ..track });
            Panel { head: head.clone(), columns: vec![track] }
        };
        Rows {
            label: self.label.clone(),
            names: Vec::new(),
            numbers: self.numbers.clone(),
            letters: [28, 14],
            stacked: [false; 2],
            sizes: Box::new(|_, room| [44.0, 0.0, self.size(room)[1], 0.0, 36.0]),
            panels: self.panels.iter().enumerate().map(panel).collect(),
        }
    }
}
