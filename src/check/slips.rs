//! War as a program plays it that has a slip: one of the usual mistakes that no field of the rules says.
//!
//! This is a plain War of its own, that of the assignment, written as a student would, with a switch at each place
//! where programs go wrong. Without a slip it plays what the reference plays; a test holds it to that.

use std::collections::VecDeque;
use std::ops::ControlFlow::{self, Break, Continue};

use serde::Serialize;

use super::answer::Got;
use crate::core::cards::Card;
use crate::core::cards::text::Given;
use crate::core::seats::Seat;
use crate::games::war::{Outcome, RuleFields, Rules};

/// A usual mistake; its name in reports is the variant's, in small letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Slip {
    /// A war needs one card more than the rules ask.
    NeedsOneMore,
    /// It looks at A alone where both may be out of cards.
    BothToB,
    /// Numbers are compared as objects, by `==` in Java or `is` in Python: of those from the first to the second
    /// there is one object each.
    Identity(#[serde(skip)] (Card, Card)),
    /// Cards are compared as texts.
    AsText,
    /// Cards are drawn where winnings are added.
    DrawsFromTheEnd,
    /// Winnings go on top of the hand.
    OnTop,
    /// What was laid before the deciding cards is lost.
    PotLost,
    /// A tie in the last battle is still paid for.
    PaysAtTheLimit,
    /// The hands are exchanged.
    BDealtFirst,
    /// An odd card is not dealt.
    OddCardDropped,
}

/// Every slip, the likely ones first, with what the program does, as the end of a sentence; of Java and of CPython
/// which numbers it keeps one object of.
pub const SLIPS: [(Slip, &str); 11] = [
    (
        Slip::NeedsOneMore,
        "a war needs one card too many, or takes what is left until a hand is empty",
    ),
    (Slip::BothToB, "A loses where both are out of cards, or both too short: it looks at A first"),
    (
        Slip::Identity((-128, 127)),
        "B wins ties below -128 and beyond 127: it compares Integers with ==; use equals()",
    ),
    (
        Slip::Identity((-5, 256)),
        "B wins ties below -5 and beyond 256: it compares with `is`; use ==",
    ),
    (Slip::AsText, "cards are compared as texts, in which 9 is more than 10"),
    (Slip::DrawsFromTheEnd, "cards are drawn from the end of the list where winnings are added"),
    (Slip::OnTop, "the pot goes on top of the winner's hand, not under it"),
    (Slip::PotLost, "the winner of a war takes only the two cards turned up last"),
    (Slip::PaysAtTheLimit, "a tie in the last battle is still a war, lost by who cannot pay"),
    (Slip::BDealtFirst, "the first card is dealt to B: the hands are exchanged"),
    (Slip::OddCardDropped, "the last card of an odd number is not dealt"),
];

/// A game as it goes.
struct Game<'r> {
    rules: &'r Rules,
    slip: Option<Slip>,
    hands: [VecDeque<Card>; 2],
    pot: Vec<Card>,
    battles: u64,
}

/// Somebody who plays with this slip; `None` for other rules than the assignment's, which may have cards of their
/// own, another order of them, price of a war and limit.
pub fn player(rules: &Rules, slip: Option<Slip>) -> Option<impl Fn(&Given) -> Got + use<>> {
    let (mut usual, rules) = (RuleFields::default(), rules.clone());
    (usual.deck, usual.compare) = (rules.deck, rules.compare);
    (usual.war.face_down, usual.limit.at) = (rules.war.face_down, rules.limit.at);
    (usual == *rules)
        .then_some(move |deck: &Given| Got::Answer(Game::dealt(&rules, slip, deck).play()))
}

impl<'r> Game<'r> {
    fn dealt(rules: &'r Rules, slip: Option<Slip>, deck: &Given) -> Self {
        let drops = deck.cards_of_a.is_none() && slip == Some(Slip::OddCardDropped);
        let dealt = deck.cards.len() - usize::from(drops) * (deck.cards.len() % 2);
        let mut hands = rules.deal.given(deck, &deck.cards[..dealt]).map(VecDeque::from);
        if slip == Some(Slip::BDealtFirst) {
            hands.swap(0, 1);
        }
        if slip == Some(Slip::DrawsFromTheEnd) {
            hands.iter_mut().for_each(|hand| hand.make_contiguous().reverse());
        }
        Self { rules, slip, hands, pot: Vec::new(), battles: 0 }
    }

    fn has(&self, slip: Slip) -> bool {
        self.slip == Some(slip)
    }

    fn play(mut self) -> Outcome {
        loop {
            if let Break(outcome) = self.battle() {
                return outcome;
            }
        }
    }

    /// One battle, with what is asked before it and what it leads to, which may end the game.
    fn battle(&mut self) -> ControlFlow<Outcome> {
        self.end_if(self.hands.each_ref().map(VecDeque::is_empty))?;
        self.battles += 1;
        let [front_a, front_b] = self.hands.each_ref().map(|hand| hand[0]);
        self.lay(1);
        let is_last = self.battles >= self.rules.limit.at;
        match self.winner(front_a, front_b) {
            Some(winner) => self.pick_up(winner),
            None if is_last && !self.has(Slip::PaysAtTheLimit) => {}
            None => self.war(front_a)?,
        }
        if is_last { Break(Outcome::Draw) } else { Continue(()) }
    }

