//! From counts to tables and words. Knows no game: each game names itself and what it counts.

pub mod account;
mod by;
pub mod columns;
pub mod compared;
mod estimates;
pub mod exact;
pub mod fields;
pub mod labels;
pub mod pairs;
pub mod sentences;
pub mod sheet;
pub mod summary;
mod sweep;
pub mod terms;
