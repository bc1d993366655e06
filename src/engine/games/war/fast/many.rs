//! War for three to eight in rings of bytes.
//!
//! A hand is a ring of 256 bytes, and what every player holds is one byte of a word, so that a round
//! without a tie has no branch that chance decides. Ties are played card by card from the same rings.
//! Who is out leaves its place, and those behind move up: most rounds are of few players.

use super::super::many::{self, End, Finished, Many, Price};
use super::super::result::{EndReason, Period, count_tie};
use super::super::rules::{BattleOrder, Fighters, Laid, Lay, LimitAsked, Rules, Winnings};
use super::super::seat_set::Seats;
use super::luck::{InGame, Luck};
use crate::core::cards::shuffle::Shuffler;
use crate::core::cards::{Card, DeckBlock, GameIndex, Seed};
use crate::core::engines::Plays;
use crate::core::info::MOST_SEATS;
use crate::core::random::inside::InsideOfSeed;
use crate::core::results::GameBlock;

/// Most cards: a ring has room for them, and for what a round writes too much.
const MOST_CARDS: usize = 256 - MOST_SEATS;

/// A 1 in every byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of every byte.
const HIGH: u64 = ONES << 7;

/// The byte of a place.
#[inline]
fn byte(bytes: u64, place: usize) -> usize {
    (bytes >> (8 * place)) as u8 as usize
}

/// As many in the byte of a place.
#[inline]
fn at(place: usize, many: usize) -> u64 {
    (many as u64) << (8 * place)
}

/// The highest bit of every byte that is 0.
#[inline]
fn zeros(bytes: u64) -> u64 {
    !(((bytes & !HIGH) + !HIGH) | bytes | !HIGH)
}

/// Sums of bytes, each of which wraps round.
#[inline]
fn sums(one: u64, two: u64) -> u64 {
    ((one & !HIGH) + (two & !HIGH)) ^ ((one ^ two) & HIGH)
}

/// Plays games of three and more by one rule set, the same ones as the reference `Many`.
#[derive(Debug)]
pub struct Rings {
    shape: Shape,
    in_game: InsideOfSeed,
    shuffler: Shuffler,
    game: Box<Game>,
    /// A position of the past.
    saved: Box<Game>,
    pots: Pots,
    /// Plays what does not fit.
    reference: Many,
}

/// What the rules are to this engine.
#[derive(Debug)]
struct Shape {
    rules: Rules,
    /// Of each rank a number that is the higher, the more it wins.
    code: [u8; 256],
    players: usize,
    face_down: usize,
    max_battles: u64,
    max_rounds: u64,
    /// How a round without a tie is taken; `None`: card by card.
    plain: Option<BattleOrder>,
}

/// A game in progress. Bytes of words belong to places.
#[derive(Debug)]
struct Game {
    /// How many are in the game, and their seats, rising.
    places: usize,
    seats: [usize; MOST_SEATS],
    hands: [[u8; 256]; MOST_SEATS],
    piles: [[u8; 256]; MOST_SEATS],
    /// Where each hand begins.
    heads: u64,
    /// Cards in each hand, and in each pile.
    held: u64,
    piled: u64,
    battles: u64,
    rounds: u64,
    wars: u64,
    chains: Vec<u64>,
}

/// The pots of a round in laying order.
#[derive(Debug)]
struct Pots {
    cards: [u8; 256],
    by: [u8; 256],
    laid: usize,
    /// Where each pot that lies ends, and whether it holds a war.
    lying: Vec<(usize, bool)>,
    /// Of a pot that is put in order: the keys of its cards, each with its place, and the cards.
    keys: [u32; 256],
    old: [u8; 256],
}

/// What a game has beside its hands and piles.
struct Side<'s, L> {
    pots: &'s mut Pots,
    luck: L,
}

/// Where playing on stops, if the game does not end before.
struct Stop<'s> {
    /// After so many rounds.
    rounds: u64,
    /// Or where this position comes back.
    saved: Option<&'s Game>,
}

impl Stop<'_> {
    fn after(rounds: u64) -> Self {
        Self { rounds, saved: None }
    }
}

impl Rings {
    /// An engine for these rules. `seed` decides in-game randomness, where the rules have any.
    pub fn new(rules: &Rules, seed: Seed) -> Self {
        let pots = Pots {
            cards: [0; 256],
            by: [0; 256],
            laid: 0,
            lying: Vec::new(),
            keys: [0; 256],
            old: [0; 256],
        };
        Self {
            shape: Shape::new(rules),
            in_game: InsideOfSeed::new(seed),
            shuffler: Shuffler::default(),
            game: Box::default(),
            saved: Box::default(),
            pots,
            reference: Many::new(rules.clone(), seed),
        }
    }

