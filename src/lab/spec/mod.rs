//! What a study is: rule sets found by name, sweeps, the experiment file, and [`Study`], the checked
//! form, whatever it was written in: options of the command line, a file, or calls from Rust.

pub mod cells;
pub mod file;
pub mod hunt;
pub mod measure;
pub mod published;
pub mod rules;
pub mod schema;
pub mod shard;
pub mod shipped;
mod sound;
pub mod sweep;

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use serde_json::{Value as Json, json};

use crate::core::cards::{Deals, DealsFrom};
use crate::core::game::{AnyGame, Cell, Facts, GameInfo, RuleSet};
use crate::core::random::inside::RECIPE_INSIDE;
use crate::core::stats::z_for_confidence;

pub use hunt::Hunt;
pub use measure::{Measure, Target};
pub use shard::Shard;

/// Games of a study that names no number.
pub const DEFAULT_GAMES: u64 = 1_000_000;
/// Seed of a study that names none.
pub const DEFAULT_SEED: u64 = 42;
/// Confidence of intervals where none is named.
pub const DEFAULT_CONFIDENCE: f64 = 0.95;

/// A rule set of a study, as it was named.
#[derive(Clone, Debug)]
pub struct NamedRules {
    /// What it is called in the tables.
    pub name: String,
    /// The rules.
    pub rules: RuleSet,
    /// Which engine plays them.
    pub engine: &'static str,
}

impl NamedRules {
    /// Which of these rule sets is this one under another name, if any is.
    pub fn same_among<'n>(&self, game: &dyn AnyGame, others: &'n [Self]) -> Option<&'n Self> {
        let own = game.fields(&self.rules);
        others.iter().find(|other| game.fields(&other.rules) == own)
    }
}

/// A rule set of a sweep that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedCell {
    /// What it would have been called.
    pub name: String,
    /// Why not.
    pub reason: String,
}

/// What a study is about, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Story {
    /// The question.
    pub title: Option<String>,
    /// Why it is asked.
    pub why: Option<String>,
    /// What was expected before the first game.
    pub expected: Option<String>,
}

impl Story {
    /// What is written, for the manifest; `Null` if nothing is.
    pub fn to_json(&self) -> Json {
        let Self { title, why, expected } = self;
        match (title, why, expected) {
            (None, None, None) => Json::Null,
            _ => json!({"title": title, "why": why, "expected": expected}),
        }
    }

    /// What a manifest says.
    pub fn of_json(json: &Json) -> Self {
        let word = |key: &str| json[key].as_str().map(Into::into);
        Self { title: word("title"), why: word("why"), expected: word("expected") }
    }
}

/// Which rule sets are compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pairs {
    /// None.
    None,
    /// Every one with every later one.
    All,
    /// Each with the one of this name, which comes first.
    Baseline(String),
}

/// A checked study.
#[derive(Clone, Debug)]
pub struct Study {
    /// The game.
    pub game: Arc<dyn AnyGame>,
    /// Title, reason and expected outcome, as far as written.
    pub story: Story,
    /// The rule sets.
    pub rule_sets: Vec<NamedRules>,
    /// What is played and counted: the rule sets in all their parts.
    pub cells: Vec<Cell>,
    /// Rule sets of a sweep that make no game; the others play all the same.
    pub refused: Vec<RefusedCell>,
    /// Fields of a sweep that have no effect in some of its rule sets.
    pub notes: Vec<String>,
    /// Where the deals come from.
    pub deals: Deals,
    /// Index of the first game.
    pub first_game: u64,
    /// Number of games, at most if a precision is wanted.
    pub games: u64,
    /// Whether nobody named that number: then a wanted precision alone ends the study.
    pub games_unnamed: bool,
    /// The games of the whole study of which this is a part; nothing if it is none.
    pub part_of: Option<Range<u64>>,
    /// Precisions of each cell at which to stop.
    pub until: Vec<Target>,
    /// Precisions of the differences between compared cells at which to stop.
    pub until_difference: Vec<Target>,
    /// Confidence of the intervals, in (0, 1).
    pub confidence: f64,
    /// Which rule sets are compared.
    pub pairs: Pairs,
    /// What of them is compared.
    pub measures: Vec<Measure>,
    /// The smallest differences that matter.
    pub min_effects: Vec<Target>,
    /// The position of the feature of the deals by which games are sorted.
    pub by: Option<usize>,
    /// Whether games at a limit are played on to see whether they ever end.
    pub prove_cycles: bool,
    /// Figures that others published, to be set beside the obtained ones.
    pub published: Vec<published::Published>,
    /// Which games are kept on their own, the most extreme ones.
    pub hunts: Vec<Hunt>,
}

