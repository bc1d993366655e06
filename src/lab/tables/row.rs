//! Rows of tables: of a rule set, and of its games with one value of a feature.

use crate::core::ends::Ends;
use crate::core::stats::ranked;
use crate::core::tally::Tally;
use crate::core::wording::digits::grouped;
use crate::game::Cell;
use crate::lab::spec::measure::Measure;
use crate::lab::study::Finished;
use crate::lab::study::estimate::Estimate;

/// A rule set, or a part of one: what it is called, what was counted of its games, and what follows.
#[derive(Clone, Copy, Debug)]
pub struct Row<'t> {
    /// Its position.
    pub number: usize,
    /// What it is called.
    pub name: &'t str,
    /// The same in few letters.
    pub short: &'t str,
    /// What was played.
    pub cell: &'t Cell,
    /// Every estimate behind its name, as `estimates.csv` has them.
    pub estimates: &'t [(String, Estimate)],
    /// The run that it is of.
    pub finished: &'t Finished,
    /// What was counted.
    pub tally: &'t Tally,
}

impl Row<'_> {
    /// A count as a share of the games.
    pub fn share(&self, games: u64) -> f64 {
        games as f64 / self.tally.games().max(1) as f64
    }

    /// Games that nobody won and that ended for this reason.
    pub fn unwon(&self, reason: usize) -> u64 {
        let outcomes = self.tally.info().outcomes.iter().enumerate();
        let undecided = outcomes.filter(|(_, outcome)| !outcome.decided);
        undecided.map(|(o, _)| self.tally.games_at(o, reason)).sum()
    }

    /// The estimate of a measure.
    pub fn estimate(&self, measure: Measure) -> &Estimate {
        self.estimate_of(measure.name(self.tally.info()))
    }

    /// That of the median length.
    pub fn median(&self) -> &Estimate {
        self.estimate_of(&format!("{}_median", self.tally.info().length().name))
    }

    fn estimate_of(&self, name: &str) -> &Estimate {
        let found = self.estimates.iter().find(|(known, _)| known == name);
        found.map(|(_, one)| one).unwrap_or_else(|| unreachable!("no estimate of {name}"))
    }

    /// Whether every deal was played, so that nothing is left to chance.
    pub fn is_exact(&self) -> bool {
        self.finished.study.is_exact()
    }

    /// How the games came to their ends by their length; `None` if lengths were not kept.
    pub fn ends(&self) -> Option<Ends> {
        Ends::of(&self.cell.rules, self.tally, 0)
    }

    /// When half of all games are over: what was cut off or never ends is not over at any length.
    pub fn half(&self) -> Option<u64> {
        ranked(self.ends()?.ended().counts(), self.tally.games().div_ceil(2))
    }

    /// How many games were given up.
    pub fn given_up(&self) -> u64 {
        self.cell.rules.given_up(self.tally)
    }
}

/// The games of a rule set whose deals have one value of a feature.
#[derive(Clone, Debug)]
pub struct OfFeature {
    /// The position of the rule set's row.
    pub row: usize,
    /// The feature.
    pub feature: &'static str,
    /// Its value.
    pub value: i64,
    /// Games by outcome.
    pub outcomes: Vec<u64>,
    /// The estimates of its shares and its length.
    pub(super) estimates: Vec<(Measure, Estimate)>,
}

impl OfFeature {
    /// Number of games.
    pub fn games(&self) -> u64 {
        self.outcomes.iter().sum()
    }

    /// The estimate of a share or the length.
    pub fn estimate(&self, measure: Measure) -> &Estimate {
        self.find(measure).unwrap_or_else(|| unreachable!("{measure:?}"))
    }

    /// The estimate of a measure; `None` of other counters.
    pub fn find(&self, measure: Measure) -> Option<&Estimate> {
        self.estimates.iter().find(|(known, _)| *known == measure).map(|(_, one)| one)
    }
}

/// An estimate with so many digits: where games were given up a share is its interval, and a mean at least this,
/// for they would have gone on, nobody knows how far.
pub fn as_said(one: &Estimate, measure: Measure, digits: usize) -> String {
    let is_mean = matches!(measure, Measure::Mean(_));
    let least = if one.open && is_mean { "at least " } else { "" };
    let value = one.value.map_or("-".into(), |value| format!("{least}{value:.digits$}"));
    match one.interval.filter(|_| one.open && !is_mean) {
        Some((low, high)) => {
            let [low, high] = [low, high].map(|end| format!("{end:.digits$}"));
            if low == high { low } else { format!("{low} to {high}") }
        }
        None => value,
    }
}

/// The ends of an interval with so many digits.
pub fn to((low, high): (f64, f64), digits: usize) -> String {
    format!("{low:.digits$} to {high:.digits$}")
}

/// A median, which is at least this where half of the games were given up.
pub fn median(one: &Estimate) -> String {
    let least = if one.open { "at least " } else { "" };
    one.value.map_or("-".into(), |value| format!("{least}{}", grouped(value as u64)))
}
