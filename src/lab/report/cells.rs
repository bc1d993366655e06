//! Coloured cells in rows: everybody against everybody, without knowing the game, or a measure of rule sets that
//! differ in two or three fields, once for each value of the third.

use super::axis::Scale;
use super::dot::{Dot, Unit, capital, ends, percent};
use super::drawing::{Drawing, Named, cut_after, fitted, width};
use super::figure::{Figure, Numbers};
use crate::core::table::{Matrix, Met};
use crate::core::wording::said::TextTable;
use crate::lab::tables::Tables;
use crate::lab::tables::fields::{Fields, in_words};

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
    /// What the rows are; may be empty.
    pub rows: String,
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
        let mut drawing = Drawing::new(&*self.label, "xy");
        let (count, rows) = (self.heads.len(), self.cells.len());
        let wide = (100.0 - LEFT) / count.max(1) as f64;
        // Where there is no room, a name such as `die 12: 1 1 6` is cut at its end.
        let names = LETTERS.map(|letters| {
            let name = |row: &Vec<String>| match row[0].contains(": ") {
                true => cut_after(&row[0], letters, letters - 1),
                false => row[0].clone(),
            };
            let names: Vec<String> = numbers[1..].iter().map(name).collect();
            fitted(names.iter().map(String::as_str), letters)
        });
        let names = Named(names);
        // The last words, such as `12`, cut to what tells them apart, and as many as there is room for.
        let heads = [300.0, 560.0].map(|pixels: f64| {
            let room = wide * pixels / 100.0;
            let heads = self.heads.iter().map(|head| head.rsplit(' ').next().unwrap_or(head));
            let mut heads = fitted(heads, (room / 8.0).max(3.0) as usize);
            let widest = heads.iter().map(|head| width(head)).fold(0.0, f64::max) + 2.0;
            let step = (widest / room).ceil().max(1.0) as usize;
            let hidden = heads.iter_mut().enumerate().filter(|(c, _)| !c.is_multiple_of(step));
            hidden.for_each(|(_, head)| head.clear());
            heads
        });
        let heads = Named(heads);
        // The size of a cell, for the mark around it.
        let across = LEFT + wide * (count * self.panels.len()) as f64;
        drawing.inside = [LEFT, HEAD, across, HEAD + HIGH * rows as f64];
        drawing.stops = vec![[0.0; 2]; rows * count * self.panels.len()];
        for (p, panel) in self.panels.iter().enumerate() {
            let top = drawing.height + HEAD;
            drawing.words("head", "start", [LEFT, top - 26.0, 0.0], panel);
            Named::of(&[&self.rows], LETTERS).draw(
                &mut drawing,
                0,
                "head",
                "start",
                [0.0, top - 7.0, 0.0],
            );
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
    drawing.words_within(wide, class, "middle", middle, text);
}

/// The pictures of every run's game.
pub fn figures(tables: &Tables) -> Vec<Figure> {
    let drawn = |(k, (run, matrix)): (usize, (&String, Matrix))| {
        let mut figure = of_matrix(tables, matrix);
        if k > 0 {
            figure.id = format!("{}-{}", figure.id, k + 1);
        }
        if tables.only().is_none() {
            figure.title = format!("{} ({run})", figure.title);
        }
        figure
    };
    let all = tables.runs.iter().flat_map(|run| {
        let all = run.finished.own().map(|own| own.matrices());
        all.into_iter().flatten().map(move |matrix| (&run.name, matrix))
    });
    all.enumerate().map(drawn).collect()
}

fn of_matrix(tables: &Tables, matrix: Matrix) -> Figure {
    // What stands before a colon is enough of a name above a column.
    let heads = matrix.labels.iter().map(|label| label.split(':').next().unwrap_or(label));
    let heads: Vec<String> = heads.map(str::to_owned).collect();
    let title = capital(&matrix.title);
    let mut numbers = TextTable::new(matrix.labels.iter().zip(&matrix.cells));
    numbers.left("wins against", |(label, _)| label.as_str());
    for (c, head) in heads.iter().enumerate() {
        numbers.right(head, |(_, row)| met_in_words(&row[c]));
    }
    let numbers = numbers.lines();
    let cells = Cells {
        label: title.clone(),
        rows: String::new(),
        panels: vec!["against".into()],
        heads,
        cells: matrix.cells.iter().map(|row| row.iter().map(tile).collect()).collect(),
        colours: ("cell h", HEAT, ["0 %".into(), "100 %".into()]),
    };
    let drawn = (Vec::new(), cells.draw(&numbers), numbers);
    let figure = Figure::of(tables, matrix.name, [title, matrix.caption], drawn);
    Figure { beside: Some(matrix.ranking), ..figure }
}