/// A study that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StudyError {
    /// An engine asked for cannot play a rule set here.
    #[error("{0}")]
    Unsupported(#[from] crate::core::game::Unsupported),
    /// No such rule set.
    #[error("{0}")]
    Rules(String),
    /// Something that makes no sense, with what to do.
    #[error("{0}")]
    Invalid(String),
    /// It was asked to stop.
    #[error("stopped before the last game")]
    Stopped,
    /// The counts contradict each other: a bug of an engine.
    #[error("{0}")]
    Counts(String),
}

/// Whether a game is played with a deck of cards.
pub fn has_deck(game: &dyn AnyGame) -> bool {
    let preset = game.presets().first().and_then(|preset| game.preset(preset.name));
    preset.is_some_and(|rules| game.fields(&rules).contains_key("deck"))
}

impl Study {
    /// A study of these rule sets with the default seed, games and confidence, comparing nothing.
    ///
    /// Errors: [`StudyError::Invalid`] if a rule set lacks what it is played with, such as dice.
    pub fn new(game: Arc<dyn AnyGame>, rule_sets: Vec<NamedRules>) -> Result<Self, StudyError> {
        let mut cells = Vec::new();
        for named in &rule_sets {
            for (part, rules) in game.parts(&named.rules).map_err(StudyError::Invalid)? {
                let name = match part.as_str() {
                    "" => named.name.clone(),
                    part => format!("{} {part}", named.name),
                };
                let (rule_set, engine) = (named.name.clone(), named.engine);
                cells.push(Cell { name, rule_set, part, rules, engine });
            }
        }
        let measures = Measure::usual(game.info());
        Ok(Self {
            game,
            story: Story::default(),
            rule_sets,
            cells,
            refused: Vec::new(),
            notes: Vec::new(),
            deals: Deals::of_seed(DEFAULT_SEED),
            first_game: 0,
            games: DEFAULT_GAMES,
            games_unnamed: false,
            part_of: None,
            until: Vec::new(),
            until_difference: Vec::new(),
            confidence: DEFAULT_CONFIDENCE,
            pairs: Pairs::None,
            measures,
            min_effects: Vec::new(),
            by: None,
            prove_cycles: false,
            published: Vec::new(),
            hunts: Vec::new(),
        })
    }

