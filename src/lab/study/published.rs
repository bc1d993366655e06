//! Figures that somebody published, beside what the games of a study say.

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::Study;
use super::totals::Totals;
use crate::core::cards::DealsFrom;
use crate::core::game::{GameInfo, Keep};
use crate::core::stats::LengthSummary;
use crate::core::strata::{Strata, Stratum};
use crate::core::tally::Tally;
use crate::core::wording::nearest::nearest;

/// Standard errors by which obtained and reported may differ, on top of the tolerance.
pub const AGREES_WITHIN: f64 = 3.0;

/// What kind of number was published.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The share of games with an outcome, an end reason, or so many of a counter.
    Share,
    /// The arithmetic mean of a counter.
    Mean,
    /// Its standard deviation.
    StdDev,
    /// Its median.
    Median,
    /// Its most frequent value; of equally frequent ones the smallest.
    Mode,
    /// Its smallest value.
    Min,
    /// Its largest value.
    Max,
    /// The share of chains of a series that go on, of those at least so long.
    Again,
}

/// Over which games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Over {
    /// All.
    #[default]
    All,
    /// Those that somebody won.
    Decided,
    /// Those that came to an end of their own, won or not.
    Finished,
}

/// Where a figure comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// Somebody else's program.
    #[default]
    Source,
    /// A program of this project that shares no code with this one.
    Own,
    /// A proof, or a count that anybody can make.
    Theorem,
}

fn one() -> u64 {
    1
}

/// A published figure, as an experiment file states it.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// The rule set; the first if none is named.
    #[serde(default)]
    pub rules: Option<String>,
    /// What kind of number.
    pub figure: Kind,
    /// Of which outcome, end reason, counter or series.
    pub of: String,
    /// Over which games.
    #[serde(default)]
    pub over: Over,
    /// For shares of a counter and chains: from which value on.
    #[serde(default)]
    pub at_least: Option<u64>,
    /// For shares of a counter: up to which value.
    #[serde(default)]
    pub at_most: Option<u64>,
    /// Only games whose feature, that of `by`, has this value or one of these.
    #[serde(default)]
    pub stratum: Option<Values>,
    /// The figure as reported.
    pub value: f64,
    /// By how much it may be off beyond chance: half a unit of its last digit, or what the source says.
    #[serde(default)]
    pub tolerance: f64,
    /// The standard error of the source's own games, if it is known.
    #[serde(default)]
    pub std_err: f64,
    /// How many games the source played, if it says so; its standard error follows from that of these games.
    #[serde(default)]
    pub games: Option<u64>,
    /// Whether no reading of the source's rules gave its figure, and this one comes nearest.
    #[serde(default)]
    pub nearest: bool,
    /// How many readings of the source's rules were tried.
    #[serde(default = "one")]
    pub readings: u64,
    /// Whether this reading was chosen among them because it fits.
    #[serde(default)]
    pub fitted: bool,
    /// Whose figure it is.
    #[serde(default)]
    pub origin: Origin,
    /// What the source says, in a few words.
    pub says: String,
}

/// Values of a feature: one, or the first and the last of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(untagged, expecting = "a value of the feature, or the first and the last of several")]
pub enum Values {
    /// This value.
    One(i64),
    /// From the first to the last.
    Range([i64; 2]),
}

impl Values {
    fn contains(self, value: i64) -> bool {
        match self {
            Values::One(one) => value == one,
            Values::Range([first, last]) => (first..=last).contains(&value),
        }
    }
}

impl std::fmt::Display for Values {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Values::One(one) => write!(f, "{one}"),
            Values::Range([first, last]) => write!(f, "{first} to {last}"),
        }
    }
}

/// What a figure is of.
enum Subject {
    Outcome(usize),
    Reason(usize),
    Counter(usize),
    Series(usize),
}

/// A reported figure and the obtained one.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// Position of the cell.
    pub cell: usize,
    /// What the games say; `None` if they cannot tell.
    pub obtained: Option<f64>,
    /// The standard error of that; `None` where there is none, as of a maximum.
    pub std_err: Option<f64>,
    /// How many games it is from.
    pub games: u64,
}

