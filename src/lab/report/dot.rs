//! An estimate as it is drawn, what a title may say of several, and numbers as they are written beside them.

use crate::core::game::GameInfo;
use crate::core::wording::digits::{self, grouped};
use crate::lab::spec::measure::Measure;
use crate::lab::study::estimate::Estimate;
use crate::lab::tables::Tables;

/// One estimate of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dot {
    /// The value.
    pub value: f64,
    /// The ends of its interval; `None` of what is exact.
    pub interval: Option<(f64, f64)>,
    /// Whether games were given up, so that it is anywhere between the ends and the value says nothing.
    pub open: bool,
}

impl Dot {
    /// This estimate; nothing without a game, and of means where games were given up.
    pub fn of(found: &Estimate, measure: Measure) -> Option<Self> {
        let Estimate { value, interval, open, .. } = *found;
        let known = !open || matches!(measure, Measure::Outcome(_));
        Some(Self { value: value?, interval, open }).filter(|_| known)
    }

    /// Those of a measure of every row.
    pub fn all(tables: &Tables, measure: Measure) -> Vec<Option<Self>> {
        tables.rows().map(|row| Self::of(row.estimate(measure), measure)).collect()
    }

    /// The ends of its interval, or itself twice.
    pub fn ends(self) -> (f64, f64) {
        self.interval.unwrap_or((self.value, self.value))
    }

    /// The value with its interval, if it has one.
    pub fn text(self, unit: Unit) -> String {
        let value = (!self.open).then_some(self.value);
        let within = self.interval.map(|interval| unit.with_interval(value, interval));
        within.unwrap_or_else(|| unit.exact(self.value))
    }
}

/// Estimates, each behind its name; nothing where games were given up.
pub type Claimed = Vec<(String, Option<Dot>)>;

/// What a title says of several estimates: the least and the most, each with its name; of what games that were given up
/// leave open the ends of its interval.
pub fn title(label: &str, unit: Unit, all: &Claimed) -> String {
    let within = |one: Dot| if one.open { one.ends() } else { (one.value, one.value) };
    let known = all.iter().filter_map(|(name, one)| Some((name, within((*one)?))));
    let known: Vec<_> = known.collect();
    let least = known.iter().min_by(|a, b| a.1.0.total_cmp(&b.1.0));
    let most = known.iter().max_by(|a, b| a.1.1.total_cmp(&b.1.1));
    let Some((least, most)) = least.zip(most) else { return format!("{label}: not known") };
    let [low, high] = [least.1.0, most.1.1].map(|end| unit.short(end));
    let named = |said: &str, name: &str| match all.len() {
        1 => said.to_owned(),
        _ => format!("{said} ({name})"),
    };
    let [from, to] = [named(&low, least.0), named(&high, most.0)];
    let said = match known.len() {
        1 if low == high => from,
        n if low == high && n == all.len() => low,
        n if low == high => format!("{low} in {n} of {}", all.len()),
        _ if all.iter().flat_map(|(_, one)| one).any(|one| one.open) => {
            format!("at least {from}, at most {to}")
        }
        _ => format!("{from} to {to}"),
    };
    format!("{label}: {said}")
}

/// A measure: its name in links, in words, and how it is written.
pub fn called(info: &GameInfo, measure: Measure) -> (&'static str, String, Unit) {
    let name = measure.name(info);
    let (words, unit) = match measure {
        Measure::Outcome(outcome) => (info.outcomes[outcome].label.to_owned(), Unit::Percent),
        Measure::Mean(_) => (name.replace('_', " "), Unit::Number),
    };
    (name, capital(&words), unit)
}

