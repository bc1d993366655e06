//! Words: what every draw is made of.

/// Number of 32-bit words in one ChaCha block.
pub const BLOCK_WORDS: usize = 16;

/// A source of uniform 32-bit words.
pub trait WordSource {
    /// The next word.
    fn next_word(&mut self) -> u32;
}
