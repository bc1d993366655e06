//! One game in progress, played round by round as the rules are written.

use super::Seat;
use super::event::{Event, Observer, Playable};
use super::holding::{Chance, Holding};
use super::pot::{Pot, pair_in_order};
use super::result::{EndReason, GameResult, Outcome};
use super::rules::{Lay, Rules, Short, Verdict};
use super::split::Split;
use crate::core::cards::Card;

/// Where a game has to stop.
#[derive(Clone, Copy, Debug)]
pub struct Caps {
    /// No battle begins after so many.
    pub battles: u64,
    /// No round begins after so many.
    pub rounds: u64,
}

impl Caps {
    /// No stop at all.
    pub const NONE: Caps = Caps { battles: u64::MAX, rounds: u64::MAX };
}

/// Who won and why.
pub type End = (Outcome, EndReason);

/// Hands, piles and pot of one game, and what was counted so far.
#[derive(Debug)]
pub struct Table<C> {
    pub(super) holdings: [Holding<C>; 2],
    /// Empty but for a war.
    pot: Pot<C>,
    battles: u64,
    rounds: u64,
    wars: u64,
    deepest_war: u64,
    /// `chains[d - 1]`: rounds whose chain of ties was exactly `d` long.
    chains: Vec<u64>,
}

impl<C> Default for Table<C> {
    fn default() -> Self {
        Self {
            holdings: Default::default(),
            pot: Pot::default(),
            battles: 0,
            rounds: 0,
            wars: 0,
            deepest_war: 0,
            chains: Vec::new(),
        }
    }
}

/// What each player puts down for a war, A's first.
struct Payment {
    face_down: [usize; 2],
    /// Who has nothing left and fights on with the tied card.
    keeps: [bool; 2],
}

impl<C: Playable> Table<C> {
    /// Starts a game with this deck, in dealing order.
    pub fn deal(&mut self, deck: &[C], rules: &Rules) {
        let split = Split::of(deck.len(), rules);
        self.start(split.hand_a(deck), split.hand_b(deck));
    }

    /// Starts a game with these hands, A's first, each top first.
    pub fn deal_hands(&mut self, [a, b]: [&[C]; 2]) {
        self.start(a.iter().copied(), b.iter().copied());
    }

    fn start(&mut self, hand_a: impl Iterator<Item = C>, hand_b: impl Iterator<Item = C>) {
        let [a, b] = &mut self.holdings;
        a.deal(hand_a);
        b.deal(hand_b);
        self.pot.clear();
        self.chains.clear();
        (self.battles, self.rounds, self.wars, self.deepest_war) = (0, 0, 0, 0);
    }

    /// Takes over the hands and piles of another game, at the start of a round; counts stay.
    pub fn copy_position(&mut self, other: &Self) {
        for (mine, theirs) in self.holdings.iter_mut().zip(&other.holdings) {
            mine.copy_from(theirs);
        }
    }

    /// `chains()[d - 1]`: rounds whose chain of ties was exactly `d` long.
    pub fn chains(&self) -> &[u64] {
        &self.chains
    }

    /// Battles so far.
    pub fn battles(&self) -> u64 {
        self.battles
    }

    /// Rounds so far.
    pub fn rounds(&self) -> u64 {
        self.rounds
    }

    /// A player's cards.
    pub fn holding(&self, seat: Seat) -> &Holding<C> {
        &self.holdings[seat.index()]
    }

    /// The result, if the game ends here in this way.
    pub fn result(&self, (outcome, end_reason): End) -> GameResult {
        GameResult {
            outcome,
            end_reason,
            battles: self.battles,
            rounds: self.rounds,
            wars: self.wars,
            deepest_war: self.deepest_war,
            cards_a: self.holdings[0].len() as u64,
            cards_b: self.holdings[1].len() as u64,
        }
    }

