//! Where a game that came back to a position was there for the first time.
//!
//! The game is played once more, from the position saved before the one that came back, on tapes that
//! are not moved back. So they hold every position that it was in: the hands at the start of a round
//! lie behind the cards played before, and are as long as the cards won before make them. Two
//! positions are compared where they lie. Behind the first that comes again all do, so the cards of
//! both tapes are looked at from their ends, a period apart, as long as they are the same. What was
//! counted up to there is what was counted, less what was played since.

use super::super::super::result::{EndReason, GameResult, Outcome, Period};
use super::super::super::rules::Short;
use super::super::luck::NoLuck;
use super::super::shape::{Caps, Counts, Shape};
use super::super::table::Table;
use super::super::tape::Hands;
use super::bytes::Bytes;
use super::step::{Leave, MOST_PAIRS, Setting, step};
use crate::core::both::both;

/// A game that came back to a position.
pub struct Back<'a> {
    /// Rounds played.
    pub rounds: u64,
    /// Rounds since it was there before.
    pub period: u64,
    /// Rounds before the early position from which it is replayed; 0 for the deal.
    pub early: u64,
    pub deck: &'a [u8],
}

/// A game from an early position on.
#[derive(Default)]
pub struct Replay {
    /// The early position, and what was played from there.
    early: Hands,
    /// Pairs played.
    pairs: usize,
    /// By pair, in bits: whether a round begins with it, and whether A wins it.
    starts: Bits,
    a_wins: Bits,
    /// Cards of either player at the start.
    held: [usize; 2],
    /// For counts that nobody asks for.
    unasked: Counts,
}

/// The first position that comes again.
struct Repeat {
    /// Pairs before it, since the early position.
    from: usize,
    /// Pairs until it comes again, and rounds.
    apart: usize,
    rounds: usize,
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
    /// The result of a game that is in a position that it was in before; `None` if it is too long.
    /// `counts` become those of the first time that a position came again.
    #[inline(always)]
    pub fn settle<B: Bytes, const LOWEST: bool, const SMALL: bool>(
        &mut self,
        bytes: B,
        back: &Back<'_>,
        shape: &Shape,
        setting: &Setting,
        counts: &mut Counts,
    ) -> Option<GameResult> {
        let mut from = back.early;
        loop {
            if from == 0 {
                self.early.deal(back.deck, shape);
            }
            let rounds = back.rounds - from;
            self.play::<B, LOWEST, SMALL>(bytes, shape, setting, rounds)?;
            let (first, last) = self.repeat(rounds as usize, back.period as usize);
            if from == 0 || first.from > 0 {
                return self.result(shape, &first, last, counts);
            }
            // The early position comes again itself, so the first that does lies before it.
            from = 0;
        }
    }

    /// The early position, to be filled in.
    pub fn early(&mut self) -> &mut Hands {
        &mut self.early
    }

