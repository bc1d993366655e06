//! The engine for AVX-512: eight games in the lanes of a vector, two vectors in turn.
//!
//! A step plays one payment of every lane: a run of plain cards, either up to a court card that passes
//! the duty to the other player, or to the end of the penalty. In the second case the pile is taken up
//! and the next trick is led as well, so that every step ends with a court card. Lanes whose game has
//! ended are refilled one by one; a game that goes on for long leaves its lane and is finished
//! elsewhere, so that an endless one cannot hold it.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::super::hands::Split;
use super::super::result::{EndReason, GameResult, Outcome, Sink};
use super::super::rules::{Leader, Rules};
use super::packed::{Packed, Shape};
use super::portable::Portable;
use crate::core::cards::{DeckBlock, Seed};
use crate::core::engines::Unsupported;
use crate::core::processor::{Level, Processor};

/// Decks whose hands are made at once: few enough that they stay in the nearest cache.
const CHUNK: usize = 1_024;
/// Lanes of a vector.
const LANES: usize = 8;
/// Steps between two looks for games that go on for long.
const STEPS: usize = 64;
/// One trick, where cards and tricks are counted in one word: cards in the low half.
const TRICK: i64 = 1 << 32;
/// The bit of the next card.
const TOP: i64 = i64::MIN;

/// Plays eight games side by side.
#[derive(Debug)]
pub struct Vector {
    shape: Shape,
    portable: Portable,
    room: Box<Room>,
}

/// Hands before and games after playing, one word each.
#[derive(Debug)]
struct Room {
    lead: Words,
    lead_demands: Words,
    other: Words,
    other_demands: Words,
    /// Games that are over: twice the position in the chunk, plus the seat of the winner.
    winners: Words,
    /// Their cards and tricks.
    counts: Words,
}

/// As many words as a chunk has decks, and room for a vector beyond the last one.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Words([u64; CHUNK + LANES]);

impl Default for Room {
    fn default() -> Self {
        let none = Words([0; CHUNK + LANES]);
        Self {
            lead: none,
            lead_demands: none,
            other: none,
            other_demands: none,
            winners: none,
            counts: none,
        }
    }
}

impl Vector {
    /// An engine for these rules.
    ///
    /// Errors: [`Unsupported`], naming what it cannot play, or the machine.
    pub fn new(rules: &Rules, seed: Seed) -> Result<Self, Unsupported> {
        let shape = Shape::new("vector", rules)?.plain("vector")?;
        if !is_here() {
            return Err(Unsupported {
                engine: "vector",
                field: "on this machine".into(),
                reason: "it has no AVX-512 VBMI2 and VPOPCNTDQ instructions",
            });
        }
        Ok(Self { shape, portable: Portable::new(rules, seed), room: Box::default() })
    }

    /// Plays every deck of a block; those of another composition than the rule set's one by one.
    pub fn play_block(&mut self, decks: &DeckBlock, sink: &mut impl Sink) {
        if !self.shape.fits(decks) {
            return self.portable.play_games(decks, 0..decks.len(), sink);
        }
        for start in (0..decks.len()).step_by(CHUNK) {
            let count = CHUNK.min(decks.len() - start);
            // SAFETY: `new` has found every instruction set named at the function.
            if !unsafe { self.play_chunk(decks, start, count, sink) } {
                self.portable.play_games(decks, start..start + count, sink);
            }
        }
    }

