//! The decks of each suite, made to show one thing.

use crate::core::cards::{Card, Composition, Dealer, Seed};
use crate::core::seats::Seat;
use crate::games::war::rules::{Deal, LimitUnit, Rules};

/// The seed of decks that are random, but always the same.
pub const FIXED_SEED: Seed = Seed(2016);
/// Copies of each rank and ranks of small decks that show most mistakes.
pub const SMALL: [(u32, u32); 8] = [(2, 2), (2, 3), (2, 4), (3, 3), (3, 4), (2, 7), (4, 4), (3, 7)];
/// Battles at which limits are tried where the rules have none.
const USUAL_LIMIT: u64 = 1_000;
/// A limit further away would take decks of too many cards.
const LARGEST_LIMIT: u64 = 5_000;

/// A deck that the rules deal into these hands.
///
/// Shapes: A has as many cards as B, or one more.
pub fn dealt(rules: &Rules, a: &[Card], b: &[Card]) -> Vec<Card> {
    assert!(a.len() == b.len() || a.len() == b.len() + 1, "no deck gives hands {a:?} {b:?}");
    if rules.deal == Deal::Halves {
        return [a, b].concat();
    }
    let mut deck = Vec::with_capacity(a.len() + b.len());
    for (k, &card) in a.iter().enumerate() {
        deck.push(card);
        deck.extend(b.get(k));
    }
    deck
}

/// The list of cases in the assignment, in its order.
pub fn list(rules: &Rules) -> Vec<Vec<Card>> {
    // A battle, then three wars in a row, then a battle that decides.
    let a = [3, 5, 4, 4, 4, 6, 4, 4, 4, 7, 4, 4, 4, 8, 2];
    let b = [2, 5, 1, 1, 1, 6, 1, 1, 1, 7, 1, 1, 1, 9];
    let mut decks = vec![vec![], vec![7], vec![9, 3], vec![3, 9], vec![5, 5]];
    decks.extend(examples(rules));
    decks.extend([
        dealt(rules, &[3, 5], &[2, 4]),
        dealt(rules, &[2, 6, 7, 11, 6, 4], &[2, 8, 9, 10, 5, 4]),
        vec![1, 2, 2, 1],
        dealt(rules, &a, &b),
        dealt(rules, &[9, 5, 1, 1], &[2, 5, 1]),
        dealt(rules, &[2, 5, 1, 1], &[9, 5, 1]),
    ]);
    decks
}

/// The worked examples of both texts.
pub fn examples(rules: &Rules) -> Vec<Vec<Card>> {
    vec![
        vec![2, 3, 4, 5],
        dealt(rules, &[2, 8, 9, 10, 5, 4], &[2, 6, 7, 11, 6, 4]),
        dealt(rules, &[5, 2, 3], &[5, 4]),
    ]
}

/// Every deck of up to this many cards over these values, short ones first.
pub fn every(values: &[Card], most: usize) -> Vec<Vec<Card>> {
    let mut decks = vec![vec![]];
    let mut shorter = 0;
    for _ in 0..most {
        let longer = decks.len();
        for k in shorter..longer {
            let with = |value: &Card| [&decks[k][..], &[*value]].concat();
            let each: Vec<Vec<Card>> = values.iter().map(with).collect();
            decks.extend(each);
        }
        shorter = longer;
    }
    decks
}

/// Every order of every first few of these cards, short decks first.
pub fn orders(cards: impl Iterator<Item = Card>) -> Vec<Vec<Card>> {
    let mut decks: Vec<Vec<Card>> = Vec::new();
    let mut shorter: Vec<Vec<Card>> = vec![vec![]];
    for card in cards {
        let insert = |deck: &Vec<Card>, place| {
            let mut longer = deck.clone();
            longer.insert(place, card);
            longer
        };
        let longer = shorter.iter().flat_map(|deck| (0..=deck.len()).map(move |k| insert(deck, k)));
        shorter = longer.collect();
        decks.extend_from_slice(&shorter);
    }
    decks
}

/// Decks of nothing but one value, of every size up to 40 cards.
pub fn equal_values() -> Vec<Vec<Card>> {
    (3..=40).map(|cards| vec![7; cards]).collect()
}

/// Wars for which a player has about as many cards as needed, after battles that moved some.
///
/// `holds` says which numbers of cards in hand, A's and B's when the war begins, are wanted.
pub fn wars_with(rules: &Rules, holds: impl Fn(usize, usize) -> bool) -> Vec<Vec<Card>> {
    let mut decks = Vec::new();
    for (won_by_a, won_by_b) in [(0, 0), (1, 0), (0, 1), (2, 0), (0, 2), (3, 0), (0, 3)] {
        for (rest, odd) in (0..=9).flat_map(|rest| [(rest, 0), (rest, 1)]) {
            for higher_at_the_end in [Seat::A, Seat::B] {
                let (in_a, in_b) = (rest + odd + 2 * won_by_a, rest + 2 * won_by_b);
                if !holds(in_a, in_b) {
                    continue;
                }
                let hand = |wins, loses, rest: usize| {
                    let low: Vec<Card> = (0..rest).map(|k| 3 + (k % 4) as Card).collect();
                    [vec![9; wins], vec![2; loses], vec![5], low].concat()
                };
                let (a, b) = (hand(won_by_a, won_by_b, rest + odd), hand(won_by_b, won_by_a, rest));
                let mut hands = [a, b];
                if let Some(card) = hands[higher_at_the_end.index()].last_mut() {
                    *card = 8;
                }
                decks.push(dealt(rules, &hands[0], &hands[1]));
            }
        }
    }
    decks
}

