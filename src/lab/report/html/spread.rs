//! How long games last: a row for each rule set, all on one scale.

use super::axis::Axis;
use super::drawing::{Drawing, LETTERS, Size, way, widest};
use super::estimate::Estimate;
use super::figure::Numbers;
use super::rows::{Column, Rows, Track};
use super::scale::{Scale, Unit, bin_width, brief, percent};
use super::subject::Entry;
use crate::core::ends::{ENDLESS, Ends};
use crate::core::stats::histogram::LengthHistogram;
use crate::core::stats::wilson;
use crate::core::wording::digits::{counted, grouped};
use crate::core::wording::text;

/// Bins of the distribution.
const BINS: u64 = 60;
/// The counts of one rule set.
pub struct Lasting<'a> {
    /// The rule set.
    pub entry: Entry<'a>,
    /// How its games ended.
    pub ends: Ends,
    /// How often each length occurred among the games that came to an end.
    pub over: LengthHistogram,
}

impl Lasting<'_> {
    /// The shortest length by which this share of all games is over; nothing where they never are.
    pub fn quantile(&self, share: f64) -> Option<u64> {
        quantile(&self.over, share * self.ends.games() as f64)
    }

    /// The share of games that are over by this length.
    pub fn over_by(&self, length: u64, z: f64) -> Estimate {
        let games = self.ends.games();
        let over = games - self.ends.going_on(&[length])[0];
        let interval = (!self.entry.is_exact()).then(|| wilson(over, games, z));
        Estimate { value: self.entry.share(over), interval, open: false }
    }

    /// What is not over at any length, where all games are a rectangle: left, top, width, height.
    pub fn draw_left(&self, drawing: &mut Drawing, [mut left, top, wide, high]: [f64; 4]) {
        for (words, share) in going_on(&self.ends) {
            let class = if words == ENDLESS { "cell none1" } else { "cell none0" };
            let wide = (wide * share).max(1.0);
            drawing.rectangle(class, [left, top, wide, high]);
            left += wide;
        }
    }
}

/// What is said of the games that are not over at any length, each part with its share.
pub fn going_on(ends: &Ends) -> Vec<(&'static str, f64)> {
    ends.unfinished().map(|(words, games)| (words, games as f64 / ends.games() as f64)).collect()
}

/// The same in words.
pub fn left(ends: &Ends, said: fn(f64) -> String) -> Vec<String> {
    going_on(ends).into_iter().map(|(words, share)| format!("{} {words}", said(share))).collect()
}

/// The shortest length that all but so many games do not exceed.
pub fn quantile(histogram: &LengthHistogram, wanted: f64) -> Option<u64> {
    let mut below = 0;
    histogram.counts().find_map(|(length, games)| {
        below += games;
        (below as f64 >= wanted).then_some(length)
    })
}

impl Entry<'_> {
    /// When half of all games are over: what was cut off or never ends is not over at any length.
    pub fn half(&self) -> Option<u64> {
        quantile(&self.ends(0)?.ended(), 0.5 * self.games() as f64)
    }
}

/// The longest game that is over; or, where that is more than so many times as long, what this share of games do
/// not exceed.
pub fn reach(all: &[&Lasting<'_>], share: f64, times: f64) -> Option<u64> {
    let most = all.iter().filter_map(|one| one.over.last()).max()?;
    let usual = |one: &&Lasting<'_>| quantile(&one.over, share * one.over.games() as f64);
    let usual = all.iter().filter_map(usual).max()?;
    Some(if usual as f64 * times >= most as f64 { most } else { usual }.max(1))
}

/// A row for each rule set, all on one scale.
pub struct Spread<'a> {
    all: Vec<&'a Lasting<'a>>,
    unit: &'a str,
    /// Length of a bin.
    pub bin: u64,
    /// Games of each rule set that are over in each bin.
    counts: Vec<Vec<u64>>,
    /// What is said of those beyond the last bin.
    pub note: String,
}

impl<'a> Spread<'a> {
    /// Those of these rule sets; nothing where no game is over.
    pub fn of(all: Vec<&'a Lasting<'a>>, unit: &'a str) -> Option<Self> {
        // A single long game must not flatten all the others.
        let end = reach(&all, 0.995, 1.25)?;
        let bin = bin_width(end, BINS);
        let bins = end.div_ceil(bin).max(1) as usize;
        // From the first bin on, though no game ends in it.
        let over = all.iter().map(|one| std::iter::once((1, 0)).chain(one.over.counts()));
        let counts = text::bins(&over.collect::<Vec<_>>(), BINS, end).into_iter();
        let counts = counts.map(|bars| bars.into_iter().map(|bar| bar.games).collect());
        let mut counts: Vec<Vec<u64>> = counts.collect();
        // Runs may share games, so they are not added up.
        let beyond = counts.iter().filter_map(|games| games.get(bins)).max();
        let note = match beyond {
            None => String::new(),
            Some(&n) => {
                let at_most = if all.len() > 1 { "Of each, at most " } else { "" };
                let games = counted(n, "game", "games");
                format!("{at_most}{games} lasted longer than what is drawn.")
            }
        };
        counts.iter_mut().for_each(|games| games.truncate(bins));
        Some(Self { all, unit, bin, counts, note })
    }

    fn bins(&self) -> usize {
        self.counts[0].len()
    }

    fn share(&self, k: usize, bin: usize) -> f64 {
        self.all[k].entry.share(self.counts[k][bin])
    }

