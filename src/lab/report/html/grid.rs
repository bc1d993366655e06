//! Rule sets that differ in two or three fields: a measure as a matrix of cells, once for each value of
//! the third field.

use std::collections::BTreeSet;

use super::cells::{Cell, Cells};
use super::curves::{Counted, called};
use super::estimate::Estimate;
use super::figure::{Figure, Numbers, View};
use super::names::in_words;
use super::scale::{self, Scale, Unit};
use super::shares::bands;
use super::style::SHADES;
use super::subject::{Subject, in_order};
use super::sweep::{differing, fields_of, text};
use crate::core::game::GameInfo;
use crate::lab::spec::measure::Measure;

/// Values of the two first fields from which on cells say more than curves.
const FEWEST: usize = 3;
/// Rows, columns and panels that have room.
const MOST: [usize; 3] = [40, 12, 6];

/// Where every rule set stands: the values of its fields, the one with most values first.
struct Places {
    keys: Vec<String>,
    /// The values of each field, in the order given.
    values: Vec<Vec<String>>,
    /// Which cell is there, by row, panel and column.
    cells: Vec<Vec<Option<usize>>>,
    /// The value of each field of every rule set.
    of: Vec<Vec<usize>>,
}

/// One measure of all cells.
struct Grid<'a> {
    places: &'a Places,
    estimates: Vec<Option<Estimate>>,
    unit: Unit,
    label: String,
}

/// The figure; nothing where the rule sets differ in other ways, or leave most cells empty.
pub fn figure(subject: &Subject) -> Option<Figure> {
    let (info, entries) = (subject.info(), subject.entries());
    let places = Places::of(subject)?;
    let counted: Vec<Counted> = entries.iter().map(|entry| Counted::of(entry, 0.0)).collect();
    let measures = subject.measures();
    let grids = measures.iter().map(|&measure| {
        let (_, label, unit) = called(info, measure);
        let estimates = counted.iter().map(|one| one.estimate(measure, subject.z()));
        Grid { places: &places, estimates: estimates.collect(), unit, label }
    });
    let grids: Vec<Grid<'_>> = grids.collect();
    let (first, title) = finding(&grids, &measures, info)?;
    let views = measures.iter().zip(&grids).map(|(&measure, grid)| {
        View::of(called(info, measure).0, &grid.label, String::new(), &grid.cells().rows())
    });
    let [rows, columns] = [0, 1].map(|k| in_words(&places.keys[k]));
    let panels = places
        .keys
        .get(2)
        .map_or(String::new(), |key| format!(", a square of cells for each {}", in_words(key)));
    let caption = format!(
        "Each cell is a rule set: a row for each {rows}, a column for each {columns}{panels}; the stronger \
         its colour, the more. {}",
        bands(subject, "The ranges under the pointer")
    );
    let figure = Figure::of("sweep", [title, caption], views.collect(), subject.source());
    Some(Figure { first, ..figure })
}

impl Places {
    fn of(subject: &Subject) -> Option<Self> {
        let fields: Vec<_> = subject.entries().iter().map(fields_of).collect();
        let mut all: Vec<(String, Vec<String>, Vec<String>)> = Vec::new();
        for key in differing(&fields) {
            let said = fields.iter().map(|one| text(one, key).unwrap_or_default());
            let said: Vec<String> = said.collect();
            let mut known = BTreeSet::new();
            let values = said.iter().filter(|value| known.insert(*value)).cloned().collect();
            all.push((key.clone(), values, said));
        }
        all.sort_by_key(|(_, values, _)| std::cmp::Reverse(values.len()));
        let sizes: Vec<usize> = all.iter().map(|(_, values, _)| values.len()).collect();
        let wanted = match sizes[..] {
            [_, columns] => columns >= FEWEST,
            [rows, _, _] => rows >= FEWEST,
            _ => false,
        };
        let room = sizes.iter().zip(MOST).all(|(size, most)| *size <= most);
        if !wanted || !room || 2 * fields.len() < sizes.iter().product() {
            return None;
        }
        let panels = sizes.get(2).copied().unwrap_or(1);
        let mut cells = vec![vec![None; panels * sizes[1]]; sizes[0]];
        let mut of = Vec::with_capacity(fields.len());
        for k in 0..fields.len() {
            let place = |(_, values, said): &(String, Vec<String>, Vec<String>)| {
                values.iter().position(|value| *value == said[k])
            };
            let place: Vec<usize> = all.iter().map(place).collect::<Option<_>>()?;
            let panel = place.get(2).unwrap_or(&0);
            let cell = &mut cells[place[0]][panel * sizes[1] + place[1]];
            // The same rules twice have no two cells.
            if cell.replace(k).is_some() {
                return None;
            }
            of.push(place);
        }
        let (keys, values) = all.into_iter().map(|(key, values, _)| (key, values)).unzip();
        Some(Self { keys, values, cells, of })
    }

    /// What stands above each panel: what it is, or of one what its columns are.
    fn panels(&self) -> Vec<String> {
        let named = |value| format!("{} {value}", in_words(&self.keys[2]));
        let several = self.values.get(2).map(|values| values.iter().map(named).collect());
        several.unwrap_or_else(|| vec![in_words(&self.keys[1])])
    }

    /// The rule sets with this value of this field.
    fn with(&self, field: usize, value: usize) -> impl Iterator<Item = usize> {
        (0..self.of.len()).filter(move |&k| self.of[k][field] == value)
    }

