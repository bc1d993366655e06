//! The rules as written, for any deck and every rule field. Engines are right only if they equal this.
//!
//! The numbers of rules are those of `docs/beggar.md`:
//!
//! 1. Each player has a hand, a queue of cards. Plain cards demand nothing. One player leads.
//! 2. The leader plays the top card onto the pile, then the players in turn, until a court card comes.
//! 3. A court card demands cards of the *other* player, who plays them one by one.
//! 4. If one of them is a court card, paying stops, and the first player has to pay for the new one.
//! 5. A penalty paid in plain cards only ends the trick: whoever played the last court card takes the
//!    pile under the hand and leads.
//! 6. Who has to play and has no card loses. A player without cards after a pile was taken has lost.
//! 7. If a position at the start of a trick occurred before, the game would never end: a draw.

use std::collections::VecDeque;

use serde::Serialize;

use super::loops::{Counted, find_loop};
use super::result::{EndReason, GameResult, Outcome, Seat};
use super::rules::{Empty, Pile, Rules};
use crate::core::cards::shuffle::Shuffler;
use crate::core::cards::suited::Ranked;
use crate::core::cards::{Card, DeckBlock, GameIndex, Seed};
use crate::core::cycle::Steps;
use crate::core::engines::Plays;
use crate::core::random::inside::InsideOfSeed;
use crate::core::results::GameBlock;
use crate::core::step::Step;

/// What a step of a game is; as JSON what `play --help` says, in ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event<'a, C> {
    /// The cards are dealt.
    Deal {
        /// A's hand, top first.
        a: &'a VecDeque<C>,
        /// B's.
        b: &'a VecDeque<C>,
    },
    /// A trick begins.
    Trick {
        /// Its number, counted from 1.
        trick: u32,
        /// Who leads.
        leader: Seat,
        /// Cards in A's hand.
        cards_a: usize,
        /// Cards in B's hand.
        cards_b: usize,
    },
    /// A card is played onto the pile.
    Played {
        /// By whom.
        seat: Seat,
        /// The card.
        card: C,
        /// What it demands of the other player; 0 if it is plain.
        penalty: u32,
        /// Cards of the penalty that its player still owes; 0 after a court card or a free card.
        owed: u32,
    },
    /// A penalty was paid, and the pile goes under a hand.
    Taken {
        /// By whom.
        seat: Seat,
        /// The pile in the order in which its cards will come up.
        pile: &'a [C],
    },
    /// A player is out of cards and has lost.
    Out {
        /// Who.
        seat: Seat,
    },
}

/// What lies where after a step.
#[derive(Clone, Copy, Debug)]
pub struct Table<'t, C> {
    /// The hands, A's first, each top first.
    pub hands: &'t [VecDeque<C>; 2],
    /// The pile, in the order played.
    pub pile: &'t [C],
}

/// Puts a pile into random order; `None` where the rules leave nothing to chance.
type Chance<'a, C> = Option<&'a mut dyn FnMut(&mut [C])>;

/// A game in progress; between two tricks there is no pile.
#[derive(Clone, Debug)]
struct Game<'r, C> {
    rules: &'r Rules,
    hands: [VecDeque<C>; 2],
    pile: Vec<C>,
    leader: Seat,
    /// Cards played so far.
    cards: u32,
    /// Tricks begun so far.
    tricks: u32,
}

/// How a trick leaves the game.
enum Trick {
    /// The pile was taken and both have cards.
    Taken,
    /// This player has lost.
    Out(Seat),
    /// The limit is reached.
    Limit,
}

impl<'r, C: Ranked> Game<'r, C> {
    fn new(rules: &'r Rules, hands: [Vec<C>; 2], leader: Seat) -> Self {
        let (hands, pile) = (hands.map(VecDeque::from), Vec::new());
        Self { rules, hands, pile, leader, cards: 0, tricks: 0 }
    }

    fn tell(&self, event: Event<'_, C>, see: &mut impl FnMut(Step<Event<'_, C>, Table<'_, C>>)) {
        see(Step { event, table: Table { hands: &self.hands, pile: &self.pile } });
    }