    /// Plays up to [`CHUNK`] decks of a block; returns whether it has: it plays none of them if there
    /// is one with another number of court cards than the rule set's.
    #[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512vbmi,avx512vbmi2,avx512vpopcntdq")]
    #[target_feature(enable = "popcnt,bmi1,bmi2,lzcnt")]
    fn play_chunk(
        &mut self,
        decks: &DeckBlock,
        start: usize,
        count: usize,
        sink: &mut impl Sink,
    ) -> bool {
        let Self { shape, room, .. } = self;
        assert!(count <= CHUNK);
        let first = decks.first() + start as u64;
        let packer = Packer::new(shape);
        for k in 0..count {
            let Some([a, b]) = packer.pack(decks.narrow_padded(start + k)) else { return false };
            let (lead, other) =
                if shape.leader.seat(first + k as u64).index() == 0 { (a, b) } else { (b, a) };
            room.lead.0[k] = lead.courts;
            room.lead_demands.0[k] = lead.demands;
            room.other.0[k] = other.courts;
            room.other_demands.0[k] = other.demands;
        }
        let bound = shape.ends.max_cards.min(shape.ends.patience);
        Flight::new(shape, room, first, count).play(bound);
        for j in 0..count {
            let (k, winner) = (room.winners.0[j] >> 1, room.winners.0[j] & 1);
            let (cards, tricks) = (room.counts.0[j] as u32, (room.counts.0[j] >> 32) as u32);
            let index = first + k;
            let result = if cards <= bound {
                let outcome = if winner == 0 { Outcome::A } else { Outcome::B };
                let end_reason = EndReason::OutOfCards;
                GameResult { outcome, end_reason, cards, tricks, period: None }
            } else {
                // It left its lane, or the last step went past the limit.
                let Some(hands) = shape.pack(decks.narrow(start + k as usize)) else {
                    unreachable!("the court cards were counted")
                };
                Packed::finish(Packed::new(hands, shape.leader.seat(index), shape.way), shape)
            };
            sink.game(index, &result);
        }
        true
    }
}

/// Whether this machine has the instructions.
fn is_here() -> bool {
    Processor::here().has(Level::Avx512Vbmi2)
}

/// Makes hands of decks.
struct Packer {
    /// What each rank demands.
    demand: [__m512i; 2],
    /// The deck's place of each card: A's first card highest, then A's others, then B's.
    places: __m512i,
    /// The bits of all cards.
    all: u64,
    of_a: u32,
    cards: u32,
    courts: u32,
}

/// A hand as [`Lanes`] has it.
#[derive(Clone, Copy)]
struct HighHand {
    courts: u64,
    demands: u64,
}

impl Packer {
    #[target_feature(enable = "avx512f")]
    fn new(shape: &Shape) -> Self {
        let (of_a, cards) = (shape.split.cards_of_a(shape.cards), shape.cards);
        assert!(0 < of_a && of_a < cards && cards < 63 && shape.courts < 32);
        let place = |k: usize| match shape.split {
            Split::EverySecond if k < of_a => 2 * k,
            Split::EverySecond => 2 * (k - of_a) + 1,
            Split::First(_) => k,
        };
        let places: [u8; 64] = std::array::from_fn(|byte| place(63 - byte) as u8);
        let (low, high) = (&shape.demand[..64], &shape.demand[64..128]);
        // SAFETY: the places and both parts of the table have 64 bytes.
        let load = |bytes: &[u8]| unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) };
        let (low, high, places) = (load(low), load(high), load(&places));
        let (all, courts) = (!(u64::MAX >> cards), shape.courts as u32);
        Self { demand: [low, high], places, all, of_a: of_a as u32, cards: cards as u32, courts }
    }

    /// The hands of a deck, A's first; `None` if it has another number of court cards than the rule
    /// set's.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,popcnt,bmi2")]
    fn pack(&self, deck: &[u8]) -> Option<[HighHand; 2]> {
        assert!(deck.len() >= 64);
        // SAFETY: the deck has 64 bytes.
        let deck = unsafe { _mm512_loadu_si512(deck.as_ptr().cast()) };
        let deck = _mm512_permutexvar_epi8(self.places, deck);
        let demand = _mm512_permutex2var_epi8(self.demand[0], deck, self.demand[1]);
        let courts = _mm512_test_epi8_mask(demand, demand) & self.all;
        if courts.count_ones() != self.courts {
            return None;
        }
        let demand = _mm512_sub_epi8(demand, _mm512_set1_epi8(1));
        let demand = _mm512_maskz_compress_epi8(courts, demand);
        // Two bits of each byte: bytes to pairs, pairs to fours, then the low byte of each four.
        let pairs = _mm512_maddubs_epi16(demand, _mm512_set1_epi16(0x0401));
        let fours = _mm512_madd_epi16(pairs, _mm512_set1_epi32(0x0010_0001));
        let demands = _mm_cvtsi128_si64(_mm512_cvtepi32_epi8(fours)) as u64;
        // The first court card highest; there is at least one.
        let demands = demands << (64 - 2 * self.courts);
        let of_a = courts & !(u64::MAX >> self.of_a);
        let held = 2 * of_a.count_ones();
        Some([
            HighHand {
                courts: of_a | 1 << (63 - self.of_a),
                demands: demands & !(u64::MAX >> held),
            },
            HighHand {
                courts: courts << self.of_a | 1 << (63 - (self.cards - self.of_a)),
                demands: demands << held,
            },
        ])
    }
}

