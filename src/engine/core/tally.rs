//! What the games of one rule set add up to: exact counts, mergeable in any order.

use std::collections::BTreeMap;

use super::info::{GameInfo, Keep};
use super::overflow::CountOverflow;
use super::results::GameBlock;
use super::stats::histogram::{LengthHistogram, RoundedHistogram};
use super::stats::{LengthSummary, Moments, Powers};

/// A length and the first game that had it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extreme {
    /// The length.
    pub length: u64,
    /// The lowest index of a game of this length.
    pub game: u64,
}

/// How much a tally keeps of lengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// How often each length occurred.
    Histograms,
    /// Number, sum and sum of squares, and the length of the game to two significant digits: for very
    /// many rule sets at once.
    Rounded,
    /// Number, sum and sum of squares: where no table has quantiles.
    Moments,
}

/// The values of one counter for the games of one end.
#[derive(Clone, Debug)]
pub(super) enum Lengths {
    /// How often each occurred.
    Exact(Box<LengthHistogram>),
    /// Number, sum and sum of squares.
    Moments(Moments),
}

/// What is kept of one counter.
#[derive(Clone, Debug)]
pub(super) enum CounterTally {
    /// By end; absent where no game ended so.
    Lengths(Vec<Option<Lengths>>),
    /// Sums, by end.
    Sums(Vec<u128>),
    /// Sums of powers over all games.
    Powers(Powers),
    /// The largest.
    Max(u64),
    /// Nothing.
    Nothing,
}

/// Counts of the games of one rule set.
///
/// An *end* is an outcome together with an end reason; see [`GameInfo::ends`].
#[derive(Clone, Debug)]
pub struct Tally {
    pub(super) info: &'static GameInfo,
    pub(super) detail: Detail,
    /// Games by end.
    pub(super) games: Vec<u64>,
    pub(super) counts: Vec<CounterTally>,
    pub(super) shortest: Option<Extreme>,
    pub(super) longest: Option<Extreme>,
    pub(super) decided_longest: Option<Extreme>,
    /// Lengths of the games that nobody won, and of those that somebody won, with [`Detail::Rounded`].
    pub(super) rounded: Option<Box<[RoundedHistogram; 2]>>,
    pub(super) series: Vec<BTreeMap<[u64; 2], u64>>,
}

impl Lengths {
    fn new(detail: Detail) -> Self {
        match detail {
            Detail::Histograms => Lengths::Exact(Box::default()),
            Detail::Rounded | Detail::Moments => Lengths::Moments(Moments::default()),
        }
    }

    fn merge(&mut self, other: &Self) -> Result<(), CountOverflow> {
        match (self, other) {
            (Lengths::Exact(mine), Lengths::Exact(theirs)) => mine.merge(theirs),
            (Lengths::Moments(mine), Lengths::Moments(theirs)) => mine.merge(*theirs),
            _ => unreachable!("tallies that are merged keep the same detail"),
        }
    }

    fn moments(&self) -> Moments {
        match self {
            Lengths::Exact(histogram) => histogram.moments(),
            Lengths::Moments(moments) => *moments,
        }
    }
}

/// Keeps the extreme of two; of equal lengths the lower index, so that order cannot matter.
fn keep(kept: &mut Option<Extreme>, new: Option<Extreme>, beats: fn(&u64, &u64) -> bool) {
    let Some(new) = new else { return };
    let replace = kept.is_none_or(|old| {
        beats(&new.length, &old.length) || new.length == old.length && new.game < old.game
    });
    if replace {
        *kept = Some(new);
    }
}

fn add(count: &mut u64, more: u64) -> Result<(), CountOverflow> {
    *count = count.checked_add(more).ok_or(CountOverflow)?;
    Ok(())
}

