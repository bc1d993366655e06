//! How long games last: a row for each rule set, its distribution on one scale, logarithmic where there are many rule
//! sets or lengths are far apart.

use super::axis::{Axis, Scale};
use super::dot::{Claimed, Dot, Unit, brief, capital, ends, percent, title};
use super::drawing::{ACROSS, Drawing, Px, Rect};
use super::figure::Figure;
use super::rows::{Panel, stacked};
use super::words::row_of;
use crate::core::ends::Ends;
use crate::core::stats::histogram::LengthHistogram;
use crate::core::stats::ranked;
use crate::core::wording::digits::{counted, grouped};
use crate::core::wording::said::TextTable;
use crate::lab::tables::{Row, Tables};

/// Its name.
pub const ID: &str = "lengths";

/// Steps of a distribution.
const STEPS: u32 = 60;
/// The shares of all games of which the table says when they are over.
const QUANTILES: [f64; 5] = [0.05, 0.25, 0.5, 0.75, 0.95];
/// Rows from which distributions on one linear scale are flat lines.
const MANY: usize = 6;
/// Ratio of medians from which they are.
const FAR: f64 = 10.0;
/// From where to where the tracks go, in per cent.
const TRACK: [f64; 2] = [3.0, 97.0];

/// The counts of one rule set.
struct Lasting<'a> {
    row: Row<'a>,
    ends: Ends,
    /// Lengths of the games that came to an end.
    over: LengthHistogram,
    /// The lengths by which so many of all games are over, as [`QUANTILES`].
    marks: [Option<u64>; 5],
}

impl<'a> Lasting<'a> {
    fn of(row: Row<'a>) -> Option<Self> {
        let ends = row.ends()?;
        let (over, games) = (ends.ended(), ends.games());
        let marks =
            QUANTILES.map(|share| ranked(over.counts(), (share * games as f64).ceil() as u64));
        (games > 0).then_some(Self { row, ends, over, marks })
    }

    /// The length that this share of the games that are over do not exceed.
    fn usual(&self, share: f64) -> Option<u64> {
        ranked(self.over.counts(), (share * self.over.games() as f64).ceil() as u64)
    }

    /// The share of all games that are over by this length, those of a whole number within the one up to it.
    fn over_by(&self, length: f64) -> f64 {
        let by = |(n, games): (u64, u64)| games as f64 * (length - n as f64 + 1.0).clamp(0.0, 1.0);
        self.over.counts().map(by).sum::<f64>() / self.ends.games() as f64
    }

    /// What is not over at any length, in words.
    fn left(&self, said: fn(f64) -> String) -> Vec<String> {
        let parts = self.ends.unfinished();
        parts.map(|(words, games)| format!("{} {words}", said(self.row.share(games)))).collect()
    }

    fn draw(&self, drawing: &mut Drawing, axis: &Axis, highest: f64, place: Rect) {
        let [_, top, _, bottom] = place;
        let (high, wide) = (bottom - top, ACROSS / f64::from(STEPS));
        let steps = self.steps(axis.scale).into_iter().enumerate().map(|(k, share)| {
            let y = (high * (1.0 - share / highest) * 10.0).round() / 10.0;
            format!("V{}H{}", Px(y), wide * (k + 1) as f64)
        });
        let line = format!("M0 {high}{}V{high}", steps.collect::<String>());
        drawing.paths(place, [("spread f0 s0", line)]);
        let half = self.marks[2].map(|half| half as f64);
        if let Some(half) = half.filter(|half| *half <= axis.scale.ends().1) {
            let x = axis.at(TRACK, half);
            drawing.line("median", [x, top, x, bottom]);
        }
    }

    /// The shares of all games that are over from each step of the scale to the next.
    fn steps(&self, scale: Scale) -> Vec<f64> {
        let by: Vec<f64> = (0..=STEPS)
            .map(|k| self.over_by(scale.value(f64::from(k) / f64::from(STEPS))))
            .collect();
        by.windows(2).map(|two| two[1] - two[0]).collect()
    }
}

