//! The vector engine: whole runs of battles in one step of AVX-512 instructions.
//!
//! `docs/engines.md` tells how a step works, with a picture.
// Vector instructions exist only as unsafe functions where the compiler cannot see that the machine
// has them.
#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::super::result::{GameResult, Sink};
use super::super::rules::{FaceDown, LimitUnit, Pickup, Rules, Winnings};
use super::super::split::Split;
use super::Unsupported;
use super::luck::NoLuck;
use super::portable::Portable;
use super::shape::{Counts, MAX_DEPTH, Shape};
use super::table::{CycleWatch, Table};
use super::tape::Hands;
use crate::cards::{DeckBlock, Seed};

/// Most cards of a deck: one vector holds a hand.
const MAX_CARDS: usize = 64;

/// Most cards laid face down in a war that a step resolves.
const MAX_FACE_DOWN: u32 = 4;

/// Every second bit: a pair of cards has two places in a vector of pots.
const EVEN: u64 = 0x5555_5555_5555_5555;

/// 0, 1, 2 ...: the 64 bytes from place `p` on are `p`, `p + 1`, `p + 2` ...
#[repr(align(64))]
struct Counting([u8; 192]);

static COUNTING: Counting = {
    let mut counting = [0; 192];
    let mut k = 0;
    while k < counting.len() {
        counting[k] = k as u8;
        k += 1;
    }
    Counting(counting)
};

/// How a pot of pairs is merged from A's cards and B's.
///
/// Every order of picking up keeps each player's cards in the order in which they were laid, so a
/// run of pots is a merge of two runs of cards: a mask says which places are A's.
#[derive(Clone, Copy, Debug)]
struct Merge {
    /// A's places in pots of two cards: all even ones, or all odd ones.
    pairs: u64,
    /// What a war changes in that, counted from its first place.
    war: u64,
}

/// What a step has to know of the rules.
#[derive(Clone, Debug)]
struct Step {
    /// Pots that A wins, pots that B wins.
    merges: [Merge; 2],
    /// Whether the limit counts rounds; else battles.
    counts_rounds: bool,
    /// Pairs of a war that the limit does not count: those face down and, where it counts rounds,
    /// the deciding one.
    not_counted: u64,
}

/// One game in flight.
#[derive(Clone, Copy)]
struct Lane {
    /// The hands, top card in byte 0; what lies behind the last card is of no meaning.
    a: __m512i,
    b: __m512i,
    /// Cards in A's hand; B holds the others.
    len_a: u64,
    /// Battles or rounds until the limit.
    left: u64,
    /// Ties so far.
    wars: u64,
}

/// Plays up to 64 cards a deck on machines that have AVX-512 VBMI2.
pub struct Vector {
    shape: Shape,
    face_down: u32,
    step: Step,
    /// The deck's places of A's cards and of B's.
    deal: [[u8; 64]; 2],
    cold: Box<Cold>,
    portable: Portable,
}

/// What games need that leave the step.
struct Cold {
    hands: Hands,
    watch: CycleWatch<Hands>,
    counts: Counts,
    chains: [u64; MAX_DEPTH + 1],
}

impl std::fmt::Debug for Vector {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Vector").field("step", &self.step).finish_non_exhaustive()
    }
}

/// Whether this machine has the instructions.
pub fn available() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("avx512vbmi2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
}

fn unsupported(field: String, reason: &'static str) -> Unsupported {
    Unsupported { engine: super::EngineChoice::Vector.name(), field, reason }
}

