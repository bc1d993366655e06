//! The rule set of a game: every switch of `docs/ludo.md` a field, read from TOML and checked.

use serde::Deserialize;
use thiserror::Error;

use super::presets::{self, PRESETS};

/// Whether pieces in the goal may move on inside it.
///
/// Source: the readme of the task says first that pieces which have reached the goal stay where
/// they are, and in its revised form that they count as frontmost and may move on. Default is the
/// revised form. This one word decides which die is best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GoalPieces {
    /// They are in front, count, and move on while there is room (TOML `move-on`).
    MoveOn,
    /// They stay on the goal square they reached (TOML `frozen`).
    Frozen,
}

/// How many of the four pieces stand on A at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PiecesOnA {
    /// All four wait on B (TOML `0`).
    None,
    /// One on A, three on B (TOML `1`).
    One,
}

/// When an own piece on A must leave before any other piece moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClearA {
    /// Only while pieces wait on B (TOML `while-waiting`).
    WhileWaiting,
    /// With every roll that it can use (TOML `always`).
    Always,
}

/// Which piece must move where neither entering nor the duty to clear A decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MustMove {
    /// The frontmost that can use the roll (TOML `frontmost-movable`).
    FrontmostMovable,
    /// A piece on A; else the frontmost whose next square is its own goal or track and free of own
    /// pieces. If the roll does not fit that piece, the roll is lost (TOML `next-square-free`).
    NextSquareFree,
}

/// Who begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Start {
    /// The first die begins the games of even index (TOML and option `alternate`).
    Alternate,
    /// Both roll their own die until one is higher, after 100 equal pairs as `Alternate`
    /// (`roll-off`).
    RollOff,
    /// The first die begins every game (`first`).
    First,
}

/// A switch whose values have names, in TOML and in output rows.
pub trait Named: Copy + PartialEq + Sized + 'static {
    /// Every value with its name, the default first.
    const NAMES: &'static [(&'static str, Self)];

    /// The name of this value.
    fn name(self) -> &'static str {
        let found = Self::NAMES.iter().find(|(_, value)| *value == self);
        found.map_or("", |(name, _)| name)
    }

    /// The value of this name, if there is one.
    fn of_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(own, _)| *own == name).map(|(_, value)| *value)
    }
}

impl Named for GoalPieces {
    const NAMES: &'static [(&'static str, Self)] =
        &[("move-on", GoalPieces::MoveOn), ("frozen", GoalPieces::Frozen)];
}

impl Named for PiecesOnA {
    const NAMES: &'static [(&'static str, Self)] = &[("1", PiecesOnA::One), ("0", PiecesOnA::None)];
}

impl Named for ClearA {
    const NAMES: &'static [(&'static str, Self)] =
        &[("while-waiting", ClearA::WhileWaiting), ("always", ClearA::Always)];
}

impl Named for MustMove {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("frontmost-movable", MustMove::FrontmostMovable),
        ("next-square-free", MustMove::NextSquareFree),
    ];
}

impl Named for Start {
    const NAMES: &'static [(&'static str, Self)] =
        &[("alternate", Start::Alternate), ("roll-off", Start::RollOff), ("first", Start::First)];
}

/// A rule set. Every combination of the switches has a meaning and can be played.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LudoRules {
    /// Its name in output rows: a preset's, or the name of its file without ending.
    pub name: String,
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
}

/// What is wrong with a rule set written as TOML.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LudoRulesError {
    /// Not TOML, a field that does not exist, or a value of the wrong type.
    #[error("{name}: {message}")]
    Toml {
        /// Name of the file or rule set.
        name: String,
        /// The parser's message, with line and column.
        message: String,
    },
    /// A value that the field does not know.
    #[error("{name}: {field} = {value:?} is not allowed; use one of {allowed}")]
    Value {
        /// Name of the file or rule set.
        name: String,
        /// The field.
        field: &'static str,
        /// The value given.
        value: String,
        /// The values that exist.
        allowed: String,
    },
}

/// The fields as written: all optional, each changes its base.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    base: Option<String>,
    goal_pieces: Option<String>,
    pieces_on_a: Option<i64>,
    clear_a: Option<String>,
    must_move: Option<String>,
    start: Option<String>,
}

impl LudoRules {
    /// A preset by name, if there is one.
    pub fn preset(name: &str) -> Option<Self> {
        presets::preset(name).map(|preset| preset.rules())
    }

