//! One test for each rule of `docs/ludo.md`, by its number: break the rule and its test fails.

use super::pair_of;
use crate::core::cards::Seed;
use crate::games::ludo::board::{Place, Side};
use crate::games::ludo::reference::{Throw, forced_move, play, starting_sides};
use crate::games::ludo::rules::{GoalPieces, Start};
use crate::games::ludo::{Die, GameResult, LudoRules, Outcome, Seat};

const D6: &[u32] = &[1, 2, 3, 4, 5, 6];

fn rules(text: &str) -> LudoRules {
    toml::from_str(text).unwrap()
}

fn bwinf() -> LudoRules {
    rules("")
}

fn frozen() -> LudoRules {
    LudoRules::preset("bwinf-frozen").unwrap()
}

fn devofvictory() -> LudoRules {
    LudoRules::preset("devofvictory").unwrap()
}

fn die(faces: &[u32]) -> Die {
    Die::new(faces.to_vec()).unwrap()
}

/// From where to where the roll takes a piece of a side that stands on these squares.
fn forced(rules: &LudoRules, squares: &[u8], roll: u32) -> Option<(Place, u8)> {
    forced_move(rules, &Side::on(squares), roll).map(|forced| (forced.from, forced.to))
}

fn from(square: u8, to: u8) -> Option<(Place, u8)> {
    Some((Place::On(square), to))
}

const ENTERS: Option<(Place, u8)> = Some((Place::Waiting, 0));

/// Every throw and what stood on the board after it.
type Log = Vec<(Throw, [Side; 2])>;

/// A position, with the dice and the rolls that follow.
struct Position<'a> {
    rules: LudoRules,
    dice: [&'a [u32]; 2],
    squares: [&'a [u8]; 2],
    rolls: [&'a [u32]; 2],
    limit: u32,
}

impl Default for Position<'_> {
    fn default() -> Self {
        let nothing: &[u32] = &[];
        Self {
            rules: bwinf(),
            dice: [D6, D6],
            squares: [&[0], &[0]],
            rolls: [nothing, nothing],
            limit: 4096,
        }
    }
}

impl Position<'_> {
    fn play(&self) -> (GameResult, Log) {
        let rules = LudoRules { roll_limit: self.limit, ..self.rules.clone() };
        let dice = self.dice.map(die);
        let mut lists = self.rolls.map(|rolls| rolls.iter().copied());
        let mut log = Log::default();
        let result = play(
            &rules,
            [&dice[0], &dice[1]],
            self.squares.map(Side::on),
            Seat::A,
            |seat| lists[seat.index()].next().expect("the lists hold every roll"),
            |throw, sides| log.push((throw, *sides)),
        );
        (result, log)
    }
}

fn end(outcome: Outcome, rolls: u32) -> (Outcome, u32) {
    (outcome, rolls)
}

fn seats(log: &Log) -> Vec<Seat> {
    log.iter().map(|(throw, _)| throw.seat).collect()
}

#[test]
fn rule_1_one_piece_starts_on_a_and_three_on_b() {
    assert_eq!(starting_sides(&bwinf()), [Side::on(&[0]); 2]);
    assert_eq!(starting_sides(&bwinf())[0].waiting(), 3);
    assert_eq!(starting_sides(&devofvictory()), [Side::on(&[]); 2]);
    assert_eq!(starting_sides(&rules("pieces_on_a = 0"))[1].waiting(), 4);
}

#[test]
fn rule_2_die_1_begins_the_games_of_even_index() {
    let begins = |text: &str, game| {
        let dice = [die(D6), die(D6)];
        let job = pair_of(rules(text), 4096, Seed(42), [1, 2], dice);
        job.beginner(&mut job.blocks(), game)
    };
    for game in 0..6 {
        let even = if game % 2 == 0 { Seat::A } else { Seat::B };
        assert_eq!(begins("", game), even);
        assert_eq!(begins("start = \"first\"", game), Seat::A);
    }
    assert_eq!(devofvictory().start, Start::First);
    // A roll-off of fair dice is won by either about equally often: 10,000 games, four standard
    // errors are 200; false alarm 6e-5.
    let first = (0..10_000).filter(|&g| begins("start = \"roll-off\"", g) == Seat::A).count();
    assert!((4_800..=5_200).contains(&first), "{first}");
}

