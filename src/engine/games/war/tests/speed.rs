//! `auto` takes an engine that is not slower than the reference, whatever the rules say.

use std::time::{Duration, Instant};

use super::every_switch::rules;
use crate::core::cards::{Dealer, DeckBlock, Seed};
use crate::games::war::fast::{Engine, engine};
use crate::games::war::presets;
use crate::games::war::result::whole_block;
use crate::games::war::rules::{FIELDS, Rules};

/// Games of a block.
const GAMES: usize = 64;

/// Times that each engine plays it, in turn.
const TURNS: usize = 5;

/// How long a turn of the reference is at least; short ones would measure the clock.
const TURN: Duration = Duration::from_micros(500);

/// A machine that is busy disturbs one engine's turns now and then, but not so often.
const TRIES: usize = 4;

/// The shortest times in which reference and `auto` play a block; none where they are the same. A
/// machine that is busy disturbs some, but hardly the same engine's every time.
fn fastest(rules: &Rules) -> Option<[Duration; 2]> {
    let make = |word| engine(word, rules, Seed(42)).expect("these play everything");
    let mut engines = ["reference", "auto"].map(make);
    if engines[1].name() == engines[0].name() {
        return None;
    }
    let mut decks = DeckBlock::default();
    Dealer::new(Seed(42), rules.deck.clone()).fill(&mut decks, 0, GAMES);
    let mut results = whole_block();
    let mut play = |engine: &mut Engine, times: u128| {
        let start = Instant::now();
        for _ in 0..times {
            results.reset(0..GAMES as u64);
            engine.play(&decks, &mut results);
        }
        start.elapsed()
    };
    let once = play(&mut engines[0], 1).as_nanos().max(1);
    let times = TURN.as_nanos().div_ceil(once);
    let mut fastest = [Duration::MAX; 2];
    for _ in 0..TURNS {
        for (engine, fastest) in engines.iter_mut().zip(&mut fastest) {
            *fastest = play(engine, times).min(*fastest);
        }
    }
    Some(fastest)
}

/// `experiments/rules/kitchen-table.toml`.
const KITCHEN_TABLE: &str = "deal = 'halves'\npickup = 'winner-first'\nwinnings = 'pile-reversed'\n\
    deck.jokers = 2\ncompare.lowest_beats_highest = true\n\
    war = { face_down = 2, lay = 'alternating', short = 'last-card', both_short = 'more-cards' }\n\
    limit = { unit = 'rounds', at = 500 }";

#[test]
fn auto_is_never_slower_than_the_reference() {
    let built_in = presets::ALL.iter().map(|preset| (preset.name.to_string(), preset.rules()));
    let values = FIELDS.iter().flat_map(|field| {
        let written = move |value| format!("{} = {value}\n{}", field.key, field.beside);
        field.values().into_iter().map(written).map(|toml| (toml.clone(), rules(&toml)))
    });
    let shipped = [("kitchen-table".to_string(), rules(KITCHEN_TABLE))];
    for (name, rules) in built_in.chain(values).chain(shipped) {
        // Without a battle both do nothing.
        if rules.deck.cards() >= 4
            && (0..TRIES).all(|_| fastest(&rules).is_some_and(|[reference, auto]| auto > reference))
        {
            panic!("auto is slower than the reference:\n{name}");
        }
    }
}
