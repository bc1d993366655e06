//! What the counts say: tallies, intervals, summaries, comparisons, sequences.

pub mod columns;
pub mod histogram;
pub mod table;
pub mod workload;
