//! A drawing that bends: places from left to right are in per cent of its width, those from top to bottom in
//! pixels, and letters are as large on a phone as at a desk.

use std::collections::{HashMap, HashSet};
use std::fmt::Display;

use crate::core::wording::markup::{Markup, Piece};

/// Pixels of the width of a drawing on a phone.
pub const NARROW: f64 = 312.0;
/// The same at a desk, at least.
pub const WIDE: f64 = 560.0;
/// From left to right in the units of a path within its place.
pub const ACROSS: f64 = 720.0;
/// Left and right in per cent, top and bottom in pixels: left, top, right, bottom.
pub type Rect = [f64; 4];

/// A coordinate, in two decimals at most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Px(pub f64);

impl Display for Px {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Adding zero turns minus zero into zero.
        write!(f, "{}", (self.0 * 100.0).round() / 100.0 + 0.0)
    }
}

/// A drawing; the class of what is in it is its style.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// Height in pixels.
    pub height: f64,
    /// What it shows, for those who cannot see it.
    pub label: String,
    /// The things in it, from back to front.
    shapes: Markup,
    /// Where its numbers are looked up: one place for each row of the table of numbers, row after
    /// row, or the rows several times.
    pub stops: Vec<[f64; 2]>,
    /// Along which way: from left to right (`x`), from top to bottom (`y`), cell by cell (`xy`).
    along: &'static str,
    /// The part that is not axes.
    pub inside: Rect,
}

impl Drawing {
    /// Nothing drawn yet.
    pub fn new(label: impl Into<String>, along: &'static str) -> Self {
        let (shapes, stops) = (Markup::default(), Vec::new());
        Self { height: 0.0, label: label.into(), shapes, stops, along, inside: [0.0; 4] }
    }

    /// Adds a straight line.
    pub fn line(&mut self, class: impl Display, [x1, y1, x2, y2]: [f64; 4]) {
        self.shapes.add(
            "\n<line class=\"{}\" x1=\"{}%\" y1=\"{}\" x2=\"{}%\" y2=\"{}\"/>",
            &[&class, &Px(x1), &Px(y1), &Px(x2), &Px(y2)],
        );
    }

    /// Adds words so many pixels beside a place on their base line; `anchor` is `start`, `middle` or `end`.
    pub fn words(&mut self, class: &str, anchor: &str, [x, y, dx]: [f64; 3], text: impl Display) {
        self.shapes.add(
            "\n<text class=\"{}\" x=\"{}%\" y=\"{}\"{} text-anchor=\"{}\">{}</text>",
            &[
                &class,
                &Px(x),
                &Px(y),
                &Markup::each(" dx=\"{}\"", (dx != 0.0).then_some(Px(dx))),
                &anchor,
                &text,
            ],
        );
    }

    /// Adds words that are these on a phone and those at a desk.
    fn words_of_both(&mut self, class: &str, anchor: &str, at: [f64; 3], [slim, wide]: [&str; 2]) {
        let both: &[_] =
            if slim == wide { &[("", wide)] } else { &[(" slim", slim), (" wide", wide)] };
        for (of, text) in both.iter().filter(|(_, text)| !text.is_empty()) {
            self.words(&format!("{class}{of}"), anchor, at, text);
        }
    }

    /// Adds words where so many per cent of the width have room for them.
    pub fn words_within(&mut self, room: f64, class: &str, anchor: &str, at: [f64; 3], text: &str) {
        let has_room = |pixels| (width(text) + 4.0) * 100.0 <= room * pixels;
        let said = |pixels| if has_room(pixels) { text } else { "" };
        self.words_of_both(class, anchor, at, [NARROW, WIDE].map(said));
    }

    /// Adds a dot: its centre and radius.
    pub fn dot(&mut self, class: impl Display, [x, y, r]: [f64; 3]) {
        self.shapes.add(
            "\n<circle class=\"{}\" cx=\"{}%\" cy=\"{}\" r=\"{}\"/>",
            &[&class, &Px(x), &Px(y), &Px(r)],
        );
    }

    /// Adds a rectangle: left, top, width, height.
    pub fn rectangle(&mut self, class: impl Display, [x, y, width, height]: [f64; 4]) {
        self.shapes.add(
            "\n<rect class=\"{}\" x=\"{}%\" y=\"{}\" width=\"{}%\" height=\"{}\"/>",
            &[&class, &Px(x), &Px(y), &Px(width), &Px(height)],
        );
    }

    /// Adds lines or areas, each with its style, in SVG's letters from 0 to [`ACROSS`] and from the top of this place.
    pub fn paths<C: Piece, W: Piece>(
        &mut self,
        [left, top, right, bottom]: Rect,
        paths: impl IntoIterator<Item = (C, W)>,
    ) {
        let paths = paths
            .into_iter()
            .map(|(class, way)| Markup::of("<path class=\"{}\" d=\"{}\"/>", &[&class, &way]));
        let high = Px(bottom - top);
        self.shapes.add(
            "\n<svg x=\"{}%\" y=\"{}\" width=\"{}%\" height=\"{}\" viewBox=\"0 0 {} {}\" \
             preserveAspectRatio=\"none\">{}</svg>",
            &[
                &Px(left),
                &Px(top),
                &Px(right - left),
                &high,
                &ACROSS,
                &high,
                &paths.collect::<Markup>(),
            ],
        );
    }

