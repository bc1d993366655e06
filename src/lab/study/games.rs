//! A range of a study's games as a workload for many threads.

use std::collections::{BTreeMap, HashMap};
use std::iter::repeat_n;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

use crate::core::game::{Player, RowValue};
use crate::core::results::GameBlock;
use crate::core::rows::{ColumnData, Columns};
use crate::core::table::Value;
use crate::game::Cell;
use crate::lab::run::Workload;

use super::totals::Totals;
use crate::lab::spec::Study;

/// Groups whose players and counts each thread keeps; with more, new players are made for each
/// item and counts merged after it.
const KEPT_GROUPS: usize = 64;
/// The same with rows: each item plays all groups, and making their players takes longer than its games.
const KEPT_WITH_ROWS: usize = 4_096;
/// Groups for which a player is tried before the first game.
const TRIED_GROUPS: usize = 1_000;
/// Rows that are put together at once, unless a single game has more: enough to compress well, few
/// enough for each thread to have them at hand.
const ROWS_AT_ONCE: u64 = 1 << 16;

/// What the row of a game holds beside its result.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowDetail {
    /// The names of features of the deal; no others are computed.
    pub features: Vec<String>,
    /// The deal.
    pub deals: bool,
}

/// Cells that meet the same chance, or are compared game by game, played together.
#[derive(Clone, Debug, Default)]
struct CellGroup {
    /// Their positions; those that meet the same chance are neighbours.
    cells: Vec<usize>,
    /// Places within the group of those that meet the same chance: a player each.
    alike: Vec<Range<usize>>,
    /// Compared pairs: positions within the group, and the place among the study's counted pairs.
    pairs: Vec<(usize, usize, usize)>,
}

/// Some games of every cell of a study.
///
/// Item `k` is chunk `k / groups` of the games of group `k % groups`, so that all groups advance
/// side by side. With rows, which go game by game, it is chunk `k` of the games of all groups.
pub struct StudyGames<'s> {
    study: &'s Study,
    groups: Vec<CellGroup>,
    games: Range<u64>,
    chunk: u64,
    /// No rows, if rows are wanted, of the shape that is filled, and what its columns hold.
    rows: Option<(Columns, Vec<Holds>)>,
    /// Workers between two runs.
    idle: Mutex<Vec<Worker>>,
}

/// The players of each group, by its position.
type Players = HashMap<usize, Vec<Box<dyn Player>>>;

/// One thread's players and blocks.
#[derive(Default)]
pub struct Worker {
    players: Players,
    blocks: Vec<GameBlock>,
    values: Vec<i64>,
}

/// The counts of the groups that were played, by position, each with those of its own cells and pairs.
pub type GroupCounts = BTreeMap<usize, Totals>;

impl Workload for StudyGames<'_> {
    type Worker = Worker;
    type Tally = GroupCounts;

    fn items(&self) -> u64 {
        let games = self.games.end - self.games.start;
        games.div_ceil(self.chunk).saturating_mul(self.together())
    }

    fn worker(&self) -> Worker {
        let mut worker = self.idle().pop().unwrap_or_default();
        if self.keeps_counts() {
            for g in 0..self.groups.len() {
                self.players_of(g, &mut worker.players);
            }
        }
        worker
    }

    fn give_back(&self, worker: Worker) {
        self.idle().push(worker);
    }

    fn keeps_counts(&self) -> bool {
        self.groups.len() <= if self.rows.is_some() { KEPT_WITH_ROWS } else { KEPT_GROUPS }
    }

    fn together(&self) -> u64 {
        if self.rows.is_some() { 1 } else { self.groups().max(1) }
    }

    fn play_item(
        &self,
        worker: &mut Worker,
        item: u64,
        tally: &mut Self::Tally,
        mut rows: Option<&mut Columns>,
    ) -> u64 {
        let (g, number) = ((item % self.together()) as usize, item / self.together());
        let groups = if self.rows.is_some() { 0..self.groups.len() } else { g..g + 1 };
        let start = self.games.start + number * self.chunk;
        let end = self.games.end.min(start.saturating_add(self.chunk));
        let mut first = start;
        while first < end {
            let games = first..end.min(first.saturating_add(self.study.info().block));
            first = games.end;
            let above = rows.as_ref().map_or(0, |rows| rows.len());
            if let Some(rows) = rows.as_deref_mut() {
                rows.resize(above + (games.end - games.start) as usize * self.study.cells.len());
            }
            for g in groups.clone() {
                self.play_block(worker, g, games.clone(), tally);
                if let Some(rows) = rows.as_deref_mut() {
                    self.write_rows(worker, g, rows, above);
                }
            }
        }
        let cells: usize = self.groups[groups].iter().map(|group| group.cells.len()).sum();
        (end - start).saturating_mul(cells as u64)
    }

    fn merge(&self, into: &mut Self::Tally, from: Self::Tally) {
        for (g, theirs) in from {
            match into.get_mut(&g) {
                Some(mine) => mine.merge(&theirs),
                None => drop(into.insert(g, theirs)),
            }
        }
    }
}