    /// When half of the games are over, and what is not over at any length, a line each.
    fn words(&self, k: usize) -> String {
        let one = self.all[k];
        let half = match (one.quantile(0.5), one.ends.last()) {
            (Some(half), _) if one.entry.games() == 1 => format!("over at {}", grouped(half)),
            (Some(half), _) => format!("half by {}", grouped(half)),
            (None, Some(last)) => format!("fewer than half by {}", grouped(last)),
            (None, None) => "fewer than half".into(),
        };
        [half].into_iter().chain(left(&one.ends, brief)).collect::<Vec<_>>().join("\n")
    }

    /// One row: its distribution, and its blocks of what is not over.
    fn draw_row(&self, drawing: &mut Drawing, k: usize, place: [f64; 4], y: &Axis) {
        let [left, top, right, bottom] = place;
        let last = self.bins() as u64 * self.bin;
        let at = |length: u64| left + length as f64 / last as f64 * (right - left);
        let height = |share: f64| bottom - y.scale.at(share) * (bottom - top);
        y.draw_upwards(drawing, place);
        let steps = (0..self.bins()).flat_map(|b| {
            let ends = [b, b + 1].map(|b| at(b as u64 * self.bin));
            ends.map(|x| [x, height(self.share(k, b))])
        });
        let steps: Vec<[f64; 2]> = steps.collect();
        let floor = [[right, bottom], [left, bottom]];
        drawing.path("fill f0", None, way(steps.iter().copied().chain(floor)) + "Z");
        drawing.path("thin s0", None, way(steps));
        drawing.line("axis", None, [left, bottom, right, bottom]);
        if let Some(x) = self.all[k].quantile(0.5).filter(|half| *half <= last).map(at) {
            drawing.line("median", None, [x, top - 6.0, x, bottom]);
        }
        // The area of a share in the distribution, as a width of this height.
        let full = (right - left) / self.bins() as f64 / y.scale.ends().1;
        self.all[k].draw_left(drawing, [right + 12.0, top, full, bottom - top]);
    }

    /// The axis of shares of rows so wide: the widest block at their ends has room.
    fn shares(&self, size: Size, wide: f64) -> Axis {
        let all = (0..self.all.len()).flat_map(|k| (0..self.bins()).map(move |b| (k, b)));
        let highest = all.map(|(k, b)| self.share(k, b)).fold(0.0, f64::max);
        let left = |one: &&Lasting<'_>| going_on(&one.ends).iter().map(|part| part.1).sum();
        let most = self.all.iter().map(left).fold(0.0, f64::max);
        let block = if size == Size::Wide { 70.0 } else { 50.0 };
        let fits = (most * wide / self.bins() as f64 / block).min(1.0);
        let scale = Scale::linear(0.0, if fits > highest { fits } else { highest });
        Axis { scale, unit: Unit::Percent, title: String::new() }
    }

    /// As a picture.
    pub fn rows(&self) -> Rows<'_> {
        let bins = self.bins();
        let lines = (0..bins).map(|b| {
            let (from, to) = (b as u64 * self.bin, (b as u64 + 1) * self.bin);
            let name = match self.bin {
                1 => grouped(to),
                _ => format!("{}\u{2013}{}", grouped(from + 1), grouped(to)),
            };
            let cells = (0..self.all.len())
                .map(|k| format!("{} ({})", grouped(self.counts[k][b]), percent(self.share(k, b))));
            (name, cells.collect())
        });
        let columns = self.all.iter().map(|one| one.entry.name.to_owned()).collect();
        let numbers = Numbers { corner: self.unit.to_owned(), columns, rows: lines.collect() };
        let is_left = self.all.iter().any(|one| one.ends.left() > 0);
        // Room for the blocks.
        let spare = if is_left { [84.0, 64.0] } else { [4.0, 4.0] };
        let ticks = self.shares(Size::Wide, 0.0).upwards(90.0);
        let tick = widest(LETTERS, ticks.iter().map(|(_, label)| label)).max(34.0) + 14.0;
        let title = format!("{} until it is over", self.unit);
        let axis = Axis::whole(Scale::linear(0.0, (bins as u64 * self.bin) as f64), title);
        let middles = (0..bins).map(|b| (b as f64 + 0.5) * self.bin as f64);
        let track = Track::new(|drawing, k, place| {
            let y = self.shares(drawing.size, place[2] - place[0]);
            self.draw_row(drawing, k, place, &y);
        });
        let room = spare.map(|spare| [tick, spare]);
        let track = Column::Track(Track { room, ..track.along(axis, middles.collect()) });
        let high = if self.all.len() <= 4 { 92.0 } else { 56.0 };
        let mut columns = vec![track];
        let texts: Vec<String> = (0..self.all.len()).map(|k| self.words(k)).collect();
        let lines = texts.iter().map(|text| text.lines().count()).max().unwrap_or(1) as f64;
        columns.push(Column::Words { head: String::new(), texts, stacked: true });
        let sizes = [[8.0, 12.0, high, 0.0, 48.0], [8.0, 12.0 + 16.0 * lines, high, 0.0, 48.0]];
        let label = format!("Share of all games when they are over, in {}", self.unit);
        let names = self.all.iter().map(|one| one.entry.name).collect();
        Rows { names, ..Rows::of(label, numbers, sizes, columns) }
    }
}
