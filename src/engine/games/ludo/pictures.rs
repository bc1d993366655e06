//! Every die against every other, as a picture.

use super::die::Dice;
use super::tables::{self, LudoFacts, Tournament};
use crate::core::picture::{Matrix, Met, Picture};
use crate::core::stats::wilson;

/// Dice that a picture holds at most: the best ones.
const MOST_DICE: usize = 24;

/// A matrix for each rule set, the dice in the order of their ranking.
pub fn matrices(facts: &LudoFacts, dice: &Dice, tournaments: &[Tournament]) -> Vec<Picture> {
    let several = tournaments.len() > 1;
    tournaments
        .iter()
        .map(|tournament| {
            let ranking = tournament.ranking(dice, facts.rank_by);
            let order: Vec<u32> =
                ranking.standings.iter().map(|standing| standing.die).take(MOST_DICE).collect();
            let of_rules =
                if several { format!(" under {}", tournament.name) } else { String::new() };
            let all = ranking.standings.len();
            let cut = match all > order.len() {
                true => format!(" The best {} of {all} dice are shown.", order.len()),
                false => String::new(),
            };
            Picture::Matrix(Matrix {
                name: "pairs",
                title: format!("Which die beats which{of_rules}"),
                caption: format!(
                    "Each row is a die, best first; a cell is the share of games that it wins \
                     against the die of the column.{cut}"
                ),
                labels: order.iter().map(|die| format!("die {die}")).collect(),
                cells: order.iter().map(|&die| row(tournament, facts, die, &order)).collect(),
                ranking: tables::ranking(facts, dice, std::slice::from_ref(tournament)),
            })
        })
        .collect()
}

/// How a die does against each of these.
fn row(tournament: &Tournament, facts: &LudoFacts, die: u32, order: &[u32]) -> Vec<Option<Met>> {
    let met = |&against: &u32| {
        let tally = tournament.tally(die, against).filter(|_| die != against)?;
        let (games, share) = (tally.games(), tally.win_share_1()?);
        let (ci_low, ci_high) = wilson(tally.wins_1, games, facts.z);
        Some(Met { share, ci_low, ci_high, games })
    };
    order.iter().map(met).collect()
}
