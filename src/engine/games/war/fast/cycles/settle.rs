//! The end of a game that came back to a position.

use super::super::super::result::GameResult;
use super::super::luck::NoLuck;
use super::super::shape::{Caps, Counts, Shape};
use super::super::table::{CycleWatch, Play, Table, by};
use super::super::tape::Hands;
use super::bytes::{Bytes, Kind, Work};
use super::replay::{Back, Replay, fits};
use super::step::{Leave, MOST_PAIRS, Played, Setting, step};
use crate::core::processor::Processor;

/// Finds where games that repeat a position did so first.
pub struct Settler {
    /// How steps are played, where they can be.
    steps: Option<(Kind, Setting)>,
    /// The way of replaying them on tapes that hold all of them, where that is possible.
    replay: Option<Box<Replay>>,
    /// The way of all others, where games may repeat.
    watch: Option<Box<CycleWatch<Hands>>>,
}

impl Settler {
    /// For these rules on this processor.
    pub fn new(shape: &Shape, processor: Processor) -> Self {
        let parts = || Some((Kind::of(processor)?, Setting::new(shape)?));
        let steps = shape.finds_cycles.then(parts).flatten();
        let replay = (steps.is_some() && fits(shape)).then(Box::default);
        Self { steps, replay, watch: shape.finds_cycles.then(Box::default) }
    }

    /// Where the early position goes from which a game is replayed, if it is.
    pub fn early(&mut self) -> Option<&mut Hands> {
        self.replay.as_mut().map(|replay| replay.early())
    }

    /// The result of a game that came back to the position of `hands`; they are taken for something
    /// else. `counts` are those of now, and become those of the first time that a position came
    /// again.
    pub fn settle(
        &mut self,
        back: &Back<'_>,
        shape: &Shape,
        hands: &mut Hands,
        counts: &mut Counts,
    ) -> GameResult {
        if let (Some((kind, setting)), Some(replay)) = (&self.steps, &mut self.replay)
            && let Some(result) = kind.stamp(Replayed { replay, back, shape, setting, counts })
        {
            return shape.asked_before_cycle(result);
        }
        counts.clear();
        let watch = made(&mut self.watch);
        watch.start().deal(back.deck, shape);
        shape.asked_before_cycle(match &self.steps {
            Some(steps) => {
                watch.settle(hands, shape.caps, back.period, counts, &mut by_steps(steps, shape))
            }
            None => watch.settle(hands, shape.caps, back.period, counts, &mut by(shape)),
        })
    }

    /// Plays a dealt game to its end, or to the first position that stood before, the slow way.
    pub fn play_out(
        &mut self,
        hands: &mut Hands,
        shape: &Shape,
        counts: &mut Counts,
    ) -> GameResult {
        let watch = made(&mut self.watch);
        shape.asked_before_cycle(match &self.steps {
            Some(steps) => watch.play_out(hands, shape.caps, counts, &mut by_steps(steps, shape)),
            None => watch.play_out(hands, shape.caps, counts, &mut by(shape)),
        })
    }
}

/// The watch, which is made if there is none; apart, because a new one lies on the stack at first, and
/// whoever makes room for it there touches all of its 44 pages at every call.
#[cold]
#[inline(never)]
fn made(watch: &mut Option<Box<CycleWatch<Hands>>>) -> &mut CycleWatch<Hands> {
    watch.get_or_insert_default()
}

/// Plays on by a step, where there is one to be played, and otherwise as by the tapes.
fn by_steps<'a>((kind, setting): &'a (Kind, Setting), shape: &'a Shape) -> impl Play<Hands> + 'a {
    let face_down = u64::from(shape.same_face_down.unwrap_or(0));
    let ways = (shape.lowest_beats.is_some(), setting.has_small_wars());
    move |hands: &mut Hands, caps: Caps, rounds: u64, counts: &mut Counts| {
        let left = (caps.battles - counts.battles).min(caps.rounds - counts.rounds).min(rounds);
        hands.make_room(2 * MOST_PAIRS as usize);
        let mut leave = Leave { pairs: left.min(MOST_PAIRS), wars: 0 };
        let one = OneStep { hands, leave: &mut leave, setting, ways };
        let Some(Played { pairs, .. }) = kind.stamp(one) else {
            return hands.advance(shape, caps, rounds, counts, &mut NoLuck);
        };
        counts.battles += u64::from(pairs) - face_down * leave.wars;
        counts.rounds += u64::from(pairs) - (face_down + 1) * leave.wars;
        counts.wars += leave.wars;
        counts.chains.add(1, leave.wars);
        counts.deepest = counts.deepest.max(leave.wars as usize);
        None
    }
}

