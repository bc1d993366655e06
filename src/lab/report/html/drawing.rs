//! A drawing: lines, rectangles, dots and words with their places, and how they are written as SVG.

use crate::core::wording::markup::Markup;

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

/// One thing in a drawing. `class` is its style; what belongs to a series can be hidden with it.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A line or an area.
    Path {
        /// Style.
        class: String,
        /// Series.
        series: Option<usize>,
        /// The way, in SVG's letters.
        way: String,
    },
    /// A rectangle.
    Box {
        /// Style.
        class: String,
        /// Left, top, width, height.
        place: [Px; 4],
    },
    /// A dot.
    Dot {
        /// Style.
        class: String,
        /// Series.
        series: Option<usize>,
        /// Centre and radius.
        place: [Px; 3],
    },
    /// Words.
    Words {
        /// Style.
        class: String,
        /// Series.
        series: Option<usize>,
        /// `start`, `middle` or `end`.
        anchor: &'static str,
        /// Where they begin, stand around, or end; the base line.
        place: [Px; 2],
        /// The words.
        text: String,
    },
}

/// A coordinate, written with one decimal at most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Px(pub f64);

impl std::fmt::Display for Px {
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

/// A drawing.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// For which width.
    pub size: Size,
    /// Height in pixels.
    pub height: f64,
    /// What it shows, for those who cannot see it.
    pub label: String,
    /// The things in it, from back to front.
    pub shapes: Vec<Shape>,
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
        let (shapes, stops) = (Vec::new(), Vec::new());
        Self { size, height, label, shapes, stops, along: Along::X, inside }
    }

    /// Adds a line or an area.
    pub fn path(&mut self, class: impl Into<String>, series: Option<usize>, way: String) {
        self.shapes.push(Shape::Path { class: class.into(), series, way });
    }

    /// Adds a straight line.
    pub fn line(&mut self, class: &str, series: Option<usize>, [x1, y1, x2, y2]: [f64; 4]) {
        self.path(class, series, format!("M{} {}L{} {}", Px(x1), Px(y1), Px(x2), Px(y2)));
    }

    /// Adds words.
    pub fn words(
        &mut self,
        class: &str,
        anchor: &'static str,
        [x, y]: [f64; 2],
        text: impl Into<String>,
    ) {
        let (class, place) = (class.into(), [Px(x), Px(y)]);
        self.shapes.push(Shape::Words { class, series: None, anchor, place, text: text.into() });
    }

    /// Adds words to those of a series, which are hidden with it.
    pub fn words_of(&mut self, series: usize, anchor: &'static str, place: [f64; 2], text: &str) {
        self.words("marked", anchor, place, text);
        if let Some(Shape::Words { series: of, .. }) = self.shapes.last_mut() {
            *of = Some(series);
        }
    }

    /// Adds a dot.
    pub fn dot(&mut self, class: impl Into<String>, series: Option<usize>, [x, y, r]: [f64; 3]) {
        self.shapes.push(Shape::Dot { class: class.into(), series, place: [Px(x), Px(y), Px(r)] });
    }

    /// Adds a rectangle: left, top, width, height.
    pub fn rectangle(&mut self, class: impl Into<String>, place: [f64; 4]) {
        self.shapes.push(Shape::Box { class: class.into(), place: place.map(Px) });
    }

    /// The stops as the page's script reads them.
    fn stops_text(&self) -> String {
        let stops = self.stops.iter().map(|[x, y]| match self.along {
            Along::X => Px(*x).to_string(),
            Along::Y => Px(*y).to_string(),
            Along::Both => format!("{} {}", Px(*x), Px(*y)),
        });
        stops.collect::<Vec<_>>().join(" ")
    }

    fn along_word(&self) -> &'static str {
        match self.along {
            Along::X => "x",
            Along::Y => "y",
            Along::Both => "xy",
        }
    }

    fn inside_text(&self) -> String {
        self.inside.map(|x| Px(x).to_string()).join(" ")
    }

    fn size_word(&self) -> &'static str {
        match self.size {
            Size::Wide => "wide",
            Size::Narrow => "narrow",
        }
    }

    /// The drawing as SVG.
    pub fn markup(&self) -> Markup {
        let (width, height) = (self.size.width(), Px(self.height));
        let shapes = self.shapes.iter().map(Shape::markup).collect::<Markup>();
        Markup::of(
            "<svg class=\"{}\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" width=\"{}\" \
             height=\"{}\" role=\"img\" aria-label=\"{}\" data-along=\"{}\" data-inside=\"{}\" \
             data-stops=\"{}\">{}\n</svg>",
            &[
                &self.size_word(),
                &width,
                &height,
                &width,
                &height,
                &self.label,
                &self.along_word(),
                &self.inside_text(),
                &self.stops_text(),
                &shapes,
            ],
        )
    }
}

impl Shape {
    fn markup(&self) -> Markup {
        let of = |series: &Option<usize>| Markup::each(" data-s=\"{}\"", series);
        match self {
            Shape::Path { class, series, way } => {
                Markup::of("\n<path class=\"{}\"{} d=\"{}\"/>", &[class, &of(series), way])
            }
            Shape::Box { class, place: [x, y, width, height] } => Markup::of(
                "\n<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
                &[class, x, y, width, height],
            ),
            Shape::Dot { class, series, place: [x, y, r] } => Markup::of(
                "\n<circle class=\"{}\"{} cx=\"{}\" cy=\"{}\" r=\"{}\"/>",
                &[class, &of(series), x, y, r],
            ),
            Shape::Words { class, series, anchor, place: [x, y], text } => Markup::of(
                "\n<text class=\"{}\"{} x=\"{}\" y=\"{}\" text-anchor=\"{}\">{}</text>",
                &[class, &of(series), x, y, anchor, text],
            ),
        }
    }
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
