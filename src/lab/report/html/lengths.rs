//! How long games last: a row for each rule set, its distribution on one scale, or of many and of lengths far apart
//! where the middle of all games lies, on a logarithmic one.

use super::axis::Axis;
use super::drawing::{ACROSS, Drawing, Place, way};
use super::estimate::{Estimate, capital, title};
use super::figure::{Figure, MOST_ROWS, Numbers, drawn};
use super::rows::{Panel, rows};
use super::scale::{Scale, Unit, brief, ends, percent, step};
use super::subject::{Entry, Subject};
use crate::core::ends::Ends;
use crate::core::stats::histogram::LengthHistogram;
use crate::core::wording::digits::{counted, grouped};
use crate::lab::study::estimate::{middle, ranked};

/// Bins of a distribution.
const BINS: usize = 60;
/// The shares of all games that are over at the marks of a row.
const QUANTILES: [f64; 5] = [0.05, 0.25, 0.5, 0.75, 0.95];
/// Rows from which distributions on one scale are flat lines.
const MANY: usize = 6;
/// Ratio of medians from which they are.
const FAR: f64 = 10.0;
/// From where to where the tracks go, in per cent.
const TRACK: [f64; 2] = [3.0, 97.0];

/// The counts of one rule set.
struct Lasting<'a> {
    entry: Entry<'a>,
    ends: Ends,
    /// Lengths of the games that came to an end.
    over: LengthHistogram,
    /// The lengths by which so many of all games are over, as [`QUANTILES`].
    marks: [Option<u64>; 5],
}

impl<'a> Lasting<'a> {
    fn of(entry: Entry<'a>) -> Option<Self> {
        let ends = Ends::of(&entry.cell.rules, entry.tally, 0)?;
        let (over, games) = (ends.ended(), ends.games());
        let marks = QUANTILES.map(|share| ranked(&over, (share * games as f64).ceil() as u64));
        (games > 0).then_some(Self { entry, ends, over, marks })
    }

    /// When half of all games are over, within these standard errors.
    fn half(&self, z: f64) -> Option<Estimate> {
        let value = self.marks[2]? as f64;
        let within = middle(&self.over, [self.ends.games(), self.over.games()], z);
        let interval = (!self.entry.is_exact()).then_some(within.unwrap_or((0.0, f64::INFINITY)));
        Some(Estimate { value, interval, open: false })
    }

    /// How far its row goes: to its last mark, or to the last length that was played.
    fn end(&self) -> Option<u64> {
        self.marks[4].or_else(|| self.ends.last())
    }

    /// What is not over at any length, in words.
    fn left(&self, said: fn(f64) -> String) -> String {
        let parts = self
            .ends
            .unfinished()
            .map(|(words, games)| format!("{} {words}", said(self.entry.share(games))));
        parts.collect::<Vec<_>>().join(", ")
    }

    /// From 5 % to 95 %, the thick part from 25 % to 75 %, and half.
    fn draw_strip(&self, drawing: &mut Drawing, axis: &Axis, line: f64) {
        let at = |length: u64| axis.at(TRACK, length.max(1) as f64);
        let Some(end) = self.end().map(at) else { return };
        let [first, low, half, high, last] = self.marks.map(|mark| mark.map(at));
        drawing.line("thin nx", [first.unwrap_or(end), line, end, line]);
        if last.is_none() {
            // The rest was not over where it was last seen.
            drawing.words("beside", "start", [end, line + 4.5, 2.0], "\u{203a}");
        }
        if let Some(low) = low {
            let wide = (high.unwrap_or(end) - low).max(0.2);
            drawing.rectangle("fill fx", [low, line - 6.0, wide, 12.0]);
        }
        if let Some(half) = half {
            drawing.dot("dot fx", [half, line, 4.6]);
        }
    }
}

