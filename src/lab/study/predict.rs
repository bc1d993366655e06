//! How many games a precision needs, estimated from a pilot.

use std::time::Instant;

use crate::core::stats::predict::{
    games_for_mean, games_for_mean_sequence, games_for_ratio, games_for_ratio_sequence,
};
use crate::core::stats::{LookSchedule, ProportionSequence, tuned_for, wilson, z_for_confidence};
use crate::core::table::{Table, Value};
use crate::core::wording::text::grouped;
use crate::lab::run::Control;

use super::compare::lengths;
use super::plan::plan;
use super::play::{Running, play_range};
use super::totals::Totals;
use super::until::{
    Lengths, Of, Sequence, Spread, confidence_of_each, given_up, hypotheses, look,
    spread_of_difference, spread_of_length,
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

/// What each precision needs, cell by cell and then pair by pair, from a pilot of this many games.
pub fn needs(study: &Study, totals: &Totals, games: u64, targets: &[Target]) -> Vec<Need> {
    let mut needs = Vec::new();
    for cell in 0..study.cells.len() {
        let need = |&target: &Target| {
            let left = left_to_chance(study, totals, Of::Cell(cell), target);
            Need { target, ..of_cell(study, totals, cell, games, left) }
        };
        needs.extend(targets.iter().map(need));
    }
    for (first, second) in study.pair_list() {
        for &target in targets.iter().filter(|target| target.quantile.is_none()) {
            let left = left_to_chance(study, totals, Of::Pair(first, second), target);
            needs.push(Need { target, ..of_pair(study, totals, (first, second), left) });
        }
    }
    needs
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
    let mut needs = needs(study, &totals, pilot, targets);
    // What a comparison wants to be precise about is its differences; quantiles have none.
    if !study.pair_list().is_empty() {
        needs.retain(|need| matches!(need.of, Of::Pair(..)) || need.target.quantile.is_some());
    }
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
    let mut all = needs(study, &totals, games, &study.until);
    all.retain(|need| matches!(need.of, Of::Cell(_)));
    let differences = needs(study, &totals, games, &study.until_difference);
    all.extend(differences.into_iter().filter(|need| matches!(need.of, Of::Pair(..))));
    all.extend(undecided(study, &totals, games));
    let endless = |need: &&Need| {
        let sequence = Sequence::of(study, need.of, need.target.measure);
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
        let spread = match of {
            Of::Pair(first, second) => spread_of_difference(study, totals, first, second, measure),
            _ => None,
        };
        let away = estimate.unwrap_or(0.0).abs();
        // Told apart where 0 is outside, alike where what matters is.
        let half_width = away.max(found.target.half_width - away);
        let spread = spread.filter(|spread| spread.std_dev > 0.0);
        let sequence = spread.and_then(|spread| {
            let sequence = Sequence::at(study, confidence, of, measure);
            let width = |games| sequence.half_width(games, spread.mean, spread.std_dev);
            games_for_mean_sequence(half_width, width).and_then(at_look)
        });
        let estimate = spread.and(estimate);
        all.push(Need { of, target: found.target, estimate, fixed: None, sequence });
    }
    all
}

fn at_look(games: u64) -> Option<u64> {
    LookSchedule::new(u64::MAX).at_or_after(games)
}

/// What the games that were given up leave of a half-width; nothing where they are too many.
fn left_to_chance(study: &Study, totals: &Totals, of: Of, target: Target) -> Target {
    let (down, up) = given_up(study, totals, of, target);
    Target { half_width: (target.half_width - (down + up) / 2.0).max(0.0), ..target }
}

fn of_cell(study: &Study, totals: &Totals, cell: usize, games: u64, target: Target) -> Need {
    let (z, tuned) = (z_for_confidence(study.confidence), tuned_for(study.games));
    let (of, tally, half_width) = (Of::Cell(cell), &totals.cells[cell], target.half_width);
    if let Some(percent) = target.quantile {
        let lengths = Lengths::new(study, tally, cell, percent);
        let takes = |of_share: &dyn Fn(f64, u64) -> (f64, f64)| {
            games_for_mean_sequence(half_width, |games| {
                let (low, high) = lengths.interval(|share| of_share(share, games));
                (high - low) / 2.0
            })
        };
        let sequence = ProportionSequence::new(study.confidence, tuned);
        let wins = |share: f64, games: u64| (share * games as f64).round() as u64;
        let fixed = takes(&|share, games| wilson(wins(share, games), games, z));
        let sequence = takes(&|share, games| sequence.interval_at(share, games)).and_then(at_look);
        return Need { of, target, estimate: lengths.estimate(), fixed, sequence };
    }
    match target.measure {
        Measure::Outcome(outcome) => {
            let often = study.cells[cell].rules.often(tally, outcome);
            if often.counted == 0 || often.counted == games {
                return Need { of, target, estimate: None, fixed: None, sequence: None };
            }
            let ratio = often.counted as f64 / games as f64;
            // Of equal seats each has its part of what the draws leave.
            let half_width = half_width * often.one_of.unwrap_or(1) as f64;
            let sequence = ProportionSequence::new(study.confidence, tuned);
            let fixed = games_for_ratio(ratio, half_width, z);
            let needed = games_for_ratio_sequence(ratio, half_width, &sequence);
            let estimate = often.value();
            Need { of, target, estimate, fixed, sequence: needed.and_then(at_look) }
        }
        Measure::Length => {
            let spread = spread_of_length(tally).filter(|spread| spread.std_dev > 0.0);
            let Some(std_dev) = spread.map(|spread| spread.std_dev) else {
                return Need { of, target, estimate: None, fixed: None, sequence: None };
            };
            let fixed = games_for_mean(std_dev, half_width, z);
            let estimate = lengths(tally).mean();
            Need { of, target, estimate, fixed, sequence: until(study, of, target, spread) }
        }
    }
}

/// Games until the sequence of a mean is narrow enough, at a look.
fn until(study: &Study, of: Of, target: Target, spread: Option<Spread>) -> Option<u64> {
    let Spread { mean, std_dev, .. } = spread?;
    let sequence = Sequence::of(study, of, target.measure);
    let half_width = |games| sequence.half_width(games, mean, std_dev);
    games_for_mean_sequence(target.half_width, half_width).and_then(at_look)
}

fn of_pair(
    study: &Study,
    totals: &Totals,
    (first, second): (usize, usize),
    target: Target,
) -> Need {
    let z = z_for_confidence(study.confidence);
    let of = Of::Pair(first, second);
    let spread = spread_of_difference(study, totals, first, second, target.measure);
    let spread = spread.filter(|spread| spread.std_dev > 0.0);
    Need {
        of,
        target,
        estimate: spread.map(|spread| spread.mean),
        fixed: spread.and_then(|spread| games_for_mean(spread.std_dev, target.half_width, z)),
        sequence: until(study, of, target, spread),
    }
}
