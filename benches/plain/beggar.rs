//! Beggar-My-Neighbour as a careful user would write it in an afternoon.
//!
//! Each hand is a ring of 64 bytes, the pile a row of bytes; every card is moved on its own. It plays
//! the rule set `beggar`, without looking for loops, up to a ceiling.

use war_sim::inside::beggar::Seat;

/// Cards after which a game is given up.
const CEILING: u32 = 100_000;

/// A hand: what each card demands, in a ring.
struct Ring {
    cards: [u8; 64],
    head: u8,
    len: u8,
}

impl Ring {
    fn new(hand: &[u8]) -> Self {
        let mut cards = [0; 64];
        cards[..hand.len()].copy_from_slice(hand);
        Self { cards, head: 0, len: hand.len() as u8 }
    }

    fn pop(&mut self) -> Option<u8> {
        if self.len == 0 {
            return None;
        }
        let card = self.cards[usize::from(self.head)];
        self.head = (self.head + 1) % 64;
        self.len -= 1;
        Some(card)
    }

    fn push_all(&mut self, pile: &[u8]) {
        let mut tail = (self.head + self.len) % 64;
        for &card in pile {
            self.cards[usize::from(tail)] = card;
            tail = (tail + 1) % 64;
        }
        self.len += pile.len() as u8;
    }
}

/// Plays the ranks of a deck, the first half being A's hand; returns the winner (`None` at the
/// ceiling), the cards and the tricks.
///
/// Shapes: 2 to 63 cards; jack to ace are 11 to 14, every other rank is plain.
pub fn play(deck: &[u8]) -> (Option<Seat>, u32, u32) {
    let mut demands = [0_u8; 64];
    for (demand, &rank) in demands.iter_mut().zip(deck) {
        *demand = if (11..=14).contains(&rank) { rank - 10 } else { 0 };
    }
    let (a, b) = demands[..deck.len()].split_at(deck.len().div_ceil(2));
    let mut hands = [Ring::new(a), Ring::new(b)];
    let (mut cards, mut tricks) = (0, 0);
    let mut pile = [0_u8; 64];
    let mut turn = 0;
    while cards < CEILING {
        tricks += 1;
        let mut laid = 0;
        let mut owed = None;
        loop {
            let Some(card) = hands[turn].pop() else {
                return (Some(Seat::BOTH[1 - turn]), cards, tricks);
            };
            pile[laid] = card;
            laid += 1;
            cards += 1;
            if card > 0 {
                owed = Some(card);
                turn = 1 - turn;
            } else if let Some(before) = owed {
                if before == 1 {
                    break;
                }
                owed = Some(before - 1);
            } else {
                turn = 1 - turn;
            }
        }
        let winner = 1 - turn;
        hands[winner].push_all(&pile[..laid]);
        if hands[turn].len == 0 {
            return (Some(Seat::BOTH[winner]), cards, tricks);
        }
        turn = winner;
    }
    (None, cards, tricks)
}
