//! One step of a game on tapes: every battle that does not depend on another one, at once.
//!
//! `docs/architecture.md` has a picture. A pair is a card of A and the card of B that meets it (or lies
//! beside it, face down); pair `p` is bit `p` of every mask here. A step holds one war at most.
// Places on the tapes that are known to be there are not asked for: with that a game takes 7 % longer.
#![allow(unsafe_code)]

use super::super::pots;
use super::super::shape::{PairOrder, Shape};
use super::super::tape::{Hands, MASK, SPARE};
use super::bytes::Bytes;
use crate::core::both::both;

/// Most pairs of a step.
pub const MOST_PAIRS: u64 = 32;

/// Most cards face down of a war that a step resolves: the pot is 16 cards.
const MAX_FACE_DOWN: usize = 6;

/// `[winners]`: of eight pots of two cards, the places of those that are marked, next to one
/// another; what follows means nothing. Aligned, so that no row lies in two lines of the cache.
#[repr(align(64))]
struct Packs([[u8; 16]; 256]);

/// A's card of each pot first.
static A_FIRST: Packs = packs(0);

/// B's card of each pot first.
static B_FIRST: Packs = packs(1);

const fn packs(first: u8) -> Packs {
    let mut table = [[0; 16]; 256];
    let mut winners = 0;
    while winners < 256 {
        let (mut pot, mut to) = (0, 0);
        while pot < 8 {
            if winners >> pot & 1 == 1 {
                table[winners][to] = 2 * pot + first;
                table[winners][to + 1] = 2 * pot + 1 - first;
                to += 2;
            }
            pot += 1;
        }
        winners += 1;
    }
    Packs(table)
}

/// What a step has to know beyond the game.
pub struct Setting {
    /// Cards face down in a war, and one.
    stride: u32,
    /// The pairs where a war may not begin: all, if wars are played otherwise.
    wars_nowhere: u64,
    /// How pots that A wins are put in order, and pots that B wins.
    packs: [&'static Packs; 2],
    /// Places of a war's pot among 8 cards of A and 8 of B, if A wins and if B wins: from the start
    /// of the pot, and so that its end is at the end of what is written.
    war: [[u8; 16]; 2],
    war_end: [[u8; 16]; 2],
    /// From the start of a war's pot to where its end is written.
    to_end: usize,
    /// The two codes of which the lower wins.
    lowest_beats: (u8, u8),
}

impl Setting {
    /// How steps play these rules; `None` if the order of a pot of two cards depends on the cards, or
    /// any order on chance.
    pub fn new(shape: &Shape) -> Option<Self> {
        let packs_of = |order| match order {
            PairOrder::AFirst => Some(&A_FIRST),
            PairOrder::BFirst => Some(&B_FIRST),
            PairOrder::GreaterFirst | PairOrder::LesserFirst | PairOrder::Random => None,
        };
        let packs = [packs_of(shape.pairs[0])?, packs_of(shape.pairs[1])?];
        if shape.random {
            return None;
        }
        let face_down = shape.same_face_down.map_or(MAX_FACE_DOWN + 1, usize::from);
        let order = |a_won: bool| {
            let in_reach = face_down <= MAX_FACE_DOWN;
            let pickup = shape.wars[usize::from(!a_won)];
            let order = || pots::chain(pickup, shape.alternating, face_down, 1, a_won, 8);
            in_reach.then(order).flatten()
        };
        let orders = [order(true), order(false)];
        let size = 2 * (face_down.min(MAX_FACE_DOWN) + 2);
        let to_end = size - if size < 8 { 4 } else { 8 };
        let places = |from: usize| {
            orders.each_ref().map(|order| {
                let mut places = [0; 16];
                let order = order.iter().flatten().skip(from);
                places.iter_mut().zip(order).for_each(|(place, &card)| *place = card);
                places
            })
        };
        Some(Self {
            stride: face_down.min(MAX_FACE_DOWN) as u32 + 1,
            wars_nowhere: if orders.iter().all(Option::is_some) { 0 } else { !0 },
            packs,
            war: places(0),
            war_end: places(to_end),
            to_end,
            lowest_beats: shape.lowest_beats.unwrap_or_default(),
        })
    }

