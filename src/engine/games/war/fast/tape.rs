//! Two hands on two tapes: how the engines hold cards where winnings go under the hand.
//!
//! A tape is a long array on which a hand creeps forward: cards are taken at its head and appended
//! at its tail, and now and then the hand is moved back to the start. So a hand is always in one
//! piece, and a pot, being the cards each player laid in order, is one piece of each tape. Both
//! tapes lie in one array, so that a player is a place in it and no branch asks who has won.

use super::luck::Luck;
use super::run::{PAD, run};
use super::shape::{Caps, Counts, End, MAX_CARDS, MAX_DEPTH, Payment, Shape};
use super::table::Table;
use crate::core::both::both;
use crate::core::cards::split::Split;

/// Where a hand is moved back from, in bytes from the start of its tape: tapes that are in the first
/// cache are the fastest. A game of 1,000 battles wins about 1,100 cards a side.
const SHORT: usize = 3_584;

/// Bytes of a tape: so far goes a hand that is not moved back.
const LENGTH: usize = 7_680;

/// Bytes copied at once; what is copied too much is overwritten or never read.
const PIECE: usize = 16;

/// Room that must be left behind a tail before a round, beside that for a pot: pieces copied too much.
const ROOM: usize = 1 + 2 * PIECE;

// A hand of all cards, as much to be won at once, and a pot.
const _: () = assert!(3 * MAX_CARDS + ROOM <= SHORT);

/// Bytes of both tapes.
const BOTH: usize = 16_384;

/// Where the tapes begin. The hands creep at one speed, so they must not lie a multiple of 4,096
/// bytes apart: processors take a place for another one by its last twelve bits, and wait.
const STARTS: [usize; 2] = [0, BOTH - LENGTH];

/// A place on a tape is at most this; the mask spares the compiler a test of each.
pub const MASK: usize = BOTH - 1;

/// A place behind both tapes, followed by 16 bytes that nobody reads.
pub const SPARE: usize = BOTH + PAD - 16;

/// Both hands of a game, A's first.
#[derive(Clone)]
pub struct Hands {
    /// Both tapes, and what steps read and write too much.
    pub cards: [u8; BOTH + PAD],
    /// The place of each hand's top card.
    pub heads: [usize; 2],
    /// The place behind each hand's last card.
    pub tails: [usize; 2],
    /// Cards of the largest pot.
    most_cards: usize,
    /// What the ties of the present war cost, from the first one on.
    payments: [Payment; MAX_DEPTH],
}

impl Default for Hands {
    fn default() -> Self {
        Self {
            cards: [0; BOTH + PAD],
            heads: STARTS,
            tails: STARTS,
            most_cards: 0,
            payments: [Payment::default(); MAX_DEPTH],
        }
    }
}

impl Table for Hands {
    fn deal(&mut self, deck: &[u8], shape: &Shape) {
        let to_a = shape.split.cards_of_a(deck.len());
        self.most_cards = deck.len();
        self.heads = STARTS;
        self.tails = [STARTS[0] + to_a, STARTS[1] + deck.len() - to_a];
        if shape.codes_are_ranks {
            self.lay_out(deck, to_a, shape.split, |card| card);
        } else {
            self.lay_out(deck, to_a, shape.split, |card| shape.code[usize::from(card)]);
        }
    }

    #[inline]
    fn held(&self) -> [usize; 2] {
        [self.tails[0] - self.heads[0], self.tails[1] - self.heads[1]]
    }

    fn copy_position(&mut self, other: &Self) {
        self.most_cards = other.most_cards;
        for (seat, start) in STARTS.into_iter().enumerate() {
            let hand = other.hand(seat);
            self.cards[start..][..hand.len()].copy_from_slice(hand);
            (self.heads[seat], self.tails[seat]) = (start, start + hand.len());
        }
    }

    fn same_position(&self, other: &Self) -> bool {
        self.held() == other.held()
            && self.hand(0) == other.hand(0)
            && self.hand(1) == other.hand(1)
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
        let shorter = held[0].min(held[1]) as u64;
        let left = (caps.battles - counts.battles).min(caps.rounds - counts.rounds).min(rounds);
        let most = shorter.min(left) as usize;
        if most == 0 {
            return shape.end_before_round(caps, counts, held);
        }
        self.make_room(2 * most);
        let fought = run(shape, &mut self.cards, &mut self.heads, &mut self.tails, most, luck);
        counts.battles += fought as u64;
        counts.rounds += fought as u64;
        if fought == most { None } else { self.war(shape, caps, counts, luck) }
    }
}

