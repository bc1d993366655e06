//! The rules of `docs/ludo.md` by their numbers: break one and its row fails.

use super::pair_of;
use crate::core::cards::Seed;
use crate::games::ludo::board::{Place, Side};
use crate::games::ludo::reference::{Throw, forced_move, play, starting_sides};
use crate::games::ludo::rules::{GoalPieces, Start};
use crate::games::ludo::{Die, GameResult, LudoRules, Outcome, Seat};

fn rules(text: &str) -> LudoRules {
    toml::from_str(text).unwrap()
}

fn bwinf() -> LudoRules {
    rules("")
}

fn devofvictory() -> LudoRules {
    LudoRules::preset("devofvictory").unwrap()
}

/// From where to where a piece goes.
type Moved = Option<(Place, u8)>;

fn from(square: u8, to: u8) -> Moved {
    Some((Place::On(square), to))
}

const ENTERS: Moved = Some((Place::Waiting, 0));

/// Every throw and what stood on the board after it.
type Log = Vec<(Throw, [Side; 2])>;

/// What stands on both sides of a slash, player 1's first.
fn both<'t, T>(text: &'t str, read: impl Fn(&'t str) -> T) -> [T; 2] {
    text.split_once('/').map(|(one, two)| [one, two].map(|text| read(text.trim()))).unwrap()
}

/// Plays on from squares with two dice, such as `1-6 / 1 6`, until the rolls or the game end.
fn game(rules: &LudoRules, dice: &str, on: &str, rolls: &str) -> (GameResult, Log) {
    let dice = both(dice, |faces| Die::read(faces).unwrap());
    let roll_limit = rolls.split_whitespace().count() as u32 - 1;
    let rules = LudoRules { roll_limit, ..rules.clone() };
    let mut rolls = both(rolls, |rolls| rolls.split_whitespace().map(|roll| roll.parse().unwrap()));
    let squares =
        |text: &str| text.split_whitespace().map(|n| n.parse().unwrap()).collect::<Vec<u8>>();
    let mut log = Log::default();
    let result = play(
        &rules,
        dice.each_ref(),
        both(on, |text| Side::on(&squares(text))),
        Seat::A,
        |seat| rolls[seat.index()].next().expect("the lists hold every roll"),
        |throw, sides| log.push((throw, *sides)),
    );
    (result, log)
}

/// How it ends, and after how many rolls.
fn end(rules: &LudoRules, dice: &str, squares: &str, rolls: &str) -> String {
    let (result, log) = game(rules, dice, squares, rolls);
    assert_eq!(log.len() as u32, result.rolls);
    let outcome = match result.outcome {
        Outcome::Win(seat) => ["1 wins", "2 wins"][seat.index()],
        Outcome::Stuck => "stuck",
        Outcome::Limit => "limit",
    };
    format!("{outcome} after {}", result.rolls)
}

#[test]
fn rule_1_one_piece_starts_on_a_and_three_on_b() {
    assert_eq!(starting_sides(&bwinf()), [Side::on(&[0]); 2]);
    assert_eq!(starting_sides(&devofvictory()), [Side::on(&[]); 2]);
}

#[test]
fn rule_2_the_index_or_the_higher_die_decides_who_begins() {
    let begins = |text: &str, dice: &str, game| {
        let dice = both(dice, |faces| Die::read(faces).unwrap());
        let job = pair_of(rules(text), 4096, Seed(42), [1, 2], dice);
        job.beginner(&mut job.blocks(), game)
    };
    let roll_off = "start = \"roll-off\"";
    for game in 0..50 {
        let even = if game % 2 == 0 { Seat::A } else { Seat::B };
        for (text, dice, expected) in [
            ("", "1-6 / 1-6", even),
            ("start = \"first\"", "1-6 / 1-6", Seat::A),
            (roll_off, "1 2 / 3 4", Seat::B),
            (roll_off, "5 6 / 3 4", Seat::A),
            // Equal dice fall back to the index.
            (roll_off, "6 / 6 6", even),
        ] {
            assert_eq!(begins(text, dice, game), expected, "{text} {dice} {game}");
        }
    }
    assert_eq!(devofvictory().start, Start::First);
}

