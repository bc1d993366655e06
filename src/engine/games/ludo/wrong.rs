//! Mistakes that programs make and that no field of the rules expresses, each with the paragraph of
//! the task that it gets wrong, and a plain Ludo that makes them.

use super::board::{A, LAST, Place, Side, TRACK, across};
use super::reference::starting_sides;
use super::result::Seat;
use super::rules::{ClearA, GoalPieces, LudoRules, MustMove};
use crate::core::words::mistakes;

mistakes! {
    SecondBegins = "second-begins" in "whole-games": "the second player begins";
    EntersLast = "enters-last" in "entering":
        "with a 6 a piece enters only where no piece on the board can move";
    EntersBeside = "enters-without-capture" in "entering":
        "a piece that enters does not send back the other player's piece on its A";
    KeepsA = "no-room" in "making-room":
        "with a 6 the frontmost piece moves, though one stands on A and another waits";
    StaysOnA = "stays-on-a" in "clearing-a": "a piece on A need not leave while others wait";
    Hindmost = "hindmost" in "frontmost": "the hindmost piece that can move moves";
    NoCapture = "no-capture" in "capturing": "a piece that is landed on stays";
    OwnNumbers = "own-numbers" in "capturing":
        "squares are compared as each player counts them: the other player's square 5 is not one's own";
    OnTheWay = "captures-on-the-way" in "capturing":
        "pieces that are jumped over are sent back, too";
    NoJump = "no-jump" in "jumping": "a piece cannot jump over an own one";
    NoJumpInGoal = "no-jump-in-goal" in "in-the-goal":
        "a piece in the goal cannot be jumped over";
    LostSixEnds = "lost-six-ends" in "lost-six":
        "after a 6 that moves nothing it is the other player's turn";
    SixOnce = "six-once" in "whole-games": "after a 6 it is the other player's turn";
    ZeroAgain = "zero-again" in "zero": "after a 0 the same player rolls again";
    ZeroEnds = "zero-ends" in "zero": "a 0 ends the game, as if the rolls were used up";
    Overshoots = "overshoots" in "far": "a roll that is too high takes a piece to the last square";
    BeyondSix = "beyond-six" in "far": "every roll beyond 5 brings a piece in, not the 6 alone";
    UsedUpLeader = "used-up-leader" in "used-up":
        "when the rolls are used up, the player whose pieces have gone further wins";
    UsedUpLast = "used-up-last" in "used-up":
        "when the rolls are used up, the player wins who moved last";
}

/// Plays by the rules, but for a mistake.
#[derive(Clone, Copy, Debug)]
pub struct Wrong<'r> {
    /// The rules.
    pub rules: &'r LudoRules,
    /// The mistake.
    pub mistake: Option<Mistake>,
}

impl Wrong<'_> {
    fn makes(self, mistake: Mistake) -> bool {
        self.mistake == Some(mistake)
    }

    /// Where the piece on this square goes, if it can.
    fn target(self, side: &Side, square: u8, roll: u32) -> Option<u8> {
        let frozen = self.rules.goal_pieces == GoalPieces::Frozen && square >= TRACK;
        if frozen || roll == 0 || square == LAST {
            return None;
        }
        let far = u32::from(square) + roll;
        let target = match u8::try_from(far).ok().filter(|&to| to <= LAST) {
            Some(target) => target,
            None if self.makes(Mistake::Overshoots) => LAST,
            None => return None,
        };
        let between = || side.squares().filter(|&own| square < own && own < target);
        let is_blocked = match self.mistake {
            Some(Mistake::NoJump) => between().next().is_some(),
            Some(Mistake::NoJumpInGoal) => between().any(|own| own >= TRACK),
            _ => false,
        };
        (!side.holds(target) && !is_blocked).then_some(target)
    }

    /// The move that a roll forces.
    fn forced(self, side: &Side, roll: u32) -> Option<(Place, u8)> {
        let waits = side.waiting() > 0;
        let of = |square: u8| self.target(side, square, roll).map(|to| (Place::On(square), to));
        let front = || match self.mistake {
            Some(Mistake::Hindmost) => side.squares().filter_map(of).last(),
            _ if self.rules.must_move == MustMove::FrontmostMovable => side.squares().find_map(of),
            _ if side.holds(A) => of(A),
            _ => side.squares().find(|&square| self.target(side, square, 1).is_some()).and_then(of),
        };
        let brings_in = roll == 6 || (roll > 6 && self.makes(Mistake::BeyondSix));
        if brings_in && waits && !side.holds(A) {
            let first = front().filter(|_| self.makes(Mistake::EntersLast));
            return first.or(Some((Place::Waiting, A)));
        }
        let must_leave = match (self.mistake, brings_in && waits) {
            (Some(Mistake::KeepsA), true) => false,
            (_, true) => true,
            (Some(Mistake::StaysOnA), false) => false,
            (_, false) => waits || self.rules.clear_a == ClearA::Always,
        };
        let leaves = of(A).filter(|_| must_leave && side.holds(A));
        leaves.or_else(front)
    }

    /// Who wins with these rolls, the first player beginning: 1, -1, or 0 if they are used up.
    pub fn play(self, rolls: &[i32]) -> i32 {
        let mut playing = Playing::new(self);
        rolls.iter().for_each(|roll| playing.throw(roll.unsigned_abs()));
        playing.answer()
    }

    /// Sends back the pieces of the other player that a move to this square captures.
    fn capture(self, other: &mut Side, from: Place, to: u8) {
        let squares = match (self.mistake, from) {
            (Some(Mistake::NoCapture), _) => return,
            (Some(Mistake::EntersBeside), Place::Waiting) => return,
            (Some(Mistake::OwnNumbers), _) => {
                if to < TRACK && other.holds(to) {
                    other.carry(Place::On(to), Place::Waiting);
                }
                return;
            }
            (Some(Mistake::OnTheWay), Place::On(from)) => from + 1..=to,
            _ => to..=to,
        };
        for square in squares.filter_map(across) {
            if other.holds(square) {
                other.carry(Place::On(square), Place::Waiting);
            }
        }
    }
}

