//! Every die against every other, as a picture.

use super::die::Dice;
use super::tables;
use super::text::best;
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
            Matrix {
                name: "pairs",
                title: best(dice, tournament) + &of_rules,
                caption: format!(
                    "Each row is a die, best first; a number is the share of games in per cent that it \
                     wins against the die of the column, a colour that of the games that somebody won; \
                     the strip at the foot shows the ties.{cut}"
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

/// How a die does against each of these.
fn row(tournament: &Tournament<'_>, die: u32, order: &[u32]) -> Vec<Option<Met>> {
    let met = |&against: &u32| {
        let Record { wins, ties, games } = tournament.record(die, against)?;
        let (ci_low, ci_high) = tournament.stop.interval(wins, games)?;
        let of = |count: u64| count as f64 / games as f64;
        Some(Met { share: of(wins), ci_low, ci_high, ties: of(ties), games })
    };
    order.iter().map(met).collect()
}
