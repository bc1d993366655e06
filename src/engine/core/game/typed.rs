//! What a game must offer.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::any_game::About;
use super::exact::Exact;
use super::player::{Cells, Made};
use super::rules::{Preset, RulesError};
use super::search::{Goal, Search};
use super::show::{Plain, Show};
use crate::core::cards::{Deals, Seed};
use crate::core::film::Film;
use crate::core::table::Value;

/// A game of chance.
pub trait Game: About + 'static {
    /// Its rule fields as written in a file; what is not written has a default.
    type Fields: Serialize + DeserializeOwned;
    /// Rule fields that were checked.
    type Rules: Clone + Send + Sync + 'static;

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

    /// The values of [`GameInfo::setup_columns`](crate::core::info::GameInfo::setup_columns).
    fn setup_values(&self, _rules: &Self::Rules) -> Vec<Value> {
        Vec::new()
    }

    /// How many players there are, where the outcomes are seats.
    fn seats(&self, _rules: &Self::Rules) -> usize {
        2
    }

    /// Whether no rule looks at the seat, so that over random deals every seat wins equally often: games of
    /// hands that were exchanged (of several players: passed on) come out as often, exchanged likewise.
    fn equal_seats(&self, _rules: &Self::Rules) -> bool {
        false
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

    /// Whether a game that is stopped (one of [`GameInfo::stopped`](crate::core::info::GameInfo::stopped)) was
    /// given up: these rules would have played on, and how it ends is open.
    fn gives_up(&self, _rules: &Self::Rules) -> bool {
        false
    }

    /// The same rules without their limit, under which a game that never ends is found to; `None` if
    /// they have no limit, or chance enters after the deal.
    fn without_limit(&self, _rules: &Self::Rules) -> Option<Self::Rules> {
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

    /// The equations of each of these rule sets, where the game can solve its own; `None` where it
    /// can only be played.
    fn exact(&self, _rules: &[&Self::Rules]) -> Option<Vec<Box<dyn Exact>>> {
        None
    }

    /// Best play of a game whose players choose something.
    ///
    /// Errors: a sentence, where they choose nothing, or best play is not solved by these rules.
    fn best_play(&self, _rules: &Self::Rules) -> Result<Box<dyn Exact>, String> {
        Err(format!("the players of {} choose nothing", self.info().title))
    }

    /// Every deal of every pack of so many cards at most, with the court cards of these rules.
    ///
    /// Errors: a sentence, where packs have none, or these rules are not played so.
    fn packs(&self, _rules: &Self::Rules, _most: u64) -> Result<Box<dyn Exact>, String> {
        Err(format!("{} has no court cards", self.info().title))
    }

    /// A search for long or endless games by these rules; `start`, as people write deals, is where climb 0
    /// begins.
    ///
    /// Errors: a sentence, where there is no such search, or on what is wrong with rules or start.
    fn search(
        &self,
        _rules: &Self::Rules,
        _seed: Seed,
        goal: Goal,
        _start: Option<&str>,
    ) -> Result<Box<dyn Search>, String> {
        let goal = match goal {
            Goal::Long => "long",
            Goal::Endless | Goal::Near | Goal::Grow => "endless",
        };
        Err(format!("there is no search for {goal} games of {}", self.info().title))
    }

    /// Single games of a rule set: written deals, traces, files of deals. Without it there are the
    /// games of a seed, told by the words of [`Game::film`].
    fn show<'a>(&'a self, rules: &'a Self::Rules) -> Box<dyn Show + 'a>
    where
        Self: Sized,
    {
        Box::new(Plain {
            info: self.info().of_seats(self.seats(rules)),
            player: Box::new(move |deals| self.player(&[(rules, self.engines()[0])], deals)),
            film: Box::new(move |deals, game| self.film(rules, deals, game)),
        })
    }

    /// One game of a seed, step by step; `None` where it cannot be shown. A game with a
    /// [`Game::show`] of its own has the film there.
    fn film(&self, _rules: &Self::Rules, _deals: &Deals, _game: u64) -> Option<Film> {
        None
    }
}