    /// One game, without its cards left; `None` if it is too long to be known here for no cycle.
    fn play(&mut self, deck: &[u8], index: u64) -> Option<Finished> {
        let Self { shape, in_game, shuffler, game, saved, pots, .. } = self;
        let side = &mut Side { pots, luck: InGame { shuffler, chance: in_game.game(index) } };
        game.deal(shape, deck);
        let mut cycle = None;
        let (winner, end_reason) = if shape.rules.finds_cycles() {
            // Brent's method: the saved position moves to the rounds 1, 2, 4, 8 ...
            let mut rounds = 1;
            loop {
                saved.copy_position(game);
                match game.run(shape, side, Stop { rounds, saved: Some(saved) }) {
                    Some((_, EndReason::Cycle)) => {
                        let length = game.rounds - saved.rounds;
                        let battles = game.battles - saved.battles;
                        cycle = Some(Period { battles, rounds: length });
                        for game in [&mut *game, &mut *saved] {
                            game.deal(shape, deck);
                        }
                        game.run(shape, side, Stop::after(length));
                        while !game.same_position(saved) {
                            game.run(shape, side, Stop::after(1));
                            saved.run(shape, side, Stop::after(1));
                        }
                        break (None, EndReason::Cycle);
                    }
                    Some((_, EndReason::Limit)) => return None,
                    Some(end) => break end,
                    None => rounds *= 2,
                }
            }
        } else {
            game.run(shape, side, Stop::after(u64::MAX))?
        };
        let &mut Game { battles, rounds, wars, .. } = &mut **game;
        let (deepest_war, left, mut held) = (game.chains.len() as u64, Vec::new(), [0; MOST_SEATS]);
        (0..game.places).for_each(|place| held[game.seats[place]] = game.all_held(place) as u64);
        Some(Finished { winner, end_reason, battles, rounds, wars, deepest_war, cycle, held, left })
    }
}

impl Plays<DeckBlock> for Rings {
    fn play(&mut self, decks: &DeckBlock, results: &mut GameBlock) {
        let mut cards: Vec<Card> = Vec::new();
        for k in 0..decks.len() {
            let index = decks.first() + k as u64;
            let fits = decks.is_narrow() && decks.cards() <= MOST_CARDS;
            match fits.then(|| self.play(decks.narrow(k), index)).flatten() {
                Some(played) => played.report(index, &self.game.chains, results),
                None => {
                    decks.copy_deck(k, &mut cards);
                    let hands = many::hands(&self.shape.rules, &cards);
                    let played = self.reference.play(hands, GameIndex(index), None);
                    played.report(index, self.reference.chains(), results);
                }
            }
        }
    }
}

impl Shape {
    fn new(rules: &Rules) -> Self {
        let worth = |rank: usize| {
            let strength = i64::from(rules.strength(rank as Card));
            if rules.compare.low_wins { -strength } else { strength }
        };
        let mut worths: Vec<i64> = (0..256).map(worth).collect();
        worths.sort_unstable();
        worths.dedup();
        let mut code = [0; 256];
        for (rank, code) in code.iter_mut().enumerate() {
            *code = worths.partition_point(|&lower| lower < worth(rank)) as u8;
        }
        Self {
            code,
            plain: rules.pickup.of_battle(),
            players: rules.players as usize,
            face_down: rules.face_down_for(0),
            max_battles: rules.max_battles(),
            max_rounds: rules.max_rounds(),
            rules: rules.clone(),
        }
    }
}

impl Default for Game {
    fn default() -> Self {
        Self {
            places: 0,
            seats: [0; MOST_SEATS],
            hands: [[0; 256]; MOST_SEATS],
            piles: [[0; 256]; MOST_SEATS],
            heads: 0,
            held: 0,
            piled: 0,
            battles: 0,
            rounds: 0,
            wars: 0,
            chains: Vec::new(),
        }
    }
}

impl Game {
    fn deal(&mut self, shape: &Shape, deck: &[u8]) {
        let players = shape.players;
        (self.heads, self.held, self.piled) = (0, 0, 0);
        for seat in 0..players {
            let mut many = 0;
            for (to, &card) in self.hands[seat].iter_mut().zip(many::hand(&shape.rules, deck, seat))
            {
                *to = shape.code[usize::from(card)];
                many += 1;
            }
            self.held |= at(seat, many);
        }
        (self.battles, self.rounds, self.wars) = (0, 0, 0);
        self.chains.clear();
        (self.places, self.seats) = (players, std::array::from_fn(|place| place));
        self.move_up();
    }