    /// The drawing as SVG, with its stops as the page's script reads them.
    pub fn markup(&self) -> Markup {
        let numbers =
            |all: &[f64]| all.iter().map(|x| Px(*x).to_string()).collect::<Vec<_>>().join(" ");
        let stops: Vec<f64> = self.stops.iter().flatten().copied().collect();
        Markup::of(
            "<svg width=\"100%\" height=\"{}\" role=\"img\" aria-label=\"{}\" data-along=\"{}\" \
             data-inside=\"{}\" data-stops=\"{}\">{}\n</svg>",
            &[
                &Px(self.height),
                &self.label,
                &self.along,
                &numbers(&self.inside),
                &numbers(&stops),
                &self.shapes,
            ],
        )
    }
}

/// A way through these points.
pub fn way(points: impl IntoIterator<Item = [f64; 2]>) -> String {
    let point = |[x, y]: [f64; 2]| format!("{} {}", Px(x.round()), Px((y * 10.0).round() / 10.0));
    let points: Vec<String> = points.into_iter().map(point).collect();
    if points.is_empty() { String::new() } else { format!("M{}", points.join("L")) }
}

/// Size of most letters, in pixels.
pub const LETTERS: f64 = 12.5;

/// Pixels that words take at the usual size.
pub fn width(text: &str) -> f64 {
    width_at(LETTERS, text)
}

/// Pixels that words take at this size, about as wide as they are in DejaVu Sans, a wide family.
pub fn width_at(size: f64, text: &str) -> f64 {
    let em = |letter: char| if letter < '\u{2e80}' { 0.63 } else { 1.0 };
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

/// Names as they are on a phone and at a desk.
pub struct Named(pub [Vec<String>; 2]);

impl Named {
    /// These names in so many letters.
    pub fn of<S: AsRef<str>>(names: &[S], letters: [usize; 2]) -> Self {
        Self(letters.map(|letters| fitted(names.iter().map(AsRef::as_ref), letters)))
    }

    /// Adds one of them.
    pub fn draw(&self, drawing: &mut Drawing, k: usize, class: &str, anchor: &str, at: [f64; 3]) {
        drawing.words_of_both(class, anchor, at, [&self.0[0][k], &self.0[1][k]]);
    }
}

/// Words cut to so many letters, the first of which are these many.
pub fn cut_after(text: &str, letters: usize, first: usize) -> String {
    let count = text.chars().count();
    if count <= letters {
        return text.into();
    }
    let head: String = text.chars().take(first).collect();
    let tail: String = text.chars().skip(count + 1 + first - letters).collect();
    format!("{}\u{2026}{}", head.trim_end(), tail.trim_start())
}

/// Names cut to so many letters, all at the same place, so that those that differ still do: in the
/// middle, or where most of them do; those that are still the same are numbered.
pub fn fitted<'a>(names: impl IntoIterator<Item = &'a str>, letters: usize) -> Vec<String> {
    let names: Vec<&str> = names.into_iter().collect();
    let cut_at = |first| -> Vec<String> {
        names.iter().map(|name| cut_after(name, letters, first)).collect()
    };
    // Those that differ and do not look so.
    let alike = |short: &Vec<String>| -> Vec<usize> {
        let mut wholes: HashMap<&str, HashSet<&str>> = HashMap::new();
        for (short, whole) in short.iter().zip(&names) {
            wholes.entry(short).or_default().insert(whole);
        }
        (0..names.len()).filter(|&k| wholes[short[k].as_str()].len() > 1).collect()
    };
    let firsts = std::iter::once(letters / 2).chain((2..letters).rev());
    let mut short = firsts.map(cut_at).min_by_key(|short| alike(short).len()).unwrap_or_default();
    for k in alike(&short) {
        let number = format!("{} ", k + 1);
        let room = letters.saturating_sub(number.len()).max(3);
        short[k] = number + &cut_after(names[k], room, room / 2);
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_cut_in_the_middle_and_stay_different() {
        assert_eq!(cut_after("abcdefghij", 7, 3), "abc\u{2026}hij");
        assert_eq!(cut_after("abc", 3, 1), "abc");
        assert_eq!(fitted(["a", "a"], 20), ["a", "a"]);
        // Where they differ at the beginning, that is what stays.
        let ends = ["face down 1, winner takes all", "face down 2, winner takes all"];
        assert_eq!(fitted(ends, 17)[0], "face down 1, win\u{2026}");
        let one = (1..=2).map(|d| format!("the same long beginning, {d}, the same end"));
        let two =
            (1..=9).flat_map(|d| ["winner", "loser"].map(|w| format!("face down {d}, {w}-first")));
        // A number alone makes a hundred names differ, in the middle or at two places.
        let within = (1..=100).map(|n| format!("umass limit at {n}00, pickup winner-first"));
        let twice = (0..100)
            .map(|n| format!("suits {}, pickup shuffled, ranks {}, two piles", n / 10, n % 10));
        for many in [one.collect::<Vec<_>>(), two.collect(), within.collect(), twice.collect()] {
            for letters in [12, 14, 18, 20, 26] {
                let mut short = fitted(many.iter().map(String::as_str), letters);
                assert!(short.iter().all(|name| name.chars().count() <= letters), "{short:?}");
                short.sort();
                short.dedup();
                assert_eq!(short.len(), many.len(), "{short:?}");
            }
        }
    }
}
