//! Hands and piles, where won cards wait on a pile that is turned over or shuffled.
//!
//! Both hands and both piles lie in one array, hands in the order of play from a head to an end,
//! piles in the order won from a start to a tail, so that a run of battles is the one of the tapes.

use super::super::rules::Winnings;
use super::luck::{Luck, NoLuck};
use super::run::{PAD, run};
use super::shape::{Caps, Counts, End, MAX_CARDS, MAX_DEPTH, Payment, Shape};
use super::table::Table;
use crate::core::both::both;
use crate::core::seats::Seat;

/// Bytes for a hand or a pile: all cards, and what a run of battles writes too much; no two of them a
/// multiple of 4,096 bytes apart.
const LENGTH: usize = MAX_CARDS + 576;

/// Bytes of all four.
const ALL: usize = 8_192;

/// Where the hands begin.
const HANDS: [usize; 2] = [0, LENGTH];

/// Where the piles begin.
const PILES: [usize; 2] = [2 * LENGTH, 3 * LENGTH];

const _: () = assert!(4 * LENGTH <= ALL);

/// Both players' hands and piles, A's first.
#[derive(Clone)]
pub struct Piles {
    cards: [u8; ALL + PAD],
    /// The top card of each hand, and the place behind its last.
    heads: [usize; 2],
    ends: [usize; 2],
    /// The place behind the last card of each pile.
    tails: [usize; 2],
    pot: Pot,
}

/// The cards of a pot in laying order.
#[derive(Clone)]
struct Pot {
    cards: [u8; MAX_CARDS],
    len: usize,
    /// What its ties cost, from the first one on.
    payments: [Payment; MAX_DEPTH],
    depth: usize,
}

impl Pot {
    fn clear(&mut self) {
        (self.len, self.depth) = (0, 0);
    }
}

impl Default for Piles {
    fn default() -> Self {
        Self {
            cards: [0; ALL + PAD],
            heads: HANDS,
            ends: HANDS,
            tails: PILES,
            pot: Pot {
                cards: [0; MAX_CARDS],
                len: 0,
                payments: [Payment::default(); MAX_DEPTH],
                depth: 0,
            },
        }
    }
}

impl Table for Piles {
    fn deal(&mut self, deck: &[u8], shape: &Shape) {
        let to_a = shape.split.cards_of_a(deck.len());
        for seat in Seat::BOTH {
            let hand = &mut self.cards[HANDS[seat.index()]..];
            for (to, card) in hand.iter_mut().zip(shape.split.hand(seat, deck)) {
                *to = shape.code[usize::from(card)];
            }
        }
        self.heads = HANDS;
        self.ends = [HANDS[0] + to_a, HANDS[1] + deck.len() - to_a];
        self.tails = PILES;
    }

    #[inline]
    fn held(&self) -> [usize; 2] {
        both!(|seat| self.hand(seat).len() + self.pile(seat).len())
    }

    fn copy_position(&mut self, other: &Self) {
        for seat in [0, 1] {
            let (hand, pile) = (other.hand(seat), other.pile(seat));
            self.cards[HANDS[seat]..][..hand.len()].copy_from_slice(hand);
            self.cards[PILES[seat]..][..pile.len()].copy_from_slice(pile);
            (self.heads[seat], self.ends[seat]) = (HANDS[seat], HANDS[seat] + hand.len());
            self.tails[seat] = other.tails[seat];
        }
    }

    fn same_position(&self, other: &Self) -> bool {
        [0, 1]
            .into_iter()
            .all(|seat| self.hand(seat) == other.hand(seat) && self.pile(seat) == other.pile(seat))
    }

    fn advance(
        &mut self,
        shape: &Shape,
        caps: Caps,
        rounds: u64,
        counts: &mut Counts,
        luck: &mut impl Luck,
    ) -> Option<End> {
        let held = self.held();
        let left = (caps.battles - counts.battles).min(caps.rounds - counts.rounds).min(rounds);
        if (held[0].min(held[1]) as u64).min(left) == 0 {
            return shape.end_before_round(caps, counts, held);
        }
        for seat in [0, 1] {
            self.turn(seat, shape.winnings, luck);
        }
        let most = (self.hand(0).len().min(self.hand(1).len()) as u64).min(left) as usize;
        let fought = run(shape, &mut self.cards, &mut self.heads, &mut self.tails, most, luck);
        counts.battles += fought as u64;
        counts.rounds += fought as u64;
        if fought == most { None } else { self.war(shape, caps, counts, luck) }
    }
}

impl Piles {
    /// Takes hands of the vector engine, which are codes already and whose cards from `open` on are
    /// their piles.
    #[cfg(target_arch = "x86_64")]
    pub fn take_over(&mut self, pieces: [&[u8; 64]; 2], held: [usize; 2], open: [usize; 2]) {
        for seat in [0, 1] {
            let (hand, pile) = pieces[seat][..held[seat]].split_at(open[seat]);
            self.cards[HANDS[seat]..][..hand.len()].copy_from_slice(hand);
            self.cards[PILES[seat]..][..pile.len()].copy_from_slice(pile);
            (self.heads[seat], self.ends[seat]) = (HANDS[seat], HANDS[seat] + hand.len());
            self.tails[seat] = PILES[seat] + pile.len();
        }
    }

