//! What becomes of games as they grow longer: the one account of ends for tables and pictures.

use crate::core::game::RuleFacts;
use crate::core::stats::histogram::LengthHistogram;
use crate::core::tally::Tally;

/// What is said of games without an end.
pub const ENDLESS: &str = "never end";

/// How the games of a tally came to their ends: every game is in exactly one of four parts.
///
/// A game that was cut off at a limit, or that never ends, has not ended at any length: it is still
/// going on after every one, whatever length it was found out at.
#[derive(Clone, Debug, Default)]
pub struct Ends {
    /// Lengths of the games that somebody won.
    pub won: LengthHistogram,
    /// Lengths of the games that came to an end of their own, but that nobody won.
    pub drawn: LengthHistogram,
    /// Lengths at which games were cut off, undecided.
    pub stopped: LengthHistogram,
    /// Whether the program gave those up, and no limit of the rules decided.
    pub given_up: bool,
    /// Games that never end.
    pub endless: u64,
}

impl Ends {
    /// The games of this tally under these rules by this counter; `None` if its values were not kept.
    pub fn of(rules: &RuleFacts, tally: &Tally, counter: usize) -> Option<Self> {
        // It says whether they were kept.
        tally.histogram(counter, &[])?;
        let (info, mut all) = (tally.info(), Self { given_up: rules.gives_up, ..Self::default() });
        for (outcome, words) in info.outcomes.iter().enumerate() {
            for (reason, word) in info.end_reasons.iter().enumerate() {
                let part = match words.decided {
                    true => &mut all.won,
                    false if info.endless.contains(word) => {
                        all.endless += tally.games_at(outcome, reason);
                        continue;
                    }
                    false if info.stopped.contains(word) => &mut all.stopped,
                    false => &mut all.drawn,
                };
                for (length, games) in tally.counts_at(counter, outcome, reason) {
                    part.record_n(length, games);
                }
            }
        }
        Some(all)
    }

    /// All games.
    pub fn games(&self) -> u64 {
        self.won.games() + self.drawn.games() + self.stopped.games() + self.endless
    }

    /// Games that are not over at any length: cut off, or without an end.
    pub fn left(&self) -> u64 {
        self.stopped.games() + self.endless
    }

    /// What became of those that are not over at any length: the kinds that occurred, in words.
    pub fn unfinished(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let stopped = (cut_off(self.given_up), self.stopped.games());
        [stopped, (ENDLESS, self.endless)].into_iter().filter(|(_, games)| *games > 0)
    }

    /// How often each length occurred among the games that came to an end, rising.
    pub fn ended(&self) -> LengthHistogram {
        let mut ended = self.won.clone();
        ended.merge(&self.drawn);
        ended
    }

    /// The last length that is known: at which a game ended, or was cut off.
    pub fn last(&self) -> Option<u64> {
        let parts = [&self.won, &self.drawn, &self.stopped];
        parts.iter().filter_map(|part| part.last()).max()
    }
}

/// What is said of games that were stopped: by the program, or by a limit of the rules.
pub const fn cut_off(given_up: bool) -> &'static str {
    if given_up { "given up" } else { "cut off" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_without_an_end_of_their_own_are_over_at_no_length() {
        let mut all = Ends { endless: 9, ..Ends::default() };
        all.won.record_n(2, 3);
        all.won.record_n(5, 4);
        all.won.record_n(3000, 1);
        all.drawn.record_n(5, 2);
        all.stopped.record_n(4000, 7);
        assert_eq!((all.games(), all.left(), all.last()), (26, 16, Some(4000)));
        let ended: Vec<(u64, u64)> = all.ended().counts().collect();
        assert_eq!(ended, [(2, 3), (5, 6), (3000, 1)]);
    }
}
