//! Exact counts of whole-number lengths.

use std::collections::BTreeMap;

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

/// How often lengths of about each size occurred, to two significant digits: for very many rule sets at
/// once, of which [`LengthHistogram`] would take too much memory.
///
/// Units: those of the length; lengths below 256 are exact, longer ones at most 1/128 above the true one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "LengthHistogram", into = "LengthHistogram")]
pub struct RoundedHistogram(Histogram<u64>);

impl Default for RoundedHistogram {
    fn default() -> Self {
        // Two is one of the digits that the library documents; it cannot refuse it.
        Self(Histogram::new(2).unwrap_or_else(|error| unreachable!("two digits: {error}")))
    }
}

impl RoundedHistogram {
    /// Counts so many more of this length.
    pub fn record_n(&mut self, length: u64, games: u64) {
        // It grows to whatever length.
        let recorded = self.0.record_n(length, games);
        recorded.unwrap_or_else(|error| unreachable!("a histogram that grows: {error}"));
    }

    /// Adds all counts of another histogram.
    pub fn merge(&mut self, other: &Self) {
        other.counts().for_each(|(length, games)| self.record_n(length, games));
    }

    /// The upper ends of the buckets that occurred, rising, each with its count.
    pub fn counts(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.0.iter_recorded().map(|step| (step.value_iterated_to(), step.count_at_value()))
    }
}

impl From<LengthHistogram> for RoundedHistogram {
    fn from(counts: LengthHistogram) -> Self {
        let mut all = Self::default();
        counts.counts().for_each(|(length, games)| all.record_n(length, games));
        all
    }
}

impl From<RoundedHistogram> for LengthHistogram {
    fn from(rounded: RoundedHistogram) -> Self {
        let mut all = Self::default();
        rounded.counts().for_each(|(length, games)| all.record_n(length, games));
        all
    }
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
            let mut rounded = RoundedHistogram::default();
            rounded.record_n(length, 3);
            let all: Vec<_> = rounded.counts().collect();
            let [(found, 3)] = all[..] else { panic!("{length}: {all:?}") };
            assert!(found >= length && found - length <= length / 128, "{length} as {found}");
            assert!(length >= 256 || found == length, "{length} as {found}");
            let mut twice = rounded.clone();
            twice.merge(&rounded);
            assert_eq!(twice.counts().collect::<Vec<_>>(), [(found, 6)]);
            let json = serde_json::to_string(&twice).unwrap();
            assert_eq!(serde_json::from_str::<RoundedHistogram>(&json).unwrap(), twice);
        }
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
        all.merge(&half);
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
        twice.merge(&histogram);
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