#[test]
fn rules_4_to_9_force_the_one_move() {
    let (bwinf, frozen, devofvictory) =
        (bwinf(), rules("goal_pieces = \"frozen\""), devofvictory());
    let always = rules("clear_a = \"always\"");
    let both = LudoRules { goal_pieces: GoalPieces::Frozen, ..devofvictory.clone() };
    let moves: &[(u32, &LudoRules, &[u8], u32, Moved)] = &[
        (4, &bwinf, &[5], 4, from(5, 9)),
        // Own pieces on the way are jumped and their squares count, in the goal too.
        (4, &bwinf, &[38, 40, 41, 43], 4, from(38, 42)),
        // 0 is never a move.
        (4, &bwinf, &[5, 10, 20, 30], 0, None),
        (5, &bwinf, &[10, 13, 42, 43], 3, from(13, 16)),
        (5, &bwinf, &[13, 16, 42, 43], 26, from(13, 39)),
        (6, &bwinf, &[10, 20, 30], 6, ENTERS),
        (6, &devofvictory, &[10], 6, ENTERS),
        // Nobody waits: the frontmost moves.
        (6, &bwinf, &[10, 20, 30, 31], 6, from(31, 37)),
        (6, &bwinf, &[0, 20], 6, from(0, 6)),
        (6, &devofvictory, &[0, 6], 6, None),
        (7, &bwinf, &[0, 20], 3, from(0, 3)),
        // It leaves as soon as it can; until then the frontmost moves.
        (7, &bwinf, &[0, 3, 20], 3, from(20, 23)),
        (7, &always, &[0, 20, 30, 41], 3, from(0, 3)),
        (7, &always, &[0, 3, 20, 30], 3, from(30, 33)),
        (8, &bwinf, &[39, 5, 17], 5, from(17, 22)),
        // Pieces in the goal are in front and count.
        (8, &bwinf, &[40, 5], 2, from(40, 42)),
        (8, &frozen, &[40, 5], 2, from(5, 7)),
        (8, &frozen, &[40, 41, 42], 1, None),
        (8, &frozen, &[39, 40], 2, from(39, 41)),
        // The piece with a free next square moves or the roll is lost.
        (8, &devofvictory, &[39, 5], 5, None),
        // d has no next square, and c's is taken.
        (8, &devofvictory, &[42, 43, 5], 1, from(5, 6)),
        // A piece behind another is passed over even where the roll would carry it across.
        (8, &devofvictory, &[10, 11], 12, from(11, 23)),
        (8, &devofvictory, &[42, 43, 4, 5], 2, from(5, 7)),
        // A piece on A is chosen whatever stands in front, and holds all others up.
        (8, &devofvictory, &[0, 20], 3, from(0, 3)),
        (8, &devofvictory, &[0, 3, 20], 3, None),
        // Frozen pieces cannot take a next square.
        (8, &both, &[40, 5], 2, from(5, 7)),
        (9, &bwinf, &[38], 5, from(38, 43)),
        (9, &bwinf, &[43, 42, 41, 38], 3, None),
        (9, &bwinf, &[38, 41, 42, 43], 6, None),
    ];
    for &(rule, rules, squares, roll, expected) in moves {
        let forced = forced_move(rules, &Side::on(squares), roll);
        let forced = forced.map(|forced| (forced.from, forced.to));
        assert_eq!(forced, expected, "rule {rule}: {squares:?} {roll}");
    }
    for far in [44, 64, 255, 256, 300, 1_000_000] {
        assert_eq!(forced_move(&bwinf, &Side::on(&[0, 1, 2, 3]), far), None);
    }
}

