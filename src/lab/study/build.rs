//! Studies from Rust: rule sets by name, questions by method, numbers out.

use std::path::Path;
use std::sync::Arc;
use std::time::{Instant, SystemTime};

use super::play::{NoRows, Running, check, play};
use super::rules::{FindError, Library};
use super::size;
use super::{Finished, NamedRules, Pairs, Study, StudyError, Target};
use crate::core::game::AnyGame;
use crate::games;
use crate::games::ludo::Ludo;
use crate::lab::run::{Control, RunError, Threads};
use crate::lab::store::folder::FolderError;
use crate::lab::store::save;

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

    /// A game, perhaps your own, with these of its rule sets.
    ///
    /// Errors: as [`Study::war`].
    pub fn of<'n>(
        game: impl AnyGame + 'static,
        rule_sets: impl IntoIterator<Item = &'n str>,
    ) -> Result<Self, StudyError> {
        let game: Arc<dyn AnyGame> = Arc::new(game);
        let library = Library::with(Arc::clone(&game));
        let engine = game.engines()[0];
        let mut named = Vec::new();
        for given in rule_sets {
            let found = library.find_of(&game, given);
            let found = found.map_err(|e: FindError| StudyError::Rules(format!("{given}: {e}")))?;
            named.push(NamedRules { name: found.name, rules: found.rules, engine });
        }
        Ok(Self { pairs: Pairs::All, ..Self::new(game, named)? })
    }

    /// Adds a rule set from the text of a rule file.
    ///
    /// Errors: [`StudyError::Rules`] with the line and what is allowed.
    pub fn with_rules(self, name: &str, text: &str) -> Result<Self, StudyError> {
        let rules = self.game.read(text);
        let rules = rules.map_err(|e| StudyError::Rules(format!("{name}: {e}")))?;
        let engine = self.game.engines()[0];
        let mut named = self.rule_sets.clone();
        named.push(NamedRules { name: name.to_owned(), rules, engine });
        let Study { cells, rule_sets, .. } = Study::new(Arc::clone(&self.game), named)?;
        Ok(Self { cells, rule_sets, ..self })
    }

    /// Sets the seed.
    pub fn seed(mut self, seed: u64) -> Self {
        self.deals.seed.0 = seed;
        self
    }

    /// Sets the number of games of each rule set (with [`Study::until`]: at most).
    pub fn games(mut self, games: u64) -> Self {
        self.games = games;
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
        self.by = Some(super::file::feature(feature, self.info()).map_err(StudyError::Invalid)?);
        Ok(self)
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
        if self.first_game.checked_add(self.games).is_none() {
            return Err(StudyError::Invalid("first_game + games is above 2^64 - 1".into()));
        }
        size::check(&self, threads.count())?;
        check(&self)?;
        let clock = Instant::now();
        let played = play::<(), NoRows>(&self, Running { threads, control }, None);
        let played = played.map_err(|error| match error {
            RunError::Stopped { .. } => StudyError::Stopped,
            other => StudyError::Invalid(other.to_string()),
        })?;
        let finished = Finished::new(self, played, clock.elapsed());
        finished.check().map_err(StudyError::Counts)?;
        Ok(finished)
    }
}

impl Finished {
    /// Writes the tables, the state and the manifest into a folder, whole or not at all.
    ///
    /// Errors: [`FolderError`]; a folder that holds another run is not overwritten.
    pub fn save(&self, folder: &Path) -> Result<(), FolderError> {
        save::save(self, folder, SystemTime::now())
    }
}
