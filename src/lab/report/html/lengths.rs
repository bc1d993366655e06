//! How long games last: the distributions of all rule sets over one another.

use super::chart::{Axis, Mark, Plot};
use super::drawing::{Size, cut};
use super::figure::{Figure, Key, MOST_SERIES, Numbers, View};
use super::scale::{Scale, Unit, bin_width, percent};
use super::subject::{ENDLESS, Entry, STOPPED, Subject};
use crate::core::stats::histogram::LengthHistogram;
use crate::core::survival::Survival;
use crate::core::wording::digits::grouped;

/// Bins of the distribution.
const BINS: u64 = 60;
/// Points of a curve.
const POINTS: u64 = 90;

/// The counts of one rule set.
struct Curve<'a> {
    entry: Entry<'a>,
    ends: Survival,
}

/// The figure; nothing where lengths were not kept or nothing was decided.
pub fn figure(subject: &Subject) -> Option<Figure> {
    let (info, entries) = (subject.info(), subject.entries());
    let curves = entries.iter().take(MOST_SERIES);
    let curves: Vec<Curve<'_>> = curves
        .filter_map(|&entry| Some(Curve { entry, ends: Survival::of(entry.tally, 0)? }))
        .collect();
    let unit = info.length().name;
    let mut views = Vec::new();
    views.extend(distribution(&curves, unit));
    views.extend(tail(&curves, unit));
    views.extend(cumulative(&curves, unit));
    if views.is_empty() {
        return None;
    }
    let keys = curves.iter().enumerate();
    let keys = keys.map(|(k, curve)| Key::new(k, curve.entry.name, curve.entry.ends_note()));
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
    let most = curves.iter().filter_map(|curve| curve.ends.won.last()).max()?;
    // A single long game must not flatten all the others.
    let usual = curves.iter().map(|curve| quantile(&curve.ends.won, 0.995)).max().unwrap_or(most);
    let end = if usual as f64 * 1.25 >= most as f64 { most } else { usual }.max(1);
    let width = bin_width(end, BINS);
    let bins = end.div_ceil(width).max(1) as usize;
    let mut counts = vec![vec![0_u64; bins]; curves.len()];
    let mut beyond = 0;
    for (curve, counts) in curves.iter().zip(&mut counts) {
        for (length, games) in curve.ends.won.counts() {
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
            unit: Unit::Whole,
            title: match width {
                1 => format!("{unit} until somebody won"),
                _ => format!("{unit} until somebody won, in bins of {}", grouped(width)),
            },
        },
        y: Axis {
            scale: Scale::held(0.0, top, 9, Unit::Percent),
            log: false,
            unit: Unit::Percent,
            title: "share of all games".into(),
        },
        series: series.collect(),
        stops: (0..bins).map(|b| (edges(b).0 as f64 + edges(b).1 as f64) / 2.0).collect(),
        marks: Vec::new(),
        ends: Vec::new(),
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

/// Lengths at which curves are drawn, rising: about `points` round ones up to the longest, and the
/// last known length of each curve with the one before, so that each ends where it does.
pub fn grid(lasts: impl Iterator<Item = u64> + Clone, points: u64) -> Vec<u64> {
    let longest = lasts.clone().max().unwrap_or(0);
    let width = bin_width(longest.max(1), points);
    let round = (0..=longest / width).map(|k| k * width);
    let own = lasts.flat_map(|last| [last.saturating_sub(1), last]);
    let mut lengths: Vec<u64> = round.chain(own).collect();
    lengths.sort_unstable();
    lengths.dedup();
    lengths
}

/// How many games are still going on, on a logarithmic axis.
fn tail(curves: &[Curve<'_>], unit: &str) -> Option<View> {
    let lengths = grid(curves.iter().filter_map(|curve| curve.ends.last()), POINTS);
    let named: Vec<(&str, &Survival)> =
        curves.iter().map(|curve| (curve.entry.name, &curve.ends)).collect();
    let (plot, rows) = tail_plot(&named, &lengths, unit)?;
    let numbers = Numbers { corner: format!("after, {unit}"), columns: names(curves), rows };
    let left = curves.iter().any(|curve| curve.ends.left() > 0);
    let note = match left {
        true => {
            "Games that a limit cut off, and games that never end, go on: the curve does not fall below them."
        }
        false => "",
    };
    Some(view("tail", "Long games (log)", note.into(), &plot, numbers))
}

/// Rows of a table, each with its name.
pub type NamedRows = Vec<(String, Vec<String>)>;

/// The plot of a tail with its rows of numbers; nothing without a game.
pub fn tail_plot(
    curves: &[(&str, &Survival)],
    lengths: &[u64],
    unit: &str,
) -> Option<(Plot, NamedRows)> {
    let counts: Vec<Vec<u64>> = curves.iter().map(|(_, ends)| ends.going_on(lengths)).collect();
    let share = |c: usize, k: usize| counts[c][k] as f64 / curves[c].1.games().max(1) as f64;
    let all = (0..curves.len()).flat_map(|c| (0..lengths.len()).map(move |k| (c, k)));
    let lowest = all.map(|(c, k)| share(c, k)).filter(|share| *share > 0.0);
    let lowest = lowest.fold(f64::INFINITY, f64::min);
    if !lowest.is_finite() {
        return None;
    }
    let points = |c: usize| -> Vec<[f64; 2]> {
        let known = known(curves[c].1, lengths).take_while(|&k| counts[c][k] > 0);
        known.map(|k| [lengths[k] as f64, share(c, k)]).collect()
    };
    let words = |c: usize| left_words(curves[c], 0, curves.len() > 1);
    let ends = (0..curves.len()).filter_map(|c| Some((c, *points(c).last()?, words(c)?)));
    let plot = Plot {
        x: Axis {
            scale: Scale::linear(0.0, *lengths.last()? as f64),
            log: false,
            unit: Unit::Whole,
            title: unit.into(),
        },
        y: Axis {
            scale: Scale::decades(lowest, 1.0),
            log: true,
            unit: Unit::Percent,
            title: "share of games that are not over by then (log)".into(),
        },
        series: (0..curves.len()).map(|c| Mark::Curve(points(c))).collect(),
        stops: lengths.iter().map(|&length| length as f64).collect(),
        marks: Vec::new(),
        ends: ends.collect(),
        label: format!("Share of games not over after so many {unit}, on a logarithmic axis"),
    };
    Some((plot, shares(curves, lengths, &counts)))
}

/// Where a curve is known: games that never end go on for ever, those that were cut off no further
/// than they were played.
fn known(ends: &Survival, lengths: &[u64]) -> std::ops::Range<usize> {
    let played = ends.stopped.last().and(ends.last());
    0..played.map_or(lengths.len(), |last| lengths.partition_point(|length| *length <= last))
}

/// What is said where a curve ends before it has all games; `drawn` of them are over.
fn left_words((name, ends): (&str, &Survival), drawn: u64, several: bool) -> Option<String> {
    let share = |games: u64| percent(games as f64 / ends.games().max(1) as f64);
    let parts = [(drawn, "drawn"), (ends.stopped.games(), STOPPED), (ends.endless, ENDLESS)];
    let parts = parts.iter().filter(|(games, _)| *games > 0);
    let parts: Vec<String> = parts.map(|(n, word)| format!("{} {word}", share(*n))).collect();
    let name = if several { format!("{}: ", cut(name, 16)) } else { String::new() };
    (!parts.is_empty()).then(|| format!("{name}{}", parts.join(", ")))
}

/// A row of counts and shares for each length.
fn shares(curves: &[(&str, &Survival)], lengths: &[u64], counts: &[Vec<u64>]) -> NamedRows {
    let row = |(k, &length): (usize, &u64)| {
        let cells = curves.iter().zip(counts).map(|((_, ends), counts)| {
            let known = known(ends, lengths).contains(&k);
            let share = counts[k] as f64 / ends.games().max(1) as f64;
            match known {
                true => format!("{} ({})", grouped(counts[k]), percent(share)),
                false => "\u{2013}".into(),
            }
        });
        (grouped(length), cells.collect())
    };
    lengths.iter().enumerate().map(row).collect()
}

/// How many games are decided by then.
fn cumulative(curves: &[Curve<'_>], unit: &str) -> Option<View> {
    let won_last = curves.iter().filter_map(|curve| curve.ends.won.last()).max()?;
    let usual = curves.iter().map(|curve| quantile(&curve.ends.won, 0.999)).max()?;
    let end = if 2 * usual >= won_last { won_last } else { usual };
    let lengths = grid(std::iter::once(end.max(1)), POINTS);
    let named: Vec<(&str, &Survival)> =
        curves.iter().map(|curve| (curve.entry.name, &curve.ends)).collect();
    let counts: Vec<Vec<u64>> = curves.iter().map(|curve| curve.ends.won_by(&lengths)).collect();
    let points = |c: usize| -> Vec<[f64; 2]> {
        let of = |k: usize| [lengths[k] as f64, curves[c].entry.share(counts[c][k])];
        known(&curves[c].ends, &lengths).map(of).collect()
    };
    let ends = (0..curves.len()).filter_map(|c| {
        Some((
            c,
            *points(c).last()?,
            left_words(named[c], curves[c].ends.drawn.games(), curves.len() > 1)?,
        ))
    });
    let plot = Plot {
        x: Axis {
            scale: Scale::linear(0.0, *lengths.last()? as f64),
            log: false,
            unit: Unit::Whole,
            title: unit.into(),
        },
        y: Axis {
            scale: Scale::linear(0.0, 1.0),
            log: false,
            unit: Unit::Percent,
            title: "share of games that somebody has won by then".into(),
        },
        series: (0..curves.len()).map(|c| Mark::Curve(points(c))).collect(),
        stops: lengths.iter().map(|&length| length as f64).collect(),
        marks: Vec::new(),
        ends: ends.collect(),
        label: format!("Share of games decided after so many {unit}"),
    };
    let (columns, rows) = (names(curves), shares(&named, &lengths, &counts));
    let numbers = Numbers { corner: format!("decided by, {unit}"), columns, rows };
    Some(view("decided", "Decided by then", String::new(), &plot, numbers))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_begins_at_nothing_and_ends_at_the_longest() {
        for longest in [1, 89, 90, 91, 1000, 1001, 123_457] {
            let grid = grid([longest, 40].into_iter().filter(|last| *last <= longest), POINTS);
            assert_eq!((grid[0], *grid.last().unwrap()), (0, longest));
            assert!(grid.len() as u64 <= POINTS + 6, "{longest}: {}", grid.len());
            assert!(grid.windows(2).all(|two| two[0] < two[1]));
        }
    }

    fn ends() -> Survival {
        let mut ends = Survival { endless: 5, ..Survival::default() };
        ends.won.record_n(3, 70);
        ends.won.record_n(50, 20);
        ends.drawn.record_n(7, 5);
        ends
    }

    #[test]
    fn an_endless_game_is_a_plateau_with_its_share_beside_it() {
        let ends = ends();
        let lengths = grid(std::iter::once(50), POINTS);
        let (plot, rows) = tail_plot(&[("x", &ends)], &lengths, "battles").unwrap();
        let Mark::Curve(points) = &plot.series[0] else { unreachable!("a tail is a curve") };
        assert_eq!(points.last(), Some(&[50.0, 0.05]));
        assert_eq!(plot.ends, [(0, [50.0, 0.05], "5.00 % never end".into())]);
        assert_eq!(rows.last().unwrap().1, ["5 (5.00 %)"]);
    }

    #[test]
    fn what_was_cut_off_is_not_known_beyond() {
        let (mut one, two) = (ends(), ends());
        (one.endless, one.stopped) = (0, LengthHistogram::default());
        one.stopped.record_n(20, 5);
        let mut shorter = Survival::default();
        shorter.won.record_n(4, 1);
        shorter.stopped.record_n(20, 1);
        let lengths = grid([20, 50].into_iter(), POINTS);
        let (plot, rows) = tail_plot(&[("a", &shorter), ("b", &two)], &lengths, "n").unwrap();
        let Mark::Curve(points) = &plot.series[0] else { unreachable!("a tail is a curve") };
        assert_eq!(points.last(), Some(&[20.0, 0.5]));
        assert_eq!(rows.last().unwrap().1[0], "\u{2013}");
        assert_eq!(plot.ends[0].2, "a: 50.00 % cut off");
    }
}
