//! Figures that somebody published, beside what the games of a study say.

use serde::{Deserialize, Serialize};

use crate::core::game::{GameInfo, Keep};
use crate::core::wording::nearest::meant;

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
#[serde(
    untagged,
    expecting = "must be a value of the feature, or the first and the last of several"
)]
pub enum Values {
    /// This value.
    One(i64),
    /// From the first to the last.
    Range([i64; 2]),
}

impl Values {
    pub fn contains(self, value: i64) -> bool {
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
pub enum Subject {
    Outcome(usize),
    Reason(usize),
    Counter(usize),
    Series(usize),
}

impl Published {
    /// Whether the figure makes sense for this game, whose games are sorted by `by` features.
    ///
    /// Errors: a sentence with what is allowed.
    pub fn check(&self, info: &GameInfo, by: usize) -> Result<(), String> {
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
                (0, _) => {
                    Err(format!("stratum = {stratum}: needs `by`, the feature it is a value of"))
                }
                (2.., _) => Err(format!(
                    "stratum = {stratum}: a value of which feature? `by` may name only one here"
                )),
                (1, false) => Err(format!(
                    "stratum = {stratum}: only for the share of an outcome, over all or decided games, \
                     and the mean of {length} over all games"
                )),
                (1, true) => self.numbers(),
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

    pub fn subject(&self, info: &GameInfo) -> Result<Subject, String> {
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
            let hint = meant(word, known.iter().copied());
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
}
