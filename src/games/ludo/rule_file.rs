//! A rules file: a built-in rule set as `base`, and the fields that it changes.

use serde::{Deserialize, Deserializer};
use thiserror::Error;

use super::presets::PRESETS;
use super::rules::{ClearA, GoalPieces, LudoRules, MustMove, PiecesOnA, Start};
use crate::core::wording::field;

/// What is wrong with a rules file: the parser's message, with line, column and what is allowed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct RuleFileError(pub String);

/// The fields as written: all optional, each changes its base.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "rule fields, such as goal_pieces = \"frozen\"")]
struct Written {
    #[serde(default, deserialize_with = "base")]
    base: LudoRules,
    goal_pieces: Option<GoalPieces>,
    pieces_on_a: Option<PiecesOnA>,
    clear_a: Option<ClearA>,
    must_move: Option<MustMove>,
    start: Option<Start>,
}

fn base<'de, D: Deserializer<'de>>(deserializer: D) -> Result<LudoRules, D::Error> {
    const NAMES: [&str; PRESETS.len()] = {
        let mut names = [""; PRESETS.len()];
        let mut k = 0;
        while k < names.len() {
            names[k] = PRESETS[k].name;
            k += 1;
        }
        names
    };
    field::word(deserializer, &NAMES).map(|k| PRESETS[k].rules)
}

impl LudoRules {
    /// The rule set that a TOML text describes: a `base` (default `bwinf`) and changed fields.
    ///
    /// Errors: [`RuleFileError`], naming the field, its value and the values allowed.
    pub fn from_toml(text: &str) -> Result<Self, RuleFileError> {
        let Written { base, goal_pieces, pieces_on_a, clear_a, must_move, start } =
            toml::from_str(text).map_err(|e| RuleFileError(e.to_string().trim_end().into()))?;
        Ok(Self {
            goal_pieces: goal_pieces.unwrap_or(base.goal_pieces),
            pieces_on_a: pieces_on_a.unwrap_or(base.pieces_on_a),
            clear_a: clear_a.unwrap_or(base.clear_a),
            must_move: must_move.unwrap_or(base.must_move),
            start: start.unwrap_or(base.start),
        })
    }

    /// The rule set as TOML with every field, which reads back as the same rules.
    pub fn to_toml(&self) -> String {
        let Self { goal_pieces, pieces_on_a, clear_a, must_move, start } = self;
        format!(
            "goal_pieces = \"{}\"\npieces_on_a = {}\nclear_a = \"{}\"\nmust_move = \"{}\"\nstart = \"{}\"\n",
            goal_pieces.name(),
            pieces_on_a.number(),
            clear_a.name(),
            must_move.name(),
            start.name(),
        )
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_reads_back_as_itself() {
        for preset in PRESETS {
            assert_eq!(LudoRules::from_toml(&preset.rules.to_toml()), Ok(preset.rules));
            assert_eq!(toml::to_string(&preset.rules).unwrap(), preset.rules.to_toml());
            let named = format!("base = {:?}", preset.name);
            assert_eq!(LudoRules::from_toml(&named), Ok(preset.rules));
        }
    }

    #[test]
    fn an_empty_text_is_the_default_and_a_field_changes_alone() {
        assert_eq!(LudoRules::from_toml(""), Ok(LudoRules::default()));
        let frozen = LudoRules { goal_pieces: GoalPieces::Frozen, ..LudoRules::default() };
        assert_eq!(LudoRules::from_toml("goal_pieces = \"frozen\""), Ok(frozen));
        let text = "base = \"devofvictory\"\npieces_on_a = 1\n";
        let rules = LudoRules::from_toml(text).unwrap();
        assert_eq!((rules.pieces_on_a, rules.start), (PiecesOnA::One, Start::First));
        assert_eq!(rules.must_move, MustMove::NextSquareFree);
    }

    #[test]
    fn mistakes_name_the_line_the_value_and_what_is_allowed() {
        let message = |text: &str| LudoRules::from_toml(text).unwrap_err().to_string();
        let wrong = "unknown word \"free\": use \"move-on\" or \"frozen\"";
        assert!(message("\ngoal_pieces = \"free\"").starts_with("TOML parse error at line 2"));
        assert!(message("goal_pieces = \"free\"").ends_with(wrong));
        assert!(message("pieces_on_a = 2").contains("`2`, expected 1 or 0"));
        assert!(message("base = \"hasbro\"").contains("\"bwinf-frozen\" or \"devofvictory\""));
        assert!(message("goal = \"frozen\"").contains("unknown field `goal`"));
        assert!(message("start = 1").contains("line 1, column 9"));
        assert!(message("start").starts_with("TOML parse error"));
    }
}
