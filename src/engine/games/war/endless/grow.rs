//! The search for loops from known ones, with as many cards or more: change a position on a loop, put in
//! cards, play on, and keep what never ends. A loop that was found so is a start, too.
//!
//! A loop of fewer cards than the deck has is kept if they are a part of the deck. Only the order of ranks
//! counts: a position is written by *classes* of equal cards, 0 the weakest, and the classes get the weakest
//! ranks of the deck that have as many cards.

use std::collections::{BTreeMap, HashSet, VecDeque};

use super::super::fast;
use super::back::before;
use super::{engine, found};
use crate::core::cards::{Card, DeckBlock, Seed};
use crate::core::game::{Climbed, FoundDeal, FoundLoop, KnownLoop, Search};
use crate::core::random::chance::{Chance, GameChance};
use crate::core::seats::Seat;
use crate::games::war::given;
use crate::games::war::reference::{Positions, Reference};
use crate::games::war::result::EndReason;
use crate::games::war::rules::{Pickup, Rules, SeatB};
use crate::games::war::table::written;

/// The tag of the search's own chance.
const CHANCE: &str = "grow";
/// Positions of a climb, all of them near one position, and how many are played in one go.
const POSITIONS: usize = 4_096;
const AT_ONCE: usize = 256;
/// Rounds from the first position of a loop to the one that is changed, at most.
const AROUND: u32 = 4_096;
/// Loops that a climb keeps, and how many endless games it looks at for them.
const KEPT: usize = 4;
const LOOKED_AT: usize = 16;
/// Loops of as many cards that are kept, but for those of the whole deck.
const OF_A_SIZE: usize = 400;
/// Positions looked at that lead into a loop.
const MAX_PAST: usize = 20_000;
/// Cards of a block, and of a move of the cut, at most.
const BLOCK: usize = 10;

/// Both hands, A's first, each top first.
type Hands = [Vec<Card>; 2];

/// What the search for larger loops begins with, `bicycle`: found by the searches for this program
/// (`docs/findings.md`, 2026) and published nowhere.
const KNOWN: [&str; 5] = [
    "A: 5 2 7 3 3 2 8 6 7 3 6 4 4 2 | B: 8 4 8 6 5 3 7 5 4 2 8 6 7 5",
    "A: 7 4 9 6 10 5 10 7 9 7 8 3 10 8 5 2 10 8 | B: 2 4 6 4 8 4 7 2 5 2 9 3 6 3 9 5 6 3",
    "A: 5 9 6 3 10 8 9 7 10 5 7 2 9 7 7 2 10 5 | B: 4 6 4 3 6 3 8 3 5 4 10 8 8 4 9 2 6 2",
    "A: 12 5 11 10 8 5 7 4 4 3 11 3 8 7 9 12 6 11 7 6 2 2 | \
     B: 9 2 3 12 4 2 7 8 10 9 6 3 12 10 5 10 4 11 5 8 9 6",
    "A: 4 2 9 6 4 3 9 3 5 2 11 7 5 3 12 7 10 5 8 6 6 2 | \
     B: 11 6 12 11 10 7 11 8 9 3 12 10 10 5 8 4 7 2 12 9 8 4",
];

/// The cards of a position, A's hand, then B's, by number; equal cards have equal numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Place {
    cards: Vec<u8>,
    of_a: usize,
}

/// The ranks of a deck, the weakest first, each with its number of cards.
#[derive(Debug)]
struct Ranks(Vec<(Card, usize)>);

impl Ranks {
    fn of(rules: &Rules) -> Self {
        let mut cards = rules.deck.fresh();
        cards.sort_by_key(|&card| rules.strength(card));
        if rules.compare.low_wins {
            cards.reverse();
        }
        let ranks = cards.chunk_by(|&one, &other| rules.strength(one) == rules.strength(other));
        Self(ranks.map(|rank| (rank[0], rank.len())).collect())
    }

    /// The card that stands for each number up to 255, if the deck has such cards: the weakest ranks with
    /// enough cards.
    fn dealt(&self, cards: &[u8]) -> Option<[Card; 256]> {
        let mut counts = [0; 256];
        cards.iter().for_each(|&card| counts[usize::from(card)] += 1);
        let (mut dealt, mut left) = ([0; 256], self.0.iter());
        for (number, &count) in counts.iter().enumerate().filter(|&(_, &count)| count > 0) {
            dealt[number] = left.find(|&&(_, there)| there >= count)?.0;
        }
        Some(dealt)
    }