/// Games that last just as long as the limit allows, and a battle less and more.
pub fn limits(rules: &Rules) -> Vec<Vec<Card>> {
    let at = match rules.limit.unit {
        LimitUnit::None => USUAL_LIMIT,
        LimitUnit::Battles | LimitUnit::Rounds if rules.limit.at > LARGEST_LIMIT => USUAL_LIMIT,
        LimitUnit::Battles | LimitUnit::Rounds => rules.limit.at,
    } as usize;
    let mut decks = Vec::new();
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
            let (first, second) = ([&vec![9; before], a].concat(), [&vec![2; before], b].concat());
            decks.push(dealt(rules, &first, &second));
            let (first, second) = ([&vec![2; before], b].concat(), [&vec![9; before], a].concat());
            decks.push(dealt(rules, &first, &second));
        }
    }
    decks
}

/// Equal and unequal cards of each value: a tie alone, a war that A wins, one that B wins, battles.
pub fn valued(rules: &Rules, values: &[Card]) -> Vec<Vec<Card>> {
    let mut decks = Vec::new();
    for &v in values {
        let other = if v == Card::MIN { v + 1 } else { v - 1 };
        decks.extend([
            vec![v, v],
            vec![v, other],
            vec![other, v],
            vec![v; 11],
            dealt(rules, &[v, 1, 2, 3, 5], &[v, 1, 2, 3, 4]),
            dealt(rules, &[v, 1, 2, 3, 4], &[v, 1, 2, 3, 5]),
            dealt(rules, &[1, v, 2, 3, v], &[2, v, 3, 1, other]),
        ]);
    }
    decks
}

/// Pairs and wars of numbers of which one cannot be subtracted from the other.
pub fn at_the_ends(rules: &Rules) -> Vec<Vec<Card>> {
    let (low, high) = (Card::MIN, Card::MAX);
    let mut decks = Vec::new();
    for (x, y) in
        [(low, high), (low, 1), (high, -1), (low, 0), (high, 0), (low + 1, high), (-2, high)]
            .into_iter()
            .chain([(low, low + 1), (high - 1, high)])
    {
        decks.extend([
            vec![x, y],
            vec![y, x],
            vec![x, y, y, x],
            dealt(rules, &[7, x, x, x, y], &[7, y, y, y, x]),
            dealt(rules, &[7, y, x, y, x], &[7, x, y, x, y]),
        ]);
    }
    decks.extend([vec![low, low], vec![high, high], vec![low; 9], vec![high; 10]]);
    decks
}

/// Decks with an odd number of cards, of 1 to 51.
pub fn odd_sizes() -> Vec<Vec<Card>> {
    let mut dealer = Dealer::new(FIXED_SEED, Composition::default());
    (1..=51_u64)
        .step_by(2)
        .flat_map(|cards| [(cards, 0), (cards, 1), (cards, 2)])
        .map(|(cards, copy)| {
            let mut deck = dealer.deck(3 * cards + copy);
            deck.truncate(cards as usize);
            deck
        })
        .collect()
}

/// Wars that end in wars, up to eight in a row, ended by a winner or by a shortage.
pub fn wars_on_wars(rules: &Rules) -> Vec<Vec<Card>> {
    let mut decks = Vec::new();
    for depth in 2..=8_usize {
        for (a, b) in [
            (&[9, 4][..], &[8, 6][..]),
            (&[8, 6], &[9, 4]),
            (&[5, 1, 2, 3, 7], &[5, 2, 1, 4]),
            (&[5, 1, 2, 3], &[5, 2, 1, 4]),
            (&[5, 1], &[5]),
        ] {
            // Winners of battles before the wars, so that either may have more cards.
            for (first_a, first_b) in [(&[][..], &[][..]), (&[9, 9], &[3, 2]), (&[3, 2], &[9, 9])] {
                let hand = |first: &[Card], face_down: [Card; 3], last: &[Card]| {
                    let ties =
                        (0..depth).flat_map(|k| [&[10 + (k % 3) as Card][..], &face_down].concat());
                    [first, &ties.collect::<Vec<_>>(), last].concat()
                };
                let (a, b) = (hand(first_a, [2, 3, 4], a), hand(first_b, [4, 2, 6], b));
                decks.push(dealt(rules, &a, &b));
            }
        }
    }
    // Two values alone: wars follow on wars all the time.
    decks.extend(random(
        FIXED_SEED,
        Composition { suits: 12, ranks: 2, ..Composition::default() },
        0,
        60,
    ));
    decks
}

/// Decks of a seed.
pub fn random(seed: Seed, composition: Composition, first: u64, count: u64) -> Vec<Vec<Card>> {
    let mut dealer = Dealer::new(seed, composition);
    (first..first + count).map(|game| dealer.deck(game)).collect()
}
