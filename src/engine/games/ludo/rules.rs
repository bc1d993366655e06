//! The fields of a rule set: every switch of `docs/ludo.md`, each with its word in files and rows.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::core::fields::{Field, FieldTable, Holds};
use crate::core::wording::field;
use crate::core::words::choice;

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

/// How many of the four pieces stand on A at the start: a number in files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PiecesOnA {
    /// One on A, three on B (`1`).
    #[default]
    One,
    /// All four wait on B (`0`).
    None,
}

impl PiecesOnA {
    /// Every value, in the order of the documentation.
    pub const ALL: &'static [PiecesOnA] = &[PiecesOnA::One, PiecesOnA::None];

    /// The number itself.
    pub fn number(self) -> u8 {
        match self {
            PiecesOnA::One => 1,
            PiecesOnA::None => 0,
        }
    }
}

impl TryFrom<i64> for PiecesOnA {
    type Error = i64;

    fn try_from(number: i64) -> Result<Self, i64> {
        let known = Self::ALL.iter().find(|pieces| i64::from(pieces.number()) == number);
        known.copied().ok_or(number)
    }
}

impl Serialize for PiecesOnA {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.number())
    }
}

impl<'de> Deserialize<'de> for PiecesOnA {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        field::whole(deserializer, "1 or 0")
    }
}

/// Rolls of a limit.
const ROLL_LIMIT: Holds = Holds::Whole(&[4_096, 1, 200, 100_000], [1, u32::MAX as u64]);

/// Every field of a rules file.
pub const FIELDS: FieldTable<LudoRules> = FieldTable(&[&[
    Field::new("goal_pieces", Holds::Word(GoalPieces::WORDS)),
    Field::new("pieces_on_a", Holds::Other(&["1", "0"])),
    Field::new("clear_a", Holds::Word(ClearA::WORDS)),
    Field::new("must_move", Holds::Word(MustMove::WORDS)),
    Field::new("start", Holds::Word(Start::WORDS)),
    Field::new("roll_limit", ROLL_LIMIT),
    Field::new("die_1", Holds::Other(&[])),
    Field::new("die_2", Holds::Other(&[])),
]]);

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
    /// Pieces on A at the start.
    pub pieces_on_a: PiecesOnA,
    /// When a piece on A must leave.
    pub clear_a: ClearA,
    /// Which piece must move.
    pub must_move: MustMove,
    /// Who begins.
    pub start: Start,
    /// Rolls after which an undecided game is a tie.
    #[serde(deserialize_with = "roll_limit")]
    pub roll_limit: u32,
    /// Faces of the first die, where no file of dice is played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub die_1: Option<String>,
    /// Of the second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub die_2: Option<String>,
}

fn roll_limit<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    ROLL_LIMIT.read(deserializer)
}

/// The rule set `bwinf`.
pub const BWINF: LudoRules = LudoRules {
    goal_pieces: GoalPieces::MoveOn,
    pieces_on_a: PiecesOnA::One,
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
    fn every_combination_is_a_table_that_reads_back_as_itself() {
        let mut count = 0;
        for &goal_pieces in GoalPieces::ALL {
            for &pieces_on_a in PiecesOnA::ALL {
                for &clear_a in ClearA::ALL {
                    for &must_move in MustMove::ALL {
                        for &start in Start::ALL {
                            let rules = LudoRules {
                                goal_pieces,
                                pieces_on_a,
                                clear_a,
                                must_move,
                                start,
                                ..BWINF
                            };
                            let table = toml::Table::try_from(rules.clone()).unwrap();
                            assert_eq!(table.len(), 6);
                            assert_eq!(table.try_into::<LudoRules>().unwrap(), rules);
                            count += 1;
                        }
                    }
                }
            }
        }
        assert_eq!(count, 2 * 2 * 2 * 2 * 3);
    }

    #[test]
    fn fields_that_are_left_out_are_those_of_the_default() {
        let rules: LudoRules = toml::from_str("start = \"first\"").unwrap();
        assert_eq!(rules, LudoRules { start: Start::First, ..LudoRules::default() });
        let text = "goal_pieces = \"move-on\"\npieces_on_a = 1\nclear_a = \"while-waiting\"\n\
                    must_move = \"frontmost-movable\"\nstart = \"alternate\"\nroll_limit = 4096\n";
        assert_eq!(toml::to_string(&LudoRules::default()).unwrap(), text);
    }

    #[test]
    fn mistakes_name_the_field_the_value_and_what_is_allowed() {
        let message = |text: &str| toml::from_str::<LudoRules>(text).unwrap_err().to_string();
        for (text, parts) in [
            ("goal_pieces = \"free\"", ["goal_pieces", "\"free\"", "\"move-on\" or \"frozen\""]),
            ("start = \"rolloff\"", ["start", "\"rolloff\"", "did you mean \"roll-off\"?"]),
            ("pieces_on_a = 2", ["pieces_on_a", "`2`", "must be 1 or 0"]),
            ("pieces_on_a = \"1\"", ["pieces_on_a", "`\"1\"`", "must be 1 or 0"]),
            ("goal = \"frozen\"", ["unknown field `goal`", "`goal_pieces`", "`start`"]),
            (
                "start = 1",
                ["line 1, column 9", "start", "\"alternate\", \"roll-off\" or \"first\""],
            ),
        ] {
            let message = message(text);
            for part in parts {
                assert!(message.contains(part), "{part:?} is missing in {message}");
            }
        }
    }
}