impl Tally {
    /// No games yet.
    pub fn new(info: &'static GameInfo, detail: Detail) -> Self {
        let ends = info.ends();
        let counts = info.counters.iter().map(|counter| match counter.keep {
            Keep::Histogram => CounterTally::Lengths(vec![None; ends]),
            Keep::Sum => CounterTally::Sums(vec![0; ends]),
            Keep::Mean => CounterTally::Powers(Powers::default()),
            Keep::Max => CounterTally::Max(0),
            Keep::Nothing => CounterTally::Nothing,
        });
        Self {
            info,
            detail,
            games: vec![0; ends],
            counts: counts.collect(),
            shortest: None,
            longest: None,
            decided_longest: None,
            rounded: (detail == Detail::Rounded).then(Box::default),
            series: vec![BTreeMap::new(); info.series.len()],
        }
    }

    /// Adds the games of a block.
    ///
    /// Errors: [`CountOverflow`]; the tally is of no use then. A game of the block that was not
    /// reported is a bug of its engine and panics.
    pub fn add(&mut self, block: &GameBlock) -> Result<(), CountOverflow> {
        let Self { info, detail, games, counts, series, .. } = self;
        let ends = block.ends();
        // A byte for each end, and one above all of them for games that were not reported.
        let mut present = [0_u64; 256];
        ends.iter().for_each(|&end| present[usize::from(end)] += 1);
        assert!(present[games.len()..].iter().all(|&n| n == 0), "a game was not reported");
        for (count, &more) in games.iter_mut().zip(&present) {
            add(count, more)?;
        }
        for (c, counts) in counts.iter_mut().enumerate() {
            let values = block.counter(c);
            match counts {
                CounterTally::Lengths(by_end) => {
                    for (lengths, _) in by_end.iter_mut().zip(&present).filter(|(_, n)| **n > 0) {
                        lengths.get_or_insert_with(|| Lengths::new(*detail));
                    }
                    for (&end, &value) in ends.iter().zip(values) {
                        match &mut by_end[usize::from(end)] {
                            Some(Lengths::Exact(histogram)) => histogram.record(value),
                            Some(Lengths::Moments(moments)) => moments.add(value),
                            None => unreachable!("every end of the block was entered"),
                        }
                    }
                }
                CounterTally::Sums(sums) => {
                    let mut short = [0_u64; 256];
                    for (&end, &value) in ends.iter().zip(values) {
                        let sum = &mut short[usize::from(end)];
                        // Never in practice: a thousand games of 2^54.
                        *sum = sum.checked_add(value).ok_or(CountOverflow)?;
                    }
                    for (sum, more) in sums.iter_mut().zip(short) {
                        *sum += u128::from(more);
                    }
                }
                CounterTally::Powers(powers) => powers.add_all(values)?,
                CounterTally::Max(max) => *max = values.iter().copied().fold(*max, u64::max),
                CounterTally::Nothing => {}
            }
        }
        for (s, counts) in series.iter_mut().enumerate() {
            for (&key, &times) in block.series(s) {
                add(counts.entry(key).or_insert(0), times)?;
            }
        }
        let decided = info.decided();
        if let Some(rounded) = &mut self.rounded {
            for (outcome, &length) in block.outcomes().zip(block.counter(0)) {
                rounded[usize::from(decided.contains(&outcome))].record_n(length, 1);
            }
        }
        self.add_extremes(block, &decided);
        Ok(())
    }

    fn add_extremes(&mut self, block: &GameBlock, decided: &[usize]) {
        let lengths = block.counter(0);
        let each = lengths.iter().copied();
        let (Some(min), Some(max)) = (each.clone().min(), each.max()) else { return };
        let first = block.games().start;
        let at = |length: u64| {
            let k = lengths.iter().position(|&l| l == length);
            k.map(|k| Extreme { length, game: first + k as u64 })
        };
        keep(&mut self.shortest, at(min), u64::lt);
        // Most blocks hold no new extreme; then nobody looks for its place.
        let reaches = |kept: Option<Extreme>, length| kept.is_none_or(|old| length >= old.length);
        if reaches(self.longest, max) {
            keep(&mut self.longest, at(max), u64::gt);
        }
        // A mask for each outcome: asked game by game which are decided, this took a third of a tally.
        let mut masks = [0; 256];
        decided.iter().for_each(|&outcome| masks[outcome] = u64::MAX);
        let won = block.outcomes().zip(lengths).map(|(outcome, length)| length & masks[outcome]);
        let longest = won.clone().max().unwrap_or(0);
        let any = block.outcomes().any(|outcome| decided.contains(&outcome));
        if any && reaches(self.decided_longest, longest) {
            let k = won
                .zip(block.outcomes())
                .position(|(length, outcome)| length == longest && decided.contains(&outcome));
            let found = k.map(|k| Extreme { length: longest, game: first + k as u64 });
            keep(&mut self.decided_longest, found, u64::gt);
        }
    }

