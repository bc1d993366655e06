//! War for three to eight: the rules as written, which the engine of [`super::fast::many`] has to equal.
//!
//! Each battle is one of everybody with a card; of several with the highest card the fighters of a war
//! go on (`war.fighters`). Who cannot pay is out (`war.short`), one fighter left takes the pot without
//! another battle, and a pot that nobody is left for lies until somebody takes the next.

use std::collections::VecDeque;

use super::result::{CYCLES, EndReason, Period, count_tie, report_chains};
use super::rules::{
    BattleOrder, Deal, Fighters, Lay, Leftover, LimitAsked, Rules, Short, Verdict, Winnings,
};
use super::seat_set::{Seats, name};
use super::table::{self, Laid, Luck, Player};
use crate::core::cards::shuffle::Shuffler;
use crate::core::cards::suited::Ranked;
use crate::core::cards::text::Given;
use crate::core::cards::{Card, DeckBlock, GameIndex, Seed};
use crate::core::cycle::{Steps, first_repeat, once_round};
use crate::core::engines::Plays;
use crate::core::film::Said;
use crate::core::info::MOST_SEATS;
use crate::core::random::inside::InsideOfSeed;
use crate::core::results::{GameBlock, NOBODY};
use crate::core::seats::Lead;
use crate::core::step::Step;

/// The winner's seat, if anybody has won, and why the game ended.
pub type End = (Option<usize>, EndReason);

/// A seat's cards of this deck, in dealing order, top first.
pub fn hand<'d, C>(rules: &Rules, deck: &'d [C], seat: usize) -> impl Iterator<Item = &'d C> {
    let players = rules.players as usize;
    let left = match rules.leftover {
        Leftover::LeftOut => deck.len() % players,
        Leftover::Dealt | Leftover::LowestOut => 0,
    };
    let dealt = deck.len() - left;
    // The first seats have one more.
    let (each, more) = (dealt / players, dealt % players);
    let (from, step) = match rules.deal {
        Deal::Alternate => (seat, players),
        Deal::Halves => (seat * each + seat.min(more), 1),
    };
    deck[from.min(dealt)..].iter().step_by(step).take(each + usize::from(seat < more))
}

/// The hands of this deck, in dealing order, each top first.
pub fn hands<C: Copy>(rules: &Rules, deck: &[C]) -> Vec<VecDeque<C>> {
    let of = |seat| hand(rules, deck, seat).copied().collect();
    (0..rules.players as usize).map(of).collect()
}

/// The hands of these cards, which were given as hands or as a deck.
pub fn given<C: Copy>(rules: &Rules, given: &Given, cards: &[C]) -> Vec<VecDeque<C>> {
    if given.sizes.is_empty() {
        return hands(rules, cards);
    }
    let mut cards = cards.iter().copied();
    given.sizes.iter().map(|&size| cards.by_ref().take(size).collect()).collect()
}

/// What is known of a finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// The winner's seat.
    pub winner: Option<usize>,
    /// Why the game ended.
    pub end_reason: EndReason,
    /// Comparisons of the cards that were turned over together.
    pub battles: u64,
    /// Rounds whose first battle was fought.
    pub rounds: u64,
    /// Ties for the highest card.
    pub wars: u64,
    /// The most ties in a row within a round.
    pub deepest_war: u64,
    /// The length of its cycle, if a position came back.
    pub cycle: Option<Period>,
    /// How many cards each seat has left.
    pub held: [u64; MOST_SEATS],
    /// These, by seat, in the order in which they would be played; the fast engine knows none.
    pub left: Vec<Vec<Card>>,
}

impl Finished {
    /// Reports that game `game` ended like this, with these chains of ties.
    pub fn report(&self, game: u64, chains: &[u64], results: &mut GameBlock) {
        let &Self { winner, end_reason, battles, rounds, wars, deepest_war, .. } = self;
        let counters = [battles, rounds, wars, deepest_war].into_iter().chain(self.held);
        results.report(game, winner.unwrap_or(NOBODY), end_reason.index(), counters);
        if let Some(Period { battles, rounds }) = self.cycle {
            results.count(CYCLES, [battles, rounds], 1);
        }
        report_chains(chains, results);
    }
}

/// The cards that one taker puts in order together.
#[derive(Clone, Debug, Default)]
struct Pot<C> {
    laid: Vec<Laid<C>>,
    holds_war: bool,
}

impl<C: Copy> Pot<C> {
    fn lay(&mut self, card: C, by: usize, face_down: bool) {
        // No order of three and more asks for the war.
        table::lay(&mut self.laid, card, by, 0, face_down);
    }

