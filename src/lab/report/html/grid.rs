//! Rule sets that differ in two or three fields: a measure as a matrix of cells, once for each value of
//! the third field.

use super::cells::{Cells, Tile};
use super::dot::Dot;
use super::drawing::Drawing;
use super::figure::Numbers;
use super::scale::{self, Scale, Unit};
use super::style::{HEAT, SHADES};
use crate::lab::tables::fields::{Field, Fields, in_words};

/// Values of the two first fields from which on cells say more than curves, where nobody asked for a sweep.
const FEWEST: usize = 3;
/// Rows, columns and panels that have room.
const MOST: [usize; 3] = [40, 12, 6];

/// Where every rule set stands.
pub struct Places<'a> {
    fields: &'a Fields,
    /// Which cell is there, by row, panel and column.
    cells: Vec<Vec<Option<usize>>>,
}

impl<'a> Places<'a> {
    /// Those by these fields; nothing where the rule sets differ in other ways, or leave most cells empty.
    pub fn of(fields: &'a Fields, asked: bool) -> Option<Self> {
        let sizes: Vec<usize> = fields.0.iter().map(|field| field.values.len()).collect();
        let wanted = match sizes[..] {
            [_, columns] => asked || columns >= FEWEST,
            [rows, _, _] => asked || rows >= FEWEST,
            _ => false,
        };
        if !wanted || !asked && 2 * fields.0[0].of.len() < sizes.iter().product() {
            return None;
        }
        Some(Self { fields, cells: fields.matrix(MOST)? })
    }

    /// These estimates of a measure, coloured by how much they are, or by how far they are from the baseline's.
    pub fn draw(
        &self,
        all: &[Option<Dot>],
        baseline: Option<usize>,
        label: &str,
        unit: Unit,
    ) -> (Drawing, Numbers) {
        let (low, high) =
            scale::ends(all.iter().flatten().map(|one| one.value)).unwrap_or((0.0, 1.0));
        let middle = baseline.and_then(|k| all[k]).map(|one| one.value);
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
            let shade = (scale.at(one.value) * (colours.1 - 1) as f64).round();
            fill.push(format!("{}{shade}", colours.0));
            let mut text = unit.short(one.value).trim_end_matches(" %").to_owned();
            if k == baseline {
                text = format!("[{text}]");
            }
            let on = if middle.is_some() { format!("inside on{shade}") } else { "beside".into() };
            (Tile { fill, text: (text, on), ties: 0.0 }, one.text(unit))
        };
        let row = |row: &Vec<Option<usize>>| row.iter().map(cell).unzip();
        let (cells, texts): (_, Vec<Vec<String>>) = self.cells.iter().map(row).unzip();
        let fields = &self.fields.0;
        let (heads, third) = (fields[1].values.clone(), fields.get(2));
        let of = |third| heads.iter().map(move |head| format!("{head}, {third}"));
        let (panels, columns) = match third {
            None => (vec![in_words(&fields[1].key)], heads.clone()),
            Some(Field { key, values, .. }) => (
                values.iter().map(|value| format!("{} {value}", in_words(key))).collect(),
                values.iter().flat_map(of).collect(),
            ),
        };
        let rows = fields[0].values.iter().cloned().zip(texts).collect();
        let numbers = Numbers { corner: "with".into(), columns, rows };
        let label = format!("{label}; {} by {} cells", self.cells.len(), heads.len());
        let cells = Cells { label, panels, heads, cells, colours };
        (cells.draw(&numbers), numbers)
    }
}