/// The figure; nothing where lengths were not kept or nothing came to an end.
pub fn figure(tables: &Tables) -> Option<Figure> {
    let all: Vec<Lasting<'_>> = tables.rows().filter_map(Lasting::of).collect();
    let unit = tables.info().length().name;
    let title = said(tables, &all, unit);
    // A single long game must not flatten all the others.
    let most = all.iter().filter_map(|one| one.over.last()).max()? as f64;
    let usual = all.iter().filter_map(|one| one.usual(0.995)).max()? as f64;
    let end = if usual * 1.25 >= most { most } else { usual }.max(1.0);
    let typical = all.iter().filter_map(|one| one.marks[2].or_else(|| one.ends.last()));
    let typical = ends(typical.map(|n| n.max(1) as f64));
    let is_log = all.len() >= MANY || typical.is_some_and(|(low, high)| high >= FAR * low);
    let (scale, log, high) = if is_log {
        let least = all.iter().filter_map(|one| one.usual(0.005)).min()?.max(1) as f64;
        (Scale::log(least / 1.15, end.max(2.0 * least)), " (log)", 26.0)
    } else {
        (Scale::linear(0.0, end), "", 64.0)
    };
    let axis = Axis::whole(scale, format!("{unit} until it is over{log}"));
    let highest =
        all.iter().map(|one| one.steps(scale).into_iter().fold(f64::MIN_POSITIVE, f64::max));
    let highest: Vec<f64> = highest.collect();
    let of_all = highest.iter().copied().fold(0.0, f64::max);
    let words = all.iter().map(|one| {
        let half = one.marks[2].map(|n| format!("half by {}", grouped(n)));
        let half = half.unwrap_or("fewer than half".into());
        [vec![half], one.left(brief)].concat().join(", ")
    });
    let panel = Panel {
        head: String::new(),
        names: all.iter().map(|one| one.row.short).collect(),
        words: words.collect(),
        high,
        ends: TRACK,
        axis: Some(axis.clone()),
        track: Box::new(|drawing, k, place| {
            let highest = if is_log { highest[k] } else { of_all };
            all[k].draw(drawing, &axis, highest, place);
        }),
    };
    let drawing = stacked(format!("When games are over, in {unit}"), &[panel]);
    let mut numbers = TextTable::new(&all);
    numbers.left(row_of(tables), |one| one.row.short);
    for (k, share) in QUANTILES.into_iter().enumerate() {
        let head = format!("{:.0} % over by", 100.0 * share);
        numbers.right(head, |one| one.marks[k].map_or("\u{2013}".into(), grouped));
    }
    numbers.left("not over", |one| {
        let left = one.left(percent).join(", ");
        if left.is_empty() { "0 %".into() } else { left }
    });
    let scaled = if is_log { "each as high as the others" } else { "all on one scale" };
    let left = match all.iter().any(|one| one.ends.left() > 0) {
        true => {
            " Games without an end are not drawn; in the tables they count as long as they were played."
        }
        false => "",
    };
    let caption = format!(
        "At which lengths games are over, {scaled}; the line is where half of all are.{left}"
    );
    Some(Figure::of(tables, ID, [title, caption], (Vec::new(), drawing, numbers.lines())))
}

/// When half of the games are over.
fn said(tables: &Tables, all: &[Lasting<'_>], unit: &str) -> String {
    let half = |one: &Lasting<'_>| {
        let half = one.marks[2]? as f64;
        Some(Dot { value: half, interval: None, open: false })
    };
    let halves: Claimed = all.iter().map(|one| (one.row.short.to_owned(), half(one))).collect();
    match halves.iter().filter(|(_, half)| half.is_none()).count() {
        n if n == all.len() => {
            let last = all.iter().filter_map(|one| one.ends.last()).max().unwrap_or(0);
            let by = counted(last, unit.trim_end_matches('s'), unit);
            format!("Fewer than half of the games are over by {by}")
        }
        n => {
            let label = format!("{} until half of the games are over", capital(unit));
            let title = title(&label, Unit::Whole, &halves);
            let fewer = format!("; with {n} of {} {}s fewer are over", all.len(), row_of(tables));
            if n == 0 { title } else { title + &fewer }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lab::report::figures;
    use crate::lab::spec::Study;
    use crate::lab::tables::{Run, Tables};

    fn is_log(sets: &[&str]) -> bool {
        let study = Study::war(sets.iter().copied()).unwrap().games(300);
        let all = figures(&[Tables::of(Run::of(study.run().unwrap()))]);
        let lengths = all.iter().find(|figure| figure.id == "lengths").unwrap();
        lengths.drawing.markup().into_text().contains("(log)")
    }

    #[test]
    fn six_rule_sets_or_lengths_far_apart_have_a_logarithmic_axis_and_two_alike_have_not() {
        assert!(!is_log(&["umass", "winner-first"]));
        assert!(is_log(&["umass", "winner-first", "bicycle", "one-down", "two-down", "no-limit"]));
        assert!(is_log(&["umass", "umass{deck.ranks=3,deck.suits=2}"]));
    }
}