/// A game while it is played, roll by roll.
#[derive(Clone, Copy, Debug)]
pub struct Playing<'r> {
    plays: Wrong<'r>,
    sides: [Side; 2],
    seat: Seat,
    moved_last: i32,
    end: Option<i32>,
}

impl<'r> Playing<'r> {
    /// Nothing is thrown yet.
    pub fn new(plays: Wrong<'r>) -> Self {
        let second = plays.makes(Mistake::SecondBegins);
        let seat = if second { Seat::B } else { Seat::A };
        Self { plays, sides: starting_sides(plays.rules), seat, moved_last: 0, end: None }
    }

    /// The next roll.
    pub fn throw(&mut self, roll: u32) {
        if self.end.is_some() {
            return;
        }
        if roll == 0 && self.plays.makes(Mistake::ZeroEnds) {
            self.end = Some(0);
            return;
        }
        let value = if self.seat == Seat::A { 1 } else { -1 };
        let (own, other) = (self.seat.index(), self.seat.other().index());
        let moved = self.plays.forced(&self.sides[own], roll);
        if let Some((from, to)) = moved {
            self.sides[own].carry(from, Place::On(to));
            self.plays.capture(&mut self.sides[other], from, to);
            self.moved_last = value;
        }
        if self.sides[own].is_home() {
            self.end = Some(value);
            return;
        }
        let again = match self.plays.mistake {
            Some(Mistake::SixOnce) => false,
            Some(Mistake::LostSixEnds) => roll == 6 && moved.is_some(),
            Some(Mistake::ZeroAgain) => roll == 6 || roll == 0,
            _ => roll == 6,
        };
        if !again {
            self.seat = self.seat.other();
        }
    }

    /// The game with one roll more.
    #[must_use]
    pub fn after(mut self, roll: u32) -> Self {
        self.throw(roll);
        self
    }

    /// Who has won, and 0 if that is all there is to throw.
    pub fn answer(&self) -> i32 {
        let walked = |side: &Side| side.squares().map(|square| i32::from(square) + 1).sum::<i32>();
        self.end.unwrap_or(match self.plays.mistake {
            Some(Mistake::UsedUpLeader) => {
                (walked(&self.sides[0]) - walked(&self.sides[1])).signum()
            }
            Some(Mistake::UsedUpLast) => self.moved_last,
            _ => 0,
        })
    }

    /// Whether somebody is home.
    pub fn is_over(&self) -> bool {
        self.end.is_some()
    }

    /// Whether it stands as the other one does.
    pub fn stands_as(&self, other: &Playing<'_>) -> bool {
        (self.sides, self.seat, self.end) == (other.sides, other.seat, other.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::random::key::Seed;
    use crate::games::ludo::pair::Pair;
    use crate::games::ludo::result::Outcome;
    use crate::games::ludo::rules::PiecesOnA;

    /// Rolls of many games, of all numbers up to 20, as random as they need be.
    fn many() -> impl Iterator<Item = Vec<i32>> {
        use crate::core::cards::{Composition, Dealer};
        let composition = Composition { suits: 12, ranks: 21, lowest: 0, jokers: 0 };
        let mut dealer = Dealer::new(Seed(3), composition);
        (0..400).map(move |game| {
            let deck = dealer.deck(game);
            // Mostly from 0 to 6, so that games come to an end.
            deck.iter().map(|&n| if game % 3 == 0 { n } else { n % 7 }).collect()
        })
    }

    /// Without a mistake it is the reference, and each mistake is another game.
    #[test]
    fn only_the_mistake_differs_from_the_reference() {
        let rules = LudoRules::default();
        let others = [
            rules,
            LudoRules { goal_pieces: GoalPieces::Frozen, ..rules },
            LudoRules { clear_a: ClearA::Always, pieces_on_a: PiecesOnA::None, ..rules },
            LudoRules { must_move: MustMove::NextSquareFree, ..rules },
        ];
        let (mut decided, mut differ) = (0, vec![0; Mistake::ALL.len()]);
        for rules in &others {
            for rolls in many() {
                let given = rolls.iter().map(|roll| roll.unsigned_abs()).collect();
                let (_, result) = Pair::given(*rules, given).unwrap().play_reference(0, |_| ());
                let expected = match result.outcome {
                    Outcome::Win(Seat::A) => 1,
                    Outcome::Win(Seat::B) => -1,
                    Outcome::Stuck | Outcome::Limit => 0,
                };
                assert_eq!(Wrong { rules, mistake: None }.play(&rolls), expected, "{rolls:?}");
                decided += i32::from(expected != 0);
                for (k, &mistake) in Mistake::ALL.iter().enumerate() {
                    let wrong = Wrong { rules, mistake: Some(mistake) };
                    differ[k] += i32::from(wrong.play(&rolls) != expected);
                }
            }
        }
        assert!(decided > 300, "{decided}");
        assert!(differ.iter().all(|&games| games > 0), "{differ:?}");
    }
}
