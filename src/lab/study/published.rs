//! Published figures beside what the games of a study say.

use super::totals::Totals;
use crate::core::cards::DealsFrom;
use crate::core::game::{GameInfo, Keep};
use crate::core::stats::LengthSummary;
use crate::core::strata::{Strata, Stratum};
use crate::core::tally::Tally;
use crate::lab::spec::Study;
use crate::lab::spec::published::{Kind, Over, Published, Subject, Values};

/// Standard errors by which obtained and reported may differ, on top of the tolerance.
pub const AGREES_WITHIN: f64 = 3.0;

/// Where fewer games than this are of the rarer kind, their own share is a poor guide to its standard
/// error, which is 0 where none occurred: the published share's counts if it is larger.
const FEW: f64 = 100.0;

/// A share tells nothing where fewer of the rarer kind were seen and were to be expected: even with none
/// seen, the published share is within [`AGREES_WITHIN`] standard errors of it.
const TOO_FEW: f64 = AGREES_WITHIN * AGREES_WITHIN;

/// What chance has to do with a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chance {
    /// Nothing: every order was played, or the very deals that the figure is of.
    None,
    /// It is a share of so many games or chains.
    ShareOf(u64),
    /// It is something else of games played by chance.
    Other,
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
    /// What chance has to do with it.
    pub chance: Chance,
    /// Whether games were given up, so that the games cannot tell.
    pub open: bool,
}

/// A value, its standard error, and of how many games or chains it is a share, if it is one.
type Figure = (Option<f64>, Option<f64>, Option<u64>);

