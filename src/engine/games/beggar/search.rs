//! The search for long deals: deals by the million, tricks played backwards, and swaps of two cards.
//!
//! A climb deals some thousands of decks at random and plays every long game *backwards*. Once both
//! players have taken a pile, after three tricks or so, either hand ends with a court card and as many
//! plain cards as it demands. Among the positions from which one trick leads to such a position at
//! most a few end so in both hands, mostly one: the others have hardly a past. Following them back
//! leads, at no more cost than playing forwards, to deals that are longer by as much again as a random
//! game is long, and a game of 5,000 cards is found wherever one meets it.
//!
//! From the longest deal of all so far, or from one that is given, it climbs over its neighbours (two
//! cards swapped) as long as that makes it longer. That is for the last few cards: the long ones among
//! the neighbours of a long deal mostly lead into the same game after some tricks, and the others are
//! no longer than any deal. Climbing alone came to 4,084 cards in 100 million deals; with dealing, each
//! of four seeds came to 4,722 or more in 60 million.

use std::collections::HashSet;

use super::fast::back::{before, may_have_a_past};
use super::fast::packed::{Hand, Packed, Shape};
use super::fast::{Engine, Unsupported, engine};
use super::result::{EndReason, GameResult, Seat};
use super::rules::{Leader, Rules};
use crate::core::cards::{Card, Dealer, DeckBlock, Seed};
use crate::core::results::GameBlock;

/// Deals of a climb: enough to keep the lanes of an engine full, and few enough to stop soon.
const DEALT: u64 = 4_096;
/// Cards from which on a game is played backwards: it is one of a hundred then, so that playing
/// backwards costs little beside playing forwards.
const LONG: u32 = 1_000;
/// Tricks within which both players have taken a pile in nearly every game.
const TRICKS_TO_MIX: u32 = 60;
/// Positions looked at in one go for a deal of the right sizes.
const MAX_POSITIONS: usize = 100_000;
/// Positions looked at that lead into a loop.
const MAX_PAST: usize = 10_000_000;
/// Tricks of a line that are searched in one go.
const STRETCH: usize = 32;

/// A deal and its length.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deal {
    /// The deck, in dealing order.
    pub deck: Vec<Card>,
    /// Cards of the game; of an endless one those up to the first repetition.
    pub cards: u32,
    /// Its tricks.
    pub tricks: u32,
}

/// A loop that too many positions lead into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("more than {MAX_PAST} positions lead into its loop")]
pub struct TooLongPast;

/// What a climb has come across.
#[derive(Debug, Default)]
pub struct Found {
    /// Games that end, each longer than the one before, and games that never end.
    pub finds: Vec<Deal>,
    /// Deals played.
    pub deals: u64,
    /// Deals whose games were given up.
    pub given_up: u64,
    /// The longest game that ends.
    longest: Deal,
}

impl Found {
    /// Keeps a deal if it is the longest so far.
    fn keep(&mut self, deal: Deal) {
        if self.longest.cards < deal.cards {
            self.longest = deal.clone();
            self.finds.push(deal);
        }
    }
}

/// Looks for long deals.
///
/// What a climb finds is a pure function of (rules, seed, start, number, bound): climb `c` begins with the
/// 4,096 deals from `4096 c` on of the seed, climb 0 with the given start if there is one.
#[derive(Debug)]
pub struct Climber {
    rules: Rules,
    shape: Shape,
    engine: Engine,
    dealer: Dealer,
    start: Option<Vec<Card>>,
    block: DeckBlock,
    results: GameBlock,
}

impl Climber {
    /// A search by these rules, from `start` if it is given.
    ///
    /// Shapes: `start` is a deck of the rule set's composition.
    /// Errors: a sentence if the rules cannot be played backwards: what the portable engine
    /// cannot play, a limit, or an alternating leader.
    pub fn new(rules: &Rules, seed: Seed, start: Option<&[Card]>) -> Result<Self, String> {
        let refused = |field: String, reason: &str| {
            format!("long deals cannot be searched for with {field}: {reason}")
        };
        let unsupported = |Unsupported { field, reason, .. }| refused(field, reason);
        let shape = Shape::new("search", rules, 1).and_then(|shape| shape.plain("search"));
        let shape = shape.map_err(unsupported)?;
        if let Some(limit) = rules.limit.0 {
            return Err(refused(format!("limit = {limit}"), "use limit = \"none\""));
        }
        if rules.leader == Leader::Alternate {
            let field = "leader = \"alternate\"".into();
            return Err(refused(field, "a deal has no game index; use \"first\" or \"second\""));
        }
        Ok(Self {
            engine: engine("auto", rules, seed).map_err(unsupported)?,
            dealer: Dealer::new(seed, rules.deck.clone()),
            rules: rules.clone(),
            shape,
            start: start.map(<[Card]>::to_vec),
            block: DeckBlock::default(),
            results: GameResult::whole_block(),
        })
    }

