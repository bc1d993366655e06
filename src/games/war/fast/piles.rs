//! Hands and piles, where won cards wait on a pile that is turned over or shuffled.

use std::hint::select_unpredictable;

use super::super::rules::{Pickup, Winnings};
use super::super::seats::Seat;
use super::luck::Luck;
use super::shape::{Caps, Counts, End, MAX_CARDS, PairOrder, Shape};
use super::table::Table;

/// A pile with all cards, and a pair too much.
const LENGTH: usize = MAX_CARDS + 3;

/// One player's cards.
#[derive(Clone)]
struct Holding {
    hand: [u8; LENGTH],
    head: usize,
    end: usize,
    pile: [u8; LENGTH],
    won: usize,
}

impl Default for Holding {
    fn default() -> Self {
        Self { hand: [0; LENGTH], head: 0, end: 0, pile: [0; LENGTH], won: 0 }
    }
}

impl Holding {
    fn len(&self) -> usize {
        self.end - self.head + self.won
    }

    /// Makes the pile the hand, if the hand is empty.
    #[inline]
    fn turn(&mut self, winnings: Winnings, luck: &mut impl Luck) {
        if self.head < self.end || self.won == 0 {
            return;
        }
        self.hand[..self.won].copy_from_slice(&self.pile[..self.won]);
        let hand = &mut self.hand[..self.won];
        match winnings {
            Winnings::Bottom | Winnings::Pile => {}
            Winnings::PileReversed => hand.reverse(),
            Winnings::PileShuffled => luck.shuffle(hand),
        }
        (self.head, self.end, self.won) = (0, self.won, 0);
    }

    /// The next card of a player who is known to have one.
    fn take(&mut self, winnings: Winnings, luck: &mut impl Luck) -> u8 {
        self.turn(winnings, luck);
        self.head += 1;
        self.hand[self.head - 1]
    }

    fn win(&mut self, cards: &[u8]) {
        self.pile[self.won..][..cards.len()].copy_from_slice(cards);
        self.won += cards.len();
    }

    fn copy_position(&mut self, other: &Self) {
        let cards = other.end - other.head;
        self.hand[..cards].copy_from_slice(&other.hand[other.head..other.end]);
        (self.head, self.end) = (0, cards);
        self.pile[..other.won].copy_from_slice(&other.pile[..other.won]);
        self.won = other.won;
    }

    fn same_position(&self, other: &Self) -> bool {
        self.won == other.won
            && self.hand[self.head..self.end] == other.hand[other.head..other.end]
            && self.pile[..self.won] == other.pile[..other.won]
    }
}

/// The cards of a pot in laying order, each with its player (0 is A).
#[derive(Clone)]
struct Pot {
    cards: [u8; LENGTH],
    seats: [u8; LENGTH],
    len: usize,
}

/// Both players' hands and piles.
#[derive(Clone)]
pub struct Piles {
    holdings: [Holding; 2],
    pot: Pot,
}

impl Default for Piles {
    fn default() -> Self {
        let pot = Pot { cards: [0; LENGTH], seats: [0; LENGTH], len: 0 };
        Self { holdings: Default::default(), pot }
    }
}

impl Table for Piles {
    fn deal(&mut self, deck: &[u8], shape: &Shape) {
        let [a, b] = &mut self.holdings;
        let to_a = shape.split.cards_of_a(deck.len());
        for (seat, holding) in Seat::BOTH.into_iter().zip([&mut *a, &mut *b]) {
            for (to, card) in holding.hand.iter_mut().zip(shape.split.hand(seat, deck)) {
                *to = shape.code[usize::from(card)];
            }
        }
        (a.head, a.end, a.won) = (0, to_a, 0);
        (b.head, b.end, b.won) = (0, deck.len() - to_a, 0);
    }

    fn held(&self) -> [usize; 2] {
        [self.holdings[0].len(), self.holdings[1].len()]
    }

    fn copy_position(&mut self, other: &Self) {
        for (mine, theirs) in self.holdings.iter_mut().zip(&other.holdings) {
            mine.copy_position(theirs);
        }
    }

    fn same_position(&self, other: &Self) -> bool {
        self.holdings.iter().zip(&other.holdings).all(|(mine, theirs)| mine.same_position(theirs))
    }

    fn advance(
        &mut self,
        shape: &Shape,
        caps: Caps,
        rounds: u64,
        counts: &mut Counts,
        luck: &mut impl Luck,
    ) -> Option<End> {
        let held = self.held();
        let left = (caps.battles - counts.battles).min(caps.rounds - counts.rounds).min(rounds);
        if (held[0].min(held[1]) as u64).min(left) == 0 {
            return shape.end_before_round(caps, counts, held);
        }
        for holding in &mut self.holdings {
            holding.turn(shape.winnings, luck);
        }
        let hands = self.holdings.each_ref().map(|holding| holding.end - holding.head);
        let most = (hands[0].min(hands[1]) as u64).min(left) as usize;
        let fought = self.run(shape, most, luck);
        counts.battles += fought as u64;
        counts.rounds += fought as u64;
        if fought == most { None } else { self.war(shape, caps, counts, luck) }
    }
}

