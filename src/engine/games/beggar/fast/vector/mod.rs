//! The engine for AVX-512: eight games in the lanes of a vector, two vectors in turn.
//!
//! A step plays one payment of every lane: a run of plain cards, either up to a court card that passes
//! the duty to the other player, or to the end of the penalty. In the second case the pile is taken up
//! and the next trick is led as well, so that every step ends with a court card. Lanes whose game has
//! ended are refilled one by one; a game that goes on for long leaves its lane and is finished
//! elsewhere, so that an endless one cannot hold it.
//!
//! A hand is as many words as its deck needs: one up to 60 cards, sixteen up to 1,020. A pile is one
//! word always, and a game with a larger one leaves its lane, too.

#![allow(unsafe_code)]

mod flight;
mod lanes;
mod packer;
mod room;

use self::flight::Flight;
use self::packer::Packer;
use self::room::{CHUNK, ROW, Room};
use super::super::result::{EndReason, GameResult, Outcome};
use super::super::rules::Rules;
use super::packed::Shape;
use super::portable::Portable;
use crate::core::cards::{DeckBlock, Seed};
use crate::core::engines::{Plays, Unsupported};
use crate::core::processor::{Level, Processor};
use crate::core::results::GameBlock;

/// Words that a hand may have.
const WORDS: [usize; 5] = [1, 2, 4, 8, 16];

/// Plays eight games side by side.
#[derive(Debug)]
pub struct Vector {
    shape: Shape,
    portable: Portable,
    /// Words of a hand.
    words: usize,
    room: Room,
}

impl Vector {
    /// An engine for these rules.
    ///
    /// Errors: [`Unsupported`], naming what it cannot play, or the machine.
    pub fn new(rules: &Rules, seed: Seed) -> Result<Self, Unsupported> {
        let of = |words| Shape::new("vector", rules, words)?.plain("vector");
        let enough = WORDS.into_iter().find(|&words| of(words).is_ok());
        let words = enough.unwrap_or(WORDS[WORDS.len() - 1]);
        let shape = of(words)?;
        if !Processor::here().has(Level::Avx512Vbmi2) {
            return Err(Unsupported::here());
        }
        let portable = Portable::new(rules, seed);
        Ok(Self { shape, portable, words, room: Room::new(words) })
    }

    /// Plays up to [`CHUNK`] decks of a block; returns whether it has: it plays none of them if there
    /// is one with another number of court cards than the rule set's.
    #[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vbmi,avx512vbmi2")]
    #[target_feature(enable = "avx512vpopcntdq,popcnt,bmi1,bmi2,lzcnt")]
    fn play_chunk<const W: usize>(
        &mut self,
        decks: &DeckBlock,
        start: usize,
        count: usize,
        results: &mut GameBlock,
    ) -> bool {
        let Self { shape, room, portable, .. } = self;
        assert!(count <= CHUNK);
        let first = decks.first() + start as u64;
        let packer = Packer::new(shape);
        for k in 0..count {
            let Some([a, b]) = packer.pack::<W>(decks.narrow_padded(start + k)) else {
                return false;
            };
            let leads_a = shape.leader.seat(first + k as u64).index() == 0;
            let (lead, other) = if leads_a { (a, b) } else { (b, a) };
            let mut set = |row: usize, word: u64| room.rows[row * ROW + k] = word;
            for i in 0..W {
                set(i, lead.courts[i]);
                set(W + i, lead.demands[i]);
                set(2 * W + i, other.courts[i]);
                set(3 * W + i, other.demands[i]);
            }
            set(4 * W, lead.courts.iter().map(|word| u64::from(word.count_ones())).sum());
        }
        // With more than a word, a game that leaves is played again on tapes, which is so much slower
        // that it should be rarer.
        let patience = if W == 1 { shape.ends.patience } else { 4 * shape.ends.patience };
        let bound = shape.ends.max_cards.min(patience);
        Flight::<W>::new(shape, room, first, count).play(bound);
        for j in 0..count {
            let (k, winner) = (room.winners[j] >> 1, room.winners[j] & 1);
            let (cards, tricks) = (room.counts[j] as u32, (room.counts[j] >> 32) as u32);
            if cards > bound {
                // It left its lane, or the last step went past the limit.
                let k = start + k as usize;
                portable.play_games(decks, k..k + 1, results);
                continue;
            }
            let outcome = if winner == 0 { Outcome::A } else { Outcome::B };
            let end_reason = EndReason::OutOfCards;
            let result = GameResult { outcome, end_reason, cards, tricks, period: None };
            result.report(first + k, results);
        }
        true
    }
}

impl Plays<DeckBlock> for Vector {
    /// Decks of another composition than the rule set's are played one by one.
    fn play(&mut self, decks: &DeckBlock, results: &mut GameBlock) {
        if !self.shape.fits(decks) {
            return self.portable.play_games(decks, 0..decks.len(), results);
        }
        for start in (0..decks.len()).step_by(CHUNK) {
            let count = CHUNK.min(decks.len() - start);
            // SAFETY: `new` has found every instruction set named at the function.
            let played = unsafe {
                match self.words {
                    1 => self.play_chunk::<1>(decks, start, count, results),
                    2 => self.play_chunk::<2>(decks, start, count, results),
                    4 => self.play_chunk::<4>(decks, start, count, results),
                    8 => self.play_chunk::<8>(decks, start, count, results),
                    _ => self.play_chunk::<16>(decks, start, count, results),
                }
            };
            if !played {
                self.portable.play_games(decks, start..start + count, results);
            }
        }
    }
}
