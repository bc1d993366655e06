//! The search for long deals as the laboratory runs it: climb by climb, in the notation, each find
//! played again by the reference.

use super::notation::Notation;
use super::reference::Reference;
use super::result::{EndReason, GameResult};
use super::rules::Rules;
use super::search::{Climber, Deal, Find, Progress};
use crate::core::cards::{GameIndex, Seed};
use crate::core::game::{Climbed, FoundDeal, Search};

/// Looks for long deals, one climb at a time.
#[derive(Debug)]
pub struct LongDeals {
    climber: Climber,
    notation: Notation,
    reference: Reference,
}

impl LongDeals {
    /// A search by these rules; `start`, in the notation, is where climb 0 begins.
    ///
    /// Errors: a sentence on rules that cannot be searched or written, or on what is wrong with the
    /// deal.
    pub fn new(rules: &Rules, seed: Seed, start: Option<&str>) -> Result<Self, String> {
        let notation = Notation::new(rules).map_err(|error| error.to_string())?;
        let start = start.map(|text| notation.read(text)).transpose();
        let start = start.map_err(|error| error.to_string())?;
        let deck = start.map(|hands| {
            let cards = hands.iter().map(Vec::len).sum();
            rules.split(cards).deck(&hands)
        });
        let climber = Climber::new(rules, seed, deck.as_deref());
        let climber = climber.map_err(|error| error.to_string())?;
        Ok(Self { climber, notation, reference: Reference::new(rules.clone(), seed) })
    }

    /// What is known of a deal, from the reference.
    ///
    /// Panics if the search counted another game: that would be a bug.
    fn found(&mut self, deal: &Deal) -> FoundDeal {
        let result = self.reference.play(&deal.deck, GameIndex(0));
        let GameResult { outcome, end_reason, cards, tricks, .. } = result;
        assert_eq!((cards, tricks), (deal.cards, deal.tricks), "a find played again");
        let hands = self.reference.rules().split(deal.deck.len()).hands(&deal.deck);
        FoundDeal {
            end: outcome.index() * EndReason::ALL.len() + end_reason.index(),
            counters: vec![cards.into(), tricks.into()],
            deal: self.notation.write(&hands),
        }
    }
}

impl Search for LongDeals {
    fn climb(&mut self, number: u64, bound: u64) -> Climbed {
        // A game that long is none that anybody has played.
        let cards = u32::try_from(bound).unwrap_or(u32::MAX);
        let longest = Some(Deal { deck: Vec::new(), cards, tricks: 0 });
        self.climber.go_on(Progress { next_climb: number, deals: 0, longest });
        // A climb plays a deal at least, so this is one climb.
        let finds = self.climber.step(1);
        let finds = finds.iter().map(|find| match find {
            Find::Longer(deal) | Find::Endless(deal) => self.found(deal),
        });
        Climbed { finds: finds.collect(), deals: self.climber.progress().deals }
    }

    fn replay(&self, rules: &str, deal: &str) -> String {
        format!("war-sim beggar play '{deal}' --rules {rules}")
    }
}
