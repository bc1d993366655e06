//! Chance inside games, for sixteen of them: coins for pots of two cards, shuffles for those of wars.
//!
//! A step takes as many coins as it has pots of two. A pot of up to ten cards takes one word (unless
//! that is redrawn), and three table look-ups make the permutation of it.

use std::arch::x86_64::*;

use super::lanes::{LANES, Lanes, Masks};
use super::rows::Row;
use crate::core::random::chacha::Addresses;
use crate::core::random::chacha::avx512::key_blocks;
use crate::core::random::draws::shuffle_batches;
use crate::core::random::inside::Inside;
use crate::core::random::key::{Purpose, Seed, chacha_key_words};
use crate::core::random::words::{BLOCK_WORDS, Words};
use crate::core::registers::InRegister as _;

/// Words for shuffles at hand of each game: four blocks.
const WORDS: usize = 4 * BLOCK_WORDS;

/// Words of coins at hand: two blocks, one of before, and one that is read but not used.
const COIN_WORDS: usize = 2 * BLOCK_WORDS + 2;

/// Most cards of a pot that a step shuffles: one word says it all.
pub const MOST_CARDS: usize = 10;

/// Bounds drawn in one look-up.
const TOGETHER: usize = 3;

/// The first two blocks of the words and of the coins of sixteen games: `[block][w][k]` is word `w` of
/// a block of game `k`.
#[derive(Default)]
pub struct First {
    words: [[[u32; LANES]; BLOCK_WORDS]; 2],
    coins: [[[u32; LANES]; BLOCK_WORDS]; 2],
}

impl First {
    /// Of the games from this index on.
    #[target_feature(enable = "avx512f")]
    pub fn fill(&mut self, keys: &Keys, game: u64) {
        for stream in 0..2 {
            let addresses = Addresses::consecutive(stream as u64, game);
            self.words[stream] = as_rows(key_blocks(&keys.words, addresses));
            self.coins[stream] = as_rows(key_blocks(&keys.coins, addresses));
        }
    }
}

/// The chance of one game that is at hand.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct GameChance {
    words: [u32; WORDS],
    coins: [u32; COIN_WORDS],
    game: u64,
    /// The streams of the next blocks.
    next_words: u64,
    next_coins: u64,
}

impl Default for GameChance {
    fn default() -> Self {
        let (words, coins) = ([0; WORDS], [0; COIN_WORDS]);
        Self { words, coins, game: 0, next_words: 0, next_coins: 0 }
    }
}

impl GameChance {
    /// The next 32 coins, from coin `at` of those at hand on.
    #[inline(always)]
    fn coins(&self, at: usize) -> u32 {
        let word = (at / 32).min(COIN_WORDS - 2);
        let both = u64::from(self.coins[word]) | u64::from(self.coins[word + 1]) << 32;
        (both >> (at % 32)) as u32
    }
}

/// What a batch of games with chance in them needs beyond their cards.
#[derive(Default)]
pub struct Chance {
    games: [GameChance; LANES],
    /// Words and coins used of those at hand, and where more are taken: when no word is left, or
    /// fewer than 32 coins.
    words: [Lanes; 2],
    coins: [Lanes; 2],
    /// Which pots change their two cards in the next step, two bits each.
    pub swap: Masks,
    /// In the next step, what happens to the pots as laid.
    mix: [Row; LANES],
    /// The games of which it is something.
    mixed: u16,
}

impl Chance {
    /// Begins game `index`, number `k` of these.
    pub fn start(&mut self, lane: usize, first: &First, index: u64, k: usize) {
        let game = &mut self.games[lane];
        for w in 0..2 * BLOCK_WORDS {
            game.words[w] = first.words[w / BLOCK_WORDS][w % BLOCK_WORDS][k % LANES];
            game.coins[w] = first.coins[w / BLOCK_WORDS][w % BLOCK_WORDS][k % LANES];
        }
        (game.game, game.next_words, game.next_coins) = (index, 2, 2);
        (self.words[0].0[lane], self.words[1].0[lane]) = (0, 2 * BLOCK_WORDS as u32);
        (self.coins[0].0[lane], self.coins[1].0[lane]) = (0, 32 * (2 * BLOCK_WORDS as u32 - 1));
    }

