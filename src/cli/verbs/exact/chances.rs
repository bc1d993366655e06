//! Chances that a game can compute: its equations solved, each cell's on several threads.

use serde_json::{Value as Json, json};

use crate::cli::failure::{Failure, warn};
use crate::cli::kept;
use crate::cli::options::OutputArgs;
use crate::cli::progress::Expected;
use crate::cli::results::{Run, named};
use crate::cli::terminal::say;
use crate::core::game::{Cell, Exact, GameInfo};
use crate::core::wording::digits::{counted, duration};
use crate::lab::run::Threads;
use crate::lab::spec::Spec;
use crate::lab::store::begin::{Kind as _, Start};
use crate::lab::store::solving::{Solver, threads_for};
use crate::lab::study::memory;

/// Most GiB of memory, unless the options say otherwise.
pub const DEFAULT_MEMORY: u64 = 4;
const GIB: f64 = (1_u64 << 30) as f64;
/// Seconds that are worth a word before it starts.
const WORTH_A_WORD: f64 = 1.0;

/// What is to be solved, and where it goes.
pub struct Job<'a> {
    /// The words of the game.
    pub info: &'static GameInfo,
    /// The name of the folder.
    pub name: String,
    /// What tells the run apart.
    pub identity: Json,
    /// Where the results go.
    pub output: &'a OutputArgs,
    /// Most memory to use, in GiB.
    pub memory: u64,
    /// What is solved, each with its equations.
    pub cells: Vec<(&'a Cell, Box<dyn Exact>)>,
}

impl Job<'_> {
    /// Solves what fits in memory, and writes and prints a row of each.
    pub fn run(self) -> Result<(), Failure> {
        let Self { info, name, identity, output, memory, cells } = self;
        let wanted = u128::from(memory) << 30;
        let room = memory::room().map_or(wanted, u128::from);
        if room < wanted && !output.quiet {
            warn(format!("--memory {memory}: this process may have {}", gib(room)));
        }
        let most = wanted.min(room);
        let (fitting, refused): (Vec<_>, Vec<_>) =
            cells.into_iter().partition(|(_, equations)| equations.bytes() <= most);
        if fitting.is_empty() {
            return Err(Failure::usage(format!("--memory {memory}: {}", left_out(&refused))));
        }
        let name = named(output, &name, "")?;
        let solver = || Solver(&fitting);
        let (start, claim, checkpoints) = kept::start(solver(), output, &name, &identity)?;
        if let Start::Complete = start {
            return kept::complete(output, &name, identity, checkpoints.as_ref());
        }
        let mut run = Run::open_as(output, &name, identity, claim)?;
        run.tell(info, &Spec::default());
        let plan = plan(&fitting, &refused, run.threads, most);
        if !output.quiet && !plan.is_empty() {
            say(plan.trim_end());
        }
        let expected = Expected::Exactly(Some(solver().pieces()), Solver::UNITS);
        let how = (kept::command(None), false);
        let make = |state| solver().after(state, (info, most));
        let job = kept::advance(&mut run, start, checkpoints, expected, how, make)?;
        run.answer(&job.work.answer(), output, json!({}), 0)
    }
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

/// Memory and time, before it starts, where they are worth a word.
fn plan(
    fitting: &[(&Cell, Box<dyn Exact>)],
    refused: &[(&Cell, Box<dyn Exact>)],
    threads: Threads,
    most: u128,
) -> String {
    let at_once = |equations: &dyn Exact| threads_for(equations, threads, most);
    let bytes = fitting.iter().map(|(_, e)| e.bytes() * at_once(&**e) as u128).max().unwrap_or(0);
    let seconds = |e: &dyn Exact| e.seconds() * e.pieces().div_ceil(at_once(e)) as f64;
    let seconds: f64 = fitting.iter().map(|(_, e)| seconds(&**e)).sum();
    let rows: usize = fitting.iter().map(|(_, e)| e.row_count()).sum();
    let mut text = String::new();
    if bytes > 0 || seconds > WORTH_A_WORD {
        text = format!(
            "{}, up to {} of memory, {}\n",
            counted(rows as u64, "row", "rows"),
            gib(bytes),
            duration(seconds)
        );
    }
    if !refused.is_empty() {
        text.push_str(&format!("left out: {}\n", left_out(refused)));
    }
    text
}
