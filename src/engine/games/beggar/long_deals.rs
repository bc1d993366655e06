//! The searches for long deals, and for all that run into a loop, as the laboratory runs them: climb by
//! climb, in the notation, each find played again by the reference.

use serde_json::{Map, Value as Json, json};

use super::fast::packed::{Hand, Packed};
use super::notation::Notation;
use super::reference::Reference;
use super::result::{EndReason, GameResult, Seat};
use super::rules::Rules;
use super::search::{Climber, Deal, Find, Progress, demands};
use crate::core::cards::{GameIndex, Seed};
use crate::core::game::{Climbed, Course, EVERY, FoundDeal, Search};

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

    /// How the game of the start goes, for a certificate.
    ///
    /// Errors: a sentence on an end that a certificate has no words for.
    pub fn course(&mut self) -> Result<Course, String> {
        let start = self.climber.start().ok_or("no deal was given")?;
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
        let [a, b] = hands(&start).map(demands);
        let rules = self.reference.rules();
        let mut words: Map<String, Json> = [
            ("game", json!("beggar")),
            (
                "rules",
                json!({"leader": rules.leader.name(), "cards": counted(&[&a[..], &b].concat())}),
            ),
            ("a", json!(a)),
            ("b", json!(b)),
            ("outcome", json!(result.outcome.name())),
            ("end_reason", json!(result.end_reason.name())),
            ("cards", json!(result.cards)),
            ("tricks", json!(result.tricks)),
        ]
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect();
        if let Some(period) = result.period {
            words.insert("pre_period".into(), json!(result.tricks - period.tricks));
            words.insert("period".into(), json!(period.tricks));
        }
        Ok(Course { words, positions })
    }

    /// What is known of a deal, from the reference.
    ///
    /// Panics if the search counted another game: that would be a bug.
    fn found(&mut self, deal: &Deal) -> FoundDeal {
        let result = self.reference.play(&deal.deck, GameIndex(0));
        let GameResult { outcome, end_reason, cards, tricks, .. } = result;
        assert_eq!((cards, tricks), (deal.cards, deal.tricks), "a find played again");
        let hands = self.reference.rules().split(deal.deck.len()).hands(&deal.deck);
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
        let longest = Some(Deal { deck: Vec::new(), cards, tricks: 0 });
        self.climber.go_on(Progress { next_climb: number, longest, ..Progress::default() });
        // A climb plays a deal at least, so this is one climb.
        let finds = self.climber.step(1);
        let finds = finds.iter().map(|find| match find {
            Find::Longer(deal) | Find::Endless(deal) => self.found(deal),
        });
        let finds = finds.collect();
        let Progress { deals, given_up, .. } = *self.climber.progress();
        Climbed { finds, deals, given_up }
    }

    fn replay(&self, rules: &str, deal: &str) -> String {
        format!("war-sim play --rules {rules} --deck '{deal}'")
    }
}

/// Finds every deal that runs into the loop of a given one.
#[derive(Debug)]
pub struct LeadingDeals {
    deals: LongDeals,
    leading: Vec<Deal>,
}

impl LeadingDeals {
    /// A search by these rules from `start`, in the notation.
    ///
    /// Errors: as [`LongDeals::new`], or a sentence on why there is no loop to start from.
    pub fn new(rules: &Rules, start: Option<&str>) -> Result<Self, String> {
        let Some(text) = start else {
            return Err(
                "a search for endless games of Beggar-My-Neighbour works backwards from a loop; \
                        give a deal that runs into it with --from"
                    .into(),
            );
        };
        let deals = LongDeals::new(rules, Seed(0), start)?;
        let leading = deals.climber.into_its_loop();
        let leading = leading.map_err(|what| format!("--from {text}: {what}"))?;
        Ok(Self { deals, leading })
    }
}

impl Search for LeadingDeals {
    fn climb(&mut self, _: u64, _: u64) -> Climbed {
        let finds: Vec<FoundDeal> =
            self.leading.iter().map(|deal| self.deals.found(deal)).collect();
        Climbed { deals: finds.len() as u64, given_up: 0, finds }
    }

    fn climbs(&self) -> Option<u64> {
        Some(1)
    }

    fn replay(&self, rules: &str, deal: &str) -> String {
        self.deals.replay(rules, deal)
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
        .map(|hand| demands(hand).iter().map(u32::to_string).collect::<Vec<_>>().join(" "));
    format!("{} leads: {a} | {b}", position.leader.name())
}

/// How many cards demand 0, 1, 2, 3 and 4.
fn counted(demands: &[u32]) -> [usize; 5] {
    [0, 1, 2, 3, 4].map(|demand| demands.iter().filter(|&&other| other == demand).count())
}