    /// Plays the early position for this many rounds at least.
    #[inline(always)]
    fn play<B: Bytes, const LOWEST: bool, const SMALL: bool>(
        &mut self,
        bytes: B,
        shape: &Shape,
        setting: &Setting,
        rounds: u64,
    ) -> Option<()> {
        let Self { early: hands, pairs, starts, a_wins, held, unasked } = self;
        (*held, *pairs) = (hands.held(), 0);
        starts.clear();
        a_wins.clear();
        let mut played_rounds = 0;
        // The start of the next round is wanted as well.
        while played_rounds <= rounds {
            if hands.whole_room() < 2 * MOST_PAIRS as usize {
                return None;
            }
            let mut leave = Leave { pairs: MOST_PAIRS, wars: 0 };
            // There is room for as many pots.
            if let Some(played) = step::<B, LOWEST, SMALL>(bytes, hands, &mut leave, setting) {
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

    /// The first position that comes again, of those from the early one to the one after so many
    /// rounds, which was there `period` rounds before; and the pairs before the last position.
    fn repeat(&mut self, rounds: usize, period: usize) -> (Repeat, usize) {
        self.starts.sum();
        self.a_wins.sum();
        let last = self.starts.select(rounds);
        // The shortest period divides every other one.
        let (mut shortest, mut rest, mut factor) = (period, period, 2);
        while rest > 1 {
            if factor * factor > rest {
                factor = rest;
            }
            while rest.is_multiple_of(factor) {
                rest /= factor;
                if self.is_same(self.starts.select(rounds - shortest / factor), last) {
                    shortest /= factor;
                }
            }
            factor += 1;
        }
        let before = self.starts.select(rounds - shortest);
        // As far back as the cards on both tapes are those of a period before, rounds that begin there
        // both times begin with the same hands.
        let apart = last - before;
        let same_from = both!(|seat| {
            let tape = self.early.start(seat);
            same_from(&tape[..before], &tape[apart..last])
        });
        let mut from = self.starts.next(same_from[0].max(same_from[1]), true);
        while self.starts.next(from + apart, true) > from + apart {
            from = self.starts.next(from + 1, true);
        }
        (Repeat { from, apart, rounds: shortest }, last)
    }

    /// The result of the game of which `counts` are those of `last` pairs.
    fn result(
        &self,
        shape: &Shape,
        repeat: &Repeat,
        last: usize,
        counts: &mut Counts,
    ) -> Option<GameResult> {
        let stride = usize::from(shape.same_face_down?) + 1;
        let end = repeat.from + repeat.apart;
        // What was played since lies on the cycle, so there was as deep a war before.
        let mut at = self.starts.next(end, false);
        while at < last {
            let behind = self.starts.next(at, true);
            let ties = (behind - at) / stride;
            *counts.chains.of(ties) -= 1;
            counts.wars -= ties as u64;
            at = self.starts.next(behind, false);
        }
        counts.rounds -= (self.starts.rank(last) - self.starts.rank(end)) as u64;
        counts.battles = counts.rounds + counts.wars;
        // What is laid beyond a pair a round is laid for its wars.
        let wars = (repeat.apart - repeat.rounds) / stride;
        let cycle = Period { battles: (repeat.rounds + wars) as u64, rounds: repeat.rounds as u64 };
        let len_a = self.len_a(end);
        let left = [len_a, self.held[0] + self.held[1] - len_a];
        let result = counts.result((Outcome::Draw, EndReason::Cycle), left);
        Some(GameResult { cycle: Some(cycle), ..result })
    }

    /// A's cards after so many pairs.
    fn len_a(&self, pairs: usize) -> usize {
        self.held[0] + 2 * self.a_wins.rank(pairs) - pairs
    }

    /// Whether two rounds, given by the pairs before them, begin with the same hands.
    fn is_same(&self, from: usize, to: usize) -> bool {
        let tapes = both!(|seat| self.early.start(seat));
        // Most differ in the next pair.
        if tapes[0][from] != tapes[0][to] || tapes[1][from] != tapes[1][to] {
            return false;
        }
        let len_a = self.len_a(from);
        let same =
            |seat: usize, len: usize| tapes[seat][from..from + len] == tapes[seat][to..to + len];
        len_a == self.len_a(to) && same(0, len_a) && same(1, self.held[0] + self.held[1] - len_a)
    }
}

/// The place from which two rows of the same length are the same to their ends.
fn same_from(one: &[u8], other: &[u8]) -> usize {
    const PIECE: usize = 32;
    let mut end = one.len();
    while end >= PIECE && one[end - PIECE..end] == other[end - PIECE..end] {
        end -= PIECE;
    }
    while end > 0 && one[end - 1] == other[end - 1] {
        end -= 1;
    }
    end
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

    #[test]
    fn rows_are_compared_from_their_ends() {
        let one: Vec<u8> = (0..100).collect();
        assert_eq!(same_from(&one, &one), 0);
        assert_eq!(same_from(&[], &[]), 0);
        for differs in 0..one.len() {
            let mut other = one.clone();
            other[differs] = 200;
            assert_eq!(same_from(&one, &other), differs + 1);
            other[differs / 2] = 200;
            assert_eq!(same_from(&one, &other), differs + 1);
        }
    }
}
