//! How large a study may be: checked before its first game, so that none ends for want of memory.

use std::collections::HashMap;

use super::memory;
use super::totals::detail;
use crate::core::game::Keep;
use crate::core::stats::PairedTally;
use crate::core::tally::Detail;
use crate::core::wording::digits::counted;
use crate::core::wording::text::grouped;
use crate::lab::spec::{Refused, Study};

/// Most cells: rule sets, each with every pair of dice.
pub const MOST_CELLS: usize = 100_000;
/// Most pairs of cells that are compared.
pub const MOST_PAIRS: usize = 1_000_000;
/// Memory that a study may need where the system does not say what there is.
const USUAL_MEMORY: u64 = 16 << 30;

/// Ends of a game that occur, out of all that there could be: as many as any game has seen.
const ENDS: usize = 8;
/// Bytes of a histogram, of a sum in its place, and of the two rounded histograms of a cell.
const HISTOGRAM: u64 = 24 << 10;
const SUMS: u64 = 64;
const ROUNDED: u64 = 32 << 10;
/// Bytes of a cell beside its counts, and of a row of the comparison until it is written.
const CELL: u64 = 2 << 10;
const ROW: u64 = 1 << 10;

/// Checks that this many threads can play a study here.
///
/// Errors: [`Refused`] with the number that is too large and what to do.
pub fn check(study: &Study, threads: usize) -> Result<(), Refused> {
    check_against(study, threads, memory::room().unwrap_or(USUAL_MEMORY))
}

fn check_against(study: &Study, threads: usize, memory: u64) -> Result<(), Refused> {
    let refuse = |what: String| Err(Refused::key("", what));
    let cells = study.cells.len();
    if cells > MOST_CELLS {
        return refuse(format!(
            "{} rule sets and pairs of dice are more than {}; use fewer",
            grouped(cells as u64),
            grouped(MOST_CELLS as u64)
        ));
    }
    let pairs = study.pairs(MOST_PAIRS + 1).len();
    if pairs > MOST_PAIRS {
        return refuse(format!(
            "{} rule sets make more than {} comparisons; name a {{baseline}}, or use fewer",
            grouped(cells as u64),
            grouped(MOST_PAIRS as u64)
        ));
    }
    let pairs = pairs as u64;
    let needed = memory_of(study, pairs, threads);
    if needed > memory {
        return refuse(format!(
            "{} and {} on {} would need about {:.1} GiB of memory, and there are {:.1}; use fewer \
             rule sets, a {{baseline}}, or fewer threads",
            counted(cells as u64, "rule set", "rule sets"),
            counted(pairs, "comparison", "comparisons"),
            counted(threads as u64, "thread", "threads"),
            gibibytes(needed),
            gibibytes(memory),
        ));
    }
    Ok(())
}

fn gibibytes(bytes: u64) -> f64 {
    bytes as f64 / (1_u64 << 30) as f64
}

/// Bytes that a study needs at most, roughly.
fn memory_of(study: &Study, pairs: u64, threads: usize) -> u64 {
    let (info, cells) = (study.info(), study.cells.len() as u64);
    let lengths = info.counters.iter().filter(|counter| counter.keep == Keep::Histogram).count();
    let ends = info.ends().min(ENDS);
    let (of_length, of_cell) = match detail(study) {
        Detail::Histograms => (HISTOGRAM, CELL),
        Detail::Rounded => (SUMS, CELL + ROUNDED),
        Detail::Moments => (SUMS, CELL),
    };
    let counts = (lengths * ends) as u64 * of_length + of_cell;
    // Each thread counts for itself, and has a block of results for each cell that plays side by side.
    let block = info.block * (8 * info.counters.len() as u64 + 1);
    let mut alike: HashMap<&str, u64> = HashMap::new();
    for cell in 0..study.cells.len() {
        *alike.entry(study.plays_with(cell)).or_default() += 1;
    }
    let at_once = alike.values().copied().max().unwrap_or(0);
    let square = info.outcomes.len() as u64 * (24 + 8 * info.outcomes.len() as u64);
    let pair = size_of::<PairedTally>() as u64 + 16 + square;
    let once = cells * counts + pairs * (pair + ROW * study.measures.len() as u64);
    let each = cells * counts + at_once * block + pairs * pair;
    once.saturating_add(each.saturating_mul(threads as u64 + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::spec::NamedRules;

    /// As many rule sets as this, all alike but in name.
    fn study(rule_sets: usize, compare: bool) -> Study {
        let game = crate::games::all().swap_remove(0);
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
        let memory = 8 << 30;
        assert!(check_against(&study(1_000, true), 2, memory).is_ok());
        let refused = |study: &Study, threads, memory| {
            check_against(study, threads, memory).expect_err("too large").to_string()
        };
        let three_sweeps = study(3_000, true);
        let message = refused(&three_sweeps, 2, memory);
        assert!(message.contains("more than 1,000,000 comparisons"), "{message}");
        assert!(message.contains("baseline"), "{message}");
        assert!(
            check_against(&three_sweeps.baseline("r0").expect("a baseline"), 2, memory).is_ok()
        );
        let message = refused(&study(1_000, true), 4_096, memory);
        assert!(message.contains("GiB"), "{message}");
        let message = refused(&study(MOST_CELLS + 1, false), 1, memory);
        assert!(message.contains("100,000"), "{message}");
    }
}
