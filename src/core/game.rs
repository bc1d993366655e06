//! What the laboratory knows of a game, and what a game must offer to get the laboratory.
//!
//! A game implements [`Game`]: its words ([`GameInfo`]), its rule fields, and a [`Player`] that
//! plays blocks of games. [`AnyGame`] is the same without types, for everything above the games;
//! every [`Game`] is one.

use std::any::Any;
use std::fmt::Debug;
use std::ops::Range;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::cards::Deals;
pub use super::info::{
    CounterInfo, FeatureInfo, GameInfo, Keep, OutcomeInfo, RowColumn, RowValue, RowWord, SeriesInfo,
};
use super::results::GameBlock;
use super::table::{Table, Value};
use super::tally::Tally;
use super::wording::field::unknown;
use super::wording::nearest::with_hint;

/// A built-in rule set.
#[derive(Clone, Debug)]
pub struct Preset<F> {
    /// The name that `--rules` takes.
    pub name: &'static str,
    /// What is special about it, in one line.
    pub summary: &'static str,
    /// Where it is from.
    pub source: &'static str,
    /// Its fields.
    pub fields: F,
}

/// Rule fields that make no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// Not TOML, an unknown key, or a value of the wrong type: a slip.
    #[error("{0}")]
    Toml(String),
    /// Fields that have no meaning, together or in this range.
    #[error("{0}")]
    Refused(String),
}

/// An engine that cannot play a rule set here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("rule set `{rules}`: {reason}")]
pub struct Unsupported {
    /// The rule set's name.
    pub rules: String,
    /// What the engine cannot do, and what to use instead.
    pub reason: String,
}

/// A rule set of a game whose type is not known here.
#[derive(Clone, Debug)]
pub struct RuleSet {
    /// What must be equal for two rule sets to meet the same chance: the deck, the dice.
    pub setup: String,
    /// The values of [`GameInfo::setup_columns`].
    pub setup_values: Vec<Value>,
    /// What is likely to be a slip, each with what to do.
    pub cautions: Vec<String>,
    /// Fields that change nothing here, each with the reason: a file that sets one is refused.
    pub idle: Vec<String>,
    /// What no game is longer than; `None` where nothing useful is known.
    pub longest: Option<u64>,
    /// Whether chance enters after the deal, so that a deal alone does not decide a game.
    pub chance_inside: bool,
    rules: Arc<dyn Any + Send + Sync>,
}

impl RuleSet {
    /// The same rules, all of whose fields have an effect.
    ///
    /// Errors: [`RulesError::Refused`] with the fields that have none.
    pub fn strictly(self) -> Result<Self, RulesError> {
        match self.idle.is_empty() {
            true => Ok(self),
            false => Err(RulesError::Refused(format!("no effect: {}", self.idle.join("; ")))),
        }
    }

    /// The rules as their game knows them; `None` if they are another game's.
    pub fn rules<R: 'static>(&self) -> Option<&R> {
        self.rules.downcast_ref()
    }
}

/// What is played and counted on its own: a rule set or, where a rule set is played with several
/// pairs of dice, a rule set and one of those.
#[derive(Clone, Debug)]
pub struct Cell {
    /// What it is called in the tables.
    pub name: String,
    /// The name of its rule set.
    pub rule_set: String,
    /// Which part of its rule set's games this is, such as `1:2`; empty where there is only one.
    /// Only cells of the same part are compared.
    pub part: String,
    /// The rules.
    pub rules: RuleSet,
    /// Which engine plays them: a word of [`AnyGame::engines`].
    pub engine: &'static str,
}

/// What every table of a study repeats.
#[derive(Clone, Debug)]
pub struct Facts {
    /// The seed.
    pub seed: u64,
    /// The index of the first game.
    pub first_game: u64,
    /// Games of each rule set.
    pub games: u64,
    /// Confidence of the intervals, in (0, 1).
    pub confidence: f64,
    /// Standard errors that the confidence stands for.
    pub z: f64,
    /// The recipe of the deals.
    pub recipe: &'static str,
}

/// What was played and counted, for the tables and words that only the game knows.
#[derive(Clone, Copy, Debug)]
pub struct Counted<'a> {
    /// What every table repeats.
    pub facts: &'a Facts,
    /// The rule sets.
    pub cells: &'a [Cell],
    /// The counts of each.
    pub tallies: &'a [Tally],
}

/// Plays blocks of games; one for each thread.
pub trait Player: Send {
    /// Plays `games` by every rule set it was made for, each on the same chance.
    ///
    /// Shapes: `results[k]` is reset to `games` and belongs to the k-th rule set; every game is
    /// reported once, in any order.
    fn play(&mut self, games: Range<u64>, results: &mut [GameBlock]);

    /// A feature of each deal of the last block, as rule set `cell` sees it, in the order of the games.
    fn features(&mut self, _cell: usize, _feature: usize, values: &mut Vec<i64>) {
        values.clear();
    }

