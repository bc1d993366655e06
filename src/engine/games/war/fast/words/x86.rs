//! The words of x86-64: 128, 256 and 512 bits.

use std::arch::x86_64::*;

use super::registers::InRegister as _;
use super::tapes::{Lanes, Tapes};
use super::vocabulary::{
    Handout, PAIRS, Pots, WAR_ROWS, WidePots, Words, Work, put_in_order, row, words,
};
use crate::core::seats::both;

/// Each of these has instructions: the functions below make one, and nobody else.
#[derive(Clone, Copy)]
pub struct Sse41(());
#[derive(Clone, Copy)]
pub struct Avx2(());
#[derive(Clone, Copy)]
pub struct Avx512(());

#[target_feature(enable = "ssse3,sse4.1,popcnt")]
pub fn sse41(work: impl Work) {
    work.by(Sse41(()));
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub fn avx2(work: impl Work) {
    work.by(Avx2(()));
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
pub fn avx512(work: impl Work) {
    work.by(Avx512(()));
}

/// By how many of the first eight pots A wins: where the second eight pots go (by 0x80: the first ones stay).
const fn splices() -> [[u8; 32]; 16] {
    let mut rows = [[0x80; 32]; 16];
    let mut k = 0;
    while k < 16 * 16 {
        let at = (2 * (k / 16) + k % 16) % 32;
        rows[k / 16][at] = (k % 16) as u8;
        k += 1;
    }
    rows
}

#[repr(C, align(64))]
struct Aligned<T>(T);

/// The bits set in four bits; so many bits; the order that turns 16 bytes round.
static BITS: Aligned<[u8; 16]> = Aligned([0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4]);
static ONES: Aligned<[u8; 16]> = Aligned([0, 1, 3, 7, 15, 31, 63, 127, 255, 0, 0, 0, 0, 0, 0, 0]);
static BACK: Aligned<[u8; 16]> = Aligned([15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);

static SPLICE: Aligned<[[u8; 32]; 16]> = Aligned(splices());

/// The next 16 cards of A, and of B as they lie.
#[inline(always)]
fn next(tapes: &mut Tapes, heads: &[Lanes; 2], lane: usize) -> [__m128i; 2] {
    let [a, b]: [[u8; 16]; 2] = tapes.next(heads, lane);
    [a.register(), b.register()]
}

/// SAFETY: the instructions are there.
#[inline(always)]
unsafe fn pairs_of(
    tapes: &mut Tapes,
    heads: &[Lanes; 2],
    lanes: usize,
    [low, high]: [u8; 2],
    to: &mut Lanes,
) {
    for lane in 0..lanes {
        let [a, b] = next(tapes, heads, lane);
        // SAFETY: the caller's.
        unsafe {
            let b = _mm_shuffle_epi8(b, BACK.0.register());
            let least = _mm_cmpeq_epi8(_mm_min_epu8(a, b), _mm_set1_epi8(low.cast_signed()));
            let most = _mm_cmpeq_epi8(_mm_max_epu8(a, b), _mm_set1_epi8(high.cast_signed()));
            to.0[lane] = _mm_movemask_epi8(_mm_and_si128(least, most)) as u16;
        }
    }
}

/// What all of them do alike, but for the names of two instructions.
macro_rules! alike {
    ($up:ident, $down:ident) => {
        #[inline(always)]
        fn shift(self, by: u16) -> __m128i {
            [by, 0, 0, 0, 0, 0, 0, 0].register()
        }
        #[inline(always)]
        fn up(self, a: Self::U, by: __m128i) -> Self::U {
            // SAFETY: whoever has these words has the instructions; below, too.
            unsafe { both!(|k| $up(a[k], by)) }
        }
        #[inline(always)]
        fn down(self, a: Self::U, by: __m128i) -> Self::U {
            unsafe { both!(|k| $down(a[k], by)) }
        }
        #[inline(always)]
        fn pairs_of(
            self,
            tapes: &mut Tapes,
            heads: &[Lanes; 2],
            lanes: usize,
            codes: [u8; 2],
            to: &mut Lanes,
        ) {
            unsafe { pairs_of(tapes, heads, lanes, codes, to) }
        }
        #[inline(always)]
        fn permute(self, bytes: [u8; 16], places: &[u8; 16]) -> [u8; 16] {
            let permuted = unsafe { _mm_shuffle_epi8(bytes.register(), places.register()) };
            <[u8; 16]>::of(permuted)
        }
    };
}

impl Words for Sse41 {
    const LANES: usize = 16;
    type U = [__m128i; 2];
    type Shift = __m128i;

    words! {
        8:
        and(a, b) = both!(|k| _mm_and_si128(a[k], b[k]));
        or(a, b) = both!(|k| _mm_or_si128(a[k], b[k]));
        but(a, b) = both!(|k| _mm_andnot_si128(b[k], a[k]));
        add(a, b) = both!(|k| _mm_add_epi16(a[k], b[k]));
        sub(a, b) = both!(|k| _mm_sub_epi16(a[k], b[k]));
        times(a, b) = both!(|k| _mm_mullo_epi16(a[k], b[k]));
        min(a, b) = both!(|k| _mm_min_epu16(a[k], b[k]));
        eq(a, b) = both!(|k| _mm_cmpeq_epi16(a[k], b[k]));
        select(mark, a, b) = both!(|k| _mm_blendv_epi8(b[k], a[k], mark[k]));
        low(a) = both!(|k| {
            let eight = _mm_set1_epi16(8);
            let above = _mm_slli_epi16::<8>(_mm_subs_epu16(a[k], eight));
            let bytes = _mm_or_si128(_mm_min_epu16(a[k], eight), above);
            _mm_shuffle_epi8(ONES.0.register(), bytes)
        });
        count(a) = both!(|k| {
            let (bits, four) = (BITS.0.register(), _mm_set1_epi8(15));
            let low = _mm_shuffle_epi8(bits, _mm_and_si128(a[k], four));
            let high = _mm_and_si128(_mm_srli_epi16::<4>(a[k]), four);
            _mm_add_epi8(low, _mm_shuffle_epi8(bits, high))
        });
    }
    alike! { _mm_sll_epi16, _mm_srl_epi16 }
    #[inline(always)]
    fn marked(self, a: Self::U) -> u64 {
        unsafe { _mm_movemask_epi8(_mm_packs_epi16(a[0], a[1])) as u64 }
    }
    #[inline(always)]
    fn compare(self, tapes: &mut Tapes, heads: &[Lanes; 2], lanes: usize, to: &mut [Lanes; 2]) {
        for lane in 0..lanes.min(Self::LANES) {
            let [a, b] = next(tapes, heads, lane);
            unsafe {
                let b = _mm_shuffle_epi8(b, BACK.0.register());
                let not_lower = _mm_cmpeq_epi8(_mm_max_epu8(a, b), a);
                to[0].0[lane] = _mm_movemask_epi8(_mm_cmpeq_epi8(a, b)) as u16;
                to[1].0[lane] = _mm_movemask_epi8(not_lower) as u16;
            }
        }
    }
}

impl Words for Avx2 {
    const LANES: usize = 32;
    type U = [__m256i; 2];
    type Shift = __m128i;

    words! {
        16:
        and(a, b) = both!(|k| _mm256_and_si256(a[k], b[k]));
        or(a, b) = both!(|k| _mm256_or_si256(a[k], b[k]));
        but(a, b) = both!(|k| _mm256_andnot_si256(b[k], a[k]));
        add(a, b) = both!(|k| _mm256_add_epi16(a[k], b[k]));
        sub(a, b) = both!(|k| _mm256_sub_epi16(a[k], b[k]));
        times(a, b) = both!(|k| _mm256_mullo_epi16(a[k], b[k]));
        min(a, b) = both!(|k| _mm256_min_epu16(a[k], b[k]));
        eq(a, b) = both!(|k| _mm256_cmpeq_epi16(a[k], b[k]));
        select(mark, a, b) = both!(|k| _mm256_blendv_epi8(b[k], a[k], mark[k]));
        low(a) = both!(|k| {
            let eight = _mm256_set1_epi16(8);
            let above = _mm256_slli_epi16::<8>(_mm256_subs_epu16(a[k], eight));
            let bytes = _mm256_or_si256(_mm256_min_epu16(a[k], eight), above);
            _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(ONES.0.register()), bytes)
        });
        count(a) = both!(|k| {
            let bits = _mm256_broadcastsi128_si256(BITS.0.register());
            let four = _mm256_set1_epi8(15);
            let low = _mm256_shuffle_epi8(bits, _mm256_and_si256(a[k], four));
            let high = _mm256_and_si256(_mm256_srli_epi16::<4>(a[k]), four);
            _mm256_add_epi8(low, _mm256_shuffle_epi8(bits, high))
        });
    }
    alike! { _mm256_sll_epi16, _mm256_srl_epi16 }
    #[inline(always)]
    fn marked(self, a: Self::U) -> u64 {
        unsafe {
            let marks = _mm256_packs_epi16(a[0], a[1]);
            let marks = _mm256_permute4x64_epi64::<0b11_01_10_00>(marks);
            (_mm256_movemask_epi8(marks) as u32).into()
        }
    }
    #[inline(always)]
    fn compare(self, tapes: &mut Tapes, heads: &[Lanes; 2], lanes: usize, to: &mut [Lanes; 2]) {
        let [equal, not_lower] = to.each_mut().map(|to| to.0.as_chunks_mut::<2>().0);
        for pair in 0..lanes.min(Self::LANES).div_ceil(2) {
            let [[a0, b0], [a1, b1]] = both!(|k| next(tapes, heads, 2 * pair + k));
            unsafe {
                let (a, b) = (_mm256_set_m128i(a1, a0), _mm256_set_m128i(b1, b0));
                let b = _mm256_shuffle_epi8(b, _mm256_broadcastsi128_si256(BACK.0.register()));
                let bits = |marks| {
                    let bits = _mm256_movemask_epi8(marks) as u32;
                    [bits as u16, (bits >> 16) as u16]
                };
                equal[pair] = bits(_mm256_cmpeq_epi8(a, b));
                not_lower[pair] = bits(_mm256_cmpeq_epi8(_mm256_max_epu8(a, b), a));
            }
        }
    }
    #[inline(always)]
    fn hand_out(self, tapes: &mut Tapes, pots: &Pots, deals: &Handout, lanes: usize) {
        put_in_order(self, tapes, pots, deals, lanes);
        for lane in 0..lanes.min(Self::LANES) {
            let [a, b] = next(tapes, &deals.from, lane);
            // SAFETY: as above; rows are set within the tables.
            unsafe {
                // The first eight cards of A and of B, backwards, and the others.
                let (a, b) = (_mm_castsi128_pd(a), _mm_castsi128_pd(b));
                let x = [_mm_shuffle_pd::<0b10>(a, b), _mm_shuffle_pd::<0b01>(a, b)];
                let [x0, x1] = both!(|half| {
                    let row = row(&pots.rows, deals.rows[half].0[lane]);
                    let pots = _mm_shuffle_epi8(_mm_castpd_si128(x[half]), row.register());
                    _mm256_set_m128i(pots, pots)
                });
                let splice = row(&SPLICE.0, deals.splice.0[lane]).register();
                let all = _mm256_blendv_epi8(_mm256_shuffle_epi8(x1, splice), x0, splice);
                tapes.put(&deals.to, lane, [<[u8; 32]>::of(all); 2]);
            }
        }
    }
}

impl Words for Avx512 {
    const LANES: usize = 64;
    const WIDE: bool = true;
    type U = [__m512i; 2];
    type Shift = __m128i;

    words! {
        32:
        and(a, b) = both!(|k| _mm512_and_si512(a[k], b[k]));
        or(a, b) = both!(|k| _mm512_or_si512(a[k], b[k]));
        but(a, b) = both!(|k| _mm512_andnot_si512(b[k], a[k]));
        add(a, b) = both!(|k| _mm512_add_epi16(a[k], b[k]));
        sub(a, b) = both!(|k| _mm512_sub_epi16(a[k], b[k]));
        times(a, b) = both!(|k| _mm512_mullo_epi16(a[k], b[k]));
        min(a, b) = both!(|k| _mm512_min_epu16(a[k], b[k]));
        eq(a, b) = both!(|k| _mm512_movm_epi16(_mm512_cmpeq_epi16_mask(a[k], b[k])));
        select(mark, a, b) = both!(|k| _mm512_ternarylogic_epi32::<0xca>(mark[k], a[k], b[k]));
        low(a) = both!(|k| {
            let all = _mm512_set1_epi16(!0);
            _mm512_andnot_si512(_mm512_sllv_epi16(all, a[k]), all)
        });
        count(a) = both!(|k| _mm512_popcnt_epi8(a[k]));
        bits(a) = both!(|k| _mm512_popcnt_epi16(a[k]));
    }
    alike! { _mm512_sll_epi16, _mm512_srl_epi16 }
    #[inline(always)]
    fn marked(self, a: Self::U) -> u64 {
        let [low, high] = both!(|k| u64::from(unsafe { _mm512_movepi16_mask(a[k]) }));
        low | high << 32
    }
    #[inline(always)]
    fn compare(self, tapes: &mut Tapes, heads: &[Lanes; 2], lanes: usize, to: &mut [Lanes; 2]) {
        let [equal, not_lower] = to.each_mut().map(|to| to.0.as_chunks_mut::<4>().0);
        for four in 0..lanes.min(Self::LANES).div_ceil(4) {
            let [[[a0, b0], [a1, b1]], [[a2, b2], [a3, b3]]] =
                both!(|half| both!(|k| next(tapes, heads, 4 * four + 2 * half + k)));
            unsafe {
                let of = |x: [__m128i; 4]| {
                    let low = _mm256_set_m128i(x[1], x[0]);
                    let high = _mm256_set_m128i(x[3], x[2]);
                    _mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), high)
                };
                let (a, b) = (of([a0, a1, a2, a3]), of([b0, b1, b2, b3]));
                let b = _mm512_shuffle_epi8(b, _mm512_broadcast_i32x4(BACK.0.register()));
                let bits = |marks: u64| {
                    [marks as u16, (marks >> 16) as u16, (marks >> 32) as u16, (marks >> 48) as u16]
                };
                equal[four] = bits(_mm512_cmpeq_epi8_mask(a, b));
                not_lower[four] = bits(_mm512_cmpge_epu8_mask(a, b));
            }
        }
    }
    #[inline(always)]
    fn set(
        self,
        deals: &mut Handout,
        a_wins: Self::U,
        mut ties: [Self::U; 2],
        chain: Self::U,
        pots: &Pots,
    ) {
        self.store(&mut deals.a_wins, a_wins);
        if pots.war.is_none() {
            return;
        }
        // The first row is that of both.
        let two = self.and(chain, self.all(2 * WAR_ROWS as u16));
        ties[1] = self.but(ties[1], chain);
        for ((rows, tie), two) in deals.rows.iter_mut().zip(ties).zip([two, self.all(0)]) {
            let place = self.bits(self.sub(tie, self.all(1)));
            let lost = self.and(self.none(self.and(tie, a_wins)), self.all(WAR_ROWS as u16));
            let row = self.add(self.add(place, lost), two);
            self.store(rows, self.up(row, self.shift(5)));
        }
    }
    #[inline(always)]
    fn hand_out(self, tapes: &mut Tapes, pots: &Pots, deals: &Handout, lanes: usize) {
        let WidePots { first, second, back, .. } = &pots.wide;
        let (back, plain) = (back.register(), first[usize::from(PAIRS)].register());
        for lane in 0..lanes.min(Self::LANES) {
            let [a, b] = next(tapes, &deals.from, lane);
            unsafe {
                let cards = _mm256_set_m128i(b, a);
                let pots = if pots.war.is_none() {
                    _mm256_permutexvar_epi8(plain, cards)
                } else {
                    // Rows are set within the tables.
                    let first = row(first, deals.rows[0].0[lane]).register();
                    let second = row(second, deals.rows[1].0[lane]).register();
                    _mm256_permutexvar_epi8(second, _mm256_permutexvar_epi8(first, cards))
                };
                let to_a = deals.a_wins.0[lane];
                let of_a = _mm256_maskz_compress_epi16(to_a, pots);
                let of_b = _mm256_maskz_compress_epi16(!to_a, pots);
                let of_b = _mm256_permutexvar_epi8(back, of_b);
                tapes.put(&deals.to, lane, [of_a, of_b].map(<[u8; 32]>::of));
            }
        }
    }
}
