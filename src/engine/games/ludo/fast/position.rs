//! A side as one word, and the forced move by bit operations.
//!
//! Bit `43 - x` is the own square `x`: d is bit 0, A is bit 43, and a move forward by `r` is a shift
//! to the right by `r`. The frontmost piece is the lowest bit set. Bits 47 to 49 hold 3 plus the
//! number of waiting pieces, so that bit 49 says whether any waits; it stands where a 6 carries it
//! to A. Bit 55 is always set: six to the right, it lets a waiting piece go first.

use crate::games::ludo::board::{LAST, PIECES, Side, TRACK as TRACK_SQUARES};
use crate::games::ludo::die::Die;
use crate::games::ludo::reference::starting_sides;
use crate::games::ludo::rules::{ClearA, GoalPieces, LudoRules, MustMove};

/// The square A.
pub const A: u64 = 1 << LAST;
/// Set while a piece waits on B.
pub const WAITING: u64 = A << 6;
/// What a waiting piece adds.
pub const ONE_WAITING: u64 = WAITING >> 2;
/// The four goal squares.
pub const GOAL: u64 = 0b1111;
/// The squares that both players walk.
pub const TRACK: u64 = (A << 1) - 1 - GOAL;

/// What a face does: the squares forward, or 0 where it can move nothing.
pub type Step = u8;

/// What this face does.
pub fn step_of(face: u32) -> Step {
    if face <= u32::from(LAST) { face as Step } else { 0 }
}

/// The side with no piece but waiting ones.
const ALL_WAITING: u64 = (WAITING << 6) + (3 + PIECES as u64) * ONE_WAITING;

/// A side in bits.
pub fn bits_of(side: &Side) -> u64 {
    side.squares().fold(ALL_WAITING, |bits, square| bits - ONE_WAITING + (A >> square))
}

/// A side given by its pieces on the board only: the rest wait.
#[cfg(target_arch = "x86_64")]
pub fn with_waiting(board: u64) -> u64 {
    ALL_WAITING - u64::from(board.count_ones()) * ONE_WAITING + board
}

/// The own squares on which this side would be captured by a piece of the opponent there.
///
/// Bits 0 to 3 mean nothing: nobody is captured in the goal.
#[inline(always)]
pub fn across(side: u64) -> u64 {
    let track = side & TRACK;
    (track << 20) | (track >> 20)
}

/// The side after its piece on a square of the opponent's count has been captured, or nothing if
/// there is none.
#[inline(always)]
pub fn captured(side: u64, square: u64) -> Option<u64> {
    let hit = across(square) & TRACK & side;
    (hit != 0).then(|| side - hit + ONE_WAITING)
}

/// Whether four pieces are in the goal.
#[inline(always)]
pub fn is_home(side: u64) -> bool {
    (side + 1) & GOAL == 0
}

/// Which piece must move: the switch, for the compiler to tell apart.
pub trait Choice: Copy {
    /// The piece that the step moves, `WAITING` for one that enters, or 0.
    fn forced(rules: &SideRules, own: u64, step: Step) -> u64;
}

/// [`MustMove::FrontmostMovable`], with [`ClearA::Always`] or not.
#[derive(Clone, Copy, Debug)]
pub struct Frontmost<const ALWAYS: bool>;

/// [`MustMove::NextSquareFree`].
#[derive(Clone, Copy, Debug)]
pub struct NextSquare;

/// A rule set in bits.
#[derive(Clone, Debug)]
pub struct SideRules {
    /// The pieces that each step can carry to a square that exists.
    fits: [u64; 256],
    /// Which piece must move.
    pub must_move: MustMove,
    /// When a piece on A must leave.
    pub clear_a: ClearA,
    /// Both sides at the start.
    pub start: u64,
}