    /// The position of these hands, in which the classes of equal cards have the numbers 1, 3, 5 ...
    fn place(&self, rules: &Rules, hands: &Hands) -> Option<Place> {
        let all: Vec<Card> = hands.concat();
        let mut strengths: Vec<Card> = all.iter().map(|&card| rules.strength(card)).collect();
        strengths.sort_unstable();
        strengths.dedup();
        if rules.compare.low_wins {
            strengths.reverse();
        }
        let class = |card: &Card| {
            let strength = rules.strength(*card);
            let class = strengths.iter().position(|&other| other == strength);
            class.and_then(|class| u8::try_from(2 * class + 1).ok())
        };
        let cards: Option<Vec<u8>> = all.iter().map(class).collect();
        let place = Place { cards: cards?, of_a: hands[0].len() };
        self.dealt(&place.cards).map(|_| place)
    }
}

/// Looks for loops of the whole deck from loops of some of its cards.
///
/// What a climb finds is a pure function of the rules, the seed, its number and the known loops. Climbs of even
/// number begin with an even number of cards, if there is such a loop: of the sizes that there are one climb in
/// two takes the largest, one in four the next, and so on. Of eight climbs in a row of these two put in no card, four two
/// cards, two one; half of those that put in some change nothing else.
#[derive(Debug)]
pub struct Growing {
    rules: Rules,
    seed: Seed,
    ranks: Ranks,
    /// Whether it does not matter who has which hand.
    are_alike: bool,
    /// The known loops by their number of cards; before climb 0 those to begin with.
    loops: BTreeMap<usize, Vec<Hands>>,
    /// All of them.
    known: HashSet<String>,
}

impl Growing {
    /// A search by these rules from the loop of `start`, or from those that are known.
    ///
    /// Errors: a sentence on rules that cannot be searched, on what is wrong with the start, or on why
    /// there is none.
    pub fn new(rules: &Rules, seed: Seed, start: Option<&str>) -> Result<Self, String> {
        super::searchable(rules)?;
        let alike = rules.seat_b == SeatB::default();
        let mut search = Self {
            ranks: Ranks::of(rules),
            are_alike: alike && !rules.pickups().into_iter().any(Pickup::looks_at_seat),
            rules: rules.clone(),
            seed,
            loops: BTreeMap::new(),
            known: HashSet::new(),
        };
        if search.ranks.0.len() > 127 {
            return Err("a search near known loops is for decks of up to 127 ranks".into());
        }
        let starts: Vec<Hands> = match start {
            Some(text) => {
                let hands = search.loop_of(text).map_err(|what| format!("--from {text}: {what}"));
                vec![hands?]
            }
            None => KNOWN.iter().filter_map(|deal| search.loop_of(deal).ok()).collect(),
        };
        if starts.is_empty() {
            return Err("no loop of some cards of this deck is known that never ends by these rules: give a \
                        deal that never ends with --from, or leave --grow out"
                .into());
        }
        for hands in starts {
            search.take_in(hands);
        }
        Ok(search)
    }

    fn take_in(&mut self, hands: Hands) {
        self.known.insert(text(&hands));
        self.loops.entry(hands[0].len() + hands[1].len()).or_default().push(hands);
    }

    /// Cards of the whole deck.
    fn cards(&self) -> usize {
        self.rules.deck.cards()
    }

    /// The first position of the loop that these hands run into.
    ///
    /// Errors: a sentence on what cannot be read or searched, or ends.
    fn loop_of(&self, deal: &str) -> Result<Hands, String> {
        let read = given::read(deal.as_bytes(), &self.rules)?;
        let hands = self.rules.split().given(&read, &read.cards);
        let place = self.ranks.place(&self.rules, &hands);
        let place = place.ok_or("its cards are no part of the deck of these rules")?;
        let hands = self.hands(&place).ok_or("its cards are no part of the deck of these rules")?;
        let mut reference = Reference::new(self.rules.clone(), self.seed);
        let result = reference
            .play_hands(hands.each_ref().map(Vec::as_slice), crate::core::cards::GameIndex(0));
        match (result.end_reason, result.cycle) {
            (EndReason::Cycle, Some(cycle)) => {
                let before = result.rounds - cycle.rounds;
                Ok(self.least(&hands, before, cycle.rounds))
            }
            (EndReason::Limit, _) => Err("nobody knows whether it ends".into()),
            _ => Err("its game comes to an end, so there is no loop to begin with".into()),
        }
    }