impl Published {
    /// Whether the figure makes sense for this game, whose games are sorted by a feature if `by`.
    ///
    /// Errors: a sentence with what is allowed.
    pub fn check(&self, info: &GameInfo, by: bool) -> Result<(), String> {
        let subject = self.subject(info)?;
        if let Some(stratum) = self.stratum {
            // The strata hold outcomes and the length, over all games.
            let counted = match (self.figure, &subject) {
                (Kind::Share, Subject::Outcome(_)) => self.over != Over::Finished,
                (Kind::Mean, Subject::Counter(0)) => self.over == Over::All,
                _ => false,
            };
            let length = info.counters[0].name;
            return match (by, counted) {
                (false, _) => {
                    Err(format!("stratum = {stratum}: needs `by`, the feature it is a value of"))
                }
                (true, false) => Err(format!(
                    "stratum = {stratum}: only for the share of an outcome, over all or decided games, \
                     and the mean of {length} over all games"
                )),
                (true, true) => self.numbers(),
            };
        }
        let kept = |c: usize| info.counters[c].keep;
        let (fits, needs) = match (self.figure, &subject) {
            (Kind::Share, Subject::Outcome(_) | Subject::Reason(_)) => {
                (self.at_least.is_none(), "no at_least")
            }
            (Kind::Share, Subject::Counter(c)) => (
                (self.at_least.is_some() || self.at_most.is_some()) && kept(*c) == Keep::Histogram,
                "at_least or at_most, and a length",
            ),
            (Kind::Mean, Subject::Counter(c)) => (
                kept(*c) == Keep::Histogram
                    || (kept(*c) == Keep::Sum && self.over != Over::Finished),
                "a length, or a sum over all or decided games",
            ),
            (Kind::Max, Subject::Counter(c)) => {
                (matches!(kept(*c), Keep::Histogram | Keep::Max), "a length or a maximum")
            }
            (Kind::Again, Subject::Series(_)) => {
                (self.at_least.is_some() && self.over == Over::All, "at_least, over all games")
            }
            (Kind::Again | Kind::Share, _) => (false, "another subject"),
            (_, Subject::Counter(c)) => (kept(*c) == Keep::Histogram, "a length"),
            _ => (false, "a length"),
        };
        if !fits {
            return Err(format!("of = \"{}\": this figure needs {needs}", self.of));
        }
        if self.at_most.is_some() && !matches!(subject, Subject::Counter(_)) {
            return Err("at_most: only for the share of a length".into());
        }
        self.numbers()
    }

    fn numbers(&self) -> Result<(), String> {
        let positive = self.tolerance >= 0.0 && self.std_err >= 0.0 && self.value.is_finite();
        match (positive, self.readings) {
            (true, 1..) if self.fitted && self.readings == 1 => {
                Err("fitted = true: needs readings, of which there are at least 2".into())
            }
            (true, 1..) => Ok(()),
            (true, 0) => Err("readings = 0: at least one was tried".into()),
            (false, _) => Err("value must be a number, tolerance and std_err 0 or more".into()),
        }
    }

    fn subject(&self, info: &GameInfo) -> Result<Subject, String> {
        let word = self.of.as_str();
        let outcome = info.outcomes.iter().position(|o| o.measure == word);
        let reason = info.end_reasons.iter().position(|reason| *reason == word);
        let counter = info.counters.iter().position(|counter| counter.name == word);
        let stem = |file: &'static str| file.strip_suffix(".csv").unwrap_or(file);
        let chains = |s: &usize| !info.series[*s].endless && stem(info.series[*s].file) == word;
        let found = match self.figure {
            Kind::Again => (0..info.series.len()).find(chains).map(Subject::Series),
            _ => (outcome.map(Subject::Outcome))
                .or(reason.map(Subject::Reason))
                .or(counter.map(Subject::Counter)),
        };
        found.ok_or_else(|| {
            let known: Vec<&str> = (info.outcomes.iter().map(|o| o.measure))
                .chain(info.end_reasons.iter().copied())
                .chain(info.counters.iter().map(|counter| counter.name))
                .collect();
            let hint = nearest(word, known.iter().copied())
                .map_or(String::new(), |name| format!("did you mean `{name}`? "));
            format!("of = \"{word}\" is unknown; {hint}use {}", known.join(", "))
        })
    }

    /// What it is, in a few words, such as `mean rounds, finished games`.
    pub fn name(&self) -> String {
        let range = match (self.at_least, self.at_most) {
            (None, None) => String::new(),
            (Some(least), None) => format!(" >= {least}"),
            (None, Some(most)) => format!(" <= {most}"),
            (Some(least), Some(most)) => format!(" {least} to {most}"),
        };
        let of = format!("{}{range}", self.of);
        let stratum = self.stratum.map_or(String::new(), |values| format!(", {values}"));
        let over = match self.over {
            Over::All => "",
            Over::Decided => ", decided",
            Over::Finished => ", finished",
        };
        let kind = match self.figure {
            Kind::Share => "share of",
            Kind::Mean => "mean",
            Kind::StdDev => "s.d. of",
            Kind::Median => "median",
            Kind::Mode => "mode of",
            Kind::Min => "least",
            Kind::Max => "most",
            Kind::Again => "one more of",
        };
        format!("{kind} {of}{over}{stratum}")
    }

