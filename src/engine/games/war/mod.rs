//! The card game War: its rules as data, the rule sets of the sources, and the engines.

mod answers;
mod course;
mod endless;
pub mod event;
pub mod fast;
pub mod feature;
mod film;
mod find_winner;
pub mod game;
pub mod given;
mod many;
mod many_show;
pub mod mistakes;
pub mod plain;
pub mod presets;
pub mod reference;
pub mod result;
pub mod rules;
mod seat_set;
pub mod show;
pub mod split;
#[cfg(test)]
mod tests;
pub mod trace;
pub mod wrong;

pub use crate::core::seats::{self, Seat};
pub use find_winner::find_winner;
pub use game::War;
pub use reference::Reference;
pub use result::{EndReason, GameResult, Outcome, Sink};
pub use rules::{RuleFields, Rules, RulesError};
