//! Counts that do not fit.

/// Counts above 2^64 - 1 (sums: above 2^128 - 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the counts are too large: together they exceed 64 bits")]
pub struct CountOverflow;

/// All of these counts; `None` if they do not fit.
pub fn total(counts: impl IntoIterator<Item = u64>) -> Option<u64> {
    counts.into_iter().try_fold(0, u64::checked_add)
}
