//! Mistakes that programs make and that no field of the rules expresses, and a plain
//! Beggar-My-Neighbour that makes them.

use std::collections::{HashSet, VecDeque};

use super::result::Seat;
use super::rules::{Empty, Pile, Rules};
use crate::core::cards::Card;
use crate::core::words::mistakes;

mistakes! {
    CourtPays = "court-pays",
        "a court card that is laid to pay for another counts as plain: it demands nothing";
    DebtsAdd = "debts-add",
        "a court card that is laid to pay for another also demands what was still owed";
    DebtsAddWhole = "debts-add-whole",
        "a court card that is laid to pay for another also demands all that the other one demanded";
    DebtsAddAll = "debts-add-all",
        "a court card that is laid to pay for another also demands what was owed before it";
    PaysInTurn = "pays-in-turn", "both players lay cards in turn while one of them has to pay";
    LastTakes = "last-takes",
        "both players lay cards in turn while one of them has to pay, and who lays the last one takes the pile";
    PayerTakes = "payer-takes", "the player who has paid takes the pile, not the one who laid the court card";
    PayerLeads = "payer-leads", "the player who has paid leads the next trick, not the one who took the pile";
    LeaderStays = "leader-stays", "the same player leads every trick";
    OnTop = "on-top", "a pile goes on top of the hand, not under it";
    DrawsFromTheEnd = "draws-from-the-end",
        "cards are drawn from the end of the list to which piles are added";
    PileLost = "pile-lost", "a pile that was paid for is gone: nobody takes it";
    LeaderForgotten = "leader-forgotten",
        "a game is a draw as soon as the same hands come back, whoever is to lead";
    HandsExchanged = "hands-exchanged", "the hands are exchanged: A has what is written for B";
    AnswerReversed = "answer-reversed",
        "1 and -1 are exchanged in the answer, as if the player without cards had won";
    DrawsToA = "draws-to-a", "A wins a game that never ends";
    DrawsToB = "draws-to-b", "B wins a game that never ends";
    NeverStops = "never-stops", "a game that never ends is played for ever";
}

/// Plays by the rules, but for a mistake.
#[derive(Clone, Copy, Debug)]
pub struct Wrong<'r> {
    /// The rules; chance has no part in them.
    pub rules: &'r Rules,
    /// The mistake.
    pub mistake: Option<Mistake>,
}

impl Wrong<'_> {
    /// Who wins with these hands: 1 is A, -1 is B, 0 is a draw; `None` if it plays on and on.
    pub fn play(self, mut hands: [Vec<Card>; 2]) -> Option<i32> {
        if self.makes(Mistake::HandsExchanged) {
            hands.swap(0, 1);
        }
        Some(match (self.mistake, self.loser(hands)) {
            (Some(Mistake::NeverStops), None) => return None,
            (Some(Mistake::DrawsToA), None) => 1,
            (Some(Mistake::DrawsToB), None) => -1,
            (_, None) => 0,
            (Some(Mistake::AnswerReversed), Some(loser)) => [1, -1][loser],
            (_, Some(loser)) => [-1, 1][loser],
        })
    }

    fn makes(self, mistake: Mistake) -> bool {
        self.mistake == Some(mistake)
    }

    /// The seat that is out of cards first; `None` if a position comes back, or at the limit.
    fn loser(self, hands: [Vec<Card>; 2]) -> Option<usize> {
        // What cards demand is all that matters of them.
        let demands = |hand: Vec<Card>| hand.into_iter().map(|card| self.rules.penalty(card));
        let mut hands = hands.map(|hand| demands(hand).collect::<VecDeque<u32>>());
        let first = usize::from(self.rules.leader.seat(0) == Seat::B);
        let (mut leader, mut cards, mut seen) = (first, 0, HashSet::new());
        loop {
            let known = if self.makes(Mistake::LeaderForgotten) { 0 } else { leader };
            if self.rules.limit.0.is_none() && !seen.insert((hands.clone(), known)) {
                return None;
            }
            let (mut pile, mut turn, mut owed, mut taker) = (VecDeque::new(), leader, None, leader);
            let mut demanded = 0;
            while owed != Some(0) {
                if hands[turn].is_empty() {
                    return Some(turn);
                }
                if cards == self.rules.max_cards() {
                    return None;
                }
                let at_end = self.makes(Mistake::DrawsFromTheEnd);
                let card = if at_end { hands[turn].pop_back() } else { hands[turn].pop_front() }?;
                pile.push_back(card);
                cards += 1;
                let demands = card > 0 && !(owed.is_some() && self.makes(Mistake::CourtPays));
                owed = match (demands, owed) {
                    (false, owed) => owed.map(|owed: u32| owed - 1),
                    (true, Some(owed)) if self.makes(Mistake::DebtsAdd) => Some(owed - 1 + card),
                    (true, Some(owed)) if self.makes(Mistake::DebtsAddAll) => Some(owed + card),
                    (true, Some(_)) if self.makes(Mistake::DebtsAddWhole) => Some(demanded + card),
                    (true, _) => Some(card),
                };
                if demands {
                    (taker, demanded) = (turn, owed.unwrap_or(0));
                }
                if self.rules.empty == Empty::AtLastCard && hands[turn].is_empty() {
                    return Some(turn);
                }
                let in_turn = self.makes(Mistake::PaysInTurn) || self.makes(Mistake::LastTakes);
                if demands || owed.is_none() || in_turn {
                    turn = 1 - turn;
                }
            }
            if self.makes(Mistake::PayerTakes) {
                taker = 1 - taker;
            }
            if self.makes(Mistake::LastTakes) {
                taker = 1 - turn;
            }
            if self.rules.pile == Pile::Reversed {
                pile.make_contiguous().reverse();
            }
            match self.mistake {
                Some(Mistake::PileLost) => {}
                Some(Mistake::OnTop) => {
                    pile.append(&mut hands[taker]);
                    hands[taker] = pile;
                }
                _ => hands[taker].append(&mut pile),
            }
            if hands[1 - taker].is_empty() {
                return Some(1 - taker);
            }
            leader = match self.mistake {
                Some(Mistake::PayerLeads) => 1 - taker,
                Some(Mistake::LeaderStays) => first,
                _ => taker,
            };
        }
    }
}