impl Vector {
    /// An engine for these rules.
    ///
    /// Errors: [`Unsupported`] if the machine lacks the instructions or the rules are out of reach.
    pub fn new(rules: &Rules, seed: Seed) -> Result<Self, Unsupported> {
        if !available() {
            let reason = "it has no AVX-512 VBMI2 instructions";
            return Err(unsupported("on this machine".into(), reason));
        }
        let face_down = match rules.war.face_down {
            FaceDown::Count(n) if n <= MAX_FACE_DOWN => n,
            other => {
                let reason = "it lays 0 to 4 cards face down";
                return Err(unsupported(format!("war.face_down = {other}"), reason));
            }
        };
        if rules.deck.cards() > MAX_CARDS {
            let field = format!("a deck of {} cards", rules.deck.cards());
            return Err(unsupported(field, "it holds 64 cards at most"));
        }
        if rules.compare.two_beats_ace {
            let reason = "it compares cards by one order";
            return Err(unsupported("compare.two_beats_ace = true".into(), reason));
        }
        if rules.pickup == Pickup::Shuffled {
            let field = format!("pickup = \"{}\"", rules.pickup.name());
            return Err(unsupported(field, "it has no randomness inside a game"));
        }
        if !matches!(rules.winnings, Winnings::Bottom | Winnings::Pile) {
            let field = format!("winnings = \"{}\"", rules.winnings.name());
            return Err(unsupported(field, "its winnings go under the hand in the order won"));
        }
        if rules.limit.unit == LimitUnit::None {
            return Err(unsupported("limit.unit = \"none\"".into(), "it does not look for cycles"));
        }
        let shape = Shape::new(rules);
        let counts_rounds = rules.limit.unit == LimitUnit::Rounds;
        Ok(Self {
            face_down,
            step: Step {
                merges: merges(rules.pickup, face_down, shape.alternating),
                counts_rounds,
                not_counted: u64::from(face_down) + u64::from(counts_rounds),
            },
            deal: [[0; 64]; 2],
            cold: Box::new(Cold {
                hands: Hands::default(),
                watch: CycleWatch::default(),
                counts: Counts::default(),
                chains: [0; MAX_DEPTH + 1],
            }),
            portable: Portable::new(rules, seed),
            shape,
        })
    }

    /// Plays every deck of a block and reports each game once.
    pub fn play_block<S: Sink>(&mut self, decks: &DeckBlock, sink: &mut S) {
        if !self.shape.can_play(decks) || decks.cards() > MAX_CARDS {
            return self.portable.play_block(decks, sink);
        }
        self.deal = places(self.shape.deal.split(decks.cards()));
        let [a, b] = self.step.merges;
        let shared = a.pairs == b.pairs && a.war == b.war;
        let pattern = a.war != 0 || b.war != 0;
        // SAFETY: an engine is made only on machines that have the instructions.
        unsafe {
            match (self.face_down, shared, pattern) {
                (0, true, _) => self.play_by::<0, true, false, S>(decks, sink),
                (0, false, false) => self.play_by::<0, false, false, S>(decks, sink),
                (0, false, true) => self.play_by::<0, false, true, S>(decks, sink),
                (1, true, _) => self.play_by::<1, true, false, S>(decks, sink),
                (1, false, false) => self.play_by::<1, false, false, S>(decks, sink),
                (1, false, true) => self.play_by::<1, false, true, S>(decks, sink),
                (2, true, false) => self.play_by::<2, true, false, S>(decks, sink),
                (2, true, true) => self.play_by::<2, true, true, S>(decks, sink),
                (2, false, false) => self.play_by::<2, false, false, S>(decks, sink),
                (2, false, true) => self.play_by::<2, false, true, S>(decks, sink),
                (3, true, false) => self.play_by::<3, true, false, S>(decks, sink),
                (3, true, true) => self.play_by::<3, true, true, S>(decks, sink),
                (3, false, false) => self.play_by::<3, false, false, S>(decks, sink),
                (3, false, true) => self.play_by::<3, false, true, S>(decks, sink),
                (_, true, false) => self.play_by::<4, true, false, S>(decks, sink),
                (_, true, true) => self.play_by::<4, true, true, S>(decks, sink),
                (_, false, false) => self.play_by::<4, false, false, S>(decks, sink),
                (_, false, true) => self.play_by::<4, false, true, S>(decks, sink),
            }
        }
        let chains = &mut self.cold.chains;
        for (depth, rounds) in chains.iter_mut().enumerate().skip(1).filter(|(_, n)| **n > 0) {
            sink.chains(depth, std::mem::take(rounds));
        }
    }
}

/// Where A's and B's cards lie in a deck.
fn places(split: Split) -> [[u8; 64]; 2] {
    let place = |seat: usize, k: usize| match split {
        Split::EverySecond => 2 * k + seat,
        Split::First(to_a) => k + seat * to_a,
    };
    [0, 1].map(|seat| std::array::from_fn(|k| (place(seat, k) % 64) as u8))
}

