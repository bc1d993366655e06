//! Questions of a study: each sets the same field of its [`Spec`] as an experiment file, and all of them are
//! checked in one place.

use std::sync::Arc;

use super::row_features::feature;
use super::{DEFAULT_CONFIDENCE, Decks, Measure, Spec, Study, Target};
use crate::core::cards::{Deals, DealsFrom, DeckList};
use crate::core::game::GameInfo;
use crate::core::wording::plain::no_file_name;
use crate::game::Game;
use crate::lab::refused::Refused;

impl Study {
    /// The same games, of which this is asked: precisions, confidence, what is compared and with what, features,
    /// rows, a title. What is played stays.
    ///
    /// Errors: [`Refused`] with the key that is at fault.
    pub fn ask(mut self, set: impl FnOnce(&mut Spec)) -> StudyResult {
        let (mut spec, info) = (std::mem::take(&mut self.spec), self.info());
        set(&mut spec);
        let Self { until, until_difference, min_effects, measures, by, .. } = &mut self;
        *until = targets("until", &spec.until, info)?;
        *until_difference = targets("until_difference", &spec.until_difference, info)?;
        *min_effects = targets("min_effect", &spec.min_effect, info)?;
        *measures = match &spec.measures {
            None => Measure::usual(info),
            Some(words) => measures_of(words, info)?,
        };
        // A mean that is not compared anyway is asked for by whoever asks anything of its differences.
        for &Target { measure, .. } in until_difference.iter().chain(&*min_effects) {
            let is_more = !Measure::usual(info).contains(&measure) && !measures.contains(&measure);
            if is_more && matches!(measure, Measure::Mean(_)) {
                measures.push(measure);
            }
        }
        by.clear();
        for word in &spec.by {
            let found = feature("by", word, info)?;
            if !by.contains(&found) {
                by.push(found);
            }
        }
        self.confidence = spec.confidence.unwrap_or(DEFAULT_CONFIDENCE);
        check_confidence(self.confidence)?;
        self.check_baseline(&spec)?;
        spec.compare = Some(spec.compare.unwrap_or(true));
        spec.per_game.as_deref().map_or(Ok(()), check_per_game)?;
        if !spec.with_features.is_empty() {
            if spec.per_game.is_none() {
                let what = "is for rows of games: name their file with per_game, or leave it out";
                return Err(Refused::key("with_features", what));
            }
            spec.with_features = self.row_features(&spec.with_features)?;
        }
        let texts = |targets: &[Target]| targets.iter().map(|target| target.text(info)).collect();
        spec.until = texts(&self.until);
        spec.until_difference = texts(&self.until_difference);
        spec.min_effect = texts(&self.min_effects);
        spec.by = self.by.iter().map(|&by| info.features[by].name.into()).collect();
        Ok(Self { spec, ..self })
    }

    /// Refuses a baseline that is none of the rule sets, or of no comparison.
    fn check_baseline(&self, spec: &Spec) -> Result<(), Refused> {
        let Some(name) = spec.baseline.as_deref() else { return Ok(()) };
        let names: Vec<&str> = self.rule_sets.iter().map(|named| named.name.as_str()).collect();
        if !names.contains(&name) {
            return Err(Refused::unknown("baseline", name, "rule set", &names));
        }
        if spec.compare == Some(false) {
            let what = "is for a comparison, and `compare` is false; leave one of them out";
            return Err(Refused::key("baseline", what));
        }
        Ok(())
    }

    /// What to type to get a rule set, by position; `None` where it has no name outside, or its games are
    /// not those of the seed.
    pub fn typed(&self, rule_set: usize) -> Option<&str> {
        self.spec.typed().get(rule_set)?.as_str()
    }

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

    /// What is told of a run, on which no table depends: what it is about, what was typed for its rule sets, the
    /// file of its decks, and which differences matter.
    pub(super) fn told(&self) -> Self {
        let Self { title, decks, min_effect, .. } = self.clone();
        let decks = decks.filter(|decks| matches!(decks, Decks::File(_)));
        Self { title, rules: self.typed().to_vec(), decks, min_effect, ..Self::default() }
    }

    /// What to type for each rule set; nothing where some have no name outside.
    fn typed(&self) -> &[toml::Value] {
        let is_named = self.sweep.is_empty() && self.over.is_empty();
        let is_named = is_named && self.rules.iter().all(toml::Value::is_str);
        if is_named { &self.rules } else { &[] }
    }

    /// The same question, of which this is told.
    pub(super) fn retold(self, told: Self) -> Self {
        let Self { title, rules, decks, mut min_effect, .. } = told;
        if min_effect.is_empty() {
            min_effect = self.min_effect;
        }
        Self { title, rules, decks, min_effect, ..self }
    }

    /// The option that asks what a key does.
    pub fn option(key: &str) -> String {
        match key {
            "until_difference" => "--until".into(),
            key => format!("--{}", key.replace('_', "-")),
        }
    }
}

/// The targets of a key.
fn targets(
    key: &'static str,
    texts: &[String],
    info: &'static GameInfo,
) -> Result<Vec<Target>, Refused> {
    let one = |(k, text): (usize, &String)| {
        let value = Some(Box::new(text.as_str().into()));
        Target::parse(text, info).map_err(|refused| Refused { key, value, at: Some(k), ..refused })
    };
    texts.iter().enumerate().map(one).collect()
}

fn check_confidence(confidence: f64) -> Result<(), Refused> {
    if confidence > 0.0 && confidence < 1.0 {
        return Ok(());
    }
    let what = match confidence > 1.0 && confidence < 100.0 {
        true => "must be between 0 and 1: a percentage has its sign, such as 95%",
        false => "must be between 0 and 1, such as 0.95 or \"95%\"",
    };
    Err(Refused::of("confidence", confidence, what))
}

fn measures_of(words: &[String], info: &GameInfo) -> Result<Vec<Measure>, Refused> {
    if words.is_empty() {
        return Err(Refused::key("measures", "name at least one"));
    }
    let wanted = words.iter().map(|name| Measure::of_name(name, info));
    let wanted: Result<_, _> = wanted.collect();
    wanted.map_err(|refused| Refused { key: "measures", ..refused })
}

/// Refuses what is no file in the folder of the run: an experiment may come from anybody.
fn check_per_game(name: &str) -> Result<(), Refused> {
    let leads = name.is_empty() || name.starts_with('.') || name.contains(['/', '\\', ':']);
    if !leads && no_file_name(name).is_none() {
        return Ok(());
    }
    let what = "an experiment writes into the folder of its run only; give a name without a folder, \
                such as \"games.csv\"";
    Err(Refused::of("per_game", name, what))
}

type StudyResult = Result<Study, Refused>;

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
    pub fn confidence(self, confidence: f64) -> StudyResult {
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
    pub fn measures<S: Into<String>>(self, names: impl IntoIterator<Item = S>) -> StudyResult {
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

/// The engine of this name.
///
/// Errors: with the names that there are.
pub fn engine_of(game: &Game, word: &str) -> Result<&'static str, Refused> {
    let known = game.engines();
    let found = known.iter().copied().find(|&engine| engine == word);
    found.ok_or_else(|| Refused::unknown("engine", word, "engine", known))
}