    /// Plays one trick.
    fn trick(
        &mut self,
        mut chance: Chance<'_, C>,
        max_cards: u32,
        see: &mut impl FnMut(Step<Event<'_, C>, Table<'_, C>>),
    ) -> Trick {
        let mut turn = self.leader;
        // Cards that `turn` still owes; `None` until the first court card (rule 2).
        let mut owed: Option<u32> = None;
        loop {
            let Some(&card) = self.hands[turn.index()].front() else {
                // Rule 6: a card has to be played, and there is none.
                return self.out(turn, see);
            };
            if self.cards == max_cards {
                // `limit`: asked when one more card would be played.
                return Trick::Limit;
            }
            if self.pile.is_empty() {
                self.tricks += 1;
                let (trick, leader) = (self.tricks, self.leader);
                let [cards_a, cards_b] = self.hands.each_ref().map(VecDeque::len);
                self.tell(Event::Trick { trick, leader, cards_a, cards_b }, see);
            }
            self.hands[turn.index()].pop_front();
            self.pile.push(card);
            self.cards += 1;
            let penalty = self.rules.penalty(card.rank());
            owed = match (penalty, owed) {
                // Rule 2: a plain card, and nobody owes anything yet.
                (0, None) => None,
                // Rule 3: one card of the penalty is paid.
                (0, Some(before)) => Some(before - 1),
                // Rules 3 and 4: a court card; from now on the other player pays.
                (demanded, _) => Some(demanded),
            };
            let left_to_pay = if penalty == 0 { owed.unwrap_or(0) } else { 0 };
            self.tell(Event::Played { seat: turn, card, penalty, owed: left_to_pay }, see);
            // `empty = "at-last-card"`: out at once, even with a court card as the last one.
            if self.rules.empty == Empty::AtLastCard && self.hands[turn.index()].is_empty() {
                return self.out(turn, see);
            }
            if owed == Some(0) {
                break;
            }
            if penalty > 0 || owed.is_none() {
                turn = turn.other();
            }
        }
        // Rule 5: `turn` has paid, so the other player takes the pile and leads.
        let winner = turn.other();
        let mut pile = std::mem::take(&mut self.pile);
        match (self.rules.pile, &mut chance) {
            (Pile::InOrder, _) => {}
            (Pile::Reversed, _) => pile.reverse(),
            (Pile::Shuffled, Some(shuffle)) => shuffle(&mut pile),
            (Pile::Shuffled, None) => unreachable!("a shuffled pile comes with a shuffle"),
        }
        self.hands[winner.index()].extend(&pile);
        self.leader = winner;
        self.tell(Event::Taken { seat: winner, pile: &pile }, see);
        // Its room is needed again.
        pile.clear();
        self.pile = pile;
        // Rule 6: without cards after the pile was taken.
        if self.hands[turn.index()].is_empty() {
            return self.out(turn, see);
        }
        Trick::Taken
    }

    fn out(&self, seat: Seat, see: &mut impl FnMut(Step<Event<'_, C>, Table<'_, C>>)) -> Trick {
        self.tell(Event::Out { seat }, see);
        Trick::Out(seat)
    }

    /// Plays until the game ends, at the latest after this many tricks.
    fn play_out(
        &mut self,
        mut chance: Chance<'_, C>,
        max_tricks: u32,
        see: &mut impl FnMut(Step<Event<'_, C>, Table<'_, C>>),
    ) -> (Outcome, EndReason) {
        while self.tricks < max_tricks {
            let chance = chance.as_mut().map(|shuffle| &mut **shuffle as _);
            match self.trick(chance, self.rules.max_cards(), see) {
                Trick::Taken => {}
                Trick::Out(loser) => return (loser.other().into(), EndReason::OutOfCards),
                Trick::Limit => return (Outcome::Draw, EndReason::Limit),
            }
        }
        (Outcome::Draw, EndReason::Loop)
    }
}

/// Rule 7 looks at the positions at which tricks begin.
impl<C: Ranked> Steps for Game<'_, C> {
    fn step(&mut self) -> bool {
        matches!(self.trick(None, u32::MAX, &mut |_| ()), Trick::Taken)
    }

    fn same_position(&self, other: &Self) -> bool {
        self.leader == other.leader && self.has_hands_of(other, Seat::BOTH)
    }
}

impl<C: Ranked> Game<'_, C> {
    /// Whether A and B hold what these seats hold at another table. Cards that demand the same are alike,
    /// whatever their rank: plain cards above all.
    fn has_hands_of(&self, other: &Self, seats: [Seat; 2]) -> bool {
        let penalty = |card: &C| self.rules.penalty(card.rank());
        self.hands.iter().zip(seats).all(|(mine, seat)| {
            mine.iter().map(penalty).eq(other.hands[seat.index()].iter().map(penalty))
        })
    }

    /// Whether after so many tricks the players will have changed places.
    fn changes_places_in(&self, tricks: u32) -> bool {
        let mut later = self.clone();
        (0..tricks).for_each(|_| _ = later.step());
        self.leader != later.leader && self.has_hands_of(&later, [Seat::B, Seat::A])
    }
}

