//! A state on its way: begun, advanced, saved, gone on with, merged, finished.

use std::ops::Range;
use std::path::Path;
use std::time::Duration;

use serde_json::Value as Json;

use super::difference::difference;
use super::disk::Disk;
use super::state::{State, encode};
use super::whole;
use crate::lab::run::ranges::{are, without};
use crate::lab::run::{Control, Threads};
use crate::lab::spec::refused::OfPath as _;
use crate::lab::spec::rules::Library;
use crate::lab::spec::{Refused, Study};
use crate::lab::study::Finished;
use crate::lab::study::play::{Played, Running, check, play_range};
use crate::lab::study::totals::Totals;

impl State {
    /// The state of a study before its first game.
    pub fn begin(study: Study) -> Self {
        let (identity, totals) = (study.identity(), Totals::new(&study));
        let none = || Json::Null;
        let (run, tables, rows, verb) = (none(), none(), none(), String::new());
        Self { identity, study, games: Vec::new(), totals, run, verb, tables, rows }
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

    /// Writes the state to a file, in one step.
    ///
    /// Errors: [`Refused`].
    pub fn save(&self, path: &Path) -> Result<(), Refused> {
        let bytes = encode(&self.study, &self.games, &self.totals);
        whole::write(&Disk::here(), path, &bytes).writing(path.display())
    }

    /// Reads a state from a file. Its study plays on, from its first game, as many games as it has
    /// done; set [`Study::games`](crate::Study::games) to more of them.
    ///
    /// Errors: [`Refused`].
    pub fn open(path: &Path, library: &Library) -> Result<Self, Refused> {
        let bytes = whole::read(&Disk::here(), path).reading(path)?;
        let damaged = |what| Refused::damaged(path, what);
        let mut state = Self::decode(&bytes, library).map_err(damaged)?;
        if let (Some(first), Some(last)) = (state.games.first(), state.games.last()) {
            let done = first.start..last.end;
            state.study = state.study.of_games(done);
        }
        Ok(state)
    }

    /// The study with these counts.
    ///
    /// Errors: [`Refused`] if games between its first and its last are missing;
    /// [`Refused::counts`] if the counts contradict each other.
    pub fn finish(self) -> Result<Finished, Refused> {
        let Self { study, games, totals, .. } = self;
        let done = match games.as_slice() {
            [] => study.first_game..study.first_game,
            [done] => done.clone(),
            [one, two, ..] => {
                let what = format!("{} missing", are(&(one.end..two.start)));
                return Err(Refused::key("", what));
            }
        };
        let study = study.of_games(done);
        let played = Played { totals, games: study.games, reached: Vec::new() };
        let finished = Finished::new(study, played, Duration::ZERO);
        finished.check().map_err(Refused::counts)?;
        Ok(finished)
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
    use crate::lab::store::disk::read_input;

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
        let why = state.finish().map(|_| ()).unwrap_err().to_string();
        assert!(why.contains("games 5 to 7 are missing"), "{why}");
    }

    #[test]
    fn a_part_that_begins_later_is_opened_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("part.state");
        let mut state = State::begin(study(100..120));
        let one = Threads::Exactly(std::num::NonZeroUsize::MIN);
        state.advance(15, one, &Control::default()).unwrap();
        state.save(&path).unwrap();
        let opened = State::open(&path, &Library::new(crate::games::all(), read_input)).unwrap();
        assert_eq!((opened.study.first_game, opened.study.games), (100, 15));
        assert_eq!(opened.games, [100..115]);
        let finished = opened.finish().unwrap();
        assert_eq!(finished.study.games, 15);
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

    #[test]
    fn a_state_without_games_finishes_without_games() {
        let finished = State::begin(study(3..9)).finish().unwrap();
        assert_eq!((finished.games, finished.study.games), (0, 0));
    }

    #[test]
    fn a_state_with_gaps_is_opened_from_its_first_game_to_its_last() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("gaps.state");
        let one = Threads::Exactly(std::num::NonZeroUsize::MIN);
        let mut state = State::begin(study(3..5));
        state.advance(2, one, &Control::default()).unwrap();
        let mut later = State::begin(study(8..12));
        later.advance(4, one, &Control::default()).unwrap();
        state.merge(&later).unwrap();
        state.save(&path).unwrap();
        let opened = State::open(&path, &Library::new(crate::games::all(), read_input)).unwrap();
        assert_eq!((opened.study.first_game, opened.study.games), (3, 9));
        assert_eq!((opened.games.clone(), opened.played()), (vec![3..5, 8..12], 6));
        let why = opened.finish().map(|_| ()).unwrap_err().to_string();
        assert!(why.contains("games 5 to 7 are missing"), "{why}");
        let nowhere =
            State::open(&folder.path().join("none"), &Library::new(Vec::new(), read_input));
        assert!(nowhere.is_err_and(|error| error.code() == 66));
    }
}
