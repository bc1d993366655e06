//! Games are dealt to lanes and taken out of them.

use std::arch::x86_64::*;

use super::super::super::rules::Leader;
use super::super::packed::Shape;
use super::lanes::{Lanes, TOP, TRICK};
use super::room::{CHUNK, LANES, ROW, Room};
use crate::core::registers::InRegister as _;

/// Steps between two looks for games that go on for long.
const STEPS: usize = 64;

/// A chunk of games.
pub struct Flight<'a, const W: usize> {
    room: &'a mut Room,
    /// The seat that leads the chunk's game `k` is `(k & alternate) ^ seat`.
    alternate: u64,
    seat: u64,
    count: usize,
    /// Court cards of the deck, and cards of A's and B's hand.
    courts: usize,
    held: [usize; 2],
    /// Games dealt to lanes.
    dealt: usize,
    /// Games that have left their lanes.
    over: usize,
}

impl<'a, const W: usize> Flight<'a, W> {
    pub fn new(shape: &Shape, room: &'a mut Room, first: u64, count: usize) -> Self {
        let alternate = u64::from(shape.leader == Leader::Alternate);
        let seat = shape.leader.seat(first).index() as u64;
        let of_a = shape.split.cards_of_a(shape.cards);
        let held = [of_a, shape.cards - of_a];
        Self { room, alternate, seat, count, courts: shape.courts, held, dealt: 0, over: 0 }
    }

    /// Plays all games; those that pass `bound` cards or a pile's word are left unfinished.
    #[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vbmi,avx512vbmi2")]
    #[target_feature(enable = "avx512vpopcntdq,popcnt,bmi1,bmi2,lzcnt")]
    pub fn play(mut self, bound: u32) {
        assert!(self.room.rows.len() == (4 * W + 1) * ROW && self.count <= CHUNK);
        assert!(self.room.winners.len() == ROW && self.room.counts.len() == ROW);
        // A pile's demands come after those of its winner: behind the places of all court cards but
        // the payer's.
        let all = _mm512_set1_epi64(2 * (self.courts as i64 + 1));
        let (mut one, mut two) = (Lanes::empty(), Lanes::empty());
        self.refill(&mut one, !0);
        self.refill(&mut two, !0);
        while one.live | two.live != 0 {
            for _ in 0..STEPS {
                let over_one = one.step(all);
                let over_two = two.step(all);
                if over_one != 0 {
                    self.put_away::<true>(&mut one, over_one);
                }
                if over_two != 0 {
                    self.put_away::<true>(&mut two, over_two);
                }
            }
            let (long_one, long_two) = (one.longer_than(bound), two.longer_than(bound));
            self.put_away::<false>(&mut one, long_one);
            self.put_away::<false>(&mut two, long_two);
        }
        assert_eq!(self.over, self.count);
    }

    /// Takes games out of their lanes and deals the next ones. `ENDED`: their `court` is out of cards,
    /// or their pile is too large; otherwise they are left unfinished.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,avx512vpopcntdq,popcnt,bmi2")]
    fn put_away<const ENDED: bool>(&mut self, lanes: &mut Lanes<W>, over: __mmask8) {
        let (mut game, mut counts) = (lanes.game, lanes.counts);
        if ENDED {
            // The end marker was played and counted as a card.
            let one = _mm512_set1_epi64(1);
            counts = _mm512_sub_epi64(counts, one);
            // A trick of one card and the marker: there was no card when the trick began. So the game
            // was over with the last pile, and that card and trick were none.
            let at_once = _mm512_cmpeq_epi64_mask(lanes.end, _mm512_set1_epi64(1 << 61));
            counts = _mm512_mask_sub_epi64(counts, at_once, counts, _mm512_set1_epi64(TRICK + 1));
            game = _mm512_xor_si512(game, one);
            if W > 1 {
                // More cards than any bound.
                counts = _mm512_mask_mov_epi64(counts, lanes.spilled(), _mm512_set1_epi64(-1));
            }
        }
        let game = _mm512_maskz_compress_epi64(over, game);
        let counts = _mm512_maskz_compress_epi64(over, counts);
        self.room.winners[self.over..][..LANES].copy_from_slice(&<[u64; LANES]>::of(game));
        self.room.counts[self.over..][..LANES].copy_from_slice(&<[u64; LANES]>::of(counts));
        self.over += over.count_ones() as usize;
        self.refill(lanes, over);
    }

    /// Deals the next games to free lanes, as many as there are.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,popcnt,bmi2")]
    fn refill(&mut self, lanes: &mut Lanes<W>, free: __mmask8) {
        let left = self.count - self.dealt;
        let mut dealt = free;
        if left < LANES {
            dealt = _pdep_u32((1 << left) - 1, u32::from(free)) as __mmask8;
        }
        let from = self.dealt;
        let expand = |into: __m512i, row: usize| {
            let (next, _) = self.room.rows[row * ROW + from..].as_chunks::<LANES>();
            _mm512_mask_expand_epi64(into, dealt, next[0].register())
        };
        for i in 0..W {
            lanes.court[i] = expand(lanes.court[i], i);
            lanes.court_demands[i] = expand(lanes.court_demands[i], W + i);
            lanes.payer[i] = expand(lanes.payer[i], 2 * W + i);
            lanes.payer_demands[i] = expand(lanes.payer_demands[i], 3 * W + i);
        }
        let zero = _mm512_setzero_si512();
        let iota = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
        let k = _mm512_add_epi64(iota, _mm512_set1_epi64(from as i64));
        let seat = _mm512_xor_si512(
            _mm512_and_si512(k, _mm512_set1_epi64(self.alternate as i64)),
            _mm512_set1_epi64(self.seat as i64),
        );
        let game = _mm512_or_si512(_mm512_add_epi64(k, k), seat);
        lanes.game = _mm512_mask_expand_epi64(lanes.game, dealt, game);
        if W > 1 {
            let [a, b] = self.held.map(|held| _mm512_set1_epi64(held as i64));
            let b_leads = _mm512_test_epi64_mask(seat, _mm512_set1_epi64(1));
            let lead = _mm512_mask_mov_epi64(a, b_leads, b);
            let other = _mm512_mask_mov_epi64(b, b_leads, a);
            lanes.court_len = _mm512_mask_expand_epi64(lanes.court_len, dealt, lead);
            lanes.payer_len = _mm512_mask_expand_epi64(lanes.payer_len, dealt, other);
            let lead = expand(zero, 4 * W);
            let both = _mm512_set1_epi64(self.courts as i64 + 2);
            let other = _mm512_sub_epi64(both, lead);
            lanes.court_held = _mm512_mask_mov_epi64(lanes.court_held, dealt, lead);
            lanes.payer_held = _mm512_mask_mov_epi64(lanes.payer_held, dealt, other);
        }
        // A game begins as if a penalty of no cards had just been paid for an empty pile.
        lanes.pile = _mm512_mask_mov_epi64(lanes.pile, dealt, zero);
        lanes.pile_demands = _mm512_mask_mov_epi64(lanes.pile_demands, dealt, zero);
        lanes.demand = _mm512_mask_mov_epi64(lanes.demand, dealt, _mm512_set1_epi64(-1));
        lanes.counts = _mm512_mask_mov_epi64(lanes.counts, dealt, zero);
        lanes.end = _mm512_mask_mov_epi64(lanes.end, dealt, _mm512_set1_epi64(TOP));
        lanes.live = (lanes.live & !free) | dealt;
        self.dealt += dealt.count_ones() as usize;
    }
}
