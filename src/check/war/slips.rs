//! War as a program plays it that has a slip: one of the usual mistakes that no field of the rules says.
//!
//! This is a plain War of its own, written as a student would, with a switch at each place where programs go
//! wrong. Without a slip it plays what the reference plays; a test holds it to that.

use std::cmp::Reverse;
use std::collections::VecDeque;

use crate::core::cards::Card;
use crate::core::seats::Seat;
use crate::games::war::rules::{
    Lay, LimitAsked, LimitUnit, Pickup, Rules, Short, Verdict, Winnings,
};

/// A usual mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slip {
    /// A war needs one card more than the rules ask.
    NeedsOneMore,
    /// It looks at A alone where both may be out of cards.
    BothToB,
    /// `==` on Integer objects in Java.
    JavaIdentity,
    /// `is` on numbers in Python.
    PythonIdentity,
    /// Cards are compared as texts.
    AsText,
    /// Cards are drawn where winnings are added.
    DrawsFromTheEnd,
    /// Winnings go on top of the hand.
    OnTop,
    /// What was laid before the deciding cards is lost.
    PotLost,
    /// The hands are exchanged.
    BDealtFirst,
    /// An odd card is not dealt.
    OddCardDropped,
}

impl Slip {
    /// Every slip, the likely ones first.
    pub const ALL: [Slip; 10] = [
        Slip::NeedsOneMore,
        Slip::BothToB,
        Slip::JavaIdentity,
        Slip::PythonIdentity,
        Slip::AsText,
        Slip::DrawsFromTheEnd,
        Slip::OnTop,
        Slip::PotLost,
        Slip::BDealtFirst,
        Slip::OddCardDropped,
    ];

    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Slip::NeedsOneMore => "needs-one-more",
            Slip::BothToB => "both-to-b",
            Slip::JavaIdentity => "java-identity",
            Slip::PythonIdentity => "python-identity",
            Slip::AsText => "as-text",
            Slip::DrawsFromTheEnd => "draws-from-the-end",
            Slip::OnTop => "on-top",
            Slip::PotLost => "pot-lost",
            Slip::BDealtFirst => "b-dealt-first",
            Slip::OddCardDropped => "odd-card-dropped",
        }
    }

    /// What the program does, as the end of a sentence.
    pub fn words(self) -> &'static str {
        match self {
            Slip::NeedsOneMore => {
                "a player who can lay the face-down cards but has none left to turn up loses at once: a war \
                 needs one card more than the rules ask"
            }
            Slip::BothToB => {
                "A loses whenever both are out of cards or too short for a war: it looks at A first, and not \
                 at both"
            }
            Slip::JavaIdentity => {
                "equal cards beyond 127 are not equal, and B wins them: it compares Integer objects with ==; \
                 use equals() or intValue()"
            }
            Slip::PythonIdentity => {
                "equal cards below -5 or beyond 256 are not equal, and B wins them: it compares with `is`; \
                 use =="
            }
            Slip::AsText => "cards are compared as texts, in which 9 is more than 10",
            Slip::DrawsFromTheEnd => {
                "cards are drawn from the end of the list at which winnings are added"
            }
            Slip::OnTop => "the pot goes on top of the winner's hand, not under it",
            Slip::PotLost => {
                "the winner of a war takes the two cards turned up last; the rest of the pot is lost"
            }
            Slip::BDealtFirst => "the first card is dealt to B: the hands are exchanged",
            Slip::OddCardDropped => "the last card of an odd number is not dealt",
        }
    }
}

/// Battles after which a game without a limit is taken for one that never ends.
const ENDLESS: u64 = 20_000;
/// Numbers of which Java keeps one object each.
const SAME_IN_JAVA: std::ops::RangeInclusive<Card> = -128..=127;
/// Numbers of which CPython keeps one object each.
const SAME_IN_PYTHON: std::ops::RangeInclusive<Card> = -5..=256;

/// Plays by a rule set, with slips.
#[derive(Clone, Debug)]
pub struct Wrong<'r> {
    rules: &'r Rules,
    slips: &'r [Slip],
}

/// A game that is over, and who won: 1, -1 or 0.
struct End(i32);

/// A card in the pot.
#[derive(Clone, Copy)]
struct Laid {
    card: Card,
    by: Seat,
    /// Ties before it in this round.
    war: u64,
}

/// A game as it goes.
struct Table {
    hands: [VecDeque<Card>; 2],
    pot: Vec<Laid>,
    battles: u64,
    rounds: u64,
    /// Ties in this round.
    ties: u64,
}

