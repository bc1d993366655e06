//! Every value of every rule field changes some answer, save where it must not.
//!
//! A field whose value never reaches the game (a shadowed argument, a forgotten match arm) gives the
//! default's games whatever is written in the file, and looks like a finding: "it makes no difference".

use std::collections::BTreeSet;

use super::conformance::{any_deck, any_rules};
use super::rules;
use crate::core::cards::{Dealer, DeckBlock, GameIndex, Seed};
use crate::core::fields::{flat, set};
use crate::core::processor::Processor;
use crate::core::results::GameBlock;
use crate::core::tests::Random;
use crate::games::war::Reference;
use crate::games::war::fast::engine;
use crate::games::war::result::tests::whole_block;
use crate::games::war::rules::{FIELDS, Pickup, RuleFields, Rules, SeatB};

/// What else stands in a file in which one of these fields is to be seen at work.
const BESIDE: &[(&str, &str)] = &[
    ("deck.lowest", "compare.ace = 'low'"),
    ("pickup_war", "pickup = 'shuffled'"),
    ("war.ace_counts", "war.face_down = 'tied-rank'"),
    ("war.both_short", "deck.suits = 5\ndeck.ranks = 1"),
    ("war.lay", "pickup = 'shuffled'"),
    ("limit.asked", "limit.at = 3\ndeck.suits = 1\ndeck.ranks = 6"),
    ("limit.asked", "limit.unit = 'rounds'\nlimit.at = 3\ndeck.suits = 2\ndeck.ranks = 3"),
    ("limit.asked", "limit.unit = 'none'\nlimit.ceiling = 3\ndeck.suits = 2\ndeck.ranks = 3"),
    ("limit.ceiling", "limit.unit = 'none'"),
    ("limit.verdict", "limit.unit = 'rounds'\nlimit.at = 50"),
    ("limit.verdict", "limit.unit = 'none'\nlimit.ceiling = 50"),
];

/// Those of them that are seen at work alone, too; the others are not.
const ALONE: [&str; 3] = ["pickup_war", "war.lay", "limit.verdict"];

/// Values that play the same games: a pile that is turned over as it lies is the hand's bottom, and of pots that B
/// wins A's cards are the loser's.
const SAME: [(&str, [&str; 2]); 3] = [
    ("winnings", ["\"bottom\"", "\"pile\""]),
    ("seat_b.pickup", ["\"loser-block\"", "\"a-block\""]),
    ("seat_b.pickup_war", ["\"loser-block\"", "\"a-block\""]),
];

/// What comes of the first games of seed 42.
fn play(rules: &Rules) -> GameBlock {
    let mut engine = engine(Processor::here(), "auto", rules, Seed(42)).expect("auto");
    let mut decks = DeckBlock::default();
    Dealer::new(Seed(42), rules.deck).fill(&mut decks, 0, 200);
    let mut results = whole_block();
    results.reset(0..200);
    engine.plays.play(&decks, &mut results);
    results
}

#[test]
fn every_value_of_every_field_changes_some_answer() {
    for field in FIELDS.iter() {
        let beside = BESIDE.iter().filter(|(key, _)| *key == field.key).map(|(_, lines)| *lines);
        let values: Vec<String> = field.values().iter().map(ToString::to_string).collect();
        let is_alone = ALONE.contains(&field.key) || beside.clone().count() == 0;
        for others in beside.chain(is_alone.then_some("")) {
            let answer = |value| play(&rules(&format!("{} = {value}\n{others}", field.key)));
            let answers: Vec<_> = values.iter().map(answer).collect();
            for (i, j) in (0..values.len()).flat_map(|j| (0..j).map(move |i| (i, j))) {
                let (is_same, pair) = (answers[i] == answers[j], [&*values[i], &*values[j]]);
                let is_known = SAME.contains(&(field.key, pair));
                assert_eq!(is_same, is_known, "{others}: {} = {pair:?}", field.key);
            }
        }
    }
}

#[test]
fn what_has_no_effect_has_none() {
    let (mut random, mut met) = (Random(4), BTreeSet::new());
    for _ in 0..500 {
        let deck = any_deck(&mut random);
        let any = any_rules(&mut random, deck);
        // Where chance goes on it may be drawn in another order.
        let is_by_chance = any.has_in_game_randomness();
        for (key, why) in FIELDS.without_effect(&any).into_iter().filter(|_| !is_by_chance) {
            met.insert(key);
            let field = FIELDS.iter().find(|field| field.key == key).unwrap();
            let mut other = toml::Table::try_from(RuleFields::clone(&any)).unwrap();
            set(&mut other, key, field.values().swap_remove(0));
            let other = other.try_into::<RuleFields>().unwrap().check().unwrap();
            let mut dealer = Dealer::new(Seed(42), deck);
            for game in (0..3).map(GameIndex) {
                let cards = dealer.deck(game.0);
                let play =
                    |rules: &Rules| Reference::new(rules.clone(), Seed(42)).play(&cards, game);
                assert_eq!(play(&any), play(&other), "{why}: {}", any.to_toml());
            }
        }
    }
    assert_eq!(met.len(), 8, "{met:?}");
}

#[test]
fn every_field_has_its_row() {
    let low = Some(Pickup::LowFirst);
    let seat_b = SeatB { pickup: low, pickup_war: low };
    let fields = RuleFields { pickup_war: low, seat_b, ..RuleFields::default() };
    let written = flat(&toml::Table::try_from(fields).unwrap()).into_iter().map(|(key, _)| key);
    let rows = FIELDS.iter().filter(|field| !field.values().is_empty());
    let rows: BTreeSet<String> = rows.map(|field| field.key.to_owned()).collect();
    assert_eq!(rows, written.collect());
}