    /// The cards of a battle, the first of the pot.
    fn lay_battle(&mut self, fighters: Seats, turned: &[C; MOST_SEATS]) {
        fighters.iter().for_each(|by| self.lay(turned[by], by, false));
    }
}

/// Who is told what happens.
pub type Told<'t, C> = &'t mut dyn FnMut(Step<Said, table::Table<'_, C>>);

/// Plays games of three and more by one rule set.
#[derive(Debug)]
pub struct Many {
    rules: Rules,
    in_game: InsideOfSeed,
    shuffler: Shuffler,
    /// Of the last game.
    chains: Vec<u64>,
}

impl Many {
    /// An engine for these rules. `seed` decides in-game randomness, where the rules have any.
    pub fn new(rules: Rules, seed: Seed) -> Self {
        Self {
            rules,
            in_game: InsideOfSeed::new(seed),
            shuffler: Shuffler::default(),
            chains: Vec::new(),
        }
    }

    /// Plays the game of these hands, each top first. `game` decides in-game randomness.
    pub fn play<'g, C: Ranked>(
        &'g mut self,
        hands: Vec<VecDeque<C>>,
        game: GameIndex,
        told: Option<Told<'g, C>>,
    ) -> Finished {
        self.watched(hands, game, told, None)
    }

    fn watched<'g, C: Ranked>(
        &'g mut self,
        hands: Vec<VecDeque<C>>,
        game: GameIndex,
        told: Option<Told<'g, C>>,
        lead: Option<&'g mut Lead>,
    ) -> Finished {
        let rules = &self.rules;
        let players: Vec<Player<C>> = hands.into_iter().map(Player::with).collect();
        // A game that repeats a position would never end; it is played up to there.
        let rounds = rules.finds_cycles().then(|| {
            let course = Course(Table::without_limit(rules, players.clone()));
            first_repeat(&course, |Course(now)| now.battles > rules.limit.ceiling)
        });
        let chance = self.in_game.game(game.0);
        let luck = Luck(Some((&mut self.shuffler, chance)));
        let mut table = Table { luck, told, lead, ..Table::new(rules, players) };
        let (winner, end_reason) = table.play(rounds.flatten().unwrap_or(u64::MAX));
        let cycle = (end_reason == EndReason::Cycle).then(|| {
            let start = Course(Table::without_limit(rules, table.players.clone()));
            let Course(round) = once_round(&start);
            Period { battles: round.battles, rounds: round.rounds }
        });
        let held =
            |seat| table.players.get(seat).map_or(0, |player: &Player<C>| player.count() as u64);
        let finished = Finished {
            held: std::array::from_fn(held),
            winner,
            end_reason,
            battles: table.battles,
            rounds: table.rounds,
            wars: table.wars,
            deepest_war: table.chains.len() as u64,
            cycle,
            left: table.players.iter().map(|player| player.left(rules.winnings)).collect(),
        };
        self.chains = table.chains;
        finished
    }

    /// Plays the game of a deck again to see who was ahead, and who won.
    pub fn lead(&mut self, deck: &[Card], game: GameIndex) -> (Lead, Option<usize>) {
        let mut lead = Lead::default();
        let hands = hands(&self.rules, deck);
        let winner = self.watched(hands, game, None, Some(&mut lead)).winner;
        (lead, winner)
    }

    /// `chains()[d - 1]`: rounds of the last game whose chain of ties was exactly `d` long.
    pub fn chains(&self) -> &[u64] {
        &self.chains
    }
}

impl Plays<DeckBlock> for Many {
    fn play(&mut self, decks: &DeckBlock, results: &mut GameBlock) {
        decks.each_deck(|deck, game| {
            let played = self.play(hands(&self.rules, deck), game, None);
            played.report(game.0, &self.chains, results);
        });
    }
}

/// What a tie costs those who fight.
pub struct Price {
    /// Who fights on.
    pub fighters: Seats,
    /// Who of them with the card of the battle before.
    pub kept: Seats,
    /// Who has to give up all cards first.
    pub out: Seats,
    /// How many cards each lays face down.
    pub laid: [usize; MOST_SEATS],
}

/// Who wins a game that the limit stops, in which each holds so many cards.
#[inline]
pub fn verdict(rules: &Rules, players: usize, held: impl Fn(usize) -> usize) -> Option<usize> {
    let most = (0..players).map(&held).max();
    let most = Seats::of((0..players).filter(|&seat| Some(held(seat)) == most));
    match rules.limit.verdict {
        Verdict::MoreCards => most.alone(),
        Verdict::Draw => None,
    }
}

