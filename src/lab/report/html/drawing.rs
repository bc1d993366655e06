//! A drawing: lines, rectangles, dots and words with their places, and how they are written as SVG.

use std::fmt::Display;

use crate::core::wording::markup::{Markup, Piece};

/// For which width a figure is drawn: each is in the page twice, and the page shows the one that
/// fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// A desk.
    Wide,
    /// A phone.
    Narrow,
}

impl Size {
    /// Width of the drawing in pixels.
    pub fn width(self) -> f64 {
        match self {
            Size::Wide => 760.0,
            Size::Narrow => 360.0,
        }
    }
}

/// A coordinate, written with one decimal at most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Px(pub f64);

impl Display for Px {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Adding zero turns minus zero into zero.
        write!(f, "{}", (self.0 * 10.0).round() / 10.0 + 0.0)
    }
}

/// Along which way the numbers of a drawing are looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Along {
    /// From left to right.
    X,
    /// From top to bottom.
    Y,
    /// Cell by cell.
    Both,
}

/// A drawing; the class of what is in it is its style.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// For which width.
    pub size: Size,
    /// Height in pixels.
    pub height: f64,
    /// What it shows, for those who cannot see it.
    pub label: String,
    /// The things in it, from back to front.
    shapes: Markup,
    /// Where its numbers are looked up: one place for each row of the table of numbers, row after
    /// row, or the rows several times.
    pub stops: Vec<[f64; 2]>,
    /// Along which way.
    pub along: Along,
    /// The part that is not axes: left, top, right, bottom.
    pub inside: [f64; 4],
}

impl Drawing {
    /// Nothing drawn yet.
    pub fn new(size: Size, height: f64, label: String) -> Self {
        let inside = [0.0, 0.0, size.width(), height];
        let (shapes, stops) = (Markup::default(), Vec::new());
        Self { size, height, label, shapes, stops, along: Along::X, inside }
    }

    /// Adds a line or an area, in SVG's letters; what belongs to a series can be hidden with it.
    pub fn path(&mut self, class: impl Display, series: Option<usize>, way: impl Display) {
        let pieces: [&dyn Piece; 3] = [&class, &of_series(series), &way];
        self.shapes.add("\n<path class=\"{}\"{} d=\"{}\"/>", &pieces);
    }

    /// Adds a straight line.
    pub fn line(&mut self, class: &str, series: Option<usize>, [x1, y1, x2, y2]: [f64; 4]) {
        self.path(class, series, way([[x1, y1], [x2, y2]]));
    }

    /// Adds words; `anchor` is `start`, `middle` or `end`, and the place on their base line.
    pub fn words(
        &mut self,
        class: &str,
        anchor: &'static str,
        place: [f64; 2],
        text: impl Display,
    ) {
        self.words_of(None, class, anchor, place, text);
    }

    /// As [`Drawing::words`], of a series.
    pub fn words_of(
        &mut self,
        series: Option<usize>,
        class: &str,
        anchor: &'static str,
        [x, y]: [f64; 2],
        text: impl Display,
    ) {
        self.shapes.add(
            "\n<text class=\"{}\"{} x=\"{}\" y=\"{}\" text-anchor=\"{}\">{}</text>",
            &[&class, &of_series(series), &Px(x), &Px(y), &anchor, &text],
        );
    }

    /// Adds a dot: its centre and radius.
    pub fn dot(&mut self, class: impl Display, series: Option<usize>, [x, y, r]: [f64; 3]) {
        self.shapes.add(
            "\n<circle class=\"{}\"{} cx=\"{}\" cy=\"{}\" r=\"{}\"/>",
            &[&class, &of_series(series), &Px(x), &Px(y), &Px(r)],
        );
    }

    /// Adds a rectangle: left, top, width, height.
    pub fn rectangle(&mut self, class: impl Display, [x, y, width, height]: [f64; 4]) {
        self.shapes.add(
            "\n<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
            &[&class, &Px(x), &Px(y), &Px(width), &Px(height)],
        );
    }

    /// The drawing as SVG, with its stops as the page's script reads them.
    pub fn markup(&self) -> Markup {
        let (along, stop): (_, fn(&[f64; 2]) -> String) = match self.along {
            Along::X => ("x", |[x, _]| Px(*x).to_string()),
            Along::Y => ("y", |[_, y]| Px(*y).to_string()),
            Along::Both => ("xy", |[x, y]| format!("{} {}", Px(*x), Px(*y))),
        };
        let stops: Vec<String> = self.stops.iter().map(stop).collect();
        let size = if self.size == Size::Wide { "wide" } else { "narrow" };
        let (width, height) = (self.size.width(), Px(self.height));
        Markup::of(
            "<svg class=\"{}\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" width=\"{}\" \
             height=\"{}\" role=\"img\" aria-label=\"{}\" data-along=\"{}\" data-inside=\"{}\" \
             data-stops=\"{}\">{}\n</svg>",
            &[
                &size,
                &width,
                &height,
                &width,
                &height,
                &self.label,
                &along,
                &self.inside.map(|x| Px(x).to_string()).join(" "),
                &stops.join(" "),
                &self.shapes,
            ],
        )
    }
}

fn of_series(series: Option<usize>) -> Markup {
    Markup::each(" data-s=\"{}\"", series)
}

/// A way through these points.
pub fn way(points: impl IntoIterator<Item = [f64; 2]>) -> String {
    let mut text = String::new();
    for (k, [x, y]) in points.into_iter().enumerate() {
        text.push_str(&format!("{}{} {}", if k == 0 { "M" } else { "L" }, Px(x), Px(y)));
    }
    text
}

/// Size of most letters, and of names of rows, in pixels.
pub const LETTERS: f64 = 12.5;
/// Size of the names of rows and panels.
pub const NAMES: f64 = 13.5;

/// Pixels that words take at the usual size.
pub fn width(text: &str) -> f64 {
    width_at(LETTERS, text)
}

/// Pixels that words take at this size, as wide as they are in DejaVu Sans, a wide family.
pub fn width_at(size: f64, text: &str) -> f64 {
    let em = |letter: char| match letter {
        'i' | 'j' | 'l' | '|' | '\'' => 0.28,
        ' ' | '.' | ',' | ':' | ';' | 'I' => 0.33,
        'f' | 'r' | 't' | '(' | ')' | '[' | ']' | '-' | '/' => 0.41,
        'm' | 'w' | 'M' | 'W' | '%' | '@' | '\u{2014}' | '\u{2026}' => 0.98,
        '+' | '\u{2212}' | '=' | '<' | '>' | '\u{b1}' | '\u{2260}' | '\u{2248}' => 0.84,
        letter if letter.is_uppercase() => 0.72,
        letter if letter < '\u{2e80}' => 0.63,
        _ => 1.0,
    };
    size * text.chars().map(em).sum::<f64>()
}

/// Pixels that the widest of these words takes at this size.
pub fn widest(size: f64, texts: impl IntoIterator<Item = impl AsRef<str>>) -> f64 {
    texts.into_iter().map(|text| width_at(size, text.as_ref())).fold(0.0, f64::max)
}

/// Words in lines of at most so many pixels.
pub fn lines(size: f64, text: &str, pixels: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width_at(size, line) + width_at(size, word) + size / 3.0 <= pixels => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.into()),
        }
    }
    lines
}
