//! Many decks of one composition, side by side in memory.

use super::{Card, GameIndex};

/// Bytes between two decks of up to this many cards: one cache line, one 512-bit vector.
pub const NARROW_STRIDE: usize = 64;

/// The decks of consecutive games, as the engines read them.
///
/// Shapes: `decks()` decks of `cards()` cards each; deck `k` belongs to game `first() + k`.
#[derive(Clone, Debug, Default)]
pub struct DeckBlock {
    first: u64,
    decks: usize,
    cards: usize,
    stride: usize,
    /// Ranks as bytes, `stride` apart, padded with zeros up to it; empty if a rank does not fit a
    /// byte.
    narrow: Vec<u8>,
    /// Ranks in full, `stride` apart, where bytes do not suffice; else empty.
    wide: Vec<Card>,
}

impl DeckBlock {
    /// Empties the block and makes room for `decks` decks of `cards` cards, the first one that of
    /// game `first`. `max_rank` decides whether the ranks are kept as bytes.
    pub fn reset(&mut self, first: u64, decks: usize, cards: usize, max_rank: Card) {
        // No card is no card that does not fit.
        let narrow = cards == 0 || max_rank <= Card::from(u8::MAX);
        let stride =
            if narrow { cards.next_multiple_of(NARROW_STRIDE).max(NARROW_STRIDE) } else { cards };
        if (cards, stride) != (self.cards, self.stride) {
            // Decks are overwritten in place, but not their padding.
            self.narrow.clear();
        }
        (self.first, self.decks, self.cards, self.stride) = (first, decks, cards, stride);
        let size = decks * stride;
        self.narrow.resize(if narrow { size } else { 0 }, 0);
        self.wide.resize(if narrow { 0 } else { size }, 0);
    }

    /// A block of given decks, deck `k` being that of game `first + k`.
    ///
    /// Shapes: every deck has as many cards as the first one; otherwise it panics.
    pub fn from_decks(first: u64, decks: &[Vec<Card>]) -> Self {
        let cards = decks.first().map_or(0, Vec::len);
        let narrow = decks.iter().all(|deck| is_narrow(deck));
        let mut block = Self::default();
        block.reset(first, decks.len(), cards, if narrow { 0 } else { Card::MAX });
        decks.iter().enumerate().for_each(|(k, deck)| block.set(k, deck));
        block
    }

    /// Writes deck `k`.
    ///
    /// Panics if `k` is out of range, the deck has another size than the block's, or the block is
    /// narrow and a rank is no byte.
    pub fn set(&mut self, k: usize, deck: &[Card]) {
        assert_eq!(deck.len(), self.cards, "deck {k} of a block has another size");
        if self.is_narrow() {
            assert!(is_narrow(deck), "a rank of deck {k} is no byte");
            for (byte, &card) in self.narrow_mut(k).iter_mut().zip(deck) {
                *byte = card as u8;
            }
        } else {
            self.wide_mut(k).copy_from_slice(deck);
        }
    }

    /// The index of the first deck's game.
    pub fn first(&self) -> u64 {
        self.first
    }

    /// Number of decks.
    pub fn decks(&self) -> usize {
        self.decks
    }

    /// Cards in each deck.
    pub fn cards(&self) -> usize {
        self.cards
    }

    /// Whether the ranks are kept as bytes, so that [`DeckBlock::narrow`] may be called.
    pub fn is_narrow(&self) -> bool {
        self.wide.is_empty()
    }

    /// The ranks of deck `k` as bytes, in dealing order.
    ///
    /// Panics if the block is not narrow or `k` is out of range.
    pub fn narrow(&self, k: usize) -> &[u8] {
        &self.narrow[k * self.stride..][..self.cards]
    }

    /// The ranks of deck `k` with their zero padding up to the next multiple of 64, 64 bytes at
    /// least.
    ///
    /// Panics if the block is not narrow or `k` is out of range.
    pub fn narrow_padded(&self, k: usize) -> &[u8] {
        &self.narrow[k * self.stride..][..self.stride]
    }

