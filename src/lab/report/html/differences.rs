//! What changes from one rule set to another.

use super::axis::Axis;
use super::estimate::Estimate;
use super::figure::{FROM_BOTH_ENDS, Figure, MOST_ROWS, Numbers, by_place, drawn};
use super::names::IN_TITLES;
use super::rows::{self, Column, Rows, Track};
use super::scale::{Unit, number};
use super::subject::{Subject, capital};
use crate::core::wording::digits::{counted, p_value};
use crate::core::wording::field::all_of;
use crate::lab::spec::measure::Measure;
use crate::lab::study::compare::Comparison;
use crate::lab::tables::asked::Asked;
use crate::lab::tables::pairs::{FEW, GIVEN_UP, OPEN, PLAIN, SAME, SLIGHT, remark};

/// What is said of a row that is plainly different, in a sign and in words.
const DIFFERENT: (&str, &str) = ("\u{2260}", "different");
/// What each measure has in the table.
const COLUMNS: [&str; 3] = ["", ": p, adjusted", ": method"];

/// A difference with a sign for what may be said of it, and its part of the row of the table.
pub struct Held {
    /// Nothing where there are too few games.
    estimate: Option<Estimate>,
    /// What may be said of it, in a sign and in words.
    remark: (&'static str, &'static str),
    /// Whether it is known to differ from nothing.
    pub differs: bool,
    cells: [String; COLUMNS.len()],
}

/// The differences of one measure.
struct Panel {
    title: String,
    unit: Unit,
    /// One per row.
    cells: Vec<Held>,
    /// The smallest value that matters, where that was said.
    margin: Option<f64>,
}

impl Panel {
    fn values(&self) -> impl Iterator<Item = f64> {
        let known = self.cells.iter().filter_map(|cell| cell.estimate);
        let known =
            known.flat_map(|estimate| [estimate.value, estimate.ends().0, estimate.ends().1]);
        known.chain(self.margin.into_iter().flat_map(|margin| [-margin, margin]))
    }

    /// Its numbers beside dots with intervals, held against nothing: a forest plot.
    fn drawn(&self, axis: Axis) -> rows::Panel<'_> {
        let text = |cell: &Held| {
            cell.estimate.map_or("too few games".into(), |estimate| {
                let text = match estimate.open {
                    true => estimate.brief(self.unit),
                    false => self.unit.short(estimate.value),
                };
                format!("{text} {}", cell.remark.0).trim_end().to_owned()
            })
        };
        let texts = self.cells.iter().map(text).collect();
        let scale = axis.scale;
        let at = move |[left, right]: [f64; 2], value| left + scale.at(value) * (right - left);
        let track = Track::new(move |drawing, k, [left, top, right, bottom]| {
            let (x, line) = (|value| at([left, right], value), (top + bottom) / 2.0);
            drawing.line("against", None, [x(0.0), top, x(0.0), bottom]);
            let Some(estimate) = self.cells[k].estimate else { return };
            if let Some((low, high)) = estimate.interval {
                drawing.line("interval nx", None, [x(low), line, x(high), line]);
            }
            if !estimate.open {
                let class = if self.cells[k].differs { "dot fx" } else { "dot open" };
                drawing.dot(class, None, [x(estimate.value), line, 4.6]);
            }
        });
        let track = Track {
            ground: Box::new(move |drawing, [left, top, right, bottom]| {
                if let Some(margin) = self.margin {
                    let [from, to] = [-margin, margin].map(|value| at([left, right], value));
                    drawing.rectangle("cell band", [from, top, to - from, bottom - top]);
                }
            }),
            ..track.over(axis)
        };
        let numbers = Column::Words { head: String::new(), texts, stacked: true };
        rows::Panel { head: self.title.clone(), columns: vec![numbers, Column::Track(track)] }
    }
}

