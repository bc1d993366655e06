//! Rule sets against one another: differences, intervals and tests.

use std::collections::HashMap;

use indexmap::IndexMap;

use crate::core::stats::mean::Values;
use crate::core::stats::{
    Difference, Method, Moments, PairedRatio, PairedTally, PairedValues, holm, two_sided_p,
    unpaired, z_for_confidence,
};
use crate::core::tally::Tally;
use crate::game::Cell;

use super::totals::{Totals, scores, values};
use super::until::{Of, precise};
use crate::lab::spec::measure::Measure;

impl crate::lab::spec::Study {
    /// The comparisons of these pairs over these counts of the study, each by every measure that is asked for.
    pub fn compare_in(&self, totals: &Totals, pairs: &[(usize, usize)]) -> Vec<Comparison> {
        let counted: HashMap<(usize, usize), &PairedTally> =
            totals.pairs.iter().map(|(pair, tally)| (*pair, tally)).collect();
        let (exact, z) = (self.exact(), z_for_confidence(self.confidence));
        let side = |k: usize| Side { cell: &self.cells[k], tally: &totals.cells[k], exact };
        let mut rows = Vec::new();
        for &(first, second) in pairs {
            let paired = counted.get(&(first, second)).copied();
            let sharing = paired.map_or(Sharing::Independent, Sharing::Paired);
            let two = Compared { sides: [first, second].map(side), sharing, z };
            let is_stopped = paired.is_some() && self.has_targets();
            rows.extend(self.measures.iter().map(|&measure| {
                let row = two.comparison((first, second), measure);
                if is_stopped { self.stopped(totals, row) } else { row }
            }));
        }
        adjust(&mut rows);
        rows
    }

    /// Gives a paired difference the interval that is valid at any stopping point. A test of a number of games that was
    /// fixed before is none here.
    fn stopped(&self, totals: &Totals, mut row: Comparison) -> Comparison {
        let of = Of::Pair(row.first, row.second);
        let (interval, method) = precise(self, totals, of, row.follows.unwrap_or(row.measure));
        let (low, high) = match row.follows {
            // Two equal seats win as often less as draws are more.
            Some(_) => (-interval.1 / 2.0, -interval.0 / 2.0),
            None => interval,
        };
        let is_known = (high - low).is_finite();
        row.difference.interval = is_known.then_some((low, high));
        (row.difference.p_value, row.difference.bound) = (None, None);
        (row.difference.rough, row.sequence) = (false, Some(method));
        row
    }
}

/// One row of `comparison.csv`.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// Position of the first cell.
    pub first: usize,
    /// Position of the second.
    pub second: usize,
    /// What is compared.
    pub measure: Measure,
    /// Values, difference, interval and test.
    pub difference: Difference,
    /// The p-value adjusted for all rows of the comparison.
    pub p_adjusted: Option<f64>,
    /// Whether games were paired that share their index and the words that shuffled their decks, but not the deck.
    pub by_index: bool,
    /// Of which of the two the value follows from the draws, because no rule looks at the seat.
    pub equal_seats: [bool; 2],
    /// The measure from which all of it follows then; both are one hypothesis.
    pub follows: Option<Measure>,
    /// The sequence that its interval is of, where a precision ended the run.
    pub sequence: Option<&'static str>,
    /// Whether games of either were given up, so that it reaches from without them to with all of them.
    pub open: bool,
    /// Whether it is known, game by game, that none of several differs in this measure.
    pub alike: bool,
}

/// How the games of two cells are related.
#[derive(Clone, Copy, Debug)]
pub enum Sharing<'a> {
    /// Counted game by game.
    Paired(&'a PairedTally),
    /// Other words of chance: independent.
    Independent,
    /// Some or all deals are the same, but nobody counted them game by game.
    Unknown,
}

impl<'a> Sharing<'a> {
    /// The values of a counter, where they were counted game by game.
    fn values(self, counter: usize) -> Option<&'a PairedValues> {
        if let Self::Paired(tally) = self { tally.of(counter) } else { None }
    }
}

/// One of two that are compared: the counts of a cell, and what is known of its games before.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a> {
    /// The counts.
    pub tally: &'a Tally,
    /// The cell.
    pub cell: &'a Cell,
    /// How its counts are exact, where orders of a deck were played.
    pub exact: Option<Method>,
}

