//! The portable engine: bytes on tapes, for any machine and any rule set.

use super::super::reference::Reference;
use super::super::result::{GameResult, Sink};
use super::super::rules::{Rules, Winnings};
use super::luck::{InGame, Luck};
use super::piles::Piles;
use super::shape::{Chains, Counts, Shape};
use super::table::{CycleWatch, Table, by, play_out};
use super::tape::Hands;
use super::turns::Turns;
use crate::core::cards::shuffle::Shuffler;
use crate::core::cards::{DeckBlock, Seed};
use crate::core::processor::Processor;
use crate::core::random::inside::InsideOfSeed;

/// Plays games by one rule set, without a move of memory per game.
///
/// Decks of more than 1,024 cards, and cards that are not bytes, go to the reference engine.
pub struct Portable {
    shape: Shape,
    /// Winnings go under the hand, on a tape, or (else) on piles.
    cards: Cards,
    in_game: InsideOfSeed,
    shuffler: Shuffler,
    counts: Counts,
    reference: Reference,
}

enum Cards {
    Turns(Box<Turns>),
    Tapes(Box<Game<Hands>>),
    Piles(Box<Game<Piles>>),
}

#[derive(Default)]
struct Game<T> {
    table: T,
    watch: CycleWatch<T>,
}

impl std::fmt::Debug for Portable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Portable").field("rules", &self.reference).finish_non_exhaustive()
    }
}

impl Portable {
    /// An engine for these rules. `seed` decides in-game randomness, where the rules have any.
    pub fn new(rules: &Rules, seed: Seed) -> Self {
        Self::on(Processor::here(), rules, seed)
    }

    /// The engine as a processor would have it that has less.
    pub fn on(processor: Processor, rules: &Rules, seed: Seed) -> Self {
        let shape = Shape::new(rules, processor);
        Self {
            cards: match rules.winnings {
                // `pile` gives the same games as `bottom`, whether it was turned yet or not.
                Winnings::Bottom | Winnings::Pile => Turns::new(&shape, processor)
                    .map_or_else(|| Cards::Tapes(Box::default()), |t| Cards::Turns(Box::new(t))),
                Winnings::PileReversed | Winnings::PileShuffled => Cards::Piles(Box::default()),
            },
            shape,
            in_game: InsideOfSeed::new(seed),
            shuffler: Shuffler::default(),
            counts: Counts::default(),
            reference: Reference::new(rules.clone(), seed),
        }
    }

    /// Plays every deck of a block and reports each game once.
    pub fn play_block(&mut self, decks: &DeckBlock, sink: &mut impl Sink) {
        if !self.shape.can_play(decks) {
            return self.reference.play_block(decks, sink);
        }
        let Self { shape, cards, in_game, shuffler, counts, .. } = self;
        if let Cards::Turns(turns) = cards {
            return turns.play_block(shape, decks, sink);
        }
        let mut chains = Chains::default();
        for k in 0..decks.len() {
            let index = decks.first() + k as u64;
            let mut luck = InGame { shuffler: &mut *shuffler, chance: in_game.game(index) };
            let deck = decks.narrow(k);
            let result = match cards {
                Cards::Turns(_) => unreachable!("they play whole blocks"),
                Cards::Tapes(game) => game.play(deck, shape, counts, &mut luck),
                Cards::Piles(game) => game.play(deck, shape, counts, &mut luck),
            };
            sink.game(index, &result);
            counts.flush(&mut chains);
        }
        chains.report(sink);
    }
}

impl<T: Table> Game<T> {
    fn play(
        &mut self,
        deck: &[u8],
        shape: &Shape,
        counts: &mut Counts,
        luck: &mut impl Luck,
    ) -> GameResult {
        self.table.deal(deck, shape);
        if shape.random {
            play_out(&mut self.table, shape, counts, luck)
        } else if shape.finds_cycles {
            self.watch.play_out(&mut self.table, shape.caps, counts, &mut by(shape))
        } else {
            play_out(&mut self.table, shape, counts, &mut super::luck::NoLuck)
        }
    }
}
