//! An estimate with its interval.

use super::scale::{Unit, brief};
use crate::core::game::Often;
use crate::lab::spec::measure::Measure;
use crate::lab::study;

/// One estimate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// The ends of its interval; `None` of what is exact.
    pub interval: Option<(f64, f64)>,
    /// Whether games were given up, so that it is anywhere between the ends and the value says nothing.
    pub open: bool,
}

impl Estimate {
    /// How often games came out so; nothing without a game.
    pub fn of(often: Often, z: f64, exact: bool) -> Option<Self> {
        let (interval, open) = (often.interval(z, exact), often.possible.is_open());
        Some(Self { value: often.value()?, interval, open })
    }

    /// What a run estimated; nothing without a game, and of lengths where games were given up.
    pub fn of_run(found: study::estimate::Estimate, measure: Measure) -> Option<Self> {
        let study::estimate::Estimate { value, interval, open, .. } = found;
        let known = !open || measure != Measure::Length;
        Some(Self { value: value?, interval, open }).filter(|_| known)
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

    /// The same in few letters.
    pub fn brief(self, unit: Unit) -> String {
        let value = unit.short(self.value);
        let ends =
            self.interval.map(|(low, high)| format!("{} to {}", unit.short(low), unit.short(high)));
        match ends {
            Some(ends) if self.open => ends,
            Some(ends) => format!("{value} ({ends})"),
            None => value,
        }
    }
}

/// Where shares of several of these names lie, in a sentence of what stands before and after a share: both ends
/// by name where they are known to differ by this much, which is the other answer.
pub fn across(
    shares: &[Estimate],
    names: &[String],
    [before, after]: [&str; 2],
    worth: f64,
) -> (String, bool) {
    let order = |a: &usize, b: &usize| shares[*a].value.total_cmp(&shares[*b].value);
    let least = (0..shares.len()).min_by(order).unwrap_or(0);
    let most = (0..shares.len()).max_by(order).unwrap_or(0);
    let (one, two) = (shares[most], shares[least]);
    let apart = one.value - two.value >= worth && two.ends().1 < one.ends().0;
    let title = match (brief(one.value), brief(two.value)) {
        (high, low) if apart => {
            format!("{before} {high} {after} with {}, {low} with {}", names[most], names[least])
        }
        (high, low) if low == high => format!("{before} {high} {after} with every rule set"),
        (high, low) => format!("{before} {low} to {high} {after}, whatever the rule set"),
    };
    (title, apart)
}
