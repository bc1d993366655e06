//! How long games last: the distributions of all rule sets over one another.

use super::chart::{Axis, Mark, Plot};
use super::drawing::Size;
use super::figure::{Figure, Key, MOST_SERIES, Numbers, View};
use super::scale::{Scale, Unit, bin_width, percent};
use super::subject::{Entry, Subject};
use crate::core::stats::histogram::LengthHistogram;
use crate::core::wording::digits::grouped;

/// Bins of the distribution.
const BINS: u64 = 60;
/// Points of a curve.
const POINTS: u64 = 90;

/// The counts of one rule set.
struct Curve<'a> {
    entry: Entry<'a>,
    /// Of the games that somebody won.
    decided: LengthHistogram,
    /// Of all games.
    all: LengthHistogram,
}

/// The figure; nothing where lengths were not kept or nothing was decided.
pub fn figure(subject: &Subject) -> Option<Figure> {
    let (info, entries) = (subject.info(), subject.entries());
    let curves: Vec<Curve<'_>> = entries
        .iter()
        .take(MOST_SERIES)
        .filter_map(|&entry| {
            let decided = entry.tally.histogram(0, &info.decided())?;
            let all = entry.tally.histogram(0, &info.all_outcomes())?;
            Some(Curve { entry, decided, all })
        })
        .collect();
    let longest = curves.iter().filter_map(|curve| last(&curve.all)).max()?;
    let unit = info.length().name;
    let mut views = Vec::new();
    views.extend(distribution(&curves, unit));
    views.extend(tail(&curves, longest, unit));
    views.extend(cumulative(&curves, longest, unit));
    let keys = curves.iter().enumerate();
    let keys = keys.map(|(k, curve)| Key::new(k, curve.entry.name, curve.entry.decided_note()));
    let cut = match entries.len() > curves.len() {
        true => format!(" The first {} of {} are drawn.", curves.len(), entries.len()),
        false => String::new(),
    };
    Some(Figure {
        id: "lengths".into(),
        title: "How long a game lasts".into(),
        caption: format!("In {unit}, as shares of all games of a rule set.{cut}"),
        keys: keys.collect(),
        views,
        beside: None,
    })
}

fn last(histogram: &LengthHistogram) -> Option<u64> {
    histogram.counts().filter(|(_, games)| *games > 0).map(|(length, _)| length).last()
}

/// The shortest length that this share of the games does not exceed.
fn quantile(histogram: &LengthHistogram, share: f64) -> u64 {
    let wanted = share * histogram.games() as f64;
    let mut below = 0;
    for (length, games) in histogram.counts() {
        below += games;
        if below as f64 >= wanted {
            return length;
        }
    }
    0
}

