//! Estimates along an axis: what every measure does where something else grows.

use super::axis::Axis;
use super::chart::{Plot, Point, Series};
use super::estimate::Estimate;
use super::figure::{Figure, View, keys};
use super::found::called;
use super::scale::{Scale, Unit};
use super::subject::{Subject, capital};
use crate::core::stats::t_critical;
use crate::core::wording::digits::grouped;
use crate::lab::spec::measure::Measure;

/// From this square of the correlation of logarithms on a curve is a power.
const POWER: f64 = 0.995;

/// What was counted at a place of the axis.
pub struct Counted<'a> {
    /// The place.
    pub x: f64,
    /// Number of games.
    pub games: u64,
    /// Whether the others are compared with it.
    pub ringed: bool,
    /// The estimate of a measure.
    pub estimate: Box<dyn Fn(Measure) -> Option<Estimate> + 'a>,
}

/// Curves with all that is said of them.
pub struct Courses<'a> {
    /// The figure's name and caption.
    pub words: [String; 2],
    /// What the axis is.
    pub axis: String,
    /// What each curve is called, with its points, rising.
    pub curves: Vec<(String, Vec<Counted<'a>>)>,
    /// What is estimated.
    pub measures: Vec<Measure>,
    /// The measure that the title is about, by its place, and the title, unless lengths are powers.
    pub found: (usize, String),
    /// What it is of.
    pub subject: &'a Subject,
}

impl Courses<'_> {
    /// The figure: a view for each measure.
    pub fn figure(&self) -> Option<Figure> {
        let points = self.curves.iter().flat_map(|(_, points)| points.iter().map(|point| point.x));
        let mut places: Vec<f64> = points.collect();
        places.sort_by(f64::total_cmp);
        places.dedup();
        if places.is_empty() {
            return None;
        }
        let views = self.measures.iter().map(|&measure| self.view(measure, &places));
        let views: Vec<View> = views.collect();
        let named = self.curves.iter().map(|(name, points)| {
            let games: u64 = points.iter().map(|point| point.games).sum();
            (name.as_str(), format!("{} games", grouped(games)))
        });
        let [id, caption] = self.words.clone();
        let length = self.measures.iter().position(|measure| *measure == Measure::Length);
        let (first, title) = match length.filter(|_| self.laws().is_some()) {
            Some(m) => (m, self.law().unwrap_or_default()),
            None => self.found.clone(),
        };
        // Whatever a title names is drawn.
        let mut keys = keys(named, |k, _| k as f64);
        keys.iter_mut().for_each(|key| key.shown = true);
        Some(Figure {
            keys,
            first,
            ..Figure::of(&id, [title, caption], views, self.subject.source())
        })
    }

    fn view(&self, measure: Measure, places: &[f64]) -> View {
        let info = self.subject.info();
        let (name, label, unit) = called(info, measure);
        let title = match measure {
            Measure::Outcome(outcome) => {
                format!("share of games: {}", info.outcomes[outcome].label)
            }
            Measure::Length => format!("{name} per game, on average"),
        };
        let series = self.curves.iter().map(|(name, points)| {
            let points = points.iter().filter_map(|point| {
                let (estimate, ringed) = ((point.estimate)(measure)?, point.ringed);
                let mark = if ringed { ", baseline" } else { "" };
                let text = estimate.text(unit) + mark;
                let Estimate { value, interval, open } = estimate;
                let text = format!("{text}, {} games", grouped(point.games));
                Some(Point { x: point.x, y: value, interval, open, ringed, text })
            });
            Series { name: name.clone(), points: points.collect() }
        });
        let series: Vec<Series> = series.collect();
        let ends = series.iter().flat_map(|one| &one.points).flat_map(|point| {
            let (low, high) = point.interval.unwrap_or((point.y, point.y));
            [low, high]
        });
        // Shares are held against nothing.
        let ends = ends.chain((unit == Unit::Percent).then_some(0.0));
        let laws = self.laws().filter(|_| measure == Measure::Length);
        let (x, y, note) = match laws.is_some() {
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
        let plot = Plot::of([x, y], series, format!("{label} by {}", self.axis));
        let plot = Plot { corner: self.axis.clone(), ..plot };
        View::of(name, &label, note.into(), &plot)
    }

    /// The powers that all curves of lengths are, if they are.
    fn laws(&self) -> Option<Vec<Line>> {
        let curves = self.curves.iter().map(|(_, points)| {
            let known = points
                .iter()
                .filter_map(|point| Some((point.x, (point.estimate)(Measure::Length)?.value)));
            power(&known.collect::<Vec<_>>())
        });
        curves.collect()
    }

    /// The powers of all curves in a sentence, if they are such.
    fn law(&self) -> Option<String> {
        let with = |name: &str| {
            if self.curves.len() > 1 { format!(" with {name}") } else { String::new() }
        };
        let said = self.curves.iter().zip(self.laws()?).map(|((name, _), law)| {
            let (slope, half) = (law.slope, law.half(self.subject.z()));
            let (low, high) = (slope - half, slope + half);
            format!("{slope:.2} ({low:.2} to {high:.2}){}", with(name))
        });
        let said = said.collect::<Vec<_>>().join(", ");
        let word = capital(self.subject.info().length().name);
        Some(format!("{word} are {} to the power {said}", self.axis))
    }
}

