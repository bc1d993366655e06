//! Where games that came back to a position were there for the first time.
//!
//! Each is played again, a round or many at a time, in two lanes of a batch of its own, of which one is a
//! multiple of the cycle's length ahead: the first position in which both hold the same cards is the one that came back.
//! Nothing is kept but positions, so that it takes the same memory however long a game is.

use super::super::result::{EndReason, GameResult, Outcome, Period};
use super::super::rules::Caps;
use super::counts::{Chains, Counts};
use super::lane::{Lane, Position};
use super::round::Round;
use super::shape::Shape;
use super::step::{Batch, Setting};
use super::words::{Words, Work, stamp};
use crate::core::cards::DeckBlock;
use crate::core::processor::Processor;

/// Games that are settled together: each step costs little more than that of one.
pub const GAMES: usize = 8;
const LANES: usize = 2 * GAMES;

/// Rounds played at once in the search for the first repetition.
const STRIDE: u64 = 128;

/// Steps until hands are moved back.
const STEPS: usize = 24;

/// Finds where games repeated a position for the first time.
pub struct Cycles {
    processor: Processor,
    setting: Setting,
    batch: Box<Batch>,
    lanes: [Lane; LANES],
    round: Round,
    marks: [Position; LANES],
    counted: [Counts; LANES],
}

/// A game that came back to a position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Found {
    /// After so many rounds.
    pub rounds: u64,
    /// How many rounds later.
    pub period: u64,
    /// The number of its deck.
    pub deck: usize,
}

/// The lanes of a game: the one ahead, and the one behind.
fn lanes_of(game: usize) -> [usize; 2] {
    [2 * game, 2 * game + 1]
}

impl Cycles {
    /// For these rules, whose steps take a setting; `None` if they do not look for cycles.
    pub fn new(shape: &Shape, processor: Processor) -> Option<Self> {
        let setting = Setting::new(shape, true).filter(|_| shape.rules.finds_cycles())?;
        Some(Self {
            processor,
            setting,
            batch: Box::default(),
            lanes: Default::default(),
            round: Round::new(shape),
            marks: Default::default(),
            counted: Default::default(),
        })
    }

    /// The results of [`GAMES`] at most, their chains added to `chains`; nothing for one that comes to its ceiling
    /// before.
    pub fn settle(
        &mut self,
        shape: &Shape,
        decks: &DeckBlock,
        chains: &mut Chains,
        found: &[Found],
    ) -> Vec<Option<GameResult>> {
        self.begin(shape, decks, found);
        self.find_first_repeats(shape, found.len());
        let lengths = self.cycle_lengths(shape, found);
        let before: [u64; LANES] = std::array::from_fn(|lane| self.lanes[lane].counts.battles);
        let once_round: Vec<u64> = lengths.iter().flat_map(|&rounds| [0, rounds]).collect();
        self.play(shape, &once_round[..2 * found.len()]);
        let result = |game| {
            let [_, behind] = lanes_of(game);
            let (battles, ceiling) = (self.lanes[behind].counts.battles, shape.caps.battles);
            if battles > ceiling || battles == ceiling && shape.limit_first {
                return None;
            }
            let cycle = Period { battles: battles - before[behind], rounds: lengths[game] };
            let held = self.batch.hands(behind, self.setting.cards).map(<[u8]>::len);
            let counts = &mut self.lanes[behind].counts;
            let result = counts.result((Outcome::Draw, EndReason::Cycle), held);
            counts.flush(chains);
            Some(GameResult { cycle: Some(cycle), ..result })
        };
        (0..found.len()).map(result).collect()
    }

    /// Deals games, and plays one lane of each as far as they were found later.
    fn begin(&mut self, shape: &Shape, decks: &DeckBlock, found: &[Found]) {
        self.setting.cards = decks.cards() as u16;
        self.batch.lay_out(LANES, STEPS, self.setting.cards);
        let mut rounds = [0; LANES];
        for (game, &Found { deck, period, .. }) in found.iter().enumerate() {
            for lane in lanes_of(game) {
                self.batch.deal(lane, decks.narrow(deck), shape);
                self.lanes[lane].counts = Counts::default();
            }
            rounds[lanes_of(game)[0]] = period;
        }
        self.play(shape, &rounds[..2 * found.len()]);
    }

