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

    /// Starts a process that [`Groups::end_all`] will end, too.
    ///
    /// Errors: it cannot be started.
    pub(super) fn start(&self, command: &mut std::process::Command) -> std::io::Result<Child> {
        let mut state = self.state();
        if state.ended {
            return Err(std::io::ErrorKind::Interrupted.into());
        }
        let child = spawn(command)?;
        state.ids.push(child.id());
        Ok(child)
    }

    /// Ends a process with everything that it started, and waits for it; once ended, it is left alone.
    pub(super) fn end(&self, child: &mut Child) {
        let id = child.id();
        let is_running = self.state().ids.contains(&id);
        // Where there are groups, who ends all of them has ended this one, too.
        if cfg!(unix) && !is_running {
            return;
        }
        kill(id);
        // Where there are no groups, and if it was not the leader of one.
        let _ = child.kill();
        // Killed, it cannot keep us waiting. Until then its number and its orphans are its own.
        let _ = child.wait();
        let mut state = self.state();
        state.ids.retain(|&own| own != id);
        state.end_orphans();
    }
}

/// A program that was just written may be held open by another process that this one starts, until that
/// one runs.
fn spawn(command: &mut std::process::Command) -> std::io::Result<Child> {
    const TRIES: u32 = 50;
    for _ in 0..TRIES {
        match command.spawn() {
            Err(e) if e.kind() == std::io::ErrorKind::ExecutableFileBusy => {
                std::thread::sleep(std::time::Duration::from_millis(2));
            }
            done => return done,
        }
    }
    command.spawn()
}

impl State {
    fn end_orphans(&self) {
        if let Some(before) = &self.adopts {
            orphans::end(&self.ids, before);
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
        let before = children(std::process::id()).into_iter().map(|child| child.id).collect();
        set_child_subreaper(Some(getpid())).ok().map(|()| before)
    }

    /// Ends all children of this process but those of these process groups, which run, and these.
    pub fn end(groups: &[u32], before: &[u32]) {
        let is_stranger =
            |child: &Child| !groups.contains(&child.group) && !before.contains(&child.id);
        for round in 0..ROUNDS {
            let strangers = children(std::process::id());
            let strangers: Vec<u32> =
                strangers.into_iter().filter(is_stranger).map(|child| child.id).collect();
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

    /// A process with its group.
    struct Child {
        id: u32,
        group: u32,
    }

    /// The processes whose parent is this one.
    fn children(parent: u32) -> Vec<Child> {
        let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
        let ids = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        let of_parent = |id| {
            let (own, group) = parent_and_group(id)?;
            (own == parent).then_some(Child { id, group })
        };
        ids.filter_map(of_parent).collect()
    }

    /// From `/proc/ID/stat`: `ID (NAME) STATE PARENT GROUP ...`; NAME may contain anything.
    fn parent_and_group(id: u32) -> Option<(u32, u32)> {
        let stat = std::fs::read(format!("/proc/{id}/stat")).ok()?;
        let name_ends = stat.iter().rposition(|&byte| byte == b')')?;
        let rest = std::str::from_utf8(&stat[name_ends + 1..]).ok()?;
        let mut words = rest.split_ascii_whitespace().skip(1).map(str::parse);
        Some((words.next()?.ok()?, words.next()?.ok()?))
    }
}

#[cfg(not(target_os = "linux"))]
mod orphans {
    pub fn adopt() -> Option<Vec<u32>> {
        None
    }

    pub fn end(_: &[u32], _: &[u32]) {}
}

#[cfg(unix)]
fn kill(id: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    // A group that has gone by itself is no error.
    let _ = Pid::from_raw(id as i32).map(|group| kill_process_group(group, Signal::KILL));
}

#[cfg(not(unix))]
fn kill(_: u32) {}
