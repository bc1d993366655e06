//! A chain of chances followed step by step until hardly anything is left of it: who won, and when.

use super::table::Value;

/// Quantiles of the steps.
const QUANTILES: [f64; 6] = [0.05, 0.25, 0.5, 0.75, 0.95, 0.99];
/// The chain is given up where what is left can add less than this to the mean of the steps.
const NEGLIGIBLE: f64 = 1e-15;

/// What became of the games of a chain so far, one step after the other.
#[derive(Clone, Debug)]
pub struct Absorbed {
    won: Vec<f64>,
    limit: u64,
    steps: u64,
    mean: f64,
    fewest: u64,
    quantiles: Vec<f64>,
    /// The chance that the game still goes on.
    playing: f64,
}

impl Absorbed {
    /// All games begin, with so many players and a limit of steps.
    pub fn new(players: usize, limit: u64) -> Self {
        let (won, quantiles) = (vec![0.0; players], Vec::new());
        Self { won, limit, steps: 0, mean: 0.0, fewest: 0, quantiles, playing: 1.0 }
    }

    /// Steps taken.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// One step: the chance that each player (by position) has won by it, and that the game goes on.
    /// Whether there is another.
    pub fn step(&mut self, won: impl IntoIterator<Item = (usize, f64)>, playing: f64) -> bool {
        self.mean += self.playing;
        self.steps += 1;
        for (player, chance) in won {
            self.won[player] += chance;
            if self.fewest == 0 && chance > 0.0 {
                self.fewest = self.steps;
            }
        }
        self.playing = playing;
        let passed = |q: &&f64| playing <= 1.0 - **q + 1e-12;
        let many = QUANTILES[self.quantiles.len()..].iter().take_while(passed).count();
        self.quantiles.extend([self.steps as f64].repeat(many));
        self.steps < self.limit && playing * (self.limit - self.steps) as f64 > NEGLIGIBLE
    }

    /// The ratio of each player and of draws, the mean of the steps, the fewest, their quantiles, the
    /// mean of what else was counted, and how far off each number may be (times itself above 1), if no
    /// more than so many additions and multiplications of positive numbers lie behind any.
    pub fn numbers(mut self, counted: f64, operations: u64) -> Vec<f64> {
        self.quantiles.resize(QUANTILES.len(), self.steps as f64);
        let draw = if self.steps == self.limit { self.playing } else { 0.0 };
        let fewest = if self.fewest == 0 { self.steps } else { self.fewest };
        // Each operation adds at most half a unit of the last place.
        let error = 2.0 * operations as f64 * (f64::EPSILON / 2.0) + NEGLIGIBLE;
        let ends = [draw, self.mean, fewest as f64].into_iter().chain(self.quantiles);
        self.won.into_iter().chain(ends).chain([counted, error]).collect()
    }

    /// These numbers as a row for so many seats, of which those without a player are empty.
    pub fn row(seats: usize, numbers: &[f64]) -> Vec<Value> {
        let players = numbers.len() - QUANTILES.len() - 5;
        let (won, rest) = numbers.split_at(players);
        let share = |seat: usize| match won.get(seat) {
            Some(&share) => Value::Float(share),
            // One player alone plays against an empty seat that never wins.
            None if seat < 2 => Value::Float(0.0),
            None => Value::Empty,
        };
        let whole = 2..3 + QUANTILES.len();
        let value = |(k, x): (usize, &f64)| {
            if whole.contains(&k) { Value::Int(*x as u64) } else { Value::Float(*x) }
        };
        (0..seats).map(share).chain(rest.iter().enumerate().map(value)).collect()
    }
}