/// The figure; nothing where nothing is compared.
pub fn figure(subject: &Subject) -> Option<Figure> {
    let (info, entries) = (subject.info(), subject.entries());
    let mut comparisons = subject.comparisons();
    let first = comparisons.first()?.first;
    // Of several rule sets, each against the first one; in a sweep in its order, else by the difference.
    let all = pairs_of(&comparisons).len();
    if !subject.is_of_parts() {
        comparisons.retain(|row| row.first == first);
    }
    let mut pairs = pairs_of(&comparisons);
    let more = all - pairs.len();
    if subject.swept().is_empty() && !subject.is_of_parts() {
        let measure = subject.measures().first().copied();
        let size = |pair: &(usize, usize)| {
            let mut known = comparisons.iter();
            let row =
                known.find(|row| (row.first, row.second) == *pair && Some(row.measure) == measure);
            row.and_then(|row| row.difference.difference).unwrap_or(f64::NEG_INFINITY)
        };
        pairs.sort_by(|a, b| size(b).total_cmp(&size(a)));
    }
    let asked = subject.asked();
    let (title, named) = finding(subject, &comparisons, &asked);
    let key = |k, pair: &_| if named == Some(*pair) { f64::INFINITY } else { by_place(k, pair) };
    let (pairs, drawn) = drawn(pairs, MOST_ROWS, key, FROM_BOTH_ENDS);
    // Names of a common baseline need not be said in every row.
    let baseline = pairs.iter().all(|pair| pair.0 == first).then(|| entries[first].name);
    let short = subject.names(12);
    let name = |&(first, second): &(usize, usize)| match baseline {
        Some(_) => entries[second].name.to_owned(),
        None => format!("{} \u{2212} {}", short[second], short[first]),
    };
    let panels = subject.measures().into_iter().map(|measure| {
        let (title, unit) = match measure {
            Measure::Outcome(o) => (capital(info.outcomes[o].label), Unit::Points),
            Measure::Length => (capital(info.length().name), Unit::Change),
        };
        let row = |pair: &(usize, usize)| {
            let mut known = comparisons.iter();
            known.find(|row| (row.first, row.second) == *pair && row.measure == measure)
        };
        let cells = pairs.iter().map(|pair| held(&asked, row(pair), unit));
        let margin = asked.matters(measure);
        Panel { title, unit, cells: cells.collect(), margin }
    });
    // What is nothing in every row, to the last game, needs no panel beside others.
    let is_nothing = |panel: &Panel| {
        let nothing = |held: &Held| {
            held.estimate.is_none_or(|one| one.value == 0.0 && one.ends() == (0.0, 0.0))
        };
        panel.cells.iter().all(nothing)
    };
    let (empty, full): (Vec<Panel>, Vec<Panel>) = panels.partition(is_nothing);
    let panels = if full.is_empty() { empty } else { full };
    let band = match panels.iter().any(|panel| panel.margin.is_some()) {
        true => " Differences within the band are too small to matter (--min-effect).",
        false => "",
    };
    let rows = pairs.iter().enumerate().map(|(k, pair)| {
        let cells = panels.iter().flat_map(|panel| {
            let heads = COLUMNS.map(|what| format!("{}{what}", panel.title));
            heads.into_iter().zip(panel.cells[k].cells.clone())
        });
        (name(pair), cells.collect())
    });
    let numbers = Numbers::of("rule sets", rows);
    // One scale for all measures of a unit, with nothing on it.
    let axis = |unit: Unit| {
        let same = panels.iter().filter(|panel| panel.unit == unit);
        Axis::of(unit, "", same.flat_map(Panel::values).chain([0.0]))
    };
    let sizes = [[26.0, 0.0, 28.0, 0.0, 34.0], [34.0, 21.0, 21.0, 0.0, 34.0]];
    let forest = Rows {
        letters: [27, 38],
        panels: panels.iter().map(|panel| panel.drawn(axis(panel.unit))).collect(),
        ..Rows::of("Differences of every measure".into(), numbers, sizes, Vec::new())
    };
    let against = baseline.map_or_else(
        || "Each row is the second rule set less the first".to_owned(),
        |name| format!("Each row is a rule set less {name}"),
    );
    let paired = comparisons.iter().all(|row| row.difference.method.is_paired() && !row.by_index);
    let same = match paired {
        true => format!(", game by game on the same {}", info.chance),
        false => String::new(),
    };
    let how = match comparisons.iter().all(|row| row.difference.method.is_exact()) {
        true => ". Every order of the deck was played, so the differences are exact.".to_owned(),
        false => {
            let (percent, signs) = (subject.percent(), signs(&panels));
            let holm = match comparisons.iter().any(|row| row.p_adjusted.is_some()) {
                true => {
                    "; shares in points. p-values are adjusted for all comparisons of the run (Holm)."
                }
                false => " that are valid at any stopping point; shares in points.",
            };
            format!(", with {percent} % intervals{holm}{signs}")
        }
    };
    let more = match more {
        0 => String::new(),
        n => format!(
            " {} in comparison.csv.",
            counted(n as u64, "pair among the others is", "pairs among the others are")
        ),
    };
    let caption = format!("{against}{same}{how}{band}{drawn}{more}");
    Some(Figure::one("differences", [title, caption], &forest, subject.source()))
}

