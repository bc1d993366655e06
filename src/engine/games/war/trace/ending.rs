//! Why a game ended, in a sentence.

use super::words::{Words, filled};
use crate::games::war::result::{EndReason, GameResult, Outcome};
use crate::games::war::rules::{LimitUnit, Rules};

/// The end of a game in words, such as "B has no card left for the next battle".
pub fn ending(rules: &Rules, result: &GameResult, players: [&str; 2], words: &Words) -> String {
    let loser = match result.outcome {
        Outcome::A => players[1],
        Outcome::B | Outcome::Draw => players[0],
    };
    // Where neither loses by the cards, a winner wins by having more of them.
    let more_cards = match result.outcome {
        Outcome::A => filled(words.has_more, &[&players[0]]),
        Outcome::B => filled(words.has_more, &[&players[1]]),
        Outcome::Draw => String::new(),
    };
    match result.end_reason {
        EndReason::OutOfCards => filled(words.none_left, &[&loser]),
        EndReason::ShortInWar => {
            // In a draw (war.short) the short player is the one with fewer cards.
            let short = match result.outcome {
                Outcome::Draw => players[usize::from(result.cards_b < result.cards_a)],
                Outcome::A | Outcome::B => loser,
            };
            filled(words.too_few, &[&short])
        }
        EndReason::BothOut => words.neither_left.into(),
        EndReason::BothShort => filled(words.both_too_few, &[&more_cards]),
        EndReason::Limit => {
            let (reached, at) = match rules.limit.unit {
                LimitUnit::Battles => (words.battles, rules.limit.at),
                LimitUnit::Rounds => (words.rounds, rules.limit.at),
                LimitUnit::None => (words.ceiling, rules.limit.ceiling),
            };
            filled(reached[usize::from(at != 1)], &[&words.grouped(at), &more_cards])
        }
        EndReason::Cycle => match result.cycle.map(|cycle| result.battles - cycle.battles) {
            None => words.never_ends.into(),
            Some(0) => words.start_is_back.into(),
            Some(battle) => filled(words.after_is_back, &[&words.grouped(battle)]),
        },
    }
}
