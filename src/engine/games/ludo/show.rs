//! Single games of Ludo: results, traces.

use std::fmt::{self, Write};

use super::board::Side;
use super::info::INFO;
use super::pair::Pair;
use super::reference::starting_sides;
use super::result::{GameResult, Outcome, Seat, TIE};
use super::trace::{BOARD, trace};
use crate::core::course::Course;
use crate::core::game::{self, Asked, Scene};
use crate::core::table::{NamedValues, Value};
use crate::core::wording::digits::counted;
use crate::core::wording::text::hanging;

/// Steps that the pieces of a side have walked, B being 0.
fn walked(side: &Side) -> u32 {
    side.squares().map(|square| u32::from(square) + 1).sum()
}

/// One game.
pub struct LudoScene {
    pair: Pair,
    name: String,
    game: u64,
}

impl LudoScene {
    /// The game of two dice that is asked for.
    pub fn new(pair: Pair, asked: &Asked<'_>) -> Self {
        Self { pair, name: asked.name.into(), game: asked.game }
    }

    fn played(&self) -> (Seat, GameResult) {
        self.pair.play_reference(&mut self.pair.blocks(), self.game, |_, _| ())
    }
}

impl Scene for LudoScene {
    fn result(&self) -> NamedValues {
        let (beginner, result) = self.played();
        let (outcome, reason) = result.outcome.positions();
        vec![
            ("outcome", INFO.outcomes[outcome].name.into()),
            ("value", Value::Signed([1, -1, 0][outcome])),
            ("end_reason", INFO.end_reasons[reason].into()),
            ("rolls", u64::from(result.rolls).into()),
            ("captures", u64::from(result.captures).into()),
            ("beginner", (beginner.index() as u64 + 1).into()),
        ]
    }

    fn text(&self, width: usize) -> String {
        let (beginner, result) = self.played();
        let [i, j] = self.pair.positions();
        let who = |seat: Seat| match (i == j, seat) {
            (false, Seat::A) => format!("die {i}"),
            (false, Seat::B) => format!("die {j}"),
            (true, seat) => format!("player {}", seat.index() + 1),
        };
        let limit = u64::from(self.pair.rules().roll_limit);
        let end = match result.outcome {
            Outcome::Win(seat) => format!("{} wins", who(seat)),
            Outcome::Stuck => "tie, stuck: this game can never end".into(),
            Outcome::Limit => format!("tie, undecided after {}", counted(limit, "roll", "rolls")),
        };
        let title = format!("game {}, die {i} against die {j}, rules {}", self.game, self.name);
        format!(
            "{}{end}\n{}, {}, {} began\n",
            hanging("", &title, width),
            counted(result.rolls.into(), "roll", "rolls"),
            counted(result.captures.into(), "capture", "captures"),
            who(beginner),
        )
    }

    fn trace(&self, out: &mut dyn Write, width: usize) -> fmt::Result {
        let mut drawn = true;
        trace(&self.pair, &self.name, self.game, |line| {
            let (indent, words) = line.split_at(line.len() - line.trim_start().len());
            let text = match line.starts_with(BOARD) && line.len() > width {
                true if std::mem::take(&mut drawn) => "(no room for the drawing)\n".into(),
                true => String::new(),
                false => game::line(indent, words, width),
            };
            // The writer behind `out` keeps its own error.
            let _ = out.write_str(&text);
        });
        Ok(())
    }

    fn course(&self) -> Course {
        let mut course = Course::new("the first die", "steps walked");
        let lead = |sides: &[Side; 2]| i64::from(walked(&sides[0])) - i64::from(walked(&sides[1]));
        course.step(lead(&starting_sides(self.pair.rules())));
        let mut last = 0;
        let (_, result) =
            self.pair.play_reference(&mut self.pair.blocks(), self.game, |_, sides| {
                last = lead(sides);
                course.step(last);
            });
        // The end is a step of its own, as in a game of cards.
        course.step(last);
        course.length = result.rolls.into();
        course.is_endless = result.outcome == Outcome::Stuck;
        let (winner, _) = result.outcome.positions();
        course.winner = (winner != TIE).then_some(winner as u8);
        course
    }
}
