//! Exact answers: every distinct order of a small deck is played, once.

use std::sync::atomic::{AtomicU64, Ordering};

use super::batch::Batch;
use super::play::{NoRows, Running};
use super::totals::Totals;
use super::{Pairs, Study, StudyError};
use crate::core::cards::{DealsFrom, DeckFields};
use crate::core::game::{AnyGame, Player};
use crate::core::overflow::CountOverflow;
use crate::core::results::GameBlock;
use crate::core::rows::Columns;
use crate::core::tally::Tally;
use crate::lab::run::{RunError, Workload, run};

/// One of the shortest or longest games that came to an end of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FiniteExtreme {
    /// Position of its outcome.
    pub outcome: usize,
    /// Position of its end reason.
    pub reason: usize,
    /// Its length.
    pub length: u64,
    /// How many orders have a finite game of this length.
    pub orders: u64,
    /// The first of these orders.
    pub index: u64,
    /// The deal, as people write it.
    pub deal: String,
}

/// The shortest and the longest finite game of a rule set; `None` if no game came to an end.
pub type FiniteExtremes = [Option<FiniteExtreme>; 2];

impl Study {
    /// The same study on every distinct order of the deck, each once, instead of a seed's deals.
    ///
    /// Errors: [`StudyError::Invalid`] for a game without a deck, rule sets with different decks, chance
    /// after the deal, fixed hands, or more orders than there are game numbers.
    pub fn every_order(mut self) -> Result<Self, StudyError> {
        let invalid = |what: String| StudyError::Invalid(what);
        let Some(first) = self.rule_sets.first() else {
            return Err(invalid("no rule set, so no deck".into()));
        };
        let deck = self.game.fields(&first.rules).remove("deck");
        let deck: DeckFields = deck
            .and_then(|deck| deck.try_into().ok())
            .ok_or_else(|| invalid(format!("{} is played without a deck", self.info().title)))?;
        if let Some(other) = self.rule_sets.iter().find(|r| r.rules.setup != first.rules.setup) {
            let (one, two) = (&first.name, &other.name);
            return Err(invalid(format!(
                "{one} and {two} have different decks; ask for each alone"
            )));
        }
        if let Some(random) = self.rule_sets.iter().find(|r| r.rules.chance_inside) {
            return Err(invalid(format!(
                "{}: cards are shuffled during the game, so an order of the deck has no one result; \
                 play games of a seed instead",
                random.name
            )));
        }
        self.deals.from = DealsFrom::Orders;
        let orders = self.deals.count(&deck).map_err(|e| invalid(e.to_string()))?;
        self.games = orders.unwrap_or(0);
        (self.first_game, self.pairs) = (0, Pairs::None);
        Ok(self)
    }
}

/// Which ends are those of games that came to an end of their own.
fn finite_ends(game: &dyn AnyGame) -> Vec<bool> {
    let info = game.info();
    let reasons = info.end_reasons.iter();
    let finite: Vec<bool> = reasons.map(|reason| !info.is_unfinished(reason)).collect();
    (0..info.ends()).map(|end| finite[end % finite.len()]).collect()
}

/// How many finite games have each length, rising.
pub fn finite_lengths(study: &Study, tally: &Tally) -> Vec<(u64, u64)> {
    let (info, mut counts) = (tally.info(), std::collections::BTreeMap::new());
    for (end, _) in finite_ends(&*study.game).iter().enumerate().filter(|(_, finite)| **finite) {
        let (outcome, reason) = (end / info.end_reasons.len(), end % info.end_reasons.len());
        for (length, games) in tally.counts_at(0, outcome, reason) {
            *counts.entry(length).or_insert(0) += games;
        }
    }
    counts.into_iter().collect()
}

