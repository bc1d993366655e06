//! Many lines of a file, played at once by the fast engines.

use std::collections::BTreeMap;

use super::lines::Batch;
use super::source::CardsError;
use super::summary::{self, Form};
use crate::core::cards::block;
use crate::core::cards::text::{self, Given};
use crate::core::cards::{Card, DeckBlock, GameIndex, Seed};
use crate::games::war::Reference;
use crate::games::war::fast::{Engine, EngineChoice};
use crate::games::war::result::GameResult;
use crate::games::war::rules::{AceRank, FaceDown, Rules};

/// Most decks of a block: 64 KiB of decks of up to 64 cards.
const BLOCK: usize = 1_024;
/// Fewer decks of one size go to the reference engine, which needs no block.
const WORTH_A_BLOCK: usize = 8;

/// Plays lines, one part of a file after the other.
pub struct Player {
    rules: Rules,
    form: Form,
    engine: Engine,
    reference: Reference,
    given: Given,
    /// The cards of all rows, one after the other.
    cards: Vec<Card>,
    rows: Vec<Row>,
    /// The results of a block.
    results: Vec<GameResult>,
    /// Whether only the order of the cards counts, so that any numbers can be played as bytes.
    by_order: bool,
    /// The values of one deck, in order.
    values: Vec<Card>,
    /// Rows by the size of their deck, those that an engine can play as bytes.
    by_size: BTreeMap<usize, Vec<usize>>,
    /// The answers.
    pub text: String,
    /// The line that stopped it.
    pub refused: Option<(u64, CardsError)>,
}

/// A line that is to be played.
#[derive(Clone, Copy)]
struct Row {
    line: u64,
    game: u64,
    start: usize,
    end: usize,
    cards_of_a: Option<usize>,
}

/// Most cards of a deck whose values surely fit bytes, as the engines want them.
const MOST_RANKED: usize = 255;

impl Player {
    /// A player by these rules. `seed` decides in-game randomness.
    pub fn new(rules: &Rules, seed: Seed, form: Form) -> Self {
        let Ok(engine) = Engine::new(EngineChoice::Auto, rules, seed) else {
            unreachable!("auto plays every rule set");
        };
        Self {
            rules: rules.clone(),
            form,
            engine,
            reference: Reference::new(rules.clone(), seed),
            given: Given::default(),
            cards: Vec::new(),
            rows: Vec::new(),
            results: Vec::new(),
            by_order: rules.compare.ace == AceRank::High
                && !rules.compare.lowest_beats_highest
                && rules.war.face_down != FaceDown::TiedRank,
            values: Vec::new(),
            by_size: BTreeMap::new(),
            text: String::new(),
            refused: None,
        }
    }

    /// Plays the lines up to the first that is refused, and writes their answers into `text`.
    pub fn play(&mut self, batch: Batch<'_>) {
        self.text.clear();
        self.refused = None;
        self.read(batch);
        match self.form {
            Form::Csv => self.play_rows(),
            Form::JsonLines => self.play_one_by_one(),
        }
    }

    fn read(&mut self, batch: Batch<'_>) {
        self.cards.clear();
        self.rows.clear();
        self.by_size.values_mut().for_each(Vec::clear);
        for (line, text) in batch.lines() {
            if text::is_comment(text) {
                continue;
            }
            let read = batch.layout.read(text, &mut self.given).map_err(CardsError::from);
            let checked = read
                .and_then(|game| Ok(self.rules.check_deck(&self.given.cards).map(|()| game)?));
            let game = match checked {
                Ok(game) => game.unwrap_or(line - 1),
                Err(error) => {
                    self.refused = Some((line, error));
                    return;
                }
            };
            let Given { cards, cards_of_a } = &self.given;
            let start = self.cards.len();
            self.cards.extend_from_slice(cards);
            let row = Row { line, game, start, end: self.cards.len(), cards_of_a: *cards_of_a };
            let mut is_narrow = block::is_narrow(cards);
            let is_for_engines = cards_of_a.is_none() && self.form == Form::Csv;
            if !is_narrow && is_for_engines && self.by_order && cards.len() <= MOST_RANKED {
                replace_by_order(&mut self.cards[start..], &mut self.values);
                is_narrow = true;
            }
            if is_narrow && is_for_engines {
                self.by_size.entry(cards.len()).or_default().push(self.rows.len());
            }
            self.rows.push(row);
        }
    }

    /// Plays by the engines, then writes the rows in their order.
    fn play_rows(&mut self) {
        let mut results: Vec<Option<GameResult>> = vec![None; self.rows.len()];
        let by_size = std::mem::take(&mut self.by_size);
        for rows in by_size.values() {
            // Only where chance enters after the deal does a game's number matter.
            let same_block = |&a: &usize, &b: &usize| {
                !self.rules.has_in_game_randomness()
                    || self.rows[a].game.checked_add(1) == Some(self.rows[b].game)
            };
            let runs = rows.chunk_by(same_block).flat_map(|run| run.chunks(BLOCK));
            for run in runs.filter(|run| run.len() >= WORTH_A_BLOCK) {
                let decks: Vec<&[Card]> =
                    run.iter().map(|&k| cards_of(&self.cards, self.rows[k])).collect();
                let first = match self.rules.has_in_game_randomness() {
                    true => self.rows[run[0]].game,
                    false => 0,
                };
                let block = DeckBlock::from_decks(first, &decks);
                self.engine.results(&block, &mut self.results);
                run.iter().zip(&self.results).for_each(|(&k, result)| results[k] = Some(*result));
            }
        }
        self.by_size = by_size;
        for (row, result) in self.rows.iter().zip(results) {
            let alone = || play_alone(&mut self.reference, &self.cards, *row);
            summary::csv(row.line, &result.unwrap_or_else(alone), &mut self.text);
        }
    }

    /// Plays by the reference engine, which knows what cards are left.
    fn play_one_by_one(&mut self) {
        for &row in &self.rows {
            let result = play_alone(&mut self.reference, &self.cards, row);
            let left = self.reference.cards_left();
            self.text.push_str(&summary::json(Some(row.line), &result, left));
        }
    }
}

/// Replaces each number by its place among the values of the deck: the same game, in bytes.
fn replace_by_order(cards: &mut [Card], values: &mut Vec<Card>) {
    values.clear();
    values.extend_from_slice(cards);
    values.sort_unstable();
    values.dedup();
    for card in cards {
        *card = values.partition_point(|value| value < card) as Card;
    }
}

fn cards_of(cards: &[Card], row: Row) -> &[Card] {
    &cards[row.start..row.end]
}

fn play_alone(engine: &mut Reference, cards: &[Card], row: Row) -> GameResult {
    let (cards, game) = (cards_of(cards, row), GameIndex(row.game));
    match row.cards_of_a {
        Some(count) => engine.play_hands(cards.split_at(count).into(), game),
        None => engine.play(cards, game),
    }
}
