//! Where a game that came back to a position was there for the first time.
//!
//! The game is played again, a round or many at a time, in two lanes of a batch of its own, of which one is a
//! whole cycle ahead: the first position in which both hold the same cards is the one that came back. While
//! that one goes ahead, the other lanes see whether a part of the period observed would do.
//! Nothing is kept but positions, so that it takes the same memory however long the game is.

use super::super::result::{EndReason, GameResult, Outcome, Period};
use super::counts::Counts;
use super::lane::{Lane, Position};
use super::round::Round;
use super::shape::{Caps, Shape};
use super::step::{Batch, Setting};
use super::words::{Kind, Words, Work};

/// Rounds played at once in the search for the first repetition.
const STRIDE: u64 = 64;

/// Steps until hands are moved back.
const STEPS: usize = 8;

/// Lanes: one a cycle ahead of the other.
const AHEAD: usize = 0;
const BEHIND: usize = 1;

/// And one for each prime that divides the period: 14 different ones, multiplied, are more than any game is long.
const FIRST_PART: usize = 2;
const LANES: usize = FIRST_PART + 14;

/// Finds where games repeated a position for the first time.
pub struct Cycles {
    kind: Kind,
    setting: Setting,
    batch: Box<Batch>,
    lanes: [Lane; LANES],
    round: Round,
    now: Position,
    marks: [Position; 2],
    counted: [Counts; 2],
}

impl Cycles {
    /// For these rules, whose steps take a setting; `None` if they do not look for cycles.
    pub fn new(shape: &Shape, kind: Kind) -> Option<Self> {
        let setting = Setting::new(shape, true).filter(|_| shape.rules.finds_cycles())?;
        Some(Self {
            kind,
            setting,
            batch: Box::default(),
            lanes: Default::default(),
            round: Round::new(shape),
            now: Position::default(),
            marks: Default::default(),
            counted: Default::default(),
        })
    }

    /// The result of a game that is in a position in which it was `period` rounds before, and `counts` as it was
    /// first there; nothing if it comes to its ceiling before.
    pub fn settle(
        &mut self,
        shape: &Shape,
        deck: &[u8],
        hands: [&[u8]; 2],
        mut period: u64,
        counts: &mut Counts,
    ) -> Option<GameResult> {
        self.begin(deck.len());
        self.now.set(hands);
        while let Some(factor) = self.go_ahead(shape, deck, period) {
            period /= factor;
        }
        let mut stride = STRIDE;
        while !self.is_level() {
            for lane in [AHEAD, BEHIND] {
                self.marks[lane].save(&self.batch, lane, self.setting.cards);
                self.counted[lane].clone_from(&self.lanes[lane].counts);
            }
            self.play(shape, &[stride; 2]);
            if stride > 1 && self.is_level() {
                // The first such position is one of those just passed.
                stride /= 2;
                for lane in [AHEAD, BEHIND] {
                    self.marks[lane].lay_out(&mut self.batch, lane);
                    self.lanes[lane].counts.clone_from(&self.counted[lane]);
                }
            }
        }
        let [ahead, behind] = [&self.lanes[AHEAD], &self.lanes[BEHIND]];
        let (battles, ceiling) = (ahead.counts.battles, shape.caps.battles);
        if battles > ceiling || battles == ceiling && shape.limit_first {
            return None;
        }
        counts.clone_from(&ahead.counts);
        let cycle = Period { battles: battles - behind.counts.battles, rounds: period };
        let held = self.batch.hands(AHEAD, self.setting.cards).map(<[u8]>::len);
        let result = counts.result((Outcome::Draw, EndReason::Cycle), held);
        Some(GameResult { cycle: Some(cycle), ..result })
    }

    /// The same of a game that came to its ceiling, after so many rounds, and may have been in a position twice
    /// without notice.
    #[cold]
    pub fn settle_at_ceiling(
        &mut self,
        shape: &Shape,
        deck: &[u8],
        counts: &mut Counts,
    ) -> Option<GameResult> {
        self.begin(deck.len());
        self.deal(AHEAD, deck, shape);
        self.now.save(&self.batch, AHEAD, self.setting.cards);
        let mut period = None;
        // So many rounds pass as many positions at most.
        let most = counts.rounds.saturating_mul(3).saturating_add(2);
        self.kind.stamp(Watched { cycles: self, shape, most, period: &mut period });
        let [a, b] = self.batch.hands(AHEAD, self.setting.cards).map(<[u8]>::to_vec);
        self.settle(shape, deck, [&a, &b], period?, counts)
    }

