//! What a study is: rule sets found by name, sweeps, the experiment file, and [`Study`], the checked
//! form, whatever it was written in: options of the command line, a file, or calls from Rust.

pub mod ask;
pub mod cells;
pub mod hunt;
pub mod identity;
pub mod measure;
pub mod outside;
pub mod published;
pub mod refused;
mod resolve;
pub mod row_features;
pub mod rules;
pub mod schema;
pub mod shard;
pub mod shipped;
pub mod sweep;
pub mod tables;
pub mod value;

use std::collections::HashMap;
use std::ops::{Deref, Range};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use crate::core::cards::{Deals, DealsFrom};
use crate::core::game::{AnyGame, Cell, Facts, GameInfo, RuleSet};
use crate::core::stats::z_for_confidence;
use crate::lab::run::ranges::without;

pub use hunt::Hunt;
pub use measure::{Measure, Target};
pub use outside::Outside;
pub use refused::Refused;
pub use row_features::RowFeatures;
pub use shard::Shard;
pub use value::{Decks, DiceOf, Spec};

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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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

/// A checked study: what it says is read like a field and changed by nobody, but asked anew by the
/// methods that check it, such as [`Study::until`].
#[derive(Clone, Debug)]
pub struct Study(Checked);

impl Deref for Study {
    type Target = Checked;

    fn deref(&self) -> &Checked {
        &self.0
    }
}

/// What a [`Study`] says.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The game.
    pub game: Arc<dyn AnyGame>,
    pub(super) info: &'static GameInfo,
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
    /// Games between its first and its last that no part had, where parts were put together so.
    pub missing: Vec<Range<u64>>,
    /// Precisions of each cell at which to stop.
    pub until: Vec<Target>,
    /// Precisions of the differences between compared cells at which to stop.
    pub until_difference: Vec<Target>,
    /// Whether it stops when every compared pair is decided.
    pub decides: bool,
    /// Whether somebody named the measures.
    pub measures_named: bool,
    /// Confidence of the intervals, in (0, 1).
    pub confidence: f64,
    /// Which rule sets are compared.
    pub pairs: Pairs,
    /// What of them is compared.
    pub measures: Vec<Measure>,
    /// The smallest differences that matter.
    pub min_effects: Vec<Target>,
    /// The positions of the features of the deals by each of which games are sorted.
    pub by: Vec<usize>,
    /// Whether games at a limit are played on to see whether they ever end.
    pub prove_cycles: bool,
    /// Figures that others published, to be set beside the obtained ones.
    pub published: Vec<published::Published>,
    /// Which games are kept on their own, the most extreme ones.
    pub hunts: Vec<Hunt>,
    /// The tables to write, by name without `.csv`; all if `None`.
    pub outputs: Option<Vec<String>>,
    /// Where the row of each game goes, if the study says it.
    pub per_game: Option<String>,
    /// Which features these rows hold.
    pub row_features: RowFeatures,
}

/// Whether a game is played with a deck of cards.
pub fn has_deck(game: &dyn AnyGame) -> bool {
    let preset = game.presets().first().and_then(|preset| game.preset(preset.name));
    preset.is_some_and(|rules| game.fields(&rules).contains_key("deck"))
}

impl Study {
    /// A study of these rule sets with the default seed, games and confidence, comparing nothing.
    ///
    /// Errors: [`Refused`] if a rule set lacks what it is played with, such as dice.
    pub fn new(game: Arc<dyn AnyGame>, rule_sets: Vec<NamedRules>) -> Result<Self, Refused> {
        let mut cells = Vec::new();
        for named in &rule_sets {
            for (part, rules) in game.parts(&named.rules).map_err(|what| Refused::key("", what))? {
                let name = match part.as_str() {
                    "" => named.name.clone(),
                    part => format!("{} {part}", named.name),
                };
                let (rule_set, engine) = (named.name.clone(), named.engine);
                cells.push(Cell { name, rule_set, part, rules, engine });
            }
        }
        let seats = cells.iter().map(|cell| cell.rules.seats).max().unwrap_or(0);
        let info = game.info().of_seats(seats);
        let measures = Measure::usual(info);
        Ok(Self(Checked {
            game,
            info,
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
            missing: Vec::new(),
            until: Vec::new(),
            until_difference: Vec::new(),
            decides: false,
            measures_named: false,
            confidence: DEFAULT_CONFIDENCE,
            pairs: Pairs::None,
            measures,
            min_effects: Vec::new(),
            by: Vec::new(),
            prove_cycles: false,
            published: Vec::new(),
            hunts: Vec::new(),
            outputs: None,
            per_game: None,
            row_features: RowFeatures::None,
        }))
    }

