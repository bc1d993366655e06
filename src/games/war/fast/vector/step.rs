//! One step of a game: every battle that does not depend on another one, at once.
//!
//! `docs/engines.md` has a picture. A pair is a card of A and the card of B that meets it (or lies
//! beside it, face down); pair `p` is byte `p` of both hands and bit `p` of every mask here.

use std::arch::x86_64::*;

use super::merge::{EVEN, Merge};

/// One game in flight.
#[derive(Clone, Copy)]
pub struct Lane {
    /// The hands, top card in byte 0; what lies behind the last card means nothing.
    pub a: __m512i,
    /// B's hand.
    pub b: __m512i,
    /// Cards in A's hand; B holds the others.
    pub len_a: u64,
    /// Pairs that can be played before the limit has to be asked again.
    pub budget: u64,
    /// Ties so far.
    pub wars: u64,
}

/// What a step has to know beyond the lane.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Cards in the deck.
    pub cards: u64,
    /// Pots that A wins, pots that B wins.
    pub merges: [Merge; 2],
}

/// What came of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stepped {
    /// Some rounds were played.
    On,
    /// Nothing was played: a hand is empty, or the first pair ties and the step cannot resolve it.
    Stuck,
    /// Nothing was played: the limit has to be asked.
    AtBudget,
}

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

/// Indices that take the first 32 bytes of two vectors in turn.
#[repr(align(64))]
struct InTurn([u8; 64]);

static IN_TURN: InTurn = {
    let mut places = [0; 64];
    let mut k = 0;
    while k < places.len() {
        places[k] = (k / 2 + 64 * (k % 2)) as u8;
        k += 1;
    }
    InTurn(places)
};

/// Plays all rounds of a game whose pairs both hands hold now, up to a tie that is followed by
/// another one within its war, or cannot be paid for from these pairs.
///
/// `F` cards lie face down in a war. `SHARED`: pots have one order, whoever wins. `PATTERN`: a war
/// changes the order. `CAREFUL`: plays up to the budget, where the step else plays nothing.
///
/// SAFETY: the machine must have AVX-512 F, BW, VBMI, VBMI2 and BMI 1 and 2.
#[inline(always)]
pub unsafe fn step<const F: u32, const SHARED: bool, const PATTERN: bool, const CAREFUL: bool>(
    lane: &mut Lane,
    setting: &Setting,
) -> Stepped {
    // SAFETY: the caller has the features.
    let (equal, a_higher) = unsafe {
        // 32 pairs at the most, so half of each vector.
        let a = _mm512_castsi512_si256(lane.a);
        let b = _mm512_castsi512_si256(lane.b);
        (u64::from(_mm256_cmpeq_epu8_mask(a, b)), u64::from(_mm256_cmpgt_epu8_mask(a, b)))
    };
    let mut window = lane.len_a.min(setting.cards - lane.len_a);
    if CAREFUL {
        window = window.min(lane.budget);
    }
    // The window's end stops a step whatever lies there, and so does a tie whose war reaches it.
    // Ties behind it do no harm: nothing that they say reaches back.
    let end = 1_u64 << window;
    let reaching_end = ((-1_i64 << window) >> (F + 1)) as u64;

    // The first tie is one of battles, and ties within its war lie face down. It stops the step if
    // its deciding pair ties again.
    let first = equal & equal.wrapping_neg();
    let first_war = (first << (F + 1)).wrapping_sub(first);
    let first_stops = first & (equal >> (F + 1) | reaching_end);
    // Of those behind, one stops the step if another tie lies within its war, face down or not.
    let others = equal & !first_war;
    let others_stop = others & (shortly_before::<F>(equal) | reaching_end);
    let pairs = (first_stops | others_stop | end).trailing_zeros();
    if pairs == 0 {
        return Stepped::Stuck;
    }
    let Some(budget) = lane.budget.checked_sub(u64::from(pairs)) else {
        return Stepped::AtBudget;
    };

    // The pairs of a war go where its deciding pair goes. Whatever comes out for places behind the
    // pairs played is cut off later, so that all this need not wait for their number.
    let ties = first | others;
    let undecided = |ties: u64| ties.wrapping_mul((2 << F) - 1);
    let a_decides = ties & (a_higher >> (F + 1));
    let a_wins = a_higher & !undecided(ties) | undecided(a_decides);

    lane.budget = budget;
    // SAFETY: as above.
    unsafe {
        lane.wars += u64::from(_bzhi_u64(ties, pairs).count_ones());
        pick_up::<SHARED, PATTERN>(lane, setting, pairs, ties, a_wins);
    }
    Stepped::On
}

/// The places of which one of the next `F + 1` is marked.
#[inline(always)]
fn shortly_before<const F: u32>(marks: u64) -> u64 {
    let two = marks >> 1 | marks >> 2;
    match F {
        0 => marks >> 1,
        1 => two,
        2 => two | marks >> 3,
        3 => two | two >> 2,
        _ => two | two >> 2 | marks >> 5,
    }
}

