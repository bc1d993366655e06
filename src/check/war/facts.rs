//! What can be said of decks of War and their games.

use super::super::facts::Fact;
use super::Deck;
use crate::check::say;
use crate::core::cards::Card;
use crate::games::war::{EndReason, GameResult, Outcome};

/// A deck, and its game by the rules.
#[derive(Debug)]
pub struct Seen {
    /// The deck.
    pub deck: Deck,
    /// Its game.
    pub game: GameResult,
}

impl Seen {
    fn any(&self, holds: impl Fn(Card) -> bool) -> bool {
        self.deck.0.iter().any(|&card| holds(card))
    }

    fn ends(&self, reason: EndReason) -> bool {
        self.game.end_reason == reason
    }

    fn is_short(&self, winner: Outcome) -> bool {
        self.ends(EndReason::ShortInWar) && self.game.outcome == winner
    }
}

/// The facts that are looked for; of two that fit as well the first is told.
#[rustfmt::skip] // a fact a line
pub fn facts() -> Vec<Fact<Seen>> {
    vec![
        Fact { words: say::no_card, holds: |s| s.deck.0.is_empty() },
        Fact { words: say::one_card, holds: |s| s.deck.0.len() == 1 },
        Fact { words: say::odd_size, holds: |s| s.deck.0.len() % 2 == 1 },
        Fact { words: say::not_52, holds: |s| s.deck.0.len() != 52 },
        Fact { words: say::fewer_than_52, holds: |s| s.deck.0.len() < 52 },
        Fact { words: say::at_least_52, holds: |s| s.deck.0.len() >= 52 },
        Fact { words: say::more_than_52, holds: |s| s.deck.0.len() > 52 },
        Fact { words: say::below_0, holds: |s| s.any(|card| card < 0) },
        Fact { words: say::a_zero, holds: |s| s.any(|card| card == 0) },
        Fact { words: say::beyond_14, holds: |s| s.any(|card| card > 14) },
        Fact { words: say::beyond_127, holds: |s| s.any(|card| card > 127) },
        Fact { words: say::beyond_255, holds: |s| s.any(|card| card > 255) },
        Fact { words: say::not_2_to_14, holds: |s| s.any(|card| !(2..=14).contains(&card)) },
        Fact {
            words: say::too_far_apart,
            holds: |s| s.deck.0.iter().max().zip(s.deck.0.iter().min())
                .is_some_and(|(high, low)| high.checked_sub(*low).is_none()),
        },
        Fact { words: say::neither_pays, holds: |s| s.ends(EndReason::BothShort) },
        Fact { words: say::a_cannot_pay, holds: |s| s.is_short(Outcome::B) },
        Fact { words: say::b_cannot_pay, holds: |s| s.is_short(Outcome::A) },
        Fact { words: say::one_cannot_pay, holds: |s| s.ends(EndReason::ShortInWar) },
        Fact {
            words: say::some_cannot_pay,
            holds: |s| s.ends(EndReason::ShortInWar) || s.ends(EndReason::BothShort),
        },
        Fact { words: say::both_empty, holds: |s| s.ends(EndReason::BothOut) },
        Fact { words: say::by_limit, holds: |s| s.ends(EndReason::Limit) },
        Fact { words: say::endless, holds: |s| s.ends(EndReason::Cycle) },
        Fact {
            words: say::empty_hand,
            holds: |s| s.ends(EndReason::OutOfCards) || s.ends(EndReason::BothOut),
        },
        Fact { words: say::war_in_war, holds: |s| s.game.deepest_war > 1 },
        Fact { words: say::has_war, holds: |s| s.game.wars > 0 },
        Fact { words: say::no_war, holds: |s| s.game.wars == 0 },
        Fact { words: say::won_by_a, holds: |s| s.game.outcome == Outcome::A },
        Fact { words: say::won_by_b, holds: |s| s.game.outcome == Outcome::B },
        Fact { words: say::drawn, holds: |s| s.game.outcome == Outcome::Draw },
    ]
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::super::domain::ANY;
    use super::super::report::Task;
    use super::super::suites::{Random, suites};
    use super::*;
    use crate::check::answer::{Answer, Ending, Got};
    use crate::check::compare::Verdict;
    use crate::check::examiner::in_common;
    use crate::check::noun::DECK;
    use crate::check::suite::Played;
    use crate::core::cards::Seed;
    use crate::games::war::Rules;

    /// The sentences about a program that answers so.
    fn told(got: impl Fn(&[Card], Answer) -> Got) -> Vec<String> {
        let (rules, domain) = (Rules::default(), ANY);
        let suites = suites(&rules, &domain, Random { seed: Seed(1), decks: 40 }, &[]);
        let questions = suites.into_iter().flat_map(|suite| suite.questions);
        let played = questions.map(|q| {
            let got = got(&q.asked.0, q.expected);
            Played { asked: q.asked, expected: q.expected, got }
        });
        let task = Task { rules: &rules, given: "umass", domain: &domain };
        let hour = Instant::now() + Duration::from_secs(3_600);
        let (name, about, asked) = ("suite", "", played.collect());
        let verdict = Verdict { name, about, asked, not_asked: 0, smallest: None };
        in_common(&task, &[verdict], &DECK, hour).into_iter().unzip::<_, _, Vec<_>, _>().1
    }

    fn died() -> Got {
        Got::Died { how: Ending::Code(1), stderr: String::new(), after: 0 }
    }

    #[test]
    fn what_all_wrong_decks_share_is_told() {
        let odd = told(|deck, right| match deck.len() % 2 {
            1 => died(),
            _ => Got::Answer(right),
        });
        assert_eq!(odd.len(), 1);
        assert!(
            odd[0].ends_with(
                "ends without an answer has an odd number of cards, and no other deck played does."
            ),
            "{odd:?}"
        );
        let negative = told(|deck, right| match deck.iter().any(|&card| card < -100) {
            true => Got::Answer(Answer(if right.0 == 1 { 0 } else { 1 })),
            false => Got::Answer(right),
        });
        assert!(negative[0].contains("answers wrongly has a card below 0, as "), "{negative:?}");
    }

    #[test]
    fn where_nothing_is_shared_nothing_is_told() {
        assert!(told(|_, right| Got::Answer(right)).is_empty());
        assert!(told(|_, _| died()).is_empty(), "every deck");
        let mixed = told(|deck, right| match deck.len() % 3 {
            1 => Got::Hung,
            _ => Got::Answer(right),
        });
        assert!(mixed.is_empty(), "{mixed:?}");
    }
}
