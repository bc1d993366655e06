//! Exact counts of whole-number lengths.

use std::collections::BTreeMap;

use hdrhistogram::Histogram;

use super::summary::Moments;
use crate::core::overflow::CountOverflow;

/// Lengths below this are counted in the histogram; `hdrhistogram` at three significant digits has
/// a bucket of its own for each of them.
pub const EXACT_BELOW: u64 = 2_048;

/// How often each length occurred, every one exactly.
///
/// Units: those of the length. Short lengths are counted in a `hdrhistogram`, longer ones (games
/// without a limit) in a side table, so that nothing is rounded to a bucket.
#[derive(Clone, Debug)]
pub struct LengthHistogram {
    /// Short lengths counted last, not yet in `short`: the library's bookkeeping costs more for each
    /// length than a sum does.
    recent: Vec<u32>,
    short: Histogram<u64>,
    long: BTreeMap<u64, u64>,
}

impl Default for LengthHistogram {
    fn default() -> Self {
        // The bounds are constants within what the library documents; it cannot refuse them.
        let short = match Histogram::new_with_bounds(1, EXACT_BELOW - 1, 3) {
            Ok(histogram) => histogram,
            Err(error) => unreachable!("constant histogram bounds: {error}"),
        };
        Self { recent: vec![0; EXACT_BELOW as usize], short, long: BTreeMap::new() }
    }
}

impl LengthHistogram {
    /// Counts one more of this length.
    #[inline]
    pub fn record(&mut self, length: u64) {
        let recent = usize::try_from(length).ok().and_then(|length| self.recent.get_mut(length));
        match recent {
            Some(recent) if *recent < u32::MAX => *recent += 1,
            _ => self.record_n(length, 1),
        }
    }

    /// Counts `games` more of this length.
    pub fn record_n(&mut self, length: u64, games: u64) {
        if length < EXACT_BELOW {
            // In range by the test above: `saturating` never has to.
            self.short.saturating_record_n(length, games);
        } else {
            *self.long.entry(length).or_insert(0) += games;
        }
    }

    /// Adds all counts of another histogram.
    ///
    /// Errors: [`CountOverflow`] if there are more than 2^64 - 1 games together; the histogram is of
    /// no use then.
    pub fn merge(&mut self, other: &Self) -> Result<(), CountOverflow> {
        // The library's counters stop at the top without a word.
        self.games().checked_add(other.games()).ok_or(CountOverflow)?;
        let Self { recent, short, long } = other;
        for (length, &games) in (0..).zip(recent).filter(|&(_, &games)| games > 0) {
            self.record_n(length, games.into());
        }
        if let Err(error) = self.short.add(short) {
            unreachable!("both histograms have the same bounds: {error}");
        }
        for (&length, &games) in long {
            *self.long.entry(length).or_insert(0) += games;
        }
        Ok(())
    }

    /// Number, sum and sum of squares.
    pub fn moments(&self) -> Moments {
        let mut moments = Moments::default();
        for (length, games) in self.counts() {
            let (length, games_wide) = (u128::from(length), u128::from(games));
            moments.n += games;
            moments.sum += length * games_wide;
            moments.sum_sq += length * length * games_wide;
        }
        moments
    }

    /// Number of games counted.
    pub fn games(&self) -> u64 {
        let recent: u64 = self.recent.iter().map(|&games| u64::from(games)).sum();
        recent + self.short.len() + self.long.values().sum::<u64>()
    }

    /// The largest length that occurred.
    pub fn last(&self) -> Option<u64> {
        self.counts().last().map(|(length, _)| length)
    }

    /// The lengths that occurred, rising, each with its count.
    pub fn counts(&self) -> impl Iterator<Item = (u64, u64)> + Clone + '_ {
        let short = (0..).zip(&self.recent).map(|(length, &recent)| {
            let games = u64::from(recent) + self.short.count_at(length);
            (length, games)
        });
        let short = short.filter(|&(_, games)| games > 0);
        short.chain(self.long.iter().map(|(&length, &games)| (length, games)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        histogram.recent[7] = u32::MAX - 1;
        (0..3).for_each(|_| histogram.record(7));
        assert_eq!(histogram.counts().collect::<Vec<_>>(), [(7, u64::from(u32::MAX) + 2)]);
        assert_eq!((histogram.recent[7], histogram.short.count_at(7)), (u32::MAX, 2));
    }
}
