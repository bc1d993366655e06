//! The order of pots as masks.

use super::super::super::rules::Pickup;

/// Every second bit: a pair of cards has two places among the pots, the even one first.
pub const EVEN: u64 = 0x5555_5555_5555_5555;

/// How a run of pots is merged from A's cards and B's.
///
/// Every order of picking up keeps each player's cards in the order in which they were laid, so a
/// run of pots is a merge of two runs of cards, and a mask says it all: which places are A's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Merge {
    /// A's places in pots of two cards: all even ones, or all odd ones.
    pub pairs: u64,
    /// Which of them a war changes, counted from the first place of its pot.
    pub war: u64,
}

impl Merge {
    /// The merges of pots that A wins and of pots that B wins.
    pub fn of_rules(pickup: Pickup, face_down: u32, alternating: bool) -> [Merge; 2] {
        [true, false].map(|a_won| {
            let tie = pot(pickup, alternating, 0, a_won);
            let pairs = if tie[0] { EVEN } else { !EVEN };
            let pot = pot(pickup, alternating, face_down as usize, a_won);
            let places = pot.iter().enumerate().map(|(k, &of_a)| u64::from(of_a) << k).sum::<u64>();
            Merge { pairs, war: places ^ pairs & ((1 << pot.len()) - 1) }
        })
    }

    /// A's places where wars begin at these places, none within another one.
    #[inline(always)]
    pub fn of_a(self, war_places: u64) -> u64 {
        self.pairs ^ war_places.wrapping_mul(self.war)
    }
}

/// Who laid each card of a war's pot (true is A), in the order in which the winner picks it up. The
/// first two cards are alone what a pot without a war is.
fn pot(pickup: Pickup, alternating: bool, face_down: usize, a_won: bool) -> Vec<bool> {
    let pairs = |a_first: bool, n: usize| [a_first, !a_first].repeat(n);
    let blocks = |a_first: bool, n: usize| [vec![a_first; n], vec![!a_first; n]].concat();
    let cards = face_down + 2;
    match pickup {
        Pickup::WinnerFirst => pairs(a_won, cards),
        Pickup::LoserFirst => pairs(!a_won, cards),
        Pickup::WinnerBlock => blocks(a_won, cards),
        Pickup::LoserBlock => blocks(!a_won, cards),
        Pickup::ABlock => blocks(true, cards),
        // Those that are no merge are refused.
        _ if alternating => pairs(true, cards),
        _ => [pairs(true, 1), blocks(true, face_down), pairs(true, 1)].concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(merge: Merge, cards: u32) -> String {
        let of_a = merge.of_a(1);
        (0..cards).map(|k| if of_a >> k & 1 == 1 { 'A' } else { 'B' }).collect()
    }

    #[test]
    fn a_war_of_three_cards_is_merged_as_the_rules_say() {
        let merges = |pickup, alternating| Merge::of_rules(pickup, 3, alternating);
        for (pickup, alternating, a_won, b_won) in [
            (Pickup::AsLaid, false, "ABAAABBBAB", "ABAAABBBAB"),
            (Pickup::AsLaid, true, "ABABABABAB", "ABABABABAB"),
            (Pickup::WinnerFirst, false, "ABABABABAB", "BABABABABA"),
            (Pickup::LoserFirst, true, "BABABABABA", "ABABABABAB"),
            (Pickup::WinnerBlock, false, "AAAAABBBBB", "BBBBBAAAAA"),
            (Pickup::LoserBlock, false, "BBBBBAAAAA", "AAAAABBBBB"),
            (Pickup::ABlock, true, "AAAAABBBBB", "AAAAABBBBB"),
        ] {
            let [a, b] = merges(pickup, alternating);
            assert_eq!(places(a, 10), a_won, "{pickup:?}");
            assert_eq!(places(b, 10), b_won, "{pickup:?}");
        }
    }
}
