//! Games in flight: all take eight rolls in a row without a branch; then those that are over make room for
//! others.
//!
//! What the loser rolls in these eight after a game is won changes nothing that counts. Nothing asks whether a game is
//! stuck before sixteen rolls in a row have moved no piece: where a die has another face than 6, being stuck is a property
//! of the board, so it was stuck from the last roll on that did. A game that comes near the limit the reference plays once more.

use std::ops::Range;

use super::rolls::{AT_ONCE, LAST_PLACE, MOST, Region, SeatRolls, step_of};
use super::step::{
    CLEARS_A, Choice, FRONTMOST, Games, IDLE, LANES, NEXT_SQUARE, SECOND_SEAT, STRIDE, is_home,
    may_move, moves, start,
};
use crate::core::engines::{Plays, Unsupported};
use crate::core::processor::Processor;
use crate::core::random::key::ItemWords;
use crate::core::results::GameBlock;
use crate::core::seats::both;
use crate::games::ludo::pair::Pair;
use crate::games::ludo::result::{GameResult, Outcome, Seat};
use crate::games::ludo::rolls::SeatBlocks;
use crate::games::ludo::rules::{ClearA, MustMove};

/// Rolls of a seat prepared before a game, as a share of what both seats needed lately.
const FIRST_ROLLS: f32 = 0.85;
/// Rolls prepared when they run out.
const MORE_ROLLS: usize = 40;

const _: () = assert!(STRIDE + MORE_ROLLS <= MOST);

/// What of a game is needed only between strides.
#[derive(Clone, Debug)]
struct GameInLane {
    game: u64,
    beginner: Seat,
    words: [ItemWords; 2],
    /// Prepared rolls of each seat.
    rolls: [Region; 2],
    /// The number of the roll before its first.
    begun: u64,
}

/// Plays games of one pair of dice.
#[derive(Debug)]
pub struct Strides {
    processor: Processor,
    pair: Pair,
    /// The squares from which pieces move, and the sides at the start.
    may_move: u64,
    start: [u64; 2],
    blocks: SeatBlocks,
    rolls: [SeatRolls; 2],
    games: Box<Games>,
    lanes: Box<[GameInLane; LANES]>,
    /// Rolls of each lane so far.
    now: u64,
    /// How many rolls a game has taken lately.
    mean_rolls: f32,
    /// Games to begin, the next one first, and the first of those whose first words are made.
    left: Range<u64>,
    ahead: u64,
}

impl Strides {
    /// Ready to play the games of a pair of dice with what a processor has.
    ///
    /// Errors: [`Unsupported`] with what it does not play.
    pub fn new(pair: &Pair, processor: Processor) -> Result<Self, Unsupported> {
        let dice = pair.dice();
        let refused = |field: String, reason| Unsupported { engine: "portable", field, reason };
        if let Some(seat) = dice.iter().position(|die| die.is_sixes_only()) {
            let field = format!("die_{} = \"{}\"", seat + 1, dice[seat]);
            return Err(refused(field, "a turn of such a die never passes"));
        }
        if pair.rules().roll_limit as usize <= STRIDE {
            let field = format!("roll_limit = {}", pair.rules().roll_limit);
            return Err(refused(field, "it takes more rolls at a time"));
        }
        let (blocks, words) = (pair.blocks(), [ItemWords::default(); 2]);
        let rolls = [[0; size_of::<Region>()]; 2];
        let empty = GameInLane { game: 0, beginner: Seat::A, words, rolls, begun: 0 };
        Ok(Self {
            processor,
            may_move: may_move(pair.rules()),
            start: Seat::BOTH.map(|seat| start(pair.rules(), seat)),
            rolls: both!(|seat| SeatRolls::new(processor, dice[seat], seat, blocks[seat].clone())),
            blocks,
            games: Box::default(),
            lanes: Box::new(std::array::from_fn(|_| empty.clone())),
            now: 0,
            mean_rolls: 120.0,
            left: 0..0,
            ahead: 0,
            pair: pair.clone(),
        })
    }
}

impl Plays<Range<u64>> for Strides {
    fn play(&mut self, games: &Range<u64>, results: &mut GameBlock) {
        let before = games.start.wrapping_sub(AT_ONCE as u64);
        (self.left, self.ahead, self.now) = (games.clone(), before, 0);
        let rules = self.pair.rules();
        match (rules.must_move, rules.clear_a) {
            (MustMove::FrontmostMovable, ClearA::WhileWaiting) => self.fly::<FRONTMOST>(results),
            (MustMove::FrontmostMovable, ClearA::Always) => self.fly::<CLEARS_A>(results),
            (MustMove::NextSquareFree, _) => self.fly::<NEXT_SQUARE>(results),
        }
    }
}

