//! Long numbers, made readable.

/// A whole number in groups of three: `1,000,000`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (k, digit) in digits.chars().enumerate() {
        if k > 0 && (digits.len() - k).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A number of things: `1 game`, `2 games`.
pub fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { one } else { many })
}

/// Seconds of a year.
pub const YEAR: f64 = 365.25 * 86_400.0;

/// A duration as people say it.
pub fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 1.0 => "under 1 s".into(),
        s if s < 120.0 => format!("about {s:.0} s"),
        s if s < 7_200.0 => format!("about {:.0} min", s / 60.0),
        s if s < 172_800.0 => format!("about {:.1} h", s / 3_600.0),
        s if s < YEAR => format!("about {:.1} days", s / 86_400.0),
        s => format!("about {}", counted((s / YEAR) as u64, "year", "years")),
    }
}

/// Decimals that show two digits of an interval's half-width, at least `least` and at most 15.
///
/// Shapes: `half_width >= 0`; one of 0 asks for no more than `least`.
pub fn decimals(half_width: f64, least: usize) -> usize {
    if half_width <= 0.0 {
        return least;
    }
    let unit = |d: usize| (0..d).fold(1.0, |unit, _| unit * 10.0);
    (least..15).find(|&d| half_width * unit(d) >= 10.0).unwrap_or(15)
}

/// A confidence in per cent, without what a binary fraction adds to it.
pub fn percent(confidence: f64) -> f64 {
    (confidence * 1e12).round() / 1e10
}

/// A p-value, short: below 1e-6 it is a matter of the far tails, of which no number of games knows the shape.
pub fn p_value(p: f64) -> String {
    match p {
        p if p < 1e-6 => "< 1e-6".into(),
        p if p < 1e-4 => format!("{p:.0e}"),
        p => format!("{p:.4}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_as_long_as_people_would_write_them() {
        let short = [0.3, 0.02, 0.000_999, 0.000_01].map(|h| decimals(h, 5));
        assert_eq!(short, [5, 5, 5, 6]);
        assert_eq!([0.0, 31.6, 2e-9, 1e-300].map(|h| decimals(h, 2)), [2, 2, 10, 15]);
        let said = [0.2, 90.0, 600.0, 9_000.0, 4e5].map(duration);
        assert_eq!(
            said,
            ["under 1 s", "about 90 s", "about 10 min", "about 2.5 h", "about 4.6 days"]
        );
        let said = [1.5, 2e9].map(|years| duration(years * YEAR));
        assert_eq!(said, ["about 1 year", "about 2,000,000,000 years"]);
        let said = [1.0, 0.04997, 1.2e-4, 3.4e-5, 1.1e-6, 9e-7].map(p_value);
        assert_eq!(said, ["1.0000", "0.0500", "0.0001", "3e-5", "1e-6", "< 1e-6"]);
        let said = [0, 123, 1234, u64::MAX].map(grouped);
        assert_eq!(said, ["0", "123", "1,234", "18,446,744,073,709,551,615"]);
    }
}
