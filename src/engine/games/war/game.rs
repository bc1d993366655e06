//! War as the laboratory knows it: its words, its counts.

use super::feature;
use super::result::{COUNTED, EndReason};
use super::rules::{FIELDS, LimitUnit, Rules};
use crate::core::cards::RECIPE;
use crate::core::game::{
    CounterInfo, GameInfo, Keep, OutcomeInfo, RowValue, RuleFacts, SeriesInfo,
};

/// Positions of counters.
const BATTLES: usize = 0;
const ROUNDS: usize = 1;
const WARS: usize = 2;
const DEEPEST: usize = 3;
const CARDS_LAID: usize = 4;

const _: () = assert!(INFO.counters.len() == COUNTED, "what is counted is reported first");

/// Its words and counts.
pub static INFO: GameInfo = GameInfo {
    name: "war",
    title: "War",
    recipe: RECIPE,
    chance: "deals",
    one_chance: "deal",
    setup_columns: &["cards"],
    setup_in_rows: false,
    told_beside: &[],
    outcomes: &[
        OutcomeInfo::seat("A", "a", "a_wins", "a_win", "A wins"),
        OutcomeInfo::seat("B", "b", "b_wins", "b_win", "B wins"),
        OutcomeInfo::nobody("draw", "draws"),
    ],
    end_reasons: EndReason::WORDS,
    endless: &["cycle"],
    stopped: &["limit"],
    counters: &[
        CounterInfo::new("battles", "battles: comparisons of two cards", Keep::Histogram),
        CounterInfo {
            file: "rounds.csv",
            ..CounterInfo::new(
                "rounds",
                "rounds: from one pick-up of the pot to the next",
                Keep::Histogram,
            )
        },
        CounterInfo::new("wars", "wars: ties, also those that could not be paid for", Keep::Sum),
        CounterInfo::new("deepest_war", "most ties in a row within a round", Keep::Max),
        CounterInfo::new(
            "cards_laid",
            "cards that both players together put into pots",
            Keep::Mean,
        ),
    ],
    series: &[
        SeriesInfo { file: "wars.csv", keys: &["depth"], count: "rounds", always: true },
        SeriesInfo {
            file: "cycles.csv",
            keys: &["cycle_battles", "cycle_rounds"],
            count: "games",
            always: false,
        },
    ],
    columns: &[
        ("cards", "cards in the deck"),
        ("wars.csv:rounds", "rounds whose chain of ties was exactly so long"),
        ("depth", "ties in a row"),
        ("out_of_cards", "games that ended because a hand was empty"),
        ("short_in_war", "games that ended because a player could not pay for a war"),
        ("both_out", "games that ended because both hands were empty"),
        ("both_short", "games that ended because neither player could pay for a war"),
        ("limit", "games that the limit ended"),
        ("cycle_battles", "battles between a position and its return"),
        ("cycle_rounds", "rounds between a position and its return"),
        ("cycle", "games that would never end: a position came back"),
        ("orders", "distinct orders of the deck"),
    ],
    mirrors: &[],
    tables: &[],
    features: &feature::INFOS,
    row_columns: &[
        ("outcome", RowValue::End(|info, (outcome, _)| info.outcomes[outcome].name)),
        ("end_reason", RowValue::End(|info, (_, reason)| info.end_reasons[reason])),
        ("battles", RowValue::Counter(BATTLES)),
        ("rounds", RowValue::Counter(ROUNDS)),
        ("wars", RowValue::Counter(WARS)),
        ("deepest_war", RowValue::Counter(DEEPEST)),
        ("cards_laid", RowValue::Counter(CARDS_LAID)),
    ],
    // Large enough to hide the ends of a block, small enough for the L2 cache.
    block: 1_024,
};

/// What the laboratory knows of a rule set.
pub fn facts(rules: &Rules) -> RuleFacts {
    let battles = (rules.limit.unit == LimitUnit::Battles).then_some(rules.limit.at);
    // If each battle ties and is paid for.
    let down = (1..=14).map(|tied| rules.face_down_for(tied)).max().unwrap_or(0) as u64;
    let laid = battles.map(|battles| battles.saturating_mul(2 * (1 + down)));
    RuleFacts {
        // Every deck field, and nothing else, decides what is dealt.
        setup: format!("{:?}", rules.deck),
        setup_values: vec![(rules.deck.cards() as u64).into()],
        idle: FIELDS.without_effect(rules),
        equal_seats: rules.has_equal_seats(),
        most: vec![battles, None, None, None, laid],
        chance_inside: rules.has_in_game_randomness(),
        gives_up: rules.limit.unit == LimitUnit::None,
    }
}
