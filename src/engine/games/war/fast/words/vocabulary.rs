//! What a step is written in, and what is done by it.

use super::tapes::{Lanes, MOST_LANES, Tapes};
use crate::core::seats::both;

/// Where the second ties of a batch lie: words that put wars in order one by one have no more lanes.
const SECOND: usize = MOST_LANES / 2;

/// Most pairs of a step.
pub const PAIRS: u16 = 16;

/// How pots are put in order.
#[repr(C, align(64))]
pub struct Pots {
    /// By what A wins of eight pairs, whose cards of A lie in the lower half of 16 bytes and whose cards
    /// of B lie backwards in the upper half: how A's pots lie upwards from byte 0, and B's downwards
    /// from byte 15.
    pub rows: [[u8; 16]; 256],
    /// How eight cards of A from a tie on and eight of B, backwards, have to lie so that the pairs of the war,
    /// taken in turn, are its pot, if A wins and if B does; nothing where they lie so.
    pub war: Option<[[u8; 16]; 2]>,
    /// The same for 16 pairs at once.
    #[cfg(target_arch = "x86_64")]
    pub wide: WidePots,
}

/// Rows of the wars that one player wins.
#[cfg(target_arch = "x86_64")]
pub const WAR_ROWS: usize = PAIRS as usize + 1;

/// How 16 pots are put in order that lie in one register.
#[cfg(target_arch = "x86_64")]
#[repr(C, align(64))]
pub struct WidePots {
    /// By where the first war begins (16: nowhere), behind these by the same if B wins it, and behind these the
    /// same if the pair that decides it ties and begins another one: where the cards lie of each pair of the
    /// step among 16 cards of A and 16 cards of B backwards, the one that A puts first before the other.
    pub first: [[u8; 32]; 4 * WAR_ROWS],
    /// By where another war begins and who wins it: where they lie among what the first rows have made.
    pub second: [[u8; 32]; 2 * WAR_ROWS],
    /// Turns pots of B round, so that the first card lies last.
    pub back: [u8; 32],
}

/// What the step of each game does with its cards.
#[derive(Default)]
pub struct Handout {
    /// Where the hands begin, A's and B's.
    pub from: [Lanes; 2],
    /// Where they end.
    pub to: [Lanes; 2],
    /// Where in [`Pots::rows`] the row of the first eight pairs begins, and of the others, in bytes; or in
    /// the tables of `WidePots`.
    pub(super) rows: [Lanes; 2],
    /// Where in a table the row begins that says where the pots of the others go: 32 times the pairs of the
    /// first eight that A wins.
    pub(super) splice: Lanes,
    /// Where 16 pots are put in order at once: the pairs that A wins.
    #[cfg(target_arch = "x86_64")]
    pub(super) a_wins: Lanes,
    /// Where the wars begin on the tapes, the second ones from [`SECOND`] on, and the lanes that have one and
    /// in which B wins it.
    pub(super) ties: [Lanes; 2],
    pub(super) has: u64,
    pub(super) lost: u64,
}

/// What a step is written in.
pub trait Words: Copy {
    /// Games of a batch.
    const LANES: usize;
    /// Whether it puts 16 pots in order at once, by `WidePots`.
    const WIDE: bool = false;
    /// A number of 16 bits of each game.
    type U: Copy;
    /// How far to shift.
    type Shift: Copy;

    /// Numbers in memory.
    fn load(self, x: &Lanes) -> Self::U;
    /// Into memory, from this lane on.
    fn store_at(self, to: &mut Lanes, lane: usize, x: Self::U);
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