/// What a tie costs these who fight, of whom each holds so many cards.
#[inline]
pub fn price(rules: &Rules, fighters: Seats, held: impl Fn(usize) -> usize) -> Price {
    let face_down = rules.face_down_for(0);
    let without = |least: usize| Seats::of(fighters.iter().filter(|&seat| held(seat) < least));
    // war.short
    let none = without(1);
    let (fighters, kept, out) = match rules.war.short {
        Short::Lose => {
            let short = without(face_down);
            (fighters.without(short), Seats::default(), short)
        }
        Short::LastCard if none == fighters => Default::default(),
        Short::LastCard => (fighters, none, Seats::default()),
        Short::LastCardOrLose | Short::Reduce => {
            (fighters.without(none), Seats::default(), Seats::default())
        }
        Short::Draw => unreachable!("for two only"),
    };
    let fewest = fighters.iter().map(&held).min().unwrap_or(0);
    let mut laid = [0; MOST_SEATS];
    for seat in fighters.iter() {
        laid[seat] = match rules.war.short {
            Short::Lose | Short::Draw => face_down,
            Short::Reduce => face_down.min(fewest - 1),
            _ => face_down.min(held(seat).saturating_sub(1)),
        };
    }
    Price { fighters, kept, out, laid }
}

/// One game in progress.
struct Table<'g, C> {
    rules: &'g Rules,
    players: Vec<Player<C>>,
    pot: Pot<C>,
    /// Pots that nobody was left for, the oldest first.
    lying: Vec<Pot<C>>,
    /// The ties of this round so far.
    ties: u64,
    max_battles: u64,
    max_rounds: u64,
    battles: u64,
    rounds: u64,
    wars: u64,
    chains: Vec<u64>,
    luck: Luck<'g>,
    told: Option<Told<'g, C>>,
    lead: Option<&'g mut Lead>,
}

impl<'g, C: Ranked> Table<'g, C> {
    fn new(rules: &'g Rules, players: Vec<Player<C>>) -> Self {
        Self {
            rules,
            players,
            pot: Pot::default(),
            lying: Vec::new(),
            ties: 0,
            max_battles: rules.max_battles(),
            max_rounds: rules.max_rounds(),
            battles: 0,
            rounds: 0,
            wars: 0,
            chains: Vec::new(),
            luck: Luck(None),
            told: None,
            lead: None,
        }
    }

    /// A game's course: limits belong to its end.
    fn without_limit(rules: &'g Rules, players: Vec<Player<C>>) -> Self {
        Self { max_battles: u64::MAX, max_rounds: u64::MAX, ..Self::new(rules, players) }
    }

    fn tell(&mut self, winner: Option<usize>, words: impl FnOnce(&Self) -> String) {
        if self.told.is_none() {
            return;
        }
        let words = words(self);
        let lying = self.lying.iter().flat_map(|pot| &pot.laid);
        let pot: Vec<_> = lying.chain(&self.pot.laid).copied().collect();
        let event = Said { words, winner: winner.map(|seat| seat as u8), depth: self.ties };
        let step = Step { event, table: table::Table { players: &self.players, pot: &pot } };
        if let Some(told) = &mut self.told {
            told(step);
        }
    }

    /// Plays to the end of the game, or for so many rounds, after which it is known to be a cycle.
    fn play(&mut self, rounds: u64) -> End {
        for _ in 0..rounds {
            if let Err(end) = self.round() {
                return end;
            }
        }
        (None, EndReason::Cycle)
    }

    /// From one pick-up to the next; `Err` ends the game.
    fn round(&mut self) -> Result<(), End> {
        self.end_if_decided(EndReason::OutOfCards, EndReason::BothOut)?;
        self.end_at_limit(LimitAsked::Before, false)?;
        self.rounds += 1;
        self.ties = 0;
        if let Some(lead) = &mut self.lead {
            let held: Vec<usize> = self.players.iter().map(Player::count).collect();
            lead.see(&held);
        }
        loop {
            let (winner, by_battle) = self.pot()?;
            if winner.is_some() {
                if !by_battle {
                    self.end_if_decided(EndReason::ShortInWar, EndReason::BothShort)?;
                }
                return self.end_at_limit(LimitAsked::After, false);
            }
            self.tell(None, |_| "Nobody is left for the pot, which lies".into());
            self.lying.push(std::mem::take(&mut self.pot));
            self.end_if_decided(EndReason::ShortInWar, EndReason::BothShort)?;
            self.end_at_limit(LimitAsked::Before, true)?;
        }
    }

