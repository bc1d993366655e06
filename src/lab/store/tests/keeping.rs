//! States written between the games.

use std::time::Duration;

use super::{at_once, counted, library, scratch, war};
use crate::lab::spec::Study;
use crate::lab::store::disk::Disk;
use crate::lab::store::keeper::Keeper;
use crate::lab::store::place::Place;
use crate::lab::store::state::{Going, State, newest};
use crate::lab::study::play::Pass;
use crate::lab::study::progress::Progress;

const HOUR: Duration = Duration::from_secs(3_600);

/// A study after so many games.
fn pass(study: &Study, games: u64) -> Pass<'_, '_> {
    let totals = counted(&study.clone().games(games)).totals;
    Pass::new(study, Progress { totals, games }, None)
}

#[test]
fn a_state_holds_what_it_takes_to_go_on() {
    let (folder, study) = (scratch(), war(["umass", "one-down"], 1).of_games(7..57));
    let path = folder.path().join("run");
    let place = at_once(|| Place::open(&Disk::here(), &path)).unwrap();
    let run = study.run_identity("batch");
    let read = || {
        let found = newest(&Disk::default(), &path).unwrap().unwrap();
        State::of_json(found.json, &library()).unwrap()
    };
    let begun = Going { command: vec!["war-sim".into()], elapsed_s: Some(0.0), sessions: 0 };
    let mut first = Keeper::new(&place, &run, HOUR, begun.clone(), None);
    first.keep(&pass(&study, 10)).unwrap();
    assert_eq!(first.saved, Some(10));
    let kept = read();
    assert_eq!((kept.played(), &kept.verb, &kept.games), (10, &"batch".into(), &vec![7..17]));
    let going = kept.going.unwrap();
    assert_eq!((&going.command, going.sessions), (&begun.command, 1));
    assert!(going.elapsed_s.is_some_and(|s| (0.0..3_600.0).contains(&s)));

    let again = Going { elapsed_s: Some(10_000.0), sessions: 4, ..begun };
    let mut second = Keeper::new(&place, &run, HOUR, again, Some(15));
    for games in [14, 15] {
        second.keep(&pass(&study, games)).unwrap();
        // Only more than are safe already take their place.
        assert_eq!(read().played(), 10);
    }
    second.keep(&pass(&study, 20)).unwrap();
    let kept = read();
    let going = kept.going.as_ref().unwrap();
    assert!(going.sessions == 5 && going.elapsed_s.unwrap() >= 10_000.0);
    assert_eq!((kept.played(), kept.totals.cells[1].games()), (20, 20));
    // Nobody knows how long a run took that extends a complete one.
    let mut third =
        Keeper::new(&place, &run, HOUR, Going { sessions: 1, ..Going::default() }, Some(20));
    third.keep(&pass(&study, 30)).unwrap();
    assert_eq!(read().going.unwrap().elapsed_s, None);
}

#[test]
fn a_state_is_due_whenever_somebody_asks_or_not_yet() {
    let folder = scratch();
    let place = at_once(|| Place::open(&Disk::here(), &folder.path().join("run"))).unwrap();
    for (every, due) in [(Duration::ZERO, true), (HOUR, false)] {
        let keeper = Keeper::new(&place, &serde_json::Value::Null, every, Going::default(), None);
        assert_eq!((keeper.is_due(), keeper.every), (due, every));
    }
}
