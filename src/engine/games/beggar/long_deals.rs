//! The search for long deals as the laboratory runs it: climb by climb, in the notation, each find played
//! again by the reference.

use serde_json::json;

use super::fast::packed::{Hand, Packed};
use super::notation::Notation;
use super::reference::Reference;
use super::result::{EndReason, GameResult, Seat};
use super::rules::Rules;
use super::search::{Climber, Deal, Found, demands};
use crate::core::cards::{GameIndex, Seed};
use crate::core::game::{Climbed, Course, EVERY, FoundDeal, Search};

/// Looks for long deals, one climb at a time.
#[derive(Debug)]
pub struct LongDeals {
    pub(super) climber: Climber,
    pub(super) notation: Notation,
    reference: Reference,
}

impl LongDeals {
    /// A search by these rules; `start`, in the notation, is where climb 0 begins.
    ///
    /// Errors: a sentence on rules that cannot be searched or written, or on what is wrong with the
    /// deal.
    pub fn new(rules: &Rules, seed: Seed, start: Option<&str>) -> Result<Self, String> {
        let notation = Notation::new(rules)?;
        let start = start.map(|text| notation.read(text)).transpose();
        let start = start.map_err(|error| error.to_string())?;
        let deck = start.map(|hands| rules.split().deck(&hands));
        let climber = Climber::new(rules, seed, deck.as_deref())?;
        Ok(Self { climber, notation, reference: Reference::new(rules.clone(), seed) })
    }

    /// How the game from a deal or a position of the whole deck goes, for a certificate.
    ///
    /// Errors: a sentence on what is wrong with it, or on an end that a certificate has no words for.
    pub fn course(&self, deal: &str) -> Result<Course, String> {
        let read = self.notation.read_whole(deal)?;
        let start = self.climber.position(&read);
        let result = Packed::finish(start, self.climber.shape());
        if result.end_reason == EndReason::Limit {
            return Err("the limit ended the game, so it has no end of its own".into());
        }
        let (mut now, mut positions) = (start, Vec::new());
        for trick in 0..u64::from(result.tricks) {
            if trick % EVERY == 0 {
                positions.push(written(&now));
            }
            now.trick();
        }
        let [a, b] = hands(&start).map(|hand| demands(hand).collect::<Vec<_>>());
        let rules = self.reference.rules();
        let words = json!({
            "game": "beggar",
            "rules": {"leader": rules.leader.name(), "cards": counted(&[&a[..], &b].concat())},
            "a": a,
            "b": b,
            "outcome": result.outcome.name(),
            "end_reason": result.end_reason.name(),
            "cards": result.cards,
            "tricks": result.tricks,
        });
        let period = result.period.map(|period| period.tricks.into());
        Ok(Course::new(words, positions, result.tricks.into(), period))
    }

    /// What is known of a deal, from the reference.
    ///
    /// Panics if the search counted another game: that would be a bug.
    pub(super) fn found(&mut self, deal: &Deal) -> FoundDeal {
        let result = self.reference.play(&deal.deck, GameIndex(0));
        let GameResult { outcome, end_reason, cards, tricks, .. } = result;
        assert_eq!((cards, tricks), (deal.cards, deal.tricks), "a find played again");
        let hands = self.reference.rules().split().hands(&deal.deck);
        let period = result.period.map(|period| vec![period.cards.into(), period.tricks.into()]);
        FoundDeal {
            end: outcome.index() * EndReason::ALL.len() + end_reason.index(),
            counters: vec![cards.into(), tricks.into()],
            deal: self.notation.write(&hands),
            period: period.unwrap_or_default(),
        }
    }
}

impl Search for LongDeals {
    fn climb(&mut self, number: u64, bound: u64) -> Climbed {
        // A game that long is none that anybody has played.
        let cards = u32::try_from(bound).unwrap_or(u32::MAX);
        let Found { finds, deals, given_up, .. } = self.climber.climb(number, cards);
        let finds = finds.iter().map(|deal| self.found(deal)).collect();
        Climbed { finds, deals, given_up, ..Climbed::default() }
    }

    fn replay(&self, rules: &str, deal: &str) -> String {
        format!("war-sim play --rules {rules} --deck '{deal}'")
    }
}

/// Both hands of a position, A's first.
fn hands(position: &Packed) -> [Hand; 2] {
    match position.leader {
        Seat::A => [position.lead, position.other],
        Seat::B => [position.other, position.lead],
    }
}

/// A position: who leads, and what the cards of each hand demand, A's first, top first.
fn written(position: &Packed) -> String {
    let [a, b] = hands(position)
        .map(|hand| demands(hand).map(|demand| demand.to_string()).collect::<Vec<_>>().join(" "));
    format!("{} leads: {a} | {b}", position.leader.name())
}

/// How many cards demand 0, 1, 2, 3 and 4.
fn counted(demands: &[u8]) -> [usize; 5] {
    [0, 1, 2, 3, 4].map(|demand| demands.iter().filter(|&&other| other == demand).count())
}
