//! What the page asks.

use serde::Deserialize;

/// A request.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Request {
    /// Which games and rule sets there are.
    About,
    /// A rule set in full.
    Rules(Chosen),
    /// The deal of a game of the seed, as people write it.
    Deal(OneGame),
    /// One game, step by step.
    Film(OneGame),
    /// From now on [`Request::Play`] plays this.
    Begin {
        /// The rule sets: one, or several that play the same deals.
        rules: Vec<Chosen>,
        /// Number of games, as typed.
        games: String,
        /// The seed, as typed.
        seed: String,
    },
    /// Plays some more games.
    Play {
        /// How many at most.
        games: u64,
    },
    /// The figures of the games so far.
    Figures,
    /// The tables of the games so far, as files.
    Tables,
}

/// A rule set as it was chosen.
#[derive(Deserialize)]
pub struct Chosen {
    /// The built-in rule set.
    pub base: String,
    /// The changed fields, each with its value as typed.
    #[serde(default)]
    pub changes: Vec<(String, String)>,
    /// The text of a dice file, for a game with dice.
    pub dice: Option<String>,
}

/// One game.
#[derive(Deserialize)]
pub struct OneGame {
    /// The rule set.
    pub rules: Chosen,
    /// Which of its cells: with dice, which pair.
    #[serde(default)]
    pub cell: usize,
    /// The seed, as typed.
    pub seed: String,
    /// The game of the seed, as typed.
    pub game: String,
    /// A deal as typed, instead of the one of the seed.
    pub deal: Option<String>,
}
