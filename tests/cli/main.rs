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
mod grammar;
mod ludo;
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
#[cfg(unix)]
mod shell;
mod show;
mod stopped;
mod stored;
mod tables;
mod terminal;