/// What a tile of the matrix shows: the colour of the games that somebody won, the middle one for a half.
fn tile(met: &Option<Met>) -> Tile {
    let shade = |share: f64| ((share * HEAT as f64) as usize).min(HEAT - 1);
    let decided = met.as_ref().filter(|met| met.ties < 1.0);
    let shade = decided.map(|met| shade(met.share / (1.0 - met.ties)));
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

/// Rows, columns and panels that have room.
const MOST_VALUES: [usize; 3] = [40, 12, 6];

/// Where every rule set stands.
pub struct Places<'a> {
    fields: &'a Fields,
    /// Which cell is there, by row, panel and column.
    cells: Vec<Vec<Option<usize>>>,
}

impl<'a> Places<'a> {
    /// Those by two or three fields that have room.
    pub fn of(fields: &'a Fields) -> Option<Self> {
        Some(Self { fields, cells: fields.matrix(MOST_VALUES)? })
    }

    /// These estimates of a measure, coloured by how much they are, or by how far they are from the one in the
    /// `middle`, the baseline's; nothing where games were given up in all of them.
    pub fn draw(
        &self,
        all: &[Option<Dot>],
        [baseline, middle]: [Option<usize>; 2],
        label: &str,
        unit: Unit,
    ) -> Option<(Drawing, Numbers)> {
        let known = all.iter().flatten().filter(|one| !one.open);
        let (low, high) = ends(known.map(|one| one.value))?;
        let middle = middle.and_then(|k| all[k]).map(|one| one.value);
        let scale = match middle {
            Some(middle) => {
                let far = (high - middle).max(middle - low).max(f64::MIN_POSITIVE);
                Scale::linear(middle - far, middle + far)
            }
            None if low > 0.0 && high >= 10.0 * low && unit == Unit::Number => {
                Scale::log(low, high)
            }
            None => Scale::linear(low, high),
        };
        let (least, most) = scale.ends();
        let colours = match middle {
            None => ("f0 shade", SHADES, [least, most].map(|end| unit.short(end))),
            Some(middle) => {
                let change = if unit == Unit::Percent { Unit::Points } else { Unit::Change };
                ("cell h", HEAT, [least, most].map(|end| change.short(end - middle)))
            }
        };
        let cell = |&k: &Option<usize>| {
            let mut fill = vec!["cell none".to_owned()];
            let Some(one) = k.and_then(|k| all[k]) else {
                return (Tile { fill, text: Default::default(), ties: 0.0 }, "\u{2013}".into());
            };
            // What games that were given up leave open has no colour.
            let shade = (scale.at(one.value) * (colours.1 - 1) as f64).round();
            fill.extend((!one.open).then(|| format!("{}{shade}", colours.0)));
            let said = if one.open { "?".into() } else { unit.short(one.value) };
            let mut text = said.trim_end_matches(" %").to_owned();
            if k == baseline {
                text = format!("[{text}]");
            }
            let is_dark = middle.is_some() && !one.open;
            let on = if is_dark { format!("inside on{shade}") } else { "beside".into() };
            (Tile { fill, text: (text, on), ties: 0.0 }, one.text(unit))
        };
        let row = |row: &Vec<Option<usize>>| row.iter().map(cell).unzip();
        let (cells, texts): (_, Vec<Vec<String>>) = self.cells.iter().map(row).unzip();
        let fields = &self.fields.0;
        let (heads, third) = (fields[1].said(), fields.get(2));
        let of = |third| heads.iter().map(move |head| format!("{head}, {third}"));
        let (panels, columns) = match third {
            None => (vec![in_words(&fields[1].key)], heads.clone()),
            Some(third) => {
                let (key, values) = (in_words(&third.key), third.said());
                let panels = values.iter().map(|value| format!("{key} {value}"));
                (panels.collect(), values.iter().flat_map(of).collect())
            }
        };
        let rows = fields[0].said();
        let mut numbers = TextTable::new(rows.iter().zip(texts));
        numbers.left("with", |(value, _)| value.as_str());
        for (c, column) in columns.into_iter().enumerate() {
            numbers.right(column, |(_, texts)| texts[c].clone());
        }
        let numbers = numbers.lines();
        let label = format!("{label}; {} by {} cells", self.cells.len(), heads.len());
        let rows = in_words(&fields[0].key);
        let cells = Cells { label, rows, panels, heads, cells, colours };
        Some((cells.draw(&numbers), numbers))
    }
}

