//! Estimates with their intervals, a row each, held against nothing: a forest plot.

use super::axis::Axis;
use super::drawing::{Along, Drawing, LETTERS, NAMES, Size, widest};
use super::figure::{Numbers, Picture};
use super::names::fitted;
use super::scale::Unit;
use crate::core::game::Often;

/// One estimate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// The ends of its interval; `None` of what is exact.
    pub interval: Option<(f64, f64)>,
    /// Whether games were given up, so that it is anywhere between the ends and the value says nothing.
    pub open: bool,
}

impl Estimate {
    /// How often games came out so; nothing without a game.
    pub fn of(often: Often, z: f64, exact: bool) -> Option<Self> {
        let (interval, open) = (often.interval(z, exact), often.possible.is_open());
        Some(Self { value: often.value()?, interval, open })
    }

    /// The ends of its interval, or itself twice.
    pub fn ends(self) -> (f64, f64) {
        self.interval.unwrap_or((self.value, self.value))
    }

    /// The value with its interval, if it has one.
    pub fn text(self, unit: Unit) -> String {
        match self.interval {
            Some((low, high)) if self.open => unit.between(low, high),
            Some((low, high)) => unit.with_interval(self.value, low, high),
            None => unit.exact(self.value),
        }
    }

    /// The same in few letters.
    pub fn brief(self, unit: Unit) -> String {
        let words = |value: f64| unit.short(value);
        match self.interval {
            Some((low, high)) if self.open => format!("{} to {}", words(low), words(high)),
            Some((low, high)) => {
                format!("{} ({} to {})", words(self.value), words(low), words(high))
            }
            None => words(self.value),
        }
    }
}

/// A cell: an estimate with a sign for what may be said of it, and its row of the table.
#[derive(Clone, Debug)]
pub struct Held {
    /// Nothing where there are too few games.
    pub estimate: Option<Estimate>,
    /// What may be said of it, in a sign and in words.
    pub remark: (&'static str, &'static str),
    /// Whether it is known to differ from nothing.
    pub differs: bool,
    /// What the table says.
    pub cells: Vec<String>,
}

/// Estimates of one kind, in a panel of their own.
#[derive(Clone, Debug)]
pub struct Panel {
    /// What they are.
    pub title: String,
    /// How they are written.
    pub unit: Unit,
    /// One per row.
    pub cells: Vec<Held>,
    /// The smallest value that matters, where that was said.
    pub margin: Option<f64>,
}

/// Panels with the same rows; those of one unit have one scale.
#[derive(Clone, Debug)]
pub struct Forest {
    /// The rows' names.
    pub rows: Vec<String>,
    /// Side by side on a desk, one above the other on a phone.
    pub panels: Vec<Panel>,
    /// What each panel's columns of the table are.
    pub columns: Vec<&'static str>,
    /// What it shows, for those who cannot see it.
    pub label: String,
}

impl Panel {
    fn values(&self) -> impl Iterator<Item = f64> {
        let known = self.cells.iter().filter_map(|cell| cell.estimate);
        let known =
            known.flat_map(|estimate| [estimate.value, estimate.ends().0, estimate.ends().1]);
        known.chain(self.margin.into_iter().flat_map(|margin| [-margin, margin]))
    }

    fn text(&self, k: usize) -> String {
        let cell = &self.cells[k];
        cell.estimate.map_or("too few games".into(), |estimate| {
            let text = match estimate.open {
                true => estimate.brief(self.unit),
                false => self.unit.short(estimate.value),
            };
            format!("{text} {}", cell.remark.0).trim_end().to_owned()
        })
    }

    fn draw_row(
        &self,
        drawing: &mut Drawing,
        axis: &Axis,
        [left, right]: [f64; 2],
        line: f64,
        k: usize,
    ) {
        let Some(estimate) = self.cells[k].estimate else { return };
        let x = |value: f64| left + axis.scale.at(value) * (right - left);
        if let Some((low, high)) = estimate.interval {
            drawing.line("interval nx", None, [x(low), line, x(high), line]);
        }
        if estimate.open {
            return;
        }
        let class = if self.cells[k].differs { "dot fx" } else { "dot open" };
        drawing.dot(class, None, [x(estimate.value), line, 4.6]);
    }
}

impl Forest {
    /// One scale for all panels of a unit, with nothing on it.
    fn axis(&self, unit: Unit) -> Axis {
        let same = self.panels.iter().filter(|panel| panel.unit == unit);
        Axis::of(unit, "", same.flat_map(Panel::values).chain([0.0]))
    }

