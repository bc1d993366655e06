//! Two hands on two tapes: how the engines hold cards where winnings go under the hand.
//!
//! A tape is a long array on which a hand creeps forward: cards are taken at its head and appended
//! at its tail, and now and then the hand is moved back to the start. So a hand lies always in one
//! piece, and a pot, being the cards each player laid in order, is one piece of each tape.

use super::super::rules::Pickup;
use super::super::split::Split;
use super::luck::Luck;
use super::shape::{Caps, Counts, End, MAX_CARDS, MAX_DEPTH, PairOrder, Payment, Shape};
use super::table::Table;

/// Bytes of a tape. A game of 1,000 battles wins about 1,100 cards a side.
const LENGTH: usize = 4_096;

/// Bytes copied at once; what is copied too much is overwritten or never read.
const PIECE: usize = 16;

/// Room that must be left behind a tail before a round: a pot, and a piece copied too much.
const ROOM: usize = MAX_CARDS + 1 + PIECE;

/// One player's cards.
#[derive(Clone)]
struct Tape {
    cards: [u8; LENGTH],
    head: usize,
    tail: usize,
}

impl Tape {
    fn len(&self) -> usize {
        self.tail - self.head
    }

    fn hand(&self) -> &[u8] {
        &self.cards[self.head..self.tail]
    }

    /// Makes room for winning `cards` more.
    #[inline]
    fn make_room(&mut self, cards: usize) {
        if self.tail + cards + ROOM > LENGTH {
            self.cards.copy_within(self.head..self.tail, 0);
            self.tail -= self.head;
            self.head = 0;
        }
    }

    /// Copies `count` cards from `source` on behind the tail, in pieces.
    #[inline]
    fn win_from(&mut self, source: &[u8; LENGTH], from: usize, count: usize) {
        let mut done = 0;
        while done < count {
            let piece = piece(source, from + done);
            self.cards[self.tail + done..][..PIECE].copy_from_slice(&piece);
            done += PIECE;
        }
        self.tail += count;
    }

    /// The same from this tape.
    #[inline]
    fn win_own(&mut self, from: usize, count: usize) {
        let mut done = 0;
        while done < count {
            let piece = piece(&self.cards, from + done);
            self.cards[self.tail + done..][..PIECE].copy_from_slice(&piece);
            done += PIECE;
        }
        self.tail += count;
    }

    #[inline]
    fn win(&mut self, card: u8) {
        self.cards[self.tail] = card;
        self.tail += 1;
    }
}

#[inline(always)]
fn piece(cards: &[u8; LENGTH], from: usize) -> [u8; PIECE] {
    let mut piece = [0; PIECE];
    piece.copy_from_slice(&cards[from..][..PIECE]);
    piece
}

impl Default for Tape {
    fn default() -> Self {
        Self { cards: [0; LENGTH], head: 0, tail: 0 }
    }
}

/// Both hands of a game.
#[derive(Clone)]
pub struct Hands {
    a: Tape,
    b: Tape,
    /// What the ties of the present war cost, from the first one on.
    payments: [Payment; MAX_DEPTH],
}

impl Default for Hands {
    fn default() -> Self {
        let payments = [Payment::default(); MAX_DEPTH];
        Self { a: Tape::default(), b: Tape::default(), payments }
    }
}

impl Table for Hands {
    fn deal(&mut self, deck: &[u8], shape: &Shape) {
        let Self { a, b, .. } = self;
        (a.head, b.head) = (0, 0);
        let split = shape.deal.split(deck.len());
        let to_a = split.cards_of_a(deck.len());
        (a.tail, b.tail) = (to_a, deck.len() - to_a);
        let code = |card: u8| shape.code[usize::from(card)];
        match split {
            Split::EverySecond => {
                let (pairs, rest) = deck.as_chunks::<2>();
                for ((to_a, to_b), &[first, second]) in
                    a.cards.iter_mut().zip(&mut b.cards).zip(pairs)
                {
                    (*to_a, *to_b) = (code(first), code(second));
                }
                if let &[last] = rest {
                    a.cards[to_a - 1] = code(last);
                }
            }
            Split::First(to_a) => {
                let (first, second) = deck.split_at(to_a);
                for (tape, half) in [(a, first), (b, second)] {
                    for (to, &card) in tape.cards.iter_mut().zip(half) {
                        *to = code(card);
                    }
                }
            }
        }
    }

    fn held(&self) -> [usize; 2] {
        [self.a.len(), self.b.len()]
    }

