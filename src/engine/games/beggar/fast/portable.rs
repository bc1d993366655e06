//! The engine for every machine and every rule set: one game after the other, a run of cards at once.

use std::ops::Range;

use super::super::result::GameResult;
use super::super::rules::Rules;
use super::finish::{Ends, finish, play_to};
use super::packed::{Packed, Shape, Way};
use super::tape::Tapes;
use crate::core::cards::shuffle::Shuffler;
use crate::core::cards::{Card, DeckBlock, GameIndex, Seed};
use crate::core::engines::Plays;
use crate::core::random::inside::InsideOfSeed;
use crate::core::results::GameBlock;

/// Plays hands in two words where those can hold them, and on tapes otherwise.
#[derive(Debug)]
pub struct Portable {
    rules: Rules,
    shape: Option<Shape>,
    tapes: Box<Tapes>,
    in_game: InsideOfSeed,
    shuffler: Shuffler,
    deck: Vec<Card>,
    demands: Vec<u8>,
}

impl Plays<DeckBlock> for Portable {
    fn play(&mut self, decks: &DeckBlock, results: &mut GameBlock) {
        self.play_games(decks, 0..decks.len(), results);
    }
}

impl Portable {
    /// An engine for these rules. `seed` decides in-game randomness, where the rules have any.
    pub fn new(rules: &Rules, seed: Seed) -> Self {
        Self {
            shape: Shape::new("portable", rules, 1).ok(),
            tapes: Box::new(Tapes::new(rules.deck.cards(), Way::of(rules))),
            rules: rules.clone(),
            in_game: InsideOfSeed::new(seed),
            shuffler: Shuffler::default(),
            deck: Vec::new(),
            demands: Vec::new(),
        }
    }

    /// Plays the decks of a block at these positions.
    pub fn play_games(&mut self, decks: &DeckBlock, games: Range<usize>, results: &mut GameBlock) {
        if decks.cards() > self.tapes.room() {
            *self.tapes = Tapes::new(decks.cards(), Way::of(&self.rules));
        }
        for k in games {
            let game = GameIndex(decks.first() + k as u64);
            let packed = self.shape.as_ref().filter(|shape| shape.fits(decks));
            let result = packed.and_then(|shape| {
                let hands = shape.pack(decks.narrow(k))?;
                let start = Packed::new(hands, shape.leader.seat(game.0), shape.way);
                Some(Packed::finish(start, shape))
            });
            let result = result.unwrap_or_else(|| self.play_on_tapes(decks, k, game));
            result.report(game.0, results);
        }
    }

    fn play_on_tapes(&mut self, decks: &DeckBlock, k: usize, game: GameIndex) -> GameResult {
        let Self { rules, tapes, in_game, shuffler, deck, demands, .. } = self;
        decks.copy_deck(k, deck);
        demands.clear();
        // What a card demands is a byte: at most 20.
        demands.extend(deck.iter().map(|&card| rules.penalty(card) as u8));
        let (split, ends) = (rules.split(), Ends::of(rules, deck.len()));
        let deal = |tapes: &mut Tapes| tapes.deal(demands, split, rules.leader.seat(game.0));
        deal(tapes);
        if !rules.has_in_game_randomness() {
            return finish(&mut **tapes, ends, deal);
        }
        let mut inside = in_game.game(game.0);
        let by_chance = |tapes: &mut Tapes| {
            tapes.trick_by_chance(|pile| shuffler.shuffle_inside(pile, &mut inside))
        };
        let over = play_to(&mut **tapes, u32::MAX, ends.max_cards, by_chance);
        over.unwrap_or_else(|| unreachable!("a game with a limit ends"))
    }
}
