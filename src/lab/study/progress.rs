//! How far a study is.

use super::totals::Totals;
use crate::lab::spec::Study;

/// How far a study is.
#[derive(Clone, Debug)]
pub struct Progress {
    /// The counts.
    pub totals: Totals,
    /// Games of each cell in these counts: the first ones.
    pub games: u64,
}

impl Progress {
    /// Nothing yet.
    pub fn new(study: &Study) -> Self {
        Self { totals: Totals::new(study), games: 0 }
    }

    /// Games played in all, for a progress bar.
    pub fn played(&self, study: &Study) -> u64 {
        self.games.saturating_mul(study.cells.len() as u64)
    }
}
