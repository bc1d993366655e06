//! The rolls of a game, a pure function of the seed, the pair of dice by position, the game and the
//! seat: the recipe `ludo-rolls-v1` of `docs/ludo.md`.

use std::collections::VecDeque;

use crate::core::random::draws::{BoundBatch, MAX_PRODUCT};
use crate::core::random::key::{BlockStream, ItemWords, Purpose, Seed};

use super::die::Die;
use super::result::Seat;

/// Name and version of the recipe. Any change to a roll is a new name.
pub const RECIPE: &str = "ludo-rolls-v1";

/// Streams `seat + STREAMS_STEP * k` hold the rolls of a seat.
pub const STREAMS_STEP: u64 = 2;

/// The rolls that decide who begins are on streams from here on, so that they shift no other.
pub const ROLL_OFF_STREAM: u64 = 1 << 32;

/// Most draws that come from one word: 24 of a die with two faces.
pub const MOST_DRAWS: usize = MAX_PRODUCT.ilog2() as usize;

/// How many draws of a face one word gives: the most whose product of bounds fits.
///
/// Panics for a die with a single face, which needs no words at all.
pub fn draws_per_word(faces: usize) -> u32 {
    MAX_PRODUCT.ilog(faces as u32)
}

/// The blocks of each seat, which differ in their streams only.
pub type SeatBlocks = [BlockStream; 2];

/// The blocks of a pair of dice, by their positions in the file.
pub fn blocks(seed: Seed, [die_1, die_2]: [u32; 2]) -> SeatBlocks {
    let one = BlockStream::new(seed, Purpose::LudoRolls { die_1, die_2 });
    [one.clone(), one]
}

/// The rolls of one seat in one game, without end.
struct SeatThrows<'a> {
    faces: &'a [u32],
    /// The draws of a face that one word gives.
    batch: Option<BoundBatch>,
    blocks: &'a mut BlockStream,
    words: ItemWords,
    /// Faces that are drawn, the next one first.
    drawn: VecDeque<u32>,
}

impl<'a> SeatThrows<'a> {
    fn new(die: &'a Die, blocks: &'a mut BlockStream, game: u64, first_stream: u64) -> Self {
        let faces = die.faces();
        let batch = || {
            let draws = draws_per_word(faces.len()) as usize;
            BoundBatch::new(vec![faces.len() as u32; draws])
        };
        Self {
            faces,
            batch: (faces.len() > 1).then(batch),
            blocks,
            words: ItemWords::new(game, first_stream, STREAMS_STEP),
            drawn: VecDeque::with_capacity(MOST_DRAWS),
        }
    }

    fn roll(&mut self) -> u32 {
        if let Some(batch) = self.batch.as_ref().filter(|_| self.drawn.is_empty()) {
            let word = &mut || self.words.next(self.blocks);
            batch.draw(word, |face| self.drawn.push_back(face));
        }
        self.faces[self.drawn.pop_front().unwrap_or(0) as usize]
    }
}

/// The rolls of one game: each player throws their own die.
pub struct GameRolls<'a>([SeatThrows<'a>; 2]);

impl<'a> GameRolls<'a> {
    /// The rolls of a game, or with [`ROLL_OFF_STREAM`] those that decide who begins it.
    pub fn new(blocks: &'a mut SeatBlocks, dice: [&'a Die; 2], game: u64, first: u64) -> Self {
        let [one, two] = blocks;
        let seat_2 = SeatThrows::new(dice[1], two, game, first + 1);
        Self([SeatThrows::new(dice[0], one, game, first), seat_2])
    }

    /// What this player throws next.
    pub fn roll(&mut self, seat: Seat) -> u32 {
        self.0[seat.index()].roll()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pinned_rolls_hold() {
        // From scripts/ludo_oracle.py, which follows the recipe on its own. A change of any value
        // is a new recipe name.
        let (here, far) = ((42, [1, 2], 0), (u64::MAX, [1000, 999], u64::MAX));
        let roll_off = ROLL_OFF_STREAM;
        for (faces, (seed, positions, game), first, seat, skip, expected) in [
            (6, here, 0, Seat::A, 0, [1, 6, 1, 2, 3, 2]),
            (6, here, 0, Seat::B, 0, [2, 3, 5, 2, 5, 3]),
            (6, here, 0, Seat::A, 140, [6, 1, 3, 1, 6, 2]),
            (6, (42, [1, 2], 7), 0, Seat::A, 0, [3, 4, 2, 2, 2, 4]),
            (6, (42, [2, 1], 0), 0, Seat::A, 0, [4, 5, 6, 6, 5, 6]),
            (6, here, roll_off, Seat::A, 0, [3, 3, 3, 2, 5, 2]),
            (6, here, roll_off, Seat::B, 0, [1, 2, 3, 5, 6, 2]),
            (20, here, 0, Seat::B, 0, [5, 17, 17, 15, 8, 20]),
            (20, far, 0, Seat::A, 0, [4, 10, 15, 14, 6, 6]),
            (1000, (42, [1, 2], 3), 0, Seat::A, 30, [653, 544, 447, 336, 730, 973]),
        ] {
            let from = u32::from(faces < 1000);
            let die = Die::new((from..faces + from).collect()).unwrap();
            let mut blocks = blocks(Seed(seed), positions);
            let mut rolls = GameRolls::new(&mut blocks, [&die, &die], game, first);
            let thrown: Vec<u32> = (0..skip + 6).map(|_| rolls.roll(seat)).collect();
            assert_eq!(thrown[skip..], expected, "{faces} {seed} {positions:?} {game} {first}");
        }
    }
}