    /// Plays one round, if the game has not ended; returns how it ended.
    // Inlined into the loop over rounds, as what few rounds need is not: a fifth less time a game.
    #[inline(always)]
    pub fn round(
        &mut self,
        rules: &Rules,
        caps: Caps,
        chance: &mut impl Chance,
        observer: &mut impl Observer<C>,
    ) -> Option<End> {
        if let Some(end) = self.end_before_battle(rules, caps.battles, [false; 2]) {
            return Some(end);
        }
        if self.rounds >= caps.rounds {
            return Some((self.verdict(rules.limit.verdict), EndReason::Limit));
        }
        self.rounds += 1;
        observer.event(Event::Round { round: self.rounds, held: self.held() });

        let cards = [
            self.take(rules, Seat::A, chance, observer),
            self.take(rules, Seat::B, chance, observer),
        ];
        let Some(winner) = self.battle(rules, cards, [false; 2], observer) else {
            return self.wars(rules, caps, cards, chance, observer);
        };
        // Most rounds are one battle, without a war: the pot is its two cards.
        let pot = pair_in_order(cards, rules.pickup, winner, chance);
        self.holdings[winner.index()].win(rules.winnings, &pot);
        tell_of_pick_up(winner, &pot, observer);
        None
    }

    /// Fights out the tie of these two cards, and every tie that follows from it, until somebody
    /// picks up the pot or the game ends.
    #[inline(never)]
    fn wars(
        &mut self,
        rules: &Rules,
        caps: Caps,
        mut cards: [C; 2],
        chance: &mut impl Chance,
        observer: &mut impl Observer<C>,
    ) -> Option<End> {
        for seat in Seat::BOTH {
            self.pot.lay(seat, cards[seat.index()]);
        }
        let mut depth = 0;
        loop {
            depth += 1;
            self.wars += 1;
            self.deepest_war = self.deepest_war.max(depth);
            // A tie is of equal strength; the rank that sets the price is the same on both sides,
            // for under `tied-rank` 1 and 14 are both the ace.
            let payment = match self.price(rules, cards[0].rank(), depth, observer) {
                Ok(payment) => payment,
                Err(end) => {
                    self.count_chain(depth);
                    return Some(end);
                }
            };
            self.lay(rules, payment.face_down, chance, observer);
            if let Some(end) = self.end_before_battle(rules, caps.battles, payment.keeps) {
                self.count_chain(depth);
                return Some(end);
            }
            for seat in Seat::BOTH.into_iter().filter(|seat| !payment.keeps[seat.index()]) {
                cards[seat.index()] = self.take(rules, seat, chance, observer);
                self.pot.lay(seat, cards[seat.index()]);
            }
            if let Some(winner) = self.battle(rules, cards, payment.keeps, observer) {
                self.count_chain(depth);
                self.pot.put_in_order(rules.pickup, winner, chance);
                self.holdings[winner.index()].win(rules.winnings, self.pot.cards());
                tell_of_pick_up(winner, self.pot.cards(), observer);
                self.pot.clear();
                return None;
            }
        }
    }

    /// Compares two cards; `kept` tells who shows the tied card of the battle before again.
    #[inline]
    fn battle(
        &mut self,
        rules: &Rules,
        cards: [C; 2],
        kept: [bool; 2],
        observer: &mut impl Observer<C>,
    ) -> Option<Seat> {
        self.battles += 1;
        let winner = rules.comparer().winner(cards[0].rank(), cards[1].rank());
        observer.event(Event::Battle { battle: self.battles, cards, kept, winner });
        winner
    }

    fn held(&self) -> [usize; 2] {
        [self.holdings[0].len(), self.holdings[1].len()]
    }

    /// The checks at the start of a battle, in their order. A player who keeps the tied card is not
    /// out of cards.
    fn end_before_battle(&self, rules: &Rules, max_battles: u64, keeps: [bool; 2]) -> Option<End> {
        let out = [0, 1].map(|s| self.holdings[s].is_empty() && !keeps[s]);
        match out {
            [true, true] => Some((Outcome::Draw, EndReason::BothOut)),
            [true, false] => Some((Outcome::B, EndReason::OutOfCards)),
            [false, true] => Some((Outcome::A, EndReason::OutOfCards)),
            [false, false] if self.battles >= max_battles => {
                Some((self.verdict(rules.limit.verdict), EndReason::Limit))
            }
            [false, false] => None,
        }
    }

