//! Why a game ended, in a sentence.

use crate::core::wording::digits::{counted, grouped};
use crate::games::war::result::{EndReason, GameResult, Outcome};
use crate::games::war::rules::{LimitUnit, Rules};

/// The end of a game in words, such as "B has no card left for the next battle".
pub fn ending(rules: &Rules, result: &GameResult, players: [&str; 2]) -> String {
    let loser = match result.outcome {
        Outcome::A => players[1],
        Outcome::B | Outcome::Draw => players[0],
    };
    // Where neither loses by the cards, a winner wins by having more of them.
    let more_cards = match result.outcome.winner() {
        Some(seat) => format!(", and {} has more cards", players[seat]),
        None => String::new(),
    };
    match result.end_reason {
        EndReason::OutOfCards => format!("{loser} has no card left for the next battle"),
        EndReason::ShortInWar => {
            // In a draw (war.short) the short player is the one with fewer cards.
            let short = match result.outcome {
                Outcome::Draw => players[usize::from(result.cards_b < result.cards_a)],
                Outcome::A | Outcome::B => loser,
            };
            format!("{short} has too few cards for the war")
        }
        EndReason::BothOut => "neither has a card left for the next battle".into(),
        EndReason::BothShort => format!("both have too few cards for the war{more_cards}"),
        EndReason::Limit => {
            let reached = match rules.limit.unit {
                LimitUnit::Battles => {
                    counted(rules.limit.at, "battle is fought", "battles are fought")
                }
                LimitUnit::Rounds => {
                    counted(rules.limit.at, "round is played", "rounds are played")
                }
                LimitUnit::None => {
                    let ceiling = counted(rules.limit.ceiling, "battle", "battles");
                    format!("the ceiling of {ceiling} is reached")
                }
            };
            reached + &more_cards
        }
        EndReason::Cycle => match result.cycle.map(|cycle| result.battles - cycle.battles) {
            None => "a position came back: it would never end".into(),
            Some(0) => "the position at the start is back: it never ends".into(),
            Some(battle) => {
                format!("the position after battle {} is back: it never ends", grouped(battle))
            }
        },
    }
}
