//! The end of a game that came back to a position.

use super::super::super::result::GameResult;
use super::super::shape::{Counts, Shape};
use super::super::table::{CycleWatch, Table};
use super::super::tape::Hands;
use super::bytes::{self, Bytes, Kind};
use super::replay::{Back, Replay, fits};
use super::step::Setting;
use crate::core::processor::Processor;

/// Finds where games that repeat a position did so first.
pub struct Settler {
    /// The way of replaying them, where that is possible.
    replay: Option<(Kind, Setting, Box<Replay>)>,
    watch: Box<CycleWatch<Hands>>,
}

impl Settler {
    /// For these rules on this processor.
    pub fn new(shape: &Shape, processor: Processor) -> Self {
        let parts = || Some((Kind::of(processor)?, Setting::new(shape)?, Box::default()));
        let wanted = shape.finds_cycles && fits(shape);
        Self { replay: wanted.then(parts).flatten(), watch: Box::default() }
    }

    /// Where the early position goes from which a game is replayed, if it is.
    pub fn early(&mut self) -> Option<&mut Hands> {
        self.replay.as_mut().map(|(_, _, replay)| replay.early())
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
        if let Some((kind, setting, replay)) = &mut self.replay {
            // SAFETY: the kind is one that the processor has.
            let found = unsafe {
                match *kind {
                    #[cfg(target_arch = "x86_64")]
                    Kind::Avx2 => settle_avx2(replay, back, shape, setting, counts),
                    #[cfg(target_arch = "x86_64")]
                    Kind::Ssse3 => settle_ssse3(replay, back, shape, setting, counts),
                    #[cfg(target_arch = "aarch64")]
                    Kind::Neon => settle_neon(replay, back, shape, setting, counts),
                }
            };
            if let Some(result) = found {
                return result;
            }
        }
        counts.clear();
        self.watch.start().deal(back.deck, shape);
        self.watch.settle(hands, shape, back.period, counts)
    }

    /// Plays a dealt game to its end, or to the first position that stood before, the slow way.
    pub fn play_out(
        &mut self,
        hands: &mut Hands,
        shape: &Shape,
        counts: &mut Counts,
    ) -> GameResult {
        self.watch.play_out(hands, shape, counts)
    }
}

macro_rules! settle_by {
    ($name:ident, $bytes:ty, $features:literal) => {
        #[target_feature(enable = $features)]
        unsafe fn $name(
            replay: &mut Replay,
            back: &Back<'_>,
            shape: &Shape,
            setting: &Setting,
            counts: &mut Counts,
        ) -> Option<GameResult> {
            // SAFETY: the features are those of this function.
            unsafe { settle::<$bytes>(replay, back, shape, setting, counts) }
        }
    };
}

#[cfg(target_arch = "x86_64")]
settle_by!(settle_avx2, bytes::x86::Avx2, "avx2,bmi1,bmi2,lzcnt,popcnt");
#[cfg(target_arch = "x86_64")]
settle_by!(settle_ssse3, bytes::x86::Ssse3, "ssse3,popcnt");
#[cfg(target_arch = "aarch64")]
settle_by!(settle_neon, bytes::arm::Neon, "neon");

#[inline(always)]
unsafe fn settle<B: Bytes>(
    replay: &mut Replay,
    back: &Back<'_>,
    shape: &Shape,
    setting: &Setting,
    counts: &mut Counts,
) -> Option<GameResult> {
    let (lowest, small) = (shape.lowest_beats.is_some(), setting.has_small_wars());
    // SAFETY: the caller's.
    unsafe {
        match (lowest, small) {
            (false, false) => replay.settle::<B, false, false>(back, shape, setting, counts),
            (false, true) => replay.settle::<B, false, true>(back, shape, setting, counts),
            (true, false) => replay.settle::<B, true, false>(back, shape, setting, counts),
            (true, true) => replay.settle::<B, true, true>(back, shape, setting, counts),
        }
    }
}
