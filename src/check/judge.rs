//! What is right: who wins a deck by the rules. And which decks the task of a rule set knows: a program that
//! plays it need not know more.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use crate::core::cards::text::Given;
use crate::core::cards::{Card, GameIndex, Seed};
use crate::games::war::rules::LimitUnit;
use crate::games::war::{End, EndReason, Reference, RuleFields, Rules};

/// Battles after which a game without a limit is taken for one that never ends: some go on for millions.
const ENDLESS: u64 = 50_000;

/// The right answers of a rule set, by the reference engine.
#[derive(Debug)]
pub struct Judge {
    rules: Rules,
    engine: Reference,
}

impl Judge {
    /// The judge of a rule set without in-game randomness.
    pub fn new(rules: &Rules) -> Self {
        Self { rules: rules.clone(), engine: Reference::new(rules.clone(), Seed(0)) }
    }

    /// The same, but it gives up games without a limit early.
    pub fn in_haste(rules: &Rules) -> Self {
        let mut fields = RuleFields::clone(rules);
        fields.limit.ceiling = fields.limit.ceiling.min(ENDLESS);
        Self::new(&fields.check().unwrap_or_else(|_| rules.clone()))
    }

    /// Who wins and how the game ends; `None` if the rules have no use for one of its cards.
    pub fn end(&mut self, deck: &Given) -> Option<End> {
        self.rules.check_deck(&deck.cards).ok()?;
        let hands = self.rules.deal.given(deck, &deck.cards);
        let game = self.engine.play_hands(hands.each_ref().map(Vec::as_slice), GameIndex(0));
        Some((game.outcome, game.end_reason))
    }

    /// The same; `None` too for what a task does not speak of, and for games that are given up.
    pub fn right(&mut self, deck: &Given, domain: &Domain) -> Option<End> {
        let gives_up = self.rules.limit.unit == LimitUnit::None;
        let is_open = |why| domain.open.contains(&why) || gives_up && why == EndReason::Limit;
        let found = domain.has(&deck.cards).then(|| self.end(deck)).flatten();
        found.filter(|(_, why)| !is_open(*why))
    }
}

/// The line that a program gets: the cards, or both hands.
pub fn line(deck: &Given) -> String {
    let words = |cards: &[Card]| cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ");
    match deck.cards_of_a.map(|of_a| deck.cards.split_at(of_a)) {
        None => words(&deck.cards),
        Some((a, b)) => format!("A: {} | B: {}", words(a), words(b)),
    }
}

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

impl Domain {
    /// That of the built-in rule set of this name, also with changes in braces. Others speak of everything: the
    /// assignment's integers, any number of them; but not of games that no limit stops and that never end.
    pub fn of(name: &str, rules: &Rules) -> Self {
        use EndReason::{BothOut, BothShort, Cycle, ShortInWar};
        let name = name.split('{').next().unwrap_or_default();
        let any = usize::MAX;
        let (values, sizes, odd, equal) = match name {
            // The listing reads 1 as the ace; its arrays hold 52 cards, and it deals two at a time.
            "ernie-burt" | "ernie-burt-prose" => (1..=13, 0..=52, false, true),
            "winamax" => (2..=14, 2..=52, true, true),
            "cps506" | "codegolf82340" => (2..=14, 2..=52, false, true),
            "drunkard" => (6..=14, 2..=36, false, true),
            "aoc2020" => (1..=Card::MAX, 2..=any, true, false),
            "daily320" => (1..=13, 2..=any, true, true),
            "cf546c" => (1..=10, 2..=10, true, false),
            _ => (Card::MIN..=Card::MAX, 0..=any, true, true),
        };
        let open: &[EndReason] = match name {
            "cps506" | "codegolf82340" => &[Cycle, BothOut, BothShort],
            "drunkard" => &[Cycle, BothOut, BothShort, ShortInWar],
            _ if rules.limit.unit == LimitUnit::None && name != "cf546c" => &[Cycle],
            _ => &[],
        };
        Self { values, sizes, odd, equal, open }
    }

    /// Whether the task speaks of this deck.
    pub fn has(&self, deck: &[Card]) -> bool {
        let mut seen = HashSet::new();
        self.sizes.contains(&deck.len())
            && (self.odd || deck.len().is_multiple_of(2))
            && deck.iter().all(|card| self.values.contains(card))
            && (self.equal || deck.iter().all(|&card| seen.insert(card)))
    }

    /// Decks that are asked first, to see whether a program answers any: their games have no war.
    pub fn probes(&self) -> [Given; 2] {
        [2, 4].map(|most| self.small(most).into_iter().rev().collect::<Vec<_>>().into())
    }

    /// Its lowest values, from 1 on.
    pub fn small(&self, most: usize) -> Vec<Card> {
        ((*self.values.start()).max(1)..=*self.values.end()).take(most).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::suites::suites;
    use super::*;
    use crate::games::war::{RuleFields, presets};

    /// Every suite keeps to the domain, and there are decks enough, won by either.
    #[test]
    fn suites_are_cut_to_what_the_task_knows() {
        for preset in presets::ALL {
            let rules = preset.rules();
            if rules.has_in_game_randomness() {
                continue;
            }
            let every = suites(&rules, &Domain::of("", &rules), (Seed(42), 20), &[]);
            let filled = every.iter().filter(|suite| !suite.left.is_empty());
            assert!(filled.count() > 10, "{}", preset.name);
            let (domain, mut judge) = (Domain::of(preset.name, &rules), Judge::new(&rules));
            let suites = suites(&rules, &domain, (Seed(42), 30), &[]);
            let mut answers = [0; 3];
            for (deck, right) in suites.iter().flat_map(|suite| &suite.left) {
                assert!(domain.has(&deck.cards), "{} {deck:?}", preset.name);
                let (_, why) = judge.end(deck).expect("a game");
                assert!(!domain.open.contains(&why), "{} {deck:?}", preset.name);
                answers[right.0 as usize] += 1;
            }
            assert!(answers[0] > 50 && answers[1] > 50, "{}: {answers:?}", preset.name);
        }
        let of = |name| Domain::of(name, &Rules::default());
        assert!(!of("aoc2020").has(&[3, 3]) && !of("ernie-burt").has(&[14, 2]));
        assert_eq!(of("umass{war.face_down=2}"), of("a file"));
        assert!(of("umass").has(&[Card::MIN, 3, 3]) && of("umass").open.is_empty());
        let endless = RuleFields::from_toml("limit.unit = \"none\"").expect("rules");
        assert_eq!(Domain::of("umass{limit.unit=none}", &endless).open, [EndReason::Cycle]);
    }
}
