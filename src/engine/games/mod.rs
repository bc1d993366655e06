//! The games, a folder each. No game knows another.

pub mod ludo;
#[cfg(test)]
mod tests;
pub mod war;
