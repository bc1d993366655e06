//! The fields of a rule set: every switch of `docs/ludo.md`, each with its word in files and rows.

use serde::{Deserialize, Serialize};

use crate::core::choice::choice;
use crate::core::fields::{Field, FieldTable, Holds};
use crate::core::wording::field;

choice! {
    /// Whether pieces in the goal may move on inside it.
    ///
    /// Source: the readme of the task says first that pieces which have reached the goal stay where
    /// they are, and in its revised form that they count as frontmost and may move on. The default
    /// is the revised form. This one word decides which die is best.
    GoalPieces {
        /// They are in front, count, and move on while there is room.
        #[default] MoveOn = "move-on",
        /// They stay on the goal square they reached.
        Frozen = "frozen",
    }
}

choice! {
    /// When a piece of one's own on A must leave before any other piece moves.
    ClearA {
        /// Only while pieces wait on B.
        #[default] WhileWaiting = "while-waiting",
        /// With every roll that it can use.
        Always = "always",
    }
}

choice! {
    /// Which piece must move where neither entering nor the duty to clear A decides.
    MustMove {
        /// The frontmost that can use the roll.
        #[default] FrontmostMovable = "frontmost-movable",
        /// A piece on A; else the frontmost whose next square is its own goal or track and free of
        /// own pieces. If the roll does not fit that piece, the roll is lost.
        NextSquareFree = "next-square-free",
    }
}

choice! {
    /// Who begins.
    Start {
        /// The first die begins the games of even index.
        #[default] Alternate = "alternate",
        /// Both roll their own die until one is higher, after 100 equal pairs as `Alternate`.
        RollOff = "roll-off",
        /// The first die begins every game.
        First = "first",
    }
}

/// Every field of a rules file.
pub const FIELDS: FieldTable<LudoRules> = FieldTable(&[
    Field::new("goal_pieces", Holds::Word(GoalPieces::WORDS)),
    Field::new("pieces_on_a", Holds::Whole(&[1, 0], [0, 1])),
    Field::new("clear_a", Holds::Word(ClearA::WORDS)),
    Field::new("must_move", Holds::Word(MustMove::WORDS)),
    Field::new("start", Holds::Word(Start::WORDS)),
    Field::new("roll_limit", Holds::Whole(&[4_096, 1, 200, 100_000], [1, u32::MAX as u64])),
    Field::new("die_1", Holds::Other),
    Field::new("die_2", Holds::Other),
]);

/// A rule set as it is written; the default is `bwinf`. Every combination of the switches has a meaning and can be
/// played.
///
/// In a file it is a table of these fields, each with its default where it is left out.
/// Errors of reading: an unknown field, a wrong type or an unknown word is refused with what is
/// allowed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "rule fields, such as goal_pieces = \"frozen\"")]
pub struct LudoRules {
    /// Whether pieces in the goal may move on.
    pub goal_pieces: GoalPieces,
    /// Pieces on A at the start, 0 or 1; the others wait on B.
    #[serde(deserialize_with = "field::whole")]
    pub pieces_on_a: u8,
    /// When a piece on A must leave.
    pub clear_a: ClearA,
    /// Which piece must move.
    pub must_move: MustMove,
    /// Who begins.
    pub start: Start,
    /// Rolls after which an undecided game is a tie.
    #[serde(deserialize_with = "field::whole")]
    pub roll_limit: u32,
    /// Faces of the first die, where no file of dice is played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub die_1: Option<String>,
    /// Of the second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub die_2: Option<String>,
}

/// The rule set `bwinf`.
pub const BWINF: LudoRules = LudoRules {
    goal_pieces: GoalPieces::MoveOn,
    pieces_on_a: 1,
    clear_a: ClearA::WhileWaiting,
    must_move: MustMove::FrontmostMovable,
    start: Start::Alternate,
    roll_limit: 4_096,
    die_1: None,
    die_2: None,
};

impl Default for LudoRules {
    fn default() -> Self {
        BWINF
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_name_the_field_the_value_and_what_is_allowed() {
        let whole = "must be a whole number of 0 or more";
        for (text, parts) in [
            ("goal_pieces = \"free\"", ["goal_pieces", "\"free\"", "\"move-on\" or \"frozen\""]),
            ("start = \"rolloff\"", ["start", "\"rolloff\"", "did you mean \"roll-off\"?"]),
            ("start = 1", ["line 1, column 9", "start", "\"roll-off\" or \"first\""]),
            ("pieces_on_a = -1", ["pieces_on_a", "`-1`", whole]),
            ("goal = \"frozen\"", ["unknown field `goal`", "`goal_pieces`", "`start`"]),
            ("pieces_on_a = 2", ["pieces_on_a = 2", "is out of range", "use 0 to 1"]),
            ("roll_limit = 0", ["roll_limit = 0", "is out of range", "use 1 to"]),
        ] {
            let read = toml::from_str::<LudoRules>(text).map_err(|error| error.to_string());
            let checked = read.and_then(|rules| rules.check().map_err(|error| error.to_string()));
            let message = checked.unwrap_err();
            assert!(parts.iter().all(|part| message.contains(part)), "{parts:?} {message}");
        }
    }
}
