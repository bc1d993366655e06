//! The games in flight: dealt, played a step each, helped over what a step cannot resolve, reported.

use super::super::reference::Reference;
use super::super::result::{EndReason, GameResult};
use super::super::rules::{Rules, Winnings};
use super::chance::Chance;
use super::counts::{Chains, Counts};
use super::cycles::{Found, GAMES};
use super::lane::{Lane, MOST_GRANTED};
use super::round::Round;
use super::shape::Shape;
use super::step::{Batch, Setting};
use super::watch::Watch;
use super::words::{MOST_LANES, Words, Work, stamp};
use crate::core::cards::split::Deal;
use crate::core::cards::{DeckBlock, Seed};
use crate::core::engines::{Plays, Unsupported};
use crate::core::processor::Processor;
use crate::core::results::GameBlock;

/// Less than this is too little until hands are moved back.
const LEAST_GRANTED: u16 = 1_000;

/// Steps of all games of a batch until hands are moved back: more take more room, which the first cache has not.
const STEPS: usize = 512;

/// Plays games by one rule set, many at a time.
pub struct Fast {
    processor: Processor,
    shape: Shape,
    setting: Setting,
    batch: Box<Batch>,
    lanes: Box<[Lane; MOST_LANES]>,
    round: Round,
    /// Where a position that repeats ends the game.
    watch: Option<Box<Watch>>,
    /// Where pots are put in order by chance.
    chance: Option<Box<Chance>>,
    chains: Chains,
    /// For decks that do not fit.
    reference: Reference,
}

impl Fast {
    /// An engine for these rules on this processor.
    ///
    /// Errors: [`Unsupported`] with the field that it does not play.
    pub fn new(rules: &Rules, seed: Seed, processor: Processor) -> Result<Self, Unsupported> {
        let shape = Shape::new(rules);
        let unsupported = |field, word, reason| {
            let field = format!("{field} = \"{word}\"");
            Err(Unsupported { engine: "portable", field, reason })
        };
        if matches!(rules.winnings, Winnings::PileReversed | Winnings::PileShuffled) {
            return unsupported("winnings", rules.winnings.name(), "won cards go under the hand");
        }
        let by_rounds = shape.caps.rounds < u64::MAX;
        let Some(setting) = Setting::new(&shape, by_rounds) else {
            let reason =
                "the cards decide how two are picked up, or chance does for one player only";
            let all = rules.pickups();
            let is_odd = |k: &usize| {
                all[*k].is_by_chance() || k.is_multiple_of(2) && all[*k].looks_at_cards()
            };
            let k = (0..all.len()).find(is_odd).unwrap_or(0);
            let fields = ["pickup", "pickup_war", "seat_b.pickup", "seat_b.pickup_war"];
            return unsupported(fields[k], all[k].name(), reason);
        };
        Ok(Self {
            processor,
            batch: Box::default(),
            lanes: Box::new(std::array::from_fn(|_| Lane::default())),
            round: Round::new(&shape),
            watch: Watch::new(&shape, processor).map(Box::new),
            chance: rules
                .has_in_game_randomness()
                .then(|| Box::new(Chance::new(seed, &setting.orders))),
            setting,
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
        if let Some(chance) = &mut self.chance {
            chance.begin_block(decks.first(), decks.decks());
        }
        let to_a = self.shape.rules.deal.cards_of_a(cards);
        let (processor, found) = (self.processor, Vec::new());
        stamp(processor, Flight { fast: self, decks, results, to_a, next: 0, flying: 0, found });
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
    flying: usize,
    /// Games that have come back to a position.
    found: Vec<Found>,
}

impl Work for Flight<'_> {
    #[inline(always)]
    fn by<W: Words>(mut self, words: W) {
        let steps = STEPS / W::LANES;
        let lanes = self.fast.batch.lay_out(W::LANES, steps, self.fast.setting.cards);
        self.flying = lanes.min(self.decks.decks());
        (0..self.flying).for_each(|lane| self.deal(lane));
        while self.flying > 0 {
            for _ in 0..steps {
                let Fast { batch, setting, chance, .. } = &mut *self.fast;
                let mut stuck = batch.step(words, setting, self.flying, chance.as_deref_mut());
                // From the last lane down: one that moves is not waiting for help.
                stuck &= !u64::MAX.unbounded_shl(self.flying as u32);
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
                    same &= !u64::MAX.unbounded_shl(self.flying as u32);
                    while same != 0 {
                        let lane = same.ilog2() as usize;
                        same ^= 1 << lane;
                        if self.ends_as_repeated(lane) {
                            self.deal(lane);
                        }
                    }
                }
            }
            self.move_back();
        }
        self.settle();
    }
}

impl Flight<'_> {
    /// Deals the next deck to a lane, or takes it out of play.
    #[inline(always)]
    fn deal(&mut self, lane: usize) {
        let k = self.next;
        if k == self.decks.decks() {
            return self.close(lane);
        }
        self.next += 1;
        let Fast { batch, lanes, shape, watch, chance, .. } = &mut *self.fast;
        match (shape.rules.deal, <&[u8; 64]>::try_from(self.decks.narrow_padded(k))) {
            (Deal::Alternate, Ok(deck)) if shape.codes_are_ranks => {
                let ends = batch.start(lane);
                let a: [u8; 32] = std::array::from_fn(|k| deck[2 * k]);
                let b: [u8; 32] = std::array::from_fn(|k| deck[63 - 2 * k]);
                batch.tapes.above(ends[0], 32).copy_from_slice(&a);
                batch.tapes.below(ends[1], 32).copy_from_slice(&b);
                batch.begin(lane, self.to_a);
            }
            _ => batch.deal(lane, self.decks.narrow(k), shape),
        }
        lanes[lane].deck = k;
        lanes[lane].grant(batch, lane, shape.caps);
        if let Some(watch) = watch {
            watch.begin(lane);
        }
        if let Some(chance) = chance {
            chance.begin(lane, self.decks.first() + k as u64, k);
        }
    }

