//! Decks become hands.

use std::arch::x86_64::*;

use super::super::packed::Shape;
use crate::core::cards::split::Split;
use crate::core::registers::InRegister as _;

/// Makes hands of decks.
pub struct Packer {
    /// What each rank demands.
    demand: [__m512i; 2],
    /// The deck's place of each card of a deck that is one vector: A's first card highest, then A's
    /// others, then B's.
    places: __m512i,
    /// The bits of all cards.
    all: u64,
    split: Split,
    of_a: usize,
    cards: usize,
    courts: u32,
}

/// A hand as [`super::lanes::Lanes`] has it.
#[derive(Clone, Copy)]
pub struct HighHand<const W: usize> {
    pub courts: [u64; W],
    pub demands: [u64; W],
}

impl<const W: usize> HighHand<W> {
    const NONE: Self = Self { courts: [0; W], demands: [0; W] };
}

/// Puts bits, the first one highest, `at` so many from the highest.
#[inline]
fn put<const W: usize>(words: &mut [u64; W], at: usize, bits: u128) {
    let (word, shift) = (at / 64, at % 64);
    let parts = [bits >> 64 >> shift, bits >> shift, (bits << (63 - shift)) << 1];
    for (k, part) in parts.into_iter().enumerate() {
        if let Some(word) = words.get_mut(word + k) {
            *word |= part as u64;
        }
    }
}

impl Packer {
    #[target_feature(enable = "avx512f")]
    pub fn new(shape: &Shape) -> Self {
        let (of_a, cards) = (shape.split.cards_of_a(shape.cards), shape.cards);
        assert!(0 < of_a && of_a < cards);
        let place = |k: usize| match shape.split {
            Split::Alternate if k < of_a => 2 * k,
            Split::Alternate => 2 * (k - of_a) + 1,
            Split::Halves | Split::First(_) => k,
        };
        let places: [u8; 64] = std::array::from_fn(|byte| place(63 - byte) as u8);
        let (low, high) = (&shape.demand[..64], &shape.demand[64..128]);
        Self {
            demand: [register(low), register(high)],
            places: places.register(),
            all: !u64::MAX.checked_shr(cards as u32).unwrap_or(0),
            split: shape.split,
            of_a,
            cards,
            courts: shape.courts as u32,
        }
    }

    /// The hands of a deck, A's first; `None` if it has another number of court cards than the rule
    /// set's.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,popcnt,bmi2")]
    pub fn pack<const W: usize>(&self, deck: &[u8]) -> Option<[HighHand<W>; 2]> {
        if W > 1 {
            return self.pack_pieces(deck);
        }
        assert!(self.cards < 63 && self.courts < 32);
        let deck = register(deck);
        let (courts, demands) = self.piece(_mm512_permutexvar_epi8(self.places, deck), self.all)?;
        if courts.count_ones() != self.courts {
            return None;
        }
        let demands = (demands >> 64) as u64;
        let of_a = courts & !(u64::MAX >> self.of_a);
        let held = 2 * of_a.count_ones();
        let (mut a, mut b) = (HighHand::NONE, HighHand::NONE);
        a.courts[0] = of_a | 1 << (63 - self.of_a);
        a.demands[0] = demands & !(u64::MAX >> held);
        b.courts[0] = courts << self.of_a | 1 << (63 - (self.cards - self.of_a));
        b.demands[0] = demands << held;
        Some([a, b])
    }

    /// [`Packer::pack`] for decks of more than a vector.
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,popcnt,bmi2")]
    fn pack_pieces<const W: usize>(&self, deck: &[u8]) -> Option<[HighHand<W>; 2]> {
        /// The bytes of a hand of sixteen words.
        const MOST: usize = 1_024;
        let mut dealt = [[0; MOST]; 2];
        let [a, b] = &mut dealt;
        let of_b = self.cards - self.of_a;
        let (a, b) = (&mut a[..self.of_a], &mut b[..of_b]);
        match self.split {
            Split::Halves | Split::First(_) => {
                a.copy_from_slice(&deck[..self.of_a]);
                b.copy_from_slice(&deck[self.of_a..self.cards]);
            }
            Split::Alternate => {
                for (a, pair) in a.iter_mut().zip(deck.chunks(2)) {
                    *a = pair[0];
                }
                for (b, pair) in b.iter_mut().zip(deck.chunks(2)) {
                    *b = pair[1];
                }
            }
        }
        let turned = _mm512_sub_epi8(_mm512_set1_epi8(63), iota());
        let (mut hands, mut all_courts) = ([HighHand::NONE; 2], 0);
        for ((hand, dealt), held) in hands.iter_mut().zip(&dealt).zip([self.of_a, of_b]) {
            let (pieces, _) = dealt.as_chunks::<64>();
            let mut courts_before = 0;
            for (i, piece) in pieces[..held.div_ceil(64)].iter().enumerate() {
                let piece = piece.register();
                let all = !u64::MAX.checked_shr((held - 64 * i) as u32).unwrap_or(0);
                let (courts, demands) = self.piece(_mm512_permutexvar_epi8(turned, piece), all)?;
                hand.courts[i] = courts;
                put(&mut hand.demands, 2 * courts_before, demands);
                courts_before += courts.count_ones() as usize;
            }
            put(&mut hand.courts, held, 1 << 127);
            all_courts += courts_before;
        }
        (all_courts == self.courts as usize).then_some(hands)
    }

    /// Where the court cards of up to 64 cards lie, and what they demand, less 1; both first card
    /// highest, in the vector and in the result. `None` if there is a rank that is not known.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,popcnt,bmi2")]
    fn piece(&self, cards: __m512i, all: u64) -> Option<(u64, u128)> {
        if _mm512_movepi8_mask(cards) & all != 0 {
            return None;
        }
        let demand = _mm512_permutex2var_epi8(self.demand[0], cards, self.demand[1]);
        let courts = _mm512_test_epi8_mask(demand, demand) & all;
        let demand = _mm512_sub_epi8(demand, _mm512_set1_epi8(1));
        let demand = _mm512_maskz_compress_epi8(courts, demand);
        // Two bits of each byte: bytes to pairs, pairs to fours, then the low byte of each four.
        let pairs = _mm512_maddubs_epi16(demand, _mm512_set1_epi16(0x0401));
        let fours = _mm512_madd_epi16(pairs, _mm512_set1_epi32(0x0010_0001));
        let demands = _mm512_cvtepi32_epi8(fours);
        let (low, high) = (_mm_cvtsi128_si64(demands), _mm_extract_epi64::<1>(demands));
        let demands = u128::from(high as u64) << 64 | u128::from(low as u64);
        Some((courts, demands.checked_shl(128 - 2 * courts.count_ones()).unwrap_or(0)))
    }
}

/// The first 64 bytes; it panics if there are not so many.
#[inline(always)]
fn register(bytes: &[u8]) -> __m512i {
    let (pieces, _) = bytes.as_chunks::<64>();
    pieces[0].register()
}

/// Each byte's place.
fn iota() -> __m512i {
    std::array::from_fn::<u8, 64, _>(|k| k as u8).register()
}
