//! The decks of each suite, made to show one thing.

use crate::core::cards::{Card, Composition, Dealer, Seed};
use crate::games::war::Rules;
use crate::games::war::rules::LimitUnit;

/// The seed of decks that are random, but always the same.
pub const FIXED_SEED: Seed = Seed(2016);
/// Battles at which limits are tried where the rules have none.
const USUAL_LIMIT: u64 = 1_000;
/// A limit further away would take decks of too many cards.
const LARGEST_LIMIT: u64 = 5_000;
/// What the decks are made of of which games around battle 1,000 are known: 22 cards, which one can deal by
/// hand. Of 20 cards and fewer, none of ten million decks lasts as long.
const KNOWN_OF: Composition = Composition { suits: 2, ranks: 11, lowest: 1, jokers: 0 };
/// Games of the fixed seed that end around battle 1,000 by the default rules without a limit: the first of each
/// length from 998 on, of each winner, by an empty hand or in a war, of 11 million games.
const KNOWN: [u64; 16] = [
    1_957_076, 10_722_530, 2_558_948, 8_642_485, 5_710_150, 379_334, 4_119_921, 4_224_765, 113_318,
    526_917, 5_970_077, 439_755, 7_624_147, 754_372, 3_311_259, 1_463_890,
];

/// A deck that the rules deal into these hands; A has as many cards as B, or one more.
fn dealt(rules: &Rules, a: &[Card], b: &[Card]) -> Vec<Card> {
    rules.deal.deck(&[a.into(), b.into()])
}

/// The list of cases in the assignment, in its order.
pub fn list(rules: &Rules) -> Vec<Vec<Card>> {
    // A battle, then three wars in a row, then a battle that decides.
    let a = [3, 5, 4, 4, 4, 6, 4, 4, 4, 7, 4, 4, 4, 8, 2];
    let b = [2, 5, 1, 1, 1, 6, 1, 1, 1, 7, 1, 1, 1, 9];
    vec![
        vec![],
        vec![7],
        vec![9, 3],
        vec![3, 9],
        vec![5, 5],
        // The worked examples of both texts.
        vec![2, 3, 4, 5],
        dealt(rules, &[2, 8, 9, 10, 5, 4], &[2, 6, 7, 11, 6, 4]),
        dealt(rules, &[5, 2, 3], &[5, 4]),
        dealt(rules, &[3, 5], &[2, 4]),
        dealt(rules, &[2, 6, 7, 11, 6, 4], &[2, 8, 9, 10, 5, 4]),
        vec![1, 2, 2, 1],
        dealt(rules, &a, &b),
        dealt(rules, &[9, 5, 1, 1], &[2, 5, 1]),
        dealt(rules, &[2, 5, 1, 1], &[9, 5, 1]),
    ]
}

/// Every deck of up to so many cards, short ones first; `longer` are the decks of a card more.
pub fn every(most: usize, longer: impl Fn(&[Card]) -> Vec<Vec<Card>>) -> Vec<Vec<Card>> {
    let longer = |decks: &Vec<Vec<Card>>| {
        (decks[0].len() < most).then(|| decks.iter().flat_map(|deck| longer(deck)).collect())
    };
    std::iter::successors(Some(vec![vec![]]), longer).flatten().collect()
}

/// Wars for which a player has about as many cards as needed, after battles that moved some.
///
/// `holds` says which numbers of cards in hand, A's and B's when the war begins, are wanted.
pub fn wars_with(rules: &Rules, holds: impl Fn(usize, usize) -> bool) -> Vec<Vec<Card>> {
    let mut decks = Vec::new();
    for (won_by_a, won_by_b) in [(0, 0), (1, 0), (0, 1), (2, 0), (0, 2), (3, 0), (0, 3)] {
        for (rest, odd) in (0..=9).flat_map(|rest| [(rest, 0), (rest, 1)]) {
            for higher_at_the_end in [0, 1] {
                if !holds(rest + odd + 2 * won_by_a, rest + 2 * won_by_b) {
                    continue;
                }
                let hand = |wins, loses, rest: usize| {
                    let low: Vec<Card> = (0..rest).map(|k| 3 + (k % 4) as Card).collect();
                    [vec![9; wins], vec![2; loses], vec![5], low].concat()
                };
                let mut hands =
                    [hand(won_by_a, won_by_b, rest + odd), hand(won_by_b, won_by_a, rest)];
                hands[higher_at_the_end].pop();
                hands[higher_at_the_end].push(8);
                decks.push(dealt(rules, &hands[0], &hands[1]));
            }
        }
    }
    decks
}

