//! The few words that a step is written in, and what each machine has for them.
//!
//! A word of *lanes* does the same to a number of 16 bits of each game of a batch; three words of *bytes*
//! handle the cards: compare the next 16 pairs of each game, and hand out what was won. `step` and
//! `flight` are written once, over [`Words`].
//!
//! All that is unsafe is here, for two reasons. Instructions that not every machine has are unsafe to
//! call: whoever has a value of [`Words`] has them, since there is one only in functions that are
//! compiled for them. And cards are read and written wherever a hand happens to lie: a place on
//! [`Tapes`] is 16 bits, and all that 16 bits can say is there, with a margin on either side.
#![allow(unsafe_code)]

use crate::core::both::both;
use crate::core::processor::{Level, Processor};

/// Most games of a batch.
pub const MOST_LANES: usize = 64;

/// Where the second ties of a batch lie where wars are put in order in memory: such batches are smaller.
const SECOND: usize = MOST_LANES / 2;

/// Most pairs of a step.
pub const PAIRS: u16 = 16;

/// Places of a tie in a step, and none.
pub const TIES: usize = PAIRS as usize + 1;

/// Bytes in front of a place and behind it that words read and write.
const MARGIN: usize = 64;

/// A number of each game of a batch; a machine with fewer lanes uses the first ones.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub struct Lanes(pub [u16; MOST_LANES]);

/// The cards of a batch. A's next card lies at a place and those that follow above it; B's next
/// card lies below a place, and those that follow below that.
#[repr(C, align(64))]
pub struct Tapes([u8; MARGIN + (1 << 16) + MARGIN]);

impl Default for Lanes {
    fn default() -> Self {
        Self([0; MOST_LANES])
    }
}

impl Default for Tapes {
    fn default() -> Self {
        Self([0; MARGIN + (1 << 16) + MARGIN])
    }
}

impl Tapes {
    /// Room for cards from a place upwards; it panics if there is not so much.
    #[inline(always)]
    pub fn above(&mut self, place: u16, cards: usize) -> &mut [u8] {
        &mut self.0[MARGIN + usize::from(place)..][..cards]
    }

    /// Room for cards from a place downwards, the lowest first; it panics if there is not so much.
    #[inline(always)]
    pub fn below(&mut self, place: u16, cards: usize) -> &mut [u8] {
        &mut self.0[MARGIN + usize::from(place) - cards..][..cards]
    }

    /// Two hands of so many cards as they lie; it panics if there are not so many.
    #[inline(always)]
    pub fn hands(&self, [a, b]: [u16; 2], held: [usize; 2]) -> [&[u8]; 2] {
        let b = MARGIN + usize::from(b);
        [&self.0[MARGIN + usize::from(a)..][..held[0]], &self.0[b - held[1]..b]]
    }

    /// Moves hands of so many cards from places to others, on one tape towards its ends. Up to
    /// [`MARGIN`] bytes behind either hand are moved, too.
    #[inline(always)]
    pub fn move_hands(&mut self, from: [u16; 2], to: [u16; 2], held: [u16; 2]) {
        for done in (0..held[0]).step_by(MARGIN) {
            let [from, to] = [from, to].map(|place| self.at(place[0].wrapping_add(done)));
            // SAFETY: within the margin.
            unsafe { std::ptr::copy(from, to, MARGIN) };
        }
        for done in (0..held[1]).step_by(MARGIN) {
            let [from, to] = [from, to].map(|place| self.at(place[1].wrapping_sub(done)));
            // SAFETY: within the margin.
            unsafe { std::ptr::copy(from.sub(MARGIN), to.sub(MARGIN), MARGIN) };
        }
    }

    /// [`MARGIN`] bytes can be read and written on either side of it.
    #[inline(always)]
    fn at(&mut self, place: u16) -> *mut u8 {
        // SAFETY: a place is less than the tapes are long without their margins.
        unsafe { self.0.as_mut_ptr().add(MARGIN + usize::from(place)) }
    }

    /// The next cards of both players of a lane, so many of each: A's, and B's backwards.
    #[inline(always)]
    fn next<const N: usize>(&mut self, heads: &[Lanes; 2], lane: usize) -> [[u8; N]; 2] {
        const { assert!(N <= MARGIN) };
        let [a, b] = [self.at(heads[0].0[lane]), self.at(heads[1].0[lane])];
        // SAFETY: within the margin.
        unsafe { [a.cast::<[u8; N]>().read(), b.sub(N).cast::<[u8; N]>().read()] }
    }

