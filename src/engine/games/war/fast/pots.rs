//! Who laid which card of a pot, in the order in which it is picked up.

use super::super::rules::{Laid, Pickup};
use crate::core::seats::Seat;

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

/// Lays the cards of a pot whose ties were paid for so: whose each is, and for which war.
#[inline]
pub fn lay(alternating: bool, payments: &[Payment], mut lay: impl FnMut(usize, usize)) {
    (0..2).for_each(|seat| lay(seat, 0));
    for (war, Payment { face_down, keeps }) in (1..).zip(payments) {
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
pub fn as_laid(alternating: bool, payments: &[Payment]) -> Vec<Laid> {
    let mut pot: Vec<Laid> = Vec::new();
    let mut held = [0; 2];
    lay(alternating, payments, |by, war| {
        let (nth, place) = (held[by], pot.len() as u32);
        pot.push(Laid { by, nth, above: 0, place, war: war as u32 });
        held[by] += 1;
    });
    for laid in &mut pot {
        laid.above = held[laid.by] - 1 - laid.nth;
    }
    pot
}

/// The cards of a pot in the order in which its winner picks it up, as laid if that is chance; `None` for
/// orders that depend on the cards.
pub fn in_order(
    pickup: Pickup,
    alternating: bool,
    winner: Seat,
    payments: &[Payment],
) -> Option<Vec<Laid>> {
    pickup.by_strength().is_eq().then(|| {
        let mut pot = as_laid(alternating, payments);
        pot.sort_by_key(|&laid| pickup.key(winner.index(), laid, 0));
        pot
    })
}

/// Each player's cards in the order in which the winner picks up a pot that begins with so many ties
/// in a row, each paid for in full: A's from 0 on, B's from `b_from`. `None` for orders that depend on
/// the cards.
pub fn chain(
    pickup: Pickup,
    alternating: bool,
    face_down: usize,
    ties: usize,
    a_won: bool,
    b_from: u8,
) -> Option<Vec<u8>> {
    let winner = if a_won { Seat::A } else { Seat::B };
    let payments = vec![Payment::full(face_down as u8); ties];
    let pot = in_order(pickup, alternating, winner, &payments)?;
    let card = |laid: Laid| laid.nth as u8 + if laid.by == Seat::A.index() { 0 } else { b_from };
    Some(pot.into_iter().map(card).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pot_of_three_cards_face_down_is_in_the_order_of_the_rules() {
        let letters = |pickup, alternating, a_won| -> String {
            let order = chain(pickup, alternating, 3, 1, a_won, 8).unwrap_or_default();
            order.iter().map(|&card| char::from(b"abcde...ABCDE"[usize::from(card)])).collect()
        };
        for (pickup, alternating, a_won, b_won) in [
            (Pickup::AsLaid, false, "aAbcdBCDeE", "aAbcdBCDeE"),
            (Pickup::AsLaid, true, "aAbBcCdDeE", "aAbBcCdDeE"),
            (Pickup::LastFirst, false, "EeDCBdcbAa", "EeDCBdcbAa"),
            (Pickup::LastWarFirst, true, "bcdeBCDEaA", "BCDEbcdeAa"),
            (Pickup::WinnerFirst, false, "aAbBcCdDeE", "AaBbCcDdEe"),
            (Pickup::LoserBlock, true, "ABCDEabcde", "abcdeABCDE"),
            (Pickup::HighFirst, true, "", ""),
        ] {
            assert_eq!(letters(pickup, alternating, true), a_won, "{pickup:?}");
            assert_eq!(letters(pickup, alternating, false), b_won, "{pickup:?}");
        }
        let three = chain(Pickup::LastWarFirst, false, 1, 3, false, 32);
        let expected = [37, 38, 5, 6, 35, 36, 3, 4, 33, 34, 1, 2, 32, 0];
        assert_eq!(three, Some(expected.to_vec()));
    }
}
