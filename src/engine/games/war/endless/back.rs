//! Rounds of War played backwards.

use crate::core::cards::Card;
use crate::core::seats::Seat;
use crate::games::war::fast::pots::{self, Payment};
use crate::games::war::reference::Positions;
use crate::games::war::rules::{FaceDown, Pickup, Rules};

/// Both hands, A's first, each top first.
type Hands = [Vec<Card>; 2];

/// Rounds backwards beyond those that the sizes of the hands need.
const MORE: usize = 4;
/// Positions looked at from one.
const MOST: usize = 200;

/// Hands of which A's has this many cards and from which rounds lead to these; `None` if none was found.
pub fn to_hands(rules: &Rules, hands: Hands, cards_of_a: usize) -> Option<Hands> {
    let needed = hands[0].len().abs_diff(cards_of_a);
    let mut left = vec![(hands, needed + MORE)];
    let mut looked_at = 0;
    while let Some((hands, rounds)) = left.pop() {
        let needed = hands[0].len().abs_diff(cards_of_a);
        if needed == 0 {
            return Some(hands);
        }
        looked_at += 1;
        if looked_at > MOST {
            return None;
        }
        if needed <= rounds {
            let earlier = Seat::BOTH.into_iter().flat_map(|winner| before(rules, &hands, winner));
            left.extend(earlier.map(|hands| (hands, rounds - 1)));
        }
    }
    None
}

/// The positions from which one round, won by `winner`, leads to these hands.
///
/// The pot of the round is at the bottom of the winner's hand. Who laid which of its cards is tried in
/// the ways that orders of picking up have; whether these rules pick up so is asked by playing the
/// round.
pub fn before(rules: &Rules, hands: &Hands, winner: Seat) -> Vec<Hands> {
    let (own, others) = (&hands[winner.index()], &hands[winner.other().index()]);
    let mut found = Vec::new();
    for ties in 0.. {
        // What a war costs is only known beforehand where it is a number.
        let first = match rules.war.face_down {
            FaceDown::Count(count) => count,
            FaceDown::TiedRank if ties == 0 => 0,
            FaceDown::TiedRank => break,
        };
        let again = rules.war.again.unwrap_or(first);
        let down: Vec<u8> =
            (0..ties).map(|tie| if tie == 0 { first } else { again } as u8).collect();
        // Where each card stands that is compared, among those of its player.
        let shown = |wars: usize| wars + down[..wars].iter().map(|&n| n as usize).sum::<usize>();
        let each = 1 + shown(ties);
        let Some(rest) = own.len().checked_sub(2 * each) else { break };
        let (rest, pot) = own.split_at(rest);
        let every_other = |first: usize| pot.iter().copied().skip(first).step_by(2).collect();
        let block = |first: usize| pot[first..][..each].to_vec();
        let [one, other]: [Vec<Card>; 2] = [every_other(0), every_other(1)];
        let mut ways = vec![(one.clone(), other.clone()), (other, one)];
        if ties > 0 {
            ways.extend([(block(0), block(each)), (block(each), block(0))]);
            // Other orders know only each player's own cards, or depend on how wars are laid.
            let payments: Vec<Payment> = down.iter().map(|&n| Payment::full(n)).collect();
            let own = rules.pickup_by(winner, true);
            let of_wars = Pickup::ALL.iter().copied().filter(|order| order.tells_wars_apart());
            for order in of_wars.chain([own]) {
                let in_order = || pots::in_order(order, false, winner, &payments);
                let laid = order.tells_players_apart().then(in_order).flatten();
                let mut sides = [vec![0; each], vec![0; each]];
                for (laid, &card) in laid.iter().flatten().zip(pot) {
                    sides[usize::from(laid.by != winner.index())][laid.nth as usize] = card;
                }
                let [won, lost] = sides;
                ways.extend(laid.is_some().then_some((won, lost)));
            }
        }
        for (won, lost) in ways {
            let mut earlier: Hands = Default::default();
            earlier[winner.index()] = [&won[..], rest].concat();
            earlier[winner.other().index()] = [&lost[..], others].concat();
            let ends_so = rules.strength(won[each - 1]) != rules.strength(lost[each - 1]);
            let is_tied = (0..ties).all(|tie| {
                let at = shown(tie);
                rules.strength(won[at]) == rules.strength(lost[at])
            });
            if ends_so && is_tied && !found.contains(&earlier) && leads_to(rules, &earlier, hands) {
                found.push(earlier);
            }
        }
    }
    found
}

/// Whether one round leads from `earlier` to `hands`.
fn leads_to(rules: &Rules, earlier: &Hands, hands: &Hands) -> bool {
    let mut round = Positions::new(rules, earlier);
    round.step() && round.hands() == *hands
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::cards::{Dealer, Seed};
    use crate::games::war::presets;

    #[test]
    fn rounds_are_found_backwards() {
        let mut wars = 0;
        let named = ["bicycle", "winamax", "cf546c", "daily320"]
            .map(|name| (name, presets::find(name).expect(name).rules()));
        let again = [0, 2].map(|again| {
            let mut fields = presets::find("bicycle").expect("bicycle").rules().into_fields();
            (fields.war.face_down, fields.war.again) = (FaceDown::Count(1), Some(again));
            ("again", fields.check().expect("rules"))
        });
        for (name, rules) in named.into_iter().chain(again) {
            let split = rules.split();
            for index in 0..40 {
                let deck = Dealer::new(Seed(5), rules.deck.clone()).deck(index);
                let start = split.hands(&deck);
                let mut game = Positions::new(&rules, &start);
                let (mut standing, mut rounds) = (start.clone(), 0);
                while rounds < 30 && game.step() {
                    rounds += 1;
                    let after = game.hands();
                    let earlier: Vec<Hands> = Seat::BOTH
                        .into_iter()
                        .flat_map(|seat| before(&rules, &after, seat))
                        .collect();
                    assert!(earlier.contains(&standing), "{name} {index} {rounds}");
                    assert!(earlier.iter().all(|hands| leads_to(&rules, hands, &after)));
                    standing = after;
                }
                wars += game.wars();
                // Of cheap wars there are more ways back than are looked at.
                if rounds == 30 && rules.war.again.is_none() {
                    let found = to_hands(&rules, standing, start[0].len());
                    assert!(found.is_some(), "{name} {index}");
                }
            }
        }
        assert!(wars > 100, "{wars}");
    }
}