impl Published {
    /// Whether the obtained figure agrees: `yes`, `no`, `nearest` where the file says beforehand that no
    /// reading does, or `untested` where the games cannot tell.
    pub fn verdict(&self, found: &Compared) -> &'static str {
        if found.open {
            return "untested";
        }
        match (found.agrees(self), self.nearest, found.error(self)) {
            (true, _, _) => "yes",
            (false, true, _) => "nearest",
            (false, false, None) => "untested",
            (false, false, Some(_)) => "no",
        }
    }

    /// The figure in the counts of a study.
    pub fn compare(&self, study: &Study, totals: &Totals) -> Option<Compared> {
        let cell = match &self.rules {
            None => 0,
            Some(name) => study.cells.iter().position(|cell| cell.name == *name)?,
        };
        let tally = totals.cells.get(cell)?;
        let ((obtained, std_err, of), games, given_up) = match self.stratum {
            None => (self.obtained(tally), tally.games(), study.cells[cell].rules.given_up(tally)),
            Some(values) => self.in_strata(study.info(), totals.strata.get(cell)?.first()?, values),
        };
        // Every order was played, or the very deals that the figure is of: there is no chance in it.
        let exact = matches!(study.deals.from, DealsFrom::Orders | DealsFrom::List(_));
        let (std_err, chance) = match (exact, of) {
            (true, _) => (Some(0.0), Chance::None),
            (false, Some(of)) => (std_err, Chance::ShareOf(of)),
            (false, None) => (std_err, Chance::Other),
        };
        let open = given_up > 0 && (self.over == Over::All || matches!(self.figure, Kind::Max));
        Some(Compared { cell, obtained, std_err, games, chance, open })
    }

    /// The figure in the games of these strata, with their number, and how many of all in them were given up.
    fn in_strata(
        &self,
        info: &'static GameInfo,
        strata: &Strata,
        values: Values,
    ) -> (Figure, u64, u64) {
        let mut all = Stratum::new(info.outcomes.len());
        for (_, stratum) in strata.by_value().filter(|(value, _)| values.contains(*value)) {
            all.merge(stratum).unwrap_or_else(|_| unreachable!("their sum was counted"));
        }
        match self.subject(info) {
            Ok(Subject::Outcome(outcome)) => {
                let over = (0..info.outcomes.len())
                    .filter(|&o| self.over != Over::Decided || info.outcomes[o].decided);
                let games = over.map(|outcome| all.outcomes[outcome]).sum();
                (share(all.outcomes[outcome], games), games, all.given_up())
            }
            _ => {
                let figure = (all.moments().mean(), all.moments().std_err(), None);
                (figure, all.games(), all.given_up())
            }
        }
    }

    fn obtained(&self, tally: &Tally) -> Figure {
        let info = tally.info();
        let Ok(subject) = self.subject(info) else { return (None, None, None) };
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
                (Some(tally.max(c) as f64), None, None)
            }
            Subject::Counter(c) if info.counters[c].keep == Keep::Sum => {
                let outcomes = match self.over {
                    Over::Decided => info.decided(),
                    _ => info.all_outcomes(),
                };
                (tally.moments(c, &outcomes).mean(), None, None)
            }
            Subject::Counter(c) => self.of_counter(&self.counts(tally, c), games),
        }
    }

    fn of_counter(&self, counts: &[(u64, u64)], games: u64) -> Figure {
        let summary = LengthSummary::from_counts(counts.iter().copied());
        let n = games as f64;
        let whole = |value: Option<u64>| value.map(|value| value as f64);
        let (value, std_err) = match self.figure {
            Kind::Share => {
                let range = self.at_least.unwrap_or(0)..=self.at_most.unwrap_or(u64::MAX);
                let within = counts.iter().filter(|(length, _)| range.contains(length));
                return share(within.map(|(_, games)| games).sum(), games);
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
        };
        (value, std_err, None)
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
        let error = self.error(published)?;
        let difference = self.obtained? - published.value;
        (error > 0.0).then(|| difference / error)
    }

    /// The standard error of both together; `None` where the games cannot tell it.
    fn error(&self, published: &Published) -> Option<f64> {
        let mine = match self.chance {
            Chance::None => 0.0,
            Chance::ShareOf(of) => self.error_of_share(published.value, of as f64)?,
            // Games that are all alike do not say how far others may be off.
            Chance::Other => self.std_err.filter(|error| *error > 0.0)?,
        };
        let theirs = published.games.map_or(published.std_err, |games| {
            mine * (self.games as f64 / games.max(1) as f64).sqrt()
        });
        Some(libm::hypot(mine, theirs))
    }

    /// The standard error of a share of so many, where this one was published.
    fn error_of_share(&self, published: f64, of: f64) -> Option<f64> {
        let (obtained, own) = (self.obtained?, self.std_err?);
        let seen = of * obtained.min(1.0 - obtained);
        if seen >= FEW {
            return Some(own);
        }
        let rarer = published.min(1.0 - published).max(0.0);
        let rarer_seen = of * if published <= 0.5 { obtained } else { 1.0 - obtained };
        let is_told = rarer == 0.0 || rarer_seen.max(of * rarer) >= TOO_FEW;
        is_told.then(|| own.max((rarer * (1.0 - rarer) / of).sqrt()))
    }

    /// Whether they differ by at most the sum of the tolerance and [`AGREES_WITHIN`] standard errors;
    /// without one of these games, by that of the tolerance and the source's.
    pub fn agrees(&self, published: &Published) -> bool {
        let error = match (self.error(published), self.chance) {
            (Some(error), _) => error,
            (None, Chance::ShareOf(_)) => return false,
            (None, _) => published.std_err,
        };
        // The tolerance is a decimal, and its binary neighbour may be just below.
        let most = (published.tolerance + AGREES_WITHIN * error) * (1.0 + 1e-9);
        self.obtained.is_some_and(|obtained| (obtained - published.value).abs() <= most)
    }
}

fn games_of(tally: &Tally, end: usize) -> u64 {
    let reasons = tally.info().end_reasons.len();
    tally.games_at(end / reasons, end % reasons)
}

fn share(count: u64, of: u64) -> Figure {
    if of == 0 {
        return (None, None, None);
    }
    let p = count as f64 / of as f64;
    (Some(p), Some((p * (1.0 - p) / of as f64).sqrt()), Some(of))
}