#[test]
fn rule_2_the_higher_die_wins_the_roll_off_and_equal_dice_fall_back_to_the_index() {
    let begins = |dice: [&[u32]; 2], game| {
        let rules = rules("start = \"roll-off\"");
        let job = pair_of(rules, 4096, Seed(42), [1, 2], dice.map(die));
        job.beginner(&mut job.blocks(), game)
    };
    for game in 0..50 {
        assert_eq!(begins([&[1, 2], &[3, 4]], game), Seat::B);
        assert_eq!(begins([&[5, 6], &[3, 4]], game), Seat::A);
        let even = if game % 2 == 0 { Seat::A } else { Seat::B };
        assert_eq!(begins([&[6], &[6, 6]], game), even);
    }
}

#[test]
fn rule_2_the_roll_off_neither_shifts_nor_repeats_the_rolls_of_the_game() {
    let rolls = |text: &str, game| {
        let job = pair_of(rules(text), 60, Seed(7), [1, 2], [die(D6), die(D6)]);
        let mut log = Log::default();
        let (beginner, _) =
            job.play_reference(&mut job.blocks(), game, |throw, sides| log.push((throw, *sides)));
        let of = |seat| log.iter().filter(move |(t, _)| t.seat == seat).map(|(t, _)| t.roll);
        let of = [Seat::A, Seat::B].map(|seat| of(seat).take(20).collect::<Vec<_>>());
        (beginner, of)
    };
    let mut higher_begins = 0;
    for game in 0..200 {
        let (beginner, thrown) = rolls("start = \"roll-off\"", game);
        assert_eq!(thrown, rolls("start = \"first\"", game).1);
        higher_begins += i32::from((thrown[0] > thrown[1]) == (beginner == Seat::A));
    }
    // Independent: half of 200, four standard errors are 28; false alarm 6e-5.
    assert!((72..=128).contains(&higher_begins), "{higher_begins}");
}

#[test]
fn rule_3_a_turn_without_a_possible_move_is_forfeited() {
    // Player 1 waits with all pieces and throws no 6; player 2 goes on alone.
    let position = Position {
        squares: [&[], &[10, 20, 30, 39]],
        rolls: [&[5, 4], &[1, 2]],
        limit: 4,
        ..Position::default()
    };
    let (result, log) = position.play();
    assert_eq!(log[0].0.moved, None);
    assert_eq!(seats(&log), [Seat::A, Seat::B, Seat::A, Seat::B]);
    assert_eq!(result.outcome, Outcome::Limit);
}

#[test]
fn rule_4_a_piece_goes_forward_by_the_roll_over_any_other() {
    assert_eq!(forced(&bwinf(), &[5], 4), from(5, 9));
    assert_eq!(forced(&bwinf(), &[5], 38), from(5, 43));
    // Own pieces on the way are jumped and their squares count, in the goal too.
    assert_eq!(forced(&bwinf(), &[38, 40, 41, 43], 4), from(38, 42));
    // 0 is never a move.
    assert_eq!(forced(&bwinf(), &[5, 10, 20, 30], 0), None);
    assert_eq!(forced(&devofvictory(), &[5], 0), None);
    // An opponent's piece on the way is jumped too, and stays.
    let position = Position {
        dice: [D6, &[1, 6]],
        squares: [&[10], &[31]],
        rolls: [&[5], &[]],
        limit: 1,
        ..Position::default()
    };
    let (result, log) = position.play();
    assert_eq!((result.captures, log[0].1), (0, [Side::on(&[15]), Side::on(&[31])]));
}

