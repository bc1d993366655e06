//! Exact counts of whole-number lengths.

use std::collections::BTreeMap;

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

use super::powers::{Moments, Powers};
use crate::core::overflow::{CountOverflow, total};

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
    ///
    /// Errors: [`CountOverflow`] if there are more than 2^64 - 1 games together; the histogram is of
    /// no use then.
    pub fn merge(&mut self, other: &Self) -> Result<(), CountOverflow> {
        self.games().checked_add(other.games()).ok_or(CountOverflow)?;
        for (length, games) in other.counts() {
            self.record_n(length, games);
        }
        Ok(())
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

/// Of lengths of about the same size the longest: those below 256 are exact, longer ones at most 1/128 longer.
///
/// With few sizes a histogram takes little memory, so that very many rule sets can have one.
pub fn rounded_up(length: u64) -> u64 {
    const EXACT_BITS: u32 = 8;
    let bits = u64::BITS - length.leading_zeros();
    length | ((1 << bits.saturating_sub(EXACT_BITS)) - 1)
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
    /// Lengths that rise, each with its count, of at most 2^64 - 1 games.
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let counts = Vec::<(u64, u64)>::deserialize(from)?;
        let games = total(counts.iter().map(|&(_, games)| games));
        let rise = counts.is_sorted_by(|one, two| one.0 < two.0);
        if games.is_none() || !rise || counts.iter().any(|&(_, games)| games == 0) {
            return Err(D::Error::custom("a histogram is not what it should be"));
        }
        let mut read = Self::default();
        counts.into_iter().for_each(|(length, games)| read.record_n(length, games));
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rounded_length_is_at_most_a_128th_above_the_true_one() {
        for length in (0..3_000).chain([65_535, 65_536, 10_000_000, u64::MAX >> 1, u64::MAX]) {
            let found = rounded_up(length);
            assert!(found >= length && found - length <= length / 128, "{length} as {found}");
            assert!(length >= 256 || found == length, "{length} as {found}");
            assert_eq!(rounded_up(found), found);
        }
        assert_eq!([256, 257, 511, 512, 515].map(rounded_up), [257, 257, 511, 515, 515]);
    }

    #[test]
    fn every_length_has_a_count_of_its_own() {
        let mut all = LengthHistogram::default();
        let mut half = LengthHistogram::default();
        let lengths: Vec<u64> = (0..5_000).chain([1 << 20, (1 << 20) + 1, 10_000_000]).collect();
        for &length in &lengths {
            all.record_n(length, length);
            all.record(length);
            half.record_n(length, 3);
        }
        all.merge(&half).unwrap();
        let expected: Vec<(u64, u64)> = lengths.iter().map(|&l| (l, l + 4)).collect();
        assert_eq!(all.counts().collect::<Vec<_>>(), expected);
        assert_eq!(all.games(), expected.iter().map(|&(_, games)| games).sum::<u64>());
    }

    #[test]
    fn a_length_may_occur_more_often_than_a_short_count_holds() {
        let mut histogram = LengthHistogram::default();
        histogram.record_n(7, u64::from(u32::MAX) - 1);
        (0..3).for_each(|_| histogram.record(7));
        histogram.record_n(3, 1 << 40);
        assert_eq!(
            histogram.counts().collect::<Vec<_>>(),
            [(3, 1 << 40), (7, u64::from(u32::MAX) + 2)]
        );
        assert_eq!(histogram.games(), (1 << 40) + u64::from(u32::MAX) + 2);
        let mut twice = histogram.clone();
        twice.merge(&histogram).unwrap();
        assert!(twice.counts().zip(histogram.counts()).all(|(two, one)| two == (one.0, 2 * one.1)));
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
    }
}