    fn with_cards(&self) -> Seats {
        Seats::of((0..self.players.len()).filter(|&seat| self.players[seat].count() > 0))
    }

    /// The battles of one pot, until somebody takes it or nobody is left for it; whether by a battle.
    fn pot(&mut self) -> Result<(Option<usize>, bool), End> {
        let mut fighters = self.with_cards();
        let mut turned = [C::default(); MOST_SEATS];
        for seat in fighters.iter() {
            turned[seat] = self.draw(seat);
        }
        let mut first = true;
        loop {
            self.battles += 1;
            let tied = self.highest(fighters, &turned);
            let winner = tied.alone();
            if std::mem::take(&mut first) {
                if let Some(winner) = winner.filter(|_| self.told.is_none()) {
                    // Most pots are one battle, and need not be laid out.
                    return Ok((Some(winner), self.take_battle(winner, fighters, &turned)));
                }
                self.pot.lay_battle(fighters, &turned);
            }
            self.tell(winner, |table| table.battle(fighters, &turned, tied));
            if let Some(winner) = winner {
                self.pick_up(winner);
                return Ok((Some(winner), true));
            }
            self.ties += 1;
            self.wars += 1;
            count_tie(&mut self.chains, self.ties);
            self.end_at_limit(LimitAsked::After, true)?;
            self.pot.holds_war = true;
            // war.fighters
            if self.rules.war.fighters == Fighters::Tied {
                fighters = tied;
            }
            // Who shows the card of this battle once more.
            let kept;
            (fighters, kept) = self.war(fighters);
            if let Some(winner) = fighters.alone() {
                self.pick_up(winner);
                return Ok((Some(winner), false));
            }
            if fighters.is_none() {
                return Ok((None, false));
            }
            self.end_at_limit(LimitAsked::Before, true)?;
            for seat in fighters.without(kept).iter() {
                turned[seat] = self.lay(seat, false);
            }
        }
    }

    /// Who of these has turned over the highest card.
    #[inline]
    fn highest(&self, fighters: Seats, turned: &[C; MOST_SEATS]) -> Seats {
        let (mut best, mut seats) = (i64::MIN, 0);
        for seat in fighters.iter() {
            let worth = self.worth(turned[seat]);
            match worth.cmp(&best) {
                std::cmp::Ordering::Greater => (best, seats) = (worth, 1 << seat),
                std::cmp::Ordering::Equal => seats |= 1 << seat,
                std::cmp::Ordering::Less => {}
            }
        }
        Seats(seats)
    }

    /// The winner takes the cards of a pot of one battle; returns that it was one.
    #[inline]
    fn take_battle(&mut self, winner: usize, fighters: Seats, turned: &[C; MOST_SEATS]) -> bool {
        let first = match self.rules.pickup.of_battle() {
            Some(BattleOrder::AsLaid) if self.lying.is_empty() => 0,
            Some(BattleOrder::FromWinner) if self.lying.is_empty() => winner,
            _ => {
                self.pot.lay_battle(fighters, turned);
                self.pick_up(winner);
                return true;
            }
        };
        let bottom = self.rules.winnings == Winnings::Bottom;
        let Player { hand, pile } = &mut self.players[winner];
        let after = Seats(fighters.0 >> first << first);
        for seat in after.iter().chain(fighters.without(after).iter()) {
            match bottom {
                true => hand.push_back(turned[seat]),
                false => pile.push(turned[seat]),
            }
        }
        true
    }

    /// What a card is worth in a battle: the most wins.
    #[inline]
    fn worth(&self, card: C) -> i64 {
        let strength = i64::from(self.rules.strength(card.rank()));
        if self.rules.compare.low_wins { -strength } else { strength }
    }

    /// A player's top card. An empty hand is first filled from the pile.
    #[inline]
    fn draw(&mut self, by: usize) -> C {
        if self.players[by].hand.is_empty() {
            self.turn_pile(by);
        }
        let Some(card) = self.players[by].hand.pop_front() else {
            unreachable!("shortage is known before anything is laid");
        };
        card
    }

    /// Puts a player's top card into the pot.
    fn lay(&mut self, by: usize, face_down: bool) -> C {
        let card = self.draw(by);
        self.pot.lay(card, by, face_down);
        card
    }

    /// Makes the pile the hand, which is empty.
    fn turn_pile(&mut self, seat: usize) {
        let player = &mut self.players[seat];
        // winnings
        player.turn_pile(self.rules.winnings);
        if self.rules.winnings == Winnings::PileShuffled {
            self.luck.shuffle(player.hand.make_contiguous());
        }
    }