#[test]
fn rule_5_a_move_onto_an_own_piece_is_not_possible() {
    assert_eq!(forced(&bwinf(), &[10, 13, 42, 43], 3), from(13, 16));
    assert_eq!(forced(&bwinf(), &[13, 16, 42, 43], 26), from(13, 39));
    assert_eq!(forced(&bwinf(), &[10, 39, 42, 43], 3), from(10, 13));
}

#[test]
fn rule_5_a_piece_of_the_opponent_is_sent_back_to_its_b() {
    for (square, theirs) in [(10, 30), (19, 39), (20, 0), (21, 1), (39, 19), (1, 21)] {
        let position = Position {
            squares: [&[square - 1], &[theirs, 41]],
            rolls: [&[1], &[]],
            limit: 1,
            ..Position::default()
        };
        let (result, log) = position.play();
        assert_eq!(result.captures, 1, "{square}");
        assert_eq!(log[0].1, [Side::on(&[square]), Side::on(&[41])]);
        assert_eq!(log[0].0.captured, Some(theirs));
    }
    // Goal squares are private.
    let position = Position {
        squares: [&[39], &[20, 40]],
        rolls: [&[1], &[]],
        limit: 1,
        ..Position::default()
    };
    assert_eq!(position.play().0.captures, 0);
}

#[test]
fn rule_6_a_six_brings_in_a_waiting_piece_before_all_else() {
    assert_eq!(forced(&bwinf(), &[], 6), ENTERS);
    assert_eq!(forced(&bwinf(), &[10, 20, 30], 6), ENTERS);
    assert_eq!(forced(&bwinf(), &[10, 20, 30], 5), from(30, 35));
    assert_eq!(forced(&devofvictory(), &[10], 6), ENTERS);
    // Nobody waits: the frontmost moves.
    assert_eq!(forced(&bwinf(), &[10, 20, 30, 31], 6), from(31, 37));
    // An opponent's piece on A is captured.
    let position =
        Position { squares: [&[10], &[20]], rolls: [&[6], &[]], limit: 1, ..Position::default() };
    let (result, log) = position.play();
    assert_eq!((result.captures, log[0].1), (1, [Side::on(&[0, 10]), Side::on(&[])]));
}

#[test]
fn rule_6_an_own_piece_on_a_moves_first_with_the_six_or_rule_8_decides() {
    assert_eq!(forced(&bwinf(), &[0, 20], 6), from(0, 6));
    assert_eq!(forced(&bwinf(), &[0, 6], 6), from(6, 12));
    assert_eq!(forced(&bwinf(), &[0, 6, 12], 6), from(12, 18));
    assert_eq!(forced(&devofvictory(), &[0, 6], 6), None);
}

#[test]
fn rule_7_a_piece_on_a_leaves_while_others_wait() {
    assert_eq!(forced(&bwinf(), &[0, 20], 3), from(0, 3));
    assert_eq!(forced(&bwinf(), &[0, 20, 30, 41], 3), from(30, 33));
    // It leaves as soon as it can; until then the frontmost moves.
    assert_eq!(forced(&bwinf(), &[0, 3, 20], 3), from(20, 23));
    let always = rules("clear_a = \"always\"");
    assert_eq!(forced(&always, &[0, 20, 30, 41], 3), from(0, 3));
    assert_eq!(forced(&always, &[0, 3, 20, 30], 3), from(30, 33));
    assert_eq!(forced(&always, &[0, 20, 30, 31], 6), from(0, 6));
}

#[test]
fn rule_8_the_frontmost_piece_that_can_move_must() {
    assert_eq!(forced(&bwinf(), &[30, 5, 17], 4), from(30, 34));
    assert_eq!(forced(&bwinf(), &[39, 5, 17], 5), from(17, 22));
    // Pieces in the goal are in front and count.
    assert_eq!(forced(&bwinf(), &[40, 5], 2), from(40, 42));
    assert_eq!(forced(&frozen(), &[40, 5], 2), from(5, 7));
    assert_eq!(forced(&frozen(), &[40, 41, 42], 1), None);
    assert_eq!(forced(&frozen(), &[39, 40], 2), from(39, 41));
}

