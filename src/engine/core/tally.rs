//! What the games of one rule set add up to: exact counts, mergeable in any order.

use std::collections::BTreeMap;
use std::slice::from_ref;

use serde::{Deserialize, Serialize};

use super::end_tally::{CounterTally, EndTally};
pub use super::end_tally::{Detail, Extreme};
use super::info::{GameInfo, Keep};
use super::results::GameBlock;
use super::stats::histogram::{LengthHistogram, rounded_up};
use super::stats::{LengthSummary, Moments, Powers, total};

/// Counts of the games of one rule set.
#[derive(Clone, Debug)]
pub struct Tally {
    info: &'static GameInfo,
    detail: Detail,
    counts: TallyCounts,
}

/// What a tally counted, as a state keeps it.
///
/// An *end* is an outcome together with an end reason; see [`GameInfo::ends`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TallyCounts {
    /// By end; absent where no game ended so.
    ends: BTreeMap<usize, EndTally>,
    /// Rounded lengths of the games that nobody won, and of those that somebody won, with [`Detail::Rounded`].
    #[serde(skip_serializing_if = "Option::is_none")]
    rounded: Option<[LengthHistogram; 2]>,
    series: Vec<Series>,
}

/// Counts by key, the keys rising.
type Series = Vec<([u64; 2], u64)>;

impl Tally {
    /// No games yet.
    pub fn new(info: &'static GameInfo, detail: Detail) -> Self {
        let counts = TallyCounts {
            ends: BTreeMap::new(),
            rounded: (detail == Detail::Rounded).then(Default::default),
            series: vec![Vec::new(); info.series.len()],
        };
        Self { info, detail, counts }
    }

    /// A tally of these counts, which a state kept, of so many games.
    ///
    /// Errors: a sentence on what does not add up; it means a bug in an engine or a tally.
    pub fn of_counts(
        info: &'static GameInfo,
        detail: Detail,
        counts: TallyCounts,
        games: u64,
    ) -> Result<Self, String> {
        let tally = Self { info, detail, counts };
        tally.check(games).map(|()| tally)
    }

    /// What was counted.
    pub fn counts(&self) -> &TallyCounts {
        &self.counts
    }

    /// Adds the games of a block.
    ///
    /// Errors: none; a game of the block that was not reported is a bug of its engine and panics.
    pub fn add(&mut self, block: &GameBlock) {
        let Self { info, detail, counts: TallyCounts { ends, rounded, series } } = self;
        // The games of each end together: each of its counters adds its values at once.
        let mut places = vec![Vec::new(); info.ends()];
        for (k, &end) in block.ends().iter().enumerate() {
            places.get_mut(usize::from(end)).expect("a game was not reported").push(k);
        }
        for (end, places) in places.iter().enumerate().filter(|(_, places)| !places.is_empty()) {
            let tally = ends.entry(end).or_insert_with(|| EndTally::new(info, *detail));
            tally.add(block, places);
        }
        if let Some(rounded) = rounded {
            let decided = info.decided();
            for (outcome, &length) in block.outcomes().zip(block.counter(0)) {
                rounded[usize::from(decided.contains(&outcome))].record(rounded_up(length));
            }
        }
        let series = series.iter_mut().enumerate();
        series.for_each(|(s, mine)| add_series(mine, block.series(s)));
    }

