//! One file per verb.

pub mod batch;
pub mod deck;
pub mod play;
pub mod rules;
