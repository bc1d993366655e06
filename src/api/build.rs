//! Studies from Rust: what is asked goes in, numbers come out.

use std::path::Path;
use std::time::Instant;

use super::run::{RunEnd, RunOptions, RunOutcome, play_run};
use crate::core::table::Table;
use crate::core::wording::digits::{counted, duration};
use crate::core::wording::text::grouped;
use crate::lab::refused::Refused;
use crate::lab::run::{Control, Threads};
use crate::lab::spec::rules::Library;
use crate::lab::spec::{Spec, Study};
use crate::lab::store::disk::read_input;
use crate::lab::store::state::load;
use crate::lab::study::Finished;
use crate::lab::study::play::play_range;
use crate::lab::tables::{Run, Tables};

/// Games of all rule sets together that are played without being asked for.
const WITHOUT_ASKING: u64 = 100_000_000;
/// Places in the order at which games are timed, and how many at each.
const PLACES: u64 = 16;
const TIMED: u64 = 2_048;

impl Study {
    /// The study that is asked for, whose files are looked for from this folder.
    ///
    /// Errors: [`Refused`] with the key that is at fault.
    ///
    /// ```
    /// use war_sim::{DiceOf, Measure, Spec, Study};
    ///
    /// let dice = DiceOf::Here(vec![vec![1, 2, 3, 4, 5, 6], vec![1, 1, 1, 6, 6, 6]]);
    /// let asked = Spec::of_rules(["bwinf", "bwinf-frozen"]);
    /// let finished = Study::of(Spec { dice: Some(dice), ..asked })?.games(1_000).run()?;
    /// assert!(finished.estimate(0, Measure::Outcome(1)).value > Some(0.9), "die 2 wins nearly always");
    /// # Ok::<(), war_sim::Refused>(())
    /// ```
    pub fn of(spec: Spec) -> Result<Self, Refused> {
        spec.resolve(&Library::new(read_input))
    }

    /// War by these rule sets: built-in names, names in `experiments/rules/`, paths of rule files, or
    /// any of these with changes, such as `umass{war.face_down=2}`.
    ///
    /// It has seed 42, a million games, 95 % intervals, and compares every pair of rule sets.
    /// Errors: [`Refused`] for a name that no rule set has, with the nearest one.
    ///
    /// ```
    /// use war_sim::Study;
    ///
    /// let finished = Study::war(["umass", "winner-first"])?.seed(42).games(10_000).run()?;
    /// let (measure, a_win) = finished.estimates(0).remove(0);
    /// assert_eq!((finished.games, measure.as_str()), (10_000, "a_win"));
    /// assert!(a_win.value > Some(0.4) && a_win.value < Some(0.45));
    /// let (low, high) = finished.compare(0, 1)[2].difference.interval.unwrap();
    /// assert!(low < high && high < -0.18, "winner-first has far fewer draws");
    /// # Ok::<(), war_sim::Refused>(())
    /// ```
    pub fn war<'n>(rule_sets: impl IntoIterator<Item = &'n str>) -> Result<Self, Refused> {
        Self::of(Spec { game: Some("war".into()), ..Spec::of_rules(rule_sets) })
    }

    /// Plays the study on all cores.
    ///
    /// Errors: [`Refused`].
    pub fn run(self) -> Result<Finished, Refused> {
        self.run_on(Threads::All, &Control::default())
    }

    /// Plays the study on this many threads; `control` reports how far it is, and stops it.
    ///
    /// Errors: [`Refused`]; [`Refused::stopped`] if it was asked to stop.
    pub fn run_on(self, threads: Threads, control: &Control) -> Result<Finished, Refused> {
        let options = RunOptions { threads, ..RunOptions::default() };
        let RunOutcome { tables, end, .. } = play_run(&self, &options, control)?;
        if end == RunEnd::Stopped { Err(Refused::stopped()) } else { Ok(tables.into_finished()) }
    }
}

impl Finished {
    /// Every table that [`Finished::save`] writes, in the same order.
    ///
    /// Shapes: [`Table::file`] is the name of the file, such as `summary.csv`, of which `docs/files.md`
    /// explains every column; each row is as long as the header.
    /// Units: counts are whole numbers, shares are in 0 to 1; what is undefined is
    /// [`Value::Empty`](crate::table::Value::Empty).
    ///
    /// ```
    /// let finished = war_sim::Study::war(["umass"])?.games(1_000).run()?;
    /// let tables = finished.tables();
    /// assert_eq!((tables[0].file, tables[0].rows.len()), ("summary.csv", 1));
    /// # Ok::<(), war_sim::Refused>(())
    /// ```
    pub fn tables(&self) -> Vec<Table> {
        Tables::of(Run::of(self.clone())).tables()
    }

    /// Loads a stored run from its folder.
    ///
    /// Errors: [`Refused`].
    pub fn load(folder: &Path) -> Result<Self, Refused> {
        let finished = load(folder)?.finished;
        Ok(Self { study: finished.study.verb("library"), ..finished })
    }

    /// Writes the tables, the state and the manifest into a folder, the manifest last.
    ///
    /// Errors: [`Refused`]; a folder that holds another run is not overwritten.
    pub fn save(&self, folder: &Path) -> Result<(), Refused> {
        let options = RunOptions { folder: Some(folder.to_owned()), ..RunOptions::default() };
        options.store(&Tables::of(Run::of(self.clone())), None)
    }
}

/// Refuses more games of every order than are played without being asked for, with the time that they would
/// take.
///
/// Errors: [`Refused`].
pub fn ask_first(study: &Study, threads: Threads) -> Result<(), Refused> {
    let games = study.of_all_cells(study.games);
    if games <= WITHOUT_ASKING {
        return Ok(());
    }
    let clock = Instant::now();
    let each = TIMED.min(study.games / PLACES);
    for place in 0..PLACES {
        // Orders near one another are alike, so they are taken from everywhere.
        let first = study.first_game + study.games / PLACES * place;
        play_range(study, first..first + each, threads)?;
    }
    let timed = (each * PLACES).max(1);
    let seconds = clock.elapsed().as_secs_f64() / timed as f64 * study.games as f64;
    Err(Refused::usage(format!(
        "exact: to play {} orders takes {} on {}; add --yes to do it, or use fewer suits or ranks",
        grouped(study.games),
        duration(seconds),
        counted(threads.count() as u64, "thread", "threads")
    )))
}
