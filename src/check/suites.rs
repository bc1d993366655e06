//! The suites of War, in the order in which they are played.

use super::compare::{Question, Suite};
use super::decks::{self, FIXED_SEED};
use super::judge::{Domain, Judge};
use crate::core::cards::text::Given;
use crate::core::cards::{Card, Composition, Seed};
use crate::games::war::Rules;

/// Most cards of the decks of which every one is played.
const MOST_CARDS: usize = 7;
/// The same of -1, 0 and 1.
const MOST_AROUND_ZERO: usize = 4;
/// Different cards of which every order is played.
const MOST_DIFFERENT: usize = 6;
/// Decks of two values that are played.
const WARS_ON_WARS: u64 = 200;

/// Every suite by its name, with what it tries, in order.
pub const SUITES: [(&str, &str); 13] = [
    ("assignment-list", "the cases that the assignment lists"),
    ("short-decks", "every deck of up to 7 cards over three values"),
    ("equal-values", "decks of one value"),
    ("three-cards-left", "wars for which a player has exactly three cards, or one more or less"),
    ("both-short", "wars that neither can pay for, and wars that take the last cards of both"),
    ("limit", "games won, lost and tied in the last battle, one before it and one after it"),
    ("beyond-127", "equal and neighbouring cards of values beyond 127"),
    ("ends-of-int", "the smallest and largest int"),
    ("negative-values", "cards below zero, and zero"),
    ("odd-sizes", "decks of an odd number of cards"),
    ("wars-on-wars", "decks of two values, in which one war leads to the next"),
    ("random-12", "random decks of 12 cards over four values"),
    ("random-52", "random full decks"),
];

/// The suites of a rule set, cut to a domain; those of `names`, or all for none. Random ones have so many decks
/// of a seed.
pub fn suites(rules: &Rules, domain: &Domain, random: (Seed, u64), names: &[String]) -> Vec<Suite> {
    let mut judge = Judge::in_haste(rules);
    let is_wanted = |name: &str| names.is_empty() || names.iter().any(|other| other == name);
    let wanted = SUITES.into_iter().filter(|(name, _)| is_wanted(name));
    let suite = wanted.map(|(name, _)| {
        let decks = decks_of(name, rules, domain, random).into_iter().map(Given::from);
        let right = |deck: Given| judge.right(&deck, domain).map(|right| (deck, right));
        Suite::new(name, decks.filter_map(right))
    });
    suite.collect()
}

/// A row per deck: `suite,deck,expected`. Numbers are a list in brackets, which no spreadsheet takes for a
/// formula.
pub fn csv(suites: &[Suite]) -> String {
    let rows = suites.iter().flat_map(|suite| {
        let row = |(deck, right): &Question| {
            format!("{},\"{:?}\",{}\n", suite.name, deck.cards, right.0.value())
        };
        suite.left.iter().map(row)
    });
    std::iter::once("suite,deck,expected\n".to_owned()).chain(rows).collect()
}

