//! Single games, as people ask for them and watch them.

use crate::core::cards::Seed;
use crate::core::wording::wrap::{WIDTH, hanging};

/// What is dealt in one game.
#[derive(Clone, Copy, Debug)]
pub enum Dealt<'a> {
    /// The deal of the game of the seed.
    OfSeed,
    /// A deal as people write it.
    Deal(&'a [u8]),
}

/// The one game that is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// What is dealt.
    pub dealt: Dealt<'a>,
    /// The seed, which also decides the shuffles inside a game.
    pub seed: Seed,
    /// The index of the game.
    pub game: u64,
    /// What the rule set is called.
    pub name: &'a str,
    /// What to type to get it.
    pub typed: &'a str,
}

impl<'a> Asked<'a> {
    /// A game of a seed, by a rule set that needs no name.
    pub fn of_seed(seed: Seed, game: u64) -> Self {
        Self { dealt: Dealt::OfSeed, seed, game, name: "", typed: "" }
    }
}

/// What one game is printed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Screen {
    /// Columns of a line.
    pub width: usize,
    /// Whether cards show their suits, where they have any.
    pub suits: bool,
}

impl Screen {
    /// What is read by other programs.
    pub const PIPE: Self = Self { width: WIDTH, suits: false };

    /// A line of words after a margin, broken where the screen is too narrow for it, or for the lines
    /// of other programs.
    pub fn line(self, margin: &str, words: &str) -> String {
        let fits = margin.chars().count() + words.chars().count() <= self.width;
        match fits || self.width == WIDTH || words.starts_with("war-sim ") {
            true => format!("{margin}{words}\n"),
            false => hanging(margin, words, self.width),
        }
    }
}