/// A straight line by least squares.
#[derive(Clone, Copy, Debug)]
struct Line {
    slope: f64,
    /// Points beyond the two that a line needs.
    free: f64,
    /// Its standard error, from the scatter of the points about the line.
    error: f64,
    /// The square of the correlation.
    fit: f64,
}

impl Line {
    /// That of these points.
    fn of(points: impl Iterator<Item = (f64, f64)> + Clone) -> Self {
        let n = points.clone().count() as f64;
        let (x, y) = points.clone().fold((0.0, 0.0), |(x, y), (a, b)| (x + a / n, y + b / n));
        let (xx, xy, yy) = points.clone().fold((0.0, 0.0, 0.0), |(xx, xy, yy), (a, b)| {
            (xx + (a - x) * (a - x), xy + (a - x) * (b - y), yy + (b - y) * (b - y))
        });
        let slope = xy / xx;
        let off = |(a, b): (f64, f64)| b - y - slope * (a - x);
        let scatter: f64 = points.map(|point| off(point) * off(point)).sum();
        let fit = if xx * yy > 0.0 { xy * xy / (xx * yy) } else { 0.0 };
        Self { slope, free: n - 2.0, error: libm::sqrt(scatter / (n - 2.0) / xx), fit }
    }

    /// Half of Student's interval of the slope.
    fn half(&self, z: f64) -> f64 {
        t_critical(z, self.free) * self.error
    }
}

/// The line of the logarithms, whose slope is an exponent, if these points, which rise, are close to a power and
/// closer than to a straight line.
fn power(points: &[(f64, f64)]) -> Option<Line> {
    let (first, last) = (points.first()?, points.last()?);
    let grows = last.0 >= 3.0 * first.0 && last.1.max(first.1) >= 3.0 * last.1.min(first.1);
    let known = points.len() >= 4 && points.iter().all(|&(x, y)| x > 0.0 && y > 0.0);
    let law = Line::of(points.iter().map(|&(x, y)| (libm::log(x), libm::log(y))));
    let is_law = law.fit > POWER && law.fit > Line::of(points.iter().copied()).fit;
    (known && grows && is_law).then_some(law)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::stats::z_for_confidence;

    #[test]
    fn a_power_is_told_from_a_line() {
        let is_power =
            |of: fn(f64) -> f64| power(&[4.0, 8.0, 16.0, 32.0, 64.0].map(|x| (x, of(x)))).is_some();
        assert!(is_power(|x| x * x / 8.0) && is_power(|x| 9.0 / x));
        assert!(!is_power(|x| 100.0 + x) && !is_power(|_| 5.0));
        assert!(!is_power(|x| 10.0 * x + 3.0) && !is_power(|x| x - 4.0));
        assert!(power(&[(1.0, 1.0), (2.0, 4.0), (4.0, 16.0)]).is_none());
    }

    #[test]
    fn an_exponent_is_that_of_scipy() {
        let all = [(3.0, 5.2), (6.0, 28.1), (13.0, 190.0), (26.0, 1100.0), (52.0, 7600.0)];
        let law = power(&all).unwrap();
        // scipy 1.14: linregress of the logarithms: slope, stderr times t.ppf(0.975, 3).
        assert!((law.slope - 2.542838612233349).abs() < 1e-9, "{law:?}");
        let half = law.half(z_for_confidence(0.95));
        assert!((half - 0.12390869062658079).abs() < 1e-9, "{law:?}");
    }
}
