//! Which die beats which, and the circles in that: there need not be a best die.

use super::tables::Tournament;
use crate::core::stats::{PairedRatio, holm, two_sided_p};

/// Which die beats which, as far as the games prove it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beats {
    /// The dice by position in their file, rising.
    dice: Vec<u32>,
    /// `wins[a][b]`: `dice[a]` beats `dice[b]`.
    wins: Vec<Vec<bool>>,
}

/// Circles among dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Circles {
    /// How many of this kind there are: all of three dice, or one longer.
    pub count: u64,
    /// The first of them: each die beats the next, and the last beats the first.
    pub named: Vec<Vec<u32>>,
}

impl Beats {
    /// Who beats whom in a tournament.
    ///
    /// A die beats another if it won more of their games and McNemar's test (exact where wins are
    /// few; ties say nothing) rejects that both win alike. Every pair is such a test, so the p-values
    /// are adjusted by Holm: with dice that are all alike, even one false claim is as rare as the
    /// confidence of `z` says.
    /// Units: `z` in standard errors (1.96 for 95 %).
    pub fn new(tournament: &Tournament, z: f64) -> Self {
        let dice = tournament.dice();
        let place = |die: u32| dice.binary_search(&die).ok();
        let tested: Vec<([u32; 2], [u64; 2])> = tournament
            .pairs
            .iter()
            .filter(|([one, two], _)| one != two)
            .map(|(pair, tally)| (*pair, [tally.wins_1, tally.wins_2]))
            .collect();
        let p_values: Vec<Option<f64>> = tested
            .iter()
            .map(|&(_, [only_1, only_2])| {
                Some(PairedRatio { both: 0, only_1, only_2, neither: 0 }.mcnemar().0)
            })
            .collect();
        let error = two_sided_p(z);
        let mut wins = vec![vec![false; dice.len()]; dice.len()];
        for (([one, two], [wins_1, wins_2]), p_value) in tested.into_iter().zip(holm(&p_values)) {
            let proved = p_value.is_some_and(|p| p <= error);
            if let (true, Some(one), Some(two)) = (proved, place(one), place(two)) {
                wins[one][two] = wins_1 > wins_2;
                wins[two][one] = wins_2 > wins_1;
            }
        }
        Self { dice, wins }
    }

    /// The circles of three dice; where there is none, one of the shortest of the longer ones.
    ///
    /// Shapes: at most `names` are named. `None` if there is no circle at all.
    pub fn circles(&self, names: usize) -> Option<Circles> {
        let triangles = self.triangles(names);
        if triangles.count > 0 {
            return Some(triangles);
        }
        let shortest = (0..self.dice.len())
            .filter_map(|start| self.way_back(start))
            .min_by_key(|circle| circle.len())?;
        Some(Circles { count: 1, named: vec![shortest] })
    }

    fn triangles(&self, names: usize) -> Circles {
        let n = self.dice.len();
        let mut found = Circles { count: 0, named: Vec::new() };
        // Each circle once: it begins at its first die.
        for i in 0..n {
            for j in (i + 1..n).filter(|&j| self.wins[i][j]) {
                for k in (i + 1..n).filter(|&k| self.wins[j][k] && self.wins[k][i]) {
                    found.count += 1;
                    if found.named.len() < names {
                        found.named.push([i, j, k].map(|place| self.dice[place]).to_vec());
                    }
                }
            }
        }
        found
    }

    /// The shortest circle through this die, if there is one.
    fn way_back(&self, start: usize) -> Option<Vec<u32>> {
        let mut from = vec![None; self.dice.len()];
        let mut reached = vec![start];
        let mut next = 0;
        while next < reached.len() {
            let at = reached[next];
            next += 1;
            if self.wins[at][start] {
                let steps = std::iter::successors(Some(at), |&place| from[place]);
                let mut circle: Vec<u32> = steps.map(|place| self.dice[place]).collect();
                circle.reverse();
                return Some(circle);
            }
            let unseen = |to: &usize| self.wins[at][*to] && *to != start && from[*to].is_none();
            let new: Vec<usize> = (0..self.dice.len()).filter(unseen).collect();
            new.iter().for_each(|&to| from[to] = Some(at));
            reached.extend(new);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::ludo::{LudoRules, PairTally};

    const Z: f64 = 1.959963984540054;

    /// A tournament in which the first die of each pair won and lost so many games.
    fn beats(pairs: &[([u32; 2], u64, u64)]) -> Beats {
        let pairs = pairs.iter().map(|&(pair, wins_1, wins_2)| {
            (pair, PairTally { wins_1, wins_2, ..PairTally::default() })
        });
        let rules = LudoRules::preset("bwinf").unwrap();
        Beats::new(&Tournament::new("bwinf".to_owned(), rules, 4_096, pairs.collect()), Z)
    }

    #[test]
    fn three_dice_in_a_circle_are_named_once() {
        let found = beats(&[([1, 2], 60, 10), ([1, 3], 10, 60), ([2, 3], 60, 10)]);
        let circles = found.circles(3).unwrap();
        assert_eq!(circles, Circles { count: 1, named: vec![vec![1, 2, 3]] });
        let turned = beats(&[([1, 2], 10, 60), ([1, 3], 60, 10), ([2, 3], 10, 60)]);
        assert_eq!(turned.circles(3).unwrap().named, [[1, 3, 2]]);
        let in_line = beats(&[([1, 2], 60, 10), ([1, 3], 60, 10), ([2, 3], 60, 10)]);
        assert_eq!(in_line.circles(3), None);
    }

    #[test]
    fn four_dice_in_a_circle_are_found_where_three_are_not() {
        let even = 50;
        let found = beats(&[
            ([1, 2], 90, 10),
            ([1, 3], even, even),
            ([1, 4], 10, 90),
            ([2, 3], 90, 10),
            ([2, 4], even, even),
            ([3, 4], 90, 10),
        ]);
        assert_eq!(found.circles(3), Some(Circles { count: 1, named: vec![vec![1, 2, 3, 4]] }));
    }

    #[test]
    fn a_lead_that_chance_explains_beats_nobody() {
        // 4 of 4 has the exact p-value 1/8; a normal approximation calls it significant.
        assert_eq!(beats(&[([1, 2], 4, 0), ([1, 3], 0, 4), ([2, 3], 4, 0)]).circles(3), None);
        // 61 of 100 has 0.035: enough for one pair, not for the first of three.
        let three = beats(&[([1, 2], 61, 39), ([1, 3], 39, 61), ([2, 3], 61, 39)]);
        assert_eq!(three.circles(3), None);
        assert!(beats(&[([1, 2], 61, 39)]).wins[0][1]);
    }

    #[test]
    fn dice_that_never_met_or_only_met_themselves_form_no_circle() {
        assert_eq!(beats(&[([1, 1], 90, 10)]).circles(3), None);
        assert_eq!(beats(&[]).circles(3), None);
        assert_eq!(beats(&[([1, 2], 0, 0)]).circles(3), None);
    }
}
