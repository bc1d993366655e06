//! The card game War: its rules as data, the rule sets of the sources, and the engines.

pub mod batch;
pub mod compare;
pub mod comparison;
pub mod course;
pub mod event;
pub mod fast;
pub mod feature;
pub mod holding;
pub mod measure;
pub mod plain;
pub mod pot;
pub mod presets;
pub mod reference;
pub mod result;
pub mod rules;
pub mod seats;
pub mod split;
pub mod strata;
pub mod table;
pub mod tables;
pub mod tally;
mod toml_text;
pub mod trace;

pub use crate::core::cycle;
pub use reference::{Reference, find_winner};
pub use result::{EndReason, GameResult, Outcome, Sink};
pub use rules::{RuleFields, Rules, RulesError};
pub use seats::Seat;
