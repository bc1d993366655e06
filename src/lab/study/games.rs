//! The games of a study: chunk by chunk on many threads, block by block by the players of the game, and counted; with
//! the same result as on one thread.

use std::collections::HashMap;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use indexmap::IndexMap;

use super::rows::{Encode, RowColumns, RowDetail, RowSink};
use super::totals::Totals;
use crate::core::engines::WORDS;
use crate::core::game::Player;
use crate::core::results::GameBlock;
use crate::core::rows::Columns;
use crate::lab::refused::Refused;
use crate::lab::run::ordered::Ordered;
use crate::lab::run::threads::{on_threads, time_of_thread};
use crate::lab::run::{Control, Threads};
use crate::lab::spec::Study;

/// Groups whose players and counts each thread keeps; with more, new players are made for each
/// block and counts merged after it.
const KEPT_GROUPS: usize = 64;
/// The same with rows: each chunk is of all groups, and making their players takes longer than its games.
const KEPT_WITH_ROWS: usize = 4_096;
/// Rows that are put together at once, unless a single game has more: enough to compress well, few
/// enough for each thread to have them at hand.
const ROWS_AT_ONCE: u64 = 1 << 16;
/// Chunks of rows that may wait for a slower one before them, for each thread.
const CHUNKS_AHEAD: u64 = 8;

/// Every cell of a study, ready to be played.
pub struct StudyGames<'s> {
    study: &'s Study,
    groups: Vec<CellGroup>,
    /// The columns of rows, if they are wanted.
    rows: Option<RowColumns>,
    /// Workers between two runs.
    idle: Mutex<Vec<Worker>>,
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

/// What one thread keeps: of the groups that it plays, by position, the players and the counts.
#[derive(Default)]
struct Worker {
    players: HashMap<usize, Vec<Box<dyn Player>>>,
    counts: HashMap<usize, Totals>,
    blocks: Vec<GameBlock>,
}

/// Some games of every cell, and how they are played.
///
/// Chunk `k` is of the games of group `k % groups`, so that all groups advance side by side. With rows, which go game
/// by game, it is of the games of all groups.
pub struct Portion<'p> {
    /// The games.
    pub games: Range<u64>,
    /// Games of each cell that are handed out at once.
    pub chunk: u64,
    /// Who plays them.
    pub threads: Threads,
    /// By what they are watched and stopped.
    pub control: &'p Control,
    /// Whether to halt, though nobody stops it.
    pub halt: &'p (dyn Fn() -> bool + Sync),
}

/// What of a portion was played.
#[derive(Debug)]
pub struct Played {
    /// Games of each group, of all groups together.
    pub games: u64,
    /// CPU time that all threads together took for them.
    pub busy: Duration,
}

impl<'s> StudyGames<'s> {
    /// Those of a study, with a row for each game if that is wanted.
    pub fn new(study: &'s Study, rows: Option<&RowDetail>) -> Self {
        let rows = rows.map(|detail| RowColumns::of(study, detail));
        Self { study, groups: groups(study), rows, idle: Mutex::default() }
    }

    /// Whether every cell can be played here.
    ///
    /// Errors: a sentence, if an engine asked for cannot play a rule set on this machine.
    pub fn check(&self) -> Result<(), String> {
        let is_asked = |k: &usize| *k == 0 || self.study.cells[*k].engine != WORDS[0];
        for group in self.groups.iter().filter(|group| group.cells.iter().any(is_asked)) {
            // One after the other: ten thousand engines at once would be most of the memory.
            for k in group.alike.iter().cloned().flatten() {
                self.player(group, &(k..k + 1))?;
            }
        }
        Ok(())
    }

    /// Groups of cells that play together.
    pub fn groups(&self) -> u64 {
        self.groups.len() as u64
    }

    /// Games whose rows are put together at once.
    pub fn games_at_once(&self) -> u64 {
        (ROWS_AT_ONCE / self.cells()).max(1)
    }

    /// Rows of a game.
    pub fn cells(&self) -> u64 {
        self.study.cells.len().max(1) as u64
    }

    /// A block of no rows; without a column where none are wanted.
    pub fn empty_rows(&self) -> Columns {
        self.rows.as_ref().map(|rows| rows.shape.clone()).unwrap_or_default()
    }

