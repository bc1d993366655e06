//! A game as a film: the board after every throw.

use super::board::{Place as At, Side, TRACK, across};
use super::pair::Pair;
use super::reference::starting_sides;
use super::result::Outcome;
use super::trace::{ending, words};
use crate::core::film::{Camera, Film, Said, Square, Stage};
use crate::core::table::Words;
use crate::core::wording::digits::grouped;

/// Squares that each player walks, goal included, counted as steps from B.
const STEPS_HOME: u32 = 44;
/// Positions of the goals and of B on the drawn board, after the track.
const GOALS: [i32; 2] = [40, 44];
const WAITING: [i32; 2] = [48, 52];

/// One game of a pair of dice, with this result.
pub fn film(pair: &Pair, game: u64, result: Words) -> Film {
    let mut camera = Camera::new(Stage::Board(board()), ["1", "2"], "steps walked");
    for side in [0, 1] {
        let (at, faces) = (pair.positions()[side], shortened(&pair.dice()[side].to_string()));
        camera.place(format!("Player {}: die {at}, faces {faces}", side + 1), Some(side), false);
    }
    let mut show = |sides: &[Side; 2], words: String, winner: Option<usize>| {
        let items = [0, 1].map(|k| squares(&sides[k], k)).to_vec();
        let standing = sides.iter().map(walked).collect();
        camera.take_at(items, Said::new(words, winner), standing);
    };
    let beginner = pair.beginner(&mut pair.blocks(), game);
    let begins = format!("Player {} begins", beginner.index() + 1);
    show(&starting_sides(pair.rules()), begins, None);
    let (_, played) = pair.play_reference(game, |step| {
        let throw = step.event;
        let text = format!("Throw {}: {}", grouped(throw.number.into()), words(step));
        show(step.table, text, throw.captured.map(|_| throw.seat.index()));
    });
    let winner = match played.outcome {
        Outcome::Win(seat) => Some(seat.index()),
        Outcome::Stuck | Outcome::Limit => None,
    };
    camera.again(Said::new(format!("The end: {}", ending(&played)), winner));
    camera.film(result)
}

/// The squares of a side's pieces on the drawn board, counted from 1.
fn squares(side: &Side, player: usize) -> Vec<i32> {
    let on = side.squares().map(|square| match (player, square) {
        (_, goal) if goal >= TRACK => GOALS[player] + i32::from(goal - TRACK),
        (0, square) => square.into(),
        (_, square) => across(square).map_or(0, i32::from),
    });
    let waiting = (0..side.waiting() as i32).map(|k| WAITING[player] + k);
    on.chain(waiting).map(|square| square + 1).collect()
}

/// Steps that the pieces of a side have walked, B being 0.
fn walked(side: &Side) -> u32 {
    let steps = side.squares().map(At::On).map(|at| match at {
        At::On(square) => u32::from(square) + 1,
        At::Waiting => 0,
    });
    steps.sum::<u32>().min(4 * STEPS_HOME)
}

/// A list of faces, cut where it is very long.
fn shortened(faces: &str) -> String {
    match faces.char_indices().nth(40) {
        // No face is cut in two.
        Some((at, _)) => format!("{} ...", faces[..at].rsplit_once(' ').map_or("", |cut| cut.0)),
        None => faces.into(),
    }
}

/// The board as it is printed: a cross of 40 squares, two goals, two fields of waiting pieces.
fn board() -> Vec<Square> {
    const CORNERS: [[i8; 2]; 13] = [
        [0, 4],
        [4, 4],
        [4, 0],
        [6, 0],
        [6, 4],
        [10, 4],
        [10, 6],
        [6, 6],
        [6, 10],
        [4, 10],
        [4, 6],
        [0, 6],
        [0, 4],
    ];
    let mut squares = Vec::with_capacity(56);
    for corner in CORNERS.windows(2) {
        let ([mut x, mut y], [to_x, to_y]) = (corner[0], corner[1]);
        while [x, y] != [to_x, to_y] {
            // The two squares where the players enter are theirs.
            let side = match squares.len() {
                0 => Some(0),
                20 => Some(1),
                _ => None,
            };
            squares.push(Square { column: x as u8, row: y as u8, side, leads_to: None });
            (x, y) = (x + (to_x - x).signum(), y + (to_y - y).signum());
        }
    }
    let own = |column, row, side| Square { column, row, side: Some(side), leads_to: None };
    squares.extend((1..5).map(|x| own(x, 5, 0)));
    squares.extend((6..10).rev().map(|x| own(x, 5, 1)));
    squares.extend([(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y)| own(x, y, 0)));
    squares.extend([(9, 9), (10, 9), (9, 10), (10, 10)].map(|(x, y)| own(x, y, 1)));
    squares
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::core::cards::Seed;
    use crate::games::ludo::die::Die;
    use crate::games::ludo::presets::PRESETS;

    #[test]
    fn many_faces_are_cut_between_two() {
        let faces: Vec<String> = (1..=26).map(|face| face.to_string()).collect();
        assert_eq!(shortened(&faces.join(" ")), "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 ...");
        assert_eq!(shortened("1 2 3"), "1 2 3");
    }

    #[test]
    fn the_board_is_a_round_of_neighbours_that_leads_into_both_goals() {
        let board = board();
        assert_eq!(board.len(), 56);
        let places: BTreeSet<(u8, u8)> = board.iter().map(|s| (s.column, s.row)).collect();
        assert_eq!(places.len(), 56, "two squares in one place");
        let next = |a: &Square, b: &Square| a.column.abs_diff(b.column) + a.row.abs_diff(b.row);
        for k in 0..40 {
            assert_eq!(next(&board[k], &board[(k + 1) % 40]), 1, "square {k}");
        }
        for (goal, last) in [(40, 39), (44, 19)] {
            assert_eq!(next(&board[goal], &board[last]), 1);
            assert!((goal..goal + 3).all(|k| next(&board[k], &board[k + 1]) == 1));
        }
    }

    #[test]
    fn a_film_shows_every_throw_and_eight_pieces() {
        let dice = [[1, 2, 3, 4, 5, 6], [1, 1, 6, 6, 6, 6]].map(|f| Die::new(f.to_vec()).unwrap());
        for preset in PRESETS {
            let pair = Pair::new(preset.fields, 4096, Seed(42), [1, 2], dice.clone());
            for game in 0..10 {
                let film = film(&pair, game, Vec::new());
                let (_, result) = pair.play_reference(game, |_| ());
                let shown = film.frames.len() as u64 + film.gap.map_or(0, |(_, left_out)| left_out);
                assert_eq!(shown, u64::from(result.rolls) + 2);
                for frame in &film.frames {
                    let squares: BTreeSet<i32> = frame.items.concat().into_iter().collect();
                    assert_eq!(squares.len(), 8, "{frame:?}");
                    assert!(squares.iter().all(|square| (1..=56).contains(square)));
                }
                if let Outcome::Win(seat) = result.outcome {
                    let last = film.frames.last().unwrap();
                    let home: Vec<i32> = (1..=4).map(|k| GOALS[seat.index()] + k).collect();
                    let mut stand = last.items[seat.index()].clone();
                    stand.sort_unstable();
                    assert_eq!(stand, home);
                }
            }
        }
    }
}