impl Piles {
    /// Fights up to `most` battles, which both hands can pay for, but for a first tie; returns how
    /// many.
    #[inline]
    fn run(&mut self, shape: &Shape, most: usize, luck: &mut impl Luck) -> usize {
        let [a, b] = &mut self.holdings;
        let mut fought = 0;
        for (&card_a, &card_b) in a.hand[a.head..][..most].iter().zip(&b.hand[b.head..][..most]) {
            if card_a == card_b {
                break;
            }
            let a_won = shape.a_wins(card_a, card_b);
            let b_first = match shape.pair_order {
                PairOrder::AFirst => false,
                PairOrder::WinnerFirst => !a_won,
                PairOrder::LoserFirst => a_won,
                PairOrder::Random => luck.pair_draw() == 0,
            };
            let pair = select_unpredictable(b_first, [card_b, card_a], [card_a, card_b]);
            // Both take the pot, but only the winner's pile grows by it.
            a.pile[a.won..][..2].copy_from_slice(&pair);
            b.pile[b.won..][..2].copy_from_slice(&pair);
            a.won += 2 * usize::from(a_won);
            b.won += 2 * usize::from(!a_won);
            fought += 1;
        }
        a.head += fought;
        b.head += fought;
        fought
    }

    fn lay(&mut self, seat: usize, shape: &Shape, luck: &mut impl Luck) -> u8 {
        let card = self.holdings[seat].take(shape.winnings, luck);
        let Pot { cards, seats, len } = &mut self.pot;
        (cards[*len], seats[*len]) = (card, seat as u8);
        *len += 1;
        card
    }

    /// Plays a round that begins with a tie, which may begin.
    #[inline(never)]
    fn war(
        &mut self,
        shape: &Shape,
        caps: Caps,
        counts: &mut Counts,
        luck: &mut impl Luck,
    ) -> Option<End> {
        self.pot.len = 0;
        counts.rounds += 1;
        let mut depth = 0;
        let mut keeps = [false; 2];
        let mut tied = 0;
        let a_won = loop {
            let mut cards = [tied; 2];
            for seat in [0, 1] {
                if !keeps[seat] {
                    cards[seat] = self.lay(seat, shape, luck);
                }
            }
            counts.battles += 1;
            if cards[0] != cards[1] {
                break shape.a_wins(cards[0], cards[1]);
            }
            tied = cards[0];
            depth += 1;
            counts.wars += 1;
            let held = self.held();
            let at_limit = shape.end_at_tie(caps, counts.battles, held);
            let payment = match at_limit.map_or_else(|| shape.price(tied, held), Err) {
                Ok(payment) => payment,
                Err(end) => {
                    counts.chain(depth);
                    return Some(end);
                }
            };
            let face_down = payment.face_down.map(usize::from);
            for k in 0..face_down[0].max(face_down[1]) {
                if shape.alternating {
                    for seat in [0, 1] {
                        if k < face_down[seat] {
                            self.lay(seat, shape, luck);
                        }
                    }
                }
            }
            if !shape.alternating {
                for seat in [0, 1] {
                    for _ in 0..face_down[seat] {
                        self.lay(seat, shape, luck);
                    }
                }
            }
            let held = self.held();
            let end = shape.end_before_battle(caps, counts.battles, held, payment.keeps);
            if end.is_some() {
                counts.chain(depth);
                return end;
            }
            keeps = payment.keeps;
        };
        counts.chain(depth);
        self.pick_up(shape, a_won, luck);
        None
    }

    /// Puts the pot on its winner's pile.
    fn pick_up(&mut self, shape: &Shape, a_won: bool, luck: &mut impl Luck) {
        let Self { holdings, pot } = self;
        let cards = &mut pot.cards[..pot.len];
        let seats = &pot.seats[..pot.len];
        let to = &mut holdings[usize::from(!a_won)];
        let winner = u8::from(!a_won);
        let mut win_all_of = |seat| {
            for (card, _) in cards.iter().zip(seats).filter(|&(_, &laid_by)| laid_by == seat) {
                to.win(&[*card]);
            }
        };
        match shape.pickup {
            Pickup::AsLaid => to.win(cards),
            Pickup::Shuffled => {
                luck.shuffle(cards);
                to.win(cards);
            }
            Pickup::WinnerBlock => [winner, 1 - winner].into_iter().for_each(&mut win_all_of),
            Pickup::LoserBlock => [1 - winner, winner].into_iter().for_each(&mut win_all_of),
            Pickup::WinnerFirst | Pickup::LoserFirst => {
                let first = if shape.pickup == Pickup::WinnerFirst { winner } else { 1 - winner };
                // The k-th card of each player, k by k; who has laid fewer has none in the end.
                let of = |seat: u8| {
                    let laid = cards.iter().zip(seats);
                    laid.filter(move |&(_, &laid_by)| laid_by == seat).map(|(card, _)| *card)
                };
                let (mut firsts, mut seconds) = (of(first), of(1 - first));
                for _ in 0..cards.len() {
                    firsts
                        .next()
                        .into_iter()
                        .chain(seconds.next())
                        .for_each(|card| to.win(&[card]));
                }
            }
        }
    }
}
