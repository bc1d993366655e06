//! Games that tell one mistake from all others: rolls after which only who makes it has another winner.

use crate::core::cards::Seed;
use crate::core::random::chance::Chance;

use super::wrong::{Playing, Wrong};

/// Rolls that are tried before one is thrown.
const TRIED: usize = 8;
/// Most rolls of such a game.
const LONGEST: usize = 240;

/// Rolls with which who plays like `own` has another winner than who plays rightly, and who plays like
/// any of `others` has the same; `None` if the try of this number finds none.
///
/// Each roll is the one of some random ones after which the fewest others stand otherwise, and then
/// one after which `own` does.
pub fn apart(
    right: Wrong<'_>,
    own: Wrong<'_>,
    others: &[Wrong<'_>],
    (seed, nth): (Seed, u64),
) -> Option<Vec<i32>> {
    let mut chance = Chance::new(seed, "apart");
    let mut chance = chance.game(nth);
    let mut right = Playing::new(right);
    let mut own = Playing::new(own);
    let mut others: Vec<Playing<'_>> = others.iter().map(|&plays| Playing::new(plays)).collect();
    let mut rolls = Vec::new();
    while rolls.len() < LONGEST {
        let roll = (0..TRIED)
            .map(|_| match chance.below(8) {
                0 => chance.below(21),
                _ => 1 + chance.below(6),
            })
            .min_by_key(|&roll| {
                let right = right.after(roll);
                let differ = |other: &&Playing<'_>| {
                    let other = other.after(roll);
                    !other.stands_as(&right)
                        && (!right.is_over() || other.answer() != right.answer())
                };
                (others.iter().filter(differ).count(), own.after(roll).stands_as(&right))
            })?;
        rolls.push(roll as i32);
        [&mut right, &mut own].into_iter().chain(&mut others).for_each(|game| game.throw(roll));
        let is_equal = others.iter().all(|other| other.answer() == right.answer());
        if is_equal && own.answer() != right.answer() {
            return Some(rolls);
        }
        if right.is_over() && own.is_over() && own.answer() == right.answer() {
            return None;
        }
    }
    None
}
