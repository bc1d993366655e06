//! War as a workload: the same seeded decks played by one or more rule sets.

use std::fmt::Write as _;
use std::ops::Range;

use super::fast::{Engine, EngineChoice, Unsupported};
use super::result::{EndReason, GameResult, Outcome, Sink};
use super::rules::Rules;
use super::tally::WarTally;
use crate::cards::{Card, Composition, Dealer, DeckBlock, Seed};
use crate::stats::columns::{Column, Columns};
use crate::stats::workload::Workload;

/// Decks dealt at once: large enough to hide the ends of a block, small enough for the L2 cache.
const BLOCK: u64 = 1_024;

/// One rule set of a batch.
#[derive(Clone, Debug)]
pub struct Cell {
    /// What it is called in the tables.
    pub name: String,
    /// The rules.
    pub rules: Rules,
    /// Which engine plays them.
    pub engine: EngineChoice,
}

/// What the rows of a batch hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowDetail {
    /// The result of each game.
    Results,
    /// The result and the deck.
    ResultsAndDecks,
}

/// A batch of War.
#[derive(Clone, Debug)]
pub struct WarBatch {
    seed: Seed,
    cells: Vec<Cell>,
    /// The different deck compositions of the cells.
    compositions: Vec<Composition>,
    rows: RowDetail,
}

/// One thread's dealers, engines and buffers.
#[derive(Debug)]
pub struct WarWorker {
    dealers: Vec<(Dealer, DeckBlock)>,
    engines: Vec<Engine>,
    results: Vec<GameResult>,
}

impl WarBatch {
    /// A batch of these rule sets on the decks of this seed.
    ///
    /// Errors: [`Unsupported`] if an engine asked for cannot play its rule set on this machine.
    pub fn new(seed: Seed, cells: Vec<Cell>, rows: RowDetail) -> Result<Self, Unsupported> {
        for cell in &cells {
            Engine::new(cell.engine, &cell.rules, seed)?;
        }
        let mut compositions: Vec<Composition> = Vec::new();
        for cell in &cells {
            if !compositions.contains(&cell.rules.deck) {
                compositions.push(cell.rules.deck);
            }
        }
        Ok(Self { seed, cells, compositions, rows })
    }

    /// The rule sets.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The name of the engine that plays each cell.
    pub fn engine_names(&self) -> Vec<&'static str> {
        self.cells.iter().map(|cell| self.engine(cell).name()).collect()
    }

    fn engine(&self, cell: &Cell) -> Engine {
        match Engine::new(cell.engine, &cell.rules, self.seed) {
            Ok(engine) => engine,
            Err(error) => unreachable!("the engine could be made before: {error}"),
        }
    }

    fn composition_of(&self, cell: &Cell) -> usize {
        let found = self.compositions.iter().position(|&c| c == cell.rules.deck);
        found.unwrap_or_else(|| unreachable!("every cell's composition was entered"))
    }

    /// A block of no rows, of the shape that [`Workload::play`] fills.
    pub fn empty_rows(&self) -> Columns {
        let names = vec![
            "rules",
            "game",
            "outcome",
            "end_reason",
            "battles",
            "rounds",
            "wars",
            "deepest_war",
        ];
        let columns = vec![
            Column::words(self.cells.iter().map(|cell| cell.name.clone())),
            Column::Index(Vec::new()),
            Column::words(Outcome::ALL.map(Outcome::name)),
            Column::words(EndReason::ALL.map(EndReason::name)),
            Column::Index(Vec::new()),
            Column::Index(Vec::new()),
            Column::Index(Vec::new()),
            Column::Index(Vec::new()),
        ];
        let mut rows = Columns { names, columns };
        if self.rows == RowDetail::ResultsAndDecks {
            rows.names.push("deck");
            rows.columns.push(Column::text());
        }
        rows
    }
}

/// Passes everything on to the tally and keeps the results of a block in the order of its games.
struct Recorder<'a> {
    tally: &'a mut WarTally,
    first: u64,
    results: &'a mut [GameResult],
}

