//! What came out, as tables: made once when a run ends, is shown or drawn, and all that files, screen and page read.
//! Knows no game: each game names itself and what it counts.

pub mod columns;
pub mod compared;
pub mod fields;
pub mod runs;
pub mod screen;
pub mod sheet;

mod sweep;

use std::collections::{HashMap, HashSet};

use crate::core::ends::Ends;
use crate::core::game::GameInfo;
use crate::core::stats::{ranked, z_for_confidence};
use crate::core::strata::Stratum;
use crate::core::tally::Tally;
use crate::core::wording::digits;
use crate::game::Cell;
use crate::lab::spec::Study;
use crate::lab::spec::measure::Measure;
use crate::lab::study::Finished;
use crate::lab::study::compare::Comparison;
use crate::lab::study::estimate::Estimate;
use fields::{Fields, shortened};

/// A run: what it is called, and what was counted.
#[derive(Clone, Debug)]
pub struct Run {
    /// The name of its folder; empty where it has none.
    pub name: String,
    /// What was counted.
    pub finished: Finished,
}

impl Run {
    /// What was played just now, without a folder.
    pub fn of(finished: Finished) -> Self {
        Self { name: String::new(), finished }
    }
}

/// What rows are called, wherever it is said.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// In files: by rule set and part.
    pub full: Vec<String>,
    /// In figures: by the values of swept fields, else without what all have in common.
    pub short: Vec<String>,
}

impl Names {
    /// Those of the rows; the name of a run stands before a name that two have.
    fn of(tables: &Tables) -> Self {
        let (cells, swept) = (tables.cells(), tables.swept());
        let mut times: HashMap<&str, usize> = HashMap::new();
        cells.iter().for_each(|cell| *times.entry(&cell.name).or_default() += 1);
        let named = tables.places.iter().zip(&cells);
        let full = named.map(|((run, _), Cell { name, .. })| match times[name.as_str()] {
            1 => name.clone(),
            _ => format!("{}:{name}", tables.runs[*run].name),
        });
        let full: Vec<String> = full.collect();
        let short = match Fields::of_sweep(&cells, swept) {
            Some(all) => (0..full.len()).map(|k| all.name(k, None)).collect(),
            None => shortened(&full),
        };
        Self { full, short }
    }
}

/// The tables of runs of one game, of which every number that anybody reads is a row.
///
/// Shapes: a [`Row`] is a rule set, or a part of one, such as a pair of dice; positions in comparisons are
/// those of rows.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    /// The runs.
    pub runs: Vec<Run>,
    /// The run and the cell of it that each row is of.
    places: Vec<(usize, usize)>,
    /// What each row is called.
    pub names: Names,
    /// Every estimate of each row behind its name, as `estimates.csv` has them.
    estimates: Vec<Vec<(String, Estimate)>>,
    /// The rows of `strata.csv`.
    pub strata: Vec<OfFeature>,
    /// The rows of `comparison.csv`.
    pub comparisons: Vec<Comparison>,
    /// What is asked of several runs.
    question: Option<Study>,
}

impl Tables {
    /// Those of one run.
    pub fn of(run: Run) -> Self {
        let comparisons = run.finished.comparisons();
        Self { comparisons, ..Self::together(vec![run], None) }
    }

    /// Those of runs of one game, of which this is asked. A row is called as its cell, with the run's name before it
    /// where two have one of that name.
    ///
    /// Panics without a run.
    fn together(runs: Vec<Run>, question: Option<Study>) -> Self {
        let cells = |run: usize| (0..runs[run].finished.study.cells.len()).map(move |k| (run, k));
        let places: Vec<(usize, usize)> = (0..runs.len()).flat_map(cells).collect();
        let mut all = Self { runs, places, question, ..Self::default() };
        all.names = Names::of(&all);
        let z = all.z();
        let estimates = all.places.iter().map(|&(run, cell)| {
            let Finished { study, totals, .. } = &all.runs[run].finished;
            study.estimates(totals, cell, z)
        });
        all.estimates = estimates.collect();
        let strata = all.rows().zip(&all.places).flat_map(|(row, &(_, cell))| row.strata(cell, z));
        all.strata = strata.collect();
        all
    }

    /// Whether each order was played, and exact counts are its tables.
    fn is_of_orders(&self) -> bool {
        self.verb() == "exact"
    }

    /// Whether it is given in the game's own words and tables, where it has them.
    fn is_own(&self) -> bool {
        self.verb() == self.info().name
    }