    /// Moves the last lane to this one, whose games are over.
    #[cold]
    fn close(&mut self, lane: usize) {
        self.flying -= 1;
        let last = self.flying;
        let Fast { batch, lanes, setting, watch, chance, .. } = &mut *self.fast;
        let (from, to) = (batch.place(last), batch.start(lane));
        let len_a = batch.len_a.0[last];
        batch.tapes.move_hands(from, to, [len_a, setting.cards - len_a]);
        for numbers in [&mut batch.len_a, &mut batch.left, &mut batch.wars, &mut batch.twos] {
            numbers.0[lane] = numbers.0[last];
        }
        lanes.swap(lane, last);
        if let Some(watch) = watch {
            watch.swap(lane, last);
        }
        if let Some(chance) = chance {
            chance.swap(lane, last);
        }
    }

    /// Moves all hands back to the ends of their tapes, and grants more to those who need it.
    #[inline(always)]
    fn move_back(&mut self) {
        let Fast { batch, lanes, shape, setting, watch, .. } = &mut *self.fast;
        batch.move_back(self.flying, setting.cards);
        if let Some(watch) = watch {
            for (lane, one) in lanes[..self.flying].iter_mut().enumerate() {
                if watch.is_due(lane) {
                    one.count(batch, lane, setting);
                    watch.save(batch, lane, setting.cards, one.counts.rounds);
                }
            }
        }
        if shape.caps.battles.min(shape.caps.rounds) <= MOST_GRANTED {
            return;
        }
        for (lane, one) in lanes[..self.flying].iter_mut().enumerate() {
            if batch.left.0[lane] < LEAST_GRANTED {
                one.count(batch, lane, setting);
                one.grant(batch, lane, shape.caps);
            }
        }
    }

    /// Plays a round of a lane that a step left as it was, or ends its game; says whether it does.
    #[inline(never)]
    fn help(&mut self, lane: usize) -> bool {
        let Fast { batch, lanes, shape, setting, round, chance, .. } = &mut *self.fast;
        let (one, caps) = (&mut lanes[lane], shape.caps);
        one.count(batch, lane, setting);
        let held = batch.hands(lane, setting.cards).map(<[u8]>::len);
        let played = match shape.end_before_round(caps, &one.counts, held) {
            Some(end) => Err((end, held)),
            None => {
                let shuffle = |pot: &mut [u8]| {
                    if let Some(chance) = chance {
                        chance.shuffle(lane, pot);
                    }
                };
                one.play_round(batch, lane, setting, (shape, caps), round, shuffle)
            }
        };
        let Err((end, held)) = played else {
            one.grant(batch, lane, caps);
            return false;
        };
        let result = one.counts.result(end, held);
        self.report(lane, &result);
        true
    }

    /// Ends the game of a lane if its position occurred before; says whether it does.
    #[inline(never)]
    fn ends_as_repeated(&mut self, lane: usize) -> bool {
        let Fast { batch, lanes, setting, watch, .. } = &mut *self.fast;
        let Some(watch) = watch else { return false };
        if !watch.repeats(batch, lane, setting.cards) {
            return false;
        }
        let one = &mut lanes[lane];
        one.count(batch, lane, setting);
        let Lane { deck, counts, .. } = std::mem::take(one);
        let period = counts.rounds - watch.saved_at(lane);
        self.found.push(Found { rounds: counts.rounds, period, deck });
        true
    }

    /// Reports the games that have come back to a position, those that are about as long together, long ones first.
    fn settle(&mut self) {
        let Fast { shape, chains, watch, reference, .. } = &mut *self.fast;
        let Some(watch) = watch else { return };
        self.found.sort_unstable_by(|one, other| other.cmp(one));
        for found in self.found.chunks(GAMES) {
            let results = watch.cycles.settle(shape, self.decks, chains, found);
            for (&Found { deck, .. }, result) in found.iter().zip(results) {
                match result {
                    Some(result) => result.report(self.decks.first() + deck as u64, self.results),
                    None => reference.report(self.decks, deck, self.results),
                }
            }
        }
    }

    /// Reports the game of a lane; one at its ceiling may be a cycle that nobody has noticed, which the reference
    /// knows.
    fn report(&mut self, lane: usize, result: &GameResult) {
        let Fast { lanes, chains, watch, reference, .. } = &mut *self.fast;
        let Lane { deck, counts, .. } = &mut lanes[lane];
        if watch.is_some() && result.end_reason == EndReason::Limit {
            *counts = Counts::default();
            return reference.report(self.decks, *deck, self.results);
        }
        result.report(self.decks.first() + *deck as u64, self.results);
        counts.flush(chains);
    }
}
