//! How long games last: a row for each rule set, all on one scale.

use super::axis::Axis;
use super::drawing::{Along, Drawing, LETTERS, NAMES, Size, way, widest, width};
use super::figure::{Numbers, Picture};
use super::names::fitted;
use super::scale::{Scale, Unit, bin_width, brief, percent};
use super::subject::Entry;
use crate::core::stats::histogram::LengthHistogram;
use crate::core::survival::{ENDLESS, Survival};
use crate::core::wording::digits::{counted, grouped};

/// Bins of the distribution.
const BINS: u64 = 60;
/// The counts of one rule set.
pub struct Lasting<'a> {
    /// The rule set.
    pub entry: Entry<'a>,
    /// How its games ended.
    pub ends: Survival,
    /// How often each length occurred among the games that came to an end.
    pub over: LengthHistogram,
}

impl Lasting<'_> {
    /// The shortest length by which this share of all games is over; nothing where they never are.
    pub fn quantile(&self, share: f64) -> Option<u64> {
        quantile(&self.over, share * self.ends.games() as f64)
    }

    /// Games that are over by this length.
    pub fn over_by(&self, length: u64) -> u64 {
        self.ends.games() - self.ends.going_on(&[length])[0]
    }
}

/// What is said of the games that are not over at any length, each part with its share.
pub fn going_on(ends: &Survival) -> Vec<(&'static str, f64)> {
    ends.unfinished().map(|(words, games)| (words, games as f64 / ends.games() as f64)).collect()
}

/// The same in words.
pub fn left(ends: &Survival, said: fn(f64) -> String) -> Vec<String> {
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

/// A row for each rule set, all on one scale.
pub struct Rows<'a> {
    all: Vec<&'a Lasting<'a>>,
    unit: &'a str,
    /// Length of a bin.
    pub bin: u64,
    /// Games of each rule set that are over in each bin.
    counts: Vec<Vec<u64>>,
    /// What is said of those beyond the last bin.
    pub note: String,
}

impl<'a> Rows<'a> {
    /// Those of these rule sets; nothing where no game is over.
    pub fn of(all: Vec<&'a Lasting<'a>>, unit: &'a str) -> Option<Self> {
        let most = all.iter().filter_map(|one| one.over.last()).max()?;
        // A single long game must not flatten all the others.
        let usual = all
            .iter()
            .filter_map(|one| quantile(&one.over, 0.995 * one.over.games() as f64))
            .max()?;
        let end = if usual as f64 * 1.25 >= most as f64 { most } else { usual }.max(1);
        let bin = bin_width(end, BINS);
        let bins = end.div_ceil(bin).max(1) as usize;
        // Runs may share games, so they are not added up.
        let mut beyond = 0;
        let counts = all.iter().map(|one| {
            let (mut counts, mut longer) = (vec![0_u64; bins], 0);
            for (length, games) in one.over.counts() {
                match counts.get_mut(((length.max(1) - 1) / bin) as usize) {
                    Some(count) => *count += games,
                    None => longer += games,
                }
            }
            beyond = beyond.max(longer);
            counts
        });
        let counts = counts.collect();
        let note = match beyond {
            0 => String::new(),
            n => {
                let at_most = if all.len() > 1 { "Of each, at most " } else { "" };
                let games = counted(n, "game", "games");
                format!("{at_most}{games} lasted longer than what is drawn.")
            }
        };
        Some(Self { all, unit, bin, counts, note })
    }

    fn bins(&self) -> usize {
        self.counts[0].len()
    }

    fn share(&self, k: usize, bin: usize) -> f64 {
        self.all[k].entry.share(self.counts[k][bin])
    }

    /// When half of the games are over, in words.
    fn half(&self, k: usize) -> (Option<u64>, String) {
        let one = self.all[k];
        match (one.quantile(0.5), one.entry.games()) {
            (Some(half), 1) => (Some(half), format!("over at {}", grouped(half))),
            (Some(half), _) => (Some(half), format!("half are over by {}", grouped(half))),
            (None, _) => {
                let last =
                    one.ends.last().map_or(String::new(), |last| format!(" by {}", grouped(last)));
                (None, format!("fewer than half are over{last}"))
            }
        }
    }

    /// One row: its strip of words, its distribution, its block of what is not over.
    fn draw_row(&self, drawing: &mut Drawing, k: usize, place: [f64; 4], y: &Axis) {
        let [left, top, right, bottom] = place;
        let wide = drawing.size == Size::Wide;
        let at = |length: f64| {
            left + (length / (self.bins() as u64 * self.bin) as f64).min(1.0) * (right - left)
        };
        let height = |share: f64| bottom - y.scale.at(share) * (bottom - top);
        for (tick, label) in y.upwards(bottom - top).into_iter().filter(|(tick, _)| *tick > 0.0) {
            let line = bottom - tick * (bottom - top);
            drawing.line("grid", None, [left, line, right, line]);
            drawing.words("tick", "end", [left - 6.0, line + 4.0], label);
        }
        let steps = (0..self.bins()).flat_map(|b| {
            let ends = [b, b + 1].map(|b| at((b as u64 * self.bin) as f64));
            ends.map(|x| [x, height(self.share(k, b))])
        });
        let steps: Vec<[f64; 2]> = steps.collect();
        let floor = [[right, bottom], [left, bottom]];
        drawing.path("fill f0", None, way(steps.iter().copied().chain(floor)) + "Z");
        drawing.path("thin s0", None, way(steps));
        drawing.line("axis", None, [left, bottom, right, bottom]);
        let (half, words) = self.half(k);
        let x = half.map_or(right, |half| at(half as f64));
        if half.is_some_and(|half| half <= self.bins() as u64 * self.bin) {
            drawing.line("median", None, [x, top - 15.0, x, bottom]);
        }
        let edge = right + if wide { 20.0 } else { 0.0 };
        let after = |words: &str| half.is_some() && x + 6.0 + width(words) <= edge;
        // Where there is room on neither side, fewer words.
        let tight = half.is_some() && !after(&words) && x - 6.0 - width(&words) < left;
        let words = if tight { words.replace(" are over", "") } else { words };
        let fits = after(&words);
        let (anchor, from) = match (fits, half) {
            (true, _) => ("start", x + 6.0),
            (false, Some(_)) => ("end", x - 6.0),
            (false, None) => ("end", right),
        };
        drawing.words("beside", anchor, [from, top - 5.0], words);
        // The area of a share in the distribution, as a width of this height.
        let full = (right - left) / self.bins() as f64 / y.scale.ends().1;
        let mut from = right + 12.0;
        for (words, share) in going_on(&self.all[k].ends) {
            let class = if words == ENDLESS { "cell none1" } else { "cell none0" };
            drawing.rectangle(class, [from, top, (full * share).max(1.0), bottom - top]);
            from += (full * share).max(1.0);
        }
        self.draw_left(drawing, k, [from + 8.0, top, bottom]);
    }