    /// Who wins these two cards; `None` in a tie.
    fn winner(&self, x: Card, y: Card) -> Option<Seat> {
        if self.has(Slip::AsText) {
            return self.rules.winner(x.to_string().cmp(&y.to_string()) as Card, 0);
        }
        // What is no tie for the program goes to B.
        let is_other = |slip| matches!(slip, Slip::Identity((low, high)) if x < low || x > high);
        self.rules.winner(x, y).or(self.slip.is_some_and(is_other).then_some(Seat::B))
    }

    /// The price of a tie of these cards.
    fn war(&mut self, tied: Card) -> ControlFlow<Outcome> {
        let needed = self.rules.stake_for(tied) + usize::from(self.has(Slip::NeedsOneMore));
        self.end_if(self.hands.each_ref().map(|hand| hand.len() < needed))?;
        self.lay(self.rules.face_down_for(tied));
        Continue(())
    }

    /// Lays so many cards of A, then of B, if there are so many: with a slip there may be too few.
    fn lay(&mut self, count: usize) {
        for hand in &mut self.hands {
            self.pot.extend(hand.drain(..count.min(hand.len())));
        }
    }

    /// The winner takes the pot.
    fn pick_up(&mut self, winner: Seat) {
        if self.has(Slip::PotLost) {
            self.pot.drain(..self.pot.len().saturating_sub(2));
        }
        let hand = &mut self.hands[winner.index()];
        let pot = self.pot.drain(..);
        match self.slip {
            Some(Slip::OnTop) => pot.rev().for_each(|card| hand.push_front(card)),
            Some(Slip::DrawsFromTheEnd) => pot.for_each(|card| hand.push_front(card)),
            _ => hand.extend(pot),
        }
    }

    /// Ends the game if A or B cannot go on.
    fn end_if(&self, cannot: [bool; 2]) -> ControlFlow<Outcome> {
        match cannot {
            [false, false] => Continue(()),
            [true, true] if !self.has(Slip::BothToB) => Break(Outcome::Draw),
            [true, _] => Break(Outcome::B),
            [false, true] => Break(Outcome::A),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::judge::{Domain, Judge};
    use super::super::suites::suites;
    use super::*;
    use crate::core::cards::Seed;
    use crate::games::war::presets;

    /// A second implementation of the rules without a slip: it agrees with the reference, and plays to an end with
    /// one. On every fifteenth deck, or on all with `WAR_SIM_LONG_TESTS=1`.
    #[test]
    fn without_a_slip_it_plays_by_the_rules() {
        let others = [
            "war.face_down = 0\ncompare.low_wins = true",
            "war.face_down = 1\nlimit.at = 37",
            "war.face_down = 5",
            "compare.ace = \"low\"",
            "war.face_down = \"tied-rank\"",
            "compare.lowest_beats_highest = true\nlimit.at = 1",
        ];
        let others = others.map(|fields| RuleFields::from_toml(fields).expect(fields));
        let step = if std::env::var_os("WAR_SIM_LONG_TESTS").is_some() { 1 } else { 15 };
        let domain = Domain::of("umass", &Rules::default());
        let mut played = 0;
        let all = presets::ALL.iter().map(|preset| preset.rules()).chain(others);
        for rules in &all.collect::<Vec<Rules>>() {
            let Some(right) = player(rules, None) else { continue };
            let mut judge = Judge::new(rules);
            let suites = suites(rules, &domain, (Seed(3), 60), &[]).into_iter();
            let decks = suites.flat_map(|suite| suite.left).step_by(step);
            for (k, (deck, _)) in decks.enumerate() {
                let Some((outcome, _)) = judge.end(&deck) else { continue };
                assert_eq!(right(&deck), Got::Answer(outcome), "{} {deck:?}", rules.to_toml());
                player(rules, Some(SLIPS[k % SLIPS.len()].0)).expect("rules")(&deck);
            }
            played += 1;
        }
        assert!(played >= 9, "{played}");
    }

    /// Games played by hand.
    #[test]
    fn slips_do_what_their_words_say() {
        use Outcome::{A, B, Draw};
        use Slip::*;
        let play = |fields: &str, slip: Option<Slip>, deck: &[Card]| {
            let rules = RuleFields::from_toml(fields).expect(fields);
            player(&rules, slip).expect(fields)(&deck.to_vec().into())
        };
        let cases: &[(&str, Option<Slip>, &[Card], Outcome)] = &[
            // Three cards each after the tie: enough to lay, none to turn up.
            ("", None, &[5, 5, 1, 1, 1, 1, 1, 1], Draw),
            ("", Some(NeedsOneMore), &[5, 5, 1, 1, 1, 1, 1, 1, 1], A),
            ("", Some(BothToB), &[], B),
            ("", Some(BothToB), &[5, 5], B),
            ("", Some(Identity((-128, 127))), &[128, 128], B),
            ("", Some(Identity((-128, 127))), &[127, 127], Draw),
            ("", Some(Identity((-5, 256))), &[-6, -6], B),
            ("", Some(AsText), &[9, 10], A),
            ("", Some(OddCardDropped), &[7], Draw),
            ("", Some(BDealtFirst), &[9, 3], B),
            ("limit.at = 1", None, &[5, 5, 1, 1, 1, 1, 1], Draw),
        ];
        for &(fields, slip, deck, answer) in cases {
            assert_eq!(play(fields, slip, deck), Got::Answer(answer), "{slip:?} {deck:?}");
        }
    }
}