#[test]
fn rule_8_of_devofvictory_chooses_the_piece_before_the_roll() {
    // The piece with a free next square moves or the roll is lost.
    assert_eq!(forced(&devofvictory(), &[39, 5], 4), from(39, 43));
    assert_eq!(forced(&devofvictory(), &[39, 5], 5), None);
    // d has no next square, and c's is taken.
    assert_eq!(forced(&devofvictory(), &[42, 43, 5], 1), from(5, 6));
    assert_eq!(forced(&devofvictory(), &[40, 43, 5], 2), from(40, 42));
    assert_eq!(forced(&devofvictory(), &[40, 43, 5], 3), None);
    // A piece behind another is passed over even where the roll would carry it across.
    assert_eq!(forced(&devofvictory(), &[10, 11], 12), from(11, 23));
    assert_eq!(forced(&devofvictory(), &[42, 43, 4, 5], 2), from(5, 7));
    // A piece on A is chosen whatever stands in front, and holds all others up.
    assert_eq!(forced(&devofvictory(), &[0, 20], 3), from(0, 3));
    assert_eq!(forced(&devofvictory(), &[0, 3, 20], 3), None);
    // Frozen pieces cannot take a next square.
    let both = LudoRules { goal_pieces: GoalPieces::Frozen, ..devofvictory() };
    assert_eq!(forced(&both, &[40, 5], 2), from(5, 7));
}

#[test]
fn rule_9_the_goal_needs_an_exact_count() {
    assert_eq!(forced(&bwinf(), &[38], 5), from(38, 43));
    assert_eq!(forced(&bwinf(), &[38, 39, 5], 5), from(38, 43));
    assert_eq!(forced(&bwinf(), &[38], 6), ENTERS);
    assert_eq!(forced(&bwinf(), &[43, 42, 41, 38], 3), None);
    assert_eq!(forced(&bwinf(), &[38, 41, 42, 43], 6), None);
    for far in [44, 64, 255, 256, 300, 1_000_000] {
        assert_eq!(forced(&bwinf(), &[0, 1, 2, 3], far), None);
    }
}

#[test]
fn rule_10_a_six_throws_again_even_when_idle() {
    let position = Position {
        dice: [D6, &[1, 6]],
        squares: [&[38, 41, 42, 43], &[10, 11, 12, 13]],
        rolls: [&[6, 6, 5, 3], &[6, 6, 1]],
        limit: 7,
        ..Position::default()
    };
    let (result, log) = position.play();
    use Seat::{A as First, B as Second};
    assert_eq!(seats(&log), [First, First, First, Second, Second, Second, First]);
    assert_eq!((log[0].0.moved, log[1].0.moved), (None, None));
    assert_eq!((result.outcome, result.rolls), end(Outcome::Limit, 7));
}

#[test]
fn rule_11_four_pieces_in_the_goal_win_at_once() {
    let position =
        Position { squares: [&[39, 41, 42, 43], &[5]], rolls: [&[1], &[]], ..Position::default() };
    let (result, _) = position.play();
    assert_eq!((result.outcome, result.rolls), end(Outcome::Win(Seat::A), 1));
    // With a 6 too: no further throw is taken.
    let position =
        Position { squares: [&[34, 41, 42, 43], &[5]], rolls: [&[6], &[]], ..Position::default() };
    assert_eq!(position.play().0.outcome, Outcome::Win(Seat::A));
    // A win on the last roll counts.
    let position = Position {
        squares: [&[39, 41, 42, 43], &[5]],
        rolls: [&[1], &[]],
        limit: 1,
        ..Position::default()
    };
    assert_eq!(position.play().0.outcome, Outcome::Win(Seat::A));
}

/// Plays from the squares until the rolls or the game end.
fn ends(dice: [&[u32]; 2], squares: [&[u8]; 2], rolls: [&[u32]; 2]) -> (Outcome, u32) {
    let limit = (rolls[0].len() + rolls[1].len()) as u32;
    let (result, _) = Position { dice, squares, rolls, limit, ..Position::default() }.play();
    (result.outcome, result.rolls)
}

