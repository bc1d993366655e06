//! One file per verb.

pub mod batch;
pub mod beggar;
pub mod bench;
pub mod check;
pub mod compare;
pub mod deck;
pub mod exact;
pub mod grade;
pub mod hunt;
pub mod install;
pub mod list;
pub mod ludo;
pub mod merge;
pub mod mistakes;
mod neighbours;
pub mod play;
pub mod prove;
pub mod report;
pub mod rules;
pub mod run;
pub mod schema;
pub mod show;
pub mod verify;