/// The pairs of these comparisons, in their order.
fn pairs_of(comparisons: &[Comparison]) -> Vec<(usize, usize)> {
    let mut pairs: Vec<_> = comparisons.iter().map(|row| (row.first, row.second)).collect();
    pairs.dedup();
    pairs
}

/// What may be said of a comparison.
pub fn held(asked: &Asked<'_>, row: Option<&Comparison>, unit: Unit) -> Held {
    let estimate = row.and_then(|row| {
        let (value, interval) = (row.difference.difference?, row.difference.interval());
        let known = interval.is_some() || row.difference.method.is_exact();
        known.then_some(Estimate { value, interval, open: row.open })
    });
    let exact = row.is_some_and(|row| row.difference.method.is_exact());
    let remark = match row.filter(|_| estimate.is_some()).map(|row| remark(asked, row)) {
        Some(said) if exact => said,
        Some(PLAIN) => DIFFERENT,
        Some(other) => other,
        None if row.is_some_and(|row| row.open) => GIVEN_UP,
        None => FEW,
    };
    let text = estimate.map_or(remark.1.into(), |estimate| estimate.text(unit));
    let p = row.and_then(|row| row.p_adjusted).map_or("\u{2013}".into(), p_value);
    let method = row.map_or(String::new(), Comparison::method);
    let differs =
        ![SAME, OPEN, FEW, GIVEN_UP].contains(&remark) && estimate.is_some_and(|e| e.value != 0.0);
    Held { estimate, remark, differs, cells: [text, p, method] }
}

/// What the signs that occur mean.
fn signs(panels: &[Panel]) -> String {
    let all = panels.iter().flat_map(|panel| &panel.cells);
    let known = [DIFFERENT, SLIGHT, OPEN, SAME].into_iter();
    let known = known.filter(|known| all.clone().any(|cell| cell.remark == *known));
    let words: Vec<String> = known.map(|(sign, words)| format!("{sign} {words}")).collect();
    if words.is_empty() { String::new() } else { format!(" {}.", words.join(", ")) }
}

/// What the numbers allow to say in a title: the largest difference of the first measure that has one,
/// with its pair; or of which measures all pairs are equivalent.
fn finding(
    subject: &Subject,
    comparisons: &[Comparison],
    asked: &Asked<'_>,
) -> (String, Option<(usize, usize)>) {
    let info = subject.info();
    let held = |row: &Comparison| held(asked, Some(row), Unit::Points);
    let size = |row: &Comparison| row.difference.difference.map_or(0.0, f64::abs);
    // Of the first measure asked for that has one.
    let largest = subject.measures().into_iter().find_map(|measure| {
        let differing =
            comparisons.iter().filter(|row| row.measure == measure && held(row).differs);
        differing.max_by(|a, b| size(a).total_cmp(&size(b)))
    });
    let label = |measure: Measure| match measure {
        Measure::Outcome(o) => info.outcomes[o].label,
        Measure::Length => info.length().name,
    };
    let Some(row) = largest else {
        let same = |measure: &Measure| {
            let mut rows = comparisons.iter().filter(|row| row.measure == *measure);
            rows.all(|row| held(row).remark == SAME)
        };
        let same: Vec<&str> = subject.measures().into_iter().filter(same).map(label).collect();
        let title = match same.is_empty() {
            true => "No difference found between the rule sets".into(),
            false => format!("No difference found; equivalent: {}", all_of(&same)),
        };
        return (title, None);
    };
    let change = row.difference.difference.unwrap_or(0.0);
    let by = match row.measure {
        Measure::Outcome(_) => format!("{} points", number(100.0 * size(row), 1)),
        Measure::Length => number(size(row), 1),
    };
    let more = if change > 0.0 { "more" } else { "fewer" };
    let (names, what) = (subject.names(IN_TITLES), capital(label(row.measure)));
    let (one, two) = (&names[row.first], &names[row.second]);
    let title = format!("{what}: {by} {more} with {two} than with {one}");
    (title, Some((row.first, row.second)))
}
