//! The suites of Beggar-My-Neighbour, in the order in which they are played.

use std::ops::RangeInclusive;

use super::super::suite::{Suite, wanted};
use super::{Deal, Judge};
use crate::core::cards::{Composition, Dealer, Seed};
use crate::games::beggar::EndReason;

/// Most cards of the small deals of which every one is played.
const MOST_CARDS: u64 = 5;
/// Endless games that are kept.
const KEPT: usize = 60;

/// Deals that were published, the longest games known first to last.
const RECORDS: [&str; 9] = [
    "------------KAQ----J------/-JQQK---K----JK--QA-A-JA--",
    "---JQ---K-A----A-J-K---QK-/-J-----------AJQA----K---Q",
    "A-QK------Q----KA-----J---/-JAK----A--Q----J---QJ--K-",
    "K-KK----K-A-----JAA--Q--J-/---Q---Q-J-----J------AQ--",
    "-J------Q------AAA-----QQ-/K----JA-----------KQ-K-JJK",
    "---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---",
    "---K---Q-KQAJ-----AAJ--J--/----------Q----KQ-J-----KA",
    "--Q------QJ----JK---/---Q---J-Q-KJ--K-K--",
    "--J-/J-",
];

/// Every suite by its name, with what it tries, in order.
pub const SUITES: [(&str, &str); 5] = [
    ("short-deals", "every deal of 2 to 5 cards, and of 6 or 7 that are jacks or plain"),
    ("random-small", "random deals of 12 cards"),
    ("random-full", "random deals of the whole deck"),
    ("records", "published deals, some of them thousands of cards long"),
    ("endless", "games that never end, which are a draw (0)"),
];

/// The suites of a rule set, without those of `names` that are not wanted; all for none. `seed` and
/// `deals` are those of the random ones.
pub fn suites(judge: &mut Judge, seed: Seed, deals: u64, names: &[String]) -> Vec<Suite<Deal>> {
    let suite = |named: (&'static str, _)| {
        let deals = match named.0 {
            "short-deals" => short(),
            "random-small" => random(judge, small(judge), seed, deals),
            "random-full" => random(judge, judge.rules().deck.composition, seed, deals),
            "records" => RECORDS.map(Deal::new).into(),
            _ => endless(judge),
        };
        Suite::of(named, deals, |deal| judge.right(deal))
    };
    wanted(&SUITES, names).map(suite).collect()
}

fn short() -> Vec<Deal> {
    let count: u64 = (2..=MOST_CARDS).map(|cards| (cards - 1) * 5_u64.pow(cards as u32)).sum();
    (0..count).map(Deal::small).chain(jacks(6..=7)).collect()
}

/// Twelve cards, two of each rank, the highest court card among them.
fn small(judge: &Judge) -> Composition {
    const RANKS: u32 = 6;
    let deck = judge.rules().deck.composition;
    let courts = judge.rules().penalties.iter().filter(|&(_, cards)| cards > 0);
    let highest = courts.map(|(rank, _)| rank).max().and_then(|rank| u32::try_from(rank).ok());
    let lowest = highest.map_or(deck.lowest, |rank| (rank + 1).saturating_sub(RANKS));
    Composition { suits: 2, ranks: RANKS, lowest: lowest.max(deck.lowest), jokers: 0 }
}

fn random(judge: &Judge, deck: Composition, seed: Seed, deals: u64) -> Vec<Deal> {
    let mut fields = judge.rules().deck.clone();
    fields.composition = deck;
    let mut dealer = Dealer::new(seed, fields);
    let one = |game| {
        let deck = dealer.deck(game);
        let hands = judge.rules().split().hands(&deck);
        Deal::new(&judge.notation().write(&hands))
    };
    (0..deals).map(one).collect()
}

fn endless(judge: &mut Judge) -> Vec<Deal> {
    let mut is_endless =
        |deal: &Deal| judge.game(deal).is_some_and(|game| game.end_reason == EndReason::Loop);
    RECORDS
        .map(Deal::new)
        .into_iter()
        .chain(jacks(5..=9))
        .filter(|deal| is_endless(deal))
        .take(KEPT)
        .collect()
}

