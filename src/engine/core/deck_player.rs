//! A player for card games: decks are dealt once and played by every rule set.

use std::collections::HashMap;
use std::ops::Range;

use super::cards::{Card, DealSource, Deals, DeckBlock, DeckFields, GameIndex};
use super::game::{Cells, Left, Made, Player};
use super::info::FeatureInfo;
use super::results::GameBlock;
use super::seats::Lead;

/// A rule set of a card game with the engine that plays it.
pub trait DeckRules: Send {
    /// The features of the game; the last of them are those of [`Lead`].
    const FEATURES: &'static [FeatureInfo];

    /// Plays every deck of a block and reports each game once, in any order.
    fn play(&mut self, decks: &DeckBlock, results: &mut GameBlock);

    /// Plays one deck; the cards left, where they are known.
    fn play_deck(&mut self, deck: &[Card], game: GameIndex, results: &mut GameBlock) -> Left {
        self.play(&DeckBlock::from_decks(game.0, &[deck]), results);
        Left::new()
    }

    /// The feature of a deck, in dealing order, at this position among the game's.
    fn feature(&self, feature: usize, deck: &[Card], game: GameIndex) -> i64;

    /// Plays a deck again to see who was ahead, and who won.
    fn lead(&mut self, deck: &[Card], game: GameIndex) -> (Lead, Option<usize>);

    /// Writes deck `k` of a block as people write deals of this game.
    fn write_deal(&self, decks: &DeckBlock, k: usize, text: &mut String) {
        decks.write_deck(k, text);
    }
}

/// One thread's decks, and the rule sets that play them.
pub struct DeckPlayer<R> {
    source: Box<dyn DealSource>,
    rule_sets: Vec<R>,
    /// The decks of the last block, in runs of one size.
    blocks: Vec<DeckBlock>,
    deck: Vec<Card>,
    /// Of each rule set the games of the last block that were played again.
    leads: Vec<HashMap<u64, (Lead, Option<usize>)>>,
}

impl<R: DeckRules + 'static> DeckPlayer<R> {
    /// A player of these cells, all of which have this deck.
    ///
    /// Errors: a sentence with the position of the rule set that cannot be played; what `made` says
    /// of an engine that was asked for, or that there are no such deals of this deck.
    pub fn made<Rules>(
        cells: Cells<'_, Rules>,
        deals: &Deals,
        deck: impl Fn(&Rules) -> &DeckFields,
        made: impl Fn(&Rules, &'static str) -> Result<R, String>,
    ) -> Made {
        let rule_sets = cells
            .iter()
            .enumerate()
            .map(|(k, (rules, engine))| made(rules, engine).map_err(|reason| (k, reason)));
        let rule_sets = rule_sets.collect::<Result<Vec<_>, _>>()?;
        let source = deals.source(deck(cells[0].0)).map_err(|error| (0, error.to_string()))?;
        Ok(Box::new(Self {
            source,
            leads: rule_sets.iter().map(|_| HashMap::new()).collect(),
            rule_sets,
            blocks: Vec::new(),
            deck: Vec::new(),
        }))
    }
}

impl<R: DeckRules> Player for DeckPlayer<R> {
    fn play(&mut self, games: Range<u64>, results: &mut [GameBlock]) {
        self.deal(games);
        for (rules, results) in self.rule_sets.iter_mut().zip(results.iter_mut()) {
            self.blocks.iter().for_each(|decks| rules.play(decks, results));
        }
    }

    fn play_decks(&mut self, decks: &DeckBlock, results: &mut GameBlock) {
        results.reset(decks.first()..decks.first() + decks.len() as u64);
        self.rule_sets[0].play(decks, results);
    }

    fn play_deck(&mut self, deck: &[Card], game: GameIndex, results: &mut GameBlock) -> Left {
        results.reset(game.0..game.0 + 1);
        self.rule_sets[0].play_deck(deck, game, results)
    }

    fn deal(&mut self, games: Range<u64>) {
        self.leads.iter_mut().for_each(HashMap::clear);
        let (mut first, mut runs) = (games.start, 0);
        while first < games.end {
            if self.blocks.len() == runs {
                self.blocks.push(DeckBlock::default());
            }
            let dealt = self.source.deal(&mut self.blocks[runs], first..games.end);
            (first, runs) = (first + dealt, runs + 1);
        }
        self.blocks.truncate(runs);
    }

    fn features(&mut self, cell: usize, feature: usize, values: &mut Vec<i64>) {
        values.clear();
        let own = R::FEATURES.len() - Lead::FEATURES.len();
        for decks in &self.blocks {
            for k in 0..decks.len() {
                decks.copy_deck(k, &mut self.deck);
                let game = GameIndex(decks.first() + k as u64);
                let (rules, deck) = (&mut self.rule_sets[cell], &self.deck);
                values.push(match feature.checked_sub(own) {
                    None => rules.feature(feature, deck, game),
                    Some(shared) => {
                        let played = self.leads[cell].entry(game.0);
                        let (lead, winner) = played.or_insert_with(|| rules.lead(deck, game));
                        lead.feature(shared, *winner)
                    }
                });
            }
        }
    }

    fn write_deal(&mut self, cell: usize, mut k: usize, text: &mut String) {
        for decks in &self.blocks {
            if k < decks.len() {
                self.rule_sets[cell].write_deal(decks, k, text);
                return;
            }
            k -= decks.len();
        }
    }
}
