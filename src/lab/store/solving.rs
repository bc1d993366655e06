//! Chances that a game can compute, on their way: pieces of equations, from which the rows follow.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use serde_json::Value as Json;

use super::answer::Answer;
use super::begin::{Is, Kept, Kind};
use super::difference::other;
use super::keeper::Work;
use super::save::Book as _;
use crate::core::game::{Cell, Exact, GameInfo};
use crate::core::table::{Table, Value};
use crate::core::wording::digits::{counted, grouped};
use crate::core::wording::said::Said;
use crate::core::wording::text::Align;
use crate::lab::run::Threads;
use crate::lab::run::each::each;
use crate::lab::spec::Refused;
use crate::lab::study::play::Running;
use crate::lab::tables::columns::of_chances;

/// What a checkpoint has of the pieces.
const SOLVED: &str = "solved";
/// Between two checkpoints all threads wait for the last one, so at least so many pieces each lie there.
const AT_ONCE: u32 = 4;

/// Equations, each with what it is about.
pub type Equations<'s> = Vec<(&'s Cell, Box<dyn Exact>)>;

/// What is there of a run.
pub struct Solved {
    /// The numbers of the first pieces of each cell.
    pieces: Vec<Vec<Vec<f64>>>,
    /// What it came to so far.
    answer: Answer,
}

/// Equations that are to be solved.
pub struct Chances<'s> {
    /// The words of the game.
    pub info: &'static GameInfo,
    /// What tells the run from others.
    pub identity: Json,
    /// Most memory to use, in bytes.
    pub most: u128,
    /// The equations.
    pub fitting: Equations<'s>,
    /// What needs more memory.
    pub refused: Equations<'s>,
    /// That there is less memory than was asked for.
    pub caution: Option<String>,
}

impl Kind for Chances<'_> {
    type State = Solved;

    const UNITS: [&'static str; 2] = ["piece", "pieces"];

    type Account = Answer;

    fn read(&self, json: Json) -> Result<Solved, String> {
        let answer = Answer::of_json(&json)?;
        // A float is the text of the shortest decimal that reads back the same.
        let number = |json: &Json| json.as_str()?.parse::<f64>().ok();
        let numbers = |json: &Json| json.as_array()?.iter().map(number).collect::<Option<Vec<_>>>();
        let of_cell =
            |json: &Json| json.as_array()?.iter().map(numbers).collect::<Option<Vec<_>>>();
        let pieces = match &json[SOLVED] {
            Json::Array(cells) => cells.iter().map(of_cell).collect::<Option<Vec<_>>>(),
            _ => Some(vec![Vec::new(); self.fitting.len()]),
        };
        let pieces = pieces.ok_or("is not a valid answer")?;
        Ok(Solved { pieces, answer })
    }

    fn done(&self, solved: &Solved) -> u64 {
        solved.pieces.iter().map(Vec::len).sum::<usize>() as u64
    }

    fn is(&self, kept: &Kept<Solved>, run: &Json) -> Is {
        match other(&kept.header.run, run) {
            Some(what) => Is::Other(what),
            None if self.is_whole(&kept.state.answer) => Is::Whole,
            None => Is::Other(
                "the equations of this run, solved by another version or with another amount of memory"
                    .into(),
            ),
        }
    }

    fn is_other(&self, kept: &Kept<Solved>, run: &Json) -> Result<Option<String>, String> {
        let pieces = &kept.state.pieces;
        let mut each = pieces.iter().zip(&self.fitting);
        let fits = pieces.len() == self.fitting.len()
            && each.all(|(some, (_, all))| some.len() <= all.pieces());
        match other(&kept.header.run, run) {
            None if !fits => Err("has other pieces than this run".into()),
            what => Ok(what),
        }
    }
}

impl Chances<'_> {
    fn is_whole(&self, answer: &Answer) -> bool {
        let rows: usize = self.fitting.iter().map(|(_, equations)| equations.row_count()).sum();
        answer.tables.iter().map(|table| table.rows.len()).sum::<usize>() == rows
    }

    /// Pieces in all.
    pub fn pieces(&self) -> u64 {
        self.fitting.iter().map(|(_, equations)| equations.pieces()).sum::<usize>() as u64
    }

    /// The table, without rows.
    fn table(&self) -> Table {
        let columns = self.fitting.first().map_or(Vec::new(), |(_, first)| first.columns());
        of_chances(self.info, &columns)
    }

    /// Goes on from this.
    pub fn after(&self, state: Option<Solved>) -> Solving<'_> {
        let nothing = || vec![Vec::new(); self.fitting.len()];
        let whole = state.as_ref().filter(|state| self.is_whole(&state.answer));
        // What is read back does not say what its columns are.
        let told = |rows| Table { rows, ..self.table() };
        let whole = whole.map(|Solved { answer: Answer { said, tables }, .. }| Answer {
            said: said.clone(),
            tables: tables.iter().map(|table| told(table.rows.clone())).collect(),
        });
        let pieces = state.map_or_else(nothing, |state| state.pieces);
        Solving { of: self, pieces, whole, per_piece: Duration::ZERO }
    }
}

