//! Exact chances of two dice: Gauss-Seidel over the pairs of positions that forced moves allow.
//!
//! A player's move depends on the own pieces and the roll alone, so each side has a table of positions of its
//! own, some 15,000 for an ordinary die. The chance of an end is then one equation for each pair of positions and
//! each player to roll. Starting from 0 and put in place one after the other, from the end of the game backwards,
//! the values rise to the truth; captures alone make more than one round necessary. The limit on rolls is left
//! out: every game that is not stuck ends with probability 1.

use std::collections::HashMap;

use super::board::{A, HALF, Place, Side, TRACK, across};
use super::die::Die;
use super::reference::{forced_move, starting_sides};
use super::result::Seat;
use super::rules::LudoRules;

/// No position, or no square.
const NONE: u32 = u32::MAX;
/// The face after which a player rolls again.
const AGAIN: u32 = 6;
/// Rounds after which a value that still moves is given up.
const MOST_SWEEPS: u32 = 1_000;
/// Squares on which a piece can be captured.
const SQUARES: usize = TRACK as usize;

/// What a face does in one position.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// The share of faces that do this.
    chance: f64,
    /// The position after it; [`NONE`] if nothing moves.
    next: u32,
    /// The square it lands on, as the opponent counts; [`NONE`] in the goal, or if nothing moves.
    lands: u32,
    /// Whether the same player rolls again.
    again: bool,
    /// Whether it wins.
    wins: bool,
}

/// The positions that one player can be in, and where each leads.
///
/// Position 0 is the furthest one.
#[derive(Clone, Debug)]
pub struct SideTable {
    /// Positions.
    count: usize,
    start: u32,
    /// Steps of position `x`: `steps[x * faces..][..faces]`.
    steps: Vec<Step>,
    faces: usize,
    /// `hit[x * 40 + square]`: position `x` after its piece there was captured; [`NONE`] without one.
    hit: Vec<u32>,
    /// The squares of the track that the position holds, a bit each, in the owner's count.
    holds: Vec<u64>,
    /// Whether all four pieces are home.
    home: Vec<bool>,
    sixes_only: bool,
}

impl SideTable {
    /// The positions of this die under these rules.
    pub fn new(rules: &LudoRules, die: &Die) -> Self {
        let mut faces: Vec<(u32, f64)> = Vec::new();
        let share = 1.0 / die.faces().len() as f64;
        for &face in die.faces() {
            match faces.iter_mut().find(|(known, _)| *known == face) {
                Some((_, chance)) => *chance += share,
                None => faces.push((face, share)),
            }
        }
        let start = starting_sides(rules)[0];
        let moved = |side: &Side, face: u32| {
            forced_move(rules, side, face).map(|found| {
                let mut next = *side;
                next.carry(found.from, Place::On(found.to));
                (next, found.to)
            })
        };
        let captured = |side: &Side, square: u8| {
            side.holds(square).then(|| {
                let mut next = *side;
                next.carry(Place::On(square), Place::Waiting);
                next
            })
        };
        let mut found = vec![start];
        let mut known: HashMap<Side, u32> = HashMap::from([(start, 0)]);
        let mut at = 0;
        while at < found.len() {
            let side = found[at];
            at += 1;
            // A game is over once a side is home.
            if side.is_home() {
                continue;
            }
            let steps =
                faces.iter().filter_map(|&(face, _)| moved(&side, face).map(|(next, _)| next));
            let hits = (A..TRACK).filter_map(|square| captured(&side, square));
            for next in steps.chain(hits) {
                known.entry(next).or_insert_with(|| {
                    found.push(next);
                    0
                });
            }
        }
        // The furthest first: what a move leads to is known before, but for captures.
        let progress =
            |side: &Side| side.squares().map(|square| u32::from(square) + 1).sum::<u32>();
        found.sort_by_key(|side| std::cmp::Reverse(progress(side)));
        for (k, side) in found.iter().enumerate() {
            known.insert(*side, k as u32);
        }
        let index = |side: &Side| known.get(side).copied().unwrap_or(NONE);
        let mut table = Self {
            count: found.len(),
            start: index(&start),
            steps: Vec::with_capacity(found.len() * faces.len()),
            faces: faces.len(),
            hit: Vec::with_capacity(found.len() * SQUARES),
            holds: Vec::with_capacity(found.len()),
            home: Vec::with_capacity(found.len()),
            sixes_only: die.is_sixes_only(),
        };
        for side in &found {
            let home = side.is_home();
            for &(face, chance) in &faces {
                let step = if home { None } else { moved(side, face) };
                table.steps.push(Step {
                    chance,
                    next: step.as_ref().map_or(NONE, |(next, _)| index(next)),
                    lands: step.and_then(|(_, to)| across(to)).map_or(NONE, u32::from),
                    again: face == AGAIN,
                    wins: step.is_some_and(|(next, _)| next.is_home()),
                });
            }
            let hits = (A..TRACK).map(|square| captured(side, square).map_or(NONE, |s| index(&s)));
            table.hit.extend(hits);
            table.holds.push(side.squares().filter(|&s| s < TRACK).fold(0, |set, s| set | 1 << s));
            table.home.push(home);
        }
        table
    }

