//! A game as a process, for finding its cycles.

use super::cycle;
use super::event::{Playable, Unobserved};
use super::holding::NoChance;
use super::rules::Rules;
use super::table::{Caps, Table};

/// A game as a process that may come back to where it was. Caps are left out: they belong to the
/// game's end, not to its course.
#[derive(Debug)]
pub struct Course<'r, C> {
    /// The rules, which must not ask for in-game randomness.
    pub rules: &'r Rules,
    /// The game.
    pub table: Table<C>,
}

impl<'r, C: Playable> Course<'r, C> {
    /// The course of a game from its present position on, counted anew.
    pub fn new(rules: &'r Rules, from: &Table<C>) -> Self {
        let mut table = Table::default();
        table.copy_position(from);
        Self { rules, table }
    }
}

impl<C: Playable> Clone for Course<'_, C> {
    fn clone(&self) -> Self {
        let mut course = Self::new(self.rules, &Table::default());
        course.clone_from(self);
        course
    }

    fn clone_from(&mut self, source: &Self) {
        self.table.copy_position(&source.table);
    }
}

impl<C: Playable> cycle::Steps for Course<'_, C> {
    fn step(&mut self) -> bool {
        self.table.round(self.rules, Caps::NONE, &mut NoChance, &mut Unobserved).is_none()
    }

    fn same_position(&self, other: &Self) -> bool {
        let winnings = self.rules.winnings;
        self.table
            .holdings
            .iter()
            .zip(&other.table.holdings)
            .all(|(mine, theirs)| mine.same_position(theirs, winnings))
    }
}
