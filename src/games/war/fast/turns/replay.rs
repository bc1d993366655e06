//! Where a game that came back to a position was there for the first time.
//!
//! The game is played once more on tapes that are not moved back. So they hold every position that it
//! was in: the hands at the start of a round lie behind the cards played before, and are as long as
//! the cards won before make them. Two positions are compared where they lie, and the first that comes
//! again is found by halving: behind it all do.

use super::super::super::result::{EndReason, GameResult, Outcome, Period};
use super::super::super::rules::Short;
use super::super::luck::NoLuck;
use super::super::shape::{Caps, Counts, Shape};
use super::super::table::Table;
use super::super::tape::Hands;
use super::bytes::Bytes;
use super::step::{Leave, MOST_PAIRS, Setting, step};

/// A game from its deal on.
#[derive(Default)]
pub struct Replay {
    hands: Hands,
    /// Pairs played.
    pairs: usize,
    /// By pair, in bits: whether a round begins with it, and whether A wins it.
    starts: Bits,
    a_wins: Bits,
    /// Cards of A at the start, and of both.
    dealt_to_a: usize,
    cards: usize,
    /// For counts that nobody asks for.
    unasked: Counts,
}

/// A growing row of bits.
#[derive(Default)]
struct Bits {
    words: Vec<u64>,
    /// Bits set before each word.
    before: Vec<usize>,
    len: usize,
}

impl Bits {
    fn clear(&mut self) {
        self.words.clear();
        self.before.clear();
        self.len = 0;
    }

    /// Appends the lowest `count <= 64` bits; those above must be 0.
    #[inline(always)]
    fn push(&mut self, bits: u64, count: usize) {
        let shift = self.len % 64;
        if shift == 0 {
            self.words.push(0);
        }
        if let Some(last) = self.words.last_mut() {
            *last |= bits << shift;
        }
        self.len += count;
        if shift + count > 64 {
            self.words.push(bits >> (64 - shift));
        }
    }

    /// Makes the sums; returns how many bits are set.
    fn sum(&mut self) -> usize {
        let mut sum = 0;
        self.before.extend(self.words.iter().map(|word| {
            sum += word.count_ones() as usize;
            sum - word.count_ones() as usize
        }));
        sum
    }

    /// Bits set before place `at`.
    fn rank(&self, at: usize) -> usize {
        let Some(word) = self.words.get(at / 64) else {
            return self
                .before
                .last()
                .zip(self.words.last())
                .map_or(0, |(before, word)| before + word.count_ones() as usize);
        };
        self.before[at / 64] + (word & ((1 << (at % 64)) - 1)).count_ones() as usize
    }

    /// The place of the bit before which `n` are set; it must exist.
    fn select(&self, n: usize) -> usize {
        let word = self.before.partition_point(|&before| before <= n) - 1;
        let (mut bits, mut before, mut at) = (self.words[word], self.before[word], 64 * word);
        for half in [32, 16, 8, 4, 2, 1] {
            let low = (bits & ((1 << half) - 1)).count_ones() as usize;
            if before + low <= n {
                (bits, before, at) = (bits >> half, before + low, at + half);
            }
        }
        at
    }

    /// The first place from `at` on where the bit is as wanted.
    fn next(&self, at: usize, wanted: bool) -> usize {
        let turned = |word: u64| if wanted { word } else { !word };
        let mut word = at / 64;
        let mut bits = self.words.get(word).map_or(0, |&bits| turned(bits) & (!0 << (at % 64)));
        while bits == 0 {
            word += 1;
            match self.words.get(word) {
                Some(&more) => bits = turned(more),
                None => return self.len,
            }
        }
        64 * word + bits.trailing_zeros() as usize
    }
}

/// Whether games of these rules can be replayed: both players lay as many cards as each other, for
/// every tie the same number.
pub fn fits(shape: &Shape) -> bool {
    shape.same_face_down.is_some() && matches!(shape.short, Short::Lose | Short::Draw)
}

impl Replay {
    /// The result of a game that is, after `rounds` rounds, in a position that it was in `period`
    /// rounds before; `None` if it was too long.
    ///
    /// SAFETY: the machine must have the instructions of `B`.
    #[inline(always)]
    pub unsafe fn settle<B: Bytes, const LOWEST: bool, const SMALL: bool>(
        &mut self,
        deck: &[u8],
        shape: &Shape,
        setting: &Setting,
        [rounds, period]: [u64; 2],
        counts: &mut Counts,
    ) -> Option<GameResult> {
        // SAFETY: the caller's.
        unsafe { self.play::<B, LOWEST, SMALL>(deck, shape, setting, rounds)? };
        self.first_repeat(shape, [rounds as usize, period as usize], counts)
    }

