//! Who laid which card of a pot, in the order in which it is picked up.

use super::super::rules::{Laid, Pickup};

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

/// The cards of a pot whose ties were paid for so, as they were laid.
#[inline]
pub fn as_laid(alternating: bool, payments: &[Payment], pot: &mut Vec<Laid>) {
    pot.clear();
    let mut held = [0; 2];
    let mut lay = |by: usize, war| {
        pot.push(Laid { by, nth: held[by], above: 0, place: pot.len() as u32, war });
        held[by] += 1;
    };
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
    for laid in pot {
        laid.above = held[laid.by] - 1 - laid.nth;
    }
}

/// The cards in the order in which the winner picks up a pot of so many ties in a row, each paid for in full; as
/// laid if that is chance, `None` if it depends on the cards.
pub fn chain(
    pickup: Pickup,
    alternating: bool,
    face_down: u8,
    ties: usize,
    winner: usize,
) -> Option<Vec<u8>> {
    let mut pot = Vec::new();
    as_laid(alternating, &vec![Payment::full(face_down); ties], &mut pot);
    pickup.put_in_order(&mut pot, winner, |&laid| (laid, 0));
    let cards = pot.iter().map(|laid| laid.nth as u8 + if laid.by == 0 { 0 } else { OF_B });
    (!pickup.looks_at_cards()).then(|| cards.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pot_of_three_cards_face_down_is_in_the_order_of_the_rules() {
        let letters = |pickup, alternating, winner| -> String {
            let order = chain(pickup, alternating, 3, 1, winner).unwrap_or_default();
            let letter = |card: u8| b"aA"[usize::from(card / OF_B)] + card % OF_B;
            order.iter().map(|&card| char::from(letter(card))).collect()
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
            assert_eq!(letters(pickup, alternating, 0), a_won, "{pickup:?}");
            assert_eq!(letters(pickup, alternating, 1), b_won, "{pickup:?}");
        }
        let three = chain(Pickup::LastWarFirst, false, 1, 3, 1);
        let of_b = |nth| OF_B + nth;
        let expected =
            [of_b(5), of_b(6), 5, 6, of_b(3), of_b(4), 3, 4, of_b(1), of_b(2), 1, 2, of_b(0), 0];
        assert_eq!(three, Some(expected.to_vec()));
    }
}