#[test]
fn a_game_is_stuck_at_the_first_roll_after_which_nobody_can_ever_move() {
    // No die has a 6; player 1 waits with all, player 2's last piece needs a 1 or more room.
    let dice: [&[u32]; 2] = [&[1, 2], &[3, 4]];
    assert_eq!(ends(dice, [&[], &[41]], [&[1], &[3]]), end(Outcome::Stuck, 1));
    // The move of roll 2 is the last there ever is: 38 + 3 = 41, and 41 + 3 lies beyond d.
    assert_eq!(ends(dice, [&[], &[38]], [&[1, 1], &[3, 3]]), end(Outcome::Stuck, 2));
    // A capture takes the last piece that could move.
    let dice: [&[u32]; 2] = [&[10], &[3]];
    assert_eq!(ends(dice, [&[29], &[19]], [&[10], &[3]]), end(Outcome::Stuck, 1));
    assert_eq!(ends(dice, [&[29], &[18]], [&[10], &[3]]), end(Outcome::Limit, 2));
}

#[test]
fn a_player_alone_without_a_move_just_waits() {
    let dice: [&[u32]; 2] = [&[1, 2], &[1, 4]];
    let rolls: [&[u32]; 2] = [&[1, 1, 1], &[1, 1, 4]];
    assert_eq!(ends(dice, [&[], &[5]], rolls), end(Outcome::Limit, 6));
}

#[test]
fn sixes_only_without_a_move_is_stuck_when_that_player_is_to_roll() {
    let sixes: &[u32] = &[6, 6];
    // 42 cannot move by 6; all others are in. It is player 1's turn after roll 1.
    let squares: [&[u8]; 2] = [&[5], &[38, 41, 42, 43]];
    assert_eq!(ends([D6, sixes], squares, [&[1, 1], &[6]]), end(Outcome::Stuck, 1));
    // While the other player throws again, the game goes on: stuck only when the turn passes.
    assert_eq!(ends([D6, sixes], squares, [&[6, 6, 1], &[]]), end(Outcome::Stuck, 3));
    // With its own idle 6 the player of sixes stays to roll.
    let squares: [&[u8]; 2] = [&[38, 41, 42, 43], &[5]];
    assert_eq!(ends([sixes, D6], squares, [&[6], &[1]]), end(Outcome::Stuck, 1));
    // One other face lets the turn pass, so this is not stuck.
    assert_eq!(ends([&[6, 50], D6], squares, [&[6, 50], &[1]]), end(Outcome::Limit, 3));
    // Sixes that can still move play on, to the last move.
    let squares: [&[u8]; 2] = [&[30, 41, 42, 43], &[5]];
    assert_eq!(ends([sixes, D6], squares, [&[6, 6], &[]]), end(Outcome::Stuck, 1));
}

#[test]
fn stuck_comes_before_the_limit() {
    let position = Position {
        dice: [&[1], &[1]],
        squares: [&[], &[42]],
        rolls: [&[1], &[1]],
        limit: 2,
        ..Position::default()
    };
    let (result, _) = position.play();
    assert_eq!((result.outcome, result.rolls), end(Outcome::Stuck, 2));
}

#[test]
fn under_devofvictory_a_choice_that_fits_no_face_can_be_stuck_where_bwinf_moves_on() {
    // A is held by a piece whose every roll is blocked: the forced-A deadlock.
    let dice: [&[u32]; 2] = [&[3], &[1]];
    let squares: [&[u8]; 2] = [&[0, 3], &[]];
    let position = |rules| Position { rules, dice, squares, rolls: [&[3], &[1]], limit: 2 };
    assert_eq!(position(devofvictory()).play().0.outcome, Outcome::Stuck);
    assert_eq!(position(bwinf()).play().0.outcome, Outcome::Limit);
}
