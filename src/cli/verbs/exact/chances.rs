//! Chances that a game can compute: its equations solved, each cell's on several threads.

use std::path::Path;

use serde_json::{Value as Json, json};

use crate::cli::failure::{Failure, Kind, warn};
use crate::cli::names;
use crate::cli::options::OutputArgs;
use crate::cli::output::print_fitted;
use crate::cli::results::Run;
use crate::cli::resume::command;
use crate::cli::terminal::say;
use crate::core::game::{Cell, Exact, GameInfo};
use crate::core::overflow::CountOverflow;
use crate::core::rows::Columns;
use crate::core::table::{Table, Value};
use crate::core::wording::digits::{counted, duration};
use crate::core::wording::text::{Align, WIDTH, columns};
use crate::lab::run::{Control, Threads, Workload, run_until};
use crate::lab::spec::Story;
use crate::lab::store::answer::Answer;
use crate::lab::study::memory;
use crate::lab::tables::columns::of_chances;

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

/// The pieces of one cell.
struct Pieces<'e> {
    equations: &'e dyn Exact,
    /// Those before are solved.
    first: usize,
    control: &'e Control,
}

impl Workload for Pieces<'_> {
    type Worker = ();
    type Tally = Vec<(usize, Option<Vec<f64>>)>;

    fn items(&self) -> u64 {
        (self.equations.pieces() - self.first) as u64
    }

    fn worker(&self) {}

    fn tally(&self) -> Self::Tally {
        Vec::new()
    }

    fn play(
        &self,
        _worker: &mut (),
        item: u64,
        solved: &mut Self::Tally,
        _rows: Option<&mut Columns>,
    ) -> Result<u64, CountOverflow> {
        let stopped = || self.control.stopped();
        let piece = self.first + item as usize;
        solved.push((piece, self.equations.solve(piece, &stopped)));
        Ok(1)
    }

    fn merge(&self, into: &mut Self::Tally, from: Self::Tally) -> Result<(), CountOverflow> {
        into.extend(from);
        Ok(())
    }
}

impl Job<'_> {
    /// Solves what fits in memory, and writes and prints a row of each.
    pub fn run(self) -> Result<(), Failure> {
        let Self { info, name, identity, output, memory, cells } = self;
        let mut run = Run::open(output, &name, identity)?;
        run.tell(info, &Story::default());
        let wanted = u128::from(memory) << 30;
        let room = memory::room().map_or(wanted, u128::from);
        if room < wanted && !output.quiet {
            warn(format!("--memory {memory}: this process may have {}", gib(room)));
        }
        let most = wanted.min(room);
        let (fitting, refused): (Vec<_>, Vec<_>) =
            cells.into_iter().partition(|(_, equations)| equations.bytes() <= most);
        let Some((_, first)) = fitting.first() else {
            return Err(Failure::usage(format!("--memory {memory}: {}", left_out(&refused))));
        };
        let plan = plan(&fitting, &refused, run.threads, most);
        if !output.quiet && !plan.is_empty() {
            say(plan.trim_end());
        }
        let mut table = of_chances(info, &first.columns());
        let known = if output.long.resume { before(run.target())? } else { Vec::new() };
        let count: usize = fitting.iter().map(|(_, equations)| equations.row_count()).sum();
        let mut text = String::new();
        for (cell, equations) in &fitting {
            let name = vec![Value::from(cell.rule_set.as_str())];
            let label = [name.clone(), equations.label()].concat();
            let mut rows: Vec<Vec<Value>> =
                known.iter().filter(|row| row.starts_with(&label)).cloned().collect();
            if rows.len() < equations.row_count() {
                let first = rows.len();
                let solved = solve(&**equations, first, &run, most)?;
                let is_whole = first + solved.len() == equations.pieces();
                // A piece that is only part of a row is lost.
                if is_whole || equations.row_count() == equations.pieces() {
                    let solved = equations.rows(first, &solved).into_iter();
                    rows.extend(solved.map(|row| [name.clone(), row].concat()));
                }
                if !is_whole {
                    table.rows.extend(rows);
                    return stopped(run, output, table, count);
                }
            }
            if let Some(words) = equations.text(&rows) {
                let between = if text.is_empty() { "" } else { "\n" };
                text.push_str(&format!("{between}{}\n{words}", cell.rule_set));
            }
            rows.into_iter().for_each(|row| table.push(row));
        }
        if run.control.stopped() {
            return stopped(run, output, table, count);
        }
        let text = if text.is_empty() { shown(&table) } else { text };
        let answer = Answer { text, tables: vec![table] };
        run.answer(&answer, output, json!({}), 0)
    }
}

