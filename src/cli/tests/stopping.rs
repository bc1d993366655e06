//! What a signal finds, and what a panic leaves.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value as Json, json};
use tempfile::TempDir;

use super::alone;
use crate::api::run::{Life, Run};
use crate::cli::failure::Failure;
use crate::cli::interrupt;
use crate::cli::kept::Terminal;
use crate::cli::panics::guarded;
use crate::core::wording::said::Said;
use crate::lab::run::Control;
use crate::lab::spec::Refused;
use crate::lab::store::answer::Answer;
use crate::lab::store::begin::Start;
use crate::lab::store::checkpoint::Checkpoints;
use crate::lab::store::disk::Disk;
use crate::lab::store::folder::Claim;
use crate::lab::store::keeper::Work;
use crate::lab::study::play::Running;

fn into<'w>(folder: &Path, watch: &'w Terminal) -> Life<'w> {
    Life { folder: Some(folder.join("r")), watch, ..Life::default() }
}

fn nothing() -> Answer {
    Answer { said: Said::default(), tables: Vec::new() }
}

/// Work of which nothing is left.
struct Nothing;

impl Work for Nothing {
    fn done(&self) -> u64 {
        0
    }

    fn encode(&self, _: &Json, _: &[(&str, Json)]) -> Vec<u8> {
        Vec::new()
    }

    fn step(&mut self, _: Running<'_>, _: Duration) -> Result<bool, Refused> {
        Ok(false)
    }
}

fn names(folder: &Path) -> usize {
    std::fs::read_dir(folder).expect("a folder").count()
}

#[test]
fn a_signal_after_the_last_game_stops_the_run_before_anything_is_written() {
    let _turn = alone();
    let folder = TempDir::new().expect("a folder");
    for (temporary, words) in [
        (vec![folder.path().join("r")], "nothing was written: run the same command again"),
        (vec![], "with --no-files nothing is kept: run the same command again"),
    ] {
        let control = Arc::new(Control::default());
        interrupt::stop_on_signal(&control, &Disk::here(), temporary);
        // As if the signal had come when no thread asked for it any more.
        control.stop();
        let failure = interrupt::begin_results().expect_err("stopped");
        assert_eq!(failure.code(), 75);
        assert!(failure.what.contains(words), "{failure:?}");
    }
}

#[test]
fn a_run_that_is_stopped_before_it_writes_leaves_nothing() {
    let _turn = alone();
    let folder = TempDir::new().expect("a folder");
    let terminal = Terminal::new(true, None);
    let life = into(folder.path(), &terminal);
    let run = Run::open(&life, &terminal.control, json!({}), Claim::Same, None).expect("a run");
    terminal.control.stop();
    let stopped = run.end(&nothing(), None, |_, _| Ok(Vec::new()));
    assert_eq!(stopped.expect_err("stopped").code(), 75);
    assert_eq!(names(folder.path()), 0);
}

#[test]
fn no_checkpoint_is_left_where_a_signal_ends_the_program_after_the_results() {
    let _turn = alone();
    let folder = TempDir::new().expect("a folder");
    let terminal = Terminal::new(true, None);
    let life = into(folder.path(), &terminal);
    let mut run = Run::open(&life, &terminal.control, json!({}), Claim::Same, None).expect("a run");
    let checkpoints = Checkpoints::beside(&folder.path().join("r"), "state");
    let make = |_: Option<()>| Nothing;
    let job = run.advance(Start::Fresh(0), Some(checkpoints.clone()), false, make);
    drop(job.expect("a beginning"));
    checkpoints.write(b"games").expect("a checkpoint");
    // From `end` on a signal ends the program as soon as nobody writes: nothing comes after it.
    run.end(&nothing(), None, |_, _| Ok(Vec::new())).expect("written");
    assert!(!checkpoints.folder().exists());
    assert_eq!(names(folder.path()), 1);
}

#[test]
fn a_panic_ends_with_its_own_code_and_leaves_no_result() {
    let _turn = alone();
    let folder = TempDir::new().expect("a folder");
    let played = || -> Result<(), Failure> {
        let terminal = Terminal::new(true, None);
        let life = into(folder.path(), &terminal);
        let _run = Run::open(&life, &terminal.control, json!({}), Claim::Same, None)?;
        panic!("game 17 of seed 42 under umass: no cards");
    };
    let failure = guarded(played).expect_err("a panic");
    assert_eq!(failure.code(), 70);
    assert!(failure.what.contains("game 17 of seed 42"), "{failure:?}");
    assert_eq!(names(folder.path()), 0);
}
