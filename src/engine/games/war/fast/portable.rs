//! The portable engine: bytes on tapes, for any machine and any rule set.

use super::super::reference::Reference;
use super::super::result::{EndReason, GameResult, Outcome};
use super::super::rules::{Rules, Winnings};
use super::luck::{InGame, Luck};
use super::piles::Piles;
use super::shape::{Chains, Counts, MAX_CARDS, Shape};
use super::table::{CycleWatch, Table, by, play_out};
use super::tape::Hands;
use crate::core::cards::shuffle::Shuffler;
use crate::core::cards::{DeckBlock, Seed};
use crate::core::engines::Plays;
use crate::core::processor::Processor;
use crate::core::random::inside::InsideOfSeed;
use crate::core::results::GameBlock;

/// Plays games by one rule set, without a move of memory per game.
///
/// Decks of more than 1,024 cards, and cards that are not bytes, go to the reference engine.
pub struct Portable {
    alone: Alone,
    reference: Reference,
}

/// Plays one game after the other, and knows what cards are left.
pub struct Alone {
    shape: Shape,
    cards: Cards,
    in_game: InsideOfSeed,
    shuffler: Shuffler,
    counts: Counts,
}

/// Winnings go under the hand, on a tape, or (else) on piles.
enum Cards {
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
    pub fn new(rules: &Rules, seed: Seed, processor: Processor) -> Self {
        let reference = Reference::new(rules.clone(), seed);
        Self { alone: Alone::new(rules, seed, processor), reference }
    }
}

impl Plays<DeckBlock> for Portable {
    fn play(&mut self, decks: &DeckBlock, results: &mut GameBlock) {
        match self.alone.can_play(decks) {
            true => self.alone.play_block(decks, results),
            false => Plays::play(&mut self.reference, decks, results),
        }
    }
}

impl Alone {
    /// A player by these rules. `seed` decides in-game randomness, where the rules have any.
    pub fn new(rules: &Rules, seed: Seed, processor: Processor) -> Self {
        let shape = Shape::new(rules, processor);
        Self {
            cards: match shape.has_piles() {
                false => Cards::Tapes(Box::default()),
                true => Cards::Piles(Box::default()),
            },
            shape,
            in_game: InsideOfSeed::new(seed),
            shuffler: Shuffler::default(),
            counts: Counts::default(),
        }
    }

    /// Whether it can play these decks.
    pub fn can_play(&self, decks: &DeckBlock) -> bool {
        self.shape.can_play(decks)
    }

    fn play_block(&mut self, decks: &DeckBlock, results: &mut GameBlock) {
        let mut chains = Chains::default();
        for k in 0..decks.len() {
            let index = decks.first() + k as u64;
            self.play(decks.narrow(k), index).report(index, results);
            self.counts.flush(&mut chains);
        }
        chains.report(results);
    }

    /// Plays a deck of a block that it can play. `game` decides in-game randomness.
    pub fn play(&mut self, deck: &[u8], game: u64) -> GameResult {
        let Self { shape, cards, in_game, shuffler, counts } = self;
        let mut luck = InGame { shuffler, chance: in_game.game(game) };
        match cards {
            Cards::Tapes(game) => game.play(deck, shape, counts, &mut luck),
            Cards::Piles(game) => game.play(deck, shape, counts, &mut luck),
        }
    }

    /// As [`Alone::play`]; appends to `left` the cards that A and then B held when the game ended, in
    /// the order in which they would be played. Nothing where that is not known: of two cards that
    /// are one to the rules, and where a limit was found before a cycle.
    pub fn play_with_left(
        &mut self,
        deck: &[u8],
        game: u64,
        left: &mut Vec<u8>,
    ) -> Option<GameResult> {
        let mut card_of = [None; 256];
        for &card in deck {
            let one = card_of[usize::from(self.shape.code[usize::from(card)])].get_or_insert(card);
            if *one != card {
                return None;
            }
        }
        let result = self.play(deck, game);
        // Asked by nobody.
        self.counts.flush(&mut Chains::default());
        if self.shape.finds_cycles && result.end_reason == EndReason::Limit {
            return None;
        }
        let start = left.len();
        for seat in [0, 1] {
            match &self.cards {
                Cards::Tapes(game) => left.extend_from_slice(game.table.hand(seat)),
                Cards::Piles(game) => {
                    let (hand, pile) = (game.table.hand(seat), game.table.pile(seat));
                    left.extend_from_slice(hand);
                    match self.shape.winnings {
                        Winnings::PileReversed => left.extend(pile.iter().rev()),
                        _ => left.extend_from_slice(pile),
                    }
                }
            }
        }
        for card in &mut left[start..] {
            *card = card_of[usize::from(*card)]?;
        }
        Some(result)
    }
}

impl Alone {
    /// Plays a deck by rules that look for no cycle, and tells `see` what both held as each round began.
    /// Nothing where it cannot: rules that do, decks that are too large.
    pub fn play_by_rounds(
        &mut self,
        deck: &[u8],
        game: u64,
        see: &mut impl FnMut([usize; 2]),
    ) -> Option<Outcome> {
        let Self { shape, cards, in_game, shuffler, counts } = self;
        if shape.finds_cycles || deck.len() > MAX_CARDS {
            return None;
        }
        let mut luck = InGame { shuffler, chance: in_game.game(game) };
        let outcome = match cards {
            Cards::Tapes(game) => by_rounds(&mut game.table, deck, shape, counts, &mut luck, see),
            Cards::Piles(game) => by_rounds(&mut game.table, deck, shape, counts, &mut luck, see),
        };
        // Asked by nobody.
        counts.flush(&mut Chains::default());
        Some(outcome)
    }
}

fn by_rounds<T: Table>(
    table: &mut T,
    deck: &[u8],
    shape: &Shape,
    counts: &mut Counts,
    luck: &mut impl Luck,
    see: &mut impl FnMut([usize; 2]),
) -> Outcome {
    table.deal(deck, shape);
    loop {
        let (held, before) = (table.held(), counts.rounds);
        let end = table.advance(shape, shape.caps, 1, counts, luck);
        if counts.rounds > before {
            see(held);
        }
        if let Some((outcome, _)) = end {
            return outcome;
        }
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
            let play = &mut by(shape);
            let result = self.watch.play_out(&mut self.table, shape.caps, counts, play);
            shape.asked_before_cycle(result)
        } else {
            play_out(&mut self.table, shape, counts, &mut super::luck::NoLuck)
        }
    }
}
