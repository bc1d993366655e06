//! Precision on request: `a_win:0.0005` asks for a half-width of 0.0005.

use crate::games::war::measure::{Measure, UnknownMeasure};

/// A wanted half-width of the interval of a measure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// Of what.
    pub measure: Measure,
    /// The half-width, in the measure's unit (ratios: 0 to 1).
    pub half_width: f64,
}

/// Text that is no wanted precision.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TargetError {
    /// No colon, or no number after it.
    #[error("`{0}` is not MEASURE:NUMBER, such as a_win:0.0005 or battles:0.5")]
    Form(String),
    /// Not positive, or not finite.
    #[error("{measure}:{value} must be above 0{upper}")]
    Range {
        /// The measure.
        measure: &'static str,
        /// The value.
        value: f64,
        /// What else it must be.
        upper: &'static str,
    },
    /// An unknown measure.
    #[error(transparent)]
    Measure(#[from] UnknownMeasure),
}

impl Target {
    /// A checked target.
    ///
    /// Errors: [`TargetError::Range`] for what no interval can be.
    pub fn new(measure: Measure, half_width: f64) -> Result<Self, TargetError> {
        let ratio = matches!(measure, Measure::Ratio(_));
        let fits = half_width > 0.0 && half_width.is_finite() && (!ratio || half_width < 0.5);
        if !fits {
            let upper = if ratio { " and below 0.5" } else { "" };
            return Err(TargetError::Range { measure: measure.name(), value: half_width, upper });
        }
        Ok(Self { measure, half_width })
    }
}

impl std::str::FromStr for Target {
    type Err = TargetError;

    fn from_str(text: &str) -> Result<Self, TargetError> {
        let form = || TargetError::Form(text.into());
        let (measure, number) = text.split_once(':').ok_or_else(form)?;
        let half_width: f64 = number.parse().map_err(|_| form())?;
        Self::new(measure.parse()?, half_width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_read_and_checked() {
        assert!("a_win:0.0005".parse::<Target>().is_ok());
        assert!("battles:2".parse::<Target>().is_ok());
        for bad in [
            "a_win",
            "a_win:",
            "a_win:x",
            "a_win:0",
            "a_win:-1",
            "a_win:0.5",
            "battles:nan",
            "wins:0.1",
        ] {
            assert!(bad.parse::<Target>().is_err(), "{bad}");
        }
    }
}
