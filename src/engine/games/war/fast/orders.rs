//! How the pots of a step are put in order: a row for eight pots, and for the cards of a war the order
//! in which its pairs, taken in turn, are its pot.

use super::super::rules::Laid;
use super::pots::{self, OF_B};
use super::shape::Shape;
use super::words::{PAIRS, Pots};
#[cfg(target_arch = "x86_64")]
use super::words::{WAR_ROWS, WidePots};
use crate::core::cards::Card;
use crate::core::seats::both;

/// The orders of a rule set.
pub struct PotOrders {
    pub pots: Box<Pots>,
    /// Pairs of a war but the last, the one that decides.
    pub stride: u16,
    /// Whether wars are played in steps.
    pub wars: bool,
    /// Whether a tie that decides a war begins another one in the step: where wars are put in order one by one,
    /// and where all at once.
    pub chains: [bool; 2],
    /// Whether chance puts pots in order; whether it does so with pots of two, and the cards as they are laid
    /// of a war whose pot it puts in order in a step, if it does.
    pub by_chance: bool,
    pub coins: bool,
    pub shuffled: Vec<u8>,
}

/// Pairs, the number of A's card and that of B's.
type Pairs = Vec<[u8; 2]>;

impl PotOrders {
    /// Those of a rule set; `None` if the order of a pot of two cards depends on the cards, or chance decides it
    /// for one of the players only.
    pub fn new(shape: &Shape) -> Option<Self> {
        if shape.pickups.iter().any(|[a, b]| a.is_by_chance() != b.is_by_chance()) {
            return None;
        }
        let a_first = [a_first(shape, 0)?, a_first(shape, 1)?];
        let stride = shape.same_face_down.map_or(PAIRS, |face_down| u16::from(face_down) + 1);
        let mut orders = Self {
            pots: pots_of(a_first),
            stride,
            wars: false,
            chains: [false; 2],
            by_chance: shape.rules.has_in_game_randomness(),
            coins: shape.pickups[0][0].is_by_chance(),
            shuffled: Vec::new(),
        };
        if stride < PAIRS {
            orders.set_wars(shape, a_first);
        }
        Some(orders)
    }

    /// Has steps play wars, unless the order of their pots depends on the cards.
    fn set_wars(&mut self, shape: &Shape, a_first: [bool; 2]) {
        let [of_a, of_b] = shape.pickups[1];
        if of_a.looks_at_cards() || of_b.looks_at_cards() {
            return;
        }
        let chain = |ties: usize, winner: usize| {
            let (lay, face_down) = (shape.rules.war.lay, self.stride as u8 - 1);
            pots::chain(lay, shape.pickups[1][winner], face_down, ties, winner)
        };
        if of_a.is_by_chance() {
            if a_first == [true; 2] {
                (self.wars, self.shuffled) = (true, chain(1, 0));
            }
            return;
        }
        let [war, two] =
            [1, 2].map(|ties| both!(|seat| in_pairs(&chain(ties, seat), a_first[seat])));
        if war.iter().all(|war| *war == as_they_lie(war.len())) {
            self.wars = true;
        } else if self.stride < 8 {
            self.wars = true;
            self.pots.war = Some(war.each_ref().map(|war| places(war)));
            #[cfg(target_arch = "x86_64")]
            self.pots.wide.set_wars(a_first, &war, &two);
        }
        let composed = war.iter().zip(&two).all(|(war, two)| *two == one_by_one(war));
        let at_once = composed || self.pots.war.is_some();
        self.chains = [composed, at_once].map(|plays| self.wars && plays);
    }
}

/// Whether A's card comes first in a pot of two that this seat wins; `None` if that depends on more than who
/// has won.
fn a_first(shape: &Shape, winner: usize) -> Option<bool> {
    let pickup = shape.pickups[0][winner];
    if pickup.looks_at_cards() && shape.lowest_beats.is_some() {
        return None;
    }
    // The winner's card is the stronger one, or where low wins the weaker.
    let key = |by: usize| {
        let strength = Card::from((by == winner) != shape.rules.compare.low_wins);
        pickup.key(winner, Laid { by, place: by as u32, ..Laid::default() }, strength)
    };
    Some(key(0) <= key(1))
}

/// So many pairs in the order of laying.
fn as_they_lie(pairs: usize) -> Pairs {
    (0..pairs as u8).map(|p| [p, OF_B + p]).collect()
}

/// The pairs of two wars in a row where those of the first are put in order, then those of the second, from the
/// pair on that decides the first.
fn one_by_one(war: &[[u8; 2]]) -> Pairs {
    let stride = war.len() - 1;
    let mut cards = as_they_lie(2 * stride + 1);
    for from in [0, stride] {
        let before = cards.clone();
        for (to, places) in cards[from..].iter_mut().zip(war) {
            *to = places.map(|place| {
                let pair = before[from + usize::from(place % OF_B)];
                pair[usize::from(place / OF_B)]
            });
        }
    }
    cards
}

