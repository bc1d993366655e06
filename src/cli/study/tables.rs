//! The tables of a study.

use super::Study;
use super::play::Played;
use super::precision;
use crate::core::stats::table::Table;
use crate::games::war::batch::WarBatch;
use crate::games::war::comparison::{self, Comparison};
use crate::games::war::strata;
use crate::games::war::tables::{self, BatchFacts};

/// Every comparison that was asked for.
pub fn comparisons(
    study: &Study<'_>,
    batch: &WarBatch,
    played: &Played,
    facts: &BatchFacts,
) -> Vec<Comparison> {
    let e = &study.experiment;
    let pairs = e.pairs.list(batch.cells().len());
    comparison::compare(&played.totals, &pairs, &e.measures, facts.z)
}

/// Every table that was asked for, or that there is something to say in.
pub fn all(
    study: &Study<'_>,
    batch: &WarBatch,
    played: &Played,
    facts: &BatchFacts,
    comparisons: &[Comparison],
) -> Vec<Table> {
    let e = &study.experiment;
    let (cells, totals) = (batch.cells(), &played.totals);
    let names: Vec<&str> = cells.iter().map(|cell| cell.name.as_str()).collect();
    let mut all = vec![
        tables::summary(facts, cells, &totals.cells),
        tables::histogram(cells, &totals.cells),
        tables::wars(cells, &totals.cells),
    ];
    let pairs = e.pairs.list(cells.len());
    if !pairs.is_empty() {
        all.push(comparison::table(&names, comparisons));
        all.push(comparison::paired_table(cells, &pairs, totals, comparisons));
    }
    if let Some(feature) = e.by {
        all.push(strata::table(facts, feature, cells, &totals.strata));
    }
    if let Some(wanted) = &study.tables {
        all.retain(|table| wanted.iter().any(|name| table.file.strip_suffix(".csv") == Some(name)));
    }
    // Without it nobody could tell how far a run with --until came.
    if !e.until.is_empty() {
        all.push(precision::table(&names, played.games, &played.reached));
    }
    all
}
