//! Games of pure chance, played by the million: a laboratory for the card game War and for Ludo's dice.
//!
//! One game of War, as the assignment asks for it:
//!
//! ```
//! assert_eq!(war_sim::find_winner(&[2, 3, 4, 5]), -1); // B wins
//! ```
//!
//! A study plays rule sets on the same deals, counts exactly, and compares them:
//!
//! ```
//! let finished = war_sim::Study::war(["umass", "one-down"])?.seed(7).games(20_000).run()?;
//! println!("A wins {:.3}", finished.estimate(0, war_sim::Measure::Outcome(0)).value.unwrap_or(0.0));
//! for row in finished.compare(0, 1) {
//!     println!("{:?}: p = {:?}", row.measure, row.p_adjusted);
//! }
//! # Ok::<(), war_sim::Refused>(())
//! ```
//!
//! [`war`] has the rules, [`ludo`] the dice; [`game`] has both as one type, as a study knows them.

// Tests compare with the platform's functions, whose last digit may differ from ours.
#![cfg_attr(test, allow(clippy::disallowed_methods))]
// Whatever is printed goes through `cli/terminal.rs`, which lets nothing from outside move a cursor.
#![cfg_attr(not(test), warn(clippy::print_stdout, clippy::print_stderr))]

mod api;
// Asking programs is for the command line alone.
#[cfg(feature = "cli")]
mod check;
mod lab;

use war_sim_engine::{core, games};

pub use war_sim_engine::game;

#[cfg(feature = "cli")]
pub mod cli;

pub use api::build::ask_first;
pub use api::run::{RunEnd, RunOptions, RunOutcome, Watch, play_run, stopped};
pub use games::war::find_winner;
pub use lab::refused::{Fault, Refused};
pub use lab::run::{Control, Threads, Way};
pub use lab::spec::value::{Decks, DiceOf, Spec};
pub use lab::spec::{Measure, Shard, Study};
pub use lab::study::Finished;
pub use lab::study::compare::Comparison;
pub use lab::study::estimate::Estimate;

/// War: rules, rule sets and single games.
pub mod war {
    pub use crate::core::cards::{Card, Composition, GameIndex, Seed};
    pub use crate::games::war::presets;
    pub use crate::games::war::rules::{
        AceRank, Compare, Deal, FaceDown, Lay, Limit, LimitAsked, LimitUnit, Pickup, Short,
        Verdict, WarFields, Winnings,
    };
    pub use crate::games::war::{
        EndReason, GameResult, Outcome, Reference, RuleFields, Rules, RulesError,
    };
}

/// Ludo (*Mensch ärgere dich nicht*): rules, dice and single games.
pub mod ludo {
    pub use crate::core::stats::share::ShareOf;
    pub use crate::games::ludo::rules::{ClearA, GoalPieces, MustMove, Start};
    pub use crate::games::ludo::{Dice, Die, GameResult, Ludo, LudoRules, Outcome, Pair, Seat};
}

/// Finished tables, as [`Finished::tables`] returns them.
pub mod table {
    pub use crate::core::rows::{ColumnData, Columns};
    pub use crate::core::table::{Table, Value};
    pub use crate::lab::formats::json;
    pub use crate::lab::tables::sheet::{markdown, text};
    pub use crate::lab::tables::{OfFeature, Row, Run, Tables};
}

/// Stored runs, experiment files and rows of games.
pub mod store {
    pub use crate::lab::spec::NamedRules;
    pub use crate::lab::spec::measure::Target;
    pub use crate::lab::spec::rules::Library;
    pub use crate::lab::spec::shipped::{DICE, EXPERIMENTS, RULES};
    pub use crate::lab::store::disk::read_input;
    pub use crate::lab::store::merge::{Merged, Piece, merge};
    pub use crate::lab::store::rows::PerGame;
    pub use crate::lab::store::state::{Saved, load};
    pub use crate::lab::store::verify::{Verified, verify};
    pub use crate::lab::study::rows::RowDetail;
}

/// Runs as a page of figures that needs nothing else, or figure by figure.
pub mod report {
    pub use crate::lab::report::figure::Figure;
    pub use crate::lab::report::single::svg;
    pub use crate::lab::report::{figures, page};
}

/// The example of the page.
#[cfg(doctest)]
#[doc = include_str!("../docs/python.md")]
struct Python;

/// For the benches and the fuzz targets of this repository; no promise.
#[doc(hidden)]
pub mod inside {
    #[cfg(feature = "cli")]
    pub use crate::check::{
        answer::{Got, shown},
        report::Report,
        say::{json, names, verdict},
    };
    pub use crate::core::cards::layout::Layout;
    pub use crate::core::cards::text::{is_comment, read as read_deal};
    pub use crate::core::cards::{Dealer, DeckBlock, Seed};
    pub use crate::core::engines::{Engine, WORDS};
    pub use crate::core::processor::{Level, Processor};
    pub use crate::core::results::GameBlock;
    pub use crate::core::tally::{Detail, Tally};
    pub use crate::core::wording::number::{share, whole};
    pub use crate::core::wording::plain::{no_cell, shortened, text as shown_text};
    pub use crate::core::wording::slip::with_hint;
    pub use crate::core::wording::text::shell_quoted;
    pub use crate::games::ludo::fast::engine as ludo_engine;
    pub use crate::games::war::fast::engine;
    pub use crate::games::war::rules::FIELDS;
    pub use crate::games::war::{GameResult, INFO, RuleFields, Rules, presets};
}
