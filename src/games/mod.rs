//! The games, a folder each. No game knows another.

pub mod beggar;
pub mod ludo;
pub mod war;
