//! Ludo as a whole: the rules by their numbers, the engines against each other and against a second
//! program, and figures known before.

pub mod figures;
mod rules;

use std::ops::Range;
use std::sync::Arc;

use crate::core::cards::Seed;
use crate::core::engines::tests::auto_is_the_fastest;
use crate::core::engines::{Engine, WORDS};
use crate::core::processor::Processor;
use crate::core::processor::tests::at_each;
use crate::core::results::GameBlock;
use crate::core::tests::Random;
use crate::games::ludo::fast::engine;
use crate::games::ludo::result::{HOME, LIMIT, STUCK, TIE};
use crate::games::ludo::rules::{FIELDS, Start};
use crate::games::ludo::{Die, GameResult, LudoRules, Outcome, PRESETS, Pair, Seat};

/// Two dice under a rule set with this limit.
pub fn pair_of(
    rules: LudoRules,
    roll_limit: u32,
    seed: Seed,
    positions: [u32; 2],
    dice: [impl Into<Arc<Die>>; 2],
) -> Pair {
    Pair::new(LudoRules { roll_limit, ..rules }, seed, positions, dice)
}

// One harness for all engines of Ludo, at each level of this machine: each plays exactly the games
// of the reference, whatever the rules, the dice, the limit and the size of a batch, and those of
// `oracle.csv`, played by `scripts/ludo_oracle.py --fixture`: a second program, written from the
// rules alone, that also makes the rolls by its own reading of the recipe. `WAR_SIM_LONG_TESTS=1`
// plays a hundred times as many.

/// Dice that win, wait, block, overshoot, never pass the turn or never move.
const DICE: &[&[u32]] = &[
    &[1, 2, 3, 4, 5, 6],
    &[1, 1, 1, 6, 6, 6],
    &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    &[1, 2, 3, 4],
    &[6],
    &[6, 6],
    &[1],
    &[0],
    &[5, 6],
    &[1, 6],
    &[6, 43],
    &[6, 44, 20],
    &[6, 20, 1_000_000],
    &[6, 6, 6, 6, 6, 1],
    &[6, 39, 40, 1, 3],
    &[2, 3, 6, 7, 11, 13, 17],
    &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20],
];

fn any_rules(random: &mut Random) -> LudoRules {
    random.fields(&FIELDS, &["roll_limit"])
}

/// A strange die, one of few faces, or one of any number of faces.
fn any_die(random: &mut Random) -> Die {
    let faces = match random.below(5) {
        0 | 1 => random.of(DICE).to_vec(),
        2 | 3 => {
            let count = 1 + random.below(8);
            let face =
                |_| random.of(&[0, 1, 2, 3, 4, 5, 6, 6, 6, 8, 39, 43, 44, 63, 64, 1_000_000]);
            (0..count).map(face).collect()
        }
        _ => {
            let count = random.of(&[1, 2, 3, 4, 5, 17, 28, 63, 64, 65, 255, 256, 257, 1000]);
            (0..count).map(|_| random.below(14) as u32).collect()
        }
    };
    Die::new(faces).unwrap()
}

fn any_limit(random: &mut Random) -> u32 {
    match random.below(3) {
        0 => random.of(&[1, 2, 3, 7, 8, 9, 15, 16, 17, 71, 72, 95, 144, 255, 256, 257]),
        1 => 1 + random.below(400) as u32,
        _ => 4096,
    }
}

/// The games of a pair as the reference plays them.
fn reference(pair: &Pair, games: Range<u64>) -> Vec<(u64, Seat, GameResult)> {
    played(&mut engine(Processor::here(), "reference", pair).unwrap(), games)
}

/// The games of an engine.
pub fn played(engine: &mut Engine<Range<u64>>, games: Range<u64>) -> Vec<(u64, Seat, GameResult)> {
    let mut block = GameBlock::of(3, 4, 0);
    block.reset(games.clone());
    engine.plays.play(&games, &mut block);
    let all = games.enumerate().map(|(k, game)| {
        let end = usize::from(block.ends()[k]);
        let outcome = match (end / 3, end % 3) {
            (0, HOME) => Outcome::Win(Seat::A),
            (1, HOME) => Outcome::Win(Seat::B),
            (TIE, STUCK) => Outcome::Stuck,
            (TIE, LIMIT) => Outcome::Limit,
            other => panic!("game {game} ended as {other:?}"),
        };
        let [rolls, captures, beginner, began] = [0, 1, 2, 3].map(|i| block.counter(i)[k] as u32);
        let beginner = [Seat::A, Seat::B][beginner as usize - 1];
        assert_eq!(began == 1, outcome == Outcome::Win(beginner), "game {game}");
        (game, beginner, GameResult { outcome, rolls, captures })
    });
    all.collect()
}

