//! Exact answers: every distinct order of a small deck is played, once.

use super::Finished;
use super::records::Record;
use crate::core::cards::{Deals, DealsFrom, DeckFields};
use crate::core::tally::Tally;
use crate::lab::spec::hunt::By;
use crate::lab::spec::{Hunt, Refused, Study};

/// The finite games that are kept for each rule set, in the order of [`extremes`].
const KEPT: [Hunt; 2] = [Hunt { by: By::Least(0), keep: 1 }, Hunt { by: By::Most(0), keep: 1 }];

impl Study {
    /// The same study on every distinct order of the deck, each once, instead of a seed's deals.
    ///
    /// Errors: [`Refused`] for a game without a deck, rule sets with different decks, chance
    /// after the deal, fixed hands, or more orders than there are game numbers.
    pub fn every_order(self) -> Result<Self, Refused> {
        Ok(self.on_orders()?.comparing(false))
    }

    /// As [`Study::every_order`], and what is compared still is.
    pub(crate) fn on_orders(self) -> Result<Self, Refused> {
        let invalid = |what: String| Refused::key("orders", what);
        let Some(first) = self.rule_sets.first() else {
            return Err(invalid("no rule set, so no deck".into()));
        };
        let deck = self.game.fields(&first.rules).remove("deck");
        let deck: DeckFields = deck
            .and_then(|deck| deck.try_into().ok())
            .ok_or_else(|| invalid(format!("{} is played without a deck", self.info().title)))?;
        if let Some(other) = self.rule_sets.iter().find(|r| r.rules.setup != first.rules.setup) {
            let (one, two) = (&first.name, &other.name);
            return Err(invalid(format!(
                "{one} and {two} have different decks; ask for each alone"
            )));
        }
        if let Some(random) = self.rule_sets.iter().find(|r| r.rules.chance_inside) {
            return Err(invalid(format!(
                "{}: cards are shuffled during the game, so an order of the deck has no one result; \
                 play games of a seed instead",
                random.name
            )));
        }
        let deals = Deals { from: DealsFrom::Orders, ..self.deals.clone() };
        let orders = deals.count(&deck).map_err(|e| invalid(e.to_string()))?;
        Ok(self.dealt(deals).of_games(0..orders.unwrap_or(0)))
    }

    /// As [`Study::every_order`], and the shortest and the longest finite game are kept for
    /// `extremes`.
    ///
    /// Errors: as [`Study::every_order`].
    ///
    /// ```
    /// let study = war_sim::Study::war(["umass{deck.ranks=2, deck.suits=2}"])?;
    /// let finished = study.every_order_with_extremes()?.run()?;
    /// assert_eq!(finished.games, 6);
    /// # Ok::<(), war_sim::Refused>(())
    /// ```
    pub fn every_order_with_extremes(self) -> Result<Self, Refused> {
        Ok(self.every_order()?.keeping(KEPT.to_vec()))
    }
}

/// How many games that count for `hunt` are so long.
fn as_long(tally: &Tally, hunt: &Hunt, length: u64) -> u64 {
    let reasons = tally.info().end_reasons.len();
    let ends = hunt.ends(tally.info()).into_iter().enumerate().filter(|(_, counts)| *counts);
    let counts = ends.flat_map(|(end, _)| tally.counts_at(0, end / reasons, end % reasons));
    counts.filter(|(own, _)| *own == length).map(|(_, games)| games).sum()
}

/// The shortest and the longest finite games of each cell, if any came to an end of its own, in the first
/// order that has each, and how many orders have one as long; of a study
/// [with extremes](Study::every_order_with_extremes).
pub fn extremes(finished: &Finished) -> Vec<[Option<(&Record, u64)>; 2]> {
    let of_cell = |(cell, tally): (usize, &Tally)| {
        KEPT.map(|kept| {
            let hunt = finished.study.hunts.iter().position(|hunt| *hunt == kept)?;
            let mut records = finished.records.iter().flatten();
            let record = records.find(|record| (record.cell, record.hunt) == (cell, hunt))?;
            Some((record, as_long(tally, &kept, record.counters[0])))
        })
    };
    finished.totals.cells.iter().enumerate().map(of_cell).collect()
}
