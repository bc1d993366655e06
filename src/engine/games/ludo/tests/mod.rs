//! Ludo as a whole: the rules by their numbers, the engines against each other and against a second
//! program, and figures known before.

pub mod figures;
mod rules;

use std::ops::Range;
use std::sync::{Arc, LazyLock};

use crate::core::cards::Seed;
use crate::core::engines::tests::auto_is_the_fastest;
use crate::core::engines::{Engine, WORDS};
use crate::core::processor::tests::{forced, levels_here};
use crate::core::processor::{Level, Processor};
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

// One harness for all engines of Ludo, at each level of this machine: each plays exactly the games of the reference,
// whatever the rules, the dice, the limit and the size of a batch, and those of `oracle.csv`, played by a second program
// with rolls of its own (`scripts/ludo_oracle.py --fixture`). `WAR_SIM_LONG_TESTS=1` plays a hundred times as many.

/// Dice that win, wait, block, overshoot, never pass the turn or never move.
const DICE: &[&[u32]] = &[
    &[1, 2, 3, 4, 5, 6],
    &[1, 1, 1, 6, 6, 6],
    &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    &[1, 2, 3, 4],
    &[6, 6],
    &[1],
    &[0],
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
    const FACES: [u32; 16] = [0, 1, 2, 3, 4, 5, 6, 6, 6, 8, 39, 43, 44, 63, 64, 1_000_000];
    let many = random.of(&[1, 2, 3, 4, 5, 17, 28, 63, 64, 65, 255, 256, 257, 1000]);
    let faces = match random.below(5) {
        0 | 1 => random.of(DICE).to_vec(),
        2 | 3 => (0..1 + random.below(8)).map(|_| random.of(&FACES)).collect(),
        _ => (0..many).map(|_| random.below(14) as u32).collect(),
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

/// The games of an engine.
fn played(engine: &mut Engine<Range<u64>>, games: Range<u64>) -> Vec<(u64, Seat, GameResult)> {
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

/// The levels of this machine.
static HERE: LazyLock<Vec<Level>> = LazyLock::new(|| {
    let all = [Level::Baseline, Level::Bytes16, Level::Avx2, Level::Avx512, Level::Avx512Vbmi2];
    levels_here("engines of Ludo against the reference", &all)
});

/// Plays games, so many from each of these, with the engine that `auto` is at each level, one for all of them, and
/// compares it with the reference; how many were won, stuck and stopped.
fn compare(pair: &Pair, runs: &[(u64, u64)]) -> [u64; 3] {
    let play = |word| {
        let mut engine = engine(Processor::here(), word, pair).unwrap();
        let runs = runs.iter().map(|&(first, games)| played(&mut engine, first..first + games));
        runs.collect::<Vec<_>>().concat()
    };
    let (expected, mut ends) = (play("reference"), [0; 3]);
    for (_, _, result) in &expected {
        ends[match result.outcome {
            Outcome::Win(_) => 0,
            Outcome::Stuck => 1,
            Outcome::Limit => 2,
        }] += 1;
    }
    for &level in &*HERE {
        let found = forced(level, || play("auto"));
        for (found, expected) in found.iter().zip(&expected) {
            assert_eq!(found, expected, "at {level:?}: {pair:?}");
        }
    }
    ends
}

fn scale() -> u64 {
    if std::env::var_os("WAR_SIM_LONG_TESTS").is_some() { 100 } else { 1 }
}

fn dice(faces: [&[u32]; 2]) -> [Die; 2] {
    faces.map(|faces| Die::new(faces.to_vec()).unwrap())
}

#[test]
fn engines_play_random_rules_dice_and_limits() {
    let mut random = Random(1);
    let mut ends = [0; 3];
    for _ in 0..1_200 * scale() {
        let dice = [any_die(&mut random), any_die(&mut random)];
        let positions = [1, 2].map(|k| k + random.below(998) as u32);
        let seed = Seed(random.word());
        let pair = pair_of(any_rules(&mut random), any_limit(&mut random), seed, positions, dice);
        let first = random.word() >> random.of(&[1, 24, 60]);
        let games = random.of(&[0, 1, 7, 8, 9, 15, 16, 17, 31, 33]);
        ends.iter_mut().zip(compare(&pair, &[(first, games)])).for_each(|(all, of)| *all += of);
    }
    assert!(ends.iter().all(|&games| games > 300), "every end is common: {ends:?}");
}

#[test]
fn engines_play_ranges_of_any_size_and_place() {
    for (k, &start) in Start::ALL.iter().enumerate() {
        let rules = LudoRules { start, ..LudoRules::default() };
        let pair = pair_of(rules, 4096, Seed(9), [1, 2], dice([DICE[k], DICE[0]]));
        // One engine for all of them: nothing is left over from the range before.
        let counts = [0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 70];
        let places = [0, 1, 31, 1 << 32, u64::MAX - 70];
        compare(&pair, &places.map(|first| counts.map(|games| (first, games))).concat());
    }
}

#[test]
fn engines_play_many_games_of_every_built_in_rule_set() {
    for preset in PRESETS {
        for faces in [[DICE[0], DICE[0]], [DICE[1], DICE[3]], [DICE[14], DICE[2]]] {
            let rules = LudoRules::preset(preset.name).unwrap();
            let pair = pair_of(rules, 4096, Seed(3), [1, 2], dice(faces));
            compare(&pair, &[(0, 1_000 * scale())]);
            auto_is_the_fastest(|word| engine(Processor::here(), word, &pair));
        }
    }
}

#[test]
fn what_the_fast_engine_does_not_play_it_refuses_by_name() {
    let die: &[u32] = &[1, 6];
    for (faces, limit, field) in [
        ([die, &[6, 6]], 4096, "die_2 = \"6 6\""),
        ([&[6], die], 4096, "die_1 = \"6\""),
        ([die, die], 8, "roll_limit = 8"),
    ] {
        let pair = pair_of(LudoRules::default(), limit, Seed(0), [1, 2], dice(faces));
        let engine = |word| engine(Processor::here(), word, &pair);
        let refused = engine("portable").err().unwrap().to_string();
        let begins = format!("engine \"portable\" cannot play {field}: ");
        assert!(refused.starts_with(&begins), "{refused}");
        assert_eq!(engine("auto").unwrap().name, "reference", "{field}");
    }
    let pair = pair_of(LudoRules::default(), 9, Seed(0), [1, 2], dice([die, die]));
    assert!(engine(Processor::here(), "portable", &pair).is_ok());
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
        let dice = [row[5], row[6]].map(|faces| Die::read(faces).unwrap());
        let [limit, die_1, die_2] = [row[7], row[9], row[10]].map(|n| n.parse().unwrap());
        let job = pair_of(rules, limit, Seed(row[8].parse().unwrap()), [die_1, die_2], dice);
        let game = row[11].parse().unwrap();
        for &word in WORDS {
            let Ok(mut engine) = engine(Processor::here(), word, &job) else { continue };
            let (_, _, GameResult { outcome, rolls, captures }) =
                played(&mut engine, game..game + 1)[0];
            let (end, name) = match outcome {
                Outcome::Win(seat) => (seat.index(), ["1", "2"][seat.index()]),
                Outcome::Stuck => (2, "stuck"),
                Outcome::Limit => (3, "limit"),
            };
            ends[end] += 1;
            assert_eq!(
                format!("{name},{rolls},{captures}"),
                row[12..15].join(","),
                "{word} {row:?}"
            );
        }
    }
    assert!(ends.iter().all(|&games| games > 300), "every end is common: {ends:?}");
}
