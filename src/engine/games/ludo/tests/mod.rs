//! Ludo as a whole: the rules by their numbers, the engines against each other and against a second
//! program, and figures known before.

mod engines;
pub mod figures;
mod rules;

use std::sync::Arc;

use super::{Die, LudoRules, Pair};
use crate::core::cards::Seed;

/// Two dice under a rule set with this limit.
pub fn pair_of(
    rules: LudoRules,
    roll_limit: u32,
    seed: Seed,
    positions: [u32; 2],
    dice: [impl Into<Arc<Die>>; 2],
) -> Pair {
    Pair::new(LudoRules { roll_limit, ..rules }, seed, positions, dice)
}