    /// Deck `k` for writing, padding included, where the block is narrow.
    pub(super) fn narrow_mut(&mut self, k: usize) -> &mut [u8] {
        &mut self.narrow[k * self.stride..][..self.stride]
    }

    /// The decks from `k` on for writing, padding included, where they lie 64 bytes apart and there
    /// are enough of them.
    pub(super) fn places_mut<const N: usize>(
        &mut self,
        k: usize,
    ) -> Option<&mut [[u8; NARROW_STRIDE]; N]> {
        let (places, _) = self.narrow.as_chunks_mut::<NARROW_STRIDE>();
        if self.stride != NARROW_STRIDE { None } else { places.get_mut(k..)?.first_chunk_mut() }
    }

    /// Deck `k` for writing, where the block is wide.
    pub(super) fn wide_mut(&mut self, k: usize) -> &mut [Card] {
        &mut self.wide[k * self.stride..][..self.cards]
    }

    /// The ranks of deck `k`, in dealing order, with spaces between them.
    pub fn written(&self, k: usize) -> String {
        let (mut deck, mut digits) = (Vec::new(), itoa::Buffer::new());
        self.copy_deck(k, &mut deck);
        let mut text = String::with_capacity(3 * deck.len());
        for (c, card) in deck.into_iter().enumerate() {
            text.push_str(if c > 0 { " " } else { "" });
            text.push_str(digits.format(card));
        }
        text
    }

    /// Shows every deck, in dealing order, with the index of its game.
    pub fn each_deck(&self, mut see: impl FnMut(&[Card], GameIndex)) {
        let mut deck = Vec::new();
        for k in 0..self.decks {
            self.copy_deck(k, &mut deck);
            see(&deck, GameIndex(self.first + k as u64));
        }
    }

    /// Copies deck `k`, in dealing order, over what `out` held.
    pub fn copy_deck(&self, k: usize, out: &mut Vec<Card>) {
        out.clear();
        match self.is_narrow() {
            true => out.extend(self.narrow(k).iter().map(|&rank| Card::from(rank))),
            false => out.extend_from_slice(self.wide(k)),
        }
    }

    /// Deck `k`, where the block is wide.
    fn wide(&self, k: usize) -> &[Card] {
        &self.wide[k * self.stride..][..self.cards]
    }
}

/// Whether every card fits a byte.
fn is_narrow(cards: &[Card]) -> bool {
    // The negative numbers and the large ones have a bit above the lowest eight.
    cards.iter().fold(0, |bits, &card| bits | card) as u32 <= u32::from(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_padded(block: &DeckBlock) {
        assert!(block.is_narrow());
        for k in 0..block.decks() {
            let padded = block.narrow_padded(k);
            assert!(padded.len() >= NARROW_STRIDE && padded.len().is_multiple_of(NARROW_STRIDE));
            assert_eq!(padded[..block.cards()], *block.narrow(k));
            assert!(padded[block.cards()..].iter().all(|&byte| byte == 0), "deck {k}");
        }
    }

    #[test]
    fn every_narrow_deck_is_padded_with_zeros_whatever_was_there_before() {
        let mut block = DeckBlock::default();
        for (cards, max_rank) in [(64, 14), (3, 14), (0, 14), (0, 300), (65, 255), (2, 9)] {
            block.reset(0, 5, cards, max_rank);
            assert_padded(&block);
            (0..5).for_each(|k| block.narrow_mut(k)[..cards].fill(7));
            assert_padded(&block);
        }
        block.reset(0, 5, 2, 300);
        assert!(!block.is_narrow());
        let every: Vec<Card> = (0..256).collect();
        for deck in [vec![], vec![7], vec![255, 2, 10, 99, 100], every, vec![-3, 300, 5]] {
            let block = DeckBlock::from_decks(0, &[deck.clone(), deck.clone()]);
            let words: Vec<String> = deck.iter().map(ToString::to_string).collect();
            assert_eq!(block.written(1), words.join(" "));
            assert_eq!(block.is_narrow(), !deck.contains(&-3));
            if block.is_narrow() {
                assert_padded(&block);
            }
        }
    }
}
