//! Questions of a study, each checked as it is asked.

use std::sync::Arc;

use super::hunt::{By, Hunt, MOST_KEPT};
use super::published::Published;
use super::tables::TABLES;
use super::{Measure, Pairs, Refused, Story, Study, Target};
use crate::core::cards::{Deals, DealsFrom, DeckList};
use crate::core::game::AnyGame;
use crate::core::wording::field::listed;
use crate::core::wording::nearest::meant;
use crate::core::wording::plain::no_file_name;

/// What `until` says where every difference is to be decided.
pub const DECIDED: &str = "decided";

type Asked = Result<Study, Refused>;

impl Study {
    /// Sets the seed.
    pub fn seed(mut self, seed: u64) -> Self {
        self.0.deals.seed.0 = seed;
        self
    }

    /// Sets the number of games of each rule set: a million if this is never called.
    ///
    /// With [`Study::until`] it is the most that are played; if this is never called, as many are as
    /// the precision takes.
    pub fn games(mut self, games: u64) -> Self {
        (self.0.games, self.0.games_unnamed) = (games, false);
        self
    }

    /// Sets the index of the first game.
    pub fn first_game(mut self, first: u64) -> Self {
        self.0.first_game = first;
        self
    }

    /// Stops when the interval of a measure has this half-width, such as `a_win:0.001`, or that of a
    /// quantile of the length, such as `battles_median:5` or `battles_p95:20`; with the word
    /// `decided`, when every compared pair is known to differ by the measures named (the first if none is), or
    /// known to differ by less than [`Study::min_effect`]; it needs that or [`Study::games`].
    ///
    /// Errors: [`Refused`] with the measures that there are.
    pub fn until(mut self, target: &str) -> Asked {
        if target == DECIDED {
            self.0.decides = true;
            return Ok(self);
        }
        self.0.until.push(self.target("until", target)?);
        Ok(self)
    }

    /// Stops when the intervals of all differences of a measure have this half-width.
    ///
    /// Errors: as [`Study::until`].
    pub fn until_difference(mut self, target: &str) -> Asked {
        self.0.until_difference.push(self.no_quantile("until_difference", target)?);
        Ok(self)
    }

    /// Names the smallest difference of a measure that matters, such as `battles:5`.
    ///
    /// Errors: as [`Study::until`].
    pub fn min_effect(mut self, effect: &str) -> Asked {
        self.0.min_effects.push(self.no_quantile("min_effect", effect)?);
        Ok(self)
    }

    fn target(&self, key: &'static str, text: &str) -> Result<Target, Refused> {
        let value = Some(Box::new(text.into()));
        Target::parse(text, self.info()).map_err(|refused| Refused { key, value, ..refused })
    }

    fn no_quantile(&self, key: &'static str, text: &str) -> Result<Target, Refused> {
        let target = self.target(key, text)?;
        let length = self.info().length().name;
        let what = format!("a quantile is of each rule set, not of a difference; use {length}");
        match target.quantile {
            None => Ok(target),
            Some(_) => Err(Refused::of(key, text, what)),
        }
    }

    /// Sorts the games by a feature of their deals, such as `aces_a`; by several, by each on its own.
    ///
    /// Errors: [`Refused`] with the features that there are.
    pub fn by(mut self, feature: &str) -> Asked {
        let found = self.feature("by", feature)?;
        if !self.by.contains(&found) {
            self.0.by.push(found);
        }
        Ok(self)
    }

    /// The position of the feature of this name, which was written at this key.
    pub(super) fn feature(&self, key: &'static str, feature: &str) -> Result<usize, Refused> {
        let info = self.info();
        let names: Vec<&str> = info.features.iter().map(|feature| feature.name).collect();
        let found = names.iter().position(|&name| name == feature);
        found.ok_or_else(|| {
            Refused::key(
                key,
                match names.is_empty() {
                    true => format!("unknown feature `{feature}`; {} has none", info.title),
                    false => {
                        let hint = meant(feature, names.iter().copied());
                        format!("unknown feature `{feature}`; {hint}use {}", listed(&names))
                    }
                },
            )
        })
    }

    /// Sets the confidence of the intervals, such as 0.99.
    ///
    /// Errors: [`Refused`] if it is not between 0 and 1.
    pub fn confidence(mut self, confidence: f64) -> Asked {
        if !(confidence > 0.0 && confidence < 1.0) {
            let what = match confidence > 1.0 && confidence < 100.0 {
                true => "must be between 0 and 1: a percentage has its sign, such as 95%",
                false => "must be between 0 and 1, such as 0.95 or \"95%\"",
            };
            return Err(Refused::of("confidence", confidence, what));
        }
        self.0.confidence = confidence;
        Ok(self)
    }