    /// Into memory.
    #[inline(always)]
    fn store(self, to: &mut Lanes, x: Self::U) {
        self.store_at(to, 0, x);
    }

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
    /// Says of a step which pairs A wins, which tie before a first war and a second, if any, and where the second
    /// begins with the pair that decides the first.
    #[inline(always)]
    fn set(
        self,
        deals: &mut Handout,
        a_wins: Self::U,
        ties: [Self::U; 2],
        _chain: Self::U,
        pots: &Pots,
    ) {
        // Whatever the words are, these places are within the tables: 255 and 15 at most.
        let (low, high) = (self.and(a_wins, self.all(255)), self.down(a_wins, self.shift(8)));
        self.store(&mut deals.rows[0], self.up(low, self.shift(4)));
        self.store(&mut deals.rows[1], self.up(high, self.shift(4)));
        let first = self.and(self.count(a_wins), self.all(15));
        self.store(&mut deals.splice, self.up(first, self.shift(5)));
        if pots.war.is_none() {
            return;
        }
        let place = both!(|k| self.bits(self.sub(ties[k], self.all(1))));
        let lost = both!(|k| self.none(self.and(ties[k], a_wins)));
        let [a, b] = both!(|seat| self.load(&deals.from[seat]));
        for (first, place) in [0, SECOND].into_iter().zip(place) {
            self.store_at(&mut deals.ties[0], first, self.add(a, place));
            self.store_at(&mut deals.ties[1], first, self.sub(b, place));
        }
        // A bit of each lane.
        let all = u64::MAX >> (MOST_LANES - Self::LANES);
        let has = both!(|k| all & !self.marked(self.none(ties[k])));
        deals.has = has[0] | has[1] << SECOND;
        deals.lost = self.marked(lost[0]) | self.marked(lost[1]) << SECOND;
    }
    /// The bytes at these places, which are less than 16.
    fn permute(self, bytes: [u8; 16], places: &[u8; 16]) -> [u8; 16];
    /// Gives 16 pots of so many games to those who win them. 32 bytes are written behind either hand.
    #[inline(always)]
    fn hand_out(self, tapes: &mut Tapes, pots: &Pots, deals: &Handout, lanes: usize) {
        put_in_order(self, tapes, pots, deals, lanes);
        for lane in 0..lanes.min(Self::LANES) {
            let cards: [[u8; 16]; 2] = tapes.next(&deals.from, lane);
            let [a, b] = cards.map(u128::from_le_bytes);
            // The first eight cards of A and of B, backwards, and the others.
            let low = u128::from(u64::MAX);
            let x = [a & low | b & !low, a >> 64 | b << 64];
            let first = usize::from(deals.splice.0[lane] / 16);
            // SAFETY: rows are set within the table; 32 bytes on either side of a place are within the margin,
            // and `first` is 30 at most.
            unsafe {
                let pots = both!(|half| {
                    let row = row(&pots.rows, deals.rows[half].0[lane]);
                    self.permute(x[half].to_le_bytes(), row)
                });
                let [to_a, to_b] =
                    both!(|seat| tapes.at(deals.to[seat].0[lane]).cast::<[u8; 16]>());
                to_a.write(pots[0]);
                to_b.byte_sub(16).write(pots[0]);
                to_a.byte_add(first).write(pots[1]);
                to_b.byte_sub(32).byte_add(first).write(pots[1]);
            }
        }
    }
}

/// What is done by words.
pub trait Work {
    /// Does it; to be inlined always, as all that is called with these words.
    fn by<W: Words>(self, words: W);
}

/// Words of lanes, each by what a machine calls it; where it has registers, in two of so many lanes.
macro_rules! words {
    ($lanes:literal: $($name:ident($($x:ident),*) = $e:expr;)*) => {
        #[inline(always)]
        fn load(self, x: &Lanes) -> Self::U {
            let (x, _) = x.0.as_chunks::<$lanes>();
            both!(|k| x[k].register())
        }
        #[inline(always)]
        fn store_at(self, to: &mut Lanes, lane: usize, x: Self::U) {
            let (to, _) = to.0[lane..].as_chunks_mut::<$lanes>();
            (to[0], to[1]) = (<[u16; $lanes]>::of(x[0]), <[u16; $lanes]>::of(x[1]));
        }
        #[inline(always)]
        fn all(self, x: u16) -> Self::U {
            [[x; $lanes].register(); 2]
        }
        words! { $($name($($x),*) = $e;)* }
    };
    ($($name:ident($($x:ident),*) = $e:expr;)*) => {
        $(
            #[inline(always)]
            fn $name(self, $($x: Self::U),*) -> Self::U {
                // SAFETY: whoever has these words has the instructions.
                #[allow(unused_unsafe)]
                unsafe { $e }
            }
        )*
    };
}
pub(super) use words;

/// Puts cards of wars of so many games in order where they lie: eight cards of A and eight of B of each.
#[inline(always)]
pub(super) fn put_in_order<W: Words>(
    w: W,
    tapes: &mut Tapes,
    pots: &Pots,
    deals: &Handout,
    lanes: usize,
) {
    let Some(orders) = &pots.war else { return };
    let lanes = !u64::MAX.unbounded_shl(lanes as u32);
    let mut ties = deals.has & (lanes | lanes << SECOND);
    while ties != 0 {
        let k = ties.trailing_zeros() as usize;
        ties &= ties - 1;
        let [a, b]: [[u8; 8]; 2] = tapes.next(&deals.ties, k);
        let both = u128::from(u64::from_le_bytes(a)) | u128::from(u64::from_le_bytes(b)) << 64;
        let both = w.permute(both.to_le_bytes(), &orders[(deals.lost >> k & 1) as usize]);
        let both = u128::from_le_bytes(both);
        let (a, b) = (both as u64, (both >> 64) as u64);
        tapes.put(&deals.ties, k, [a.to_le_bytes(), b.to_le_bytes()]);
    }
}

/// The row that begins at this byte.
///
/// SAFETY: one does.
#[inline(always)]
pub(super) unsafe fn row<const N: usize>(rows: &[[u8; N]], byte: u16) -> &[u8; N] {
    debug_assert!(usize::from(byte).is_multiple_of(N) && usize::from(byte) / N < rows.len());
    // SAFETY: the caller's.
    unsafe { &*rows.as_ptr().byte_add(byte.into()) }
}