    fn draw_left(&self, drawing: &mut Drawing, k: usize, [from, top, bottom]: [f64; 3]) {
        let left = left(&self.all[k].ends, brief);
        let many = left.len() as f64;
        for (line, words) in left.into_iter().enumerate() {
            let (anchor, place) = match drawing.size {
                Size::Wide => {
                    let line = line as f64 - (many - 1.0) / 2.0;
                    ("start", [from, (top + bottom) / 2.0 + 5.0 + 16.0 * line])
                }
                Size::Narrow => {
                    let line = many - 1.0 - line as f64;
                    ("end", [drawing.size.width() - 4.0, top - 24.0 - 16.0 * line])
                }
            };
            drawing.words("beside", anchor, place, words);
        }
    }
}

impl Picture for Rows<'_> {
    fn draw(&self, size: Size) -> Drawing {
        let wide = size == Size::Wide;
        let names = fitted(self.all.iter().map(|one| one.entry.name), if wide { 26 } else { 22 });
        let parts = |one: &Lasting<'_>| going_on(&one.ends);
        let words = widest(LETTERS, self.all.iter().flat_map(|one| left(&one.ends, brief)));
        // Room for the blocks and what is said of them.
        let block = match (words > 0.0, wide) {
            (false, _) => 0.0,
            (true, true) => 70.0,
            (true, false) => 50.0,
        };
        let spare = match (wide, words > 0.0) {
            (_, false) => 20.0,
            (true, _) => block + words + 28.0,
            (false, _) => block + 18.0,
        };
        let highest = (0..self.all.len()).flat_map(|k| (0..self.bins()).map(move |b| (k, b)));
        let highest = highest.map(|(k, b)| self.share(k, b)).fold(0.0, f64::max);
        let name = if wide { widest(NAMES, &names) + 14.0 } else { 0.0 };
        let upto = |high: f64| Axis {
            scale: Scale::linear(0.0, high),
            unit: Unit::Percent,
            title: String::new(),
        };
        let mut y = upto(highest);
        let tick = widest(LETTERS, y.upwards(90.0).iter().map(|(_, label)| label));
        let left = name + tick.max(34.0) + 14.0;
        let right = size.width() - spare;
        // The widest block must fit.
        let blocks = self.all.iter().map(|one| parts(one).iter().map(|part| part.1).sum());
        let most = blocks.fold(0.0, f64::max);
        let fits = most * (right - left) / self.bins() as f64 / block.max(1.0);
        if block > 0.0 && fits > y.scale.ends().1 {
            y = upto(fits.min(1.0));
        }
        let high = if self.all.len() <= 4 { 92.0 } else { 56.0 };
        let lines = self.all.iter().map(|one| parts(one).len()).max().unwrap_or(0).max(1) as f64;
        let strip = if wide { 24.0 } else { 26.0 + 18.0 * lines };
        let words = "Share of all games when they are over";
        let mut drawing = Drawing::new(size, 0.0, format!("{words}, in {}", self.unit));
        let mut bottom = 8.0;
        for (k, name) in names.iter().enumerate() {
            let top = bottom + strip;
            bottom = top + high;
            let line = if wide { (top + bottom) / 2.0 + 5.0 } else { top - 24.0 };
            drawing.words("row", "start", [4.0, line], name.as_str());
            self.draw_row(&mut drawing, k, [left, top, right, bottom], &y);
        }
        let end = (self.bins() as u64 * self.bin) as f64;
        let (scale, title) = (Scale::linear(0.0, end), format!("{} until it is over", self.unit));
        Axis { scale, unit: Unit::Whole, title }.draw(&mut drawing, [left, right, bottom], 18.0);
        drawing.height = bottom + 48.0;
        drawing.inside = [left, 8.0 + strip, right, bottom];
        let middle = |b: usize| (b as f64 + 0.5) / self.bins() as f64;
        drawing.stops =
            (0..self.bins()).map(|b| [left + middle(b) * (right - left), bottom]).collect();
        drawing.along = Along::X;
        drawing
    }

    fn numbers(&self) -> Numbers {
        let rows = (0..self.bins()).map(|b| {
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
        Numbers { corner: self.unit.to_owned(), columns, rows: rows.collect() }
    }
}