impl Side<'_> {
    /// The most that a counter of a game can be, where that is known.
    fn most(&self, counter: usize) -> Option<f64> {
        self.cell.rules.most_of(counter).map(|most| most as f64)
    }

    /// All that the interval of the mean of a counter needs to know.
    fn values(&self, counter: usize) -> Values {
        let skewness = self.tally.skewness(counter).unwrap_or(0.0);
        let range = self.most(counter).map(|most| (0.0, most));
        Values { moments: values(self.tally, counter), skewness, range }
    }

    /// The same of 1 for so many of the games, and 0 for the others.
    fn shares(&self, won: u64) -> Values {
        let (n, won) = (self.tally.games(), won.into());
        let moments = Moments { n, sum: won, sum_sq: won };
        Values { moments, skewness: 0.0, range: Some((0.0, 1.0)) }
    }
}

impl Comparison {
    /// What is tested: what follows from the same measure is one hypothesis.
    fn hypothesis(&self) -> (usize, usize, Measure) {
        (self.first, self.second, self.follows.unwrap_or(self.measure))
    }

    /// The words of the `method` column.
    pub fn method(&self) -> String {
        let mut name = match self.sequence {
            Some(sequence) => format!("paired: {sequence}"),
            None => self.difference.method.name().to_owned(),
        };
        if self.by_index {
            name = name.replacen("paired: ", "paired by game index: ", 1);
        }
        name += match (self.equal_seats, self.follows) {
            ([false, false], _) => "",
            (_, Some(_)) | ([true, true], _) => "; equal seats: from the draws",
            ([true, false], _) => "; equal seats of rules_1: from the draws",
            ([false, true], _) => "; equal seats of rules_2: from the draws",
        };
        if self.open { name + "; games given up either way" } else { name }
    }
}

/// Two cells that are compared, the second less the first.
#[derive(Clone, Copy, Debug)]
pub struct Compared<'a> {
    /// Both.
    pub sides: [Side<'a>; 2],
    /// How their games are related.
    pub sharing: Sharing<'a>,
    /// Standard errors to each side of an interval.
    pub z: f64,
}

