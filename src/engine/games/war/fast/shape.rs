//! A rule set as the fast engines want it: cards as codes, questions answered in advance.

use super::super::result::{End, EndReason, Outcome};
use super::super::rules::{ACE, Caps, FaceDown, LOW_ACE, LimitAsked, Pickup, Rules, Short};
use super::counts::Counts;
use super::pots::Payment;
use crate::core::cards::{Card, DeckBlock};
use crate::core::seats::{Seat, both};

/// Most cards of a deck that is played in steps.
pub const MAX_CARDS: usize = 1_024;

/// A rule set, digested.
///
/// Cards are played as *codes*: bytes of which the greater one wins and equal ones tie, whatever
/// the rules say about aces and low cards. Only `lowest_beats_highest` is no order and stays a
/// question.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The rules themselves.
    pub rules: Rules,
    /// The code of each rank.
    code: [u8; 256],
    /// Whether the code of every rank is the rank.
    pub codes_are_ranks: bool,
    /// Cards laid face down when two cards of this code tie.
    face_down: [u8; 256],
    /// Cards face down, where all ties cost the same.
    pub same_face_down: Option<u8>,
    /// Cards without which a player is short under `war.short = "lose"`, by code.
    stake: [u8; 256],
    /// Codes of the lowest and the highest rank, if the lowest wins.
    pub lowest_beats: Option<(u8, u8)>,
    /// The order of a pot of two, as A picks it up and as B does, and of one that holds a war.
    pub pickups: [[Pickup; 2]; 2],
    /// Battles and rounds after which no further one may begin.
    pub caps: Caps,
    /// Whether a limit is asked right after the battle that reaches it, before anything else.
    pub limit_first: bool,
}

impl Shape {
    /// Digests a rule set.
    pub fn new(rules: &Rules) -> Self {
        let mut code = [0; 256];
        let mut face_down = [0; 256];
        let mut stake = [0; 256];
        let tied_rank = rules.war.face_down == FaceDown::TiedRank;
        for rank in 0..=255_u8 {
            let card = Card::from(rank);
            // A byte's strength is a byte.
            let strength = rules.strength(card) as u8;
            let of = if rules.compare.low_wins { u8::MAX - strength } else { strength };
            code[usize::from(rank)] = of;
            // Under `tied-rank` other ranks than 1 to 14 are no cards.
            if !tied_rank || (1..=14).contains(&rank) {
                face_down[usize::from(of)] = rules.face_down_for(card) as u8;
                stake[usize::from(of)] = rules.stake_for(card) as u8;
            }
        }
        // Ranks that are no bytes do not meet here. Codes are strengths: low_wins would be refused.
        let byte = |rank: Card| u8::try_from(rank).ok();
        let as_codes = |(lowest, highest)| Some((byte(lowest)?, byte(highest)?));
        let lowest_beats = rules.lowest_beats.and_then(as_codes);
        let same_face_down = match rules.war.face_down {
            FaceDown::Count(cards) => u8::try_from(cards).ok(),
            FaceDown::TiedRank => None,
        };
        Self {
            rules: rules.clone(),
            same_face_down,
            codes_are_ranks: code.iter().enumerate().all(|(rank, &code)| usize::from(code) == rank),
            lowest_beats,
            code,
            face_down,
            stake,
            pickups: [false, true].map(|war| Seat::BOTH.map(|seat| rules.pickup_by(seat, war))),
            caps: rules.caps(),
            limit_first: rules.limit.asked == LimitAsked::After,
        }
    }

    /// Whether these decks can be played as codes on bytes.
    pub fn can_play(&self, decks: &DeckBlock) -> bool {
        // A position that repeats has to have the same ranks, and these two may have one code.
        let aces = [LOW_ACE, ACE].map(|ace| ace as u8);
        let blurs_aces = self.code[usize::from(aces[0])] == self.code[usize::from(aces[1])];
        let blurred = |k| aces.iter().all(|ace| decks.narrow(k).contains(ace));
        decks.is_narrow()
            && decks.cards() <= MAX_CARDS
            && !(blurs_aces && self.rules.finds_cycles() && (0..decks.decks()).any(blurred))
    }

