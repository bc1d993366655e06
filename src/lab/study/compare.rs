//! Rule sets against one another: differences, intervals and tests.

use std::collections::{HashMap, HashSet};

use crate::core::game::GameInfo;
use crate::core::stats::mean::{Values, skewness_of_counts};
use crate::core::stats::{
    Difference, Moments, PairedRatio, PairedTally, floored, holm, two_sided_p, unpaired,
};
use crate::core::tally::Tally;
use crate::game::{Cell, RuleSet};

use super::moments::{scores, values};
use super::totals::Totals;
use super::until::{Of, precise};
use crate::lab::spec::measure::Measure;

impl crate::lab::spec::Study {
    /// The comparisons of these pairs over these counts of the study.
    pub fn compare_in(
        &self,
        totals: &Totals,
        pairs: &[(usize, usize)],
        measures: &[Measure],
        z: f64,
    ) -> Vec<Comparison> {
        let counted: HashMap<(usize, usize), &PairedTally> =
            totals.pairs.iter().map(|(pair, tally)| (*pair, tally)).collect();
        let mut rows = Vec::with_capacity(pairs.len() * measures.len());
        for &(first, second) in pairs {
            let paired = counted.get(&(first, second)).copied();
            let sharing = paired.map_or(Sharing::Independent, Sharing::Paired);
            let [one, two] =
                [first, second].map(|k| Counted::new(&self.cells[k], &totals.cells[k]));
            for &measure in measures {
                rows.push(Comparison {
                    first,
                    second,
                    ..difference(one, two, measure, sharing, z)
                });
            }
        }
        if self.has_targets() {
            rows.iter_mut().for_each(|row| self.stopped(totals, row));
        }
        adjust(&mut rows);
        match self.is_exact() {
            true => exactly(rows, |row| self.same_chance(row.first, row.second)),
            false => rows,
        }
    }
}

impl crate::lab::spec::Study {
    /// Gives a difference the interval that is valid at any stopping point. A test of a number of games that was
    /// fixed before is none here.
    fn stopped(&self, totals: &Totals, row: &mut Comparison) {
        let (of, games) = (Of::Pair(row.first, row.second), row.difference.n_1);
        if totals.paired(row.first, row.second).is_none() {
            return;
        }
        let measure = row.follows.unwrap_or(row.measure);
        let ((low, high), method) = precise(self, totals, games, of, measure);
        // Two equal seats win as often less as draws are more.
        let [low, high] =
            if row.follows.is_some() { [-high / 2.0, -low / 2.0] } else { [low, high] };
        let known = (high - low).is_finite();
        let difference = Difference {
            ci_low: known.then_some(low),
            ci_high: known.then_some(high),
            p_value: None,
            bound: None,
            rough: false,
            ..row.difference
        };
        (row.difference, row.sequence) = (difference, Some(method));
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

/// The counts of a cell, and what is known of its games before they are counted.
#[derive(Clone, Copy, Debug)]
pub struct Counted<'a> {
    /// The counts.
    pub tally: &'a Tally,
    /// The cell.
    pub cell: &'a Cell,
}

impl<'a> Counted<'a> {
    /// The counts of this cell.
    pub fn new(cell: &'a Cell, tally: &'a Tally) -> Self {
        Self { tally, cell }
    }