    /// The hands of a position, if the deck has such cards.
    fn hands(&self, place: &Place) -> Option<Hands> {
        let dealt = self.ranks.dealt(&place.cards)?;
        let cards: Vec<Card> = place.cards.iter().map(|&card| dealt[usize::from(card)]).collect();
        let (a, b) = cards.split_at(place.of_a);
        Some([a.to_vec(), b.to_vec()])
    }

    /// The least position of the loop of so many rounds that begins after so many; if it does not matter who
    /// has which hand, also of those with the hands exchanged.
    fn least(&self, hands: &Hands, before: u64, rounds: u64) -> Hands {
        let mut now = Positions::new(&self.rules, hands);
        (0..before).for_each(|_| _ = now.step());
        let mut least: Option<Hands> = None;
        for _ in 0..rounds {
            let here = now.hands();
            let exchanged = self.are_alike.then(|| [here[1].clone(), here[0].clone()]);
            for hands in exchanged.into_iter().chain([here]) {
                if least.as_ref().is_none_or(|least| hands < *least) {
                    least = Some(hands);
                }
            }
            now.step();
        }
        least.unwrap_or_else(|| hands.clone())
    }

    /// The loop, with all its deals if it is of the whole deck; `None` if too many positions lead into it.
    fn told(&self, least: &Hands) -> Option<FoundLoop> {
        let game = found(&self.rules, self.seed, least)?;
        let is_whole = least[0].len() + least[1].len() == self.cards();
        let deals = if is_whole { self.deals_into(least)? } else { Vec::new() };
        Some(FoundLoop { game, deals })
    }

    /// Every deal whose game runs into this loop; `None` if too many positions do.
    fn deals_into(&self, least: &Hands) -> Option<Vec<FoundDeal>> {
        let (mut seen, mut left) = (HashSet::new(), VecDeque::new());
        let mut now = Positions::new(&self.rules, least);
        while seen.insert(now.hands()) {
            left.push_back(now.hands());
            now.step();
        }
        let of_a = self.rules.split().cards_of_a(self.cards());
        let mut deals = Vec::new();
        while let Some(hands) = left.pop_front() {
            if seen.len() > MAX_PAST {
                return None;
            }
            if hands[0].len() == of_a {
                deals.push(hands.clone());
            }
            for winner in Seat::BOTH {
                for earlier in before(&self.rules, &hands, winner) {
                    if seen.insert(earlier.clone()) {
                        left.push_back(earlier);
                    }
                }
            }
        }
        deals.sort_unstable();
        Some(deals.iter().filter_map(|deal| found(&self.rules, self.seed, deal)).collect())
    }

    /// The hands that a climb begins with.
    fn start(&self, number: u64, chance: &mut GameChance<'_>) -> Hands {
        let alike = |size: usize| size as u64 % 2 == number % 2;
        let mut sizes: Vec<usize> =
            self.loops.keys().rev().copied().filter(|&n| alike(n)).collect();
        if sizes.is_empty() {
            sizes = self.loops.keys().rev().copied().collect();
        }
        let mut sizes = sizes.into_iter().peekable();
        let mut size = sizes.next().unwrap_or(0);
        while chance.below(2) == 1 && sizes.peek().is_some() {
            size = sizes.next().unwrap_or(size);
        }
        let loops = &self.loops[&size];
        let least = &loops[chance.below(loops.len() as u32) as usize];
        let mut now = Positions::new(&self.rules, least);
        (0..chance.below(AROUND)).for_each(|_| _ = now.step());
        now.hands()
    }