    /// Compares each rule set with this one only, instead of every pair.
    ///
    /// Errors: [`Refused`] if it is none of the study's rule sets.
    pub fn baseline(mut self, name: &str) -> Asked {
        let names: Vec<&str> = self.rule_sets.iter().map(|named| named.name.as_str()).collect();
        if !names.contains(&name) {
            let hint = meant(name, names.iter().copied());
            let what = format!("is none of the rule sets; {hint}use {}", listed(&names));
            return Err(Refused::of("baseline", name, what));
        }
        self.0.pairs = Pairs::Baseline(name.to_owned());
        Ok(self)
    }

    /// Whether what is to be decided can be.
    ///
    /// Errors: [`Refused`] where nothing is compared, and where equals would be played for
    /// ever.
    pub(crate) fn check_decided(&self) -> Result<(), Refused> {
        if !self.decides {
            return match self.min_effects.first() {
                Some(effect) if self.pairs == Pairs::None => {
                    let what = "this run compares nothing; use it with `compare` or `--until decided`, \
                                or leave it out";
                    Err(Refused::of("min_effect", effect.measure.name(self.info()), what))
                }
                _ => Ok(()),
            };
        }
        let refused = |what: String| Err(Refused::of("until", DECIDED, what));
        if self.pairs == Pairs::None && !self.info().tables.contains(&"ranking") {
            return refused("nothing is compared; give it to a comparison of rule sets".into());
        }
        let open = self.decided().iter().find(|measure| self.matters(**measure).is_none());
        match open.filter(|_| self.games_unnamed) {
            None => Ok(()),
            Some(measure) => refused(format!(
                "equal rule sets can never be distinguished; name the smallest difference that matters, such as \
                 {{min_effect}} {}:{}, or {{games}}",
                measure.name(self.info()),
                if *measure == Measure::Length { "5" } else { "0.005" }
            )),
        }
    }

    /// Compares no rule sets.
    pub fn uncompared(mut self) -> Self {
        self.0.pairs = Pairs::None;
        self
    }

