//! Chance inside the games of a batch: a coin for each pot of two, a shuffle for each other one.

use super::orders::PotOrders;
use super::pots::card_of_pot;
use super::words::{MOST_LANES, PAIRS, Tapes};
use crate::core::cards::Seed;
use crate::core::random::chacha::BLOCK_WORDS;
use crate::core::random::inside::{InsideOfGame, InsideOfSeed};

/// What comes by chance in the games of a block, for each lane as far as its game has come.
pub struct Chance {
    inside: InsideOfSeed,
    /// The first blocks of all games of the block, of words and of coins.
    first: [Vec<[u32; BLOCK_WORDS]>; 2],
    lanes: [InsideOfGame; MOST_LANES],
    /// Whether pots of two are tossed for.
    coins: bool,
    /// Pairs of a war that a step shuffles, but the last; the cards of its pot as they are laid, as
    /// [`card_of_pot`] has them.
    stride: u32,
    laid: Vec<u8>,
}

impl Chance {
    /// Of a seed, for pots in these orders.
    pub fn new(seed: Seed, orders: &PotOrders) -> Self {
        Self {
            inside: InsideOfSeed::new(seed),
            first: Default::default(),
            lanes: [InsideOfGame::default(); MOST_LANES],
            coins: orders.coins,
            stride: orders.stride.into(),
            laid: orders.shuffled.clone(),
        }
    }

    /// Begins a block of games.
    pub fn begin_block(&mut self, first: u64, games: usize) {
        self.first.iter_mut().for_each(|blocks| blocks.resize(games, [0; BLOCK_WORDS]));
        self.inside.first_blocks(first, self.first.each_mut().map(Vec::as_mut_slice));
    }

    /// Begins the game of this index, number `k` of the block, in a lane.
    pub fn begin(&mut self, lane: usize, game: u64, k: usize) {
        let first = self.first.each_ref().map(|blocks| &blocks[k]);
        self.lanes[lane] = InsideOfGame::new(game).begun(first);
    }

    /// Exchanges two lanes.
    pub fn swap(&mut self, lane: usize, other: usize) {
        self.lanes.swap(lane, other);
    }

    /// Shuffles a pot of a lane.
    pub fn shuffle(&mut self, lane: usize, pot: &mut [u8]) {
        self.inside.shuffle(&mut self.lanes[lane], pot);
    }

    /// Changes cards about that a lane's step plays, so many pairs with these ties, such that its pairs,
    /// taken in turn, are its pots.
    #[inline(always)]
    pub fn mix(
        &mut self,
        tapes: &mut Tapes,
        lane: usize,
        from: [u16; 2],
        pairs: u16,
        ties: [u16; 2],
    ) {
        let ties = ties.map(u32::from);
        if self.coins {
            let covered = ties.map(|tie| (tie << self.stride << 1) - tie);
            let mut single = ((1 << pairs) - 1) & !covered[0] & !covered[1];
            // A 0 exchanges the cards.
            let mut coins = !self.inside.coins(&mut self.lanes[lane], single.count_ones());
            let mut swaps = 0;
            while single != 0 {
                let start = single.trailing_zeros();
                let run = (single >> start).trailing_ones();
                let low = (1 << run) - 1;
                swaps |= (coins & low) << start;
                single &= !(low << start);
                coins >>= run;
            }
            tapes.exchange(from, swaps as u16);
        }
        if self.laid.is_empty() {
            return;
        }
        for tie in ties.into_iter().filter(|&tie| tie != 0) {
            let place = tie.trailing_zeros() as u16;
            let (pairs, from) = (self.stride as u16 + 1, [from[0] + place, from[1] - place]);
            let mut pot = [0; 2 * PAIRS as usize];
            let pot = &mut pot[..self.laid.len()];
            let hands = tapes.hands(from, [pairs.into(); 2]);
            pot.iter_mut().zip(&self.laid).for_each(|(to, &card)| *to = card_of_pot(hands, card));
            self.shuffle(lane, pot);
            let a = pot.iter().step_by(2);
            tapes.above(from[0], pairs.into()).iter_mut().zip(a).for_each(|(to, card)| *to = *card);
            let b = pot.iter().skip(1).step_by(2);
            let to = tapes.below(from[1], pairs.into()).iter_mut().rev();
            to.zip(b).for_each(|(to, card)| *to = *card);
        }
    }
}
