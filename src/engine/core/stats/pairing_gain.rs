//! What it is worth to play two rule sets on the same deals.

/// How much the same deals for both rule sets were worth.
///
/// Shapes: `ratio` above 1 is a gain, below 1 a loss (outcomes that move against one another).
/// Source: common random numbers, e.g. A. M. Law, Simulation Modeling and Analysis (2015), section 11.2.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairingGain {
    /// Variance of a difference between independent games over the variance between paired ones.
    pub ratio: f64,
    /// Games of each rule set that independent deals would need for the same standard error.
    pub equivalent_games: f64,
    /// `equivalent_games` less the games played; negative where pairing did harm.
    pub games_saved: f64,
}

impl PairingGain {
    /// From the variances of a difference between unpaired and between paired games; `None` if the
    /// paired games do not vary.
    pub fn new(games: u64, unpaired: f64, paired: f64) -> Option<Self> {
        let ratio = unpaired / paired;
        let equivalent_games = games as f64 * ratio;
        (paired > 0.0).then_some(Self {
            ratio,
            equivalent_games,
            games_saved: equivalent_games - games as f64,
        })
    }
}
