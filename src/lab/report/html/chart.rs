//! Dots over an axis of numbers, joined by lines, with whiskers and a band where there are intervals: the points
//! are what is drawn and what the table says.

use super::axis::Axis;
use super::drawing::{Along, Drawing, LETTERS, Size, lines, way, widest, width};
use super::figure::{Numbers, Picture};
use super::scale::number;

/// A point of a series.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Place on the axis.
    pub x: f64,
    /// Value.
    pub y: f64,
    /// Its interval, where there is one.
    pub interval: Option<(f64, f64)>,
    /// Whether it is anywhere within the interval, and the value says nothing.
    pub open: bool,
    /// Whether it is what the others are compared with.
    pub ringed: bool,
    /// What the table says of it.
    pub text: String,
}

/// A series.
#[derive(Clone, Debug)]
pub struct Series {
    /// What it is called.
    pub name: String,
    /// Its points, rising.
    pub points: Vec<Point>,
}

/// A plot of several series.
#[derive(Clone, Debug)]
pub struct Plot {
    /// From left to right.
    pub x: Axis,
    /// From bottom to top.
    pub y: Axis,
    /// The series, in the order of their colours.
    pub series: Vec<Series>,
    /// What the rows of the table are.
    pub corner: String,
    /// What it shows, for those who cannot see it.
    pub label: String,
}

/// Where things are: left, top, right, bottom.
struct Field<'a> {
    plot: &'a Plot,
    inside: [f64; 4],
}

impl Picture for Plot {
    fn draw(&self, size: Size) -> Drawing {
        let height = if size == Size::Wide { 350.0 } else { 290.0 };
        let words = lines(LETTERS, &self.y.title, size.width() - 8.0);
        let mut drawing = Drawing::new(size, height, self.label.clone());
        let (top, bottom) = (16.0 * words.len() as f64 + 18.0, height - 46.0);
        for (k, line) in words.iter().enumerate() {
            drawing.words("title", "start", [4.0, 14.0 + 16.0 * k as f64], line.as_str());
        }
        let y_ticks = self.y.upwards(bottom - top);
        let left = widest(LETTERS, y_ticks.iter().map(|(_, label)| label)) + 14.0;
        // The last label must not leave the picture.
        let half = self.x.across(size.width() - left, size.width()).pop();
        let half = half.map_or(0.0, |(_, label)| width(&label) / 2.0 + 2.0);
        let right = size.width() - half.max(16.0);
        let field = Field { plot: self, inside: [left, top, right, bottom] };
        drawing.inside = field.inside;
        self.y.draw_upwards(&mut drawing, field.inside);
        drawing.line("axis", None, [left, bottom, right, bottom]);
        self.x.draw(&mut drawing, [left, right, bottom], (left - 2.0).min(half.max(16.0)));
        for (k, series) in self.series.iter().enumerate() {
            field.draw_series(&mut drawing, k, series);
        }
        drawing.stops = self.places().iter().map(|&x| [field.at(x, 0.0)[0], bottom]).collect();
        drawing.along = Along::X;
        drawing
    }

    fn numbers(&self) -> Numbers {
        let rows = self.places().into_iter().map(|x| {
            let cells = self.series.iter().map(|series| {
                let point = series.points.iter().find(|point| point.x == x);
                point.map_or("\u{2013}".into(), |point| point.text.clone())
            });
            (number(x, 0), cells.collect())
        });
        Numbers {
            corner: self.corner.clone(),
            columns: self.series.iter().map(|series| series.name.clone()).collect(),
            rows: rows.collect(),
        }
    }
}

impl Plot {
    /// Series over these axes, and no more; the rows of its table are what the axis from left to right is.
    pub fn of([x, y]: [Axis; 2], series: Vec<Series>, label: String) -> Self {
        let corner = x.title.clone();
        Self { x, y, series, corner, label }
    }

    /// Every place that a series has a point at, rising.
    fn places(&self) -> Vec<f64> {
        let points = self.series.iter().flat_map(|series| &series.points);
        let mut places: Vec<f64> = points.map(|point| point.x).collect();
        places.sort_by(f64::total_cmp);
        places.dedup();
        places
    }
}

impl Field<'_> {
    fn at(&self, x: f64, y: f64) -> [f64; 2] {
        let [left, top, right, bottom] = self.inside;
        let (x, y) = (self.plot.x.scale.at(x), self.plot.y.scale.at(y));
        [left + x * (right - left), bottom - y * (bottom - top)]
    }

    /// The points that have a place: nothing has none on a logarithmic axis.
    fn drawn<'s>(&self, series: &'s Series) -> impl Iterator<Item = &'s Point> + Clone + use<'s> {
        let log = self.plot.y.scale.is_log();
        series.points.iter().filter(move |point| !log || point.y > 0.0)
    }

    fn draw_series(&self, drawing: &mut Drawing, k: usize, series: &Series) {
        let points = self.drawn(series);
        let known = points.clone().filter(|point| !point.open);
        let places: Vec<[f64; 2]> = known.map(|point| self.at(point.x, point.y)).collect();
        let line = way(places);
        let known = || points.clone().filter_map(|point| Some((point.x, point.interval?)));
        let low = known().map(|(x, (low, _))| self.at(x, low));
        let high = known().map(|(x, (_, high))| self.at(x, high));
        let high: Vec<[f64; 2]> = high.collect();
        if high.len() > 1 {
            let around = way(low.chain(high.into_iter().rev()));
            drawing.path(format!("area f{k}"), Some(k), around + "Z");
        }
        drawing.path(format!("line s{k}"), Some(k), line);
        for point in points {
            let [x, y] = self.at(point.x, point.y);
            if let Some((low, high)) = point.interval {
                let whisker = [x, self.at(point.x, low)[1], x, self.at(point.x, high)[1]];
                drawing.line(&format!("whisker s{k}"), Some(k), whisker);
            }
            if point.ringed && !point.open {
                drawing.dot("dot open", Some(k), [x, y, 7.0]);
            }
            if !point.open {
                drawing.dot(format!("dot f{k}"), Some(k), [x, y, 3.6]);
            }
        }
    }
}
