//! Chance inside the games of a batch: a coin for each pot of two, a shuffle for each other one.

use super::orders::PotOrders;
use super::pots::card_of_pot;
use super::words::{MOST_LANES, PAIRS, Tapes};
use crate::core::cards::Seed;
use crate::core::cards::shuffle::Shuffler;
use crate::core::random::chacha::BLOCK_WORDS;
use crate::core::random::draws::WordSource;
use crate::core::random::inside::Inside;
use crate::core::random::key::{BlockStream, Purpose};

/// What comes by chance in the games of a block, for each lane as far as its game has come.
pub struct Chance {
    streams: [BlockStream; 2],
    /// The first blocks of all games of the block, of words and of coins.
    first: [Vec<[u32; BLOCK_WORDS]>; 2],
    lanes: [LaneChance; MOST_LANES],
    shuffler: Shuffler,
    /// Whether pots of two are tossed for.
    coins: bool,
    /// Pairs of a war that a step shuffles, but the last; the cards of its pot as they are laid, as
    /// [`card_of_pot`] has them.
    stride: u32,
    laid: Vec<u8>,
}

/// A game's words for shuffles, and its coins.
#[derive(Clone, Copy, Default)]
struct LaneChance {
    game: u64,
    at_hand: [AtHand; 2],
    /// Coins of words taken, the next one lowest, below a 1.
    coins: u64,
}

/// A block of words, how many of them are used, and the stream of the next one.
#[derive(Clone, Copy, Default)]
struct AtHand {
    words: [u32; BLOCK_WORDS],
    used: usize,
    next: u64,
}

/// The chance of one lane.
struct Inner<'a> {
    streams: &'a mut [BlockStream; 2],
    lane: &'a mut LaneChance,
}

impl Chance {
    /// Of a seed, for pots in these orders.
    pub fn new(seed: Seed, orders: &PotOrders) -> Self {
        let streams = [Purpose::InGame, Purpose::Coins].map(|of| BlockStream::new(seed, of));
        let (stride, laid) = (orders.stride.into(), orders.shuffled.clone());
        let (lanes, shuffler) = ([LaneChance::default(); MOST_LANES], Shuffler::default());
        Self {
            streams,
            first: Default::default(),
            lanes,
            shuffler,
            coins: orders.coins,
            stride,
            laid,
        }
    }

    /// Begins a block of games.
    pub fn begin_block(&mut self, first: u64, games: usize) {
        for (stream, blocks) in self.streams.iter_mut().zip(&mut self.first) {
            blocks.resize(games, [0; BLOCK_WORDS]);
            stream.blocks(0, first, blocks);
        }
    }

    /// Begins the game of this index, number `k` of the block, in a lane.
    pub fn begin(&mut self, lane: usize, game: u64, k: usize) {
        let at_hand = self.first.each_ref().map(|of| AtHand { words: of[k], used: 0, next: 1 });
        self.lanes[lane] = LaneChance { game, at_hand, coins: 1 };
    }

    /// Exchanges two lanes.
    pub fn swap(&mut self, lane: usize, other: usize) {
        self.lanes.swap(lane, other);
    }

    /// Shuffles a pot of a lane.
    pub fn shuffle(&mut self, lane: usize, pot: &mut [u8]) {
        let Self { streams, lanes, shuffler, .. } = self;
        shuffler.shuffle_inside(pot, &mut Inner { streams, lane: &mut lanes[lane] });
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
            let Self { streams, lanes, .. } = self;
            let mut chance = Inner { streams, lane: &mut lanes[lane] };
            // A 0 exchanges the cards.
            let mut coins = !chance.coins(single.count_ones());
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

impl Inner<'_> {
    fn next(&mut self, of: usize) -> u32 {
        let AtHand { words, used, next } = &mut self.lane.at_hand[of];
        if *used == BLOCK_WORDS {
            *words = self.streams[of].block(*next, self.lane.game);
            (*used, *next) = (0, *next + 1);
        }
        *used += 1;
        words[*used - 1]
    }

    /// The next coins, 16 at most, the first one lowest.
    #[inline(always)]
    fn coins(&mut self, count: u32) -> u32 {
        let left = self.lane.coins.ilog2();
        if left < count {
            let word = u64::from(self.next(1)) | 1 << 32;
            self.lane.coins ^= (word << left) ^ (1 << left);
        }
        let coins = self.lane.coins & ((1 << count) - 1);
        self.lane.coins >>= count;
        coins as u32
    }
}

impl WordSource for Inner<'_> {
    fn next_word(&mut self) -> u32 {
        self.next(0)
    }
}

impl Inside for Inner<'_> {
    fn coin(&mut self) -> u32 {
        self.coins(1)
    }
}
