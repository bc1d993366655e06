//! The tables that every game has, in the order of writing: no rows of games may have the file of one.

/// Those that a game may have others instead of.
pub const USUAL: [&str; 3] = ["summary", "estimates", "histogram"];
/// Those that any game has, where there is something to say in them.
pub const BESIDE: [&str; 4] = ["comparison", "strata", "precision", "exact"];