/// The merges of pots that A wins and of pots that B wins.
fn merges(pickup: Pickup, face_down: u32, alternating: bool) -> [Merge; 2] {
    // A pot in the order of picking up, as who laid each card (true is A).
    let pot = |a_won: bool, face_down: u32| -> Vec<bool> {
        let cards = face_down as usize + 2;
        let block = |a: bool, cards: usize| std::iter::repeat_n(a, cards);
        let pairs = |a_first: bool, cards: usize| (0..cards).flat_map(move |_| [a_first, !a_first]);
        match pickup {
            Pickup::WinnerFirst => pairs(a_won, cards).collect(),
            Pickup::LoserFirst => pairs(!a_won, cards).collect(),
            Pickup::WinnerBlock => block(a_won, cards).chain(block(!a_won, cards)).collect(),
            Pickup::LoserBlock => block(!a_won, cards).chain(block(a_won, cards)).collect(),
            Pickup::AsLaid | Pickup::Shuffled if alternating => pairs(true, cards).collect(),
            Pickup::AsLaid | Pickup::Shuffled => {
                let down = cards - 2;
                let down = block(true, down).chain(block(false, down));
                pairs(true, 1).chain(down).chain(pairs(true, 1)).collect()
            }
        }
    };
    [true, false].map(|a_won| {
        let a_first = match pickup {
            Pickup::AsLaid | Pickup::Shuffled => true,
            Pickup::WinnerFirst | Pickup::WinnerBlock => a_won,
            Pickup::LoserFirst | Pickup::LoserBlock => !a_won,
        };
        let pairs = if a_first { EVEN } else { !EVEN };
        let pot = pot(a_won, face_down);
        let bits = pot.iter().enumerate().map(|(k, &of_a)| u64::from(of_a) << k);
        let mask: u64 = bits.sum();
        let places = (1_u64 << pot.len()) - 1;
        Merge { pairs, war: mask ^ (pairs & places) }
    })
}

/// Games in flight at a time: enough that one's long chain of instructions hides behind the others'.
const LANES: usize = 4;

/// The games of one block, and who takes part in playing them.
struct Table64<'a, S> {
    shape: &'a Shape,
    counts_rounds: bool,
    deal: &'a [[u8; 64]; 2],
    decks: &'a DeckBlock,
    next: usize,
    cards: u64,
    /// Cards of A's hand at the start.
    len_a: u64,
    cold: &'a mut Cold,
    sink: &'a mut S,
    /// Of each lane, which deck it plays and what it met outside the step.
    seats: [LaneNotes; LANES],
}

/// What a lane keeps outside the registers.
#[derive(Clone, Copy, Default)]
struct LaneNotes {
    deck: usize,
    cold_wars: u64,
    deepest: usize,
    idle: bool,
}

impl Vector {
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    fn play_by<const F: u32, const SHARED: bool, const PATTERN: bool, S: Sink>(
        &mut self,
        decks: &DeckBlock,
        sink: &mut S,
    ) {
        let rules = self.step.clone();
        let mut table = Table64 {
            shape: &self.shape,
            counts_rounds: rules.counts_rounds,
            deal: &self.deal,
            decks,
            next: 0,
            cards: decks.cards() as u64,
            len_a: self.shape.deal.split(decks.cards()).cards_of_a(decks.cards()) as u64,
            cold: &mut self.cold,
            sink,
            seats: [LaneNotes::default(); LANES],
        };
        let cards = table.cards;
        let mut idle = 0;
        let mut l0 = table.start(0, &mut idle);
        let mut l1 = table.start(1, &mut idle);
        let mut l2 = table.start(2, &mut idle);
        let mut l3 = table.start(3, &mut idle);
        // SAFETY: the features are those of this function.
        unsafe {
            while idle < LANES {
                if !step::<F, SHARED, PATTERN>(&mut l0, cards, &rules) {
                    l0 = table.leave_step(0, l0, &mut idle);
                }
                if !step::<F, SHARED, PATTERN>(&mut l1, cards, &rules) {
                    l1 = table.leave_step(1, l1, &mut idle);
                }
                if !step::<F, SHARED, PATTERN>(&mut l2, cards, &rules) {
                    l2 = table.leave_step(2, l2, &mut idle);
                }
                if !step::<F, SHARED, PATTERN>(&mut l3, cards, &rules) {
                    l3 = table.leave_step(3, l3, &mut idle);
                }
            }
        }
    }
}

