//! Random words for a game that is neither dealt nor one of ours.

use super::key::{BlockStream, ItemWords, Purpose, Seed};
use super::words::WordSource as _;

/// The chance of a game of your own: words that depend on the seed, the game's name and the index
/// of the game, and on nothing else.
#[derive(Debug)]
pub struct Chance {
    blocks: BlockStream,
}

/// The chance of one game.
#[derive(Debug)]
pub struct GameChance<'a>(ItemWords<'a>);

impl Chance {
    /// The chance of the games of this name.
    ///
    /// Shapes: `name` has 1 to 8 letters from a to z; it is part of the recipe and must never change.
    /// Panics for another name.
    pub fn new(seed: Seed, name: &str) -> Self {
        assert!((1..=8).contains(&name.len()), "`{name}` is not 1 to 8 letters");
        assert!(name.bytes().all(|byte| byte.is_ascii_lowercase()), "`{name}` is not in a to z");
        let mut tag = *b"war-sim         ";
        tag[8..8 + name.len()].copy_from_slice(name.as_bytes());
        Self { blocks: BlockStream::new(seed, Purpose::Own(tag)) }
    }

    /// The chance of this game, from its beginning.
    pub fn game(&mut self, index: u64) -> GameChance<'_> {
        GameChance(ItemWords::new(&mut self.blocks, index))
    }
}

impl GameChance<'_> {
    /// A uniform 32-bit word.
    pub fn word(&mut self) -> u32 {
        self.0.next_word()
    }

    /// A number from 0 to `n - 1`, all equally likely.
    ///
    /// Panics if `n` is 0.
    pub fn below(&mut self, n: u32) -> u32 {
        assert!(n > 0, "a number below 0");
        // One bound of `draws::Batch`, without a list of bounds for each draw.
        loop {
            let product = u64::from(self.0.next_word()) * u64::from(n);
            let fraction = product as u32;
            // The remainder of 2^32 is below `n`, so it is seldom needed.
            if fraction >= n || u64::from(fraction) >= (1 << 32) % u64::from(n) {
                return (product >> 32) as u32;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::draws::BoundBatch;
    use super::*;

    #[test]
    fn games_and_names_have_a_chance_of_their_own() {
        let draw = |name: &str, game: u64| {
            let mut chance = Chance::new(Seed(42), name);
            let mut game = chance.game(game);
            [game.word(), game.word(), game.below(6)]
        };
        assert_eq!(draw("coin", 7), draw("coin", 7));
        assert_ne!(draw("coin", 7), draw("coin", 8));
        assert_ne!(draw("coin", 7), draw("dice", 7));
    }

    #[test]
    fn a_number_is_drawn_as_from_a_batch_of_one() {
        let mut chance = Chance::new(Seed(7), "dice");
        let mut other = Chance::new(Seed(7), "dice");
        let (mut here, mut there) = (chance.game(0), other.game(0));
        // The largest bound is redrawn from every fourth word.
        for n in [1, 2, 3, 6, 1_000, 3 << 30].into_iter().cycle().take(600) {
            let mut drawn = 0;
            BoundBatch::new(vec![n]).draw(&mut there.0, |number| drawn = number);
            assert_eq!(here.below(n), drawn, "below {n}");
        }
    }

    #[test]
    fn every_number_is_drawn_equally_often() {
        // Chi-square with 5 degrees of freedom exceeds 30.86 with a chance of 1e-5.
        let mut chance = Chance::new(Seed(1), "dice");
        let mut counts = [0_f64; 6];
        (0..60_000).for_each(|game| counts[chance.game(game).below(6) as usize] += 1.0);
        let chi_square: f64 = counts.iter().map(|n| (n - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(chi_square < 30.86, "{chi_square}");
    }
}
