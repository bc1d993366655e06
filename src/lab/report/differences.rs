//! What changes from one rule set to another.

use super::axis::Axis;
use super::dot::{Dot, Unit, called, capital, number};
use super::figure::Figure;
use super::rows::{Panel, stacked};
use super::words;
use crate::core::wording::digits::{counted, decimals, p_value};
use crate::core::wording::field::all_of;
use crate::core::wording::said::TextTable;
use crate::lab::spec::measure::Measure;
use crate::lab::study::compare::Comparison;
use crate::lab::tables::Tables;
use crate::lab::tables::compared::{
    ALIKE, DIFFERENT, GIVEN_UP, PLAIN, Remark, SAME, SLIGHT, notes, remark,
};

/// A difference with a sign for what may be said of it.
struct Held {
    /// Nothing where there are too few games.
    estimate: Option<Dot>,
    /// What may be said of it, in a sign and in words.
    remark: Remark,
    /// Whether it is known to differ from nothing.
    differs: bool,
}

impl Held {
    /// What may be said of a comparison.
    fn of(tables: &Tables, row: &Comparison) -> Self {
        let exact = row.difference.method.is_exact();
        let (value, interval) = (row.difference.difference, row.difference.interval);
        let value = value.filter(|_| interval.is_some() || exact);
        let estimate = value.map(|value| Dot { value, interval, open: row.open });
        let remark = remark(tables, row);
        let differs = [DIFFERENT, SLIGHT, PLAIN].contains(&remark)
            && estimate.is_some_and(|one| one.value != 0.0);
        Self { estimate, remark, differs }
    }

    /// With its interval, or why there is none.
    fn text(&self, unit: Unit) -> String {
        self.estimate.map_or(self.remark.1.into(), |one| one.text(unit))
    }

    /// The same behind its sign.
    fn signed(&self, unit: Unit) -> String {
        let sign = self.estimate.map_or("", |_| self.remark.0);
        format!("{sign} {}", self.text(unit)).trim_start().to_owned()
    }
}

/// The figure; nothing where nothing is compared.
pub fn figures(tables: &Tables) -> Vec<Figure> {
    let (names, measures) = (&tables.names.short, tables.measures());
    let mut pairs: Vec<&[Comparison]> =
        tables.comparisons.chunk_by(|a, b| (a.first, a.second) == (b.first, b.second)).collect();
    let Some(first) = pairs.first().map(|pair| pair[0].first) else { return Vec::new() };
    // Of several rule sets, each against the first one; in a sweep in its order, else by the difference.
    let all = pairs.len();
    if !tables.is_of_parts() {
        pairs.retain(|pair| pair[0].first == first);
    }
    let others = (all - pairs.len()) as u64;
    let compared = pairs.concat();
    if tables.swept().is_empty() && !tables.is_of_parts() {
        let size = |pair: &[Comparison]| of(pair, measures[0])?.difference.difference;
        let size = |pair: &[Comparison]| size(pair).unwrap_or(f64::NEG_INFINITY);
        pairs.sort_by(|a, b| size(b).total_cmp(&size(a)));
    }
    let title = finding(tables, &compared);
    // Names of a common baseline need not be said in every row.
    let is_against = pairs.iter().all(|pair| pair[0].first == first);
    let name = |pair: &&[Comparison]| match is_against {
        true => names[pair[0].second].clone(),
        false => format!("{} \u{2212} {}", names[pair[0].second], names[pair[0].first]),
    };
    let rows_of: Vec<String> = pairs.iter().map(name).collect();
    let (mut panels, mut remarks) = (Vec::new(), Vec::new());
    let mut numbers = TextTable::new(0..pairs.len());
    numbers.left("rule sets", |&k| rows_of[k].as_str());
    for &measure in &measures {
        let (_, label, unit) = called(tables.info(), measure);
        let unit = if unit == Unit::Percent { Unit::Points } else { Unit::Change };
        let rows: Vec<_> = pairs.iter().filter_map(|pair| of(pair, measure)).collect();
        let held: Vec<_> = rows.iter().map(|row| Held::of(tables, row)).collect();
        numbers.right(&label, |&k| held[k].text(unit));
        numbers.right(format!("{label}: p, adjusted"), |&k| {
            rows[k].p_adjusted.map_or("\u{2013}".into(), p_value)
        });
        numbers.left(format!("{label}: method"), |&k| rows[k].method());
        let words = held.iter().map(|one| one.signed(unit)).collect();
        let dot = |held: &Held| {
            let class = if held.differs { "dot fx" } else { "dot open" };
            held.estimate.map(|one| (one, class))
        };
        let dots: Vec<_> = held.iter().map(dot).collect();
        let known = held.iter().filter(|one| one.estimate.is_some());
        remarks.extend(known.map(|one| one.remark));
        let margin = tables.asked().matters(measure);
        let ends = dots.iter().flatten().flat_map(|(one, _)| <[f64; 2]>::from(one.ends()));
        let ends = ends.chain(margin.into_iter().flat_map(|margin| [-margin, 0.0, margin]));
        let axis = Axis::of(unit, "", ends.chain([0.0]));
        let names = rows_of.iter().map(String::as_str).collect();
        panels.push(Panel::of_dots(label, (names, words), axis, dots, margin));
    }
    let less = match is_against {
        true => format!("Each row is a rule set less {}", names[first]),
        false => "Each row is the second rule set less the first".into(),
    };
    let known = notes(tables, &compared.iter().collect::<Vec<_>>(), remarks);
    let intervals = words::intervals(tables);
    let mut notes = format!("{less}, {known}; shares in points. {intervals}");
    if measures.iter().any(|&measure| tables.asked().matters(measure).is_some()) {
        notes += " Differences within the band are too small to matter (--min-effect).";
    }
    if others > 0 {
        let pairs = counted(others, "pair among the others is", "pairs among the others are");
        notes += &format!(" {pairs} in comparison.csv.");
    }
    let drawing = stacked("Differences of every measure", &panels);
    let drawn = (Vec::new(), drawing, numbers.lines());
    vec![Figure::of(tables, "differences", [title, notes], drawn)]
}

