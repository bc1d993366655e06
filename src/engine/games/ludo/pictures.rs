//! Every die against every other, as a picture.

use super::die::Dice;
use super::tables;
use super::tournament::Tournament;
use crate::core::stats::share::Record;
use crate::core::table::{Matrix, Met};

/// Dice that a picture holds at most: the best ones.
const MOST_DICE: usize = 24;

/// A matrix for each rule set, the dice in the order of their ranking.
pub fn matrices(dice: &Dice, tournaments: &[Tournament<'_>]) -> Vec<Matrix> {
    let several = tournaments.len() > 1;
    tournaments
        .iter()
        .map(|tournament| {
            let ranking = tournament.ranking();
            let order: Vec<u32> =
                ranking.iter().map(|standing| standing.die).take(MOST_DICE).collect();
            let of_rules =
                if several { format!(" under {}", tournament.name) } else { String::new() };
            let all = ranking.len();
            let cut = match all > order.len() {
                true => format!(" The best {} of {all} dice are shown.", order.len()),
                false => String::new(),
            };
            let cells: Vec<_> =
                order.iter().map(|&die| row(tournament, die, &order)).collect();
            let title = match best(&order, &cells).filter(|_| all == order.len()) {
                Some(die) => format!("Die {die} beats every other{of_rules}"),
                None if all == order.len() => {
                    format!("No die is known to beat every other{of_rules}")
                }
                None => format!("Die {} ranks first of {all}{of_rules}", order[0]),
            };
            Matrix {
                name: "pairs",
                title,
                caption: format!(
                    "Each row is a die, best first; a number is the share of games in per cent that it \
                     wins against the die of the column, a colour that of the games that somebody won; \
                     the strip at the foot \
                     are the ties.{cut}"
                ),
                labels: order.iter().map(|&die| label(dice, die)).collect(),
                cells,
                ranking: tables::ranking(dice, std::slice::from_ref(tournament)),
            }
        })
        .collect()
}

/// A die by its number and its faces.
fn label(dice: &Dice, die: u32) -> String {
    let faces = dice.at(die).map(|die| format!(": {die}"));
    format!("die {die}{}", faces.unwrap_or_default())
}

/// The first die, where each of its intervals says that it wins more than half.
fn best(order: &[u32], cells: &[Vec<Option<Met>>]) -> Option<u32> {
    let others = cells.first()?.iter().skip(1);
    let sure = |met: &Option<Met>| met.as_ref().is_some_and(|met| met.ci_low > 0.5);
    (others.len() > 0 && others.clone().all(sure)).then(|| order[0])
}

/// How a die does against each of these.
fn row(tournament: &Tournament<'_>, die: u32, order: &[u32]) -> Vec<Option<Met>> {
    let met = |&against: &u32| {
        let Record { wins, ties, games } = tournament.record(die, against)?;
        let (ci_low, ci_high) = tournament.stop.interval(wins, games)?;
        let of = |count: u64| count as f64 / games as f64;
        let met = Met { share: of(wins), ci_low, ci_high, ties: of(ties), games };
        Some(met).filter(|_| die != against)
    };
    order.iter().map(met).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_sure_intervals_make_a_die_the_best() {
        let row = |lows: &[f64]| {
            let met =
                |&ci_low: &f64| Some(Met { share: 0.9, ci_low, ci_high: 1.0, ties: 0.0, games: 9 });
            vec![std::iter::once(None).chain(lows.iter().map(met)).collect::<Vec<_>>()]
        };
        assert_eq!(best(&[4, 1, 2], &row(&[0.51, 0.8])), Some(4));
        assert_eq!(best(&[4, 1, 2], &row(&[0.5, 0.8])), None);
        assert_eq!(best(&[4], &row(&[])), None);
        let missing = vec![vec![None, None]];
        assert_eq!(best(&[4, 1], &missing), None);
    }
}
