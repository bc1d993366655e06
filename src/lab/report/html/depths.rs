//! Counts by a key, such as wars by their depth.

use std::collections::BTreeMap;

use super::axis::Axis;
use super::chart::{Look, Plot, Point, Series};
use super::figure::{self, Figure, MOST_SERIES, by_place, drawn};
use super::names::in_words;
use super::scale::{Scale, Unit, number, percent};
use super::subject::{Subject, capital};
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
    let all = subject.entries();
    let (entries, said) = drawn(all.clone(), MOST_SERIES, by_place);
    let keys = entries.iter().flat_map(|entry| entry.tally.series(s).keys().map(|key| key[0]));
    let mut keys: Vec<u64> = keys.collect();
    keys.sort_unstable();
    keys.dedup();
    let beyond = match keys.get(MOST_KEYS) {
        Some(beyond) => {
            format!(" From {} {} on nothing is drawn.", in_words(series.keys[0]), grouped(*beyond))
        }
        None => String::new(),
    };
    keys.truncate(MOST_KEYS);
    let (first, last) = (*keys.first()?, *keys.last()?);
    let count =
        |c: usize, key: u64| entries[c].tally.series(s).get(&[key, 0]).copied().unwrap_or(0);
    let rate = |c: usize, key: u64| PER_GAMES * entries[c].share(count(c, key));
    let (key, what) = (series.keys[0], series.count);
    let curves = entries.iter().enumerate().map(|(c, entry)| {
        let known = keys.iter().filter(|&&key| count(c, key) > 0);
        let points = known.map(|&key| {
            let per = number(rate(c, key), if rate(c, key) < 10.0 { 3 } else { 1 });
            let text = format!("{} ({per} per 1,000 games)", grouped(count(c, key)));
            Point::at(key as f64, rate(c, key), text)
        });
        Series { name: entry.name.into(), points: points.collect(), end: None }
    });
    let curves: Vec<Series> = curves.collect();
    let rates = curves.iter().flat_map(|curve| curve.points.iter().map(|point| point.y));
    let per = format!("{what} per {} games", grouped(PER_GAMES as u64));
    let scale = Scale::linear(first as f64 - 0.5, last as f64 + 0.5);
    let x = Axis::whole(scale, in_words(key));
    let y = Axis::log(Unit::Number, &per, rates);
    let label = format!("{} by {key}, on a logarithmic axis", capital(what));
    let plot = Plot::of(Look::Dots, [x, y], curves, label);
    let stem = series.file.trim_end_matches(".csv");
    let legend = entries.iter().map(|entry| {
        let all: u128 = entry.tally.series(s).values().map(|&n| u128::from(n)).sum();
        let all = u64::try_from(all).unwrap_or(u64::MAX);
        (entry.name, format!("{} {what}", grouped(all)))
    });
    let legend = figure::keys(legend, by_place);
    // The title is about all, drawn or not.
    let mut by_key: BTreeMap<u64, u128> = BTreeMap::new();
    for (counted, &n) in all.iter().flat_map(|entry| entry.tally.series(s)) {
        *by_key.entry(counted[0]).or_default() += u128::from(n);
    }
    let (least, of_least) = by_key.first_key_value()?;
    let share = percent(*of_least as f64 / by_key.values().sum::<u128>().max(1) as f64);
    let title = format!(
        "{}: {share} have {key} {least}; the largest {key} seen is {}",
        capital(stem),
        grouped(*by_key.last_key_value()?.0)
    );
    let named = format!("{}:{what}", series.file);
    let known = subject.info().columns.iter().find(|(column, _)| *column == named);
    let about = known.map_or(format!("{what} with this {key}"), |(_, about)| (*about).into());
    let caption =
        format!("{}; the numbers are those of {}.{said}{beyond}", capital(&about), series.file);
    let figure = Figure::one(stem, [title, caption], &plot, subject.source());
    Some(Figure { keys: legend, ..figure })
}