    fn all_held(&self, place: usize) -> usize {
        byte(self.held, place) + byte(self.piled, place)
    }

    /// The places of those who have cards.
    fn with_cards(&self) -> Seats {
        Seats::of((0..self.places).filter(|&place| self.all_held(place) > 0))
    }

    fn copy_position(&mut self, other: &Self) {
        let places = other.places;
        self.places = places;
        self.hands[..places].copy_from_slice(&other.hands[..places]);
        self.piles[..places].copy_from_slice(&other.piles[..places]);
        (self.heads, self.held, self.piled) = (other.heads, other.held, other.piled);
        (self.battles, self.rounds) = (other.battles, other.rounds);
    }

    fn same_position(&self, other: &Self) -> bool {
        let same = |place: usize| {
            let many = byte(self.held, place);
            let [mine, theirs] =
                [self, other].map(|game| (byte(game.heads, place), &game.hands[place]));
            let card = |(head, hand): (usize, &[u8; 256]), k| hand[(head + k) & 255];
            (0..many).all(|k| card(mine, k) == card(theirs, k)) && {
                let piled = byte(self.piled, place);
                self.piles[place][..piled] == other.piles[place][..piled]
            }
        };
        (self.places, self.held, self.piled) == (other.places, other.held, other.piled)
            && (0..self.places).all(same)
    }

    /// Plays on to where it is to stop; how the game ended, or that a position came back.
    fn run(
        &mut self,
        shape: &Shape,
        side: &mut Side<'_, impl Luck>,
        Stop { rounds, saved }: Stop<'_>,
    ) -> Option<End> {
        // `pile` is the rest of the hand, whether it was turned yet or not.
        let piles = matches!(shape.rules.winnings, Winnings::PileReversed | Winnings::PileShuffled);
        let last = self.rounds.saturating_add(rounds);
        macro_rules! of_places {
            ($($places:literal)*) => {
                match (self.places, piles) {
                    $(($places, false) => self.run_of::<$places, false>(shape, side, last, saved),
                    ($places, true) => self.run_of::<$places, true>(shape, side, last, saved),)*
                    _ => unreachable!("two to eight play"),
                }
            };
        }
        loop {
            let left = self.with_cards();
            let end = match left.count() {
                0 => Some((None, EndReason::BothOut)),
                1 => Some((left.alone(), EndReason::OutOfCards)),
                _ => of_places!(2 3 4 5 6 7 8),
            };
            if let Some((place, reason)) = end {
                return Some((place.map(|place| self.seats[place]), reason));
            }
            self.move_up();
            if self.rounds == last {
                return None;
            }
        }
    }

    /// Plays as [`Game::run`] does, up to this round, or until somebody is out.
    fn run_of<const PLACES: usize, const PILES: bool>(
        &mut self,
        shape: &Shape,
        side: &mut Side<'_, impl Luck>,
        last: u64,
        saved: Option<&Game>,
    ) -> Option<End> {
        let all = ONES >> (8 * (MOST_SEATS - PLACES));
        let came_back = saved.map_or(u64::MAX, |saved| saved.held);
        while self.rounds < last {
            if zeros(self.held | (ONES ^ all)) != 0 {
                if (self.with_cards().count() as usize) < PLACES {
                    return None;
                }
                self.turn_piles(shape, &mut side.luck);
            }
            let (mut tops, mut best) = (0, 0);
            for place in 0..PLACES {
                let top = self.hands[place][byte(self.heads, place)];
                tops |= u64::from(top) << (8 * place);
                best = best.max(top);
            }
            let highest = zeros(tops ^ (u64::from(best) * ONES)) & (all << 7);
            if shape.plain.is_none() || highest & (highest - 1) != 0 {
                if let Some(end) = self.round(shape, side) {
                    return Some(end);
                }
            } else {
                let winner = (highest.trailing_zeros() as usize / 8) & 7;
                self.heads = sums(self.heads, all);
                self.held -= all;
                let taken = match shape.plain {
                    Some(BattleOrder::AsLaid) => tops,
                    Some(BattleOrder::Backwards) => {
                        tops.swap_bytes() >> (8 * (MOST_SEATS - PLACES))
                    }
                    _ if PLACES == MOST_SEATS => tops.rotate_right(8 * winner as u32),
                    _ => (tops >> (8 * winner)) | (tops << (8 * (PLACES - winner))),
                };
                let (row, from) = if PILES {
                    (&mut self.piles[winner], byte(self.piled, winner))
                } else {
                    let end = byte(self.heads, winner) + byte(self.held, winner);
                    (&mut self.hands[winner], end & 255)
                };
                // What is written beyond the cards lies where the ring has room.
                let taken = taken.to_le_bytes();
                match row[from..].first_chunk_mut() {
                    Some(cards) => *cards = taken,
                    None => (0..PLACES).for_each(|k| row[(from + k) & 255] = taken[k]),
                }
                *(if PILES { &mut self.piled } else { &mut self.held }) += at(winner, PLACES);
                self.battles += 1;
                self.rounds += 1;
            }
            if self.battles >= shape.max_battles || self.rounds >= shape.max_rounds {
                return Some(self.limit(shape));
            }
            if self.held == came_back && saved.is_some_and(|then| self.same_position(then)) {
                return Some((None, EndReason::Cycle));
            }
        }
        None
    }