impl Compared<'_> {
    /// The row of a measure of this pair; of seats that win equally often as it follows from the draws.
    pub fn comparison(self, (first, second): (usize, usize), measure: Measure) -> Comparison {
        let equal = self.sides.map(|one| match measure {
            Measure::Outcome(outcome) => {
                one.cell.rules.one_of_equal_seats(one.tally.info(), outcome)
            }
            Measure::Mean(_) => None,
        });
        let follows = equal[0].filter(|_| equal[0] == equal[1]);
        let difference = match (measure, follows) {
            (_, Some((nobody, seats))) => self.counted(Measure::Outcome(nobody)).of_one_in(seats),
            (Measure::Outcome(outcome), None) if equal != [None; 2] => self.scored(outcome),
            _ => self.counted(measure),
        };
        let [one, two] = self.sides.map(|one| &one.cell.rules.setup);
        let (open, is_paired) = (self.is_open(), difference.method.is_paired());
        let difference = match self.sides.map(|one| one.exact) {
            [Some(of_one), Some(of_two)] => {
                let exact = difference.exactly(match [of_one, of_two] {
                    [Method::EXACT_SAME, Method::EXACT_SAME] if one != two => Method::EXACT_APART,
                    [Method::EXACT_SAME, other] | [other, _] => other,
                });
                // What was given up leaves exact counts open, too.
                Difference { difference: exact.difference.filter(|_| !open), ..exact }
            }
            _ => difference,
        };
        Comparison {
            first,
            second,
            measure,
            difference,
            p_adjusted: None,
            by_index: is_paired && one != two,
            equal_seats: equal.map(|equal| equal.is_some()),
            follows: follows.map(|(nobody, _)| Measure::Outcome(nobody)),
            sequence: None,
            open,
            alike: self.is_alike(measure),
        }
    }

    /// Whether several games were counted in pairs, and none differs in this measure, nor in what it counts
    /// for the measure where seats are equal.
    fn is_alike(self, measure: Measure) -> bool {
        let Sharing::Paired(tally) = self.sharing else { return false };
        let alike = match measure {
            Measure::Outcome(outcome) => {
                let cells = self.sides.map(|one| one.cell);
                let (_, [one, two]) = scores(cells, self.sides[0].tally.info(), outcome);
                tally.is_alike(outcome) && tally.scored(&one, &two).are_alike()
            }
            Measure::Mean(counter) => tally.of(counter).is_some_and(PairedValues::are_alike),
        };
        alike && tally.games() > 1 && !self.is_open()
    }

    /// Whether games of either were given up.
    fn is_open(self) -> bool {
        self.sides.iter().any(|one| one.cell.rules.given_up(one.tally) > 0)
    }

    /// The difference of how often games came out so, where the seats of one rule set are equal: each has its
    /// part of a game that somebody wins.
    fn scored(self, outcome: usize) -> Difference {
        let Self { sides, sharing, z } = self;
        let (unit, scores) = scores(sides.map(|one| one.cell), sides[0].tally.info(), outcome);
        let most = [0, 1].map(|k: usize| scores[k].iter().max().map(|&most| most as f64));
        let values = |k: usize| {
            let games = scores[k].iter().enumerate();
            let counts = games.map(|(o, &score)| (score, sides[k].tally.games_won(o)));
            Values::of_counts(counts, most[k].map(|most| (0.0, most)))
        };
        let difference = match sharing {
            Sharing::Paired(tally) => in_pairs(&tally.scored(&scores[0], &scores[1]), most, z),
            _ => self.of_means([values(0), values(1)]),
        };
        let difference = difference.in_units_of(unit as f64);
        let often = |k: usize| sides[k].cell.rules.often(sides[k].tally, outcome).value();
        // The very numbers of the estimates.
        let difference = Difference { value_1: often(0), value_2: often(1), ..difference };
        let moved =
            || sides.map(|one| one.cell.rules.often(one.tally, outcome).moved_by_given_up());
        if self.is_open() { reaching(difference, moved()) } else { difference }
    }

    /// The difference of a measure as it was counted.
    fn counted(self, measure: Measure) -> Difference {
        let difference = match (self.sharing, measure) {
            (Sharing::Paired(tally), Measure::Outcome(outcome)) => {
                tally.ratio(outcome).difference(self.z)
            }
            (_, Measure::Outcome(outcome)) => {
                self.apart(self.sides.map(|one| one.tally.games_won(outcome)))
            }
            (sharing, Measure::Mean(counter)) => match sharing.values(counter) {
                Some(values) => in_pairs(values, self.sides.map(|one| one.most(counter)), self.z),
                None => self.of_means(self.sides.map(|one| one.values(counter))),
            },
        };
        if self.is_open() { self.either_way(difference, measure) } else { difference }
    }

    /// The difference of two means that nobody counted game by game.
    fn of_means(self, [one, two]: [Values; 2]) -> Difference {
        let is_independent = matches!(self.sharing, Sharing::Independent);
        unpaired::mean_difference(&one, &two, is_independent, self.z)
    }

    /// The difference of shares that nobody counted game by game, if so many games are of each.
    fn apart(self, won: [u64; 2]) -> Difference {
        let of = |k: usize| (won[k], self.sides[k].tally.games());
        match self.sharing {
            Sharing::Independent => unpaired::ratio_difference(of(0), of(1), self.z),
            _ => self.of_means([0, 1].map(|k| self.sides[k].shares(won[k]))),
        }
    }

    /// A difference where games were given up: from its least, where the first wins all of its own and the
    /// second none, to its most; nothing of lengths, which have no bound then. Its p-value is that of the
    /// nearer end.
    fn either_way(self, counted: Difference, measure: Measure) -> Difference {
        let blank =
            Difference { std_err: None, interval: None, p_value: None, bound: None, ..counted };
        let Measure::Outcome(outcome) = measure else { return blank };
        let [one, two] = self.sides.map(|one| one.cell.rules.counted(one.tally, outcome));
        let [low, high] = match self.sharing {
            Sharing::Paired(tally) => {
                let ratio = tally.ratio(outcome);
                let down = (one.most - one.counted) + (two.counted - two.least);
                let up = (two.most - two.counted) + (one.counted - one.least);
                [moved(ratio, down), moved(ratio.exchanged(), up).exchanged()]
                    .map(|ratio| ratio.difference(self.z))
            }
            _ => [[one.most, two.least], [one.least, two.most]].map(|won| self.apart(won)),
        };
        let p_value = match (low.difference, high.difference) {
            (Some(least), _) if least > 0.0 => low.p_value,
            (_, Some(most)) if most < 0.0 => high.p_value,
            _ => Some(1.0),
        };
        let interval = low.interval.zip(high.interval).map(|(low, high)| (low.0, high.1));
        Difference { interval, p_value, ..blank }
    }
}

