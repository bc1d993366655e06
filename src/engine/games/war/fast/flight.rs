//! The games in flight: dealt, played a step each, helped over what a step cannot resolve, reported.

use super::super::reference::Reference;
use super::super::result::EndReason;
use super::super::rules::Rules;
use super::luck::NoLuck;
use super::orders::Orders;
use super::round::Round;
use super::shape::{Chains, Counts, Shape};
use super::step::{Batch, Setting};
use super::watch::Watch;
use super::words::{Kind, MOST_LANES, PAIRS, Words, Work};
use crate::core::cards::split::Split;
use crate::core::cards::{DeckBlock, Seed};
use crate::core::engines::{Plays, Unsupported};
use crate::core::processor::Processor;
use crate::core::results::GameBlock;

/// More than any game is granted at once.
const MOST_GRANTED: u64 = 30_000;

/// Less than this is too little until hands are moved back.
const LEAST_GRANTED: u16 = 1_000;

/// Steps of all games of a batch until hands are moved back: more take more room, which the first cache has not.
const STEPS: usize = 512;

/// Plays games by one rule set, many at a time.
pub struct Fast {
    kind: Kind,
    shape: Shape,
    setting: Setting,
    batch: Box<Batch>,
    notes: Box<[Notes; MOST_LANES]>,
    round: Round,
    /// Where a position that repeats ends the game.
    watch: Option<Box<Watch>>,
    chains: Chains,
    /// For decks that do not fit.
    reference: Reference,
}

/// What a lane keeps outside the batch.
#[derive(Default)]
struct Notes {
    /// The deck it plays.
    deck: usize,
    /// What was counted up to the last look at it.
    counts: Counts,
    /// What it was granted there.
    granted: u16,
}

impl std::fmt::Debug for Fast {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Fast").field("rules", &self.reference).finish_non_exhaustive()
    }
}

impl Fast {
    /// An engine for these rules on this processor.
    ///
    /// Errors: [`Unsupported`] with the field that it does not play.
    pub fn new(rules: &Rules, seed: Seed, processor: Processor) -> Result<Self, Unsupported> {
        let shape = Shape::new(rules, processor);
        let unsupported =
            |field: String, reason| Err(Unsupported { engine: "portable", field, reason });
        let Some(kind) = Kind::of(processor) else {
            return unsupported("on this machine".into(), "it has no byte shuffles");
        };
        let Some(orders) = Orders::new(&shape) else {
            let field = format!("pickup = \"{}\"", rules.pickup.name());
            return unsupported(field, "chance or the cards decide how two cards are picked up");
        };
        if shape.has_piles() {
            let field = format!("winnings = \"{}\"", rules.winnings.name());
            return unsupported(field, "won cards go under the hand");
        }
        if shape.random {
            return unsupported(
                "pickup = \"shuffled\"".into(),
                "chance decides how pots are picked up",
            );
        }
        let by_rounds = u16::from(shape.caps.rounds < u64::MAX);
        let setting = Setting {
            cards: 0,
            uncounted: orders.stride - 1 + by_rounds,
            lowest_beats: shape.lowest_beats.map(|(low, high)| [low, high]),
            orders,
        };
        Ok(Self {
            kind,
            setting,
            batch: Box::default(),
            notes: Box::new(std::array::from_fn(|_| Notes::default())),
            round: Round::new(&shape),
            watch: shape.finds_cycles.then(|| Box::new(Watch::new(&shape, processor))),
            shape,
            chains: Chains::default(),
            reference: Reference::new(rules.clone(), seed),
        })
    }
}

impl Plays<DeckBlock> for Fast {
    fn play(&mut self, decks: &DeckBlock, results: &mut GameBlock) {
        if !self.shape.can_play(decks) {
            return Plays::play(&mut self.reference, decks, results);
        }
        let cards = decks.cards();
        self.setting.cards = cards as u16;
        let kind = self.kind;
        let to_a = self.shape.split.cards_of_a(cards);
        let flight = Flight { fast: self, decks, results, to_a, next: 0, lanes: 0 };
        kind.stamp(flight);
        self.chains.report(results);
    }
}

/// A block about to be played.
struct Flight<'a> {
    fast: &'a mut Fast,
    decks: &'a DeckBlock,
    results: &'a mut GameBlock,
    /// Cards of A's hand at the start.
    to_a: usize,
    next: usize,
    /// Lanes that have a game: the first ones.
    lanes: usize,
}

