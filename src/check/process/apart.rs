//! What keeps submissions apart here: found by trying it.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::environment::on_path;
use super::room::{Apart, How, Room, as_user, left_by, root_user, user_of};
use super::{Groups, Limits, finish};
use crate::check::language::Lang;
use crate::check::reason::reason;
use crate::check::workplace::Workplace;

/// How long a trial may take, and the end of what a user runs.
const SOON: Duration = Duration::from_secs(20);
/// What is read in a trial.
const TOLD: &str = "apart";

/// What keeps submissions apart here; nothing is hidden from them yet.
///
/// Errors: nothing does; why, as a sentence without its end.
pub fn apart(groups: &Groups) -> Result<Apart, String> {
    let is_linux = cfg!(target_os = "linux");
    if !is_linux {
        return Err("this system has nothing that could keep submissions apart".into());
    }
    let mut apart = Apart { how: How::Bubblewrap, hidden: Vec::new() };
    let mut why = "there is no bubblewrap (bwrap) on the path".to_owned();
    if on_path("bwrap").is_some() {
        match tried(&apart, groups) {
            Ok(()) => return Ok(apart),
            Err(said) => why = format!("bubblewrap does not work here ({said})"),
        }
    }
    if root_user().is_none() {
        return Err(why);
    }
    apart.how = How::User;
    match tried(&apart, groups) {
        Ok(()) => Ok(apart),
        Err(said) => Err(format!("{why}, and no program can run as another user ({said})")),
    }
}

/// Runs something in a room; what it said if that failed.
fn tried(apart: &Apart, groups: &Groups) -> Result<(), String> {
    let run = || -> io::Result<_> {
        let place = Workplace::new()?;
        place.write("source/file", TOLD)?;
        let [source, into] = ["source", "into"].map(|name| place.path().join(name));
        let room = Room::to_compile(apart, place.path(), source, into)?.into_run()?;
        let folder = room.folder().to_owned();
        let words = ["cat", "file"].map(OsString::from);
        finish(&words, &folder, SOON, &Limits::default(), &groups.within(room))
    };
    match run() {
        Ok(ended) if ended.code == Some(0) && ended.stdout == TOLD => Ok(()),
        Ok(ended) => Err(ended.stopped.map_or_else(
            || reason(&ended.stderr).unwrap_or("it said nothing").trim_end_matches('.').to_owned(),
            |how| how.words(Lang::En),
        )),
        Err(error) => Err(error.to_string()),
    }
}

/// Ends what the submission has left running that this process looked after, and removes its files.
pub fn clear_up(apart: &Apart, process: u32, groups: &Groups) {
    if apart.how != How::User {
        return;
    }
    let user = user_of(process);
    let mut words = as_user(user);
    // All at once, or what starts others all the time would always be ahead.
    // Shared memory of System V outlives whoever made it.
    let all = format!("test \"$(id -u)\" = {user} && {{ kill -s KILL -- -1; ipcrm --all; }}");
    words.extend(["sh".into(), "-c".into(), all.into()]);
    // What cannot be ended or removed now is nobody's any more.
    let _ = finish(&words, Path::new("/"), SOON, &Limits::default(), groups);
    left_by(user).iter().for_each(|path| drop(remove(path)));
}

fn remove(path: &PathBuf) -> io::Result<()> {
    match std::fs::symlink_metadata(path)?.is_dir() {
        true => std::fs::remove_dir_all(path),
        false => std::fs::remove_file(path),
    }
}

/// Keeps other programs of the same user from reading the memory and the open files of this process.
pub fn keep_to_oneself() {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{DumpableBehavior, set_dumpable_behavior};
        // Where the system does not do it, all else is as before.
        let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
    }
}
