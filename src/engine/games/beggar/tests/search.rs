//! The search for long deals: what it finds, and that it finds the same again.

use crate::core::cards::{GameIndex, Seed};
use crate::games::beggar::notation::Notation;
use crate::games::beggar::search::{Climber, Deal};
use crate::games::beggar::{EndReason, Reference, RuleFields, Rules, presets};

/// Climbs of a search in these tests.
const CLIMBS: u64 = 15;

/// What these climbs find, each looking for more than the ones before.
fn finds(climber: &mut Climber, climbs: impl IntoIterator<Item = u64>) -> Vec<Deal> {
    let mut finds: Vec<Deal> = Vec::new();
    for number in climbs {
        finds.extend(climber.climb(number, longest(&finds)).finds);
    }
    finds
}

/// The longest of those that end: games of a loop are short here.
fn longest(finds: &[Deal]) -> u32 {
    finds.iter().map(|deal| deal.cards).max().unwrap_or(0)
}

#[test]
fn every_find_is_a_deal_of_the_deck_that_plays_as_long_as_told() {
    for (text, least) in [
        ("", 1_500),
        ("leader = \"second\"", 1_500),
        ("deal = \"alternate\"", 1_500),
        ("deck = { ranks = 10, lowest = 1 }\npenalties = { 1 = 1, 2 = 2, 3 = 3 }", 1_000),
        ("deck.suits = 3\npenalties = { 2 = 4, 9 = 1, A = 3 }", 1_000),
    ] {
        let rules = RuleFields::from_toml(text).unwrap();
        let mut climber = Climber::new(&rules, Seed(1), None).unwrap();
        let finds = finds(&mut climber, 0..CLIMBS);
        assert!(longest(&finds) >= least, "{text}: {}", longest(&finds));
        let mut reference = Reference::new(rules.clone(), Seed(1));
        let mut before = 0;
        for deal in finds {
            let result = reference.play(&deal.deck, GameIndex(0));
            assert_eq!((result.cards, result.tricks), (deal.cards, deal.tricks));
            if result.end_reason != EndReason::Loop {
                assert_eq!(result.end_reason, EndReason::OutOfCards);
                assert!(deal.cards > before, "{text}: {} after {before}", deal.cards);
                before = deal.cards;
            }
            let mut cards = deal.deck;
            cards.sort_unstable();
            assert_eq!(cards, rules.deck.fresh(), "{text}");
        }
    }
}

#[test]
fn a_climb_is_a_matter_of_its_number_and_its_bound() {
    let rules = Rules::default();
    let new = || Climber::new(&rules, Seed(2), None).unwrap();
    let (mut one, mut found) = (new(), Vec::new());
    for number in 0..CLIMBS {
        let bound = longest(&found);
        let again = one.climb(number, bound);
        assert_eq!(again.finds, new().climb(number, bound).finds);
        found.extend(again.finds);
    }
    // Climbers that share the climbs of a seed find what one finds.
    let shared = (0..3).map(|first| {
        let climbs = (first..CLIMBS).step_by(3);
        longest(&finds(&mut new(), climbs))
    });
    assert_eq!(shared.max(), Some(longest(&found)));
}

#[test]
fn a_search_begins_with_the_deal_that_is_given() {
    let rules = presets::find("beggar").unwrap().rules();
    let notation = Notation::new(&rules).unwrap();
    let deck = |text: &str| notation.read(text).unwrap().concat();
    let paulhus = deck("------------KAQ----J------/-JQQK---K----JK--QA-A-JA--");
    let mut climber = Climber::new(&rules, Seed(4), Some(&paulhus)).unwrap();
    let finds = climber.climb(0, 0).finds;
    let given = Deal { deck: paulhus, cards: 4_791, tricks: 670 };
    assert_eq!(finds[0], given);

    let endless = deck("---K---Q-KQAJ-----AAJ--J--/----------Q----KQ-J-----KA");
    let mut climber = Climber::new(&rules, Seed(4), Some(&endless)).unwrap();
    let finds = climber.climb(0, 0).finds;
    assert_eq!(finds[0], Deal { deck: endless, cards: 474, tricks: 66 });
    // The next climbs begin with random deals.
    assert!(longest(&self::finds(&mut climber, 1..CLIMBS)) > 1_000);
}

#[test]
fn a_longer_game_is_found_behind_a_long_one() {
    // A position of the record game after some tricks, as a deal of its own: the search finds its way
    // back to a deal that is longer.
    use crate::games::beggar::reference::Event;
    let rules = presets::find("beggar").unwrap().rules();
    let notation = Notation::new(&rules).unwrap();
    let hands = notation.read("---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---").unwrap();
    let (mut now, mut even) = (hands.clone(), Vec::new());
    Reference::new(rules.clone(), Seed(0)).observe(hands, GameIndex(0), |step| match step.event {
        Event::Trick { leader, cards_a: 26, .. } => {
            let mut hands = now.clone();
            hands.rotate_left(leader.index());
            even.push(hands);
        }
        Event::Played { seat, .. } => _ = now[seat.index()].remove(0),
        Event::Taken { seat, pile } => now[seat.index()].extend(pile),
        Event::Deal { .. } | Event::Trick { .. } | Event::Out { .. } => {}
    });
    let later = &even[even.len() / 2];
    let start = rules.split().deck(later);
    let cards = Reference::new(rules.clone(), Seed(0)).play(&start, GameIndex(0)).cards;
    let mut climber = Climber::new(&rules, Seed(5), Some(&start)).unwrap();
    let found = longest(&climber.climb(0, 0).finds);
    // The record's own past is on the line, so that at least the record is found again.
    assert!(cards < 7_000 && found >= 8_344, "{cards}, then {found}");
}

#[test]
fn rules_that_cannot_be_searched_are_refused() {
    for (text, field) in [
        ("limit = 5000", "limit = 5000"),
        ("leader = \"alternate\"", "leader = \"alternate\""),
        ("pile = \"shuffled\"", "pile = \"shuffled\""),
    ] {
        let rules = RuleFields::from_toml(text).unwrap();
        let error = Climber::new(&rules, Seed(0), None).unwrap_err();
        assert!(error.contains(&format!("with {field}: ")), "{error}");
    }
}
