//! The games, a folder each. No game knows another.

pub mod ludo;
#[cfg(test)]
mod tests;
pub mod war;

use std::sync::Arc;

use crate::core::game::AnyGame;

/// Every game, the default first.
pub fn all() -> Vec<Arc<dyn AnyGame>> {
    vec![Arc::new(war::War), Arc::new(ludo::Ludo::default())]
}
