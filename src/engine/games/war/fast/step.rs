//! A step: every battle of a game that does not depend on another one, at once, for many games.
//!
//! `docs/architecture.md` has a picture. A pair is a card of A and the card of B that meets it (or lies
//! beside it, face down); pair `p` is bit `p` of a game's lane. A step has up to 16 pairs and two wars.

use super::chance::Chance;
use super::counts::Units;
use super::orders::PotOrders;
use super::shape::Shape;
use super::words::{Handout, Lanes, MOST_LANES, PAIRS, Tapes, Words};
use crate::core::seats::{Seat, both};

/// What a step has to know beyond the games.
pub struct Setting {
    pub orders: PotOrders,
    /// Cards of the deck.
    pub cards: u16,
    /// As what the pairs that can be played are counted.
    pub units: Units,
    /// The two codes of which the lower wins.
    lowest_beats: Option<[u8; 2]>,
}

impl Setting {
    /// Of a rule set; `None` if steps do not play it.
    pub fn new(shape: &Shape, by_rounds: bool) -> Option<Self> {
        let orders = PotOrders::new(shape)?;
        let uncounted = orders.stride - 1 + u16::from(by_rounds);
        let lowest_beats = shape.lowest_beats.map(|(low, high)| [low, high]);
        Some(Self { orders, cards: 0, units: Units { by_rounds, uncounted }, lowest_beats })
    }
}

/// Games side by side.
#[derive(Default)]
pub struct Batch {
    pub tapes: Box<Tapes>,
    /// Where the piece of each lane begins and ends.
    pub ends: [Lanes; 2],
    /// Where the hands begin.
    heads: [Lanes; 2],
    /// Cards in A's hand; B holds the others.
    pub len_a: Lanes,
    /// What can be played before the limit has to be asked, counted as the limit counts.
    pub left: Lanes,
    /// Ties in steps, and of these rounds with two in a row.
    pub wars: Lanes,
    pub twos: Lanes,
    /// Of the next pairs, which tie, and in which B's card is not higher.
    compared: [Lanes; 2],
    /// Which are of the two codes of which the lower wins.
    turned: Lanes,
    /// Where chance puts pots in order: the ties of the step.
    ties: [Lanes; 2],
    deals: Handout,
}

impl Batch {
    /// Gives each lane a piece of the tapes: as far as hands creep in so many steps until they are moved
    /// back, all the cards between them, and what is written too much. Returns how many lanes get one.
    pub fn lay_out(&mut self, lanes: usize, steps: usize, cards: u16) -> usize {
        let length = 2 * PAIRS * steps as u16 + 64 + cards.next_multiple_of(64);
        let lanes = lanes.min(usize::from(u16::MAX / length));
        for lane in 0..lanes {
            self.ends[0].0[lane] = lane as u16 * length;
            self.ends[1].0[lane] = (lane as u16 + 1) * length;
        }
        lanes
    }

    /// Has a lane begin a game or go on with one, where A holds so many cards from its start on.
    #[inline(always)]
    pub fn begin(&mut self, lane: usize, len_a: usize) {
        self.len_a.0[lane] = len_a as u16;
        (self.wars.0[lane], self.twos.0[lane]) = (0, 0);
    }

    /// Deals a deck to a lane.
    pub fn deal(&mut self, lane: usize, deck: &[u8], shape: &Shape) {
        let ends = self.start(lane);
        let to_a = shape.rules.deal.cards_of_a(deck.len());
        let a = self.tapes.above(ends[0], to_a).iter_mut();
        a.zip(shape.codes(Seat::A, deck)).for_each(|(to, code)| *to = code);
        let b = self.tapes.below(ends[1], deck.len() - to_a).iter_mut().rev();
        b.zip(shape.codes(Seat::B, deck)).for_each(|(to, code)| *to = code);
        self.begin(lane, to_a);
    }

    /// Plays a step of the first so many games; returns those that have none.
    #[inline(always)]
    pub fn step<W: Words>(
        &mut self,
        w: W,
        setting: &Setting,
        lanes: usize,
        chance: Option<&mut Chance>,
    ) -> u64 {
        let Self { tapes, heads, compared, turned, .. } = self;
        w.compare(tapes, heads, lanes, compared);
        if let Some(codes) = setting.lowest_beats {
            w.pairs_of(tapes, heads, lanes, codes, turned);
        }
        let stuck = self.look(w, setting);
        if let Some(chance) = chance {
            for lane in 0..lanes {
                let [from, to] = [&self.deals.from, &self.heads].map(|heads| heads[0].0[lane]);
                let ties = both!(|k| self.ties[k].0[lane]);
                let from_b = self.deals.from[1].0[lane];
                chance.mix(&mut self.tapes, lane, [from, from_b], to - from, ties);
            }
        }
        w.hand_out(&mut self.tapes, &setting.orders.pots, &self.deals, lanes);
        stuck
    }

    /// Where the hands of a lane begin.
    #[inline(always)]
    pub fn place(&self, lane: usize) -> [u16; 2] {
        [self.heads[0].0[lane], self.heads[1].0[lane]]
    }

