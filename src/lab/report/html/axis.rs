//! Axes by what they count: each has as many ticks as fit without touching.

use super::drawing::{Drawing, width};
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
        Self { scale: Scale::held(low, high, 5, unit), unit, title: title.into() }
    }

    /// Logarithmic, from the smallest to the largest of these values that is positive.
    pub fn log(unit: Unit, title: &str, values: impl Iterator<Item = f64>) -> Self {
        let known = values.filter(|value| *value > 0.0 && value.is_finite());
        let (low, high) = ends(known).unwrap_or((0.1, 1.0));
        Self { scale: Scale::decades(low, high), unit, title: format!("{title} (log)") }
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

    /// The ticks along so many pixels from left to right, with so many to spare beyond either end.
    pub fn across(&self, pixels: f64, spare: f64) -> Vec<Tick> {
        let mut ticks = self.fitting(|ticks| {
            let room = |two: &[Tick]| (width(&two[0].1) + width(&two[1].1)) / 2.0 + APART;
            ticks.windows(2).all(|two| (two[1].0 - two[0].0) * pixels >= room(two))
        });
        ticks.retain(|(place, label)| {
            let half = width(label) / 2.0 - spare;
            half <= place * pixels && half <= (1.0 - place) * pixels
        });
        if ticks.len() < 2 {
            // One number is no scale: nothing and an end, or both ends, whichever has room.
            let (low, high) = self.scale.ends();
            let tick = |value: f64| (self.scale.at(value), self.unit.tick(value, high - low));
            let far = if -low > high { low } else { high };
            let pairs = [[low.max(0.0), far], [low, high]].map(|pair| {
                let [one, other] = pair.map(tick);
                if one.0 < other.0 { [one, other] } else { [other, one] }
            });
            let fits = |two: &[Tick; 2]| {
                let room = (width(&two[0].1) + width(&two[1].1)) / 2.0 + APART / 2.0;
                let beyond = |tick: &Tick| width(&tick.1) / 2.0 <= spare + 2.0;
                (two[1].0 - two[0].0) * pixels >= room && two.iter().all(beyond)
            };
            if let Some(two) = pairs.into_iter().find(fits) {
                return two.into();
            }
        }
        ticks
    }

    /// Draws its ticks and its title below a line from left to right, as [`Axis::across`].
    pub fn draw(&self, drawing: &mut Drawing, [left, right, line]: [f64; 3], spare: f64) {
        for (place, label) in self.across(right - left, spare) {
            let x = left + place * (right - left);
            drawing.line("axis", None, [x, line, x, line + 5.0]);
            drawing.words("tick", "middle", [x, line + 20.0], label);
        }
        if !self.title.is_empty() {
            drawing.words("title", "middle", [(left + right) / 2.0, line + 40.0], &self.title);
        }
    }

    /// Draws its lines from left to right, each with its label before it: left, top, right, bottom.
    pub fn draw_upwards(&self, drawing: &mut Drawing, [left, top, right, bottom]: [f64; 4]) {
        for (place, label) in self.upwards(bottom - top) {
            let y = bottom - place * (bottom - top);
            drawing.line("grid", None, [left, y, right, y]);
            drawing.words("tick", "end", [left - 8.0, y + 4.0], label);
        }
    }

    /// The ticks along so many pixels from bottom to top.
    pub fn upwards(&self, pixels: f64) -> Vec<Tick> {
        self.fitting(|ticks| ticks.windows(2).all(|two| (two[1].0 - two[0].0) * pixels >= LINE))
    }

    /// As many ticks as fit, or every second of them where the ends and nothing stay.
    fn fitting(&self, fit: impl Fn(&[Tick]) -> bool) -> Vec<Tick> {
        let mut last = Vec::new();
        for most in (1..=8).rev() {
            let (values, step) = self.scale.ticks(most, self.unit);
            let label = |value: f64| self.unit.tick(value, step.unwrap_or(value));
            last = values.iter().map(|&value| (self.scale.at(value), label(value))).collect();
            if fit(&last) {
                return last;
            }
            let nothing = values.iter().position(|value| *value == 0.0).unwrap_or(0);
            let halved: Vec<Tick> = last.iter().step_by(2).cloned().collect();
            let stays = step.is_some() && values.len() % 2 == 1 && nothing % 2 == 0;
            if halved.len() > 1 && stays && fit(&halved) {
                return halved;
            }
        }
        last.truncate(1);
        last
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
            for pixels in [60.0, 100.0, 320.0, 700.0] {
                let axis = Axis::of(Unit::Percent, "", [low, high].into_iter());
                let (from, to) = axis.scale.ends();
                assert!(0.0 <= from && from <= low && high <= to && to <= 1.0, "{from} {to}");
                let ticks = axis.across(pixels, 60.0);
                assert!(!ticks.is_empty(), "{low} {high} {pixels}");
                for two in ticks.windows(2) {
                    let half = (width(&two[0].1) + width(&two[1].1)) / 2.0;
                    assert!((two[1].0 - two[0].0) * pixels > half, "{two:?} in {pixels}");
                }
            }
        }
        let large = Axis::of(Unit::Number, "", [0.0, 3e15].into_iter());
        assert!(large.across(320.0, 90.0).len() < large.across(760.0, 90.0).len());
    }

    #[test]
    fn a_short_axis_has_more_than_nothing_on_it() {
        let labels = |low, high, pixels| -> Vec<String> {
            let axis = Axis::of(Unit::Change, "", [low, high].into_iter());
            axis.across(pixels, 20.0).into_iter().map(|tick| tick.1).collect()
        };
        assert_eq!(labels(-318.0, 94.4, 75.0), ["\u{2212}400", "0"]);
        assert_eq!(labels(-318.0, 94.4, 400.0).len(), 6);
        // Nothing stays: of three ticks around it not only the outer ones are drawn.
        assert!(labels(-9.0, 9.0, 64.0).contains(&"0".to_owned()));
        // Where it has no room beside another, the ends are a scale, and it alone is none.
        assert_eq!(labels(-9.0, 9.0, 40.0), ["\u{2212}10", "+10"]);
        assert_eq!(labels(-155.0, 211.0, 44.0), ["0", "+300"]);
    }

    #[test]
    fn a_logarithmic_axis_comes_from_the_data() {
        let axis = Axis::log(Unit::Percent, "share", [0.3, 0.002, 0.0].into_iter());
        assert_eq!((axis.scale.ends(), axis.title.as_str()), ((0.001, 1.0), "share (log)"));
        let labels: Vec<String> = axis.upwards(300.0).into_iter().map(|tick| tick.1).collect();
        assert!(labels.len() > 3 && labels[0] == "0.1 %", "{labels:?}");
        let few = Axis::log(Unit::Number, "", [20.0, 70.0].into_iter());
        assert!(few.upwards(300.0).len() > 2, "{few:?}");
    }
}
