//! Axes and their scales by what they count: each has as many ticks as fit on a phone without touching.

use super::dot::{Dot, Unit, ends, power};
use super::drawing::{Drawing, NARROW, Rect, width};

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
    fn across(&self, pixels: f64, [before, beyond]: [f64; 2]) -> Vec<(Tick, f64)> {
        let shift = |(place, label): &Tick| {
            let half = width(label) / 2.0;
            let within = (place * pixels).min(pixels + beyond - half).max(half - before);
            within - place * pixels
        };
        let ticks = self.fitting(|ticks| {
            let room = |two: &[Tick]| (width(&two[0].1) + width(&two[1].1)) / 2.0 + APART;
            let middle = |tick: &Tick| tick.0 * pixels + shift(tick);
            ticks.windows(2).all(|two| middle(&two[1]) - middle(&two[0]) >= room(two))
        });
        ticks.into_iter().map(|tick| (tick.clone(), shift(&tick))).collect()
    }

    /// Draws a line from left to right at the bottom of this place with its ticks and its title, and a line up to
    /// the top at each tick; returns how high that is below the line.
    pub fn draw(&self, drawing: &mut Drawing, [left, top, right, bottom]: Rect) -> f64 {
        let pixels = |percent: f64| percent * NARROW / 100.0;
        let spare = [left, 100.0 - right].map(pixels);
        for ((place, label), shift) in self.across(pixels(right - left), spare) {
            let x = left + place * (right - left);
            drawing.line("grid", [x, top, x, bottom]);
            drawing.words("tick", "middle", [x, bottom + 18.0, shift], label);
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

/// A range of values along an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    is_log: bool,
    low: f64,
    high: f64,
}

impl Scale {
    /// From `low` to `high`; widened where they are equal.
    pub fn linear(low: f64, high: f64) -> Self {
        let high = if high > low { high } else { low + 1.0 };
        Self { is_log: false, low, high }
    }

    /// A linear scale that ends on ticks, or where values of this unit do, and contains these values; about `most`
    /// ticks.
    pub fn around(low: f64, high: f64, most: usize, unit: Unit) -> Self {
        if low >= high {
            // One value: some room on both sides.
            let room = if low == 0.0 { 1.0 } else { low.abs() * 0.1 };
            return Self::around(low - room, high + room, most, unit);
        }
        let (step, (least, greatest)) = (step(high - low, most), unit.range());
        let (low, high) = ((low / step).floor() * step, (high / step).ceil() * step);
        Self::linear(low.max(least), high.min(greatest))
    }

    /// A logarithmic scale from `low` to `high`, both positive.
    pub fn log(low: f64, high: f64) -> Self {
        Self { is_log: true, ..Self::linear(low, high) }
    }

    /// The range.
    pub fn ends(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// The place of a value, 0 at the low end and 1 at the high one; what is outside is put there.
    pub fn at(&self, value: f64) -> f64 {
        let place = match self.is_log {
            false => (value - self.low) / (self.high - self.low),
            true if value <= 0.0 => 0.0,
            true => libm::log10(value / self.low) / libm::log10(self.high / self.low),
        };
        place.clamp(0.0, 1.0)
    }

    /// The value at a place between 0 and 1.
    pub fn value(&self, place: f64) -> f64 {
        match self.is_log {
            false => self.low + place * (self.high - self.low),
            true => self.low * libm::pow(self.high / self.low, place),
        }
    }

    /// Round values within the range, rising, about `most` of them, and how far they are apart on a
    /// linear scale.
    pub fn ticks(&self, most: usize, unit: Unit) -> (Vec<f64>, Option<f64>) {
        let (low, high) = (self.low, self.high);
        if self.is_log {
            let (from, to) = (libm::log10(low), libm::log10(high));
            let (from, to) = ((from + 1e-9).floor() as i32, (to + 1e-9).floor() as i32);
            let times: &[f64] =
                if 2 * (to - from) < most as i32 { &[1.0, 2.0, 5.0] } else { &[1.0] };
            let every = 1 + (to - from).max(0) as usize / most.max(1);
            // The upper end is the one that is looked for.
            let down = (from..=to).rev().step_by(every);
            let values = down.flat_map(|k| times.iter().rev().map(move |times| times * power(k)));
            let inside = |x: &f64| *x >= low * (1.0 - 1e-9) && *x <= high * (1.0 + 1e-9);
            let values: Vec<f64> = values.filter(inside).collect();
            return (values.into_iter().rev().collect(), None);
        }
        let step = step(high - low, most).max(if unit == Unit::Whole { 1.0 } else { 0.0 });
        // A tick at an end is there although its quotient is not quite whole.
        let (first, last) = ((low / step - 1e-9).ceil(), (high / step + 1e-9).floor());
        let count = (last - first).max(0.0) as i64;
        ((0..=count).map(|k| (first + k as f64) * step).collect(), Some(step))
    }
}

/// A round step (1, 2 or 5 times a power of ten) that fits about `most` times.
pub fn step(span: f64, most: usize) -> f64 {
    let rough = span / most.max(1) as f64;
    let unit = power(libm::log10(rough).floor() as i32);
    let times = [1.0, 2.0, 5.0].into_iter().find(|times| times * unit >= rough * 0.999_999);
    times.unwrap_or(10.0) * unit
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
                    let half = (width(&two[0].0.1) + width(&two[1].0.1)) / 2.0;
                    let [one, two] = [0, 1].map(|k| two[k].0.0 * pixels + two[k].1);
                    assert!(two - one > half, "{ticks:?} in {pixels}");
                }
            }
        }
        let large = Axis::of(Unit::Number, "", [0.0, 3e15].into_iter());
        assert!(large.across(320.0, [90.0; 2]).len() < large.across(760.0, [90.0; 2]).len());
        // The end of a scale has its label, within the picture.
        let limits = Axis::sizes("limit", &[100.0, 1e5]);
        let ((place, label), shift) = limits.across(262.0, [80.0, 12.0]).pop().unwrap();
        assert_eq!((place, &*label), (1.0, "100,000"));
        assert!(shift + width(&label) / 2.0 < 12.1, "{shift}");
    }

    #[test]
    fn ticks_and_bins_are_round_and_few_enough() {
        for (low, high, ticks) in [
            (0.0, 1000.0, vec![0.0, 200.0, 400.0, 600.0, 800.0, 1000.0]),
            (0.0, 0.0314, vec![0.0, 0.01, 0.02, 0.03]),
            (-3.0, 4.0, vec![-2.0, 0.0, 2.0, 4.0]),
            (0.07, 0.1, vec![0.07, 0.08, 0.09, 0.1]),
        ] {
            let found = Scale::linear(low, high).ticks(5, Unit::Change).0;
            assert_eq!(found.len(), ticks.len(), "{found:?}");
            assert!(found.iter().zip(&ticks).all(|(a, b)| (a - b).abs() < 1e-12), "{found:?}");
        }
        for (last, most, width) in [(1000.0, 50, 20.0), (1000.0, 40, 50.0), (37.0, 50, 1.0)] {
            assert_eq!(step(last, most), width, "{last} in {most}");
        }
        for last in [99.0, 4_200.0, 10_000_000.0, 4e18] {
            assert!(last / step(last, 50) <= 50.001, "{last}");
        }
        // Between whole numbers there is nothing, and less than -100 % is not.
        assert_eq!(Scale::linear(0.5, 2.5).ticks(8, Unit::Whole).0, [1.0, 2.0]);
        assert_eq!(Scale::linear(0.5, 2.5).ticks(8, Unit::Number).0.len(), 5);
        assert_eq!(Scale::around(-1.0, -1.0, 5, Unit::Points).ends().0, -1.0);
    }

    #[test]
    fn places_run_from_one_end_to_the_other() {
        let linear = Scale::linear(10.0, 20.0);
        assert_eq!([5.0, 10.0, 15.0, 20.0, 99.0].map(|x| linear.at(x)), [0.0, 0.0, 0.5, 1.0, 1.0]);
        let log = Scale::log(1.0, 10_000.0);
        assert_eq!([0.0, 1.0, 100.0, 10_000.0].map(|x| log.at(x)), [0.0, 0.0, 0.5, 1.0]);
        assert_eq!([0.0, 0.5, 1.0].map(|place| linear.value(place)), [10.0, 15.0, 20.0]);
        assert!((log.value(0.5) - 100.0).abs() < 1e-9);
        // Nothing divides by zero where there is one value only.
        assert!(Scale::around(0.42, 0.42, 4, Unit::Number).at(0.42).is_finite());
        assert!(Scale::linear(3.0, 3.0).at(3.0).is_finite());
    }
}
