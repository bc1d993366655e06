//! An estimate as it is drawn, and what a title may say of several.

use super::scale::{Unit, ends};
use crate::core::game::GameInfo;
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
    pub fn all(tables: &Tables<'_>, measure: Measure) -> Vec<Option<Self>> {
        tables.rows().map(|row| Self::of(row.estimate(measure), measure)).collect()
    }

    /// The same with its interval so many times as wide; what games that were given up leave open has no width.
    pub fn wider(self, times: f64) -> Self {
        let wider = |end: f64| self.value + times * (end - self.value);
        let interval = self.interval.map(|(low, high)| match self.open {
            true => (low, high),
            false => (wider(low), wider(high)),
        });
        Self { interval, ..self }
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

/// What a title says of several estimates, each behind the words that name it, such as `with umass`: the least and
/// the most, if these are `known` to differ or, where that is not said, if their intervals are apart; and
/// whether it says so. One that is nothing is open. What is compared otherwise than from row to row stands behind `no
/// difference found`, such as ` by aces a`.
pub fn title(
    label: &str,
    unit: Unit,
    all: &[(String, Option<Dot>)],
    known: Option<bool>,
    by: &str,
) -> (bool, String) {
    let estimates: Vec<(&str, Dot)> =
        all.iter().filter_map(|(name, one)| Some((name.as_str(), (*one)?))).collect();
    let by_value = |a: &&(&str, Dot), b: &&(&str, Dot)| a.1.value.total_cmp(&b.1.value);
    let low = estimates.iter().min_by(by_value);
    let Some((low, high)) = low.zip(estimates.iter().max_by(by_value)) else {
        return (false, format!("{label}: not known, for games were given up"));
    };
    let is_open = estimates.len() < all.len() || estimates.iter().any(|(_, one)| one.open);
    let is_apart = !is_open && known.unwrap_or(low.1.ends().1 < high.1.ends().0);
    let [from, to] = [low, high].map(|(_, one)| unit.short(one.value));
    let said = match estimates.len() {
        _ if is_open => {
            let within = estimates.iter().flat_map(|(_, one)| [one.ends().0, one.ends().1]);
            let (least, most) = ends(within).unwrap_or_default();
            let [least, most] = [least, most].map(|end| unit.short(end));
            format!("{least} to {most}, for games were given up")
        }
        1 => format!("{from} {}", low.0).trim_end().into(),
        _ if is_apart => format!("{from} {}, {to} {}", low.0, high.0),
        _ if low.1.ends() == (high.1.value, high.1.value) => format!("{from} with all"),
        _ if from == to => format!("no difference found{by}; {from}"),
        _ => format!("no difference found{by}; {from} to {to}"),
    };
    (is_apart, format!("{label}: {said}"))
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