/// The figure; nothing where lengths were not kept or nothing came to an end.
pub fn figure(subject: &Subject) -> Option<Figure> {
    let all: Vec<Lasting<'_>> = subject.entries().into_iter().filter_map(Lasting::of).collect();
    all.iter().find(|one| one.over.games() > 0)?;
    let unit = subject.info().length().name;
    let title = said(subject, &all, unit);
    let half = |_, one: &Lasting<'_>| one.marks[2].map_or(f64::INFINITY, |half| half as f64);
    let (all, said) = drawn(all, MOST_ROWS, half);
    let typical = all.iter().filter_map(|one| one.marks[2].or_else(|| one.ends.last()));
    let is_far =
        ends(typical.map(|n| n.max(1) as f64)).is_some_and(|(low, high)| high >= FAR * low);
    let strips = all.len() >= MANY || is_far;
    let values = all.iter().flat_map(|one| one.marks.into_iter().chain([one.end()])).flatten();
    let values = values.map(|n| n.max(1) as f64);
    let (low, high) = ends(values).unwrap_or((1.0, 1.0));
    // A single long game must not flatten all the others.
    let most = all.iter().filter_map(|one| one.over.last()).max()?;
    let rank = |one: &Lasting<'_>| (0.995 * one.over.games() as f64).ceil() as u64;
    let usual = all.iter().filter_map(|one| ranked(&one.over, rank(one))).max()?;
    let end = if usual as f64 * 1.25 >= most as f64 { most } else { usual }.max(1);
    let bin = step(end as f64, BINS).max(1.0) as u64;
    let bins = end.div_ceil(bin) as usize;
    let (scale, log) = match strips {
        true => (Scale::log(low / 1.15, (high * 1.08).max(low * 2.0)), " (log)"),
        false => (Scale::linear(0.0, (bins as u64 * bin) as f64), ""),
    };
    let axis = Axis::whole(scale, format!("{unit} until it is over{log}"));
    let counts = all.iter().map(|one| {
        let mut counts = vec![0; bins];
        for (length, games) in one.over.counts() {
            let bin = (length.saturating_sub(1) / bin) as usize;
            counts.get_mut(bin).into_iter().for_each(|all| *all += games);
        }
        counts.into_iter().map(|games| one.entry.share(games)).collect()
    });
    let counts: Vec<Vec<f64>> = counts.collect();
    let highest = counts.iter().flatten().copied().fold(0.0, f64::max);
    let is_left = all.iter().any(|one| one.ends.left() > 0);
    let row = |drawing: &mut Drawing, k: usize, [left, top, right, bottom]: Place| {
        let one: &Lasting<'_> = &all[k];
        if strips {
            return one.draw_strip(drawing, &axis, (top + bottom) / 2.0);
        }
        let (high, wide) = (bottom - top, ACROSS / bins as f64);
        let steps = counts[k].iter().enumerate().flat_map(|(b, share)| {
            let y = high * (1.0 - share / highest);
            [[wide * b as f64, y], [wide * (b + 1) as f64, y]]
        });
        let line = way(std::iter::once([0.0, high]).chain(steps).chain([[ACROSS, high]]));
        drawing.paths([left, top, right, bottom], [("fill f0", &line), ("thin s0", &line)]);
        if let Some(half) = one.marks[2].filter(|half| *half <= bins as u64 * bin) {
            let x = axis.at(TRACK, half as f64);
            drawing.line("median", [x, top, x, bottom]);
        }
    };
    let words = all.iter().map(|one| {
        let half =
            one.marks[2].map_or("fewer than half".into(), |n| format!("half by {}", grouped(n)));
        [half, one.left(brief)]
            .into_iter()
            .filter(|words| !words.is_empty())
            .collect::<Vec<_>>()
            .join(", ")
    });
    let panel = Panel {
        head: String::new(),
        names: all.iter().map(|one| one.entry.name).collect(),
        words: words.collect(),
        high: if strips { 16.0 } else { 64.0 },
        ends: TRACK,
        axis: Some(axis.clone()),
        row: Box::new(row),
    };
    let drawing = rows(format!("When games are over, in {unit}"), &[panel]);
    let lines = all.iter().map(|one| {
        let marks = QUANTILES.into_iter().zip(one.marks).map(|(share, mark)| {
            let head = format!("{:.0} % over by", 100.0 * share);
            (head, mark.map_or("\u{2013}".into(), grouped))
        });
        let left = match one.left(percent) {
            left if left.is_empty() => "0 %".into(),
            left => left,
        };
        (one.entry.name.to_owned(), marks.chain([("not over".into(), left)]).collect())
    });
    let numbers = Numbers::of("rule set", lines);
    let bins = match bin {
        1 => format!("at each number of {unit}"),
        n => format!("in bins of {} {unit}", grouped(n)),
    };
    let how = match strips {
        true => {
            "Each line runs from where 5 % of all games are over to where 95 % are, the thick part from 25 % to \
             75 %, the dot where half are."
                .to_owned()
        }
        false => format!("Share of all games that are over, {bins}, on one scale; the line is where half are."),
    };
    let left = match is_left {
        true => {
            " What is not over at any length is not in it; a median of the tables takes it as long as it was played."
        }
        false => "",
    };
    Some(subject.figure("lengths", [title, format!("{how}{left}{said}")], drawing, numbers))
}

/// When half of the games are over.
fn said(subject: &Subject, all: &[Lasting<'_>], unit: &str) -> String {
    let z = subject.z_among(all.len());
    let known =
        all.iter().filter_map(|one| Some((format!("with {}", one.entry.name), Some(one.half(z)?))));
    let known: Vec<_> = known.collect();
    if known.is_empty() {
        let last = all.iter().filter_map(|one| one.ends.last()).max().unwrap_or(0);
        let by = counted(last, unit.trim_end_matches('s'), unit);
        return format!("Fewer than half of the games are over by {by}");
    }
    let label = format!("{} until half of the games are over", capital(unit));
    let (_, title) = title(&label, Unit::Whole, &known, None);
    match all.len() - known.len() {
        0 => title,
        n => format!("{title}; with {n} of {} rule sets fewer are over", all.len()),
    }
}

#[cfg(test)]
mod tests {
    use crate::lab::report::html::figures;
    use crate::lab::spec::Study;
    use crate::lab::store::stored::Stored;

    /// The axis tells strips from distributions.
    fn is_strips(sets: &[&str]) -> bool {
        let finished = Study::war(sets.iter().copied()).unwrap().games(300).run().unwrap();
        let all = figures(vec![Stored::of_finished(&finished, "x", "")]);
        let lengths = all.iter().find(|figure| figure.id == "lengths").unwrap();
        lengths.drawing.markup().into_text().contains("(log)")
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
