//! Hands as bytes on tapes: what two words cannot hold, for decks of any size.
//!
//! A card is what it demands, 0 being plain, for ranks do not matter beyond that. A hand creeps along a
//! tape: played at the head, put under at the tail, and moved back to the start now and then. What is
//! played in a trick is written behind both hands, so that it is there whoever takes it.

use super::super::loops::Counted;
use super::super::result::Seat;
use super::finish::Game;
use super::packed::Way;
use crate::core::cards::split::Split;
use crate::core::cycle::Steps;

/// Bytes looked at and cleared at once.
const PIECE: usize = 16;

/// A game between two tricks.
#[derive(Clone, Debug)]
pub struct Tapes {
    /// A's tape, then B's.
    cards: Vec<u8>,
    hands: [Hand; 2],
    /// How its tricks are played.
    way: Way,
    leader: Seat,
    played: u32,
    tricks: u32,
}

/// Where a hand lies: the place of its top card, and the place behind its last.
#[derive(Clone, Copy, Debug)]
struct Hand {
    head: usize,
    tail: usize,
}

impl Hand {
    #[inline]
    fn len(self) -> usize {
        self.tail - self.head
    }

    /// Cards up to the next court card, that one included; the end of the hand counts as one.
    #[inline]
    fn to_court(self, cards: &[u8]) -> usize {
        let mut passed = 0;
        loop {
            let mut piece = [0; PIECE];
            piece.copy_from_slice(&cards[self.head + passed..][..PIECE]);
            let plain = u128::from_le_bytes(piece).trailing_zeros() as usize / 8;
            passed += plain;
            if plain < PIECE || passed > self.len() {
                return passed.min(self.len()) + 1;
            }
        }
    }
}

/// A trick on the table.
struct Pile {
    laid: usize,
    /// Where plain cards stand already, whatever comes.
    cleared: usize,
}

impl Pile {
    /// Lays plain cards, and one more that is `last`, behind both hands.
    #[inline]
    fn lay(&mut self, cards: &mut [u8], tails: [usize; 2], count: usize, last: u8) {
        self.laid += count;
        while self.cleared < self.laid {
            for tail in tails {
                cards[tail + self.cleared..][..PIECE].fill(0);
            }
            self.cleared += PIECE;
        }
        for tail in tails {
            cards[tail + self.laid - 1] = last;
        }
    }
}

impl Tapes {
    /// Room for games of decks of up to this many cards, whose tricks are played so.
    pub fn new(cards: usize, way: Way) -> Self {
        let hands = [Hand { head: 0, tail: 0 }; 2];
        let tape = 4 * cards + 1_024;
        Self { cards: vec![0; 2 * tape], hands, way, leader: Seat::A, played: 0, tricks: 0 }
    }

    /// The largest deck that there is room for.
    pub fn room(&self) -> usize {
        (self.cards.len() / 2 - 1_024) / 4
    }

    /// Begins a game of a deck of which this is what each card demands.
    pub fn deal(&mut self, demands: &[u8], split: Split, leader: Seat) {
        let of_a = split.cards_of_a(demands.len());
        let starts = [0, self.cards.len() / 2];
        self.hands = [(starts[0], of_a), (starts[1], demands.len() - of_a)]
            .map(|(head, held)| Hand { head, tail: head + held });
        match split {
            Split::Halves | Split::First(_) => {
                for (hand, demands) in self.hands.iter().zip([&demands[..of_a], &demands[of_a..]]) {
                    self.cards[hand.head..hand.tail].copy_from_slice(demands);
                }
            }
            Split::Alternate => {
                for (k, &demand) in demands.iter().enumerate() {
                    self.cards[starts[k % 2] + k / 2] = demand;
                }
            }
        }
        (self.leader, self.played, self.tricks) = (leader, 0, 0);
    }

    fn hand(&self, seat: usize) -> &[u8] {
        &self.cards[self.hands[seat].head..self.hands[seat].tail]
    }

    /// Moves a hand back to the start of its tape, if a pile might not fit behind it.
    #[inline]
    fn make_room(&mut self, seat: usize) {
        let tape = self.cards.len() / 2;
        let Hand { head, tail } = self.hands[seat];
        if tail + self.room() + 2 * PIECE > (seat + 1) * tape {
            self.cards.copy_within(head..tail, seat * tape);
            self.hands[seat] = Hand { head: seat * tape, tail: seat * tape + tail - head };
        }
    }