/// Eight games between two steps.
///
/// In every lane `court` is the player who played the last court card and `payer` the one who pays.
/// Hands and pile lie in their words the other way round than in [`Packed`]: the card played next is the
/// highest bit, so that counting leading zeros finds court cards.
#[derive(Clone, Copy)]
struct Lanes {
    court: __m512i,
    court_demands: __m512i,
    payer: __m512i,
    payer_demands: __m512i,
    /// Where the pile's court cards lie, the first card highest; without an end marker.
    pile: __m512i,
    /// What they demand, the last one lowest.
    pile_demands: __m512i,
    /// The bit of the pile's next card.
    end: __m512i,
    /// Cards to pay, less 1; so -1 in a game that begins.
    demand: __m512i,
    /// Cards played, and tricks begun in the upper half.
    counts: __m512i,
    /// Twice the position in the chunk, plus the seat of `court`.
    game: __m512i,
    /// Lanes that hold a game.
    live: __mmask8,
}

/// A chunk of games.
struct Flight<'a> {
    room: &'a mut Room,
    /// The seat that leads the chunk's game `k` is `(k & alternate) ^ seat`.
    alternate: u64,
    seat: u64,
    count: usize,
    /// Court cards of the deck.
    courts: usize,
    /// Games dealt to lanes.
    dealt: usize,
    /// Games that have left their lanes.
    over: usize,
}

impl<'a> Flight<'a> {
    fn new(shape: &Shape, room: &'a mut Room, first: u64, count: usize) -> Self {
        let alternate = u64::from(shape.leader == Leader::Alternate);
        let seat = shape.leader.seat(first).index() as u64;
        Self { room, alternate, seat, count, courts: shape.courts, dealt: 0, over: 0 }
    }

    /// Plays all games; those that pass `bound` cards are left unfinished.
    #[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512vbmi,avx512vbmi2,avx512vpopcntdq")]
    #[target_feature(enable = "popcnt,bmi1,bmi2,lzcnt")]
    fn play(mut self, bound: u32) {
        // The pile's demands, lowest, come after those of its winner, highest: a shift by the places of
        // all court cards that neither has, which are the payer's.
        let shift = _mm512_set1_epi64(62 - 2 * self.courts as i64);
        let mut one = self.refill(Lanes::empty(), !0);
        let mut two = self.refill(Lanes::empty(), !0);
        while one.live | two.live != 0 {
            for _ in 0..STEPS {
                let over_one = one.step(shift);
                let over_two = two.step(shift);
                if over_one != 0 {
                    one = self.put_away::<true>(one, over_one);
                }
                if over_two != 0 {
                    two = self.put_away::<true>(two, over_two);
                }
            }
            one = self.put_away::<false>(one, one.longer_than(bound));
            two = self.put_away::<false>(two, two.longer_than(bound));
        }
        assert_eq!(self.over, self.count);
    }