    /// Plays these games into the counts of the study, chunk by chunk in their order, until all are played, `halt`
    /// says so, or the run is stopped: what was played then is a prefix of the games, the same of each cell. Their rows
    /// are encoded and go to their sink in this order. All is the same on any number of threads.
    ///
    /// Errors: [`Refused`] where threads do not start or a row cannot be written; the counts are of no use then.
    ///
    /// Panics for a chunk of no games.
    pub fn play(
        &self,
        portion: &Portion<'_>,
        totals: &mut Totals,
        rows: Option<(&Encode, &mut dyn RowSink)>,
    ) -> Result<Played, Refused> {
        let Portion { games, chunk, control, halt, .. } = portion;
        // A run that is halted still ends with as many games of each group.
        let together = if self.rows.is_some() { 1 } else { self.groups().max(1) };
        let chunks = (games.end - games.start).div_ceil(*chunk).saturating_mul(together);
        // More threads than chunks would only make and drop their engines.
        let count = portion.threads.count().min(chunks.try_into().unwrap_or(usize::MAX)).max(1);
        let (encode, sink) = rows.unzip();
        let mut write = sink.map(|sink| move |block| sink.write(block));
        let ahead = CHUNKS_AHEAD * count as u64;
        let ordered = write.as_mut().map(|write| Ordered::new(ahead, write));
        let next = AtomicU64::new(0);
        // A chunk is taken only by who has seen that the run goes on, or that its neighbours are played:
        // so what is taken is a prefix, whoever halts first.
        let goes_on = |k: u64| !k.is_multiple_of(together) || !control.stopped() && !halt();
        let following = |k: u64| (k < chunks && goes_on(k)).then_some(k + 1);
        let take = || next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, following).ok();
        let (busy, totals) = (AtomicU64::new(0), Mutex::new(totals));
        let work = || {
            let mut worker = self.idle().pop().unwrap_or_default();
            let before = time_of_thread();
            while let Some(k) = take() {
                let rows = self.play_chunk(portion, k, &mut worker, &totals);
                let goes_on = match (encode, &ordered) {
                    (Some(encode), Some(ordered)) => ordered.put(k, encode(&rows)),
                    _ => true,
                };
                if !goes_on {
                    break;
                }
            }
            let took = time_of_thread().saturating_sub(before);
            busy.fetch_add(took.as_nanos() as u64, Ordering::Relaxed);
            self.hand_in(&mut worker, &totals);
            self.idle().push(worker);
        };
        // Where one panics, the others must not play on, or wait for a chunk that never comes.
        let guarded = || {
            catch_unwind(AssertUnwindSafe(&work)).unwrap_or_else(|panic| {
                control.stop();
                ordered.iter().for_each(Ordered::close);
                resume_unwind(panic)
            })
        };
        on_threads(count, guarded)?;
        if let Some(error) = ordered.and_then(Ordered::into_error) {
            return Err(error);
        }
        let played = next.into_inner().min(chunks);
        Ok(Played {
            games: played.saturating_mul(*chunk),
            busy: Duration::from_nanos(busy.into_inner()),
        })
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Worker>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays chunk `k`, and returns a row for each of its games if they are wanted.
    fn play_chunk(
        &self,
        Portion { games, chunk, control, .. }: &Portion<'_>,
        k: u64,
        worker: &mut Worker,
        totals: &Mutex<&mut Totals>,
    ) -> Columns {
        let (number, groups) = match self.rows {
            Some(_) => (k, 0..self.groups.len()),
            None => {
                let g = (k % self.groups()) as usize;
                (k / self.groups(), g..g + 1)
            }
        };
        let start = games.start + number * chunk;
        let end = games.end.min(start.saturating_add(*chunk));
        let (block, mut rows) = (self.study.info().block, self.empty_rows());
        for first in (start..end).step_by(block as usize) {
            let games = first..end.min(first.saturating_add(block));
            let above = rows.len();
            rows.resize(above + (games.end - games.start) as usize * self.study.cells.len());
            for g in groups.clone() {
                self.play_block(worker, g, &games, &mut rows, above);
                if !self.keeps() {
                    self.hand_in(worker, totals);
                }
            }
        }
        let cells: usize = self.groups[groups].iter().map(|group| group.cells.len()).sum();
        control.finished((end - start).saturating_mul(cells as u64));
        rows
    }

    /// Whether each thread keeps its players and counts up to the end.
    fn keeps(&self) -> bool {
        self.groups.len() <= if self.rows.is_some() { KEPT_WITH_ROWS } else { KEPT_GROUPS }
    }

