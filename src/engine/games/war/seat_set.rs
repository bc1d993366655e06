//! Seats of three to eight players: a set of them, and their letters.

use crate::core::wording::field::all_of;

/// Seats, rising.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seats(pub(super) u8);

impl Seats {
    /// These.
    pub fn of(seats: impl IntoIterator<Item = usize>) -> Self {
        Self(seats.into_iter().fold(0, |all, seat| all | 1 << seat))
    }

    /// Each of them.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let seat = left.trailing_zeros() as usize;
            (left != 0).then(|| {
                left &= left - 1;
                seat
            })
        })
    }

    /// Those that are not among these.
    pub fn without(self, out: Seats) -> Seats {
        Self(self.0 & !out.0)
    }

    /// How many.
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there are none.
    pub fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The only one.
    pub fn alone(self) -> Option<usize> {
        (self.count() == 1).then(|| self.0.trailing_zeros() as usize)
    }

    /// `A`, `A and B`, `A, B and C`.
    pub fn words(self) -> String {
        all_of(&self.iter().map(|seat| name(seat).to_string()).collect::<Vec<_>>())
    }
}

/// The letter of a seat.
pub fn name(seat: usize) -> char {
    char::from(b'A' + seat as u8)
}
