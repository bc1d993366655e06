//! Who laid which card of a pot, in the order in which it is picked up.

use super::super::rules::{Laid, Lay, Pickup};

/// What each player lays face down for a tie, and whether the tied card decides again for want of
/// another.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Payment {
    /// Cards face down, A's first.
    pub face_down: [u8; 2],
    /// Who keeps the tied card, A first.
    pub keeps: [bool; 2],
}

impl Payment {
    /// So many cards of each, and none is kept.
    pub fn full(face_down: u8) -> Self {
        Self { face_down: [face_down; 2], keeps: [false; 2] }
    }
}

/// Two hands as they lie on their tapes: A's with the top card first, B's with the top card last.
pub type Hands<'a> = [&'a [u8]; 2];

/// Cards of a pot: A's from 0 on, B's from here.
pub const OF_B: u8 = 128;

/// A player's card, counted from the top one.
#[inline(always)]
pub fn card(hands: Hands<'_>, seat: usize, nth: usize) -> u8 {
    match seat {
        0 => hands[0][nth],
        _ => hands[1][hands[1].len() - 1 - nth],
    }
}

/// A card of a pot.
#[inline(always)]
pub fn card_of_pot(hands: Hands<'_>, card: u8) -> u8 {
    self::card(hands, usize::from(card / OF_B), usize::from(card % OF_B))
}

/// Lays the cards of a pot whose ties were paid for so: whose each is, and for which war.
#[inline]
pub fn lay(order: Lay, payments: &[Payment], mut lay: impl FnMut(usize, u32)) {
    (0..2).for_each(|seat| lay(seat, 0));
    for (war, Payment { face_down, keeps }) in (1..).zip(payments) {
        let alternating = order == Lay::Alternating;
        let turns = if alternating { face_down[0].max(face_down[1]) } else { 1 };
        for turn in 0..turns {
            for (seat, &cards) in face_down.iter().enumerate() {
                let now = if alternating { u8::from(turn < cards) } else { cards };
                (0..now).for_each(|_| lay(seat, war));
            }
        }
        (0..2).filter(|&seat| !keeps[seat]).for_each(|seat| lay(seat, war));
    }
}

/// The cards of such a pot as they were laid.
pub fn as_laid(order: Lay, payments: &[Payment]) -> Vec<Laid> {
    let mut pot: Vec<Laid> = Vec::new();
    let mut held = [0; 2];
    lay(order, payments, |by, war| {
        pot.push(Laid { by, nth: held[by], above: 0, place: pot.len() as u32, war });
        held[by] += 1;
    });
    for laid in &mut pot {
        laid.above = held[laid.by] - 1 - laid.nth;
    }
    pot
}

/// The cards in the order in which the winner picks up a pot of so many ties in a row, each paid for in full, but for
/// what chance decides, or what the cards are.
pub fn chain(order: Lay, pickup: Pickup, face_down: u8, ties: usize, winner: usize) -> Vec<u8> {
    let mut pot = as_laid(order, &vec![Payment::full(face_down); ties]);
    pickup.put_in_order(&mut pot, winner, |&laid| (laid, 0));
    pot.iter().map(|laid| laid.nth as u8 + if laid.by == 0 { 0 } else { OF_B }).collect()
}
