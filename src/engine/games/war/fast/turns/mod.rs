//! Several games in turn, a step each: the portable engine's way where bytes can be permuted.
//!
//! A step is one long chain of instructions that wait for one another. While those of one game wait,
//! the processor goes on with the next game's. What a step cannot resolve is played by the code of
//! the tapes.
mod bytes;
mod replay;
mod settle;
mod step;

use self::bytes::{Bytes, Kind, Work};
pub use self::replay::Back;
pub use self::settle::Settler;
use self::step::{Leave, MOST_PAIRS, Setting, step};
use super::super::result::{EndReason, GameResult};
use super::luck::NoLuck;
use super::shape::{Chains, Counts, Shape};
use super::table::Table;
use super::tape::Hands;
use crate::core::cards::DeckBlock;
use crate::core::processor::Processor;
use crate::core::results::GameBlock;

/// Games in turn.
const LANES: usize = 2;

/// Pairs for which a tape has room at least.
const ROOM_FOR: usize = 512;

/// Steps until the first position of a game is saved: about as many as a game has.
pub const FIRST_SAVED: u32 = 32;

/// Plays blocks of games whose winnings go under the hand.
pub struct Turns {
    kind: Kind,
    setting: Setting,
    lanes: Box<[Lane; LANES]>,
    settler: Settler,
    chains: Chains,
}

/// A game in turn.
#[derive(Default)]
struct Lane {
    hands: Hands,
    leave: Leave,
    /// The pairs that it was given at the last look, and the wars counted since the start.
    granted: u64,
    counts: Counts,
    /// Cards that a war in a step lays face down on either side.
    face_down: u64,
    /// Its deck; none if there are no more.
    deck: Option<usize>,
    saved: Saved,
}

/// The saved position of a game that may come back to it.
#[derive(Default)]
struct Saved {
    now: Box<Position>,
    /// The one saved before; the deal at first.
    before: Box<Position>,
    /// Steps until the next position is saved.
    steps_left: u32,
    /// Steps from this one to the next.
    steps: u32,
}

#[derive(Default)]
struct Position {
    hands: Hands,
    /// Rounds before it. The hands of a deal are not looked at.
    rounds: u64,
}

/// A block about to be played.
struct Flight<'a> {
    turns: &'a mut Turns,
    shape: &'a Shape,
    decks: &'a DeckBlock,
    results: &'a mut GameBlock,
    next: usize,
    playing: usize,
}

impl Turns {
    /// For these rules on this processor; `None` if it lacks the instructions or they do not help.
    pub fn new(shape: &Shape, processor: Processor) -> Option<Self> {
        let face_down = u64::from(shape.same_face_down.unwrap_or(0));
        let lane = || Lane { face_down, ..Lane::default() };
        Some(Self {
            kind: Kind::of(processor)?,
            setting: Setting::new(shape)?,
            lanes: Box::new(std::array::from_fn(|_| lane())),
            settler: Settler::new(shape, processor),
            chains: Chains::default(),
        })
    }

    /// Plays every deck of a block and reports each game once.
    pub fn play_block(&mut self, shape: &Shape, decks: &DeckBlock, results: &mut GameBlock) {
        let kind = self.kind;
        let flight = Flight { turns: self, shape, decks, results, next: 0, playing: LANES };
        kind.stamp(flight);
        self.chains.report(results);
    }
}

impl Work for Flight<'_> {
    type Result = ();

    /// Plays all games.
    #[inline(always)]
    fn by<B: Bytes>(self, bytes: B) {
        let Shape { lowest_beats, finds_cycles, .. } = *self.shape;
        let small = self.turns.setting.has_small_wars();
        match (lowest_beats.is_some(), small, finds_cycles) {
            (false, false, false) => play_by::<B, false, false, false>(bytes, self),
            (false, false, true) => play_by::<B, false, false, true>(bytes, self),
            (false, true, false) => play_by::<B, false, true, false>(bytes, self),
            (false, true, true) => play_by::<B, false, true, true>(bytes, self),
            (true, false, false) => play_by::<B, true, false, false>(bytes, self),
            (true, false, true) => play_by::<B, true, false, true>(bytes, self),
            (true, true, false) => play_by::<B, true, true, false>(bytes, self),
            (true, true, true) => play_by::<B, true, true, true>(bytes, self),
        }
    }
}

/// `LOWEST`, `SMALL`: as for [`step`]. `WATCH`: a position that repeats ends the game.
#[inline(always)]
fn play_by<B: Bytes, const LOWEST: bool, const SMALL: bool, const WATCH: bool>(
    bytes: B,
    mut flight: Flight<'_>,
) {
    (0..LANES).for_each(|number| flight.start(number));
    while flight.playing > 0 {
        for number in 0..LANES {
            let Turns { lanes, setting, .. } = &mut *flight.turns;
            let Lane { hands, leave, .. } = &mut lanes[number];
            // A grant is never more than the tapes have room for.
            if step::<B, LOWEST, SMALL>(bytes, hands, leave, setting).is_none() {
                flight.help(number);
            } else if WATCH {
                flight.watch(number);
            }
        }
    }
}

