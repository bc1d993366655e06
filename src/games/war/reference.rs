//! The reference engine: the rules as written, for any cards and any number of them.

use super::Seat;
use super::course::Course;
use super::cycle::{Watch, steps_to_first_repeat};
use super::event::{Event, Observer, Playable, Unobserved};
use super::holding::{Chance, NoChance};
use super::result::{EndReason, GameResult, Outcome, Sink};
use super::rules::Rules;
use super::table::{Caps, End, Table};
use crate::core::cards::key::{BlockStream, ItemWords, Purpose};
use crate::core::cards::shuffle::Shuffler;
use crate::core::cards::{Card, DeckBlock, GameIndex, Seed};

/// Plays games by one rule set.
#[derive(Debug)]
pub struct Reference<C = Card> {
    rules: Rules,
    in_game: BlockStream,
    shuffler: Shuffler,
    table: Table<C>,
}

/// The in-game randomness of one game.
struct InGame<'a> {
    shuffler: &'a mut Shuffler,
    words: ItemWords<'a>,
}

impl Chance for InGame<'_> {
    fn shuffle<T>(&mut self, items: &mut [T]) {
        self.shuffler.shuffle(items, &mut self.words);
    }
}

impl<C: Playable> Reference<C> {
    /// An engine for these rules. `seed` decides in-game randomness, where the rules have any.
    pub fn new(rules: Rules, seed: Seed) -> Self {
        Self {
            rules,
            in_game: BlockStream::new(seed, Purpose::InGame),
            shuffler: Shuffler::default(),
            table: Table::default(),
        }
    }

    /// Plays one game with this deck, in dealing order. `game` decides in-game randomness.
    pub fn play(&mut self, deck: &[C], game: GameIndex) -> GameResult {
        self.observe(deck, game, &mut Unobserved)
    }

    /// Plays one game and tells `observer` everything that happens in it.
    pub fn observe(
        &mut self,
        deck: &[C],
        game: GameIndex,
        observer: &mut impl Observer<C>,
    ) -> GameResult {
        self.table.deal(deck, &self.rules);
        self.play_out(game, observer)
    }

    /// Plays one game with these hands, A's first, each with its top card first.
    pub fn play_hands(&mut self, hands: [&[C]; 2], game: GameIndex) -> GameResult {
        self.table.deal_hands(hands);
        self.play_out(game, &mut Unobserved)
    }

    /// Plays one game with these hands and tells `observer` everything that happens in it.
    pub fn observe_hands(
        &mut self,
        hands: [Vec<C>; 2],
        game: GameIndex,
        observer: &mut impl Observer<C>,
    ) -> GameResult {
        self.table.deal_hands([&hands[0], &hands[1]]);
        self.play_out(game, observer)
    }

    /// The cards left to A and B by the last game: the hand top first, then the pile.
    pub fn cards_left(&self) -> [Vec<Card>; 2] {
        Seat::BOTH.map(|seat| self.table.holding(seat).cards().map(Playable::rank).collect())
    }

    fn play_out(&mut self, game: GameIndex, observer: &mut impl Observer<C>) -> GameResult {
        let Self { rules, in_game, shuffler, table } = self;
        let caps = Caps { battles: rules.max_battles(), rounds: rules.max_rounds() };
        let end = if rules.has_in_game_randomness() {
            let words = ItemWords::new(in_game, game.0);
            play_out(table, rules, caps, &mut InGame { shuffler, words }, observer)
        } else if rules.finds_cycles() {
            match first_repeat(table, rules) {
                Some(rounds) => play_to_repeat(table, rules, caps, rounds, observer),
                None => play_out(table, rules, caps, &mut NoChance, observer),
            }
        } else {
            play_out(table, rules, caps, &mut NoChance, observer)
        };
        let result = table.result(end);
        observer.event(Event::End { result });
        result
    }

    /// `chains()[d - 1]`: rounds of the last game whose chain of ties was exactly `d` long.
    pub fn chains(&self) -> &[u64] {
        self.table.chains()
    }
}

