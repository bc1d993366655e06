//! Every engine plays every game as the reference does.
//!
//! `WAR_SIM_LONG_TESTS=1` plays more.

use std::collections::{BTreeMap, BTreeSet};

use crate::core::cards::{Card, Dealer, DeckBlock, Seed};
use crate::core::tests::Random;
use crate::games::beggar::fast::{Engine, engine};
use crate::games::beggar::notation::Notation;
use crate::games::beggar::penalties::Penalties;
use crate::games::beggar::rules::{Deal, Empty, FIELDS, Leader, Limit, Pile};
use crate::games::beggar::{EndReason, GameResult, Reference, RuleFields, Rules, presets};

/// What an engine reports of a block.
pub(super) fn report(engine: &mut Engine, decks: &DeckBlock) -> BTreeMap<u64, GameResult> {
    let mut block = GameResult::whole_block();
    block.reset(decks.first()..decks.first() + decks.len() as u64);
    engine.play(decks, &mut block);
    block.games().zip((0..block.len()).map(|k| GameResult::reported(&block, k))).collect()
}

/// Reference and engines for one rule set.
struct Contest {
    rules: Rules,
    seed: Seed,
    reference: Engine,
    engines: Vec<Engine>,
}

impl Contest {
    fn new(rules: &Rules, seed: Seed) -> Self {
        let make = |word| engine(word, rules, seed);
        let reference = make("reference").unwrap();
        let engines =
            ["portable", "vector"].into_iter().filter_map(|word| make(word).ok()).collect();
        Self { rules: rules.clone(), seed, reference, engines }
    }

    /// Plays a block by every engine and compares; returns how the games ended.
    fn play(&mut self, decks: &DeckBlock) -> BTreeSet<&'static str> {
        let Self { rules, seed, reference, engines } = self;
        let expected = report(reference, decks);
        assert_eq!(expected.len(), decks.len());
        for engine in engines {
            let found = report(engine, decks);
            for (index, expected) in &expected {
                let found = found.get(index);
                if found != Some(expected) {
                    let mut deck = Vec::new();
                    decks.copy_deck((index - decks.first()) as usize, &mut deck);
                    let hands = rules.split().hands(&deck);
                    panic!(
                        "engine {}, seed {}, game {index} of {}\n{}\n{hands:?}\n\
                         found    {found:?}\nexpected {expected:?}",
                        engine.name(),
                        seed.0,
                        decks.len(),
                        rules.to_toml(),
                    );
                }
            }
            assert_eq!(found.len(), decks.len());
        }
        expected.values().map(|result| result.end_reason.name()).collect()
    }

    /// Plays the seeded decks of the rule set, in blocks of this size.
    fn play_seeded(&mut self, first: u64, games: u64, size: u64) -> BTreeSet<&'static str> {
        let mut dealer = Dealer::new(self.seed, self.rules.deck.clone());
        let mut block = DeckBlock::default();
        let mut reasons = BTreeSet::new();
        let mut done = 0;
        while done < games {
            let len = (games - done).min(size);
            dealer.fill(&mut block, first + done, len as usize);
            reasons.extend(self.play(&block));
            done += len;
        }
        reasons
    }
}

/// Any rule set, every field at random; `plain_fields` leaves those alone that only the reference plays.
fn any_rules(random: &mut Random, plain_fields: bool) -> Rules {
    let without: &[&str] = if plain_fields { &["deck", "empty", "pile"] } else { &["deck"] };
    loop {
        let mut fields = random.fields(&FIELDS, without);
        fields.deck.suits = random.below(8) as u32;
        fields.deck.ranks = 1 + random.below(20) as u32;
        fields.deck.jokers = random.of(&[0, 0, 0, 1, 2]);
        let ranks = fields.deck.ranks as Card + 3;
        let pairs = [(); 5]
            .map(|()| (random.below(ranks as usize) as Card, random.of(&[0, 1, 1, 2, 3, 4, 9])));
        fields.penalties = Penalties::from(pairs);
        if random.below(8) == 0 {
            let fresh = fields.deck.fresh();
            fields.deal = Deal::Halves;
            fields.deck.hands.a = fresh.iter().copied().step_by(3).collect();
        }
        if let Ok(rules) = fields.check() {
            return rules;
        }
    }
}

fn long_tests() -> bool {
    std::env::var_os("WAR_SIM_LONG_TESTS").is_some()
}

/// Every order of these cards, as one block.
fn all_orders(cards: &[Card]) -> DeckBlock {
    fn extend(left: &mut Vec<(Card, usize)>, deck: &mut Vec<Card>, all: &mut Vec<Vec<Card>>) {
        if left.iter().all(|&(_, count)| count == 0) {
            all.push(deck.clone());
        }
        for k in 0..left.len() {
            if left[k].1 > 0 {
                left[k].1 -= 1;
                deck.push(left[k].0);
                extend(left, deck, all);
                deck.pop();
                left[k].1 += 1;
            }
        }
    }
    let mut counts: BTreeMap<Card, usize> = BTreeMap::new();
    cards.iter().for_each(|&card| *counts.entry(card).or_default() += 1);
    let mut all = Vec::new();
    extend(&mut counts.into_iter().collect(), &mut Vec::new(), &mut all);
    DeckBlock::from_decks(0, &all)
}