impl<'r> Wrong<'r> {
    /// Whether these rules can be played here: winnings go under the hand, who is short loses or lays
    /// fewer cards, and nothing is shuffled.
    pub fn plays(rules: &Rules) -> bool {
        matches!(rules.winnings, Winnings::Bottom | Winnings::Pile)
            && matches!(rules.war.short, Short::Lose | Short::Draw | Short::Reduce)
            && !rules.has_in_game_randomness()
    }

    /// A player with these slips. The rules must be some that [`Wrong::plays`].
    pub fn new(rules: &'r Rules, slips: &'r [Slip]) -> Self {
        Self { rules, slips }
    }

    fn has(&self, slip: Slip) -> bool {
        self.slips.contains(&slip)
    }

    /// Who wins a deck: 1, -1 or 0; `None` of a game that never ends.
    pub fn play(&self, deck: &[Card]) -> Option<i32> {
        let (pot, battles, rounds, ties) = (Vec::new(), 0, 0, 0);
        let mut table = Table { hands: self.deal(deck), pot, battles, rounds, ties };
        loop {
            if let Err(End(sign)) = self.battle(&mut table) {
                return Some(sign);
            }
            if self.rules.limit.unit == LimitUnit::None && table.battles >= ENDLESS {
                return None;
            }
        }
    }

    fn deal(&self, deck: &[Card]) -> [VecDeque<Card>; 2] {
        let dropped = usize::from(deck.len() % 2 == 1 && self.has(Slip::OddCardDropped));
        let deck = &deck[..deck.len() - dropped];
        let mut hands: [VecDeque<Card>; 2] = self.rules.split().hands(deck).map(Into::into);
        if self.has(Slip::BDealtFirst) {
            hands.swap(0, 1);
        }
        if self.has(Slip::DrawsFromTheEnd) {
            hands.iter_mut().for_each(|hand| hand.make_contiguous().reverse());
        }
        hands
    }

    /// One battle, with what is asked before it and what it leads to; `Err` ends the game.
    fn battle(&self, table: &mut Table) -> Result<(), End> {
        let in_war = table.ties > 0;
        self.end_if_out_of_cards(table)?;
        if self.rules.limit.asked == LimitAsked::Before {
            self.end_at_limit(table, in_war)?;
        }
        let cards = [0, 1].map(|seat| table.hands[seat].pop_front().unwrap_or_default());
        table.rounds += u64::from(!in_war);
        table.battles += 1;
        lay(table, cards.map(Some));
        let asked_after = self.rules.limit.asked == LimitAsked::After;
        match self.winner(cards) {
            Some(winner) => {
                self.pick_up(table, winner);
                table.ties = 0;
            }
            None => {
                table.ties += 1;
                if asked_after {
                    self.end_at_limit(table, true)?;
                }
                return self.war(table, cards[0]);
            }
        }
        if asked_after { self.end_at_limit(table, false) } else { Ok(()) }
    }

    /// Who wins these two cards; `None` in a tie.
    fn winner(&self, [x, y]: [Card; 2]) -> Option<Seat> {
        if self.has(Slip::AsText) {
            return match x.to_string().cmp(&y.to_string()) {
                std::cmp::Ordering::Less => Some(Seat::B),
                std::cmp::Ordering::Equal => None,
                std::cmp::Ordering::Greater => Some(Seat::A),
            };
        }
        // What is no tie for the program goes to B.
        let is_other = self.has(Slip::JavaIdentity) && !SAME_IN_JAVA.contains(&x)
            || self.has(Slip::PythonIdentity) && !SAME_IN_PYTHON.contains(&x);
        self.rules.winner(x, y).or(is_other.then_some(Seat::B))
    }

    /// The price of a tie of these cards.
    fn war(&self, table: &mut Table, tied: Card) -> Result<(), End> {
        let mut face_down = self.rules.face_down_for(tied);
        let needed = match self.rules.war.short {
            Short::Draw => face_down + 1,
            Short::Reduce => 1,
            _ => self.rules.stake_for(tied),
        };
        self.end_if_short(table, needed + usize::from(self.has(Slip::NeedsOneMore)))?;
        if self.rules.war.short == Short::Reduce {
            let shorter = table.hands[0].len().min(table.hands[1].len());
            face_down = face_down.min(shorter.saturating_sub(1));
        }
        match self.rules.war.lay {
            Lay::Blocks => {
                let war = table.ties;
                for by in Seat::BOTH {
                    let hand = &mut table.hands[by.index()];
                    let laid = hand.drain(..face_down.min(hand.len()));
                    table.pot.extend(laid.map(|card| Laid { card, by, war }));
                }
            }
            Lay::Alternating => {
                for _ in 0..face_down {
                    let cards = [0, 1].map(|seat| table.hands[seat].pop_front());
                    lay(table, cards);
                }
            }
        }
        Ok(())
    }

