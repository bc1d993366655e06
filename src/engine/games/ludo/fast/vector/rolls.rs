//! The first rolls of sixteen games at once.
//!
//! Key blocks come word by word, sixteen games in a row of words ([`BlockStream::rows`]); draws are
//! made of a row at a time, so that a row of digits is one draw of sixteen games; and blocks of 16 by
//! 16 digits are turned round, so that each game's rolls lie in order.

use std::arch::x86_64::*;

use super::super::position::step_of;
use super::step::STEP;
use crate::core::random::key::{BLOCK_WORDS, BlockStream};
use crate::core::registers::InRegister as _;
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

/// The lanes of even number, as a mask of 32-bit lanes.
const EVEN: u16 = 0x5555;

const _: () = assert!((PRESENT | SECOND) & STEP as u8 == 0);

/// The mark of a seat's rolls.
pub fn mark(seat: usize) -> u8 {
    if seat == 0 { PRESENT } else { PRESENT | SECOND }
}

/// The words of a block of each game: `[w][k]` is word `w` of game `k`.
pub type Words = [[u32; AT_ONCE]; BLOCK_WORDS];

/// How the rolls of a seat are made.
#[derive(Clone, Debug)]
pub struct SeatRolls {
    seat: usize,
    faces: u32,
    /// Draws in a word, 0 where none is needed.
    draws: usize,
    /// Words used of each game.
    words: usize,
    threshold: u32,
    /// What each face does, with the mark of the seat.
    marked: Vec<u8>,
    /// The same, where a register holds all of it.
    table: Option<[u8; FACES_IN_REGISTER]>,
}

impl SeatRolls {
    /// How the rolls of this die are made in this seat.
    pub fn new(die: &Die, seat: usize) -> Self {
        let marked: Vec<u8> = die.faces().iter().map(|&face| step_of(face) | mark(seat)).collect();
        let faces = marked.len();
        let table = (faces <= FACES_IN_REGISTER)
            .then(|| std::array::from_fn(|face| marked.get(face).copied().unwrap_or(0)));
        let Some(draws) = draws_per_word(faces) else {
            return Self { seat, faces: 1, draws: 0, words: 0, threshold: 0, marked, table };
        };
        let threshold = ((1_u64 << 32) % (faces as u64).pow(draws)) as u32;
        let draws = draws as usize;
        let wanted = AIM.div_ceil(draws);
        let words = if BLOCK_WORDS * draws >= ENOUGH { wanted.min(BLOCK_WORDS) } else { wanted };
        Self { seat, faces: faces as u32, draws, words, threshold, marked, table }
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
    /// followed by garbage up to [`MOST`]; each place must have room for that, or it panics. `kept`
    /// becomes the first words of each game.
    /// Returns a mask: bit `k` is set if a word of game `k` must be drawn again, and its rolls are
    /// wrong.
    #[target_feature(enable = "avx512f,avx512vbmi,avx512vbmi2")]
    pub fn make(
        &self,
        blocks: &mut BlockStream,
        first: u64,
        places: &[usize; AT_ONCE],
        arena: &mut [u8],
        kept: &mut Words,
    ) -> u16 {
        if self.draws == 0 {
            for &place in places {
                arena[place..place + MOST].fill(self.marked[0]);
            }
            return 0;
        }
        assert!(places.iter().all(|place| place + MOST <= arena.len()), "a place lies outside");
        // Rolls in the order in which they are drawn, four to a word: `[k][game]` are rolls `4 k` to
        // `4 k + 3`, the first lowest. A draw more than there are fills the last word.
        let mut fours = [[0; AT_ONCE]; MOST / 4];
        let mut four = _mm512_setzero_si512();
        let mut count = 0;
        let mut again = 0;
        let bound = _mm512_set1_epi64(i64::from(self.faces));
        let threshold = _mm512_set1_epi64(i64::from(self.threshold));
        for block in 0..self.words.div_ceil(BLOCK_WORDS) {
            let stream = self.seat as u64 + STREAMS_STEP * block as u64;
            let words = blocks.rows(stream, first);
            if block == 0 {
                *kept = words;
            }
            let used = (self.words - block * BLOCK_WORDS).min(BLOCK_WORDS);
            for word in &words[..used] {
                let word = word.register();
                // A multiplication takes the low half of a 64-bit lane and fills the whole lane, so
                // lanes of even and odd number go apart.
                let mut even = word;
                let mut odd = _mm512_srli_epi64::<32>(word);
                for _ in 0..self.draws {
                    even = _mm512_mul_epu32(even, bound);
                    odd = _mm512_mul_epu32(odd, bound);
                    // High halves are the draws: odd ones are in place, even ones move down to
                    // theirs.
                    let drawn = _mm512_mask_shuffle_epi32::<0b11_11_01_01>(odd, EVEN, even);
                    four = _mm512_shrdi_epi32::<8>(four, self.narrow(drawn));
                    count += 1;
                    if count % 4 == 0 {
                        fours[count / 4 - 1] = self.rolls(four);
                    }
                }
                let below_even = _mm512_cmplt_epu32_mask(even, threshold) & EVEN;
                let below_odd = _mm512_cmplt_epu32_mask(odd, threshold) & EVEN;
                again |= below_even | below_odd << 1;
            }
        }
        for _ in 0..count.next_multiple_of(4) - count {
            four = _mm512_srli_epi32::<8>(four);
        }
        fours[count.div_ceil(4) - 1] = self.rolls(four);
        let (groups, _) = fours.as_chunks::<4>();
        for (number, group) in groups.iter().take(count.div_ceil(16)).enumerate() {
            // SAFETY: every place has `MOST` bytes, which are six groups of 16.
            unsafe { turn(group, places, arena.as_mut_ptr().add(16 * number)) };
        }
        again
    }

    /// Faces as numbers of a byte: as they are drawn or, of a die with many, what they do.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn narrow(&self, drawn: __m512i) -> __m512i {
        if self.table.is_some() {
            return drawn;
        }
        let faces = <[u32; AT_ONCE]>::of(drawn);
        let mut rolls = [0; AT_ONCE];
        for (k, &face) in faces.iter().enumerate() {
            rolls[k] = u32::from(self.marked[face as usize]);
        }
        rolls.register()
    }

