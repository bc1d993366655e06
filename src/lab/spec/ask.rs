//! What is asked of a study, and what most callers change of it.

use std::sync::Arc;

use super::{Measure, Spec, Study};
use crate::core::cards::{DealsFrom, DeckList};
use crate::core::game::GameInfo;
use crate::lab::refused::Refused;

impl Study {
    /// Whether a precision is wanted, of cells or of differences.
    pub fn has_targets(&self) -> bool {
        !self.until.is_empty() || !self.until_difference.is_empty()
    }

    /// The smallest difference of a measure that matters, if one was named.
    pub fn matters(&self, measure: Measure) -> Option<f64> {
        let found = self.min_effects.iter().find(|effect| effect.measure == measure);
        found.map(|effect| effect.half_width)
    }

    /// Whether rule sets are compared.
    pub fn compares(&self) -> bool {
        self.spec.compare == Some(true)
    }

    /// The same study, asked by this verb of the command line, whose tables it has.
    pub fn verb(self, verb: &str) -> Self {
        Self { verb: verb.into(), ..self }
    }

    /// Sets the seed.
    pub fn seed(mut self, seed: u64) -> Self {
        self.deals.seed.0 = seed;
        self
    }

    /// Sets the number of games of each rule set: a million if this is never called.
    ///
    /// With a wanted precision it is the most that are played; if this is never called, as many are as it takes.
    pub fn games(mut self, games: u64) -> Self {
        (self.games, self.spec.games) = (games, Some(games));
        self
    }

    /// The same study, of which every pair of cells is compared, or none.
    pub fn comparing(mut self, compare: bool) -> Self {
        let spec = &mut self.spec;
        (spec.compare, spec.baseline) = (Some(compare), None);
        self
    }

    /// Plays these decks, each once, which every rule set can play.
    pub(crate) fn on_decks(self, list: DeckList) -> Self {
        let games = list.decks.len() as u64;
        self.of_games(0..games).dealt(DealsFrom::List(Arc::new(list)))
    }

    /// The same study on every distinct order of the deck, each once, instead of a seed's deals.
    ///
    /// Errors: [`Refused`] for a game without a deck, rule sets with different decks, chance
    /// after the deal, fixed hands, or more orders than there are game numbers.
    ///
    /// ```
    /// let study = war_sim::Study::war(["umass{deck.ranks=2, deck.suits=2}"])?;
    /// let finished = study.every_order()?.run()?;
    /// assert_eq!(finished.games, 6);
    /// # Ok::<(), war_sim::Refused>(())
    /// ```
    pub fn every_order(self) -> Result<Self, Refused> {
        let invalid = |what: String| Refused::key("orders", what);
        let first = &self.rule_sets[0];
        let without = || invalid(format!("{} is played without a deck", self.info().title));
        let deck = self.deck().ok_or_else(without)?;
        if let Some(other) = self.rule_sets.iter().find(|r| r.rules.setup != first.rules.setup) {
            let (one, two) = (&first.name, &other.name);
            return Err(invalid(format!(
                "{one} and {two} have different decks; ask for each alone"
            )));
        }
        if let Some(random) = self.rule_sets.iter().find(|r| r.rules.chance_inside) {
            return Err(invalid(format!(
                "{}: cards are shuffled during the game, so an order of the deck has no one result; \
                 play games of a seed instead",
                random.name
            )));
        }
        let study = self.dealt(DealsFrom::Orders);
        let orders = study.deals.count(&deck).map_err(|e| invalid(e.to_string()))?;
        Ok(study.of_games(0..orders.unwrap_or(0)))
    }

    /// The features of these names for the rows of games, each once, in the order of the game; all, if none is
    /// named.
    ///
    /// Errors: [`Refused`] with the features that there are.
    pub fn row_features(&self, names: &[String]) -> Result<Vec<String>, Refused> {
        let info = self.info();
        let known = |name: &String| feature("with_features", name, info).map(drop);
        names.iter().try_for_each(known)?;
        let is_named = |name: &&str| names.is_empty() || names.iter().any(|one| one == name);
        let all = info.features.iter().map(|feature| feature.name);
        Ok(all.filter(is_named).map(str::to_owned).collect())
    }
}

impl Spec {
    /// The same question, whose precisions are those of differences.
    pub fn of_differences(self) -> Self {
        Self { until: Vec::new(), until_difference: self.until, ..self }
    }

    /// The option that asks what a key does.
    pub fn option(key: &str) -> String {
        let key = if key == "until_difference" { "until" } else { key };
        format!("--{}", key.replace('_', "-"))
    }
}

/// The position of the feature of this name, which was written at this key.
pub(super) fn feature(key: &'static str, feature: &str, info: &GameInfo) -> Result<usize, Refused> {
    let names: Vec<&str> = info.features.iter().map(|feature| feature.name).collect();
    let found = names.iter().position(|&name| name == feature);
    found.ok_or_else(|| Refused::unknown(key, feature, "feature", &names))
}