    fn copy_position(&mut self, other: &Self) {
        for (mine, theirs) in [(&mut self.a, &other.a), (&mut self.b, &other.b)] {
            mine.cards[..theirs.len()].copy_from_slice(theirs.hand());
            (mine.head, mine.tail) = (0, theirs.len());
        }
    }

    fn same_position(&self, other: &Self) -> bool {
        self.held() == other.held()
            && self.a.hand() == other.a.hand()
            && self.b.hand() == other.b.hand()
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
        if shorter.min(left) == 0 {
            return shape.end_before_round(caps, counts, held);
        }
        let most = shorter.min(left) as usize;
        self.a.make_room(2 * most);
        self.b.make_room(2 * most);
        let fought = self.run(shape, most, luck);
        counts.battles += fought as u64;
        counts.rounds += fought as u64;
        if fought == most { None } else { self.war(shape, caps, counts, luck) }
    }
}

impl Hands {
    /// Takes hands that are codes already, from the starts of two longer pieces.
    pub fn take_over(&mut self, pieces: [&[u8; 64]; 2], held: [usize; 2]) {
        for ((tape, piece), cards) in [&mut self.a, &mut self.b].into_iter().zip(pieces).zip(held) {
            tape.cards[..64].copy_from_slice(piece);
            (tape.head, tape.tail) = (0, cards);
        }
    }

    /// The hands at the starts of longer pieces, taken over before and played on a little.
    pub fn pieces(&self) -> [[u8; 64]; 2] {
        [&self.a, &self.b].map(|tape| {
            let mut piece = [0; 64];
            piece.copy_from_slice(&tape.cards[tape.head..][..64]);
            piece
        })
    }

    /// Fights up to `most` battles, which both hands can pay for, but for a first tie; returns how
    /// many.
    ///
    /// None of these battles depends on another one: won cards lie behind the cards in play.
    #[inline]
    fn run(&mut self, shape: &Shape, most: usize, luck: &mut impl Luck) -> usize {
        let wins = |a, b| a > b;
        match (shape.pair_order, shape.two_beats_ace) {
            (PairOrder::AFirst, None) => self.run_by(most, wins, |a, b, _| [[a, b]; 2]),
            (PairOrder::WinnerFirst, None) => self.run_by(most, wins, |a, b, _| [[a, b], [b, a]]),
            (PairOrder::LoserFirst, None) => self.run_by(most, wins, |a, b, _| [[b, a], [a, b]]),
            (PairOrder::Random, None) => self.run_by(most, wins, |a, b, _| coin(a, b, luck)),
            (order, Some(_)) => self.run_by(
                most,
                |a, b| shape.a_wins(a, b),
                |a, b, _| match order {
                    PairOrder::AFirst => [[a, b]; 2],
                    PairOrder::WinnerFirst => [[a, b], [b, a]],
                    PairOrder::LoserFirst => [[b, a], [a, b]],
                    PairOrder::Random => coin(a, b, luck),
                },
            ),
        }
    }

    /// `pots` says in which order A and in which order B would take the two cards.
    #[inline(always)]
    fn run_by(
        &mut self,
        most: usize,
        a_wins: impl Fn(u8, u8) -> bool,
        mut pots: impl FnMut(u8, u8, bool) -> [[u8; 2]; 2],
    ) -> usize {
        let Self { a, b, .. } = self;
        let (played_a, won_a) = a.cards.split_at_mut(a.tail);
        let (played_b, won_b) = b.cards.split_at_mut(b.tail);
        let (mut to_a, mut to_b) = (0, 0);
        let mut fought = 0;
        for (&card_a, &card_b) in played_a[a.head..][..most].iter().zip(&played_b[b.head..][..most])
        {
            if card_a == card_b {
                break;
            }
            let a_won = a_wins(card_a, card_b);
            let [pot_a, pot_b] = pots(card_a, card_b, a_won);
            // Both take the pot, but only the winner's tail moves behind it.
            won_a[to_a..][..2].copy_from_slice(&pot_a);
            won_b[to_b..][..2].copy_from_slice(&pot_b);
            to_a += 2 * usize::from(a_won);
            to_b += 2 * usize::from(!a_won);
            fought += 1;
        }
        a.head += fought;
        b.head += fought;
        a.tail += to_a;
        b.tail += to_b;
        fought
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
        let mut tied = self.a.cards[self.a.head];
        let [mut laid_a, mut laid_b] = [1, 1];
        let [whole_a, whole_b] = self.held();
        let mut depth = 0;
        counts.rounds += 1;
        counts.battles += 1;
        let a_won = loop {
            depth += 1;
            counts.wars += 1;
            let paid =
                shape.price(tied, [whole_a - laid_a, whole_b - laid_b]).and_then(|payment| {
                    laid_a += usize::from(payment.face_down[0]);
                    laid_b += usize::from(payment.face_down[1]);
                    let held = [whole_a - laid_a, whole_b - laid_b];
                    let end = shape.end_before_battle(caps, counts.battles, held, payment.keeps);
                    end.map_or(Ok(payment), Err)
                });
            let payment = match paid {
                Ok(payment) => payment,
                Err(end) => {
                    counts.chain(depth);
                    self.a.head += laid_a;
                    self.b.head += laid_b;
                    return Some(end);
                }
            };
            self.payments[depth - 1] = payment;
            // A card that is kept is the tied one.
            let (mut card_a, mut card_b) = (tied, tied);
            if !payment.keeps[0] {
                card_a = self.a.cards[self.a.head + laid_a];
                laid_a += 1;
            }
            if !payment.keeps[1] {
                card_b = self.b.cards[self.b.head + laid_b];
                laid_b += 1;
            }
            counts.battles += 1;
            if card_a != card_b {
                break shape.a_wins(card_a, card_b);
            }
            tied = card_a;
        };
        counts.chain(depth);
        self.pick_up(shape, [laid_a, laid_b], depth, a_won, luck);
        None
    }