/// Plays a range with an engine and compares it with the reference.
fn compare(engine: &mut Engine<Range<u64>>, pair: &Pair, games: Range<u64>, ends: &mut [u64; 3]) {
    let played = played(engine, games.clone());
    let about = || {
        let [one, two] = pair.dice();
        let [limit, rules] =
            [pair.rules().roll_limit.to_string(), toml::to_string(pair.rules()).unwrap()];
        format!("{}: {one} against {two}, limit {limit}, {rules}", engine.name)
    };
    for (played, expected) in played.iter().zip(reference(pair, games)) {
        assert_eq!(*played, expected, "{}", about());
        ends[match expected.2.outcome {
            Outcome::Win(_) => 0,
            Outcome::Stuck => 1,
            Outcome::Limit => 2,
        }] += 1;
    }
}

fn scale() -> u64 {
    if std::env::var_os("WAR_SIM_LONG_TESTS").is_some() { 100 } else { 1 }
}

/// What every engine must pass.
mod harness {
    use super::*;

    pub fn random_rules_dice_and_limits(make: impl Fn(&Pair) -> Engine<Range<u64>>) {
        let mut random = Random(1);
        let mut ends = [0; 3];
        for _ in 0..1_500 * scale() {
            let dice = [any_die(&mut random), any_die(&mut random)];
            let positions = [1, 2].map(|k| k + random.below(998) as u32);
            let seed = Seed(random.word());
            let pair =
                pair_of(any_rules(&mut random), any_limit(&mut random), seed, positions, dice);
            let mut engine = make(&pair);
            let first = random.word() >> random.of(&[1, 24, 60]);
            let games = random.of(&[0, 1, 7, 8, 9, 15, 16, 17, 31, 33]);
            compare(&mut engine, &pair, first..first + games, &mut ends);
        }
        assert!(ends.iter().all(|&games| games > 500), "every end is common: {ends:?}");
    }

    pub fn every_pair_of_strange_dice(make: impl Fn(&Pair) -> Engine<Range<u64>>) {
        let mut random = Random(2);
        let mut ends = [0; 3];
        for (i, one) in DICE.iter().enumerate() {
            for (j, two) in DICE.iter().enumerate() {
                let dice = [one, two].map(|faces| Die::new(faces.to_vec()).unwrap());
                let at = [i as u32 + 1, j as u32 + 1];
                let pair = pair_of(any_rules(&mut random), 4096, Seed(5), at, dice);
                let mut engine = make(&pair);
                compare(&mut engine, &pair, 0..20 * scale(), &mut ends);
            }
        }
        assert!(ends[..2].iter().all(|&games| games > 500), "both ends are common: {ends:?}");
    }

    pub fn ranges_of_any_size_and_place(make: impl Fn(&Pair) -> Engine<Range<u64>>) {
        for (k, &start) in Start::ALL.iter().enumerate() {
            let dice = [DICE[k], DICE[0]].map(|faces| Die::new(faces.to_vec()).unwrap());
            let rules = LudoRules { start, ..LudoRules::default() };
            let pair = pair_of(rules, 4096, Seed(9), [1, 2], dice);
            let mut engine = make(&pair);
            let mut ends = [0; 3];
            // One engine for all of them: nothing is left over from the range before.
            for first in [0, 1, 31, 1 << 32, u64::MAX - 70] {
                for count in [0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 70] {
                    compare(&mut engine, &pair, first..first + count, &mut ends);
                }
            }
        }
    }

    pub fn many_games_of_every_built_in_rule_set(make: impl Fn(&Pair) -> Engine<Range<u64>>) {
        for preset in crate::games::ludo::PRESETS {
            for dice in [[DICE[0], DICE[0]], [DICE[1], DICE[3]], [DICE[16], DICE[2]]] {
                let dice = dice.map(|faces| Die::new(faces.to_vec()).unwrap());
                let pair =
                    pair_of(LudoRules::preset(preset.name).unwrap(), 4096, Seed(3), [1, 2], dice);
                let mut engine = make(&pair);
                compare(&mut engine, &pair, 0..1_500 * scale(), &mut [0; 3]);
            }
        }
    }
}

