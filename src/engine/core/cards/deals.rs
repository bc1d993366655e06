//! Where the deals of a study come from: a seed, a list of decks, or every order of a small deck.

use std::ops::Range;
use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::{Card, Composition, Dealer, DeckBlock, Seed};

/// The deals of a study, whatever game plays them.
///
/// The seed also decides shuffles inside a game, so it is there even where the decks are given.
#[derive(Clone, Debug, Default)]
pub struct Deals {
    /// The seed.
    pub seed: Seed,
    /// Where the decks come from.
    pub from: DealsFrom,
}

/// Where decks come from.
#[derive(Clone, Debug, Default)]
pub enum DealsFrom {
    /// Shuffled by the seed: deck `i` is that of game `i`, without end.
    #[default]
    Seed,
    /// Given: deck `i` is the i-th of the list.
    List(Arc<DeckList>),
    /// Every distinct order of the deck, in rising (lexicographic) order.
    Orders,
}

/// Decks that somebody wrote down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeckList {
    /// What tells this list from others, such as the SHA-256 of its file.
    pub digest: String,
    /// The decks, each in dealing order.
    pub decks: Vec<Vec<Card>>,
}

impl DeckList {
    /// These decks, told from others by their cards alone.
    pub fn of(decks: Vec<Vec<Card>>) -> Self {
        let mut hash = Sha256::new();
        for deck in &decks {
            hash.update((deck.len() as u64).to_le_bytes());
            deck.iter().for_each(|card| hash.update(card.to_le_bytes()));
        }
        let digest = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        Self { digest, decks }
    }
}

/// One source of decks: the small interface behind which all three stand.
pub trait DealSource: Send {
    /// Deals the first of these games, and as many of the following ones as have decks of the same
    /// size; returns how many.
    ///
    /// Shapes: `games` is not empty and lies within the source; at least 1 is returned.
    fn deal(&mut self, block: &mut DeckBlock, games: Range<u64>) -> u64;
}

impl Deals {
    /// The decks of a seed.
    pub fn of_seed(seed: u64) -> Self {
        Self { seed: Seed(seed), from: DealsFrom::Seed }
    }

    /// A source of these deals for a deck of this kind.
    ///
    /// Errors: a sentence on a deck without orders of its own, or with too many.
    pub fn source(&self, deck: &Composition) -> Result<Box<dyn DealSource>, String> {
        Ok(match &self.from {
            DealsFrom::Seed => Box::new(Dealer::new(self.seed, *deck)),
            DealsFrom::List(list) => Box::new(Arc::clone(list)),
            DealsFrom::Orders => Box::new(Orders::new(deck)?),
        })
    }

    /// How many deals there are; `None` without end.
    ///
    /// Errors: a sentence on a deck without orders of its own, or with too many.
    pub fn count(&self, deck: &Composition) -> Result<Option<u64>, String> {
        Ok(match &self.from {
            DealsFrom::Seed => None,
            DealsFrom::List(list) => Some(list.decks.len() as u64),
            DealsFrom::Orders => Some(Orders::new(deck)?.count),
        })
    }
}

impl DealSource for Dealer {
    fn deal(&mut self, block: &mut DeckBlock, games: Range<u64>) -> u64 {
        let len = games.end - games.start;
        self.fill(block, games.start, len as usize);
        len
    }
}

impl DealSource for Arc<DeckList> {
    fn deal(&mut self, block: &mut DeckBlock, games: Range<u64>) -> u64 {
        let decks = &self.decks[games.start as usize..games.end as usize];
        let cards = decks[0].len();
        let alike = decks.iter().take_while(|deck| deck.len() == cards).count();
        *block = DeckBlock::from_decks(games.start, &decks[..alike]);
        alike as u64
    }
}

/// Every distinct order of a deck, by its index.
///
/// Orders of equal cards are one; the order of index 0 is the rising one, the last the falling one.
#[derive(Clone, Debug)]
pub struct Orders {
    /// The ranks, rising, with the number of cards of each.
    ranks: Vec<(Card, u64)>,
    cards: usize,
    /// How many orders there are.
    count: u64,
}

impl Orders {
    /// The orders of a deck.
    ///
    /// Errors: a sentence on a deck without orders of its own, or with too many.
    pub fn new(deck: &Composition) -> Result<Self, String> {
        let fresh = deck.fresh();
        let runs = fresh.chunk_by(|one, next| one == next);
        let ranks: Vec<(Card, u64)> = runs.map(|run| (run[0], run.len() as u64)).collect();
        let cards = fresh.len();
        let count = orders_of(ranks.iter().map(|&(_, n)| n)).ok_or_else(|| {
            format!(
                "a deck of {cards} cards has more than 2^64 - 1 orders; use fewer ranks or suits"
            )
        })?;
        Ok(Self { ranks, cards, count })
    }

