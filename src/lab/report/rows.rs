//! The one mark for rows: the name of each and what is said of it, and below them its track; one panel below the other.

use super::axis::Axis;
use super::dot::{Dot, Unit};
use super::drawing::{Drawing, NARROW, Named, Rect, width};

/// Letters of a name at a desk.
const LETTERS: usize = 48;
/// Width of a letter of a name, and of the words opposite it on a phone at most, in pixels.
const LETTER: f64 = 8.6;
const MOST: f64 = 170.0;
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

    fn draw(&self, drawing: &mut Drawing, (letters, bare): (usize, bool)) {
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
        let first = self.words.iter().map(|words| first(words, bare));
        let words = Named([first.collect(), self.words.clone()]);
        let names = Named::of(&self.names, [letters, LETTERS]);
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
    let letters = |bare| {
        let words = panels.iter().flat_map(|panel| &panel.words);
        let widest = words.map(|words| width(&first(words, bare))).fold(0.0, f64::max);
        ((NARROW - 12.0 - widest) / LETTER).max(8.0) as usize
    };
    let names = panels.iter().flat_map(|panel| &panel.names);
    let longest = names.map(|name| name.chars().count()).max().unwrap_or(0);
    // A name says more than the interval, which is drawn.
    let bare = longest > letters(false);
    panels.iter().for_each(|panel| panel.draw(&mut drawing, (letters(bare), bare)));
    drawing
}

/// What stands opposite a name on a phone: what has no room, up to a comma; without its interval where it shall be bare.
fn first(words: &str, bare: bool) -> String {
    if !bare && width(words) <= MOST {
        return words.to_owned();
    }
    let first = words.split(", ").next().unwrap_or_default();
    let value = if bare { first.split(" (").next() } else { None };
    value.unwrap_or(first).to_owned()
}
