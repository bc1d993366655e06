//! A state on its way: begun, advanced, merged.

use std::ops::Range;

use serde_json::Value as Json;

use super::difference::difference;
use super::state::State;
use crate::lab::run::ranges::{are, without};
use crate::lab::run::{Control, Threads};
use crate::lab::spec::{Refused, Study};
use crate::lab::study::play::{Running, check, play_range};
use crate::lab::study::totals::Totals;

impl State {
    /// The state of a study before its first game.
    pub fn begin(study: Study) -> Self {
        let (identity, totals) = (study.identity(), Totals::new(&study));
        let (run, rows, verb) = (Json::Null, Json::Null, String::new());
        Self { identity, study, games: Vec::new(), totals, run, verb, rows }
    }

    /// Plays the next `games` games of the study, as far as it has them, after those that are done.
    ///
    /// Errors: [`Refused`]; [`Refused::stopped`] if it was asked to stop; the state is as
    /// before then.
    pub fn advance(
        &mut self,
        games: u64,
        threads: Threads,
        control: &Control,
    ) -> Result<(), Refused> {
        check(&self.study)?;
        let whole = self.study.first_game..self.study.first_game.saturating_add(self.study.games);
        let Some(next) = self.missing(whole).into_iter().next() else { return Ok(()) };
        let next = next.start..next.end.min(next.start.saturating_add(games));
        let played = play_range(&self.study, next.clone(), Running { threads, control });
        let more = Self { games: vec![next], totals: played?, ..Self::begin(self.study.clone()) };
        self.merge(&more)
    }

    /// Adds the games of another state of the same study.
    ///
    /// Errors: [`Refused`] for one of another run or of games that are in both, and for counts that
    /// exceed 64 bits, after which the state is of no use.
    pub fn merge(&mut self, other: &Self) -> Result<(), Refused> {
        if let Some(what) = difference(&other.identity, &self.identity) {
            return Err(Refused::key("", format!("is a part of another run: {what}")));
        }
        let games = joined(&self.games, &other.games)
            .map_err(|games| Refused::key("", format!("{} in both", are(&games))))?;
        self.totals.merge(&other.totals).map_err(|_| Refused::beyond_counts())?;
        self.games = games;
        Ok(())
    }

    /// The games of a range that are not done.
    pub fn missing(&self, whole: Range<u64>) -> Vec<Range<u64>> {
        without(&whole, &self.games)
    }
}

/// Ranges of games put together, those that touch as one; the games in both if there are any.
pub fn joined(one: &[Range<u64>], two: &[Range<u64>]) -> Result<Vec<Range<u64>>, Range<u64>> {
    let ranges = one.iter().chain(two).filter(|range| !range.is_empty());
    let mut all: Vec<Range<u64>> = ranges.cloned().collect();
    all.sort_by_key(|range| range.start);
    let mut joined: Vec<Range<u64>> = Vec::new();
    for range in all {
        match joined.last_mut() {
            Some(last) if last.end > range.start => {
                return Err(range.start..last.end.min(range.end));
            }
            Some(last) if last.end == range.start => last.end = range.end,
            _ => joined.push(range),
        }
    }
    Ok(joined)
}

#[cfg(test)]
#[allow(clippy::single_range_in_vec_init)]
mod tests {
    use super::*;

    #[test]
    fn ranges_join_in_any_order_and_never_twice() {
        assert_eq!(joined(&[0..5, 9..12], &[5..9, 20..21]), Ok(vec![0..12, 20..21]));
        assert_eq!(joined(&[5..5], &[]), Ok(vec![]));
        assert_eq!(joined(&[0..5], &[3..9]), Err(3..5));
        assert_eq!(joined(&[3..9], &[0..20]), Err(3..9));
        assert_eq!(joined(&[7..9], &[7..9]), Err(7..9));
    }

    fn study(games: Range<u64>) -> Study {
        Study::war(["umass"]).unwrap().seed(1).of_games(games)
    }

    #[test]
    fn games_that_are_missing_are_found_between_those_that_are_done() {
        let mut state = State::begin(study(0..10));
        assert_eq!(state.missing(3..9), [3..9]);
        state.games = vec![2..5, 8..9];
        assert_eq!(state.missing(0..10), [0..2, 5..8, 9..10]);
        assert_eq!(state.missing(0..5), [0..2]);
        assert_eq!(state.missing(3..8), [5..8]);
        assert_eq!(state.missing(2..5), []);
    }

    #[test]
    fn a_state_advances_to_the_end_of_its_study_and_no_further() {
        let one = Threads::Exactly(std::num::NonZeroUsize::MIN);
        let mut state = State::begin(study(100..120));
        for (games, done) in [(15, vec![100..115]), (0, vec![100..115]), (99, vec![100..120])] {
            state.advance(games, one, &Control::default()).unwrap();
            assert_eq!((&state.games, state.totals.cells[0].games()), (&done, state.played()));
        }
        state.advance(1, one, &Control::default()).unwrap();
        assert_eq!(state.games, [100..120]);
        // What was left out is played first.
        let mut later = State::begin(study(110..120));
        later.advance(10, one, &Control::default()).unwrap();
        later.study = study(100..120);
        later.advance(99, one, &Control::default()).unwrap();
        assert_eq!(later.games, [100..120]);
        assert_eq!(later.totals.cells[0].to_json(), state.totals.cells[0].to_json());

        let stopped = Control::default();
        stopped.stop();
        let mut state = State::begin(study(0..5));
        assert_eq!(state.advance(5, one, &stopped), Err(Refused::stopped()));
        assert!(state.games.is_empty());
    }

    #[test]
    fn states_of_other_studies_or_of_the_same_games_do_not_merge() {
        let mut state = State::begin(study(0..20));
        state.games = vec![0..9];
        let mut other = State { games: vec![5..12], ..State::begin(study(0..20)) };
        let said = |state: &mut State, other: &State| state.merge(other).unwrap_err().to_string();
        assert_eq!(said(&mut state, &other), "games 5 to 8 are in both");
        other.games = vec![9..12];
        assert_eq!(state.merge(&other), Ok(()));
        assert_eq!(state.games, [0..12]);
        let stranger = State::begin(study(0..20).seed(2));
        assert_eq!(said(&mut state, &stranger), "is a part of another run: seed is 2, not 1");
    }
}
