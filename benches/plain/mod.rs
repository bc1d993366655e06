//! War as a user would write it in an hour, for comparison; no part of any result. `tests/library/main.rs` holds
//! that it plays as the reference does.
//!
//! Two `VecDeque<u8>`, a ChaCha8 generator for each game, the library's shuffle, counts in a map. It plays `umass`, and
//! what differs from it in the number of war cards or in picking up the winner's card first, on decks of its own (the
//! library's shuffle is not the recipe).

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use war_sim::war::{FaceDown, Pickup, RuleFields, Rules};

/// Battles after which a game is a draw.
const LIMIT: u32 = 1_000;

/// What it can play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plain {
    war_cards: usize,
    winner_first: bool,
}

impl Plain {
    /// What of these rules the plain program can play; `None` if it cannot.
    pub fn of(rules: &Rules) -> Option<Self> {
        let FaceDown::Count(war_cards) = rules.war.face_down else { return None };
        let mut umass = RuleFields { pickup: rules.pickup, ..RuleFields::default() };
        umass.war.face_down = rules.war.face_down;
        let winner_first = rules.pickup == Pickup::WinnerFirst;
        let fits = umass == **rules && (winner_first || rules.pickup == Pickup::AsLaid);
        fits.then_some(Self { war_cards: war_cards as usize, winner_first })
    }

    /// Plays one deck; returns the assignment's value of the winner (1, -1, 0) and the battles.
    pub fn play(self, deck: &[u8]) -> (i32, u32) {
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
            a.pop_front();
            b.pop_front();
            battles += 1;
            if battles == LIMIT {
                return (0, battles);
            }
            spoils.push(card_a);
            spoils.push(card_b);
            if card_a > card_b {
                a.extend(spoils.drain(..));
            } else if card_b > card_a {
                if self.winner_first {
                    spoils.chunks_mut(2).for_each(|pair| pair.swap(0, 1));
                }
                b.extend(spoils.drain(..));
            } else {
                match (a.len() < self.war_cards, b.len() < self.war_cards) {
                    (true, true) => return (0, battles),
                    (true, false) => return (-1, battles),
                    (false, true) => return (1, battles),
                    (false, false) => {}
                }
                if self.winner_first {
                    // Pair by pair, so that a pair is two neighbours in the pot.
                    for (card_a, card_b) in a.drain(..self.war_cards).zip(b.drain(..self.war_cards))
                    {
                        spoils.extend([card_a, card_b]);
                    }
                } else {
                    spoils.extend(a.drain(..self.war_cards));
                    spoils.extend(b.drain(..self.war_cards));
                }
            }
        }
    }

    /// Plays these games of its own decks; returns their battles.
    pub fn games(self, seed: u64, games: Range<u64>) -> u64 {
        let fresh: Vec<u8> = (2..=14).flat_map(|rank| [rank; 4]).collect();
        let mut tally: BTreeMap<(i32, u32), u64> = BTreeMap::new();
        for game in games {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            rng.set_stream(game);
            let mut deck = fresh.clone();
            deck.shuffle(&mut rng);
            *tally.entry(self.play(&deck)).or_insert(0) += 1;
        }
        tally.iter().map(|(&(_, battles), &games)| u64::from(battles) * games).sum()
    }
}