    /// The game's words.
    pub fn info(&self) -> &'static GameInfo {
        self.finished().study.info()
    }

    /// The first run, which most often is the only one.
    pub fn finished(&self) -> &Finished {
        &self.runs[0].finished
    }

    /// The only run.
    pub fn only(&self) -> Option<&Finished> {
        (self.runs.len() == 1).then(|| self.finished())
    }

    /// What was counted of the first run.
    ///
    /// Panics without a run.
    pub fn into_finished(mut self) -> Finished {
        self.runs.swap_remove(0).finished
    }

    /// The verb by which everything is asked.
    fn verb(&self) -> &str {
        &self.asked().verb
    }

    /// Row `k`.
    ///
    /// Panics if there is none.
    pub fn row(&self, k: usize) -> Row<'_> {
        let (run, number) = self.places[k];
        let finished = &self.runs[run].finished;
        Row {
            number: k,
            name: &self.names.full[k],
            short: &self.names.short[k],
            cell: &finished.study.cells[number],
            finished,
            tally: &finished.totals.cells[number],
            estimates: &self.estimates[k],
        }
    }

    /// Every row.
    pub fn rows(&self) -> impl DoubleEndedIterator<Item = Row<'_>> + ExactSizeIterator + Clone {
        (0..self.places.len()).map(|k| self.row(k))
    }

    /// What everything is asked of: the only run, or what several were compared by.
    pub fn asked(&self) -> &Study {
        self.question.as_ref().unwrap_or(&self.finished().study)
    }

    /// Decimals of the estimates of a measure: two digits of half of the widest interval.
    fn digits(&self, measure: Measure) -> usize {
        let least = match (measure, self.is_exact()) {
            (Measure::Mean(_), false) => 2,
            (Measure::Outcome(_), false) => 5,
            (Measure::Mean(_), true) => 6,
            (Measure::Outcome(_), true) => 9,
        };
        let intervals = self.rows().filter_map(|row| row.estimate(measure).interval);
        let widest = intervals.map(|(low, high)| high - low).fold(0.0, f64::max);
        digits::decimals(widest / 2.0, least)
    }

    /// How the estimates of a measure are written, all with as many decimals.
    fn said_of(&self, measure: Measure) -> impl Fn(&Row<'_>) -> String + use<> {
        let digits = self.digits(measure);
        move |row| sheet::as_said(row.estimate(measure), measure, digits)
    }

    /// The head of intervals.
    fn interval(&self) -> String {
        format!("{} % interval", self.percent())
    }

    /// The confidence in per cent.
    pub fn percent(&self) -> f64 {
        digits::percent(self.confidence())
    }

    /// Confidence of the intervals, in (0, 1).
    pub fn confidence(&self) -> f64 {
        self.asked().confidence
    }

    /// Standard errors that the confidence stands for.
    pub fn z(&self) -> f64 {
        z_for_confidence(self.confidence())
    }

    /// The measures that are compared, in the order asked for.
    pub fn measures(&self) -> Vec<Measure> {
        self.asked().measures_asked()
    }

    /// The fields that the only run sweeps.
    pub fn swept(&self) -> &[String] {
        self.only().map_or(&[], |run| &run.study.swept)
    }

    /// The swept fields in which the rows differ, or their names where these do not tell all apart; nothing where nobody
    /// asked for a sweep.
    pub fn fields(&self) -> Option<Fields> {
        let is_sweep = !self.swept().is_empty() && self.places.len() > 1;
        let names = || Fields::of_names(&self.names.short);
        is_sweep.then(|| Fields::of_sweep(&self.cells(), self.swept()).unwrap_or_else(names))
    }

    fn cells(&self) -> Vec<&Cell> {
        self.runs.iter().flat_map(|run| &run.finished.study.cells).collect()
    }

    /// The number of the row that all others are compared with.
    pub fn baseline(&self) -> Option<usize> {
        let study = &self.only()?.study;
        let name = study.spec.baseline.as_ref()?;
        study.cells.iter().position(|cell| cell.rules_name == *name)
    }

    /// Whether rows are parts of rule sets, such as pairs of dice; where all are of one part, they are rule sets.
    pub fn is_of_parts(&self) -> bool {
        let parts: HashSet<&str> = self.rows().map(|row| row.cell.part.as_str()).collect();
        parts.len() > 1 || self.places.len() == 1 && !parts.contains("")
    }

    /// Whether every deal was played, so that nothing is left to chance.
    pub fn is_exact(&self) -> bool {
        self.runs.iter().all(|run| run.finished.study.is_exact())
    }
}

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

    /// Its games by the values of each feature asked for; it is the cell of this number.
    fn strata(&self, cell: usize, z: f64) -> Vec<OfFeature> {
        let (Finished { study, totals, .. }, row) = (self.finished, self.number);
        let mut all = Vec::new();
        for (&by, strata) in study.by.iter().zip(totals.strata.get(cell).into_iter().flatten()) {
            for (value, counted) in strata.by_value() {
                let of = |one| Some((one, study.estimate_within(cell, counted, one, z)?));
                let estimates = Measure::all(study.info()).into_iter().filter_map(of).collect();
                let (feature, counted) = (study.info().features[by].name, counted.clone());
                all.push(OfFeature { row, feature, value, counted, estimates });
            }
        }
        all
    }
}

/// That seats are equal, by the rules of some of these rows; empty where they are by none.
pub fn equal_seats<'t>(mut rows: impl Iterator<Item = Row<'t>>) -> &'static str {
    let is_equal = |row: Row<'t>| row.cell.rules.one_of_equal_seats(row.tally.info(), 0).is_some();
    match rows.any(is_equal) {
        false => "",
        // No break within the quotient.
        true => {
            "where no rule looks at the seat, both seats win equally often: \
             (1\u{a0}-\u{a0}draws)\u{a0}/\u{a0}2"
        }
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
    /// What was counted of them.
    pub counted: Stratum,
    /// The estimates of its shares and its length.
    estimates: Vec<(Measure, Estimate)>,
}

impl OfFeature {
    /// The estimate of a share or the length.
    pub fn estimate(&self, measure: Measure) -> &Estimate {
        self.find(measure).unwrap_or_else(|| unreachable!("{measure:?}"))
    }

    /// The estimate of a measure; `None` of other counters.
    pub fn find(&self, measure: Measure) -> Option<&Estimate> {
        self.estimates.iter().find(|(known, _)| *known == measure).map(|(_, one)| one)
    }
}