impl<C: Ranked> Counted for Game<'_, C> {
    fn cards(&self) -> u32 {
        self.cards
    }

    fn tricks(&self) -> u32 {
        self.tricks
    }
}

/// Plays games by one rule set.
#[derive(Clone, Debug)]
pub struct Reference {
    rules: Rules,
    in_game: InsideOfSeed,
    shuffler: Shuffler,
    /// Of the last game.
    cards_left: [usize; 2],
    changes_places: bool,
}

impl Reference {
    /// An engine for these rules. `seed` decides in-game randomness, where the rules have any.
    pub fn new(rules: Rules, seed: Seed) -> Self {
        Self {
            rules,
            in_game: InsideOfSeed::new(seed),
            shuffler: Shuffler::default(),
            cards_left: [0; 2],
            changes_places: false,
        }
    }

    /// How many cards A and B held when the last game ended; the pile belongs to nobody.
    pub fn cards_left(&self) -> [usize; 2] {
        self.cards_left
    }

    /// Whether half of the loop of the last game leads to the same position with the hands exchanged.
    pub fn changes_places(&self) -> bool {
        self.changes_places
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Plays one game with this deck, in dealing order. `game` decides who leads, where the rules
    /// leave that to it, and in-game randomness.
    pub fn play(&mut self, deck: &[Card], game: GameIndex) -> GameResult {
        let hands = self.rules.split().hands(deck);
        self.observe(hands, game, |_| ())
    }

    /// Plays one game from these hands, A's first and each top card first, and tells `see` every step.
    pub fn observe<C: Ranked>(
        &mut self,
        hands: [Vec<C>; 2],
        game: GameIndex,
        mut see: impl FnMut(Step<Event<'_, C>, Table<'_, C>>),
    ) -> GameResult {
        let Self { rules, in_game, shuffler, .. } = self;
        let mut playing = Game::new(rules, hands, rules.leader.seat(game.0));
        let mut inside = in_game.game(game.0);
        let mut shuffle = |pile: &mut [C]| shuffler.shuffle_inside(pile, &mut inside);
        let chance: Chance<'_, C> = rules.has_in_game_randomness().then_some(&mut shuffle);
        let watched = rules.finds_loops().then_some(&playing);
        let repeat = watched.and_then(|start| find_loop(start, rules.max_cards()));
        let [a, b] = &playing.hands;
        playing.tell(Event::Deal { a, b }, &mut see);
        let max_tricks = repeat.map_or(u32::MAX, |(tricks, _)| tricks);
        let (outcome, end_reason) = playing.play_out(chance, max_tricks, &mut see);
        let period = repeat.map(|(_, period)| period).filter(|_| end_reason == EndReason::Loop);
        let half = period.filter(|period| period.tricks % 2 == 0).map(|period| period.tricks / 2);
        self.changes_places = half.is_some_and(|tricks| playing.changes_places_in(tricks));
        self.cards_left = playing.hands.each_ref().map(VecDeque::len);
        GameResult { outcome, end_reason, cards: playing.cards, tricks: playing.tricks, period }
    }
}

impl Plays<DeckBlock> for Reference {
    fn play(&mut self, decks: &DeckBlock, results: &mut GameBlock) {
        decks.each_deck(|deck, game| self.play(deck, game).report(game.0, results));
    }
}

#[cfg(test)]
mod tests {
    use super::super::notation::Notation;
    use super::super::rules::RuleFields;
    use super::*;

    /// Plays two hands written in the notation, by the default rules and these changes.
    fn play(changes: &str, hands: &str) -> (Outcome, EndReason, u32, u32, Option<(u32, u32)>) {
        play_game(changes, hands, 0)
    }

    fn play_game(
        changes: &str,
        hands: &str,
        game: u64,
    ) -> (Outcome, EndReason, u32, u32, Option<(u32, u32)>) {
        let rules = RuleFields::from_toml(changes).unwrap();
        let hands = Notation::new(&rules).unwrap().read_position(hands).unwrap();
        let mut reference = Reference::new(rules, Seed(1));
        let result = reference.observe(hands, GameIndex(game), |_| ());
        let GameResult { outcome, end_reason, cards, tricks, period } = result;
        (outcome, end_reason, cards, tricks, period.map(|p| (p.cards, p.tricks)))
    }

    use EndReason::{Limit, Loop, OutOfCards};
    use Outcome::{A, B, Draw};

