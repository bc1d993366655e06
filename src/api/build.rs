//! Studies from Rust: rule sets by name, questions by method, numbers out.

use super::run::{End, Life, Outcome, live};
use crate::core::cards::{Card, DeckList};
use crate::game::Game;
use crate::games::ludo::Ludo;
use crate::lab::refused::Refused;
use crate::lab::run::{Control, Threads};
use crate::lab::spec::rules::Library;
use crate::lab::spec::{NamedRules, Spec, Study};
use crate::lab::store::begin::Games;
use crate::lab::store::disk::read_input;
use crate::lab::study::Finished;

impl Study {
    /// War by these rule sets: built-in names, names in `experiments/rules/`, paths of rule files, or
    /// any of these with changes, such as `umass{war.face_down=2}`.
    ///
    /// It has seed 42, a million games, 95 % intervals, and compares every pair of rule sets.
    /// Errors: [`Refused`] for a name that no rule set has, with the nearest one.
    ///
    /// ```
    /// use war_sim::Study;
    ///
    /// let finished = Study::war(["umass", "winner-first"])?.seed(42).games(10_000).run()?;
    /// let (measure, a_win) = finished.estimates(0).remove(0);
    /// assert_eq!((finished.games, measure.as_str()), (10_000, "a_win"));
    /// assert!(a_win.value > Some(0.4) && a_win.value < Some(0.45));
    /// let (low, high) = finished.compare(0, 1)[2].difference.interval.unwrap();
    /// assert!(low < high && high < -0.18, "winner-first has far fewer draws");
    /// # Ok::<(), war_sim::Refused>(())
    /// ```
    pub fn war<'n>(rule_sets: impl IntoIterator<Item = &'n str>) -> Result<Self, Refused> {
        Self::of_game(Game::War, rule_sets)
    }

    /// Ludo by these rule sets, every pair of the dice playing.
    ///
    /// Shapes: `dice` is the text of a dice file: just dice, a line each, or the number of dice, then a
    /// line for each: the number of faces, then the faces. The cells are the pairs of dice, rule set by
    /// rule set.
    /// Errors: [`Refused`], also for what is not a dice file.
    ///
    /// ```
    /// use war_sim::{Measure, Study};
    ///
    /// let dice = "2\n6 1 2 3 4 5 6\n6 1 1 1 6 6 6\n";
    /// let finished = Study::ludo(["bwinf", "bwinf-frozen"], dice)?.games(1_000).run()?;
    /// assert!(finished.estimate(0, Measure::Outcome(1)).value > Some(0.9), "die 2 wins nearly always");
    /// # Ok::<(), war_sim::Refused>(())
    /// ```
    pub fn ludo<'n>(
        rule_sets: impl IntoIterator<Item = &'n str>,
        dice: &str,
    ) -> Result<Self, Refused> {
        let ludo = Game::Ludo(Ludo::default()).with_dice("dice", dice, false);
        Self::of_game(ludo.map_err(|what| Refused::key("dice", what))?, rule_sets)
    }

    fn of_game<'n>(
        game: Game,
        rule_sets: impl IntoIterator<Item = &'n str>,
    ) -> Result<Self, Refused> {
        let mut spec = Spec::of_rules(rule_sets);
        if spec.rules.is_empty() {
            // Rule sets may follow from their texts.
            return Self::asked(game, Vec::new(), spec);
        }
        spec.game = Some(game.info().name.into());
        spec.resolved_as(game, &Library::new(read_input))
    }

    /// Adds a rule set from the text of a rule file.
    ///
    /// Errors: [`Refused`] with the line and what is allowed, or where the study has its
    /// name or its rules already.
    pub fn with_rules(mut self, name: &str, text: &str) -> Result<Self, Refused> {
        let refused = |what: String| Refused::of("rules", name, what);
        let rules = self.game.read(text).map_err(|e| refused(e.to_string()))?;
        if self.rule_sets.iter().any(|known| known.name == name) {
            return Err(refused("there is already a rule set of this name; give each once".into()));
        }
        let is_same = |known: &&NamedRules| known.rules.fields() == rules.fields();
        if let Some(same) = self.rule_sets.iter().find(is_same) {
            return Err(refused(format!("is the same as `{}`; leave one of them out", same.name)));
        }
        let engine = self.game.engines()[0];
        self.push(NamedRules { name: name.to_owned(), rules, engine })?;
        Ok(self)
    }

    /// Plays these decks of War, each once, instead of those of the seed.
    ///
    /// Shapes: each deck in dealing order; any sizes. Errors: [`Refused`] for a deck that
    /// a rule set cannot be played with, with its position, and for another game.
    pub fn decks(self, decks: Vec<Vec<Card>>) -> Result<Self, Refused> {
        for cell in &self.cells {
            let rules = cell.rules.war().ok_or_else(|| {
                let title = self.game.info().title;
                Refused::usage(format!("given decks are for War, not for {title}"))
            })?;
            for (k, deck) in decks.iter().enumerate() {
                let fits = rules.check_deck(deck);
                fits.map_err(|error| Refused::usage(format!("deck {k}: {error}")))?;
            }
        }
        Ok(self.on_decks(DeckList::of(decks)))
    }

    /// Plays the study on all cores.
    ///
    /// Errors: [`Refused`].
    pub fn run(self) -> Result<Finished, Refused> {
        self.run_on(Threads::All, &Control::default())
    }

    /// Plays the study on this many threads; `control` reports how far it is, and stops it.
    ///
    /// Errors: [`Refused`]; [`Refused::stopped`] if it was asked to stop.
    pub fn run_on(self, threads: Threads, control: &Control) -> Result<Finished, Refused> {
        let life = Life { threads, ..Life::default() };
        let Outcome { tables, end, .. } = live(&Games::of(&self), &life, control)?;
        if end == End::Stopped { Err(Refused::stopped()) } else { Ok(tables.into_parts().0) }
    }
}
