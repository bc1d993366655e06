//! Whether a study is still one that its builders make: its fields are open to whoever holds it.

use std::collections::HashSet;

use super::hunt::{By, MOST_KEPT};
use super::{Measure, Pairs, Study, StudyError, Target};

impl Study {
    /// Refuses a study that no builder makes, with the field that is wrong.
    ///
    /// Errors: [`StudyError::Invalid`], or [`StudyError::Rules`] where there is nothing to play.
    pub fn check_fields(&self) -> Result<(), StudyError> {
        if self.rule_sets.is_empty() {
            let what = "no rule set; name at least one, such as `umass`";
            return Err(StudyError::Rules(what.into()));
        }
        self.check_numbers()
            .and_then(|()| self.check_cells())
            .and_then(|()| self.check_questions())
            .map_err(StudyError::Invalid)
    }

    fn check_numbers(&self) -> Result<(), String> {
        if !(self.confidence > 0.0 && self.confidence < 1.0) {
            let confidence = self.confidence;
            return Err(format!("confidence {confidence}: must be between 0 and 1, such as 0.95"));
        }
        let Some(end) = self.first_game.checked_add(self.games) else {
            return Err("first_game + games is above 2^64 - 1".into());
        };
        match &self.part_of {
            Some(whole) if self.first_game < whole.start || end > whole.end => Err(format!(
                "part_of {} to {}: games {} to {end} are not among these",
                whole.start, whole.end, self.first_game
            )),
            _ => Ok(()),
        }
    }

    /// The cells must be those of the rule sets, or the tables would call games by other rules.
    fn check_cells(&self) -> Result<(), String> {
        let mut names = HashSet::new();
        if let Some(twice) = self.rule_sets.iter().find(|named| !names.insert(&named.name)) {
            return Err(format!("there are two rule sets called `{}`; rename one", twice.name));
        }
        let made =
            Self::new(self.game.clone(), self.rule_sets.clone()).map_err(|e| e.to_string())?;
        if made.cells.len() != self.cells.len() {
            return Err("cells: are not those of the rule sets; make them with Study::new".into());
        }
        for (cell, made) in self.cells.iter().zip(&made.cells) {
            let words = |cell: &crate::core::game::Cell| {
                (cell.name.clone(), cell.rule_set.clone(), cell.part.clone(), cell.engine)
            };
            let rules = |cell: &crate::core::game::Cell| self.game.fields(&cell.rules);
            let same = cell.rules.setup == made.rules.setup && rules(cell) == rules(made);
            if words(cell) != words(made) || !same {
                let name = &cell.name;
                return Err(format!(
                    "cell `{name}`: is not that of its rule set; make the cells with Study::new"
                ));
            }
        }
        match &self.pairs {
            Pairs::Baseline(name) if !names.contains(name) => {
                Err(format!("baseline {name}: is none of the rule sets"))
            }
            _ => Ok(()),
        }
    }

    fn check_questions(&self) -> Result<(), String> {
        let info = self.info();
        let unknown = |measure: &Measure| match measure {
            Measure::Outcome(outcome) => *outcome >= info.outcomes.len(),
            Measure::Length => false,
        };
        let targets = [&self.until, &self.until_difference, &self.min_effects];
        let asked = targets.into_iter().flatten().map(|target| target.measure);
        if asked.chain(self.measures.iter().copied()).any(|measure| unknown(&measure)) {
            return Err(format!("measures: one is not a measure of {}", info.title));
        }
        for target in self.until.iter().chain(&self.until_difference) {
            Target::new(target.measure, target.half_width, info).map_err(|e| e.to_string())?;
        }
        if self.by.is_some_and(|by| by >= info.features.len()) {
            return Err(format!("by: {} has no such feature", info.title));
        }
        let counters = 0..info.counters.len();
        let kept = 1..=MOST_KEPT as usize;
        if self.hunts.iter().any(|hunt| match hunt.by {
            By::Most(counter) | By::Least(counter) => {
                !counters.contains(&counter) || !kept.contains(&hunt.keep)
            }
            By::Endless => false,
        }) {
            return Err("hunts: one keeps no games, too many, or by an unknown counter".into());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_study_that_nothing_plays_ends_with_a_sentence() {
        let error = Study::war([]).and_then(Study::run).unwrap_err().to_string();
        assert_eq!(error, "no rule set; name at least one, such as `umass`");
    }

    #[test]
    fn what_no_builder_makes_is_refused_before_it_is_played() {
        let refused = |change: &dyn Fn(&mut Study), words: &str| {
            let mut study = Study::war(["umass", "one-down"]).unwrap().games(10);
            study.clone().run().unwrap();
            change(&mut study);
            let error = study.run().unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
        };
        refused(&|s| s.confidence = 7.0, "confidence 7");
        refused(&|s| s.confidence = f64::NAN, "confidence NaN");
        refused(&|s| s.cells.swap(0, 1), "cell `one-down`");
        refused(&|s| s.cells.truncate(1), "cells: ");
        refused(&|s| s.cells[0].rules = s.cells[1].rules.clone(), "cell `umass`");
        refused(&|s| s.rule_sets[1].name = "umass".into(), "two rule sets called `umass`");
        refused(&|s| s.first_game = u64::MAX, "first_game + games");
        refused(&|s| s.part_of = Some(3..20), "part_of 3 to 20");
        refused(&|s| s.pairs = Pairs::Baseline("x".into()), "baseline x");
        refused(&|s| s.measures = vec![Measure::Outcome(9)], "measures");
        refused(
            &|s| s.until = vec![Target { measure: Measure::Length, half_width: 0.0 }],
            "above 0",
        );
        refused(&|s| s.by = Some(99), "by: ");
        refused(&|s| s.hunts = vec![super::super::Hunt { by: By::Most(99), keep: 1 }], "hunts: ");
    }
}
