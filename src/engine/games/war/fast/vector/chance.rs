//! Chance inside games, for sixteen of them: coins for pots of two cards, shuffles for those of wars.
//!
//! A pot of two takes the highest bit of a word, as the recipe has it: so the words of a game are also
//! a run of coins, of which a step takes as many as it needs. A pot of up to ten cards takes one word
//! (unless that is redrawn), and three table look-ups make the permutation of it.

use std::arch::x86_64::*;

use super::lanes::{LANES, Lanes, Masks};
use super::rows::Row;
use crate::core::random::chacha::Addresses;
use crate::core::random::chacha::avx512::key_blocks;
use crate::core::random::draws::shuffle_batches;
use crate::core::random::key::{Purpose, Seed, chacha_key_words};
use crate::core::random::words::{BLOCK_WORDS, Words};

/// Words at hand of each game: sixteen blocks.
pub const WORDS: usize = BLOCK_WORDS * LANES;

/// Most cards of a pot that a step shuffles: one word says it all.
pub const MOST_CARDS: usize = 10;

/// Bounds drawn in one look-up.
const TOGETHER: usize = 3;

/// The words of one game.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct GameWords {
    /// Word by word: `[w][k]` is word `16 * k + w` of those at hand.
    rows: [[u32; LANES]; BLOCK_WORDS],
    /// Word by word, as bits: whether the two cards of a pot change places.
    swaps: [u64; WORDS / 64 + 1],
    game: u64,
    next_stream: u64,
}

impl Default for GameWords {
    fn default() -> Self {
        Self {
            rows: [[0; LANES]; BLOCK_WORDS],
            swaps: [0; WORDS / 64 + 1],
            game: 0,
            next_stream: 0,
        }
    }
}

impl GameWords {
    /// Takes the first words of a game.
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vbmi")]
    pub fn start(&mut self, key: &Key, game: u64) {
        (self.game, self.next_stream) = (game, 0);
        self.refill(key);
    }

    /// Takes the next words of the game.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vbmi")]
    pub fn refill(&mut self, key: &Key) {
        let (counter, stream) = (self.game, self.next_stream);
        self.next_stream += LANES as u64;
        let addresses = Addresses { counter, counter_step: 0, stream, stream_step: 1 };
        let rows = key_blocks(&key.0, addresses);
        // SAFETY: sixteen words a row; the tables are rows.
        unsafe {
            for (k, row) in rows.into_iter().enumerate() {
                _mm512_storeu_si512(self.rows[k].as_mut_ptr().cast(), row);
            }
            let load = |row: &Row| _mm512_load_si512(row.0.as_ptr().cast());
            // The highest bytes of four rows, one after the other.
            let highest = load(&HIGHEST);
            let quarter = |q: usize| {
                let two = |w: usize| {
                    _mm512_permutex2var_epi8(rows[4 * q + w], highest, rows[4 * q + w + 1])
                };
                _mm512_inserti64x4::<1>(two(0), _mm512_castsi512_si256(two(2)))
            };
            let quarters = [quarter(0), quarter(1), quarter(2), quarter(3)];
            // Rows and columns exchanged, four columns a register.
            for (k, columns) in COLUMNS.iter().enumerate() {
                let columns = load(columns);
                let first = _mm512_permutex2var_epi8(quarters[0], columns, quarters[1]);
                let second = _mm512_permutex2var_epi8(quarters[2], columns, quarters[3]);
                let all = _mm512_mask_mov_epi8(first, 0xff00_ff00_ff00_ff00, second);
                // The draw 0 exchanges the cards.
                self.swaps[k] = !_mm512_movepi8_mask(all);
            }
        }
    }

    /// Word `at` of those at hand.
    #[inline(always)]
    pub fn word(&self, at: usize) -> u32 {
        self.rows[at % BLOCK_WORDS][at / BLOCK_WORDS % LANES]
    }

    /// Which of the next 32 pots change their two cards, from word `at <= WORDS` on.
    #[inline(always)]
    pub fn swaps(&self, at: usize) -> u32 {
        let (first, shift) = (at / 64 % (WORDS / 64 + 1), at % 64);
        let next = self.swaps[(first + 1).min(WORDS / 64)];
        (self.swaps[first] >> shift | next << 1 << (63 - shift)) as u32
    }
}

/// What a batch of games with chance in them needs beyond their cards.
#[derive(Default)]
pub struct Chance {
    pub words: [GameWords; LANES],
    /// Words used of those at hand.
    pub used: Lanes,
    /// Which pots change their two cards in the next step, two bits each.
    pub swap: Masks,
    /// In the next step, what happens to the pots as laid.
    mix: [Row; LANES],
    /// The games of which it is something.
    mixed: u16,
}

impl Chance {
    /// The next coins of each game.
    #[inline(always)]
    pub fn swaps(&self) -> Lanes {
        let mut swaps = Lanes::default();
        for lane in 0..LANES {
            swaps.0[lane] = self.words[lane].swaps(self.used.0[lane] as usize);
        }
        swaps
    }

    /// Shuffles the pots of the wars that begin at pairs `at` in these games; returns those of which
    /// a word is to be redrawn.
    ///
    /// SAFETY: as for [`PotShuffle::row`].
    #[inline(always)]
    pub unsafe fn shuffle_wars(&mut self, shuffle: &PotShuffle, wars: u16, at: &Lanes) -> u16 {
        let mut refused = 0;
        for lane in bits(wars) {
            let at = at.0[lane] as usize;
            let word = self.words[lane].word(self.used.0[lane] as usize + at);
            // SAFETY: the caller's.
            match unsafe { shuffle.row(word, 2 * at) } {
                // SAFETY: 64 bytes, aligned.
                Some(row) => unsafe {
                    _mm512_store_si512(self.mix[lane].0.as_mut_ptr().cast(), row);
                },
                None => refused |= 1 << lane,
            }
        }
        for lane in bits(self.mixed & !wars) {
            self.mix[lane] = IDENTITY;
        }
        self.mixed = wars;
        refused
    }