    /// Adds the counts of other games of the same rule set.
    pub fn merge(&mut self, other: &Self) {
        let Self { info, detail, counts: TallyCounts { ends, rounded, series } } = self;
        for (&end, theirs) in &other.counts.ends {
            ends.entry(end).or_insert_with(|| EndTally::new(info, *detail)).merge(theirs);
        }
        if let (Some(mine), Some(theirs)) = (rounded, &other.counts.rounded) {
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| mine.merge(theirs));
        }
        let series = series.iter_mut().zip(&other.counts.series);
        series.for_each(|(mine, theirs)| add_series(mine, theirs.iter().map(|(key, n)| (key, n))));
    }

    /// The game's words.
    pub fn info(&self) -> &'static GameInfo {
        self.info
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.counts.ends.values().map(|end| end.games).sum()
    }

    fn at(&self, outcome: usize, reason: usize) -> Option<&EndTally> {
        self.counts.ends.get(&(outcome * self.info.end_reasons.len() + reason))
    }

    /// The ends with one of these outcomes.
    fn of(&self, outcomes: &[usize]) -> impl Iterator<Item = &EndTally> {
        let ends = self.counts.ends.iter();
        ends.filter(|(end, _)| outcomes.contains(&self.info.outcome_and_reason(**end).0))
            .map(|(_, of)| of)
    }

    /// Games that ended so.
    pub fn games_at(&self, outcome: usize, reason: usize) -> u64 {
        self.at(outcome, reason).map_or(0, |end| end.games)
    }

    /// Games with this outcome.
    pub fn games_won(&self, outcome: usize) -> u64 {
        self.games_of(&[outcome])
    }

    /// Games that ended for this reason.
    pub fn games_ended(&self, reason: usize) -> u64 {
        (0..self.info.outcomes.len()).map(|outcome| self.games_at(outcome, reason)).sum()
    }

    /// Games with one of these outcomes.
    pub fn games_of(&self, outcomes: &[usize]) -> u64 {
        self.of(outcomes).map(|end| end.games).sum()
    }

    /// How often each value of a counter occurred among the games that ended so, rising; nothing if
    /// it was not kept.
    pub fn counts_at(&self, counter: usize, outcome: usize, reason: usize) -> Vec<(u64, u64)> {
        match self.at(outcome, reason).map(|end| &end.counters[counter]) {
            Some(CounterTally::Histogram(histogram)) => histogram.counts().collect(),
            _ => Vec::new(),
        }
    }

    /// How often each value of a counter occurred among the games with these outcomes; `None` if
    /// it was not kept.
    pub fn histogram(&self, counter: usize, outcomes: &[usize]) -> Option<LengthHistogram> {
        let keep = (self.info.counters[counter].keep, self.detail);
        let is_kept = keep == (Keep::Histogram, Detail::Histograms);
        let mut all = is_kept.then(LengthHistogram::default)?;
        for end in self.of(outcomes) {
            if let CounterTally::Histogram(histogram) = &end.counters[counter] {
                all.merge(histogram);
            }
        }
        Some(all)
    }

    /// Number, sum and sum of squares of a counter over the games with these outcomes; nothing but their
    /// number where none is kept.
    pub fn moments(&self, counter: usize, outcomes: &[usize]) -> Moments {
        let mut all = Moments { n: self.games_of(outcomes), sum: 0, sum_sq: 0 };
        for Moments { n: _, sum, sum_sq } in
            self.of(outcomes).filter_map(|end| end.counters[counter].moments())
        {
            all.sum += sum;
            all.sum_sq += sum_sq;
        }
        all
    }

    /// Skewness of a counter over all games; `None` where neither its values nor their cubes were kept.
    pub fn skewness(&self, counter: usize) -> Option<f64> {
        let mut all = Powers::default();
        for end in self.counts.ends.values() {
            match &end.counters[counter] {
                CounterTally::Histogram(histogram) => {
                    all.merge(&Powers::of_counts(histogram.counts()));
                }
                CounterTally::Powers(powers) => all.merge(powers),
                _ => return None,
            }
        }
        all.skewness()
    }

    /// Mean, spread and quantiles of the length over all games; no quantiles where only moments were
    /// kept, and with [`Detail::Rounded`] those of two significant digits.
    pub fn all_games(&self) -> LengthSummary {
        let length = |extreme: Option<Extreme>| extreme.map(|extreme| extreme.length);
        let range = [length(self.shortest()), length(self.longest())];
        self.summary(&self.info.all_outcomes(), range, |rounded| rounded)
    }

    /// As [`Tally::all_games`], of the games that somebody won; their shortest is known only where
    /// lengths are kept.
    pub fn decided_games(&self) -> LengthSummary {
        let longest = self.decided_longest().map(|extreme| extreme.length);
        self.summary(&self.info.decided(), [None, longest], |[_, won]| from_ref(won))
    }

    fn summary(
        &self,
        outcomes: &[usize],
        range: [Option<u64>; 2],
        rounded_of: fn(&[LengthHistogram; 2]) -> &[LengthHistogram],
    ) -> LengthSummary {
        if let Some(histogram) = self.histogram(0, outcomes) {
            return LengthSummary::from_counts(histogram.counts());
        }
        let (rounded, mut all) = (self.counts.rounded.as_ref(), LengthHistogram::default());
        rounded.map_or(&[][..], rounded_of).iter().for_each(|one| all.merge(one));
        let range = range.map(|end| end.filter(|_| rounded.is_some()));
        LengthSummary::new(self.moments(0, outcomes), range, all.counts())
    }

    /// The largest value of a counter of which that is kept; 0 for the others.
    pub fn max(&self, counter: usize) -> u64 {
        let of = |end: &EndTally| match &end.counters[counter] {
            CounterTally::Max(max) => *max,
            _ => 0,
        };
        self.counts.ends.values().map(of).max().unwrap_or(0)
    }

    /// The first of the shortest games.
    pub fn shortest(&self) -> Option<Extreme> {
        self.counts.ends.values().filter_map(|end| end.shortest).min()
    }

    /// The first of the longest games.
    pub fn longest(&self) -> Option<Extreme> {
        Extreme::longest(self.counts.ends.values().filter_map(|end| end.longest))
    }

    /// The first of the longest games that somebody won.
    pub fn decided_longest(&self) -> Option<Extreme> {
        Extreme::longest(self.of(&self.info.decided()).filter_map(|end| end.longest))
    }

    /// The counts of a series, by rising key.
    pub fn series(&self, series: usize) -> &Series {
        &self.counts.series[series]
    }

    /// Checks that every game ended in exactly one way, of `games` games.
    ///
    /// Errors: as [`Tally::of_counts`].
    pub fn check(&self, games: u64) -> Result<(), String> {
        let ended = total(self.counts.ends.values().map(|end| end.games));
        match ended == games.into() {
            true => Ok(()),
            false => Err(format!("{games} games were played, but {ended} ended")),
        }
    }
}