    /// The figure as part of what distinguishes runs.
    pub fn identity(&self) -> Json {
        serde_json::to_value(self).unwrap_or_default()
    }

    /// Whether the obtained figure agrees: `yes`, `no`, or `nearest` where the file says beforehand that
    /// no reading does.
    pub fn verdict(&self, found: &Compared) -> &'static str {
        match (found.agrees(self), self.nearest) {
            (true, _) => "yes",
            (false, true) => "nearest",
            (false, false) => "no",
        }
    }

    /// The figure that [`Published::identity`] describes; `None` if it describes none.
    pub fn of_identity(json: &Json) -> Option<Self> {
        Self::deserialize(json).ok()
    }

    /// The figure in the counts of a study.
    pub fn compare(&self, study: &Study, totals: &Totals) -> Option<Compared> {
        let cell = match &self.rules {
            None => 0,
            Some(name) => study.cells.iter().position(|cell| cell.name == *name)?,
        };
        let tally = totals.cells.get(cell)?;
        let ((obtained, std_err), games) = match self.stratum {
            None => (self.obtained(tally), tally.games()),
            Some(values) => self.in_strata(study.info(), totals.strata.get(cell)?, values),
        };
        // Every order was played, or the very deals that the figure is of: there is no chance in it.
        let exact = matches!(study.deals.from, DealsFrom::Orders | DealsFrom::List(_));
        let std_err = if exact { Some(0.0) } else { std_err };
        Some(Compared { cell, obtained, std_err, games })
    }

    /// The figure in the games of these strata, with their number.
    fn in_strata(
        &self,
        info: &'static GameInfo,
        strata: &Strata,
        values: Values,
    ) -> ((Option<f64>, Option<f64>), u64) {
        let mut all = Stratum::default();
        for (_, stratum) in strata.by_value().filter(|(value, _)| values.contains(*value)) {
            all.outcomes.iter_mut().zip(stratum.outcomes).for_each(|(all, games)| *all += games);
            all.sum += stratum.sum;
            all.sum_sq += stratum.sum_sq;
        }
        match self.subject(info) {
            Ok(Subject::Outcome(outcome)) => {
                let over = (0..info.outcomes.len())
                    .filter(|&o| self.over != Over::Decided || info.outcomes[o].decided);
                let games = over.map(|outcome| all.outcomes[outcome]).sum();
                (share(all.outcomes[outcome], games), games)
            }
            _ => ((all.moments().mean(), all.moments().std_err()), all.games()),
        }
    }

    fn obtained(&self, tally: &Tally) -> (Option<f64>, Option<f64>) {
        let info = tally.info();
        let Ok(subject) = self.subject(info) else { return (None, None) };
        let games = self.games(tally);
        match subject {
            Subject::Outcome(outcome) => {
                let counts = self.ends(info).filter(|end| info.outcome_of(*end) == outcome);
                share(counts.map(|end| games_of(tally, end)).sum(), games)
            }
            Subject::Reason(reason) => {
                let counts = self.ends(info).filter(|end| end % info.end_reasons.len() == reason);
                share(counts.map(|end| games_of(tally, end)).sum(), games)
            }
            Subject::Series(s) => {
                let least = self.at_least.unwrap_or(1);
                let longer = |from: u64| -> u64 {
                    let chains = tally.series(s).iter().filter(|(key, _)| key[0] >= from);
                    chains.map(|(_, &count)| count).sum()
                };
                share(longer(least + 1), longer(least))
            }
            Subject::Counter(c) if info.counters[c].keep == Keep::Max => {
                (Some(tally.max(c) as f64), None)
            }
            Subject::Counter(c) if info.counters[c].keep == Keep::Sum => {
                let outcomes = match self.over {
                    Over::Decided => info.decided(),
                    _ => info.all_outcomes(),
                };
                (tally.moments(c, &outcomes).mean(), None)
            }
            Subject::Counter(c) => self.of_counter(&self.counts(tally, c), games),
        }
    }

    fn of_counter(&self, counts: &[(u64, u64)], games: u64) -> (Option<f64>, Option<f64>) {
        let summary = LengthSummary::from_counts(counts.iter().copied());
        let n = games as f64;
        let whole = |value: Option<u64>| value.map(|value| value as f64);
        match self.figure {
            Kind::Share => {
                let range = self.at_least.unwrap_or(0)..=self.at_most.unwrap_or(u64::MAX);
                let within = counts.iter().filter(|(length, _)| range.contains(length));
                share(within.map(|(_, games)| games).sum(), games)
            }
            Kind::Mean => (summary.mean, summary.std_err),
            Kind::StdDev => {
                // The variance of a sample variance: (fourth moment - variance^2) / n.
                let error = summary.mean.zip(summary.std_dev).filter(|(_, sd)| *sd > 0.0);
                let error = error.map(|(mean, sd)| {
                    let fourth = |&(length, games): &(u64, u64)| {
                        let square = (length as f64 - mean) * (length as f64 - mean);
                        games as f64 * square * square
                    };
                    let fourth: f64 = counts.iter().map(fourth).sum::<f64>() / n;
                    ((fourth - sd * sd * sd * sd).max(0.0) / n).sqrt() / (2.0 * sd)
                });
                (summary.std_dev, error)
            }
            Kind::Median => {
                // The values at one standard error of the rank on either side.
                let at = |rank: f64| {
                    let mut seen = 0;
                    let found = counts.iter().find(|(_, games)| {
                        seen += games;
                        seen as f64 >= rank
                    });
                    found.map(|&(length, _)| length as f64)
                };
                let ends = at(n / 2.0 - n.sqrt() / 2.0).zip(at(n / 2.0 + n.sqrt() / 2.0));
                (whole(summary.median), ends.map(|(low, high)| ((high - low) / 2.0).max(0.5)))
            }
            Kind::Mode => {
                let most = counts.iter().map(|&(_, games)| games).max();
                let mode = counts.iter().find(|&&(_, games)| Some(games) == most);
                (mode.map(|&(length, _)| length as f64), None)
            }
            Kind::Min => (whole(summary.min), None),
            Kind::Max => (whole(summary.max), None),
            Kind::Again => (None, None),
        }
    }

    /// The ends of the games that the figure is over.
    fn ends(&self, info: &'static GameInfo) -> impl Iterator<Item = usize> + use<> {
        let over = self.over;
        (0..info.ends()).filter(move |&end| match over {
            Over::All => true,
            Over::Decided => info.outcomes[info.outcome_of(end)].decided,
            Over::Finished => !info.is_unfinished(info.end_reasons[end % info.end_reasons.len()]),
        })
    }

    fn games(&self, tally: &Tally) -> u64 {
        self.ends(tally.info()).map(|end| games_of(tally, end)).sum()
    }

    /// How often each value of a counter occurred in these games, rising.
    fn counts(&self, tally: &Tally, counter: usize) -> Vec<(u64, u64)> {
        let (info, mut counts) = (tally.info(), std::collections::BTreeMap::new());
        for end in self.ends(info) {
            let (outcome, reason) = (info.outcome_of(end), end % info.end_reasons.len());
            for (value, games) in tally.counts_at(counter, outcome, reason) {
                *counts.entry(value).or_insert(0) += games;
            }
        }
        counts.into_iter().collect()
    }
}

