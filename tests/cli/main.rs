//! The program, from outside.

#![allow(clippy::unwrap_used, clippy::disallowed_methods)]
// Signals, users and full disks are tested on Unix alone.
#![cfg_attr(not(unix), allow(dead_code, unused_imports))]

mod batch;
mod check;
#[cfg(unix)]
mod compare;
mod decks;
mod exact;
mod examples;
#[cfg(unix)]
mod faults;
mod given_up;
mod grammar;
mod ludo;
#[cfg(feature = "parquet")]
mod per_game_parquet;
#[cfg(unix)]
mod pipes;
mod play;
mod promises;
mod remedies;
mod report;
mod report_claims;
mod resume;
mod rules;
mod run;
mod safety;
mod sandbox;
mod shard;
mod show;
mod tables;
mod terminal;