    /// Begins with a game of so many cards.
    fn begin(&mut self, cards: usize) {
        self.setting.cards = cards as u16;
        self.batch.lay_out(LANES, STEPS, cards as u16);
        // One that is not played yet writes behind its hands, too.
        for lane in 0..LANES {
            self.batch.start(lane);
            self.batch.begin(lane, 0);
        }
    }

    /// Deals a deck to a lane.
    fn deal(&mut self, lane: usize, deck: &[u8], shape: &Shape) {
        self.batch.deal(lane, deck, shape);
        self.lanes[lane].counts.clear();
    }

    /// Deals the game and plays it for a period in the lane ahead; says by how much the period can be divided
    /// for all that is known now, if it can.
    fn go_ahead(&mut self, shape: &Shape, deck: &[u8], period: u64) -> Option<u64> {
        for lane in [AHEAD, BEHIND] {
            self.deal(lane, deck, shape);
        }
        let primes = primes(period);
        let mut rounds = vec![period, 0];
        for (lane, prime) in (FIRST_PART..LANES).zip(&primes) {
            self.now.lay_out(&mut self.batch, lane);
            rounds.push(period / prime);
        }
        self.play(shape, &rounds);
        let cards = self.setting.cards;
        let divides = |lane: usize| self.now.is_held(&self.batch, lane, cards);
        let lanes = (FIRST_PART..).zip(primes);
        let factors = lanes.filter(|&(lane, _)| divides(lane)).map(|(_, prime)| prime);
        Some(factors.product()).filter(|&factor: &u64| factor > 1)
    }

    /// Whether both lanes hold the same cards.
    fn is_level(&self) -> bool {
        let [ahead, behind] =
            [AHEAD, BEHIND].map(|lane| self.batch.hands(lane, self.setting.cards));
        ahead == behind
    }

    /// Plays on so many rounds; no game ends in them.
    fn play(&mut self, shape: &Shape, rounds: &[u64]) {
        let until = self.lanes.iter().zip(rounds);
        let until: Vec<Caps> = until
            .map(|(lane, rounds)| Caps { rounds: lane.counts.rounds + rounds, ..Caps::NONE })
            .collect();
        self.kind.stamp(Rounds { cycles: self, shape, until: &until });
    }

    /// Plays a round of a lane that a step left as it was; says whether the game goes on.
    #[inline(never)]
    fn help(&mut self, lane: usize, shape: &Shape) -> bool {
        let Self { setting, batch, lanes, round, .. } = self;
        let one = &mut lanes[lane];
        one.count(batch, lane, setting);
        let held = batch.hands(lane, setting.cards).map(<[u8]>::len);
        let ends = shape.end_before_round(Caps::NONE, &one.counts, held).is_some();
        !ends && one.play_round(batch, lane, setting, (shape, Caps::NONE), round, |_| {}).is_ok()
    }
}

/// Games to be played until so many rounds, in the first lanes.
struct Rounds<'a> {
    cycles: &'a mut Cycles,
    shape: &'a Shape,
    until: &'a [Caps],
}

impl Work for Rounds<'_> {
    #[inline(always)]
    fn by<W: Words>(self, words: W) {
        let Self { cycles, shape, until } = self;
        let is_done = |batch: &Batch| batch.left.0[..until.len()].iter().all(|&left| left == 0);
        loop {
            for (lane, &caps) in until.iter().enumerate() {
                cycles.lanes[lane].grant(&mut cycles.batch, lane, caps);
            }
            if is_done(&cycles.batch) {
                return;
            }
            for _ in 0..STEPS {
                let stuck = cycles.batch.step(words, &cycles.setting, until.len(), None);
                for (lane, &caps) in until.iter().enumerate() {
                    if stuck >> lane & 1 == 1 && cycles.batch.left.0[lane] > 0 {
                        let goes_on = cycles.help(lane, shape);
                        debug_assert!(goes_on, "a game that repeats a position ends");
                        cycles.lanes[lane].grant(&mut cycles.batch, lane, caps);
                    }
                }
                if is_done(&cycles.batch) {
                    break;
                }
            }
            cycles.batch.move_back(until.len(), cycles.setting.cards);
            for lane in 0..until.len() {
                cycles.lanes[lane].count(&mut cycles.batch, lane, &cycles.setting);
            }
        }
    }
}

/// The primes that divide a number.
fn primes(number: u64) -> Vec<u64> {
    let (mut primes, mut rest, mut factor) = (Vec::new(), number, 2);
    while rest > 1 {
        if factor * factor > rest {
            factor = rest;
        }
        if rest.is_multiple_of(factor) {
            primes.push(factor);
        }
        while rest.is_multiple_of(factor) {
            rest /= factor;
        }
        factor += 1;
    }
    primes
}