fn add_series<'s>(mine: &mut Series, theirs: impl IntoIterator<Item = (&'s [u64; 2], &'s u64)>) {
    for (&key, &times) in theirs {
        match mine.binary_search_by_key(&key, |&(key, _)| key) {
            Ok(at) => mine[at].1 += times,
            Err(at) => mine.insert(at, (key, times)),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::ops::Range;

    use serde_json::{Value as Json, json};

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
        told_beside: &[],
        outcomes: &[
            OutcomeInfo::seat("A", "a", "a_wins", "a", "A"),
            OutcomeInfo::seat("B", "b", "b_wins", "b", "B"),
            OutcomeInfo::nobody("draw", "draws"),
        ],
        end_reasons: &["out", "limit"],
        endless: &[],
        stopped: &["limit"],
        counters: &[
            CounterInfo::new("turns", "", Keep::Histogram),
            CounterInfo::new("wars", "", Keep::Sum),
            CounterInfo::new("depth", "", Keep::Max),
            CounterInfo::new("laid", "cards laid", Keep::Mean),
        ],
        series: &[
            SeriesInfo { file: "a.csv", keys: &["k"], count: "n", always: true },
            SeriesInfo { file: "b.csv", keys: &["k"], count: "n", always: false },
            SeriesInfo { file: "c.csv", keys: &["k"], count: "n", always: false },
        ],
        mirrors: &[],
        tables: &[],
        columns: &[],
        features: &[],
        row_columns: &[],
        block: 4,
    };

    const OUTCOMES: [usize; 8] = [0, 1, 2, 0, 1, 0, 2, 0];
    const TURNS: [u64; 8] = [5, 3, 9, 7, 7, 3, 9, 5];
    const WARS: [u64; 8] = [1, 0, 2, 3, 0, 1, 4, 0];
    const DEPTHS: [u64; 8] = [2, 0, 1, 1, 0, 1, 3, 0];

    pub(in super::super) fn block(games: Range<usize>) -> GameBlock {
        let mut block = GameBlock::new(&INFO);
        block.reset(games.start as u64..games.end as u64);
        for game in games {
            let counters = [TURNS[game], WARS[game], DEPTHS[game], 2 * (TURNS[game] + WARS[game])];
            let reason = OUTCOMES[game] / 2;
            block.report(game as u64, OUTCOMES[game], reason, counters);
            block.count(1, [TURNS[game], 0], 1);
        }
        block
    }

    pub(in super::super) fn tally(detail: Detail, games: Range<usize>) -> Tally {
        let mut tally = Tally::new(&INFO, detail);
        tally.add(&block(games));
        tally
    }

    const ALL: [Detail; 3] = [Detail::Histograms, Detail::Rounded, Detail::Moments];

    #[test]
    fn every_count_is_that_of_the_games() {
        let tally = tally(Detail::Histograms, 0..8);
        assert_eq!([0, 1, 2].map(|outcome| tally.games_won(outcome)), [4, 2, 2]);
        assert_eq!([0, 1].map(|reason| tally.games_ended(reason)), [6, 2]);
        assert_eq!((tally.games_at(2, 1), tally.games_at(2, 0)), (2, 0));
        assert_eq!(tally.counts_at(0, 0, 0), [(3, 1), (5, 2), (7, 1)]);
        assert_eq!(tally.counts_at(1, 0, 0), []);
        let lengths =
            |outcomes: &[usize]| tally.histogram(0, outcomes).unwrap().counts().collect::<Vec<_>>();
        assert_eq!(lengths(&[1]), [(3, 1), (7, 1)]);
        assert_eq!(lengths(&[0, 1]), [(3, 2), (5, 2), (7, 2)]);
        let laid = [12, 6, 22, 20, 14, 8, 26, 10];
        for (counter, outcomes, values) in
            [(0, &[0][..], &[5, 7, 3, 5][..]), (1, &[0], &[1, 3, 1, 0]), (3, &[0, 1, 2], &laid)]
        {
            let mut moments = Moments::default();
            values.iter().for_each(|&value| moments.add(value));
            assert_eq!(tally.moments(counter, outcomes), moments);
        }
        assert_eq!(tally.moments(2, &[0]), Moments { n: 4, sum: 0, sum_sq: 0 });
        assert_eq!([tally.max(2), tally.max(1)], [3, 0]);
        assert!(tally.skewness(3).unwrap().abs() < 0.5 && tally.skewness(1).is_none());
        assert_eq!(tally.series(1), &[3, 5, 7, 9].map(|turns| ([turns, 0], 2)));
        assert_eq!((tally.all_games().mean, tally.decided_games().mean), (Some(6.0), Some(5.0)));
    }

    #[test]
    fn merging_is_playing_on_and_extremes_are_the_first_of_their_length() {
        let extreme = |length, game| Some(Extreme { length, game });
        for (detail, at) in ALL.into_iter().flat_map(|detail| (0..=8).map(move |at| (detail, at))) {
            let (mut forward, mut backward) = (tally(detail, 0..at), tally(detail, at..8));
            backward.merge(&forward);
            forward.merge(&tally(detail, at..8));
            let mut added = tally(detail, at..8);
            added.add(&block(0..at));
            for found in [forward, backward, added] {
                assert_eq!(found.counts(), tally(detail, 0..8).counts(), "{detail:?} {at}");
                assert_eq!(found.shortest(), extreme(3, 1));
                let longest = [found.longest(), found.decided_longest()];
                assert_eq!(longest, [extreme(9, 2), extreme(7, 3)]);
            }
        }
        assert_eq!(tally(Detail::Histograms, 2..3).decided_longest(), None);
    }

    #[test]
    fn without_histograms_sums_are_the_same_and_quantiles_rounded_or_missing() {
        let [exact, rounded, short] = ALL.map(|detail| tally(detail, 0..8));
        for outcomes in [&[0][..], &[1], &[0, 2], &[0, 1, 2]] {
            assert_eq!(short.moments(0, outcomes), exact.moments(0, outcomes));
            assert!(short.histogram(0, outcomes).is_none());
        }
        assert_eq!(short.all_games().mean, exact.all_games().mean);
        assert_eq!((short.all_games().median, short.decided_games().max), (None, None));
        assert_eq!(short.counts_at(0, 0, 0), []);
        assert_eq!(rounded.all_games(), exact.all_games());
        let decided = rounded.decided_games();
        assert_eq!(LengthSummary { min: Some(3), ..decided }, exact.decided_games());
        let (mut long, mut block) = (tally(Detail::Rounded, 0..0), GameBlock::new(&INFO));
        for (first, length) in [(0, 1_001), (4, 50_001)] {
            block.reset(first..first + 4);
            (first..first + 4).for_each(|game| block.report(game, 0, 0, [length, 0, 0]));
            long.add(&block);
        }
        let all = long.all_games();
        assert_eq!([all.min, all.p05, all.median], [1_001, 1_003, 1_003].map(Some));
        // Rounded up it would be 50,175: no quantile is above the longest game.
        assert_eq!([all.p75, all.max], [Some(50_001); 2]);
        long.merge(&rounded);
        assert_eq!((long.all_games().p75, long.games()), (Some(1_003), 16));
    }

    #[test]
    #[should_panic(expected = "a game was not reported")]
    fn a_game_that_was_not_reported_is_noticed() {
        let mut block = GameBlock::new(&INFO);
        block.reset(0..1);
        Tally::new(&INFO, Detail::Histograms).add(&block);
    }

    fn read(detail: Detail, json: &Json, games: u64) -> Result<TallyCounts, String> {
        let counts = TallyCounts::deserialize(json).map_err(|error| error.to_string())?;
        Tally::of_counts(&INFO, detail, counts, games).map(|tally| tally.counts)
    }

    #[test]
    fn a_tally_comes_back_as_it_was() {
        for (detail, games) in ALL.into_iter().flat_map(|d| [0..0, 2..3, 0..8].map(|g| (d, g))) {
            let tally = tally(detail, games.clone());
            let back = read(detail, &json!(tally.counts()), games.len() as u64);
            assert_eq!(back.as_ref(), Ok(tally.counts()));
        }
    }

    #[test]
    fn what_is_no_tally_or_does_not_add_up_is_refused() {
        let good = json!(tally(Detail::Histograms, 0..8).counts());
        let added = read(Detail::Histograms, &good, 9);
        assert_eq!(added, Err("9 games were played, but 8 ended".to_owned()));
        for (part, wrong) in [
            ("/ends/0/games", json!(3)),
            ("/ends/0/games", json!(u64::MAX)),
            ("/ends/0/counters/1/moments/sum", json!("-1")),
            ("/ends/0/counters/1/moments/sum", json!("1e3")),
        ] {
            let mut bad = good.clone();
            *bad.pointer_mut(part).unwrap() = wrong;
            assert!(read(Detail::Histograms, &bad, 8).is_err(), "{part}: {bad}");
        }
    }
}
