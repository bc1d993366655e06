//! The games of pure chance of `war-sim` and what they stand on: randomness, cards, statistics, counts.
//!
//! Pure: no file, no clock, no thread. Users want the crate `war-sim`, which hands on what they need.

// Tests compare with the platform's functions, whose last digit may differ from ours.
#![cfg_attr(test, allow(clippy::disallowed_methods))]
#![cfg_attr(not(test), warn(clippy::print_stdout, clippy::print_stderr))]

pub mod core;
pub mod game;
pub mod games;
