//! The card game War: its rules as data, the rule sets of the sources, and the engines.

pub mod compare;
pub mod course;
pub mod cycle;
pub mod event;
pub mod fast;
pub mod feature;
pub mod game;
pub mod holding;
pub mod pot;
pub mod presets;
pub mod reference;
pub mod result;
pub mod rules;
pub mod seats;
pub mod split;
pub mod table;
#[cfg(test)]
mod tests;
mod toml_text;
pub mod trace;

pub use game::War;
pub use reference::{Reference, find_winner};
pub use result::{EndReason, GameResult, Outcome, Sink};
pub use rules::{RuleFields, Rules, RulesError};
pub use seats::Seat;
