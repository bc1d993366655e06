//! The exact chances of pairs of dice, as the laboratory asks for them.

use std::sync::Arc;

use super::die::Die;
use super::exact::{End, SideTable, bytes_for, can_be_stuck, chance};
use super::result::Seat;
use super::rules::LudoRules;
use crate::core::game::Exact;
use crate::core::table::Value;
use crate::core::wording::digits::grouped;

/// Values settle until none changes by more than this in a round.
const TOLERANCE: f64 = 1e-12;
/// Rounds that an estimate of the time assumes; most pairs of dice take 11 to 30.
const ROUNDS: f64 = 20.0;
/// Seconds for a move to be looked at, as estimated.
const PER_MOVE: f64 = 4e-9;

/// A pair of dice and what they play by: the rules, the numbers of the dice, counted from 1, the dice.
pub type PairPlayed<'p> = (LudoRules, [u32; 2], &'p [Arc<Die>; 2]);

/// The equations of each pair; equal dice share their positions.
pub fn equations(pairs: &[PairPlayed<'_>]) -> Vec<Box<dyn Exact>> {
    let mut known: Vec<(LudoRules, &Die, Arc<SideTable>)> = Vec::new();
    let mut equations: Vec<Box<dyn Exact>> = Vec::new();
    for &(rules, dice, both) in pairs {
        let tables = both.each_ref().map(|die| {
            let same = known.iter().find(|(by, other, _)| (*by, *other) == (rules, &**die));
            if let Some((_, _, table)) = same {
                return Arc::clone(table);
            }
            let table = Arc::new(SideTable::new(&rules, die));
            known.push((rules, &**die, Arc::clone(&table)));
            table
        });
        equations.push(Box::new(PairOfDice { dice, tables }));
    }
    equations
}

/// A pair of dice, counted from 1, with their positions.
struct PairOfDice {
    dice: [u32; 2],
    tables: [Arc<SideTable>; 2],
}

impl PairOfDice {
    fn tables(&self) -> [&SideTable; 2] {
        self.tables.each_ref().map(|table| &**table)
    }
}

impl Exact for PairOfDice {
    fn columns(&self) -> Vec<&'static str> {
        vec!["die_1", "die_2", "win_1_beginning", "win_1_second", "win_1", "win_2", "tie", "error"]
    }

    /// The wins, and ties where there can be any.
    fn pieces(&self) -> usize {
        2 + usize::from(can_be_stuck(self.tables()))
    }

    fn bytes(&self) -> u128 {
        bytes_for(self.tables().map(SideTable::positions))
    }

    fn seconds(&self) -> f64 {
        let [one, two] = self.tables();
        let moves = (one.faces() + two.faces()) as f64;
        one.positions() as f64 * two.positions() as f64 * moves * ROUNDS * PER_MOVE
    }

    fn size(&self) -> String {
        let [one, two] = self.tables().map(|table| grouped(table.positions() as u64));
        let [i, j] = self.dice;
        format!("dice {i} and {j} have {one} times {two} positions")
    }

    fn solve(&self, piece: usize, stopped: &dyn Fn() -> bool) -> Option<Vec<f64>> {
        let end = [End::Win(Seat::A), End::Win(Seat::B), End::Stuck][piece];
        let found = chance(self.tables(), end, TOLERANCE, stopped)?;
        Some(vec![found.first_begins, found.second_begins])
    }

    fn rows(&self, solved: &[Vec<f64>]) -> Vec<Vec<Value>> {
        // Ends that cannot come about were not solved.
        let chance = |end: usize, begins: usize| solved.get(end).map_or(0.0, |both| both[begins]);
        let mean = |end| (chance(end, 0) + chance(end, 1)) / 2.0;
        // What is missing to 1: each chance is at most this much too low. Rounding may put the sum
        // above 1.
        let missing = |begins| (1.0 - (0..3).map(|end| chance(end, begins)).sum::<f64>()).abs();
        let chances =
            [chance(0, 0), chance(0, 1), mean(0), mean(1), mean(2), missing(0).max(missing(1))];
        let dice = self.dice.into_iter().map(|die| u64::from(die).into());
        vec![dice.chain(chances.map(Value::from)).collect()]
    }
}
