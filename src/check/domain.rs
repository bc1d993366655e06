//! What the task of a rule set knows: a program that plays it need not know more.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use crate::core::cards::Card;
use crate::games::war::rules::LimitUnit;
use crate::games::war::{EndReason, Rules};

/// The decks that a task speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Domain {
    /// The values of its cards.
    pub values: RangeInclusive<Card>,
    /// How many cards a deck has.
    pub sizes: RangeInclusive<usize>,
    /// Whether decks of an odd number of cards occur.
    pub odd: bool,
    /// Whether equal cards occur.
    pub equal: bool,
    /// Ends of games that the task leaves open, such as games that never end.
    pub open: &'static [EndReason],
}

/// Everything: the assignment's integers, any number of them, and a limit that ends each game.
pub const ANY: Domain = Domain {
    values: Card::MIN..=Card::MAX,
    sizes: 0..=usize::MAX,
    odd: true,
    equal: true,
    open: &[],
};

impl Domain {
    /// That of the built-in rule set of this name, also with changes in braces. For others [`ANY`]; a
    /// game that no limit stops may then go on for ever.
    pub fn of(name: &str, rules: &Rules) -> Self {
        use EndReason::{BothOut, BothShort, Cycle, ShortInWar};
        let name = name.split('{').next().unwrap_or_default();
        let full = Domain { values: 2..=14, sizes: 2..=52, odd: false, ..ANY };
        match name {
            // The listing reads 1 as the ace; its arrays hold 52 cards, and it deals two at a time.
            "ernie-burt" => Domain { values: 1..=13, sizes: 0..=52, odd: false, ..ANY },
            "ernie-burt-prose" => Domain { open: &[Cycle], ..Self::of("ernie-burt", rules) },
            "winamax" => Domain { sizes: 2..=52, odd: true, open: &[Cycle], ..full },
            "cps506" | "codegolf82340" => Domain { open: &[Cycle, BothOut, BothShort], ..full },
            "drunkard" => Domain {
                values: 6..=14,
                sizes: 2..=36,
                open: &[Cycle, BothOut, BothShort, ShortInWar],
                ..full
            },
            "aoc2020" => Domain {
                values: 1..=Card::MAX,
                sizes: 2..=usize::MAX,
                equal: false,
                open: &[Cycle],
                ..ANY
            },
            "daily320" => Domain { values: 1..=13, sizes: 2..=usize::MAX, open: &[Cycle], ..ANY },
            "cf546c" => Domain { values: 1..=10, sizes: 2..=10, equal: false, ..ANY },
            _ if rules.limit.unit == LimitUnit::None => Domain { open: &[Cycle], ..ANY },
            _ => ANY,
        }
    }

    /// Whether the task speaks of this deck.
    pub fn has(&self, deck: &[Card]) -> bool {
        let mut seen = HashSet::new();
        self.sizes.contains(&deck.len())
            && (self.odd || deck.len().is_multiple_of(2))
            && deck.iter().all(|card| self.values.contains(card))
            && (self.equal || deck.iter().all(|&card| seen.insert(card)))
    }

    /// Values of small decks: the lowest, from 1 on.
    pub fn small(&self) -> impl Iterator<Item = Card> {
        (*self.values.start()).max(1)..=*self.values.end()
    }
}
#[cfg(test)]
mod tests {
    use super::super::deck::Judge;
    use super::super::suites::{Random, suites};
    use super::*;
    use crate::games::war::{RuleFields, presets};

    /// Every suite keeps to the domain, and there are decks enough, won by either.
    #[test]
    fn suites_are_cut_to_what_the_task_knows() {
        for preset in presets::ALL {
            let rules = preset.rules();
            let domain = Domain::of(preset.name, &rules);
            if rules.has_in_game_randomness() {
                continue;
            }
            let mut judge = Judge::new(&rules);
            let suites = suites(&rules, &domain, Random { decks: 30, ..Random::default() }, &[]);
            let mut answers = [0; 3];
            for question in suites.iter().flat_map(|suite| &suite.questions) {
                assert!(domain.has(&question.deck.cards), "{} {:?}", preset.name, question.deck);
                let game = judge.game(&question.deck).expect("a game");
                assert!(
                    !domain.open.contains(&game.end_reason),
                    "{} {:?}",
                    preset.name,
                    question.deck
                );
                answers[(question.expected.0 + 1) as usize] += 1;
            }
            assert!(answers[0] > 50 && answers[2] > 50, "{}: {answers:?}", preset.name);
        }
        let of = |name| Domain::of(name, &Rules::default());
        assert!(!of("aoc2020").has(&[3, 3]) && !of("ernie-burt").has(&[14, 2]));
        assert_eq!(of("umass{war.face_down=2}"), ANY);
        let endless = RuleFields::from_toml("limit.unit = \"none\"").expect("rules");
        assert_eq!(Domain::of("umass{limit.unit=none}", &endless).open, [EndReason::Cycle]);
    }
}