/// The mean difference of values that were counted game by game, of each at most so much.
fn in_pairs(values: &PairedValues, [one, two]: [Option<f64>; 2], z: f64) -> Difference {
    values.mean_difference(z, one.zip(two).map(|(one, two)| (-one, two)))
}

/// A difference of scores where what was given up may move each of the two down and up by so much. Its p-value is
/// that of the nearer end.
fn reaching(scored: Difference, [one, two]: [(f64, f64); 2]) -> Difference {
    let (down, up) = (two.0 + one.1, two.1 + one.0);
    let nearer = |value: f64| (value - down).max(0.0) - (-value - up).max(0.0);
    let p_value = scored.difference.zip(scored.std_err).map(|(value, error)| match nearer(value) {
        0.0 => 1.0,
        nearer => two_sided_p(nearer / error),
    });
    Difference {
        interval: scored.interval.map(|(low, high)| (low - down, high + up)),
        std_err: None,
        bound: None,
        p_value: p_value.filter(|_| scored.p_value.is_some()),
        ..scored
    }
}

/// The table with so many more games of the first than of the second, from those that tell least.
fn moved(ratio: PairedRatio, games: u64) -> PairedRatio {
    let PairedRatio { both, only_1, only_2, neither } = ratio;
    let of_neither = neither.min(games);
    let of_both = both.min(games - of_neither);
    let of_second = only_2.min(games - of_neither - of_both);
    PairedRatio {
        both: both - of_both,
        only_1: only_1 + of_neither + of_both,
        only_2: only_2 - of_second,
        neither: neither - of_neither + of_second,
    }
}

/// Holm's adjustment over all rows, each hypothesis once.
pub fn adjust(rows: &mut [Comparison]) {
    let mut tested = IndexMap::new();
    for row in &*rows {
        tested.entry(row.hypothesis()).or_insert(row.difference.p_value);
    }
    let p_values: Vec<Option<f64>> = tested.values().copied().collect();
    tested.values_mut().zip(holm(&p_values)).for_each(|(p_value, adjusted)| *p_value = adjusted);
    rows.iter_mut().for_each(|row| row.p_adjusted = tested[&row.hypothesis()]);
}

#[cfg(test)]
mod tests {
    use crate::lab::spec::Study;
    use crate::lab::spec::measure::Measure;

    #[test]
    fn values_are_those_of_the_estimates_where_one_has_equal_seats_and_the_other_gave_games_up() {
        let rules = ["bicycle", "no-limit{limit.ceiling=300}"];
        let finished = Study::war(rules).unwrap().games(3_000).run().unwrap();
        let win = Measure::Outcome(0);
        let row = finished.compare(0, 1).into_iter().find(|row| row.measure == win).unwrap();
        let [one, two] = [0, 1].map(|k| finished.estimate(k, win));
        let difference = row.difference;
        assert_eq!((difference.value_1, difference.value_2), (one.value, two.value));
        assert!(row.open && two.open && !one.open);
        // As wide as if all that were given up had gone either way, and as far as chance reaches beyond.
        let given_up = finished.study.cells[1].rules.given_up(finished.tally(1)) as f64 / 3_000.0;
        let (low, high) = difference.interval.unwrap();
        assert!(high - low > given_up && high - low < given_up + 0.08, "{low} {high} {given_up}");
        assert!(low < difference.difference.unwrap() && difference.difference.unwrap() < high);
        // What lies on both sides of nothing is no difference.
        assert_eq!(difference.p_value, Some(1.0));
    }
}