    /// What four faces of each game do.
    #[inline]
    #[target_feature(enable = "avx512f,avx512vbmi")]
    fn rolls(&self, four: __m512i) -> [u32; AT_ONCE] {
        <[u32; AT_ONCE]>::of(match self.table {
            Some(table) => _mm512_permutexvar_epi8(four, table.register()),
            None => four,
        })
    }
}

/// Writes 16 rolls of 16 games, four words of each, to the game's place behind `arena`.
///
/// SAFETY: from every place on, 16 bytes behind `arena` can be written.
#[inline]
#[target_feature(enable = "avx512f")]
unsafe fn turn(fours: &[[u32; AT_ONCE]; 4], places: &[usize; AT_ONCE], arena: *mut u8) {
    let [a, b, c, d] = *fours;
    let (a, b, c, d) = (a.register(), b.register(), c.register(), d.register());
    let (ab, ab_2) = (_mm512_unpacklo_epi32(a, b), _mm512_unpackhi_epi32(a, b));
    let (cd, cd_2) = (_mm512_unpacklo_epi32(c, d), _mm512_unpackhi_epi32(c, d));
    // Quarter q of number n is game 4 q + n.
    let quarters = [
        _mm512_unpacklo_epi64(ab, cd),
        _mm512_unpackhi_epi64(ab, cd),
        _mm512_unpacklo_epi64(ab_2, cd_2),
        _mm512_unpackhi_epi64(ab_2, cd_2),
    ];
    for (n, games) in quarters.into_iter().enumerate() {
        let quarter = [
            _mm512_castsi512_si128(games),
            _mm512_extracti32x4_epi32::<1>(games),
            _mm512_extracti32x4_epi32::<2>(games),
            _mm512_extracti32x4_epi32::<3>(games),
        ];
        for (q, rolls) in quarter.into_iter().enumerate() {
            // SAFETY: the caller's promise.
            unsafe { _mm_storeu_si128(arena.add(places[4 * q + n]).cast(), rolls) };
        }
    }
}
