//! Curves and steps over an axis of numbers.

use super::drawing::{Along, Drawing, Size, way};
use super::scale::{Scale, Unit};

/// One axis.
#[derive(Clone, Debug)]
pub struct Axis {
    /// The values.
    pub scale: Scale,
    /// Whether the scale is logarithmic.
    pub log: bool,
    /// How they are written.
    pub unit: Unit,
    /// What they are.
    pub title: String,
}

impl Axis {
    /// Ticks with their labels.
    fn ticks(&self, most: usize) -> Vec<(f64, String)> {
        let step = self.scale.step(most, self.unit);
        let label = |tick: f64| match self.log {
            true => self.unit.log_tick(tick),
            false => self.unit.tick(tick, step),
        };
        self.scale.ticks(most, self.unit).into_iter().map(|tick| (tick, label(tick))).collect()
    }
}

/// What is drawn of a series.
#[derive(Clone, Debug)]
pub enum Mark {
    /// Bars without gaps: from, to, height.
    Steps(Vec<[f64; 3]>),
    /// A curve.
    Curve(Vec<[f64; 2]>),
    /// Dots joined by a line, each with the ends of its interval.
    Dots(Vec<([f64; 2], [f64; 2])>),
}

/// A plot of several series.
#[derive(Clone, Debug)]
pub struct Plot {
    /// From left to right.
    pub x: Axis,
    /// From bottom to top.
    pub y: Axis,
    /// The series, in the order of their colours.
    pub series: Vec<Mark>,
    /// Where numbers are looked up.
    pub stops: Vec<f64>,
    /// Values worth knowing, each with a word.
    pub marks: Vec<(f64, String)>,
    /// What is said at the end of a series: which, where, and the words.
    pub ends: Vec<(usize, [f64; 2], String)>,
    /// What it shows, for those who cannot see it.
    pub label: String,
}

impl Plot {
    /// The plot in this size.
    pub fn draw(&self, size: Size) -> Drawing {
        let (height, ticks_x, ticks_y) = match size {
            Size::Wide => (350.0, 8, 5),
            Size::Narrow => (290.0, 4, 5),
        };
        let mut drawing = Drawing::new(size, height, self.label.clone());
        let y_ticks = self.y.ticks(ticks_y);
        let longest = y_ticks.iter().map(|(_, label)| label.chars().count()).max().unwrap_or(1);
        let (left, right) = (size.words(longest) + 14.0, size.width() - 16.0);
        let (top, bottom) = (30.0, height - 46.0);
        drawing.inside = [left, top, right, bottom];
        let x = |value: f64| left + self.x.scale.at(value) * (right - left);
        let y = |value: f64| bottom - self.y.scale.at(value) * (bottom - top);

        drawing.words("title", "start", [4.0, 14.0], self.y.title.as_str());
        for (tick, label) in &y_ticks {
            drawing.line("grid", None, [left, y(*tick), right, y(*tick)]);
            drawing.words("tick", "end", [left - 8.0, y(*tick) + 4.0], label.as_str());
        }
        let x_ticks = self.x.ticks(ticks_x);
        for (tick, label) in &x_ticks {
            drawing.line("axis", None, [x(*tick), bottom, x(*tick), bottom + 5.0]);
            // The last label must not leave the picture.
            let half = size.words(label.chars().count()) / 2.0;
            let centre = x(*tick).min(size.width() - half - 2.0).max(half + 2.0);
            drawing.words("tick", "middle", [centre, bottom + 20.0], label.as_str());
        }
        drawing.line("axis", None, [left, bottom, right, bottom]);
        let middle = (left + right) / 2.0;
        drawing.words("title", "middle", [middle, bottom + 40.0], self.x.title.as_str());

        for (k, (value, word)) in self.marks.iter().enumerate() {
            let at = x(*value);
            drawing.line("mark", None, [at, top, at, bottom]);
            let line = top + 14.0 + 17.0 * k as f64;
            let (anchor, beside) = if at > middle { ("end", -6.0) } else { ("start", 6.0) };
            drawing.words("marked", anchor, [at + beside, line], word.as_str());
        }
        for (k, mark) in self.series.iter().enumerate() {
            self.draw_series(&mut drawing, k, mark, &x, &y, bottom);
        }
        // Below the end of its curve, behind it where there is room, in a line of its own.
        let mut taken: Vec<[f64; 3]> = Vec::new();
        for (k, [a, b], text) in &self.ends {
            let room = size.words(text.chars().count());
            let fits = x(*a) + 6.0 + room <= right;
            let from = if fits { x(*a) + 6.0 } else { right - room };
            let mut line = if y(*b) + 20.0 < bottom { y(*b) + 16.0 } else { y(*b) - 8.0 };
            let meets = |[start, end, other]: &[f64; 3], line: f64| {
                *start < from + room && from < *end && (other - line).abs() < 16.0
            };
            while taken.iter().any(|place| meets(place, line)) {
                line -= 4.0;
            }
            taken.push([from, from + room, line]);
            // Its width is an estimate: at the edge it is the end that must be right.
            let (anchor, at) = if fits { ("start", from) } else { ("end", right) };
            drawing.words_of(*k, anchor, [at, line], text);
        }
        let stops = self.stops.iter().map(|&value| [x(value), bottom]);
        drawing.stops = stops.collect();
        drawing.along = Along::X;
        drawing
    }

    fn draw_series(
        &self,
        drawing: &mut Drawing,
        k: usize,
        mark: &Mark,
        x: &dyn Fn(f64) -> f64,
        y: &dyn Fn(f64) -> f64,
        bottom: f64,
    ) {
        let (line, area) = (format!("line s{k}"), format!("area f{k}"));
        let series = Some(k);
        match mark {
            Mark::Steps(steps) => {
                let mut points: Vec<[f64; 2]> = Vec::with_capacity(2 * steps.len() + 2);
                for [from, to, height] in steps {
                    points.extend([[x(*from), y(*height)], [x(*to), y(*height)]]);
                }
                let (Some(first), Some(last)) = (points.first(), points.last()) else { return };
                let floor = [[last[0], bottom], [first[0], bottom]];
                let area_points = points.iter().copied().chain(floor);
                drawing.path(area, series, way(area_points) + "Z");
                drawing.path(line, series, way(points));
            }
            Mark::Curve(points) => {
                let points = points.iter().map(|&[a, b]| [x(a), y(b)]);
                drawing.path(line, series, way(points));
            }
            Mark::Dots(points) => {
                let low = points.iter().map(|([a, _], [low, _])| [x(*a), y(*low)]);
                let high = points.iter().rev().map(|([a, _], [_, high])| [x(*a), y(*high)]);
                drawing.path(area, series, way(low.chain(high)) + "Z");
                drawing.path(line, series, way(points.iter().map(|([a, b], _)| [x(*a), y(*b)])));
                for ([a, b], [low, high]) in points {
                    let whisker = [x(*a), y(*low), x(*a), y(*high)];
                    drawing.line(&format!("whisker s{k}"), series, whisker);
                    drawing.dot(format!("dot f{k}"), series, [x(*a), y(*b), 3.6]);
                }
            }
        }
    }
}