    /// The rule set that a TOML text describes: a `base` (default `bwinf`) and changed switches.
    ///
    /// Shapes: `name` becomes the rule set's name and stands in messages.
    /// Errors: [`LudoRulesError`], naming the field, its value and the values allowed.
    pub fn from_toml(name: &str, text: &str) -> Result<Self, LudoRulesError> {
        let written: Written = toml::from_str(text).map_err(|error| LudoRulesError::Toml {
            name: name.to_owned(),
            message: error.to_string().trim_end().to_owned(),
        })?;
        let base = written.base.as_deref().unwrap_or(PRESETS[0].name);
        let mut rules = Self::preset(base).ok_or_else(|| LudoRulesError::Value {
            name: name.to_owned(),
            field: "base",
            value: base.to_owned(),
            allowed: quoted(PRESETS.iter().map(|preset| preset.name)),
        })?;
        rules.name = name.to_owned();
        change(name, "goal_pieces", written.goal_pieces, &mut rules.goal_pieces)?;
        let pieces = written.pieces_on_a.map(|number| number.to_string());
        change(name, "pieces_on_a", pieces, &mut rules.pieces_on_a)?;
        change(name, "clear_a", written.clear_a, &mut rules.clear_a)?;
        change(name, "must_move", written.must_move, &mut rules.must_move)?;
        change(name, "start", written.start, &mut rules.start)?;
        Ok(rules)
    }

    /// The rule set as TOML with every switch, which reads back as the same rules.
    pub fn to_toml(&self) -> String {
        format!(
            "goal_pieces = \"{}\"\npieces_on_a = {}\nclear_a = \"{}\"\nmust_move = \"{}\"\nstart = \"{}\"\n",
            self.goal_pieces.name(),
            self.pieces_on_a.name(),
            self.clear_a.name(),
            self.must_move.name(),
            self.start.name(),
        )
    }
}

/// Sets a switch to the value of this name, where one is given.
fn change<T: Named>(
    name: &str,
    field: &'static str,
    value: Option<String>,
    switch: &mut T,
) -> Result<(), LudoRulesError> {
    if let Some(value) = value {
        *switch = T::of_name(&value).ok_or_else(|| LudoRulesError::Value {
            name: name.to_owned(),
            field,
            value,
            allowed: quoted(T::NAMES.iter().map(|(name, _)| *name)),
        })?;
    }
    Ok(())
}

/// The names in quotes, parted by commas.
fn quoted<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.map(|name| format!("{name:?}")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_reads_back_as_itself() {
        for preset in PRESETS {
            let rules = preset.rules();
            assert_eq!(LudoRules::from_toml(preset.name, &rules.to_toml()), Ok(rules));
        }
    }

    #[test]
    fn an_empty_text_is_the_default_and_a_switch_changes_alone() {
        let mut expected = LudoRules::preset("bwinf").unwrap();
        expected.name = "mine".to_owned();
        assert_eq!(LudoRules::from_toml("mine", ""), Ok(expected.clone()));
        expected.goal_pieces = GoalPieces::Frozen;
        assert_eq!(LudoRules::from_toml("mine", "goal_pieces = \"frozen\""), Ok(expected));
        let text = "base = \"devofvictory\"\npieces_on_a = 1\n";
        let rules = LudoRules::from_toml("mine", text).unwrap();
        assert_eq!((rules.pieces_on_a, rules.start), (PiecesOnA::One, Start::First));
        assert_eq!(rules.must_move, MustMove::NextSquareFree);
    }

    #[test]
    fn mistakes_name_the_field_the_value_and_what_is_allowed() {
        let message = |text: &str| LudoRules::from_toml("x", text).unwrap_err().to_string();
        let wrong = "x: goal_pieces = \"free\" is not allowed; use one of \"move-on\", \"frozen\"";
        assert_eq!(message("goal_pieces = \"free\""), wrong);
        assert!(message("pieces_on_a = 2").contains("pieces_on_a = \"2\" is not allowed"));
        assert!(message("base = \"hasbro\"").contains("\"bwinf-frozen\", \"devofvictory\""));
        assert!(message("goal = \"frozen\"").contains("unknown field `goal`"));
        assert!(message("start = 1").contains("line 1, column 9"));
        assert!(message("start").starts_with("x: TOML parse error"));
    }
}
