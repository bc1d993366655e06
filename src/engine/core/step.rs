//! A game is told once, step by step, by its reference. Traces, courses and features read the
//! steps.

/// A step of a game.
#[derive(Clone, Copy, Debug)]
pub struct Step<E, T> {
    /// What happens, in the game's own words.
    pub event: E,
    /// What lies where after it.
    pub table: T,
}