/// A game to be watched until it comes back to a position, ends, or has made so many steps.
struct Watched<'a> {
    cycles: &'a mut Cycles,
    shape: &'a Shape,
    most: u64,
    period: &'a mut Option<u64>,
}

impl Work for Watched<'_> {
    /// Source: R. P. Brent, BIT 20 (1980) 176-184, as in the reference, but at the ends of steps, which follow from
    /// the position alone.
    #[inline(always)]
    fn by<W: Words>(self, words: W) {
        let Self { cycles, shape, most, period } = self;
        let (mut saved_at, mut save_after, mut since) = (0, 1, 0);
        for done in 0..most {
            cycles.lanes[AHEAD].grant(&mut cycles.batch, AHEAD, Caps::NONE);
            let stuck = cycles.batch.step(words, &cycles.setting, 1, None) & 1 == 1;
            if stuck && !cycles.help(AHEAD, shape) {
                return;
            }
            let Cycles { lanes, batch, setting, now, .. } = &mut *cycles;
            if !stuck {
                lanes[AHEAD].count(batch, AHEAD, setting);
            }
            if now.is_held(batch, AHEAD, setting.cards) {
                *period = Some(lanes[AHEAD].counts.rounds - saved_at);
                return;
            }
            if done % STEPS as u64 == STEPS as u64 - 1 {
                batch.move_back(1, setting.cards);
            }
            since += 1;
            if since == save_after {
                now.save(batch, AHEAD, setting.cards);
                (saved_at, save_after, since) = (lanes[AHEAD].counts.rounds, 2 * save_after, 0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::cards::{Dealer, DeckBlock, Seed};
    use crate::core::processor::Processor;
    use crate::games::war::RuleFields;
    use crate::games::war::fast;
    use crate::games::war::result::tests::{reported, whole_block};

    #[test]
    fn a_game_is_settled_alike_whenever_its_repetition_is_noticed() {
        for (fields, repeating) in [
            ("", 20),
            ("war.face_down = 1\nwar.short = \"draw\"\ndeck.ranks = 5", 20),
            ("pickup = \"winner-block\"\ndeck.suits = 1", 1),
            ("deck.suits = 3\ndeck.ranks = 30\nwar.face_down = 20", 2),
            ("deck.suits = 40\ndeck.ranks = 2\nwar.face_down = 0\nwar.short = \"draw\"", 3),
        ] {
            let fields = format!("limit.unit = \"none\"\n{fields}\n");
            let rules = toml::from_str::<RuleFields>(&fields).unwrap().check().unwrap();
            let shape = Shape::new(&rules);
            let mut decks = DeckBlock::default();
            Dealer::new(Seed(42), rules.deck).fill(&mut decks, 0, 300);
            let mut results = whole_block();
            results.reset(0..300);
            fast::engine("reference", &rules, Seed(42)).unwrap().play(&decks, &mut results);
            let games = (0..300).map(|k| (k, reported(&results, k)));
            let repeat = games.filter(|(_, game)| game.cycle.is_some());
            let mut cycles = Cycles::new(&shape, Kind::of(Processor::here())).unwrap();
            let mut settled = 0;
            for (k, expected) in repeat.take(repeating) {
                let deck = decks.narrow(k);
                let mut after = |rounds| {
                    cycles.begin(deck.len());
                    cycles.deal(AHEAD, deck, &shape);
                    cycles.play(&shape, &[rounds]);
                    let hands = cycles.batch.hands(AHEAD, deck.len() as u16);
                    (hands.map(<[u8]>::to_vec), cycles.lanes[AHEAD].counts.clone())
                };
                let length = expected.cycle.unwrap().rounds;
                let first = expected.rounds - length;
                let (_, at_first) = after(expected.rounds);
                // Noticed at once, later, and round and round.
                let noticed =
                    [(first, 1), (first + 7, 2), (first + length, 3), (first, 9_000 / length + 1)];
                let noticed =
                    noticed.map(|(saved, times)| (after(saved + times * length).0, times * length));
                for ([a, b], period) in noticed {
                    let mut counts = Counts::default();
                    let found = cycles.settle(&shape, deck, [&a, &b], period, &mut counts);
                    assert_eq!(found, Some(expected), "{fields} {k} {period}");
                    assert_eq!(counts.chains, at_first.chains, "{fields} {k} {period}");
                }
                settled += 1;
            }
            assert!(settled > 0, "no game repeats: {fields}");
        }
    }
}
