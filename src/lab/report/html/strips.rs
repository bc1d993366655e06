//! How long games last, of many rule sets or of lengths far apart: where the middle of all games lies,
//! on a logarithmic axis, and beside it what is not over at any length, of 100 %.

use super::axis::Axis;
use super::drawing::{Drawing, way};
use super::figure::Numbers;
use super::rows::{Column, Rows, Track};
use super::scale::{Scale, ends, percent};
use super::spread::{Lasting, beside, going_on, left};
use crate::core::survival::ENDLESS;
use crate::core::wording::digits::grouped;

/// The shares of all games that are over at the marks of a strip.
pub const QUANTILES: [f64; 5] = [0.05, 0.25, 0.5, 0.75, 0.95];
/// Rows from which distributions on one scale are flat lines.
const MANY: usize = 6;
/// Ratio of medians from which they are.
pub const FAR: f64 = 10.0;

/// A strip for each rule set.
pub struct Strips<'a> {
    all: Vec<&'a Lasting<'a>>,
    unit: &'a str,
}

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

impl<'a> Strips<'a> {
    /// Those of these rule sets; nothing where no game is over.
    pub fn of(all: Vec<&'a Lasting<'a>>, unit: &'a str) -> Option<Self> {
        all.iter().any(|one| one.over.last().is_some()).then_some(Self { all, unit })
    }

    /// The lengths by which so many of all games are over.
    fn marks(&self, k: usize) -> [Option<u64>; 5] {
        QUANTILES.map(|share| self.all[k].quantile(share))
    }

    /// How far the strip of a rule set goes: to its last mark, or to the last length that was played.
    fn end(&self, k: usize) -> Option<u64> {
        self.marks(k)[4].or_else(|| self.all[k].ends.last())
    }

    fn axis(&self) -> Axis {
        let values =
            (0..self.all.len()).flat_map(|k| self.marks(k).into_iter().chain([self.end(k)]));
        let (low, high) = ends(values.flatten().map(|n| n.max(1) as f64)).unwrap_or((1.0, 1.0));
        let scale = Scale::log(low / 1.15, (high * 1.08).max(low * 2.0));
        Axis::whole(scale, format!("{} until it is over (log)", self.unit))
    }

    fn draw_strip(&self, drawing: &mut Drawing, k: usize, at: impl Fn(u64) -> f64, line: f64) {
        let marks = self.marks(k);
        let Some(end) = self.end(k).map(&at) else { return };
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

    /// All games as a bar: what is not over at any length is filled.
    fn draw_left(&self, drawing: &mut Drawing, k: usize, [left, line, wide]: [f64; 3]) {
        let parts = going_on(&self.all[k].ends);
        drawing.rectangle("cell none", [left, line - 6.0, wide, 12.0]);
        let mut from = left;
        for (words, share) in parts {
            let class = if words == ENDLESS { "cell none1" } else { "cell none0" };
            drawing.rectangle(class, [from, line - 6.0, (wide * share).max(1.0), 12.0]);
            from += wide * share;
        }
    }

    /// As a picture: a strip, when half are over, and what is left of 100 %, a row each.
    pub fn rows(&self) -> Rows<'_> {
        let lines = self.all.iter().enumerate().map(|(k, one)| {
            let marks = QUANTILES.into_iter().zip(self.marks(k)).map(|(share, mark)| {
                let head = format!("{:.0} % over by", 100.0 * share);
                (head, mark.map_or("\u{2013}".into(), grouped))
            });
            let left = left(&one.ends, percent);
            let left = if left.is_empty() { "0 %".into() } else { left.join(", ") };
            (one.entry.name.to_owned(), marks.chain([("not over".into(), left)]).collect())
        });
        let numbers = Numbers::of("rule set", lines);
        let axis = self.axis();
        let scale = axis.scale;
        let strip = Track::new(move |drawing, k, [left, top, right, bottom]| {
            let at = |length: u64| left + scale.at(length.max(1) as f64) * (right - left);
            self.draw_strip(drawing, k, at, (top + bottom) / 2.0);
        });
        let strip = Track { room: [[0.0; 2], [4.0, 0.0]], ..strip.over(axis) };
        let [halves, left] = beside(&self.all);
        let mut all = vec![Column::Track(strip), halves];
        if self.all.iter().any(|one| one.ends.left() > 0) {
            let bar = Track::new(|drawing, k, [left, top, right, bottom]| {
                self.draw_left(drawing, k, [left, (top + bottom) / 2.0, right - left]);
            });
            let (head, pixels) = ("not over".into(), Some([70.0, 58.0]));
            all.extend([Column::Track(Track { head, pixels, ..bar }), left]);
        }
        let count = self.all.len();
        let sizes = [[26.0, 0.0, 26.0, 0.0, 48.0], [26.0, 18.0, 26.0, 0.0, 48.0]];
        let label = format!("When games are over, in {}, for {count} rule sets", self.unit);
        Rows::of(label, numbers, sizes, all)
    }
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