    /// The same study by these rule sets.
    ///
    /// Errors: as [`Study::new`].
    pub(crate) fn played_by(mut self, rule_sets: Vec<NamedRules>) -> Result<Self, Refused> {
        let Checked { info, cells, rule_sets, .. } =
            Self::new(Arc::clone(&self.game), rule_sets)?.0;
        (self.0.info, self.0.cells, self.0.rule_sets) = (info, cells, rule_sets);
        let deals = self.deals.clone();
        Ok(self.dealt(deals))
    }

    /// The same study, whose games nobody has named a number of.
    pub(crate) fn open_ended(mut self) -> Self {
        self.0.games_unnamed = true;
        self
    }

    /// The same study of these games only; nobody asked for their number.
    pub(crate) fn of_games(mut self, games: Range<u64>) -> Self {
        (self.0.first_game, self.0.games) = (games.start, games.end.saturating_sub(games.start));
        self
    }

    /// The same study as a part of these games; of no larger one, if `None`.
    pub(crate) fn within(mut self, whole: Option<Range<u64>>) -> Self {
        self.0.part_of = whole;
        self
    }

    /// The same study without these games, which rise and lie apart.
    pub(crate) fn lacking(mut self, missing: Vec<Range<u64>>) -> Self {
        self.0.missing = missing;
        self
    }

    /// The games that were played when so many were, by index. Of a study that lacks some, all others
    /// were: it was merged of parts.
    pub fn done(&self, games: u64) -> Vec<Range<u64>> {
        if self.missing.is_empty() {
            let done = self.first_game..self.first_game + games;
            return vec![done];
        }
        without(&(self.first_game..self.first_game + self.games), &self.missing)
    }

    /// The same study on these deals.
    pub(crate) fn dealt(mut self, deals: Deals) -> Self {
        // Seats are equal over random deals only.
        if !matches!(deals.from, DealsFrom::Seed) {
            self.0.cells.iter_mut().for_each(|cell| cell.rules.equal_seats = false);
        }
        self.0.deals = deals;
        self
    }

    /// This cell alone.
    #[cfg(test)]
    pub(crate) fn alone(mut self, cell: usize) -> Self {
        self.0.cells = vec![self.cells[cell].clone()];
        self.uncompared()
    }

    /// The same study, of which these cells are compared.
    pub(crate) fn comparing(mut self, pairs: Pairs) -> Self {
        self.0.pairs = pairs;
        self
    }

    /// The same study, which plays its games at a limit on or not.
    pub(crate) fn proving(mut self, prove_cycles: bool) -> Self {
        self.0.prove_cycles = prove_cycles;
        self
    }

    /// The same study, which keeps these games.
    pub(crate) fn keeping(mut self, hunts: Vec<Hunt>) -> Self {
        self.0.hunts = hunts;
        self
    }

    /// The same study beside rule sets with more seats.
    pub(crate) fn widen(&mut self, info: &'static GameInfo) {
        self.0.info = info;
    }

    /// What makes a study of cells of one rule set alone, which nobody compares or sorts.
    pub(crate) fn of_cells(&self) -> impl Fn(&NamedRules, Vec<Cell>) -> Self {
        // Without the other rule sets, of which there may be ten thousand to copy for each one.
        let (rule_sets, cells, by) = (Vec::new(), Vec::new(), Vec::new());
        let bare = Checked { rule_sets, cells, by, pairs: Pairs::None, ..self.0.clone() };
        move |named, cells| Self(Checked { rule_sets: vec![named.clone()], cells, ..bare.clone() })
    }

    /// The game's words, with as many seats as the rule set with the most.
    pub fn info(&self) -> &'static GameInfo {
        self.info
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
        [&self.until, &self.until_difference].iter().any(|targets| !targets.is_empty())
            || self.decides
    }

    /// The measures by which every compared pair must be decided before it stops: those that somebody
    /// named, or the first; none if nothing must be.
    pub fn decided(&self) -> &[Measure] {
        match (self.decides, self.measures_named) {
            (false, _) => &[],
            (true, true) => &self.measures,
            (true, false) => &self.measures[..self.measures.len().min(1)],
        }
    }

    /// The smallest difference of a measure that matters, if one was named.
    pub fn matters(&self, measure: Measure) -> Option<f64> {
        let found = self.min_effects.iter().find(|effect| effect.measure == measure);
        found.map(|effect| effect.half_width)
    }

    /// The most games of each rule set that can be played.
    pub fn most_games(&self) -> u64 {
        if self.is_open_ended() { u64::MAX - self.first_game } else { self.games }
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

    /// Refuses a study that has nothing to play, or games without a number.
    ///
    /// Errors: [`Refused`].
    pub(crate) fn check_sound(&self) -> Result<(), Refused> {
        if self.rule_sets.is_empty() {
            let what = "no rule set; name at least one, such as `umass`";
            return Err(Refused { at: Some(0), ..Refused::key("rules", what) });
        }
        match self.first_game.checked_add(self.games) {
            Some(_) => Ok(()),
            None => Err(Refused::beyond_numbers()),
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
}
