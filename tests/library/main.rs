//! The library as another crate has it: five tasks, and a game of one's own in the whole laboratory.

#![allow(clippy::unwrap_used)]

mod coin;
mod damage;
mod exact;
mod house;
mod laboratory;
mod plain;
mod tasks;
