//! Exact counts of whole-number lengths.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use hdrhistogram::Histogram;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::powers::{Moments, Powers};

/// Lengths below this are counted in an array.
pub const EXACT_BELOW: u64 = 2_048;

/// How often each length occurred, every one exactly.
///
/// Units: those of the length. Short lengths are counted in an array as long as the longest of them
/// that occurred, because a study of many rule sets keeps a histogram for every one of them, for each
/// counter and for each way to end. What a place of it cannot hold, and longer lengths (games without a
/// limit), are in side tables, so that nothing is rounded to a bucket.
#[derive(Clone, Debug, Default)]
pub struct LengthHistogram {
    short: Vec<u32>,
    /// Of longer lengths, and what `short` cannot hold: 2^32 games of one length.
    rest: BTreeMap<u64, u64>,
}

impl LengthHistogram {
    /// Counts one more of this length.
    #[inline]
    pub fn record(&mut self, length: u64) {
        let short = usize::try_from(length).ok().and_then(|length| self.short.get_mut(length));
        match short {
            Some(games) if *games < u32::MAX => *games += 1,
            _ => self.record_n(length, 1),
        }
    }

    /// Counts `games` more of this length.
    #[cold]
    pub fn record_n(&mut self, length: u64, games: u64) {
        if length < EXACT_BELOW {
            let at = length as usize;
            if self.short.len() <= at {
                // A line of the cache more at a time.
                self.short.resize((at + 1).next_multiple_of(16), 0);
            }
            let all = u64::from(self.short[at]).checked_add(games);
            if let Some(Ok(all)) = all.map(u32::try_from) {
                self.short[at] = all;
                return;
            }
        }
        *self.rest.entry(length).or_insert(0) += games;
    }

    /// Adds all counts of another histogram.
    pub fn merge(&mut self, other: &Self) {
        other.counts().for_each(|(length, games)| self.record_n(length, games));
    }

    /// Number, sum and sum of squares.
    pub fn moments(&self) -> Moments {
        Powers::of_counts(self.counts()).moments
    }

    /// Number of games counted.
    pub fn games(&self) -> u64 {
        let short: u64 = self.short.iter().map(|&games| u64::from(games)).sum();
        short + self.rest.values().sum::<u64>()
    }

    /// The largest length that occurred.
    pub fn last(&self) -> Option<u64> {
        self.counts().last().map(|(length, _)| length)
    }

    /// The lengths that occurred, rising, each with its count.
    pub fn counts(&self) -> impl Iterator<Item = (u64, u64)> + Clone + '_ {
        let more = |length| self.rest.get(&length).copied().unwrap_or(0);
        let short = (0..).zip(&self.short);
        let short = short.map(move |(length, &games)| (length, u64::from(games) + more(length)));
        let long = self.rest.range(EXACT_BELOW..).map(|(&length, &games)| (length, games));
        short.filter(|&(_, games)| games > 0).chain(long)
    }
}

/// The longest length that is not told from this one where two significant digits are kept: for very many rule
/// sets at once, whose exact lengths would take too much memory.
///
/// Units: those of the length; one below 256 stays as it is, a longer one becomes at most 1/128 more.
pub fn rounded_up(length: u64) -> u64 {
    // Two is one of the digits that the library documents; it cannot refuse it.
    static BUCKETS: LazyLock<Histogram<u64>> =
        LazyLock::new(|| Histogram::new(2).expect("buckets of two digits"));
    BUCKETS.highest_equivalent(length)
}

impl PartialEq for LengthHistogram {
    fn eq(&self, other: &Self) -> bool {
        self.counts().eq(other.counts())
    }
}

impl Serialize for LengthHistogram {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.counts())
    }
}

impl<'de> Deserialize<'de> for LengthHistogram {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut read = Self::default();
        let counts = Vec::<(u64, u64)>::deserialize(from)?.into_iter();
        counts.for_each(|(length, games)| read.record_n(length, games));
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rounded_length_is_at_most_a_128th_above_the_true_one() {
        for length in (0..3_000).chain([65_535, 65_536, 10_000_000, u64::from(u32::MAX) << 8]) {
            let found = rounded_up(length);
            assert!(found >= length && found - length <= length / 128, "{length} as {found}");
            assert!(length >= 256 || found == length, "{length} as {found}");
            assert_eq!(rounded_up(found), found);
            assert!(found > length || rounded_up(found + 1) > found, "{length} as {found}");
        }
    }

    #[test]
    fn every_length_has_a_count_of_its_own_that_comes_back() {
        let (mut all, mut half) = (LengthHistogram::default(), LengthHistogram::default());
        let lengths: Vec<u64> = (0..5_000).chain([1 << 20, (1 << 20) + 1, 10_000_000]).collect();
        for &length in &lengths {
            all.record_n(length, length);
            all.record(length);
            half.record_n(length, 3);
        }
        all.merge(&half);
        let mut expected: Vec<(u64, u64)> = lengths.iter().map(|&l| (l, l + 4)).collect();
        // More often than a short count holds.
        const MOST: u64 = u32::MAX as u64;
        all.record_n(7, MOST - 12);
        (0..3).for_each(|_| all.record(7));
        all.record_n(3, 1 << 40);
        expected[7].1 = MOST + 2;
        expected[3].1 += 1 << 40;
        assert_eq!(all.counts().collect::<Vec<_>>(), expected);
        assert_eq!(all.games(), expected.iter().map(|&(_, games)| games).sum::<u64>());
        assert_eq!(LengthHistogram::deserialize(serde_json::json!(all)).unwrap(), all);
        let mut twice = all.clone();
        twice.merge(&all);
        assert!(twice.counts().zip(all.counts()).all(|(two, one)| two == (one.0, 2 * one.1)));
    }

    #[test]
    fn memory_is_that_of_the_longest_length() {
        let mut histogram = LengthHistogram::default();
        assert_eq!(histogram.short.capacity(), 0);
        histogram.record(2);
        histogram.record(40);
        assert_eq!((histogram.short.len(), histogram.rest.is_empty()), (48, true));
        histogram.record(10_000_000);
        assert_eq!(histogram.short.len(), 48);
        let json = serde_json::to_string(&histogram).unwrap();
        assert_eq!(json, "[[2,1],[40,1],[10000000,1]]");
    }
}
