//! What is asked of a study, and what most callers change of it.

use std::sync::Arc;

use super::{Measure, Spec, Study, Target};
use crate::core::cards::{Deals, DealsFrom, DeckList};
use crate::lab::refused::Refused;

impl Study {
    /// The precisions of cells and of differences.
    pub fn targets(&self) -> impl Iterator<Item = &Target> {
        self.until.iter().chain(&self.until_difference)
    }

    /// Whether a precision is wanted.
    pub fn has_targets(&self) -> bool {
        self.targets().next().is_some()
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
}

impl Spec {
    /// The same question, whose precisions are those of differences.
    pub fn of_differences(self) -> Self {
        Self { until: Vec::new(), until_difference: self.until, ..self }
    }

    /// The option that asks what a key does.
    pub fn option(key: &str) -> String {
        match key {
            "until_difference" => "--until".into(),
            key => format!("--{}", key.replace('_', "-")),
        }
    }
}

impl Study {
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

    /// Sets the confidence of the intervals, such as 0.99.
    ///
    /// Errors: [`Refused`] if it is not between 0 and 1.
    pub fn confidence(self, confidence: f64) -> Result<Self, Refused> {
        self.ask(|spec| spec.confidence = Some(confidence))
    }

    /// Whether what is asked of differences can be told.
    ///
    /// Errors: [`Refused`] where nothing is compared.
    pub(crate) fn check_differences(&self) -> Result<(), Refused> {
        let wanted = self.until_difference.first().map(|target| ("until_difference", target));
        let effect = self.min_effects.first().map(|effect| ("min_effect", effect));
        match wanted.or(effect).filter(|_| self.pairs(1).is_empty()) {
            None => Ok(()),
            Some((key, target)) => {
                let what = "this run compares nothing; ask it of two rule sets or more with `compare`, or leave \
                            it out";
                Err(Refused::of(key, target.text(self.info()), what))
            }
        }
    }

    /// The same study, of which every pair of cells is compared, or none.
    pub fn comparing(mut self, compare: bool) -> Self {
        let spec = &mut self.spec;
        (spec.compare, spec.baseline) = (Some(compare), None);
        self
    }

    /// Compares these measures only, such as `a_win`, in the order of the files; as before, if none is named.
    ///
    /// Errors: [`Refused`] with the measures that there are.
    pub fn measures<S: Into<String>>(
        self,
        names: impl IntoIterator<Item = S>,
    ) -> Result<Self, Refused> {
        let mut names: Vec<String> = names.into_iter().map(Into::into).collect();
        if names.is_empty() {
            return Ok(self);
        }
        let order = Measure::all(self.info()).into_iter().map(|m| m.name(self.info()));
        let order: Vec<&str> = order.collect();
        names.sort_by_key(|name| order.iter().position(|known| known == name));
        names.dedup();
        self.ask(|spec| spec.measures = Some(names))
    }

    /// Plays these decks, each once, which every rule set can play.
    pub(crate) fn on_decks(self, list: DeckList) -> Self {
        let (seed, games) = (self.deals.seed, list.decks.len() as u64);
        self.unnamed()
            .of_games(0..games)
            .dealt(Deals { seed, from: DealsFrom::List(Arc::new(list)) })
    }

    /// The same study, of which nobody says what to type to see its games.
    pub(crate) fn unnamed(mut self) -> Self {
        self.spec.rules.clear();
        self
    }
}