    fn verdict(&self, verdict: Verdict) -> Outcome {
        let [a, b] = self.held();
        match verdict {
            Verdict::MoreCards if a > b => Outcome::A,
            Verdict::MoreCards if b > a => Outcome::B,
            Verdict::MoreCards | Verdict::Draw => Outcome::Draw,
        }
    }

    /// Takes the top card of a player who is known to have one.
    #[inline(always)]
    fn take(
        &mut self,
        rules: &Rules,
        seat: Seat,
        chance: &mut impl Chance,
        observer: &mut impl Observer<C>,
    ) -> C {
        let holding = &mut self.holdings[seat.index()];
        if let Some(card) = holding.draw() {
            return card;
        }
        observer.event(Event::PileTurned { seat, cards: holding.len() });
        holding.turn_pile(rules.winnings, chance);
        let Some(card) = holding.draw() else {
            unreachable!("shortage is known before anything is laid");
        };
        card
    }

    /// What each player pays for a tie of `rank`, or how the game ends because of a shortage.
    fn price(
        &self,
        rules: &Rules,
        rank: Card,
        depth: u64,
        observer: &mut impl Observer<C>,
    ) -> Result<Payment, End> {
        let face_down = rules.face_down_for(rank);
        let held = self.held();
        let needed = match rules.war.short {
            Short::Lose => rules.stake_for(rank),
            Short::LastCard | Short::Reduce => face_down + 1,
        };
        let lost = match rules.war.short {
            Short::Lose => held.map(|cards| cards < needed),
            Short::Reduce => held.map(|cards| cards == 0),
            // One with none left keeps the tied card; only both together cannot go on.
            Short::LastCard => [held == [0, 0]; 2],
        };
        if lost != [false; 2] {
            observer.event(Event::Unpaid { depth, short: lost, needed });
            return Err(match lost {
                [true, true] => (self.verdict(rules.war.both_short), EndReason::BothShort),
                [true, false] => (Outcome::B, EndReason::ShortInWar),
                _ => (Outcome::A, EndReason::ShortInWar),
            });
        }
        let payment = match rules.war.short {
            Short::Lose => Payment { face_down: [face_down; 2], keeps: [false; 2] },
            Short::LastCard => Payment {
                face_down: held.map(|cards| face_down.min(cards.saturating_sub(1))),
                keeps: held.map(|cards| cards == 0),
            },
            Short::Reduce => {
                let shorter = held[0].min(held[1]);
                Payment { face_down: [face_down.min(shorter - 1); 2], keeps: [false; 2] }
            }
        };
        observer.event(Event::War { depth, face_down, laid: payment.face_down });
        Ok(payment)
    }

    fn lay(
        &mut self,
        rules: &Rules,
        face_down: [usize; 2],
        chance: &mut impl Chance,
        observer: &mut impl Observer<C>,
    ) {
        let mut lay_one = |seat| {
            let card = self.take(rules, seat, chance, observer);
            self.pot.lay(seat, card);
            observer.event(Event::FaceDown { seat, card });
        };
        match rules.war.lay {
            Lay::Blocks => {
                for seat in Seat::BOTH {
                    for _ in 0..face_down[seat.index()] {
                        lay_one(seat);
                    }
                }
            }
            Lay::Alternating => {
                for k in 0..face_down[0].max(face_down[1]) {
                    for seat in Seat::BOTH {
                        if k < face_down[seat.index()] {
                            lay_one(seat);
                        }
                    }
                }
            }
        }
    }

    fn count_chain(&mut self, depth: u64) {
        if depth > 0 {
            let depth = depth as usize;
            if self.chains.len() < depth {
                self.chains.resize(depth, 0);
            }
            self.chains[depth - 1] += 1;
        }
    }
}

fn tell_of_pick_up<C: Copy>(winner: Seat, pot: &[C], observer: &mut impl Observer<C>) {
    observer.event(Event::PickUp { winner, cards: pot.len() });
    for &card in pot {
        observer.event(Event::Won { card });
    }
}