impl Hands {
    /// Lays out the codes of a deck, of which A gets the first `to_a` cards.
    #[inline(always)]
    fn lay_out(&mut self, deck: &[u8], to_a: usize, split: Split, code: impl Fn(u8) -> u8) {
        let (tape_a, tape_b) = self.cards.split_at_mut(STARTS[1]);
        match split {
            Split::Alternate => {
                let (pairs, rest) = deck.as_chunks::<2>();
                for ((a, b), &[first, second]) in tape_a.iter_mut().zip(&mut *tape_b).zip(pairs) {
                    (*a, *b) = (code(first), code(second));
                }
                if let &[last] = rest {
                    tape_a[to_a - 1] = code(last);
                }
            }
            Split::Halves => {
                let (first, second) = deck.split_at(to_a);
                for (tape, half) in [(tape_a, first), (tape_b, second)] {
                    for (to, &card) in tape.iter_mut().zip(half) {
                        *to = code(card);
                    }
                }
            }
        }
    }

    /// A hand, top card first.
    pub fn hand(&self, seat: usize) -> &[u8] {
        &self.cards[self.heads[seat]..self.tails[seat]]
    }

    /// A player's tape from its start on.
    pub fn start(&self, seat: usize) -> &[u8] {
        &self.cards[STARTS[seat]..]
    }

    /// Takes hands of a batch, A's with the top card first, B's with the top card last.
    pub fn take(&mut self, hands: [&[u8]; 2]) {
        self.most_cards = hands[0].len() + hands[1].len();
        for (seat, start) in STARTS.into_iter().enumerate() {
            let to = &mut self.cards[start..][..hands[seat].len()];
            to.copy_from_slice(hands[seat]);
            (self.heads[seat], self.tails[seat]) = (start, start + to.len());
            if seat == 1 {
                to.reverse();
            }
        }
    }

    /// Takes hands of the vector engine, which are codes already, from the starts of two longer
    /// pieces.
    #[cfg(target_arch = "x86_64")]
    #[inline]
    pub fn take_over(&mut self, pieces: [&[u8; 64]; 2], held: [usize; 2]) {
        self.most_cards = 64;
        for (seat, start) in STARTS.into_iter().enumerate() {
            self.cards[start..][..64].copy_from_slice(pieces[seat]);
            (self.heads[seat], self.tails[seat]) = (start, start + held[seat]);
        }
    }

    /// The hands at the starts of longer pieces, taken over before and played on a little.
    #[cfg(target_arch = "x86_64")]
    #[inline]
    pub fn pieces(&self) -> [[u8; 64]; 2] {
        both!(|seat| {
            let mut piece = [0; 64];
            piece.copy_from_slice(&self.cards[self.heads[seat]..][..64]);
            piece
        })
    }

    /// Makes room on both tapes for winning `cards` and a pot more.
    #[inline]
    pub fn make_room(&mut self, cards: usize) {
        for (seat, start) in STARTS.into_iter().enumerate() {
            if self.tails[seat] + cards + self.most_cards + ROOM > start + SHORT {
                self.move_back(seat, start);
            }
        }
    }

    /// Cards that either tape has room for, and a pot more, if hands are never moved back; none behind a
    /// large pot that took some of what is kept for one.
    pub fn whole_room(&self) -> usize {
        let kept = self.most_cards + ROOM;
        let room = both!(|seat| (STARTS[seat] + LENGTH - kept).saturating_sub(self.tails[seat]));
        room[0].min(room[1])
    }

    #[cold]
    fn move_back(&mut self, seat: usize, start: usize) {
        let (head, tail) = (self.heads[seat], self.tails[seat]);
        self.cards.copy_within(head..tail, start);
        (self.heads[seat], self.tails[seat]) = (start, start + tail - head);
    }

    #[inline(always)]
    fn card(&self, place: usize) -> u8 {
        self.cards[place & MASK]
    }

    #[inline(always)]
    fn put_pair(&mut self, place: usize, pair: [u8; 2]) {
        self.cards[place & MASK..][..2].copy_from_slice(&pair);
    }

    /// Copies `count` cards, in pieces.
    #[inline(always)]
    fn copy(&mut self, from: usize, to: usize, count: usize) {
        let mut done = 0;
        loop {
            let mut piece = [0; PIECE];
            piece.copy_from_slice(&self.cards[(from + done) & MASK..][..PIECE]);
            self.cards[(to + done) & MASK..][..PIECE].copy_from_slice(&piece);
            done += PIECE;
            if done >= count {
                return;
            }
        }
    }

