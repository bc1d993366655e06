//! A game in words: every roll, every move, and the board drawn in text, 80 columns wide.

use super::board::{LAST, Place, Side, TRACK, across};
use super::die::in_a_line;
use super::pair::Pair;
use super::reference::{Move, Throw, Why, starting_sides};
use super::result::{GameResult, Outcome, Seat};

/// How lines with a drawing of the board begin.
pub const BOARD: &str = "      ";

/// Plays one game and hands each line of its story to `line`, without line ends.
///
/// `rules` is the name of the rule set.
pub fn trace(pair: &Pair, rules: &str, game: u64, mut line: impl FnMut(&str)) {
    let beginner = pair.beginner(&mut pair.blocks(), game);
    for text in opening(pair, rules, game, beginner) {
        line(&text);
    }
    let (_, result) = pair.play_reference(&mut pair.blocks(), game, |throw, sides| {
        line(&numbered(throw, sides));
        if throw.moved.is_some() {
            line(&drawing(sides));
        }
    });
    line(&ending(&result));
}

/// The lines before the first throw.
fn opening(pair: &Pair, rules: &str, game: u64, beginner: Seat) -> Vec<String> {
    let [die_1, die_2] = pair.dice().map(|die| in_a_line(&die.to_string()));
    let [at_1, at_2] = pair.positions();
    vec![
        format!("Game {game} of dice {at_1} and {at_2}, rules {rules}"),
        format!("Player 1 has the die {die_1}"),
        format!("Player 2 has the die {die_2}"),
        "In words squares count from the mover's own A to 39, then the goal a b c d.".to_owned(),
        "The drawing counts from player 1's A; player 2's A is at 20 there.".to_owned(),
        format!("Player {} begins.", beginner.index() + 1),
        format!("{BOARD}B 1   A         10        20        30          goal 1  goal 2   B 2"),
        drawing(&starting_sides(pair.rules())),
    ]
}

/// A throw in words, after its number.
fn numbered(throw: Throw, sides: &[Side; 2]) -> String {
    let player = throw.seat.index() + 1;
    let moved = match throw.moved {
        None => "no move".to_owned(),
        Some(Move { from, to, why }) => {
            let way = format!("{} to {}", place(from), place(Place::On(to)));
            match why {
                Why::Enters => format!("{way}, enters"),
                Why::MakesRoom => format!("{way}, makes room"),
                Why::ClearsA => format!("{way}, clears A"),
                Why::Front => way,
            }
        }
    };
    let captures = if throw.captured.is_some() { ", captures" } else { "" };
    let won = sides[throw.seat.index()].is_home();
    let again = if throw.roll == 6 && !won { ", throws again" } else { "" };
    format!("{:>5} player {player} throws {}: {moved}{captures}{again}", throw.number, throw.roll)
}

/// A place as its owner calls it: B, A, 1 to 39, a to d.
fn place(place: Place) -> String {
    match place {
        Place::Waiting => "B".to_owned(),
        Place::On(0) => "A".to_owned(),
        Place::On(square) if square < TRACK => square.to_string(),
        Place::On(square) => char::from(b'a' + (square - TRACK)).to_string(),
    }
}

/// The board on one line: B of player 1, the track from player 1's A, both goals, B of player 2.
fn drawing(sides: &[Side; 2]) -> String {
    let track: String = (0..TRACK)
        .map(|square| match (sides[0].holds(square), across(square)) {
            (true, _) => '1',
            (false, Some(theirs)) if sides[1].holds(theirs) => '2',
            _ => '.',
        })
        .collect();
    let goal = |k: usize, piece: char| -> String {
        (TRACK..=LAST).map(|square| if sides[k].holds(square) { piece } else { '.' }).collect()
    };
    let waiting = |k: usize, piece: &str| piece.repeat(sides[k].waiting());
    let (goal_1, goal_2) = (goal(0, '1'), goal(1, '2'));
    let (b_1, b_2) = (waiting(0, "1"), waiting(1, "2"));
    format!("{BOARD}{b_1:.<4}  {track}  {goal_1}    {goal_2}     {b_2:.<4}")
}

/// The last line.
pub(super) fn ending(result: &GameResult) -> String {
    let GameResult { outcome, rolls, captures } = result;
    let end = match outcome {
        Outcome::Win(seat) => format!("Player {} wins", seat.index() + 1),
        Outcome::Stuck => "A tie, stuck: this game can never end".to_owned(),
        Outcome::Limit => "A tie by the roll limit".to_owned(),
    };
    format!("{end}. Rolls: {rolls}, captures: {captures}.")
}

#[cfg(test)]
mod tests {
    use super::super::die::Die;
    use super::*;
    use crate::core::cards::Seed;
    use crate::games::ludo::presets::PRESETS;
    use crate::games::ludo::rules::LudoRules;
    use crate::games::ludo::tests::pair_of;

    #[test]
    fn a_whole_game_of_each_preset_reads_well() {
        let mut text = String::new();
        for preset in PRESETS {
            let dice =
                [[1, 2, 3, 4, 5, 6], [1, 1, 6, 6, 6, 6]].map(|f| Die::new(f.to_vec()).unwrap());
            let pair =
                pair_of(LudoRules::preset(preset.name).unwrap(), 4096, Seed(42), [1, 2], dice);
            trace(&pair, preset.name, 0, |line| {
                text.push_str(line);
                text.push('\n');
            });
        }
        insta::assert_snapshot!("presets", text);
    }

    #[test]
    fn no_line_is_wider_than_a_terminal() {
        let dice = [vec![1_000_000, 6, 5], (0..1000).collect()].map(|f| Die::new(f).unwrap());
        let pair = pair_of(LudoRules::default(), 4096, Seed(1), [999, 1000], dice);
        let mut lines = 0;
        trace(&pair, PRESETS[0].name, u64::MAX, |line| {
            assert!(line.len() <= 80, "{line}");
            lines += 1;
        });
        assert!(lines > 10);
    }
}
