//! The library as another crate has it.

#![allow(clippy::unwrap_used)]

#[path = "../hostile/corpus.rs"]
mod corpus;
mod exact;
mod house;
mod laboratory;
