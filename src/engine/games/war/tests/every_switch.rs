//! Every value of every rule field changes some answer, save where it must not.
//!
//! A field whose value never reaches the game (a shadowed argument, a forgotten match arm) gives the
//! default's games whatever is written in the file, and looks like a finding: "it makes no difference".

use super::rules;
use std::collections::BTreeSet;

use crate::core::cards::{Dealer, DeckBlock, Seed};
use crate::core::engines::WORDS;
use crate::core::fields::flat;
use crate::core::processor::Processor;
use crate::core::results::GameBlock;
use crate::games::war::fast::engine;
use crate::games::war::result::tests::whole_block;
use crate::games::war::rules::{FIELDS, Pickup, RuleFields, Rules, SeatB};

fn toml(key: &str, value: &str, others: &str) -> String {
    format!("{key} = {value}\n{others}\n")
}

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

/// Games of each batch.
const GAMES: usize = 200;

/// Two values of each way of these fields.
const LAY: [&str; 2] = ["'blocks'", "'alternating'"];
const BOTH_SHORT: [&str; 2] = ["'draw'", "'more-cards'"];

const OWN: &str = "it knows only the order of each side's own cards";
const EQUAL: &str = "players without any card have equally many";

/// What provably changes nothing, and why: a field, two of its values, and what else stands in the file.
const WITHOUT_EFFECT: &[(&str, [&str; 2], &str, &str)] = &[
    ("war.lay", LAY, "pickup = 'winner-first'", OWN),
    ("war.lay", LAY, "pickup = 'loser-first'\nwar.short = 'last-card'", OWN),
    ("war.lay", LAY, "pickup = 'winner-block'\nwar.short = 'reduce'", OWN),
    ("war.lay", LAY, "pickup = 'loser-block'", OWN),
    ("war.lay", LAY, "pickup = 'last-war-first'\nwar.short = 'last-card'", OWN),
    ("war.lay", LAY, "war.face_down = 1", "with one card A, B is the block and the turn"),
    ("war.lay", LAY, "pickup = 'a-block'", OWN),
    ("war.lay", LAY, "pickup = 'high-first'", "sorted cards lie in no order of laying"),
    (
        "seat_b.pickup",
        ["'loser-block'", "'a-block'"],
        "pickup = 'high-first'",
        "A's are the loser's",
    ),
    ("war.both_short", BOTH_SHORT, "war.short = 'last-card'\ndeck.ranks = 1", EQUAL),
    ("war.both_short", BOTH_SHORT, "war.short = 'reduce'\ndeck.suits = 4\ndeck.ranks = 2", EQUAL),
    ("war.both_short", BOTH_SHORT, "war.short = 'draw'\ndeck.ranks = 2", "a shortage is a draw"),
    ("war.ace_counts", ["1", "7"], "", "a number of face-down cards asks for no ace"),
    ("limit.at", ["1000", "5"], "limit.unit = 'none'", "no limit, no number"),
    ("limit.ceiling", ["10_000_000", "5"], "", "the ceiling is for games without a limit"),
    ("compare.ace", ["'high'", "'low'"], "deck.ranks = 12", "a deck of twelve ranks has no ace"),
];

/// What an engine makes of the first games of seed 42; `None` if it cannot play them.
fn play(rules: &Rules, word: &'static str) -> Option<GameBlock> {
    let mut engine = engine(Processor::here(), word, rules, Seed(42)).ok()?;
    let mut decks = DeckBlock::default();
    Dealer::new(Seed(42), rules.deck).fill(&mut decks, 0, GAMES);
    let mut results = whole_block();
    results.reset(0..GAMES as u64);
    engine.plays.play(&decks, &mut results);
    Some(results)
}

#[test]
fn every_value_of_every_field_changes_some_answer() {
    for field in FIELDS.iter() {
        let beside = BESIDE.iter().filter(|(key, _)| *key == field.key).map(|(_, lines)| *lines);
        let values: Vec<String> = field.values().iter().map(ToString::to_string).collect();
        let is_alone = ALONE.contains(&field.key) || beside.clone().count() == 0;
        for others in beside.chain(is_alone.then_some("")) {
            for &word in WORDS {
                let answer = |value| play(&rules(&toml(field.key, value, others)), word);
                let answers: Vec<_> = values.iter().map(|value| answer(value)).collect();
                for (i, j) in (0..values.len()).flat_map(|j| (0..j).map(move |i| (i, j))) {
                    let (Some(one), Some(other)) = (&answers[i], &answers[j]) else { continue };
                    let pair = [&*values[i], &*values[j]];
                    let plays = format!("{word} engine, {others}: {} = {pair:?}", field.key);
                    assert_eq!(one == other, SAME.contains(&(field.key, pair)), "{plays}");
                }
            }
        }
    }
}

#[test]
fn what_cannot_matter_does_not() {
    for &(key, values, others, why) in WITHOUT_EFFECT {
        for &word in WORDS {
            let [one, other] = values.map(|value| play(&rules(&toml(key, value, others)), word));
            let is_same = one.is_none() || other.is_none() || one == other;
            assert!(is_same, "{word} engine: {key} = {values:?} differ, but {why}; {others}");
        }
    }
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