impl SideRules {
    /// A rule set in bits.
    pub fn new(rules: &LudoRules) -> Self {
        let stay = if rules.goal_pieces == GoalPieces::Frozen { GOAL } else { 0 };
        let mut fits = [0; 256];
        for (step, fits) in fits.iter_mut().enumerate().take(usize::from(LAST) + 1).skip(1) {
            *fits = (TRACK | GOAL) & !((1 << step) - 1) & !stay;
        }
        fits[6] |= WAITING;
        Self {
            fits,
            must_move: rules.must_move,
            clear_a: rules.clear_a,
            start: bits_of(&starting_sides(rules)[0]),
        }
    }

    /// The pieces that can move by this step, `WAITING` standing for one that can enter.
    #[inline(always)]
    fn movable(&self, own: u64, step: Step) -> u64 {
        own & !(own << (step & 63)) & self.fits[usize::from(step)]
    }

    /// The piece that the step moves, `WAITING` for one that enters, or 0.
    pub fn forced(&self, own: u64, step: Step) -> u64 {
        match (self.must_move, self.clear_a) {
            (MustMove::FrontmostMovable, ClearA::WhileWaiting) => {
                Frontmost::<false>::forced(self, own, step)
            }
            (MustMove::FrontmostMovable, ClearA::Always) => {
                Frontmost::<true>::forced(self, own, step)
            }
            (MustMove::NextSquareFree, _) => NextSquare::forced(self, own, step),
        }
    }
}

impl<const ALWAYS: bool> Choice for Frontmost<ALWAYS> {
    #[inline(always)]
    fn forced(rules: &SideRules, own: u64, step: Step) -> u64 {
        let movable = rules.movable(own, step);
        // While a piece waits, one on A goes first; with a 6, the waiting one enters.
        let before = if ALWAYS { u64::MAX } else { own >> 6 };
        let first = movable & before & (A | WAITING);
        let front = movable & movable.wrapping_neg();
        std::hint::select_unpredictable(first != 0, first, front)
    }
}

impl Choice for NextSquare {
    #[inline(always)]
    fn forced(rules: &SideRules, own: u64, step: Step) -> u64 {
        let movable = rules.movable(own, step);
        let can_step = rules.movable(own, 1);
        let on_a = own & A;
        let front = can_step & can_step.wrapping_neg();
        let chosen = std::hint::select_unpredictable(on_a != 0, on_a, front);
        // Entering needs A free, so that no piece on A is chosen then.
        let enters = movable & WAITING;
        std::hint::select_unpredictable(enters != 0, enters, movable & chosen)
    }
}

/// The side after its forced move.
#[inline(always)]
pub fn moved(own: u64, from: u64, step: Step) -> u64 {
    let leaves = std::hint::select_unpredictable(from & WAITING != 0, from >> 2, from);
    own - leaves + (from >> (step & 63))
}

/// What the faces of a die can do, each once.
#[derive(Clone, Debug)]
pub struct DieSteps {
    steps: Vec<Step>,
    sixes_only: bool,
}

impl DieSteps {
    /// What the faces of this die can do.
    pub fn new(die: &Die) -> Self {
        let mut steps: Vec<Step> = die.faces().iter().map(|&face| step_of(face)).collect();
        steps.sort_unstable();
        steps.dedup();
        Self { steps, sixes_only: die.is_sixes_only() }
    }

    /// Whether every face is a 6, so that the turn never passes.
    pub fn sixes_only(&self) -> bool {
        self.sixes_only
    }

    fn has_move(&self, rules: &SideRules, own: u64) -> bool {
        self.steps.iter().any(|&step| rules.forced(own, step) != 0)
    }
}

/// Whether the game can never end, with the player of `dice[to_roll]` to roll.
pub fn is_stuck(rules: &SideRules, dice: &[DieSteps; 2], sides: [u64; 2], to_roll: usize) -> bool {
    let waits = !dice[to_roll].has_move(rules, sides[to_roll]);
    waits && (dice[to_roll].sixes_only || !dice[1 - to_roll].has_move(rules, sides[1 - to_roll]))
}

// The track is shared, the goal private; both players have 40 squares of it.
const _: () = assert!(TRACK.count_ones() == TRACK_SQUARES as u32);