    /// The order of this index, over what `deck` held.
    ///
    /// Panics if there is none.
    pub fn order(&self, mut index: u64, deck: &mut Vec<Card>) {
        assert!(index < self.count, "order {index} of {}", self.count);
        deck.clear();
        let mut left: Vec<u64> = self.ranks.iter().map(|&(_, n)| n).collect();
        let (mut orders, mut cards) = (u128::from(self.count), self.cards as u128);
        while cards > 0 {
            for (k, &(rank, _)) in self.ranks.iter().enumerate() {
                // Of all orders of what is left, this share begins with this rank: exact.
                let beginning = orders * u128::from(left[k]) / cards;
                if u128::from(index) < beginning {
                    deck.push(rank);
                    left[k] -= 1;
                    orders = beginning;
                    break;
                }
                index -= beginning as u64;
            }
            cards -= 1;
        }
    }
}

/// Distinct orders of so many cards of each rank; `None` above 2^64 - 1.
///
/// A product of binomials, each exact: cards of the next rank among all so far.
pub fn orders_of(counts: impl IntoIterator<Item = u64>) -> Option<u64> {
    let (mut orders, mut cards) = (1_u128, 0_u128);
    for n in counts {
        for k in 1..=u128::from(n) {
            cards += 1;
            // Divides exactly: after k factors this is a binomial times the orders before.
            orders = orders.checked_mul(cards)? / k;
        }
        if orders > u128::from(u64::MAX) {
            return None;
        }
    }
    u64::try_from(orders).ok()
}

/// Puts a deck into the next order, of rising ones; whether there was one: the last becomes the first.
#[inline]
pub fn next_order<C: Ord>(deck: &mut [C]) -> bool {
    let Some(k) = (1..deck.len()).rev().find(|&k| deck[k - 1] < deck[k]) else {
        deck.reverse();
        return false;
    };
    let other = (k..deck.len()).rev().find(|&other| deck[other] > deck[k - 1]);
    deck.swap(k - 1, other.unwrap_or(k));
    deck[k..].reverse();
    true
}

impl DealSource for Orders {
    fn deal(&mut self, block: &mut DeckBlock, games: Range<u64>) -> u64 {
        let mut deck = Vec::new();
        self.order(games.start, &mut deck);
        let (len, highest) =
            (games.end - games.start, self.ranks.last().map_or(0, |&(rank, _)| rank));
        block.reset(games.start, len as usize, self.cards, highest);
        for k in 0..len as usize {
            block.set(k, &deck);
            next_order(&mut deck);
        }
        len
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The decks of these games, and how many were dealt at once.
    fn dealt(source: &mut impl DealSource, games: u64, most: u64) -> (Vec<Vec<Card>>, Vec<u64>) {
        let (mut block, mut all, mut sizes) = (DeckBlock::default(), Vec::new(), Vec::new());
        while (all.len() as u64) < games {
            let first = all.len() as u64;
            sizes.push(source.deal(&mut block, first..games.min(first + most)));
            block.each_deck(|deck, _| all.push(deck.to_vec()));
        }
        (all, sizes)
    }

    #[test]
    fn every_order_comes_once_and_in_rising_order() {
        for (text, count) in [
            ("ranks = 2\nsuits = 2", 6),
            ("ranks = 2\nsuits = 4", 70),
            ("ranks = 3\nsuits = 1\njokers = 2", 60),
            ("ranks = 0\nsuits = 1", 1),
        ] {
            let mut orders = Orders::new(&toml::from_str(text).unwrap()).unwrap();
            assert_eq!(orders.count, count, "{text}");
            let (all, _) = dealt(&mut orders, count, 7);
            assert_eq!(all.len() as u64, count, "{text}");
            assert!(all.is_sorted_by(|one, next| one < next), "{text}");
            let mut one = Vec::new();
            for (k, expected) in all.iter().enumerate() {
                orders.order(k as u64, &mut one);
                assert_eq!(&one, expected);
            }
        }
        // 5 ranks of 4 suits: 20! / 4!^5.
        let five = Orders::new(&Composition { ranks: 5, ..Composition::FULL });
        assert_eq!(five.unwrap().count, 305_540_235_000);
        let whole = Orders::new(&Composition::FULL).unwrap_err();
        assert!(whole.starts_with("a deck of 52 cards has more"), "{whole}");
    }

    #[test]
    fn a_list_is_dealt_in_runs_of_one_size() {
        let decks = vec![vec![1, 2], vec![3, 4], vec![], vec![-5, 600], vec![7, 8]];
        let mut list = Arc::new(DeckList { digest: String::new(), decks: decks.clone() });
        assert_eq!(dealt(&mut list, 5, 5), (decks, vec![2, 1, 2]));
    }
}
