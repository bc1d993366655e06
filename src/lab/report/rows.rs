//! The one mark for rows: the name of each and what is said of it, and below them its track; one panel below the other.

use super::axis::Axis;
use super::dot::{Dot, Unit};
use super::drawing::{Drawing, NARROW, Named, Rect, WIDE, width};

/// Width of a letter of a name, in pixels.
const LETTER: f64 = 8.6;
/// Height of a line of names.
const LINE: f64 = 20.0;
/// Space below a track.
const GAP: f64 = 7.0;

/// Draws the track of a row, by its number, within a place.
type Track<'a> = Box<dyn Fn(&mut Drawing, usize, Rect) + 'a>;

/// Rows over an axis.
pub struct Panel<'a> {
    /// What they are; may be empty.
    pub head: String,
    /// What each is called.
    pub names: Vec<&'a str>,
    /// What stands opposite the name.
    pub words: Vec<String>,
    /// Height of a track.
    pub high: f64,
    /// From where to where the tracks go, in per cent.
    pub ends: [f64; 2],
    /// What stands below all rows.
    pub axis: Option<Axis>,
    /// The track of a row.
    pub track: Track<'a>,
}

impl<'a> Panel<'a> {
    /// Dots, each in its style, with their intervals, held against nothing where it is on the axis; what is too
    /// small to matter is a band.
    pub fn of_dots(
        head: String,
        (names, words): (Vec<&'a str>, Vec<String>),
        axis: Axis,
        dots: Vec<Option<(Dot, &'static str)>>,
        margin: Option<f64>,
    ) -> Self {
        let ends = [3.0, 97.0];
        let own = axis.clone();
        let track = move |drawing: &mut Drawing, k: usize, [_, top, _, bottom]: Rect| {
            let (at, middle) = (|value| own.at(ends, value), (top + bottom) / 2.0);
            if let Some(margin) = margin {
                let wide = at(margin) - at(-margin);
                drawing.rectangle("cell band", [at(-margin), top, wide, bottom - top]);
            }
            if own.unit != Unit::Percent && own.scale.ends().0 <= 0.0 {
                drawing.line("against", [at(0.0), top, at(0.0), bottom]);
            }
            let Some((one, class)) = dots[k] else { return };
            if let Some((low, high)) = one.interval {
                drawing.line("interval nx", [at(low), middle, at(high), middle]);
            }
            if !one.open {
                drawing.dot(class, [at(one.value), middle, 4.6]);
            }
        };
        Self { head, names, words, high: 14.0, ends, axis: Some(axis), track: Box::new(track) }
    }

    fn draw(&self, drawing: &mut Drawing, letters: [usize; 2]) {
        let [left, right] = self.ends;
        if !self.head.is_empty() {
            drawing.words("head", "start", [0.0, drawing.height + 16.0, 0.0], &self.head);
            drawing.height += 24.0;
        }
        let (top, step) = (drawing.height, LINE + self.high + GAP);
        drawing.height += step * self.names.len() as f64;
        if let Some(axis) = &self.axis {
            let below = axis.draw(drawing, [left, top, right, drawing.height]);
            drawing.height += below;
        }
        let first = self.words.iter().map(|words| first(words).to_owned());
        let words = Named([first.collect(), self.words.clone()]);
        let names = Named::of(&self.names, letters);
        for k in 0..self.names.len() {
            let line = top + step * k as f64;
            let from = line + LINE;
            (self.track)(drawing, k, [left, from, right, from + self.high]);
            names.draw(drawing, k, "row", "start", [0.0, line + 14.0, 0.0]);
            words.draw(drawing, k, "beside", "end", [100.0, line + 14.0, 0.0]);
            drawing.stops.push([0.0, from + self.high / 2.0]);
        }
    }
}

/// A drawing of these panels.
pub fn stacked(label: impl Into<String>, panels: &[Panel<'_>]) -> Drawing {
    let mut drawing = Drawing::new(label, "y");
    let words = || panels.iter().flat_map(|panel| &panel.words);
    let widest = |words: &mut dyn Iterator<Item = &str>| words.map(width).fold(0.0, f64::max);
    let slim = widest(&mut words().map(|words| first(words)));
    let wide = widest(&mut words().map(String::as_str));
    let letters = [(NARROW, slim), (WIDE, wide)]
        .map(|(pixels, words)| ((pixels - 12.0 - words) / LETTER).max(8.0) as usize);
    panels.iter().for_each(|panel| panel.draw(&mut drawing, letters));
    drawing
}

/// What stands opposite a name on a phone: a value without its interval, the first of several. The interval is drawn.
fn first(words: &str) -> &str {
    let value = words.split(" (").next().unwrap_or_default();
    value.split(", ").next().unwrap_or_default()
}
