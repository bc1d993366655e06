//! Checkpoints written beside the games.

use std::cell::RefCell;
use std::num::NonZeroUsize;
use std::time::Duration;

use serde_json::Value as Json;

use super::{at_once, counted, kept, scratch, war};
use crate::lab::run::{Control, Threads};
use crate::lab::spec::Study;
use crate::lab::store::begin::{Earlier, Kept, Start};
use crate::lab::store::checkpoint::Checkpoints;
use crate::lab::store::job::Job;
use crate::lab::store::keeper::{Keeper, Work as _};
use crate::lab::store::state::State;
use crate::lab::study::play::{Pass, Running};
use crate::lab::study::progress::Progress;

const HOUR: Duration = Duration::from_secs(3_600);

/// A study after so many games.
fn pass(study: &Study, games: u64) -> Pass<'_, '_> {
    let totals = counted(&study.clone().games(games)).totals;
    Pass::new(study, Progress { totals, games }, None)
}

fn newest(checkpoints: &Checkpoints) -> Kept<State> {
    checkpoints.newest(kept).unwrap().unwrap().0
}

#[test]
fn a_checkpoint_holds_what_it_takes_to_go_on() {
    let (folder, study) = (scratch(), war(["umass", "one-down"], 1).of_games(7..57));
    let checkpoints = at_once(|| Checkpoints::beside(&folder.path().join("run"), "state"));
    let heard = RefCell::new(Vec::new());
    let run = study.run_identity("batch");
    let keeper = |run: Json| {
        let tell = |news| match news {
            Ok(games) => heard.borrow_mut().push(games),
            Err(error) => panic!("{error}"),
        };
        Keeper::new(run, checkpoints.clone(), HOUR, Box::new(tell))
    };
    let mut first = keeper(run.clone());
    first.settle();
    first.keep(&pass(&study, 10));
    first.settle();
    // Ten games of two rule sets.
    assert_eq!(*heard.borrow(), [20]);
    let kept = newest(&checkpoints);
    assert_eq!((kept.state.played(), kept.header.sessions), (10, 1));
    assert_eq!(kept.header.run, run);
    assert_eq!(kept.state.games, [7..17]);
    assert!(kept.header.elapsed_s.is_some_and(|s| (0.0..3_600.0).contains(&s)));

    let mut second = keeper(run.clone()).after(4, Some(10_000.0), 30);
    for games in [14, 15] {
        second.keep(&pass(&study, games));
        second.settle();
        // Only more than are safe already take their place.
        assert_eq!(newest(&checkpoints).state.played(), 10);
    }
    second.keep(&pass(&study, 20));
    second.settle();
    let kept = newest(&checkpoints);
    assert_eq!(kept.header.sessions, 5);
    assert!(kept.header.elapsed_s.unwrap() >= 10_000.0);
    let (games, totals) = (kept.state.played(), kept.state.totals);
    assert_eq!((games, totals.cells[1].games()), (20, 20));
}

#[test]
fn a_run_that_extends_a_finished_one_does_not_say_how_long_all_took() {
    for (before, all) in [(None, None), (Some(1_000.0), Some(1_001))] {
        let (folder, study) = (scratch(), war(["umass"], 1).games(50));
        let checkpoints = at_once(|| Checkpoints::beside(&folder.path().join("run"), "state"));
        let tell = Box::new(|_| ());
        let run = study.run_identity("batch");
        let keeper = Keeper::new(run, checkpoints.clone(), Duration::ZERO, tell);
        let start = Start::After((), Earlier::of_sessions(1, ("games", 10), before), 0);
        let mut job = Job::begin(start, Some(keeper), |_| pass(&study, 10)).unwrap();
        assert_eq!((job.work.done(), job.saved), (10, 0));
        let (threads, control) = (Threads::Exactly(NonZeroUsize::MIN), &Control::default());
        job.advance(Running { threads, control }).unwrap();
        let kept = newest(&checkpoints);
        assert_eq!((kept.state.played(), kept.header.sessions, job.done_now()), (50, 2, 40));
        assert_eq!(kept.header.elapsed_s.is_some(), before.is_some());
        let finished = job.end(Duration::from_secs(1), true);
        assert_eq!((finished.games, finished.elapsed.as_secs()), (50, all.unwrap_or(0)));
    }
}

#[test]
fn a_checkpoint_is_due_whenever_somebody_asks_or_not_yet() {
    let folder = scratch();
    let checkpoints = at_once(|| Checkpoints::beside(&folder.path().join("run"), "state"));
    for (every, due) in [(Duration::ZERO, true), (HOUR, false)] {
        let tell = Box::new(|_| ());
        let keeper = Keeper::new(Json::Null, checkpoints.clone(), every, tell);
        assert_eq!((keeper.is_due(), keeper.every()), (due, every));
    }
}
