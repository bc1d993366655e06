//! A game whose types are not known: what the laboratory works with.

use std::fmt::Debug;
use std::sync::Arc;

use super::counted::{Counted, GameText};
use super::player::Player;
use super::rules::{Cell, Preset, RuleSet, RulesError, Unsupported};
use super::search::Search;
use crate::core::cards::{Deals, Seed};
use crate::core::film::Film;
use crate::core::info::GameInfo;
use crate::core::picture::Picture;
use crate::core::table::Table;
use crate::core::tally::Tally;

/// A [`Game`](super::typed::Game) whose types are not known here: what the laboratory works with.
pub trait AnyGame: Debug + Send + Sync {
    /// Its words and counts.
    fn info(&self) -> &'static GameInfo;
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
    /// The words of `--engine`, the default first.
    fn engines(&self) -> &'static [&'static str];
    /// The name of the engine that plays a cell.
    fn engine_name(&self, cell: &Cell) -> &'static str;
    /// As [`Game::parts`](super::typed::Game::parts).
    fn parts(&self, rules: &RuleSet) -> Result<Vec<(String, RuleSet)>, String>;
    /// Puts changes over the fields of a rule set, those that are read as a whole as a whole.
    fn change(&self, fields: &mut toml::Table, changes: &toml::Table);
    /// The fields of a rule set, every one.
    fn fields(&self, rules: &RuleSet) -> toml::Table;
    /// As [`Game::with_gear`](super::typed::Game::with_gear).
    fn with_gear(&self, kind: &str, file: &str, text: &str) -> Result<Arc<dyn AnyGame>, String>;
    /// As [`Game::usual_gear`](super::typed::Game::usual_gear).
    fn usual_gear(&self) -> Option<(&'static str, &'static str)>;
    /// As [`Game::gear`](super::typed::Game::gear).
    fn gear(&self) -> serde_json::Value;
    /// A player of cells with the same setup.
    ///
    /// Errors: [`Unsupported`] if an engine asked for cannot play its rule set here.
    fn player(&self, cells: &[&Cell], deals: &Deals) -> Result<Box<dyn Player>, Unsupported>;
    /// As [`Game::table_options`](super::typed::Game::table_options).
    fn table_options(&self) -> serde_json::Value;
    /// As [`Game::with_table_options`](super::typed::Game::with_table_options).
    fn with_table_options(&self, options: &serde_json::Value) -> Option<Arc<dyn AnyGame>>;
    /// As [`Game::tables`](super::typed::Game::tables).
    fn tables(&self, counted: Counted<'_>) -> Vec<Table>;
    /// As [`Game::text`](super::typed::Game::text).
    fn text(&self, counted: Counted<'_>) -> Option<GameText>;
    /// As [`Game::compared`](super::typed::Game::compared).
    fn compared(&self, counted: Counted<'_>) -> Option<String>;
    /// As [`Game::replay`](super::typed::Game::replay).
    fn replay(&self, rules: &str, part: &str, seed: u64, game: u64) -> Option<String>;
    /// As [`Game::search`](super::typed::Game::search).
    fn search(
        &self,
        rules: &RuleSet,
        seed: Seed,
        start: Option<&str>,
    ) -> Result<Box<dyn Search>, String>;
    /// As [`Game::without_limit`](super::typed::Game::without_limit).
    fn without_limit(&self, rules: &RuleSet) -> Option<RuleSet>;
    /// As [`Game::replay_deal`](super::typed::Game::replay_deal).
    fn replay_deal(&self, rules: &str, deal: &str) -> Option<String>;
    /// As [`Game::schema`](super::typed::Game::schema).
    fn schema(&self) -> Option<&'static str>;
    /// As [`Game::pictures`](super::typed::Game::pictures).
    fn pictures(&self, counted: Counted<'_>) -> Vec<Picture>;
    /// As [`Game::film`](super::typed::Game::film).
    fn film(&self, rules: &RuleSet, deals: &Deals, game: u64) -> Option<Film>;
    /// As [`Game::film_of_deal`](super::typed::Game::film_of_deal).
    ///
    /// Errors: as there.
    fn film_of_deal(
        &self,
        rules: &RuleSet,
        deal: &str,
        seed: Seed,
        game: u64,
    ) -> Result<Film, String>;
    /// As [`Game::check_tally`](super::typed::Game::check_tally).
    fn check_tally(&self, tally: &Tally) -> Result<(), String>;
}