    /// Plays a block of games of a group and counts them; if rows are wanted, writes theirs below those `above`: game
    /// by game one of each cell.
    fn play_block(
        &self,
        worker: &mut Worker,
        g: usize,
        games: &Range<u64>,
        rows: &mut Columns,
        above: usize,
    ) {
        let (study, group, info) = (self.study, &self.groups[g], self.study.info());
        let Worker { players, counts, blocks } = worker;
        let players = players.entry(g).or_insert_with(|| {
            let made = group.alike.iter().map(|places| self.player(group, places));
            made.map(|made| made.unwrap_or_else(|e| unreachable!("it was tried: {e}"))).collect()
        });
        let pairs = group.pairs.iter().map(|&(i, j, _)| (i, j));
        let counts = counts.entry(g);
        let counts = counts.or_insert_with(|| Totals::of(study, group.cells.len(), pairs));
        if blocks.len() < group.cells.len() {
            blocks.resize_with(group.cells.len(), || GameBlock::new(info));
        }
        let blocks = &mut blocks[..group.cells.len()];
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
                let (cell, block, place) = (group.cells[k], &blocks[k], k - places.start);
                let by = counts.strata.get_mut(k).into_iter().flatten();
                for (&feature, strata) in study.by.iter().zip(by) {
                    let mut values = Vec::new();
                    player.features(place, feature, &mut values);
                    strata.add(&values, block, &study.cells[cell].rules, info);
                }
                if let Some(columns) = &self.rows {
                    let at = (above + cell, study.cells.len());
                    columns.write(rows, at, (cell, place), block, &mut **player);
                }
            }
        }
    }

    fn player(&self, group: &CellGroup, places: &Range<usize>) -> Result<Box<dyn Player>, String> {
        let cells = &group.cells[places.clone()];
        let cells: Vec<_> = cells.iter().map(|&k| &self.study.cells[k]).collect();
        self.study.game.player(&cells, &self.study.deals)
    }

    /// Adds what a worker counted to the counts of the study.
    fn hand_in(&self, worker: &mut Worker, totals: &Mutex<&mut Totals>) {
        let mut totals = totals.lock().unwrap_or_else(PoisonError::into_inner);
        for (g, counts) in worker.counts.drain() {
            let CellGroup { cells, pairs, .. } = &self.groups[g];
            totals.merge_at(cells, pairs.iter().map(|&(_, _, p)| p), &counts);
        }
        if !self.keeps() {
            worker.players.clear();
        }
    }
}