#[test]
fn engines_agree_on_every_deal_of_small_decks() {
    let mut reasons = BTreeSet::new();
    for changes in [
        "deck = { suits = 2, ranks = 2 }\npenalties.2 = 1",
        "deck = { suits = 3, ranks = 2 }\npenalties.3 = 1",
        "deck = { suits = 4, ranks = 2 }\npenalties.3 = 2",
        "deck = { suits = 6, ranks = 2 }\npenalties.3 = 1",
        "deck = { suits = 2, ranks = 3 }\npenalties = { 3 = 1, 4 = 4 }",
        "deck = { suits = 2, ranks = 4 }\npenalties = { 4 = 1, 5 = 3 }",
        "deck = { suits = 1, ranks = 7 }\npenalties = { 6 = 1, 7 = 2, 8 = 3 }",
        "deck = { suits = 2, ranks = 2, jokers = 1 }\npenalties = { 4 = 4, 3 = 1, 2 = 2 }",
    ] {
        let deck = RuleFields::from_toml(changes).unwrap();
        // Plain cards are alike, so that orders which differ in them alone are played once.
        let blank = |card: Card| if deck.penalty(card) == 0 { 0 } else { card };
        let block = all_orders(&deck.deck.fresh().into_iter().map(blank).collect::<Vec<_>>());
        for deal in Deal::ALL {
            for leader in Leader::ALL {
                for limit in [None, Some(1), Some(5), Some(40)] {
                    let mut fields = deck.clone().into_fields();
                    (fields.deal, fields.leader, fields.limit) = (*deal, *leader, Limit(limit));
                    let mut contest = Contest::new(&fields.check().unwrap(), Seed(1));
                    assert!(!contest.engines.is_empty(), "{changes}");
                    reasons.extend(contest.play(&block));
                }
            }
        }
    }
    let all: BTreeSet<&str> = EndReason::ALL.iter().map(|reason| reason.name()).collect();
    assert_eq!(reasons, all, "a way of ending was not met");
}

#[test]
fn engines_agree_on_large_decks_turned_piles_and_the_last_card() {
    let mut reasons = BTreeSet::new();
    for changes in [
        "",
        "deck = { suits = 3, ranks = 3 }\npenalties = { 3 = 2, 4 = 1 }",
        "deck.suits = 5",
        "deck.suits = 8\npenalties = { J = 1, A = 20 }",
        "deck.suits = 40",
    ] {
        for pile in [Pile::InOrder, Pile::Reversed, Pile::Shuffled] {
            for (empty, leader) in
                [(Empty::AtLastCard, Leader::First), (Empty::WhenAsked, Leader::Second)]
            {
                let fields = RuleFields::from_toml(changes).unwrap().into_fields();
                let fields = RuleFields { pile, empty, leader, ..fields };
                let mut contest = Contest::new(&fields.check().unwrap(), Seed(3));
                assert!(!contest.engines.is_empty());
                let games = if changes.contains("40") { 10 } else { 1_000 };
                reasons.extend(contest.play_seeded(0, games, 500));
            }
        }
    }
    assert!(reasons.contains("loop") && reasons.contains("out-of-cards"), "{reasons:?}");
}

/// At most 60 cards and 31 court cards are a word a hand, 124 and 63 two, 252 and 127 four, 508 and
/// 255 eight, 1,020 and 511 sixteen.
#[test]
fn engines_agree_on_both_sides_of_every_number_of_words() {
    // Few court cards make piles that are too large for a word, and dense ones those that demand too
    // much.
    let sparse = "penalties.3 = 1";
    let usual = "penalties = { 2 = 1, 3 = 2, 4 = 3, 5 = 4 }";
    let dense = "penalties = { 2 = 1, 3 = 2, 4 = 3, 5 = 4, 6 = 1, 7 = 1, 8 = 3, 9 = 4, 10 = 2 }";
    let mut reasons = BTreeSet::new();
    for (suits, ranks, jokers, games) in [
        (4, 15, 0, 400),
        (1, 61, 0, 400),
        (4, 31, 0, 200),
        (5, 25, 0, 200),
        (21, 12, 0, 60),
        (23, 11, 0, 60),
        (22, 23, 2, 20),
        (22, 23, 3, 20),
        (60, 17, 0, 8),
        (60, 17, 1, 8),
    ] {
        for penalties in [sparse, usual, dense] {
            for (deal, leader) in
                [(Deal::Halves, Leader::Alternate), (Deal::Alternate, Leader::Second)]
            {
                let deck =
                    format!("deck = {{ suits = {suits}, ranks = {ranks}, jokers = {jokers} }}");
                let text = format!("{deck}\n{penalties}\nlimit = 60000");
                let fields = RuleFields::from_toml(&text).expect(&text).into_fields();
                let fields = RuleFields { deal, leader, ..fields };
                let mut contest = Contest::new(&fields.check().unwrap(), Seed(4));
                reasons.extend(contest.play_seeded(0, games, 100));
            }
        }
    }
    assert!(reasons.contains("limit") && reasons.contains("out-of-cards"), "{reasons:?}");
}