    /// Plays a deck for this many rounds at least.
    #[inline(always)]
    unsafe fn play<B: Bytes, const LOWEST: bool, const SMALL: bool>(
        &mut self,
        deck: &[u8],
        shape: &Shape,
        setting: &Setting,
        rounds: u64,
    ) -> Option<()> {
        let Self { hands, pairs, starts, a_wins, dealt_to_a, cards, unasked } = self;
        hands.deal(deck, shape);
        (*dealt_to_a, *cards, *pairs) = (hands.held()[0], deck.len(), 0);
        starts.clear();
        a_wins.clear();
        let mut played_rounds = 0;
        // The start of the next round is wanted as well.
        while played_rounds <= rounds {
            if hands.room() < 2 * MOST_PAIRS as usize {
                return None;
            }
            let mut leave = Leave { pairs: MOST_PAIRS, wars: 0 };
            // SAFETY: the caller's; there is room for as many pots.
            if let Some(played) = unsafe { step::<B, LOWEST, SMALL>(hands, &mut leave, setting) } {
                starts.push(played.starts, played.pairs as usize);
                a_wins.push(played.a_wins, played.pairs as usize);
                *pairs += played.pairs as usize;
                played_rounds += u64::from(played.starts.count_ones());
                continue;
            }
            let (head, held) = (hands.heads[0], hands.held()[0]);
            unasked.clear();
            if held == 0 || hands.war(shape, Caps::NONE, unasked, &mut NoLuck).is_some() {
                return None;
            }
            let laid = hands.heads[0] - head;
            let a_won = hands.held()[0] > held - laid;
            for k in 0..laid {
                starts.push(u64::from(k == 0), 1);
                a_wins.push(u64::from(a_won), 1);
            }
            *pairs += laid;
            played_rounds += 1;
        }
        Some(())
    }

    fn first_repeat(
        &mut self,
        shape: &Shape,
        [rounds, period]: [usize; 2],
        counts: &mut Counts,
    ) -> Option<GameResult> {
        self.starts.sum();
        self.a_wins.sum();
        // The shortest period divides every other one.
        let (mut shortest, mut rest, mut factor) = (period, period, 2);
        while rest > 1 {
            if factor * factor > rest {
                factor = rest;
            }
            while rest.is_multiple_of(factor) {
                rest /= factor;
                if self.is_same(rounds - shortest / factor, rounds) {
                    shortest /= factor;
                }
            }
            factor += 1;
        }
        let (mut low, mut high) = (0, rounds - shortest);
        while low < high {
            let middle = low.midpoint(high);
            if self.is_same(middle, middle + shortest) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        let rounds = low + shortest;
        let (end, len_a) = self.position(rounds);
        let stride = usize::from(shape.same_face_down?) + 1;
        counts.clear();
        let mut at = self.starts.next(0, false);
        while at < end {
            let behind = self.starts.next(at, true);
            let ties = (behind - at) / stride;
            counts.chain(ties);
            counts.wars += ties as u64;
            at = self.starts.next(behind, false);
        }
        counts.rounds = rounds as u64;
        counts.battles = counts.rounds + counts.wars;
        // What is laid beyond a pair a round is laid for its wars.
        let laid_for_wars = end - self.position(low).0 - shortest;
        let cycle =
            Period { battles: (shortest + laid_for_wars / stride) as u64, rounds: shortest as u64 };
        let left = [len_a, self.cards - len_a];
        let result = counts.result((Outcome::Draw, EndReason::Cycle), left);
        Some(GameResult { cycle: Some(cycle), ..result })
    }

    /// How many pairs were played before a round, and A's cards at its start.
    fn position(&self, round: usize) -> (usize, usize) {
        let pairs = self.starts.select(round);
        (pairs, self.dealt_to_a + 2 * self.a_wins.rank(pairs) - pairs)
    }

    /// Whether two rounds begin with the same hands.
    fn is_same(&self, one: usize, other: usize) -> bool {
        let ((from, len_a), (to, other_len_a)) = (self.position(one), self.position(other));
        let same = |seat: usize, len: usize| {
            let dealt = self.hands.start(seat);
            dealt[from..from + len] == dealt[to..to + len]
        };
        len_a == other_len_a && same(0, len_a) && same(1, self.cards - len_a)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_counted_and_found() {
        let mut bits = Bits::default();
        let mut plain: Vec<bool> = Vec::new();
        let mut word = 0x9e37_79b9_7f4a_7c15_u64;
        for count in (1..=32).cycle().take(100) {
            word = word.wrapping_mul(0xd134_2543_de82_ef95).rotate_left(17);
            bits.push(word & ((1 << count) - 1), count);
            plain.extend((0..count).map(|k| word >> k & 1 == 1));
        }
        let set: Vec<usize> = (0..plain.len()).filter(|&k| plain[k]).collect();
        assert_eq!(bits.sum(), set.len());
        for at in 0..=plain.len() {
            assert_eq!(bits.rank(at), set.iter().filter(|&&place| place < at).count(), "{at}");
            for wanted in [false, true] {
                let next = (at..plain.len()).find(|&k| plain[k] == wanted);
                let found = bits.next(at, wanted);
                assert_eq!(found.min(plain.len()), next.unwrap_or(plain.len()), "{at} {wanted}");
            }
        }
        for (n, &place) in set.iter().enumerate() {
            assert_eq!(bits.select(n), place);
        }
    }
}
