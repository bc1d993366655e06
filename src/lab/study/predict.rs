//! How many games a precision needs, estimated from a pilot.

use std::time::Instant;

use crate::core::stats::predict::{
    games_for_mean, games_for_mean_sequence, games_for_ratio, games_for_ratio_sequence,
};
use crate::core::stats::{LookSchedule, ProportionSequence, tuned_for, wilson, z_for_confidence};
use crate::core::table::{Table, Value};
use crate::core::wording::text::grouped;
use crate::lab::run::Control;

use super::plan::plan;
use super::play::{Running, play_range};
use super::totals::Totals;
use super::until::{
    Lengths, Of, Sequence, Spread, asked, confidence_of_each, each, given_up, hypotheses, look,
    spread,
};
use crate::lab::spec::measure::{Measure, Target};
use crate::lab::spec::{Refused, Study};

/// Games of the pilot from which a precision is predicted.
pub const PILOT: u64 = 10_000;

/// Games that a precision needs.
#[derive(Clone, Debug)]
pub struct Need {
    /// Of which cell or pair.
    pub of: Of,
    /// The precision.
    pub target: Target,
    /// The pilot's estimate; `None` if it saw no two games that differ, and cannot tell.
    pub estimate: Option<f64>,
    /// For an interval at a number of games chosen in advance.
    pub fixed: Option<u64>,
    /// Until `--until` stops, at a look; `None` where it is too many.
    pub sequence: Option<u64>,
}

/// How many games a precision takes, as a pilot suggests; of several, the greatest counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Takes {
    /// So many.
    Games(u64),
    /// More than 2^53.
    TooMany,
    /// The pilot saw no two games that differ.
    CannotTell,
}

impl Need {
    /// How many games it takes if their number is chosen in advance.
    pub fn takes_fixed(&self) -> Takes {
        self.takes_if(self.fixed)
    }

    /// How many games it takes until `--until` stops.
    pub fn takes(&self) -> Takes {
        self.takes_if(self.sequence)
    }

    fn takes_if(&self, games: Option<u64>) -> Takes {
        match (self.estimate, games) {
            (None, _) => Takes::CannotTell,
            (Some(_), None) => Takes::TooMany,
            (Some(_), Some(games)) => Takes::Games(games),
        }
    }
}

/// What precisions need, as a pilot of 10,000 games suggests.
#[derive(Clone, Debug)]
pub struct Prediction {
    /// Games of the pilot.
    pub pilot: u64,
    /// What each precision needs; of a study that compares, that of every difference.
    pub needs: Vec<Need>,
    /// Seconds for a game of every cell.
    pub per_game_s: f64,
}

impl Prediction {
    /// A row for each precision: the games of an interval at a number chosen in advance, those until
    /// `--until` stops, and the seconds of the first; what the pilot cannot tell is empty.
    pub fn table(&self, study: &Study) -> Table {
        let games = |games: Option<u64>| games.map_or(Value::Empty, Value::Int);
        let float = |x: Option<f64>| x.map_or(Value::Empty, Value::Float);
        let header = ["rules", "measure", "half_width", "pilot", "games", "games_until", "seconds"];
        let mut table = Table::new("prediction.csv", header);
        for need in &self.needs {
            table.push(vec![
                Value::from(need.of.name(study).as_str()),
                Value::from(need.target.name(study.info()).as_str()),
                Value::Float(need.target.half_width),
                float(need.estimate),
                games(need.fixed),
                games(need.sequence),
                float(need.fixed.map(|games| self.per_game_s * games as f64)),
            ]);
        }
        table
    }
}

/// What these precisions of a study need.
///
/// Errors: [`Refused`].
pub fn predict(
    study: &Study,
    targets: &[Target],
    running: Running<'_>,
) -> Result<Prediction, Refused> {
    let pilot = PILOT.min(study.games.max(1));
    let range = study.first_game..study.first_game.saturating_add(pilot);
    let totals = play_range(study, range, running)?;
    let planned = plan(study, running)?;
    // What a comparison wants to be precise about is its differences; quantiles have none.
    let (quantiles, others): (Vec<_>, Vec<_>) =
        targets.iter().partition(|target| target.quantile.is_some());
    let wanted = match study.pair_list().is_empty() {
        true => each(study, targets, &[]),
        false => each(study, &quantiles, &others),
    };
    let needs = wanted.into_iter().map(|(of, t)| need(study, &totals, of, pilot, t)).collect();
    let seconds = planned.iter().map(|rules| rules.seconds).sum::<f64>();
    Ok(Prediction { pilot, needs, per_game_s: seconds / study.games as f64 })
}

/// What a study takes that only a precision ends.
#[derive(Clone, Copy, Debug)]
pub struct Forecast {
    /// Games of each cell.
    pub takes: Takes,
    /// Seconds for a game of every cell.
    pub per_game_s: f64,
}