/// The comparison of this measure of a pair.
fn of(pair: &[Comparison], measure: Measure) -> Option<&Comparison> {
    pair.iter().find(|row| row.measure == measure)
}

/// What the numbers allow to say in a title: the largest difference of the first measure that has one; or of which
/// measures all pairs are equivalent.
fn finding(tables: &Tables, comparisons: &[Comparison]) -> String {
    if comparisons.iter().all(|row| row.difference.n_1 + row.difference.n_2 == 0) {
        return "No games were played".into();
    }
    let size = |row: &Comparison| row.difference.difference.map_or(0.0, f64::abs);
    let of = |measure: Measure| comparisons.iter().filter(move |row| row.measure == measure);
    let label = |measure: Measure| called(tables.info(), measure).1;
    // Of the first measure asked for that has one.
    let largest = tables.measures().into_iter().find_map(|measure| {
        let differing = of(measure).filter(|row| Held::of(tables, row).differs);
        differing.max_by(|a, b| size(a).total_cmp(&size(b)))
    });
    if comparisons.iter().all(|row| row.alike) {
        let all: Vec<String> = tables.measures().into_iter().map(label).collect();
        return format!("{}: {}", capital(ALIKE.1), all_of(&all));
    }
    let Some(row) = largest else {
        let is_open = comparisons.iter().any(|row| remark(tables, row) == GIVEN_UP);
        let ended = if is_open { " where all games ended" } else { "" };
        let same = |measure: &Measure| of(*measure).all(|row| Held::of(tables, row).remark == SAME);
        let same: Vec<String> = tables.measures().into_iter().filter(same).map(label).collect();
        let none = format!("No difference found{ended}");
        return match same.is_empty() {
            true => none,
            false => format!("{none}; equivalent: {}", all_of(&same)),
        };
    };
    // Where games were given up it is anywhere between its ends.
    let nearer = row.difference.interval.map(|(low, high)| low.abs().min(high.abs()));
    let open = nearer.filter(|_| row.open);
    let (least, size) = open.map_or(("", size(row)), |nearer| ("at least ", nearer));
    let by = match row.measure {
        Measure::Outcome(_) => format!("{} points", Unit::Points.short(size)),
        Measure::Mean(_) => number(size, decimals(size, 1)),
    };
    let by = format!("{least}{}", by.trim_start_matches('+'));
    let more = if row.difference.difference > Some(0.0) { "more" } else { "fewer" };
    let [one, two] = [row.first, row.second].map(|k| &tables.names.short[k]);
    format!("{}: {by} {more} with {two} than with {one}", label(row.measure))
}