    /// Plays a round that begins with a tie, which may begin.
    #[inline(never)]
    pub fn war(
        &mut self,
        shape: &Shape,
        caps: Caps,
        counts: &mut Counts,
        luck: &mut impl Luck,
    ) -> Option<End> {
        let heads = self.heads;
        let whole = self.held();
        let mut laid = [1; 2];
        let mut tied = self.card(heads[0]);
        let mut depth = 0;
        counts.rounds += 1;
        counts.battles += 1;
        let a_won = loop {
            depth += 1;
            counts.wars += 1;
            let held = [whole[0] - laid[0], whole[1] - laid[1]];
            let at_limit = shape.end_at_tie(caps, counts.battles, held);
            let paid = at_limit.map_or_else(|| shape.price(tied, held), Err).and_then(|payment| {
                laid[0] += usize::from(payment.face_down[0]);
                laid[1] += usize::from(payment.face_down[1]);
                let held = [whole[0] - laid[0], whole[1] - laid[1]];
                let end = shape.end_before_battle(caps, counts.battles, held, payment.keeps);
                end.map_or(Ok(payment), Err)
            });
            let payment = match paid {
                Ok(payment) => payment,
                Err(end) => {
                    counts.chain(depth);
                    self.heads = [heads[0] + laid[0], heads[1] + laid[1]];
                    return Some(end);
                }
            };
            self.payments[depth - 1] = payment;
            // A card that is kept is the tied one.
            let cards = both!(|seat| {
                if payment.keeps[seat] {
                    tied
                } else {
                    laid[seat] += 1;
                    self.card(heads[seat] + laid[seat] - 1)
                }
            });
            counts.battles += 1;
            if cards[0] != cards[1] {
                break shape.a_wins(cards[0], cards[1]);
            }
            tied = cards[0];
        };
        counts.chain(depth);
        self.pick_up(shape, laid, depth, usize::from(!a_won), luck);
        None
    }

    /// Gives the pot to its winner and takes it from both hands.
    #[inline]
    fn pick_up(
        &mut self,
        shape: &Shape,
        laid: [usize; 2],
        depth: usize,
        winner: usize,
        luck: &mut impl Luck,
    ) {
        let heads = self.heads;
        let (to, won) = (self.tails[winner], laid[0] + laid[1]);
        if let Some(order) = shape.orders.of(winner, &self.payments[..depth]) {
            for (to, laid) in (to..).zip(&*order) {
                self.cards[to & MASK] = self.card(heads[laid.by] + laid.nth as usize);
            }
        } else {
            self.win_as_laid(to, depth, shape.alternating);
            shape.put_in_order(&mut self.cards[to..][..won], winner, luck);
        }
        self.tails[winner] = to + won;
        self.heads = [heads[0] + laid[0], heads[1] + laid[1]];
    }

    /// Copies the pot of a war in the order in which it was laid.
    #[inline]
    fn win_as_laid(&mut self, mut to: usize, depth: usize, alternating: bool) {
        let [mut a, mut b] = self.heads;
        self.put_pair(to, [self.card(a), self.card(b)]);
        (a, b, to) = (a + 1, b + 1, to + 2);
        for war in 0..depth {
            let Payment { face_down, keeps } = self.payments[war];
            let mut down = [usize::from(face_down[0]), usize::from(face_down[1])];
            if alternating {
                let pairs = down[0].min(down[1]);
                for _ in 0..pairs {
                    self.put_pair(to, [self.card(a), self.card(b)]);
                    (a, b, to) = (a + 1, b + 1, to + 2);
                }
                down = [down[0] - pairs, down[1] - pairs];
            }
            self.copy(a, to, down[0]);
            self.copy(b, to + down[0], down[1]);
            (a, b, to) = (a + down[0], b + down[1], to + down[0] + down[1]);
            // The deciding cards, of which one may be the tied card, in the pot already.
            self.put_pair(to, [self.card(a), self.card(b)]);
            match keeps {
                [false, false] => (a, b, to) = (a + 1, b + 1, to + 2),
                [false, true] => (a, to) = (a + 1, to + 1),
                [true, _] => {
                    self.cards[to & MASK] = self.card(b);
                    (b, to) = (b + 1, to + 1);
                }
            }
        }
    }
}
