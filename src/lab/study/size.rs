//! How large a study may be: checked before its first game, so that none ends for want of memory.

use crate::core::wording::text::grouped;
use crate::lab::refused::Refused;
use crate::lab::spec::Study;

/// Most cells: rule sets, each with every pair of dice.
pub const MOST_CELLS: usize = 100_000;
/// Most pairs of cells that are compared.
pub const MOST_PAIRS: usize = 1_000_000;
/// Checks that a study is no larger than any may be.
///
/// Errors: [`Refused`] with the number that is too large and what to do.
pub fn check_size(study: &Study) -> Result<(), Refused> {
    let refuse = |what: String| Err(Refused::usage(what));
    let cells = study.cells.len();
    if cells > MOST_CELLS {
        return refuse(format!(
            "{} rule sets and pairs of dice are more than {}; use fewer",
            grouped(cells as u64),
            grouped(MOST_CELLS as u64)
        ));
    }
    if study.games.checked_mul(cells as u64).is_none() {
        let cell = if study.game.has_dice() { "pairs of dice" } else { "rule sets" };
        let what = format!("{cells} {cell} make more than 2^64 - 1 games; use fewer");
        return Err(Refused::of("games", study.games.to_string(), what));
    }
    let pairs = study.pairs(MOST_PAIRS + 1).len();
    if pairs > MOST_PAIRS {
        return refuse(format!(
            "{} rule sets make more than {} comparisons; name a {{baseline}}, or use fewer",
            grouped(cells as u64),
            grouped(MOST_PAIRS as u64)
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::spec::NamedRules;

    /// As many rule sets as this, all alike but in name.
    fn study(rule_sets: usize, compare: bool) -> Study {
        let game = crate::game::Game::War;
        let rules = game.preset("umass").expect("a rule set");
        let named = (0..rule_sets).map(|k| NamedRules {
            name: format!("r{k}"),
            rules: rules.clone(),
            engine: game.engines()[0],
        });
        let named = named.collect();
        Study::new(game, named).expect("a study").comparing(compare)
    }

    #[test]
    fn a_study_is_bounded_as_a_whole() {
        assert!(check_size(&study(1_000, true)).is_ok());
        let refused = |study: &Study| check_size(study).expect_err("too large").to_string();
        let three_sweeps = study(3_000, true);
        let message = refused(&three_sweeps);
        assert!(message.contains("more than 1,000,000 comparisons"), "{message}");
        assert!(message.contains("baseline"), "{message}");
        assert!(
            check_size(&three_sweeps.ask(|spec| spec.baseline = Some("r0".into())).unwrap())
                .is_ok()
        );
        let message = refused(&study(MOST_CELLS + 1, false));
        assert!(message.contains("100,000"), "{message}");
    }
}