#[test]
fn a_rank_that_no_rule_set_knows_is_a_plain_card() {
    // 139 is the rank of a jack, but for a bit.
    let rules = presets::find("beggar").unwrap().rules();
    let mut dealer = Dealer::new(Seed(12), rules.deck.clone());
    let strange = |card: Card| if card == 11 { 139 } else { card };
    let decks: Vec<Vec<Card>> =
        (0..50).map(|game| dealer.deck(game).into_iter().map(strange).collect()).collect();
    Contest::new(&rules, Seed(12)).play(&DeckBlock::from_decks(0, &decks));
}

#[test]
fn engines_agree_on_random_rule_sets_and_decks() {
    let rule_sets = if long_tests() { 40_000 } else { 3_000 };
    let mut random = Random(2);
    for k in 0..rule_sets {
        let rules = any_rules(&mut random, k % 4 > 0);
        Contest::new(&rules, Seed(k)).play_seeded(k * 1_000, 40, 40);
    }
}

#[test]
fn engines_agree_on_blocks_of_any_size() {
    for preset in presets::ALL {
        let mut contest = Contest::new(&preset.rules(), Seed(5));
        let mut dealer = Dealer::new(Seed(5), preset.rules().deck.clone());
        let mut block = DeckBlock::default();
        for len in (0..=20).chain([255, 256, 257, 264, 1_023, 1_024, 1_025]) {
            dealer.fill(&mut block, 101, len);
            contest.play(&block);
        }
    }
}

#[test]
fn engines_agree_on_the_seeded_decks_of_every_preset() {
    let games = if long_tests() { 2_000_000 } else { 10_000 };
    for preset in presets::ALL {
        for leader in [Leader::First, Leader::Alternate] {
            let fields = RuleFields { leader, ..(preset.fields)() };
            Contest::new(&fields.check().unwrap(), Seed(8)).play_seeded(0, games, 1_024);
        }
    }
}

#[test]
fn engines_agree_at_every_limit() {
    for at in (1..60).chain([99, 100, 192, 500, 1_999, 2_000, 2_001, 2_500]) {
        let fields = RuleFields { limit: Limit(Some(at)), ..RuleFields::default() };
        Contest::new(&fields.check().unwrap(), Seed(6)).play_seeded(u64::from(at) * 7, 300, 300);
    }
}

#[test]
fn endless_and_long_deals_do_not_disturb_a_block() {
    let rules = presets::find("beggar").unwrap().rules();
    let notation = Notation::new(&rules).unwrap();
    let special = [
        "---K---Q-KQAJ-----AAJ--J--/----------Q----KQ-J-----KA",
        "---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---",
        "A-QK------Q----KA-----J---/-JAK----A--Q----J---QJ--K-",
    ]
    .map(|deal| notation.read(deal).unwrap().concat());
    let mut dealer = Dealer::new(Seed(9), rules.deck.clone());
    let mut random = Random(9);
    for share in [1, 2, 5, 40] {
        let deck = |game| {
            if random.below(share) == 0 {
                special[random.below(3)].clone()
            } else {
                dealer.deck(game)
            }
        };
        let decks: Vec<Vec<Card>> = (0..600).map(deck).collect();
        let block = DeckBlock::from_decks(7, &decks);
        let reasons = Contest::new(&rules, Seed(9)).play(&block);
        assert!(reasons.contains("loop"), "{reasons:?}");
    }
}

#[test]
fn given_decks_of_any_kind_are_played_all_the_same() {
    let mut random = Random(10);
    for preset in presets::ALL {
        let cards_of = preset.rules().deck.cards();
        for k in 0..400 {
            let cards = random.of(&[cards_of, cards_of, cards_of, 0, 1, 2, 3, 60, 61, 70, 108]);
            let (low, ranks) =
                random.of(&[(1, 14), (1, 14), (10, 5), (14, 1), (0, 256), (-3, 30), (250, 20)]);
            let mut deck =
                || -> Vec<Card> { (0..cards).map(|_| low + random.below(ranks) as Card).collect() };
            let decks: Vec<Vec<Card>> = (0..11).map(|_| deck()).collect();
            Contest::new(&preset.rules(), Seed(k)).play(&DeckBlock::from_decks(k, &decks));
        }
    }
}

#[test]
fn the_reference_names_the_rules_that_it_plays() {
    for preset in presets::ALL {
        let rules = preset.rules();
        assert_eq!(*Reference::new(rules.clone(), Seed(0)).rules(), rules);
    }
}