impl Sink for Recorder<'_> {
    fn game(&mut self, index: u64, result: &GameResult) {
        self.tally.game(index, result);
        self.results[(index - self.first) as usize] = *result;
    }

    fn chains(&mut self, depth: usize, rounds: u64) {
        self.tally.chains(depth, rounds);
    }
}

/// What stands in a result buffer before the game is played.
const UNPLAYED: GameResult = GameResult {
    outcome: Outcome::Draw,
    end_reason: EndReason::Limit,
    battles: 0,
    rounds: 0,
    wars: 0,
    deepest_war: 0,
    cards_a: 0,
    cards_b: 0,
};

impl Workload for WarBatch {
    type Worker = WarWorker;
    type Tally = Vec<WarTally>;

    fn worker(&self) -> WarWorker {
        let deal = |&c: &Composition| (Dealer::new(self.seed, c), DeckBlock::default());
        WarWorker {
            dealers: self.compositions.iter().map(deal).collect(),
            engines: self.cells.iter().map(|cell| self.engine(cell)).collect(),
            results: Vec::new(),
        }
    }

    fn tally(&self) -> Vec<WarTally> {
        vec![WarTally::default(); self.cells.len()]
    }

    /// Rows are written cell by cell within each block, so ask for them with one cell at a time.
    fn play(
        &self,
        worker: &mut WarWorker,
        range: Range<u64>,
        tally: &mut Vec<WarTally>,
        mut rows: Option<&mut Columns>,
    ) {
        let WarWorker { dealers, engines, results } = worker;
        let mut first = range.start;
        while first < range.end {
            let len = (range.end - first).min(BLOCK) as usize;
            for (dealer, decks) in dealers.iter_mut() {
                dealer.fill(decks, first, len);
            }
            for (c, cell) in self.cells.iter().enumerate() {
                let decks = &dealers[self.composition_of(cell)].1;
                let (engine, tally) = (&mut engines[c], &mut tally[c]);
                match rows.as_deref_mut() {
                    Some(rows) => {
                        results.clear();
                        results.resize(len, UNPLAYED);
                        engine.play_block(decks, &mut Recorder { tally, first, results });
                        write_rows(c, results, decks, rows);
                    }
                    None => engine.play_block(decks, tally),
                }
            }
            first += len as u64;
        }
    }

    fn merge(&self, into: &mut Vec<WarTally>, from: Vec<WarTally>) {
        for (into, from) in into.iter_mut().zip(&from) {
            into.merge(from);
        }
    }

    fn chunk(&self) -> u64 {
        BLOCK
    }
}

/// Writes a row for each game of a block, in the shape of [`WarBatch::empty_rows`].
fn write_rows(cell: usize, results: &[GameResult], decks: &DeckBlock, rows: &mut Columns) {
    let mut deck = Vec::new();
    for (k, result) in results.iter().enumerate() {
        let index = decks.first() + k as u64;
        let numbers = [index, result.battles, result.rounds, result.wars, result.deepest_war];
        let words = [cell, result.outcome.index(), result.end_reason.index()];
        let (mut numbers, mut words) = (numbers.into_iter(), words.into_iter());
        for column in &mut rows.columns {
            match column {
                Column::Index(column) => column.extend(numbers.next()),
                Column::Word { rows, .. } => rows.extend(words.next().map(|w| w as u32)),
                Column::Text { text, ends } => {
                    decks.copy_deck(k, &mut deck);
                    push_deck(text, &deck);
                    ends.push(text.len());
                }
                Column::Int(_) => {}
            }
        }
    }
}

/// Writes a deck as its ranks with spaces between them.
fn push_deck(text: &mut String, deck: &[Card]) {
    for (k, card) in deck.iter().enumerate() {
        let space = if k == 0 { "" } else { " " };
        // Writing to a String cannot fail.
        let _ = write!(text, "{space}{card}");
    }
}