/// Equations that are being solved.
pub struct Solving<'a> {
    of: &'a Chances<'a>,
    pieces: Vec<Vec<Vec<f64>>>,
    /// Where all was solved before.
    whole: Option<Answer>,
    per_piece: Duration,
}

impl Work for Solving<'_> {
    fn done(&self) -> u64 {
        self.pieces.iter().map(Vec::len).sum::<usize>() as u64
    }

    fn encode(&self, run: &Json, more: &[(&str, Json)]) -> Vec<u8> {
        let numbers = |numbers: &Vec<f64>| numbers.iter().map(f64::to_string).collect::<Json>();
        let of_cell = |pieces: &Vec<Vec<f64>>| pieces.iter().map(numbers).collect::<Json>();
        let solved = self.pieces.iter().map(of_cell).collect::<Json>();
        self.answer().encode(run, &[&[(SOLVED, solved)], more].concat())
    }

    fn step(&mut self, running: Running<'_>, most: Duration) -> Result<bool, Refused> {
        let Some(cell) = self.next().filter(|_| self.whole.is_none()) else { return Ok(false) };
        let (_, equations) = &self.of.fitting[cell];
        let (clock, before) = (Instant::now(), running.control.done());
        let threads = threads_for(&**equations, running.threads, self.of.most);
        let wanted = most.max(self.per_piece * AT_ONCE);
        let halt = || running.control.done() > before && clock.elapsed() >= wanted;
        let first = self.pieces[cell].len();
        let exactly = NonZeroUsize::new(threads).map_or(Threads::All, Threads::Exactly);
        let stopped = || running.control.stopped();
        let solve = |(): &mut (), item: u64| {
            let numbers = equations.solve(first + item as usize, &stopped);
            let is_solved = numbers.is_some();
            (numbers, is_solved.into())
        };
        let left = (equations.pieces() - first) as u64;
        let solved = each(left, (exactly, running.control), &halt, &|| (), &solve)?;
        let at_once = solved.len().div_ceil(threads).max(1);
        self.per_piece = clock.elapsed() / u32::try_from(at_once).unwrap_or(u32::MAX);
        self.pieces[cell].extend(solved.into_iter().map_while(|numbers| numbers));
        Ok(self.next().is_some())
    }
}

impl Solving<'_> {
    /// The first cell of which a piece is not solved.
    fn next(&self) -> Option<usize> {
        let mut cells = self.of.fitting.iter().zip(&self.pieces);
        cells.position(|((_, all), solved)| solved.len() < all.pieces())
    }

    /// All rows that are solved, with their words.
    pub fn answer(&self) -> Answer {
        if let Some(whole) = &self.whole {
            return whole.clone();
        }
        let (mut table, mut said) = (self.of.table(), Said::default());
        for ((cell, equations), solved) in self.of.fitting.iter().zip(&self.pieces) {
            // A piece that is only part of a row makes none.
            let is_whole = solved.len() == equations.pieces();
            if !is_whole && equations.row_count() < equations.pieces() {
                continue;
            }
            let name = Value::from(cell.rule_set.as_str());
            let rows = equations.rows(solved).into_iter();
            let rows: Vec<_> = rows.map(|row| [vec![name.clone()], row].concat()).collect();
            if let Some(words) = is_whole.then(|| equations.text(&rows)).flatten() {
                if !said.is_empty() {
                    said.gap();
                }
                said.words("", &*cell.rule_set);
                said.add(words);
            }
            rows.into_iter().for_each(|row| table.push(row));
        }
        if self.next().is_some() {
            // The rows so far may be thousands.
            said = Said::words_of(format!(
                "{} of {} solved; {} so far, in the table `exact`",
                grouped(self.done()),
                counted(self.of.pieces(), "piece is", "pieces are"),
                counted(table.rows.len() as u64, "row", "rows")
            ));
        } else if said.is_empty() {
            said = shown(&table);
        }
        Answer { said, tables: vec![table] }
    }
}

/// The table for people.
fn shown(table: &Table) -> Said {
    let number = |(value, name): (&Value, &String)| match value {
        Value::Float(0.0) if name == "error" => "0".into(),
        Value::Float(x) if name == "error" => format!("{x:.0e}"),
        Value::Float(x) => format!("{x:.7}"),
        other => other.to_string(),
    };
    let rows = table.rows.iter().map(|row| row.iter().zip(&table.header).map(number).collect());
    let lines = std::iter::once(table.header.clone()).chain(rows).collect();
    let mut aligns = vec![Align::Right; table.header.len()];
    aligns[0] = Align::Left;
    let mut said = Said::default();
    said.sheet(aligns, lines);
    said
}

/// Threads that have room beside one another in so many bytes.
pub fn threads_for(equations: &dyn Exact, threads: Threads, most: u128) -> usize {
    let room = (most / equations.bytes().max(1)).max(1);
    let room = usize::try_from(room).unwrap_or(usize::MAX);
    threads.count().min(equations.pieces()).min(room)
}