    /// Plays positions near one, and calls `each` with every one that never ends and the rounds of its loop
    /// before and in it.
    fn near(&self, number: u64, climbed: &mut Climbed, each: &mut dyn FnMut(&Hands, u64, u64)) {
        let mut chance = Chance::new(self.seed, CHANCE);
        let mut chance = chance.game(number);
        let hands = self.start(number, &mut chance);
        let Some(start) = self.ranks.place(&self.rules, &hands) else { return };
        let room = self.cards() - start.cards.len();
        let added = [0, 2, 2, 1][(number / 2 % 4) as usize].min(room);
        let edits =
            if added > 0 && (number / 8).is_multiple_of(2) { 0 } else { 1 + chance.below(2) };
        let to_a = chance.below(added as u32 + 1) as usize;
        let cards = start.cards.len() + added;
        let mut of_a = start.of_a + to_a;
        if edits > 0 && chance.below(4) == 0 {
            of_a = (of_a + chance.below(2 * BLOCK as u32 + 1) as usize).saturating_sub(BLOCK);
        }
        let of_a = of_a.clamp(1, cards - 1);
        let mut engine = engine(&self.rules, self.seed, of_a);
        let max_rank = self.ranks.0.iter().map(|&(card, _)| card).max().unwrap_or(0);
        let (mut decks, mut block, mut results) = (Vec::new(), DeckBlock::default(), Vec::new());
        for _ in 0..POSITIONS / AT_ONCE {
            decks.clear();
            for _ in 0..AT_ONCE {
                let mut place = start.clone();
                put_in(&mut place, added, to_a, &mut chance);
                (0..edits).for_each(|_| edit(&mut place.cards, &mut chance));
                place.of_a = of_a;
                decks.extend(self.hands(&place).map(|hands| hands.concat()));
            }
            block.reset(0, decks.len(), cards, max_rank);
            for (k, deck) in decks.iter().enumerate() {
                block.set(k, deck);
            }
            fast::results(&mut engine, &block, &mut results);
            climbed.deals += decks.len() as u64;
            for (deck, result) in decks.iter().zip(&results) {
                climbed.given_up += u64::from(result.end_reason == EndReason::Limit);
                if let (EndReason::Cycle, Some(cycle)) = (result.end_reason, result.cycle) {
                    let (a, b) = deck.split_at(of_a);
                    each(&[a.to_vec(), b.to_vec()], result.rounds - cycle.rounds, cycle.rounds);
                }
            }
        }
    }
}

impl Search for Growing {
    fn climb(&mut self, number: u64, _: u64) -> Climbed {
        let mut climbed = Climbed::default();
        let (mut new, mut seen, mut looked_at) = (Vec::new(), HashSet::new(), 0);
        if number == 0 {
            new.extend(self.loops.values().flatten().cloned());
        }
        let whole = self.cards();
        let (kept, search) = (KEPT + new.len(), &*self);
        search.near(number, &mut climbed, &mut |hands, before, rounds| {
            let size = hands[0].len() + hands[1].len();
            let of_size = search.loops.get(&size).map_or(0, Vec::len);
            if looked_at == LOOKED_AT || new.len() == kept || size < whole && of_size >= OF_A_SIZE {
                return;
            }
            looked_at += 1;
            let least = search.least(hands, before, rounds);
            let text = text(&least);
            if !search.known.contains(&text) && seen.insert(text) {
                new.push(least);
            }
        });
        for least in new {
            match self.told(&least) {
                Some(found) => climbed.loops.push(found),
                // Whether deals lead to it is not known.
                None => climbed.given_up += 1,
            }
        }
        climbed
    }

