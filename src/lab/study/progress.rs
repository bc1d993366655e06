//! How far a study is.

use super::totals::Totals;
use crate::lab::spec::{Pairs, Study};

/// How far a study is.
#[derive(Clone, Debug)]
pub struct Progress {
    /// The counts of all cells side by side.
    pub totals: Totals,
    /// Games of each cell in these counts: the first ones.
    pub games: u64,
    /// Rows of several cells, which are played cell by cell; nothing before that begins.
    pub apart: Option<Apart>,
}

/// How far the rows of several cells are.
#[derive(Clone, Debug)]
pub struct Apart {
    /// The counts of the games whose rows are written.
    pub totals: Totals,
    /// The cell whose turn it is.
    pub cell: usize,
    /// Its games whose rows are written: the first ones.
    pub games: u64,
}

impl Progress {
    /// Nothing yet.
    pub fn new(study: &Study) -> Self {
        Self { totals: Totals::new(study), games: 0, apart: None }
    }

    /// Games played in all, for a progress bar.
    pub fn played(&self, study: &Study) -> u64 {
        let cells = study.cells.len() as u64;
        let apart = self.apart.as_ref().map_or(0, |apart| {
            let all = (apart.cell as u64).saturating_mul(rows_of_a_cell(study, self));
            all.saturating_add(apart.games)
        });
        self.games.saturating_mul(cells).saturating_add(apart)
    }
}

/// Games of each cell that get rows, once the looks are over.
fn rows_of_a_cell(study: &Study, at: &Progress) -> u64 {
    if needs_all_at_once(study) { at.games } else { study.games }
}

/// Whether all cells must be counted side by side, whatever the order of their rows.
pub fn needs_all_at_once(study: &Study) -> bool {
    study.has_targets() || study.pairs != Pairs::None
}
