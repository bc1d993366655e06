//! The rule sets of a sweep by the values of its fields, on the terminal: a line for each value of one field, a
//! matrix of two, matrices of three.

use super::compared::{numbers, say_notes};
use super::fields::{Field, Fields};
use super::{Tables, equal_seats};
use crate::core::wording::said::{Said, TextTable};
use crate::lab::spec::measure::Measure;
use crate::lab::study::compare::Comparison;

/// Rows, columns and panels of a matrix that a terminal shows.
const MOST: [usize; 3] = [usize::MAX, 12, 12];

/// Two or three fields, the one with most values first.
pub struct Grid {
    fields: Fields,
    cells: Vec<Vec<Option<usize>>>,
}

impl Grid {
    /// Of a sweep of two or three fields that has room on a terminal.
    pub fn of(tables: &Tables) -> Option<Self> {
        if tables.swept().is_empty() || tables.rows().any(|row| !row.cell.part.is_empty()) {
            return None;
        }
        let fields = tables.fields()?;
        let cells = fields.matrix(MOST)?;
        Some(Self { fields, cells })
    }

    /// A matrix of what is said of every cell, one for each value of the third field.
    fn render(&self, said: &mut Said, what: &str, text: impl Fn(usize) -> String) {
        let [rows, columns, third @ ..] = self.fields.0.as_slice() else { return };
        let panels = third.iter().flat_map(|Field { key, values, .. }| {
            values.iter().map(move |value| format!("; where {key} is {value}"))
        });
        let alone = third.is_empty().then(String::new);
        for (p, with) in alone.into_iter().chain(panels).enumerate() {
            said.paragraph(format!("{what}{with}"));
            let mut lines = TextTable::new(self.cells.iter().zip(&rows.values));
            lines.left(format!("{} \\ {}", rows.key, columns.key), |(_, value)| value.as_str());
            for (c, value) in columns.values.iter().enumerate() {
                lines.right(value, |(cells, _)| {
                    let cell = cells[p * columns.values.len() + c];
                    cell.map_or("-".into(), &text)
                });
            }
            said.sheet(lines);
        }
    }

    /// The measure that the question is about: its differences from the baseline, then its values.
    pub fn measure(&self, said: &mut Said, tables: &Tables) {
        let info = tables.info();
        let measure = tables.measures().first().copied().unwrap_or(Measure::Outcome(0));
        let name = measure.name(info);
        let own = tables.comparisons.iter().filter(|row| row.measure == measure);
        let own: Vec<&Comparison> = own.collect();
        if let Some(first) = own.first() {
            let (number, from) = (numbers(tables, &own), &tables.names.full[first.first]);
            self.render(said, &format!("{name} less {from}"), |k| {
                match own.iter().find(|row| row.second == k) {
                    Some(row) => number(row),
                    None if k == first.first => "baseline".into(),
                    None => "-".into(),
                }
            });
            say_notes(said, tables, &own);
        }
        let estimate = tables.said_of(measure);
        self.render(said, name, |k| estimate(&tables.row(k)));
        if let Measure::Outcome(_) = measure {
            said.words("", equal_seats(tables.rows()));
        }
        let way =
            "every measure is in the table `estimates`; `measures = [...]` chooses the one shown";
        said.paragraph(way);
    }
}