/// Every deal of so many cards that are jacks or plain: of 5 to 9, one in 60 never ends.
fn jacks(sizes: RangeInclusive<usize>) -> Vec<Deal> {
    let mut deals = Vec::new();
    for cards in sizes {
        for jacks in 0..1_u32 << cards {
            for split in 1..cards {
                let mut text = String::new();
                for card in 0..cards {
                    if card == split {
                        text.push('/');
                    }
                    text.push(if jacks >> card & 1 == 1 { 'J' } else { '-' });
                }
                deals.push(Deal::new(&text));
            }
        }
    }
    deals
}

#[cfg(test)]
mod tests {
    use std::collections::{HashSet, VecDeque};

    use super::*;
    use crate::core::cards::Card;
    use crate::games::beggar::Rules;

    /// A program that takes equal hands for a repetition, whoever leads.
    fn forgets_who_leads(rules: &Rules, hands: [Vec<Card>; 2]) -> i32 {
        let mut hands = hands.map(VecDeque::from);
        let (mut seen, mut turn) = (HashSet::new(), 0);
        while seen.insert(hands.clone()) {
            let (mut pile, mut owed) = (Vec::new(), None);
            while owed != Some(0) {
                let Some(card) = hands[turn].pop_front() else { return [-1, 1][turn] };
                pile.push(card);
                owed = match rules.penalty(card) {
                    0 => owed.map(|owed| owed - 1),
                    penalty => Some(penalty),
                };
                if rules.penalty(card) > 0 || owed.is_none() {
                    turn = 1 - turn;
                }
            }
            turn = 1 - turn;
            hands[turn].extend(pile);
            if hands[1 - turn].is_empty() {
                return [1, -1][turn];
            }
        }
        0
    }

    #[test]
    fn who_forgets_the_leader_is_told_by_seven_cards() {
        let mut judge = Judge::new(&Rules::default()).unwrap();
        let short = suites(&mut judge, Seed(42), 0, &["short-deals".into()]).remove(0);
        let rules = judge.rules().clone();
        let wrong = short.questions.iter().filter(|question| {
            let hands = judge.hands(&question.asked).expect("a deal");
            forgets_who_leads(&rules, hands) != question.expected.0
        });
        let wrong: Vec<String> = wrong.map(|question| question.asked.text()).collect();
        assert!(wrong.contains(&"-J-/--J-".into()), "{wrong:?}");
        // Smaller deals do not show it.
        assert!(wrong.iter().all(|deal| deal.len() == 8) && wrong.len() < 10, "{wrong:?}");
    }

    #[test]
    fn every_suite_has_its_deals_and_each_winner_occurs() {
        let mut judge = Judge::new(&Rules::default()).unwrap();
        let suites = suites(&mut judge, Seed(42), 200, &[]);
        let names: Vec<&str> = suites.iter().map(|suite| suite.name).collect();
        assert_eq!(names, SUITES.map(|(name, _)| name));
        let jacks_or_plain = 5 * 64 + 6 * 128;
        assert_eq!(suites[0].questions.len(), 25 + 250 + 1_875 + 12_500 + jacks_or_plain);
        assert_eq!((suites[1].questions.len(), suites[2].questions.len()), (200, 200));
        // What is published: A, A, A, B, B, B, and a loop.
        let answers: Vec<i32> = suites[3].questions.iter().map(|q| q.expected.0).collect();
        assert_eq!(answers[..7], [1, 1, 1, -1, -1, -1, 0]);
        assert!(suites[4].questions.len() > 10);
        assert!(suites[4].questions.iter().all(|question| question.expected.0 == 0));
        for suite in &suites[..3] {
            let won = |by: i32| suite.questions.iter().any(|q| q.expected.0 == by);
            assert!(won(1) && won(-1), "{}", suite.name);
        }
    }
}
