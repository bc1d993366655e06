//! The words of any machine: plain numbers, which the compiler puts into the registers that there are.

use super::tapes::{Lanes, Tapes};
use super::vocabulary::{Words, words};

/// Every machine has them.
#[derive(Clone, Copy)]
pub struct PlainWords;

/// A number of each game.
type U = [u16; PlainWords::LANES];

/// The same of all games.
#[inline(always)]
fn each(of: impl Fn(usize) -> u16) -> U {
    let mut all = [0; PlainWords::LANES];
    all.iter_mut().enumerate().for_each(|(lane, to)| *to = of(lane));
    all
}

/// Marks of 16 pairs as bits.
#[inline(always)]
fn bits(of: impl Fn(usize) -> bool) -> u16 {
    (0..16).fold(0, |bits, pair| bits | u16::from(of(pair)) << pair)
}

/// All bits or none.
#[inline(always)]
fn mark(is_marked: bool) -> u16 {
    u16::from(is_marked).wrapping_neg()
}

impl Words for PlainWords {
    const LANES: usize = 16;
    type U = U;
    type Shift = u16;

    #[inline(always)]
    fn load(self, x: &Lanes) -> U {
        each(|lane| x.0[lane])
    }
    #[inline(always)]
    fn store_at(self, to: &mut Lanes, lane: usize, x: U) {
        to.0[lane..][..Self::LANES].copy_from_slice(&x);
    }
    #[inline(always)]
    fn all(self, x: u16) -> U {
        [x; Self::LANES]
    }
    words! {
        and(a, b) = each(|k| a[k] & b[k]);
        or(a, b) = each(|k| a[k] | b[k]);
        but(a, b) = each(|k| a[k] & !b[k]);
        add(a, b) = each(|k| a[k].wrapping_add(b[k]));
        sub(a, b) = each(|k| a[k].wrapping_sub(b[k]));
        times(a, b) = each(|k| a[k].wrapping_mul(b[k]));
        min(a, b) = each(|k| a[k].min(b[k]));
        eq(a, b) = each(|k| mark(a[k] == b[k]));
        select(mark, a, b) = each(|k| a[k] & mark[k] | b[k] & !mark[k]);
        low(a) = each(|k| !u16::MAX.unbounded_shl(a[k].into()));
        count(a) = each(|k| {
            let twos = a[k] - (a[k] >> 1 & 0x5555);
            let fours = (twos & 0x3333) + (twos >> 2 & 0x3333);
            (fours + (fours >> 4)) & 0x0f0f
        });
    }
    #[inline(always)]
    fn shift(self, by: u16) -> u16 {
        by
    }
    #[inline(always)]
    fn up(self, a: U, by: u16) -> U {
        each(|k| a[k].unbounded_shl(by.into()))
    }
    #[inline(always)]
    fn down(self, a: U, by: u16) -> U {
        each(|k| a[k].unbounded_shr(by.into()))
    }
    #[inline(always)]
    fn marked(self, a: U) -> u64 {
        bits(|lane| a[lane] >> 15 == 1).into()
    }
    #[inline(always)]
    fn compare(self, tapes: &mut Tapes, heads: &[Lanes; 2], lanes: usize, to: &mut [Lanes; 2]) {
        for lane in 0..lanes.min(Self::LANES) {
            let [a, b]: [[u8; 16]; 2] = tapes.next(heads, lane);
            to[0].0[lane] = bits(|pair| a[pair] == b[15 - pair]);
            to[1].0[lane] = bits(|pair| a[pair] >= b[15 - pair]);
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
        for lane in 0..lanes.min(Self::LANES) {
            let [a, b]: [[u8; 16]; 2] = tapes.next(heads, lane);
            to.0[lane] = bits(|pair| {
                let (a, b) = (a[pair], b[15 - pair]);
                [a.min(b), a.max(b)] == codes
            });
        }
    }
    #[inline(always)]
    fn permute(self, bytes: [u8; 16], places: &[u8; 16]) -> [u8; 16] {
        std::array::from_fn(|k| bytes[usize::from(places[k] & 15)])
    }
}
