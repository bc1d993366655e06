//! The search for deals that never end, where random deals find none: deals into layer words, and
//! rounds played backwards to equal hands.
//!
//! Write a hand as the layers of its cards: whether a game goes round then depends on this word, as
//! long as layers stay apart and ties are as the word needs them. Into some words one deal in ten
//! thousand is endless where none in a thousand million random ones is. Most cycles are found on unequal
//! hands; from there it is a few rounds backwards to the hands that are dealt.

mod back;
pub mod grow;
mod words;

use self::words::{Word, known};
use super::fast::{self, Engine};
use super::reference::{Positions, Reference};
use super::result::{EndReason, GameResult};
use super::rules::Rules;
use super::table::written;
use crate::core::cards::deck::{Hands, Rest};
use crate::core::cards::{Card, DeckBlock, GameIndex, Seed};
use crate::core::game::{Climbed, FoundDeal, Search};
use crate::core::random::chance::{Chance, GameChance};

/// The tag of the search's own chance.
const CHANCE: &str = "layers";
/// Deals into one word, and how many of them are played in one go.
const DEALT: u64 = 8_192;
const AT_ONCE: usize = 256;
/// Endless deals into one word from which the way to dealt hands is looked for.
const TRIED: usize = 16;
/// Endless deals after which a search stops, where nobody says how many.
const USUAL_COUNT: u64 = 10;
/// Words of so many cards more or fewer are edited to those of the deck.
const NEAR: usize = 3;

/// Looks for endless deals, one word at a time.
///
/// What an attempt finds is a pure function of the rules, the seed and its number: of four attempts two take
/// the known words in turn, one an edited word, one random deals.
#[derive(Debug)]
pub struct EndlessDeals {
    rules: Rules,
    seed: Seed,
    /// The deck, the strongest card first.
    sorted: Vec<Card>,
    known: Vec<Word>,
    near: Vec<Vec<Word>>,
}

impl EndlessDeals {
    /// A search by these rules.
    ///
    /// Errors: a sentence on rules under which no deal is endless, or nothing can be dealt.
    pub fn new(rules: &Rules, seed: Seed) -> Result<Self, String> {
        searchable(rules)?;
        let mut sorted = rules.deck.fresh();
        let cards = sorted.len();
        sorted.sort_by_key(|&card| rules.strength(card));
        if !rules.compare.low_wins {
            sorted.reverse();
        }
        let near = (cards.saturating_sub(NEAR)..=cards + NEAR).map(known);
        let near = near.filter(|words| !words.is_empty()).collect();
        Ok(Self { rules: rules.clone(), seed, sorted, known: known(cards), near })
    }

    /// The word of an attempt.
    fn word(&self, number: u64, chance: &mut GameChance<'_>) -> Word {
        let cards = self.sorted.len();
        let (turn, kind) = (number / 4, number % 4);
        if kind < 2 && !self.known.is_empty() {
            let at = (turn as u128 * 2 + u128::from(kind)) % self.known.len() as u128;
            return self.known[at as usize].clone();
        }
        if kind < 3 && !self.near.is_empty() {
            let words = &self.near[chance.below(self.near.len() as u32) as usize];
            let word = words[chance.below(words.len() as u32) as usize].clone();
            return word.edited(cards, chance);
        }
        Word::plain(cards, self.dealt_to_a())
    }

    fn dealt_to_a(&self) -> usize {
        self.rules.split().cards_of_a(self.sorted.len())
    }

    /// An endless deal on the way of these hands, or one that leads to it.
    fn on_the_way(&self, hands: [Vec<Card>; 2]) -> Option<FoundDeal> {
        let mut now = Positions::new(&self.rules, &hands);
        // Positions are alike again after a round for each card.
        for _ in 0..2 * self.sorted.len() {
            let deal = back::to_hands(&self.rules, now.hands(), self.dealt_to_a());
            if let Some(found) = deal.and_then(|deal| found(&self.rules, self.seed, &deal)) {
                return Some(found);
            }
            now.step();
        }
        None
    }
}