/// Number of colours of a heat map; the middle one stands for a half.
pub const HEAT: usize = 9;
/// Shades of one colour, from little to much.
pub const SHADES: usize = 6;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::report::page::DRAWINGS;

    /// Red, green and blue of a rule's colour.
    fn colour(css: &str, rule: &str) -> [f64; 3] {
        let at = css.find(rule).unwrap_or_else(|| panic!("no {rule}"));
        let hex = css[at + rule.len()..].split(['}', ';']).next().unwrap().trim_start_matches('#');
        let wide = hex.len() / 3;
        [0, 1, 2].map(|k| {
            let text = hex[k * wide..][..wide].repeat(3 - wide);
            f64::from(u8::from_str_radix(&text, 16).unwrap())
        })
    }

    /// Source: WCAG 2.2, "relative luminance" and "contrast ratio".
    fn contrast(one: [f64; 3], other: [f64; 3]) -> f64 {
        let luminance = |[red, green, blue]: [f64; 3]| {
            let [red, green, blue] = [red, green, blue].map(|c| {
                let c = c / 255.0;
                if c <= 0.04045 { c / 12.92 } else { libm::pow((c + 0.055) / 1.055, 2.4) }
            });
            0.2126 * red + 0.7152 * green + 0.0722 * blue
        };
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn contrasts_suffice_in_both_themes() {
        assert!((contrast([0.0; 3], [255.0; 3]) - 21.0).abs() < 1e-9);
        let (light, dark) = DRAWINGS.split_once("@media").unwrap();
        for css in [light, dark] {
            let of = |rule: &str| colour(css, rule);
            let paper = of(".paper{fill:");
            let ink = of("svg .beside{fill:");
            assert!(contrast(ink, paper) >= 7.0);
            assert!(contrast(of("svg text{fill:"), paper) >= 4.5);
            let seats = [0, 1].map(|k| of(&format!(".cell.seat{k}{{fill:")));
            for k in 0..8 {
                let series = of(&format!(".s{k}{{stroke:"));
                assert!(contrast(series, paper) >= 4.5, "series {k}");
                assert_eq!(series, of(&format!(".f{k}{{fill:")));
                assert!(!seats.contains(&series), "series {k} is a player's");
            }
            // A block is seen by itself or by its edge.
            assert!(contrast(of(".axis{stroke:"), paper) >= 3.0);
            assert!(seats.iter().all(|seat| contrast(*seat, paper) >= 3.0));
            // Words on the strongest shade, which is mixed with the paper.
            let (strongest, part) = (of(".f0{fill:"), 0.45);
            let mixed = [0, 1, 2].map(|k| part * strongest[k] + (1.0 - part) * paper[k]);
            assert!(
                css == dark || css.contains(&format!(".shade{}{{fill-opacity:.45}}", SHADES - 1))
            );
            assert!(contrast(ink, mixed) >= 4.5);
            let cells = (0..HEAT).map(|k| (format!(".h{k}"), format!(".on{k}")));
            let parts = ["seat0", "seat1", "none0", "none1", "none2", "none3"];
            let parts = parts.map(|part| (format!(".cell.{part}"), format!(".on{part}")));
            for (cell, on) in cells.chain(parts) {
                let (cell, words) = (of(&format!("{cell}{{fill:")), of(&format!("{on}{{fill:")));
                assert!(contrast(cell, words) >= 4.5, "{on}");
            }
        }
    }
}