    /// Lays what a tie costs; who fights on, and who of them with the card of the battle before.
    fn war(&mut self, mut fighters: Seats) -> (Seats, Seats) {
        let face_down = self.rules.face_down_for(0);
        let price = price(self.rules, fighters, |seat| self.players[seat].count());
        let Price { out, kept, laid, .. } = price;
        fighters = price.fighters;
        for seat in out.iter() {
            for _ in 0..self.players[seat].count() {
                self.lay(seat, true);
            }
        }
        if !out.is_none() {
            self.tell(None, |_| format!("Too few cards for the war: {}", out.words()));
        }
        if fighters.count() < 2 {
            return (fighters, kept);
        }
        // war.lay
        match self.rules.war.lay {
            Lay::Blocks => {
                for seat in fighters.iter() {
                    for _ in 0..laid[seat] {
                        self.lay(seat, true);
                    }
                }
            }
            Lay::Alternating => {
                for k in 0..face_down {
                    for seat in fighters.iter().filter(|&seat| k < laid[seat]) {
                        self.lay(seat, true);
                    }
                }
            }
        }
        // Without a card to turn over nobody fights on.
        let empty = Seats::of(fighters.iter().filter(|&seat| self.players[seat].count() == 0));
        (fighters.without(empty.without(kept)), kept)
    }

    /// The winner takes all pots, each put in order by itself.
    fn pick_up(&mut self, winner: usize) {
        for k in 0..=self.lying.len() {
            let mut pot = match self.lying.get_mut(k) {
                Some(lying) => std::mem::take(lying),
                None => std::mem::take(&mut self.pot),
            };
            let (rules, players) = (self.rules, self.players.len());
            // pickup, pickup_war
            rules.pickup_war.filter(|_| pot.holds_war).unwrap_or(rules.pickup).put_in_order(
                &mut pot.laid,
                winner,
                players,
                |laid| (laid.at, rules.strength(laid.card.rank())),
                |laid| self.luck.shuffle(laid),
            );
            // winnings
            self.players[winner].win(rules.winnings, pot.laid.iter().map(|laid| laid.card));
            if k == self.lying.len() {
                // Its room is needed again.
                pot.laid.clear();
                self.pot = Pot { holds_war: false, ..pot };
            }
        }
        self.lying.clear();
        self.ties = 0;
        self.tell(None, |_| format!("{} takes the pot", name(winner)));
    }

    /// The last with cards wins; nobody does where there is none.
    fn end_if_decided(&self, won: EndReason, nobody: EndReason) -> Result<(), End> {
        let left = self.with_cards();
        match left.alone() {
            None if left.is_none() => Err((None, nobody)),
            None => Ok(()),
            winner => Err((winner, won)),
        }
    }

    /// As for two. Rounds are not asked inside a war.
    fn end_at_limit(&self, now: LimitAsked, inside_war: bool) -> Result<(), End> {
        let reached =
            self.battles >= self.max_battles || !inside_war && self.rounds >= self.max_rounds;
        if !reached || now != self.rules.limit.asked {
            return Ok(());
        }
        let held = |seat: usize| self.players[seat].count();
        Err((verdict(self.rules, self.players.len(), held), EndReason::Limit))
    }

    /// A battle in words.
    fn battle(&self, fighters: Seats, turned: &[C; MOST_SEATS], tied: Seats) -> String {
        let cards: Vec<String> =
            fighters.iter().map(|seat| format!("{} {}", name(seat), turned[seat].rank())).collect();
        let what = match tied.alone() {
            Some(winner) => format!("{} wins", name(winner)),
            None => format!("{} tie", tied.words()),
        };
        format!("Battle {}: {}: {what}", self.battles, cards.join(", "))
    }
}

/// A game as a process that may come back to where it was.
struct Course<'r, C>(Table<'r, C>);

impl<C: Ranked> Clone for Course<'_, C> {
    fn clone(&self) -> Self {
        let (battles, rounds) = (self.0.battles, self.0.rounds);
        let table = Table::without_limit(self.0.rules, self.0.players.clone());
        Self(Table { battles, rounds, ..table })
    }
}

impl<C: Ranked> Steps for Course<'_, C> {
    fn step(&mut self) -> bool {
        self.0.round().is_ok()
    }

    fn same_position(&self, Course(other): &Self) -> bool {
        let mut pairs = self.0.players.iter().zip(&other.players);
        pairs.all(|(mine, theirs)| mine.same_position(theirs, self.0.rules.winnings))
    }
}