impl<'s> StudyGames<'s> {
    /// No games yet of every cell, pairs and strata counted, and a row for each game with more than its result if
    /// rows are wanted.
    pub fn new(study: &'s Study, rows: Option<&RowDetail>) -> Self {
        let mut groups = groups(study);
        // Where each cell is: its group and its place there.
        let mut places = vec![(0, 0); study.cells.len()];
        for (g, group) in groups.iter().enumerate() {
            group.cells.iter().enumerate().for_each(|(place, &k)| places[k] = (g, place));
        }
        for (p, (i, j)) in study.pair_list().into_iter().enumerate() {
            let ((g, i), (_, j)) = (places[i], places[j]);
            groups[g].pairs.push((i, j, p));
        }
        let rows = rows.map(|detail| row_columns(study, detail));
        Self { study, groups, games: 0..0, chunk: 1, rows, idle: Mutex::default() }
    }

    /// Whether every cell can be played here.
    ///
    /// Errors: a sentence, if an engine asked for cannot play a rule set on this machine.
    pub fn check(&self) -> Result<(), String> {
        for group in self.groups.iter().take(TRIED_GROUPS) {
            // One after the other: ten thousand engines at once would be most of the memory.
            for k in group.alike.iter().cloned().flatten() {
                self.player(group, &(k..k + 1))?;
            }
        }
        Ok(())
    }

    /// Plays these games now, this many of each cell at once.
    ///
    /// Panics for a chunk of no games.
    pub fn turn_to(&mut self, games: Range<u64>, chunk: u64) {
        assert!(chunk > 0, "a chunk has games");
        (self.games, self.chunk) = (games, chunk);
    }

    /// Groups of cells that play together.
    pub fn groups(&self) -> u64 {
        self.groups.len() as u64
    }

    /// Games whose rows are put together at once.
    pub fn games_at_once(&self) -> u64 {
        (ROWS_AT_ONCE / self.cells()).max(1)
    }

    /// The rows of these games.
    pub fn rows_at_once(&self) -> u64 {
        self.games_at_once() * self.cells()
    }

    fn cells(&self) -> u64 {
        self.study.cells.len().max(1) as u64
    }

    /// A block of no rows, of the shape that the batch fills.
    pub fn empty_rows(&self) -> Columns {
        self.rows.as_ref().map(|(shape, _)| shape.clone()).unwrap_or_default()
    }