    /// What happens to the pots of a game as laid.
    #[inline(always)]
    pub fn mix(&self, lane: usize) -> &Row {
        &self.mix[lane]
    }

    /// Nothing is mixed.
    pub fn clear(&mut self) {
        self.mix = [IDENTITY; LANES];
        self.mixed = 0;
    }
}

/// The numbers of the bits, rising.
#[inline(always)]
pub fn bits(mut mask: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = (mask != 0).then(|| mask.trailing_zeros() as usize);
        mask &= mask.wrapping_sub(1);
        lane
    })
}

/// The highest bytes of the 16 words of two vectors, one after the other, twice.
static HIGHEST: Row = {
    let mut row = Row([0; 64]);
    let mut k = 0;
    while k < 64 {
        row.0[k] = (4 * (k % 32) + 3) as u8;
        k += 1;
    }
    row
};

/// Of eight runs of 16 bytes in two vectors, the bytes `4 * c` to `4 * c + 3` of each: the first of
/// all eight runs, then the second, and so on, each time with eight places left to other runs.
static COLUMNS: [Row; 4] = {
    let mut rows = [Row([0; 64]); 4];
    let mut k = 0;
    while k < 256 {
        let (c, j, w) = (k / 64, k % 64 / 16, k % 8);
        rows[c].0[k % 64] = (16 * w + 4 * c + j) as u8;
        k += 1;
    }
    rows
};

/// The key of the chance inside the games of a seed.
#[derive(Default)]
pub struct Key([u32; 8]);

impl Key {
    pub fn of_seed(seed: Seed) -> Self {
        Self(chacha_key_words(seed, Purpose::InGame))
    }
}

/// The next words of a game, one by one.
pub struct NextWords<'a> {
    pub words: &'a mut GameWords,
    pub key: &'a Key,
    /// Words used of those at hand.
    pub used: &'a mut u32,
}

impl Words for NextWords<'_> {
    #[inline]
    fn next_word(&mut self) -> u32 {
        if *self.used as usize == WORDS {
            // SAFETY: words are at hand only where the machine has the instructions.
            unsafe { self.words.refill(self.key) };
            *self.used = 0;
        }
        *self.used += 1;
        self.words.word(*self.used as usize - 1)
    }
}

/// Shuffles a war's pot by one word.
pub struct PotShuffle {
    /// The products of the bounds drawn together, and what each of their values does to the cards.
    stages: [(u32, Vec<[u8; 16]>); MOST_CARDS.div_ceil(TOGETHER)],
    /// A word whose remainder falls below it is redrawn.
    threshold: u32,
    cards: usize,
}

impl PotShuffle {
    /// Of so many cards, at most [`MOST_CARDS`].
    pub fn new(cards: usize) -> Option<Self> {
        let batches = shuffle_batches(cards);
        let [batch] = &batches[..] else { return None };
        if cards > MOST_CARDS {
            return None;
        }
        let bounds: Vec<u8> = (2..=cards as u8).rev().collect();
        let mut stages = bounds.chunks(TOGETHER).map(|bounds| {
            let product: u32 = bounds.iter().map(|&bound| u32::from(bound)).product();
            (product, (0..product).map(|value| exchanged(bounds, product, value)).collect())
        });
        let nothing = || (1, vec![std::array::from_fn(|k| k as u8)]);
        let stages = std::array::from_fn(|_| stages.next().unwrap_or_else(nothing));
        Some(Self { stages, threshold: batch.threshold, cards })
    }

    /// What a word makes of a pot whose first card is at place `at`, among 64 cards; `None` if the
    /// word is to be redrawn.
    ///
    /// SAFETY: the machine must have AVX-512 F, BW, VL and VBMI2.
    #[inline(always)]
    pub unsafe fn row(&self, word: u32, at: usize) -> Option<__m512i> {
        let mut fraction = word;
        let mut stages = self.stages.iter().map(|(product, table)| {
            let value = u64::from(fraction) * u64::from(*product);
            fraction = value as u32;
            &table[(value >> 32) as usize]
        });
        // SAFETY: the caller has the features; 16 bytes each.
        unsafe {
            let mut load = || {
                let places = stages.next().map_or(&IDENTITY.0[..16], |places| &places[..]);
                _mm_loadu_si128(places.as_ptr().cast())
            };
            let mut places = load();
            for _ in 1..self.stages.len() {
                places = _mm_shuffle_epi8(places, load());
            }
            if fraction < self.threshold {
                return None;
            }
            let places = _mm_add_epi8(places, _mm_set1_epi8(at as i8));
            let pot = ((1_u64 << self.cards) - 1) << at;
            let all = _mm512_load_si512(IDENTITY.0.as_ptr().cast());
            Some(_mm512_mask_expand_epi8(all, pot, _mm512_castsi128_si512(places)))
        }
    }
}

/// Every card at its place.
pub static IDENTITY: Row = {
    let mut row = Row([0; 64]);
    let mut k = 0;
    while k < 64 {
        row.0[k] = k as u8;
        k += 1;
    }
    row
};

/// What the exchanges of these bounds make of sixteen cards, for one value of all their draws.
fn exchanged(bounds: &[u8], mut product: u32, mut value: u32) -> [u8; 16] {
    let mut places = std::array::from_fn(|k| k as u8);
    for &bound in bounds {
        product /= u32::from(bound);
        places.swap(usize::from(bound) - 1, (value / product) as usize);
        value %= product;
    }
    places
}
