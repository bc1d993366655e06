//! Counts by a key, such as wars by their depth.

use super::chart::{Axis, Mark, Plot};
use super::drawing::Size;
use super::figure::{Figure, Key, MOST_SERIES, Numbers, View};
use super::scale::{Scale, Unit, number};
use super::subject::{Entry, Subject, capital};
use crate::core::info::SeriesInfo;
use crate::core::wording::digits::grouped;

/// Keys that are drawn at most.
const MOST_KEYS: usize = 60;
/// The unit of the axis.
const PER_GAMES: f64 = 1_000.0;

/// A figure for each series of the game that has one key; those without a count are left out.
pub fn figures(subject: &Subject) -> Vec<Figure> {
    let all = subject.info().series.iter().enumerate();
    all.filter(|(_, series)| series.keys.len() == 1)
        .filter_map(|(s, series)| figure(subject, s, series))
        .collect()
}

fn figure(subject: &Subject, s: usize, series: &SeriesInfo) -> Option<Figure> {
    let entries: Vec<Entry<'_>> = subject.entries().into_iter().take(MOST_SERIES).collect();
    let keys = entries.iter().flat_map(|entry| entry.tally.series(s).keys().map(|key| key[0]));
    let mut keys: Vec<u64> = keys.collect();
    keys.sort_unstable();
    keys.dedup();
    keys.truncate(MOST_KEYS);
    let (first, last) = (*keys.first()?, *keys.last()?);
    let count =
        |c: usize, key: u64| entries[c].tally.series(s).get(&[key, 0]).copied().unwrap_or(0);
    let rate = |c: usize, key: u64| PER_GAMES * entries[c].share(count(c, key));
    let rates = (0..entries.len()).flat_map(|c| keys.iter().map(move |&key| (c, key)));
    let rates: Vec<f64> = rates.map(|(c, key)| rate(c, key)).filter(|rate| *rate > 0.0).collect();
    let low = rates.iter().copied().fold(f64::INFINITY, f64::min);
    let high = rates.iter().copied().fold(0.0, f64::max);
    if !low.is_finite() {
        return None;
    }
    let marks = (0..entries.len()).map(|c| {
        let known = keys.iter().filter(|&&key| count(c, key) > 0);
        let points = known.map(|&key| ([key as f64, rate(c, key)], [rate(c, key); 2]));
        Mark::Dots(points.collect())
    });
    let (key, what) = (series.keys[0], series.count);
    let plot = Plot {
        x: Axis {
            scale: Scale::linear(first as f64 - 0.5, last as f64 + 0.5),
            log: false,
            unit: Unit::Whole,
            title: key.into(),
        },
        y: Axis {
            scale: Scale::decades(low, high),
            log: true,
            unit: Unit::Number,
            title: format!("{what} per {} games (log)", grouped(PER_GAMES as u64)),
        },
        series: marks.collect(),
        stops: keys.iter().map(|&key| key as f64).collect(),
        marks: Vec::new(),
        ends: Vec::new(),
        label: format!("{} by {key}, on a logarithmic axis", capital(what)),
    };
    let rows = keys.iter().map(|&key| {
        let cells = (0..entries.len()).map(|c| {
            let per = number(rate(c, key), if rate(c, key) < 10.0 { 3 } else { 1 });
            format!("{} ({per} per 1,000 games)", grouped(count(c, key)))
        });
        (grouped(key), cells.collect())
    });
    let stem = series.file.trim_end_matches(".csv");
    let numbers = Numbers {
        corner: key.into(),
        columns: entries.iter().map(|entry| entry.name.to_owned()).collect(),
        rows: rows.collect(),
    };
    let legend = entries.iter().enumerate().map(|(k, entry)| {
        let all: u128 = entry.tally.series(s).values().map(|&n| u128::from(n)).sum();
        let all = u64::try_from(all).unwrap_or(u64::MAX);
        Key::new(k, entry.name, format!("{} {what}", grouped(all)))
    });
    Some(Figure {
        id: stem.into(),
        title: format!("{} by {key}", capital(stem)),
        caption: format!(
            "How many {what} have each {key}; the numbers are those of {}.",
            series.file
        ),
        keys: legend.collect(),
        views: vec![View {
            name: "counts",
            label: String::new(),
            note: String::new(),
            wide: plot.draw(Size::Wide),
            narrow: plot.draw(Size::Narrow),
            numbers,
        }],
        beside: None,
    })
}