    /// The shape of the rules.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The position of these hands, A's first, with the cards of the rule set's deck: the leader of a deal
    /// is to play.
    pub fn position(&self, hands: &[Vec<Card>; 2]) -> Packed {
        let hand = |hand: &Vec<Card>| {
            Hand::of(hand.iter().map(|&card| self.shape.demand[usize::from(card as u8)])).0
        };
        Packed::new(hands.each_ref().map(hand), self.rules.leader.seat(0), self.shape.way)
    }

    /// Every deal whose game runs into this loop, which is given as its positions.
    ///
    /// Errors: the positions that lead into it are too many.
    pub fn deals_into(&self, of_loop: &[Packed]) -> Result<Vec<Deal>, TooLongPast> {
        let hands = |position: &Packed| (position.lead, position.other);
        let in_loop: HashSet<(Hand, Hand)> = of_loop.iter().map(hands).collect();
        let mut left = of_loop.to_vec();
        let (of_leader, mut deals, mut looked_at) = (self.cards_of_leader(), Vec::new(), 0);
        while let Some(position) = left.pop() {
            looked_at += 1;
            if looked_at > MAX_PAST {
                return Err(TooLongPast);
            }
            if position.lead.len() == of_leader {
                deals.push(self.written(&position));
            }
            before(&position, |earlier| {
                if !in_loop.contains(&hands(&earlier)) {
                    left.push(earlier);
                }
            });
        }
        deals.sort_by(|one, other| one.deck.cmp(&other.deck));
        Ok(deals)
    }

    /// Cards that the leader is dealt.
    fn cards_of_leader(&self) -> u32 {
        let of_a = self.shape.split.cards_of_a(self.shape.cards) as u32;
        match self.rules.leader.seat(0) {
            Seat::A => of_a,
            Seat::B => self.shape.cards as u32 - of_a,
        }
    }

    /// Makes the climb of this number, looking for games of more than `bound` cards.
    pub fn climb(&mut self, number: u64, bound: u32) -> Found {
        let longest = Deal { cards: bound, ..Deal::default() };
        let mut found = Found { longest, ..Found::default() };
        if let Some(start) = self.start.clone().filter(|_| number == 0) {
            self.climb_from(start, &mut found);
            return found;
        }
        let mut block = std::mem::take(&mut self.block);
        self.dealer.fill(&mut block, number.wrapping_mul(DEALT), DEALT as usize);
        self.play(&block, &mut found);
        self.block = block;
        if found.longest.cards > bound {
            self.climb_from(found.longest.deck.clone(), &mut found);
        }
        found
    }

    /// Climbs over neighbours from this deal.
    fn climb_from(&mut self, mut base: Vec<Card>, found: &mut Found) {
        let mut block = std::mem::take(&mut self.block);
        let mut longest = 0;
        // The start is played as a block of one deal.
        block.reset(0, 1, base.len(), self.rules.deck.max_rank());
        block.set(0, &base);
        loop {
            match self.play(&block, found) {
                Some((k, cards)) if cards > longest => {
                    longest = cards;
                    block.copy_deck(k, &mut base);
                }
                // The start may be short; its neighbours are played all the same.
                _ if block.len() == 1 => {}
                _ => break,
            }
            self.fill_neighbours(&base, &mut block);
        }
        self.block = block;
    }

    /// Plays the deals of a block, the long ones backwards, too; returns the position of the longest
    /// one that ends, and its cards.
    fn play(&mut self, block: &DeckBlock, found: &mut Found) -> Option<(usize, u32)> {
        let first = block.first();
        self.results.reset(first..first + block.len() as u64);
        self.engine.play(block, &mut self.results);
        found.deals += block.len() as u64;
        let games = (0..block.len()).map(|k| (k, GameResult::reported(&self.results, k)));
        let is_long =
            |result: &GameResult| result.cards >= LONG || result.end_reason == EndReason::Loop;
        let long: Vec<_> = games.filter(|(_, result)| is_long(result)).collect();
        let mut best: Option<(usize, u32)> = None;
        for (k, result) in long {
            let mut deck = Vec::new();
            block.copy_deck(k, &mut deck);
            let GameResult { cards, tricks, .. } = result;
            if result.end_reason == EndReason::Limit {
                // Rules with a limit are refused, so nobody knows whether it ends.
                found.given_up += 1;
                continue;
            }
            if result.end_reason == EndReason::Loop {
                found.finds.push(Deal { deck, cards, tricks });
                continue;
            }
            if best.is_none_or(|(_, most)| cards > most) {
                best = Some((k, cards));
            }
            found.keep(Deal { deck: deck.clone(), cards, tricks });
            self.play_backwards(&deck, &result, found);
        }
        best
    }