    /// Takes games out of their lanes and deals the next ones. `ENDED`: their `court` is out of cards;
    /// otherwise they are left unfinished.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,popcnt,bmi2")]
    fn put_away<const ENDED: bool>(&mut self, lanes: Lanes, over: __mmask8) -> Lanes {
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
        }
        let game = _mm512_maskz_compress_epi64(over, game);
        let counts = _mm512_maskz_compress_epi64(over, counts);
        assert!(self.over <= CHUNK);
        // SAFETY: there is room for a vector from position CHUNK on.
        unsafe {
            _mm512_storeu_si512(self.room.winners.0.as_mut_ptr().add(self.over).cast(), game);
            _mm512_storeu_si512(self.room.counts.0.as_mut_ptr().add(self.over).cast(), counts);
        }
        self.over += over.count_ones() as usize;
        self.refill(lanes, over)
    }

    /// Deals the next games to free lanes, as many as there are.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,popcnt,bmi2")]
    fn refill(&mut self, mut lanes: Lanes, free: __mmask8) -> Lanes {
        let left = self.count - self.dealt;
        let mut dealt = free;
        if left < LANES {
            dealt = _pdep_u32((1 << left) - 1, u32::from(free)) as __mmask8;
        }
        assert!(self.dealt <= CHUNK);
        let from = self.dealt;
        let expand = |into: __m512i, words: &Words| {
            // SAFETY: there is room for a vector from position CHUNK on.
            let next = unsafe { _mm512_loadu_si512(words.0.as_ptr().add(from).cast()) };
            _mm512_mask_expand_epi64(into, dealt, next)
        };
        lanes.court = expand(lanes.court, &self.room.lead);
        lanes.court_demands = expand(lanes.court_demands, &self.room.lead_demands);
        lanes.payer = expand(lanes.payer, &self.room.other);
        lanes.payer_demands = expand(lanes.payer_demands, &self.room.other_demands);
        let iota = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
        let k = _mm512_add_epi64(iota, _mm512_set1_epi64(from as i64));
        let seat = _mm512_xor_si512(
            _mm512_and_si512(k, _mm512_set1_epi64(self.alternate as i64)),
            _mm512_set1_epi64(self.seat as i64),
        );
        let game = _mm512_or_si512(_mm512_add_epi64(k, k), seat);
        lanes.game = _mm512_mask_expand_epi64(lanes.game, dealt, game);
        // A game begins as if a penalty of no cards had just been paid for an empty pile.
        lanes.pile = _mm512_mask_mov_epi64(lanes.pile, dealt, _mm512_setzero_si512());
        lanes.pile_demands =
            _mm512_mask_mov_epi64(lanes.pile_demands, dealt, _mm512_setzero_si512());
        lanes.demand = _mm512_mask_mov_epi64(lanes.demand, dealt, _mm512_set1_epi64(-1));
        lanes.counts = _mm512_mask_mov_epi64(lanes.counts, dealt, _mm512_setzero_si512());
        lanes.end = _mm512_mask_mov_epi64(lanes.end, dealt, _mm512_set1_epi64(TOP));
        lanes.live = (lanes.live & !free) | dealt;
        self.dealt += dealt.count_ones() as usize;
        lanes
    }
}

impl Lanes {
    /// Lanes without games.
    #[target_feature(enable = "avx512f")]
    fn empty() -> Self {
        let zero = _mm512_setzero_si512();
        Self {
            court: zero,
            court_demands: zero,
            payer: zero,
            payer_demands: zero,
            pile: zero,
            pile_demands: zero,
            end: zero,
            demand: zero,
            counts: zero,
            game: zero,
            live: 0,
        }
    }