/// With a capital letter.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
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
    pub fn range(self) -> (f64, f64) {
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
        let value = if self.times() > 1.0 { hundredfold(value) } else { value };
        let text = number(value, places);
        let nothing = !text.contains(|c: char| c.is_ascii_digit() && c != '0');
        let signed = matches!(self, Unit::Points | Unit::Change) && value > 0.0 && !nothing;
        if signed { format!("+{text}") } else { text }
    }

    /// What stands behind it in a text.
    fn after(self) -> &'static str {
        if self == Unit::Percent { " %" } else { "" }
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

    /// A value in a few letters.
    pub fn short(self, value: f64) -> String {
        match self {
            Unit::Percent => brief(value),
            Unit::Points => self.number(value, digits::decimals(hundredfold(value).abs(), 1)),
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
    let text = number(hundredfold(share), 1);
    match share {
        0.0 => "0 %".into(),
        1.0 => "100 %".into(),
        _ if !text.contains(|c| ('1'..='9').contains(&c)) => percent(share),
        _ if text.starts_with("100.") => "> 99.9 %".into(),
        _ => format!("{text} %"),
    }
}

/// The least and the greatest of these values.
pub fn ends(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.map(|x| (x, x)).reduce(|(low, high), (x, _)| (low.min(x), high.max(x)))
}

/// Ten to a whole power, exactly rounded on every machine.
pub fn power(exponent: i32) -> f64 {
    format!("1e{exponent}").parse().unwrap_or(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_people_read_them() {
        for (found, said) in [
            (number(1_234_567.891, 1), "1,234,567.9"),
            (number(-0.04, 1), "0.0"),
            (number(-12.0, 0), "\u{2212}12"),
            (percent(0.419_446), "41.94 %"),
            (percent(0.000_012_3), "0.0012 %"),
            (percent(0.0), "0.00 %"),
            // As a hundred times 10,009 over 20,000 is.
            (percent(10_009.0 / 20_000.0), "50.05 %"),
            (brief(0.0), "0 %"),
            (brief(1e-6), "0.00010 %"),
            (brief(0.99999), "> 99.9 %"),
            (brief(1.0), "100 %"),
            (Unit::Percent.tick(0.1, 0.05), "10 %"),
            (Unit::Percent.tick(0.015, 0.005), "1.5 %"),
            (Unit::Percent.tick(0.00001, 0.00001), "0.001 %"),
            (Unit::Points.tick(0.02, 0.01), "+2"),
            (Unit::Number.tick(150_000.0, 50_000.0), "150,000"),
            (Unit::Percent.with_interval(Some(0.41), (0.4, 0.42)), "41.00 % (40.00 to 42.00)"),
            (Unit::Number.with_interval(Some(317.25), (315.1, 319.4)), "317.2 (315.1 to 319.4)"),
        ] {
            assert_eq!(found, said);
        }
    }

    #[test]
    fn a_title_goes_from_the_least_to_the_most_of_all() {
        let known = |value| Some(Dot { value, interval: Some((0.1, 0.9)), open: false });
        let open = |low, high| Some(Dot { value: low, interval: Some((low, high)), open: true });
        let cases: [(&[Option<Dot>], &str); 9] = [
            (&[known(0.5)], "50.0 %"),
            (&[known(0.5), known(0.2), known(0.4)], "20.0 % (b) to 50.0 % (a)"),
            (&[known(0.5), known(0.50001)], "50.0 %"),
            (&[open(0.2, 0.7)], "at least 20.0 %, at most 70.0 %"),
            (&[known(0.6), open(0.2, 0.7)], "at least 20.0 % (b), at most 70.0 % (b)"),
            (&[known(0.1), open(0.2, 0.7)], "at least 10.0 % (a), at most 70.0 % (b)"),
            (&[None, known(0.5)], "50.0 % (b)"),
            (&[None, known(0.5), known(0.5)], "50.0 % in 2 of 3"),
            (&[None], "not known"),
        ];
        for (all, said) in cases {
            let names = ["a", "b", "c"].map(str::to_owned);
            let all = names.into_iter().zip(all.iter().copied()).collect();
            assert_eq!(title("Wins", Unit::Percent, &all), format!("Wins: {said}"));
        }
    }
}