    /// Plays both lanes of each game until they hold the same cards.
    fn find_first_repeats(&mut self, shape: &Shape, games: usize) {
        let mut strides = [STRIDE; GAMES];
        loop {
            let mut rounds = [0; LANES];
            let apart: Vec<usize> = (0..games).filter(|&game| !self.is_level(game)).collect();
            if apart.is_empty() {
                return;
            }
            for lane in apart.iter().flat_map(|&game| lanes_of(game)) {
                self.marks[lane].save(&self.batch, lane, self.setting.cards);
                self.counted[lane].clone_from(&self.lanes[lane].counts);
                rounds[lane] = strides[lane / 2];
            }
            self.play(shape, &rounds[..2 * games]);
            for game in apart {
                if strides[game] > 1 && self.is_level(game) {
                    // The first such position is one of those just passed.
                    strides[game] /= 2;
                    for lane in lanes_of(game) {
                        self.marks[lane].lay_out(&mut self.batch, lane);
                        self.lanes[lane].counts.clone_from(&self.counted[lane]);
                    }
                }
            }
        }
    }

    /// After how many rounds each game comes back to the position of the lane behind, one that does after `period`
    /// rounds of what was found.
    fn cycle_lengths(&mut self, shape: &Shape, found: &[Found]) -> [u64; GAMES] {
        let cards = self.setting.cards;
        let mut lengths = [0; GAMES];
        let mut primes: Vec<Vec<u64>> = found.iter().map(|one| primes(one.period)).collect();
        for (game, &Found { period, .. }) in found.iter().enumerate() {
            let [_, behind] = lanes_of(game);
            self.marks[behind].save(&self.batch, behind, cards);
            lengths[game] = period;
        }
        while primes.iter().any(|primes| !primes.is_empty()) {
            let mut rounds = [0; LANES];
            for (game, primes) in primes.iter().enumerate() {
                let [ahead, behind] = lanes_of(game);
                self.marks[behind].lay_out(&mut self.batch, ahead);
                rounds[ahead] = primes.last().map_or(0, |prime| lengths[game] / prime);
            }
            self.play(shape, &rounds[..2 * found.len()]);
            for (game, primes) in primes.iter_mut().enumerate() {
                let [ahead, behind] = lanes_of(game);
                let Some(prime) = primes.pop() else { continue };
                match self.marks[behind].is_held(&self.batch, ahead, cards) {
                    true => lengths[game] /= prime,
                    false => primes.retain(|&other| other != prime),
                }
            }
        }
        lengths
    }

    /// Whether both lanes of a game hold the same cards.
    fn is_level(&self, game: usize) -> bool {
        let [ahead, behind] = lanes_of(game);
        self.batch.hands(ahead, self.setting.cards) == self.batch.hands(behind, self.setting.cards)
    }

    /// Plays on so many rounds; no game ends in them.
    fn play(&mut self, shape: &Shape, rounds: &[u64]) {
        let until = self.lanes.iter().zip(rounds);
        let until: Vec<Caps> = until
            .map(|(lane, rounds)| Caps { rounds: lane.counts.rounds + rounds, ..Caps::NONE })
            .collect();
        stamp(self.processor, Rounds { cycles: self, shape, until: &until });
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
        // The last lanes are done first, for the longest games lie in the first.
        let lanes_left = |batch: &Batch| {
            let last = batch.left.0[..until.len()].iter().rposition(|&left| left > 0);
            last.map_or(0, |last| last + 1)
        };
        loop {
            for (lane, &caps) in until.iter().enumerate() {
                cycles.lanes[lane].grant(&mut cycles.batch, lane, caps);
            }
            if lanes_left(&cycles.batch) == 0 {
                return;
            }
            for _ in 0..STEPS {
                let lanes = lanes_left(&cycles.batch);
                if lanes == 0 {
                    break;
                }
                let stuck = cycles.batch.step(words, &cycles.setting, lanes, None);
                for (lane, &caps) in until[..lanes].iter().enumerate() {
                    if stuck >> lane & 1 == 1 && cycles.batch.left.0[lane] > 0 {
                        let goes_on = cycles.help(lane, shape);
                        debug_assert!(goes_on, "a game that repeats a position ends");
                        cycles.lanes[lane].grant(&mut cycles.batch, lane, caps);
                    }
                }
            }
            cycles.batch.move_back(until.len(), cycles.setting.cards);
            for lane in 0..until.len() {
                cycles.lanes[lane].count(&mut cycles.batch, lane, &cycles.setting);
            }
        }
    }
}

/// The primes that make up a number, each as often as it divides it.
fn primes(number: u64) -> Vec<u64> {
    let (mut primes, mut rest, mut factor) = (Vec::new(), number, 2);
    while rest > 1 {
        if factor * factor > rest {
            factor = rest;
        }
        while rest.is_multiple_of(factor) {
            primes.push(factor);
            rest /= factor;
        }
        factor += 1;
    }
    primes
}
