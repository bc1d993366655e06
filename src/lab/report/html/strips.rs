//! How long games last, of many rule sets or of lengths far apart: where the middle of all games lies,
//! on a logarithmic axis, and beside it what is not over at any length, of 100 %.

use super::axis::Axis;
use super::drawing::{Drawing, way};
use super::figure::Numbers;
use super::rows::{Column, Rows, Track};
use super::scale::{Scale, brief, ends, percent};
use super::spread::{Lasting, left};
use crate::core::wording::digits::grouped;

/// The shares of all games that are over at the marks of a strip.
pub const QUANTILES: [f64; 5] = [0.05, 0.25, 0.5, 0.75, 0.95];
/// Rows from which distributions on one scale are flat lines.
const MANY: usize = 6;
/// Ratio of medians from which they are.
pub const FAR: f64 = 10.0;

/// Whether these are better drawn as strips than as distributions on one scale.
pub fn wanted(all: &[&Lasting<'_>]) -> bool {
    let typical = |one: &&Lasting<'_>| {
        one.quantile(0.5).or_else(|| one.ends.last()).filter(|&n| n > 0).map(|n| n as f64)
    };
    all.len() >= MANY || ratio(all.iter().filter_map(typical)) >= FAR
}

/// The largest of these over the smallest.
pub fn ratio(values: impl Iterator<Item = f64>) -> f64 {
    ends(values).filter(|(low, _)| *low > 0.0).map_or(1.0, |(low, high)| high / low)
}

impl Lasting<'_> {
    /// The lengths by which so many of all games are over.
    fn marks(&self) -> [Option<u64>; 5] {
        QUANTILES.map(|share| self.quantile(share))
    }

    /// How far its strip goes: to its last mark, or to the last length that was played.
    fn end(&self) -> Option<u64> {
        self.marks()[4].or_else(|| self.ends.last())
    }

    fn draw_strip(&self, drawing: &mut Drawing, at: impl Fn(u64) -> f64, line: f64) {
        let marks = self.marks();
        let Some(end) = self.end().map(&at) else { return };
        let first = marks[0].map_or(end, &at);
        drawing.line("thin nx", None, [first, line, end, line]);
        if marks[4].is_none() {
            // The rest was not over where it was last seen.
            let arrow = [[end - 4.0, line - 4.0], [end, line], [end - 4.0, line + 4.0]];
            drawing.path("thin nx", None, way(arrow));
        }
        if let Some(from) = marks[1].map(&at) {
            let to = marks[3].map_or(end, &at);
            drawing.rectangle("fill fx", [from, line - 6.0, (to - from).max(1.0), 12.0]);
        }
        if let Some(half) = marks[2].map(&at) {
            drawing.dot("dot fx", None, [half, line, 4.6]);
        }
    }
}

/// A row for each of these: a strip, when half are over, and what is left of 100 %.
pub fn rows<'a>(all: &'a [&'a Lasting<'a>], unit: &str) -> Rows<'a> {
    let lines = all.iter().map(|one| {
        let marks = QUANTILES.into_iter().zip(one.marks()).map(|(share, mark)| {
            let head = format!("{:.0} % over by", 100.0 * share);
            (head, mark.map_or("\u{2013}".into(), grouped))
        });
        let left = left(&one.ends, percent);
        let left = if left.is_empty() { "0 %".into() } else { left.join(", ") };
        (one.entry.name.to_owned(), marks.chain([("not over".into(), left)]).collect())
    });
    let numbers = Numbers::of("rule set", lines);
    let values = all.iter().flat_map(|one| one.marks().into_iter().chain([one.end()]));
    let (low, high) = ends(values.flatten().map(|n| n.max(1) as f64)).unwrap_or((1.0, 1.0));
    let scale = Scale::log(low / 1.15, (high * 1.08).max(low * 2.0));
    let axis = Axis::whole(scale, format!("{unit} until it is over (log)"));
    let strip = Track::new(move |drawing, k, [left, top, right, bottom]| {
        let at = |length: u64| left + scale.at(length.max(1) as f64) * (right - left);
        all[k].draw_strip(drawing, at, (top + bottom) / 2.0);
    });
    let strip = Track { room: [[0.0; 2], [4.0, 0.0]], ..strip.over(axis) };
    let halves = all.iter().map(|one| one.quantile(0.5).map_or("\u{2013}".into(), grouped));
    let halves = Column::Words { head: "half by".into(), texts: halves.collect(), stacked: false };
    let mut columns = vec![Column::Track(strip), halves];
    if all.iter().any(|one| one.ends.left() > 0) {
        let bar = Track::new(|drawing, k, [left, top, right, bottom]| {
            let middle = [left, (top + bottom) / 2.0 - 6.0, right - left, 12.0];
            drawing.rectangle("cell none", middle);
            all[k].draw_left(drawing, middle);
        });
        let (head, pixels) = ("not over".into(), Some([70.0, 58.0]));
        let texts = all.iter().map(|one| left(&one.ends, brief).join(", ")).collect();
        let left = Column::Words { head: String::new(), texts, stacked: true };
        columns.extend([Column::Track(Track { head, pixels, ..bar }), left]);
    }
    let sizes = [[26.0, 0.0, 26.0, 0.0, 48.0], [26.0, 18.0, 26.0, 0.0, 48.0]];
    let label = format!("When games are over, in {unit}, for {} rule sets", all.len());
    Rows { letters: [26, 30], ..Rows::of(label, numbers, sizes, columns) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::report::html::page;
    use crate::lab::spec::Study;
    use crate::lab::store::stored::Stored;

    #[test]
    fn far_medians_are_told_from_near_ones() {
        assert!((ratio([2.0, 30.0, 5.0].into_iter()) - 15.0).abs() < 1e-12);
        assert!((ratio(std::iter::empty()) - 1.0).abs() < 1e-12);
    }

    /// The table behind a figure of lengths tells strips from distributions.
    fn is_strips(sets: &[&str]) -> bool {
        let finished = Study::war(sets.iter().copied()).unwrap().games(300).run().unwrap();
        page(vec![Stored::of_finished(&finished, "x", "")]).contains("75 % over by")
    }

    #[test]
    fn six_rule_sets_or_lengths_far_apart_are_strips_and_two_alike_are_not() {
        assert!(!is_strips(&["umass", "winner-first"]));
        assert!(is_strips(&[
            "umass",
            "winner-first",
            "bicycle",
            "one-down",
            "two-down",
            "no-limit"
        ]));
        assert!(is_strips(&["umass", "umass{deck.ranks=3,deck.suits=2}"]));
    }
}
