//! A player for card games: decks are dealt once and played by every rule set.

use std::collections::HashMap;
use std::ops::Range;

use super::cards::{Card, Composition, DealSource, Deals, DeckBlock, GameIndex};
use super::engines::{Engine, Unsupported};
use super::game::{Cells, Made, Player};
use super::info::FeatureInfo;
use super::results::GameBlock;
use super::seats::Lead;

/// A rule set of a card game, beside the engine that plays it.
pub trait DeckRules: Send {
    /// The features of the game; the last of them are those of [`Lead`].
    const FEATURES: &'static [FeatureInfo];

    /// The same decks as ones that the engine of this word plays faster, if there are such.
    fn recast(&self, _engine: &'static str, _decks: &DeckBlock) -> Option<DeckBlock> {
        None
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
    engines: Vec<Engine<DeckBlock>>,
    rule_sets: Vec<R>,
    /// The decks of the last block, in runs of one size.
    blocks: Vec<DeckBlock>,
    /// Of each rule set the games of the last block that were played again.
    leads: Vec<HashMap<u64, (Lead, Option<usize>)>>,
}

impl<R: DeckRules + 'static> DeckPlayer<R> {
    /// A player of these cells, all of which have this deck, each by the engine of its word.
    ///
    /// Errors: a sentence with the position of the rule set that the engine asked for cannot play, or that
    /// there are no such deals of this deck.
    pub fn made<Rules>(
        cells: Cells<'_, Rules>,
        deals: &Deals,
        deck: impl Fn(&Rules) -> &Composition,
        engine: impl Fn(&'static str, &Rules) -> Result<Engine<DeckBlock>, Unsupported>,
        made: impl Fn(&Rules) -> R,
    ) -> Made {
        let engines = cells
            .iter()
            .enumerate()
            .map(|(k, (rules, word))| engine(word, rules).map_err(|e| (k, e.to_string())));
        let engines = engines.collect::<Result<_, _>>()?;
        let rule_sets: Vec<R> = cells.iter().map(|(rules, _)| made(rules)).collect();
        let source = deals.source(deck(cells[0].0)).map_err(|error| (0, error))?;
        Ok(Box::new(Self {
            source,
            leads: rule_sets.iter().map(|_| HashMap::new()).collect(),
            engines,
            rule_sets,
            blocks: Vec::new(),
        }))
    }
}

impl<R: DeckRules> Player for DeckPlayer<R> {
    fn play(&mut self, games: Range<u64>, results: &mut [GameBlock]) {
        self.deal(games);
        let rule_sets = self.engines.iter_mut().zip(&self.rule_sets);
        for ((engine, rules), results) in rule_sets.zip(results.iter_mut()) {
            for decks in &self.blocks {
                let recast = rules.recast(engine.name(), decks);
                engine.play(recast.as_ref().unwrap_or(decks), results);
            }
        }
    }

    fn play_decks(&mut self, decks: &DeckBlock, results: &mut GameBlock) {
        results.reset(decks.first()..decks.first() + decks.len() as u64);
        let engine = &mut self.engines[0];
        let recast = self.rule_sets[0].recast(engine.name(), decks);
        engine.play(recast.as_ref().unwrap_or(decks), results);
    }

    fn engine(&self, cell: usize) -> Option<&'static str> {
        Some(self.engines[cell].name())
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
        let rules = &mut self.rule_sets[cell];
        for decks in &self.blocks {
            decks.each_deck(|deck, game| {
                values.push(match feature.checked_sub(own) {
                    None => rules.feature(feature, deck, game),
                    Some(shared) => {
                        let played = self.leads[cell].entry(game.0);
                        let (lead, winner) = played.or_insert_with(|| rules.lead(deck, game));
                        lead.feature(shared, *winner)
                    }
                });
            });
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
