//! The search for long deals: what it finds, and that it finds the same again.

use crate::core::cards::{GameIndex, Seed};
use crate::games::beggar::notation::Notation;
use crate::games::beggar::search::{Climber, Deal, Find, Progress};
use crate::games::beggar::{EndReason, Reference, RuleFields, Rules, presets};

/// Deals played by a search in these tests.
const DEALS: u64 = 60_000;

fn longest(finds: &[Find]) -> u32 {
    let cards = finds.iter().map(|find| match find {
        Find::Longer(deal) => deal.cards,
        Find::Endless(_) => 0,
    });
    cards.max().unwrap_or(0)
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
        let finds = climber.step(DEALS);
        assert!(longest(&finds) >= least, "{text}: {}", longest(&finds));
        let mut reference = Reference::new(rules.clone(), Seed(1));
        let mut before = 0;
        for find in finds {
            let (deal, end) = match find {
                Find::Longer(deal) => {
                    assert!(deal.cards > before, "{text}: {} after {before}", deal.cards);
                    before = deal.cards;
                    (deal, EndReason::OutOfCards)
                }
                Find::Endless(deal) => (deal, EndReason::Loop),
            };
            let result = reference.play(&deal.deck, GameIndex(0));
            assert_eq!(
                (result.cards, result.tricks, result.end_reason),
                (deal.cards, deal.tricks, end)
            );
            let mut cards = deal.deck;
            cards.sort_unstable();
            assert_eq!(cards, rules.deck.fresh(), "{text}");
        }
    }
}

#[test]
fn a_search_that_was_stopped_goes_on_as_if_it_had_not_been() {
    let rules = Rules::default();
    let new = || Climber::new(&rules, Seed(2), None).unwrap();
    let mut unbroken = new();
    let expected = unbroken.step(DEALS);
    let (mut finds, mut saved) = (Vec::new(), String::new());
    while new_or(&saved, new()).progress().next_climb < unbroken.progress().next_climb {
        let mut climber = new_or(&saved, new());
        finds.extend(climber.step(1));
        saved = serde_json::to_string(climber.progress()).unwrap();
    }
    assert_eq!(finds, expected);
    assert_eq!(new_or(&saved, new()).progress(), unbroken.progress());
}

/// The climber from where it was saved.
fn new_or(saved: &str, climber: Climber) -> Climber {
    if saved.is_empty() {
        return climber;
    }
    climber.resume(serde_json::from_str::<Progress>(saved).unwrap())
}

#[test]
fn climbers_that_share_a_seed_find_what_one_finds() {
    let rules = Rules::default();
    let mut alone = Climber::new(&rules, Seed(3), None).unwrap();
    let found = longest(&alone.step(DEALS));
    let climbs = alone.progress().next_climb;
    let shared = (0..3).map(|first| {
        let mut climber = Climber::new(&rules, Seed(3), None).unwrap().taking(first, 3);
        let mut finds = Vec::new();
        while climber.progress().next_climb < climbs {
            finds.extend(climber.step(1));
        }
        longest(&finds)
    });
    assert_eq!(shared.max(), Some(found));
}

#[test]
fn a_search_begins_with_the_deal_that_is_given() {
    let rules = presets::find("beggar").unwrap().rules();
    let notation = Notation::new(&rules).unwrap();
    let deck = |text: &str| notation.read(text).unwrap().concat();
    let paulhus = deck("------------KAQ----J------/-JQQK---K----JK--QA-A-JA--");
    let mut climber = Climber::new(&rules, Seed(4), Some(&paulhus)).unwrap();
    let finds = climber.step(1);
    let given = Deal { deck: paulhus, cards: 4_791, tricks: 670 };
    assert_eq!(finds[0], Find::Longer(given));

    let endless = deck("---K---Q-KQAJ-----AAJ--J--/----------Q----KQ-J-----KA");
    let mut climber = Climber::new(&rules, Seed(4), Some(&endless)).unwrap();
    let finds = climber.step(1);
    assert_eq!(finds[0], Find::Endless(Deal { deck: endless, cards: 474, tricks: 66 }));
    // The next climbs begin with random deals.
    assert_eq!(climber.progress().next_climb, 1);
    assert!(longest(&climber.step(DEALS)) > 1_000);
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
    let found = longest(&climber.step(1));
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