    /// Plays one trick, and `turn`s its pile before it is taken; returns who has lost.
    ///
    /// As [`super::packed::Packed::trick`] in every step.
    #[inline]
    fn play<const AT_LAST: bool>(&mut self, turn: impl FnOnce(&mut [u8])) -> Option<Seat> {
        self.make_room(0);
        self.make_room(1);
        let cards = &mut self.cards[..];
        let tails = [self.hands[0].tail, self.hands[1].tail];
        let (mut seat, lead) = (self.leader, self.leader.index());
        let (mut court, mut payer) = (self.hands[lead], self.hands[1 - lead]);
        // Who leads without a card, as a given deal may have it, begins no trick.
        self.tricks += u32::from(court.len() > 0);
        let (of_lead, of_other) = (court.to_court(cards), payer.to_court(cards));
        let each = of_lead.min(of_other);
        let leads_court = of_lead <= of_other;
        let others = each - usize::from(leads_court);
        if AT_LAST {
            let out = |hand: Hand, plays: usize, later: usize| {
                let is_out = (1..=plays).contains(&hand.len());
                if is_out { 2 * hand.len() - 1 + later } else { usize::MAX }
            };
            let (lead_out, other_out) = (out(court, each, 0), out(payer, others, 1));
            if lead_out != other_out {
                self.played += lead_out.min(other_out) as u32;
                return Some(if lead_out < other_out { seat } else { seat.other() });
            }
        }
        court.head += each;
        payer.head += others;
        let (mut laying, mut pile) = (each + others, Pile { laid: 0, cleared: 0 });
        if !leads_court {
            (court, payer, seat) = (payer, court, seat.other());
        }
        loop {
            // `court` plays a court card as the last one of those `laying`, or has none.
            if court.head > court.tail {
                self.played += (pile.laid + laying) as u32 - 1;
                return Some(seat);
            }
            let demand = cards[court.head - 1];
            pile.lay(cards, tails, laying, demand);
            let (owed, run) = (usize::from(demand), payer.to_court(cards));
            if AT_LAST && (1..=owed.min(run)).contains(&payer.len()) {
                self.played += (pile.laid + payer.len()) as u32;
                return Some(seat.other());
            }
            if run > owed {
                payer.head += owed;
                pile.lay(cards, tails, owed, 0);
                break;
            }
            payer.head += run;
            laying = run;
            (court, payer, seat) = (payer, court, seat.other());
        }
        turn(&mut cards[court.tail..][..pile.laid]);
        court.tail += pile.laid;
        self.played += pile.laid as u32;
        self.leader = seat;
        self.hands[seat.index()] = court;
        self.hands[seat.other().index()] = payer;
        (payer.len() == 0).then(|| seat.other())
    }

    /// Plays one trick of a game with chance inside, which puts the pile in order.
    pub fn trick_by_chance(&mut self, shuffle: impl FnOnce(&mut [u8])) -> Option<Seat> {
        match self.way.at_last_card {
            false => self.play::<false>(shuffle),
            true => self.play::<true>(shuffle),
        }
    }
}

impl Game for Tapes {
    #[inline]
    fn trick(&mut self) -> Option<Seat> {
        match self.way {
            Way { at_last_card: false, reversed: false } => self.play::<false>(|_| {}),
            Way { at_last_card: false, reversed: true } => self.play::<false>(<[u8]>::reverse),
            Way { at_last_card: true, reversed: false } => self.play::<true>(|_| {}),
            Way { at_last_card: true, reversed: true } => self.play::<true>(<[u8]>::reverse),
        }
    }
}

impl Steps for Tapes {
    fn step(&mut self) -> bool {
        self.trick().is_none()
    }

    fn same_position(&self, other: &Self) -> bool {
        let alike = |seat: usize| self.hand(seat) == other.hand(seat);
        self.leader == other.leader && alike(0) && alike(1)
    }
}

impl Counted for Tapes {
    fn cards(&self) -> u32 {
        self.played
    }

    fn tricks(&self) -> u32 {
        self.tricks
    }
}