    /// Puts cards there, A's from a place upwards, B's from a place downwards.
    #[inline(always)]
    fn put<const N: usize>(&mut self, heads: &[Lanes; 2], lane: usize, cards: [[u8; N]; 2]) {
        const { assert!(N <= MARGIN) };
        let [a, b] = [self.at(heads[0].0[lane]), self.at(heads[1].0[lane])];
        // SAFETY: within the margin.
        unsafe {
            a.cast::<[u8; N]>().write(cards[0]);
            b.sub(N).cast::<[u8; N]>().write(cards[1]);
        }
    }
}

/// How pots are put in order.
#[repr(C, align(64))]
pub struct Pots {
    /// By what A wins of eight pairs, whose cards of A lie in the lower half of 16 bytes and whose cards
    /// of B lie backwards in the upper half: how A's pots lie upwards from byte 0, and B's downwards
    /// from byte 15.
    pub rows: [[u8; 16]; 256],
    /// How 16 cards of A and 16 of B, backwards, have to lie so that the pairs of a war, taken in turn, are
    /// its pot, by the place of the tie (the last: none), if A wins and then if B does, for a first war of a
    /// step and for a second. After the second the first eight cards of both lie in front of the others,
    /// as `rows` want them.
    pub wars: [[[u8; 32]; 2 * TIES]; 2],
    /// The same of eight cards of A from the tie on and eight of B, backwards, if A wins and if B does;
    /// nothing where cards lie so.
    pub war: Option<[[u8; 16]; 2]>,
}

/// What the step of each game does with its cards.
#[derive(Default)]
pub struct Deals {
    /// Where the hands begin, A's and B's.
    pub from: [Lanes; 2],
    /// Where they end.
    pub to: [Lanes; 2],
    /// Where in [`Pots::rows`] the row of the first eight pairs begins, and of the others, in bytes.
    rows: [Lanes; 2],
    /// Where in a table the row begins that says where the pots of the others go: 32 times the pairs of the
    /// first eight that A wins.
    splice: Lanes,
    /// Where in [`Pots::wars`] the rows of the wars begin.
    wars: [Lanes; 2],
    /// Or where the wars begin on the tapes, the second ones from [`SECOND`] on, and the lanes that have one and
    /// in which B wins it.
    ties: [Lanes; 2],
    has: u64,
    lost: u64,
}

impl Deals {
    /// A wins these pairs; `ties` are those of a first war and a second, if any.
    #[inline(always)]
    pub fn set<W: Words>(&mut self, w: W, a_wins: W::U, ties: [W::U; 2], pots: &Pots) {
        // Whatever the words are, these places are within the tables: 255, 15 and two times 16 and 17 at most.
        let (low, high) = (w.and(a_wins, w.all(255)), w.down(a_wins, w.shift(8)));
        w.store(&mut self.rows[0], w.up(low, w.shift(4)));
        w.store(&mut self.rows[1], w.up(high, w.shift(4)));
        let first = w.and(w.count(a_wins), w.all(15));
        w.store(&mut self.splice, w.up(first, w.shift(5)));
        if !W::IN_REGISTERS && pots.war.is_none() {
            return;
        }
        let place = both!(|k| w.bits(w.sub(ties[k], w.all(1))));
        let lost = both!(|k| w.none(w.and(ties[k], a_wins)));
        if W::IN_REGISTERS {
            for k in 0..2 {
                let lost = w.and(lost[k], w.all(TIES as u16));
                w.store(&mut self.wars[k], w.up(w.add(place[k], lost), w.shift(5)));
            }
        } else {
            let [a, b] = both!(|seat| w.load(&self.from[seat]));
            w.store_two(&mut self.ties[0], both!(|k| w.add(a, place[k])));
            w.store_two(&mut self.ties[1], both!(|k| w.sub(b, place[k])));
            let has = both!(|k| !w.marked(w.none(ties[k])) & all_lanes::<W>());
            self.has = has[0] | has[1] << SECOND;
            self.lost = w.marked(lost[0]) | w.marked(lost[1]) << SECOND;
        }
    }
}

/// A bit of each lane.
pub fn all_lanes<W: Words>() -> u64 {
    u64::MAX >> (MOST_LANES - W::LANES)
}

/// What a step is written in.
pub trait Words: Copy {
    /// Games of a batch.
    const LANES: usize;
    /// Whether wars are put in order in registers.
    const IN_REGISTERS: bool;
    /// A number of 16 bits of each game.
    type U: Copy;
    /// How far to shift.
    type Shift: Copy;

