//! What can be said of deals of Beggar-My-Neighbour and their games.

use std::time::Instant;

use super::super::compare::Verdict;
use super::super::facts::{self, Fact, Fared};
use super::super::language::Lang;
use super::super::suite::Ask as _;
use super::{Deal, Judge};
use crate::games::beggar::{EndReason, GameResult, Outcome};

/// A deal, its court cards, and its game by the rules.
struct Seen {
    cards: [usize; 2],
    courts: usize,
    game: GameResult,
}

/// The facts that are looked for; of two that fit as well the first is told.
const FACTS: &[Fact<Seen>] = &[
    Fact { words: Lang::two_cards, holds: |s| s.cards == [1, 1] },
    Fact { words: Lang::hand_of_one, holds: |s| s.cards.contains(&1) },
    Fact { words: Lang::no_court, holds: |s| s.courts == 0 },
    Fact { words: Lang::one_court, holds: |s| s.courts == 1 },
    Fact { words: Lang::endless, holds: |s| s.game.end_reason == EndReason::Loop },
    Fact { words: Lang::won_by_a, holds: |s| s.game.outcome == Outcome::A },
    Fact { words: Lang::won_by_b, holds: |s| s.game.outcome == Outcome::B },
];

/// What each way of going wrong has in common, as [`facts::in_common`]; nothing when time is up.
pub fn in_common(
    judge: &mut Judge,
    verdicts: &[Verdict<Deal>],
    known: bool,
    until: Instant,
) -> Vec<String> {
    let asked: Vec<_> = verdicts.iter().flat_map(|verdict| &verdict.asked).collect();
    let in_time = asked.iter().take_while(|_| Instant::now() < until);
    let seen: Vec<(Seen, Fared<'_>)> = in_time
        .filter_map(|(question, got)| {
            let hands = judge.hands(&question.asked)?;
            let is_court = |card: &&i32| judge.rules().penalty(**card) > 0;
            let courts = hands.iter().flatten().filter(is_court).count();
            let cards = hands.each_ref().map(Vec::len);
            let game = judge.game_of(hands);
            Some((Seen { cards, courts, game }, Fared { expected: question.expected, got }))
        })
        .collect();
    match seen.len() == asked.len() {
        true => facts::in_common(FACTS, &seen, &Deal::NOUN, known),
        false => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::suites::suites;
    use super::*;
    use crate::check::answer::{Answer, Got};
    use crate::core::cards::Seed;
    use crate::games::beggar::Rules;

    /// No rule and no mistake explains who answers 0 wherever each has one card; what they share is said.
    #[test]
    fn what_wrong_deals_share_is_told() {
        let mut judge = Judge::new(&Rules::default()).unwrap();
        let suites = suites(&mut judge, Seed(1), 20, &[]);
        let verdicts: Vec<Verdict<Deal>> = suites
            .into_iter()
            .map(|suite| {
                let asked = suite.questions.into_iter().map(|q| {
                    let answer = if q.asked.numbers().len() == 3 { Answer(0) } else { q.expected };
                    (q, Got::Answer(answer))
                });
                let (asked, name, about) = (asked.collect(), suite.name, suite.about);
                Verdict { name, about, asked, not_asked: 0, smallest: None }
            })
            .collect();
        let hour = Instant::now() + std::time::Duration::from_secs(3_600);
        let told = in_common(&mut judge, &verdicts, false, hour);
        let words = "deals that it answers wrongly has two cards, and no other deal played does.";
        assert!(told.len() == 1 && told[0].ends_with(words), "{told:?}");
    }
}