impl Work for Flight<'_> {
    #[inline(always)]
    fn by<W: Words>(mut self, words: W) {
        let steps = STEPS / W::LANES;
        self.lanes = self.lay_out(W::LANES, steps as u16).min(self.decks.len());
        (0..self.lanes).for_each(|lane| self.deal(lane));
        while self.lanes > 0 {
            for _ in 0..steps {
                let Fast { batch, setting, .. } = &mut *self.fast;
                let mut stuck = batch.step(words, setting, self.lanes);
                // From the last lane down: one that moves is not waiting for help.
                stuck &= !u64::MAX.unbounded_shl(self.lanes as u32);
                while stuck != 0 {
                    let lane = stuck.ilog2() as usize;
                    stuck ^= 1 << lane;
                    if self.help(lane) {
                        self.deal(lane);
                    }
                }
                let Fast { watch, batch, .. } = &*self.fast;
                if let Some(watch) = watch {
                    let mut same = watch.may_repeat(words, batch);
                    same &= !u64::MAX.unbounded_shl(self.lanes as u32);
                    while same != 0 {
                        let lane = same.ilog2() as usize;
                        same ^= 1 << lane;
                        self.end_if_repeated(lane);
                    }
                }
            }
            self.move_back();
        }
    }
}

impl Flight<'_> {
    /// Gives each lane a piece of the tapes: as far as hands creep until they are moved back, all the cards
    /// between them, and what is written too much. Returns how many lanes get one.
    fn lay_out(&mut self, lanes: usize, steps: u16) -> usize {
        let Fast { batch, setting, .. } = &mut *self.fast;
        let length = 2 * PAIRS * steps + 64 + setting.cards.next_multiple_of(64);
        let lanes = lanes.min(usize::from(u16::MAX / length));
        for lane in 0..lanes {
            batch.ends[0].0[lane] = lane as u16 * length;
            batch.ends[1].0[lane] = (lane as u16 + 1) * length;
        }
        lanes
    }

    /// Deals the next deck to a lane, or takes it out of play.
    #[inline(always)]
    fn deal(&mut self, lane: usize) {
        let k = self.next;
        if k == self.decks.len() {
            return self.close(lane);
        }
        self.next += 1;
        let Fast { batch, notes, shape, setting, .. } = &mut *self.fast;
        let ends = batch.start(lane);
        let (cards, to_a) = (usize::from(setting.cards), self.to_a);
        match (shape.split, <&[u8; 64]>::try_from(self.decks.narrow_padded(k))) {
            (Split::Alternate, Ok(deck)) if shape.codes_are_ranks => {
                let a: [u8; 32] = std::array::from_fn(|k| deck[2 * k]);
                let b: [u8; 32] = std::array::from_fn(|k| deck[63 - 2 * k]);
                batch.tapes.above(ends[0], 32).copy_from_slice(&a);
                batch.tapes.below(ends[1], 32).copy_from_slice(&b);
            }
            _ => {
                let (split, deck) = (shape.split, self.decks.narrow(k));
                let card = |seat: usize, nth: usize| match split {
                    Split::Alternate => deck[2 * nth + seat],
                    Split::Halves => deck[nth + seat * to_a],
                };
                let code = |seat, nth| shape.code[usize::from(card(seat, nth))];
                let a = batch.tapes.above(ends[0], to_a).iter_mut();
                a.enumerate().for_each(|(nth, to)| *to = code(0, nth));
                let b = batch.tapes.below(ends[1], cards - to_a).iter_mut().rev();
                b.enumerate().for_each(|(nth, to)| *to = code(1, nth));
            }
        }
        batch.len_a.0[lane] = to_a as u16;
        (batch.wars.0[lane], batch.twos.0[lane]) = (0, 0);
        notes[lane].deck = k;
        notes[lane].grant(batch, lane, shape);
        if let Some(watch) = &mut self.fast.watch {
            watch.begin(lane);
        }
    }

    /// Moves the last lane to this one, whose games are over.
    #[cold]
    fn close(&mut self, lane: usize) {
        self.lanes -= 1;
        let last = self.lanes;
        let Fast { batch, notes, setting, .. } = &mut *self.fast;
        let (from, to) = (batch.place(last), batch.start(lane));
        let len_a = batch.len_a.0[last];
        batch.tapes.move_hands(from, to, [len_a, setting.cards - len_a]);
        for numbers in [&mut batch.len_a, &mut batch.left, &mut batch.wars, &mut batch.twos] {
            numbers.0[lane] = numbers.0[last];
        }
        notes.swap(lane, last);
        if let Some(watch) = &mut self.fast.watch {
            watch.swap(lane, last);
        }
    }

    /// Moves all hands back to the ends of their tapes, and grants more to those who need it.
    #[inline(always)]
    fn move_back(&mut self) {
        let Fast { batch, notes, shape, setting, watch, .. } = &mut *self.fast;
        batch.move_back(self.lanes, setting.cards);
        if let Some(watch) = watch {
            for (lane, notes) in notes[..self.lanes].iter_mut().enumerate() {
                if watch.is_due(lane) {
                    notes.count(batch, lane, shape);
                    watch.save(batch, lane, setting.cards, notes.counts.rounds);
                }
            }
        }
        if shape.caps.battles.min(shape.caps.rounds) <= MOST_GRANTED {
            return;
        }
        for (lane, notes) in notes[..self.lanes].iter_mut().enumerate() {
            if batch.left.0[lane] < LEAST_GRANTED {
                notes.count(batch, lane, shape);
                notes.grant(batch, lane, shape);
            }
        }
    }

    /// Plays a round of a lane that a step left as it was, or ends its game; says whether it does.
    #[inline(never)]
    fn help(&mut self, lane: usize) -> bool {
        let Fast { batch, notes, shape, setting, round, chains, watch, .. } = &mut *self.fast;
        let (notes, cards) = (&mut notes[lane], usize::from(setting.cards));
        notes.count(batch, lane, shape);
        let (place, len_a) = (batch.place(lane), usize::from(batch.len_a.0[lane]));
        let held = [len_a, cards - len_a];
        let counts = &mut notes.counts;
        let (end, held) = match shape.end_before_round(shape.caps, counts, held) {
            Some(end) => (end, held),
            None => {
                let hands = batch.tapes.hands(place, held);
                let played = round.play(hands, shape, shape.caps, counts, &mut NoLuck);
                let held = round.held(held);
                match played {
                    Err(end) => (end, held),
                    Ok(winner) => {
                        let place =
                            [place[0] + round.laid[0] as u16, place[1] - round.laid[1] as u16];
                        let ends = batch.start(lane);
                        batch.tapes.move_hands(place, ends, held.map(|cards| cards as u16));
                        let pot = &mut round.pot;
                        if winner == 0 {
                            let to = batch.tapes.above(ends[0] + held[0] as u16, pot.len());
                            to.copy_from_slice(pot);
                        } else {
                            pot.reverse();
                            let to = batch.tapes.below(ends[1] - held[1] as u16, pot.len());
                            to.copy_from_slice(pot);
                        }
                        let won = if winner == 0 { pot.len() } else { 0 };
                        batch.len_a.0[lane] = (held[0] + won) as u16;
                        notes.grant(batch, lane, shape);
                        return false;
                    }
                }
            }
        };
        let result = match (end, watch) {
            ((_, EndReason::Limit), Some(watch)) => {
                watch.play_at_ceiling(self.decks.narrow(notes.deck), shape, counts)
            }
            _ => counts.result(end, held),
        };
        result.report(self.decks.first() + notes.deck as u64, self.results);
        counts.flush(chains);
        true
    }
}