/// Plays all rounds of a game that do not depend on one another; returns whether there was one.
#[inline(always)]
unsafe fn step<const F: u32, const SHARED: bool, const PATTERN: bool>(
    lane: &mut Lane,
    cards: u64,
    rules: &Step,
) -> bool {
    // SAFETY: the caller has the features.
    unsafe {
        let Lane { a, b, len_a, left, .. } = *lane;
        let len_b = cards - len_a;
        // Pairs of cards that meet in this step at most.
        let window = len_a.min(len_b).min(left);
        let a_higher = _mm512_cmpgt_epu8_mask(a, b);
        let equal = _mm512_cmpeq_epu8_mask(a, b);

        // The first tie is a tie of battles; those right behind it lie face down. Of the others, a
        // tie is known to be one of battles if there is none shortly before it.
        let ties = _bzhi_u64(equal, window as u32);
        let first = ties & ties.wrapping_neg();
        let ties = ties & !(first * ((2 << F) - 2));
        // Ties that this step cannot resolve: another tie follows within the war, or the window
        // ends before the deciding pair.
        let mut near = ties >> 1;
        if F >= 1 {
            near |= near >> 1;
        }
        if F >= 3 {
            near |= near >> 2;
        }
        if F == 2 || F == 4 {
            near |= near >> 1;
        }
        let beyond = (((-1_i64) << window) >> (F + 1)) as u64;
        let unresolved = ties & (near | beyond);
        let pairs = unresolved.trailing_zeros().min(window as u32);
        if pairs == 0 {
            return false;
        }
        let wars = _bzhi_u64(ties, pairs);

        // A war's pairs, but for the deciding one, go where the deciding one goes.
        let war_pairs = (2_u64 << F) - 1;
        let a_decides = wars & (a_higher >> (F + 1));
        let a_wins = (a_higher & !(wars * war_pairs)) | (a_decides * war_pairs);
        let a_wins = _bzhi_u64(a_wins, pairs);
        let to_a = _pdep_u64(a_wins, EVEN) * 3;
        let to_b = _bzhi_u64(!0, 2 * pairs) ^ to_a;

        // All pots, one after the other, in the order in which A (B) picks them up.
        let (pots_a, pots_b) = if PATTERN {
            let war_starts = _pdep_u64(wars, EVEN);
            let merged = |merge: Merge| {
                let of_a = merge.pairs ^ (war_starts.wrapping_mul(merge.war));
                _mm512_mask_expand_epi8(_mm512_maskz_expand_epi8(of_a, a), !of_a, b)
            };
            let pots_a = merged(rules.merges[0]);
            (pots_a, if SHARED { pots_a } else { merged(rules.merges[1]) })
        } else {
            let a_first = _mm512_permutex2var_epi8(a, interleave(0), b);
            if SHARED {
                (a_first, a_first)
            } else {
                let b_first = _mm512_permutex2var_epi8(b, interleave(0), a);
                if rules.merges[0].pairs == EVEN { (a_first, b_first) } else { (b_first, a_first) }
            }
        };
        let won_a = _mm512_maskz_compress_epi8(to_a, pots_a);
        let won_b = _mm512_maskz_compress_epi8(to_b, pots_b);

        // Drop the played cards and append the won ones.
        let counting = COUNTING.0.as_ptr();
        let dropped = _mm512_loadu_si512(counting.add(pairs as usize).cast());
        let append = |hand, rest: u64, won| {
            let from_won = counting.add(64 - rest as usize);
            let places = _mm512_mask_loadu_epi8(dropped, !0 << rest, from_won.cast());
            _mm512_permutex2var_epi8(hand, places, won)
        };
        let rest_a = len_a - u64::from(pairs);
        let rest_b = len_b - u64::from(pairs);
        lane.a = append(a, rest_a, won_a);
        lane.b = append(b, rest_b, won_b);
        lane.len_a = rest_a + u64::from(to_a.count_ones());
        let wars = u64::from(wars.count_ones());
        lane.wars += wars;
        lane.left = left + wars * rules.not_counted - u64::from(pairs);
        true
    }
}

/// Places that take the first 32 bytes of two vectors in turn.
#[inline(always)]
unsafe fn interleave(_: u8) -> __m512i {
    const PLACES: [u8; 64] = {
        let mut places = [0; 64];
        let mut k = 0;
        while k < 64 {
            places[k] = (k / 2 + 64 * (k % 2)) as u8;
            k += 1;
        }
        places
    };
    // SAFETY: 64 bytes; the caller has the features.
    unsafe { _mm512_loadu_si512(PLACES.as_ptr().cast()) }
}