/// Those of one word together, in the order of the first ones.
fn together<'w, T>(all: impl Iterator<Item = (&'w str, T)>) -> Vec<Vec<T>> {
    let mut groups = IndexMap::<&str, Vec<T>>::new();
    all.for_each(|(word, one)| groups.entry(word).or_default().push(one));
    groups.into_values().collect()
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
    let mut groups: Vec<CellGroup> = groups.into_iter().map(group).collect();
    // Where each cell is: its group and its place there.
    let mut places = vec![(0, 0); study.cells.len()];
    for (g, group) in groups.iter().enumerate() {
        group.cells.iter().enumerate().for_each(|(place, &k)| places[k] = (g, place));
    }
    for (p, (i, j)) in study.pair_list().into_iter().enumerate() {
        let ((g, i), (_, j)) = (places[i], places[j]);
        groups[g].pairs.push((i, j, p));
    }
    groups
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;
    use crate::core::cards::DeckList;
    use crate::core::rows::ColumnData;
    use crate::lab::formats::Block;

    const CHUNK: u64 = 7;

    /// Lists the games of the rows, and fails behind so many.
    #[derive(Default)]
    struct Listed {
        detail: RowDetail,
        games: Vec<u64>,
        most: Option<usize>,
    }

    impl RowSink for Listed {
        fn detail(&self) -> &RowDetail {
            &self.detail
        }

        fn has_groups(&self) -> bool {
            false
        }

        fn begin(&mut self, _: &Study, _: &Columns, _: u64) -> Result<Box<Encode>, Refused> {
            Ok(Box::new(|rows| Ok(Block::Rows(rows.clone()))))
        }

        fn write(&mut self, block: io::Result<Block>) -> Result<(), Refused> {
            let Ok(Block::Rows(rows)) = block else { panic!("not as it was encoded") };
            let games = rows.names.iter().position(|name| name == "game").unwrap();
            match &rows.columns[games] {
                ColumnData::Int(games) => self.games.extend(games.iter().map(|&game| game as u64)),
                ColumnData::Index(games) => self.games.extend(games),
                _ => panic!("not numbers"),
            }
            let is_full = self.most.is_some_and(|most| self.games.len() > most);
            if is_full { Err(Refused::usage("disk full")) } else { Ok(()) }
        }
    }

    /// What of these games was played and counted, with rows if there is a list for them.
    fn play(
        study: &Study,
        threads: usize,
        control: &Control,
        halt: &(dyn Fn() -> bool + Sync),
        list: Option<&mut Listed>,
    ) -> Result<(Played, Totals), Refused> {
        let batch = StudyGames::new(study, list.as_ref().map(|list| &list.detail));
        let threads = Threads::Exactly(threads.try_into().unwrap());
        let portion = Portion { games: study.range(), chunk: CHUNK, threads, control, halt };
        let (mut totals, encode) =
            (Totals::new(study), |rows: &Columns| Ok(Block::Rows(rows.clone())));
        let rows = list.map(|list| (&encode as &Encode, list as &mut dyn RowSink));
        batch.play(&portion, &mut totals, rows).map(|played| (played, totals))
    }

    fn umass(games: Range<u64>) -> Study {
        Study::war(["umass"]).unwrap().of_games(games)
    }

    #[test]
    fn every_game_is_played_once_and_listed_in_order_on_any_number_of_threads() {
        for games in [0..0, 5..6, 3..1_000, u64::MAX - 20..u64::MAX] {
            let (study, mut first) = (umass(games.clone()), None);
            for threads in [1, 2, 7, 16] {
                let (control, mut list) = (Control::default(), Listed::default());
                control.begin_after(40);
                let played = play(&study, threads, &control, &|| false, Some(&mut list));
                let totals = played.unwrap().1;
                let counted = totals.cells[0].counts();
                assert_eq!(first.get_or_insert_with(|| counted.clone()), counted, "{threads}");
                assert_eq!(list.games, games.clone().collect::<Vec<_>>(), "{threads} threads");
                let count = games.end - games.start;
                assert_eq!((totals.games(), control.done()), (count, 40 + count));
            }
        }
    }

    #[test]
    fn a_halted_run_is_a_prefix_with_as_many_games_of_each_group() {
        let rules = ["umass", "umass{deck.jokers=1}", "umass{deck.jokers=2}"];
        let many = Study::war(rules).unwrap().comparing(false).of_games(0..100_000);
        for threads in [1, 2, 7] {
            for allowed in [0, 1, 3, 40] {
                for (study, groups) in [(&umass(0..100_000), 1), (&many, 3)] {
                    let asked = AtomicU64::new(0);
                    let halt = || asked.fetch_add(1, Ordering::Relaxed) >= allowed;
                    let (control, mut list) = (Control::default(), Listed::default());
                    let rows = (groups == 1).then_some(&mut list);
                    let (played, totals) = play(study, threads, &control, &halt, rows).unwrap();
                    let games = totals.games();
                    assert!(totals.cells.iter().all(|tally| tally.games() == games));
                    assert_eq!((games % CHUNK, games * groups), (0, played.games));
                    assert_eq!(control.done(), games * groups);
                    assert!(groups > 1 || list.games == (0..games).collect::<Vec<_>>());
                    // It halts after any chunk of one group.
                    assert!(threads > 1 || groups > 1 || games == allowed * CHUNK);
                }
            }
        }
    }

    #[test]
    fn a_failed_write_a_stop_and_a_panic_end_a_run() {
        let (control, mut list) = (Control::default(), Listed::default());
        list.most = Some(2 * CHUNK as usize);
        let played = play(&umass(0..1_000_000_000_000), 4, &control, &|| false, Some(&mut list));
        assert_eq!(played.map(drop), Err(Refused::usage("disk full")));
        let control = Control::default();
        control.stop();
        let (_, totals) = play(&umass(0..1_000_000), 2, &control, &|| false, None).unwrap();
        assert_eq!((totals.games(), control.done()), (0, 0));
        // Breaks at its sixth chunk, which every later one waits for.
        let decks = DeckList::of(vec![vec![2, 3, 4, 5]; 5 * CHUNK as usize]);
        let study = umass(0..7_000).on_decks(decks).of_games(0..7_000);
        let (control, mut list) = (Control::default(), Listed::default());
        let play = || play(&study, 3, &control, &|| false, Some(&mut list)).map(drop);
        let broken = catch_unwind(AssertUnwindSafe(play));
        assert!(broken.is_err() && control.stopped() && control.done() < 7_000);
    }
}
