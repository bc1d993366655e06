//! The board as it is read: squares of one's own, pieces, and the opponent's view of them.
//!
//! Each player counts squares from its own A: A is 0, the track 1 to 39, the goal squares a, b, c,
//! d are 40 to 43. A player's square `x < 40` is the opponent's `(x + 20) mod 40`; goal squares are
//! private. A piece that waits is on B, which is no square.

/// Pieces of each player.
pub const PIECES: usize = 4;
/// The square where pieces enter.
pub const A: u8 = 0;
/// Squares that both players walk, counted round the board.
pub const TRACK: u8 = 40;
/// The last goal square, d.
pub const LAST: u8 = 43;
/// The opponent's A is so many squares away.
pub const HALF: u8 = 20;

/// Where a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// It waits on B.
    Waiting,
    /// It stands on this square of its owner's count, 0 to 43.
    On(u8),
}

/// The four pieces of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Side {
    /// Their places, frontmost first.
    pieces: [Place; PIECES],
}

impl Side {
    /// The side with pieces on these squares and the rest on B.
    ///
    /// Panics if there are more than four squares, one beyond d, or one named twice.
    pub fn on(squares: &[u8]) -> Self {
        let mut pieces = [Place::Waiting; PIECES];
        for (k, &square) in squares.iter().enumerate() {
            assert!(square <= LAST, "square {square} does not exist");
            assert!(!squares[..k].contains(&square), "two pieces on square {square}");
            pieces[k] = Place::On(square);
        }
        Self { pieces }.in_order()
    }

    /// Whether a piece stands on this square.
    pub fn holds(&self, square: u8) -> bool {
        self.pieces.contains(&Place::On(square))
    }

    /// How many pieces wait on B.
    pub fn waiting(&self) -> usize {
        self.pieces.iter().filter(|&&place| place == Place::Waiting).count()
    }

    /// The squares of the pieces on the board, frontmost first.
    pub fn squares(&self) -> impl Iterator<Item = u8> {
        self.pieces.into_iter().filter_map(|place| match place {
            Place::On(square) => Some(square),
            Place::Waiting => None,
        })
    }

    /// Whether all four pieces stand in the goal.
    pub fn is_home(&self) -> bool {
        self.pieces.iter().all(|&place| place >= Place::On(TRACK))
    }

    /// Takes a piece from one place to another.
    ///
    /// Panics if no piece is at `from`.
    pub fn carry(&mut self, from: Place, to: Place) {
        let found = self.pieces.iter_mut().find(|place| **place == from);
        *found.expect("a piece stands where the move begins") = to;
        *self = self.in_order();
    }

    fn in_order(mut self) -> Self {
        self.pieces.sort_unstable_by(|a, b| b.cmp(a));
        self
    }
}

/// The same square as the opponent counts it, if it is no goal square.
pub fn across(square: u8) -> Option<u8> {
    (square < TRACK).then_some((square + HALF) % TRACK)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_shared_across_the_track_and_private_in_the_goal() {
        assert_eq!([0, 20, 39, 40, 43].map(across), [Some(20), Some(0), Some(19), None, None]);
        assert!(Side::on(&[40, 41, 42, 43]).is_home() && !Side::on(&[39, 41, 42, 43]).is_home());
    }
}
