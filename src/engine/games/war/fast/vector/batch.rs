//! Sixteen games at once: what is to be done is worked out for all of them, then done game by game.
//!
//! `docs/architecture.md` has a picture. A pair is a card of A and the card of B that meets it (or lies
//! beside it, face down); pair `p` is byte `p` of both hands and bit `p` of every mask here. The
//! masks of sixteen games are the lanes of one register. A step holds one war at most.

use std::arch::x86_64::*;

use super::super::counts::Fought;
use super::lanes::{LANES, VectorLanes, below, place};
use super::rows::{MOST_PAIRS, Permutation, ROW, Rows};
use crate::core::both::both;
use crate::core::registers::InRegister as _;

/// Row `p` is `p`, `p + 1`, `p + 2` ...: the places of a hand without its first `p` cards.
static FROM: [Permutation; MOST_PAIRS + 1] = {
    let mut rows = [Permutation([0; 64]); MOST_PAIRS + 1];
    let mut k = 0;
    while k < 64 * rows.len() {
        rows[k / 64].0[k % 64] = (k / 64 + k % 64) as u8;
        k += 1;
    }
    rows
};

/// Row `r` is 0 in `r` places, then 64, 65, 66 ...: the places of what comes behind `r` cards, in the
/// second vector of a permutation.
static BEHIND: [Permutation; 65] = {
    let mut rows = [Permutation([0; 64]); 65];
    let mut k = 0;
    while k < 64 * rows.len() {
        if k % 64 >= k / 64 {
            rows[k / 64].0[k % 64] = (64 + k % 64 - k / 64) as u8;
        }
        k += 1;
    }
    rows
};

/// What a step has to know beyond the games.
pub struct VectorSetting {
    /// Cards in the deck.
    pub cards: u32,
    /// Pairs of a war that the limit does not count.
    pub uncounted: u32,
    pub rows: Rows,
    /// The two codes of which the lower wins.
    pub lowest_beats: (u8, u8),
}

/// Sixteen games in flight.
#[derive(Default)]
pub struct VectorBatch {
    /// A's hands and B's, top card in byte 0; what lies behind the last card means nothing.
    hands: [[Permutation; LANES]; 2],
    /// Cards in A's hand; B holds the others.
    pub len_a: VectorLanes,
    /// What can be played before the limit has to be asked again, counted as the limit counts.
    pub budget: VectorLanes,
    /// Ties so far.
    pub wars: VectorLanes,
    /// Of the first 32 pairs: which tie, and which A wins.
    pub equal: VectorLanes,
    pub a_higher: VectorLanes,
    /// What the next step does: the pairs that go to A, and where the rows lie of the cards that
    /// stay, of the pots and of what comes behind the cards of either hand, as bytes from the first.
    to_a: VectorLanes,
    from: VectorLanes,
    pots: VectorLanes,
    behind: [VectorLanes; 2],
    /// Of the saved positions: cards in A's hand, the pairs of the window that tie and that A wins;
    /// and the steps until the next ones are saved.
    saved: [VectorLanes; 3],
    steps_left: VectorLanes,
}

/// The next step of sixteen games, as masks.
#[derive(Clone, Copy)]
struct Step {
    /// The pairs that are played.
    played: __m512i,
    /// The tie of the war among them.
    tie: __m512i,
    a_wins: __m512i,
}