impl Reference<Card> {
    /// Plays every deck of a block.
    pub fn play_block(&mut self, decks: &DeckBlock, sink: &mut impl Sink) {
        let mut deck = Vec::new();
        for k in 0..decks.len() {
            let index = decks.first() + k as u64;
            decks.copy_deck(k, &mut deck);
            let result = self.play(&deck, GameIndex(index));
            sink.game(index, &result);
            for (d, &rounds) in self.chains().iter().enumerate().filter(|&(_, &rounds)| rounds > 0)
            {
                sink.chains(d + 1, rounds);
            }
        }
    }
}

fn play_out<C: Playable>(
    table: &mut Table<C>,
    rules: &Rules,
    caps: Caps,
    chance: &mut impl Chance,
    observer: &mut impl Observer<C>,
) -> End {
    loop {
        if let Some(end) = table.round(rules, caps, chance, observer) {
            return end;
        }
    }
}

/// Plays a game that is known to repeat a position after `rounds` rounds: a cycle, unless the
/// ceiling comes first.
fn play_to_repeat<C: Playable>(
    table: &mut Table<C>,
    rules: &Rules,
    caps: Caps,
    rounds: u64,
    observer: &mut impl Observer<C>,
) -> End {
    for _ in 0..rounds {
        if let Some(end) = table.round(rules, caps, &mut NoChance, observer) {
            return end;
        }
    }
    (Outcome::Draw, EndReason::Cycle)
}

/// The number of rounds after which a position stands for the second time; `None` if the game ends,
/// or if that is further than the ceiling.
fn first_repeat<C: Playable>(start: &Table<C>, rules: &Rules) -> Option<u64> {
    let start = Course::new(rules, start);
    let mut course = start.clone();
    let mut watch = Watch::new(&course);
    // A repeat within r rounds is noticed within 3 r + 1, so the search goes on past the ceiling
    // until it would have been noticed.
    let mut last_round = u64::MAX;
    loop {
        let end = course.table.round(rules, Caps::NONE, &mut NoChance, &mut Unobserved);
        if end.is_some() || course.table.rounds() > last_round {
            return None;
        }
        if let Some(length) = watch.length_of_cycle(&course) {
            return Some(steps_to_first_repeat(&start, length));
        }
        if last_round == u64::MAX && course.table.battles() > rules.limit.ceiling {
            last_round = course.table.rounds().saturating_mul(3).saturating_add(1);
        }
    }
}

/// Plays the War assignment's game: 1 if A wins, -1 if B wins, 0 for a draw.
///
/// Shapes: `deck` holds any number of cards in dealing order, A's first card leftmost; the highest
/// number wins a battle. Rule set `umass`. Errors: none.
/// Source: M. Liberatore, UMass Amherst, Programming Assignment 12: War, method `findWinner`.
///
/// The examples of the assignment:
/// ```
/// use war_sim::find_winner;
///
/// assert_eq!(find_winner(&[]), 0); // an empty deck
/// assert_eq!(find_winner(&[7]), 1); // one card
/// assert_eq!(find_winner(&[9, 3]), 1); // two cards, the first higher
/// assert_eq!(find_winner(&[3, 9]), -1); // two cards, the second higher
/// assert_eq!(find_winner(&[5, 5]), 0); // two equal cards: neither can pay for the war
/// assert_eq!(find_winner(&[2, 3, 4, 5]), -1); // A holds 2 4, B holds 3 5
///
/// // A holds 2 8 9 10 5 4 and B holds 2 6 7 11 6 4: B wins the first war, A cannot pay the second.
/// assert_eq!(find_winner(&[2, 2, 8, 6, 9, 7, 10, 11, 5, 6, 4, 4]), -1);
/// // With the hands exchanged A wins.
/// assert_eq!(find_winner(&[2, 2, 6, 8, 7, 9, 11, 10, 6, 5, 4, 4]), 1);
/// // A holds 5 2 3, B holds 5 4: both run out of cards in the war.
/// assert_eq!(find_winner(&[5, 5, 2, 4, 3]), 0);
/// // This game never ends: a draw after 1,000 battles.
/// assert_eq!(find_winner(&[1, 2, 2, 1]), 0);
/// ```
pub fn find_winner(deck: &[i32]) -> i32 {
    Reference::new(Rules::default(), Seed(0)).play(deck, GameIndex(0)).outcome.value()
}
