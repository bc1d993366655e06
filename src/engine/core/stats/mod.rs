//! What the counts say: tallies, intervals, summaries, comparisons, sequences.
//!
//! Pure: integers go in, `f64` and `Option<f64>` come out, and nothing here reads a file, a clock or a random number.
//! An undefined value is `None`, never a NaN. `docs/statistics.md` explains each in plain words;
//! `scripts/check_stats.py` computes the reference values that the tests hold.
//!
//! The normal tail is `libm`'s error function; Student's t, the exact tests and the sequences are our own, good to 11
//! digits or more: against mpmath, `statrs` 0.19 has 10 digits of a normal tail, is off by 1e-6 in a p-value of t at
//! 10^9 degrees of freedom, by 6e-5 in its quantile at 10^6 (at 10^9 it does not end), and by 1e-3 in the binomial at
//! 10^12 trials.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod bounded;
mod difference;
pub mod histogram;
pub mod mean;
mod normal;
mod paired;
mod powers;
mod ratio;
mod sequential;
pub mod share;
mod special;
mod student;
mod summary;
#[cfg(test)]
mod tests;
pub mod unpaired;

pub use bounded::BoundedMean;
pub use difference::{Conclusion, Difference, Method, holm};
pub use normal::{floored, two_sided_p, z_for_confidence};
pub use paired::{PairedTally, PairedValues};
pub use powers::{Moments, Powers, total};
pub use ratio::{PairedRatio, wilson};
pub use sequential::{ProportionSequence, looks, mean_sequence, tuned_for};
pub use special::sign_test;
pub use summary::{LengthSummary, ranked};
