//! Rows of games: what each holds, how those of a block are made, and where they go.

use std::io;
use std::iter::repeat_n;

use serde::{Deserialize, Serialize};

use crate::core::game::{Player, RowValue};
use crate::core::results::GameBlock;
use crate::core::rows::{ColumnData, Columns};
use crate::core::table::Value;
use crate::game::Cell;
use crate::lab::formats::Block;
use crate::lab::refused::Refused;
use crate::lab::spec::Study;

/// What the row of a game holds beside its result.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowDetail {
    /// The names of features of the deal; no others are computed.
    pub features: Vec<String>,
    /// The deal.
    pub deals: bool,
}

/// Turns a block of rows into what is written; for many threads.
pub type Encode = dyn Fn(&Columns) -> io::Result<Block> + Sync;

/// Somewhere to put a row for each game.
pub trait RowSink: Send {
    /// What a row holds beside the result.
    fn detail(&self) -> &RowDetail;
    /// Whether rows are written in groups, so that it matters how many are handed over at once.
    fn has_groups(&self) -> bool;
    /// Begins the file of this study, with its header, in groups of so many rows; returns what encodes its blocks.
    ///
    /// Errors: those of the file.
    fn begin(&mut self, study: &Study, shape: &Columns, group: u64)
    -> Result<Box<Encode>, Refused>;
    /// Writes an encoded block.
    ///
    /// Errors: those of the file.
    fn write(&mut self, block: io::Result<Block>) -> Result<(), Refused>;
}

/// What a column holds; words by their positions in the list of the column.
enum Holds {
    /// A word of each cell: its rule set, or a swept field.
    Word(Vec<u32>),
    /// A number of each cell: a swept field, or what it is played with.
    Number(Vec<i64>),
    /// The index of the game.
    Game,
    /// A word for how the game ended, by end.
    End(Vec<u32>),
    /// What the game counts, by position.
    Counter(usize),
    /// What the deal shows, by position.
    Feature(usize),
    /// The deal.
    Deal,
}

/// The columns of the rows of a study's games.
#[derive(Default)]
pub struct RowColumns {
    /// Their names and kinds, without a row.
    pub shape: Columns,
    holds: Vec<Holds>,
}

impl RowColumns {
    /// Those of a study, with more than the result if that is wanted.
    pub fn of(study: &Study, RowDetail { features, deals }: &RowDetail) -> Self {
        let (info, mut all) = (study.info(), Self::default());
        let setup: Vec<_> = study.setup_columns().filter(|_| info.setup_in_rows).collect();
        let with_setup = |cell: &Cell| {
            let setup = setup.iter().map(|&(k, _)| cell.rules.setup_values[k].clone());
            let swept = study.swept_values(&cell.rules).into_iter();
            let name = Value::from(cell.rules_name.as_str());
            [name].into_iter().chain(swept).chain(setup).collect::<Vec<_>>()
        };
        let told: Vec<_> = study.cells.iter().map(with_setup).collect();
        let swept = study.swept.iter().map(String::as_str);
        let keys = ["rules"].into_iter().chain(swept).chain(setup.iter().map(|one| one.1));
        for (k, key) in keys.enumerate() {
            let number = |told: &Vec<Value>| match told[k] {
                Value::Int(n) => i64::try_from(n).ok(),
                _ => None,
            };
            match told.iter().map(number).collect() {
                Some(numbers) => all.add_numbers(key, Holds::Number(numbers)),
                None => {
                    let words = told.iter().map(|told| told[k].to_string());
                    let (column, which) = ColumnData::words(words);
                    all.add(key, column, Holds::Word(which));
                }
            }
        }
        // Signed while it fits, so that differences of two games are differences.
        match i64::try_from(study.whole().end) {
            Ok(_) => all.add_numbers("game", Holds::Game),
            Err(_) => all.add("game", ColumnData::Index(Vec::new()), Holds::Game),
        }
        for &(name, holds) in info.row_columns {
            match holds {
                RowValue::End(word) => {
                    let ends = (0..info.ends()).map(|end| info.outcome_and_reason(end));
                    let (words, which) = ColumnData::words(ends.map(|end| word(info, end)));
                    all.add(name, words, Holds::End(which));
                }
                RowValue::Counter(c) => all.add_numbers(name, Holds::Counter(c)),
            }
        }
        for (feature, name) in info.features.iter().map(|feature| feature.name).enumerate() {
            let is_column = info.row_columns.iter().any(|(column, _)| *column == name);
            if !is_column && features.iter().any(|wanted| wanted == name) {
                all.add_numbers(name, Holds::Feature(feature));
            }
        }
        if *deals {
            all.add("deck", ColumnData::Text(Vec::new()), Holds::Deal);
        }
        all
    }

    fn add(&mut self, name: &str, column: ColumnData, holds: Holds) {
        self.shape.push(name, column);
        self.holds.push(holds);
    }

    fn add_numbers(&mut self, name: &str, holds: Holds) {
        self.add(name, ColumnData::Int(Vec::new()), holds);
    }

    /// Writes a row for each game of a block that this player played of a cell of the study, the `place`-th of its own,
    /// over the rows from a first one on, one of so many.
    pub fn write(
        &self,
        rows: &mut Columns,
        at: (usize, usize),
        (cell, place): (usize, usize),
        block: &GameBlock,
        player: &mut dyn Player,
    ) {
        let games = block.ends().len();
        let ends = || block.ends().iter().map(|&end| usize::from(end));
        for (column, holds) in rows.columns.iter_mut().zip(&self.holds) {
            match (column, holds) {
                (ColumnData::Word { rows, .. }, Holds::Word(of)) => {
                    put(rows, at, repeat_n(of[cell], games));
                }
                (ColumnData::Word { rows, .. }, Holds::End(of)) => {
                    put(rows, at, ends().map(|end| of[end]));
                }
                (ColumnData::Index(rows), Holds::Game) => put(rows, at, block.games()),
                (ColumnData::Int(rows), Holds::Game) => {
                    put(rows, at, block.games().map(|game| game as i64));
                }
                (ColumnData::Int(rows), Holds::Number(of)) => {
                    put(rows, at, repeat_n(of[cell], games));
                }
                (ColumnData::Int(rows), Holds::Counter(counter)) => {
                    put(rows, at, block.counter(*counter).iter().map(|&n| n as i64));
                }
                (ColumnData::Int(rows), Holds::Feature(feature)) => {
                    let mut values = Vec::new();
                    player.features(place, *feature, &mut values);
                    put(rows, at, values.into_iter());
                }
                (ColumnData::Text(rows), Holds::Deal) => {
                    put(rows, at, (0..games).map(|game| player.written_deal(game)));
                }
                _ => unreachable!("a column is of the kind that it holds"),
            }
        }
    }
}

/// Writes values over rows, from a first one on one of so many.
fn put<T>(rows: &mut [T], (mut at, step): (usize, usize), values: impl Iterator<Item = T>) {
    for value in values {
        rows[at] = value;
        at += step;
    }
}
