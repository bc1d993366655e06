//! The dice game Mensch ärgere dich nicht (Ludo) for two players with a die each: which die is best?
//!
//! No player has a choice: every roll forces at most one move, so a game is a function of its rolls.
//! [`reference`](mod@reference) is the rules as written, [`fast`] has the engines that play the
//! millions and must equal it. The rules, their readings and the recipe of the rolls are in `docs/ludo.md`.

pub mod board;
pub mod die;
pub mod fast;
pub mod game;
mod info;
pub mod pair;
mod pictures;
pub mod presets;
pub mod reference;
pub mod result;
pub mod rolls;
pub mod rules;
mod show;
pub mod tables;
#[cfg(test)]
mod tests;
mod text;
pub mod tournament;
pub mod trace;

pub use die::{Dice, Die};
pub use game::{Ludo, LudoPlay, Tournaments, player};
pub use info::INFO;
pub use pair::Pair;
pub use presets::PRESETS;
pub use result::{GameResult, Outcome, Seat};
pub use rules::LudoRules;
pub use show::LudoScene;