/// A pot as pairs.
fn in_pairs(pot: &[u8], a_first: bool) -> Pairs {
    let (pairs, _) = pot.as_chunks::<2>();
    pairs.iter().map(|&[x, y]| if a_first { [x, y] } else { [y, x] }).collect()
}

/// The places in a register of eight cards of A and eight of B, backwards, of these pairs.
fn places(pairs: &[[u8; 2]]) -> [u8; 16] {
    let place = |card: u8| if card < OF_B { card } else { 15 - (card - OF_B) };
    let mut places = std::array::from_fn(|place| place as u8);
    for (p, &[a, b]) in pairs.iter().enumerate() {
        (places[p], places[15 - p]) = (place(a), place(b));
    }
    places
}

/// How pots without wars are put in order, with A's card first or B's, where A picks them up and where
/// B does.
fn pots_of(a_first: [bool; 2]) -> Box<Pots> {
    let mut pots = Box::new(Pots {
        rows: [[0; 16]; 256],
        war: None,
        #[cfg(target_arch = "x86_64")]
        wide: WidePots::new(a_first),
    });
    for (wins, row) in pots.rows.iter_mut().enumerate() {
        let (mut up, mut down) = (0, 16);
        for p in 0..8_u8 {
            let pot = |a_first: bool| if a_first { [p, 15 - p] } else { [15 - p, p] };
            if wins >> p & 1 == 1 {
                row[up..up + 2].copy_from_slice(&pot(a_first[0]));
                up += 2;
            } else {
                let [first, second] = pot(a_first[1]);
                row[down - 2..down].copy_from_slice(&[second, first]);
                down -= 2;
            }
        }
    }
    pots
}

#[cfg(target_arch = "x86_64")]
impl WidePots {
    /// With A's card first or B's in pots of two, where A picks them up and where B does, and without wars.
    fn new(a_first: [bool; 2]) -> Self {
        let swap = u8::from(a_first[0] != a_first[1]);
        let back = std::array::from_fn(|k| (31 - k as u8) ^ swap);
        let (first, second) = ([[0; 32]; 4 * WAR_ROWS], [[0; 32]; 2 * WAR_ROWS]);
        let mut pots = Self { first, second, back };
        pots.set_wars(a_first, &Default::default(), &Default::default());
        pots
    }

    /// With wars whose pairs lie so, as A picks them up and as B does, and of two in a row.
    fn set_wars(&mut self, a_first: [bool; 2], war: &[Pairs; 2], two: &[Pairs; 2]) {
        let first = |card: u8| if card < OF_B { card } else { 31 - card % OF_B };
        let second = |card: u8| 2 * (card % OF_B) + u8::from((card >= OF_B) == a_first[0]);
        for (k, row) in self.first.iter_mut().enumerate() {
            let pot = if k < 2 * WAR_ROWS { war } else { two };
            *row = wide_row(a_first[0], k % WAR_ROWS, &pot[k / WAR_ROWS % 2], first);
        }
        for (k, row) in self.second.iter_mut().enumerate() {
            *row = wide_row(a_first[0], k % WAR_ROWS, &war[k / WAR_ROWS], second);
        }
    }
}

/// The places of 16 pairs, those of a pot from this one on if there is room for it, the card of A before that of B
/// or behind it.
#[cfg(target_arch = "x86_64")]
fn wide_row(a_first: bool, from: usize, pot: &[[u8; 2]], place: impl Fn(u8) -> u8) -> [u8; 32] {
    let mut cards: [[u8; 2]; PAIRS as usize] = std::array::from_fn(|p| [p as u8, OF_B + p as u8]);
    if let Some(cards) = cards.get_mut(from..from + pot.len()) {
        let lie = pot.iter().map(|pair| pair.map(|card| card + from as u8));
        cards.iter_mut().zip(lie).for_each(|(to, pair)| *to = pair);
    }
    let mut row = [0; 32];
    for (to, [a, b]) in row.as_chunks_mut().0.iter_mut().zip(cards) {
        *to = if a_first { [a, b] } else { [b, a] }.map(&place);
    }
    row
}

#[cfg(test)]
mod tests {
    use super::super::super::presets;
    use super::*;

    #[test]
    fn a_war_as_it_is_laid_is_put_in_order_by_its_pairs() {
        let shape = Shape::new(&presets::find("umass").unwrap().rules());
        let orders = PotOrders::new(&shape).unwrap();
        // A's cards a to h, B's from the last one on.
        let cards = b"abcdefghHGFEDCBA";
        let lie = orders.pots.war.unwrap()[0].map(|place| cards[usize::from(place)]);
        assert_eq!(str::from_utf8(&lie), Ok("abdCefghHGFEDBcA"));
        assert!(orders.wars && orders.chains == [true; 2]);
    }
}
