//! What a study is: rule sets found by name, sweeps, the experiment file, and [`Study`], the checked
//! form, whatever it was written in: options of the command line, a file, or calls from Rust.

pub mod ask;
pub mod cells;
pub mod command;
pub mod identity;
pub mod measure;
mod resolve;
pub mod rules;
pub mod shard;
pub mod shipped;
pub mod sound;
pub mod sweep;
pub mod value;

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::core::cards::{Composition, Deals, DealsFrom};
use crate::core::game::{Facts, GameInfo};
use crate::core::stats::{Method, ProportionSequence, tuned_for, z_for_confidence};
use crate::core::table::Value;
use crate::game::{Cell, Game, RuleSet};

pub use identity::Experiment;
pub use measure::{Measure, Target};
pub use shard::Shard;
pub use value::{Decks, Spec};

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
}

/// A rule set of a sweep that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefusedCell {
    /// What it would have been called.
    pub name: String,
    /// Why not.
    pub reason: String,
}

/// A checked study: what is played, and what is asked of it. It changes through the methods that check
/// what they set, such as [`Study::ask`].
#[derive(Clone, Debug, Default)]
pub struct Study {
    /// The verb of the command line that asks the same; `library` if none does.
    pub(crate) verb: String,
    /// The game.
    pub(crate) game: Game,
    /// The rule sets.
    pub(crate) rule_sets: Vec<NamedRules>,
    /// What is played and counted: the rule sets in all their parts.
    pub(crate) cells: Vec<Cell>,
    /// Rule sets of a sweep that make no game; the others play all the same.
    pub(crate) refused: Vec<RefusedCell>,
    /// The fields that are swept, by their full keys.
    pub(crate) swept: Vec<String>,
    /// The file that asked for it, if one did.
    pub(crate) experiment: Option<Experiment>,
    /// Where the deals come from.
    pub(crate) deals: Deals,
    /// Index of the first game.
    pub(crate) first_game: u64,
    /// Number of games, at most if a precision is wanted.
    pub(crate) games: u64,
    /// The games of the whole study of which this is a part; nothing if it is none.
    pub(crate) part_of: Option<Range<u64>>,
    /// What was asked, each question in one form; of rule sets what to type for them, where all have a name outside.
    pub(crate) spec: Spec,
    /// Precisions of each cell at which to stop.
    pub(crate) until: Vec<Target>,
    /// Precisions of the differences between compared cells at which to stop.
    pub(crate) until_difference: Vec<Target>,
    /// Confidence of the intervals, in (0, 1).
    pub(crate) confidence: f64,
    /// What of rule sets is compared.
    pub(crate) measures: Vec<Measure>,
    /// The smallest differences that matter.
    pub(crate) min_effects: Vec<Target>,
    /// The positions of the features of the deals by each of which games are sorted.
    pub(crate) by: Vec<usize>,
}

impl Study {
    /// The same study of these games only; nobody asked for their number.
    pub(crate) fn of_games(mut self, games: Range<u64>) -> Self {
        (self.first_game, self.games) = (games.start, games.end.saturating_sub(games.start));
        self
    }

    /// The games that were played when so many were, by index.
    pub fn done(&self, games: u64) -> Range<u64> {
        self.first_game..self.first_game + games
    }

    /// So many games of each cell, all together.
    pub(crate) fn of_all_cells(&self, games: u64) -> u64 {
        games.saturating_mul(self.cells.len() as u64)
    }

    /// The same study on deals from there.
    pub(crate) fn dealt(mut self, from: DealsFrom) -> Self {
        // Seats are equal over random deals only.
        if !matches!(from, DealsFrom::Seed) {
            self.cells.iter_mut().for_each(|cell| cell.rules.facts.equal_seats = false);
        }
        self.deals.from = from;
        self
    }

    /// The values of the swept fields of a rule set, defaults written out.
    pub fn swept_values(&self, rules: &RuleSet) -> Vec<Value> {
        let value = |key: &String| match rules.field(key) {
            Some(toml::Value::Integer(n)) if n >= 0 => Value::Int(n as u64),
            Some(other) => sweep::text_of(&other).as_str().into(),
            None => Value::from(""),
        };
        self.swept.iter().map(value).collect()
    }

    /// The columns of what a cell is played with, and which of its values each has; a swept field of that name is there
    /// instead.
    pub fn setup_columns(&self) -> impl Iterator<Item = (usize, &'static str)> {
        let columns = self.info().setup_columns.iter().copied().enumerate();
        columns.filter(|(_, name)| !self.swept.iter().any(|key| key == name))
    }

