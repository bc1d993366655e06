//! Studies from Rust: rule sets by name, questions by method, numbers out.

use std::sync::Arc;
use std::time::Instant;

use crate::core::cards::{Card, DealsFrom, DeckList};
use crate::core::game::AnyGame;
use crate::games;
use crate::games::ludo::Ludo;
use crate::lab::run::{Control, Threads};
use crate::lab::spec::hunt::{By, Hunt, MOST_KEPT};
use crate::lab::spec::rules::{FindError, Library};
use crate::lab::spec::{Measure, NamedRules, Pairs, Study, StudyError, Target};
use crate::lab::store::disk::read_input;
use crate::lab::study::Finished;
use crate::lab::study::play::{NoRows, Running, check, of_run, play};
use crate::lab::study::predict::forecast;
use crate::lab::study::size;

impl Study {
    /// War by these rule sets: built-in names, names in `experiments/rules/`, paths of rule files, or
    /// any of these with changes, such as `umass{war.face_down=2}`.
    ///
    /// It has seed 42, a million games, 95 % intervals, and compares every pair of rule sets.
    /// Errors: [`StudyError::Rules`] for a name that no rule set has, with the nearest one.
    ///
    /// ```
    /// use war_sim::Study;
    ///
    /// let finished = Study::war(["umass", "winner-first"])?.seed(42).games(10_000).run()?;
    /// let umass = finished.summary(0);
    /// assert_eq!((umass.games, umass.shares[0].outcome), (10_000, "A"));
    /// let draws = &finished.compare(0, 1)[2].difference;
    /// assert!(draws.ci_high < Some(-0.18), "winner-first has far fewer draws");
    /// # Ok::<(), war_sim::StudyError>(())
    /// ```
    pub fn war<'n>(rule_sets: impl IntoIterator<Item = &'n str>) -> Result<Self, StudyError> {
        Self::of(games::war::War, rule_sets)
    }

    /// Ludo by these rule sets, every pair of the dice playing.
    ///
    /// Shapes: `dice` is the text of a dice file: the number of dice, then a line for each: the number
    /// of faces, then the faces. The cells are the pairs of dice, rule set by rule set.
    /// Errors: [`StudyError::Rules`], or [`StudyError::Invalid`] for what is not a dice file.
    ///
    /// ```
    /// use war_sim::Study;
    ///
    /// let dice = "2\n6 1 2 3 4 5 6\n6 1 1 1 6 6 6\n";
    /// let finished = Study::ludo(["bwinf", "bwinf-frozen"], dice)?.games(1_000).run()?;
    /// assert!(finished.summary(0).shares[1].ratio > Some(0.9), "die 2 wins nearly always");
    /// # Ok::<(), war_sim::StudyError>(())
    /// ```
    pub fn ludo<'n>(
        rule_sets: impl IntoIterator<Item = &'n str>,
        dice: &str,
    ) -> Result<Self, StudyError> {
        let ludo = Ludo::default().with_dice("dice", dice).map_err(StudyError::Invalid)?;
        Self::of(ludo, rule_sets)
    }

    /// Beggar-My-Neighbour by these rule sets.
    ///
    /// Errors: as [`Study::war`].
    pub fn beggar<'n>(rule_sets: impl IntoIterator<Item = &'n str>) -> Result<Self, StudyError> {
        Self::of(games::beggar::Beggar, rule_sets)
    }

    /// The game of the first of these rule sets, with all of them.
    ///
    /// Shapes: `dice`, for Ludo, is the name and the text of a dice file.
    /// Errors: as [`Study::ludo`]; [`StudyError::Invalid`] for dice of a game without.
    ///
    /// ```
    /// let study = war_sim::Study::by_rules(["camicia", "beggar"], None)?;
    /// assert_eq!(study.info().name, "beggar");
    /// # Ok::<(), war_sim::StudyError>(())
    /// ```
    pub fn by_rules<'n>(
        rule_sets: impl IntoIterator<Item = &'n str>,
        dice: Option<(&str, &str)>,
    ) -> Result<Self, StudyError> {
        let rule_sets: Vec<&str> = rule_sets.into_iter().collect();
        let none = || StudyError::Rules("no rule set; name at least one, such as `umass`".into());
        let first = *rule_sets.first().ok_or_else(none)?;
        let found = Library::new(games::all(), read_input).find(first);
        let mut game = found.map_err(|e| StudyError::Rules(format!("{first}: {e}")))?.game;
        if let Some((file, text)) = dice {
            game = game.with_gear("dice", file, text).map_err(StudyError::Invalid)?;
        }
        Self::of_game(game, rule_sets)
    }

    /// A game, perhaps your own, with these of its rule sets.
    ///
    /// Errors: as [`Study::war`].
    pub fn of<'n>(
        game: impl AnyGame + 'static,
        rule_sets: impl IntoIterator<Item = &'n str>,
    ) -> Result<Self, StudyError> {
        Self::of_game(Arc::new(game), rule_sets)
    }

    fn of_game<'n>(
        game: Arc<dyn AnyGame>,
        rule_sets: impl IntoIterator<Item = &'n str>,
    ) -> Result<Self, StudyError> {
        let library = Library::with(Arc::clone(&game), read_input);
        let engine = game.engines()[0];
        let mut named: Vec<NamedRules> = Vec::new();
        for given in rule_sets {
            let found = library.find_of(&game, given);
            let found = found.map_err(|e: FindError| StudyError::Rules(format!("{given}: {e}")))?;
            let new = NamedRules { name: found.name, rules: found.rules, engine };
            add(&*game, &mut named, given, new)?;
        }
        Ok(Self { pairs: Pairs::All, games_unnamed: true, ..Self::new(game, named)? })
    }

    /// Adds a rule set from the text of a rule file.
    ///
    /// Errors: [`StudyError::Rules`] with the line and what is allowed, or where the study has its name
    /// or its rules already.
    pub fn with_rules(self, name: &str, text: &str) -> Result<Self, StudyError> {
        let rules = self.game.read(text);
        let rules = rules.map_err(|e| StudyError::Rules(format!("{name}: {e}")))?;
        let engine = self.game.engines()[0];
        let mut named = self.rule_sets.clone();
        let new = NamedRules { name: name.to_owned(), rules, engine };
        add(&*self.game, &mut named, name, new)?;
        let Study { cells, rule_sets, .. } = Study::new(Arc::clone(&self.game), named)?;
        Ok(Self { cells, rule_sets, ..self })
    }

    /// Sets the seed.
    pub fn seed(mut self, seed: u64) -> Self {
        self.deals.seed.0 = seed;
        self
    }

    /// Sets the number of games of each rule set: a million if this is never called.
    ///
    /// With [`Study::until`] it is the most that are played; if this is never called, as many are as
    /// the precision takes.
    pub fn games(mut self, games: u64) -> Self {
        (self.games, self.games_unnamed) = (games, false);
        self
    }

    /// Sets the index of the first game.
    pub fn first_game(mut self, first: u64) -> Self {
        self.first_game = first;
        self
    }

    /// Stops when the interval of a measure has this half-width, such as `a_win:0.001`.
    ///
    /// Errors: [`StudyError::Invalid`] with the measures that there are.
    pub fn until(mut self, target: &str) -> Result<Self, StudyError> {
        let target = Target::parse(target, self.info());
        self.until.push(target.map_err(|e| StudyError::Invalid(e.to_string()))?);
        Ok(self)
    }

    /// Stops when the intervals of all differences of a measure have this half-width.
    ///
    /// Errors: as [`Study::until`].
    pub fn until_difference(mut self, target: &str) -> Result<Self, StudyError> {
        let target = Target::parse(target, self.info());
        self.until_difference.push(target.map_err(|e| StudyError::Invalid(e.to_string()))?);
        Ok(self)
    }

    /// Sorts the games by a feature of their deals, such as `aces_a`.
    ///
    /// Errors: [`StudyError::Invalid`] with the features that there are.
    pub fn by(mut self, feature: &str) -> Result<Self, StudyError> {
        self.by = Some(
            crate::lab::spec::file::feature(feature, self.info()).map_err(StudyError::Invalid)?,
        );
        Ok(self)
    }

    /// Sets the confidence of the intervals, such as 0.99.
    ///
    /// Errors: [`StudyError::Invalid`] if it is not between 0 and 1.
    pub fn confidence(mut self, confidence: f64) -> Result<Self, StudyError> {
        if !(confidence > 0.0 && confidence < 1.0) {
            let what = format!("confidence {confidence}: must be between 0 and 1, such as 0.95");
            return Err(StudyError::Invalid(what));
        }
        self.confidence = confidence;
        Ok(self)
    }

    /// Compares each rule set with this one only, instead of every pair.
    ///
    /// Errors: [`StudyError::Invalid`] if it is none of the study's rule sets.
    pub fn baseline(mut self, name: &str) -> Result<Self, StudyError> {
        let names: Vec<&str> = self.rule_sets.iter().map(|named| named.name.as_str()).collect();
        if !names.contains(&name) {
            let what = format!("baseline {name}: is none of the rule sets ({})", names.join(", "));
            return Err(StudyError::Invalid(what));
        }
        self.pairs = Pairs::Baseline(name.to_owned());
        Ok(self)
    }

    /// Compares these measures only, such as `a_win`.
    ///
    /// Errors: [`StudyError::Invalid`] with the measures that there are.
    pub fn measures<'n>(
        mut self,
        names: impl IntoIterator<Item = &'n str>,
    ) -> Result<Self, StudyError> {
        let info = self.info();
        let wanted = names.into_iter().map(|name| Measure::of_name(name, info));
        let wanted: Vec<Measure> =
            wanted.collect::<Result<_, _>>().map_err(|e| StudyError::Invalid(e.to_string()))?;
        self.measures = Measure::all(info).into_iter().filter(|m| wanted.contains(m)).collect();
        Ok(self)
    }

    /// Plays by this engine, such as `reference`; the results do not depend on it.
    ///
    /// Errors: [`StudyError::Invalid`] with the engines that there are.
    pub fn engine(mut self, word: &str) -> Result<Self, StudyError> {
        let engine =
            crate::lab::spec::file::engine_of(&self.game, word).map_err(StudyError::Invalid)?;
        self.rule_sets.iter_mut().for_each(|named| named.engine = engine);
        self.cells.iter_mut().for_each(|cell| cell.engine = engine);
        Ok(self)
    }

    /// Plays these decks of War, each once, instead of those of the seed.
    ///
    /// Shapes: each deck in dealing order; any sizes. Errors: [`StudyError::Invalid`] for a deck that
    /// a rule set cannot be played with, with its position, and for another game.
    pub fn decks(mut self, decks: Vec<Vec<Card>>) -> Result<Self, StudyError> {
        for cell in &self.cells {
            let rules = cell.rules.rules::<games::war::Rules>().ok_or_else(|| {
                let title = self.game.info().title;
                StudyError::Invalid(format!("given decks are for War, not for {title}"))
            })?;
            for (k, deck) in decks.iter().enumerate() {
                let fits = rules.check_deck(deck);
                fits.map_err(|error| StudyError::Invalid(format!("deck {k}: {error}")))?;
            }
        }
        (self.first_game, self.games) = (0, decks.len() as u64);
        self.deals.from = DealsFrom::List(Arc::new(DeckList::of(decks)));
        Ok(self)
    }

    /// Keeps so many of the most extreme games: the `longest`, the `shortest`, those with the
    /// `deepest-war`, or the `most-` or `least-` of another counter; see
    /// [`Finished::records`](super::Finished::records).
    ///
    /// Errors: [`StudyError::Invalid`] for a word that means nothing in this game, and for none or
    /// more than 100,000 games.
    pub fn keep(mut self, what: &str, games: u64) -> Result<Self, StudyError> {
        let invalid = |why: String| StudyError::Invalid(format!("keep {what}: {why}"));
        if !(1..=MOST_KEPT).contains(&games) {
            return Err(invalid(format!("{games} games; use 1 to {MOST_KEPT}")));
        }
        let info = self.info();
        let hunt = Hunt::of_name(what, games as usize, info).ok_or_else(|| {
            let names: Vec<&str> = info.counters.iter().map(|counter| counter.name).collect();
            invalid(format!(
                "use longest, shortest, or most- or least- and one of {}",
                names.join(", ")
            ))
        })?;
        self.hunts.retain(|known| known.by != hunt.by && known.by != By::Endless);
        self.hunts.push(hunt);
        self.hunts = Hunt::with_endless(self.hunts, info);
        Ok(self)
    }

    /// Compares no rule sets.
    pub fn uncompared(mut self) -> Self {
        self.pairs = Pairs::None;
        self
    }

    /// Plays the study on all cores.
    ///
    /// Errors: [`StudyError`].
    pub fn run(self) -> Result<Finished, StudyError> {
        self.run_on(Threads::All, &Control::default())
    }

    /// Plays the study on this many threads; `control` reports how far it is, and stops it.
    ///
    /// Errors: [`StudyError`]; [`StudyError::Stopped`] if it was asked to stop.
    pub fn run_on(self, threads: Threads, control: &Control) -> Result<Finished, StudyError> {
        size::check(&self, threads.count())?;
        check(&self)?;
        let (clock, running) = (Instant::now(), Running { threads, control });
        if self.is_open_ended() {
            forecast(&self, running)?;
        }
        let played = play::<(), NoRows>(&self, running, None);
        let finished = Finished::new(self, played.map_err(of_run)?, clock.elapsed());
        finished.check().map_err(StudyError::Counts)?;
        Ok(finished)
    }
}

/// Adds a rule set, given as `given`, to those that a study has.
fn add(
    game: &dyn AnyGame,
    named: &mut Vec<NamedRules>,
    given: &str,
    new: NamedRules,
) -> Result<(), StudyError> {
    let refused = |what| Err(StudyError::Rules(what));
    if named.iter().any(|known| known.name == new.name) {
        let name = new.name;
        return refused(format!("there is already a rule set called `{name}`; give each once"));
    }
    if let Some(same) = new.same_among(game, named) {
        let same = &same.name;
        return refused(format!("`{given}` is the same as `{same}`; leave one of them out"));
    }
    named.push(new);
    Ok(())
}
