//! War as a workload: the same seeded decks played by one or more rule sets.

use std::fmt::Write as _;
use std::ops::Range;

use super::comparison::Pairs;
use super::fast::{Engine, EngineChoice, Unsupported};
use super::feature::Feature;
use super::result::{EndReason, GameResult, Outcome, Sink};
use super::rules::Rules;
use super::strata::Strata;
use super::tally::WarTally;
use crate::core::cards::{Card, Dealer, DeckBlock, DeckFields, Seed};
use crate::core::stats::PairedTally;
use crate::core::stats::columns::{Column, Columns};
use crate::core::stats::workload::Workload;

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

/// What the row of a game holds beside its result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RowDetail {
    /// Every [`Feature`] of the deal.
    pub features: bool,
    /// The deck.
    pub decks: bool,
}

/// A batch of War.
#[derive(Clone, Debug)]
pub struct WarBatch {
    seed: Seed,
    cells: Vec<Cell>,
    /// The different decks of the cells.
    decks: Vec<DeckFields>,
    pairs: Vec<(usize, usize)>,
    by: Option<Feature>,
    rows: RowDetail,
    chunk: u64,
}

/// Everything that a batch counts.
#[derive(Clone, Debug)]
pub struct WarTotals {
    /// The tally of each rule set.
    pub cells: Vec<WarTally>,
    /// The pairs on the same deals, by positions, with their counts.
    pub pairs: Vec<((usize, usize), PairedTally)>,
    /// The games of each rule set by the value of a feature; empty if none was asked for.
    pub strata: Vec<Strata>,
}

impl WarTotals {
    /// The counts of a pair; `None` if it was not played on the same deals.
    pub fn paired(&self, first: usize, second: usize) -> Option<&PairedTally> {
        self.pairs.iter().find(|(pair, _)| *pair == (first, second)).map(|(_, tally)| tally)
    }
}

/// A rule set whose engine cannot play it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("rule set `{rules}`: {source}")]
pub struct UnsupportedCell {
    /// The rule set's name.
    pub rules: String,
    /// What the engine cannot do.
    pub source: Unsupported,
}

/// One thread's dealers, engines and buffers.
#[derive(Debug)]
pub struct WarWorker {
    dealers: Vec<(Dealer, DeckBlock)>,
    engines: Vec<Engine>,
    /// The results of the block in hand, cell by cell.
    results: Vec<Vec<GameResult>>,
    deck: Vec<Card>,
}

impl WarBatch {
    /// A batch of these rule sets on the decks of this seed.
    ///
    /// Errors: [`UnsupportedCell`] if an engine asked for cannot play its rule set on this machine.
    pub fn new(seed: Seed, cells: Vec<Cell>) -> Result<Self, UnsupportedCell> {
        for cell in &cells {
            let rules = || cell.name.clone();
            Engine::new(cell.engine, &cell.rules, seed)
                .map_err(|source| UnsupportedCell { rules: rules(), source })?;
        }
        let mut decks: Vec<DeckFields> = Vec::new();
        for cell in &cells {
            if !decks.contains(&cell.rules.deck) {
                decks.push(cell.rules.deck.clone());
            }
        }
        let rows = RowDetail::default();
        Ok(Self { seed, cells, decks, pairs: Vec::new(), by: None, rows, chunk: BLOCK })
    }

    /// Counts these pairs deal by deal as well, as far as both play the same decks.
    pub fn with_pairs(mut self, pairs: Pairs) -> Self {
        let same_decks =
            |&(i, j): &(usize, usize)| self.cells[i].rules.deck == self.cells[j].rules.deck;
        self.pairs = pairs.list(self.cells.len()).into_iter().filter(same_decks).collect();
        self
    }

    /// Counts the games by this feature of their deals as well.
    pub fn by_feature(mut self, feature: Option<Feature>) -> Self {
        self.by = feature;
        self
    }

    /// Puts more than the result into the row of a game.
    pub fn with_rows(mut self, rows: RowDetail) -> Self {
        self.rows = rows;
        self
    }

    /// Hands over the rows of so many games at once; `None` for whatever is fastest.
    pub fn in_chunks(mut self, games: Option<u64>) -> Self {
        self.chunk = games.unwrap_or(BLOCK);
        self
    }