    /// Adds the counts of all groups to those of the study.
    pub fn add(&self, counts: &GroupCounts, totals: &mut Totals) {
        for (&g, counts) in counts {
            let CellGroup { cells, pairs, .. } = &self.groups[g];
            totals.merge_at(cells, pairs.iter().map(|&(_, _, p)| p), counts);
        }
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Worker>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn player(&self, group: &CellGroup, places: &Range<usize>) -> Result<Box<dyn Player>, String> {
        let cells = &group.cells[places.clone()];
        let cells: Vec<_> = cells.iter().map(|&k| &self.study.cells[k]).collect();
        self.study.game.player(&cells, &self.study.deals)
    }

    /// The players of a group, made if they are not there.
    fn players_of<'w>(&self, g: usize, made: &'w mut Players) -> &'w mut Vec<Box<dyn Player>> {
        made.entry(g).or_insert_with(|| {
            let group = &self.groups[g];
            let made = group.alike.iter().map(|places| self.player(group, places));
            made.map(|made| made.unwrap_or_else(|e| unreachable!("it was tried: {e}"))).collect()
        })
    }

    /// Plays a block of games of a group, and counts them.
    fn play_block(
        &self,
        worker: &mut Worker,
        g: usize,
        games: Range<u64>,
        tally: &mut GroupCounts,
    ) {
        let (group, info) = (&self.groups[g], self.study.info());
        if !self.keeps_counts() && !worker.players.contains_key(&g) {
            worker.players.clear();
        }
        let counts = tally.entry(g).or_insert_with(|| {
            let pairs = group.pairs.iter().map(|&(i, j, _)| (i, j));
            Totals::of(self.study, group.cells.len(), pairs)
        });
        while worker.blocks.len() < group.cells.len() {
            worker.blocks.push(GameBlock::new(info));
        }
        let players = self.players_of(g, &mut worker.players);
        let blocks = &mut worker.blocks[..group.cells.len()];
        blocks.iter_mut().for_each(|block| block.reset(games.clone()));
        for (player, places) in players.iter_mut().zip(&group.alike) {
            player.play(games.clone(), &mut blocks[places.clone()]);
        }
        let tallies = counts.cells.iter_mut().zip(blocks.iter());
        tallies.for_each(|(tally, block)| tally.add(block));
        for &mut ((i, j), ref mut paired) in &mut counts.pairs {
            paired.add(&blocks[i], &blocks[j]);
        }
        for (player, places) in players.iter_mut().zip(&group.alike) {
            for k in places.clone() {
                let rules = &self.study.cells[group.cells[k]].rules;
                let by = counts.strata.get_mut(k).into_iter().flatten();
                for (&feature, strata) in self.study.by.iter().zip(by) {
                    player.features(k - places.start, feature, &mut worker.values);
                    strata.add(&worker.values, &blocks[k], rules, info);
                }
            }
        }
    }

    /// Writes the rows of the games of a group below those `above`: game by game one of each cell.
    fn write_rows(&self, worker: &mut Worker, g: usize, rows: &mut Columns, above: usize) {
        let Worker { players, blocks, values } = worker;
        let (group, cells) = (&self.groups[g], self.study.cells.len());
        let players = players.get_mut(&g).map_or(&mut [][..], Vec::as_mut_slice);
        let columns = self.rows.iter().flat_map(|(_, columns)| columns);
        for (column, holds) in rows.columns.iter_mut().zip(columns) {
            for (player, places) in players.iter_mut().zip(&group.alike) {
                for place in places.clone() {
                    let (cell, block) = (group.cells[place], &blocks[place]);
                    let ends = block.ends().iter().map(|&end| usize::from(end));
                    let at = (above + cell, cells);
                    match (&mut *column, holds) {
                        (ColumnData::Word { rows, .. }, Holds::Word(of)) => {
                            put(rows, at, repeat_n(of[cell], ends.len()));
                        }
                        (ColumnData::Word { rows, .. }, Holds::End(of)) => {
                            put(rows, at, ends.map(|end| of[end]));
                        }
                        (ColumnData::Index(rows), Holds::Game) => put(rows, at, block.games()),
                        (ColumnData::Int(rows), Holds::Game) => {
                            put(rows, at, block.games().map(|game| game as i64));
                        }
                        (ColumnData::Int(rows), Holds::Number(of)) => {
                            put(rows, at, repeat_n(of[cell], ends.len()));
                        }
                        (ColumnData::Int(rows), Holds::Counter(counter)) => {
                            put(rows, at, block.counter(*counter).iter().map(|&n| n as i64));
                        }
                        (ColumnData::Int(rows), Holds::Feature(feature)) => {
                            player.features(place - places.start, *feature, values);
                            put(rows, at, values.iter().copied());
                        }
                        (ColumnData::Text(rows), Holds::Deal) => {
                            put(rows, at, (0..ends.len()).map(|game| player.written_deal(game)));
                        }
                        _ => unreachable!("a column is of the kind that it holds"),
                    }
                }
            }
        }
    }
}

/// Writes values over rows, from a first one on one of so many.
fn put<T>(rows: &mut [T], (mut at, step): (usize, usize), values: impl Iterator<Item = T>) {
    for value in values {
        rows[at] = value;
        at += step;
    }
}

/// What a column of rows of games holds; words by their positions in the list of the column.
enum Holds {
    /// A word of each cell: its rule set, or a swept field.
    Word(Vec<u32>),
    /// A number of each cell: a swept field, or what it is played with.
    Number(Vec<i64>),
    /// The index of the game.
    Game,
    /// A word for how the game ended, by end.
    End(Vec<u32>),
    /// What the game counts, by position.
    Counter(usize),
    /// What the deal shows, by position.
    Feature(usize),
    /// The deal.
    Deal,
}