    #[test]
    fn games_played_by_hand_come_out_as_on_the_table() {
        // A plays -, B plays -, A has no card: rule 6.
        assert_eq!(play("", "-/-"), (B, OutOfCards, 2, 1, None));
        assert_eq!(play("", "--/-"), (A, OutOfCards, 3, 1, None));
        // The jack asks one card, B pays it, A takes the pile: B has lost at once.
        assert_eq!(play("", "J/-"), (A, OutOfCards, 2, 1, None));
        // The queen asks two, B has one.
        assert_eq!(play("", "Q/-"), (A, OutOfCards, 2, 1, None));
        // B answers with a king, and A has no card to pay: A loses although A's queen came first.
        assert_eq!(play("", "Q/K"), (B, OutOfCards, 2, 1, None));
        // A: -, B: J, A pays -, B takes `-J-` and leads with the last one of -- ; then A: none left.
        assert_eq!(play("", "--/J-"), (B, OutOfCards, 3, 1, None));
        // A: J, B: -, A takes J-, leads -, B: -, A: J, B has no card.
        assert_eq!(play("", "J-/--"), (A, OutOfCards, 5, 2, None));
        // A card paid too much would have saved B: the ace asks four, B's third is a jack, A pays.
        assert_eq!(play("", "A-/--J"), (B, OutOfCards, 5, 1, None));
    }

    #[test]
    fn the_last_card_is_out_at_once_only_under_at_last_card() {
        assert_eq!(play("", "-J/--"), (A, OutOfCards, 4, 1, None));
        assert_eq!(play("empty = \"at-last-card\"", "-J/--"), (B, OutOfCards, 3, 1, None));
        assert_eq!(play("empty = \"at-last-card\"", "J-/-"), (A, OutOfCards, 2, 1, None));
        assert_eq!(play("empty = \"at-last-card\"", "J/-"), (B, OutOfCards, 1, 1, None));
    }

    #[test]
    fn the_leader_is_the_one_the_rules_name() {
        assert_eq!(play("leader = \"second\"", "J/-"), (A, OutOfCards, 2, 1, None));
        assert_eq!(play("leader = \"second\"", "-/-"), (A, OutOfCards, 2, 1, None));
        assert_eq!(play_game("leader = \"alternate\"", "-/-", 6).0, B);
        assert_eq!(play_game("leader = \"alternate\"", "-/-", 7).0, A);
    }

    #[test]
    fn the_limit_is_asked_when_one_more_card_would_be_played() {
        let at = |limit: u32| play(&format!("limit = {limit}"), "J-/--");
        assert_eq!(at(1), (Draw, Limit, 1, 1, None));
        // The pile of the first trick is taken before the limit of 2 is asked.
        assert_eq!(at(2), (Draw, Limit, 2, 1, None));
        assert_eq!(at(3), (Draw, Limit, 3, 2, None));
        assert_eq!(at(5), (A, OutOfCards, 5, 2, None));
    }

    #[test]
    fn a_loop_is_counted_up_to_its_first_repetition() {
        // A: -, B: J, A: -; B takes -J- and leads with the next -. A: J, B: J ... and after two tricks of
        // three cards everything is as it was.
        assert_eq!(play("", "--J-/J-"), (Draw, Loop, 6, 2, Some((6, 2))));
        // The same loop, entered after two cards, so that the repetition comes that much later.
        assert_eq!(play("", "J--/-J-"), (Draw, Loop, 8, 3, Some((6, 2))));
        assert_eq!(play("", "-----JJ/J"), (Draw, Loop, 26, 7, Some((14, 4))));
        // With a limit the same game is stopped, not recognized.
        assert_eq!(play("limit = 5000", "--J-/J-"), (Draw, Limit, 5_000, 1_667, None));
    }

    #[test]
    fn a_pile_is_taken_as_the_rules_say() {
        let piles = |changes: &str, game: u64| {
            let rules = RuleFields::from_toml(changes).unwrap();
            let mut piles = Vec::new();
            let hands = [vec![2, 14, 9, 9], vec![3, 4, 5, 6, 7, 8]];
            Reference::new(rules, Seed(1)).observe(hands, GameIndex(game), |step| {
                if let Event::Taken { pile, .. } = step.event {
                    piles.push(pile.to_vec());
                }
            });
            piles
        };
        assert_eq!(piles("", 0)[0], [2, 3, 14, 4, 5, 6, 7]);
        assert_eq!(piles("pile = \"reversed\"", 0)[0], [7, 6, 5, 4, 14, 3, 2]);
        let shuffled = piles("pile = \"shuffled\"", 0);
        assert_ne!(shuffled[0], piles("pile = \"shuffled\"", 1)[0], "every game has its own order");
        assert_eq!(shuffled, piles("pile = \"shuffled\"", 0));
        let mut sorted = shuffled[0].clone();
        sorted.sort_unstable();
        assert_eq!(sorted, [2, 3, 4, 5, 6, 7, 14]);
    }
}
