//! The games, a folder each. No game knows another.

pub mod beggar;
#[cfg(test)]
mod documented;
pub mod lcr;
pub mod ludo;
pub mod snakes;
pub mod war;

use std::sync::Arc;

use crate::core::game::AnyGame;

/// Every game, the default first.
pub fn all() -> Vec<Arc<dyn AnyGame>> {
    vec![
        Arc::new(war::War),
        Arc::new(ludo::Ludo::default()),
        Arc::new(beggar::Beggar),
        Arc::new(snakes::Snakes),
        Arc::new(lcr::LeftCenterRight),
    ]
}
