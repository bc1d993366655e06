//! What the lanes read and write: hands before and games after playing.

/// Decks whose hands are made at once: few enough that their rows stay in the caches of one core, 41 KB
/// for hands of one word and 537 KB for hands of 16.
pub const CHUNK: usize = 1_024;
/// Lanes of a vector.
pub const LANES: usize = 8;
/// Words of a row.
pub const ROW: usize = CHUNK + LANES;

/// Hands before and games after playing.
///
/// Shapes: a row has a word for each deck of a chunk, and room for a vector beyond the last one. The
/// first rows are the leaders' hands, first cards first, then what those demand, then both of the
/// other player, then the number of the leader's court cards and one.
#[derive(Debug)]
pub struct Room {
    pub rows: Vec<u64>,
    /// Games that are over: twice the position in the chunk, plus the seat of the winner.
    pub winners: Vec<u64>,
    /// Their cards and tricks.
    pub counts: Vec<u64>,
}

impl Room {
    /// For hands of so many words.
    pub fn new(words: usize) -> Self {
        let [winners, counts] = [(); 2].map(|()| vec![0; ROW]);
        Self { rows: vec![0; (4 * words + 1) * ROW], winners, counts }
    }
}
