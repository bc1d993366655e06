//! Eight games side by side, and the step that all of them play.

use std::arch::x86_64::*;

/// One trick, where cards and tricks are counted in one word: cards in the low half.
pub const TRICK: i64 = 1 << 32;
/// The bit of the next card.
pub const TOP: i64 = i64::MIN;

/// Eight games between two steps, with `W` words a hand.
///
/// In every lane `court` is the player who played the last court card and `payer` the one who pays.
/// Hands and pile lie in their words the other way round than in [`super::super::packed::Packed`]: the
/// card played next is the highest bit of the first word, so that counting leading zeros finds court
/// cards.
#[derive(Clone, Copy)]
pub struct Lanes<const W: usize> {
    pub court: [__m512i; W],
    pub court_demands: [__m512i; W],
    pub payer: [__m512i; W],
    pub payer_demands: [__m512i; W],
    /// Cards of both, and their court cards and one, where a hand has several words.
    pub court_len: __m512i,
    pub payer_len: __m512i,
    pub court_held: __m512i,
    pub payer_held: __m512i,
    /// Where the pile's court cards lie, the first card highest; without an end marker.
    pub pile: __m512i,
    /// What they demand, the last one lowest.
    pub pile_demands: __m512i,
    /// The bit of the pile's next card.
    pub end: __m512i,
    /// Cards to pay, less 1; so -1 in a game that begins.
    pub demand: __m512i,
    /// Cards played, and tricks begun in the upper half.
    pub counts: __m512i,
    /// Twice the position in the chunk, plus the seat of `court`.
    pub game: __m512i,
    /// Lanes that hold a game.
    pub live: __mmask8,
}

/// Word `i` of a hand moved up by fewer than 64 places, in the lanes of `k`.
#[inline]
#[target_feature(enable = "avx512f,avx512vbmi2")]
fn moved_up<const W: usize>(hand: &[__m512i; W], i: usize, k: __mmask8, by: __m512i) -> __m512i {
    if i + 1 < W {
        _mm512_mask_shldv_epi64(hand[i], k, hand[i + 1], by)
    } else {
        _mm512_mask_sllv_epi64(hand[i], k, hand[i], by)
    }
}

/// What lies `down` places below the highest bit of a hand's first word, in word `i` of it.
#[inline]
#[target_feature(enable = "avx512f")]
fn part(i: usize, word: __m512i, down: __m512i) -> __m512i {
    let here = _mm512_set1_epi64(64 * i as i64);
    // A count that is none, negative or above 63, gives 0.
    let first = _mm512_srlv_epi64(word, _mm512_sub_epi64(down, here));
    if i == 0 {
        return first;
    }
    _mm512_or_si512(first, _mm512_sllv_epi64(word, _mm512_sub_epi64(here, down)))
}

