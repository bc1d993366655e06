//! Runs of battles up to a tie, on arrays that hold both players' cards.
#![allow(unsafe_code)]

use super::luck::Luck;
#[cfg(target_arch = "x86_64")]
use super::packed;
use super::shape::{PairOrder, Shape};

/// Bytes behind the last place for a card, which are read and written too much.
pub const PAD: usize = 128;

/// Fights up to `most` battles, but for a first tie; returns how many, and moves heads and tails.
///
/// Shapes: A's cards are `cards[heads[0]..]`, B's `cards[heads[1]..]`, at least `most` each; won
/// cards go to `cards[tails[0]..]` and `cards[tails[1]..]`, behind either of which there is room
/// for `2 * most + 32` bytes. `N` is a power of two and [`PAD`] more, and every place is below that
/// power.
///
/// None of these battles depends on another one: won cards lie behind the cards in play.
#[inline]
pub fn run<const N: usize>(
    shape: &Shape,
    cards: &mut [u8; N],
    heads: &mut [usize; 2],
    tails: &mut [usize; 2],
    most: usize,
    luck: &mut impl Luck,
) -> usize {
    #[cfg(target_arch = "x86_64")]
    if let Some(a_first) = shape.packed {
        let [head_a, head_b] = heads;
        // SAFETY: the shape says so only where the machine has the instructions.
        return unsafe { packed::run(cards, head_a, head_b, tails, most, a_first) };
    }
    let mut battles = Battles { cards, heads, tails, most };
    let wins = |a, b| a > b;
    use PairOrder::*;
    match (shape.pairs, shape.lowest_beats) {
        ([AFirst, AFirst], None) => battles.run_by(wins, |a, b, _| [[a, b]; 2]),
        ([AFirst, BFirst], None) => battles.run_by(wins, |a, b, _| [[a, b], [b, a]]),
        ([BFirst, AFirst], None) => battles.run_by(wins, |a, b, _| [[b, a], [a, b]]),
        ([Random, Random], None) => battles.run_by(wins, |a, b, _| [coin(a, b, luck); 2]),
        (orders, _) => battles.run_by(
            |a, b| shape.a_wins(a, b),
            |a, b, a_won| {
                // Only the winner tosses a coin.
                let pot = match orders[usize::from(!a_won)] {
                    AFirst => [a, b],
                    BFirst => [b, a],
                    GreaterFirst => [a.max(b), a.min(b)],
                    LesserFirst => [a.min(b), a.max(b)],
                    Random => coin(a, b, luck),
                };
                [pot; 2]
            },
        ),
    }
}

/// Battles about to be fought one by one.
struct Battles<'a, const N: usize> {
    cards: &'a mut [u8; N],
    heads: &'a mut [usize; 2],
    tails: &'a mut [usize; 2],
    most: usize,
}

impl<const N: usize> Battles<'_, N> {
    /// A place is below this; the mask spares the compiler a test of each.
    const MASK: usize = {
        assert!((N - PAD).is_power_of_two());
        N - PAD - 1
    };

    /// `pots` says in which order A and in which order B would take the two cards; it is asked who won.
    #[inline(always)]
    fn run_by(
        &mut self,
        a_wins: impl Fn(u8, u8) -> bool,
        mut pots: impl FnMut(u8, u8, bool) -> [[u8; 2]; 2],
    ) -> usize {
        let [head_a, head_b] = *self.heads;
        let [mut tail_a, mut tail_b] = *self.tails;
        let mut fought = 0;
        while fought < self.most {
            let a = self.cards[(head_a + fought) & Self::MASK];
            let b = self.cards[(head_b + fought) & Self::MASK];
            if a == b {
                break;
            }
            let a_won = a_wins(a, b);
            let [pot_a, pot_b] = pots(a, b, a_won);
            // Both take the pot, but only the winner's tail moves behind it.
            self.put_pair(tail_a, pot_a);
            self.put_pair(tail_b, pot_b);
            tail_a += 2 * usize::from(a_won);
            tail_b += 2 * usize::from(!a_won);
            fought += 1;
        }
        *self.heads = [head_a + fought, head_b + fought];
        *self.tails = [tail_a, tail_b];
        fought
    }

    #[inline(always)]
    fn put_pair(&mut self, place: usize, pair: [u8; 2]) {
        self.cards[place & Self::MASK..][..2].copy_from_slice(&pair);
    }
}

/// The two cards in random order.
#[inline(always)]
fn coin(a: u8, b: u8, luck: &mut impl Luck) -> [u8; 2] {
    let exchange = 8 * (1 - luck.pair_draw());
    u16::from_le_bytes([a, b]).rotate_left(exchange).to_le_bytes()
}
