//! What a game must offer.

use std::fmt::Debug;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::any_game::AnyGame;
use super::counted::{Counted, GameText};
use super::player::{Cells, Made};
use super::rules::{Preset, RulesError};
use super::search::Search;
use crate::core::cards::{Deals, Seed};
use crate::core::film::Film;
use crate::core::info::GameInfo;
use crate::core::picture::Picture;
use crate::core::table::{Table, Value};
use crate::core::tally::Tally;

/// A game of chance.
pub trait Game: Debug + Send + Sync + 'static {
    /// Its rule fields as written in a file; what is not written has a default.
    type Fields: Serialize + DeserializeOwned;
    /// Rule fields that were checked.
    type Rules: Clone + Send + Sync + 'static;

    /// Its words and counts.
    fn info(&self) -> &'static GameInfo;

    /// The built-in rule sets, the default first.
    fn presets(&self) -> Vec<Preset<Self::Fields>>;

    /// Checks the fields.
    ///
    /// Errors: [`RulesError::Refused`], naming the fields, the allowed values and what to change.
    fn check(&self, fields: Self::Fields) -> Result<Self::Rules, RulesError>;

    /// Fields that are tables of their own, read as a whole: changing one replaces all of it.
    fn whole_fields(&self) -> &'static [&'static str] {
        &[]
    }

    /// The fields of a rule set, every one.
    fn fields(&self, rules: &Self::Rules) -> Self::Fields;

    /// A player of these rule sets, each by the engine of this name, all with the same setup.
    ///
    /// Errors: a sentence and the position of the rule set that an engine asked for cannot play.
    fn player(&self, cells: Cells<'_, Self::Rules>, deals: &Deals) -> Made;

    /// What must be equal for two rule sets to meet the same chance.
    fn setup(&self, _rules: &Self::Rules) -> String {
        String::new()
    }

    /// The values of [`GameInfo::setup_columns`].
    fn setup_values(&self, _rules: &Self::Rules) -> Vec<Value> {
        Vec::new()
    }

    /// What is likely to be a slip in these rules, each with what to do.
    fn cautions(&self, _rules: &Self::Rules) -> Vec<String> {
        Vec::new()
    }

    /// What no game of these rules is longer than, in its first counter; `None` where nothing useful is
    /// known. Precisions of a mean are exact where there is such a bound.
    fn longest(&self, _rules: &Self::Rules) -> Option<u64> {
        None
    }

    /// Whether chance enters after the deal, so that a deal alone does not decide a game.
    fn chance_inside(&self, _rules: &Self::Rules) -> bool {
        false
    }

    /// The same rules without their limit, under which a game that never ends is found to; `None` if
    /// they have no limit, or chance enters after the deal.
    fn without_limit(&self, _rules: &Self::Rules) -> Option<Self::Rules> {
        None
    }

    /// The command that plays a given deal, written as [`Player::write_deal`](super::Player::write_deal)
    /// writes it.
    fn replay_deal(&self, _rules: &str, _deal: &str) -> Option<String> {
        None
    }

    /// Fields that stand at another value than their default and change nothing, each with the reason.
    fn without_effect(&self, _rules: &Self::Rules) -> Vec<String> {
        Vec::new()
    }

    /// The rules as the text of a rule file.
    fn to_toml(&self, rules: &Self::Rules) -> String {
        toml::to_string(&self.fields(rules)).unwrap_or_default()
    }

    /// The words of `--engine`, the default first.
    fn engines(&self) -> &'static [&'static str] {
        &["auto"]
    }

    /// The name of the engine that plays a rule set when `engine` is asked for.
    fn engine_name(&self, _rules: &Self::Rules, engine: &'static str) -> &'static str {
        engine
    }

    /// The parts that a rule set is played in: one without a name, or one for each pair of dice.
    ///
    /// Errors: a sentence, where the game lacks what it is played with.
    fn parts(&self, rules: &Self::Rules) -> Result<Vec<(String, Self::Rules)>, String> {
        Ok(vec![(String::new(), rules.clone())])
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

    /// What a batch says on the terminal instead of the common text; `None` for the common text.
    fn text(&self, _counted: Counted<'_>) -> Option<GameText> {
        None
    }

    /// What a comparison says on the terminal instead of the common tables; `None` for those.
    fn compared(&self, _counted: Counted<'_>) -> Option<String> {
        None
    }

    /// The command that replays a game of a part of a rule set, the rules given as `rules`.
    fn replay(&self, _rules: &str, _part: &str, _seed: u64, _game: u64) -> Option<String> {
        None
    }

    /// A search for long games by these rules; `start`, as people write deals, is where climb 0 begins.
    ///
    /// Errors: a sentence, where there is no such search, or on what is wrong with rules or start.
    fn search(
        &self,
        _rules: &Self::Rules,
        _seed: Seed,
        _start: Option<&str>,
    ) -> Result<Box<dyn Search>, String> {
        Err(format!("there is no search for long games of {}", self.info().title))
    }

    /// The JSON Schema of its rule files, if it has one.
    fn schema(&self) -> Option<&'static str> {
        None
    }

    /// Pictures that only this game has.
    fn pictures(&self, _counted: Counted<'_>) -> Vec<Picture> {
        Vec::new()
    }

    /// One game, step by step; `None` where it cannot be shown.
    fn film(&self, _rules: &Self::Rules, _deals: &Deals, _game: u64) -> Option<Film> {
        None
    }

    /// The game of a deal as people write it, step by step; the shuffles inside it are those of game
    /// `game` of the seed.
    ///
    /// Errors: a sentence on what is wrong with the deal, or that this game has none to be written.
    fn film_of_deal(
        &self,
        _rules: &Self::Rules,
        _deal: &str,
        _seed: Seed,
        _game: u64,
    ) -> Result<Film, String> {
        Err(format!("{} has no deals to be written; play a game of the seed", self.info().title))
    }

    /// Checks that the counts of a tally agree with one another, beyond what holds for every game.
    ///
    /// Errors: a sentence on what does not add up: a bug in an engine or a tally.
    fn check_tally(&self, _tally: &Tally) -> Result<(), String> {
        Ok(())
    }
}