    /// All that the interval of a mean needs to know of a measure, if so many games `won`.
    fn values(&self, measure: Measure, won: Option<u64>) -> Values {
        let moments = match won.map(u128::from) {
            Some(won) => Moments { n: self.tally.games(), sum: won, sum_sq: won },
            None => values(self.tally, measure),
        };
        let (skewness, highest) = match measure {
            Measure::Mean(counter) => {
                (self.tally.skewness(counter).unwrap_or(0.0), self.cell.rules.most_of(counter))
            }
            Measure::Outcome(_) => (0.0, Some(1)),
        };
        Values { moments, skewness, range: highest.map(|highest| (0.0, highest as f64)) }
    }
}

impl Measure {
    /// The measure from which it follows how much these rule sets differ: of seats that are equal, as many by
    /// both, the draws.
    pub fn follows(self, info: &GameInfo, rules: [&RuleSet; 2]) -> Option<Measure> {
        let Measure::Outcome(outcome) = self else { return None };
        let [one, two] = rules.map(|rules| rules.one_of_equal_seats(info, outcome));
        one.filter(|_| one == two).map(|(nobody, _)| Measure::Outcome(nobody))
    }
}

impl Comparison {
    /// The words of the `method` column.
    pub fn method(&self) -> String {
        let name = match self.sequence {
            Some(sequence) => format!("paired: {sequence}"),
            None => self.difference.method.name().to_owned(),
        };
        let name = match name.strip_prefix("paired: ") {
            Some(rest) if self.by_index => format!("paired by game index: {rest}"),
            _ => name,
        };
        let name = match (self.equal_seats, self.follows) {
            ([false, false], _) => name,
            (_, Some(_)) | ([true, true], _) => name + "; equal seats: from the draws",
            ([true, false], _) => name + "; equal seats of rules_1: from the draws",
            ([false, true], _) => name + "; equal seats of rules_2: from the draws",
        };
        if self.open { name + "; games given up either way" } else { name }
    }
}

/// The difference of a measure between two cells, the second less the first; of seats that win equally often
/// as it follows from the draws.
pub fn difference(
    first: Counted<'_>,
    second: Counted<'_>,
    measure: Measure,
    sharing: Sharing<'_>,
    z: f64,
) -> Comparison {
    let (cells, info) = ([first, second], first.tally.info());
    let follows = measure.follows(info, cells.map(|cell| &cell.cell.rules));
    let Measure::Outcome(outcome) = measure else {
        return counted(first, second, measure, sharing, z);
    };
    let equal = cells.map(|cell| cell.cell.rules.one_of_equal_seats(info, outcome));
    let equal_seats = equal.map(|equal| equal.is_some());
    if let (Some(draws), Some((_, seats))) = (follows, equal[0]) {
        let row = counted(first, second, draws, sharing, z);
        let difference = row.difference.of_one_in(seats);
        return Comparison { measure, difference, equal_seats, follows, ..row };
    }
    let row = counted(first, second, measure, sharing, z);
    if equal_seats == [false; 2] {
        return row;
    }
    let (unit, scores) = scores(cells.map(|cell| cell.cell), info, outcome);
    let most = scores.each_ref().map(|all| all.iter().max().map_or(0.0, |&most| most as f64));
    let difference = match sharing {
        Sharing::Paired(tally) => {
            let tally = tally.scored(&scores[0], &scores[1]);
            tally.mean_difference(z, Some((-most[0], most[1])))
        }
        sharing => {
            let values = [0, 1].map(|k| scored(cells[k].tally, &scores[k], most[k]));
            match sharing {
                Sharing::Independent => unpaired::mean_difference(&values[0], &values[1], z),
                _ => unpaired::any_dependence(&values[0], &values[1], z),
            }
        }
    };
    let mut difference = difference.in_units_of(unit as f64);
    if row.open {
        let moved = cells.map(|one| one.cell.rules.often(one.tally, outcome).moved_by_given_up());
        difference = reaching(difference, moved);
    }
    let by_index =
        difference.method.is_paired() && first.cell.rules.setup != second.cell.rules.setup;
    Comparison { difference, by_index, equal_seats, ..row }
}

/// All that the interval of a mean needs to know of what games count, `most` at most.
fn scored(tally: &Tally, scores: &[u64], most: f64) -> Values {
    let counts = || scores.iter().enumerate().map(|(o, &score)| (score, tally.games_won(o)));
    let (mut sum, mut sum_sq) = (0_u128, 0_u128);
    for (score, games) in counts() {
        sum += u128::from(score) * u128::from(games);
        sum_sq += u128::from(score) * u128::from(score) * u128::from(games);
    }
    let moments = Moments { n: tally.games(), sum, sum_sq };
    let skewness = skewness_of_counts(counts(), &moments);
    Values { moments, skewness, range: Some((0.0, most)) }
}

/// The difference of a measure between two cells as it was counted.
fn counted(
    first: Counted<'_>,
    second: Counted<'_>,
    measure: Measure,
    sharing: Sharing<'_>,
    z: f64,
) -> Comparison {
    let open = [first, second].iter().any(|one| one.cell.rules.given_up(one.tally) > 0);
    let mut difference = match (sharing, measure) {
        (Sharing::Paired(tally), Measure::Outcome(outcome)) => {
            let ratio = tally.ratio(outcome);
            ratio.difference(z)
        }
        (Sharing::Paired(tally), Measure::Mean(counter)) => match tally.of(counter) {
            Some(values) => {
                let [one, two] = [first, second].map(|one| one.cell.rules.most_of(counter));
                let range = one.zip(two).map(|(one, two)| (-(one as f64), two as f64));
                values.mean_difference(z, range)
            }
            None => apart([first, second], measure, [None; 2], Sharing::Unknown, z),
        },
        (sharing, measure) => apart([first, second], measure, [None; 2], sharing, z),
    };
    if open {
        difference = either_way(difference, [first, second], measure, sharing, z);
    }
    let by_index =
        difference.method.is_paired() && first.cell.rules.setup != second.cell.rules.setup;
    Comparison {
        first: 0,
        second: 0,
        measure,
        difference,
        p_adjusted: None,
        by_index,
        equal_seats: [false; 2],
        follows: None,
        sequence: None,
        open,
    }
}

/// The difference of two cells that nobody counted game by game; if so many games `won`, where that is said.
fn apart(
    cells: [Counted<'_>; 2],
    measure: Measure,
    won: [Option<u64>; 2],
    sharing: Sharing<'_>,
    z: f64,
) -> Difference {
    let [one, two] = [0, 1].map(|k| cells[k].values(measure, won[k]));
    match (sharing, measure) {
        (Sharing::Independent, Measure::Outcome(_)) => {
            let [one, two] = [one, two].map(|values| (values.moments.sum as u64, values.moments.n));
            unpaired::ratio_difference(one.0, one.1, two.0, two.1, z)
        }
        (Sharing::Independent, Measure::Mean(_)) => unpaired::mean_difference(&one, &two, z),
        _ => unpaired::any_dependence(&one, &two, z),
    }
}

/// A difference where games were given up: from its least, where the first wins all of its own and the second
/// none, to its most; nothing of lengths, which have no bound then. Its p-value is that of the nearer end.
fn either_way(
    counted: Difference,
    cells: [Counted<'_>; 2],
    measure: Measure,
    sharing: Sharing<'_>,
    z: f64,
) -> Difference {
    let blank = Difference {
        std_err: None,
        ci_low: None,
        ci_high: None,
        p_value: None,
        bound: None,
        ..counted
    };
    let Measure::Outcome(outcome) = measure else { return blank };
    let won =
        cells.map(|one| (one.tally.games_won(outcome), one.cell.rules.won(one.tally, outcome)));
    let [(counted_1, one), (counted_2, two)] = won;
    let [low, high] = match sharing {
        Sharing::Paired(tally) => {
            let ratio = tally.ratio(outcome);
            let down = (one.most - counted_1) + (counted_2 - two.least);
            let up = (two.most - counted_2) + (counted_1 - one.least);
            [moved(ratio, down), moved(ratio.exchanged(), up).exchanged()]
                .map(|ratio| ratio.difference(z))
        }
        _ => [[one.most, two.least], [one.least, two.most]]
            .map(|won| apart(cells, measure, won.map(Some), sharing, z)),
    };
    let p_value = match (low.difference, high.difference) {
        (Some(least), _) if least > 0.0 => low.p_value,
        (_, Some(most)) if most < 0.0 => high.p_value,
        _ => Some(1.0),
    };
    Difference { ci_low: low.ci_low, ci_high: high.ci_high, p_value, ..blank }
}

/// A difference of scores where what was given up may move each of the two down and up by so much. Its p-value is
/// that of the nearer end.
fn reaching(scored: Difference, [one, two]: [(f64, f64); 2]) -> Difference {
    let (down, up) = (two.0 + one.1, two.1 + one.0);
    let nearer = |value: f64| (value - down).max(0.0) - (-value - up).max(0.0);
    let p_value = scored.difference.zip(scored.std_err).map(|(value, error)| match nearer(value) {
        0.0 => 1.0,
        nearer => floored(two_sided_p(nearer / error)),
    });
    Difference {
        ci_low: scored.ci_low.map(|low| low - down),
        ci_high: scored.ci_high.map(|high| high + up),
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

/// The comparisons of exact counts, `same` if of the same deals: differences without chance.
pub fn exactly(rows: Vec<Comparison>, same: impl Fn(&Comparison) -> bool) -> Vec<Comparison> {
    let rows = rows.into_iter().map(|row| {
        let exactly = row.difference.exactly(same(&row));
        // What was given up leaves exact counts open, too.
        let difference = exactly.difference.filter(|_| !row.open);
        let difference = Difference { difference, ..exactly };
        Comparison { difference, p_adjusted: None, ..row }
    });
    rows.collect()
}

/// Holm's adjustment over all rows; those of a pair that follow from the same measure are one hypothesis.
pub fn adjust(rows: &mut [Comparison]) {
    let of = |row: &Comparison| (row.first, row.second, row.follows.unwrap_or(row.measure));
    let mut all: HashMap<_, usize> = HashMap::new();
    let mut p_values: Vec<Option<f64>> = Vec::new();
    let places: Vec<usize> = rows
        .iter()
        .map(|row| {
            *all.entry(of(row)).or_insert_with(|| {
                p_values.push(row.difference.p_value);
                p_values.len() - 1
            })
        })
        .collect();
    let adjusted = holm(&p_values);
    for (row, place) in rows.iter_mut().zip(places) {
        row.p_adjusted = adjusted[place];
    }
}

/// How many hypotheses these rows are.
pub fn hypotheses(rows: &[Comparison]) -> usize {
    let all: HashSet<_> = rows
        .iter()
        .map(|row| (row.first, row.second, row.follows.unwrap_or(row.measure)))
        .collect();
    all.len()
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
        let (low, high) = difference.interval().unwrap();
        assert!(high - low > given_up && high - low < given_up + 0.08, "{low} {high} {given_up}");
        assert!(low < difference.difference.unwrap() && difference.difference.unwrap() < high);
        // What lies on both sides of nothing is no difference.
        assert_eq!(difference.p_value, Some(1.0));
    }
}
