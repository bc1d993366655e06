//! The built-in rule sets, with their sources.

use super::rules::{BWINF, ClearA, GoalPieces, LudoRules, MustMove, Start};
use crate::core::game::Preset;

/// The built-in rule sets, the default first.
pub const PRESETS: &[Preset<LudoRules>] = &[
    Preset {
        name: "bwinf",
        summary: "the task with its revised readme: pieces in the goal may move on",
        source: "40th Bundeswettbewerb Informatik (2021), round 1, task 4 \"Würfelglück\", with the \
                 revised readme",
        fields: BWINF,
    },
    Preset {
        name: "bwinf-frozen",
        summary: "the task with its early readme: pieces in the goal stay where they are",
        source: "40th Bundeswettbewerb Informatik (2021), round 1, task 4 \"Würfelglück\", with the \
                 early readme",
        fields: LudoRules { goal_pieces: GoalPieces::Frozen, ..BWINF },
    },
    Preset {
        name: "devofvictory",
        summary: "one contestant's solution: all pieces wait, the roll is lost where it does not fit",
        source: "DevOFVictory, \"Aufgabe 4: Würfelglück\" (28 November 2021), GamePlayer.java",
        fields: LudoRules {
            pieces_on_a: 0,
            clear_a: ClearA::Always,
            must_move: MustMove::NextSquareFree,
            start: Start::First,
            ..BWINF
        },
    },
];

impl LudoRules {
    /// The built-in rule set of this name, if there is one.
    pub fn preset(name: &str) -> Option<Self> {
        PRESETS.iter().find(|preset| preset.name == name).map(|preset| preset.fields.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_preset_is_the_default_and_all_differ() {
        assert_eq!(PRESETS[0].fields, LudoRules::default());
        for (k, preset) in PRESETS.iter().enumerate() {
            assert_eq!(LudoRules::preset(preset.name), Some(preset.fields.clone()));
            for other in &PRESETS[..k] {
                assert_ne!(other.fields, preset.fields, "{} and {}", other.name, preset.name);
            }
        }
        assert_eq!(LudoRules::preset("umass"), None);
    }
}
