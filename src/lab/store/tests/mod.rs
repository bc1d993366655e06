//! The store with small runs in folders of their own.

#![allow(clippy::single_range_in_vec_init)]

#[cfg(unix)]
mod disks;
pub(crate) mod faulty;
mod manifests;
mod merging;
mod places;
mod rows;
mod runs;
mod states;

use std::fs;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde_json::Value as Json;

use self::faulty::{Fault, Faulty, scratch};
use super::disk::Disk;
use super::files::STATE;
use super::manifest::{Manifest, Played};
use super::place::Place;
use super::signed;
use super::state::{FORMAT, State, encode, json_of};
use crate::lab::run::{Control, Threads};
use crate::lab::spec::Study;
use crate::lab::spec::rules::Library;
use crate::lab::study::Finished;
use crate::lab::study::totals::Totals;

fn library() -> Library {
    Library::new(crate::lab::store::disk::read_input)
}

/// Does `work` on a disk that does not wait until all is safe against a loss of power.
fn at_once<R>(work: impl FnOnce() -> R) -> R {
    Faulty::new(u64::MAX, Fault::Short).1.during(work)
}

/// War by these rule sets with this seed.
fn war<const N: usize>(rule_sets: [&str; N], seed: u64) -> Study {
    Study::war(rule_sets).unwrap().seed(seed)
}

/// These games of a study.
fn of_games(study: &Study, games: Range<u64>) -> Study {
    study.clone().first_game(games.start).games(games.end - games.start)
}

fn played(study: &Study) -> Finished {
    let one = Threads::Exactly(NonZeroUsize::MIN);
    study.clone().run_on(one, &Control::default()).unwrap()
}

/// The state of a study after these games, without their counts.
fn uncounted(study: &Study, games: &[Range<u64>]) -> State {
    State { games: games.to_vec(), ..of_nobody(study) }
}

/// The state of a study that was played.
fn counted(study: &Study) -> State {
    let Finished { study, totals, .. } = played(study);
    let games = study.range();
    State { games: vec![games], totals, ..of_nobody(&study) }
}

/// The state of a study that is no run's, before its first game.
fn of_nobody(study: &Study) -> State {
    let (totals, study) = (Totals::new(study), study.clone());
    State { study, games: Vec::new(), totals, verb: String::new(), going: None }
}

/// Plays a study and stores it.
fn stored(folder: &Path, name: &str, study: &Study) -> PathBuf {
    store(folder, name, &played(study))
}

fn store(folder: &Path, name: &str, finished: &Finished) -> PathBuf {
    let identity = finished.study.run_identity("library");
    let Finished { study, totals, games, .. } = finished;
    let state = encode(study, &identity, &study.done(*games), totals, None, Vec::new());
    let save = || {
        let place = Place::open(&Disk::here(), &folder.join(name))?;
        let (started, elapsed) = (SystemTime::UNIX_EPOCH, Duration::ZERO);
        let how = Played { threads: Threads::All, started, elapsed, games: *games };
        let manifest = Manifest::new(&identity, Vec::new()).played(Some(study), how);
        place.write(manifest, study.info(), &state, &[], None, None)
    };
    at_once(save).unwrap();
    folder.join(name)
}

/// Changes the state of a stored run, as somebody would who signs what he writes.
fn rewrite(folder: &Path, change: impl FnOnce(&mut Json)) {
    let state = folder.join(STATE);
    let mut body = json_of(&fs::read(&state).unwrap()).unwrap();
    change(&mut body);
    fs::write(state, signed::seal(FORMAT, &body.to_string())).unwrap();
}

/// A message that must hold each of these words.
fn assert_says(message: &str, words: &[&str]) {
    for word in words {
        assert!(message.contains(word), "no `{word}` in: {message}");
    }
}