    /// The hands of a lane, B's with the top card last.
    #[inline(always)]
    pub fn hands(&self, lane: usize, cards: u16) -> [&[u8]; 2] {
        let len_a = self.len_a.0[lane];
        self.tapes.hands(self.place(lane), [len_a, cards - len_a].map(usize::from))
    }

    /// Has the hands of a lane begin at the ends of its piece, which it says.
    #[inline(always)]
    pub fn start(&mut self, lane: usize) -> [u16; 2] {
        let ends = both!(|seat| self.ends[seat].0[lane]);
        for (heads, end) in self.heads.iter_mut().zip(ends) {
            heads.0[lane] = end;
        }
        ends
    }

    /// Moves the hands of the first so many lanes back to the ends of their pieces.
    #[inline(always)]
    pub fn move_back(&mut self, lanes: usize, cards: u16) {
        for lane in 0..lanes.min(MOST_LANES) {
            let (from, to) = (self.place(lane), both!(|seat| self.ends[seat].0[lane]));
            let len_a = self.len_a.0[lane];
            self.tapes.move_hands(from, to, [len_a, cards - len_a]);
        }
        self.heads = self.ends;
    }

    /// Works out the next step of all games; returns those that have none.
    #[inline(always)]
    fn look<W: Words>(&mut self, w: W, setting: &Setting) -> u64 {
        let Setting { orders, cards, units, .. } = setting;
        let stride = w.shift(orders.stride);
        let (len_a, left) = (w.load(&self.len_a), w.load(&self.left));
        let len_b = w.sub(w.all(*cards), len_a);
        let inside = w.low(w.min(w.min(len_a, len_b), w.min(left, w.all(PAIRS))));
        let [equal, mut not_lower] = [w.load(&self.compared[0]), w.load(&self.compared[1])];
        if setting.lowest_beats.is_some() {
            let turned = w.load(&self.turned);
            not_lower = w.or(w.but(not_lower, turned), w.but(turned, not_lower));
        }
        let equal = w.and(equal, inside);
        // Two ties, the pairs that decide them, and the pairs before these; a third one ends the step.
        let t1 = w.lowest(equal);
        let d1 = w.up(t1, stride);
        let c1 = w.sub(d1, t1);
        let rest = w.but(equal, c1);
        let t2 = w.lowest(rest);
        let d2 = w.up(t2, stride);
        let c2 = w.sub(d2, t2);
        let t3 = w.lowest(w.but(rest, c2));
        // A tie that decides a war belongs to its round.
        let chain = w.eq(t2, d1);
        let r2 = w.select(chain, t1, t2);
        let r3 = w.select(w.eq(t3, d2), r2, t3);
        // Ties whose deciding pair lies outside end the step, too, and so does what is outside.
        let out1 = w.and(t1, w.none(w.and(d1, inside)));
        let out2 = w.and(r2, w.none(w.and(d2, inside)));
        let mut stops = w.or(w.or(w.but(w.all(!0), inside), r3), w.or(out1, out2));
        if !orders.wars {
            stops = w.or(stops, t1);
        } else if !orders.chains[usize::from(W::WIDE)] {
            stops = w.or(stops, w.and(chain, t1));
        }
        let played = w.sub(w.lowest(stops), w.all(1));
        let (t1, t2) = (w.and(t1, played), w.and(t2, played));
        // The pairs of a war go where its deciding pair goes.
        let a_wins = decided(w, not_lower, [c2, d2], stride);
        let a_wins = w.and(decided(w, a_wins, [c1, d1], stride), played);
        let (won, pairs) = (w.bits(a_wins), w.bits(played));
        let (no1, no2) = (w.none(t1), w.none(t2));
        let wars = w.add(w.all(2), w.add(no1, no2));

        let heads = [w.load(&self.heads[0]), w.load(&self.heads[1])];
        let deals = &mut self.deals;
        w.store(&mut deals.from[0], heads[0]);
        w.store(&mut deals.from[1], heads[1]);
        w.store(&mut deals.to[0], w.add(heads[0], len_a));
        w.store(&mut deals.to[1], w.sub(heads[1], len_b));
        w.set(deals, a_wins, [t1, t2], w.but(chain, no2), &orders.pots);
        if orders.by_chance {
            w.store(&mut self.ties[0], t1);
            w.store(&mut self.ties[1], t2);
        }
        w.store(&mut self.heads[0], w.add(heads[0], pairs));
        w.store(&mut self.heads[1], w.sub(heads[1], pairs));
        w.store(&mut self.len_a, w.sub(w.add(len_a, w.add(won, won)), pairs));
        w.store(&mut self.left, w.sub(w.add(left, w.times(wars, w.all(units.uncounted))), pairs));
        let all_wars = w.load(&self.wars);
        w.store(&mut self.wars, w.add(all_wars, wars));
        let twos = w.load(&self.twos);
        w.store(&mut self.twos, w.sub(twos, w.but(chain, no2)));
        w.marked(w.none(pairs))
    }
}

/// Wins where the pairs before a deciding one, covered by its war, go where it goes.
#[inline(always)]
fn decided<W: Words>(w: W, wins: W::U, [covered, deciding]: [W::U; 2], stride: W::Shift) -> W::U {
    let won = w.and(wins, deciding);
    w.or(w.but(wins, covered), w.sub(won, w.down(won, stride)))
}