    /// Who is out leaves its place.
    fn move_up(&mut self) {
        let (heads, held, piled) = (self.heads, self.held, self.piled);
        (self.heads, self.held, self.piled) = (0, 0, 0);
        let mut to = 0;
        for from in 0..std::mem::take(&mut self.places) {
            if byte(held | piled, from) == 0 {
                continue;
            }
            self.seats[to] = self.seats[from];
            if to < from {
                self.hands[to] = self.hands[from];
                self.piles[to] = self.piles[from];
            }
            self.heads |= at(to, byte(heads, from));
            self.held |= at(to, byte(held, from));
            self.piled |= at(to, byte(piled, from));
            to += 1;
        }
        self.places = to;
    }

    /// Every empty hand is filled from its pile.
    #[cold]
    fn turn_piles(&mut self, shape: &Shape, luck: &mut impl Luck) {
        for place in 0..self.places {
            if byte(self.held, place) == 0 {
                self.turn_pile(shape, luck, place);
            }
        }
    }

    /// The limit is reached after a round.
    #[cold]
    fn limit(&self, shape: &Shape) -> End {
        let left = self.with_cards();
        match (shape.rules.limit.asked, left.alone()) {
            (LimitAsked::Before, winner @ Some(_)) => (winner, EndReason::OutOfCards),
            _ => self.at_limit(shape),
        }
    }

    fn at_limit(&self, shape: &Shape) -> End {
        let held = |place: usize| self.all_held(place);
        (many::verdict(&shape.rules, self.places, held), EndReason::Limit)
    }

    /// Makes the pile the hand, which is empty.
    fn turn_pile(&mut self, shape: &Shape, luck: &mut impl Luck, place: usize) {
        let many = byte(self.piled, place);
        let pile = &mut self.piles[place][..many];
        match shape.rules.winnings {
            Winnings::PileReversed => pile.reverse(),
            Winnings::PileShuffled => luck.shuffle(pile),
            Winnings::Bottom | Winnings::Pile => {}
        }
        self.hands[place][..many].copy_from_slice(pile);
        let others = !at(place, 255);
        self.heads &= others;
        self.piled &= others;
        self.held = self.held & others | at(place, many);
    }

    fn draw(&mut self, shape: &Shape, luck: &mut impl Luck, place: usize) -> u8 {
        if byte(self.held, place) == 0 {
            self.turn_pile(shape, luck, place);
        }
        let card = self.hands[place][byte(self.heads, place)];
        self.heads = sums(self.heads, at(place, 1));
        self.held -= at(place, 1);
        card
    }

    fn lay(&mut self, shape: &Shape, side: &mut Side<'_, impl Luck>, place: usize) -> u8 {
        let card = self.draw(shape, &mut side.luck, place);
        let pots = &mut *side.pots;
        (pots.cards[pots.laid], pots.by[pots.laid]) = (card, place as u8);
        pots.laid += 1;
        card
    }