    /// Takes more words and coins where too few are at hand for a step.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub fn refill(&mut self, keys: &Keys) {
        let used_up = |[used, end]: &[Lanes; 2]| _mm512_cmpge_epu32_mask(used.get(), end.get());
        for lane in bits(used_up(&self.words)) {
            self.more_words(keys, lane);
        }
        for lane in bits(used_up(&self.coins)) {
            self.more_coins(keys, lane);
        }
    }

    #[cold]
    #[target_feature(enable = "avx512f")]
    fn more_words(&mut self, keys: &Keys, lane: usize) {
        let game = &mut self.games[lane];
        take_blocks(&keys.words, game.game, &mut game.next_words, &mut game.words);
        (self.words[0].0[lane], self.words[1].0[lane]) = (0, WORDS as u32);
    }

    #[cold]
    #[target_feature(enable = "avx512f")]
    fn more_coins(&mut self, keys: &Keys, lane: usize) {
        let [used, end] = &mut self.coins;
        let (used, end, game) = (&mut used.0[lane], &mut end.0[lane], &mut self.games[lane]);
        // The word of which coins may be left comes first.
        game.coins[0] = game.coins[*end as usize / 32];
        *used -= *end;
        let words = &mut game.coins[1..=2 * BLOCK_WORDS];
        take_blocks(&keys.coins, game.game, &mut game.next_coins, words);
        *end = 32 * 2 * BLOCK_WORDS as u32;
    }

    /// The next 32 coins of each game.
    #[inline(always)]
    pub fn swaps(&self) -> Lanes {
        let mut swaps = Lanes::default();
        for lane in 0..LANES {
            // The draw 0 exchanges the cards.
            swaps.0[lane] = !self.games[lane].coins(self.coins[0].0[lane] as usize);
        }
        swaps
    }

    /// Words that steps have used, and coins.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub fn used(&mut self, wars: u16, coins: __m512i) {
        let [words, tossed] = [self.words[0].get(), self.coins[0].get()];
        self.words[0].set(_mm512_mask_add_epi32(words, wars, words, _mm512_set1_epi32(1)));
        self.coins[0].set(_mm512_add_epi32(tossed, coins));
    }

    /// Shuffles the pots of the wars that begin at pairs `at` in these games; returns those of which
    /// a word is to be redrawn.
    #[inline]
    #[target_feature(enable = "avx512bw,avx512vl,avx512vbmi2")]
    pub fn shuffle_wars(&mut self, shuffle: &PotShuffle, wars: u16, at: &Lanes) -> u16 {
        let mut refused = 0;
        for lane in bits(wars) {
            let at = at.0[lane] as usize;
            let word = self.games[lane].words[self.words[0].0[lane] as usize % WORDS];
            match shuffle.row(word, 2 * at) {
                Some(row) => self.mix[lane].0 = <[u8; 64]>::of(row),
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

/// The keys of the chance inside the games of a seed.
#[derive(Default)]
pub struct Keys {
    words: [u32; 8],
    coins: [u32; 8],
}

impl Keys {
    pub fn of_seed(seed: Seed) -> Self {
        let key = |purpose| chacha_key_words(seed, purpose);
        Self { words: key(Purpose::InGame), coins: key(Purpose::Coins) }
    }
}

/// Words of a register's lanes.
#[target_feature(enable = "avx512f")]
fn as_rows(rows: [__m512i; BLOCK_WORDS]) -> [[u32; LANES]; BLOCK_WORDS] {
    let mut words = [[0; LANES]; BLOCK_WORDS];
    for (words, row) in words.iter_mut().zip(rows) {
        *words = <[u32; LANES]>::of(row);
    }
    words
}

/// Fills words with the next blocks of a game, at most sixteen.
#[target_feature(enable = "avx512f")]
fn take_blocks(key: &[u32; 8], game: u64, stream: &mut u64, words: &mut [u32]) {
    let addresses = Addresses { counter: game, counter_step: 0, stream: *stream, stream_step: 1 };
    let rows = as_rows(key_blocks(key, addresses));
    for (k, word) in words.iter_mut().enumerate() {
        *word = rows[k % BLOCK_WORDS][k / BLOCK_WORDS];
    }
    *stream += (words.len() / BLOCK_WORDS) as u64;
}

/// The chance of a lane, one by one: there is one only where the machine has AVX-512 F.
pub struct OneByOne<'a> {
    chance: &'a mut Chance,
    lane: usize,
    keys: &'a Keys,
}

impl<'a> OneByOne<'a> {
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub fn new(chance: &'a mut Chance, lane: usize, keys: &'a Keys) -> Self {
        Self { chance, lane, keys }
    }
}

impl Words for OneByOne<'_> {
    fn next_word(&mut self) -> u32 {
        let Self { chance, lane, keys } = self;
        if chance.words[0].0[*lane] == chance.words[1].0[*lane] {
            // SAFETY: `new` is for machines that have the instructions.
            unsafe { chance.more_words(keys, *lane) };
        }
        let at = &mut chance.words[0].0[*lane];
        *at += 1;
        chance.games[*lane].words[*at as usize - 1]
    }
}

impl Inside for OneByOne<'_> {
    fn coin(&mut self) -> u32 {
        let Self { chance, lane, keys } = self;
        if chance.coins[0].0[*lane] >= chance.coins[1].0[*lane] {
            // SAFETY: as above.
            unsafe { chance.more_coins(keys, *lane) };
        }
        let at = &mut chance.coins[0].0[*lane];
        *at += 1;
        chance.games[*lane].coins(*at as usize - 1) & 1
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
    #[inline]
    #[target_feature(enable = "avx512bw,avx512vl,avx512vbmi2")]
    pub fn row(&self, word: u32, at: usize) -> Option<__m512i> {
        let mut fraction = word;
        let mut stages = self.stages.iter().map(|(product, table)| {
            let value = u64::from(fraction) * u64::from(*product);
            fraction = value as u32;
            &table[(value >> 32) as usize]
        });
        let (pieces, _) = IDENTITY.0.as_chunks::<16>();
        let mut load = || stages.next().unwrap_or(&pieces[0]).register();
        let mut places = load();
        for _ in 1..self.stages.len() {
            places = _mm_shuffle_epi8(places, load());
        }
        if fraction < self.threshold {
            return None;
        }
        let places = _mm_add_epi8(places, _mm_set1_epi8(at as i8));
        let pot = ((1_u64 << self.cards) - 1) << at;
        let all = IDENTITY.0.register();
        Some(_mm512_mask_expand_epi8(all, pot, _mm512_castsi128_si512(places)))
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