    /// How many positions there are.
    pub fn positions(&self) -> usize {
        self.count
    }

    /// How many different faces, which are the moves to be looked at in each position.
    pub fn faces(&self) -> usize {
        self.faces
    }

    fn steps(&self, x: usize) -> &[Step] {
        &self.steps[x * self.faces..][..self.faces]
    }

    /// The position after the opponent has landed on a square, in the owner's count, or [`NONE`].
    fn after(&self, x: usize, square: u32) -> usize {
        match square {
            NONE => x,
            square => match self.hit[x * SQUARES + square as usize] {
                NONE => x,
                hit => hit as usize,
            },
        }
    }
}

/// The squares of one player as the other counts them.
fn seen_across(holds: u64) -> u64 {
    let all = (1_u64 << TRACK) - 1;
    ((holds << HALF) | (holds >> (TRACK - HALF))) & all
}

/// The end whose chance is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// This player wins.
    Win(Seat),
    /// Nobody can ever win.
    Stuck,
}

/// The chance of an end, from below.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chance {
    /// When the first die begins.
    pub first_begins: f64,
    /// When the second die begins.
    pub second_begins: f64,
    /// Rounds over all pairs of positions.
    pub sweeps: u32,
}

/// Bytes that [`chance`] needs for two tables of so many positions.
pub fn bytes_for(positions: [usize; 2]) -> u128 {
    positions[0] as u128 * positions[1] as u128 * size_of::<[f64; 2]>() as u128
}

/// What the moves of one player lead to: the sum of chances times values, and the chances to pass and to roll
/// again where nothing moves.
#[derive(Clone, Copy, Default)]
struct Sum {
    value: f64,
    pass: f64,
    again: f64,
    moves: bool,
}

impl Sum {
    /// Adds a step that moves nothing.
    fn stay(&mut self, step: &Step) {
        if step.again {
            self.again += step.chance;
        } else {
            self.pass += step.chance;
        }
    }
}

/// The chance that a game of two dice ends so; `None` if `stopped` said so.
///
/// Shapes: `tables` in the order of the seats. Values rise from 0 until no pair of positions changes by more than
/// `tolerance` in a round.
/// Units: `tolerance` in chances.
/// Source: the equations of an absorbing chain; Gauss-Seidel, monotone from below.
pub fn chance(
    tables: [&SideTable; 2],
    end: End,
    tolerance: f64,
    stopped: impl Fn() -> bool,
) -> Option<Chance> {
    let [one, two] = tables;
    let (n_1, n_2) = (one.count, two.count);
    let mut values = vec![[0.0_f64; 2]; n_1 * n_2];
    let wins = [Seat::A, Seat::B].map(|seat| f64::from(u8::from(end == End::Win(seat))));
    let stuck = f64::from(u8::from(end == End::Stuck));
    let across_1: Vec<u64> = one.holds.iter().map(|&holds| seen_across(holds)).collect();
    let mut sweeps = 0;
    loop {
        sweeps += 1;
        let mut change = 0.0_f64;
        for x in (0..n_1).filter(|&x| !one.home[x]) {
            if stopped() {
                return None;
            }
            for y in 0..n_2 {
                // Two pieces never share a square.
                if two.home[y] || across_1[x] & two.holds[y] != 0 {
                    continue;
                }
                let mut first = Sum::default();
                for step in one.steps(x) {
                    if step.next == NONE {
                        first.stay(step);
                        continue;
                    }
                    first.moves = true;
                    let to_roll = usize::from(!step.again);
                    first.value += step.chance
                        * match step.wins {
                            true => wins[0],
                            false => {
                                values[step.next as usize * n_2 + two.after(y, step.lands)][to_roll]
                            }
                        };
                }
                let mut second = Sum::default();
                for step in two.steps(y) {
                    if step.next == NONE {
                        second.stay(step);
                        continue;
                    }
                    second.moves = true;
                    let to_roll = usize::from(step.again);
                    second.value += step.chance
                        * match step.wins {
                            true => wins[1],
                            false => {
                                values[one.after(x, step.lands) * n_2 + step.next as usize][to_roll]
                            }
                        };
                }
                let sides_stuck = [one.sixes_only && !first.moves, two.sixes_only && !second.moves];
                let new = solved([first, second], sides_stuck, stuck);
                let old = &mut values[x * n_2 + y];
                change = change.max((new[0] - old[0]).abs()).max((new[1] - old[1]).abs());
                *old = new;
            }
        }
        if change <= tolerance || sweeps == MOST_SWEEPS {
            break;
        }
    }
    let [first_begins, second_begins] = values[one.start as usize * n_2 + two.start as usize];
    Some(Chance { first_begins, second_begins, sweeps })
}