impl<const W: usize> Lanes<W> {
    /// Lanes without games.
    #[target_feature(enable = "avx512f")]
    pub fn empty() -> Self {
        let zero = _mm512_setzero_si512();
        Self {
            court: [zero; W],
            court_demands: [zero; W],
            payer: [zero; W],
            payer_demands: [zero; W],
            court_len: zero,
            payer_len: zero,
            court_held: zero,
            payer_held: zero,
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
    pub fn longer_than(&self, cards: u32) -> __mmask8 {
        let played = _mm512_and_si512(self.counts, _mm512_set1_epi64(TRICK - 1));
        let bound = _mm512_set1_epi64(i64::from(cards));
        _mm512_mask_cmpgt_epu64_mask(self.live, played, bound)
    }

    /// Lanes whose pile has more than 63 cards or 31 court cards.
    #[inline]
    #[target_feature(enable = "avx512f,avx512vpopcntdq")]
    pub fn spilled(&self) -> __mmask8 {
        let courts = _mm512_popcnt_epi64(self.pile);
        _mm512_testn_epi64_mask(self.end, self.end)
            | _mm512_cmpgt_epi64_mask(courts, _mm512_set1_epi64(31))
    }

    /// Plays one payment in each lane; returns the lanes where `court` is out of cards or the pile
    /// does not fit its words. `all` is twice the number of court cards and one.
    ///
    /// [`super::super::packed::Packed::trick`] is the same in steps that are easier to read. What is
    /// laid is seen in the first words; the others only follow.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vbmi2,avx512vpopcntdq")]
    pub fn step(&mut self, all: __m512i) -> __mmask8 {
        let one = _mm512_set1_epi64(1);
        let top = _mm512_set1_epi64(TOP);

        // The payer's run: up to a court card or the end of the penalty, whichever comes first.
        let run = _mm512_lzcnt_epi64(self.payer[0]);
        let passed = _mm512_cmple_epi64_mask(run, self.demand);
        let paid = !passed;
        let laid = _mm512_add_epi64(_mm512_min_epi64(run, self.demand), one);
        let end = _mm512_srlv_epi64(self.end, laid);
        let fits = _mm512_test_epi64_mask(end, end);
        let counts = _mm512_add_epi64(self.counts, laid);

        // Where the penalty is paid the pile goes under the other hand, its first card to the place of
        // the end marker; and what it demands behind the places of all court cards but the payer's.
        let (mut court_len, mut court_held) = (self.court_len, self.court_held);
        let (mut payer_len, mut payer_held) = (self.payer_len, self.payer_held);
        if W == 1 {
            let none = _mm512_setzero_si512();
            let marker = _mm512_and_si512(self.court[0], _mm512_sub_epi64(none, self.court[0]));
            court_len = _mm512_lzcnt_epi64(marker);
            payer_held = _mm512_popcnt_epi64(self.payer[0]);
        }
        payer_held = _mm512_mask_sub_epi64(payer_held, passed, payer_held, one);
        let demands_end = _mm512_sub_epi64(all, _mm512_add_epi64(payer_held, payer_held));
        let pile_demands = _mm512_maskz_mov_epi64(paid, self.pile_demands);
        // (pile or end) exclusive-or the marker that is there
        let pile = _mm512_maskz_ternarylogic_epi64::<0x1e>(paid, top, self.pile, end);
        let mut court = self.court;
        let under = court_len;
        court[0] = _mm512_xor_si512(court[0], part(0, pile, under));

        // The next trick: in turn, up to the first court card of either.
        let of_lead = _mm512_lzcnt_epi64(court[0]);
        let of_other = _mm512_sub_epi64(run, laid);
        let leads_court = _mm512_mask_cmple_epi64_mask(paid, of_lead, of_other);
        let plain = _mm512_min_epi64(of_lead, of_other);
        let of_lead = _mm512_add_epi64(plain, one);
        let of_other = _mm512_mask_mov_epi64(of_lead, leads_court, plain);
        let of_payer = _mm512_mask_add_epi64(laid, paid, laid, of_other);
        let laid = _mm512_add_epi64(of_lead, of_other);
        // A pile that had no place for its end has none from then on.
        let start = if W == 1 { top } else { _mm512_maskz_mov_epi64(fits, top) };
        let next_end = _mm512_mask_srlv_epi64(end, paid, start, laid);
        let trick = _mm512_add_epi64(laid, _mm512_set1_epi64(TRICK));
        let counts = _mm512_mask_add_epi64(counts, paid, counts, trick);

        if W > 1 {
            // The pile had as many cards as its end has leading zeros.
            let gained = _mm512_sub_epi64(_mm512_lzcnt_epi64(end), of_lead);
            court_len = _mm512_mask_add_epi64(court_len, paid, court_len, gained);
            payer_len = _mm512_sub_epi64(payer_len, of_payer);
            let gained = _mm512_popcnt_epi64(self.pile);
            court_held = _mm512_mask_add_epi64(court_held, paid, court_held, gained);
            court_held = _mm512_mask_sub_epi64(court_held, leads_court, court_held, one);
            let others = paid & !leads_court;
            payer_held = _mm512_mask_sub_epi64(payer_held, others, payer_held, one);
            self.court_len = _mm512_mask_mov_epi64(payer_len, leads_court, court_len);
            self.payer_len = _mm512_mask_mov_epi64(court_len, leads_court, payer_len);
            self.court_held = _mm512_mask_mov_epi64(payer_held, leads_court, court_held);
            self.payer_held = _mm512_mask_mov_epi64(court_held, leads_court, payer_held);
        }

        // Whoever played the court card is `court` from now on: the leader stays, all others change.
        let mut demand = one;
        for i in 0..W {
            if i + 1 < W {
                court[i + 1] = _mm512_xor_si512(court[i + 1], part(i + 1, pile, under));
            }
            let mine = moved_up(&court, i, paid, of_lead);
            let others = moved_up(&self.payer, i, !0, of_payer);
            self.court[i] = _mm512_mask_mov_epi64(others, leads_court, mine);
            self.payer[i] = _mm512_mask_mov_epi64(mine, leads_court, others);

            let place = _mm512_set1_epi64(64 * (i as i64 + 1));
            let mut taken = _mm512_sllv_epi64(pile_demands, _mm512_sub_epi64(place, demands_end));
            if i + 1 < W {
                let rest = _mm512_sub_epi64(demands_end, place);
                taken = _mm512_or_si512(taken, _mm512_srlv_epi64(pile_demands, rest));
            }
            let mine = _mm512_or_si512(self.court_demands[i], taken);
            let others = self.payer_demands[i];
            let of_court = _mm512_mask_mov_epi64(others, leads_court, mine);
            self.payer_demands[i] = _mm512_mask_mov_epi64(mine, leads_court, others);
            if i == 0 {
                demand = _mm512_srli_epi64::<62>(of_court);
            } else {
                let before = self.court_demands[i - 1];
                self.court_demands[i - 1] = _mm512_shldi_epi64::<2>(before, of_court);
            }
            self.court_demands[i] = of_court;
        }
        self.court_demands[W - 1] = _mm512_slli_epi64::<2>(self.court_demands[W - 1]);

        let card = _mm512_slli_epi64::<1>(next_end);
        let pile_demands = _mm512_maskz_slli_epi64::<2>(passed, self.pile_demands);
        self.pile = _mm512_mask_or_epi64(card, passed, card, self.pile);
        self.pile_demands = _mm512_or_si512(pile_demands, demand);
        self.end = next_end;
        self.demand = demand;
        self.counts = counts;
        self.game = _mm512_mask_xor_epi64(self.game, !leads_court, self.game, one);
        // The end marker was played for a court card: there was no card.
        if W == 1 {
            _mm512_mask_testn_epi64_mask(self.live, self.court[0], self.court[0])
        } else {
            (_mm512_movepi64_mask(self.court_len) | self.spilled()) & self.live
        }
    }
}
