//! The arithmetic of pictures: scales, ticks, bins, and numbers as they are written beside them.

use crate::core::wording::digits::grouped;

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

/// The least and the greatest of these values.
pub fn ends(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.map(|x| (x, x)).reduce(|(low, high), (x, _)| (low.min(x), high.max(x)))
}

/// Ten to a whole power, exactly rounded on every machine.
fn power(exponent: i32) -> f64 {
    format!("1e{exponent}").parse().unwrap_or(1.0)
}

/// A round step (1, 2 or 5 times a power of ten) that fits about `most` times.
pub fn step(span: f64, most: usize) -> f64 {
    let rough = span / most.max(1) as f64;
    let unit = power(libm::log10(rough).floor() as i32);
    let times = [1.0, 2.0, 5.0].into_iter().find(|times| times * unit >= rough * 0.999_999);
    times.unwrap_or(10.0) * unit
}

/// What a number counts, which decides how it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A share in [0, 1], written in per cent.
    Percent,
    /// A difference of shares, in percentage points.
    Points,
    /// Any other number that is not negative.
    Number,
    /// A difference of such numbers.
    Change,
    /// A whole number: there is nothing between one and the next.
    Whole,
}

impl Unit {
    /// The least and the greatest value that there can be.
    fn range(self) -> (f64, f64) {
        match self {
            Unit::Percent => (0.0, 1.0),
            Unit::Points => (-1.0, 1.0),
            Unit::Number | Unit::Whole => (0.0, f64::INFINITY),
            Unit::Change => (f64::NEG_INFINITY, f64::INFINITY),
        }
    }

    /// How much it is written, of one.
    fn times(self) -> f64 {
        if matches!(self, Unit::Percent | Unit::Points) { 100.0 } else { 1.0 }
    }

    /// A value with so many decimals, and a sign where it is a difference.
    fn number(self, value: f64, places: usize) -> String {
        let text = number(self.times() * value, places);
        let nothing = !text.contains(|c: char| c.is_ascii_digit() && c != '0');
        let signed = matches!(self, Unit::Points | Unit::Change) && value > 0.0 && !nothing;
        if signed { format!("+{text}") } else { text }
    }

    /// What stands behind it in a text.
    fn after(self) -> &'static str {
        match self {
            Unit::Percent => " %",
            Unit::Points => " points",
            Unit::Number | Unit::Change | Unit::Whole => "",
        }
    }

    /// A tick's label, for ticks that are `step` apart.
    pub fn tick(self, value: f64, step: f64) -> String {
        let places = decimals(self.times() * step);
        match self {
            Unit::Percent => format!("{} %", self.number(value, places)),
            Unit::Whole => number(value, 0),
            _ => self.number(value, places),
        }
    }

    /// A value in a few letters, to stand beside its dot.
    pub fn short(self, value: f64) -> String {
        match self {
            Unit::Percent => brief(value),
            Unit::Points => self.number(value, 1),
            Unit::Number | Unit::Change => self.number(value, usize::from(value.abs() < 100.0)),
            Unit::Whole => number(value, 0),
        }
    }

    /// A value that is exact, with as many decimals as the pages of tables show.
    pub fn exact(self, value: f64) -> String {
        match self {
            Unit::Percent => percent(value),
            _ => self.number(value, 4) + self.after(),
        }
    }

    /// A value with its interval, exact enough to be read off, or what is known to lie within it.
    pub fn with_interval(self, value: Option<f64>, (low, high): (f64, f64)) -> String {
        let places = decimals(self.times() * (high - low).abs() / 20.0).min(4);
        let places = places.max(if self.times() > 1.0 { 2 } else { 0 });
        let [low, high] = [low, high].map(|end| self.number(end, places));
        match value.map(|value| self.number(value, places)) {
            Some(value) => format!("{value}{} ({low} to {high})", self.after()),
            None => format!("{low} to {high}{}", self.after()),
        }
    }
}

/// Decimal places that tell values apart that are `step` apart; a round step is written in full.
pub fn decimals(step: f64) -> usize {
    let magnitude = if step > 0.0 { (libm::log10(step) + 1e-9).floor() } else { 0.0 };
    (-magnitude).clamp(0.0, 9.0) as usize
}

