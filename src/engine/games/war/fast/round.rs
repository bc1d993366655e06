//! A round played card by card, as the reference plays it: for what a step cannot resolve.

use std::cmp::Ordering;

use super::super::result::End;
use super::super::rules::{Laid, Pickup};
use super::counts::{Counts, Fought};
use super::pots::{self, Payment};
use super::shape::{Caps, Shape};
use crate::core::both::both;

/// Most ties in a row whose pots are worked out beforehand.
const TIES: usize = 3;

/// Most cards face down of a war whose pots are.
const COST: usize = 13;

/// Plays rounds of a rule set.
pub struct Round {
    /// What its ties cost, from the first one on.
    payments: Vec<Payment>,
    /// The last round.
    pub fought: Fought,
    /// The cards of the pot, as its winner picks them up.
    pub pot: Vec<u8>,
    /// By winner, cards face down and ties in a row, each paid for in full.
    usual: Vec<Pot>,
}

/// The cards of a pot: which of its player's each is, and B's by the highest bit.
type Pot = Vec<u8>;

/// Two hands as they lie on their tapes: A's with the top card first, B's with the top card last.
pub type Hands<'a> = [&'a [u8]; 2];

/// A player's card, counted from the top one.
#[inline(always)]
fn card(hands: Hands<'_>, seat: usize, nth: usize) -> u8 {
    match seat {
        0 => hands[0][nth],
        _ => hands[1][hands[1].len() - 1 - nth],
    }
}

impl Round {
    /// For these rules.
    pub fn new(shape: &Shape) -> Self {
        let mut usual = Vec::new();
        for winner in 0..2 {
            for cost in 0..=COST {
                let asked = shape.same_face_down.is_none_or(|only| usize::from(only) == cost);
                for ties in 1..=TIES {
                    let payments = vec![Payment::full(cost as u8); ties];
                    usual.push(if asked {
                        usual_pot(shape, winner, &payments)
                    } else {
                        Pot::new()
                    });
                }
            }
        }
        Self { payments: Vec::new(), fought: Fought::UNPAID, pot: Vec::new(), usual }
    }

    /// Plays a round that may begin; says who has won it, or how it ends the game.
    pub fn play(
        &mut self,
        hands: Hands<'_>,
        shape: &Shape,
        caps: Caps,
        counts: &mut Counts,
        shuffle: impl FnOnce(&mut [u8]),
    ) -> Result<usize, End> {
        let winner = self.fight(hands, shape, caps, counts.battles);
        self.fought.paid = self.payments.len();
        self.fought.ties = self.fought.paid + usize::from(winner.is_err());
        counts.round(self.fought);
        let winner = winner?;
        self.pick_up(hands, shape, winner, shuffle);
        Ok(winner)
    }

    /// Lays cards until two differ, after so many battles; says whose is higher, or how it ends the game.
    fn fight(
        &mut self,
        hands: Hands<'_>,
        shape: &Shape,
        caps: Caps,
        before: u64,
    ) -> Result<usize, End> {
        let whole = hands.map(<[u8]>::len);
        let mut cards = both!(|seat| card(hands, seat, 0));
        self.payments.clear();
        self.fought.laid = [1; 2];
        while cards[0] == cards[1] {
            let battles = before + self.payments.len() as u64 + 1;
            let payment = self.pay(shape, caps, battles, cards[0], whole)?;
            self.payments.push(payment);
            // A card that is kept is the tied one.
            for seat in (0..2).filter(|&seat| !payment.keeps[seat]) {
                cards[seat] = card(hands, seat, self.fought.laid[seat]);
                self.fought.laid[seat] += 1;
            }
        }
        Ok(usize::from(!shape.a_wins(cards[0], cards[1])))
    }

    /// What a tie costs, which is laid, or how it ends the game.
    fn pay(
        &mut self,
        shape: &Shape,
        caps: Caps,
        battles: u64,
        tied: u8,
        whole: [usize; 2],
    ) -> Result<Payment, End> {
        let held = self.held(whole);
        if let Some(end) = shape.end_at_tie(caps, battles, held) {
            return Err(end);
        }
        let payment = shape.price(tied, held)?;
        let laid = &mut self.fought.laid;
        *laid = both!(|seat| laid[seat] + usize::from(payment.face_down[seat]));
        let held = self.held(whole);
        match shape.end_before_battle(caps, battles, held, payment.keeps) {
            Some(end) => Err(end),
            None => Ok(payment),
        }
    }

    /// Puts the pot in the order in which it is picked up.
    fn pick_up(
        &mut self,
        hands: Hands<'_>,
        shape: &Shape,
        winner: usize,
        shuffle: impl FnOnce(&mut [u8]),
    ) {
        let pickup = shape.pickups[usize::from(!self.payments.is_empty())][winner];
        self.pot.clear();
        if let Some(usual) = find(&self.usual, winner, &self.payments) {
            let cards = usual
                .iter()
                .map(|&place| card(hands, usize::from(place >> 7), usize::from(place & 0x7f)));
            self.pot.extend(cards);
            // Cards of equal strength are equal.
            match pickup.by_strength() {
                Ordering::Equal => {}
                Ordering::Less => self.pot.sort_unstable_by_key(|&code| shape.strength(code)),
                Ordering::Greater => {
                    self.pot.sort_unstable_by_key(|&code| -shape.strength(code));
                }
            }
        } else if pickup == Pickup::AsLaid {
            let Self { pot, payments, .. } = self;
            let mut next = [0; 2];
            pots::lay(shape.alternating, payments, |seat, _| {
                pot.push(card(hands, seat, next[seat]));
                next[seat] += 1;
            });
        } else {
            let strength = |laid: Laid| shape.strength(card(hands, laid.by, laid.nth as usize));
            let mut pot = pots::as_laid(shape.alternating, &self.payments);
            pickup.put_in_order(&mut pot, winner, |&laid| (laid, strength(laid)), |_| {});
            self.pot.extend(pot.iter().map(|laid| card(hands, laid.by, laid.nth as usize)));
        }
        if pickup.is_by_chance() {
            shuffle(&mut self.pot);
        }
    }

    /// What is left of these hands.
    pub fn held(&self, whole: [usize; 2]) -> [usize; 2] {
        both!(|seat| whole[seat] - self.fought.laid[seat])
    }
}

/// A pot of these ties in the order of its winner, as laid where that is a matter of the cards or of chance.
fn usual_pot(shape: &Shape, winner: usize, payments: &[Payment]) -> Pot {
    let mut pot = pots::as_laid(shape.alternating, payments);
    shape.pickups[1][winner].put_in_order(&mut pot, winner, |&laid| (laid, 0), |_| {});
    pot.iter().map(|laid| (laid.by as u8) << 7 | laid.nth as u8).collect()
}

/// The pot of these ties, if it was worked out beforehand.
fn find<'a>(usual: &'a [Pot], winner: usize, payments: &[Payment]) -> Option<&'a Pot> {
    let (cost, ties) = (payments.first()?.face_down[0], payments.len());
    let full = |payment: &Payment| *payment == Payment::full(cost);
    if usize::from(cost) > COST || ties > TIES || !payments.iter().all(full) {
        return None;
    }
    let pot = usual.get((winner * (COST + 1) + usize::from(cost)) * TIES + ties - 1);
    pot.filter(|pot| !pot.is_empty())
}