    fn know(&mut self, loops: &[KnownLoop<'_>]) {
        if loops.is_empty() {
            return;
        }
        (self.loops, self.known) = Default::default();
        for known in loops {
            let read = given::read(known.position.as_bytes(), &self.rules).ok();
            if let Some(read) = read.filter(|read| read.cards_of_a().is_some()) {
                self.take_in(self.rules.split().given(&read, &read.cards));
            }
        }
    }

    fn positions(&self) -> u64 {
        POSITIONS as u64
    }

    fn replay(&self, rules: &str, deal: &str) -> String {
        format!("war-sim play --deck '{deal}' --rules {rules}")
    }
}

/// Two hands as `given` reads them.
fn text(hands: &Hands) -> String {
    let [a, b] = hands.each_ref().map(written);
    format!("A: {a} | B: {b}")
}

/// Puts in so many cards, some of them into A's hand: equal to others or between two ranks.
fn put_in(place: &mut Place, added: usize, to_a: usize, chance: &mut GameChance<'_>) {
    let classes = u32::from(place.cards.iter().copied().max().unwrap_or(0)) + 2;
    let mut last = None;
    for k in 0..added {
        let like_last = last.filter(|_| chance.below(3) == 0);
        let card = like_last.unwrap_or_else(|| chance.below(classes) as u8);
        let at = if k < to_a {
            place.of_a += 1;
            chance.below(place.of_a as u32) as usize
        } else {
            place.of_a + chance.below((place.cards.len() - place.of_a) as u32 + 1) as usize
        };
        place.cards.insert(at, card);
        last = Some(card);
    }
}

/// Exchanges two cards or two blocks, or makes a card a little stronger or weaker.
fn edit(cards: &mut [u8], chance: &mut GameChance<'_>) {
    let n = cards.len();
    let most = BLOCK.min(n / 2);
    let below = |chance: &mut GameChance<'_>, n: usize| chance.below(n as u32) as usize;
    match below(chance, 8) {
        0..3 => cards.swap(below(chance, n), below(chance, n)),
        3..6 => chance.exchange_blocks(cards, most),
        _ => {
            let card = &mut cards[below(chance, n)];
            *card = card.saturating_add(below(chance, 5) as u8).saturating_sub(2);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::cards::GameIndex;
    use crate::games::war::presets;

    fn rules(ranks: u32, suits: u32) -> Rules {
        let mut fields = presets::find("bicycle").expect("bicycle").rules().into_fields();
        (fields.deck.ranks, fields.deck.suits) = (ranks, suits);
        fields.check().expect("rules")
    }

    /// All orders of these cards.
    fn orders(cards: &[Card]) -> Vec<Vec<Card>> {
        if cards.is_empty() {
            return vec![Vec::new()];
        }
        let with = |k: usize| {
            let mut rest = cards.to_vec();
            let card = rest.remove(k);
            orders(&rest).into_iter().map(move |order| [vec![card], order].concat())
        };
        (0..cards.len()).flat_map(with).collect()
    }

    #[test]
    fn all_loops_of_seven_cards_are_found_from_one_of_five() {
        let rules = rules(7, 1);
        let mut all = HashSet::new();
        let search = Growing::new(&rules, Seed(1), Some("A: 5 2 4 | B: 3 6")).expect("a loop");
        let mut reference = Reference::new(rules.clone(), Seed(0));
        for deck in orders(&rules.deck.fresh()) {
            for of_a in 1..7 {
                let hands = [deck[..of_a].to_vec(), deck[of_a..].to_vec()];
                let slices = hands.each_ref().map(Vec::as_slice);
                let result = reference.play_hands(slices, GameIndex(0));
                if let Some(cycle) = result.cycle {
                    let least = search.least(&hands, result.rounds - cycle.rounds, cycle.rounds);
                    all.insert(text(&least));
                }
            }
        }
        let mut search = search;
        let (mut known, mut found): (Vec<FoundLoop>, HashSet<String>) = Default::default();
        for number in 0..200 {
            for new in search.climb(number, 0).loops {
                if known.iter().all(|old| old.game.deal != new.game.deal) {
                    if new.game.deal.split_whitespace().count() == 10 {
                        found.insert(new.game.deal.clone());
                        assert!(new.deals.iter().all(|deal| !deal.period.is_empty()));
                    }
                    known.push(new);
                }
            }
            let loops: Vec<KnownLoop<'_>> =
                known.iter().map(|l| KnownLoop { position: &l.game.deal, deals: 0 }).collect();
            search.know(&loops);
        }
        assert_eq!((found.len(), &found), (all.len(), &all));
    }

    #[test]
    fn starts_are_refused_with_a_reason() {
        let error = |deal: &str| Growing::new(&rules(3, 2), Seed(1), Some(deal)).unwrap_err();
        assert!(
            error("A: 2 3 | B: 4 2").contains("comes to an end"),
            "{}",
            error("A: 2 3 | B: 4 2")
        );
        assert!(error("A: 2 3 | B: 4 5").contains("no part of the deck"));
    }
}
