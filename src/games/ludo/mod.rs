//! The dice game Mensch ärgere dich nicht (Ludo) for two players with a die each: which die is best?
//!
//! No player has a choice: every roll forces at most one move, so a game is a function of its rolls.
//! [`reference`](mod@reference) is the rules as written, [`fast`] has the engines that play the
//! millions and must equal it. The rules, their readings and the recipe of the rolls are in `docs/ludo.md`.

pub mod batch;
pub mod board;
pub mod circles;
pub mod die;
pub mod fast;
pub mod pair;
pub mod presets;
pub mod reference;
pub mod result;
pub mod rolls;
mod rule_file;
pub mod rules;
pub mod tables;
pub mod tournament;
pub mod trace;

pub use batch::LudoBatch;
pub use circles::{Beats, Circles};
pub use die::{Dice, Die, DieError, FewestDice, SelfPlay};
pub use fast::{Engine, EngineChoice, Unsupported};
pub use pair::Pair;
pub use presets::{PRESETS, Preset};
pub use result::{GameResult, Outcome, Seat};
pub use rolls::RECIPE;
pub use rule_file::RuleFileError;
pub use rules::LudoRules;
pub use tournament::{PairTally, RankBy, Ranking, Standing};
pub use trace::trace;