fn names(curves: &[Curve<'_>]) -> Vec<String> {
    curves.iter().map(|curve| curve.entry.name.to_owned()).collect()
}

fn view(name: &'static str, label: &str, note: String, plot: &Plot, numbers: Numbers) -> View {
    let (wide, narrow) = (plot.draw(Size::Wide), plot.draw(Size::Narrow));
    View { name, label: label.into(), note, wide, narrow, numbers }
}

/// Games that somebody won, in bins.
fn distribution(curves: &[Curve<'_>], unit: &str) -> Option<View> {
    let most = curves.iter().filter_map(|curve| last(&curve.decided)).max()?;
    // A single endless game must not flatten all the others.
    let usual = curves.iter().map(|curve| quantile(&curve.decided, 0.995)).max().unwrap_or(most);
    let end = if usual as f64 * 1.25 >= most as f64 { most } else { usual }.max(1);
    let width = bin_width(end, BINS);
    let bins = end.div_ceil(width).max(1) as usize;
    let mut counts = vec![vec![0_u64; bins]; curves.len()];
    let mut beyond = 0;
    for (curve, counts) in curves.iter().zip(&mut counts) {
        for (length, games) in curve.decided.counts() {
            match counts.get_mut((length.max(1) - 1) as usize / width as usize) {
                Some(count) => *count += games,
                None => beyond += games,
            }
        }
    }
    let height = |c: usize, b: usize| curves[c].entry.share(counts[c][b]);
    let all = (0..curves.len()).flat_map(|c| (0..bins).map(move |b| (c, b)));
    let top = all.map(|(c, b)| height(c, b)).fold(0.0, f64::max);
    let edges = |b: usize| (b as u64 * width, (b as u64 + 1) * width);
    let series = (0..curves.len()).map(|c| {
        let steps = (0..bins).map(|b| [edges(b).0 as f64, edges(b).1 as f64, height(c, b)]);
        Mark::Steps(steps.collect())
    });
    let rows = (0..bins).map(|b| {
        let (from, to) = edges(b);
        let name = match width {
            1 => grouped(to),
            _ => format!("{}\u{2013}{}", grouped(from + 1), grouped(to)),
        };
        let cells = (0..curves.len())
            .map(|c| format!("{} ({})", grouped(counts[c][b]), percent(height(c, b))));
        (name, cells.collect())
    });
    let plot = Plot {
        x: Axis {
            scale: Scale::linear(0.0, (bins as u64 * width) as f64),
            log: false,
            unit: Unit::Number,
            title: match width {
                1 => format!("{unit} until somebody won"),
                _ => format!("{unit} until somebody won, in bins of {}", grouped(width)),
            },
        },
        y: Axis {
            scale: Scale::around(0.0, top, 9),
            log: false,
            unit: Unit::Percent,
            title: "share of all games".into(),
        },
        series: series.collect(),
        stops: (0..bins).map(|b| (edges(b).0 as f64 + edges(b).1 as f64) / 2.0).collect(),
        marks: Vec::new(),
        label: format!("Distribution of the number of {unit} of decided games"),
    };
    let note = match beyond {
        0 => String::new(),
        n => format!("{} decided games lasted longer; the tail shows them.", grouped(n)),
    };
    let corner = unit.to_owned();
    let numbers = Numbers { corner, columns: names(curves), rows: rows.collect() };
    Some(view("distribution", "Distribution", note, &plot, numbers))
}

/// Lengths at which curves are drawn: about [`POINTS`] round ones, and the last.
fn grid(longest: u64) -> Vec<u64> {
    let width = bin_width(longest.max(1), POINTS);
    let mut lengths: Vec<u64> = (0..=longest / width).map(|k| k * width).collect();
    if lengths.last() != Some(&longest) {
        lengths.push(longest);
    }
    lengths
}

/// Games that are at least so long.
pub fn at_least(histogram: &LengthHistogram, lengths: &[u64]) -> Vec<u64> {
    let mut left = histogram.games();
    let mut counts = histogram.counts().peekable();
    let at = |&length: &u64| {
        while let Some((_, games)) = counts.next_if(|(shorter, _)| *shorter < length) {
            left -= games;
        }
        left
    };
    lengths.iter().map(at).collect()
}

/// How many games are at least so long, on a logarithmic axis.
fn tail(curves: &[Curve<'_>], longest: u64, unit: &str) -> Option<View> {
    let lengths = grid(longest);
    let counts: Vec<Vec<u64>> = curves.iter().map(|curve| at_least(&curve.all, &lengths)).collect();
    let (plot, rows) = tail_plot(
        &curves.iter().map(|curve| curve.entry).collect::<Vec<_>>(),
        &lengths,
        &counts,
        unit,
    )?;
    let numbers = Numbers { corner: format!("at least, {unit}"), columns: names(curves), rows };
    let note = "Games stopped by a limit count with the length they had.".into();
    Some(view("tail", "Long games (log)", note, &plot, numbers))
}

/// Rows of a table, each with its name.
pub type NamedRows = Vec<(String, Vec<String>)>;

/// The plot of a tail with its rows of numbers; nothing without a game.
pub fn tail_plot(
    entries: &[Entry<'_>],
    lengths: &[u64],
    counts: &[Vec<u64>],
    unit: &str,
) -> Option<(Plot, NamedRows)> {
    let share = |c: usize, k: usize| entries[c].share(counts[c][k]);
    let all = (0..entries.len()).flat_map(|c| (0..lengths.len()).map(move |k| (c, k)));
    let lowest = all.map(|(c, k)| share(c, k)).filter(|share| *share > 0.0);
    let lowest = lowest.fold(f64::INFINITY, f64::min);
    if !lowest.is_finite() {
        return None;
    }
    let series = (0..entries.len()).map(|c| {
        let points = (0..lengths.len()).filter(|&k| counts[c][k] > 0);
        Mark::Curve(points.map(|k| [lengths[k] as f64, share(c, k)]).collect())
    });
    let rows = (0..lengths.len()).map(|k| {
        let cells = (0..entries.len())
            .map(|c| format!("{} ({})", grouped(counts[c][k]), percent(share(c, k))));
        (grouped(lengths[k]), cells.collect())
    });
    let plot = Plot {
        x: Axis {
            scale: Scale::linear(0.0, *lengths.last()? as f64),
            log: false,
            unit: Unit::Number,
            title: unit.into(),
        },
        y: Axis {
            scale: Scale::decades(lowest, 1.0),
            log: true,
            unit: Unit::Percent,
            title: "share of games that last at least so long (log)".into(),
        },
        series: series.collect(),
        stops: lengths.iter().map(|&length| length as f64).collect(),
        marks: Vec::new(),
        label: format!("Share of games that last at least so many {unit}, on a logarithmic axis"),
    };
    Some((plot, rows.collect()))
}

/// How many games are decided by then.
fn cumulative(curves: &[Curve<'_>], longest: u64, unit: &str) -> Option<View> {
    let decided_last = curves.iter().filter_map(|curve| last(&curve.decided)).max()?;
    let usual = curves.iter().map(|curve| quantile(&curve.decided, 0.999)).max()?;
    let end = if 2 * usual >= decided_last { decided_last } else { usual };
    let lengths = grid(end.min(longest).max(1));
    let decided = |c: usize, length: u64| -> u64 {
        let counts = curves[c].decided.counts();
        counts.take_while(|(other, _)| *other <= length).map(|(_, games)| games).sum()
    };
    let counts: Vec<Vec<u64>> = (0..curves.len())
        .map(|c| lengths.iter().map(|&length| decided(c, length)).collect())
        .collect();
    let share = |c: usize, k: usize| curves[c].entry.share(counts[c][k]);
    let series = (0..curves.len()).map(|c| {
        let points = lengths.iter().enumerate();
        Mark::Curve(points.map(|(k, &length)| [length as f64, share(c, k)]).collect())
    });
    let rows = lengths.iter().enumerate().map(|(k, &length)| {
        let cells = (0..curves.len())
            .map(|c| format!("{} ({})", grouped(counts[c][k]), percent(share(c, k))));
        (grouped(length), cells.collect())
    });
    let plot = Plot {
        x: Axis {
            scale: Scale::linear(0.0, *lengths.last()? as f64),
            log: false,
            unit: Unit::Number,
            title: unit.into(),
        },
        y: Axis {
            scale: Scale::linear(0.0, 1.0),
            log: false,
            unit: Unit::Percent,
            title: "share of games that somebody has won by then".into(),
        },
        series: series.collect(),
        stops: lengths.iter().map(|&length| length as f64).collect(),
        marks: Vec::new(),
        label: format!("Share of games decided after so many {unit}"),
    };
    let columns = names(curves);
    let numbers = Numbers { corner: format!("decided by, {unit}"), columns, rows: rows.collect() };
    Some(view("decided", "Decided by then", String::new(), &plot, numbers))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_least_counts_what_is_not_shorter() {
        let mut histogram = LengthHistogram::default();
        for (length, games) in [(2, 3), (5, 4), (3000, 1)] {
            histogram.record_n(length, games);
        }
        let lengths = [0, 2, 3, 5, 6, 3000, 3001];
        assert_eq!(at_least(&histogram, &lengths), [8, 8, 5, 5, 1, 1, 0]);
    }

    #[test]
    fn a_grid_begins_at_nothing_and_ends_at_the_longest() {
        for longest in [1, 89, 90, 91, 1000, 1001, 123_457] {
            let grid = grid(longest);
            assert_eq!((grid[0], *grid.last().unwrap()), (0, longest));
            assert!(grid.len() as u64 <= POINTS + 2, "{longest}: {}", grid.len());
            assert!(grid.windows(2).all(|two| two[0] < two[1]));
        }
    }
}
