//! The life of a run as the command line leads it: begun by what is there, kept on its way, stopped by a
//! signal.

use std::path::Path;
use std::time::Duration;

use serde_json::Value as Json;

use super::failure::{Failure, warn};
use super::interrupt;
use super::names;
use super::number::seconds_of;
use super::options::OutputArgs;
use super::output::print;
use super::progress::Expected;
use super::results::Run;
use crate::core::wording::system::said;
use crate::core::wording::text::shell_quoted;
use crate::lab::spec::Shard;
use crate::lab::store::begin::table::Asked;
use crate::lab::store::begin::{Beginning, Kind, Start};
use crate::lab::store::checkpoint::Checkpoints;
use crate::lab::store::folder::Claim;
use crate::lab::store::job::Job;
use crate::lab::store::keeper::{Keeper, News, Work};
use crate::lab::study::play::Running;

/// Time between two checkpoints, unless the environment says otherwise.
const CHECKPOINT: Duration = Duration::from_secs(5);
/// The variable that says otherwise, in seconds.
const CHECKPOINT_VARIABLE: &str = "WAR_SIM_CHECKPOINT_S";

/// Where a run begins, what its folder may hold, and its checkpoints if it writes files.
type Started<S> = (Start<S>, Claim, Option<Checkpoints>);

/// Looks where a run begins, what its folder may hold, and its checkpoints if it writes files.
///
/// Errors: those of [`Beginning::start`].
pub fn start<K: Kind>(
    kind: K,
    output: &OutputArgs,
    name: &str,
    identity: &Json,
) -> Result<Started<K::State>, Failure> {
    if output.no_files {
        let claim = if output.force { Claim::Anything } else { Claim::Same };
        return Ok((Start::Fresh(0), claim, None));
    }
    let checkpoints = Checkpoints::beside(&output.out, name).in_file(K::FILE);
    let told = |what| {
        if !output.quiet {
            warn(what);
        }
    };
    let beginning = Beginning {
        kind,
        identity,
        out: &output.out,
        name,
        is_alone: output.long.state_only,
        asked: Asked { resume: output.long.resume, force: output.force },
        checkpoints: &checkpoints,
        warn: &told,
    };
    let (start, claim) = beginning.start()?;
    Ok((start, claim, Some(checkpoints)))
}

/// Removes what a run left that was killed when all was in place; returns it, held, so
/// that nobody else is at it. What cannot be tidied away is hidden and does no harm.
pub fn tidy(
    output: &OutputArgs,
    name: &str,
    identity: Json,
    checkpoints: Option<&Checkpoints>,
) -> Option<Run> {
    let run = Run::open(output, name, identity).ok()?;
    if let Some((checkpoints, target)) = checkpoints.zip(run.target()) {
        let _ = checkpoints.end(target);
    }
    Some(run)
}

/// As [`tidy`], and says that nothing is left to do.
///
/// Errors: those of standard output.
pub fn complete(
    output: &OutputArgs,
    name: &str,
    identity: Json,
    checkpoints: Option<&Checkpoints>,
) -> Result<(), Failure> {
    drop(tidy(output, name, identity, checkpoints));
    say_complete(&output.out.join(name), output.quiet)
}

/// Does what is left under a bar that expects so much, kept on the way; `command` goes on with a run that is
/// stopped, from its first game if it has rows.
///
/// Errors: those of the work; of one that was stopped what the signal says.
pub fn advance<S, W: Work>(
    run: &mut Run,
    start: Start<S>,
    checkpoints: Option<Checkpoints>,
    expected: Expected,
    (command, has_rows): (String, bool),
    make: impl FnOnce(Option<S>) -> W,
) -> Result<Job<'static, W>, Failure> {
    let keeper = checkpoints.as_ref().map(|checkpoints| {
        run.keeps(checkpoints);
        interrupt::go_on_with(command, has_rows);
        keeper(run.manifest.identity.clone(), checkpoints)
    });
    let mut job = Job::begin(start, keeper, make)?;
    job.earlier.carried_by(&mut run.manifest);
    if let Some(checkpoints) = checkpoints.as_ref().filter(|_| job.saved > 0) {
        interrupt::saved(job.saved, checkpoints.folder());
    }
    // What was there before is not this run's to tidy away.
    let new = checkpoints.filter(|checkpoints| {
        let there = checkpoints.disk().look(checkpoints.folder());
        there.is_ok_and(|there| there.is_none())
    });
    if let Some(checkpoints) = &new {
        interrupt::remove_on_stop(checkpoints.folder().to_owned());
    }
    run.control.begin_after(job.work.done());
    let running = Running { threads: run.threads, control: &run.control };
    let done = run.under_bar(expected, || job.advance(running));
    done.map_err(|error| {
        if let Some(checkpoints) = new.filter(|_| !interrupt::is_saved()) {
            // Nothing speaks of what is there; what cannot be tidied away does no harm.
            let _ = checkpoints.remove();
        }
        run.failure(error)
    })?;
    if job.work.done() < job.saved {
        // A search by time that began again may end before it is as far as the one before it.
        run.leaves_checkpoints();
    }
    Ok(job)
}

/// Keeps a run, and tells who waits for signals what is safe.
fn keeper(identity: Json, checkpoints: &Checkpoints) -> Keeper<'static> {
    let (folder, mut warned) = (checkpoints.folder().to_owned(), false);
    let tell = Box::new(move |news| match news {
        News::Saved(units) => interrupt::saved(units, &folder),
        News::Failed(error) => {
            if !std::mem::replace(&mut warned, true) {
                let shown = folder.display();
                warn(format!(
                    "{shown}: cannot be written: {}; the run goes on without it",
                    said(&error)
                ));
            }
        }
    });
    let every = seconds_of(CHECKPOINT_VARIABLE).unwrap_or(CHECKPOINT);
    Keeper::new(identity, checkpoints.clone(), every, tell)
}

/// The command that was typed, with `--resume`; a part of a run by its number.
pub fn command(shard: Option<Shard>) -> String {
    let mut words = super::typed();
    for k in 0..words.len() {
        let Some(shard) = shard else { break };
        if words[k] == "--shard" && k + 1 < words.len() {
            words[k + 1] = shard.to_string();
        } else if words[k].starts_with("--shard=") {
            words[k] = format!("--shard={shard}");
        }
    }
    if !words.iter().any(|word| word == "--resume") {
        words.push("--resume".into());
    }
    words.iter().map(|word| shell_quoted(word)).collect::<Vec<_>>().join(" ")
}

/// Says that nothing is left to play.
pub fn say_complete(folder: &Path, quiet: bool) -> Result<(), Failure> {
    if quiet {
        return Ok(());
    }
    print(&format!("{} is complete: nothing is left to play\n", names::shown(folder)))
}