    /// `spare` is what the labels of the axis may take beyond its ends.
    fn draw_panel(
        &self,
        drawing: &mut Drawing,
        p: usize,
        (place, spare): ([f64; 4], f64),
        row: f64,
    ) {
        let panel = &self.panels[p];
        let [left, top, right, bottom] = place;
        let axis = self.axis(panel.unit);
        if let Some(margin) = panel.margin {
            let [from, to] = [-margin, margin].map(|x| left + axis.scale.at(x) * (right - left));
            drawing.rectangle("cell band", [from, top, to - from, bottom - top]);
        }
        for (place, label) in axis.across(right - left, spare) {
            let x = left + place * (right - left);
            drawing.line("grid", None, [x, top, x, bottom]);
            drawing.words("tick", "middle", [x, bottom + 18.0], label);
        }
        drawing.line("axis", None, [left, bottom, right, bottom]);
        let nothing = left + axis.scale.at(0.0) * (right - left);
        let shift = if drawing.size == Size::Wide { 0.5 } else { 0.72 };
        for k in 0..self.rows.len() {
            let (from, to) = (top + row * k as f64, top + row * (k as f64 + 1.0));
            // On a phone it does not run through the names.
            let from = if drawing.size == Size::Wide { from } else { from + 21.0 };
            drawing.line("against", None, [nothing, from, nothing, to]);
            panel.draw_row(drawing, &axis, [left, right], top + row * (k as f64 + shift), k);
        }
    }
}

impl Picture for Forest {
    fn draw(&self, size: Size) -> Drawing {
        let wide = size == Size::Wide;
        let row = if wide { 28.0 } else { 42.0 };
        let names = fitted(self.rows.iter().map(String::as_str), 27);
        let texts = |p: usize| (0..self.rows.len()).map(move |k| self.panels[p].text(k));
        let (high, count) = (row * self.rows.len() as f64, self.panels.len());
        let one = high + if wide { 0.0 } else { 74.0 };
        let (head, all) = if wide { (40.0, 1.0) } else { (34.0, count as f64) };
        let mut drawing = Drawing::new(
            size,
            head + one * all + if wide { 34.0 } else { 0.0 },
            self.label.clone(),
        );
        drawing.along = Along::Y;
        let name = widest(NAMES, &names) + 20.0;
        let column = (size.width() - name) / count.max(1) as f64;
        for p in 0..count {
            let top = head + if wide { 0.0 } else { one * p as f64 };
            let from = if wide { name + column * p as f64 } else { 16.0 };
            let edge = if wide { from + column - 12.0 } else { size.width() - 4.0 };
            let beside = widest(LETTERS, texts(p)) + 14.0;
            // The numbers stand under the panel's name, and its axis after them.
            let left = if wide { from + beside } else { from };
            // Beyond its end the last number of the axis has room.
            let right = if wide { edge - 14.0 } else { size.width() - 16.0 };
            let spare = if wide { 26.0_f64.min(beside / 2.0) } else { 12.0 };
            drawing.words(
                "head",
                "start",
                [if wide { from } else { 4.0 }, top - 14.0],
                self.panels[p].title.as_str(),
            );
            self.draw_panel(&mut drawing, p, ([left, top, right, top + high], spare), row);
            for (k, text) in texts(p).enumerate() {
                let line = top + row * k as f64 + if wide { row / 2.0 + 4.5 } else { 16.0 };
                let at = if wide { left - 14.0 } else { edge };
                drawing.words("beside", "end", [at, line], text);
                if !wide || p == 0 {
                    drawing.words("row", "start", [4.0, line], names[k].as_str());
                    drawing.stops.push([0.0, top + row * (k as f64 + 0.5)]);
                }
            }
        }
        drawing.inside = [0.0, head, size.width(), head + high];
        drawing
    }

    fn numbers(&self) -> Numbers {
        let columns = self.panels.iter().flat_map(|panel| {
            self.columns.iter().map(move |column| match *column {
                "" => panel.title.clone(),
                column => format!("{}: {column}", panel.title),
            })
        });
        let rows = self.rows.iter().enumerate().map(|(k, name)| {
            let cells = self.panels.iter().flat_map(|panel| panel.cells[k].cells.clone());
            (name.clone(), cells.collect())
        });
        Numbers { corner: "rule sets".into(), columns: columns.collect(), rows: rows.collect() }
    }
}
