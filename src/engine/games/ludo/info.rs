//! The words of Ludo and what is counted of it.

use super::result::TIE;
use super::rolls::RECIPE;
use crate::core::game::{CounterInfo, FeatureInfo, GameInfo, Keep, OutcomeInfo, RowValue};

/// Positions of counters.
pub const CAPTURES: usize = 1;
const BEGINNER: usize = 2;
pub const BEGINNER_WINS: usize = 3;
/// Positions of features.
pub const BY_BEGINNER: usize = 0;

/// Its words and counts.
pub static INFO: GameInfo = GameInfo {
    name: "ludo",
    title: "Ludo",
    recipe: RECIPE,
    chance: "series of rolls",
    one_chance: "series of rolls",
    setup_columns: &["die_1", "die_2"],
    setup_in_rows: true,
    told_beside: &["start", "roll_limit"],
    outcomes: &[
        OutcomeInfo::seat("die-1", "share_1", "wins_1", "share", "first die wins"),
        OutcomeInfo::seat("die-2", "share_2", "wins_2", "share_2", "second die wins"),
        OutcomeInfo::nobody("tie", "ties"),
    ],
    end_reasons: &["home", "stuck", "limit"],
    endless: &["stuck"],
    stopped: &["limit"],
    counters: &[
        CounterInfo::new("rolls", "rolls of both players together", Keep::Histogram),
        CounterInfo::new("captures", "pieces sent back to B, by both players together", Keep::Sum),
        CounterInfo::new("beginner", "which die began: 1 or 2", Keep::Nothing),
        CounterInfo::new("beginner_wins", "", Keep::Sum),
    ],
    series: &[],
    // The games that the second die wins are those that neither the first wins nor anybody.
    mirrors: &["share_2"],
    tables: &["pairs", "ranking"],
    columns: &[
        ("die_1", "number of the first die in its file, from 1"),
        ("die_2", "number of the second die in its file, from 1"),
        ("home", "games that ended with four pieces in the goal"),
        ("stuck", "games that ended because nobody could ever move again"),
        ("limit", "games that the roll limit ended"),
        ("beginner_wins_mean", "share of the games that the beginner won"),
        ("decided_beginner_wins_mean", "share of the decided games that the beginner won"),
    ],
    features: &[
        FeatureInfo { name: "beginner", summary: "which die begins: 1 or 2" },
        FeatureInfo {
            name: "early_sixes",
            summary: "sixes among the first 20 throws of the first die minus those of the second",
        },
    ],
    row_columns: &[
        ("beginner", RowValue::Counter(BEGINNER)),
        ("outcome", RowValue::End(row_outcome)),
        ("rolls", RowValue::Counter(0)),
        ("captures", RowValue::Counter(CAPTURES)),
    ],
    block: 4_096,
};

/// The winner, or why there is none.
fn row_outcome(info: &GameInfo, (outcome, reason): (usize, usize)) -> &'static str {
    if outcome == TIE { info.end_reasons[reason] } else { info.outcomes[outcome].name }
}
