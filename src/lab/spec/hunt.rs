//! Which games of a batch are kept on their own: the longest, the shortest, the deepest.

use crate::core::game::{GameInfo, Keep};
use crate::core::records::{Extremes, Records};
use crate::core::results::GameBlock;
use crate::core::tally::Tally;

/// The most games that a hunt keeps: each thread keeps as many, and each is played again.
pub const MOST_KEPT: u64 = 100_000;

/// What makes a game extreme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The largest values of the counter at this position.
    Most(usize),
    /// Its smallest values.
    Least(usize),
    /// The first games that never end.
    Endless,
}

/// So many of the most extreme games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hunt {
    /// What makes a game extreme.
    pub by: By,
    /// How many are kept, at least 1.
    pub keep: usize,
}

impl Hunt {
    /// As it is written, such as `longest:10`.
    pub fn text(&self, info: &GameInfo) -> String {
        format!("{}:{}", self.name(info), self.keep)
    }

    /// Its word: `longest`, `shortest`, `deepest-war`, `most-wars`, `endless`.
    pub fn name(&self, info: &GameInfo) -> String {
        let word = |c: usize| info.counters[c].name.replace('_', "-");
        match self.by {
            By::Most(0) => "longest".into(),
            By::Least(0) => "shortest".into(),
            // What is kept as the largest is named after that already.
            By::Most(c) if info.counters[c].keep == Keep::Max => word(c),
            By::Most(c) => format!("most-{}", word(c)),
            By::Least(c) => format!("least-{}", word(c)),
            By::Endless => "endless".into(),
        }
    }

    /// The hunt of this word, also where another one is usual: `most-battles` for `longest`.
    pub fn of_name(name: &str, keep: usize, info: &GameInfo) -> Option<Self> {
        let counters = 0..info.counters.len();
        let all = counters.flat_map(|c| [By::Most(c), By::Least(c)]).chain([By::Endless]);
        let is_it = |by: &By| match (by, name.split_once('-')) {
            (By::Most(c), Some(("most", word))) | (By::Least(c), Some(("least", word))) => {
                info.counters[*c].name.replace('_', "-") == word.replace('_', "-")
            }
            _ => Self { by: *by, keep }.name(info) == name,
        };
        all.into_iter().find(is_it).map(|by| Self { by, keep })
    }

    /// Whether a game that ended so counts, by end: an outcome with an end reason.
    ///
    /// A game without an end has no length, and one that was stopped not its own. A depth counts in
    /// every game, for the war was fought.
    pub fn ends(&self, info: &GameInfo) -> Vec<bool> {
        let reason_of = |end: usize| info.end_reasons[end % info.end_reasons.len()];
        let is_endless = |end| info.endless.contains(&reason_of(end));
        let is_stopped = |end| info.stopped.contains(&reason_of(end));
        let counts = |end| match self.by {
            By::Endless => is_endless(end),
            By::Most(c) if info.counters[c].keep == Keep::Max => true,
            By::Most(_) | By::Least(_) => !is_endless(end) && !is_stopped(end),
        };
        (0..info.ends()).map(counts).collect()
    }

    /// The value of a game with these counters.
    pub fn value(&self, counters: &[u64]) -> u64 {
        match self.by {
            By::Most(counter) | By::Least(counter) => counters[counter],
            By::Endless => 0,
        }
    }

    /// No games yet.
    pub fn records(&self) -> Records {
        let extremes = match self.by {
            By::Most(_) => Extremes::Largest,
            By::Least(_) | By::Endless => Extremes::Smallest,
        };
        Records::new(extremes, self.keep)
    }

    /// Offers every game of a block that counts. `ends` is what [`Hunt::ends`] says.
    pub fn add(&self, records: &mut Records, block: &GameBlock, ends: &[bool]) {
        let values = match self.by {
            By::Most(counter) | By::Least(counter) => Some(block.counter(counter)),
            By::Endless => None,
        };
        for (k, (game, &end)) in block.games().zip(block.ends()).enumerate() {
            if ends[usize::from(end)] {
                records.offer(values.map_or(0, |values| values[k]), game);
            }
        }
    }

    /// Checks that as many games are kept as there are, or as many as asked for.
    ///
    /// Errors: a sentence on what does not add up.
    pub fn check(&self, records: &Records, tally: &Tally) -> Result<(), String> {
        let info = tally.info();
        let reasons = info.end_reasons.len();
        let counted = self.ends(info).into_iter().enumerate().filter(|&(_, counts)| counts);
        let games: u64 = counted.map(|(end, _)| tally.games_at(end / reasons, end % reasons)).sum();
        let expected = games.min(self.keep as u64);
        match records.len() as u64 == expected {
            true => Ok(()),
            false => Err(format!(
                "{} games are kept as {}, but there should be {expected}",
                records.len(),
                self.name(info)
            )),
        }
    }
}