/// A step about to be played.
struct OneStep<'a> {
    hands: &'a mut Hands,
    leave: &'a mut Leave,
    setting: &'a Setting,
    ways: (bool, bool),
}

impl Work for OneStep<'_> {
    type Result = Option<Played>;

    #[inline(always)]
    fn by<B: Bytes>(self, bytes: B) -> Option<Played> {
        let Self { hands, leave, setting, ways } = self;
        match ways {
            (false, false) => step::<B, false, false>(bytes, hands, leave, setting),
            (false, true) => step::<B, false, true>(bytes, hands, leave, setting),
            (true, false) => step::<B, true, false>(bytes, hands, leave, setting),
            (true, true) => step::<B, true, true>(bytes, hands, leave, setting),
        }
    }
}

/// A game about to be replayed.
struct Replayed<'a, 'b> {
    replay: &'a mut Replay,
    back: &'a Back<'b>,
    shape: &'a Shape,
    setting: &'a Setting,
    counts: &'a mut Counts,
}

impl Work for Replayed<'_, '_> {
    type Result = Option<GameResult>;

    #[inline(always)]
    fn by<B: Bytes>(self, bytes: B) -> Option<GameResult> {
        let Self { replay, back, shape, setting, counts } = self;
        match (shape.lowest_beats.is_some(), setting.has_small_wars()) {
            (false, false) => replay.settle::<B, false, false>(bytes, back, shape, setting, counts),
            (false, true) => replay.settle::<B, false, true>(bytes, back, shape, setting, counts),
            (true, false) => replay.settle::<B, true, false>(bytes, back, shape, setting, counts),
            (true, true) => replay.settle::<B, true, true>(bytes, back, shape, setting, counts),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::cards::{Dealer, DeckBlock, Seed};
    use crate::games::war::RuleFields;
    use crate::games::war::fast;

    /// A game after so many rounds.
    fn after(deck: &[u8], shape: &Shape, rounds: u64) -> (Hands, Counts) {
        let (mut hands, mut counts) = (Hands::default(), Counts::default());
        hands.deal(deck, shape);
        while counts.rounds < rounds {
            let left = rounds - counts.rounds;
            assert!(hands.advance(shape, Caps::NONE, left, &mut counts, &mut NoLuck).is_none());
        }
        (hands, counts)
    }

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
            let shape = Shape::new(&rules, Processor::here());
            let mut decks = DeckBlock::default();
            Dealer::new(Seed(42), rules.deck).fill(&mut decks, 0, 300);
            let mut results = Vec::new();
            let mut reference = fast::engine("reference", &rules, Seed(42)).unwrap();
            fast::results(&mut reference, &decks, &mut results);
            let repeat = results.into_iter().enumerate().filter(|(_, game)| game.cycle.is_some());
            let mut settler = Settler::new(&shape, Processor::here());
            let mut settled = 0;
            for (k, expected) in repeat.take(repeating) {
                let length = expected.cycle.unwrap().rounds;
                let first = expected.rounds - length;
                let chains = after(decks.narrow(k), &shape, expected.rounds).1.chains;
                // Noticed at once, later, round and round, and too late for the tapes.
                let late = 9_000 / length + 1;
                for (saved, times) in
                    [(first, 1), (first + 7, 2), (first + length, 3), (first, late)]
                {
                    // From the deal, from before the first repetition, and from behind it.
                    for early in [0, 1, first / 2, first.saturating_sub(1), first, first + 7] {
                        let period = times * length;
                        let rounds = saved + period;
                        let early = early.min(saved);
                        let deck = decks.narrow(k);
                        if let Some(position) = settler.early() {
                            position.copy_position(&after(deck, &shape, early).0);
                        }
                        let (mut hands, mut counts) = after(deck, &shape, rounds);
                        let back = Back { rounds, period, early, deck };
                        let found = settler.settle(&back, &shape, &mut hands, &mut counts);
                        assert_eq!(found, expected, "{fields} {k} {saved} {times} {early}");
                        assert_eq!(counts.chains, chains, "{fields} {k} {saved} {times} {early}");
                    }
                }
                settled += 1;
            }
            assert!(settled > 0, "no game repeats: {fields}");
        }
    }
}
