//! Estimates along an axis: what every measure does where something else grows.

use super::chart::{Axis, Mark, Plot};
use super::drawing::Size;
use super::figure::{Figure, Key, Numbers, View};
use super::forest::Estimate;
use super::scale::{Scale, Unit, number};
use super::subject::capital;
use crate::core::game::GameInfo;
use crate::core::stats::wilson;
use crate::core::wording::digits::grouped;
use crate::lab::spec::measure::Measure;

/// What was counted at one point of the axis.
#[derive(Clone, Debug)]
pub struct Counted {
    /// The place on the axis.
    pub x: f64,
    /// Games with each outcome.
    pub won: Vec<u64>,
    /// Mean length and its standard error.
    pub length: Option<(f64, f64)>,
    /// Whether every deal was played, so that nothing is left to chance.
    pub exact: bool,
}

/// A curve.
#[derive(Clone, Debug)]
pub struct Course {
    /// What it is called.
    pub name: String,
    /// Its points, rising.
    pub points: Vec<Counted>,
}

/// Curves with all that is said of them.
#[derive(Clone, Debug)]
pub struct Courses {
    /// The figure's name, title and caption.
    pub words: [String; 3],
    /// What the axis is.
    pub axis: String,
    /// Whether its scale is logarithmic.
    pub log: bool,
    /// The curves.
    pub curves: Vec<Course>,
    /// What is estimated.
    pub measures: Vec<Measure>,
    /// Standard errors of the intervals.
    pub z: f64,
}

impl Counted {
    fn games(&self) -> u64 {
        self.won.iter().sum()
    }

    fn estimate(&self, measure: Measure, z: f64) -> Option<Estimate> {
        let games = self.games();
        match measure {
            Measure::Outcome(outcome) if games > 0 => {
                let won = self.won[outcome];
                let value = won as f64 / games as f64;
                let interval = (!self.exact).then(|| wilson(won, games, z));
                Some(Estimate { value, interval })
            }
            Measure::Outcome(_) => None,
            Measure::Length => {
                let (mean, error) = self.length?;
                let interval = ((mean - z * error).max(0.0), mean + z * error);
                Some(Estimate { value: mean, interval: (!self.exact).then_some(interval) })
            }
        }
    }
}

impl Courses {
    /// The figure: a view for each measure.
    pub fn figure(&self, info: &GameInfo) -> Option<Figure> {
        let mut places: Vec<f64> =
            self.curves.iter().flat_map(|curve| curve.points.iter().map(|p| p.x)).collect();
        places.sort_by(f64::total_cmp);
        places.dedup();
        if places.is_empty() {
            return None;
        }
        let views = self.measures.iter().map(|&measure| self.view(info, measure, &places));
        let views: Vec<View> = views.collect();
        let keys = self.curves.iter().enumerate().map(|(k, curve)| {
            let games: u64 = curve.points.iter().map(Counted::games).sum();
            Key::new(k, &curve.name, format!("{} games", grouped(games)))
        });
        let [id, title, caption] = self.words.clone();
        Some(Figure { id, title, caption, keys: keys.collect(), views, beside: None })
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
        let at = |curve: &Course, x: f64| {
            let point = curve.points.iter().find(|point| point.x == x);
            point.and_then(|point| Some((point.games(), point.estimate(measure, self.z)?)))
        };
        let mut ends: Vec<f64> = Vec::new();
        let series = self.curves.iter().map(|curve| {
            let points = curve.points.iter().filter_map(|point| {
                let estimate = point.estimate(measure, self.z)?;
                let (low, high) = estimate.ends();
                ends.extend([low, high]);
                Some(([point.x, estimate.value], [low, high]))
            });
            Mark::Dots(points.collect())
        });
        let series: Vec<Mark> = series.collect();
        let low = ends.iter().copied().fold(f64::INFINITY, f64::min);
        let high = ends.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let y = match (low.is_finite(), unit) {
            (false, _) => Scale::linear(0.0, 1.0),
            // Shares near nothing are held against nothing.
            (true, _) if low < 0.35 * high => Scale::held(low.min(0.0), high, 5, unit),
            (true, _) => Scale::held(low, high, 5, unit),
        };
        let (first, last) = (places[0], places[places.len() - 1]);
        let room = if places.len() > 1 { 0.03 * (last - first) } else { 1.0 };
        let x = match self.log {
            true => Scale::log(first, last),
            false => Scale::linear(first - room, last + room),
        };
        let plot = Plot {
            x: Axis { scale: x, log: self.log, unit: Unit::Whole, title: self.axis.clone() },
            y: Axis { scale: y, log: false, unit, title },
            series,
            stops: places.to_vec(),
            marks: Vec::new(),
            ends: Vec::new(),
            label: format!("{label} by {}", self.axis),
        };
        let rows = places.iter().map(|&x| {
            let cells = self.curves.iter().map(|curve| match at(curve, x) {
                None => "\u{2013}".into(),
                Some((games, estimate)) => {
                    format!("{}, {} games", estimate.text(unit), grouped(games))
                }
            });
            (number(x, 0), cells.collect())
        });
        let numbers = Numbers {
            corner: self.axis.clone(),
            columns: self.curves.iter().map(|curve| curve.name.clone()).collect(),
            rows: rows.collect(),
        };
        let (wide, narrow) = (plot.draw(Size::Wide), plot.draw(Size::Narrow));
        View { name, label, note: String::new(), wide, narrow, numbers }
    }
}
