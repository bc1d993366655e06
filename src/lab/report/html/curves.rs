//! Estimates along an axis: what every measure does where something else grows.

use super::axis::Axis;
use super::chart::{Look, Plot, Point, Series};
use super::figure::{Figure, Key, View};
use super::forest::Estimate;
use super::scale::{Scale, Unit};
use super::subject::capital;
use crate::core::game::{GameInfo, Often};
use crate::core::wording::digits::grouped;
use crate::lab::spec::measure::Measure;

/// From this square of the correlation of logarithms on a curve is a power.
const POWER: f64 = 0.995;

/// What was counted at one point of the axis.
#[derive(Clone, Debug)]
pub struct Counted {
    /// The place on the axis.
    pub x: f64,
    /// Number of games.
    pub games: u64,
    /// How often each outcome came out.
    pub won: Vec<Often>,
    /// Mean length and its standard error; `None` where games were given up.
    pub length: Option<(f64, f64)>,
    /// Whether every deal was played, so that nothing is left to chance.
    pub exact: bool,
}

/// Curves with all that is said of them.
#[derive(Clone, Debug)]
pub struct Courses {
    /// The figure's name, title and caption.
    pub words: [String; 3],
    /// What the axis is.
    pub axis: String,
    /// What each curve is called, with its points, rising.
    pub curves: Vec<(String, Vec<Counted>)>,
    /// What is estimated.
    pub measures: Vec<Measure>,
    /// Standard errors of the intervals.
    pub z: f64,
}

impl Counted {
    fn estimate(&self, measure: Measure, z: f64) -> Option<Estimate> {
        match measure {
            Measure::Outcome(outcome) => Estimate::of(self.won[outcome], z, self.exact),
            Measure::Length => {
                let (mean, error) = self.length?;
                let interval = ((mean - z * error).max(0.0), mean + z * error);
                Some(Estimate {
                    value: mean,
                    interval: (!self.exact).then_some(interval),
                    open: false,
                })
            }
        }
    }
}

impl Courses {
    /// The figure: a view for each measure.
    pub fn figure(&self, info: &GameInfo, source: String) -> Option<Figure> {
        let points = self.curves.iter().flat_map(|(_, points)| points.iter().map(|point| point.x));
        let mut places: Vec<f64> = points.collect();
        places.sort_by(f64::total_cmp);
        places.dedup();
        if places.is_empty() {
            return None;
        }
        let views = self.measures.iter().map(|&measure| self.view(info, measure, &places));
        let views: Vec<View> = views.collect();
        let keys = self.curves.iter().enumerate().map(|(k, (name, points))| {
            let games: u64 = points.iter().map(|point| point.games).sum();
            Key::new(k, name, format!("{} games", grouped(games)))
        });
        let [id, title, caption] = self.words.clone();
        Some(Figure { id, title, caption, keys: keys.collect(), views, beside: None, source })
    }

    fn view(&self, info: &GameInfo, measure: Measure, places: &[f64]) -> View {
        let (name, label, unit, title) = match measure {
            Measure::Outcome(outcome) => {
                let words = &info.outcomes[outcome];
                let title = format!("share of games: {}", words.label);
                (words.measure, capital(words.label), Unit::Percent, title)
            }
            Measure::Length => {
                let word = info.length().name;
                (word, capital(word), Unit::Number, format!("{word} per game, on average"))
            }
        };
        let series = self.curves.iter().map(|(name, points)| {
            let points = points.iter().filter_map(|point| {
                let estimate = point.estimate(measure, self.z)?;
                let text = estimate.text(unit);
                let Estimate { value, interval, open } = estimate;
                let text = format!("{text}, {} games", grouped(point.games));
                Some(Point { x: point.x, y: value, interval, open, text })
            });
            Series { name: name.clone(), points: points.collect(), end: None }
        });
        let series: Vec<Series> = series.collect();
        let ends = series.iter().flat_map(|one| &one.points).flat_map(|point| {
            let (low, high) = point.interval.unwrap_or((point.y, point.y));
            [low, high]
        });
        let power = unit == Unit::Number && series.iter().all(|one| is_power(&one.points));
        let (x, y, note) = match power {
            true => (
                Axis {
                    scale: Scale::log(places[0], places[places.len() - 1]),
                    ..Axis::sizes(format!("{} (log)", self.axis), places)
                },
                Axis::log(unit, &title, ends),
                "On two logarithmic axes a power is a straight line.",
            ),
            false => (Axis::sizes(self.axis.clone(), places), Axis::of(unit, title, ends), ""),
        };
        let plot = Plot {
            x,
            y,
            look: Look::Dots,
            series,
            corner: self.axis.clone(),
            marks: Vec::new(),
            beyond: None,
            label: format!("{label} by {}", self.axis),
        };
        View::of(name, &label, note.into(), &plot)
    }
}

/// Whether these points are closer to a power than to a straight line, and close to it.
fn is_power(points: &[Point]) -> bool {
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return false };
    let grows = last.x >= 3.0 * first.x && last.y.max(first.y) >= 3.0 * last.y.min(first.y);
    let known = points.len() >= 4 && points.iter().all(|point| point.x > 0.0 && point.y > 0.0);
    let straight =
        |of: fn(f64) -> f64| correlation(points.iter().map(|point| (of(point.x), of(point.y))));
    known && grows && straight(libm::log10) > POWER && straight(libm::log10) > straight(|x| x)
}

/// The square of the correlation of pairs.
fn correlation(pairs: impl Iterator<Item = (f64, f64)> + Clone) -> f64 {
    let n = pairs.clone().count() as f64;
    let (x, y) = pairs.clone().fold((0.0, 0.0), |(x, y), (a, b)| (x + a / n, y + b / n));
    let (xx, xy, yy) = pairs.fold((0.0, 0.0, 0.0), |(xx, xy, yy), (a, b)| {
        (xx + (a - x) * (a - x), xy + (a - x) * (b - y), yy + (b - y) * (b - y))
    });
    if xx * yy > 0.0 { xy * xy / (xx * yy) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_power_is_told_from_a_line() {
        let points = |of: fn(f64) -> f64| -> Vec<Point> {
            let all = [4.0, 8.0, 16.0, 32.0, 64.0];
            all.map(|x| Point { x, y: of(x), interval: None, open: false, text: String::new() })
                .into()
        };
        assert!(is_power(&points(|x| x * x / 8.0)) && is_power(&points(|x| 9.0 / x)));
        assert!(!is_power(&points(|x| 100.0 + x)) && !is_power(&points(|_| 5.0)));
        assert!(!is_power(&points(|x| 10.0 * x + 3.0)) && !is_power(&points(|x| x - 4.0)));
    }
}