    /// Adds the counts of other games of the same rule set.
    ///
    /// Errors: [`CountOverflow`]; the tally is of no use then.
    pub fn merge(&mut self, other: &Self) -> Result<(), CountOverflow> {
        let Self {
            info: _,
            detail: _,
            games,
            counts,
            shortest,
            longest,
            decided_longest,
            rounded,
            series,
        } = other;
        for (mine, &theirs) in self.games.iter_mut().zip(games) {
            add(mine, theirs)?;
        }
        for (mine, theirs) in self.counts.iter_mut().zip(counts) {
            match (mine, theirs) {
                (CounterTally::Lengths(mine), CounterTally::Lengths(theirs)) => {
                    for (mine, theirs) in mine.iter_mut().zip(theirs) {
                        let Some(theirs) = theirs else { continue };
                        mine.get_or_insert_with(|| Lengths::new(self.detail)).merge(theirs)?;
                    }
                }
                (CounterTally::Sums(mine), CounterTally::Sums(theirs)) => {
                    for (mine, &theirs) in mine.iter_mut().zip(theirs) {
                        *mine = mine.checked_add(theirs).ok_or(CountOverflow)?;
                    }
                }
                (CounterTally::Powers(mine), CounterTally::Powers(theirs)) => mine.merge(theirs)?,
                (CounterTally::Max(mine), CounterTally::Max(theirs)) => {
                    *mine = (*mine).max(*theirs)
                }
                (CounterTally::Nothing, CounterTally::Nothing) => {}
                _ => unreachable!("tallies of one game keep the same counters"),
            }
        }
        keep(&mut self.shortest, *shortest, u64::lt);
        keep(&mut self.longest, *longest, u64::gt);
        keep(&mut self.decided_longest, *decided_longest, u64::gt);
        if let (Some(mine), Some(theirs)) = (&mut self.rounded, rounded) {
            mine.iter_mut().zip(&**theirs).for_each(|(mine, theirs)| mine.merge(theirs));
        }
        for (mine, theirs) in self.series.iter_mut().zip(series) {
            for (&key, &times) in theirs {
                add(mine.entry(key).or_insert(0), times)?;
            }
        }
        Ok(())
    }