/// The shortest and longest finite games of each cell, with the first order that has each.
///
/// Errors: [`RunError`].
pub fn extremes(
    study: &Study,
    totals: &Totals,
    running: Running<'_>,
) -> Result<Vec<FiniteExtremes>, RunError<NoRows>> {
    let mut all = Vec::new();
    for (cell, tally) in totals.cells.iter().enumerate() {
        let counts = finite_lengths(study, tally);
        let (Some(&shortest), Some(&longest)) = (counts.first(), counts.last()) else {
            all.push([None, None]);
            continue;
        };
        let search = Search {
            batch: Batch::of_cell(study, cell, 0..study.games),
            study,
            finite: finite_ends(&*study.game),
            lengths: [shortest.0, longest.0],
            lowest: [AtomicU64::new(u64::MAX), AtomicU64::new(u64::MAX)],
        };
        let found = run::<_, (), NoRows>(&search, running.threads, running.control, None)?;
        let reasons = study.info().end_reasons.len();
        let mut orders = [shortest.1, longest.1].into_iter();
        all.push(found.map(|found| {
            let orders = orders.next().unwrap_or(0);
            found.map(|(index, end, length, deal)| FiniteExtreme {
                outcome: end / reasons,
                reason: end % reasons,
                length,
                orders,
                index,
                deal,
            })
        }));
    }
    Ok(all)
}

/// Looks for the first orders of a cell that have these lengths.
struct Search<'s> {
    study: &'s Study,
    batch: Batch<'s>,
    finite: Vec<bool>,
    lengths: [u64; 2],
    /// The lowest found so far, by any thread: what lies beyond both need not be played.
    lowest: [AtomicU64; 2],
}

/// One thread's player and block.
struct Searcher {
    player: Option<Box<dyn Player>>,
    block: GameBlock,
}

/// Index, end, length and deal.
type Hit = (u64, usize, u64, String);

impl Workload for Search<'_> {
    type Worker = Searcher;
    type Tally = [Option<Hit>; 2];

    fn items(&self) -> u64 {
        self.study.games.div_ceil(self.study.info().block)
    }

    fn worker(&self) -> Searcher {
        Searcher { player: self.batch.players().next(), block: GameBlock::new(self.study.info()) }
    }

    fn tally(&self) -> Self::Tally {
        [None, None]
    }

    fn play(
        &self,
        worker: &mut Searcher,
        item: u64,
        hits: &mut Self::Tally,
        _rows: Option<&mut Columns>,
    ) -> Result<u64, CountOverflow> {
        let size = self.study.info().block;
        let games = item * size..self.study.games.min((item + 1) * size);
        let played = games.end - games.start;
        let beyond = |lowest: &AtomicU64| lowest.load(Ordering::Relaxed) < games.start;
        let Some(player) = worker.player.as_mut().filter(|_| !self.lowest.iter().all(beyond))
        else {
            return Ok(played);
        };
        worker.block.reset(games.clone());
        player.play(games.clone(), std::slice::from_mut(&mut worker.block));
        for ((hit, &length), lowest) in hits.iter_mut().zip(&self.lengths).zip(&self.lowest) {
            let (ends, lengths) = (worker.block.ends(), worker.block.counter(0));
            let mut both = ends.iter().zip(lengths);
            let is_one = |(&end, &l): (&u8, &u64)| l == length && self.finite[usize::from(end)];
            let Some(k) = both.position(is_one) else { continue };
            let index = games.start + k as u64;
            if hit.as_ref().is_none_or(|(known, ..)| index < *known) {
                let mut deal = String::new();
                player.write_deal(0, k, &mut deal);
                *hit = Some((index, usize::from(ends[k]), length, deal));
                lowest.fetch_min(index, Ordering::Relaxed);
            }
        }
        Ok(played)
    }

    fn merge(&self, into: &mut Self::Tally, from: Self::Tally) -> Result<(), CountOverflow> {
        for (mine, theirs) in into.iter_mut().zip(from) {
            let lower = match (&*mine, &theirs) {
                (Some(mine), Some(theirs)) => theirs.0 < mine.0,
                (None, theirs) => theirs.is_some(),
                _ => false,
            };
            if lower {
                *mine = theirs;
            }
        }
        Ok(())
    }
}
