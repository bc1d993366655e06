//! A game whose types are not known: what the laboratory works with.

use std::fmt::Debug;
use std::sync::Arc;

use super::counted::{Counted, GameText};
use super::player::Player;
use super::rules::{Cell, Preset, RuleSet, RulesError};
use super::show::{Asked, Show};
use crate::core::cards::{Deals, DealsFrom};
use crate::core::course::Course;
use crate::core::fields::flat;
use crate::core::info::GameInfo;
use crate::core::matrix::Matrix;
use crate::core::table::Table;
use crate::core::tally::Tally;

/// What a game says of itself and its counts, whatever its rules: what needs none of its types.
pub trait About: Debug + Send + Sync {
    /// Its words and counts.
    fn info(&self) -> &'static GameInfo;

    /// Fields that are tables of their own, read as a whole: changing one replaces all of it.
    fn whole_fields(&self) -> &'static [&'static str] {
        &[]
    }

    /// The words of `--engine`, the default first.
    fn engines(&self) -> &'static [&'static str] {
        &["auto"]
    }

    /// The same game with what it is played with, from the text of a file of that kind (`dice`).
    ///
    /// Errors: a sentence on what is wrong with the text, or that the game has no such thing.
    fn with_gear(&self, kind: &str, _file: &str, _text: &str) -> Result<Arc<dyn AnyGame>, String> {
        Err(format!("{} is played without {kind}", self.info().title))
    }

    /// What the game is played with where nothing is named and something must be: its kind and text.
    fn usual_gear(&self) -> Option<(&'static str, &'static str)> {
        None
    }

    /// What the game is played with beside the rules, for the identity of a run; `Null` if nothing.
    fn gear(&self) -> serde_json::Value {
        serde_json::Value::Null
    }

    /// What its own tables depend on beside the counts, such as a ranking criterion; `Null` if nothing.
    fn table_options(&self) -> serde_json::Value {
        serde_json::Value::Null
    }

    /// The same game with these table options; `None` if it has none such.
    fn with_table_options(&self, _options: &serde_json::Value) -> Option<Arc<dyn AnyGame>> {
        None
    }

    /// Tables that only this game has.
    fn tables(&self, _counted: Counted<'_>) -> Vec<Table> {
        Vec::new()
    }

    /// What a batch or a comparison says on the terminal instead of the common text; `None` for the common
    /// text.
    fn text(&self, _counted: Counted<'_>) -> Option<GameText> {
        None
    }

    /// The command that replays a game of a part of a rule set, the rules given as `rules`.
    fn replay(&self, _rules: &str, _part: &str, _seed: u64, _game: u64) -> Option<String> {
        None
    }

    /// Fields that have no value of their own where they are left out: each with those whose value stands
    /// for it then, the first that is written first.
    fn derived(&self) -> &'static [(&'static str, &'static [&'static str])] {
        &[]
    }

    /// Fields that are options of their own and columns of its tables, so that no name has to tell them.
    fn told_beside(&self) -> &'static [&'static str] {
        &[]
    }

    /// The keys of its rule files that may be left out without having a usual value.
    fn keys(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// The parts that a rule set is played in: one without a name, or one for each pair of dice.
    ///
    /// Errors: a sentence, where the game lacks what it is played with.
    fn parts(&self, rules: &RuleSet) -> Result<Vec<(String, RuleSet)>, String> {
        Ok(vec![(String::new(), rules.clone())])
    }

    /// Everybody against everybody, a square for each rule set, where they met in pairs.
    fn matrices(&self, _counted: Counted<'_>) -> Vec<Matrix> {
        Vec::new()
    }

    /// Checks that the counts of a tally agree with one another, beyond what holds for every game.
    ///
    /// Errors: a sentence on what does not add up: a bug in an engine or a tally.
    fn check_tally(&self, _tally: &Tally) -> Result<(), String> {
        Ok(())
    }
}

/// A [`Game`](super::typed::Game) whose types are not known here: what the laboratory works with.
pub trait AnyGame: About {
    /// The built-in rule sets, the default first: name, summary, source.
    fn presets(&self) -> Vec<Preset<()>>;
    /// The built-in rule set of this name.
    fn preset(&self, name: &str) -> Option<RuleSet>;
    /// A rule set from the text of its file.
    ///
    /// Errors: [`RulesError`], with the line where the text is at fault.
    fn read(&self, text: &str) -> Result<RuleSet, RulesError>;
    /// A rule set from fields.
    ///
    /// Errors: [`RulesError`].
    fn build(&self, fields: toml::Table) -> Result<RuleSet, RulesError>;
    /// The rules as the text of a rule file.
    fn to_toml(&self, rules: &RuleSet) -> String;
    /// The name of the engine that plays a cell.
    fn engine_name(&self, cell: &Cell) -> &'static str {
        let player = self.player(&[cell], &Deals::of_seed(0));
        player.ok().and_then(|player| player.engine(0)).unwrap_or(cell.engine)
    }
    /// Puts changes over the fields of a rule set, those that are read as a whole as a whole.
    fn change(&self, fields: &mut toml::Table, changes: &toml::Table);
    /// The fields of a rule set, every one.
    fn fields(&self, rules: &RuleSet) -> toml::Table;
    /// The value of a field of a rule set by its full key, its default written out; `None` if there is no
    /// such field.
    fn field(&self, rules: &RuleSet, key: &str) -> Option<toml::Value> {
        let written = flat(&self.fields(rules));
        let of =
            |key: &str| written.iter().find(|(own, _)| own == key).map(|(_, value)| value.clone());
        let derived = self.derived().iter().filter(|(own, _)| *own == key);
        of(key).or_else(|| derived.flat_map(|(_, from)| *from).find_map(|from| of(from)))
    }
    /// A player of cells with the same setup.
    ///
    /// Errors: a sentence, if an engine asked for cannot play its rule set here.
    fn player(&self, cells: &[&Cell], deals: &Deals) -> Result<Box<dyn Player>, String>;
    /// As [`Game::show`](super::typed::Game::show).
    fn show<'a>(&'a self, rules: &'a RuleSet) -> Box<dyn Show + 'a>;
    /// How the lead went in game `game` of these deals; `None` where it cannot be shown.
    fn course(&self, rules: &RuleSet, deals: &Deals, game: u64) -> Option<Course> {
        let from_seed = matches!(deals.from, DealsFrom::Seed);
        let scene = self.show(rules).scene(&Asked::of_seed(deals.seed, game));
        scene.ok().filter(|_| from_seed)?.course()
    }
}
