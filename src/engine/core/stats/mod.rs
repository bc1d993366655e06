//! What the counts say: tallies, intervals, summaries, comparisons, sequences.
//!
//! Pure: integers go in, `f64` and `Option<f64>` come out, and nothing here reads a file, a clock or a random number.
//! An undefined value is `None`, never a NaN. `docs/statistics.md` explains each in plain words;
//! `scripts/check_stats.py` computes the reference values that the tests hold.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod bounded;
mod difference;
mod equivalence;
mod fit;
pub mod histogram;
mod interval;
mod looks;
pub mod mean;
mod multiple;
mod normal;
mod paired;
mod paired_ratio;
mod sequential;
pub mod share;
mod special;
mod student;
mod summary;
#[cfg(test)]
mod tests;
pub mod unpaired;
mod wide;

pub use bounded::BoundedSequence;
pub use difference::Difference;
pub use equivalence::{Direction, Verdict};
pub use fit::fit;
pub use interval::wilson;
pub use looks::LookSchedule;
pub use multiple::holm;
pub use normal::{floored, two_sided_p, z_for_confidence};
pub use paired::PairedTally;
pub use paired_ratio::PairedRatio;
pub use sequential::{MeanSequence, ProportionSequence, tuned_for};
pub use summary::{LengthSummary, Moments};
