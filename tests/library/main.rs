//! The library as another crate has it: four tasks, and the whole laboratory.

#![allow(clippy::unwrap_used)]

mod damage;
mod exact;
mod house;
mod laboratory;
mod plain;
mod tasks;