impl Flight<'_> {
    /// Ends the game of a lane if its position occurred before.
    #[inline(never)]
    fn end_if_repeated(&mut self, lane: usize) {
        let Fast { batch, notes, shape, setting, chains, watch, .. } = &mut *self.fast;
        let Some(watch) = watch else { return };
        if !watch.repeats(batch, lane, setting.cards) {
            return;
        }
        let notes = &mut notes[lane];
        notes.count(batch, lane, shape);
        let (counts, deck) = (&mut notes.counts, self.decks.narrow(notes.deck));
        let result = watch.settle(batch, lane, setting.cards, deck, shape, counts);
        result.report(self.decks.first() + notes.deck as u64, self.results);
        counts.flush(chains);
        self.deal(lane);
    }
}

impl Notes {
    /// Counts what a lane has played by steps since the last look.
    #[inline(always)]
    fn count(&mut self, batch: &mut Batch, lane: usize, shape: &Shape) {
        let played = u64::from(self.granted - batch.left.0[lane]);
        let [wars, twos] = [&mut batch.wars, &mut batch.twos]
            .map(|lanes| u64::from(std::mem::take(&mut lanes.0[lane])));
        // A war in a step is a round of two battles, one that its deciding pair began of three.
        let by_rounds = shape.caps.rounds < u64::MAX;
        let rounds = if by_rounds { played } else { played - wars };
        let counts = &mut self.counts;
        counts.battles += rounds + wars;
        counts.rounds += rounds;
        counts.wars += wars;
        counts.chains.add(1, wars - 2 * twos);
        counts.chains.add(2, twos);
        let deepest = if twos > 0 { 2 } else { usize::from(wars > 0) };
        counts.deepest = counts.deepest.max(deepest);
        self.granted = batch.left.0[lane];
    }

    /// Gives a lane that was counted as much to play as the limit allows in any case.
    #[inline(always)]
    fn grant(&mut self, batch: &mut Batch, lane: usize, shape: &Shape) {
        let (caps, counts) = (shape.caps, &self.counts);
        let left = (caps.battles - counts.battles).min(caps.rounds - counts.rounds);
        self.granted = left.min(MOST_GRANTED) as u16;
        batch.left.0[lane] = self.granted;
    }
}
