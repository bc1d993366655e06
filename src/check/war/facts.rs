//! What can be said of decks of War and their games.

use std::time::Instant;

use super::super::facts::{self, Fact, Fared};
use super::super::language::Lang;
use super::super::noun::DECK;
use super::Judge;
use super::diagnosis::Played;
use crate::core::cards::Card;
use crate::games::war::{EndReason, GameResult, Outcome, Rules};

/// A deck, and its game by the rules.
struct Seen<'d> {
    deck: &'d [Card],
    game: GameResult,
}

impl Seen<'_> {
    fn any(&self, holds: impl Fn(Card) -> bool) -> bool {
        self.deck.iter().any(|&card| holds(card))
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
fn facts<'d>() -> Vec<Fact<Seen<'d>>> {
    vec![
        Fact { words: Lang::no_card, holds: |s| s.deck.is_empty() },
        Fact { words: Lang::one_card, holds: |s| s.deck.len() == 1 },
        Fact { words: Lang::odd_size, holds: |s| s.deck.len() % 2 == 1 },
        Fact { words: Lang::not_52, holds: |s| s.deck.len() != 52 },
        Fact { words: Lang::fewer_than_52, holds: |s| s.deck.len() < 52 },
        Fact { words: Lang::at_least_52, holds: |s| s.deck.len() >= 52 },
        Fact { words: Lang::more_than_52, holds: |s| s.deck.len() > 52 },
        Fact { words: Lang::below_0, holds: |s| s.any(|card| card < 0) },
        Fact { words: Lang::a_zero, holds: |s| s.any(|card| card == 0) },
        Fact { words: Lang::beyond_14, holds: |s| s.any(|card| card > 14) },
        Fact { words: Lang::beyond_127, holds: |s| s.any(|card| card > 127) },
        Fact { words: Lang::beyond_255, holds: |s| s.any(|card| card > 255) },
        Fact { words: Lang::not_2_to_14, holds: |s| s.any(|card| !(2..=14).contains(&card)) },
        Fact {
            words: Lang::too_far_apart,
            holds: |s| match (s.deck.iter().min(), s.deck.iter().max()) {
                (Some(low), Some(high)) => high.checked_sub(*low).is_none(),
                _ => false,
            },
        },
        Fact { words: Lang::neither_pays, holds: |s| s.ends(EndReason::BothShort) },
        Fact { words: Lang::a_cannot_pay, holds: |s| s.is_short(Outcome::B) },
        Fact { words: Lang::b_cannot_pay, holds: |s| s.is_short(Outcome::A) },
        Fact { words: Lang::one_cannot_pay, holds: |s| s.ends(EndReason::ShortInWar) },
        Fact {
            words: Lang::some_cannot_pay,
            holds: |s| s.ends(EndReason::ShortInWar) || s.ends(EndReason::BothShort),
        },
        Fact { words: Lang::both_empty, holds: |s| s.ends(EndReason::BothOut) },
        Fact { words: Lang::by_limit, holds: |s| s.ends(EndReason::Limit) },
        Fact { words: Lang::endless, holds: |s| s.ends(EndReason::Cycle) },
        Fact {
            words: Lang::empty_hand,
            holds: |s| s.ends(EndReason::OutOfCards) || s.ends(EndReason::BothOut),
        },
        Fact { words: Lang::war_in_war, holds: |s| s.game.deepest_war > 1 },
        Fact { words: Lang::has_war, holds: |s| s.game.wars > 0 },
        Fact { words: Lang::no_war, holds: |s| s.game.wars == 0 },
        Fact { words: Lang::won_by_a, holds: |s| s.game.outcome == Outcome::A },
        Fact { words: Lang::won_by_b, holds: |s| s.game.outcome == Outcome::B },
        Fact { words: Lang::drawn, holds: |s| s.game.outcome == Outcome::Draw },
    ]
}

/// What each way of going wrong has in common, as [`facts::in_common`]; nothing when time is up.
pub fn in_common(
    (rules, lang): (&Rules, Lang),
    played: &[Played],
    known: bool,
    until: Instant,
) -> Vec<String> {
    let mut judge = Judge::new(rules);
    let in_time = played.iter().take_while(|_| Instant::now() < until);
    let seen: Vec<(Seen<'_>, Fared<'_>)> = in_time
        .filter_map(|p| {
            let (deck, game) = (&p.deck.0, judge.game(&p.deck)?);
            Some((Seen { deck, game }, Fared { expected: p.expected, got: &p.got }))
        })
        .collect();
    match seen.len() == played.len() {
        true => facts::in_common(&facts(), &seen, &lang.noun(DECK), known),
        false => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::answer::{Answer, Got};
    use super::super::suites::{Random, suites};
    use super::*;
    use crate::check::answer::Ending;
    use crate::core::cards::Seed;

    /// The sentences about a program that answers so.
    fn told(got: impl Fn(&[Card], Answer) -> Got) -> Vec<String> {
        let rules = Rules::default();
        let suites =
            suites(&rules, &super::super::domain::ANY, Random { seed: Seed(1), decks: 40 }, &[]);
        let questions = suites.into_iter().flat_map(|suite| suite.questions);
        let played: Vec<Played> = questions
            .map(|q| {
                let got = got(&q.asked.0, q.expected);
                Played { suite: 0, deck: q.asked, expected: q.expected, got }
            })
            .collect();
        in_common(
            (&rules, Lang::En),
            &played,
            false,
            Instant::now() + std::time::Duration::from_secs(3_600),
        )
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
