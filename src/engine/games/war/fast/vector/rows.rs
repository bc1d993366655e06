//! Orders of pots as rows of places: what a step reads instead of working it out.

use super::super::pots;
use super::super::shape::{PairOrder, Shape};
use crate::core::both::both;

/// Most pairs of a step: the first 32 bytes of both hands.
pub const MOST_PAIRS: usize = 32;

/// The places of 64 cards, for a permutation: A's first 32 cards, B's behind them.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub struct Permutation(pub [u8; 64]);

impl Default for Permutation {
    fn default() -> Self {
        Self([0; 64])
    }
}

/// Bytes from one row to the next.
pub const ROW: usize = size_of::<Permutation>();

/// B's cards begin here.
const OF_B: u8 = 32;

/// The places of a step's pots, as A picks them up and as B does.
pub struct Rows {
    /// `[seat][p]`: a war begins at pair `p`; none at [`MOST_PAIRS`].
    by_war: [Box<[Permutation; MOST_PAIRS + 1]>; 2],
    /// `[seat][d]`: the first pot is a round with `d` ties in a row.
    chains: [Vec<Permutation>; 2],
    /// Pairs of a war but the last.
    stride: usize,
}

impl Rows {
    /// The rows of a rule set; `None` if the cards decide how the pot of a war is picked up.
    pub fn new(shape: &Shape, face_down: usize) -> Option<Self> {
        let stride = face_down + 1;
        let war = |a_won: bool, ties: usize| pot(shape, face_down, a_won, ties);
        let wars = [war(true, 1)?, war(false, 1)?];
        let pair = |a_won: bool| {
            // Orders that depend on the cards are not played here.
            let b_first = shape.pairs[usize::from(!a_won)] == PairOrder::BFirst;
            if b_first { [OF_B, 0] } else { [0, OF_B] }
        };
        // Pots of pairs, one after the other, and one pot of a war among them.
        let row = |a_won: bool, at: usize, pot: &[u8]| {
            let mut places: Vec<u8> = Vec::new();
            let mut next = 0;
            while places.len() < 64 {
                let of = if next == at && !pot.is_empty() { pot } else { &pair(a_won) };
                places.extend(of.iter().map(|&place| place + next as u8));
                next += of.len() / 2;
            }
            places.truncate(64);
            let mut row = Permutation([0; 64]);
            row.0.copy_from_slice(&places);
            row
        };
        let by_war = both!(|seat| {
            Box::new(std::array::from_fn(|p| {
                row(seat == 0, p, if p + stride < MOST_PAIRS { &wars[seat] } else { &[] })
            }))
        });
        let deepest = (MOST_PAIRS - 1) / stride;
        let chains = [true, false].map(|a_won| {
            (0..=deepest).map(|ties| row(a_won, 0, &war(a_won, ties).unwrap_or_default())).collect()
        });
        Some(Self { by_war, chains, stride })
    }

    /// The rows of steps in which a war begins at pair 0, 1 ... [`MOST_PAIRS`] (none).
    pub fn by_war(&self, seat: usize) -> &[Permutation; MOST_PAIRS + 1] {
        &self.by_war[seat]
    }

    /// The rows of a round that begins with this many ties in a row.
    #[inline]
    pub fn chain(&self, ties: usize) -> [&Permutation; 2] {
        both!(|seat| &self.chains[seat][ties])
    }

    /// Whether all pots are picked up in one order, whoever has won.
    pub fn are_shared(&self) -> bool {
        let same = |a: &[Permutation], b: &[Permutation]| a.iter().zip(b).all(|(a, b)| a.0 == b.0);
        same(&*self.by_war[0], &*self.by_war[1]) && same(&self.chains[0], &self.chains[1])
    }

    /// Pairs of a war but the last, the one that decides.
    pub fn stride(&self) -> usize {
        self.stride
    }
}

/// The places of a pot that begins with these ties in a row, each of them paid in full; `None` if
/// the order depends on the cards.
fn pot(shape: &Shape, face_down: usize, a_won: bool, ties: usize) -> Option<Vec<u8>> {
    let pickup = shape.pickups[1][usize::from(!a_won)];
    pots::chain(pickup, shape.alternating, face_down, ties, a_won, OF_B)
}

#[cfg(test)]
mod tests {
    use super::super::super::super::presets;
    use super::*;

    #[test]
    fn every_row_that_is_all_played_names_each_card_once() {
        for preset in presets::ALL {
            let shape = Shape::new(&preset.rules());
            for face_down in 0..=20 {
                let Some(rows) = Rows::new(&shape, face_down) else { continue };
                let by_war = rows.by_war.iter().flat_map(|rows| rows.iter());
                for row in by_war.chain(rows.chains.iter().flatten()) {
                    let mut seen = row.0;
                    seen.sort_unstable();
                    assert_eq!(seen, std::array::from_fn(|k| k as u8), "{}", preset.name);
                }
            }
        }
    }
}
