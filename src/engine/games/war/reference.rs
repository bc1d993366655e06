//! The reference engine: the rules as written, to be read beside the assignment.
//!
//! Every question that the sources answer differently is a field of a rules file; a comment names
//! the field where it is asked. Anything faster is right only because it plays the same games.

use super::cycle::{Steps, first_repeat, once_round};
use super::event::Event;
use super::result::{CHAINS, End, EndReason, GameResult, Outcome, Period, count_tie};
use super::rules::{Caps, Laid, Lay, LimitAsked, Rules, Short, Verdict, Winnings};
use super::table::{PlayerCards, See};
use crate::core::cards::suited::Ranked;
use crate::core::cards::{Card, DeckBlock, GameIndex, Seed};
use crate::core::engines::Plays;
use crate::core::random::inside::{InsideOfGame, InsideOfSeed};
use crate::core::results::GameBlock;
use crate::core::seats::Seat;

/// Plays games by one rule set.
#[derive(Debug)]
pub struct Reference {
    rules: Rules,
    in_game: InsideOfSeed,
    /// Of the last game.
    chains: Vec<u64>,
    cards_left: [Vec<Card>; 2],
}

impl Reference {
    /// An engine for these rules. `seed` decides in-game randomness, where the rules have any.
    pub fn new(rules: Rules, seed: Seed) -> Self {
        Self {
            rules,
            in_game: InsideOfSeed::new(seed),
            chains: Vec::new(),
            cards_left: Default::default(),
        }
    }

    /// Plays one game with this deck, in dealing order. `game` decides in-game randomness.
    pub fn play(&mut self, deck: &[Card], game: GameIndex) -> GameResult {
        self.play_cards(self.rules.deal.hands(deck), game, None)
    }

    /// Plays one game with these hands, A's first, each with its top card first. They may be of any
    /// sizes; `deal` and `deck` are not asked.
    pub fn play_hands(&mut self, hands: [&[Card]; 2], game: GameIndex) -> GameResult {
        self.play_cards(hands.map(<[Card]>::to_vec), game, None)
    }

    /// Plays one game with these hands and tells `see` everything that happens in it.
    pub fn observe<C: Ranked>(
        &mut self,
        hands: [Vec<C>; 2],
        game: GameIndex,
        see: &mut See<'_, C>,
    ) -> GameResult {
        self.play_cards(hands, game, Some(see))
    }

    fn play_cards<'g, C: Ranked>(
        &'g mut self,
        hands: [Vec<C>; 2],
        game: GameIndex,
        see: Option<&'g mut See<'g, C>>,
    ) -> GameResult {
        let rules = &self.rules;
        let players = hands.map(PlayerCards::with);
        // A game that repeats a position would never end; it is played up to there.
        let rounds = rules.finds_cycles().then(|| {
            let course = InProgress::new(rules, players.clone());
            first_repeat(&course, |now| now.counted.battles > rules.limit.ceiling)
        });
        let luck = Some((&mut self.in_game, InsideOfGame::new(game.0)));
        let caps = rules.caps();
        let mut game = InProgress { caps, luck, see, ..InProgress::new(rules, players) };
        if game.see.is_some() {
            let hands = game.players.each_ref().map(|player| player.hand.clone());
            game.tell(Event::Deal { hands: hands.each_ref() });
        }
        let end = game.play(rounds.flatten().unwrap_or(u64::MAX));
        let mut result = game.result(end);
        if end.1 == EndReason::Cycle {
            let GameResult { battles, rounds, .. } = once_round(&game.clone()).counted;
            result.cycle = Some(Period { battles, rounds });
        }
        game.tell(Event::End { result });
        self.cards_left = game.players.map(|player| player.left(rules.winnings));
        self.chains = game.chains;
        result
    }

    /// Plays a deck of a block and reports its game.
    pub fn report(&mut self, decks: &DeckBlock, k: usize, results: &mut GameBlock) {
        let mut deck = Vec::new();
        decks.copy_deck(k, &mut deck);
        let game = decks.first() + k as u64;
        self.play(&deck, GameIndex(game)).report(game, results);
        for (depth, &rounds) in (1..).zip(&self.chains).filter(|&(_, &rounds)| rounds > 0) {
            results.count(CHAINS, [depth, 0], rounds);
        }
    }

    /// `chains()[d - 1]`: rounds of the last game whose chain of ties was exactly `d` long.
    pub fn chains(&self) -> &[u64] {
        &self.chains
    }

    /// The cards that A and B held when the last game ended, in the order in which they would be
    /// played: the hand, top first, then the pile (one to be shuffled: in the order won).
    pub fn cards_left(&self) -> &[Vec<Card>; 2] {
        &self.cards_left
    }
}

