//! Figures that somebody published, beside what the games of a study say.

use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::Study;
use super::totals::Totals;
use crate::core::game::{GameInfo, Keep};
use crate::core::stats::LengthSummary;
use crate::core::tally::Tally;
use crate::core::wording::nearest::nearest;

/// Standard errors by which obtained and reported may differ, beyond the tolerance.
pub const AGREES_WITHIN: f64 = 3.0;

/// What kind of number was published.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The share of games with an outcome, an end reason, or at least so many of a counter.
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
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

/// A published figure, as an experiment file states it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
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
    /// What the source says, in a few words.
    pub says: String,
}

/// What a kind of number is called.
const KINDS: [(Kind, &str); 8] = [
    (Kind::Share, "share of"),
    (Kind::Mean, "mean"),
    (Kind::StdDev, "s.d. of"),
    (Kind::Median, "median"),
    (Kind::Mode, "mode of"),
    (Kind::Min, "least"),
    (Kind::Max, "most"),
    (Kind::Again, "one more of"),
];

/// What is added for the games.
const OVERS: [(Over, &str); 3] =
    [(Over::Decided, ", decided"), (Over::Finished, ", finished"), (Over::All, "")];

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
    /// Whether the figure makes sense for this game.
    ///
    /// Errors: a sentence with what is allowed.
    pub fn check(&self, info: &GameInfo) -> Result<(), String> {
        let subject = self.subject(info)?;
        let kept = |c: usize| info.counters[c].keep;
        let (fits, needs) = match (self.figure, &subject) {
            (Kind::Share, Subject::Outcome(_) | Subject::Reason(_)) => {
                (self.at_least.is_none(), "no at_least")
            }
            (Kind::Share, Subject::Counter(c)) => {
                (self.at_least.is_some() && kept(*c) == Keep::Histogram, "at_least, and a length")
            }
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
        let positive = self.tolerance >= 0.0 && self.std_err >= 0.0 && self.value.is_finite();
        match (fits, positive) {
            (false, _) => Err(format!("of = \"{}\": this figure needs {needs}", self.of)),
            (_, false) => Err("value must be a number, tolerance and std_err 0 or more".into()),
            _ => Ok(()),
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
        let least = self.at_least.map_or(String::new(), |least| format!(" >= {least}"));
        let of = format!("{}{least}", self.of);
        let over = OVERS.iter().find(|(over, _)| *over == self.over).map_or("", |(_, word)| word);
        let kind = KINDS.iter().find(|(kind, _)| *kind == self.figure).map_or("", |(_, word)| word);
        format!("{kind} {of}{over}")
    }

    /// The figure as part of what distinguishes runs.
    pub fn identity(&self) -> Json {
        json!([
            self.rules,
            self.name(),
            self.value,
            self.tolerance,
            self.std_err,
            self.games,
            self.says
        ])
    }

    /// The figure that [`Published::identity`] describes; `None` if it describes none.
    pub fn of_identity(json: &Json) -> Option<Self> {
        let name = json[1].as_str()?;
        let (kind, rest) = KINDS
            .iter()
            .find_map(|&(kind, word)| Some((kind, name.strip_prefix(word)?.strip_prefix(' ')?)))?;
        let (over, of) =
            OVERS.iter().find_map(|&(over, word)| Some((over, rest.strip_suffix(word)?)))?;
        let (of, at_least) = match of.split_once(" >= ") {
            None => (of, None),
            Some((of, least)) => (of, Some(least.parse().ok()?)),
        };
        Some(Self {
            rules: json[0].as_str().map(Into::into),
            figure: kind,
            of: of.into(),
            over,
            at_least,
            value: json[2].as_f64()?,
            tolerance: json[3].as_f64()?,
            std_err: json[4].as_f64()?,
            games: json[5].as_u64(),
            says: json[6].as_str()?.into(),
        })
    }

    /// The figure in the counts of a study.
    pub fn compare(&self, study: &Study, totals: &Totals) -> Option<Compared> {
        let cell = match &self.rules {
            None => 0,
            Some(name) => study.cells.iter().position(|cell| cell.name == *name)?,
        };
        let tally = totals.cells.get(cell)?;
        let (obtained, std_err) = self.obtained(tally);
        Some(Compared { cell, obtained, std_err, games: tally.games() })
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
                let least = self.at_least.unwrap_or(0);
                let longer = counts.iter().filter(|(length, _)| *length >= least);
                share(longer.map(|(_, games)| games).sum(), games)
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

    /// Whether they agree within the tolerance and [`AGREES_WITHIN`] standard errors.
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
