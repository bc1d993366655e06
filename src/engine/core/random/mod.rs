//! Where every random bit of the program comes from: keys, blocks of words, draws.

pub mod chacha;
pub mod draws;
pub mod inside;
pub mod key;
