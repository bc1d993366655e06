//! The one mark for rows: their names left, tracks in the middle, numbers right, in one panel or in
//! several; on a phone panels stand one below the other, and a track below the name of its row.

use super::axis::Axis;
use super::drawing::{Along, Drawing, LETTERS, NAMES, Size, widest};
use super::figure::{Numbers, Picture};
use super::names::fitted;

/// Space between columns.
const GAP: f64 = 14.0;
/// Pixels that a track of what is left takes at least.
const NARROWEST: f64 = 56.0;
/// Space at the edges of the picture.
const EDGE: f64 = 4.0;
/// How far below its beginning a line of words has its base line.
const BASE: f64 = 16.0;

/// Rows of tracks and numbers.
pub struct Rows<'a> {
    /// What it shows, for those who cannot see it.
    pub label: String,
    /// What the rows are called, where the table has other rows.
    pub names: Vec<&'a str>,
    /// The table that it draws.
    pub numbers: Numbers,
    /// Letters of a name, at a desk and on a phone.
    pub letters: [usize; 2],
    /// Whether the names stand above their tracks, at a desk and on a phone.
    pub stacked: [bool; 2],
    /// For tracks so wide: room above all rows, above a track, its height, below it, below all rows.
    pub sizes: Box<dyn Fn(Size, f64) -> [f64; 5] + 'a>,
    /// One beside the other.
    pub panels: Vec<Panel<'a>>,
}

impl<'a> Rows<'a> {
    /// What a table says, in columns of one panel of these sizes at a desk and on a phone.
    pub fn of(
        label: String,
        numbers: Numbers,
        sizes: [[f64; 5]; 2],
        columns: Vec<Column<'a>>,
    ) -> Self {
        let panels = vec![Panel { head: String::new(), columns }];
        let sizes = Box::new(move |size, _| sizes[size as usize]);
        Self {
            label,
            names: Vec::new(),
            numbers,
            letters: [26, 24],
            stacked: [false, true],
            sizes,
            panels,
        }
    }
}

/// Columns with a name.
pub struct Panel<'a> {
    /// What they are.
    pub head: String,
    /// From left to right.
    pub columns: Vec<Column<'a>>,
}

/// A column.
pub enum Column<'a> {
    /// Numbers in words under their head, in one or more lines; on a phone beside the name if they are
    /// `stacked`.
    Words { head: String, texts: Vec<String>, stacked: bool },
    /// Pictures.
    Track(Track<'a>),
}

/// Draws within left, top, right, bottom.
type Ground<'a> = Box<dyn Fn(&mut Drawing, [f64; 4]) + 'a>;
/// Draws a row, by its place, within the same.
type Row<'a> = Box<dyn Fn(&mut Drawing, usize, [f64; 4]) + 'a>;

/// A picture in each row.
pub struct Track<'a> {
    /// What it is.
    pub head: String,
    /// Pixels that it takes at a desk and on a phone; all that is left if `None`.
    pub pixels: Option<[f64; 2]>,
    /// Room at its left and right, at a desk and on a phone.
    pub room: [[f64; 2]; 2],
    /// What stands below all rows.
    pub axis: Option<Axis>,
    /// What is behind all rows.
    pub ground: Ground<'a>,
    /// One row.
    pub row: Row<'a>,
}

impl<'a> Track<'a> {
    /// One that takes all that is left.
    pub fn new(row: impl Fn(&mut Drawing, usize, [f64; 4]) + 'a) -> Self {
        let (ground, row) = (Box::new(|_: &mut Drawing, _| ()), Box::new(row));
        Self { head: String::new(), pixels: None, room: [[0.0; 2]; 2], axis: None, ground, row }
    }

    /// The same above an axis along which the numbers are looked up, at these values.
    pub fn along(self, axis: Axis, stops: Vec<f64>) -> Self {
        let ground = move |drawing: &mut Drawing, [left, top, right, bottom]: [f64; 4]| {
            axis.draw(drawing, [left, right, bottom], 18.0);
            let at = |&value: &f64| [left + axis.scale.at(value) * (right - left), bottom];
            drawing.stops = stops.iter().map(at).collect();
            drawing.inside = [left, top, right, bottom];
            drawing.along = Along::X;
        };
        Self { ground: Box::new(ground), ..self }
    }

    /// The same over an axis, whose last label has room beyond its end.
    pub fn over(self, axis: Axis) -> Self {
        Self { axis: Some(axis), room: [[0.0, 22.0], [12.0, 12.0]], ..self }
    }
}

impl Column<'_> {
    /// Pixels that it takes; `None` if all that is left.
    fn pixels(&self, size: Size) -> Option<f64> {
        match self {
            Self::Words { stacked: true, .. } if size == Size::Narrow => Some(-GAP),
            Self::Words { head, texts, .. } => {
                let head = if head.is_empty() { 0.0 } else { widest(NAMES, [head]) + 6.0 };
                Some(head.max(widest(LETTERS, texts.iter().flat_map(|text| text.lines()))))
            }
            Self::Track(track) => track.pixels.map(|pixels| pixels[size as usize]),
        }
    }
}