    /// The game's words.
    pub fn info(&self) -> &'static GameInfo {
        self.info
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.games.iter().sum()
    }

    /// Games that ended so.
    pub fn games_at(&self, outcome: usize, reason: usize) -> u64 {
        self.games[outcome * self.info.end_reasons.len() + reason]
    }

    /// Games with this outcome.
    pub fn games_won(&self, outcome: usize) -> u64 {
        (0..self.info.end_reasons.len()).map(|reason| self.games_at(outcome, reason)).sum()
    }

    /// Games that ended for this reason.
    pub fn games_ended(&self, reason: usize) -> u64 {
        (0..self.info.outcomes.len()).map(|outcome| self.games_at(outcome, reason)).sum()
    }

    /// Games with one of these outcomes.
    pub fn games_of(&self, outcomes: &[usize]) -> u64 {
        outcomes.iter().map(|&outcome| self.games_won(outcome)).sum()
    }

    /// How often each value of a counter occurred among the games that ended so, rising; nothing if
    /// it was not kept.
    pub fn counts_at(&self, counter: usize, outcome: usize, reason: usize) -> Vec<(u64, u64)> {
        let end = outcome * self.info.end_reasons.len() + reason;
        match &self.counts[counter] {
            CounterTally::Lengths(by_end) => match &by_end[end] {
                Some(Lengths::Exact(histogram)) => histogram.counts().collect(),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    /// How often each value of a counter occurred among the games with these outcomes; `None` if
    /// only moments were kept.
    pub fn histogram(&self, counter: usize, outcomes: &[usize]) -> Option<LengthHistogram> {
        let CounterTally::Lengths(by_end) = &self.counts[counter] else { return None };
        let mut all = LengthHistogram::default();
        for (end, lengths) in by_end.iter().enumerate() {
            match lengths {
                Some(Lengths::Exact(histogram))
                    if outcomes.contains(&self.info.outcome_of(end)) =>
                {
                    // A part of counts that fit: their sum fits, too.
                    all.merge(histogram).ok()?;
                }
                Some(Lengths::Moments(_)) => return None,
                _ => {}
            }
        }
        Some(all)
    }

    /// Number, sum and sum of squares of a counter over the games with these outcomes; without
    /// squares (0) where only its sum is kept. Of one that is kept for its mean always over all games.
    pub fn moments(&self, counter: usize, outcomes: &[usize]) -> Moments {
        let mut all = Moments { n: self.games_of(outcomes), sum: 0, sum_sq: 0 };
        let inside = |end: usize| outcomes.contains(&self.info.outcome_of(end));
        match &self.counts[counter] {
            CounterTally::Lengths(by_end) => {
                for (end, lengths) in by_end.iter().enumerate() {
                    if let Some(lengths) = lengths.as_ref().filter(|_| inside(end)) {
                        let Moments { n: _, sum, sum_sq } = lengths.moments();
                        all.sum += sum;
                        all.sum_sq += sum_sq;
                    }
                }
            }
            CounterTally::Sums(sums) => {
                let kept = sums.iter().enumerate().filter(|&(end, _)| inside(end));
                all.sum = kept.map(|(_, sum)| sum).sum();
            }
            CounterTally::Powers(powers) => all = powers.moments,
            CounterTally::Max(_) | CounterTally::Nothing => {}
        }
        all
    }

    /// Skewness of a counter over all games; `None` where neither its values nor their cubes were kept.
    pub fn skewness(&self, counter: usize) -> Option<f64> {
        if let CounterTally::Powers(powers) = &self.counts[counter] {
            return powers.skewness();
        }
        let all = self.info.all_outcomes();
        Powers::of_counts(self.histogram(counter, &all)?.counts()).skewness()
    }

    /// Mean, spread and quantiles of the length over all games; no quantiles where only moments were
    /// kept, and with [`Detail::Rounded`] those of two significant digits.
    pub fn all_games(&self) -> LengthSummary {
        let length = |extreme: Option<Extreme>| extreme.map(|extreme| extreme.length);
        let range = [length(self.shortest), length(self.longest)];
        self.summary(&self.info.all_outcomes(), range, |[lost, won]| {
            let mut all = lost.clone();
            all.merge(won);
            all
        })
    }

    /// As [`Tally::all_games`], of the games that somebody won; their shortest is known only where
    /// lengths are kept.
    pub fn decided_games(&self) -> LengthSummary {
        let longest = self.decided_longest.map(|extreme| extreme.length);
        self.summary(&self.info.decided(), [None, longest], |[_, won]| won.clone())
    }

    fn summary(
        &self,
        outcomes: &[usize],
        range: [Option<u64>; 2],
        of: fn(&[RoundedHistogram; 2]) -> RoundedHistogram,
    ) -> LengthSummary {
        let moments = || self.moments(0, outcomes);
        match (self.histogram(0, outcomes), &self.rounded) {
            (Some(histogram), _) => LengthSummary::from_counts(histogram.counts()),
            (None, Some(rounded)) => {
                LengthSummary::from_rounded(moments(), range, of(rounded).counts())
            }
            (None, None) => LengthSummary::from_moments(moments()),
        }
    }

    /// The largest value of a counter of which that is kept; 0 for the others.
    pub fn max(&self, counter: usize) -> u64 {
        match &self.counts[counter] {
            CounterTally::Max(max) => *max,
            _ => 0,
        }
    }

    /// The first of the shortest games.
    pub fn shortest(&self) -> Option<Extreme> {
        self.shortest
    }

    /// The first of the longest games.
    pub fn longest(&self) -> Option<Extreme> {
        self.longest
    }

    /// The first of the longest games that somebody won.
    pub fn decided_longest(&self) -> Option<Extreme> {
        self.decided_longest
    }

    /// The counts of a series, by rising key.
    pub fn series(&self, series: usize) -> &BTreeMap<[u64; 2], u64> {
        &self.series[series]
    }

    /// Checks that every game is counted exactly once, for `games` games.
    ///
    /// Errors: a sentence on what does not add up; it means a bug in an engine or a tally, or a
    /// state that was tampered with.
    pub fn check(&self, games: u64) -> Result<(), String> {
        let counted = self.games.iter().try_fold(0_u64, |sum, &n| sum.checked_add(n));
        if counted != Some(games) {
            let counted = counted.map_or("too many".to_owned(), |n| n.to_string());
            return Err(format!("{games} games were played, but {counted} ended"));
        }
        if let Some(rounded) = &self.rounded {
            let n = rounded[0].games() + rounded[1].games();
            if n != games {
                return Err(format!("{games} games were played, but {n} have a rounded length"));
            }
        }
        for (counter, counts) in self.info.counters.iter().zip(&self.counts) {
            // No n numbers have less than the square of their sum as n times their squares.
            if let CounterTally::Powers(Powers { moments: Moments { n, sum, sum_sq }, .. }) = counts
                && let (Some(square), Some(squares)) =
                    (sum.checked_mul(*sum), sum_sq.checked_mul(u128::from(*n)))
                && square > squares
            {
                return Err(format!("the squares of {} are too few for its sum", counter.name));
            }
            let CounterTally::Lengths(by_end) = counts else { continue };
            for (end, (lengths, &games)) in by_end.iter().zip(&self.games).enumerate() {
                let n = lengths.as_ref().map_or(0, |lengths| lengths.moments().n);
                if n != games {
                    return Err(format!(
                        "{games} games have end {end}, but {n} have their {} counted",
                        counter.name
                    ));
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::ops::Range;

    use super::*;
    use crate::core::info::{CounterInfo, OutcomeInfo, SeriesInfo};

    /// Two who can win, two ways to end, and a counter of every kind.
    pub(in super::super) static INFO: GameInfo = GameInfo {
        name: "toy",
        title: "Toy",
        recipe: "toy-1",
        chance: "deals",
        one_chance: "deal",
        setup_columns: &[],
        setup_in_rows: false,
        outcomes: &[
            OutcomeInfo::win("A", "a", "a_wins"),
            OutcomeInfo::win("B", "b", "b_wins"),
            OutcomeInfo::tie("draw", "draw", "draws"),
        ],
        end_reasons: &["out", "limit"],
        endless: &[],
        stopped: &["limit"],
        counters: &[
            CounterInfo { name: "turns", about: "", keep: Keep::Histogram, file: "" },
            CounterInfo { name: "wars", about: "", file: "", keep: Keep::Sum },
            CounterInfo { name: "depth", about: "", file: "", keep: Keep::Max },
            CounterInfo { name: "laid", about: "cards laid", file: "", keep: Keep::Mean },
        ],
        series: &[
            SeriesInfo { file: "a.csv", keys: &["k"], count: "n", always: true, endless: false },
            SeriesInfo { file: "b.csv", keys: &["k"], count: "n", always: false, endless: false },
            SeriesInfo { file: "c.csv", keys: &["k"], count: "n", always: false, endless: false },
        ],
        mirrors: &[],
        tables: &[],
        columns: &[],
        features: &[],
        row_columns: &[],
        block: 4,
    };

    /// Outcome, end reason, turns, wars, depth.
    const GAMES: [(usize, usize, [u64; 3]); 8] = [
        (0, 0, [5, 1, 2]),
        (1, 0, [3, 0, 0]),
        (2, 1, [9, 2, 1]),
        (0, 0, [7, 3, 1]),
        (1, 0, [7, 0, 0]),
        (0, 0, [3, 1, 1]),
        (2, 1, [9, 4, 3]),
        (0, 0, [5, 0, 0]),
    ];

    pub(in super::super) fn block(games: Range<usize>) -> GameBlock {
        let mut block = GameBlock::new(&INFO);
        block.reset(games.start as u64..games.end as u64);
        for game in games {
            let (outcome, reason, counters) = GAMES[game];
            let laid = 2 * (counters[0] + counters[1]);
            block.report(game as u64, outcome, reason, counters.into_iter().chain([laid]));
            block.count(1, [counters[0], 0], 1);
        }
        block
    }

    pub(in super::super) fn tally(detail: Detail, games: Range<usize>) -> Tally {
        let mut tally = Tally::new(&INFO, detail);
        tally.add(&block(games)).unwrap();
        tally
    }

    fn moments(values: &[u64]) -> Moments {
        let mut moments = Moments::default();
        values.iter().for_each(|&value| moments.add(value));
        moments
    }

    #[test]
    fn every_count_is_that_of_the_games() {
        let tally = tally(Detail::Histograms, 0..8);
        assert_eq!(tally.games(), 8);
        assert_eq!((tally.games_won(0), tally.games_won(1), tally.games_won(2)), (4, 2, 2));
        assert_eq!((tally.games_ended(0), tally.games_ended(1)), (6, 2));
        assert_eq!((tally.games_at(2, 1), tally.games_at(2, 0)), (2, 0));
        assert_eq!(tally.games_of(&[0, 1]), 6);
        assert_eq!(tally.counts_at(0, 0, 0), [(3, 1), (5, 2), (7, 1)]);
        assert_eq!(tally.counts_at(1, 0, 0), []);
        let lengths =
            |outcomes: &[usize]| tally.histogram(0, outcomes).unwrap().counts().collect::<Vec<_>>();
        assert_eq!(lengths(&[1]), [(3, 1), (7, 1)]);
        assert_eq!(lengths(&[0, 1]), [(3, 2), (5, 2), (7, 2)]);
        assert_eq!(tally.moments(0, &[0]), moments(&[5, 7, 3, 5]));
        assert_eq!(tally.moments(1, &[0]), Moments { n: 4, sum: 5, sum_sq: 0 });
        assert_eq!(tally.moments(2, &[0]), Moments { n: 4, sum: 0, sum_sq: 0 });
        assert_eq!((tally.max(2), tally.max(1)), (3, 0));
        let laid = [12, 6, 22, 20, 14, 8, 26, 10];
        assert_eq!(tally.moments(3, &tally.info().all_outcomes()), moments(&laid));
        assert!(tally.skewness(3).unwrap().abs() < 0.5 && tally.skewness(1).is_none());
        assert_eq!(
            tally.series(1),
            &BTreeMap::from([([3, 0], 2), ([5, 0], 2), ([7, 0], 2), ([9, 0], 2)])
        );
        assert_eq!((tally.all_games().mean, tally.decided_games().mean), (Some(6.0), Some(5.0)));
    }

    #[test]
    fn extremes_are_the_first_of_their_length_in_any_order() {
        let extreme = |length, game| Some(Extreme { length, game });
        let orders: [&[(usize, usize)]; 4] =
            [&[(0, 8)], &[(0, 3), (3, 8)], &[(4, 8), (0, 4)], &[(6, 8), (5, 6), (0, 5)]];
        for parts in orders {
            let mut all = Tally::new(&INFO, Detail::Histograms);
            let mut added = Tally::new(&INFO, Detail::Histograms);
            for &(first, end) in parts {
                let part = first..end;
                all.merge(&tally(Detail::Histograms, part.clone())).unwrap();
                added.add(&block(part)).unwrap();
            }
            for tally in [all, added] {
                assert_eq!(tally.shortest(), extreme(3, 1));
                assert_eq!(tally.longest(), extreme(9, 2));
                assert_eq!(tally.decided_longest(), extreme(7, 3));
            }
        }
        assert_eq!(tally(Detail::Histograms, 2..3).decided_longest(), None);
    }

    #[test]
    fn merging_is_playing_on_with_histograms_and_with_moments() {
        for detail in [Detail::Histograms, Detail::Rounded, Detail::Moments] {
            let whole = tally(detail, 0..8);
            for at in 0..=8 {
                let mut first = tally(detail, 0..at);
                first.merge(&tally(detail, at..8)).unwrap();
                assert_eq!(first.to_json(), whole.to_json(), "{detail:?} {at}");
            }
        }
    }

    #[test]
    fn moments_have_no_histogram_and_the_same_sums() {
        let (exact, short) = (tally(Detail::Histograms, 0..8), tally(Detail::Moments, 0..8));
        for outcomes in [&[0][..], &[1], &[0, 2], &[0, 1, 2]] {
            assert_eq!(short.moments(0, outcomes), exact.moments(0, outcomes));
            assert!(short.histogram(0, outcomes).is_none());
        }
        assert_eq!(short.all_games().mean, exact.all_games().mean);
        assert_eq!((short.all_games().median, short.decided_games().max), (None, None));
        assert_eq!(short.counts_at(0, 0, 0), []);
    }

    #[test]
    fn rounded_lengths_have_quantiles_of_two_digits_and_the_exact_range() {
        let (exact, short) = (tally(Detail::Histograms, 0..8), tally(Detail::Rounded, 0..8));
        assert_eq!(short.all_games(), exact.all_games());
        let decided = short.decided_games();
        assert_eq!(LengthSummary { min: Some(3), ..decided }, exact.decided_games());
        let mut long = tally(Detail::Rounded, 0..0);
        let mut block = GameBlock::new(&INFO);
        for (first, length) in [(0, 1_001), (4, 50_001)] {
            block.reset(first..first + 4);
            (first..first + 4).for_each(|game| block.report(game, 0, 0, [length, 0, 0]));
            long.add(&block).unwrap();
        }
        let all = long.all_games();
        assert_eq!((all.min, all.p05, all.median), (Some(1_001), Some(1_003), Some(1_003)));
        // Rounded up it would be 50,175: no quantile is above the longest game.
        assert_eq!((all.p75, all.max), (Some(50_001), Some(50_001)));
        long.merge(&short).unwrap();
        assert_eq!((long.all_games().p75, long.games()), (Some(1_003), 16));
    }

    #[test]
    fn counts_that_do_not_add_up_are_refused() {
        for detail in [Detail::Histograms, Detail::Rounded, Detail::Moments] {
            let mut tally = tally(detail, 0..8);
            assert_eq!(tally.check(8), Ok(()));
            assert_eq!(tally.check(9), Err("9 games were played, but 8 ended".to_owned()));
            // One more A and one less B: as many games, but not as many lengths.
            tally.games[0] += 1;
            tally.games[2] -= 1;
            assert!(tally.check(8).is_err_and(|why| why.contains("turns")));
            tally.games[0] = u64::MAX;
            assert!(tally.check(8).is_err_and(|why| why.contains("too many")));
        }
    }

    #[test]
    fn more_games_than_can_be_counted_are_refused() {
        let mut full = tally(Detail::Histograms, 0..8);
        full.games[0] = u64::MAX;
        assert!(full.merge(&tally(Detail::Histograms, 0..1)).is_err());
        let mut full = tally(Detail::Histograms, 0..8);
        full.series[1].insert([5, 0], u64::MAX);
        assert!(full.add(&block(0..1)).is_err());
    }

    #[test]
    #[should_panic(expected = "a game was not reported")]
    fn a_game_that_was_not_reported_is_noticed() {
        let mut block = GameBlock::new(&INFO);
        block.reset(0..1);
        let _ = Tally::new(&INFO, Detail::Histograms).add(&block);
    }
}