/// The columns of the rows of a study's games, without a row, and what each holds.
fn row_columns(study: &Study, RowDetail { features, deals }: &RowDetail) -> (Columns, Vec<Holds>) {
    let (info, mut rows, mut all) = (study.info(), Columns::default(), Vec::new());
    let mut add = |name: &str, column, holds| {
        rows.push(name, column);
        all.push(holds);
    };
    let with_setup = |cell: &Cell| {
        let setup = cell.rules.setup_values.iter().filter(|_| info.setup_in_rows);
        let swept = study.swept_values(&cell.rules).into_iter();
        let name = Value::from(cell.rules_name.as_str());
        [name].into_iter().chain(swept).chain(setup.cloned()).collect::<Vec<_>>()
    };
    let told: Vec<_> = study.cells.iter().map(with_setup).collect();
    let setup = if info.setup_in_rows { info.setup_columns } else { &[] };
    let swept = study.swept.iter().map(String::as_str);
    let keys = ["rules"].into_iter().chain(swept).chain(setup.iter().copied());
    for (k, key) in keys.enumerate() {
        let number = |told: &Vec<Value>| match told[k] {
            Value::Int(n) => i64::try_from(n).ok(),
            _ => None,
        };
        match told.iter().map(number).collect() {
            Some(numbers) => add(key, ColumnData::Int(Vec::new()), Holds::Number(numbers)),
            None => {
                let words = told.iter().map(|told| told[k].to_string());
                let (column, which) = ColumnData::words(words);
                add(key, column, Holds::Word(which));
            }
        }
    }
    // Signed while it fits, so that differences of two games are differences.
    let signed = i64::try_from(study.whole().end).is_ok();
    let index = if signed { ColumnData::Int(Vec::new()) } else { ColumnData::Index(Vec::new()) };
    add("game", index, Holds::Game);
    for &(name, holds) in info.row_columns {
        match holds {
            RowValue::End(word) => {
                let ends = (0..info.ends()).map(|end| info.outcome_and_reason(end));
                let (words, which) = ColumnData::words(ends.map(|end| word(info, end)));
                add(name, words, Holds::End(which));
            }
            RowValue::Counter(c) => add(name, ColumnData::Int(Vec::new()), Holds::Counter(c)),
        }
    }
    for (feature, name) in info.features.iter().map(|feature| feature.name).enumerate() {
        let is_column = info.row_columns.iter().any(|(column, _)| *column == name);
        if !is_column && features.iter().any(|wanted| wanted == name) {
            add(name, ColumnData::Int(Vec::new()), Holds::Feature(feature));
        }
    }
    if *deals {
        add("deck", ColumnData::Text(Vec::new()), Holds::Deal);
    }
    (rows, all)
}

/// Those of one word together, in the order of the first ones.
fn together<'w, T>(all: impl Iterator<Item = (&'w str, T)>) -> Vec<Vec<T>> {
    let (mut groups, mut by_word) = (Vec::<Vec<T>>::new(), HashMap::new());
    for (word, one) in all {
        let g = *by_word.entry(word).or_insert(groups.len());
        if g == groups.len() {
            groups.push(Vec::new());
        }
        groups[g].push(one);
    }
    groups
}

/// The cells of a study that play side by side: those that meet the same chance, and, where any are compared, all of
/// a part, since their games are compared one by one.
fn groups(study: &Study) -> Vec<CellGroup> {
    let cells = study.cells.iter().enumerate();
    let setups = together(cells.map(|(k, cell)| (cell.rules.setup.as_str(), k)));
    let part = |setup: Vec<usize>| (study.cells[setup[0]].part.as_str(), setup);
    let groups = match study.compares() {
        true => together(setups.into_iter().map(part)),
        false => setups.into_iter().map(|setup| vec![setup]).collect(),
    };
    let group = |setups: Vec<Vec<usize>>| {
        let mut group = CellGroup::default();
        for cells in setups {
            let first = group.cells.len();
            group.alike.push(first..first + cells.len());
            group.cells.extend(cells);
        }
        group
    };
    groups.into_iter().map(group).collect()
}