impl Plays<DeckBlock> for Reference {
    fn play(&mut self, decks: &DeckBlock, results: &mut GameBlock) {
        (0..decks.decks()).for_each(|k| self.report(decks, k, results));
    }
}

/// One game in progress.
struct InProgress<'g, C> {
    rules: &'g Rules,
    players: [PlayerCards<C>; 2],
    /// The cards at risk in this round, in the order laid.
    pot: Vec<(C, Laid)>,
    /// How many of them A has laid, and B.
    laid: [u32; 2],
    /// The ties of this round so far.
    ties: u64,
    /// Where the game stops.
    caps: Caps,
    /// What was counted so far.
    counted: GameResult,
    /// `chains[d - 1]`: rounds whose chain of ties was exactly `d` long.
    chains: Vec<u64>,
    /// The chance inside the game; none where it is only looked at whether a position comes back.
    luck: Option<(&'g mut InsideOfSeed, InsideOfGame)>,
    see: Option<&'g mut See<'g, C>>,
}

impl<'g, C: Ranked> InProgress<'g, C> {
    fn new(rules: &'g Rules, players: [PlayerCards<C>; 2]) -> Self {
        Self {
            rules,
            players,
            pot: Vec::new(),
            laid: [0; 2],
            ties: 0,
            caps: Caps::NONE,
            counted: GameResult::default(),
            chains: Vec::new(),
            luck: None,
            see: None,
        }
    }

    fn tell(&mut self, event: Event<'_, C>) {
        if let Some(see) = &mut self.see {
            see(event);
        }
    }

    /// Plays to the end of the game, or for so many rounds, after which it is known to be a cycle.
    fn play(&mut self, rounds: u64) -> End {
        for _ in 0..rounds {
            if let Err(end) = self.round() {
                return end;
            }
        }
        (Outcome::Draw, EndReason::Cycle)
    }

    /// From one pick-up of the pot to the next, however many wars lie between; `Err` ends the game.
    fn round(&mut self) -> Result<(), End> {
        self.end_if_out_of_cards([false; 2])?;
        self.end_at_limit(LimitAsked::Before, false)?;
        self.counted.rounds += 1;
        self.pot.clear();
        self.laid = [0; 2];
        self.tell(Event::Round { round: self.counted.rounds, held: self.held() });
        self.ties = 0;

        let mut cards = Seat::BOTH.map(|seat| self.lay(seat));
        // Who shows the tied card of the battle before once more.
        let mut kept = [false; 2];
        let winner = loop {
            self.counted.battles += 1;
            // compare
            let winner = self.rules.winner(cards[0].rank(), cards[1].rank());
            let (battle, held) = (self.counted.battles, self.held());
            self.tell(Event::Battle { battle, cards, kept, held, winner });
            if let Some(winner) = winner {
                break winner;
            }
            self.ties += 1;
            self.counted.wars += 1;
            count_tie(&mut self.chains, self.ties);
            self.end_at_limit(LimitAsked::After, true)?;
            kept = self.war(cards[0].rank(), self.ties)?;
            self.end_if_out_of_cards(kept)?;
            self.end_at_limit(LimitAsked::Before, true)?;
            for seat in Seat::BOTH {
                if !kept[seat.index()] {
                    cards[seat.index()] = self.lay(seat);
                }
            }
        };
        self.pick_up(winner, self.ties > 0);
        self.end_at_limit(LimitAsked::After, false)
    }

