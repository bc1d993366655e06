//! Axes by what they count: each has as many ticks as fit on a phone without touching.

use super::dot::Dot;
use super::drawing::{Drawing, NARROW, Rect, width};
use super::scale::{Scale, Unit, ends};

/// Room between two labels, in pixels.
const APART: f64 = 9.0;
/// Height of a label with the room above it.
const LINE: f64 = 19.0;
/// From this ratio of the largest to the smallest value on a size has a logarithmic axis.
const LOG_FROM: f64 = 50.0;

/// One axis.
#[derive(Clone, Debug)]
pub struct Axis {
    /// The values.
    pub scale: Scale,
    /// How they are written.
    pub unit: Unit,
    /// What they are.
    pub title: String,
}

/// A tick: its place between 0 and 1, and its label.
pub type Tick = (f64, String);

impl Axis {
    /// Of whole numbers, on this scale.
    pub fn whole(scale: Scale, title: impl Into<String>) -> Self {
        Self { scale, unit: Unit::Whole, title: title.into() }
    }

    /// Contains these values and no value that this unit cannot have.
    pub fn of(unit: Unit, title: impl Into<String>, values: impl Iterator<Item = f64>) -> Self {
        let (low, high) = ends(values.filter(|value| value.is_finite())).unwrap_or((0.0, 1.0));
        // Counts and shares near nothing are held against nothing.
        let low = if unit != Unit::Points && low > 0.0 && low < 0.35 * high { 0.0 } else { low };
        Self { scale: Scale::around(low, high, 5, unit), unit, title: title.into() }
    }

    /// Contains these estimates; shares are held against nothing.
    pub fn of_all(unit: Unit, title: &str, all: &[Option<Dot>]) -> Self {
        let ends = all.iter().flatten().flat_map(|one| [one.ends().0, one.ends().1]);
        Self::of(unit, title, ends.chain((unit != Unit::Number).then_some(0.0)))
    }

    /// For whole numbers from the smallest to the largest of these, logarithmic where they span much.
    pub fn sizes(title: impl Into<String>, values: &[f64]) -> Self {
        let (low, high) = (values[0], values[values.len() - 1]);
        let title = title.into();
        if low > 0.0 && high / low >= LOG_FROM {
            return Self::whole(Scale::log(low, high), format!("{title} (log)"));
        }
        let room = if high > low { 0.03 * (high - low) } else { 1.0 };
        Self::whole(Scale::linear(low - room, high + room), title)
    }

    /// Where a value is between these ends.
    pub fn at(&self, [from, to]: [f64; 2], value: f64) -> f64 {
        from + self.scale.at(value) * (to - from)
    }

    /// The ticks along so many pixels from left to right, with so many to spare before and beyond them.
    fn across(&self, pixels: f64, [before, beyond]: [f64; 2]) -> Vec<Tick> {
        let mut ticks = self.fitting(|ticks| {
            let room = |two: &[Tick]| (width(&two[0].1) + width(&two[1].1)) / 2.0 + APART;
            ticks.windows(2).all(|two| (two[1].0 - two[0].0) * pixels >= room(two))
        });
        ticks.retain(|(place, label)| {
            let half = width(label) / 2.0;
            half - before <= place * pixels && half - beyond <= (1.0 - place) * pixels
        });
        ticks
    }

    /// Draws a line from left to right at the bottom of this place with its ticks and its title, and a line up to
    /// the top at each tick; returns how high that is below the line.
    pub fn draw(&self, drawing: &mut Drawing, [left, top, right, bottom]: Rect) -> f64 {
        let pixels = |percent: f64| percent * NARROW / 100.0;
        let spare = [left, 100.0 - right].map(|room| pixels(room) + 2.0);
        for (place, label) in self.across(pixels(right - left), spare) {
            let x = left + place * (right - left);
            drawing.line("grid", [x, top, x, bottom]);
            drawing.words("tick", "middle", [x, bottom + 18.0, 0.0], label);
        }
        drawing.line("axis", [left, bottom, right, bottom]);
        if self.title.is_empty() {
            return 26.0;
        }
        let middle = [(left + right) / 2.0, bottom + 38.0, 0.0];
        drawing.words("title", "middle", middle, &self.title);
        48.0
    }

    /// The ticks along so many pixels from bottom to top.
    fn upwards(&self, pixels: f64) -> Vec<Tick> {
        self.fitting(|ticks| ticks.windows(2).all(|two| (two[1].0 - two[0].0) * pixels >= LINE))
    }

    /// Room for the labels of so many pixels from bottom to top, in per cent of the width.
    pub fn margin(&self, pixels: f64) -> f64 {
        let widest = self.upwards(pixels).iter().map(|(_, label)| width(label)).fold(0.0, f64::max);
        (widest + 9.0) * 100.0 / NARROW
    }

    /// Draws its lines from left to right, each with its label before it.
    pub fn draw_upwards(&self, drawing: &mut Drawing, [left, top, right, bottom]: Rect) {
        for (place, label) in self.upwards(bottom - top) {
            let y = bottom - place * (bottom - top);
            drawing.line("grid", [left, y, right, y]);
            drawing.words("tick", "end", [left, y + 4.0, -7.0], label);
        }
    }

    /// As many ticks as fit.
    fn fitting(&self, fit: impl Fn(&[Tick]) -> bool) -> Vec<Tick> {
        let ticks = (1..=8).rev().map(|most| {
            let (values, step) = self.scale.ticks(most, self.unit);
            let label = |value: f64| self.unit.tick(value, step.unwrap_or(value));
            values.iter().map(|&value| (self.scale.at(value), label(value))).collect()
        });
        let mut ticks = ticks.skip_while(|ticks: &Vec<Tick>| !fit(ticks));
        ticks.next().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_never_touch_and_no_share_is_beyond_all_or_nothing() {
        for (low, high) in
            [(0.0, 1.0), (0.419, 0.4201), (0.98, 1.0), (0.3, 0.3), (1.0, 1.0), (0.0, 0.0)]
        {
            for pixels in [250.0, 320.0, 700.0] {
                let axis = Axis::of(Unit::Percent, "", [low, high].into_iter());
                let (from, to) = axis.scale.ends();
                assert!(0.0 <= from && from <= low && high <= to && to <= 1.0, "{from} {to}");
                let ticks = axis.across(pixels, [60.0; 2]);
                assert!(ticks.len() > 1, "{low} {high} {pixels}");
                for two in ticks.windows(2) {
                    let half = (width(&two[0].1) + width(&two[1].1)) / 2.0;
                    assert!((two[1].0 - two[0].0) * pixels > half, "{two:?} in {pixels}");
                }
            }
        }
        let large = Axis::of(Unit::Number, "", [0.0, 3e15].into_iter());
        assert!(large.across(320.0, [90.0; 2]).len() < large.across(760.0, [90.0; 2]).len());
    }
}