impl Compared {
    /// Obtained less reported, in standard errors of both together; `None` where there is none.
    pub fn z(&self, published: &Published) -> Option<f64> {
        let error = self.error(published);
        let difference = self.obtained? - published.value;
        (error > 0.0).then(|| difference / error)
    }

    /// The standard error of both together.
    fn error(&self, published: &Published) -> f64 {
        let mine = self.std_err.unwrap_or(0.0);
        let theirs = published.games.map_or(published.std_err, |games| {
            mine * (self.games as f64 / games.max(1) as f64).sqrt()
        });
        libm::hypot(mine, theirs)
    }

    /// Whether they differ by at most the sum of the tolerance and [`AGREES_WITHIN`] standard errors.
    pub fn agrees(&self, published: &Published) -> bool {
        let error = self.error(published);
        // The tolerance is a decimal, and its binary neighbour may be just below.
        let most = (published.tolerance + AGREES_WITHIN * error) * (1.0 + 1e-9);
        self.obtained.is_some_and(|obtained| (obtained - published.value).abs() <= most)
    }
}

fn games_of(tally: &Tally, end: usize) -> u64 {
    let reasons = tally.info().end_reasons.len();
    tally.games_at(end / reasons, end % reasons)
}

fn share(count: u64, of: u64) -> (Option<f64>, Option<f64>) {
    if of == 0 {
        return (None, None);
    }
    let p = count as f64 / of as f64;
    (Some(p), Some((p * (1.0 - p) / of as f64).sqrt()))
}