#[test]
fn auto_is_the_fastest_engine() {
    for preset in PRESETS {
        let dice = [1, 2].map(|_| Die::new(vec![1, 2, 3, 4, 5, 6]).unwrap());
        let pair = pair_of(LudoRules::preset(preset.name).unwrap(), 1_000, Seed(0), [1, 2], dice);
        auto_is_the_fastest(|word| engine(Processor::here(), word, &pair));
    }
}

#[test]
fn what_the_fast_engine_does_not_play_it_refuses_by_name() {
    let pair = |faces: [&[u32]; 2], limit| {
        let dice = faces.map(|faces| Die::new(faces.to_vec()).unwrap());
        pair_of(LudoRules::default(), limit, Seed(0), [1, 2], dice)
    };
    let said = |word, pair| engine(Processor::here(), word, &pair).err().unwrap().to_string();
    let die: &[u32] = &[1, 6];
    let at = |word, field| format!("engine \"{word}\" cannot play {field}: ");
    for (faces, limit, field) in [
        ([die, &[6, 6]], 4096, "die_2 = \"6 6\""),
        ([&[6], die], 4096, "die_1 = \"6\""),
        ([die, die], 8, "roll_limit = 8"),
    ] {
        assert!(said("portable", pair(faces, limit)).starts_with(&at("portable", field)));
        assert_eq!(
            engine(Processor::here(), "auto", &pair(faces, limit)).unwrap().name,
            "reference"
        );
    }
    assert_eq!(engine(Processor::here(), "auto", &pair([die, die], 9)).unwrap().name, "portable");
}

/// The engine that `auto` is at each level.
fn at_each_level(what: &str, test: impl Fn(&dyn Fn(&Pair) -> Engine<Range<u64>>)) {
    let make = |pair: &Pair| engine(Processor::here(), "auto", pair).unwrap();
    at_each(&format!("engines of Ludo, {what}"), |_| test(&make));
}

#[test]
fn engines_play_random_rules_dice_and_limits() {
    at_each_level("random rules", |make| harness::random_rules_dice_and_limits(make));
}

#[test]
fn engines_play_every_pair_of_strange_dice() {
    at_each_level("strange dice", |make| harness::every_pair_of_strange_dice(make));
}

#[test]
fn engines_play_ranges_of_any_size_and_place() {
    at_each_level("ranges", |make| harness::ranges_of_any_size_and_place(make));
}

#[test]
fn engines_play_many_games_of_every_built_in_rule_set() {
    at_each_level("built-in rule sets", |make| {
        harness::many_games_of_every_built_in_rule_set(make)
    });
}

#[test]
fn every_engine_plays_the_games_of_the_oracle() {
    let mut ends = [0; 4];
    for row in include_str!("oracle.csv").lines().skip(1) {
        let row: Vec<&str> = row.split(',').collect();
        let toml = format!(
            "goal_pieces = {:?}\npieces_on_a = {}\nclear_a = {:?}\nmust_move = {:?}\nstart = {:?}",
            row[0], row[1], row[2], row[3], row[4]
        );
        let rules = toml::from_str::<LudoRules>(&toml).unwrap();
        let dice = [row[5], row[6]].map(|faces| {
            Die::new(faces.split(' ').map(|face| face.parse().unwrap()).collect()).unwrap()
        });
        let [limit, die_1, die_2] = [row[7], row[9], row[10]].map(|n| n.parse().unwrap());
        let job = pair_of(rules, limit, Seed(row[8].parse().unwrap()), [die_1, die_2], dice);
        let game = row[11].parse().unwrap();

        let (beginner, reference) = job.play_reference(&mut job.blocks(), game, |_, _| ());
        let end = match reference.outcome {
            Outcome::Win(Seat::A) => 0,
            Outcome::Win(Seat::B) => 1,
            Outcome::Stuck => 2,
            Outcome::Limit => 3,
        };
        ends[end] += 1;
        assert_eq!(["1", "2", "stuck", "limit"][end], row[12], "{row:?}");
        assert_eq!(reference.rolls.to_string(), row[13], "{row:?}");
        assert_eq!(reference.captures.to_string(), row[14], "{row:?}");
        for &word in WORDS {
            let Ok(mut engine) = engine(Processor::here(), word, &job) else { continue };
            let played = played(&mut engine, game..game + 1);
            assert_eq!(played, [(game, beginner, reference)], "{word} {row:?}");
        }
    }
    assert!(ends.iter().all(|&games| games > 300), "every end is common: {ends:?}");
}