    /// A round card by card, as the reference plays it.
    #[inline(never)]
    fn round(&mut self, shape: &Shape, side: &mut Side<'_, impl Luck>) -> Option<End> {
        let asked = shape.rules.limit.asked;
        let mut turned = [0; MOST_SEATS];
        let mut depth = 0;
        self.rounds += 1;
        side.pots.laid = 0;
        side.pots.lying.clear();
        loop {
            let mut fighters = self.with_cards();
            let mut to_turn = fighters;
            let mut holds_war = false;
            let by_battle = loop {
                for place in to_turn.iter() {
                    turned[place] = self.lay(shape, side, place);
                }
                self.battles += 1;
                let best = fighters.iter().map(|place| turned[place]).max();
                let tied = Seats::of(fighters.iter().filter(|&place| Some(turned[place]) == best));
                if tied.alone().is_some() {
                    fighters = tied;
                    break true;
                }
                depth += 1;
                self.wars += 1;
                count_tie(&mut self.chains, depth);
                if asked == LimitAsked::After && self.battles >= shape.max_battles {
                    return Some(self.at_limit(shape));
                }
                holds_war = true;
                if shape.rules.war.fighters == Fighters::Tied {
                    fighters = tied;
                }
                let kept;
                (fighters, kept) = self.war(shape, side, fighters);
                if fighters.count() < 2 {
                    break false;
                }
                if asked == LimitAsked::Before && self.battles >= shape.max_battles {
                    return Some(self.at_limit(shape));
                }
                to_turn = fighters.without(kept);
            };
            side.pots.lying.push((side.pots.laid, holds_war));
            if let Some(winner) = fighters.alone() {
                self.pick_up(shape, side, winner);
            }
            if !by_battle {
                let left = self.with_cards();
                match left.count() {
                    0 => return Some((None, EndReason::BothShort)),
                    1 => return Some((left.alone(), EndReason::ShortInWar)),
                    _ => {}
                }
            }
            if !fighters.is_none() {
                return None;
            }
            if asked == LimitAsked::Before && self.battles >= shape.max_battles {
                return Some(self.at_limit(shape));
            }
        }
    }

    /// Lays what a tie costs; who fights on, and who of them with the card of the battle before.
    fn war(
        &mut self,
        shape: &Shape,
        side: &mut Side<'_, impl Luck>,
        mut fighters: Seats,
    ) -> (Seats, Seats) {
        let price = many::price(&shape.rules, fighters, |place| self.all_held(place));
        let Price { out, kept, laid, .. } = price;
        fighters = price.fighters;
        for place in out.iter() {
            for _ in 0..self.all_held(place) {
                self.lay(shape, side, place);
            }
        }
        if fighters.count() < 2 {
            return (fighters, kept);
        }
        match shape.rules.war.lay {
            Lay::Blocks => {
                for place in fighters.iter() {
                    for _ in 0..laid[place] {
                        self.lay(shape, side, place);
                    }
                }
            }
            Lay::Alternating => {
                for k in 0..shape.face_down {
                    for place in fighters.iter().filter(|&place| k < laid[place]) {
                        self.lay(shape, side, place);
                    }
                }
            }
        }
        let empty = Seats::of(fighters.iter().filter(|&place| self.all_held(place) == 0));
        (fighters.without(empty.without(kept)), kept)
    }

    /// The winner takes all pots, each put in order by itself.
    fn pick_up(&mut self, shape: &Shape, side: &mut Side<'_, impl Luck>, winner: usize) {
        let Side { pots: Pots { cards, by, laid, lying, keys, old }, luck } = side;
        let mut from = 0;
        for &(to, holds_war) in &*lying {
            let pickup = shape.rules.pickup_war.filter(|_| holds_war).unwrap_or(shape.rules.pickup);
            let (cards, by) = (&mut cards[from..to], &by[from..to]);
            from = to;
            match pickup.of_battle() {
                Some(BattleOrder::AsLaid) => {}
                None if pickup.is_by_chance() => luck.shuffle(cards),
                _ => {
                    let mut many = [0; MOST_SEATS];
                    for (place, (&card, &by)) in cards.iter().zip(by).enumerate() {
                        let by = usize::from(by) & (MOST_SEATS - 1);
                        let nth = many[by];
                        many[by] += 1;
                        // Codes rise to what wins.
                        let code = Card::from(card);
                        let strength = if shape.rules.compare.low_wins { -code } else { code };
                        let laid = Laid { by, nth, above: 0, place: place as u32, war: 0 };
                        let (first, second) = pickup.key(winner, self.places, laid, strength);
                        // What is first asked lies between -256 and 255.
                        let key =
                            ((first + 256) as u32) << 16 | (second as u32) << 8 | place as u32;
                        (keys[place & 255], old[place & 255]) = (key, card);
                    }
                    let keys = &mut keys[..cards.len()];
                    keys.sort_unstable();
                    for (card, &key) in cards.iter_mut().zip(&*keys) {
                        *card = old[key as usize & 255];
                    }
                }
            }
        }
        let (row, from) = match shape.rules.winnings {
            Winnings::PileReversed | Winnings::PileShuffled => {
                let piled = byte(self.piled, winner);
                self.piled += at(winner, *laid);
                (&mut self.piles[winner], piled)
            }
            Winnings::Bottom | Winnings::Pile => {
                let end = byte(self.heads, winner) + byte(self.held, winner);
                self.held += at(winner, *laid);
                (&mut self.hands[winner], end)
            }
        };
        cards[..*laid].iter().enumerate().for_each(|(k, &card)| row[(from + k) & 255] = card);
    }
}
