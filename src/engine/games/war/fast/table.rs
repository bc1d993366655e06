//! What an engine's table can do, and how a game is played on it.

use super::super::result::{EndReason, GameResult, Outcome, Period};
use super::luck::{Luck, NoLuck};
use super::shape::{Caps, Counts, End, Shape};

/// Both players' cards.
pub trait Table: Clone + Default {
    /// Deals a deck, whose cards become codes.
    fn deal(&mut self, deck: &[u8], shape: &Shape);

    /// Cards held, A's first.
    fn held(&self) -> [usize; 2];

    /// Takes over the cards of another table at the start of a round.
    fn copy_position(&mut self, other: &Self);

    /// Whether both tables hold the same cards in the same places.
    fn same_position(&self, other: &Self) -> bool;

    /// Plays at least one round, if the game has not ended: a run of rounds up to the first tie, and
    /// the round of the tie. Stops in time for `caps`, and after at most `rounds >= 1` more rounds.
    fn advance(
        &mut self,
        shape: &Shape,
        caps: Caps,
        rounds: u64,
        counts: &mut Counts,
        luck: &mut impl Luck,
    ) -> Option<End>;
}

/// Plays a dealt game to its end.
pub fn play_out<T: Table>(
    table: &mut T,
    shape: &Shape,
    counts: &mut Counts,
    luck: &mut impl Luck,
) -> GameResult {
    loop {
        if let Some(end) = table.advance(shape, shape.caps, u64::MAX, counts, luck) {
            return counts.result(end, table.held());
        }
    }
}

/// Plays games whose positions may repeat.
///
/// The watch is R. P. Brent's (BIT 20 (1980) 176-184), as in the reference engine, but it looks only
/// where an advance ends. Where that is follows from the position alone, so these positions repeat
/// as surely as all; and a game that ends by itself is played once. Only when a repetition is found,
/// the first one is looked for.
#[derive(Clone, Default)]
pub struct CycleWatch<T> {
    start: T,
    saved: T,
    behind: T,
    ahead: T,
    ahead_counts: Counts,
    ahead_counts_mark: Counts,
    behind_counts: Counts,
    behind_mark: T,
    ahead_mark: T,
    /// For counts that nobody asks for.
    unasked: Counts,
}

/// Rounds played at once in the search for the first repetition.
const STRIDE: u64 = 32;

/// Plays on as [`Table::advance`] does, by some rules without chance: table, caps, most rounds, counts.
pub trait Play<T>: FnMut(&mut T, Caps, u64, &mut Counts) -> Option<End> {}

impl<T, F: FnMut(&mut T, Caps, u64, &mut Counts) -> Option<End>> Play<T> for F {}

/// The plainest way to do so.
pub fn by<T: Table>(shape: &Shape) -> impl Play<T> {
    |table: &mut T, caps: Caps, rounds: u64, counts: &mut Counts| {
        table.advance(shape, caps, rounds, counts, &mut NoLuck)
    }
}

/// Why a watched game stopped.
enum Stop {
    /// It ended.
    End(End),
    /// Its position occurred before, this many rounds ago.
    Repeats(u64),
    /// It was watched for long enough.
    Enough,
}

impl<T: Table> CycleWatch<T> {
    /// Plays a dealt game to its end, or to the first position that stood before.
    pub fn play_out(
        &mut self,
        table: &mut T,
        most: Caps,
        counts: &mut Counts,
        play: &mut impl Play<T>,
    ) -> GameResult {
        self.start.copy_position(table);
        let period = match self.watch(table, most, u64::MAX, counts, play) {
            Stop::Repeats(period) => period,
            Stop::End(end @ (_, EndReason::Limit)) => {
                // There may be a repetition that was not noticed yet. r rounds pass r positions at
                // most, so 3 r + 2 advances are enough to notice it.
                let at_ceiling = counts.result(end, table.held());
                let enough = counts.rounds.saturating_mul(3).saturating_add(2);
                table.copy_position(&self.start);
                let mut unasked = std::mem::take(&mut self.unasked);
                let stop = self.watch(table, Caps::NONE, enough, &mut unasked, play);
                self.unasked = unasked;
                match stop {
                    Stop::Repeats(period) => period,
                    Stop::End(_) | Stop::Enough => return at_ceiling,
                }
            }
            Stop::End(end) => return counts.result(end, table.held()),
            Stop::Enough => unreachable!("the first watch has no end of patience"),
        };
        self.settle(table, most, period, counts, play)
    }

