//! Shares as people write them: `0.95`, `95%`.

/// Reads a share, also in percent.
///
/// Errors: a sentence for what is neither.
pub fn share(text: &str) -> Result<f64, String> {
    let (digits, shift) = match text.trim_end().strip_suffix('%') {
        // Shifted as a decimal, so that 99.9 % is the same number as 0.999.
        Some(digits) => (digits.trim_end(), "e-2"),
        None => (text, ""),
    };
    let plain = digits.bytes().any(|b| b.is_ascii_digit())
        && digits.bytes().all(|b| b.is_ascii_digit() || b".-".contains(&b));
    let read = plain.then(|| format!("{digits}{shift}").parse().ok()).flatten();
    read.ok_or_else(|| format!("`{text}` is not a share; write 0.95 or 95%"))
}

#[cfg(test)]
mod tests {
    use super::share;

    #[test]
    fn shares_may_be_percentages() {
        for (text, value) in [("0.95", 0.95), ("95%", 0.95), ("99.9 %", 0.999), ("-1", -1.0)] {
            assert_eq!(share(text), Ok(value), "{text}");
        }
        for text in ["", "%", "high", "inf", "nan", "1e-2", "0,95"] {
            assert!(share(text).is_err(), "{text}");
        }
    }
}
