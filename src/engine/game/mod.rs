//! Every game as one type, and its rule sets: what everything above the games works with.
//!
//! A game is an arm of each `match` here. What it counts is a value, [`GameInfo`], so that nothing above names a game.

mod rules;

use serde_json::Value as Json;

use crate::core::cards::Deals;
use crate::core::game::{Facts, GameInfo, Player, Preset};
use crate::core::tally::Tally;
use crate::games::ludo::{self, Ludo};
use crate::games::war;

pub use crate::games::ludo::Tournaments;
pub use crate::games::war::show::Answers;
pub use rules::{AnyRules, Cell, RuleSet};

/// A game, with what it is played with.
#[derive(Clone, Debug, Default)]
pub enum Game {
    /// The card game War.
    #[default]
    War,
    /// Ludo with its dice.
    Ludo(Ludo),
}

impl Game {
    /// Every game, the usual one first.
    pub fn all() -> [Self; 2] {
        [Self::War, Self::Ludo(Ludo::default())]
    }

    /// The game of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::all().into_iter().find(|game| game.info().name == name)
    }

    /// Its words and counts.
    pub fn info(&self) -> &'static GameInfo {
        match self {
            Self::War => &war::INFO,
            Self::Ludo(_) => &ludo::INFO,
        }
    }

    /// The keys of its rule files, in full.
    pub fn keys(&self) -> Vec<&'static str> {
        match self {
            Self::War => war::rules::FIELDS.keys(),
            Self::Ludo(_) => ludo::rules::FIELDS.keys(),
        }
    }

    /// Whether it is played with a deck of cards.
    pub fn has_deck(&self) -> bool {
        matches!(self, Self::War)
    }

    /// The dice of the one game that has such, and with them what only that game has.
    pub fn dice(&self) -> Option<&Ludo> {
        if let Self::Ludo(ludo) = self { Some(ludo) } else { None }
    }

    /// The same game with its dice changed so.
    ///
    /// Errors: those of the change, or that the game has no dice.
    pub fn with_dice(
        &self,
        change: impl FnOnce(Ludo) -> Result<Ludo, String>,
    ) -> Result<Self, String> {
        let without = || format!("{} is played without dice", self.info().title);
        change(self.dice().cloned().ok_or_else(without)?).map(Self::Ludo)
    }

    /// What it is played with beside the rules, for the identity of a run; `Null` if nothing.
    pub fn gear(&self) -> Json {
        self.dice().map_or(Json::Null, Ludo::gear)
    }

    /// The same game with what [`Game::gear`] says.
    ///
    /// Errors: as [`Game::with_dice`].
    pub fn with_gear(&self, gear: &Json) -> Result<Self, String> {
        match (gear["kind"].as_str(), gear["text"].as_str()) {
            (Some(kind), Some(text)) => self.with_dice(|dice| dice.with_gear(kind, text)),
            _ => Ok(self.clone()),
        }
    }

    /// The built-in rule sets, the default first.
    pub fn presets(&self) -> &'static [Preset] {
        match self {
            Self::War => war::presets::ALL,
            Self::Ludo(_) => ludo::PRESETS,
        }
    }

    /// The built-in rule set of this name.
    pub fn preset(&self, name: &str) -> Option<RuleSet> {
        let preset = self.presets().iter().find(|preset| preset.name == name)?;
        let rules = self.read(preset.fields);
        Some(rules.unwrap_or_else(|error| unreachable!("built-in rule set {name}: {error}")))
    }

    /// The parts that the rule set of this name is played in: one without a name, or one for each pair of dice.
    ///
    /// Errors: a sentence, where the game lacks what it is played with, or the rule set has its own beside it.
    pub fn parts(&self, name: &str, rules: &RuleSet) -> Result<Vec<(String, RuleSet)>, String> {
        match (self, &rules.rules) {
            (Self::Ludo(ludo), AnyRules::Ludo(play)) => {
                let pairs = ludo.parts(name, play)?.into_iter();
                Ok(pairs.map(|(part, play)| (part, AnyRules::Ludo(play).into())).collect())
            }
            _ => Ok(vec![(String::new(), rules.clone())]),
        }
    }

    /// A player of cells with the same setup.
    ///
    /// Errors: a sentence, if an engine asked for cannot play its rule set here.
    pub fn player(&self, cells: &[&Cell], deals: &Deals) -> Result<Box<dyn Player>, String> {
        let all = cells.iter().map(|cell| (&cell.rules, cell.engine));
        let made = match self {
            Self::War => {
                let cells = all.filter_map(|(rules, engine)| Some((rules.war()?, engine)));
                war::player(&cells.collect::<Vec<_>>(), deals)
            }
            Self::Ludo(_) => {
                let cells = all.filter_map(|(rules, engine)| Some((rules.ludo()?, engine)));
                ludo::player(&cells.collect::<Vec<_>>(), deals)
            }
        };
        made.map_err(|(k, reason)| format!("rule set `{}`: {reason}", cells[k].name))
    }

    /// The name of the engine that plays a cell.
    pub fn engine_name(&self, cell: &Cell) -> &'static str {
        let player = self.player(&[cell], &Deals::of_seed(0));
        player.map_or(cell.engine, |player| player.engine(0))
    }

    /// The command that replays a game of a part of a rule set, the rules given as `rules`.
    pub fn replay(&self, rules: &str, part: &str, seed: u64, game: u64) -> Option<String> {
        match self {
            Self::War => {
                Some(format!("war-sim play --seed {seed} --game {game} --rules {rules} --trace"))
            }
            Self::Ludo(ludo) => ludo.replay(rules, part, seed, game),
        }
    }

    /// What only this game makes of the counts of these rule sets; `None` where it has nothing of its own.
    pub fn own<'a>(
        &'a self,
        facts: Facts,
        cells: &'a [Cell],
        tallies: &'a [Tally],
    ) -> Option<Tournaments<'a>> {
        let played = cells.iter().zip(tallies).filter_map(|(cell, tally)| {
            Some((cell.rules_name.as_str(), cell.rules.ludo()?, tally))
        });
        self.dice()?.tournaments(facts, &played.collect::<Vec<_>>())
    }
}
