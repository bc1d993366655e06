//! A drawing: lines, rectangles, dots and words with their places, rendered as SVG by a template.

use askama::Template;

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

    /// Room that words of this many letters take, in pixels.
    pub fn words(self, letters: usize) -> f64 {
        7.4 * letters as f64
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
#[derive(Clone, Debug, Template)]
#[template(path = "drawing.svg", escape = "html")]
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
    pub fn words_of(&mut self, series: usize, anchor: &'static str, [x, y]: [f64; 2], text: &str) {
        let (class, series) = ("marked".into(), Some(series));
        let (place, text) = ([Px(x), Px(y)], text.into());
        self.shapes.push(Shape::Words { class, series, anchor, place, text });
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

    fn height_text(&self) -> String {
        Px(self.height).to_string()
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
}

/// A way through these points.
pub fn way(points: impl IntoIterator<Item = [f64; 2]>) -> String {
    let mut text = String::new();
    for (k, [x, y]) in points.into_iter().enumerate() {
        text.push_str(&format!("{}{} {}", if k == 0 { "M" } else { "L" }, Px(x), Px(y)));
    }
    text
}

/// Words cut to so many letters.
pub fn cut(text: &str, letters: usize) -> String {
    match text.char_indices().nth(letters) {
        None => text.into(),
        Some(_) => {
            let kept: String = text.chars().take(letters.saturating_sub(1)).collect();
            format!("{}\u{2026}", kept.trim_end())
        }
    }
}