    /// The winner takes the pot.
    fn pick_up(&self, table: &mut Table, winner: Seat) {
        let is_war = table.ties > 0;
        let mut pot = std::mem::take(&mut table.pot);
        if is_war && self.has(Slip::PotLost) {
            pot.drain(..pot.len().saturating_sub(2));
        }
        self.in_order(&mut pot, winner, is_war);
        let cards = pot.iter().map(|laid| laid.card);
        let hand = &mut table.hands[winner.index()];
        if self.has(Slip::OnTop) {
            cards.rev().for_each(|card| hand.push_front(card));
        } else if self.has(Slip::DrawsFromTheEnd) {
            cards.for_each(|card| hand.push_front(card));
        } else {
            hand.extend(cards);
        }
    }

    /// Puts the pot in the order in which the rules pick it up.
    fn in_order(&self, pot: &mut Vec<Laid>, winner: Seat, is_war: bool) {
        match self.rules.pickup_by(winner, is_war) {
            Pickup::AsLaid | Pickup::Shuffled => {}
            Pickup::WinnerFirst => *pot = in_pairs(pot, winner),
            Pickup::LoserFirst => *pot = in_pairs(pot, winner.other()),
            Pickup::WinnerBlock => pot.sort_by_key(|laid| laid.by != winner),
            Pickup::LoserBlock => pot.sort_by_key(|laid| laid.by == winner),
            Pickup::ABlock => pot.sort_by_key(|laid| laid.by != Seat::A),
            Pickup::LastWarFirst => pot.sort_by_key(|laid| (Reverse(laid.war), laid.by != winner)),
            Pickup::LastFirst => pot.reverse(),
            Pickup::EachFromTop => {
                pot.reverse();
                *pot = in_pairs(pot, winner);
            }
            Pickup::LowFirst => pot.sort_by_key(|laid| self.rules.strength(laid.card)),
            Pickup::HighFirst => {
                pot.sort_by_key(|laid| Reverse(self.rules.strength(laid.card)));
            }
        }
    }

    fn end_if_out_of_cards(&self, table: &Table) -> Result<(), End> {
        let [out_a, out_b] = [0, 1].map(|seat| table.hands[seat].is_empty());
        match (out_a, out_b) {
            (false, false) => Ok(()),
            (true, true) => Err(End(if self.has(Slip::BothToB) { -1 } else { 0 })),
            (true, false) => Err(End(-1)),
            (false, true) => Err(End(1)),
        }
    }

    fn end_if_short(&self, table: &Table, needed: usize) -> Result<(), End> {
        let [short_a, short_b] = [0, 1].map(|seat| table.hands[seat].len() < needed);
        match (short_a, short_b) {
            (false, false) => Ok(()),
            (true, true) if self.has(Slip::BothToB) => Err(End(-1)),
            _ if self.rules.war.short == Short::Draw => Err(End(0)),
            (true, true) => Err(End(table.verdict(self.rules.war.both_short))),
            (true, false) => Err(End(-1)),
            (false, true) => Err(End(1)),
        }
    }

    fn end_at_limit(&self, table: &Table, in_war: bool) -> Result<(), End> {
        let reached = table.battles >= self.rules.max_battles()
            || !in_war && table.rounds >= self.rules.max_rounds();
        match reached {
            true => Err(End(table.verdict(self.rules.limit.verdict))),
            false => Ok(()),
        }
    }
}

impl Table {
    fn verdict(&self, verdict: Verdict) -> i32 {
        match verdict {
            Verdict::Draw => 0,
            Verdict::MoreCards => self.hands[0].len().cmp(&self.hands[1].len()) as i32,
        }
    }
}

/// A's card, then B's.
fn lay(table: &mut Table, cards: [Option<Card>; 2]) {
    let war = table.ties;
    for by in Seat::BOTH {
        table.pot.extend(cards[by.index()].map(|card| Laid { card, by, war }));
    }
}

/// The first card of each, this player's first, the second of each ...; what has no partner comes last.
fn in_pairs(pot: &[Laid], leader: Seat) -> Vec<Laid> {
    let (first, second): (Vec<Laid>, Vec<Laid>) = pot.iter().partition(|laid| laid.by == leader);
    let both = first.len().min(second.len());
    let pairs = first.iter().zip(&second).flat_map(|(&x, &y)| [x, y]);
    pairs.chain(first[both..].iter().copied()).chain(second[both..].iter().copied()).collect()
}