/// What the precisions of a study take, estimated from a pilot of [`PILOT`] of its games.
///
/// Errors: [`Refused`] for a precision that may never be reached, for all games of the
/// pilot were alike and the lengths have no bound; those of playing.
pub fn forecast(study: &Study, running: Running<'_>) -> Result<Forecast, Refused> {
    let games = PILOT.min(study.most_games());
    let (first, clock) = (study.first_game, Instant::now());
    let control = Control::default();
    let pilot = Running { control: &control, ..running };
    let totals = play_range(study, first..first + games, pilot)?;
    let per_game_s = clock.elapsed().as_secs_f64() / games.max(1) as f64;
    let wanted =
        asked(study).into_iter().map(|(of, target)| need(study, &totals, of, games, target));
    let all: Vec<Need> = wanted.chain(undecided(study, &totals, games)).collect();
    let endless = |need: &&Need| {
        let sequence = Sequence::of(study, study.confidence, need.of, need.target.measure);
        need.estimate.is_none() && matches!(sequence, Sequence::Asymptotic(_))
    };
    if let Some(need) = all.iter().find(endless) {
        let target = need.target.text(study.info());
        let what = format!(
            "all {} games of a pilot were alike ({}), so this may never be reached; name the most \
             games to play with {{games}}",
            grouped(games),
            need.of.name(study)
        );
        return Err(Refused { at: Some(0), ..Refused::of("until", target, what) });
    }
    let takes = all.iter().map(Need::takes).max().unwrap_or(Takes::CannotTell);
    Ok(Forecast { takes, per_game_s })
}

/// What each decision needs, if the pilot's differences are the true ones.
fn undecided(study: &Study, totals: &Totals, games: u64) -> Vec<Need> {
    let pairs = study.pair_list();
    let confidence = confidence_of_each(study, hypotheses(study, &pairs));
    let mut all = Vec::new();
    for found in look(study, totals, games).into_iter().filter(|found| found.decision) {
        let (of, measure, estimate) = (found.of, found.target.measure, found.estimate);
        let away = estimate.unwrap_or(0.0).abs();
        // Told apart where 0 is outside, alike where what matters is.
        let half_width = away.max(found.target.half_width - away);
        let spread = told(study, totals, of, measure);
        let sequence = until(study, confidence, of, measure, half_width, spread);
        let estimate = spread.and(estimate);
        all.push(Need { of, target: found.target, estimate, fixed: None, sequence });
    }
    all
}

fn at_look(games: u64) -> Option<u64> {
    LookSchedule::new(u64::MAX).at_or_after(games)
}

/// The spread that a pilot shows, where its games are not all alike.
fn told(study: &Study, totals: &Totals, of: Of, measure: Measure) -> Option<Spread> {
    spread(study, totals, of, measure).filter(|spread| spread.std_dev > 0.0)
}

/// What a precision needs, from a pilot of this many games.
fn need(study: &Study, totals: &Totals, of: Of, games: u64, target: Target) -> Need {
    let (z, tuned) = (z_for_confidence(study.confidence), tuned_for(study.games));
    // What the games that were given up leave of it; nothing where they are too many.
    let (down, up) = given_up(study, totals, of, target);
    let half_width = (target.half_width - (down + up) / 2.0).max(0.0);
    let sequence = ProportionSequence::new(study.confidence, tuned);
    match (of, target.quantile, target.measure) {
        (Of::Cell(cell), Some(percent), _) => {
            let lengths = Lengths::new(study, &totals.cells[cell], cell, percent);
            let takes = |of_share: &dyn Fn(f64, u64) -> (f64, f64)| {
                games_for_mean_sequence(half_width, |games| {
                    let (low, high) = lengths.interval(|share| of_share(share, games));
                    (high - low) / 2.0
                })
            };
            let wins = |share: f64, games: u64| (share * games as f64).round() as u64;
            let fixed = takes(&|share, games| wilson(wins(share, games), games, z));
            let needed = takes(&|share, games| sequence.interval_at(share, games));
            let estimate = lengths.estimate();
            Need { of, target, estimate, fixed, sequence: needed.and_then(at_look) }
        }
        (Of::Cell(cell), None, Measure::Outcome(outcome)) => {
            let often = study.cells[cell].rules.often(&totals.cells[cell], outcome);
            if often.counted == 0 || often.counted == games {
                return Need { of, target, estimate: None, fixed: None, sequence: None };
            }
            let ratio = often.counted as f64 / games as f64;
            // Of equal seats each has its part of what the draws leave.
            let half_width = half_width * often.one_of.unwrap_or(1) as f64;
            let fixed = games_for_ratio(ratio, half_width, z);
            let needed = games_for_ratio_sequence(ratio, half_width, &sequence);
            let estimate = often.value();
            Need { of, target, estimate, fixed, sequence: needed.and_then(at_look) }
        }
        (_, _, measure) => {
            let spread = told(study, totals, of, measure);
            let estimate = spread.map(|spread| spread.mean);
            let fixed = spread.and_then(|spread| games_for_mean(spread.std_dev, half_width, z));
            let sequence = until(study, study.confidence, of, measure, half_width, spread);
            Need { of, target, estimate, fixed, sequence }
        }
    }
}

/// Games until the sequence of a mean is narrow enough, at a look.
fn until(
    study: &Study,
    confidence: f64,
    of: Of,
    measure: Measure,
    wanted: f64,
    spread: Option<Spread>,
) -> Option<u64> {
    let Spread { mean, std_dev, .. } = spread?;
    let sequence = Sequence::of(study, confidence, of, measure);
    let half_width = |games| sequence.half_width(games, mean, std_dev);
    games_for_mean_sequence(wanted, half_width).and_then(at_look)
}
