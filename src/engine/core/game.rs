//! What every game has in common: its words and counts, its rules as the laboratory knows them, its player.

mod between;
mod facts;
mod player;
mod rules;
mod show;

pub use super::info::{
    CounterInfo, FeatureInfo, GameInfo, Keep, OutcomeInfo, RowColumn, RowValue, SeriesInfo,
};
pub use between::{Between, Often, share_interval};
pub use facts::{Facts, GameText};
pub use player::{Cells, Made, Player};
pub use rules::{Preset, RuleFacts, RulesError};
pub use show::{Asked, Left, Scene, Screen};
