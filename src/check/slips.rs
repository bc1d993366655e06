//! War as a program plays it that has a slip: one of the usual mistakes that no field of the rules says.
//!
//! This is a plain War of its own, written as a student would, with a switch at each place where programs go
//! wrong. Without a slip it plays what the reference plays; a test holds it to that.

use std::collections::VecDeque;
use std::ops::ControlFlow::{self, Break, Continue};

use serde::Serialize;

use super::answer::Got;
use crate::core::cards::Card;
use crate::core::cards::text::Given;
use crate::core::seats::Seat;
use crate::games::war::Outcome;
use crate::games::war::rules::{
    Caps, Laid, Lay, LimitAsked, LimitUnit, Rules, Short, Verdict, Winnings,
};

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

/// Battles after which a game without a limit is taken for one that never ends.
const ENDLESS: u64 = 20_000;

/// A game as it goes.
struct Game<'r> {
    rules: &'r Rules,
    slip: Option<Slip>,
    hands: [VecDeque<Card>; 2],
    pot: Vec<(Card, Laid)>,
    laid: [u32; 2],
    battles: u64,
    rounds: u64,
    /// Ties in this round.
    ties: u32,
}

/// Somebody who plays with this slip; `None` for rules that are not played here: those by which winnings do not
/// go under the hand, who is short does not lose, or chance decides.
pub fn player(rules: &Rules, slip: Option<Slip>) -> Option<impl Fn(&Given) -> Got + use<>> {
    let plays = matches!(rules.winnings, Winnings::Bottom | Winnings::Pile)
        && rules.war.short == Short::Lose
        && !rules.has_in_game_randomness();
    let rules = rules.clone();
    plays.then_some(move |deck: &Given| Game::dealt(&rules, slip, deck).play())
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
        let pot = Vec::new();
        Self { rules, slip, hands, pot, laid: [0; 2], battles: 0, rounds: 0, ties: 0 }
    }

    fn has(&self, slip: Slip) -> bool {
        self.slip == Some(slip)
    }

    fn play(mut self) -> Got {
        loop {
            if let Break(outcome) = self.battle() {
                return Got::Answer(outcome);
            }
            if self.rules.limit.unit == LimitUnit::None && self.battles >= ENDLESS {
                return Got::Hung;
            }
        }
    }

    /// One battle, with what is asked before it and what it leads to, which may end the game.
    fn battle(&mut self) -> ControlFlow<Outcome> {
        let in_war = self.ties > 0;
        self.end_if(self.hands.each_ref().map(VecDeque::is_empty), Outcome::Draw)?;
        self.end_at_limit(LimitAsked::Before, in_war)?;
        self.rounds += u64::from(!in_war);
        self.battles += 1;
        let [front_a, front_b] = self.hands.each_ref().map(|hand| hand[0]);
        Seat::BOTH.into_iter().for_each(|seat| self.lay(seat));
        if let Some(winner) = self.winner(front_a, front_b) {
            self.pick_up(winner);
            return self.end_at_limit(LimitAsked::After, false);
        }
        self.ties += 1;
        if self.has(Slip::PaysAtTheLimit) {
            self.war(front_a)?;
            return self.end_at_limit(LimitAsked::After, true);
        }
        self.end_at_limit(LimitAsked::After, true)?;
        self.war(front_a)
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
        let short = self.hands.each_ref().map(|hand| hand.len() < needed);
        self.end_if(short, self.verdict(self.rules.war.both_short))?;
        let face_down = self.rules.face_down_for(tied);
        for k in 0..2 * face_down {
            let is_a = match self.rules.war.lay {
                Lay::Blocks => k < face_down,
                Lay::Alternating => k % 2 == 0,
            };
            self.lay(if is_a { Seat::A } else { Seat::B });
        }
        Continue(())
    }

    /// Lays a player's next card, if there is one: with a slip there may be too few.
    fn lay(&mut self, seat: Seat) {
        let by = seat.index();
        let Some(card) = self.hands[by].pop_front() else { return };
        let (place, war) = (self.pot.len() as u32, self.ties);
        self.pot.push((card, Laid { by, nth: self.laid[by], above: 0, place, war }));
        self.laid[by] += 1;
    }

    /// The winner takes the pot.
    fn pick_up(&mut self, winner: Seat) {
        let is_war = std::mem::take(&mut self.ties) > 0;
        let (mut pot, laid) = (std::mem::take(&mut self.pot), std::mem::take(&mut self.laid));
        if is_war && self.has(Slip::PotLost) {
            pot.drain(..pot.len().saturating_sub(2));
        }
        self.rules.pickup_by(winner, is_war).put_in_order(
            &mut pot,
            winner.index(),
            |&(card, at)| {
                (Laid { above: laid[at.by] - 1 - at.nth, ..at }, self.rules.strength(card))
            },
        );
        let cards = pot.into_iter().map(|(card, _)| card);
        let hand = &mut self.hands[winner.index()];
        match self.slip {
            Some(Slip::OnTop) => cards.rev().for_each(|card| hand.push_front(card)),
            Some(Slip::DrawsFromTheEnd) => cards.for_each(|card| hand.push_front(card)),
            _ => hand.extend(cards),
        }
    }

    /// Ends the game if A or B cannot go on; `both` comes out if neither can.
    fn end_if(&self, cannot: [bool; 2], both: Outcome) -> ControlFlow<Outcome> {
        match cannot {
            [false, false] => Continue(()),
            [true, true] if !self.has(Slip::BothToB) => Break(both),
            [true, _] => Break(Outcome::B),
            [false, true] => Break(Outcome::A),
        }
    }

    fn end_at_limit(&self, asked: LimitAsked, in_war: bool) -> ControlFlow<Outcome> {
        let Caps { battles, rounds } = self.rules.caps();
        let reached = self.battles >= battles || !in_war && self.rounds >= rounds;
        match reached && asked == self.rules.limit.asked {
            true => Break(self.verdict(self.rules.limit.verdict)),
            false => Continue(()),
        }
    }

    fn verdict(&self, verdict: Verdict) -> Outcome {
        Outcome::undecided(verdict, self.hands.each_ref().map(VecDeque::len))
    }
}

