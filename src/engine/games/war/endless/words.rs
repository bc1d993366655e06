//! Layer words: hands written as the layers of their cards, and those that are known to go round.

use crate::core::cards::Card;
use crate::core::random::chance::GameChance;

/// Two hands, each card written as its layer, 0 the strongest: A's, top first, then B's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    layers: Vec<u8>,
    cards_of_a: usize,
}

/// How many ones the numbers `from..to` have in binary.
fn ones(from: u32, to: u32) -> impl Iterator<Item = u8> + Clone {
    (from..to).map(|number| number.count_ones() as u8)
}

/// The known words of this many cards.
///
/// *Blocks.* A block of size 2^d is the layers 0 1 1 2 1 2 2 3 ... of the ones in 0, 1, 2 ...; A holds
/// some, B the second half of one and some more. If no two cards of a layer are equal, and no two of
/// different layers, each card meets only those of the next layers and the game goes round: for 52
/// different cards this is Spivey's deal, some rounds later.
/// Source: M. Z. Spivey, "Cycles in War", Integers 10 (2010), G02, 747-764.
///
/// *Quads.* Blocks of four with two pairs of the last layer between them, where wars must be fought.
pub fn known(cards: usize) -> Vec<Word> {
    let mut words = Vec::new();
    let sizes = (1..).map(|d| 1 << d).take_while(|&size: &usize| size <= cards);
    for size in sizes.filter(|size| cards % size == size / 2) {
        let blocks = cards / size;
        for of_a in 1..blocks {
            let block = ones(0, size as u32);
            let half = ones(size as u32 / 2, size as u32);
            let whole = |count| std::iter::repeat_n(block.clone(), count).flatten();
            let layers = whole(of_a).chain(half).chain(whole(blocks - of_a)).collect();
            words.push(Word { layers, cards_of_a: of_a * size });
        }
    }
    if cards % 16 == 4 && cards > 4 {
        let quarter = cards / 16;
        let quads = |count| std::iter::repeat_n(ones(0, 4), count).flatten();
        let layers = quads(quarter).chain([2, 2]).chain(quads(2 * quarter)).chain([2, 2]);
        let layers = layers.chain(quads(quarter)).collect();
        words.push(Word { layers, cards_of_a: 4 * quarter });
    }
    words
}

impl Word {
    /// The word that says nothing: a deal into it is a random deal.
    pub fn plain(cards: usize, cards_of_a: usize) -> Self {
        Self { layers: vec![0; cards], cards_of_a }
    }

    /// Cards in A's hand.
    pub fn cards_of_a(&self) -> usize {
        self.cards_of_a
    }

    /// A word of this many cards that is a little different.
    ///
    /// Shapes: at least 2 cards, of this word too.
    pub fn edited(mut self, cards: usize, chance: &mut GameChance<'_>) -> Self {
        let mut place = |below: usize| chance.below(below as u32) as usize;
        while self.layers.len() != cards {
            let at = place(self.layers.len());
            if self.layers.len() > cards {
                self.layers.remove(at);
            } else {
                let like = self.layers[place(self.layers.len())];
                self.layers.insert(at, like);
            }
        }
        for _ in 0..=place(3) {
            let (one, other) = (place(cards), place(cards));
            match place(3) {
                0 => self.layers[one] = self.layers[other],
                1 => self.layers.swap(one, other),
                _ => self.cards_of_a = (self.cards_of_a + place(9)).saturating_sub(4),
            }
        }
        self.cards_of_a = self.cards_of_a.clamp(1, cards - 1);
        self
    }

    /// Deals cards into the word, again and again: the strongest cards into layer 0, in any order.
    ///
    /// Shapes: `sorted` holds as many cards as the word, the strongest first.
    pub fn dealer(&self, sorted: &[Card]) -> IntoWord {
        let mut places: Vec<usize> = (0..self.layers.len()).collect();
        places.sort_by_key(|&place| self.layers[place]);
        let layers = places.chunk_by(|&p, &q| self.layers[p] == self.layers[q]);
        let sizes = layers.map(<[usize]>::len).collect();
        IntoWord { cards: sorted.to_vec(), places, sizes }
    }
}

/// Deals a sorted deck at random into a word.
pub struct IntoWord {
    /// The deck, layer by layer.
    cards: Vec<Card>,
    /// Where each card goes.
    places: Vec<usize>,
    /// Cards of each layer.
    sizes: Vec<usize>,
}

impl IntoWord {
    /// Puts the next deal into `deck`: A's hand, then B's.
    pub fn deal(&mut self, chance: &mut GameChance<'_>, deck: &mut [Card]) {
        let mut rest = &mut self.cards[..];
        for &size in &self.sizes {
            let (layer, others) = rest.split_at_mut(size);
            for k in (1..size).rev() {
                layer.swap(k, chance.below(k as u32 + 1) as usize);
            }
            rest = others;
        }
        for (&place, &card) in self.places.iter().zip(&self.cards) {
            deck[place] = card;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::cards::Seed;
    use crate::core::random::chance::Chance;

    fn written(word: &Word) -> String {
        let digits: Vec<String> = word.layers.iter().map(u8::to_string).collect();
        let (a, b) = digits.split_at(word.cards_of_a);
        format!("{}|{}", a.concat(), b.concat())
    }

    #[test]
    fn words_are_those_of_the_literature_and_of_our_own_search() {
        let words: Vec<String> = known(20).iter().map(written).collect();
        assert_eq!(words, ["01121223|122301121223", "0112|2201120112220112"]);
        assert_eq!(known(52).len(), 6);
        // No construction for 2^k and 3 x 2^k cards.
        for cards in [0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64] {
            assert_eq!(known(cards), [], "{cards}");
        }
        assert!([5, 7, 9, 10, 26, 36, 40, 44].iter().all(|&cards| !known(cards).is_empty()));
    }

    #[test]
    fn every_card_is_dealt_into_its_layer() {
        let mut chance = Chance::new(Seed(1), "test");
        let mut chance = chance.game(0);
        let word = known(20).remove(0).edited(23, &mut chance);
        let sorted: Vec<Card> = (0..23).rev().collect();
        let (mut deck, mut dealer) = (vec![0; 23], word.dealer(&sorted));
        for _ in 0..50 {
            dealer.deal(&mut chance, &mut deck);
            let mut order: Vec<usize> = (0..23).collect();
            order.sort_by_key(|&place| -deck[place]);
            assert!(order.is_sorted_by_key(|&place| word.layers[place]), "{deck:?}");
        }
    }
}