    /// The game's words.
    pub fn info(&self) -> &'static GameInfo {
        self.game.info()
    }

    /// The games of the study, or of the whole of which it is a part, by index.
    pub fn whole(&self) -> Range<u64> {
        let games = self.first_game..self.first_game.saturating_add(self.most_games());
        self.part_of.clone().unwrap_or(games)
    }

    /// Whether a precision alone ends it, after as many games as that takes.
    pub fn is_open_ended(&self) -> bool {
        let has_more = matches!(self.deals.from, DealsFrom::Seed);
        self.games_unnamed && has_more && self.has_targets()
    }

    /// Whether a precision is wanted.
    pub fn has_targets(&self) -> bool {
        !self.until.is_empty() || !self.until_difference.is_empty()
    }

    /// The most games of each rule set that can be played.
    pub fn most_games(&self) -> u64 {
        if self.is_open_ended() { u64::MAX - self.first_game } else { self.games }
    }

    /// The smallest difference of this measure that matters, if one was named.
    pub fn min_effect(&self, measure: Measure) -> Option<f64> {
        let found = self.min_effects.iter().find(|effect| effect.measure == measure);
        found.map(|effect| effect.half_width)
    }

    /// The pairs of cells that are compared, by position, in the order of the tables.
    ///
    /// Cells of different parts (other dice) are not compared.
    pub fn pair_list(&self) -> Vec<(usize, usize)> {
        let mut parts: HashMap<&str, Vec<usize>> = HashMap::new();
        for (k, cell) in self.cells.iter().enumerate() {
            parts.entry(&cell.part).or_default().push(k);
        }
        let mut pairs = Vec::new();
        for (k, cell) in self.cells.iter().enumerate() {
            let alike = &parts[cell.part.as_str()];
            match &self.pairs {
                Pairs::None => {}
                Pairs::All => {
                    pairs.extend(alike.iter().filter(|&&other| other > k).map(|&other| (k, other)));
                }
                Pairs::Baseline(name) if *name == cell.rule_set => {
                    pairs.extend(alike.iter().filter(|&&other| other != k).map(|&o| (k, o)));
                }
                Pairs::Baseline(_) => {}
            }
        }
        pairs
    }

    /// Whether two cells meet the same chance, so that their games are compared one by one.
    pub fn same_chance(&self, first: usize, second: usize) -> bool {
        self.cells[first].rules.setup == self.cells[second].rules.setup
    }

    /// The word that cells have in common that play side by side: those that meet the same chance, and, where
    /// any are compared, all of a part, since their games are compared one by one.
    pub fn plays_with(&self, cell: usize) -> &str {
        match self.pairs {
            Pairs::None => &self.cells[cell].rules.setup,
            Pairs::All | Pairs::Baseline(_) => &self.cells[cell].part,
        }
    }

    /// Whether some rule set has a limit beside which games can be proven never to end.
    pub fn can_prove_cycles(&self) -> bool {
        self.rule_sets.iter().any(|named| self.game.without_limit(&named.rules).is_some())
    }

    /// Whether every deal is played once, so that there is no chance in the counts.
    pub fn is_exact(&self) -> bool {
        matches!(self.deals.from, DealsFrom::Orders)
    }

    /// What every table repeats, for this many games of each cell.
    pub fn facts(&self, games: u64) -> Facts {
        Facts {
            seed: self.deals.seed.0,
            first_game: self.first_game,
            games,
            exact: self.is_exact(),
            confidence: self.confidence,
            z: z_for_confidence(self.confidence),
            recipe: self.info().recipe,
        }
    }

    /// What is counted: everything that the counts depend on, but not which games were played.
    pub fn identity(&self) -> Json {
        let info = self.info();
        let rule_sets: Vec<Json> = self
            .rule_sets
            .iter()
            .map(|named| json!({"name": named.name, "fields": self.game.fields(&named.rules)}))
            .collect();
        let mut identity = json!({
            "game": info.name,
            "recipe": info.recipe,
            "seed": self.deals.seed.0,
            "deals": self.deals.from.identity(),
            "played_with": self.game.gear(),
            "rules": rule_sets,
            "pairs": match &self.pairs {
                Pairs::None => json!("none"),
                Pairs::All => json!("all"),
                Pairs::Baseline(name) => json!({ "baseline": name }),
            },
            "by": self.by.map(|feature| info.features[feature].name),
        });
        if self.rule_sets.iter().any(|named| named.rules.chance_inside) {
            identity["recipe_inside"] = json!(RECIPE_INSIDE);
        }
        if self.prove_cycles {
            identity["prove_cycles"] = json!(true);
        }
        if !self.hunts.is_empty() {
            let hunts = self.hunts.iter().map(|hunt| json!([hunt.name(info), hunt.keep]));
            identity["hunt"] = hunts.collect();
        }
        identity
    }

    /// What distinguishes one run from another: all that its tables depend on, and nothing else.
    pub fn run_identity(&self, verb: &str, tables: Option<&[String]>) -> Json {
        let info = self.info();
        let targets = |targets: &[Target]| -> Json {
            targets.iter().map(|t| json!([t.measure.name(info), t.half_width])).collect()
        };
        let measures: Vec<&str> = self.measures.iter().map(|m| m.name(info)).collect();
        let mut identity = self.identity();
        if let Json::Object(object) = &mut identity {
            for (key, value) in [
                ("verb", json!(verb)),
                ("first_game", json!(self.first_game)),
                // What is asked is the precision, whatever it takes.
                ("games", if self.is_open_ended() { Json::Null } else { json!(self.games) }),
                ("until", targets(&self.until)),
                ("until_difference", targets(&self.until_difference)),
                ("confidence", json!(self.confidence)),
                ("measures", json!(measures)),
                ("tables", json!(tables)),
                ("refused", self.refused.iter().map(|r| json!([r.name, r.reason])).collect()),
                ("notes", json!(self.notes)),
                ("table_options", self.game.table_options()),
            ] {
                object.insert(key.into(), value);
            }
            if !self.published.is_empty() {
                let published = self.published.iter().map(published::Published::identity);
                object.insert("published".into(), published.collect());
            }
            if let Some(whole) = &self.part_of {
                object.insert("part_of".into(), json!([whole.start, whole.end]));
            }
        }
        identity
    }
}
