//! A round played card by card, as the reference plays it: for what a step cannot resolve.

use std::cmp::Ordering;

use super::super::result::End;
use super::super::rules::{Caps, Laid, Pickup};
use super::counts::{Counts, Fought};
use super::pots::{self, Hands, Payment, card, card_of_pot};
use super::shape::Shape;
use crate::core::seats::both;

/// Most ties in a row whose pots are worked out beforehand.
const TIES: usize = 3;

/// Most cards face down of a war whose pots are.
const COST: u8 = 13;

/// Plays rounds of a rule set.
pub struct Round {
    /// What its ties cost, from the first one on.
    payments: Vec<Payment>,
    /// The last round.
    pub fought: Fought,
    /// The cards of the pot, as its winner picks them up.
    pub pot: Vec<u8>,
    /// By winner, cards face down and ties in a row, each paid for in full.
    usual: Vec<Option<Vec<u8>>>,
    /// By winner: how the cards of a war are sorted, if by nothing but their strength.
    alone: [Option<Ordering>; 2],
}

impl Round {
    /// For these rules.
    pub fn new(shape: &Shape) -> Self {
        let alone = shape.pickups[1].map(Pickup::by_strength_alone);
        let mut usual = Vec::new();
        for (winner, pickup) in shape.pickups[1].into_iter().enumerate() {
            for cost in 0..=COST {
                let is_usual = shape.same_face_down.is_none_or(|only| only == cost)
                    && (alone[winner].is_some() || !pickup.looks_at_cards());
                let pot = |ties| pots::chain(shape.rules.war.lay, pickup, cost, ties, winner);
                usual.extend((1..=TIES).map(|ties| is_usual.then(|| pot(ties))));
            }
        }
        Self { payments: Vec::new(), fought: Fought::default(), pot: Vec::new(), usual, alone }
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
        if shape.limit_first && battles >= caps.battles {
            return Err(shape.at_limit(held));
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
        let Self { pot, payments, usual, .. } = self;
        pot.clear();
        if let Some(usual) = find(usual, winner, payments) {
            pot.extend(usual.iter().map(|&card| card_of_pot(hands, card)));
            // Cards of equal strength are equal.
            match self.alone[winner] {
                Some(Ordering::Less) => pot.sort_unstable_by_key(|&code| shape.strength(code)),
                Some(Ordering::Greater) => pot.sort_unstable_by_key(|&code| -shape.strength(code)),
                Some(Ordering::Equal) | None => {}
            }
        } else if pickup == Pickup::AsLaid {
            let mut next = [0; 2];
            pots::lay(shape.rules.war.lay, payments, |seat, _| {
                pot.push(card(hands, seat, next[seat]));
                next[seat] += 1;
            });
        } else {
            let code = |laid: &Laid| card(hands, laid.by, laid.nth as usize);
            let mut laid = pots::as_laid(shape.rules.war.lay, payments);
            pickup.put_in_order(&mut laid, winner, |laid| (*laid, shape.strength(code(laid))));
            pot.extend(laid.iter().map(code));
        }
        if pickup.is_by_chance() {
            shuffle(pot);
        }
    }

    /// What is left of these hands.
    pub fn held(&self, whole: [usize; 2]) -> [usize; 2] {
        both!(|seat| whole[seat] - self.fought.laid[seat])
    }
}

/// The pot of these ties, if it was worked out beforehand.
fn find<'a>(
    usual: &'a [Option<Vec<u8>>],
    winner: usize,
    payments: &[Payment],
) -> Option<&'a Vec<u8>> {
    let (cost, ties) = (payments.first()?.face_down[0], payments.len());
    let full = |payment: &Payment| *payment == Payment::full(cost);
    if cost > COST || ties > TIES || !payments.iter().all(full) {
        return None;
    }
    usual[(winner * usize::from(COST + 1) + usize::from(cost)) * TIES + ties - 1].as_ref()
}