/// Games that last just as long as the limit allows, and a battle less and more.
pub fn limits(rules: &Rules) -> Vec<Vec<Card>> {
    let at = match rules.limit.unit {
        LimitUnit::Battles | LimitUnit::Rounds if rules.limit.at <= LARGEST_LIMIT => rules.limit.at,
        _ => USUAL_LIMIT,
    } as usize;
    // By other rules these are decks like any others.
    let mut dealer = Dealer::new(FIXED_SEED, KNOWN_OF);
    let mut decks: Vec<Vec<Card>> = KNOWN.map(|game| dealer.deck(game)).into();
    // One player wins every battle; the other is out of cards after so many. A limit that is far too
    // high, or none, shows in other decks than one that is a little too high.
    for battles in [at - 1, at, at + 1, at + at / 20, at + at / 4, 2 * at] {
        decks.push(dealt(rules, &vec![2; battles], &vec![1; battles]));
        decks.push(dealt(rules, &vec![1; battles], &vec![2; battles]));
    }
    // A tie in the last battle and around it: that cannot be paid for by B, by A and by both; that
    // takes all cards; that is decided one battle later.
    for before in [at.saturating_sub(2), at - 1, at] {
        for (a, b) in [
            (&[5][..], &[5][..]),
            (&[5, 1, 1], &[5, 1, 1]),
            (&[5, 1, 1, 1], &[5, 1, 1, 1]),
            (&[5, 1, 1, 1, 9], &[5, 1, 1, 1, 8]),
        ] {
            // Whoever won before has cards for the war, the other one has not.
            for hands in [[(9, a), (2, b)], [(2, b), (9, a)]] {
                let [a, b] = hands.map(|(card, rest)| [&vec![card; before], rest].concat());
                decks.push(dealt(rules, &a, &b));
            }
        }
    }
    decks
}

/// Equal and unequal cards of two values: a tie alone, a war that A wins, one that B wins, battles.
pub fn valued(rules: &Rules, pairs: &[(Card, Card)]) -> Vec<Vec<Card>> {
    let decks = pairs.iter().flat_map(|&(v, other)| {
        [
            vec![v, v],
            vec![v, other],
            vec![other, v],
            vec![v; 11],
            dealt(rules, &[v, 1, 2, 3, 5], &[v, 1, 2, 3, 4]),
            dealt(rules, &[v, 1, 2, 3, 4], &[v, 1, 2, 3, 5]),
            dealt(rules, &[1, v, 2, 3, v], &[2, v, 3, 1, other]),
        ]
    });
    decks.collect()
}

/// Decks with an odd number of cards, three of each from 1 to 51.
pub fn odd_sizes() -> Vec<Vec<Card>> {
    let mut dealer = Dealer::new(FIXED_SEED, Composition::default());
    let sizes = (1..=51_u64).step_by(2).flat_map(|cards| [0, 1, 2].map(|copy| (cards, copy)));
    let deck = |(cards, copy)| dealer.deck(3 * cards + copy)[..cards as usize].to_vec();
    sizes.map(deck).collect()
}

/// So many decks of a seed.
pub fn random(seed: Seed, composition: Composition, count: u64) -> Vec<Vec<Card>> {
    let mut dealer = Dealer::new(seed, composition);
    (0..count).map(|game| dealer.deck(game)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::cards::GameIndex;
    use crate::games::war::rules::LimitAsked;
    use crate::games::war::{EndReason, Outcome, Reference, RuleFields};

    #[test]
    fn known_decks_end_in_every_way() {
        // The default rules with the limit out of the way.
        let mut fields = RuleFields::default();
        (fields.limit.at, fields.limit.asked) = (1_002, LimitAsked::Before);
        let mut reference = Reference::new(fields.check().expect("rules"), Seed(0));
        let mut dealer = Dealer::new(FIXED_SEED, KNOWN_OF);
        let mut known = KNOWN.into_iter();
        for battles in 998..=1_001 {
            for outcome in [Outcome::A, Outcome::B] {
                for why in [EndReason::OutOfCards, EndReason::ShortInWar] {
                    let deck = dealer.deck(known.next().expect("a deck"));
                    let game = reference.play(&deck, GameIndex(0));
                    let ended = (game.battles, game.outcome, game.end_reason);
                    assert_eq!(ended, (battles, outcome, why));
                }
            }
        }
        assert_eq!(known.next(), None);
    }
}