    /// Puts the player's top card into the pot. An empty hand is first filled from the pile.
    fn lay(&mut self, seat: Seat) -> C {
        if self.players[seat.index()].hand.is_empty() {
            self.turn_pile(seat);
        }
        let Some(card) = self.players[seat.index()].hand.pop_front() else {
            unreachable!("shortage is known before anything is laid");
        };
        let (by, place, war) = (seat.index(), self.pot.len() as u32, self.ties as u32);
        let at = Laid { by, nth: self.laid[by], above: 0, place, war };
        self.laid[by] += 1;
        self.counted.cards_laid += 1;
        self.pot.push((card, at));
        card
    }

    /// Makes the pile the hand, which is empty.
    fn turn_pile(&mut self, seat: Seat) {
        let player = &mut self.players[seat.index()];
        // winnings
        player.turn_pile(self.rules.winnings);
        let cards = player.hand.len();
        self.tell(Event::PileTurned { seat, cards });
        if self.rules.winnings == Winnings::PileShuffled {
            let Some((inside, game)) = &mut self.luck else { unreachable!("without chance") };
            inside.shuffle(game, self.players[seat.index()].hand.make_contiguous());
        }
    }

    /// Lays what a tie of this rank costs, face down; returns who has nothing left and fights on
    /// with the tied card.
    ///
    /// `tied` is A's card. B's costs the same: only under `tied-rank` does the rank matter, and
    /// there cards of equal strength but unequal rank are both aces.
    fn war(&mut self, tied: Card, depth: u64) -> Result<[bool; 2], End> {
        // war.face_down, war.ace_counts
        let face_down = self.rules.face_down_for(tied);
        let held = self.held();
        let mut kept = [false; 2];
        // war.short
        let laid = match self.rules.war.short {
            Short::Lose => {
                let needed = self.rules.stake_for(tied);
                self.end_if_short(held.map(|cards| cards < needed), needed, depth)?;
                [face_down; 2]
            }
            Short::Draw => {
                let needed = face_down + 1;
                self.end_if_short(held.map(|cards| cards < needed), needed, depth)?;
                [face_down; 2]
            }
            Short::Reduce => {
                self.end_if_short(held.map(|cards| cards == 0), face_down + 1, depth)?;
                [face_down.min(held[0] - 1).min(held[1] - 1); 2]
            }
            Short::LastCard => {
                // One with none left keeps the tied card; only both together cannot go on.
                self.end_if_short([held == [0, 0]; 2], face_down + 1, depth)?;
                kept = held.map(|cards| cards == 0);
                held.map(|cards| face_down.min(cards.saturating_sub(1)))
            }
            Short::LastCardOrLose => {
                self.end_if_short(held.map(|cards| cards == 0), face_down + 1, depth)?;
                held.map(|cards| face_down.min(cards - 1))
            }
        };
        self.tell(Event::War { depth, face_down, laid });
        // war.lay
        match self.rules.war.lay {
            Lay::Blocks => {
                for seat in Seat::BOTH {
                    (0..laid[seat.index()]).for_each(|_| self.lay_face_down(seat));
                }
            }
            Lay::Alternating => {
                for k in 0..laid[0].max(laid[1]) {
                    for seat in Seat::BOTH.into_iter().filter(|seat| k < laid[seat.index()]) {
                        self.lay_face_down(seat);
                    }
                }
            }
        }
        Ok(kept)
    }

    fn lay_face_down(&mut self, seat: Seat) {
        let card = self.lay(seat);
        self.tell(Event::FaceDown { seat, card });
    }