/// Gives the cards of the first `pairs` pairs to those who won them.
///
/// Shapes: `wars` marks the first pairs of wars, `a_wins` the pairs that A wins; what they say of
/// pairs behind the first `pairs` does not matter.
#[inline(always)]
unsafe fn pick_up<const SHARED: bool, const PATTERN: bool>(
    lane: &mut Lane,
    setting: &Setting,
    pairs: u32,
    wars: u64,
    a_wins: u64,
) {
    // SAFETY: the caller has the features.
    unsafe {
        let war_places = if PATTERN { _pdep_u64(wars, EVEN) } else { 0 };
        let of_a = setting.merges.map(|merge| merge.of_a(war_places));
        // All pots, one after the other, as A picks them up and as B does.
        let [pots_a, pots_b] = if PATTERN {
            let pots_a = merged(lane, of_a[0]);
            [pots_a, if SHARED { pots_a } else { merged(lane, of_a[1]) }]
        } else {
            let in_turn = _mm512_load_si512(IN_TURN.0.as_ptr().cast());
            let a_first = _mm512_permutex2var_epi8(lane.a, in_turn, lane.b);
            if SHARED {
                [a_first; 2]
            } else {
                let b_first = _mm512_permutex2var_epi8(lane.b, in_turn, lane.a);
                if of_a[0] == EVEN { [a_first, b_first] } else { [b_first, a_first] }
            }
        };
        let to_a = _pdep_u64(a_wins, EVEN) * 3;
        let to = [to_a, !to_a].map(|to| _bzhi_u64(to, 2 * pairs));
        give(lane, setting, pairs, [pots_a, pots_b], to);
    }
}

/// The cards of the pots, where A's lie at these places.
#[inline(always)]
unsafe fn merged(lane: &Lane, of_a: u64) -> __m512i {
    // SAFETY: the caller has the features.
    unsafe { _mm512_mask_expand_epi8(_mm512_maskz_expand_epi8(of_a, lane.a), !of_a, lane.b) }
}

/// Drops the first `pairs` cards of both hands and appends the cards of the pots at the places of
/// `to`: A's first, B's second.
#[inline(always)]
unsafe fn give(lane: &mut Lane, setting: &Setting, pairs: u32, pots: [__m512i; 2], to: [u64; 2]) {
    // SAFETY: the caller has the features; `pairs` and `rest` are at most 64, so that the 64 bytes
    // read from either place are within the table.
    unsafe {
        let counting = COUNTING.0.as_ptr();
        let dropped = _mm512_loadu_si512(counting.add(pairs as usize).cast());
        let append = |hand, rest: u64, pots, to| {
            let won = _mm512_maskz_compress_epi8(to, pots);
            // The rest of the hand moves up; behind it come the won cards, which the two-vector
            // permutation counts from 64.
            let from_won = counting.add(64 - rest as usize);
            let places = _mm512_mask_loadu_epi8(dropped, !0 << rest, from_won.cast());
            _mm512_permutex2var_epi8(hand, places, won)
        };
        let rest_a = lane.len_a - u64::from(pairs);
        let rest_b = setting.cards - lane.len_a - u64::from(pairs);
        lane.a = append(lane.a, rest_a, pots[0], to[0]);
        lane.b = append(lane.b, rest_b, pots[1], to[1]);
        lane.len_a = rest_a + u64::from(to[0].count_ones());
    }
}

/// Plays a round that begins with `depth >= 1` ties in a row, if the hands hold all its pairs and
/// the ties end with them; `None` if not.
///
/// `F` cards lie face down in each of its wars. Returns the depth. `places` says which places of the
/// pot are A's, given whether A wins, the depth and the pairs.
///
/// SAFETY: as for [`step`].
#[inline(always)]
pub unsafe fn chain(
    lane: &mut Lane,
    setting: &Setting,
    face_down: u32,
    places: impl Fn(bool, u32, u32) -> u64,
) -> Option<u32> {
    // SAFETY: the caller has the features.
    unsafe {
        let a = _mm512_castsi512_si256(lane.a);
        let b = _mm512_castsi512_si256(lane.b);
        let equal = _mm256_cmpeq_epu8_mask(a, b);
        let a_higher = _mm256_cmpgt_epu8_mask(a, b);
        let window = lane.len_a.min(setting.cards - lane.len_a);
        let mut deciding = 0;
        let mut depth = 0;
        while deciding < window && equal >> deciding & 1 == 1 {
            depth += 1;
            deciding += u64::from(face_down) + 1;
        }
        if deciding >= window {
            return None;
        }
        let a_wins = a_higher >> deciding & 1 == 1;
        let pairs = deciding as u32 + 1;
        let pot = merged(lane, places(a_wins, depth, pairs));
        let all = _bzhi_u64(!0, 2 * pairs);
        let to = if a_wins { [all, 0] } else { [0, all] };
        give(lane, setting, pairs, [pot; 2], to);
        Some(depth)
    }
}