impl Panel<'_> {
    /// Where each column is between these ends: from and to.
    fn places(&self, size: Size, [from, to]: [f64; 2]) -> Vec<[f64; 2]> {
        let taken = |column| Column::pixels(column, size).unwrap_or(0.0) + GAP;
        let left = to - from + GAP - self.columns.iter().map(taken).sum::<f64>();
        let mut at = from;
        let places = self.columns.iter().map(|column| {
            let place = [at, at + column.pixels(size).unwrap_or(left)];
            at = place[1] + GAP;
            match column {
                Column::Track(Track { room, .. }) => {
                    let [before, after] = room[size as usize];
                    [place[0] + before, place[1] - after]
                }
                Column::Words { stacked: true, .. } if size == Size::Narrow => [to; 2],
                Column::Words { .. } => place,
            }
        });
        places.collect()
    }
}

impl Picture for Rows<'_> {
    fn draw(&self, size: Size) -> Drawing {
        let is_wide = size == Size::Wide;
        let of_table = self.numbers.rows.iter().map(|(name, _)| name.as_str());
        let of_table = of_table.filter(|_| self.names.is_empty());
        let names = self.names.iter().copied().chain(of_table);
        let names = fitted(names, self.letters[size as usize]);
        let is_stacked = self.stacked[size as usize];
        let left = if is_stacked { EDGE } else { widest(NAMES, &names) + 20.0 };
        // At a desk as many panels stand beside each other as have room, as many in each line.
        let needed = |column: &Column<'_>| column.pixels(size).unwrap_or(NARROWEST) + GAP;
        let needed = |panel: &Panel<'_>| panel.columns.iter().map(needed).sum::<f64>();
        let needed = self.panels.iter().map(needed).fold(GAP, f64::max);
        let fit = if is_wide { ((size.width() - left) / needed).max(1.0) as usize } else { 1 };
        let beside = self.panels.len().div_ceil(self.panels.len().div_ceil(fit).max(1)).max(1);
        let room = (size.width() - left) / beside as f64;
        let mut top = 0.0;
        let mut drawing = Drawing::new(size, 0.0, self.label.clone());
        drawing.along = Along::Y;
        for (p, panel) in self.panels.iter().enumerate() {
            let is_first = p % beside == 0;
            if is_first {
                top = drawing.height;
            }
            let from = left + room * (p % beside) as f64;
            let ends = [from, from + room - EDGE];
            let places = panel.places(size, ends);
            let free = panel.columns.iter().zip(&places).find_map(|(column, [from, to])| {
                column.pixels(size).is_none().then_some(to - from)
            });
            let [head, above, high, below, foot] = (self.sizes)(size, free.unwrap_or(0.0));
            let (first, row) = (top + head, above + high + below);
            let track = |k: usize| first + row * k as f64 + above;
            let bottom = first + row * names.len() as f64;
            let beside = |k: usize| track(k) + high / 2.0 + 4.5;
            let line = |k: usize| if is_stacked { track(k) - above + BASE } else { beside(k) };
            if p == 0 {
                drawing.inside = [0.0, first, size.width(), bottom];
            }
            let head_at = if is_wide { ends[0] } else { EDGE };
            if !panel.head.is_empty() {
                drawing.words("head", "start", [head_at, top + BASE], panel.head.as_str());
            }
            for (column, [from, to]) in panel.columns.iter().zip(places) {
                match column {
                    Column::Words { head, texts, stacked } => {
                        if !head.is_empty() {
                            drawing.words("head", "end", [to, first - 10.0], head.as_str());
                        }
                        for (k, text) in texts.iter().enumerate() {
                            let above = 8.0 * text.lines().count().saturating_sub(1) as f64;
                            let (is_above, middle) = (*stacked && is_stacked, beside(k) - above);
                            let first = if is_above { line(k) } else { middle };
                            for (n, text) in text.lines().enumerate() {
                                let place = [to, first + 16.0 * n as f64];
                                drawing.words("beside", "end", place, text);
                            }
                        }
                    }
                    Column::Track(own) => {
                        if !own.head.is_empty() {
                            drawing.words("head", "start", [from, first - 10.0], own.head.as_str());
                        }
                        let spare = if is_wide { 26.0 } else { 14.0 };
                        for (place, _) in
                            own.axis.iter().flat_map(|axis| axis.across(to - from, spare))
                        {
                            let x = from + place * (to - from);
                            drawing.line("grid", None, [x, first, x, bottom]);
                        }
                        (own.ground)(&mut drawing, [from, first, to, bottom]);
                        (0..names.len()).for_each(|k| {
                            (own.row)(&mut drawing, k, [from, track(k), to, track(k) + high]);
                        });
                        if let Some(axis) = &own.axis {
                            drawing.line("axis", None, [from, bottom, to, bottom]);
                            axis.draw(&mut drawing, [from, to, bottom], spare);
                        }
                    }
                }
            }
            for (k, name) in names.iter().enumerate().filter(|_| is_first) {
                drawing.words("row", "start", [EDGE, line(k)], name.as_str());
                if drawing.along == Along::Y {
                    drawing.stops.push([0.0, track(k) + high / 2.0]);
                }
            }
            drawing.height = bottom + foot;
        }
        drawing
    }

    fn numbers(&self) -> Numbers {
        self.numbers.clone()
    }
}