    /// The winner takes the pot.
    fn pick_up(&mut self, winner: Seat, holds_war: bool) {
        let (rules, pot, all) = (self.rules, &mut self.pot, self.laid);
        let seen = |at: Laid| Laid { above: all[at.by] - 1 - at.nth, ..at };
        // pickup, pickup_war, seat_b
        let pickup = rules.pickup_by(winner, holds_war);
        pickup.put_in_order(pot, winner.index(), |&(card, at)| {
            (seen(at), rules.strength(card.rank()))
        });
        if pickup.is_by_chance() {
            let Some((inside, game)) = &mut self.luck else { unreachable!("without chance") };
            inside.shuffle(game, pot);
        }
        // winnings
        self.players[winner.index()].win(rules.winnings, pot.iter().map(|&(card, _)| card));
        if self.see.is_some() {
            let pot: Vec<C> = self.pot.drain(..).map(|(card, _)| card).collect();
            self.tell(Event::PickUp { winner, pot: &pot });
        }
    }

    /// A player without a card loses; both without one is a draw. Who keeps the tied card is not
    /// out of cards.
    fn end_if_out_of_cards(&self, kept: [bool; 2]) -> Result<(), End> {
        let [out_a, out_b] = [0, 1].map(|s| self.players[s].count() == 0 && !kept[s]);
        match (out_a, out_b) {
            (true, true) => Err((Outcome::Draw, EndReason::BothOut)),
            (true, false) => Err((Outcome::B, EndReason::OutOfCards)),
            (false, true) => Err((Outcome::A, EndReason::OutOfCards)),
            (false, false) => Ok(()),
        }
    }

    /// A player who cannot pay for a war loses, both draw or `war.both_short` decides; with
    /// `war.short = "draw"` any shortage is a draw.
    fn end_if_short(&mut self, short: [bool; 2], needed: usize, depth: u64) -> Result<(), End> {
        if short != [false; 2] {
            self.tell(Event::Unpaid { depth, needed, short });
        }
        let (mut outcome, reason) = match short {
            [true, true] => (self.verdict(self.rules.war.both_short), EndReason::BothShort),
            [true, false] => (Outcome::B, EndReason::ShortInWar),
            [false, true] => (Outcome::A, EndReason::ShortInWar),
            [false, false] => return Ok(()),
        };
        if self.rules.war.short == Short::Draw {
            outcome = Outcome::Draw;
        }
        Err((outcome, reason))
    }

    /// The game ends at `limit.at` battles or rounds (`limit.ceiling` battles where there is no
    /// limit), if this is when `limit.asked` has it asked. Rounds are not asked inside a war.
    fn end_at_limit(&self, now: LimitAsked, inside_war: bool) -> Result<(), End> {
        let reached = self.counted.battles >= self.caps.battles
            || !inside_war && self.counted.rounds >= self.caps.rounds;
        match reached && now == self.rules.limit.asked {
            true => Err((self.verdict(self.rules.limit.verdict), EndReason::Limit)),
            false => Ok(()),
        }
    }

    /// Who wins an undecided game; the pot belongs to nobody.
    fn verdict(&self, verdict: Verdict) -> Outcome {
        Outcome::undecided(verdict, self.held())
    }

    fn held(&self) -> [usize; 2] {
        self.players.each_ref().map(PlayerCards::count)
    }

    fn result(&self, (outcome, end_reason): End) -> GameResult {
        let [cards_a, cards_b] = self.held().map(|cards| cards as u64);
        GameResult {
            outcome,
            end_reason,
            deepest_war: self.chains.len() as u64,
            cards_a,
            cards_b,
            ..self.counted
        }
    }
}

/// The rest of a game, as a process that may come back to where it was: nothing of it is counted yet, and nobody
/// sees it. Limits are left out: they belong to the game's end, not to its course.
impl<C: Ranked> Clone for InProgress<'_, C> {
    fn clone(&self) -> Self {
        Self::new(self.rules, self.players.clone())
    }
}

impl<C: Ranked> Steps for InProgress<'_, C> {
    fn step(&mut self) -> bool {
        self.round().is_ok()
    }

    fn same_position(&self, other: &Self) -> bool {
        let mut pairs = self.players.iter().zip(&other.players);
        pairs.all(|(mine, theirs)| mine.same_position(theirs, other.rules.winnings))
    }
}