    /// The rule sets.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Each rule set as a batch of its own, for rows in the order of rule sets.
    pub fn one_by_one(&self) -> Vec<WarBatch> {
        let alone = |cell: &Cell| WarBatch {
            cells: vec![cell.clone()],
            decks: vec![cell.rules.deck.clone()],
            pairs: Vec::new(),
            ..self.clone()
        };
        self.cells.iter().map(alone).collect()
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

    fn deck_of(&self, cell: &Cell) -> usize {
        let found = self.decks.iter().position(|deck| *deck == cell.rules.deck);
        found.unwrap_or_else(|| unreachable!("every cell's deck was entered"))
    }

    /// A block of no rows, of the shape that [`Workload::play`] fills.
    pub fn empty_rows(&self) -> Columns {
        let mut names = vec![
            "rules",
            "game",
            "outcome",
            "end_reason",
            "battles",
            "rounds",
            "wars",
            "deepest_war",
        ];
        let mut columns = vec![
            Column::words(self.cells.iter().map(|cell| cell.name.clone())),
            Column::Index(Vec::new()),
            Column::words(Outcome::ALL.map(Outcome::name)),
            Column::words(EndReason::ALL.map(EndReason::name)),
            Column::Index(Vec::new()),
            Column::Index(Vec::new()),
            Column::Index(Vec::new()),
            Column::Index(Vec::new()),
        ];
        if self.rows.features {
            names.extend(Feature::ALL.map(Feature::name));
            columns.extend(Feature::ALL.map(|_| Column::Int(Vec::new())));
        }
        if self.rows.decks {
            names.push("deck");
            columns.push(Column::text());
        }
        Columns { names, columns }
    }

    /// Writes a row for each game of a block, in the shape of [`WarBatch::empty_rows`].
    fn write_rows(
        &self,
        c: usize,
        results: &[GameResult],
        decks: &DeckBlock,
        deck: &mut Vec<Card>,
        rows: &mut Columns,
    ) {
        for (k, result) in results.iter().enumerate() {
            let index = decks.first() + k as u64;
            if self.rows != RowDetail::default() {
                decks.copy_deck(k, deck);
            }
            let mut numbers =
                [index, result.battles, result.rounds, result.wars, result.deepest_war].into_iter();
            let mut words = [c, result.outcome.index(), result.end_reason.index()].into_iter();
            let mut features = Feature::ALL.iter().map(|f| f.of(deck, &self.cells[c].rules));
            for column in &mut rows.columns {
                match column {
                    Column::Index(column) => column.extend(numbers.next()),
                    Column::Word { rows, .. } => rows.extend(words.next().map(|w| w as u32)),
                    Column::Int(column) => column.extend(features.next()),
                    Column::Text { text, ends } => {
                        push_deck(text, deck);
                        ends.push(text.len());
                    }
                }
            }
        }
    }
}

/// Passes everything on to the tally and keeps the results of a block in the order of its games.
struct Recorder<'a> {
    tally: &'a mut WarTally,
    first: u64,
    results: &'a mut [GameResult],
}

impl Sink for Recorder<'_> {
    #[inline]
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
    type Tally = WarTotals;

    fn worker(&self) -> WarWorker {
        let deal = |deck: &DeckFields| (Dealer::new(self.seed, deck.clone()), DeckBlock::default());
        WarWorker {
            dealers: self.decks.iter().map(deal).collect(),
            engines: self.cells.iter().map(|cell| self.engine(cell)).collect(),
            results: vec![Vec::new(); self.cells.len()],
            deck: Vec::new(),
        }
    }

    fn tally(&self) -> WarTotals {
        let strata = if self.by.is_some() { self.cells.len() } else { 0 };
        WarTotals {
            cells: vec![WarTally::default(); self.cells.len()],
            pairs: self.pairs.iter().map(|&pair| (pair, PairedTally::default())).collect(),
            strata: vec![Strata::default(); strata],
        }
    }

    /// Rows are written cell by cell within each block, so ask for them with one cell at a time.
    fn play(
        &self,
        worker: &mut WarWorker,
        range: Range<u64>,
        tally: &mut WarTotals,
        mut rows: Option<&mut Columns>,
    ) {
        let WarWorker { dealers, engines, results, deck } = worker;
        let keeps_results = rows.is_some() || !self.pairs.is_empty() || self.by.is_some();
        let mut first = range.start;
        while first < range.end {
            let len = (range.end - first).min(BLOCK) as usize;
            for (dealer, decks) in dealers.iter_mut() {
                dealer.fill(decks, first, len);
            }
            for (c, cell) in self.cells.iter().enumerate() {
                let decks = &dealers[self.deck_of(cell)].1;
                let (engine, tally, results) =
                    (&mut engines[c], &mut tally.cells[c], &mut results[c]);
                if keeps_results {
                    // Every game of the block is reported, so what stood here need not be cleared.
                    results.resize(len, UNPLAYED);
                    engine.play_block(decks, &mut Recorder { tally, first, results });
                } else {
                    engine.play_block(decks, tally);
                }
                if let Some(rows) = rows.as_deref_mut() {
                    self.write_rows(c, results, decks, deck, rows);
                }
            }
            for ((i, j), paired) in &mut tally.pairs {
                paired.record_all(results[*i].iter().zip(&results[*j]).map(|(one, two)| {
                    (one.outcome.index(), one.battles, two.outcome.index(), two.battles)
                }));
            }
            if let Some(feature) = self.by {
                for (c, (cell, strata)) in self.cells.iter().zip(&mut tally.strata).enumerate() {
                    let decks = &dealers[self.deck_of(cell)].1;
                    for (k, result) in results[c].iter().enumerate() {
                        decks.copy_deck(k, deck);
                        strata.record(feature.of(deck, &cell.rules), result);
                    }
                }
            }
            first += len as u64;
        }
    }

    fn merge(&self, into: &mut WarTotals, from: WarTotals) {
        let WarTotals { cells, pairs, strata } = from;
        for (into, from) in into.cells.iter_mut().zip(&cells) {
            into.merge(from);
        }
        for ((_, into), (_, from)) in into.pairs.iter_mut().zip(&pairs) {
            into.merge(from);
        }
        for (into, from) in into.strata.iter_mut().zip(&strata) {
            into.merge(from);
        }
    }

    fn chunk(&self) -> u64 {
        self.chunk
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