impl Strides {
    /// Plays all games and reports each.
    fn fly<const CHOICE: Choice>(&mut self, results: &mut GameBlock) {
        let mut flying = 0;
        for k in 0..LANES {
            flying += usize::from(self.begin(k));
            self.gather(k);
        }
        while flying > 0 {
            self.now += STRIDE as u64;
            self.games.take_stride::<CHOICE>(self.processor, self.may_move, self.now);
            for k in 0..LANES {
                if self.games.look[k] != 0
                    && let Some(result) = self.look_after::<CHOICE>(k)
                {
                    let GameInLane { game, beginner, .. } = self.lanes[k];
                    result.report(game, beginner, results);
                    self.mean_rolls += (result.rolls as f32 - self.mean_rolls) / 64.0;
                    flying -= usize::from(!self.begin(k));
                }
                self.gather(k);
            }
        }
    }

    /// Looks after one game; returns its end if that has come.
    fn look_after<const CHOICE: Choice>(&mut self, k: usize) -> Option<GameResult> {
        let (games, lane) = (&mut *self.games, &mut self.lanes[k]);
        let (one, two) = (games.own[k], games.other[k]);
        let rolls = (self.now - lane.begun) as u32;
        let captures = games.captures[k] as u32;
        if is_home(one) || is_home(two) {
            let last = games.sides.iter().position(|side| is_home(side[k])).expect("it is over");
            let seat = Seat::BOTH[usize::from(games.sides[last][k] & SECOND_SEAT != 0)];
            let rolls = rolls - (STRIDE - 1 - last) as u32;
            return Some(GameResult { outcome: Outcome::Win(seat), rolls, captures });
        }
        let sides = if one & SECOND_SEAT == 0 { [one, two] } else { [two, one] };
        if self.now > games.last_stride[k] {
            return Some(self.pair.play_reference(&mut self.blocks, lane.game, |_, _| ()).1);
        }
        let idle = games.idle[k].trailing_ones();
        if idle >= IDLE {
            let can_move = |seat: usize| {
                let moves = |&face| moves::<CHOICE>(self.may_move, sides[seat], step_of(face));
                self.pair.dice()[seat].faces().iter().any(moves)
            };
            if !can_move(0) && !can_move(1) {
                // Where nobody can ever move, that is seen after the first roll.
                let rolls = (rolls - idle).max(1);
                return Some(GameResult { outcome: Outcome::Stuck, rolls, captures });
            }
        }
        for seat in 0..2 {
            let (at, last_place) = (&mut games.at[seat][k], &mut games.last_place[seat][k]);
            if at > last_place {
                // Those that are left move to the front.
                let left = (*last_place + STRIDE as u64 - *at) as usize;
                let out = &mut lane.rolls[seat];
                out.copy_within(*at as usize..*at as usize + left, 0);
                let words = &mut lane.words[seat];
                let made = self.rolls[seat].fill(words, left, left + MORE_ROLLS, out);
                (*at, *last_place) = (0, (made - STRIDE) as u64);
            }
        }
        None
    }

    /// Begins the next game in a lane, if any is left.
    #[inline(never)]
    fn begin(&mut self, k: usize) -> bool {
        let (games, lane) = (&mut *self.games, &mut self.lanes[k]);
        let Some(game) = self.left.next() else {
            games.end(k);
            return false;
        };
        lane.game = game;
        if game.wrapping_sub(self.ahead) == AT_ONCE as u64 {
            self.rolls.iter_mut().for_each(|rolls| rolls.look_ahead(game));
            self.ahead = game;
        }
        let place = (game - self.ahead) as usize;
        lane.beginner = self.pair.beginner(&mut self.blocks, game);
        let wanted = ((self.mean_rolls * FIRST_ROLLS) as usize).clamp(STRIDE, MOST);
        for seat in 0..2 {
            let rolls = &mut self.rolls[seat];
            lane.words[seat] = rolls.words(game, place);
            let (words, out) = (&mut lane.words[seat], &mut lane.rolls[seat]);
            let made = rolls.fill(words, 0, wanted.min(rolls.of_block), out);
            (games.at[seat][k], games.last_place[seat][k]) = (0, (made - STRIDE) as u64);
        }
        lane.begun = self.now;
        games.idle[k] = 0;
        games.last_stride[k] =
            self.now + u64::from(self.pair.rules().roll_limit) - STRIDE as u64 - 1;
        games.own[k] = self.start[lane.beginner.index()];
        games.other[k] = self.start[lane.beginner.other().index()];
        games.captures[k] = 0;
        true
    }

    /// Takes the next rolls of each seat into a lane.
    #[inline(always)]
    fn gather(&mut self, k: usize) {
        let (games, lane) = (&mut *self.games, &self.lanes[k]);
        let [one, two] = both!(|seat| {
            let at = games.at[seat][k] as usize % LAST_PLACE;
            let rolls = lane.rolls[seat][at..].first_chunk().expect("eight bytes");
            u64::from_le_bytes(*rolls)
        });
        let is_second = games.own[k] & SECOND_SEAT != 0;
        games.rolls[k] = if is_second { two } else { one };
        games.other_rolls[k] = if is_second { one } else { two };
    }
}
