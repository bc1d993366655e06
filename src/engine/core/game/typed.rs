//! What a game must offer.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::any_game::About;
use super::player::{Cells, Made};
use super::rules::{Preset, RuleFacts, RulesError};
use super::show::{Asked, Dealt, Scene, Show, plain};
use crate::core::cards::Deals;
use crate::core::info::GameInfo;
use crate::core::results::GameBlock;

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

    /// What the laboratory has to know of a rule set.
    fn facts(&self, _rules: &Self::Rules) -> RuleFacts {
        RuleFacts::default()
    }

    /// The rules as the text of a rule file.
    fn to_toml(&self, rules: &Self::Rules) -> String {
        toml::to_string(&self.fields(rules)).unwrap_or_default()
    }

    /// Single games of a rule set: written deals, traces, files of deals. Without it there are the
    /// games of a seed.
    fn show<'a>(&'a self, rules: &'a Self::Rules) -> Box<dyn Show + 'a>
    where
        Self: Sized,
    {
        Box::new(Plain(self, rules))
    }
}

/// The single games of a rule set of a game that says nothing of them: those of a seed.
struct Plain<'a, G: Game>(&'a G, &'a G::Rules);

impl<G: Game> Show for Plain<'_, G> {
    fn info(&self) -> &'static GameInfo {
        self.0.info()
    }

    fn scene(&self, asked: &Asked<'_>) -> Result<Box<dyn Scene>, String> {
        let Dealt::OfSeed = asked.dealt else { return Err(self.no_deals()) };
        let game = asked.game;
        let next = game.checked_add(1);
        let next = next.ok_or_else(|| format!("there is no game {game}; use a smaller number"))?;
        let deals = Deals { seed: asked.seed, ..Deals::of_seed(0) };
        let &Self(played, rules) = self;
        let cells = [(rules, played.engines()[0])];
        let mut player = played.player(&cells, &deals).map_err(|(_, why)| why)?;
        let mut block = GameBlock::new(self.info());
        block.reset(game..next);
        player.play(game..next, std::slice::from_mut(&mut block));
        Ok(Box::new(plain(asked, self.info(), &block)))
    }
}
