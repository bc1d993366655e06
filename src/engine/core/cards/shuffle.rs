//! The recipe: which deck belongs to a seed and an index.

use super::lanes::LaneShuffler;
use super::{Card, Composition, DeckBlock};
use crate::core::random::chacha::{BLOCK_WORDS, LANES};
use crate::core::random::draws::{BoundBatch, shuffle, shuffle_batches};
use crate::core::random::key::{BlockStream, ItemWords, Purpose, Seed};

/// Name and version of the recipe that this program deals by. A change of any deck is a new name.
pub const RECIPE: &str = "chacha8-fy32-v1";

/// Decks whose key stream is made at once.
const BULK: usize = 64;

/// Deals the seeded decks of one kind.
///
/// Deck `i` is a pure function of (seed, deck fields, `i`).
#[derive(Clone, Debug)]
pub struct Dealer {
    deck: Composition,
    blocks: BlockStream,
    batches: Vec<BoundBatch>,
    /// The ranks as they lie before the shuffle.
    fresh: Vec<Card>,
    fresh_narrow: Vec<u8>,
    /// Where the deck is small enough to be shuffled side by side with others.
    lanes: Option<LaneShuffler>,
}

impl Dealer {
    /// The dealer of a seed for deck fields that were validated.
    pub fn new(seed: Seed, deck: Composition) -> Self {
        let fresh = deck.fresh();
        let fresh_narrow: Vec<u8> = fresh.iter().map(|&rank| rank as u8).collect();
        let is_narrow = deck.max_rank() <= Card::from(u8::MAX);
        let blocks = BlockStream::new(seed, Purpose::Deck);
        Self {
            lanes: LaneShuffler::new(blocks.key, &fresh_narrow).filter(|_| is_narrow),
            deck,
            blocks,
            batches: shuffle_batches(fresh.len()),
            fresh_narrow,
            fresh,
        }
    }

    /// Deck `index`, in dealing order.
    pub fn deck(&mut self, index: u64) -> Vec<Card> {
        self.order(index).into_iter().map(|place| self.fresh[place as usize]).collect()
    }

    /// Where each card of deck `index` lay in the fresh deck, in dealing order: what tells equal
    /// ranks apart where suits are shown.
    pub fn order(&mut self, index: u64) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.fresh.len() as u32).collect();
        let mut words = ItemWords::new(index, 0, 1);
        shuffle(&mut order, &self.batches, || words.next(&mut self.blocks));
        order
    }

    /// Fills `block` with decks `first .. first + len`.
    pub fn fill(&mut self, block: &mut DeckBlock, first: u64, len: usize) {
        block.reset(first, len, self.fresh.len(), self.deck.max_rank());
        let start = self.fill_by_lanes(block, first);
        let mut keys = [[0; BLOCK_WORDS]; BULK];
        for start in (start..len).step_by(BULK) {
            let count = BULK.min(len - start);
            self.blocks.blocks(0, first + start as u64, &mut keys[..count]);
            for (k, key) in keys[..count].iter().enumerate() {
                let index = first + (start + k) as u64;
                self.shuffle_one(block, start + k, index, key);
            }
        }
    }

    /// Fills as many whole groups of 16 decks as there are; returns how many decks that makes.
    fn fill_by_lanes(&mut self, block: &mut DeckBlock, first: u64) -> usize {
        let Some(lanes) = self.lanes.clone() else { return 0 };
        let mut done = 0;
        while done + LANES <= block.decks() {
            let Some(group) = block.places_mut(done) else { return done };
            let index = first + done as u64;
            let mut redrawn = lanes.shuffle(index, &self.batches, group);
            while redrawn != 0 {
                let lane = redrawn.trailing_zeros() as usize;
                redrawn &= redrawn - 1;
                self.shuffle_again(block, done + lane, index + lane as u64);
            }
            done += LANES;
        }
        done
    }

    #[cold]
    fn shuffle_again(&mut self, block: &mut DeckBlock, k: usize, index: u64) {
        let key = self.blocks.block(0, index);
        self.shuffle_one(block, k, index, &key);
    }

    /// Shuffles deck `index` into place `k` of the block, its first key block being given.
    fn shuffle_one(
        &mut self,
        block: &mut DeckBlock,
        k: usize,
        index: u64,
        key: &[u32; BLOCK_WORDS],
    ) {
        let Self { blocks, batches, .. } = self;
        let mut words = ItemWords::new(index, 0, 1).begun(key);
        let word = || words.next(blocks);
        if block.is_narrow() {
            let deck = block.narrow_mut(k);
            let deck = &mut deck[..self.fresh_narrow.len()];
            deck.copy_from_slice(&self.fresh_narrow);
            shuffle(deck, batches, word);
        } else {
            let deck = block.wide_mut(k);
            deck.copy_from_slice(&self.fresh);
            shuffle(deck, batches, word);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::processor::tests::at_each;

    #[test]
    fn bulk_decks_equal_single_decks_and_lose_no_card() {
        let most = u64::MAX - 300;
        at_each("decks in bulk", |level| {
            for ([suits, ranks, lowest, jokers], first) in [
                ([4, 13, 2, 0], 1_000),
                ([4, 13, 2, 0], (1 << 32) - 7),
                ([1, 64, 0, 0], most),
                ([1, 63, 2, 0], 16),
                ([1, 25, 2, 0], (1 << 32) - 7),
                ([8, 40, 2, 3], most),
                ([1, 300, 2, 0], 1_000),
                ([0, 0, 2, 0], 1_000),
                ([1, 1, 2, 0], 1_000),
                ([1, 2, 2, 1], 1_000),
                ([4, 8, 7, 1], 1_000),
                ([1, 20, 250, 0], 1_000),
                ([0, 255, 2, 0], 1_000),
            ] {
                let kind = Composition { suits, ranks, lowest, jokers };
                let (mut dealer, mut block) = (Dealer::new(Seed(7), kind), DeckBlock::default());
                dealer.fill(&mut block, first, 300);
                block.each_deck(|deck, game| {
                    assert_eq!(deck, dealer.deck(game.0), "{level:?}: {kind:?} {game:?}");
                    let mut sorted = deck.to_vec();
                    sorted.sort_unstable();
                    assert_eq!(sorted, kind.fresh(), "{level:?}: {kind:?} {game:?} lost a card");
                });
            }
        });
    }
}