    /// Writes the deal of game `k` of the last block, as rule set `cell` has it, to `text`.
    fn write_deal(&mut self, _cell: usize, _k: usize, _text: &mut String) {}
}

/// Rule sets with the words of their engines.
pub type Cells<'a, R> = &'a [(&'a R, &'static str)];

/// A player, or the position of the rule set that cannot be played and why.
pub type Made = Result<Box<dyn Player>, (usize, String)>;

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

    /// Tables that only this game has.
    fn tables(&self, _counted: Counted<'_>) -> Vec<Table> {
        Vec::new()
    }

    /// What a batch says on the terminal instead of the common text; `None` for the common text.
    fn text(&self, _counted: Counted<'_>) -> Option<GameText> {
        None
    }

    /// The command that replays a game of a cell, rules given as `rules`.
    fn replay(&self, _rules: &str, _seed: u64, _game: u64) -> Option<String> {
        None
    }

    /// The same rules without their limit, under which a game that never ends is found to; `None` if they have
    /// no limit, or chance enters after the deal.
    fn without_limit(&self, _rules: &Self::Rules) -> Option<Self::Rules> {
        None
    }

    /// The command that plays a given deal, written as [`Player::write_deal`] writes it.
    fn replay_deal(&self, _rules: &str, _deal: &str) -> Option<String> {
        None
    }

    /// Checks that the counts of a tally agree with one another, beyond what holds for every game.
    ///
    /// Errors: a sentence on what does not add up: a bug in an engine or a tally.
    fn check_tally(&self, _tally: &Tally) -> Result<(), String> {
        Ok(())
    }
}

/// What a game says of its batch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameText {
    /// The first line: what was played.
    pub heading: String,
    /// What came out.
    pub body: String,
}

