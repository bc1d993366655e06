//! How the lead went in one game, step by step.

/// Leads that are kept of a game; of a longer one every second, every fourth and so on.
const MOST: usize = 8_192;

/// How far the first side is ahead after every step of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Course {
    /// What the first side is called.
    pub first: &'static str,
    /// What the lead counts, such as `cards held`.
    pub standing: &'static str,
    /// The lead after every step that is kept, the first one before the game begins.
    pub leads: Vec<i64>,
    /// The lead after the last step.
    pub last: i64,
    /// How many steps there were, of which each of so many is kept.
    steps: u64,
    each: u64,
    /// The length of the game, in its first counter.
    pub length: u64,
    /// Whether it is known never to end.
    pub is_endless: bool,
    /// The side that won, by position.
    pub winner: Option<u8>,
}

impl Course {
    /// A game before its first step.
    pub fn new(first: &'static str, standing: &'static str) -> Self {
        Self { first, standing, each: 1, ..Self::default() }
    }

    /// A step, after which the first side is so far ahead.
    pub fn step(&mut self, lead: i64) {
        if self.steps.is_multiple_of(self.each) {
            self.leads.push(lead);
        }
        self.steps += 1;
        self.last = lead;
        if self.leads.len() > MOST {
            let mut place = 0..;
            self.leads.retain(|_| place.next().is_some_and(|k: u64| k.is_multiple_of(2)));
            self.each *= 2;
        }
    }

    /// The lead at this length; nothing where the game is over by then.
    pub fn at(&self, length: f64) -> Option<i64> {
        let last = self.steps.saturating_sub(1) as f64;
        let step = (length / self.length.max(1) as f64 * last).round() as u64;
        let lead = self.leads.get((step / self.each) as usize);
        lead.copied().filter(|_| length <= self.length as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_long_game_fewer_steps_are_kept_and_spread_over_its_length() {
        let most = MOST as u64;
        for (steps, kept, each) in [
            (0, 0, 1),
            (most, most, 1),
            (most + 1, most / 2 + 1, 2),
            (most + 2, most / 2 + 1, 2),
            (2 * most, most, 2),
            (7 * most, 7 * most / 8, 8),
        ] {
            let length = steps.saturating_sub(1);
            let mut game = Course { length, ..Course::new("A", "") };
            (0..steps).for_each(|k| game.step(k as i64));
            assert_eq!((game.leads.len() as u64, game.each), (kept, each), "{steps}");
            assert!(game.leads.iter().zip(0..).all(|(lead, k)| *lead == k * each as i64));
            assert_eq!(game.last, length as i64);
            for at in [0, 31, length / 2, length].into_iter().filter(|&at| at < steps) {
                let lead = game.at(at as f64).unwrap() as u64;
                assert!(lead <= at && at < lead + each, "{steps}, {at}: {lead}");
            }
            assert_eq!(game.at(length as f64 + 0.1), None);
        }
        let mut game = Course { length: 8, ..Course::new("A", "") };
        (0..5).for_each(|lead| game.step(lead));
        assert_eq!([0.0, 2.0, 8.0].map(|at| game.at(at)), [0, 1, 4].map(Some));
    }
}
