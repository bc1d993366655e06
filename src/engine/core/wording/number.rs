//! Numbers as people write them: `1000000`, `1_000_000`, `1e6`; shares, `0.95`.

/// Reads a whole number of at most 64 bits, exactly (no floating point is involved).
///
/// Errors: a sentence for signs, fractions, words and numbers above 2^64 - 1.
pub fn whole(text: &str) -> Result<u64, String> {
    let bad =
        || format!("`{text}` is not a whole number of 0 or more; write 1000000, 1_000_000 or 1e6");
    let too_large = || {
        format!("`{text}` is too large; the largest number is 18446744073709551615 (about 1.8e19)")
    };
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (integer, fraction) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
    let exponent = exponent.strip_prefix('+').unwrap_or(exponent);
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if !(integer.split('_').all(is_number) && is_number(fraction) && is_number(exponent)) {
        return Err(bad());
    }
    // 1.5e6 is whole; 1.5 and 1.55e1 are not.
    let fraction = fraction.trim_end_matches('0');
    let exponent = exponent.parse().unwrap_or(u32::MAX);
    let shift = exponent.checked_sub(fraction.len() as u32).ok_or_else(bad)?;
    let digits = format!("{integer}{fraction}").replace('_', "");
    if digits.bytes().all(|digit| digit == b'0') {
        return Ok(0);
    }
    let scaled = |value: u64| value.checked_mul(10_u64.checked_pow(shift)?);
    digits.parse().ok().and_then(scaled).ok_or_else(too_large)
}

/// Reads a number with or without a fraction; `None` for anything else.
pub fn number(text: &str) -> Option<f64> {
    let parts = text.split('_').all(|part| !part.is_empty());
    text.replace('_', "").parse().ok().filter(|number: &f64| parts && number.is_finite())
}

/// Reads a share.
///
/// Errors: a sentence for what is no number.
pub fn share(text: &str) -> Result<f64, String> {
    number(text).ok_or_else(|| format!("`{text}` is not a share; write it as 0.95"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_shares_are_read_as_people_write_them() {
        let read = ["1_000.5", "5e-4", "-2", "1__0", "_1", "", "inf", "x"].map(number);
        assert_eq!(read[..3], [1_000.5, 0.0005, -2.0].map(Some));
        assert_eq!(read[3..], [None; 5]);
        assert_eq!(["0.95", "-1"].map(share), [Ok(0.95), Ok(-1.0)]);
        for text in ["", "95%", "high", "nan", "0,95"] {
            assert!(share(text).expect_err(text).ends_with("write it as 0.95"), "{text}");
        }
    }

    #[test]
    fn whole_numbers_are_read_and_others_refused() {
        for (text, value) in [
            ("0", 0),
            ("1_000_000", 1_000_000),
            ("1E+6", 1_000_000),
            ("1.5e6", 1_500_000),
            ("2.50e1", 25),
            ("0e99", 0),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(whole(text), Ok(value), "{text}");
        }
        let none = [
            "", "-1", "+1", "abc", "1.5", "1.55e1", "1e", "1e-3", "_1", "1__0", "1e6.0", "0x10",
            "1 000", ".5e1", "1.e3", "٣",
        ];
        let large = ["18446744073709551616", "1e20", "99999999999999999999", "1e99999999999"];
        for (texts, why) in [(&none[..], "not a whole number"), (&large, "too large")] {
            for text in texts {
                let error = whole(text).expect_err(text);
                assert!(error.starts_with(&format!("`{text}` is {why}")), "{error}");
            }
        }
    }
}