    /// Fills a block with all deals that a swap of two different cards makes.
    fn fill_neighbours(&self, base: &[Card], block: &mut DeckBlock) {
        let demand = |card: Card| self.rules.penalty(card);
        let pairs: Vec<(usize, usize)> = (0..base.len())
            .flat_map(|j| (0..j).map(move |i| (i, j)))
            .filter(|&(i, j)| demand(base[i]) != demand(base[j]))
            .collect();
        block.reset(0, pairs.len(), base.len(), self.rules.deck.max_rank());
        let mut deck = base.to_vec();
        for (k, &(i, j)) in pairs.iter().enumerate() {
            deck.swap(i, j);
            block.set(k, &deck);
            deck.swap(i, j);
        }
    }

    /// Looks for longer games that lead into the game of this deck.
    fn play_backwards(&self, deck: &[Card], result: &GameResult, found: &mut Found) {
        let bytes: Vec<u8> = deck.iter().map(|&card| card as u8).collect();
        let Some(hands) = self.shape.pack(&bytes) else { return };
        let mut game = Packed::new(hands, self.rules.leader.seat(0), self.shape.way);
        while !may_have_a_past(&game) {
            if game.trick().is_some() || game.tricks > TRICKS_TO_MIX {
                return;
            }
        }
        // From here on cards and tricks are those still to come.
        (game.cards, game.tricks) = (result.cards - game.cards, result.tricks - game.tricks);
        let line = line_back(game);
        let top = line.iter().map(|position| position.cards).max().unwrap_or(0);
        if top <= found.longest.cards {
            return;
        }
        // The deal is off the line, for the sizes of its hands are given.
        let mut end = line.len();
        while end > 0 {
            let begin = end.saturating_sub(STRETCH);
            if let Some(deal) = self.longest_deal_before(line[begin], found.longest.cards) {
                found.keep(self.written(&deal));
                return;
            }
            end = begin;
        }
    }

    /// The longest game from a deal, of those that lead to this position and have more cards than so many.
    fn longest_deal_before(&self, root: Packed, mut most: u32) -> Option<Packed> {
        let of_leader = self.cards_of_leader();
        let mut longest = None;
        let mut left = vec![root];
        let mut looked_at = 0;
        while let Some(position) = left.pop() {
            looked_at += 1;
            if looked_at > MAX_POSITIONS {
                break;
            }
            if position.cards > most && position.lead.len() == of_leader {
                most = position.cards;
                longest = Some(position);
            }
            before(&position, |earlier| left.push(earlier));
        }
        longest
    }

    /// The deal that a position is, with the cards of the rule set's deck.
    ///
    /// Panics if its game is not as long as was counted backwards: that would be a bug.
    fn written(&self, position: &Packed) -> Deal {
        let hands = self.hands(position);
        let result = Packed::finish(self.position(&hands), &self.shape);
        let counted = (position.cards, position.tricks);
        assert_eq!((result.cards, result.tricks), counted, "counted backwards");
        Deal { deck: self.shape.split.deck(&hands), cards: result.cards, tricks: result.tricks }
    }

    /// The hands of a position, A's first, with the cards of the rule set's deck and the leader of a deal.
    pub fn hands(&self, position: &Packed) -> [Vec<Card>; 2] {
        let hands = match self.rules.leader.seat(0) {
            Seat::A => [position.lead, position.other],
            Seat::B => [position.other, position.lead],
        };
        let mut fresh = self.rules.deck.fresh();
        hands.map(|hand| {
            demands(hand)
                .map(u32::from)
                .map(|demand| {
                    let card = fresh.iter().position(|&card| self.rules.penalty(card) == demand);
                    match card {
                        Some(at) => fresh.remove(at),
                        None => unreachable!("no card is lost in a game"),
                    }
                })
                .collect()
        })
    }
}

/// The line of positions with a past that leads to this one, the last position first; where it forks,
/// all branches, one after the other.
fn line_back(last: Packed) -> Vec<Packed> {
    let mut line = vec![last];
    let mut at = 0;
    while at < line.len() && line.len() < MAX_POSITIONS {
        let position = line[at];
        before(&position, |earlier| {
            if may_have_a_past(&earlier) {
                line.push(earlier);
            }
        });
        at += 1;
    }
    line
}

/// What each card of a hand demands, top first.
pub fn demands(hand: Hand) -> impl Iterator<Item = u8> {
    let mut left = hand.demands;
    (0..hand.len()).map(move |place| {
        if hand.courts >> place & 1 == 0 {
            return 0;
        }
        let demand = (left & 3) as u8 + 1;
        left >>= 2;
        demand
    })
}
