//! Dots over an axis of numbers, joined by lines, with whiskers and a band where there are intervals.

use super::axis::Axis;
use super::dot::{Dot, Unit, number};
use super::drawing::{ACROSS, Drawing, way};
use super::figure::Drawn;
use crate::core::wording::said::TextTable;

/// Where the plot ends, in per cent, and how high it is, in pixels.
const RIGHT: f64 = 97.0;
const HIGH: f64 = 270.0;

/// A point of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Place on the axis.
    pub x: f64,
    /// Value.
    pub y: Dot,
    /// Whether it is what the others are compared with.
    pub ringed: bool,
}

/// What a curve is called, with its points, rising.
pub type Curve = (String, Vec<Point>);

/// Curves of a measure.
pub struct Curves<'a> {
    /// What the axis is.
    pub axis: &'a str,
    /// What is measured, and in what.
    pub label: String,
    pub unit: Unit,
    /// Each of them.
    pub all: Vec<Curve>,
}

impl Curves<'_> {
    /// Their styles and names, the drawing, and its numbers; nothing without a point.
    pub fn draw(&self) -> Option<Drawn> {
        let all = &self.all;
        let points = || all.iter().flat_map(|(_, points)| points);
        let mut places: Vec<f64> = points().map(|point| point.x).collect();
        places.sort_by(f64::total_cmp);
        places.dedup();
        places.first()?;
        let dots: Vec<Option<Dot>> = points().map(|point| Some(point.y)).collect();
        let [x, y] = [Axis::sizes(self.axis, &places), Axis::of_all(self.unit, "", &dots)];
        let mut drawing = Drawing::new(format!("{} by {}", self.label, self.axis), "x");
        drawing.words("title", "start", [0.0, 14.0, 0.0], &self.label);
        let (left, right, top) = (y.margin(HIGH), RIGHT, 28.0);
        let inside = [left, top, right, top + HIGH];
        drawing.inside = inside;
        y.draw_upwards(&mut drawing, inside);
        drawing.height = top + HIGH + x.draw(&mut drawing, inside);
        let across = |value| x.at([left, right], value);
        let up = |value| y.at([top + HIGH, top], value);
        let on = |x: f64, value| [(x - left) / (right - left) * ACROSS, up(value) - top];
        for (k, (_, points)) in all.iter().enumerate() {
            let line = points.iter().filter(|point| !point.y.open);
            let line = way(line.map(|point| on(across(point.x), point.y.value)));
            let known = || points.iter().filter_map(|p| Some((across(p.x), p.y.interval?)));
            let low = known().map(|(x, (low, _))| on(x, low));
            let high: Vec<_> = known().map(|(x, (_, high))| on(x, high)).collect();
            let area = way(low.chain(high.into_iter().rev())) + "Z";
            let area = (known().count() > 1).then(|| (format!("area f{k}"), area));
            drawing.paths(inside, area.into_iter().chain([(format!("line s{k}"), line)]));
            for (x, (low, high)) in known() {
                drawing.line(format_args!("whisker s{k}"), [x, up(low), x, up(high)]);
            }
            for point in points.iter().filter(|point| !point.y.open) {
                let (x, y) = (across(point.x), up(point.y.value));
                if point.ringed {
                    drawing.dot("dot open", [x, y, 7.0]);
                }
                drawing.dot(format_args!("dot f{k}"), [x, y, 3.6]);
            }
        }
        drawing.stops = places.iter().map(|&x| [across(x), top + HIGH]).collect();
        let mut numbers = TextTable::new(&places);
        numbers.left(self.axis, |x| number(**x, 0));
        for (name, points) in all {
            numbers.right(name, |x| {
                let point = points.iter().find(|point| point.x == **x);
                let mark = if point.is_some_and(|p| p.ringed) { ", baseline" } else { "" };
                point.map_or("\u{2013}".into(), |point| point.y.text(self.unit) + mark)
            });
        }
        let key = |(k, (name, _)): (usize, &Curve)| (format!("line s{k}"), name.clone());
        Some((all.iter().enumerate().map(key).collect(), drawing, numbers.lines()))
    }
}