    /// The codes of a player's hand, top card first.
    pub fn codes(&self, seat: Seat, deck: &[u8]) -> impl Iterator<Item = u8> {
        self.rules.deal.hand(seat, deck).map(|card| self.code[usize::from(card)])
    }

    /// What a card of this code is compared by.
    pub fn strength(&self, code: u8) -> Card {
        Card::from(if self.rules.compare.low_wins { u8::MAX - code } else { code })
    }

    /// Whether A's card wins; the cards do not tie.
    #[inline(always)]
    pub fn a_wins(&self, a: u8, b: u8) -> bool {
        (a > b) != self.lowest_beats.is_some_and(|pair| pair == (a, b) || pair == (b, a))
    }

    /// What a tie of `code` costs players who hold so many cards, or
    /// how it ends the game.
    #[inline]
    pub fn price(&self, code: u8, held: [usize; 2]) -> Result<Payment, End> {
        let full = self.face_down[usize::from(code)];
        let up_to_full = |cards: usize| cards.min(usize::from(full)) as u8;
        let paid = |face_down| Ok(Payment::full(face_down));
        match self.rules.war.short {
            Short::Lose => {
                let needed = usize::from(self.stake[usize::from(code)]);
                match both!(|seat| held[seat] < needed) {
                    [false, false] => paid(full),
                    short => Err(self.short_end(short, held)),
                }
            }
            Short::Draw => match both!(|seat| held[seat] < usize::from(full) + 1) {
                [false, false] => paid(full),
                [true, true] => Err((Outcome::Draw, EndReason::BothShort)),
                _ => Err((Outcome::Draw, EndReason::ShortInWar)),
            },
            Short::Reduce => match both!(|seat| held[seat] == 0) {
                [false, false] => paid(up_to_full(held[0].min(held[1]) - 1)),
                short => Err(self.short_end(short, held)),
            },
            Short::LastCardOrLose => match both!(|seat| held[seat] == 0) {
                [false, false] => Ok(Payment {
                    face_down: both!(|seat| up_to_full(held[seat] - 1)),
                    keeps: [false; 2],
                }),
                short => Err(self.short_end(short, held)),
            },
            Short::LastCard if held == [0, 0] => Err(self.short_end([true; 2], held)),
            Short::LastCard => Ok(Payment {
                face_down: both!(|seat| up_to_full(held[seat].saturating_sub(1))),
                keeps: both!(|seat| held[seat] == 0),
            }),
        }
    }

    fn short_end(&self, short: [bool; 2], held: [usize; 2]) -> End {
        match short {
            [true, true] => {
                (Outcome::undecided(self.rules.war.both_short, held), EndReason::BothShort)
            }
            [true, false] => (Outcome::B, EndReason::ShortInWar),
            _ => (Outcome::A, EndReason::ShortInWar),
        }
    }

    /// How a game ends that the limit stops.
    pub fn at_limit(&self, held: [usize; 2]) -> End {
        (Outcome::undecided(self.rules.limit.verdict, held), EndReason::Limit)
    }

    /// How a game ends at the start of a battle, if it does; who keeps the tied card is not out.
    #[inline]
    pub fn end_before_battle(
        &self,
        caps: Caps,
        battles: u64,
        held: [usize; 2],
        keeps: [bool; 2],
    ) -> Option<End> {
        match [held[0] == 0 && !keeps[0], held[1] == 0 && !keeps[1]] {
            [true, true] => Some((Outcome::Draw, EndReason::BothOut)),
            [true, false] => Some((Outcome::B, EndReason::OutOfCards)),
            [false, true] => Some((Outcome::A, EndReason::OutOfCards)),
            [false, false] if battles >= caps.battles => Some(self.at_limit(held)),
            [false, false] => None,
        }
    }

    /// How a game ends at the start of a round, if it does.
    #[inline]
    pub fn end_before_round(&self, caps: Caps, counts: &Counts, held: [usize; 2]) -> Option<End> {
        let rounds_are_played = counts.rounds >= caps.rounds;
        if self.limit_first && (rounds_are_played || counts.battles >= caps.battles) {
            return Some(self.at_limit(held));
        }
        let end = self.end_before_battle(caps, counts.battles, held, [false; 2]);
        end.or_else(|| rounds_are_played.then(|| self.at_limit(held)))
    }
}
