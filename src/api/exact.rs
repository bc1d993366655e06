//! Chances as a question: the equations of a game solved, best play, all packs; and every order of a
//! deck, if that is not too much.

use std::path::Path;
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::run::{Expected, Question};
use crate::core::game::{Cell, Exact, GameInfo};
use crate::core::wording::digits::{counted, duration};
use crate::core::wording::text::grouped;
use crate::lab::run::{Control, Threads};
use crate::lab::spec::refused::Fault;
use crate::lab::spec::{Refused, Study};
use crate::lab::store::answer::Answer;
use crate::lab::store::begin::Kind as _;
use crate::lab::store::job::Job;
use crate::lab::store::manifest::Manifest;
use crate::lab::store::solving::{Chances, Equations, Solved, Solving, threads_for};
use crate::lab::study::memory;
use crate::lab::study::play::{RowSink, Running, play_range};
use crate::lab::study::predict::Forecast;

const GIB: f64 = (1_u64 << 30) as f64;
/// Seconds that are worth a word before it starts.
const WORTH_A_WORD: f64 = 1.0;
/// Games of all rule sets together that are played without being asked for.
const WITHOUT_ASKING: u64 = 100_000_000;
/// Places in the order at which games are timed, and how many at each.
const PLACES: u64 = 16;
const TIMED: u64 = 2_048;

/// What is to be solved.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Wanted {
    /// War with best play.
    pub best_pickup: bool,
    /// Most memory to use, in GiB.
    pub memory: u64,
    /// Whether it may take long.
    pub yes: bool,
}

impl Wanted {
    /// The option that asks for something else than every order of a deck.
    pub fn special(&self) -> Option<&'static str> {
        self.best_pickup.then_some("--best-pickup")
    }

    /// What is run, in the words of its command.
    pub fn words(&self) -> String {
        ["exact"].into_iter().chain(self.special()).collect::<Vec<_>>().join(" ")
    }
}

impl<'s> Chances<'s> {
    /// Those of this study; `None` if its game has none, so that its games are to be played.
    ///
    /// Errors: [`Refused`] for what the game cannot solve, for what takes long, with the time that it would
    /// take, and for what needs more memory.
    pub fn of(
        study: &'s Study,
        wanted: &Wanted,
        threads: Threads,
    ) -> Result<Option<Self>, Refused> {
        let cells: Vec<&Cell> = study.cells.iter().collect();
        let is_usual = cells.iter().all(|cell| cell.engine == study.game.engines()[0]);
        let special = |cell: &&Cell| {
            let solver = study.game.best_play(&cell.rules);
            let option = wanted.special().unwrap_or_default();
            solver.map_err(|why| refused(format!("{option}: {}: {why}", cell.rule_set)))
        };
        let equations = match wanted.special() {
            Some(_) => cells.iter().map(special).collect::<Result<_, _>>()?,
            None => match study.game.exact(&cells) {
                Some(equations) => equations,
                None => return Ok(None),
            },
        };
        if !is_usual {
            return Err(Refused::key("engine", "has no effect on equations; leave it out"));
        }
        let all: Equations<'_> = cells.into_iter().zip(equations).collect();
        let memory = wanted.memory;
        let asked = u128::from(memory) << 30;
        for (cell, equations) in &all {
            // What does not fit is refused for that.
            let Some(less) = equations.less().filter(|_| !wanted.yes && equations.bytes() <= asked)
            else {
                continue;
            };
            let seconds = equations.seconds() * equations.pieces().div_ceil(threads.count()) as f64;
            let (size, time, on) = (equations.size(), duration(seconds), shown(threads));
            return Err(refused(format!(
                "{}: {}: {size}; to solve them takes {time} on {on}; add --yes to do it, or use {less}",
                wanted.words(),
                cell.rule_set,
            )));
        }
        let room = memory::room().map_or(asked, u128::from);
        let caution = (room < asked)
            .then(|| format!("--memory {memory}: this process may have {}", gib(room)));
        let most = asked.min(room);
        let (fitting, large): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|(_, equations)| equations.bytes() <= most);
        if fitting.is_empty() {
            return Err(refused(format!("--memory {memory}: {}", left_out(&large))));
        }
        let rules = study.rule_sets.iter();
        let rules = rules.map(|rules| json!([rules.name, study.game.fields(&rules.rules)]));
        let mut identity = json!({
            "verb": "exact",
            "game": study.info().name,
            "gear": study.game.gear(),
            "rules": rules.collect::<Vec<_>>(),
            "memory": memory,
        });
        if wanted.best_pickup {
            identity["best_pickup"] = json!(true);
        }
        let info = study.info();
        Ok(Some(Self { info, identity, most, fitting, refused: large, caution }))
    }

    /// Memory and time, before it starts, where they are worth a word.
    pub fn plan(&self, threads: Threads) -> String {
        let Self { fitting, most, .. } = self;
        let at_once = |equations: &dyn Exact| threads_for(equations, threads, *most);
        let bytes =
            fitting.iter().map(|(_, e)| e.bytes() * at_once(&**e) as u128).max().unwrap_or(0);
        let seconds = |e: &dyn Exact| e.seconds() * e.pieces().div_ceil(at_once(e)) as f64;
        let seconds: f64 = fitting.iter().map(|(_, e)| seconds(&**e)).sum();
        let rows: usize = fitting.iter().map(|(_, e)| e.row_count()).sum();
        if bytes == 0 && seconds <= WORTH_A_WORD {
            return String::new();
        }
        format!(
            "{}, up to {} of memory, {}",
            counted(rows as u64, "row", "rows"),
            gib(bytes),
            duration(seconds)
        )
    }
}

