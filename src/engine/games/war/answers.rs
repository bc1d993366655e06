//! The decks of a file, answered line by line: many at once, by the fast engines.

use std::collections::BTreeMap;

use super::fast::{Alone, Engine, EngineChoice};
use super::given::{self, CardsError};
use super::reference::Reference;
use super::result::{GameResult, Outcome};
use super::rules::{AceRank, FaceDown, Rules};
use crate::core::cards::block;
use crate::core::cards::text::{self, Given};
use crate::core::cards::{Card, DeckBlock, DeckLines, GameIndex, Seed};
use crate::core::game::{Answers, Form};
use crate::core::processor::Processor;
use crate::core::table::Value;

/// Most decks of a block: 64 KiB of decks of up to 64 cards.
const BLOCK: usize = 1_024;
/// Fewer decks of one size go to the reference engine, which needs no block.
const WORTH_A_BLOCK: usize = 8;

/// Answers lines, one part of a file after the other.
pub struct DeckAnswers {
    rules: Rules,
    form: Form,
    engine: Engine,
    alone: Alone,
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

impl DeckAnswers {
    /// A player by these rules. `seed` decides in-game randomness.
    pub fn new(rules: &Rules, seed: Seed, form: Form) -> Self {
        let Ok(engine) = Engine::new(EngineChoice::Auto, rules, seed) else {
            unreachable!("auto plays every rule set");
        };
        Self {
            rules: rules.clone(),
            form,
            engine,
            alone: Alone::new(rules, seed, Processor::here()),
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
        }
    }

    /// Reads the lines up to the first that is refused, which is returned.
    fn read(&mut self, lines: DeckLines<'_>) -> Result<(), (u64, CardsError)> {
        self.cards.clear();
        self.rows.clear();
        self.by_size.values_mut().for_each(Vec::clear);
        for (line, text) in lines.lines() {
            if text::is_comment(text) {
                continue;
            }
            let read = lines.layout.read(text, &mut self.given).map_err(CardsError::from);
            let checked =
                read.and_then(|game| given::check(&self.given, &self.rules).map(|()| game));
            let game = checked.map_err(|error| (line, error))?.unwrap_or(line - 1);
            let (cards, cards_of_a) = (&self.given.cards, self.given.cards_of_a());
            let start = self.cards.len();
            self.cards.extend_from_slice(cards);
            let row = Row { line, game, start, end: self.cards.len(), cards_of_a };
            let mut is_narrow = block::is_narrow(cards);
            let is_for_engines = cards_of_a.is_none();
            // The cards left are those that were given.
            let is_csv = self.form == Form::Csv;
            if !is_narrow && is_for_engines && is_csv && self.by_order && cards.len() <= MOST_RANKED
            {
                replace_by_order(&mut self.cards[start..], &mut self.values);
                is_narrow = true;
            }
            if is_narrow && is_for_engines {
                self.by_size.entry(cards.len()).or_default().push(self.rows.len());
            }
            self.rows.push(row);
        }
        Ok(())
    }

    /// Plays by the engines, then writes the rows in their order.
    fn play_rows(&mut self, out: &mut String) {
        let mut results: Vec<Option<GameResult>> = vec![None; self.rows.len()];
        let mut left: Vec<u8> = Vec::new();
        let mut left_of = vec![0; self.rows.len()];
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
                if self.form == Form::Csv {
                    self.engine.results(&block, &mut self.results);
                    run.iter()
                        .zip(&self.results)
                        .for_each(|(&k, result)| results[k] = Some(*result));
                } else if self.alone.can_play(&block) {
                    for (place, &k) in run.iter().enumerate() {
                        left_of[k] = left.len();
                        let (deck, game) = (block.narrow(place), first + place as u64);
                        results[k] = self.alone.play_with_left(deck, game, &mut left);
                    }
                }
            }
        }
        self.by_size = by_size;
        for (k, row) in self.rows.iter().enumerate() {
            let alone = || play_alone(&mut self.reference, &self.cards, *row);
            let result = results[k].unwrap_or_else(alone);
            if self.form == Form::Csv {
                csv(row.line, &result, out);
            } else if results[k].is_some() {
                let (a, b) = left[left_of[k]..].split_at(result.cards_a as usize);
                json(row.line, &result, [a, &b[..result.cards_b as usize]], out);
            } else {
                json(row.line, &result, self.reference.cards_left().each_ref(), out);
            }
        }
    }
}

impl Answers for DeckAnswers {
    fn columns(&self) -> &'static str {
        "outcome,value,end_reason,battles,rounds,wars,deepest_war,cards_a,cards_b"
    }

    fn answer(&mut self, lines: DeckLines<'_>, out: &mut String) -> Result<(), (u64, String)> {
        let read = self.read(lines);
        self.play_rows(out);
        read.map_err(|(line, error)| (line, error.to_string()))
    }
}

/// The result as a row of CSV, appended to `rows`.
fn csv(line: u64, result: &GameResult, rows: &mut String) {
    let &GameResult { outcome, end_reason, battles, rounds, wars, deepest_war, .. } = result;
    let &GameResult { cards_a, cards_b, .. } = result;
    let mut digits = itoa::Buffer::new();
    rows.push_str(digits.format(line));
    // No word needs quotes.
    rows.push_str(match outcome {
        Outcome::A => ",A,1,",
        Outcome::B => ",B,-1,",
        Outcome::Draw => ",draw,0,",
    });
    rows.push_str(end_reason.name());
    for count in [battles, rounds, wars, deepest_war, cards_a, cards_b] {
        rows.push(',');
        rows.push_str(digits.format(count));
    }
    rows.push('\n');
}

/// The result as a line of JSON with the cards left, appended to `lines`.
fn json<C: itoa::Integer + Copy>(
    line: u64,
    result: &GameResult,
    left: [impl AsRef<[C]>; 2],
    lines: &mut String,
) {
    let mut digits = itoa::Buffer::new();
    lines.push_str("{\"line\":");
    lines.push_str(digits.format(line));
    for (name, value) in result.words() {
        lines.push_str(",\"");
        lines.push_str(name);
        lines.push_str("\":");
        match value {
            // No word needs escapes.
            Value::Text(word) => lines.extend(["\"", word.as_str(), "\""]),
            Value::Int(n) => lines.push_str(digits.format(n)),
            Value::Signed(n) => lines.push_str(digits.format(n)),
            Value::Float(_) | Value::Empty => lines.push_str("null"),
        }
    }
    for (name, cards) in [",\"hand_a\":[", ",\"hand_b\":["].into_iter().zip(left) {
        lines.push_str(name);
        for (k, &card) in cards.as_ref().iter().enumerate() {
            if k > 0 {
                lines.push(',');
            }
            lines.push_str(digits.format(card));
        }
        lines.push(']');
    }
    lines.push_str("}\n");
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
