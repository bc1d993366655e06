//! The processes that run now, so that they can all be ended, with what they have started.
//!
//! On Unix a program leads a process group, which is ended as a whole. What leaves its group, such
//! as a daemon in a session of its own, is found on Linux alone: orphans become children of this
//! process there, if it asks for them.

use std::process::Child;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The running programs of a check. Clones share one list.
#[derive(Clone, Debug, Default)]
pub struct Groups {
    running: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    ids: Vec<u32>,
    /// If orphans become children of this process: the children that it had before, which are none.
    adopts: Option<Vec<u32>>,
    /// Nothing may start any more.
    ended: bool,
}

impl Groups {
    fn state(&self) -> MutexGuard<'_, State> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets whatever the programs leave behind become children of this process, to be ended with
    /// them. Other children that this process starts from now on would be ended, too.
    pub fn adopt_orphans(&self) {
        self.state().adopts = orphans::adopt();
    }

    /// Ends everything that runs and lets nothing start any more; for a signal's handler.
    pub fn end_all(&self) {
        let mut state = self.state();
        state.ended = true;
        state.ids.drain(..).for_each(kill);
        state.end_orphans();
    }

    /// Ends what programs have left behind that were ended and waited for.
    pub(super) fn end_orphans(&self) {
        self.state().end_orphans();
    }

    /// Starts a process that [`Groups::end_all`] will end, too.
    ///
    /// Errors: it cannot be started.
    pub(super) fn start(&self, command: &mut std::process::Command) -> std::io::Result<Child> {
        let mut state = self.state();
        if state.ended {
            return Err(std::io::ErrorKind::Interrupted.into());
        }
        let child = command.spawn()?;
        state.ids.push(child.id());
        Ok(child)
    }

    /// Ends a process with everything that it started.
    pub(super) fn end(&self, child: &mut Child) {
        let mut state = self.state();
        state.ids.retain(|&id| id != child.id());
        kill(child.id());
        // Where there are no groups, and if it was not the leader of one.
        let _ = child.kill();
    }
}

impl State {
    fn end_orphans(&self) {
        if let Some(before) = &self.adopts {
            orphans::end(&[&self.ids[..], before].concat());
        }
    }
}

#[cfg(target_os = "linux")]
mod orphans {
    use std::time::Duration;

    use rustix::process::{
        Pid, Signal, WaitOptions, getpid, kill_process, set_child_subreaper, waitpid,
    };

    /// How often it is looked for more of them: an orphan's children become orphans.
    const ROUNDS: usize = 100;

    /// Lets this process get the orphans of its children from now on; returns the children that it
    /// has already, as after `exec` in a shell with jobs. `None` if it cannot be done.
    pub fn adopt() -> Option<Vec<u32>> {
        let before = children(std::process::id());
        set_child_subreaper(Some(getpid())).ok().map(|()| before)
    }

    /// Ends all children of this process but these.
    pub fn end(known: &[u32]) {
        for round in 0..ROUNDS {
            let strangers: Vec<u32> =
                children(std::process::id()).into_iter().filter(|id| !known.contains(id)).collect();
            if strangers.is_empty() {
                return;
            }
            if round > 0 {
                std::thread::sleep(Duration::from_millis(1));
            }
            for id in strangers {
                let Some(pid) = Pid::from_raw(id as i32) else { continue };
                // One that has ended by itself is only waited for.
                let _ = kill_process(pid, Signal::KILL);
                let _ = waitpid(Some(pid), WaitOptions::NOHANG);
            }
        }
    }

    /// The processes whose parent is this one.
    fn children(parent: u32) -> Vec<u32> {
        let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
        let ids = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        ids.filter(|&id| parent_of(id) == Some(parent)).collect()
    }

    /// The parent, from `/proc/ID/stat`: `ID (NAME) STATE PARENT ...`; NAME may contain anything.
    fn parent_of(id: u32) -> Option<u32> {
        let stat = std::fs::read(format!("/proc/{id}/stat")).ok()?;
        let name_ends = stat.iter().rposition(|&byte| byte == b')')?;
        let rest = std::str::from_utf8(&stat[name_ends + 1..]).ok()?;
        rest.split_ascii_whitespace().nth(1)?.parse().ok()
    }
}

#[cfg(not(target_os = "linux"))]
mod orphans {
    pub fn adopt() -> Option<Vec<u32>> {
        None
    }

    pub fn end(_: &[u32]) {}
}

#[cfg(unix)]
fn kill(id: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    // A group that has gone by itself is no error.
    let _ = Pid::from_raw(id as i32).map(|group| kill_process_group(group, Signal::KILL));
}

#[cfg(not(unix))]
fn kill(_: u32) {}