    /// Whether a war's pot is smaller than eight cards.
    pub fn has_small_wars(&self) -> bool {
        self.stride < 3
    }
}

/// How far a game may go before it has to be looked at.
#[derive(Clone, Copy, Debug, Default)]
pub struct Leave {
    /// Pairs that can be played.
    pub pairs: u64,
    /// Wars played.
    pub wars: u64,
}

/// What a step has played, as masks of its pairs.
#[derive(Clone, Copy, Debug)]
pub struct Played {
    /// How many pairs, one at least.
    pub pairs: u32,
    /// Those with which a round begins.
    pub starts: u64,
    /// Those that A wins.
    pub a_wins: u64,
}

/// Plays all rounds of a game whose pairs both hands hold now, up to a second tie, or to a first one
/// that is followed by another at once or cannot be paid for from these pairs; `None` if there are
/// none.
///
/// `LOWEST`: the lowest rank beats the highest. `SMALL`: a war's pot has fewer than eight cards.
///
/// Unless the tapes have room for `leave.pairs` pots of two cards on either side, the cards come out
/// wrong; memory is safe whatever the hands, `leave` and `setting` are.
#[inline(always)]
pub fn step<B: Bytes, const LOWEST: bool, const SMALL: bool>(
    bytes: B,
    hands: &mut Hands,
    leave: &mut Leave,
    setting: &Setting,
) -> Option<Played> {
    let ([head_a, head_b], [tail_a, tail_b]) = (hands.heads, hands.tails);
    // Memory is safe by this alone: whatever is read and written below lies less than `PAD - 16` bytes
    // behind these places.
    assert!(head_a | head_b | tail_a | tail_b <= MASK);
    let cards = &mut hands.cards;
    // SAFETY: 40 bytes from each head; the array goes on for more behind the last place.
    let [a, b] =
        unsafe { both!(|seat| &*cards.as_ptr().add([head_a, head_b][seat]).cast::<[u8; 40]>()) };
    let [equal, a_higher] = bytes.compare(part(a, 0), part(b, 0));
    let (equal, a_higher) = (u64::from(equal), u64::from(a_higher));
    let a_higher = if LOWEST {
        a_higher ^ u64::from(bytes.pairs_of(part(a, 0), part(b, 0), setting.lowest_beats))
    } else {
        a_higher
    };
    let held = (tail_a - head_a).min(tail_b - head_b) as u64;
    let window = held.min(leave.pairs).min(MOST_PAIRS);

    // The first tie is one of battles, and ties within its war lie face down. It stops the step if
    // its deciding pair ties again, or if the war reaches the window's end.
    let stride = setting.stride;
    let reaching_end = (!0_u64 << window).cast_signed() >> stride;
    let nowhere = reaching_end.cast_unsigned() | setting.wars_nowhere;
    let first = equal & equal.wrapping_neg();
    let war = (first << stride).wrapping_sub(first);
    let first_stops = first & (equal >> stride | nowhere);
    let pairs = (first_stops | equal & !war | 1 << window).trailing_zeros();
    if pairs == 0 {
        return None;
    }

    // The pairs of a war go where its deciding pair goes.
    let played = (1_u64 << pairs) - 1;
    let tie = first & played;
    let a_decides = tie & (a_higher >> stride);
    let undecided = (tie << stride).wrapping_sub(tie);
    let to_a = (a_decides << stride).wrapping_sub(a_decides);
    let a_wins = (a_higher & !undecided | to_a) & played;
    let wins = [a_wins, a_wins ^ played];
    leave.pairs -= u64::from(pairs);
    leave.wars += u64::from(tie != 0);
    let won = both!(|seat| 2 * wins[seat].count_ones() as usize);
    hands.heads = [head_a + pairs as usize, head_b + pairs as usize];
    hands.tails = [tail_a + won[0], tail_b + won[1]];

    let war_at = (first as u32).trailing_zeros() as usize;
    // Eight cards of A, then eight of B.
    let mut war_pot = [0; 16];
    war_pot[..8].copy_from_slice(part::<8>(a, war_at));
    war_pot[8..].copy_from_slice(part::<8>(b, war_at));
    let war_pot = bytes.sixteen(war_pot);
    let mut pots = [bytes.pots(part(a, 0), part(b, 0)); 2];
    // Asked of the window, which is known long before the number of pairs.
    if window > 16 {
        pots[1] = bytes.pots(part(a, 16), part(b, 16));
    }
    let won = Won { setting, wins, tails: [tail_a, tail_b] };
    let winner = usize::from(a_decides == 0);
    let before = (wins[winner] & first.wrapping_sub(1)).count_ones() as usize;
    let pot = won.tails[winner] + 2 * before;
    let to = if tie == 0 { SPARE } else { pot };
    let start = bytes.permute(war_pot, &setting.war[winner]);
    let end = bytes.permute(war_pot, &setting.war_end[winner]);
    // SAFETY: eight pots and 16 bytes from each tail; a war's pot lies among the pots.
    unsafe {
        won.put(bytes, cards, 0, pots[0][0]);
        won.put(bytes, cards, 1, pots[0][1]);
        if window > 16 {
            won.put(bytes, cards, 2, pots[1][0]);
            won.put(bytes, cards, 3, pots[1][1]);
        }
        // The pot of the war is there, in the order of pairs. It is written over in its own order.
        if SMALL {
            store(cards, to, *part::<4>(&start, 0));
            store(cards, to + setting.to_end, *part::<4>(&end, 0));
        } else {
            store(cards, to, *part::<8>(&start, 0));
            store(cards, to + setting.to_end, *part::<8>(&end, 0));
        }
    }
    Some(Played { pairs, starts: played & !(undecided << 1), a_wins })
}

/// Who wins the pots of a step, and where they go.
struct Won<'a> {
    setting: &'a Setting,
    wins: [u64; 2],
    tails: [usize; 2],
}

