//! Rule sets that differ in two or three fields: a measure as a matrix of cells, once for each value of
//! the third field.

use super::cells::{Cell, Cells};
use super::estimate::Estimate;
use super::figure::{Figure, Numbers, View};
use super::found::{bands, called, finding};
use super::scale::{self, Scale, Unit};
use super::style::{HEAT, SHADES};
use super::subject::Subject;
use crate::lab::tables::fields::{Fields, in_words};

/// Values of the two first fields from which on cells say more than curves, where nobody asked for a sweep.
const FEWEST: usize = 3;
/// Rows, columns and panels that have room.
const MOST: [usize; 3] = [40, 12, 6];

/// Where every rule set stands.
struct Places<'a> {
    fields: &'a Fields,
    /// Which cell is there, by row, panel and column.
    cells: Vec<Vec<Option<usize>>>,
}

/// One measure of all cells.
struct Grid<'a> {
    places: &'a Places<'a>,
    estimates: Vec<Option<Estimate>>,
    /// The cell that all others are compared with: its value is in the middle of the colours.
    baseline: Option<usize>,
    unit: Unit,
    label: String,
}

/// The figure; nothing where the rule sets differ in other ways, or leave most cells empty.
pub fn figure(subject: &Subject, fields: &Fields) -> Option<Figure> {
    let (info, entries) = (subject.info(), subject.entries());
    let places = Places::of(fields, !subject.swept().is_empty())?;
    let measures = subject.measures();
    let grids = measures.iter().map(|&measure| {
        let (_, label, unit) = called(info, measure);
        let estimates = entries.iter().map(|entry| entry.estimated(measure, subject.z()));
        let baseline = subject.baseline();
        Grid { places: &places, estimates: estimates.collect(), baseline, unit, label }
    });
    let grids: Vec<Grid<'_>> = grids.collect();
    let (first, title) = finding(subject, fields, &measures);
    let views = measures.iter().zip(&grids).map(|(&measure, grid)| {
        View::of(called(info, measure).0, &grid.label, String::new(), &grid.cells().rows())
    });
    let [rows, columns] = [0, 1].map(|k| in_words(&fields.keys[k]));
    let panels = fields
        .keys
        .get(2)
        .map_or(String::new(), |key| format!(", a square of cells for each {}", in_words(key)));
    let colours = match subject.baseline() {
        None => "the stronger its colour, the more.".to_owned(),
        Some(k) => format!(
            "its colour says how much less or more than the baseline in brackets, {}.",
            fields.name(k, None)
        ),
    };
    let caption = format!(
        "Each cell is a rule set: a row for each {rows}, a column for each {columns}{panels}; {colours} {}",
        bands(subject, "The ranges under the pointer")
    );
    let figure = Figure::of("sweep", [title, caption], views.collect(), subject.source());
    Some(Figure { first, ..figure })
}

impl<'a> Places<'a> {
    fn of(fields: &'a Fields, asked: bool) -> Option<Self> {
        let sizes: Vec<usize> = fields.values.iter().map(Vec::len).collect();
        let wanted = match sizes[..] {
            [_, columns] => asked || columns >= FEWEST,
            [rows, _, _] => asked || rows >= FEWEST,
            _ => false,
        };
        let room = sizes.iter().zip(MOST).all(|(size, most)| *size <= most);
        if !wanted || !room || !asked && 2 * fields.of.len() < sizes.iter().product() {
            return None;
        }
        let panels = sizes.get(2).copied().unwrap_or(1);
        let mut cells = vec![vec![None; panels * sizes[1]]; sizes[0]];
        for (k, place) in fields.of.iter().enumerate() {
            let panel = place.get(2).unwrap_or(&0);
            let cell = &mut cells[place[0]][panel * sizes[1] + place[1]];
            // The same rules twice have no two cells.
            if cell.replace(k).is_some() {
                return None;
            }
        }
        Some(Self { fields, cells })
    }

    /// What stands above each panel: what it is, or of one what its columns are.
    fn panels(&self) -> Vec<String> {
        let Fields { keys, values, .. } = self.fields;
        let named = |value| format!("{} {value}", in_words(&keys[2]));
        let several = values.get(2).map(|values| values.iter().map(named).collect());
        several.unwrap_or_else(|| vec![in_words(&keys[1])])
    }
}

impl Grid<'_> {
    fn values(&self) -> impl Iterator<Item = f64> {
        self.estimates.iter().flatten().map(|one| one.value)
    }

    /// The scale of the colours: about the baseline's value, if there is one.
    fn scale(&self) -> Scale {
        let (low, high) = scale::ends(self.values()).unwrap_or((0.0, 1.0));
        match self.middle() {
            Some(middle) => {
                let far = (high - middle).max(middle - low).max(f64::MIN_POSITIVE);
                Scale::linear(middle - far, middle + far)
            }
            None if low > 0.0 && high >= 10.0 * low && self.unit == Unit::Number => {
                Scale::log(low, high)
            }
            None => Scale::linear(low, high),
        }
    }

    /// The baseline's value.
    fn middle(&self) -> Option<f64> {
        Some(self.estimates[self.baseline?]?.value)
    }

    /// What the colours are called, how many there are, and what is at their ends.
    fn colours(&self) -> (&'static str, usize, [String; 2]) {
        let (low, high) = self.scale().ends();
        let Some(middle) = self.middle() else {
            return ("f0 shade", SHADES, [low, high].map(|end| self.unit.short(end)));
        };
        let unit = if self.unit == Unit::Percent { Unit::Points } else { Unit::Change };
        ("cell h", HEAT, [low - middle, high - middle].map(|end| unit.short(end)))
    }

    /// What the cell of this rule set shows, and what the table says of it.
    fn cell(&self, k: Option<usize>) -> (Cell, String) {
        let mut fill = vec!["cell none".to_owned()];
        let Some(estimate) = k.and_then(|k| self.estimates[k]) else {
            let text = (String::new(), "beside".to_owned());
            return (Cell { fill, text, hatched: 0.0 }, "\u{2013}".into());
        };
        let (class, count, _) = self.colours();
        let shade = (self.scale().at(estimate.value) * (count - 1) as f64).round();
        fill.push(format!("{class}{shade}"));
        let mut text = self.unit.short(estimate.value).trim_end_matches(" %").to_owned();
        if k == self.baseline {
            text = format!("[{text}]");
        }
        let on =
            if self.middle().is_some() { format!("inside on{shade}") } else { "beside".into() };
        (Cell { fill, text: (text, on), hatched: 0.0 }, estimate.text(self.unit))
    }

    /// As cells: a panel for each value of the third field.
    fn cells(&self) -> Cells {
        let places = self.places;
        let values = &places.fields.values;
        let (heads, third) = (&values[1], values.get(2));
        let columns = match third {
            None => heads.clone(),
            Some(third) => {
                let of = |third| heads.iter().map(move |head| format!("{head}, {third}"));
                third.iter().flat_map(of).collect()
            }
        };
        let row = |row: &Vec<Option<usize>>| row.iter().map(|&k| self.cell(k)).unzip();
        let (cells, texts): (_, Vec<Vec<String>>) = places.cells.iter().map(row).unzip();
        let rows = values[0].iter().cloned().zip(texts).collect();
        Cells {
            label: format!("{}; {} by {} cells", self.label, places.cells.len(), heads.len()),
            numbers: Numbers { corner: "with".into(), columns, rows },
            panels: places.panels(),
            heads: heads.clone(),
            cells,
            square: false,
            colours: self.colours(),
        }
    }
}
