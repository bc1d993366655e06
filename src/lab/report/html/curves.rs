//! Estimates along an axis: what every measure does where something else grows.

use super::axis::Axis;
use super::chart::{Look, Plot, Point, Series};
use super::estimate::Estimate;
use super::figure::{Figure, View, keys};
use super::scale::{Scale, Unit};
use super::subject::{Entry, capital};
use crate::core::game::{GameInfo, Often};
use crate::core::stats::{t_critical, two_sided_p, z_for_confidence};
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
    /// The figure's name and caption.
    pub words: [String; 2],
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
    /// What was counted of a cell, at this place.
    pub fn of(entry: &Entry<'_>, x: f64) -> Self {
        let length = entry.tally.all_games();
        Self {
            x,
            games: entry.games(),
            won: (0..entry.tally.info().outcomes.len()).map(|o| entry.often(o)).collect(),
            length: length.mean.zip(length.std_err).filter(|_| entry.given_up() == 0),
            exact: entry.is_exact(),
        }
    }

    /// How often, or how long.
    pub fn estimate(&self, measure: Measure, z: f64) -> Option<Estimate> {
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
        let named = self.curves.iter().map(|(name, points)| {
            let games: u64 = points.iter().map(|point| point.games).sum();
            (name.as_str(), format!("{} games", grouped(games)))
        });
        let [id, caption] = self.words.clone();
        let nothing = || format!("No change found from one end to the other: {}", self.axis);
        let (first, about, title) = self.finding(info).unwrap_or_else(|| (0, 0, nothing()));
        // The curve that the title is about comes before all.
        let keys = keys(named, |k, _| if k == about { f64::NEG_INFINITY } else { k as f64 });
        Some(Figure { id, title, caption, keys, views, first, beside: None, source })
    }

    fn view(&self, info: &GameInfo, measure: Measure, places: &[f64]) -> View {
        let (name, label, unit) = called(info, measure);
        let title = match measure {
            Measure::Outcome(outcome) => {
                format!("share of games: {}", info.outcomes[outcome].label)
            }
            Measure::Length => format!("{name} per game, on average"),
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
        let power = measure == Measure::Length && self.is_power();
        let (x, y, note) = match power {
            true => (
                Axis {
                    scale: Scale::log(places[0], places[places.len() - 1]),
                    ..Axis::sizes(format!("{} (log)", self.axis), places)
                },
                Axis::log(unit, &title, ends),
                "On two logarithmic axes a power is a straight line. Its exponent is by least squares of the \
                 logarithms, with an interval from the scatter of the points about the line.",
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

impl Courses {
    /// Whether every curve of lengths is a power.
    fn is_power(&self) -> bool {
        self.curves.iter().all(|(_, points)| is_power(&lengths(points)))
    }

    /// What the numbers allow to say in a title: a law of lengths, or what changes most from the first
    /// point of a curve to its last one; before it the places of the measure and the curve that it is about.
    fn finding(&self, info: &GameInfo) -> Option<(usize, usize, String)> {
        let with = |name: &str| {
            if self.curves.len() > 1 { format!(" with {name}") } else { String::new() }
        };
        let length = self.measures.iter().position(|measure| *measure == Measure::Length);
        if let Some(m) = length.filter(|_| self.is_power()) {
            let laws = self.curves.iter().map(|(name, points)| {
                let Law { exponent, half } = Law::of(&lengths(points), self.z)?;
                let (low, high) = (exponent - half, exponent + half);
                Some(format!("{exponent:.2} ({low:.2} to {high:.2}){}", with(name)))
            });
            let laws: Vec<String> = laws.collect::<Option<_>>()?;
            let (word, axis) = (capital(info.length().name), &self.axis);
            return Some((m, 0, format!("{word} are {axis} to the power {}", laws.join(", "))));
        }
        // Of all curves and measures the largest change is picked: each interval is wider for it.
        let all = (2 * self.curves.len() * self.measures.len()).max(1) as f64;
        let z = z_for_confidence(1.0 - two_sided_p(self.z) / all);
        let mut best: Option<(f64, (usize, usize, String))> = None;
        for (c, (name, points)) in self.curves.iter().enumerate() {
            let (Some(first), Some(last)) = (points.first(), points.last()) else { continue };
            for (m, &measure) in self.measures.iter().enumerate() {
                let [one, other] = [first, last].map(|point| point.estimate(measure, z));
                let (Some(one), Some(other)) = (one, other) else { continue };
                let apart = one.ends().1 < other.ends().0 || other.ends().1 < one.ends().0;
                let (label, unit, size) = match measure {
                    Measure::Outcome(o) => {
                        (info.outcomes[o].label, Unit::Percent, (other.value - one.value).abs())
                    }
                    // A length is named where no share changes.
                    Measure::Length => (info.length().name, Unit::Number, 0.0),
                };
                if !apart
                    || one.open
                    || other.open
                    || best.as_ref().is_some_and(|(s, _)| *s >= size)
                {
                    continue;
                }
                let said = format!(
                    "{}{}: {} where {} is {}, {} where it is {}",
                    capital(label),
                    with(name),
                    unit.short(one.value),
                    self.axis,
                    Unit::Whole.short(first.x),
                    unit.short(other.value),
                    Unit::Whole.short(last.x),
                );
                best = Some((size, (m, c, said)));
            }
        }
        best.map(|(_, found)| found)
    }
}

/// A measure: its name in links, in words, and how it is written.
pub fn called(info: &GameInfo, measure: Measure) -> (&'static str, String, Unit) {
    match measure {
        Measure::Outcome(outcome) => {
            let words = &info.outcomes[outcome];
            (words.measure, capital(words.label), Unit::Percent)
        }
        Measure::Length => (info.length().name, capital(info.length().name), Unit::Number),
    }
}

/// The mean lengths of these points.
fn lengths(points: &[Counted]) -> Vec<Point> {
    let known = points.iter().filter_map(|point| Some((point.x, point.length?.0)));
    known.map(|(x, y)| Point { x, y, interval: None, open: false, text: String::new() }).collect()
}

/// A power: its exponent by least squares of the logarithms, and half of its interval.
#[derive(Clone, Copy, Debug)]
struct Law {
    exponent: f64,
    half: f64,
}

impl Law {
    /// That of these points; nothing of fewer than three. The interval is Student's, from the scatter of
    /// the points about the line: what is no exact power is wider for it.
    fn of(points: &[Point], z: f64) -> Option<Self> {
        let n = points.len() as f64;
        let logs = || points.iter().map(|point| (libm::log(point.x), libm::log(point.y)));
        let (x, y) = logs().fold((0.0, 0.0), |(x, y), (a, b)| (x + a / n, y + b / n));
        let (xx, xy) = logs()
            .fold((0.0, 0.0), |(xx, xy), (a, b)| (xx + (a - x) * (a - x), xy + (a - x) * (b - y)));
        let exponent = xy / xx;
        let off = |(a, b): (f64, f64)| b - y - exponent * (a - x);
        let scatter: f64 = logs().map(|log| off(log) * off(log)).sum();
        let error = libm::sqrt(scatter / (n - 2.0) / xx);
        (points.len() > 2).then(|| Self { exponent, half: t_critical(z, n - 2.0) * error })
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

    #[test]
    fn an_exponent_is_that_of_scipy() {
        let all = [(3.0, 5.2), (6.0, 28.1), (13.0, 190.0), (26.0, 1100.0), (52.0, 7600.0)];
        let point = |(x, y)| Point { x, y, interval: None, open: false, text: String::new() };
        let law = Law::of(&all.map(point), z_for_confidence(0.95)).unwrap();
        // scipy 1.14: linregress of the logarithms: slope, stderr times t.ppf(0.975, 3).
        assert!((law.exponent - 2.542838612233349).abs() < 1e-9, "{law:?}");
        assert!((law.half - 0.12390869062658079).abs() < 1e-9, "{law:?}");
        assert!(Law::of(&[point((1.0, 1.0)), point((2.0, 4.0))], 1.96).is_none());
    }
}
