//! What can be said of deals of Beggar-My-Neighbour and their games.

use super::super::facts::Fact;
use super::super::language::Lang;
use crate::games::beggar::{EndReason, GameResult, Outcome};

/// A deal, its court cards, and its game by the rules.
#[derive(Debug)]
pub struct Seen {
    /// How many cards each hand has.
    pub cards: [usize; 2],
    /// How many of them demand cards.
    pub courts: usize,
    /// The game.
    pub game: GameResult,
}

/// The facts that are looked for; of two that fit as well the first is told.
pub const FACTS: [Fact<Seen>; 7] = [
    Fact { words: Lang::two_cards, holds: |s| s.cards == [1, 1] },
    Fact { words: Lang::hand_of_one, holds: |s| s.cards.contains(&1) },
    Fact { words: Lang::no_court, holds: |s| s.courts == 0 },
    Fact { words: Lang::one_court, holds: |s| s.courts == 1 },
    Fact { words: Lang::endless, holds: |s| s.game.end_reason == EndReason::Loop },
    Fact { words: Lang::won_by_a, holds: |s| s.game.outcome == Outcome::A },
    Fact { words: Lang::won_by_b, holds: |s| s.game.outcome == Outcome::B },
];

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::super::suites::suites;
    use super::super::{Deal, Judge, Task};
    use crate::check::answer::{Answer, Got};
    use crate::check::compare::Verdict;
    use crate::check::examiner::in_common;
    use crate::check::suite::{Ask as _, Played};
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
                    Played { asked: q.asked, expected: q.expected, got: Got::Answer(answer) }
                });
                let (asked, name, about) = (asked.collect(), suite.name, suite.about);
                Verdict { name, about, asked, not_asked: 0, smallest: None }
            })
            .collect();
        let hour = Instant::now() + std::time::Duration::from_secs(3_600);
        let task = Task { judge, given: "beggar" };
        let told = in_common(&task, &verdicts, &Deal::NOUN, hour);
        let words = "deals that it answers wrongly has two cards, and no other deal played does.";
        assert!(told.len() == 1 && told[0].1.ends_with(words), "{told:?}");
    }
}
