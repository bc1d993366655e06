//! The fast engine plays exactly the games of the reference: seeded games of strange dice under
//! every combination of the switches.

use crate::core::cards::Seed;
use crate::games::ludo::rules::{ClearA, GoalPieces, MustMove, PiecesOnA, Start};
use crate::games::ludo::{Die, LudoRules, Outcome, Pair, Player};

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

fn all_rules() -> Vec<LudoRules> {
    let mut all = Vec::new();
    for &goal_pieces in GoalPieces::ALL {
        for &pieces_on_a in PiecesOnA::ALL {
            for &clear_a in ClearA::ALL {
                for &must_move in MustMove::ALL {
                    for &start in Start::ALL {
                        let rules =
                            LudoRules { goal_pieces, pieces_on_a, clear_a, must_move, start };
                        all.push(rules);
                    }
                }
            }
        }
    }
    all
}

/// Plays `games` of each pair under each rule set with both engines; returns how often each end came.
fn compare(games: u64, roll_limit: u32, dice: &[Die]) -> [u64; 3] {
    let mut ends = [0; 3];
    for (r, rules) in all_rules().into_iter().enumerate() {
        for (i, die_1) in dice.iter().enumerate() {
            for (j, die_2) in dice.iter().enumerate() {
                let positions = [i as u32 + 1, j as u32 + 1];
                let pair = [die_1.clone(), die_2.clone()];
                let job = Pair::new(rules, roll_limit, Seed(r as u64), positions, pair);
                let first = (r * 1000) as u64;
                let mut seen = vec![false; games as usize];
                Player::new(&job).play_range(
                    first..first + games,
                    &mut |game, beginner, result| {
                        assert_eq!(
                            (beginner, result),
                            job.play_reference(game, &mut ()),
                            "game {game} of {die_1} against {die_2} under {}",
                            rules.to_toml()
                        );
                        assert!(!std::mem::replace(&mut seen[(game - first) as usize], true));
                        ends[match result.outcome {
                            Outcome::Win(_) => 0,
                            Outcome::Stuck => 1,
                            Outcome::Limit => 2,
                        }] += 1;
                    },
                );
                assert!(seen.iter().all(|&seen| seen), "every game is played once");
            }
        }
    }
    ends
}

fn dice() -> Vec<Die> {
    DICE.iter().map(|faces| Die::new(faces.to_vec()).unwrap()).collect()
}

#[test]
fn both_engines_play_the_same_games() {
    // As for War, the variable asks for minutes instead of a second: millions of games.
    let long = std::env::var_os("WAR_SIM_LONG_TESTS").is_some();
    let (games, roll_limit) = if long { (300, 4096) } else { (3, 1024) };
    let ends = compare(games, roll_limit, &dice());
    assert!(ends.iter().all(|&games| games > 500), "every end is common: {ends:?}");
}

#[test]
fn both_engines_play_the_same_games_up_to_any_limit() {
    let few = &dice()[..5];
    for limit in [1, 2, 3, 71, 72, 73, 95, 144, 145, 168, 199, 200, 201, 255, 256, 257, 333] {
        compare(2, limit, few);
    }
}

#[test]
fn ranges_of_any_size_and_place_play_the_same_games() {
    let dice = [&DICE[0], &DICE[1]].map(|faces| Die::new(faces.to_vec()).unwrap());
    let rules = LudoRules::preset("bwinf").unwrap();
    let job = Pair::new(rules, 4096, Seed(9), [1, 2], dice);
    let mut player = Player::new(&job);
    let starts = [0, 1, 31, 32, 33, 1 << 32, u64::MAX - 70];
    for start in starts {
        for count in [0, 1, 2, 3, 31, 32, 33, 64, 65] {
            let mut played = Vec::new();
            player.play_range(start..start + count, &mut |game, beginner, result| {
                played.push((game, (beginner, result)));
            });
            played.sort_unstable_by_key(|(game, _)| *game);
            assert_eq!(played.len() as u64, count);
            for (game, result) in played {
                assert_eq!(result, job.play_reference(game, &mut ()), "game {game}");
            }
        }
    }
}
