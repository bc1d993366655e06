//! Estimates with their intervals, a row each: a forest plot.

use super::drawing::{Along, Drawing, Size, cut};
use super::figure::MOST_SERIES;
use super::scale::{Scale, Unit};

/// Rows that are drawn at most.
pub const MOST_ROWS: usize = 40;

/// One estimate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// The ends of its interval; `None` of what is exact.
    pub interval: Option<(f64, f64)>,
}

impl Estimate {
    /// The ends of its interval, or itself twice.
    pub fn ends(self) -> (f64, f64) {
        self.interval.unwrap_or((self.value, self.value))
    }

    /// The value with its interval, if it has one.
    pub fn text(self, unit: Unit) -> String {
        match self.interval {
            Some((low, high)) => unit.with_interval(self.value, low, high),
            None => unit.exact(self.value),
        }
    }
}

/// Estimates of one kind, in a panel of their own.
#[derive(Clone, Debug)]
pub struct Panel {
    /// What they are.
    pub title: String,
    /// How they are written.
    pub unit: Unit,
    /// A value to hold them against, such as no difference; then the rows are not rule sets, and
    /// have no colours.
    pub against: Option<f64>,
    /// One per row; `None` where there is nothing to say.
    pub estimates: Vec<Option<Estimate>>,
}

/// Panels with the same rows.
#[derive(Clone, Debug)]
pub struct Forest {
    /// The rows' names.
    pub rows: Vec<String>,
    /// Side by side on a desk, one above the other on a phone.
    pub panels: Vec<Panel>,
    /// What it shows, for those who cannot see it.
    pub label: String,
}

impl Forest {
    /// The plot in this size.
    pub fn draw(&self, size: Size) -> Drawing {
        match size {
            Size::Wide => self.draw_wide(),
            Size::Narrow => self.draw_narrow(),
        }
    }

    fn draw_wide(&self) -> Drawing {
        const ROW: f64 = 28.0;
        let size = Size::Wide;
        let longest = self.rows.iter().map(|row| row.chars().count()).max().unwrap_or(0).min(30);
        let left = size.words(longest) + 20.0;
        let (top, gap) = (36.0, 44.0);
        let bottom = top + ROW * self.rows.len() as f64;
        let mut drawing = Drawing::new(size, bottom + 36.0, self.label.clone());
        let count = self.panels.len().max(1) as f64;
        let width = (size.width() - left - 16.0 - gap * (count - 1.0)) / count;
        drawing.inside = [0.0, top, size.width(), bottom];
        let line = |k: usize| top + ROW * (k as f64 + 0.5);
        for (k, row) in self.rows.iter().enumerate() {
            drawing.words("row", "start", [4.0, line(k) + 4.5], cut(row, 30));
        }
        for (p, panel) in self.panels.iter().enumerate() {
            let from = left + (width + gap) * p as f64;
            let to = from + width;
            drawing.words("head", "start", [from, 16.0], panel.title.as_str());
            let most = if self.panels.len() > 1 { 3 } else { 7 };
            let scale = panel.draw_axis(&mut drawing, [from, top, to, bottom], most);
            for (k, estimate) in panel.estimates.iter().enumerate() {
                panel.draw_row(&mut drawing, scale, [from, to], line(k), k, *estimate);
            }
        }
        drawing.along = Along::Y;
        drawing.stops = (0..self.rows.len()).map(|k| [0.0, line(k)]).collect();
        drawing
    }

    fn draw_narrow(&self) -> Drawing {
        const ROW: f64 = 42.0;
        let size = Size::Narrow;
        let rows = self.rows.len() as f64;
        let one = 34.0 + ROW * rows + 40.0;
        let height = one * self.panels.len() as f64;
        let mut drawing = Drawing::new(size, height, self.label.clone());
        let (from, to) = (16.0, size.width() - 16.0);
        drawing.along = Along::Y;
        for (p, panel) in self.panels.iter().enumerate() {
            let top = one * p as f64 + 30.0;
            let bottom = top + ROW * rows;
            drawing.words("head", "start", [4.0, top - 12.0], panel.title.as_str());
            let scale = panel.draw_axis(&mut drawing, [from, top, to, bottom], 4);
            for (k, (row, estimate)) in self.rows.iter().zip(&panel.estimates).enumerate() {
                let line = top + ROW * k as f64;
                drawing.words("row", "start", [4.0, line + 17.0], cut(row, 34));
                panel.draw_row(&mut drawing, scale, [from, to], line + 30.0, k, *estimate);
                drawing.stops.push([0.0, line + 22.0]);
            }
        }
        drawing
    }
}