/// A number with so many decimals, its whole part in groups of three, with a true minus sign.
pub fn number(value: f64, decimals: usize) -> String {
    // As the screen does it: one number is the same everywhere.
    let text = format!("{:.decimals$}", value.abs());
    let (whole, rest) = text.split_once('.').map_or((text.as_str(), None), |(w, r)| (w, Some(r)));
    let whole = whole.parse::<u64>().map_or_else(|_| whole.to_owned(), grouped);
    let text = rest.map_or_else(|| whole.clone(), |rest| format!("{whole}.{rest}"));
    let is_zero = text.bytes().all(|byte| matches!(byte, b'0' | b'.' | b','));
    if value < 0.0 && !is_zero { format!("\u{2212}{text}") } else { text }
}

/// A hundred times a share. What is half a last digit may come out a little less and is rounded up all the same,
/// as on screen, where it is worked out of the counts.
fn hundredfold(share: f64) -> f64 {
    100.0 * share * (1.0 + 2.0 * f64::EPSILON)
}

/// A share in per cent, two significant decimals at least: `41.94 %`, `0.0012 %`.
pub fn percent(share: f64) -> String {
    let value = hundredfold(share);
    let mut places = 2;
    while value > 0.0 && places < 9 && value < 10.0 * power(-places) {
        places += 1;
    }
    format!("{} %", number(value, places as usize))
}

/// A share in per cent in few letters, that never says all or nothing of what is not.
pub fn brief(share: f64) -> String {
    match (number(hundredfold(share), 1).as_str(), share) {
        ("0.0", 0.0) => "0 %".into(),
        ("0.0", share) => percent(share),
        ("100.0", 1.0) => "100 %".into(),
        ("100.0", share) if share < 1.0 => "> 99.9 %".into(),
        (text, _) => format!("{text} %"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_within_the_range() {
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
    }

    #[test]
    fn no_axis_shows_what_cannot_be() {
        // Shares end at 0 and 100 %, also where there is one value only.
        for share in [0.0, 0.3, 1.0] {
            let (low, high) = Scale::around(share, share, 5, Unit::Percent).ends();
            assert!(0.0 <= low && low <= share && share <= high && high <= 1.0, "{low} {high}");
        }
        assert_eq!(Scale::around(-1.0, -1.0, 5, Unit::Points).ends().0, -1.0);
        // Between whole numbers there is nothing.
        assert_eq!(Scale::linear(0.5, 2.5).ticks(8, Unit::Whole).0, [1.0, 2.0]);
        assert_eq!(Scale::linear(0.5, 2.5).ticks(8, Unit::Number).0.len(), 5);
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

    #[test]
    fn bins_are_round_and_few_enough() {
        for (last, most, width) in [(1000.0, 50, 20.0), (1000.0, 40, 50.0), (37.0, 50, 1.0)] {
            assert_eq!(step(last, most), width, "{last} in {most}");
        }
        for last in [99.0, 4_200.0, 10_000_000.0, 4e18] {
            assert!(last / step(last, 50) <= 50.001, "{last}");
        }
    }

    #[test]
    fn numbers_are_written_as_people_read_them() {
        assert_eq!(number(1_234_567.891, 1), "1,234,567.9");
        assert_eq!(number(-0.04, 1), "0.0");
        assert_eq!(number(-12.0, 0), "\u{2212}12");
        assert_eq!(percent(0.419_446), "41.94 %");
        assert_eq!(percent(0.000_012_3), "0.0012 %");
        assert_eq!(percent(0.0), "0.00 %");
        // As a hundred times 10,009 over 20,000 is.
        assert_eq!(percent(10_009.0 / 20_000.0), "50.05 %");
        assert_eq!(Unit::Percent.tick(0.1, 0.05), "10 %");
        assert_eq!(Unit::Percent.tick(0.015, 0.005), "1.5 %");
        assert_eq!(Unit::Percent.tick(0.00001, 0.00001), "0.001 %");
        assert_eq!(Unit::Points.tick(0.02, 0.01), "+2");
        assert_eq!(Unit::Number.tick(150_000.0, 50_000.0), "150,000");
        assert_eq!(
            Unit::Percent.with_interval(Some(0.4194), (0.4184, 0.4204)),
            "41.94 % (41.84 to 42.04)"
        );
        assert_eq!(
            Unit::Number.with_interval(Some(317.25), (315.1, 319.4)),
            "317.2 (315.1 to 319.4)"
        );
    }
}
