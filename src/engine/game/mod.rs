//! Every game as one type, and its rule sets: what everything above the games works with.
//!
//! A game is an arm of each `match` here. What it counts is a value, [`GameInfo`], so that nothing above names a game.

mod rules;

use serde_json::Value as Json;

use crate::core::cards::Deals;
use crate::core::game::{Facts, GameInfo, GameText, Player, Preset};
use crate::core::table::{Matrix, Table};
use crate::core::tally::Tally;
use crate::games::ludo::{self, Ludo, Played};
use crate::games::war;

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

/// What was played and counted, for the tables and words that only the game knows.
#[derive(Clone, Debug)]
pub struct Counted<'a> {
    /// What every table repeats.
    pub facts: Facts,
    /// The rule sets.
    pub cells: &'a [Cell],
    /// The counts of each.
    pub tallies: &'a [Tally],
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

    /// Fields that are options of their own and columns of its tables, so that no name has to tell them.
    pub fn told_beside(&self) -> &'static [&'static str] {
        match self {
            Self::War => &[],
            Self::Ludo(_) => &["start", "roll_limit"],
        }
    }

    /// Whether it is played with a deck of cards.
    pub fn has_deck(&self) -> bool {
        matches!(self, Self::War)
    }

    /// Whether it is played with dice.
    pub fn has_dice(&self) -> bool {
        self.dice().is_some()
    }

    /// The dice of the one game that has such, and with them what only that game has.
    fn dice(&self) -> Option<&Ludo> {
        if let Self::Ludo(ludo) = self { Some(ludo) } else { None }
    }

    /// The same game with the dice of this text, each also against itself if wanted; `file` is its name in messages.
    ///
    /// Errors: a sentence with file, line and what was expected, or that the game has no dice.
    pub fn with_dice(&self, file: &str, text: &str, self_play: bool) -> Result<Self, String> {
        self.ludo("dice")?.with_dice(file, text, self_play).map(Self::Ludo)
    }

    /// The same game of two of its dice alone, written `1,2`.
    ///
    /// Errors: a sentence on what was expected.
    pub fn with_pair(&self, pair: &str) -> Result<Self, String> {
        self.ludo("pairs of dice")?.with_pair(pair).map(Self::Ludo)
    }

    /// What it is played with beside the rules, for the identity of a run; `Null` if nothing.
    pub fn gear(&self) -> Json {
        self.dice().map_or(Json::Null, Ludo::gear)
    }

    /// The same game with what [`Game::gear`] says.
    ///
    /// Errors: as [`Game::with_dice`].
    pub fn with_gear(&self, gear: &Json) -> Result<Self, String> {
        match (gear["kind"].as_str(), gear["file"].as_str(), gear["text"].as_str()) {
            (Some(kind), Some(file), Some(text)) => {
                self.ludo(kind)?.with_gear(kind, file, text).map(Self::Ludo)
            }
            _ => Ok(self.clone()),
        }
    }

    /// The word for what its own tables rank by; `None` if it has none such.
    pub fn rank_by(&self) -> Option<&'static str> {
        self.dice().map(Ludo::rank_by)
    }

    /// The same game ranked by this word; `None` if it has none such.
    pub fn ranked_by(&self, word: &str) -> Option<Self> {
        self.ludo("ranks").ok()?.ranked_by(word).map(Self::Ludo)
    }

    fn ludo(&self, kind: &str) -> Result<Ludo, String> {
        let without = || format!("{} is played without {kind}", self.info().title);
        self.dice().cloned().ok_or_else(without)
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

    /// The parts that a rule set is played in: one without a name, or one for each pair of dice.
    ///
    /// Errors: a sentence, where the game lacks what it is played with.
    pub fn parts(&self, rules: &RuleSet) -> Result<Vec<(String, RuleSet)>, String> {
        match (self, &rules.rules) {
            (Self::Ludo(ludo), AnyRules::Ludo(play)) => {
                let pairs = ludo.parts(play)?.into_iter();
                Ok(pairs.map(|(part, play)| (part, AnyRules::Ludo(play).into())).collect())
            }
            _ => Ok(vec![(String::new(), rules.clone())]),
        }
    }

    /// A player of cells with the same setup.
    ///
    /// Errors: a sentence, if an engine asked for cannot play its rule set here.
    pub fn player(&self, cells: &[&Cell], deals: &Deals) -> Result<Box<dyn Player>, String> {
        fn with_engines<'c, R>(
            cells: &[&'c Cell],
            of: fn(&'c RuleSet) -> Option<&'c R>,
        ) -> Vec<(&'c R, &'static str)> {
            cells.iter().filter_map(|cell| Some((of(&cell.rules)?, cell.engine))).collect()
        }
        let made = match self {
            Self::War => war::player(&with_engines(cells, RuleSet::war), deals),
            Self::Ludo(_) => ludo::player(&with_engines(cells, RuleSet::ludo), deals),
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

    /// Tables that only this game has.
    pub fn tables(&self, counted: Counted<'_>) -> Vec<Table> {
        let tables = |ludo: &Ludo| ludo.tables(&counted.facts, &counted.ludo());
        self.dice().map(tables).unwrap_or_default()
    }

    /// Everybody against everybody, a square for each rule set, where they met in pairs.
    pub fn matrices(&self, counted: Counted<'_>) -> Vec<Matrix> {
        let matrices = |ludo: &Ludo| ludo.matrices(&counted.facts, &counted.ludo());
        self.dice().map(matrices).unwrap_or_default()
    }

    /// What a batch or a comparison says on the terminal instead of the common text; `None` for the common text.
    pub fn text(&self, counted: Counted<'_>) -> Option<GameText> {
        self.dice()?.text(&counted.facts, &counted.ludo())
    }
}

impl<'a> Counted<'a> {
    fn ludo(&self) -> Vec<Played<'a>> {
        let cells = self.cells.iter().zip(self.tallies);
        let played = cells.filter_map(|(cell, tally)| {
            Some(Played { rule_set: &cell.rules_name, play: cell.rules.ludo()?, tally })
        });
        played.collect()
    }
}