impl<S: Sink> Table64<'_, S> {
    /// Deals the next deck to a lane, if there is one.
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn start(&mut self, seat: usize, idle: &mut usize) -> Lane {
        let notes = &mut self.seats[seat];
        if self.next == self.decks.len() {
            *idle += usize::from(!notes.idle);
            notes.idle = true;
            let none = _mm512_setzero_si512();
            return Lane { a: none, b: none, len_a: 0, left: 0, wars: 0 };
        }
        *notes = LaneNotes { deck: self.next, ..LaneNotes::default() };
        let deck = self.decks.narrow_padded(self.next);
        self.next += 1;
        // SAFETY: a padded deck and a table of places have 64 bytes at least.
        let (deck, places) = unsafe {
            let places = self.deal.each_ref().map(|p| _mm512_loadu_si512(p.as_ptr().cast()));
            (_mm512_loadu_si512(deck.as_ptr().cast()), places)
        };
        let deck = self.codes(deck);
        Lane {
            a: _mm512_permutexvar_epi8(places[0], deck),
            b: _mm512_permutexvar_epi8(places[1], deck),
            len_a: self.len_a,
            left: self.most(),
            wars: 0,
        }
    }

    /// What the limit allows at the start.
    fn most(&self) -> u64 {
        if self.counts_rounds { self.shape.caps.rounds } else { self.shape.caps.battles }
    }

    /// Looks up the code of each card.
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn codes(&self, deck: __m512i) -> __m512i {
        let code = self.shape.code.as_ptr();
        // SAFETY: the table has four times 64 bytes.
        let [t0, t1, t2, t3] =
            unsafe { [0, 64, 128, 192].map(|from| _mm512_loadu_si512(code.add(from).cast())) };
        let low = _mm512_permutex2var_epi8(t0, deck, t1);
        let high = _mm512_permutex2var_epi8(t2, deck, t3);
        _mm512_mask_mov_epi8(low, _mm512_movepi8_mask(deck), high)
    }

    /// Plays a round that the step leaves alone, or reports a game that has ended and starts
    /// another one.
    #[cold]
    #[inline(never)]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn leave_step(&mut self, seat: usize, lane: Lane, idle: &mut usize) -> Lane {
        let notes = &mut self.seats[seat];
        if notes.idle {
            return lane;
        }
        let Cold { hands, counts, chains, .. } = &mut *self.cold;
        let caps = self.shape.caps;
        // Every tie so far was followed by a battle, so there are as many more battles than rounds.
        if !self.counts_rounds {
            counts.battles = caps.battles - lane.left;
            counts.rounds = counts.battles - lane.wars;
        } else {
            counts.rounds = caps.rounds - lane.left;
            counts.battles = counts.rounds + lane.wars;
        }
        counts.wars = lane.wars;
        let held = [lane.len_a as usize, self.cards as usize - lane.len_a as usize];
        let mut ended = self.shape.end_before_round(caps, counts, held);
        let mut left = held;
        if ended.is_none() {
            let mut pieces = [[0; 64]; 2];
            // SAFETY: 64 bytes each.
            unsafe {
                _mm512_storeu_si512(pieces[0].as_mut_ptr().cast(), lane.a);
                _mm512_storeu_si512(pieces[1].as_mut_ptr().cast(), lane.b);
            }
            hands.take_over([&pieces[0], &pieces[1]], held);
            ended = hands.war(self.shape, caps, counts, &mut NoLuck);
            notes.cold_wars += counts.wars - lane.wars;
            notes.deepest = notes.deepest.max(counts.deepest);
            left = hands.held();
        }
        let Some(end) = ended else {
            let [a, b] = hands.pieces();
            counts_flush(counts, chains);
            // SAFETY: 64 bytes each.
            let (a, b) = unsafe {
                (_mm512_loadu_si512(a.as_ptr().cast()), _mm512_loadu_si512(b.as_ptr().cast()))
            };
            let left_to_limit = if self.counts_rounds {
                caps.rounds - counts.rounds
            } else {
                caps.battles - counts.battles
            };
            return Lane { a, b, len_a: left[0] as u64, left: left_to_limit, wars: counts.wars };
        };
        let in_step = counts.wars - notes.cold_wars;
        chains[1] += in_step;
        counts.deepest = notes.deepest.max(usize::from(in_step > 0)).max(counts.deepest);
        let result: GameResult = counts.result(end, left);
        self.sink.game(self.decks.first() + notes.deck as u64, &result);
        counts.flush(chains);
        self.start(seat, idle)
    }
}

fn counts_flush(counts: &mut Counts, chains: &mut [u64; MAX_DEPTH + 1]) {
    let Counts { battles, rounds, wars, .. } = *counts;
    counts.flush(chains);
    (counts.battles, counts.rounds, counts.wars) = (battles, rounds, wars);
}
