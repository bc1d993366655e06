//! One game of a batch: what is counted of it, and rounds that a step leaves as they are.

use super::super::result::End;
use super::super::rules::Caps;
use super::counts::Counts;
use super::round::Round;
use super::shape::Shape;
use super::step::{Batch, Setting};

/// More than any game is granted at once.
pub const MOST_GRANTED: u64 = 30_000;

/// What a lane keeps outside the batch.
#[derive(Default)]
pub struct Lane {
    /// The deck it plays.
    pub deck: usize,
    /// What was counted up to the last look at it.
    pub counts: Counts,
    /// What it was granted there.
    granted: u16,
}

/// Both hands at the start of a round, as they lie.
#[derive(Default)]
pub struct Position([Vec<u8>; 2]);

impl Position {
    /// Takes over that of a lane.
    pub fn save(&mut self, batch: &Batch, lane: usize, cards: u16) {
        for (to, hand) in self.0.iter_mut().zip(batch.hands(lane, cards)) {
            to.clear();
            to.extend_from_slice(hand);
        }
    }

    /// Has a lane begin with it.
    pub fn lay_out(&self, batch: &mut Batch, lane: usize) {
        let (ends, [a, b]) = (batch.start(lane), &self.0);
        batch.tapes.above(ends[0], a.len()).copy_from_slice(a);
        batch.tapes.below(ends[1], b.len()).copy_from_slice(b);
        batch.begin(lane, a.len());
    }

    /// Whether a lane holds it.
    pub fn is_held(&self, batch: &Batch, lane: usize, cards: u16) -> bool {
        let [a, b] = batch.hands(lane, cards);
        a == self.0[0] && b == self.0[1]
    }
}

impl Lane {
    /// Counts what was played by steps since the last look.
    #[inline(always)]
    pub fn count(&mut self, batch: &mut Batch, lane: usize, setting: &Setting) {
        let played = u64::from(self.granted - batch.left.0[lane]);
        let [wars, twos] = [&mut batch.wars, &mut batch.twos]
            .map(|lanes| u64::from(std::mem::take(&mut lanes.0[lane])));
        self.counts.steps(setting.units, played, wars, twos);
        self.granted = batch.left.0[lane];
    }

    /// Grants a lane that was counted as much to play as these caps allow in any case.
    #[inline(always)]
    pub fn grant(&mut self, batch: &mut Batch, lane: usize, caps: Caps) {
        let Counts { battles, rounds, .. } = self.counts;
        // Counted as either of them counts.
        let left = (caps.battles - battles).min(caps.rounds - rounds);
        self.granted = left.min(MOST_GRANTED) as u16;
        batch.left.0[lane] = self.granted;
    }

    /// Plays a round of a lane that was counted, which may begin, as far as `caps` allow; or says how it ends
    /// the game, and who then holds how many cards.
    pub fn play_round(
        &mut self,
        batch: &mut Batch,
        lane: usize,
        setting: &Setting,
        (shape, caps): (&Shape, Caps),
        round: &mut Round,
        shuffle: impl FnOnce(&mut [u8]),
    ) -> Result<(), (End, [usize; 2])> {
        let (place, hands) = (batch.place(lane), batch.hands(lane, setting.cards));
        let whole = hands.map(<[u8]>::len);
        let played = round.play(hands, shape, caps, &mut self.counts, shuffle);
        let held = round.held(whole);
        let winner = played.map_err(|end| (end, held))?;
        let laid = round.fought.laid.map(|cards| cards as u16);
        let place = [place[0] + laid[0], place[1] - laid[1]];
        let ends = batch.start(lane);
        batch.tapes.move_hands(place, ends, held.map(|cards| cards as u16));
        let pot = &mut round.pot;
        let to = if winner == 0 {
            batch.tapes.above(ends[0] + held[0] as u16, pot.len())
        } else {
            pot.reverse();
            batch.tapes.below(ends[1] - held[1] as u16, pot.len())
        };
        to.copy_from_slice(pot);
        let won = if winner == 0 { pot.len() } else { 0 };
        batch.len_a.0[lane] = (held[0] + won) as u16;
        Ok(())
    }
}
