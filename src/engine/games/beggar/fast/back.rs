//! Tricks played backwards: every position that one trick leads to a given one.

use super::packed::{Hand, Packed};

/// Cards that one player has played in a trick, in the order played, and what the court cards demand:
/// a [`Hand`] without its end markers.
#[derive(Clone, Copy, Default)]
struct Played {
    courts: u64,
    cards: u32,
    demands: u64,
    /// Bits of `demands`.
    at: u32,
}

impl Played {
    /// Puts plain cards before the others.
    fn plain(&mut self, cards: u32) {
        self.courts <<= cards;
        self.cards += cards;
    }

    /// Puts a court card before the others.
    fn court(&mut self, demand: u64) {
        self.courts = self.courts << 1 | 1;
        self.cards += 1;
        self.demands = self.demands << 2 | demand;
        self.at += 2;
    }

    /// Puts the cards on top of a hand.
    fn on(self, hand: Hand) -> Hand {
        Hand {
            courts: hand.courts << self.cards | self.courts,
            demands: hand.demands << self.at | self.demands,
        }
    }
}

/// Whether both hands end with a court card and as many plain cards as it demands, so that either may
/// be what a pile was put under.
pub fn may_have_a_past(position: &Packed) -> bool {
    [position.lead, position.other].into_iter().all(ends_with_a_pile)
}

/// Whether a hand ends with a court card and as many plain cards as it demands.
#[inline]
fn ends_with_a_pile(hand: Hand) -> bool {
    let len = hand.courts.ilog2();
    let courts = hand.courts ^ 1 << len;
    if courts == 0 {
        return false;
    }
    let demand = hand.demands >> (hand.demands.ilog2() - 2) & 3;
    len - 1 - courts.ilog2() == demand as u32 + 1
}

/// Calls `visit` for every position from which one trick leads to `after`, with that trick uncounted:
/// its cards are `after.cards` and those of the trick, its tricks one more than those of `after`.
///
/// The seats are counted from the leader of each position: a position's `leader` means nothing.
///
/// The pile of the trick lies at the end of the leader's hand, and ends with the last court card and
/// as many plain cards as it demands. It may begin anywhere before, as long as no penalty in it was
/// paid before its last card.
pub fn before(after: &Packed, mut visit: impl FnMut(Packed)) {
    let (taker, payer) = (after.lead, after.other);
    if !ends_with_a_pile(taker) {
        return;
    }
    let len = taker.courts.ilog2();
    let courts = taker.courts ^ 1 << len;
    let mut place = courts.ilog2();
    let mut at = taker.demands.ilog2() - 2;
    let demand_at = |at: u32| taker.demands >> at & 3;
    let mut demand = demand_at(at);
    // What each has played, last cards first; the taker has played the last court card.
    let mut played = [Played::default(); 2];
    played[1].plain(demand as u32 + 1);
    let mut player = 0;
    loop {
        played[player].court(demand);
        let earlier = courts & ((1 << place) - 1);
        let plain = if earlier == 0 { place } else { place - 1 - earlier.ilog2() };
        // The pile begins with this court card, or with plain cards in turn before it.
        let mut opening = played;
        let mut starter = player;
        for k in 0..=plain {
            if k > 0 {
                starter = 1 - starter;
                opening[starter].plain(1);
            }
            let start = place - k;
            let rest = Hand {
                courts: taker.courts & ((1 << start) - 1) | 1 << start,
                demands: taker.demands & ((1 << at) - 1) | 1 << at,
            };
            let hands = [opening[0].on(rest), opening[1].on(payer)];
            visit(Packed {
                lead: hands[starter],
                other: hands[1 - starter],
                leader: after.leader,
                way: after.way,
                cards: after.cards + (len - start),
                tricks: after.tricks + 1,
            });
        }
        if earlier == 0 {
            return;
        }
        // Or the court card was a payment for the one before.
        at -= 2;
        demand = demand_at(at);
        if plain > demand as u32 {
            return;
        }
        played[player].plain(plain);
        player = 1 - player;
        place = earlier.ilog2();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::cards::{Dealer, Seed};
    use crate::games::beggar::Rules;
    use crate::games::beggar::fast::packed::Shape;
    use crate::games::beggar::result::Seat;

    fn hands(game: &Packed) -> [Hand; 2] {
        [game.lead, game.other]
    }

    #[test]
    fn every_trick_is_found_backwards_and_nothing_else() {
        let rules = Rules::default();
        let shape = Shape::new("portable", &rules, 1).unwrap();
        let mut dealer = Dealer::new(Seed(3), rules.deck.clone());
        let mut several = 0;
        for index in 0..300 {
            let deck: Vec<u8> = dealer.deck(index).iter().map(|&rank| rank as u8).collect();
            let mut game = Packed::new(shape.pack(&deck).unwrap(), Seat::A, shape.way);
            loop {
                let start = game;
                if game.trick().is_some() {
                    break;
                }
                let after = Packed { cards: 0, tricks: 0, ..game };
                let mut found = Vec::new();
                before(&after, |position| found.push(position));
                several += usize::from(found.len() > 1);
                assert_eq!(found.iter().filter(|f| hands(f) == hands(&start)).count(), 1);
                for position in found {
                    let mut played = Packed { cards: 0, tricks: 0, ..position };
                    assert_eq!(played.trick(), None);
                    assert_eq!(hands(&played), hands(&after));
                    assert_eq!((played.cards, played.tricks), (position.cards, position.tricks));
                }
            }
        }
        assert!(several > 1_000, "{several}");
    }
}