    /// Gives the pot to its winner and takes it from both hands.
    #[inline]
    fn pick_up(
        &mut self,
        shape: &Shape,
        [laid_a, laid_b]: [usize; 2],
        depth: usize,
        a_won: bool,
        luck: &mut impl Luck,
    ) {
        let Self { a, b, payments } = self;
        let (from_a, from_b) = (a.head, b.head);
        a.head += laid_a;
        b.head += laid_b;
        let (to, own, own_laid, other, other_from, other_laid) = if a_won {
            (a, from_a, laid_a, b, from_b, laid_b)
        } else {
            (b, from_b, laid_b, a, from_a, laid_a)
        };
        match shape.pickup {
            Pickup::WinnerBlock => {
                to.win_own(own, own_laid);
                to.win_from(&other.cards, other_from, other_laid);
            }
            Pickup::LoserBlock => {
                to.win_from(&other.cards, other_from, other_laid);
                to.win_own(own, own_laid);
            }
            Pickup::WinnerFirst | Pickup::LoserFirst => {
                let winner_first = shape.pickup == Pickup::WinnerFirst;
                let pairs = own_laid.min(other_laid);
                for k in 0..pairs {
                    let pair = [to.cards[own + k], other.cards[other_from + k]];
                    to.win(pair[usize::from(!winner_first)]);
                    to.win(pair[usize::from(winner_first)]);
                }
                // One of the two has cards without partners.
                to.win_own(own + pairs, own_laid - pairs);
                to.win_from(&other.cards, other_from + pairs, other_laid - pairs);
            }
            Pickup::AsLaid | Pickup::Shuffled => {
                let start = to.tail;
                let sources = if a_won { [own, other_from] } else { [other_from, own] };
                let payments = &payments[..depth];
                win_as_laid(to, &other.cards, sources, a_won, payments, shape.alternating);
                if shape.pickup == Pickup::Shuffled {
                    luck.shuffle(&mut to.cards[start..to.tail]);
                }
            }
        }
    }
}

#[inline(always)]
fn coin(a: u8, b: u8, luck: &mut impl Luck) -> [[u8; 2]; 2] {
    if luck.swaps_pair() { [[b, a]; 2] } else { [[a, b]; 2] }
}

/// Appends a pot to its winner's tape in the order in which it was laid. `at` is where A's and B's
/// cards of the pot begin.
#[inline]
fn win_as_laid(
    to: &mut Tape,
    other: &[u8; LENGTH],
    mut at: [usize; 2],
    a_won: bool,
    payments: &[Payment],
    alternating: bool,
) {
    let mut lay = |seat: usize, count: usize| {
        if (seat == 0) == a_won {
            to.win_own(at[seat], count);
        } else {
            to.win_from(other, at[seat], count);
        }
        at[seat] += count;
    };
    lay(0, 1);
    lay(1, 1);
    for Payment { face_down, keeps } in payments {
        let face_down = face_down.map(usize::from);
        let mut rest = face_down;
        if alternating {
            let pairs = face_down[0].min(face_down[1]);
            for _ in 0..pairs {
                lay(0, 1);
                lay(1, 1);
            }
            rest = face_down.map(|cards| cards - pairs);
        }
        lay(0, rest[0]);
        lay(1, rest[1]);
        lay(0, usize::from(!keeps[0]));
        lay(1, usize::from(!keeps[1]));
    }
}