impl Flight<'_> {
    /// Deals the next deck to a lane, if there is one.
    fn start(&mut self, number: usize) {
        let Self { turns, shape, decks, next, playing, .. } = self;
        let lane = &mut turns.lanes[number];
        if *next == decks.len() {
            lane.deck = None;
            lane.leave.pairs = 0;
            *playing -= 1;
            return;
        }
        lane.deck = Some(*next);
        lane.hands.deal(decks.narrow(*next), shape);
        lane.leave.wars = 0;
        lane.grant(shape);
        if shape.finds_cycles {
            lane.saved.steps = FIRST_SAVED;
            lane.saved.save(&lane.hands, 0);
            lane.saved.before.rounds = 0;
        }
        *next += 1;
    }

    /// Ends the game of a lane if its position occurred before.
    #[inline]
    fn watch(&mut self, number: usize) {
        let lane = &mut self.turns.lanes[number];
        if lane.stood_before() {
            return self.settle(number);
        }
        // A window cut short by the grant would make the end of a step depend on more than the
        // position.
        if lane.leave.pairs < MOST_PAIRS {
            lane.count();
            lane.grant(self.shape);
        }
    }

    /// Helps a lane that a step left as it was: gives it more pairs to play, plays one round
    /// otherwise, or ends the game and starts another one.
    #[cold]
    #[inline(never)]
    fn help(&mut self, number: usize) {
        let Self { turns, shape, .. } = self;
        let lane = &mut turns.lanes[number];
        if lane.deck.is_none() {
            return;
        }
        let left = lane.leave.pairs;
        lane.count();
        lane.grant(shape);
        if left < MOST_PAIRS && lane.leave.pairs > left {
            return;
        }
        let Lane { hands, counts, leave, .. } = lane;
        let end = match shape.end_before_round(shape.caps, counts, hands.held()) {
            Some(end) => Some(end),
            None => hands.war(shape, shape.caps, counts, &mut NoLuck),
        };
        match end {
            None => {
                leave.wars = counts.wars;
                lane.grant(shape);
            }
            Some((_, EndReason::Limit)) if shape.finds_cycles => self.play_at_ceiling(number),
            Some(end) => {
                let result = lane.counts.result(end, lane.hands.held());
                self.report(number, &result);
            }
        }
    }

    /// Reports the game of a lane and starts another one.
    fn report(&mut self, number: usize, result: &GameResult) {
        let Turns { lanes, chains, .. } = &mut *self.turns;
        let Lane { deck, counts, .. } = &mut lanes[number];
        if let Some(k) = deck {
            result.report(self.decks.first() + *k as u64, self.results);
        }
        counts.flush(chains);
        self.start(number);
    }

    /// Ends a game whose position occurred before.
    #[cold]
    #[inline(never)]
    fn settle(&mut self, number: usize) {
        let Self { turns, shape, decks, .. } = self;
        let Turns { lanes, settler, .. } = &mut **turns;
        let lane = &mut lanes[number];
        lane.count();
        let Lane { hands, counts, saved, .. } = lane;
        if saved.before.rounds > 0
            && let Some(early) = settler.early()
        {
            early.copy_position(&saved.before.hands);
        }
        let back = Back {
            rounds: counts.rounds,
            period: counts.rounds - saved.now.rounds,
            early: saved.before.rounds,
            deck: decks.narrow(lane.deck.unwrap_or(0)),
        };
        let result = settler.settle(&back, shape, hands, counts);
        self.report(number, &result);
    }

    /// Plays a game that came to the ceiling once more, the slow way, because it may have repeated
    /// a position before without notice.
    #[cold]
    #[inline(never)]
    fn play_at_ceiling(&mut self, number: usize) {
        let Self { turns, shape, decks, .. } = self;
        let Turns { lanes, settler, .. } = &mut **turns;
        let lane = &mut lanes[number];
        lane.counts.clear();
        lane.hands.deal(decks.narrow(lane.deck.unwrap_or(0)), shape);
        let result = settler.play_out(&mut lane.hands, shape, &mut lane.counts);
        self.report(number, &result);
    }
}

impl Lane {
    /// Counts what was played by steps since the last count.
    fn count(&mut self) {
        let Self { leave, counts, granted, face_down, .. } = self;
        let pairs = *granted - leave.pairs;
        let wars = leave.wars - counts.wars;
        counts.battles += pairs - *face_down * wars;
        counts.rounds += pairs - (*face_down + 1) * wars;
        counts.wars = leave.wars;
        counts.chains.add(1, wars);
        counts.deepest = counts.deepest.max(usize::from(wars > 0));
        *granted = leave.pairs;
    }

    /// Gives a lane that was counted as many pairs as the limit allows in any case, and the tapes
    /// have room for.
    fn grant(&mut self, shape: &Shape) {
        let Self { hands, counts, leave, granted, .. } = self;
        let left = (shape.caps.battles - counts.battles).min(shape.caps.rounds - counts.rounds);
        hands.make_room(2 * ROOM_FOR);
        *granted = left.min(hands.room() as u64 / 2);
        leave.pairs = *granted;
    }

    /// Whether a lane holds its saved position; saves one in its turn.
    ///
    /// The watch is R. P. Brent's, as [`CycleWatch`] has it, at the ends of steps.
    #[inline(always)]
    fn stood_before(&mut self) -> bool {
        if self.saved.now.hands.same_position(&self.hands) {
            return true;
        }
        self.saved.steps_left -= 1;
        if self.saved.steps_left == 0 {
            self.count();
            self.saved.steps = self.saved.steps.saturating_mul(2);
            self.saved.save(&self.hands, self.counts.rounds);
        }
        false
    }
}

impl Saved {
    fn save(&mut self, hands: &Hands, rounds: u64) {
        std::mem::swap(&mut self.now, &mut self.before);
        self.now.hands.copy_position(hands);
        (self.now.rounds, self.steps_left) = (rounds, self.steps);
    }
}
