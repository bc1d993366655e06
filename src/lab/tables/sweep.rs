//! The rule sets of a sweep by the values of its fields, on the terminal: a line for each value of one field, a
//! matrix of two, matrices of three.

use super::Tables;
use super::compared::{adjusted, beside, deals, marks};
use super::fields::{Field, Fields};
use super::sheet::as_said;
use crate::core::wording::digits::decimals;
use crate::core::wording::said::{Said, TextTable};
use crate::lab::spec::measure::Measure;
use crate::lab::study::compare::Comparison;

/// Rows, columns and panels of a matrix that a terminal shows.
const MOST: [usize; 3] = [usize::MAX, 12, 12];

/// Two or three fields, the one with most values first.
pub struct Grid {
    fields: Fields,
    cells: Vec<Vec<Option<usize>>>,
    /// What stands where there is no cell.
    nothing: &'static str,
}

impl Grid {
    /// Of a sweep of two or three fields that has room on a terminal.
    pub fn of(tables: &Tables<'_>) -> Option<Self> {
        if tables.swept().is_empty() || tables.is_of_parts() {
            return None;
        }
        let fields = tables.fields()?;
        let cells = fields.matrix(MOST)?;
        let nothing = if tables.finished().study.refused.is_empty() { "" } else { "left out" };
        Some(Self { fields, cells, nothing })
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
                    cell.map_or(self.nothing.into(), &text)
                });
            }
            said.sheet(lines);
        }
    }

    /// The measure that the question is about: its differences from the baseline, if they are to be said, then its
    /// values.
    pub fn measure(&self, said: &mut Said, tables: &Tables<'_>, differences: bool) {
        let (info, left) = (tables.info(), tables.left());
        let measure = tables.measures().first().copied().unwrap_or(Measure::Outcome(0));
        let own = tables.comparisons.iter().filter(|row| differences && row.measure == measure);
        let own: Vec<&Comparison> = own.collect();
        if let Some(first) = own.first() {
            let what =
                format!("{}, difference from {}", measure.name(info), left.sentence(first.first));
            self.render(said, &what, |k| match own.iter().find(|row| row.second == k) {
                Some(row) => beside(tables, row),
                None if k == first.first => "baseline".into(),
                None => "-".into(),
            });
            let on = match own.iter().find(|row| row.by_index != first.by_index) {
                None => deals(info, first),
                // Other decks are of the same seed, but no deal of theirs is the same.
                Some(other) => {
                    let [same, index] =
                        if first.by_index { [other, first] } else { [first, other] };
                    format!("{}; of another deck {}", deals(info, same), deals(info, index))
                }
            };
            let marks = marks(tables, own.iter().copied());
            said.paragraph(format!("difference, {on}{marks}"));
        }
        let least = if matches!(measure, Measure::Mean(_)) { 2 } else { 5 };
        self.render(said, measure.name(info), |k| {
            let row = tables.row(k);
            let estimate = row.estimate(measure);
            let half = estimate.interval.map(|(low, high)| (high - low) / 2.0);
            let digits = half.map_or(least, |half| decimals(half, least));
            as_said(estimate, measure, digits)
        });
        let others = match own.is_empty() {
            true => "table `estimates`",
            false => "tables `estimates` and `comparison`",
        };
        said.paragraph(format!("every measure with its interval is in the {others}"));
        if differences {
            adjusted(said, &tables.comparisons);
        }
    }
}
