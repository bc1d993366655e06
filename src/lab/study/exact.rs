//! Exact answers: every distinct order of a small deck is played, once.

use crate::core::cards::{Deals, DealsFrom};
use crate::lab::refused::Refused;
use crate::lab::spec::Study;

impl Study {
    /// The same study on every distinct order of the deck, each once, instead of a seed's deals.
    ///
    /// Errors: [`Refused`] for a game without a deck, rule sets with different decks, chance
    /// after the deal, fixed hands, or more orders than there are game numbers.
    ///
    /// ```
    /// let study = war_sim::Study::war(["umass{deck.ranks=2, deck.suits=2}"])?;
    /// let finished = study.every_order()?.run()?;
    /// assert_eq!(finished.games, 6);
    /// # Ok::<(), war_sim::Refused>(())
    /// ```
    pub fn every_order(self) -> Result<Self, Refused> {
        let invalid = |what: String| Refused::key("orders", what);
        let Some(first) = self.rule_sets.first() else {
            return Err(invalid("no rule set, so no deck".into()));
        };
        let without = || invalid(format!("{} is played without a deck", self.info().title));
        let deck = self.deck().ok_or_else(without)?;
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
}