/// The rows of this run that a stopped one has already; none without a folder.
fn before(folder: Option<&Path>) -> Result<Vec<Vec<Value>>, Failure> {
    let Some(folder) = folder else { return Ok(Vec::new()) };
    let answer = Answer::load(folder)?;
    let tables = answer.into_iter().flat_map(|answer| answer.tables);
    Ok(tables.flat_map(|table| table.rows).collect())
}

/// Keeps the rows of a stopped run, and says how to go on.
fn stopped(run: Run, output: &OutputArgs, table: Table, all: usize) -> Result<(), Failure> {
    let done =
        format!("stopped after {} of {}", table.rows.len(), counted(all as u64, "row", "rows"));
    let Some(folder) = run.target().filter(|_| !table.rows.is_empty()).map(Path::to_owned) else {
        let what = format!("{done}; nothing was written: run it again, or for less at a time");
        return Err(Failure::new(Kind::Interrupted, what));
    };
    let text = format!("{}\n{done}\n", shown(&table));
    run.keep_answer(&Answer { text: text.clone(), tables: vec![table] }, json!({}))?;
    if !output.quiet {
        print_fitted(&text)?;
    }
    let (folder, command) = (names::shown(&folder), command(None));
    let what = format!("{done}, saved in {folder}; go on with\n  {command}");
    Err(Failure::new(Kind::Interrupted, what))
}

/// Threads that have room beside one another.
fn threads_for(equations: &dyn Exact, threads: Threads, most: u128) -> usize {
    let room = (most / equations.bytes().max(1)).max(1);
    let room = usize::try_from(room).unwrap_or(usize::MAX);
    threads.count().min(equations.pieces()).min(room)
}

/// The pieces of a cell from `first` on, in order, up to where a signal came.
fn solve(
    equations: &dyn Exact,
    first: usize,
    run: &Run,
    most: u128,
) -> Result<Vec<Vec<f64>>, Failure> {
    let threads = std::num::NonZeroUsize::new(threads_for(equations, run.threads, most));
    let threads = threads.map_or(Threads::All, Threads::Exactly);
    let work = Pieces { equations, first, control: &run.control };
    let ran = run_until::<_, (), Failure>(&work, threads, &run.control, &|| false, None);
    let mut solved = ran.map_err(|error| run.failure(error.into()))?.tally;
    solved.sort_by_key(|(piece, _)| *piece);
    Ok(solved.into_iter().map_while(|(_, numbers)| numbers).collect())
}

fn gib(bytes: u128) -> String {
    match bytes as f64 / GIB {
        few if few < 0.1 => format!("{:.0} MiB", (few * 1024.0).ceil()),
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
            "{}, up to {} of memory, {}; each row is kept, also if you stop it\n",
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

/// The table for people: a line for each row, or where that is too wide for a terminal a block.
fn shown(table: &Table) -> String {
    let number = |(value, name): (&Value, &String)| match value {
        Value::Float(x) if name == "error" => format!("{x:.0e}"),
        Value::Float(x) => format!("{x:.7}"),
        other => other.to_string(),
    };
    let rows: Vec<Vec<String>> =
        table.rows.iter().map(|row| row.iter().zip(&table.header).map(number).collect()).collect();
    let line = |row: &Vec<String>| {
        let widths = row.iter().zip(&table.header).map(|(field, name)| field.len().max(name.len()));
        widths.map(|width| width + 2).sum::<usize>()
    };
    let lines = std::iter::once(table.header.clone());
    if rows.iter().all(|row| line(row) <= WIDTH) {
        let mut aligns = vec![Align::Right; table.header.len()];
        aligns[0] = Align::Left;
        return columns(&aligns, &lines.chain(rows).collect::<Vec<_>>());
    }
    // As many rows beside one another as fit.
    let mut text = String::new();
    let mut rest = &rows[..];
    let name = table.header.iter().map(String::len).max().unwrap_or(0);
    let wide = |row: &Vec<String>| 2 + row.iter().map(String::len).max().unwrap_or(0);
    while !rest.is_empty() {
        let widths = rest.iter().scan(name, |sum, row| {
            *sum += wide(row);
            Some(*sum)
        });
        let (block, others) = rest.split_at(widths.take_while(|&sum| sum <= WIDTH).count().max(1));
        rest = others;
        let turned = (0..table.header.len()).map(|k| {
            let first = std::iter::once(table.header[k].clone());
            first.chain(block.iter().map(|row| row[k].clone())).collect()
        });
        let mut aligns = vec![Align::Right; block.len() + 1];
        aligns[0] = Align::Left;
        let between = if text.is_empty() { "" } else { "\n" };
        text.push_str(&format!("{between}{}", columns(&aligns, &turned.collect::<Vec<_>>())));
    }
    text
}
