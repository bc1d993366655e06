//! Whether a study can be played and answered: asked before its first game, so that none ends for want of memory.

use super::Study;
use crate::core::wording::digits::counted;
use crate::core::wording::text::grouped;
use crate::lab::refused::Refused;

/// Most cells: rule sets, each with every pair of dice.
pub const MOST_CELLS: usize = 100_000;
/// Most pairs of cells that are compared.
pub const MOST_PAIRS: usize = 1_000_000;

impl Study {
    /// Refuses a study that is too large, has games without a number, or asks what cannot be told.
    ///
    /// Errors: [`Refused`].
    pub(crate) fn check_sound(&self) -> Result<(), Refused> {
        self.check_size()?;
        if self.first_game.checked_add(self.games).is_none() {
            let what = format!(
                "{{games}} from game {} on: the index of the last must be below 2^64 - 1; use smaller numbers",
                self.first_game
            );
            return Err(Refused { at: Some(0), ..Refused::key("games", what) });
        }
        let there = self.deck().and_then(|deck| self.deals.count(&deck).ok().flatten());
        if let Some(there) = there.filter(|there| *there < self.range().end) {
            let there = counted(there, "deal", "deals");
            let what = format!("there are {there}, each is played once; use fewer {{games}}");
            return Err(Refused::key("games", what));
        }
        self.check_differences()
    }

    /// Checks that a study is no larger than any may be.
    ///
    /// Errors: [`Refused`] with the number that is too large and what to do.
    pub(crate) fn check_size(&self) -> Result<(), Refused> {
        let refuse = |what: String| Err(Refused::usage(what));
        let cells = self.cells.len();
        if cells > MOST_CELLS {
            return refuse(format!(
                "{} rule sets and pairs of dice are more than {}; use fewer",
                grouped(cells as u64),
                grouped(MOST_CELLS as u64)
            ));
        }
        if self.games.checked_mul(cells as u64).is_none() {
            let what = format!("{cells} times as many make more than 2^64 - 1; use fewer");
            return Err(Refused::of("games", self.games.to_string(), what));
        }
        let pairs = self.pairs(MOST_PAIRS + 1).len();
        if pairs > MOST_PAIRS {
            return refuse(format!(
                "{} rule sets make more than {} comparisons; name a {{baseline}}, or use fewer",
                grouped(cells as u64),
                grouped(MOST_PAIRS as u64)
            ));
        }
        Ok(())
    }

    /// Whether what is asked of differences can be told.
    ///
    /// Errors: [`Refused`] where nothing is compared.
    fn check_differences(&self) -> Result<(), Refused> {
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::spec::{NamedRules, Spec};

    /// Rule sets that are alike but in name.
    #[test]
    fn a_study_is_bounded_as_a_whole() {
        let game = crate::game::Game::War;
        let rules = game.preset("umass").expect("a rule set");
        for (rule_sets, compare, baseline, refused) in [
            (1_000, true, None, ""),
            (3_000, true, None, "more than 1,000,000 comparisons"),
            (3_000, true, Some("r0"), ""),
            (MOST_CELLS + 1, false, None, "100,000"),
        ] {
            let named = |k| NamedRules { name: format!("r{k}"), rules: rules.clone() };
            let rule_sets = (0..rule_sets).map(named).collect();
            let study = Study { game: game.clone(), rule_sets, ..Study::default() };
            let (compare, baseline) = (Some(compare), baseline.map(str::to_owned));
            let asked = Spec { compare, baseline, ..Spec::default() };
            let told = study.asked(asked).expect("a study").check_size().err();
            let told = told.map_or(String::new(), |told| told.to_string());
            assert!(told.is_empty() == refused.is_empty() && told.contains(refused), "{told}");
        }
    }
}
