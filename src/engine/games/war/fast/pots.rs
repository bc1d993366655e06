//! Who laid which card of a pot, in the order in which it is picked up.

use std::ops::Range;

use super::super::rules::Pickup;

/// Who laid each card of a pot with so many ties in a row (true is A), in the order in which the
/// winner picks it up, each player's cards in the order in which they were laid.
///
/// For orders that are no merge of the two runs of cards: as laid.
fn by_a(
    pickup: Pickup,
    alternating: bool,
    face_down: usize,
    ties: usize,
    a_won: bool,
) -> Vec<bool> {
    let pairs = |a_first: bool, n: usize| [a_first, !a_first].repeat(n);
    let blocks = |a_first: bool, n: usize| [vec![a_first; n], vec![!a_first; n]].concat();
    let cards = 1 + ties * (face_down + 1);
    match pickup {
        Pickup::WinnerFirst => pairs(a_won, cards),
        Pickup::LoserFirst => pairs(!a_won, cards),
        Pickup::WinnerBlock => blocks(a_won, cards),
        Pickup::LoserBlock => blocks(!a_won, cards),
        Pickup::ABlock => blocks(true, cards),
        _ if alternating => pairs(true, cards),
        _ => {
            let war = [blocks(true, face_down), pairs(true, 1)].concat();
            [pairs(true, 1), war.repeat(ties)].concat()
        }
    }
}

/// The cards of a war's pot in the order in which the winner picks it up: each player's from 0 on,
/// B's counted from `b_from`. `None` for orders that depend on the cards or on chance.
pub fn order(
    pickup: Pickup,
    alternating: bool,
    face_down: usize,
    a_won: bool,
    b_from: u8,
) -> Option<Vec<u8>> {
    chain(pickup, alternating, face_down, 1, a_won, b_from)
}

/// The same of a pot that begins with so many ties in a row.
pub fn chain(
    pickup: Pickup,
    alternating: bool,
    face_down: usize,
    ties: usize,
    a_won: bool,
    b_from: u8,
) -> Option<Vec<u8>> {
    if pickup == Pickup::LastWarFirst {
        return Some(last_war_first(face_down as u8, ties as u8, a_won, b_from));
    }
    let mut next = [b_from, 0];
    let by_a = by_a(pickup, alternating, face_down, ties, a_won);
    let cards = by_a.into_iter().map(|of_a| {
        let next = &mut next[usize::from(of_a)];
        *next += 1;
        *next - 1
    });
    let mut cards: Vec<u8> = cards.collect();
    match pickup {
        Pickup::HighFirst | Pickup::LowFirst | Pickup::Shuffled => return None,
        Pickup::LastFirst => cards.reverse(),
        _ => {}
    }
    Some(cards)
}

/// The same, war by war from the last one on.
fn last_war_first(face_down: u8, ties: u8, a_won: bool, b_from: u8) -> Vec<u8> {
    let seats = if a_won { [0, b_from] } else { [b_from, 0] };
    let stake = face_down + 1;
    let wars = (0..ties).rev().map(|war| 1 + war * stake..1 + (war + 1) * stake);
    let of_both = |laid: Range<u8>| seats.map(|from| from + laid.start..from + laid.end);
    wars.chain(std::iter::once(0..1)).flat_map(of_both).flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pot_of_three_cards_face_down_is_in_the_order_of_the_rules() {
        let letters = |pickup, alternating, a_won| -> String {
            let order = order(pickup, alternating, 3, a_won, 8).unwrap_or_default();
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
