//! The plain program: what a user would write in an hour, for comparison.
//!
//! Two `VecDeque<u8>`, a ChaCha8 generator for each game, the library's shuffle, counts in a map.
//! It plays rule set `umass` and nothing else, on decks of its own (the library's shuffle is not the
//! recipe), and is no part of any result: `war-sim bench` shows how much faster the engines are.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use crate::cards::Composition;
use crate::stats::columns::Columns;
use crate::stats::workload::Workload;

/// Battles after which a game is a draw.
const LIMIT: u32 = 1_000;
/// Cards that each player lays in a war.
const WAR_CARDS: usize = 3;

/// Plays one deck; returns the assignment's value of the winner (1, -1, 0) and the battles.
pub fn play(deck: &[u8]) -> (i32, u32) {
    let mut a: VecDeque<u8> = deck.iter().copied().step_by(2).collect();
    let mut b: VecDeque<u8> = deck.iter().copied().skip(1).step_by(2).collect();
    let mut spoils: Vec<u8> = Vec::new();
    let mut battles = 0;
    loop {
        if a.is_empty() && b.is_empty() {
            return (0, battles);
        }
        let Some(&card_a) = a.front() else { return (-1, battles) };
        let Some(&card_b) = b.front() else { return (1, battles) };
        if battles == LIMIT {
            return (0, battles);
        }
        a.pop_front();
        b.pop_front();
        battles += 1;
        spoils.push(card_a);
        spoils.push(card_b);
        if card_a > card_b {
            a.extend(spoils.drain(..));
        } else if card_b > card_a {
            b.extend(spoils.drain(..));
        } else {
            match (a.len() < WAR_CARDS, b.len() < WAR_CARDS) {
                (true, true) => return (0, battles),
                (true, false) => return (-1, battles),
                (false, true) => return (1, battles),
                (false, false) => {}
            }
            spoils.extend(a.drain(..WAR_CARDS));
            spoils.extend(b.drain(..WAR_CARDS));
        }
    }
}

/// The plain program as a workload.
#[derive(Clone, Copy, Debug)]
pub struct PlainBatch {
    /// The seed of its own shuffles.
    pub seed: u64,
}

/// Games by winner and battles.
pub type PlainTally = BTreeMap<(i32, u32), u64>;

impl Workload for PlainBatch {
    type Worker = ();
    type Tally = PlainTally;

    fn worker(&self) {}

    fn tally(&self) -> PlainTally {
        BTreeMap::new()
    }

    fn play(
        &self,
        (): &mut (),
        range: Range<u64>,
        tally: &mut PlainTally,
        _: Option<&mut Columns>,
    ) {
        let fresh: Vec<u8> =
            Composition::default().fresh().iter().map(|&rank| rank as u8).collect();
        for game in range {
            let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
            rng.set_stream(game);
            let mut deck = fresh.clone();
            deck.shuffle(&mut rng);
            *tally.entry(play(&deck)).or_insert(0) += 1;
        }
    }

    fn merge(&self, into: &mut PlainTally, from: PlainTally) {
        for (key, games) in from {
            *into.entry(key).or_insert(0) += games;
        }
    }

    fn chunk(&self) -> u64 {
        1_024
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{Dealer, GameIndex, Seed};
    use crate::war::{Reference, Rules};

    #[test]
    fn the_plain_program_plays_as_the_reference_does() {
        let mut dealer = Dealer::new(Seed(1), Composition::default());
        let mut reference = Reference::new(Rules::default(), Seed(1));
        for game in 0..2_000 {
            let deck = dealer.deck(game);
            let bytes: Vec<u8> = deck.iter().map(|&rank| rank as u8).collect();
            let result = reference.play(&deck, GameIndex(game));
            assert_eq!(
                play(&bytes),
                (result.outcome.value(), result.battles as u32),
                "game {game}"
            );
        }
    }
}
