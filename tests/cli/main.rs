//! The program, from outside.

#![allow(clippy::unwrap_used)]

mod batch;
mod beggar;
mod check;
mod compare;
mod deck;
mod decks;
mod every_switch;
mod golden;
mod hands;
mod ludo;
#[cfg(feature = "parquet")]
mod per_game_parquet;
mod play;
mod resume;
mod rules;
mod run;
mod sandbox;
mod shard;
mod terminal;