    /// Numbers in memory.
    fn load(self, x: &Lanes) -> Self::U;
    /// Into memory.
    fn store(self, to: &mut Lanes, x: Self::U);
    /// Two of them, the second one from lane [`SECOND`] on.
    fn store_two(self, to: &mut Lanes, x: [Self::U; 2]);
    /// The same number for all.
    fn all(self, x: u16) -> Self::U;
    /// `a & b`.
    fn and(self, a: Self::U, b: Self::U) -> Self::U;
    /// `a | b`.
    fn or(self, a: Self::U, b: Self::U) -> Self::U;
    /// `a & !b`.
    fn but(self, a: Self::U, b: Self::U) -> Self::U;
    /// `a + b`.
    fn add(self, a: Self::U, b: Self::U) -> Self::U;
    /// `a - b`.
    fn sub(self, a: Self::U, b: Self::U) -> Self::U;
    /// `a * b`.
    fn times(self, a: Self::U, b: Self::U) -> Self::U;
    /// The lesser one.
    fn min(self, a: Self::U, b: Self::U) -> Self::U;
    /// All bits where they are equal.
    fn eq(self, a: Self::U, b: Self::U) -> Self::U;
    /// `a` where all bits of `mark` are set, `b` where none is.
    fn select(self, mark: Self::U, a: Self::U, b: Self::U) -> Self::U;
    /// For [`Words::up`] and [`Words::down`].
    fn shift(self, by: u16) -> Self::Shift;
    /// `a << by`; nothing for 16 and more.
    fn up(self, a: Self::U, by: Self::Shift) -> Self::U;
    /// `a >> by`, likewise.
    fn down(self, a: Self::U, by: Self::Shift) -> Self::U;
    /// `(1 << a) - 1`, for at most 16.
    fn low(self, a: Self::U) -> Self::U;
    /// The bits set in each byte.
    fn count(self, a: Self::U) -> Self::U;
    /// The lanes in which the highest bit is set.
    fn marked(self, a: Self::U) -> u64;

    /// The lowest bit, if any.
    #[inline(always)]
    fn lowest(self, a: Self::U) -> Self::U {
        self.and(a, self.sub(self.all(0), a))
    }

    /// All bits where there are none.
    #[inline(always)]
    fn none(self, a: Self::U) -> Self::U {
        self.eq(a, self.all(0))
    }

    /// The bits set.
    #[inline(always)]
    fn bits(self, a: Self::U) -> Self::U {
        let (bytes, eight) = (self.count(a), self.shift(8));
        self.down(self.add(bytes, self.up(bytes, eight)), eight)
    }

    /// Compares the next 16 pairs of so many games: which tie, and in which B's card is not higher.
    fn compare(self, tapes: &mut Tapes, heads: &[Lanes; 2], lanes: usize, to: &mut [Lanes; 2]);
    /// Which of these pairs are of these two codes, the lower one first, whoever has which.
    fn pairs_of(
        self,
        tapes: &mut Tapes,
        heads: &[Lanes; 2],
        lanes: usize,
        codes: [u8; 2],
        to: &mut Lanes,
    );
    /// Gives 16 pots of so many games to those who win them. 32 bytes are written behind either hand.
    fn hand_out(self, tapes: &mut Tapes, pots: &Pots, deals: &Deals, lanes: usize);
}

/// The words that this processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Byte shuffles, and lanes of 128 bits.
    #[cfg(target_arch = "x86_64")]
    Sse41,
    /// Of 256 bits.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// Of 512 bits, and permutations of 32 bytes.
    #[cfg(target_arch = "x86_64")]
    Avx512,
    /// Permutations of bytes by `tbl`, and lanes of 128 bits.
    #[cfg(target_arch = "aarch64")]
    Neon,
}

/// What is done by words.
pub trait Work {
    /// Does it; to be inlined always, as all that is called with these words.
    fn by<W: Words>(self, words: W);
}

impl Kind {
    /// The fastest of a processor, if it can permute bytes.
    pub fn of(processor: Processor) -> Option<Self> {
        let kinds = [
            #[cfg(target_arch = "x86_64")]
            (Level::Avx512Vbmi2, Self::Avx512),
            #[cfg(target_arch = "x86_64")]
            (Level::Avx2, Self::Avx2),
            #[cfg(target_arch = "x86_64")]
            (Level::Bytes16, Self::Sse41),
            #[cfg(target_arch = "aarch64")]
            (Level::Bytes16, Self::Neon),
        ];
        kinds.into_iter().find(|&(level, _)| processor.has(level)).map(|(_, kind)| kind)
    }

