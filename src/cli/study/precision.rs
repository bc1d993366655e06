//! Precision on request: looks at a running batch, predictions from a pilot, plans.

use std::io;
use std::time::Instant;

use super::Study;
use crate::cli::failure::{Failure, Kind};
use crate::core::stats::predict::{
    games_for_mean, games_for_mean_sequence, games_for_ratio, games_for_ratio_sequence,
};
use crate::core::stats::table::Table;
use crate::core::stats::{
    LengthSummary, LookSchedule, MeanSequence, ProportionSequence, tuned_for, z_for_confidence,
};
use crate::games::war::batch::{WarBatch, WarTotals};
use crate::games::war::comparison;
use crate::games::war::measure::Measure;
use crate::games::war::result::Outcome;
use crate::games::war::tables::{lengths, ratio};
use crate::games::war::tally::WarTally;
use crate::lab::report::text::{Align, columns, grouped};
use crate::lab::run::{Control, Threads, run as play_all};
use crate::lab::study::{Experiment, Target};

/// Games of the pilot from which a precision is predicted.
const PILOT: u64 = 10_000;
/// Games of each rule set that are timed for a plan.
const TIMED: u64 = 2_000;

/// How precise a measure of one rule set is.
#[derive(Clone, Debug)]
pub struct Reached {
    /// Position of the rule set.
    pub cell: usize,
    /// What was asked for.
    pub target: Target,
    /// The estimate.
    pub estimate: Option<f64>,
    /// The interval, valid at any stopping point.
    pub interval: (f64, f64),
    /// The sequence it comes from.
    pub method: &'static str,
}

impl Reached {
    /// Half the interval's width.
    pub fn half_width(&self) -> f64 {
        (self.interval.1 - self.interval.0) / 2.0
    }

    /// Whether it is as narrow as asked for.
    pub fn is_reached(&self) -> bool {
        self.half_width() <= self.target.half_width
    }
}

/// The precision of everything that a precision was asked for, after so many games.
pub fn look(e: &Experiment, totals: &WarTotals, games: u64) -> Vec<Reached> {
    let mut reached = Vec::new();
    for (cell, tally) in totals.cells.iter().enumerate() {
        for &target in &e.until {
            reached.push(match target.measure {
                Measure::Ratio(outcome) => {
                    let won = tally.games_won(outcome);
                    let sequence = ProportionSequence::new(e.confidence, tuned_for(e.games));
                    Reached {
                        cell,
                        target,
                        estimate: ratio(won.into(), games),
                        interval: sequence.interval(won, games),
                        method: "beta-binomial confidence sequence",
                    }
                }
                Measure::Battles => {
                    let all = lengths(tally, &Outcome::ALL);
                    let sequence = MeanSequence::new(e.confidence, tuned_for(e.games));
                    let interval = match (all.mean, all.std_dev) {
                        (Some(mean), Some(std_dev)) => sequence.interval(games, mean, std_dev),
                        _ => (f64::NEG_INFINITY, f64::INFINITY),
                    };
                    let method = "asymptotic confidence sequence";
                    Reached { cell, target, estimate: all.mean, interval, method }
                }
            });
        }
    }
    reached
}

/// `precision.csv`: a row per rule set and precision asked for.
pub fn table(names: &[&str], games: u64, reached: &[Reached]) -> Table {
    let header = [
        "rules",
        "measure",
        "games",
        "estimate",
        "ci_low",
        "ci_high",
        "half_width",
        "wanted",
        "reached",
        "method",
    ];
    let mut table = Table::new("precision.csv", header);
    for row in reached {
        let finite = |x: f64| x.is_finite().then_some(x);
        table.push(vec![
            names[row.cell].into(),
            row.target.measure.name().into(),
            games.into(),
            row.estimate.into(),
            finite(row.interval.0).into(),
            finite(row.interval.1).into(),
            finite(row.half_width()).into(),
            row.target.half_width.into(),
            if row.is_reached() { "yes" } else { "no" }.into(),
            row.method.into(),
        ]);
    }
    table
}

/// Plays a few games without writing anything.
fn pilot(study: &Study<'_>, batch: &WarBatch, games: u64) -> Result<WarTotals, Failure> {
    let first = study.experiment.first_game;
    let control = Control::default();
    play_all::<_, (), io::Error>(batch, first..first + games, Threads::All, &control, None)
        .map_err(|e| Failure::new(Kind::Internal, e.to_string()))
}

/// How many games the precisions need, in words.
pub fn predict(study: &Study<'_>, batch: &WarBatch, targets: &[Target]) -> Result<String, Failure> {
    let e = &study.experiment;
    let games = PILOT.min(e.games.max(1));
    let totals = pilot(study, batch, games)?;
    let mut lines = vec![
        ["rules", "measure", "pilot", "half-width", "games", "with --until"]
            .map(String::from)
            .to_vec(),
    ];
    for (cell, tally) in batch.cells().iter().zip(&totals.cells) {
        for target in targets {
            let need = Need::of(e, tally, games, *target);
            let shown = |games: Option<u64>| games.map_or("too many".into(), grouped);
            lines.push(vec![
                cell.name.clone(),
                target.measure.name().into(),
                format!("{:.5}", need.estimate),
                target.half_width.to_string(),
                shown(need.fixed),
                shown(need.sequence),
            ]);
        }
    }
    lines.extend(pair_lines(e, batch, &totals, targets));
    let right = Align::Right;
    let table = columns(&[Align::Left, Align::Left, right, right, right, right], &lines);
    Ok(format!(
        "from a pilot of {} games, seed {}, {} % intervals; nothing was written\n\n{table}",
        grouped(games),
        e.seed,
        100.0 * e.confidence
    ))
}