impl Panel {
    /// A scale that holds every interval, drawn with its ticks.
    fn draw_axis(
        &self,
        drawing: &mut Drawing,
        [left, top, right, bottom]: [f64; 4],
        most: usize,
    ) -> Scale {
        let known = self.estimates.iter().flatten();
        let ends = known.flat_map(|e| [e.value, e.ends().0, e.ends().1]).chain(self.against);
        let ends = ends.filter(|end| end.is_finite());
        let (low, high) = ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), end| {
            (low.min(end), high.max(end))
        });
        let (low, high) = if low <= high { (low, high) } else { (0.0, 1.0) };
        let labels = |scale: &Scale, most: usize| -> Vec<(f64, String)> {
            let apart = scale.step(most, self.unit);
            let ticks = scale.ticks(most, self.unit).into_iter();
            ticks.map(|tick| (tick, self.unit.tick(tick, apart))).collect()
        };
        let room = |labels: &[(f64, String)]| -> f64 {
            labels.iter().map(|(_, label)| drawing.size.words(label.chars().count() + 1)).sum()
        };
        // As many ticks as there is room for their labels.
        let mut most = most;
        let mut scale = Scale::held(low, high, most, self.unit);
        while most > 1 && room(&labels(&scale, most)) > right - left + 30.0 {
            most -= 1;
            scale = Scale::held(low, high, most, self.unit);
        }
        let x = |value: f64| left + scale.at(value) * (right - left);
        for (tick, label) in labels(&scale, most) {
            drawing.line("grid", None, [x(tick), top, x(tick), bottom]);
            // The labels at the ends stay near their panel, and within the drawing.
            let half = drawing.size.words(label.chars().count()) / 2.0;
            let (least, most) = ((left - 14.0).max(0.0) + half, right + 15.0 - half);
            let centre = x(tick).min(most).max(least);
            drawing.words("tick", "middle", [centre, bottom + 18.0], label);
        }
        if let Some(against) = self.against {
            drawing.line("against", None, [x(against), top, x(against), bottom]);
        }
        drawing.line("axis", None, [left, bottom, right, bottom]);
        scale
    }

    fn draw_row(
        &self,
        drawing: &mut Drawing,
        scale: Scale,
        [left, right]: [f64; 2],
        line: f64,
        k: usize,
        estimate: Option<Estimate>,
    ) {
        let Some(estimate) = estimate else {
            drawing.words("tick", "start", [left + 4.0, line + 4.0], "too few games");
            return;
        };
        let (value, (low, high)) = (estimate.value, estimate.ends());
        let x = |value: f64| left + scale.at(value) * (right - left);
        // The colours that the rule sets have in the other figures.
        let coloured = self.against.is_none() && self.estimates.len() <= MOST_SERIES;
        let style = if coloured { k.to_string() } else { "x".into() };
        if estimate.interval.is_some() {
            drawing.line(&format!("interval n{style}"), None, [x(low), line, x(high), line]);
        }
        drawing.dot(format!("dot f{style}"), None, [x(value), line, 5.0]);
        let text = self.unit.short(value);
        let room = drawing.size.words(text.chars().count()) + 10.0;
        let (after, before) = (x(high).max(x(value)) + 10.0, x(low).min(x(value)) - 10.0);
        if drawing.size == Size::Narrow {
            drawing.words("beside", "end", [right + 12.0, line - 13.0], text);
        } else if after + room <= right + 14.0 {
            drawing.words("beside", "start", [after, line + 4.5], text);
        } else if before - room >= left {
            drawing.words("beside", "end", [before, line + 4.5], text);
        }
    }
}
