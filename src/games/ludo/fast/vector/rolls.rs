//! The first rolls of sixteen games at once.
//!
//! Key blocks come word by word, sixteen games in a row of words ([`BlockStream::rows`]); draws are
//! made of a row at a time, so that a row of digits is one draw of sixteen games; and blocks of 16 by
//! 16 digits are turned round, so that each game's rolls lie in order.

use std::arch::x86_64::*;

use super::super::position::step_of;
use super::step::STEP;
use crate::core::cards::key::{BLOCK_WORDS, BlockStream};
use crate::games::ludo::die::Die;
use crate::games::ludo::rolls::{STREAMS_STEP, draws_per_word};

/// Games made ready at once.
pub const AT_ONCE: usize = 16;
/// Bytes for the prepared rolls of a seat.
pub const REGION: usize = 128;
/// Rolls made at once, at most: so many that most games need no more.
const MOST: usize = 96;
/// Rolls aimed at.
const AIM: usize = 88;
/// Rolls that make one block do, though it has fewer than aimed at.
const ENOUGH: usize = 72;
/// Faces that fit a register of bytes.
const FACES_IN_REGISTER: usize = 64;

/// Set in every prepared roll, so that none is an empty byte.
const PRESENT: u8 = 0x80;
/// Set in the rolls of the second seat.
pub const SECOND: u8 = 0x40;

const _: () = assert!((PRESENT | SECOND) & STEP as u8 == 0);

/// The mark of a seat's rolls.
pub fn mark(seat: usize) -> u8 {
    if seat == 0 { PRESENT } else { PRESENT | SECOND }
}

/// How the rolls of a seat are made.
#[derive(Clone, Debug)]
pub struct SeatRolls {
    seat: usize,
    faces: usize,
    /// Draws in a word, 0 where none is needed.
    draws: usize,
    /// Words used of each game.
    words: usize,
    threshold: u32,
    /// What each face does, with the mark of the seat.
    marked: Vec<u8>,
}

impl SeatRolls {
    /// How the rolls of this die are made in this seat.
    pub fn new(die: &Die, seat: usize) -> Self {
        let marked: Vec<u8> = die.faces().iter().map(|&face| step_of(face) | mark(seat)).collect();
        let faces = marked.len();
        let Some(draws) = draws_per_word(faces) else {
            return Self { seat, faces, draws: 0, words: 0, threshold: 0, marked };
        };
        let threshold = ((1_u64 << 32) % (faces as u64).pow(draws)) as u32;
        let draws = draws as usize;
        let wanted = AIM.div_ceil(draws);
        let words = if BLOCK_WORDS * draws >= ENOUGH { wanted.min(BLOCK_WORDS) } else { wanted };
        Self { seat, faces, draws, words, threshold, marked }
    }

    /// Rolls that [`SeatRolls::make`] makes of each game.
    pub fn count(&self) -> usize {
        if self.draws == 0 { MOST } else { self.words * self.draws }
    }

    /// Words that it takes for them.
    pub fn words(&self) -> usize {
        self.words
    }

    /// Makes the first rolls of 16 consecutive games.
    ///
    /// Shapes: game `first + k` (wrapping) goes to `arena[places[k]..]`, [`SeatRolls::count`] bytes
    /// followed by garbage up to [`MOST`]; each place must have room for that, or it panics.
    /// Returns a mask: bit `k` is set if a word of game `k` must be drawn again, and its rolls are
    /// wrong.
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    pub fn make(
        &self,
        blocks: &mut BlockStream,
        first: u64,
        places: &[usize; AT_ONCE],
        arena: &mut [u8],
    ) -> u16 {
        if self.draws == 0 {
            for &place in places {
                arena[place..place + MOST].fill(self.marked[0]);
            }
            return 0;
        }
        let mut digits = Digits { rows: [[0; AT_ONCE]; MOST], count: 0, again: 0 };
        for block in 0..self.words.div_ceil(BLOCK_WORDS) {
            let stream = self.seat as u64 + STREAMS_STEP * block as u64;
            let words = blocks.rows(stream, first);
            let used = (self.words - block * BLOCK_WORDS).min(BLOCK_WORDS);
            for word in &words[..used] {
                self.draw(word, &mut digits);
            }
        }
        for (group, rows) in digits.rows.as_chunks::<16>().0.iter().enumerate() {
            if group * 16 >= digits.count {
                break;
            }
            for (k, rolls) in self.turn(rows).iter().enumerate() {
                let at = places[k] + 16 * group;
                arena[at..at + 16].copy_from_slice(rolls);
            }
        }
        digits.again
    }

