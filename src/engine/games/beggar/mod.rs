//! Beggar-My-Neighbour: its rules as data, the rules as written, the notation of deals, the engines.

pub mod choices;
pub mod fast;
pub mod feature;
mod film;
pub mod game;
pub mod long_deals;
mod loops;
mod near;
mod neighbours;
pub mod notation;
mod packs;
pub mod penalties;
pub mod presets;
pub mod reference;
pub mod result;
pub mod rules;
pub mod search;
mod show;
#[cfg(test)]
mod tests;
pub mod trace;
pub mod wrong;

pub use game::Beggar;
pub use reference::Reference;
pub use result::{EndReason, GameResult, Outcome, Period, Seat};
pub use rules::{RuleFields, Rules, RulesError};