impl Won<'_> {
    /// Puts eight pots behind the hands of those who win them.
    ///
    /// SAFETY: as for [`store`].
    #[inline(always)]
    unsafe fn put<B: Bytes>(&self, bytes: B, cards: &mut [u8], group: u32, pots: B::Sixteen) {
        let Self { setting, wins, tails } = self;
        // What A has won of the pots before, and what B has, were all of them played: behind
        // those played there is nothing to be written at the right place.
        let a_won = 2 * (wins[0] & ((1 << (8 * group)) - 1)).count_ones() as usize;
        let to = [tails[0] + a_won, tails[1] + 16 * group as usize - a_won];
        for seat in [0, 1] {
            let places = &setting.packs[seat].0[(wins[seat] >> (8 * group) & 0xff) as usize];
            // SAFETY: the caller's.
            unsafe { store(cards, to[seat], bytes.permute(pots, places)) };
        }
    }
}

/// Writes bytes to a place, which must be there.
#[inline(always)]
unsafe fn store<const N: usize>(cards: &mut [u8], to: usize, bytes: [u8; N]) {
    debug_assert!(to + N <= cards.len());
    // SAFETY: the caller's.
    unsafe { cards.as_mut_ptr().add(to).cast::<[u8; N]>().write(bytes) }
}

/// Bytes from a place on; it panics if there are not so many.
#[inline(always)]
fn part<const N: usize>(bytes: &[u8], place: usize) -> &[u8; N] {
    let (parts, _) = bytes[place..].as_chunks();
    &parts[0]
}
