//! Rows of tables: of a rule set, and of its games with one value of a feature.

use crate::core::course::Course;
use crate::core::ends::Ends;
use crate::core::game::GameInfo;
use crate::core::stats::{LengthSummary, ranked, wilson};
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
    pub(super) finished: &'t Finished,
    /// What was counted.
    pub(super) tally: &'t Tally,
}

impl Row<'_> {
    /// The game's words.
    pub fn info(&self) -> &'static GameInfo {
        self.tally.info()
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.tally.games()
    }

    /// A count as a share of the games.
    pub fn share(&self, games: u64) -> f64 {
        if self.games() == 0 { 0.0 } else { games as f64 / self.games() as f64 }
    }

    /// Games that ended for this reason.
    pub fn ended(&self, reason: usize) -> u64 {
        self.tally.games_ended(reason)
    }

    /// The interval of how often games end for this reason, so many standard errors wide; `None` where that is exact.
    pub fn ended_within(&self, reason: usize, z: f64) -> Option<(f64, f64)> {
        (!self.is_exact()).then(|| wilson(self.ended(reason), self.games(), z))
    }

    /// Games that nobody won and that ended for this reason.
    pub fn unwon(&self, reason: usize) -> u64 {
        let outcomes = self.info().outcomes.iter().enumerate();
        let undecided = outcomes.filter(|(_, outcome)| !outcome.decided);
        undecided.map(|(o, _)| self.tally.games_at(o, reason)).sum()
    }

    /// The estimate of a measure.
    pub fn estimate(&self, measure: Measure) -> &Estimate {
        self.estimate_of(measure.name(self.info()))
    }

    /// That of the median length.
    pub fn median(&self) -> &Estimate {
        self.estimate_of(&format!("{}_median", self.info().length().name))
    }

    fn estimate_of(&self, name: &str) -> &Estimate {
        let found = self.estimates.iter().find(|(known, _)| known == name);
        found.map(|(_, one)| one).unwrap_or_else(|| unreachable!("no estimate of {name}"))
    }

    /// Whether every deal was played, so that nothing is left to chance.
    pub fn is_exact(&self) -> bool {
        self.finished.study.is_exact()
    }

    /// Lengths of all games.
    pub fn lengths(&self) -> LengthSummary {
        self.tally.all_games()
    }

    /// How long the longest game is that somebody won.
    pub fn longest_decided(&self) -> Option<u64> {
        self.tally.decided_longest().map(|extreme| extreme.length)
    }

    /// How the games came to their ends by their length; `None` if lengths were not kept.
    pub fn ends(&self) -> Option<Ends> {
        Ends::of(&self.cell.rules, self.tally, 0)
    }

    /// When half of all games are over: what was cut off or never ends is not over at any length.
    pub fn half(&self) -> Option<u64> {
        ranked(self.ends()?.ended().counts(), self.games().div_ceil(2))
    }

    /// How many games were given up.
    pub fn given_up(&self) -> u64 {
        self.cell.rules.given_up(self.tally)
    }

    /// Which games these are: the same in two runs have the same words here.
    pub fn played(&self) -> String {
        let (Finished { study, games, .. }, cell) = (self.finished, self.cell);
        format!("{:?}", (study.deals.seed, study.done(*games), &cell.rule_set, &cell.part))
    }

    /// How the lead went in each of so many games, the first ones; `None` where games have no course.
    pub fn courses(&self, count: usize) -> Option<Vec<Course>> {
        let Finished { study, games, .. } = self.finished;
        let first = study.done(*games).first()?.clone();
        first.take(count).map(|game| self.cell.rules.course(&study.deals, game)).collect()
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
            let mut ends = [low, high].map(|end| format!("{end:.digits$}")).to_vec();
            ends.dedup();
            ends.join(" to ")
        }
        None => value,
    }
}

/// A median, which is at least this where half of the games were given up.
pub fn median(one: &Estimate) -> String {
    let least = if one.open { "at least " } else { "" };
    one.value.map_or("-".into(), |value| format!("{least}{}", grouped(value as u64)))
}