/// What happens to one game: the pairs that go to A, and the rows.
struct Play<'a> {
    to_a: u32,
    from: &'a Permutation,
    pots: [&'a Permutation; 2],
    behind: [&'a Permutation; 2],
}

impl VectorBatch {
    /// Works out the next step of all games; returns those that have none.
    #[inline]
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq")]
    pub fn look(&mut self, setting: &VectorSetting) -> u16 {
        let all = |x: u32| _mm512_set1_epi32(x as i32);
        let len_a = self.len_a.get();
        let len_b = _mm512_sub_epi32(all(setting.cards), len_a);
        let budget = self.budget.get();
        let window = _mm512_min_epu32(_mm512_min_epu32(len_a, len_b), budget);
        let Step { played, tie, a_wins } = self.step(setting, window);
        let pairs = _mm512_popcnt_epi32(played);
        let has_war = _mm512_test_epi32_mask(tie, tie);
        let rest_a = _mm512_sub_epi32(len_a, pairs);
        let rest_b = _mm512_sub_epi32(len_b, pairs);
        let won_a = _mm512_slli_epi32::<1>(_mm512_popcnt_epi32(a_wins));
        self.len_a.set(_mm512_add_epi32(rest_a, won_a));
        let left = _mm512_sub_epi32(budget, pairs);
        let uncounted = all(setting.uncounted);
        self.budget.set(_mm512_mask_add_epi32(left, has_war, left, uncounted));
        let wars = self.wars.get();
        self.wars.set(_mm512_mask_add_epi32(wars, has_war, wars, all(1)));
        self.to_a.set(a_wins);
        let bytes = |row| _mm512_slli_epi32::<{ ROW.ilog2() }>(row);
        self.from.set(bytes(pairs));
        self.pots.set(bytes(place(tie)));
        self.behind[0].set(bytes(rest_a));
        self.behind[1].set(bytes(rest_b));
        _mm512_testn_epi32_mask(played, played)
    }

    /// What can be played of these windows.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn step(&self, setting: &VectorSetting, window: __m512i) -> Step {
        let stride = setting.rows.stride() as u32;
        // Pairs that are so near the end of any window that a war from there would not fit.
        let nowhere = !(!0 >> stride);
        let shift = _mm_cvtsi32_si128(stride as i32);
        let down = |x| _mm512_srl_epi32(x, shift);
        let covered = |x| _mm512_sub_epi32(_mm512_sll_epi32(x, shift), x);
        let all = |x: u32| _mm512_set1_epi32(x as i32);
        let (equal, a_higher) = (self.equal.get(), self.a_higher.get());
        // The window's end stops a step whatever lies there, and so does a tie whose war reaches
        // it.
        let behind = _mm512_sllv_epi32(all(!0), window);
        let nowhere = _mm512_or_si512(down(behind), all(nowhere));
        // The first tie is one of battles, and ties within its war lie face down. It stops the
        // step if its deciding pair ties again. The next tie stops it, too.
        let first = _mm512_and_si512(equal, _mm512_sub_epi32(_mm512_setzero_si512(), equal));
        let first_stops = _mm512_and_si512(first, _mm512_or_si512(down(equal), nowhere));
        let others = _mm512_andnot_si512(covered(first), equal);
        let stops = _mm512_or_si512(_mm512_or_si512(first_stops, others), behind);
        let played = below(stops);
        // The pairs of a war go where its deciding pair goes.
        let tie = _mm512_and_si512(first, played);
        let a_decides = _mm512_and_si512(tie, down(a_higher));
        let a_wins = _mm512_andnot_si512(covered(tie), a_higher);
        let a_wins = _mm512_or_si512(a_wins, covered(a_decides));
        Step { played, tie, a_wins: _mm512_and_si512(a_wins, played) }
    }

    /// Plays the next step of one game.
    ///
    /// `LOWEST`: the lowest rank beats the highest. `SHARED`: pots have one order, whoever wins.
    ///
    /// SAFETY: nothing of this lane has changed since [`VectorBatch::look`], and before it `setting.cards` was
    /// at most 64, `len_a` at most as much.
    #[inline]
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2")]
    pub unsafe fn play<const LOWEST: bool, const SHARED: bool>(
        &mut self,
        lane: usize,
        setting: &VectorSetting,
    ) {
        // SAFETY: a step has 32 pairs at most, and a war begins at one of them or at 32, which is none:
        // 33 rows. Behind them lie at most the 64 cards of a hand: 65 rows.
        let play = unsafe {
            Play {
                to_a: self.to_a.0[lane],
                from: row(&FROM, self.from.0[lane]),
                pots: both!(|seat| row(setting.rows.by_war(seat), self.pots.0[lane])),
                behind: both!(|seat| row(&BEHIND, self.behind[seat].0[lane])),
            }
        };
        self.do_play::<LOWEST, SHARED>(lane, setting, &play);
    }

    /// Gives the cards of the first pairs to those who won them, and compares the next ones.
    #[inline]
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2")]
    fn do_play<const LOWEST: bool, const SHARED: bool>(
        &mut self,
        lane: usize,
        setting: &VectorSetting,
        play: &Play<'_>,
    ) {
        let Play { to_a, from, pots, behind } = *play;
        let hands = both!(|seat| load(&self.hands[seat][lane]));
        let top = _mm512_castsi512_si256(hands[1]);
        let tops = _mm512_inserti64x4::<1>(hands[0], top);
        let pots_a = _mm512_permutexvar_epi8(load(pots[0]), tops);
        let pots_b = if SHARED { pots_a } else { _mm512_permutexvar_epi8(load(pots[1]), tops) };
        // Pairs behind those that are played go to B; they lie behind what B wins.
        let (pots, to, from) = ([pots_a, pots_b], [to_a, _knot_mask32(to_a)], load(from));
        let hands = both!(|seat| {
            let won = _mm512_maskz_compress_epi16(to[seat], pots[seat]);
            // The cards that stay move up, the won ones come behind them: there their places are
            // the greater ones, for nobody holds more than 64 cards.
            let places = _mm512_max_epu8(from, load(behind[seat]));
            _mm512_permutex2var_epi8(hands[seat], places, won)
        });
        self.set_hands::<LOWEST>(lane, setting, hands);
    }

    /// Puts hands into a lane, but for the length, and compares them.
    #[inline]
    #[target_feature(enable = "avx512bw,avx512vl")]
    pub fn set_hands<const LOWEST: bool>(
        &mut self,
        lane: usize,
        setting: &VectorSetting,
        hands: [__m512i; 2],
    ) {
        for (seat, hand) in hands.into_iter().enumerate() {
            self.hands[seat][lane].0 = <[u8; 64]>::of(hand);
        }
        let [a, b] = both!(|seat| _mm512_castsi512_si256(hands[seat]));
        self.equal.0[lane] = _mm256_cmpeq_epu8_mask(a, b);
        let mut a_higher = _mm256_cmpgt_epu8_mask(a, b);
        if LOWEST {
            let (low, high) = setting.lowest_beats;
            let is =
                |hand, code: u8| _mm256_cmpeq_epu8_mask(hand, _mm256_set1_epi8(code.cast_signed()));
            a_higher ^= is(a, low) & is(b, high) | is(a, high) & is(b, low);
        }
        self.a_higher.0[lane] = a_higher;
    }

    /// Plays a round that begins with a tie, if both hands hold all its pairs and the ties end with
    /// them; returns how it went.
    #[inline]
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2")]
    pub fn play_chain<const LOWEST: bool>(
        &mut self,
        lane: usize,
        setting: &VectorSetting,
    ) -> Option<Fought> {
        let (rows, len_a) = (&setting.rows, self.len_a.0[lane]);
        let len = [len_a as usize, (setting.cards - len_a) as usize];
        let shorter = len[0].min(len[1]);
        let (mut deciding, mut ties) = (0, 0);
        while deciding < shorter && self.equal.0[lane] >> deciding & 1 == 1 {
            ties += 1;
            deciding += rows.stride();
        }
        if deciding >= shorter {
            return None;
        }
        let a_wins = self.a_higher.0[lane] >> deciding & 1 == 1;
        let pairs = deciding + 1;
        let rest = both!(|seat| len[seat] - pairs);
        let new_a = rest[0] + if a_wins { 2 * pairs } else { 0 };
        let play = Play {
            to_a: if a_wins { !0 >> (32 - pairs) } else { 0 },
            from: &FROM[pairs],
            pots: rows.chain(ties),
            behind: both!(|seat| &BEHIND[rest[seat]]),
        };
        self.do_play::<LOWEST, false>(lane, setting, &play);
        self.len_a.0[lane] = new_a as u32;
        Some(Fought::in_full(ties, rows.stride()))
    }

    /// The games whose budget is used up; those with an empty hand; and those of the others that tie
    /// while a hand has at most so many cards and the limit is more than a battle away.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub fn at_end(&self, setting: &VectorSetting, cards: u32) -> [u16; 3] {
        let all = |x: u32| _mm512_set1_epi32(x as i32);
        let (len_a, budget) = (self.len_a.get(), self.budget.get());
        let shorter = _mm512_min_epu32(len_a, _mm512_sub_epi32(all(setting.cards), len_a));
        let spent = _mm512_testn_epi32_mask(budget, budget);
        let empty = _mm512_testn_epi32_mask(shorter, shorter);
        let ties = _mm512_test_epi32_mask(self.equal.get(), all(1));
        let ties = _mm512_mask_cmpgt_epu32_mask(ties & !spent & !empty, budget, all(1));
        [spent, empty, _mm512_mask_cmple_epu32_mask(ties, shorter, all(cards))]
    }

    /// Of the games that have just made a step, those that may be in their saved positions, and those
    /// whose turn it is to save one.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub fn watch(&mut self, setting: &VectorSetting) -> [u16; 2] {
        let from = self.from.get();
        let stepped = _mm512_test_epi32_mask(from, from);
        let now = self.position(setting);
        let mut same = stepped;
        for (k, now) in now.into_iter().enumerate() {
            same = _mm512_mask_cmpeq_epi32_mask(same, self.saved[k].get(), now);
        }
        let left = self.steps_left.get();
        let left = _mm512_mask_sub_epi32(left, stepped, left, _mm512_set1_epi32(1));
        self.steps_left.set(left);
        [same, _mm512_mask_testn_epi32_mask(stepped, left, left)]
    }

    /// What is compared of positions: cards in A's hand, the pairs of the window that tie and that A
    /// wins.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn position(&self, setting: &VectorSetting) -> [__m512i; 3] {
        let len_a = self.len_a.get();
        let len_b = _mm512_sub_epi32(_mm512_set1_epi32(setting.cards as i32), len_a);
        let window = _mm512_min_epu32(len_a, len_b);
        let behind = _mm512_sllv_epi32(_mm512_set1_epi32(-1), window);
        let inside = |pairs: &VectorLanes| _mm512_andnot_si512(behind, pairs.get());
        [len_a, inside(&self.equal), inside(&self.a_higher)]
    }

    /// Keeps what is compared of the position of a lane, until it has made so many steps.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub fn save(&mut self, lane: usize, setting: &VectorSetting, steps: u32) {
        let now = self.position(setting);
        for (k, now) in now.into_iter().enumerate() {
            let mut all = VectorLanes::default();
            all.set(now);
            self.saved[k].0[lane] = all.0[lane];
        }
        self.steps_left.0[lane] = steps;
    }

    /// Forgets the saved position of a lane, and saves one after so many steps.
    pub fn forget(&mut self, lane: usize, steps: u32) {
        self.saved[0].0[lane] = u32::MAX;
        self.steps_left.0[lane] = steps;
    }

    /// Both hands of a lane, with what lies behind them.
    pub fn hands(&self, lane: usize) -> [&[u8; 64]; 2] {
        both!(|seat| &self.hands[seat][lane].0)
    }

    /// The same with B's turned round, so that the top card lies last.
    pub fn turned(&self, lane: usize) -> [[u8; 64]; 2] {
        let [a, mut b] = self.hands(lane).map(|hand| *hand);
        b.reverse();
        [a, b]
    }

    /// Cards of both hands of a lane.
    pub fn held(&self, lane: usize, setting: &VectorSetting) -> [usize; 2] {
        let len_a = self.len_a.0[lane];
        [len_a, setting.cards - len_a].map(|cards| cards as usize)
    }

    /// Takes a lane out of play.
    pub fn clear(&mut self, lane: usize) {
        (self.len_a.0[lane], self.budget.0[lane]) = (0, 0);
    }
}

#[inline(always)]
fn load(row: &Permutation) -> __m512i {
    row.0.register()
}

/// The row that begins with this byte of these rows.
///
/// SAFETY: one of them does.
#[inline(always)]
unsafe fn row(rows: &[Permutation], byte: u32) -> &Permutation {
    let row = byte as usize / ROW;
    debug_assert!((byte as usize).is_multiple_of(ROW) && row < rows.len());
    // SAFETY: the caller's.
    unsafe { rows.get_unchecked(row) }
}
