//! The built-in rule sets, with their sources.

use crate::core::game::Preset;

/// The built-in rule sets, the default first.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "bwinf",
        summary: "the task with its revised readme: pieces in the goal may move on",
        source: "40th Bundeswettbewerb Informatik (2021), round 1, task 4 \"Würfelglück\", with the \
                 revised readme",
        fields: "",
    },
    Preset {
        name: "bwinf-frozen",
        summary: "the task with its early readme: pieces in the goal stay where they are",
        source: "40th Bundeswettbewerb Informatik (2021), round 1, task 4 \"Würfelglück\", with the \
                 early readme",
        fields: r#"goal_pieces = "frozen""#,
    },
    Preset {
        name: "devofvictory",
        summary: "one contestant's solution: all pieces wait, the roll is lost where it does not fit",
        source: "DevOFVictory, \"Aufgabe 4: Würfelglück\" (28 November 2021), GamePlayer.java",
        fields: r#"
            pieces_on_a = 0
            clear_a = "always"
            must_move = "next-square-free"
            start = "first"
        "#,
    },
];

#[cfg(test)]
mod tests {
    use super::PRESETS;
    use crate::games::ludo::LudoRules;

    impl LudoRules {
        /// The built-in rule set of this name, if there is one.
        pub fn preset(name: &str) -> Option<Self> {
            let preset = PRESETS.iter().find(|preset| preset.name == name)?;
            toml::from_str(preset.fields).ok()
        }
    }
}