#[test]
fn rule_5_a_piece_of_the_opponent_is_sent_back_to_its_b() {
    for (square, theirs) in [(10, 30), (19, 39), (20, 0), (21, 1), (39, 19), (1, 21)] {
        let squares = format!("{} / {theirs} 41", square - 1);
        let (result, log) = game(&bwinf(), "1-6 / 1-6", &squares, "1 /");
        assert_eq!((result.captures, log[0].0.captured), (1, Some(theirs)), "{square}");
        assert_eq!(log[0].1, [Side::on(&[square]), Side::on(&[41])]);
    }
    for (squares, rolls, captures, [one, two]) in [
        // One on the way is jumped, and stays.
        ("10 / 31", "5 /", 0, [&[15][..], &[31][..]]),
        // Goal squares are private.
        ("39 / 20 40", "1 /", 0, [&[40], &[20, 40]]),
        // A piece that enters captures, too.
        ("10 / 20", "6 /", 1, [&[0, 10], &[]]),
    ] {
        let (result, log) = game(&bwinf(), "1-6 / 1-6", squares, rolls);
        assert_eq!((result.captures, log[0].1), (captures, [Side::on(one), Side::on(two)]));
    }
}

#[test]
fn rules_3_10_and_11_say_who_throws_next_and_when_games_end() {
    for (dice, squares, rolls, expected) in [
        // Rule 3: who cannot move forfeits the turn, as player 1 does without a 6.
        ("1-6 / 1-6", "/ 10 20 30 39", "5 4 / 1 2", "limit after 4"),
        // Rule 10: a 6 throws again, even when idle.
        ("1-6 / 1 6", "38 41 42 43 / 10 11 12 13", "6 6 5 3 / 6 1", "limit after 6"),
        // Rule 11: at once, with a 6 too, and at the limit.
        ("1-6 / 1-6", "39 41 42 43 / 5", "1 / 1", "1 wins after 1"),
        ("1-6 / 1-6", "34 41 42 43 / 5", "6 1 /", "1 wins after 1"),
        // No die has a 6; player 1 waits with all, player 2's last piece needs a 1 or more room.
        ("1 2 / 3 4", "/ 41", "1 / 3", "stuck after 1"),
        // The move of roll 2 is the last there ever is: 38 + 3 = 41, and 41 + 3 lies beyond d.
        ("1 2 / 3 4", "/ 38", "1 1 / 3 3", "stuck after 2"),
        // A capture takes the last piece that could move.
        ("10 / 3", "29 / 19", "10 / 3", "stuck after 1"),
        // A player alone without a move just waits.
        ("1 2 / 1 4", "/ 5", "1 1 1 / 1 1 4", "limit after 6"),
        // 42 cannot move by 6; all others are in. It is player 1's turn after roll 1.
        ("1-6 / 6 6", "5 / 38 41 42 43", "1 1 / 6", "stuck after 1"),
        // While the other player throws again, the game goes on: stuck only when the turn passes.
        ("1-6 / 6 6", "5 / 38 41 42 43", "6 6 1 /", "stuck after 3"),
        // One other face lets the turn pass, so this is not stuck.
        ("6 50 / 1-6", "38 41 42 43 / 5", "6 50 / 1", "limit after 3"),
        // Sixes that can still move play on, to the last move.
        ("6 6 / 1-6", "30 41 42 43 / 5", "6 6 /", "stuck after 1"),
        // Stuck comes before the limit.
        ("1 / 1", "/ 42", "1 / 1", "stuck after 2"),
        // Under bwinf a piece moves on where devofvictory has the one on A block.
        ("3 / 1", "0 3 /", "3 / 1", "limit after 2"),
    ] {
        assert_eq!(end(&bwinf(), dice, squares, rolls), expected, "{dice}: {squares}; {rolls}");
    }
    // A is held by a piece whose every roll is blocked: the forced-A deadlock.
    assert_eq!(end(&devofvictory(), "3 / 1", "0 3 /", "3 / 1"), "stuck after 1");
}
