//! What the laboratory knows of a game, and what a game must offer to get the laboratory.
//!
//! A game implements [`About`] (its words: [`GameInfo`]) and [`Game`]: its rule fields, and a [`Player`]
//! that plays blocks of games. [`AnyGame`] is the same without types, for everything above the games;
//! every [`Game`] is one.

mod answers;
mod any_game;
mod between;
mod counted;
mod erased;
mod player;
mod rules;
pub mod show;
mod typed;

pub use super::course::Course;
pub use super::info::{
    CounterInfo, FeatureInfo, GameInfo, Keep, OutcomeInfo, RowColumn, RowValue, RowWord, SeriesInfo,
};
pub use super::matrix::Matrix;
pub use answers::Answers;
pub use any_game::{About, AnyGame};
pub use between::{Between, Often, edge_interval, share_interval};
pub use counted::{Counted, Facts, GameText};
pub use erased::{erased, overlay};
pub use player::{Cells, Left, Made, Player};
pub use rules::{Cell, Preset, RuleFacts, RuleSet, RulesError};
pub use show::{Asked, Dealt, Scene, Screen, Show};
pub use typed::Game;