/// The values of a pair of positions with either player to roll, the waiting of both solved on paper.
///
/// v_1 = value + pass v_2 + again v_1, and v_2 likewise. `sixes` says who has sixes only and no move, so that the
/// turn never passes; `stuck` is the value of a game that can never end.
fn solved([first, second]: [Sum; 2], sixes: [bool; 2], stuck: f64) -> [f64; 2] {
    match (first.moves || second.moves, sixes) {
        (false, _) => [stuck; 2],
        (true, [true, _]) => [stuck, (second.value + second.pass * stuck) / (1.0 - second.again)],
        (true, [_, true]) => [(first.value + first.pass * stuck) / (1.0 - first.again), stuck],
        (true, _) => {
            let [on_1, on_2] = [1.0 - first.again, 1.0 - second.again];
            let both = on_1 * on_2 - first.pass * second.pass;
            [
                (on_2 * first.value + first.pass * second.value) / both,
                (on_1 * second.value + second.pass * first.value) / both,
            ]
        }
    }
}

/// Whether two dice can come into a position in which nobody can ever win, as far as each side's own positions
/// tell: no such pair of positions means that there are no ties.
pub fn can_be_stuck(tables: [&SideTable; 2]) -> bool {
    let idle = tables.map(|table| {
        let alive = (0..table.count).filter(|&x| !table.home[x]);
        alive.filter(|&x| table.steps(x).iter().all(|step| step.next == NONE)).count() > 0
    });
    idle == [true, true] || tables.iter().zip(idle).any(|(table, idle)| table.sixes_only && idle)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::ludo::presets::PRESETS;

    fn rules(name: &str) -> LudoRules {
        PRESETS.iter().find(|preset| preset.name == name).unwrap().fields
    }

    fn table(rules: &LudoRules, faces: &[u32]) -> SideTable {
        SideTable::new(rules, &Die::new(faces.to_vec()).unwrap())
    }

    /// Both chances of each end: die 1 wins, die 2 wins, a tie.
    fn chances(name: &str, dice: [&[u32]; 2]) -> [[f64; 2]; 3] {
        let rules = rules(name);
        let [one, two] = dice.map(|faces| table(&rules, faces));
        [End::Win(Seat::A), End::Win(Seat::B), End::Stuck].map(|end| {
            let found = chance([&one, &two], end, 1e-13, || false).unwrap();
            [found.first_begins, found.second_begins]
        })
    }

    #[test]
    fn forced_moves_leave_few_positions() {
        let ordinary: Vec<u32> = (1..=6).collect();
        let bwinf = rules("bwinf");
        for (faces, positions) in [(&ordinary[..], 14_798), (&[1, 6], 5_001), (&[1, 2, 3, 4], 45)] {
            assert_eq!(table(&bwinf, faces).positions(), positions, "{faces:?}");
        }
    }

    #[test]
    fn chances_are_those_of_a_plain_iteration_over_whole_boards() {
        // scripts/ludo_exact.py, which has no tables, no order and no elimination.
        for (name, dice, expected) in [
            ("bwinf", [&[6_u32][..], &[1, 2, 3, 4]], [[0.0, 0.0], [0.0, 0.0], [1.0, 1.0]]),
            ("bwinf", [&[1, 6], &[20]], [[1.0, 1.0], [0.0, 0.0], [0.0, 0.0]]),
            ("devofvictory", [&[6, 6, 1], &[6]], [[0.0, 0.0], [0.0, 0.0], [1.0, 1.0]]),
            (
                "bwinf-frozen",
                [&[1, 6], &[13, 27]],
                [
                    [0.13463888842618774, 0.13446427985741843],
                    [0.0, 0.0],
                    [0.865361111573812, 0.8655357201425808],
                ],
            ),
        ] {
            let found = chances(name, dice);
            for (found, expected) in found.as_flattened().iter().zip(expected.as_flattened()) {
                assert!((found - expected).abs() < 1e-11, "{name} {dice:?}: {found} {expected}");
            }
        }
    }

    #[test]
    fn exchanged_dice_exchange_the_chances() {
        let faces: [&[u32]; 2] = [&[1, 6], &[2, 9, 40]];
        let [one, two, tie] = chances("bwinf-frozen", faces);
        let [other_one, other_two, other_tie] = chances("bwinf-frozen", [faces[1], faces[0]]);
        for (a, b) in [(one, other_two), (two, other_one), (tie, other_tie)] {
            assert!((a[0] - b[1]).abs() < 1e-11 && (a[1] - b[0]).abs() < 1e-11, "{a:?} {b:?}");
        }
    }

    #[test]
    fn a_stop_is_heeded() {
        let rules = rules("bwinf");
        let one = table(&rules, &[1, 6]);
        assert_eq!(chance([&one, &one], End::Win(Seat::A), 1e-9, || true), None);
    }
}