/// The decks of a suite.
fn decks_of(
    name: &str,
    rules: &Rules,
    domain: &Domain,
    (seed, count): (Seed, u64),
) -> Vec<Vec<Card>> {
    let below = |value: &Card| (*value, *value - 1);
    match name {
        "assignment-list" => decks::list(rules),
        "short-decks" if !domain.equal => decks::every(MOST_DIFFERENT, |deck| {
            let next = domain.small(MOST_DIFFERENT)[deck.len()];
            let insert = |place| [&deck[..place], &[next], &deck[place..]].concat();
            (0..=deck.len()).map(insert).collect()
        }),
        "short-decks" => decks::every(MOST_CARDS, |deck| {
            domain.small(3).into_iter().map(|card| [deck, &[card]].concat()).collect()
        }),
        "equal-values" => (3..=40).map(|cards| vec![7; cards]).collect(),
        "three-cards-left" => {
            decks::wars_with(rules, |a, b| (2..=4).contains(&a) || (2..=4).contains(&b))
        }
        "both-short" => decks::wars_with(rules, |a, b| a <= 4 && b <= 4),
        "limit" => decks::limits(rules),
        "beyond-127" => decks::valued(rules, &BEYOND_127.each_ref().map(below)),
        "ends-of-int" => decks::valued(rules, &ENDS_OF_INT),
        "negative-values" => {
            let around_zero =
                |deck: &[Card]| [-1, 0, 1].map(|card| [deck, &[card]].concat()).into();
            let short = decks::every(MOST_AROUND_ZERO, around_zero);
            let pairs = [-1, -2, -5, -127, -128, -129, -1_000, 0].each_ref().map(below);
            [decks::valued(rules, &pairs), short].concat()
        }
        "odd-sizes" => decks::odd_sizes(),
        "wars-on-wars" => {
            let two_values = Composition { suits: 12, ranks: 2, ..Composition::default() };
            decks::random(FIXED_SEED, two_values, WARS_ON_WARS)
        }
        "random-12" => decks::random(seed, twelve(domain), count),
        _ => decks::random(seed, rules.deck, count),
    }
}

/// Values around the ends of bytes and short integers, and the first integer that a 32-bit float has not.
const BEYOND_127: [Card; 14] =
    [127, 128, 129, 200, 255, 256, 257, 258, 300, 1_000, 32_768, 65_536, 100_000, 16_777_217];

/// Numbers of which one cannot be subtracted from the other.
const ENDS_OF_INT: [(Card, Card); 9] = [
    (Card::MIN, Card::MAX),
    (Card::MIN, 1),
    (Card::MAX, -1),
    (Card::MIN, 0),
    (Card::MAX, 0),
    (Card::MIN + 1, Card::MAX),
    (-2, Card::MAX),
    (Card::MIN, Card::MIN + 1),
    (Card::MAX - 1, Card::MAX),
];

/// What small random decks are made of: 12 cards over four values, or as many different ones.
fn twelve(domain: &Domain) -> Composition {
    let lowest = domain.small(1)[0].unsigned_abs();
    match domain.equal {
        true => Composition { suits: 3, ranks: 4, lowest: lowest.max(2), jokers: 0 },
        false => Composition { suits: 1, ranks: domain.small(12).len() as u32, lowest, jokers: 0 },
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_suite_has_its_decks_once_and_in_order() {
        let rules = Rules::default();
        let suites = suites(&rules, &Domain::of("", &rules), (Seed(42), 50), &[]);
        let names: Vec<&str> = suites.iter().map(|suite| suite.name).collect();
        assert_eq!(names, SUITES.map(|(name, _)| name));
        for suite in &suites {
            let decks: HashSet<_> = suite.left.iter().map(|(deck, _)| &deck.cards).collect();
            assert!(decks.len() > 2, "{}", suite.name);
        }
        assert_eq!(suites[1].left.len(), (3_usize.pow(8) - 1) / 2);
        assert!(suites[1].left.iter().is_sorted_by_key(|(deck, _)| deck.cards.len()));
        // In some languages zero is false.
        assert!(suites[8].left.iter().any(|(deck, _)| deck.cards == [0, 1, 0]));
        // The answers that the texts state, in the order of their list.
        let answers: Vec<i32> = suites[0].left.iter().map(|(_, right)| right.0.value()).collect();
        assert_eq!(answers, [0, 1, 1, -1, 0, -1, -1, 0, 1, 1, 0, -1, 1, -1]);
        // 999 times `2 1` is won, 1,000 times is a draw: what the assignment's author tests.
        let limit = &suites.iter().find(|suite| suite.name == "limit").unwrap().left;
        for (times, wins) in [(999, 1), (1_000, 0), (1_001, 0)] {
            for (pair, answer) in [([2, 1], wins), ([1, 2], -wins)] {
                let question = limit.iter().find(|(asked, _)| asked.cards == pair.repeat(times));
                assert_eq!(question.unwrap().1.0.value(), answer, "{pair:?} {times}");
            }
        }
    }
}