    /// The measures that are compared, the one that the question is about first: that of a wanted difference, else
    /// as they were asked for.
    pub fn measures_asked(&self) -> Vec<Measure> {
        let wanted = self.until_difference.first().map(|target| target.measure);
        let wanted = wanted.filter(|wanted| self.measures.contains(wanted));
        let others = self.measures.iter().copied().filter(|one| Some(*one) != wanted);
        wanted.into_iter().chain(others).collect()
    }

    /// The counters beside the length of which something is asked of differences.
    pub fn compared_counters(&self) -> Vec<usize> {
        let counters = self.measures.iter().filter_map(|one| match one {
            Measure::Mean(counter) if *counter > 0 => Some(*counter),
            _ => None,
        });
        counters.collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// The rule sets.
    pub fn rule_sets(&self) -> &[NamedRules] {
        &self.rule_sets
    }

    /// What is played and counted: the rule sets in all their parts.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Rule sets of a sweep that make no game.
    pub fn refused(&self) -> &[RefusedCell] {
        &self.refused
    }

    /// Where the deals come from.
    pub fn deals(&self) -> &Deals {
        &self.deals
    }

    /// The game's words.
    pub fn info(&self) -> &'static GameInfo {
        self.game.info()
    }

    /// The games that it plays, by index, at most if a precision is wanted.
    pub fn range(&self) -> Range<u64> {
        self.first_game..self.first_game.saturating_add(self.games)
    }

    /// The games of the study, or of the whole of which it is a part, by index.
    pub fn whole(&self) -> Range<u64> {
        let games = self.first_game..self.first_game.saturating_add(self.most_games());
        self.part_of.clone().unwrap_or(games)
    }

    /// Whether a precision alone ends it, after as many games as that takes.
    pub fn is_open_ended(&self) -> bool {
        let has_more = matches!(self.deals.from, DealsFrom::Seed);
        self.spec.games.is_none() && has_more && self.has_targets()
    }

    /// The most games of each rule set that can be played.
    pub fn most_games(&self) -> u64 {
        if self.is_open_ended() { u64::MAX - self.first_game } else { self.games }
    }

    /// The pairs of cells that are compared, by position, in the order of the tables.
    ///
    /// Cells of different parts (other dice) are not compared.
    pub fn pair_list(&self) -> Vec<(usize, usize)> {
        self.pairs(usize::MAX)
    }

    /// The first of these pairs, so many at most.
    pub(crate) fn pairs(&self, most: usize) -> Vec<(usize, usize)> {
        if !self.compares() {
            return Vec::new();
        }
        let named: Vec<(&str, &str)> =
            self.cells.iter().map(|cell| (&*cell.rules_name, &*cell.part)).collect();
        pairs_of(&named, self.spec.baseline.as_deref(), most)
    }

    /// The deck of its rule sets, of which all games of a deck have one.
    pub(crate) fn deck(&self) -> Option<Composition> {
        self.rule_sets.first()?.rules.fields().remove("deck")?.try_into().ok()
    }

    /// Whether every deal is played once, so that there is no chance in the counts.
    pub fn is_exact(&self) -> bool {
        matches!(self.deals.from, DealsFrom::Orders)
    }

    /// How its counts are exact, if they are: of every order of its deck, or of a part of them.
    pub fn exact(&self) -> Option<Method> {
        let is_whole = self.range() == self.whole();
        let method = if is_whole { Method::EXACT_SAME } else { Method::EXACT_PART };
        self.is_exact().then_some(method)
    }

    /// The sequence of a share that is valid at any stopping point.
    pub fn sequence(&self) -> ProportionSequence {
        ProportionSequence::new(self.confidence, tuned_for(self.games))
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
            any_stop: self.has_targets().then(|| self.sequence()),
            recipe: self.info().recipe,
        }
    }
}

/// The first so many pairs of what is of one part, each called so beside its part: all, or with a baseline its own
/// with every other.
pub(crate) fn pairs_of(
    named: &[(&str, &str)],
    baseline: Option<&str>,
    most: usize,
) -> Vec<(usize, usize)> {
    let mut parts: HashMap<&str, Vec<usize>> = HashMap::new();
    for (k, (_, part)) in named.iter().enumerate() {
        parts.entry(part).or_default().push(k);
    }
    let is_first = |k: &usize| baseline.is_none_or(|name| name == named[*k].0);
    let of = |k: usize| {
        let others = move |&other: &usize| other > k || baseline.is_some() && other != k;
        parts[named[k].1].iter().copied().filter(others).map(move |other| (k, other))
    };
    (0..named.len()).filter(is_first).flat_map(of).take(most).collect()
}