    /// The result of a game that is on a cycle, in a position that it was in `period` rounds
    /// before. [`CycleWatch::start`] must hold the deal.
    pub fn settle(
        &mut self,
        table: &mut T,
        most: Caps,
        period: u64,
        counts: &mut Counts,
        play: &mut impl Play<T>,
    ) -> GameResult {
        let length = self.shortest_period(table, period, play);
        let end = self.play_to_first_repeat(most, length, play);
        counts.clone_from(&self.ahead_counts);
        table.copy_position(&self.ahead);
        // Those ahead have gone round once more.
        let battles = || counts.battles - self.behind_counts.battles;
        let cycle =
            (end.1 == EndReason::Cycle).then(|| Period { battles: battles(), rounds: length });
        GameResult { cycle, ..counts.result(end, table.held()) }
    }

    /// Where the deal of a game to be settled goes.
    pub fn start(&mut self) -> &mut T {
        &mut self.start
    }

    /// Plays on until the game ends or an advance comes to a position that was saved.
    fn watch(
        &mut self,
        table: &mut T,
        caps: Caps,
        most_advances: u64,
        counts: &mut Counts,
        play: &mut impl Play<T>,
    ) -> Stop {
        self.saved.copy_position(table);
        let (mut saved_at, mut save_after, mut since_saved) = (counts.rounds, 1, 0);
        for _ in 0..most_advances {
            if let Some(end) = play(table, caps, u64::MAX, counts) {
                return Stop::End(end);
            }
            if table.same_position(&self.saved) {
                return Stop::Repeats(counts.rounds - saved_at);
            }
            since_saved += 1;
            if since_saved == save_after {
                self.saved.copy_position(table);
                saved_at = counts.rounds;
                save_after *= 2;
                since_saved = 0;
            }
        }
        Stop::Enough
    }

    /// The length of the cycle that the table is on, in rounds. `period` is a multiple of it, for
    /// advances may go round more than once before one ends where another did.
    fn shortest_period(&mut self, table: &T, mut period: u64, play: &mut impl Play<T>) -> u64 {
        let mut factor = 2;
        let mut rest = period;
        while rest > 1 {
            if factor * factor > rest {
                factor = rest;
            }
            while rest.is_multiple_of(factor) {
                rest /= factor;
                self.behind.copy_position(table);
                let part = period / factor;
                let ended = skip(&mut self.behind, Caps::NONE, part, &mut self.unasked, play);
                if ended.is_none() && self.behind.same_position(table) {
                    period /= factor;
                }
            }
            factor += 1;
        }
        period
    }

    /// Plays from the start to the first position that occurred `length` rounds before, counting
    /// again.
    fn play_to_first_repeat(&mut self, most: Caps, length: u64, play: &mut impl Play<T>) -> End {
        let Self { start, behind, ahead, ahead_counts, behind_counts, .. } = self;
        let (behind_mark, ahead_mark) = (&mut self.behind_mark, &mut self.ahead_mark);
        ahead_counts.clear();
        behind_counts.clear();
        behind.copy_position(start);
        ahead.copy_position(start);
        if let Some(end) = skip(ahead, most, length, ahead_counts, play) {
            return end;
        }
        let mut stride = STRIDE;
        while !ahead.same_position(behind) {
            behind_mark.copy_position(behind);
            ahead_mark.copy_position(ahead);
            self.ahead_counts_mark.clone_from(ahead_counts);
            let behind_battles = behind_counts.battles;
            let end = skip(ahead, most, stride, ahead_counts, play);
            if stride == 1
                && let Some(end) = end
            {
                return end;
            }
            skip(behind, Caps::NONE, stride, behind_counts, play);
            if stride > 1 && (end.is_some() || ahead.same_position(behind)) {
                // The first such position is within this stride: go through it round by round.
                ahead.copy_position(ahead_mark);
                behind.copy_position(behind_mark);
                ahead_counts.clone_from(&self.ahead_counts_mark);
                behind_counts.battles = behind_battles;
                stride = 1;
            }
        }
        (Outcome::Draw, EndReason::Cycle)
    }
}

/// Plays this many rounds, unless the game ends.
fn skip<T: Table>(
    table: &mut T,
    caps: Caps,
    mut rounds: u64,
    counts: &mut Counts,
    play: &mut impl Play<T>,
) -> Option<End> {
    while rounds > 0 {
        let before = counts.rounds;
        let end = play(table, caps, rounds, counts);
        if end.is_some() {
            return end;
        }
        rounds -= counts.rounds - before;
    }
    None
}
