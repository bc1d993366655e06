//! The built-in rule sets, with their sources.

use super::rules::{ClearA, GoalPieces, LudoRules, MustMove, PiecesOnA, Start};

/// A built-in rule set.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    /// Where it is from.
    pub source: &'static str,
    goal_pieces: GoalPieces,
    pieces_on_a: PiecesOnA,
    clear_a: ClearA,
    must_move: MustMove,
    start: Start,
}

impl Preset {
    /// The rule set.
    pub fn rules(&self) -> LudoRules {
        LudoRules {
            name: self.name.to_owned(),
            goal_pieces: self.goal_pieces,
            pieces_on_a: self.pieces_on_a,
            clear_a: self.clear_a,
            must_move: self.must_move,
            start: self.start,
        }
    }
}

/// The built-in rule sets, the default first.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "bwinf",
        summary: "the task with its revised readme: pieces in the goal may move on",
        source: "40th Bundeswettbewerb Informatik (2021), round 1, task 4 \"Würfelglück\", with the \
                 revised readme",
        goal_pieces: GoalPieces::MoveOn,
        pieces_on_a: PiecesOnA::One,
        clear_a: ClearA::WhileWaiting,
        must_move: MustMove::FrontmostMovable,
        start: Start::Alternate,
    },
    Preset {
        name: "bwinf-frozen",
        summary: "the task with its early readme: pieces in the goal stay where they are",
        source: "40th Bundeswettbewerb Informatik (2021), round 1, task 4 \"Würfelglück\", with the \
                 early readme",
        goal_pieces: GoalPieces::Frozen,
        pieces_on_a: PiecesOnA::One,
        clear_a: ClearA::WhileWaiting,
        must_move: MustMove::FrontmostMovable,
        start: Start::Alternate,
    },
    Preset {
        name: "devofvictory",
        summary: "one contestant's solution: all pieces wait, the roll is lost where it does not fit",
        source: "DevOFVictory, \"Aufgabe 4: Würfelglück\" (28 November 2021), GamePlayer.java",
        goal_pieces: GoalPieces::MoveOn,
        pieces_on_a: PiecesOnA::None,
        clear_a: ClearA::Always,
        must_move: MustMove::NextSquareFree,
        start: Start::First,
    },
];

/// The preset of this name, if there is one.
pub fn preset(name: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|preset| preset.name == name)
}
