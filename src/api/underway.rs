//! A study that its caller plays step by step, on the caller's own thread and without a clock: for
//! those who have neither threads nor time, such as a page in a browser.

use std::num::NonZeroUsize;
use std::time::Duration;

use crate::lab::run::{Control, Threads};
use crate::lab::spec::{Refused, Study};
use crate::lab::study::play::{Running, check, play_range};
use crate::lab::study::progress::Progress;
use crate::lab::study::{Finished, size};

/// A study and the counts of its first games.
///
/// ```
/// use war_sim::{Study, Underway};
///
/// let mut underway = Underway::new(Study::war(["umass"])?.games(3_000))?;
/// while underway.play(1_024)? > 0 {}
/// let whole = Study::war(["umass"])?.games(3_000).run()?;
/// assert_eq!(underway.so_far().tables(), whole.tables());
/// # Ok::<(), war_sim::Refused>(())
/// ```
#[derive(Clone, Debug)]
pub struct Underway {
    study: Study,
    at: Progress,
}

impl Underway {
    /// This study before its first game.
    ///
    /// Errors: [`Refused`] for one that is to stop at a precision, which needs its looks at
    /// fixed numbers of games; else as [`Study::run_on`].
    pub fn new(study: Study) -> Result<Self, Refused> {
        if study.has_targets() {
            let what = "a study that stops at a precision cannot be played step by step";
            return Err(Refused::key("until", what));
        }
        size::check(&study)?;
        check(&study)?;
        Ok(Self { at: Progress::new(&study), study })
    }

    /// Plays at most this many more games of each cell, and returns how many; 0 when all are played.
    ///
    /// Errors: [`Refused`]; the counts are of no use then.
    pub fn play(&mut self, games: u64) -> Result<u64, Refused> {
        let Self { study, at } = self;
        let (first, games) = (study.first_game + at.games, games.min(study.games - at.games));
        let threads = Threads::Exactly(NonZeroUsize::MIN);
        let running = Running { threads, control: &Control::default() };
        let more = play_range(study, first..first + games, running)?;
        at.totals.merge(&more).map_err(|_| Refused::beyond_counts())?;
        at.games += games;
        Ok(games)
    }

    /// The study as far as it is played, as if it had been asked for no more.
    ///
    /// Errors: none; a wrong count is told by [`Finished::check`].
    pub fn so_far(&self) -> Finished {
        let first = self.study.first_game;
        let study = self.study.clone().of_games(first..first + self.at.games);
        Finished::new(study, self.at.clone(), Duration::ZERO)
    }

    /// Games of each cell so far.
    pub fn games(&self) -> u64 {
        self.at.games
    }

    /// The study.
    pub fn study(&self) -> &Study {
        &self.study
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_of_any_size_make_the_counts_of_the_whole() {
        let study = || Study::war(["umass", "shuffled-pot"]).unwrap().first_game(70).games(2_500);
        let whole = study().run().unwrap();
        for step in [1_000, 1_024, 999, 7_000] {
            let mut underway = Underway::new(study()).unwrap();
            let mut before = 0;
            while underway.play(step).unwrap() > 0 {
                assert_eq!(underway.games(), underway.so_far().tally(0).games());
                assert!(underway.games() - before <= step);
                before = underway.games();
            }
            assert_eq!(underway.play(step), Ok(0), "a step after the end");
            let finished = underway.so_far();
            finished.check().unwrap();
            assert_eq!(finished.tables(), whole.tables(), "steps of {step}");
        }
    }

    #[test]
    fn what_is_played_is_a_run_of_that_many_games() {
        let mut underway = Underway::new(Study::war(["umass"]).unwrap().games(5_000)).unwrap();
        assert_eq!([0, 1_500, 0].map(|step| underway.play(step).unwrap()), [0, 1_500, 0]);
        let shorter = Study::war(["umass"]).unwrap().games(1_500).run().unwrap();
        assert_eq!(underway.so_far().tables(), shorter.tables());
    }

    #[test]
    fn a_wanted_precision_is_refused() {
        let study = Study::war(["umass"]).unwrap().until("a_win:0.01").unwrap();
        assert!(matches!(Underway::new(study), Err(Refused { key: "until", .. })));
    }
}