    /// Does a work by these words.
    pub fn stamp(self, work: impl Work) {
        match self {
            // SAFETY: a kind is made only of what the processor has.
            #[cfg(target_arch = "x86_64")]
            Self::Sse41 => unsafe { x86::sse41(work) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => unsafe { x86::avx2(work) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => unsafe { x86::avx512(work) },
            #[cfg(target_arch = "aarch64")]
            Self::Neon => work.by(neon::Neon::here()),
        }
    }
}

/// Words of lanes, each by what a machine calls it.
macro_rules! words {
    ($($name:ident($($x:ident),*) = $e:expr;)*) => {$(
        #[inline(always)]
        fn $name(self, $($x: Self::U),*) -> Self::U {
            // SAFETY: whoever has these words has the instructions.
            #[allow(unused_unsafe)]
            unsafe { $e }
        }
    )*};
}

/// Puts cards of wars in order where they lie: eight cards of A and eight of B of each.
#[inline(always)]
fn put_in_order(
    tapes: &mut Tapes,
    pots: &Pots,
    deals: &Deals,
    permute: impl Fn([u8; 16], &[u8; 16]) -> [u8; 16],
) {
    let Some(orders) = &pots.war else { return };
    let mut ties = deals.has;
    while ties != 0 {
        let k = ties.trailing_zeros() as usize;
        ties &= ties - 1;
        let [a, b]: [[u8; 8]; 2] = tapes.next(&deals.ties, k);
        let both = u128::from(u64::from_le_bytes(a)) | u128::from(u64::from_le_bytes(b)) << 64;
        let both = permute(both.to_le_bytes(), &orders[(deals.lost >> k & 1) as usize]);
        let both = u128::from_le_bytes(both);
        let (a, b) = (both as u64, (both >> 64) as u64);
        tapes.put(&deals.ties, k, [a.to_le_bytes(), b.to_le_bytes()]);
    }
}

/// The row that begins at this byte.
///
/// SAFETY: one does.
#[inline(always)]
unsafe fn row<const N: usize>(rows: &[[u8; N]], byte: u16) -> &[u8; N] {
    debug_assert!(usize::from(byte).is_multiple_of(N) && usize::from(byte) / N < rows.len());
    // SAFETY: the caller's.
    unsafe { &*rows.as_ptr().byte_add(byte.into()) }
}

/// By how many of the first eight pots A wins: where the second eight pots go, between A's of the first and
/// B's. The first ones are taken from byte 0 of a row for each of these, the second ones from this byte on.
#[cfg(target_arch = "x86_64")]
const fn splices(of_second: u8, of_first: [u8; 2]) -> [[u8; 32]; 16] {
    let mut rows = [[0; 32]; 16];
    let mut k = 0;
    while k < 16 * 32 {
        let (first, at) = (2 * (k / 32), k % 32);
        let second = at >= first && at < first + 16;
        rows[k / 32][at] = match second {
            true => of_second + (at - first) as u8,
            false => of_first[at / 16] + (at % 16) as u8,
        };
        k += 1;
    }
    rows
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use crate::core::registers::InRegister as _;
    use crate::games::war::fast::words::*;

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

    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512bitalg")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub fn avx512(work: impl Work) {
        work.by(Avx512(()));
    }

    #[repr(C, align(64))]
    struct Aligned<T>(T);

    /// The bits set in four bits; so many bits; the order that turns 16 bytes round.
    static BITS: Aligned<[u8; 16]> = Aligned([0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4]);
    static ONES: Aligned<[u8; 16]> =
        Aligned([0, 1, 3, 7, 15, 31, 63, 127, 255, 0, 0, 0, 0, 0, 0, 0]);
    static BACK: Aligned<[u8; 16]> =
        Aligned([15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);

    /// Where the second pots go and the first ones stay (by 0x80); and where both come from that lie one
    /// behind the other.
    static SPLICE: Aligned<[[u8; 32]; 16]> = Aligned(splices(0, [0x80; 2]));
    static SPLICE_BOTH: Aligned<[[u8; 32]; 16]> = Aligned(splices(16, [0; 2]));

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

    /// Puts cards of wars in order.
    ///
    /// SAFETY: the instructions are there.
    #[inline(always)]
    unsafe fn wars(tapes: &mut Tapes, pots: &Pots, deals: &Deals) {
        put_in_order(tapes, pots, deals, |x, order| {
            // SAFETY: the caller's.
            <[u8; 16]>::of(unsafe { _mm_shuffle_epi8(x.register(), order.register()) })
        });
    }

    /// The first eight pots of a lane in their order, and the others.
    ///
    /// SAFETY: the instructions are there.
    #[inline(always)]
    unsafe fn pots_of(tapes: &mut Tapes, pots: &Pots, deals: &Deals, lane: usize) -> [__m128i; 2] {
        let [a, b] = next(tapes, &deals.from, lane);
        // SAFETY: the caller's; rows are set within the table.
        unsafe {
            let (a, b) = (_mm_castsi128_pd(a), _mm_castsi128_pd(b));
            let x = [_mm_shuffle_pd::<0b10>(a, b), _mm_shuffle_pd::<0b01>(a, b)];
            both!(|half| {
                let row = row(&pots.rows, deals.rows[half].0[lane]);
                _mm_shuffle_epi8(_mm_castpd_si128(x[half]), row.register())
            })
        }
    }

    impl Words for Sse41 {
        const LANES: usize = 16;
        const IN_REGISTERS: bool = false;
        type U = [__m128i; 2];
        type Shift = __m128i;

        words! {
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
        #[inline(always)]
        fn load(self, x: &Lanes) -> Self::U {
            let (x, _) = x.0.as_chunks::<8>();
            both!(|k| x[k].register())
        }
        #[inline(always)]
        fn store(self, to: &mut Lanes, x: Self::U) {
            let (to, _) = to.0.as_chunks_mut::<8>();
            (to[0], to[1]) = (<[u16; 8]>::of(x[0]), <[u16; 8]>::of(x[1]));
        }
        #[inline(always)]
        fn store_two(self, to: &mut Lanes, x: [Self::U; 2]) {
            let (to, _) = to.0.as_chunks_mut::<8>();
            let second = SECOND / 8;
            (to[0], to[1]) = (<[u16; 8]>::of(x[0][0]), <[u16; 8]>::of(x[0][1]));
            (to[second], to[second + 1]) = (<[u16; 8]>::of(x[1][0]), <[u16; 8]>::of(x[1][1]));
        }
        #[inline(always)]
        fn all(self, x: u16) -> Self::U {
            [[x; 8].register(); 2]
        }
        #[inline(always)]
        fn shift(self, by: u16) -> __m128i {
            [by, 0, 0, 0, 0, 0, 0, 0].register()
        }
        #[inline(always)]
        fn up(self, a: Self::U, by: __m128i) -> Self::U {
            // SAFETY: as for the words above; here and below.
            unsafe { both!(|k| _mm_sll_epi16(a[k], by)) }
        }
        #[inline(always)]
        fn down(self, a: Self::U, by: __m128i) -> Self::U {
            unsafe { both!(|k| _mm_srl_epi16(a[k], by)) }
        }
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
        fn hand_out(self, tapes: &mut Tapes, pots: &Pots, deals: &Deals, lanes: usize) {
            unsafe { wars(tapes, pots, deals) };
            for lane in 0..lanes.min(Self::LANES) {
                unsafe {
                    let [x0, x1] = pots_of(tapes, pots, deals, lane);
                    let first = usize::from(deals.splice.0[lane] / 16);
                    let [to_a, to_b] = both!(|seat| tapes.at(deals.to[seat].0[lane]));
                    // `first` is 30 at most.
                    _mm_storeu_si128(to_a.cast(), x0);
                    _mm_storeu_si128(to_b.sub(16).cast(), x0);
                    _mm_storeu_si128(to_a.add(first).cast(), x1);
                    _mm_storeu_si128(to_b.sub(32).add(first).cast(), x1);
                }
            }
        }
    }

    impl Words for Avx2 {
        const LANES: usize = 32;
        const IN_REGISTERS: bool = false;
        type U = [__m256i; 2];
        type Shift = __m128i;

        words! {
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
        #[inline(always)]
        fn load(self, x: &Lanes) -> Self::U {
            let (x, _) = x.0.as_chunks::<16>();
            both!(|k| x[k].register())
        }
        #[inline(always)]
        fn store(self, to: &mut Lanes, x: Self::U) {
            let (to, _) = to.0.as_chunks_mut::<16>();
            (to[0], to[1]) = (<[u16; 16]>::of(x[0]), <[u16; 16]>::of(x[1]));
        }
        #[inline(always)]
        fn store_two(self, to: &mut Lanes, x: [Self::U; 2]) {
            let (to, _) = to.0.as_chunks_mut::<16>();
            (to[0], to[1]) = (<[u16; 16]>::of(x[0][0]), <[u16; 16]>::of(x[0][1]));
            (to[2], to[3]) = (<[u16; 16]>::of(x[1][0]), <[u16; 16]>::of(x[1][1]));
        }
        #[inline(always)]
        fn all(self, x: u16) -> Self::U {
            [[x; 16].register(); 2]
        }
        #[inline(always)]
        fn shift(self, by: u16) -> __m128i {
            [by, 0, 0, 0, 0, 0, 0, 0].register()
        }
        #[inline(always)]
        fn up(self, a: Self::U, by: __m128i) -> Self::U {
            // SAFETY: as for the words above; here and below.
            unsafe { both!(|k| _mm256_sll_epi16(a[k], by)) }
        }
        #[inline(always)]
        fn down(self, a: Self::U, by: __m128i) -> Self::U {
            unsafe { both!(|k| _mm256_srl_epi16(a[k], by)) }
        }
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
        fn hand_out(self, tapes: &mut Tapes, pots: &Pots, deals: &Deals, lanes: usize) {
            unsafe { wars(tapes, pots, deals) };
            for lane in 0..lanes.min(Self::LANES) {
                unsafe {
                    let [x0, x1] = pots_of(tapes, pots, deals, lane);
                    let (x0, x1) = (_mm256_set_m128i(x0, x0), _mm256_set_m128i(x1, x1));
                    let splice = row(&SPLICE.0, deals.splice.0[lane]).register();
                    let all = _mm256_blendv_epi8(_mm256_shuffle_epi8(x1, splice), x0, splice);
                    tapes.put(&deals.to, lane, [<[u8; 32]>::of(all); 2]);
                }
            }
        }
    }

    impl Words for Avx512 {
        const LANES: usize = 64;
        const IN_REGISTERS: bool = true;
        type U = [__m512i; 2];
        type Shift = __m128i;

        words! {
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
                let one = _mm512_set1_epi16(1);
                _mm512_sub_epi16(_mm512_sllv_epi16(one, a[k]), one)
            });
            count(a) = both!(|k| _mm512_popcnt_epi8(a[k]));
        }
        #[inline(always)]
        fn load(self, x: &Lanes) -> Self::U {
            let (x, _) = x.0.as_chunks::<32>();
            both!(|k| x[k].register())
        }
        #[inline(always)]
        fn store(self, to: &mut Lanes, x: Self::U) {
            let (to, _) = to.0.as_chunks_mut::<32>();
            (to[0], to[1]) = (<[u16; 32]>::of(x[0]), <[u16; 32]>::of(x[1]));
        }
        fn store_two(self, _: &mut Lanes, _: [Self::U; 2]) {
            unreachable!("wars are put in order in registers");
        }
        #[inline(always)]
        fn all(self, x: u16) -> Self::U {
            [[x; 32].register(); 2]
        }
        #[inline(always)]
        fn shift(self, by: u16) -> __m128i {
            [by, 0, 0, 0, 0, 0, 0, 0].register()
        }
        #[inline(always)]
        fn up(self, a: Self::U, by: __m128i) -> Self::U {
            // SAFETY: as for the words above; here and below.
            unsafe { both!(|k| _mm512_sll_epi16(a[k], by)) }
        }
        #[inline(always)]
        fn down(self, a: Self::U, by: __m128i) -> Self::U {
            unsafe { both!(|k| _mm512_srl_epi16(a[k], by)) }
        }
        #[inline(always)]
        fn marked(self, a: Self::U) -> u64 {
            let [low, high] = unsafe { both!(|k| u64::from(_mm512_movepi16_mask(a[k]))) };
            low | high << 32
        }
        #[inline(always)]
        fn compare(self, tapes: &mut Tapes, heads: &[Lanes; 2], lanes: usize, to: &mut [Lanes; 2]) {
            let [equal, not_lower] = to.each_mut().map(|to| to.0.as_chunks_mut::<4>().0);
            for four in 0..lanes.min(Self::LANES).div_ceil(4) {
                unsafe {
                    let [low, high] = both!(|k| {
                        let [[a0, b0], [a1, b1]] =
                            both!(|j| next(tapes, heads, 4 * four + 2 * k + j));
                        [_mm256_set_m128i(a1, a0), _mm256_set_m128i(b1, b0)]
                    });
                    let [a, b] = both!(|seat| {
                        let low = _mm512_castsi256_si512(low[seat]);
                        _mm512_inserti64x4::<1>(low, high[seat])
                    });
                    let b = _mm512_shuffle_epi8(b, _mm512_broadcast_i32x4(BACK.0.register()));
                    let lanes = |bits: u64| [0, 16, 32, 48].map(|from| (bits >> from) as u16);
                    equal[four] = lanes(_mm512_cmpeq_epi8_mask(a, b));
                    not_lower[four] = lanes(_mm512_cmpge_epu8_mask(a, b));
                }
            }
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
        fn hand_out(self, tapes: &mut Tapes, pots: &Pots, deals: &Deals, lanes: usize) {
            for lane in 0..lanes.min(Self::LANES) {
                unsafe {
                    let [a, b] = next(tapes, &deals.from, lane);
                    let mut x = _mm256_set_m128i(b, a);
                    for k in 0..2 {
                        let order = row(&pots.wars[k], deals.wars[k].0[lane]);
                        x = _mm256_permutexvar_epi8(order.register(), x);
                    }
                    let [first, second] =
                        both!(|half| row(&pots.rows, deals.rows[half].0[lane]).register());
                    let x = _mm256_shuffle_epi8(x, _mm256_set_m128i(second, first));
                    let splice = row(&SPLICE_BOTH.0, deals.splice.0[lane]).register();
                    let all = _mm256_permutexvar_epi8(splice, x);
                    tapes.put(&deals.to, lane, [<[u8; 32]>::of(all); 2]);
                }
            }
        }
    }
}

#[cfg(target_arch = "aarch64")]
mod neon {
    use std::arch::aarch64::*;

    use crate::core::registers::InRegister as _;
    use crate::games::war::fast::words::*;

    /// Every 64-bit ARM machine that the compiler builds for has these instructions.
    #[derive(Clone, Copy)]
    pub struct Neon(());

    impl Neon {
        pub fn here() -> Self {
            Self(())
        }
    }

    /// Each byte's bit in its half of a register.
    const BIT: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];

    /// The marks (whole bytes) of two registers as bits, 16 each.
    #[inline(always)]
    fn bits(marks: [uint8x16_t; 2]) -> [u16; 2] {
        let bit = BIT.register();
        // SAFETY: every such machine has the instructions; here and below.
        let both = unsafe {
            let quarters = vpaddq_u8(vandq_u8(marks[0], bit), vandq_u8(marks[1], bit));
            let halves = vpaddq_u8(quarters, quarters);
            vgetq_lane_u32::<0>(vreinterpretq_u32_u8(vpaddq_u8(halves, halves)))
        };
        [both as u16, (both >> 16) as u16]
    }

    /// The next 16 cards of A, and of B as they lie.
    #[inline(always)]
    fn next(tapes: &mut Tapes, heads: &[Lanes; 2], lane: usize) -> [uint8x16_t; 2] {
        let [a, b]: [[u8; 16]; 2] = tapes.next(heads, lane);
        [a.register(), b.register()]
    }

    /// Turned round.
    #[inline(always)]
    fn back(x: uint8x16_t) -> uint8x16_t {
        unsafe {
            let x = vrev64q_u8(x);
            vextq_u8::<8>(x, x)
        }
    }

    impl Words for Neon {
        const LANES: usize = 16;
        const IN_REGISTERS: bool = true;
        type U = [uint16x8_t; 2];
        type Shift = int16x8_t;

        words! {
            and(a, b) = both!(|k| vandq_u16(a[k], b[k]));
            or(a, b) = both!(|k| vorrq_u16(a[k], b[k]));
            but(a, b) = both!(|k| vbicq_u16(a[k], b[k]));
            add(a, b) = both!(|k| vaddq_u16(a[k], b[k]));
            sub(a, b) = both!(|k| vsubq_u16(a[k], b[k]));
            times(a, b) = both!(|k| vmulq_u16(a[k], b[k]));
            min(a, b) = both!(|k| vminq_u16(a[k], b[k]));
            eq(a, b) = both!(|k| vceqq_u16(a[k], b[k]));
            select(mark, a, b) = both!(|k| vbslq_u16(mark[k], a[k], b[k]));
            low(a) = both!(|k| {
                let one = vdupq_n_u16(1);
                vsubq_u16(vshlq_u16(one, vreinterpretq_s16_u16(a[k])), one)
            });
            count(a) = both!(|k| vreinterpretq_u16_u8(vcntq_u8(vreinterpretq_u8_u16(a[k]))));
        }
        #[inline(always)]
        fn load(self, x: &Lanes) -> Self::U {
            let (x, _) = x.0.as_chunks::<8>();
            both!(|k| x[k].register())
        }
        #[inline(always)]
        fn store(self, to: &mut Lanes, x: Self::U) {
            let (to, _) = to.0.as_chunks_mut::<8>();
            (to[0], to[1]) = (<[u16; 8]>::of(x[0]), <[u16; 8]>::of(x[1]));
        }
        fn store_two(self, _: &mut Lanes, _: [Self::U; 2]) {
            unreachable!("wars are put in order in registers");
        }
        #[inline(always)]
        fn all(self, x: u16) -> Self::U {
            [[x; 8].register(); 2]
        }
        #[inline(always)]
        fn shift(self, by: u16) -> int16x8_t {
            unsafe { vdupq_n_s16(by.cast_signed()) }
        }
        #[inline(always)]
        fn up(self, a: Self::U, by: int16x8_t) -> Self::U {
            unsafe { both!(|k| vshlq_u16(a[k], by)) }
        }
        #[inline(always)]
        fn down(self, a: Self::U, by: int16x8_t) -> Self::U {
            unsafe { both!(|k| vshlq_u16(a[k], vnegq_s16(by))) }
        }
        #[inline(always)]
        fn marked(self, a: Self::U) -> u64 {
            unsafe {
                // All bits of a byte where the highest of the lane is set.
                let [low, high] = both!(|k| {
                    let all = vshrq_n_s16::<15>(vreinterpretq_s16_u16(a[k]));
                    vmovn_u16(vreinterpretq_u16_s16(all))
                });
                let [marked, _] = bits([vcombine_u8(low, high), vdupq_n_u8(0)]);
                marked.into()
            }
        }
        #[inline(always)]
        fn compare(self, tapes: &mut Tapes, heads: &[Lanes; 2], lanes: usize, to: &mut [Lanes; 2]) {
            for lane in 0..lanes.min(Self::LANES) {
                let [a, b] = next(tapes, heads, lane);
                let b = back(b);
                let [equal, not_lower] = bits(unsafe { [vceqq_u8(a, b), vcgeq_u8(a, b)] });
                (to[0].0[lane], to[1].0[lane]) = (equal, not_lower);
            }
        }
        #[inline(always)]
        fn pairs_of(
            self,
            tapes: &mut Tapes,
            heads: &[Lanes; 2],
            lanes: usize,
            [low, high]: [u8; 2],
            to: &mut Lanes,
        ) {
            for lane in 0..lanes.min(Self::LANES) {
                let [a, b] = next(tapes, heads, lane);
                let b = back(b);
                let marks = unsafe {
                    let least = vceqq_u8(vminq_u8(a, b), vdupq_n_u8(low));
                    let most = vceqq_u8(vmaxq_u8(a, b), vdupq_n_u8(high));
                    [vandq_u8(least, most), vdupq_n_u8(0)]
                };
                [to.0[lane], _] = bits(marks);
            }
        }
        #[inline(always)]
        fn hand_out(self, tapes: &mut Tapes, pots: &Pots, deals: &Deals, lanes: usize) {
            for lane in 0..lanes.min(Self::LANES) {
                // SAFETY: as above, and rows are set within the tables; `first` is 30 at most.
                unsafe {
                    let [mut a, mut b] = next(tapes, &deals.from, lane);
                    for k in 0..2 {
                        let order = row(&pots.wars[k], deals.wars[k].0[lane]).as_ptr();
                        let cards = uint8x16x2_t(a, b);
                        a = vqtbl2q_u8(cards, vld1q_u8(order));
                        b = vqtbl2q_u8(cards, vld1q_u8(order.add(16)));
                    }
                    let [first, second] =
                        both!(|half| row(&pots.rows, deals.rows[half].0[lane]).register());
                    let (x0, x1) = (vqtbl1q_u8(a, first), vqtbl1q_u8(b, second));
                    let first = usize::from(deals.splice.0[lane] / 16);
                    let [to_a, to_b] = both!(|seat| tapes.at(deals.to[seat].0[lane]));
                    vst1q_u8(to_a, x0);
                    vst1q_u8(to_b.sub(16), x0);
                    vst1q_u8(to_a.add(first), x1);
                    vst1q_u8(to_b.sub(32).add(first), x1);
                }
            }
        }
    }
}