    /// Whether there is a rule set with every combination of values.
    fn is_full(&self) -> bool {
        self.of.len() == self.values.iter().map(Vec::len).product::<usize>()
    }
}

impl Grid<'_> {
    fn values(&self) -> impl Iterator<Item = f64> {
        self.estimates.iter().flatten().map(|one| one.value)
    }

    /// The smallest and the largest mean by the values of a field, and half of the widest interval.
    fn spread(&self, field: usize) -> [f64; 3] {
        let with = |value: usize| -> Vec<Estimate> {
            self.places.with(field, value).filter_map(|k| self.estimates[k]).collect()
        };
        let values = 0..self.places.values[field].len();
        let mean = |known: Vec<Estimate>| {
            known.iter().map(|one| one.value).sum::<f64>() / known.len().max(1) as f64
        };
        let (low, high) = scale::ends(values.map(|value| mean(with(value)))).unwrap_or((0.0, 0.0));
        let wide = |one: &Estimate| (one.ends().1 - one.ends().0) / 2.0;
        [low, high, self.estimates.iter().flatten().map(wide).fold(0.0, f64::max)]
    }

    fn scale(&self) -> Scale {
        let (low, high) = scale::ends(self.values()).unwrap_or((0.0, 1.0));
        match low > 0.0 && high >= 10.0 * low && self.unit == Unit::Number {
            true => Scale::log(low, high),
            false => Scale::linear(low, high),
        }
    }

    /// What the cell of this rule set shows, and what the table says of it.
    fn cell(&self, k: Option<usize>) -> (Cell, String) {
        let (mut fill, class) = (vec!["cell none".to_owned()], "beside".to_owned());
        let Some(estimate) = k.and_then(|k| self.estimates[k]) else {
            return (Cell { fill, text: (String::new(), class), hatched: 0.0 }, "\u{2013}".into());
        };
        let shade = (self.scale().at(estimate.value) * (SHADES - 1) as f64).round();
        fill.push(format!("f0 shade{shade}"));
        let text = self.unit.short(estimate.value).trim_end_matches(" %").to_owned();
        (Cell { fill, text: (text, class), hatched: 0.0 }, estimate.text(self.unit))
    }

    /// As cells: a panel for each value of the third field.
    fn cells(&self) -> Cells {
        let places = self.places;
        let (heads, third) = (&places.values[1], places.values.get(2));
        let columns = match third {
            None => heads.clone(),
            Some(third) => {
                let of = |third| heads.iter().map(move |head| format!("{head}, {third}"));
                third.iter().flat_map(of).collect()
            }
        };
        let row = |row: &Vec<Option<usize>>| row.iter().map(|&k| self.cell(k)).unzip();
        let (cells, texts): (_, Vec<Vec<String>>) = places.cells.iter().map(row).unzip();
        let rows = places.values[0].iter().cloned().zip(texts).collect();
        let ends = self.scale().ends();
        Cells {
            label: format!("{}; {} by {} cells", self.label, places.cells.len(), heads.len()),
            numbers: Numbers { corner: "with".into(), columns, rows },
            panels: places.panels(),
            heads: heads.clone(),
            cells,
            square: false,
            colours: ("f0 shade", SHADES, [ends.0, ends.1].map(|end| self.unit.short(end))),
        }
    }
}

/// Which field changes the outcomes most, and which least: the view that it is about, and the title.
fn finding(grids: &[Grid<'_>], measures: &[Measure], info: &GameInfo) -> Option<(usize, String)> {
    let fields = 0..grids.first()?.places.keys.len();
    let size = |grid: &Grid<'_>, field: usize| {
        let [low, high, half] = grid.spread(field);
        if high - low > 2.0 * half { high - low } else { 0.0 }
    };
    let largest =
        |grid: &Grid<'_>| fields.clone().max_by(|&a, &b| size(grid, a).total_cmp(&size(grid, b)));
    // Shares are compared with one another; a length is named where no share changes.
    let weight = |m: usize| {
        let size = largest(&grids[m]).map_or(0.0, |field| size(&grids[m], field));
        (matches!(measures[m], Measure::Outcome(_)) && size > 0.0, size)
    };
    let m = (0..grids.len()).max_by(|&a, &b| in_order(weight(a), weight(b)))?;
    let (grid, (_, label, unit)) = (&grids[m], called(info, measures[m]));
    let most = largest(grid)?;
    let keys = fields.clone().map(|k| in_words(&grid.places.keys[k])).collect::<Vec<_>>();
    if size(grid, most) == 0.0 {
        return Some((m, format!("No change found with {}", keys.join(" or "))));
    }
    let ends = |field: usize| {
        let [low, high, _] = grid.spread(field);
        format!("{} to {}", unit.short(low), unit.short(high))
    };
    if !grid.places.is_full() {
        // A mean over the cells that are there mixes one field with another.
        let (low, high) = scale::ends(grid.values())?;
        let (low, high) = (unit.short(low), unit.short(high));
        return Some((m, format!("{label}: {low} to {high} with {}", keys.join(" and "))));
    }
    let least = fields.min_by(|&a, &b| size(grid, a).total_cmp(&size(grid, b)))?;
    let less = match size(grid, least) > 0.0 {
        true => format!("{} by {}", ends(least), keys[least]),
        false => format!("no change found with {}", keys[least]),
    };
    Some((m, format!("{label}: {} by {} on average, {less}", ends(most), keys[most])))
}