/// Whether endless deals of these rules can be searched for.
///
/// Errors: a sentence on rules under which no deal is endless, or nothing can be dealt.
fn searchable(rules: &Rules) -> Result<(), String> {
    if rules.has_in_game_randomness() {
        return Err("cards are shuffled during the game, so no game is bound to go round; \
                    choose another `pickup` or `winnings`"
            .into());
    }
    if !rules.finds_cycles() {
        return Err(
            "the limit ends every game, so no game is endless; add --set limit.unit=none".into()
        );
    }
    if !rules.deck.hands.are_dealt() {
        return Err("deck.hands says who holds which card; leave it out".into());
    }
    if rules.deck.cards() < 2 {
        return Err("needs a deck of two cards or more".into());
    }
    Ok(())
}

/// The fastest engine for decks that hold this many cards of A, then B's.
fn engine(rules: &Rules, seed: Seed, cards_of_a: usize) -> Engine {
    let mut fields = rules.clone().into_fields();
    let mut a = rules.deck.fresh();
    a.truncate(cards_of_a);
    fields.deck.hands = Hands { a, rest: Rest::B };
    let made = fields.check().map_err(|error| error.to_string());
    let made = made
        .and_then(|rules| fast::engine("auto", &rules, seed).map_err(|error| error.to_string()));
    made.unwrap_or_else(|error| unreachable!("rules with fixed hands: {error}"))
}

/// What is known of a deal, from the reference; `None` if it is not endless.
fn found(rules: &Rules, seed: Seed, deal: &[Vec<Card>; 2]) -> Option<FoundDeal> {
    let mut reference = Reference::new(rules.clone(), seed);
    let hands = deal.each_ref().map(Vec::as_slice);
    let result = reference.play_hands(hands, GameIndex(0));
    let GameResult { outcome, end_reason, battles, rounds, wars, deepest_war, .. } = result;
    if end_reason != EndReason::Cycle {
        return None;
    }
    let of_cycle = result.cycle?;
    let mut now = Positions::new(rules, deal);
    (of_cycle.rounds..rounds).for_each(|_| _ = now.step());
    let period = vec![of_cycle.battles, of_cycle.rounds, wars - now.wars()];
    let written = hands.map(written);
    Some(FoundDeal {
        end: outcome.index() * EndReason::ALL.len() + end_reason.index(),
        counters: vec![battles, rounds, wars, deepest_war],
        period,
        deal: format!("A: {} | B: {}", written[0], written[1]),
    })
}

impl Search for EndlessDeals {
    fn climb(&mut self, number: u64, _: u64) -> Climbed {
        let mut chance = Chance::new(self.seed, CHANCE);
        let mut chance = chance.game(number);
        let word = self.word(number, &mut chance);
        let (mut engine, mut dealer) =
            (engine(&self.rules, self.seed, word.cards_of_a()), word.dealer(&self.sorted));
        let mut deck = vec![0; self.sorted.len()];
        let max_rank = self.sorted.iter().copied().max().unwrap_or(0);
        let (mut block, mut results) = (DeckBlock::default(), Vec::new());
        let (mut deals, mut tried, mut given_up) = (0, 0, 0);
        while deals < DEALT && tried < TRIED {
            block.reset(deals, AT_ONCE, deck.len(), max_rank);
            for k in 0..AT_ONCE {
                dealer.deal(&mut chance, &mut deck);
                block.set(k, &deck);
            }
            fast::results(&mut engine, &block, &mut results);
            deals += AT_ONCE as u64;
            let stopped = results.iter().filter(|result| result.end_reason == EndReason::Limit);
            given_up += stopped.count() as u64;
            let endless = results.iter().enumerate();
            let endless = endless.filter(|(_, result)| result.end_reason == EndReason::Cycle);
            for (k, _) in endless.take(TRIED - tried) {
                tried += 1;
                block.copy_deck(k, &mut deck);
                let (a, b) = deck.split_at(word.cards_of_a());
                if let Some(found) = self.on_the_way([a.to_vec(), b.to_vec()]) {
                    return Climbed { finds: vec![found], deals, given_up, ..Climbed::default() };
                }
            }
        }
        Climbed { deals, given_up, ..Climbed::default() }
    }

    fn positions(&self) -> u64 {
        DEALT
    }

    fn usual_count(&self) -> Option<u64> {
        Some(USUAL_COUNT)
    }

    fn replay(&self, rules: &str, deal: &str) -> String {
        format!("war-sim play --deck '{deal}' --rules {rules}")
    }
}
