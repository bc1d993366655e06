//! The few words that a step is written in, and what each machine has for them.
//!
//! A word of *lanes* does the same to a number of 16 bits of each game of a batch; four words of *bytes*
//! handle the cards: compare the next 16 pairs of each game, find those of two cards, permute 16 bytes, and
//! hand out what was won. `step` and `flight` are written once, over [`Words`].
//!
//! All that is unsafe in War is in this folder, for two reasons. Instructions that not every machine has are
//! unsafe to call: whoever has a value of [`Words`] has them, since there is one only in functions that
//! are compiled for them. And cards are read and written wherever a hand happens to lie: a place on
//! [`Tapes`] is 16 bits, and all that 16 bits can say is there, with a margin on either side.
#![allow(unsafe_code)]

#[cfg(target_arch = "aarch64")]
mod neon;
mod plain;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod registers;
mod stamp;
mod tapes;
mod vocabulary;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use self::stamp::stamp;
pub use self::tapes::{Lanes, MOST_LANES, Tapes};
pub use self::vocabulary::{Handout, PAIRS, Pots, Words, Work};
#[cfg(target_arch = "x86_64")]
pub use self::vocabulary::{WAR_ROWS, WidePots};