/// A [`Game`] whose types are not known here: what the laboratory works with.
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
    /// As [`Game::parts`].
    fn parts(&self, rules: &RuleSet) -> Result<Vec<(String, RuleSet)>, String>;
    /// The fields of a rule set, every one.
    fn fields(&self, rules: &RuleSet) -> toml::Table;
    /// As [`Game::with_gear`].
    fn with_gear(&self, kind: &str, file: &str, text: &str) -> Result<Arc<dyn AnyGame>, String>;
    /// As [`Game::usual_gear`].
    fn usual_gear(&self) -> Option<(&'static str, &'static str)>;
    /// As [`Game::gear`].
    fn gear(&self) -> serde_json::Value;
    /// A player of cells with the same setup.
    ///
    /// Errors: [`Unsupported`] if an engine asked for cannot play its rule set here.
    fn player(&self, cells: &[&Cell], deals: &Deals) -> Result<Box<dyn Player>, Unsupported>;
    /// As [`Game::table_options`].
    fn table_options(&self) -> serde_json::Value;
    /// As [`Game::tables`].
    fn tables(&self, counted: Counted<'_>) -> Vec<Table>;
    /// As [`Game::text`].
    fn text(&self, counted: Counted<'_>) -> Option<GameText>;
    /// As [`Game::replay`].
    fn replay(&self, rules: &str, seed: u64, game: u64) -> Option<String>;
    /// As [`Game::without_limit`].
    fn without_limit(&self, rules: &RuleSet) -> Option<RuleSet>;
    /// As [`Game::replay_deal`].
    fn replay_deal(&self, rules: &str, deal: &str) -> Option<String>;
    /// As [`Game::check_tally`].
    fn check_tally(&self, tally: &Tally) -> Result<(), String>;
}

/// The rule set that a file changes.
#[derive(serde::Deserialize)]
struct Base {
    base: Option<toml::Spanned<String>>,
}

/// Puts the fields of `over` into `under`, table by table.
pub fn overlay(under: &mut toml::Table, over: &toml::Table) {
    for (key, value) in over {
        match (under.get_mut(key), value) {
            (Some(toml::Value::Table(under)), toml::Value::Table(over)) => overlay(under, over),
            _ => {
                under.insert(key.clone(), value.clone());
            }
        }
    }
}

/// The rules of a rule set of this very game.
fn typed<G: Game>(rules: &RuleSet) -> &G::Rules {
    rules.rules().unwrap_or_else(|| unreachable!("a rule set is played by the game that read it"))
}

fn erased<G: Game>(game: &G, rules: G::Rules) -> RuleSet {
    RuleSet {
        setup: game.setup(&rules),
        setup_values: game.setup_values(&rules),
        cautions: game.cautions(&rules),
        idle: game.without_effect(&rules),
        longest: game.longest(&rules),
        chance_inside: game.chance_inside(&rules),
        rules: Arc::new(rules),
    }
}

impl<G: Game> AnyGame for G {
    fn info(&self) -> &'static GameInfo {
        Game::info(self)
    }

    fn presets(&self) -> Vec<Preset<()>> {
        let bare = |p: Preset<G::Fields>| {
            let Preset { name, summary, source, .. } = p;
            Preset { name, summary, source, fields: () }
        };
        Game::presets(self).into_iter().map(bare).collect()
    }

    fn preset(&self, name: &str) -> Option<RuleSet> {
        let preset = Game::presets(self).into_iter().find(|preset| preset.name == name)?;
        match self.check(preset.fields) {
            Ok(rules) => Some(erased(self, rules)),
            Err(error) => unreachable!("built-in rule set {name}: {error}"),
        }
    }

    fn read(&self, text: &str) -> Result<RuleSet, RulesError> {
        let slip = |e: toml::de::Error| RulesError::Toml(with_hint(&e.to_string()));
        let Base { base } = toml::from_str(text).map_err(slip)?;
        let Some(base) = base else {
            let fields: G::Fields = toml::from_str(text).map_err(slip)?;
            return erased(self, self.check(fields)?).strictly();
        };
        // Read once without its base, so that a mistake is told with its line.
        let line = text[..base.span().start].rfind('\n').map_or(0, |end| end + 1);
        let end = text[line..].find('\n').map_or(text.len(), |end| line + end);
        let rest = format!("{}{}", &text[..line], &text[end..]);
        let _: G::Fields = toml::from_str(&rest).map_err(slip)?;
        let changes: toml::Table = toml::from_str(&rest).map_err(slip)?;
        let presets = Game::presets(self);
        let found = presets.iter().find(|preset| preset.name == base.get_ref());
        let names: Vec<&str> = presets.iter().map(|preset| preset.name).collect();
        let found = found.ok_or_else(|| {
            let line = 1 + text[..line].matches('\n').count();
            RulesError::Toml(format!("line {line}: base: {}", unknown(base.get_ref(), &names)))
        })?;
        let mut fields = match toml::Table::try_from(&found.fields) {
            Ok(fields) => fields,
            Err(error) => unreachable!("rule fields are a table: {error}"),
        };
        overlay(&mut fields, &changes);
        AnyGame::build(self, fields)?.strictly()
    }

    fn build(&self, fields: toml::Table) -> Result<RuleSet, RulesError> {
        let fields: G::Fields = fields
            .try_into()
            .map_err(|e: toml::de::Error| RulesError::Toml(with_hint(&e.to_string())))?;
        Ok(erased(self, self.check(fields)?))
    }

    fn to_toml(&self, rules: &RuleSet) -> String {
        Game::to_toml(self, typed::<G>(rules))
    }

    fn engines(&self) -> &'static [&'static str] {
        Game::engines(self)
    }

    fn engine_name(&self, cell: &Cell) -> &'static str {
        Game::engine_name(self, typed::<G>(&cell.rules), cell.engine)
    }

    fn parts(&self, rules: &RuleSet) -> Result<Vec<(String, RuleSet)>, String> {
        let parts = Game::parts(self, typed::<G>(rules))?;
        Ok(parts.into_iter().map(|(part, rules)| (part, erased(self, rules))).collect())
    }

    fn fields(&self, rules: &RuleSet) -> toml::Table {
        match toml::Table::try_from(Game::fields(self, typed::<G>(rules))) {
            Ok(fields) => fields,
            Err(error) => unreachable!("rule fields are a table: {error}"),
        }
    }

    fn with_gear(&self, kind: &str, file: &str, text: &str) -> Result<Arc<dyn AnyGame>, String> {
        Game::with_gear(self, kind, file, text)
    }

    fn usual_gear(&self) -> Option<(&'static str, &'static str)> {
        Game::usual_gear(self)
    }

    fn gear(&self) -> serde_json::Value {
        Game::gear(self)
    }

    fn player(&self, cells: &[&Cell], deals: &Deals) -> Result<Box<dyn Player>, Unsupported> {
        let typed: Vec<(&G::Rules, &'static str)> =
            cells.iter().map(|cell| (typed::<G>(&cell.rules), cell.engine)).collect();
        Game::player(self, &typed, deals)
            .map_err(|(k, reason)| Unsupported { rules: cells[k].name.clone(), reason })
    }

    fn table_options(&self) -> serde_json::Value {
        Game::table_options(self)
    }

    fn tables(&self, counted: Counted<'_>) -> Vec<Table> {
        Game::tables(self, counted)
    }

    fn text(&self, counted: Counted<'_>) -> Option<GameText> {
        Game::text(self, counted)
    }

    fn replay(&self, rules: &str, seed: u64, game: u64) -> Option<String> {
        Game::replay(self, rules, seed, game)
    }

    fn without_limit(&self, rules: &RuleSet) -> Option<RuleSet> {
        Game::without_limit(self, typed::<G>(rules)).map(|rules| erased(self, rules))
    }

    fn replay_deal(&self, rules: &str, deal: &str) -> Option<String> {
        Game::replay_deal(self, rules, deal)
    }

    fn check_tally(&self, tally: &Tally) -> Result<(), String> {
        Game::check_tally(self, tally)
    }
}
