//! How a game ended.

use crate::core::results::GameBlock;
pub use crate::core::seats::{Outcome, Seat};
use crate::core::table::Words;
use crate::core::words::choice;

choice! {
    /// Why the game ended.
    EndReason {
        /// A player has no card left: when one has to be played, or at the points that the rules name.
        #[default] OutOfCards = "out-of-cards",
        /// The position at the start of a trick occurred before, so that the game would never end.
        Loop = "loop",
        /// The limit, or without one the ceiling, was reached.
        Limit = "limit",
    }
}

impl EndReason {
    /// Position in [`EndReason::ALL`].
    pub fn index(self) -> usize {
        self as usize
    }
}

/// How long a loop is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Period {
    /// Cards played between a position and its return.
    pub cards: u32,
    /// Tricks between them.
    pub tricks: u32,
}

/// What is known of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameResult {
    /// Who won.
    pub outcome: Outcome,
    /// Why the game ended.
    pub end_reason: EndReason,
    /// Cards played.
    pub cards: u32,
    /// Piles taken, the last one included if the game broke off before anyone could take it.
    pub tricks: u32,
    /// The length of the loop, in a game that ended as one.
    pub period: Option<Period>,
}

/// Position of the lengths of loops among the series.
pub const LOOPS: usize = 0;

impl GameResult {
    /// Reports that game `game` ended like this.
    #[inline]
    pub fn report(&self, game: u64, block: &mut GameBlock) {
        let &Self { outcome, end_reason, cards, tricks, period } = self;
        let period = period.map(|period| [period.cards.into(), period.tricks.into()]);
        let [period_cards, period_tricks] = period.unwrap_or([u64::MAX; 2]);
        let counters = [cards.into(), tricks.into(), period_cards, period_tricks];
        block.report(game, outcome.index(), end_reason.index(), counters);
        if let Some(period) = period {
            block.count(LOOPS, period, 1);
        }
    }

    /// A block that keeps all that engines report; the laboratory's has the first two counters only.
    pub fn whole_block() -> GameBlock {
        GameBlock::of(Outcome::ALL.len(), EndReason::ALL.len(), 4, LOOPS + 1)
    }

    /// What was reported of game `k` of a whole block.
    pub fn reported(block: &GameBlock, k: usize) -> Self {
        let (outcome, end_reason) = block.end(k);
        let [cards, tricks, period_cards, period_tricks] =
            std::array::from_fn(|counter| block.counter(counter)[k] as u32);
        let period = Period { cards: period_cards, tricks: period_tricks };
        Self {
            outcome: Outcome::ALL[outcome],
            end_reason: EndReason::ALL[end_reason],
            cards,
            tricks,
            period: (period_tricks < u32::MAX).then_some(period),
        }
    }

    /// The result in the words of the files.
    pub fn words(&self) -> Words {
        let Self { outcome, end_reason, cards, tricks, period } = self;
        vec![
            ("outcome", outcome.name().into()),
            ("value", i64::from(outcome.value()).into()),
            ("end_reason", end_reason.name().into()),
            ("cards", u64::from(*cards).into()),
            ("tricks", u64::from(*tricks).into()),
            ("period_cards", period.map(|period| u64::from(period.cards)).into()),
            ("period_tricks", period.map(|period| u64::from(period.tricks)).into()),
        ]
    }
}