    /// Compares these measures only, such as `a_win`, in the order of the files.
    ///
    /// Errors: [`Refused`] with the measures that there are.
    pub fn measures<'n>(self, names: impl IntoIterator<Item = &'n str>) -> Asked {
        let mut study = self.measures_in_order(names)?;
        let wanted = std::mem::take(&mut study.0.measures);
        let all = Measure::all(study.info()).into_iter();
        study.0.measures = all.filter(|measure| wanted.contains(measure)).collect();
        Ok(study)
    }

    /// As [`Study::measures`], in this order.
    pub(super) fn measures_in_order<'n>(
        mut self,
        names: impl IntoIterator<Item = &'n str>,
    ) -> Asked {
        let info = self.info();
        let wanted = names.into_iter().map(|name| Measure::of_name(name, info));
        let wanted: Result<Vec<Measure>, _> = wanted.collect();
        self.0.measures = wanted.map_err(|refused| Refused { key: "measures", ..refused })?;
        self.0.measures_named = true;
        match self.measures.is_empty() {
            true => Err(Refused::key("measures", "name at least one")),
            false => Ok(self),
        }
    }

    /// Plays by this engine, such as `reference`; the results do not depend on it.
    ///
    /// Errors: [`Refused`] with the engines that there are.
    pub fn engine(mut self, word: &str) -> Asked {
        let engine = engine_of(&*self.game, word)?;
        self.0.rule_sets.iter_mut().for_each(|named| named.engine = engine);
        self.0.cells.iter_mut().for_each(|cell| cell.engine = engine);
        Ok(self)
    }

    /// Plays these decks, each once, which every rule set can play.
    pub(crate) fn on_decks(self, list: DeckList) -> Self {
        let (seed, games) = (self.deals.seed, list.decks.len() as u64);
        self.of_games(0..games).dealt(Deals { seed, from: DealsFrom::List(Arc::new(list)) })
    }

    /// Keeps so many of the most extreme games: the `longest`, the `shortest`, those with the
    /// `deepest-war`, or the `most-` or `least-` of another counter; see
    /// [`Finished::records`](crate::Finished::records).
    ///
    /// Errors: [`Refused`] for a word that means nothing in this game, and for none or
    /// more than 100,000 games.
    pub fn keep(mut self, what: &str, games: u64) -> Asked {
        let refused = |why: String| Refused::key("keep", format!("{what}: {why}"));
        if !(1..=MOST_KEPT).contains(&games) {
            return Err(refused(format!("{games} games; use 1 to {MOST_KEPT}")));
        }
        let info = self.info();
        let hunt = Hunt::of_name(what, games as usize, info).ok_or_else(|| {
            let names: Vec<&str> = info.counters.iter().map(|counter| counter.name).collect();
            let both = |name: &&str| [format!("most-{name}"), format!("least-{name}")];
            let all: Vec<String> = names.iter().flat_map(both).collect();
            let known = ["longest", "shortest"].into_iter().chain(all.iter().map(String::as_str));
            let (hint, names) = (meant(what, known), names.join(", "));
            refused(format!("{hint}use longest, shortest, or most- or least- and one of {names}"))
        })?;
        let mut hunts = self.0.hunts;
        hunts.retain(|known| known.by != hunt.by && known.by != By::Endless);
        hunts.push(hunt);
        self.0.hunts = Hunt::with_endless(hunts, self.0.info);
        Ok(self)
    }

    /// Plays the games that reach a limit on, to see whether they ever end.
    ///
    /// Errors: [`Refused`] where no rule set has such a limit.
    pub fn prove_cycles(mut self) -> Asked {
        self.0.prove_cycles = true;
        match self.can_prove_cycles() {
            true => Ok(self),
            false => Err(Refused::key(
                "prove_cycles",
                "no limit hides endless games in these rule sets: without a limit they are in \
                 cycles.csv anyway, and games with chance after the deal cannot cycle",
            )),
        }
    }

    /// Sets the obtained figures beside this published one.
    pub(super) fn published(mut self, figure: Published) -> Asked {
        let names: Vec<&str> = self.rule_sets.iter().map(|named| named.name.as_str()).collect();
        let refused = |what: String| Refused::key("", format!("published: {what}"));
        figure.check(self.info(), self.by.len()).map_err(refused)?;
        if let Some(name) = figure.rules.as_deref().filter(|name| !names.contains(name)) {
            let hint = meant(name, names.iter().copied());
            return Err(refused(format!("rules = \"{name}\": {hint}use {}", names.join(", "))));
        }
        self.0.published.push(figure);
        Ok(self)
    }

    /// Writes these tables only.
    ///
    /// Errors: [`Refused`] with the tables that there are.
    pub fn outputs(mut self, words: Vec<String>) -> Asked {
        let info = self.info();
        let counted = info.counters.iter().skip(1).map(|counter| counter.file);
        let common = TABLES.iter().map(|kind| kind.name);
        let own = counted.chain(info.series.iter().map(|series| series.file));
        let own = own.filter_map(|file| file.strip_suffix(".csv"));
        let known: Vec<&str> = common.chain(own).chain(info.tables.iter().copied()).collect();
        if let Some(word) = words.iter().find(|word| !known.contains(&word.as_str())) {
            let hint = meant(word, known.iter().copied());
            let what = format!("unknown table `{word}`; {hint}use {}", known.join(", "));
            return Err(Refused::key("outputs", what));
        }
        self.0.outputs = Some(words);
        Ok(self)
    }

    /// Puts the row of each game into this file of the run's folder.
    pub(super) fn per_game(mut self, name: String) -> Asked {
        // An experiment may come from anybody.
        let leads = name.is_empty() || name.starts_with('.') || name.contains(['/', '\\', ':']);
        if leads || no_file_name(&name).is_some() {
            let what = "an experiment writes into the folder of its run only; give a name without a \
                        folder, such as \"games.csv\"";
            return Err(Refused::of("per_game", name, what));
        }
        self.0.per_game = Some(name);
        Ok(self)
    }

    /// Says what it is about.
    pub fn story(mut self, story: Story) -> Self {
        self.0.story = story;
        self
    }
}

/// The engine of this name.
///
/// Errors: with the names that there are.
pub fn engine_of(game: &dyn AnyGame, word: &str) -> Result<&'static str, Refused> {
    let known = game.engines();
    known.iter().copied().find(|&engine| engine == word).ok_or_else(|| {
        let hint = meant(word, known.iter().copied());
        let (title, known) = (game.info().title, known.join(", "));
        Refused::of("engine", word, format!("{title} has no such engine; {hint}use {known}"))
    })
}