    /// Makes the draws of one word of each game.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn draw(&self, word: &[u32; AT_ONCE], digits: &mut Digits) {
        /// The lanes of even number, as a mask of 32-bit lanes.
        const EVEN: u16 = 0x5555;
        // SAFETY: both are 16 plain words.
        let word = unsafe { std::mem::transmute::<[u32; AT_ONCE], __m512i>(*word) };
        let bound = _mm512_set1_epi64(self.faces as i64);
        // A multiplication takes the low half of a 64-bit lane and fills the whole lane, so lanes of
        // even and odd number go apart.
        let mut even = word;
        let mut odd = _mm512_srli_epi64::<32>(word);
        for row in &mut digits.rows[digits.count..digits.count + self.draws] {
            even = _mm512_mul_epu32(even, bound);
            odd = _mm512_mul_epu32(odd, bound);
            // High halves are the draws: odd ones are in place, even ones move down to theirs.
            let drawn = _mm512_mask_shuffle_epi32::<0b11_11_01_01>(odd, EVEN, even);
            *row = if self.faces <= FACES_IN_REGISTER {
                let bytes = _mm512_cvtepi32_epi8(drawn);
                // SAFETY: both are 16 plain bytes.
                unsafe { std::mem::transmute::<__m128i, [u8; AT_ONCE]>(bytes) }
            } else {
                // SAFETY: both are 16 plain words.
                let drawn = unsafe { std::mem::transmute::<__m512i, [u32; AT_ONCE]>(drawn) };
                drawn.map(|face| self.marked[face as usize])
            };
        }
        digits.count += self.draws;
        let threshold = _mm512_set1_epi64(i64::from(self.threshold));
        let below_even = _mm512_cmplt_epu32_mask(even, threshold) & EVEN;
        let below_odd = _mm512_cmplt_epu32_mask(odd, threshold) & EVEN;
        digits.again |= below_even | below_odd << 1;
    }

    /// 16 draws of 16 games, turned into 16 rolls of each game.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn turn(&self, rows: &[[u8; AT_ONCE]; 16]) -> [[u8; 16]; AT_ONCE] {
        /// Four rows of 16 bytes become 16 columns of four.
        const COLUMNS: [u8; 64] = {
            let mut from = [0; 64];
            let mut k = 0;
            while k < 64 {
                from[k] = (k % 4 * 16 + k / 4) as u8;
                k += 1;
            }
            from
        };
        let mut table = [0; FACES_IN_REGISTER];
        let by_register = self.faces <= FACES_IN_REGISTER;
        if by_register {
            table[..self.faces].copy_from_slice(&self.marked);
        }
        // SAFETY: all of these are 64 plain bytes.
        let (four, table, columns) = unsafe {
            use std::mem::transmute;
            let four: [__m512i; 4] = transmute::<[[u8; AT_ONCE]; 16], _>(*rows);
            (four, transmute::<[u8; 64], __m512i>(table), transmute::<[u8; 64], __m512i>(COLUMNS))
        };
        let [a, b, c, d] = four.map(|rows| {
            let columns = _mm512_permutexvar_epi8(columns, rows);
            if by_register { _mm512_permutexvar_epi8(columns, table) } else { columns }
        });
        let (ab, ab_2) = (_mm512_unpacklo_epi32(a, b), _mm512_unpackhi_epi32(a, b));
        let (cd, cd_2) = (_mm512_unpacklo_epi32(c, d), _mm512_unpackhi_epi32(c, d));
        // Quarter q of number n is game 4 q + n.
        let quarters = [
            _mm512_unpacklo_epi64(ab, cd),
            _mm512_unpackhi_epi64(ab, cd),
            _mm512_unpacklo_epi64(ab_2, cd_2),
            _mm512_unpackhi_epi64(ab_2, cd_2),
        ];
        // SAFETY: both are 256 plain bytes.
        let quarters = unsafe { std::mem::transmute::<[__m512i; 4], [[[u8; 16]; 4]; 4]>(quarters) };
        std::array::from_fn(|game| quarters[game % 4][game / 4])
    }
}

/// Draws in the order in which they are made.
struct Digits {
    rows: [[u8; AT_ONCE]; MOST],
    count: usize,
    /// Games of which a word must be drawn again.
    again: u16,
}