    /// Hands taken over before and played on a little, before the next round: their piles behind them,
    /// and how many cards are none of these.
    #[cfg(target_arch = "x86_64")]
    pub fn pieces(&mut self, shape: &Shape) -> ([[u8; 64]; 2], [usize; 2]) {
        let mut pieces = [[0; 64]; 2];
        for (seat, piece) in pieces.iter_mut().enumerate() {
            self.turn(seat, shape.winnings, &mut NoLuck);
            for (to, card) in piece.iter_mut().zip(self.hand(seat).iter().chain(self.pile(seat))) {
                *to = *card;
            }
        }
        (pieces, both!(|seat| self.hand(seat).len()))
    }

    /// A hand, in the order of play.
    #[inline]
    pub fn hand(&self, seat: usize) -> &[u8] {
        &self.cards[self.heads[seat]..self.ends[seat]]
    }

    /// A pile, in the order won.
    #[inline]
    pub fn pile(&self, seat: usize) -> &[u8] {
        &self.cards[PILES[seat]..self.tails[seat]]
    }

    /// Makes the pile the hand, if the hand is empty.
    #[inline]
    fn turn(&mut self, seat: usize, winnings: Winnings, luck: &mut impl Luck) {
        let won = self.tails[seat] - PILES[seat];
        if self.heads[seat] < self.ends[seat] || won == 0 {
            return;
        }
        self.cards.copy_within(PILES[seat]..PILES[seat] + won, HANDS[seat]);
        let hand = &mut self.cards[HANDS[seat]..][..won];
        match winnings {
            Winnings::Bottom | Winnings::Pile => {}
            Winnings::PileReversed => hand.reverse(),
            Winnings::PileShuffled => luck.shuffle(hand),
        }
        (self.heads[seat], self.ends[seat]) = (HANDS[seat], HANDS[seat] + won);
        self.tails[seat] = PILES[seat];
    }

    /// Lays the top card of a player who is known to have one.
    fn lay(&mut self, seat: usize, shape: &Shape, luck: &mut impl Luck) -> u8 {
        self.turn(seat, shape.winnings, luck);
        let card = self.cards[self.heads[seat]];
        self.heads[seat] += 1;
        self.pot.cards[self.pot.len] = card;
        self.pot.len += 1;
        card
    }

    /// Plays a round that begins with a tie, which may begin.
    #[inline(never)]
    pub fn war(
        &mut self,
        shape: &Shape,
        caps: Caps,
        counts: &mut Counts,
        luck: &mut impl Luck,
    ) -> Option<End> {
        self.pot.clear();
        counts.rounds += 1;
        let mut depth = 0;
        let mut keeps = [false; 2];
        let mut tied = 0;
        let a_won = loop {
            let mut cards = [tied; 2];
            for seat in [0, 1] {
                if !keeps[seat] {
                    cards[seat] = self.lay(seat, shape, luck);
                }
            }
            counts.battles += 1;
            if cards[0] != cards[1] {
                break shape.a_wins(cards[0], cards[1]);
            }
            tied = cards[0];
            depth += 1;
            counts.wars += 1;
            let held = self.held();
            let at_limit = shape.end_at_tie(caps, counts.battles, held);
            let payment = match at_limit.map_or_else(|| shape.price(tied, held), Err) {
                Ok(payment) => payment,
                Err(end) => {
                    counts.chain(depth);
                    return Some(end);
                }
            };
            self.pot.payments[self.pot.depth] = payment;
            self.pot.depth += 1;
            let face_down = both!(|seat| usize::from(payment.face_down[seat]));
            for k in 0..face_down[0].max(face_down[1]) {
                if shape.alternating {
                    for seat in [0, 1] {
                        if k < face_down[seat] {
                            self.lay(seat, shape, luck);
                        }
                    }
                }
            }
            if !shape.alternating {
                for seat in [0, 1] {
                    for _ in 0..face_down[seat] {
                        self.lay(seat, shape, luck);
                    }
                }
            }
            let held = self.held();
            let end = shape.end_before_battle(caps, counts.battles, held, payment.keeps);
            if end.is_some() {
                counts.chain(depth);
                return end;
            }
            keeps = payment.keeps;
        };
        counts.chain(depth);
        self.pick_up(shape, a_won, luck);
        None
    }

    /// Puts the pot on its winner's pile.
    fn pick_up(&mut self, shape: &Shape, a_won: bool, luck: &mut impl Luck) {
        let Self { cards, tails, pot, .. } = self;
        let winner = usize::from(!a_won);
        let pile = &mut cards[tails[winner]..][..pot.len];
        tails[winner] += pot.len;
        match shape.orders.of(winner, &pot.payments[..pot.depth]) {
            Some(order) => {
                for (to, laid) in pile.iter_mut().zip(&*order) {
                    *to = pot.cards[laid.place as usize];
                }
            }
            None => {
                pile.copy_from_slice(&pot.cards[..pot.len]);
                shape.put_in_order(pile, winner, luck);
            }
        }
    }
}