/// How many games the differences between rule sets need, a line per pair and precision.
fn pair_lines(
    e: &Experiment,
    batch: &WarBatch,
    totals: &WarTotals,
    targets: &[Target],
) -> Vec<Vec<String>> {
    let z = z_for_confidence(e.confidence);
    let name = |k: usize| &batch.cells()[k].name;
    let mut lines = Vec::new();
    for pair in e.pairs.list(batch.cells().len()) {
        for target in targets {
            let rows = comparison::compare(totals, &[pair], &[target.measure], z);
            let Some(difference) = rows.first().map(|row| &row.difference) else { continue };
            // The spread of one game's difference, or of two games' on deals of their own.
            let spread = difference.std_err.map(|e| e * (difference.n_1 as f64).sqrt());
            let needed = spread.and_then(|spread| games_for_mean(spread, target.half_width, z));
            lines.push(vec![
                format!("{} less {}", name(pair.1), name(pair.0)),
                target.measure.name().into(),
                difference.difference.map_or("-".into(), |d| format!("{d:.5}")),
                target.half_width.to_string(),
                needed.map_or("too many".into(), grouped),
                "-".into(),
            ]);
        }
    }
    lines
}

/// Games that a precision needs.
struct Need {
    estimate: f64,
    /// For an interval at a number of games chosen beforehand.
    fixed: Option<u64>,
    /// Until `--until` stops, at a look.
    sequence: Option<u64>,
}

impl Need {
    fn of(e: &Experiment, tally: &WarTally, games: u64, target: Target) -> Self {
        let z = z_for_confidence(e.confidence);
        let tuned = tuned_for(e.games);
        let at_look = |games: u64| LookSchedule::new(u64::MAX).at_or_after(games);
        match target.measure {
            Measure::Ratio(outcome) => {
                let estimate = tally.games_won(outcome) as f64 / games as f64;
                let sequence = ProportionSequence::new(e.confidence, tuned);
                Self {
                    estimate,
                    fixed: games_for_ratio(estimate, target.half_width, z),
                    sequence: games_for_ratio_sequence(estimate, target.half_width, &sequence)
                        .and_then(at_look),
                }
            }
            Measure::Battles => {
                let all: LengthSummary = lengths(tally, &Outcome::ALL);
                let std_dev = all.std_dev.unwrap_or(0.0);
                let sequence = MeanSequence::new(e.confidence, tuned);
                Self {
                    estimate: all.mean.unwrap_or(0.0),
                    fixed: games_for_mean(std_dev, target.half_width, z),
                    sequence: games_for_mean_sequence(std_dev, target.half_width, &sequence)
                        .and_then(at_look),
                }
            }
        }
    }
}

/// What an experiment would do, in words, with an estimate of its time from a few timed games.
pub fn plan(study: &Study<'_>, batch: &WarBatch) -> Result<String, Failure> {
    let e = &study.experiment;
    let mut text = super::text::story(&e.story);
    let mut lines = vec![["rules", "engine", "games", "time"].map(String::from).to_vec()];
    let mut total_s = 0.0;
    for (single, engine) in batch.one_by_one().iter().zip(batch.engine_names()) {
        let timed = TIMED.min(e.games);
        let clock = Instant::now();
        pilot(study, single, timed)?;
        let per_game = clock.elapsed().as_secs_f64() / timed.max(1) as f64;
        let cell_s = per_game * e.games as f64;
        total_s += cell_s;
        lines.push(vec![
            single.cells()[0].name.clone(),
            engine.into(),
            grouped(e.games),
            duration(cell_s),
        ]);
    }
    let aligns = [Align::Left, Align::Left, Align::Right, Align::Right];
    text.push_str(&columns(&aligns, &lines));
    let at_most = if e.until.is_empty() { "" } else { " at most" };
    text.push_str(&format!(
        "\n{} rule sets, {} games each{at_most}, seed {}: {} by a few timed games\n\
         nothing was written; without --plan the results go to {}\n",
        e.cells.len(),
        grouped(e.games),
        e.seed,
        duration(total_s),
        study.output.out.join(study.output.name.as_deref().unwrap_or(&study.name)).display(),
    ));
    Ok(text)
}

/// A duration as people say it.
fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 1.0 => "under 1 s".into(),
        s if s < 120.0 => format!("about {s:.0} s"),
        s if s < 7_200.0 => format!("about {:.0} min", s / 60.0),
        s if s < 172_800.0 => format!("about {:.1} h", s / 3_600.0),
        s => format!("about {:.1} days", s / 86_400.0),
    }
}
