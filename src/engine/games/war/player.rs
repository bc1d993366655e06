//! What plays blocks of games: decks are dealt once and played by every rule set.

use std::collections::HashMap;
use std::ops::Range;

use super::fast::engine;
use super::feature::{self, DealtHands, FeatureFrom, Lead};
use super::reference::Reference;
use super::result::Outcome;
use super::rules::Rules;
use crate::core::cards::{DealSource, Deals, DeckBlock};
use crate::core::engines::Engine;
use crate::core::game::{Cells, Made, Player};
use crate::core::processor::Processor;
use crate::core::results::GameBlock;

/// One thread's decks, and the rule sets that play them.
struct WarPlayer {
    source: Box<dyn DealSource>,
    rule_sets: Vec<PlayedRules>,
    /// The decks of the last block, in runs of one size.
    blocks: Vec<DeckBlock>,
}

/// A rule set, and what plays it.
struct PlayedRules {
    rules: Rules,
    engine: Engine<DeckBlock>,
    /// Plays games again whose course is asked for.
    reference: Reference,
    /// The games of the last block that were played again.
    leads: HashMap<u64, (Lead, Outcome)>,
}

/// A player of these cells, all of which have this deck, each by the engine of its word.
///
/// Errors: a sentence with the position of the rule set that the engine asked for cannot play, or that
/// there are no such deals of this deck.
pub fn player(cells: Cells<'_, Rules>, deals: &Deals) -> Made {
    let seed = deals.seed;
    let rule_set = |(k, &(rules, word)): (usize, &(&Rules, &'static str))| {
        let engine =
            engine(Processor::here(), word, rules, seed).map_err(|e| (k, e.to_string()))?;
        let reference = Reference::new(rules.clone(), seed);
        Ok(PlayedRules { rules: rules.clone(), engine, reference, leads: HashMap::new() })
    };
    let rule_sets = cells.iter().enumerate().map(rule_set).collect::<Result<_, _>>()?;
    let source = deals.source(&cells[0].0.deck).map_err(|error| (0, error))?;
    Ok(Box::new(WarPlayer { source, rule_sets, blocks: Vec::new() }))
}

impl Player for WarPlayer {
    fn play(&mut self, games: Range<u64>, results: &mut [GameBlock]) {
        self.deal(games);
        for (rule_set, results) in self.rule_sets.iter_mut().zip(results) {
            self.blocks.iter().for_each(|decks| rule_set.engine.plays.play(decks, results));
        }
    }

    fn engine(&self, cell: usize) -> &'static str {
        self.rule_sets[cell].engine.name
    }

    fn deal(&mut self, games: Range<u64>) {
        self.rule_sets.iter_mut().for_each(|rule_set| rule_set.leads.clear());
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
        let rule_set = &mut self.rule_sets[cell];
        for decks in &self.blocks {
            decks.each_deck(|deck, game| {
                let PlayedRules { rules, reference, leads, .. } = &mut *rule_set;
                let deal = DealtHands::of(deck, rules);
                values.push(match feature::of(feature) {
                    FeatureFrom::InDeal(of) => of(&deal),
                    FeatureFrom::InPlay(of) => {
                        let lead = || feature::lead(&deal, game, reference);
                        of(leads.entry(game.0).or_insert_with(lead))
                    }
                });
            });
        }
    }

    fn written_deal(&self, mut k: usize) -> String {
        for decks in &self.blocks {
            if k < decks.decks() {
                return decks.written(k);
            }
            k -= decks.decks();
        }
        panic!("the game is of the last block")
    }
}