    /// Lanes whose game has more than this many cards.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn longer_than(&self, cards: u32) -> __mmask8 {
        let played = _mm512_and_si512(self.counts, _mm512_set1_epi64(TRICK - 1));
        let bound = _mm512_set1_epi64(i64::from(cards));
        _mm512_mask_cmpgt_epu64_mask(self.live, played, bound)
    }

    /// Plays one payment in each lane; returns the lanes where `court` is out of cards.
    ///
    /// [`Packed::trick`] is the same in steps that are easier to read.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512vpopcntdq")]
    fn step(&mut self, shift: __m512i) -> __mmask8 {
        let one = _mm512_set1_epi64(1);
        let Self { court, court_demands, payer, payer_demands, pile, pile_demands, .. } = *self;

        // The payer's run: up to a court card or the end of the penalty, whichever comes first.
        let run = _mm512_lzcnt_epi64(payer);
        let passed = _mm512_cmple_epi64_mask(run, self.demand);
        let paid = !passed;
        let laid = _mm512_add_epi64(_mm512_min_epi64(run, self.demand), one);
        let payer = _mm512_sllv_epi64(payer, laid);
        let end = _mm512_srlv_epi64(self.end, laid);
        let counts = _mm512_add_epi64(self.counts, laid);

        // Where the penalty is paid the pile goes under the other hand, its first card to the place of
        // the end marker.
        let marker = _mm512_and_si512(court, _mm512_sub_epi64(_mm512_setzero_si512(), court));
        let taken = _mm512_srlv_epi64(_mm512_or_si512(pile, end), _mm512_lzcnt_epi64(marker));
        // (court and not marker) or taken
        let court = _mm512_mask_ternarylogic_epi64::<0xba>(court, paid, marker, taken);
        let held = _mm512_popcnt_epi64(payer);
        let held = _mm512_add_epi64(_mm512_add_epi64(held, held), shift);
        let taken = _mm512_sllv_epi64(pile_demands, held);
        let court_demands = _mm512_mask_or_epi64(court_demands, paid, court_demands, taken);

        // The next trick: in turn, up to the first court card of either.
        let of_lead = _mm512_lzcnt_epi64(court);
        let of_other = _mm512_sub_epi64(run, laid);
        let leads_court = _mm512_mask_cmple_epi64_mask(paid, of_lead, of_other);
        let plain = _mm512_min_epi64(of_lead, of_other);
        let of_lead = _mm512_add_epi64(plain, one);
        let of_other = _mm512_mask_mov_epi64(of_lead, leads_court, plain);
        let court = _mm512_mask_sllv_epi64(court, paid, court, of_lead);
        let payer = _mm512_mask_sllv_epi64(payer, paid, payer, of_other);
        let laid = _mm512_add_epi64(of_lead, of_other);
        let end = _mm512_mask_srlv_epi64(end, paid, _mm512_set1_epi64(TOP), laid);
        let trick = _mm512_add_epi64(laid, _mm512_set1_epi64(TRICK));
        let counts = _mm512_mask_add_epi64(counts, paid, counts, trick);

        // Whoever played the court card is `court` from now on: the leader stays, all others change.
        let demands = _mm512_mask_mov_epi64(payer_demands, leads_court, court_demands);
        let payer_demands = _mm512_mask_mov_epi64(court_demands, leads_court, payer_demands);
        let demand = _mm512_srli_epi64::<62>(demands);
        let card = _mm512_slli_epi64::<1>(end);
        let pile_demands = _mm512_maskz_slli_epi64::<2>(passed, pile_demands);
        *self = Self {
            court: _mm512_mask_mov_epi64(payer, leads_court, court),
            court_demands: _mm512_slli_epi64::<2>(demands),
            payer: _mm512_mask_mov_epi64(court, leads_court, payer),
            payer_demands,
            pile: _mm512_mask_or_epi64(card, passed, card, pile),
            pile_demands: _mm512_or_si512(pile_demands, demand),
            end,
            demand,
            counts,
            game: _mm512_mask_xor_epi64(self.game, !leads_court, self.game, one),
            live: self.live,
        };
        // The end marker was played for a court card: there was no card.
        _mm512_mask_testn_epi64_mask(self.live, self.court, self.court)
    }
}