impl Question for Chances<'_> {
    type Work<'q>
        = Solving<'q>
    where
        Self: 'q;

    fn identity(&self) -> Json {
        self.identity.clone()
    }

    fn about(&self) -> Option<(&'static GameInfo, Json)> {
        Some((self.info, Json::Null))
    }

    fn check(&self, _: Threads) -> Result<Vec<String>, Refused> {
        let Self { caution, refused, .. } = self;
        let left = (!refused.is_empty()).then(|| format!("left out: {}", left_out(refused)));
        Ok(caution.clone().into_iter().chain(left).collect())
    }

    fn expected(&self, _: Running<'_>) -> Result<(Expected, Option<Forecast>), Refused> {
        Ok((Expected::Exactly(Some(self.pieces()), Self::UNITS), None))
    }

    fn work<'q>(&'q self, state: Option<Solved>, _: Option<&'q mut dyn RowSink>) -> Solving<'q> {
        self.after(state)
    }

    fn account<'q>(
        &'q self,
        job: Job<'_, Solving<'q>>,
        session: Duration,
        _: bool,
        manifest: &mut Manifest,
    ) -> Result<Answer, Refused> {
        (manifest.engines, manifest.elapsed) = (json!({}), session);
        Ok(job.work.answer())
    }

    fn stored(&self, folder: &Path) -> Result<Option<Answer>, Refused> {
        Answer::load(folder)
    }
}

fn refused(what: String) -> Refused {
    Refused::new(Fault::Usage, what)
}

fn shown(threads: Threads) -> String {
    counted(threads.count() as u64, "thread", "threads")
}

fn gib(bytes: u128) -> String {
    match bytes as f64 / GIB {
        few if few < 0.1 => format!("{:.0} MiB", (few * 1024.0).ceil().max(1.0)),
        some => format!("{some:.1} GiB"),
    }
}

/// What does not fit, with the memory that it needs.
fn left_out(refused: &[(&Cell, Box<dyn Exact>)]) -> String {
    let needs = |(_, equations): &(&Cell, Box<dyn Exact>)| {
        format!("{} and need {}", equations.size(), gib(equations.bytes()))
    };
    let list: Vec<String> = refused.iter().map(needs).collect();
    format!("{}; allow more memory with --memory, or play these games instead", list.join("; "))
}

/// Refuses more games of every order than are played without being asked for, with the time that they would
/// take.
///
/// Errors: [`Refused`].
pub fn ask_first(study: &Study, threads: Threads) -> Result<(), Refused> {
    let games = study.games.saturating_mul(study.cells.len() as u64);
    if games <= WITHOUT_ASKING {
        return Ok(());
    }
    let control = Control::default();
    let clock = Instant::now();
    let mut timed = 0;
    for place in 0..PLACES {
        // Orders near one another are alike, so they are taken from everywhere.
        let first = study.first_game + study.games / PLACES * place;
        let range = first..first + TIMED.min(study.games / PLACES);
        timed += range.end - range.start;
        play_range(study, range, Running { threads, control: &control })?;
    }
    let seconds = clock.elapsed().as_secs_f64() / timed.max(1) as f64 * study.games as f64;
    let these =
        if study.part_of.is_some() { "this part of the orders has" } else { "this deck has" };
    Err(refused(format!(
        "exact: {these} {} orders; to play them takes {} on {}; add --yes to do it, or use fewer suits, or \
         fewer ranks (--lowest keeps the highest)",
        grouped(study.games),
        duration(seconds),
        shown(threads)
    )))
}