#[cfg(test)]
mod tests {
    use super::super::judge::{Domain, Judge};
    use super::super::suites::suites;
    use super::*;
    use crate::core::cards::Seed;
    use crate::games::war::rules::Pickup;
    use crate::games::war::{EndReason, RuleFields, presets};

    /// Decks of all kinds for these rules.
    fn decks(rules: &Rules) -> Vec<Given> {
        let all = Domain::of("umass", &Rules::default());
        let suites = suites(rules, &all, (Seed(3), 60), &[]).into_iter();
        suites.flat_map(|suite| suite.left).map(|(deck, _)| deck).collect()
    }

    /// A second implementation of the rules without a slip: it agrees with the reference. On every
    /// fifteenth deck, or on all with `WAR_SIM_LONG_TESTS=1`.
    #[test]
    fn without_a_slip_it_plays_by_the_rules() {
        let mut all: Vec<Rules> = presets::ALL.iter().map(|preset| preset.rules()).collect();
        let mut fields: Vec<String> = [
            "pickup = \"loser-first\"\nwar.lay = \"alternating\"\ndeal = \"halves\"",
            "pickup = \"loser-block\"\nwar.face_down = 1\nlimit.asked = \"before\"",
            "pickup = \"last-first\"\nwar.both_short = \"more-cards\"\nlimit.at = 37",
            "pickup = \"high-first\"\ncompare.low_wins = true\nlimit.verdict = \"more-cards\"",
            "pickup = \"low-first\"\nlimit.unit = \"rounds\"\nlimit.at = 50",
            "pickup = \"a-block\"\ncompare.ace = \"low\"\nwar.face_down = 0",
            "pickup = \"winner-block\"\nlimit.unit = \"rounds\"\nlimit.asked = \"before\"",
            "war.face_down = 5",
        ]
        .map(String::from)
        .into();
        for others in ["war.lay = \"alternating\"", "limit.unit = \"none\""] {
            fields.extend(
                Pickup::WORDS.iter().map(|order| format!("pickup = \"{order}\"\n{others}")),
            );
        }
        // As in a sweep: the order of laying has no effect under some orders.
        all.extend(fields.iter().map(|text| {
            let fields: RuleFields = toml::from_str(text).expect(text);
            fields.check().expect(text)
        }));
        let step = if std::env::var_os("WAR_SIM_LONG_TESTS").is_some() { 1 } else { 15 };
        let mut played = 0;
        for rules in &all {
            let Some(right) = player(rules, None) else { continue };
            let mut judge = Judge::new(rules);
            for deck in decks(rules).into_iter().step_by(step) {
                let expected = match judge.end(&deck) {
                    None => continue,
                    Some((_, EndReason::Cycle)) => Got::Hung,
                    Some((outcome, _)) => Got::Answer(outcome),
                };
                assert_eq!(right(&deck), expected, "{} {deck:?}", rules.to_toml());
            }
            played += 1;
        }
        assert!(played >= 30, "{played}");
    }

    #[test]
    fn each_slip_is_played_to_an_end() {
        let rules = [Rules::default(), RuleFields::from_toml("pickup = \"winner-first\"").unwrap()];
        let decks = decks(&rules[0]);
        for (k, (slip, _)) in SLIPS.iter().enumerate() {
            for rules in &rules {
                let wrong = player(rules, Some(*slip)).expect("rules");
                for deck in decks.iter().skip(k).step_by(19) {
                    let got = wrong(deck);
                    assert!(matches!(got, Got::Answer(_)), "{slip:?}: {deck:?}");
                }
            }
        }
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
            ("", Some(Identity((-5, 256))), &[256, 256], Draw),
            ("", Some(AsText), &[9, 10], A),
            ("", Some(OddCardDropped), &[7], Draw),
            ("", Some(BDealtFirst), &[9, 3], B),
            ("limit.at = 1", None, &[5, 5, 1, 1, 1, 1, 1], Draw),
        ];
        for &(fields, slip, deck, answer) in cases {
            assert_eq!(play(fields, slip, deck), Got::Answer(answer), "{slip:?} {deck:?}");
        }
        assert_eq!(play("limit.unit = \"none\"", None, &[1, 2, 2, 1]), Got::Hung);
    }
}
