//! The processes that run now, so that they can all be ended, with what they have started.
//!
//! On Unix a program leads a process group, which is ended as a whole. What leaves its group, such
//! as a daemon in a session of its own, is found on Linux alone: orphans become children of this
//! process there, if it asks for them.

use std::ffi::OsString;
use std::io;
use std::process::Child;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::environment;
use super::stat::Stat;

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

    /// The program of some words, with few variables, as it is to be started.
    ///
    /// Errors: there is no word.
    pub(super) fn command(&self, words: &[OsString]) -> io::Result<std::process::Command> {
        let (program, arguments) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut starting = std::process::Command::new(program);
        starting.args(arguments);
        environment::hand_over(&mut starting);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut starting, 0);
        Ok(starting)
    }

    /// What tells whether a process is one that a program has left behind.
    pub(super) fn orphans(&self) -> impl Fn(&Stat) -> bool + use<> {
        let (parent, state) = (std::process::id(), self.state());
        let (ids, before) = (state.ids.clone(), state.adopts.clone());
        move |one| {
            one.parent == parent
                && !ids.contains(&one.group)
                && before.as_ref().is_some_and(|before| !before.contains(&one.id))
        }
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
    pub fn start(&self, command: &mut std::process::Command) -> io::Result<Child> {
        let mut state = self.state();
        if state.ended {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let child = spawn(command)?;
        state.ids.push(child.id());
        Ok(child)
    }

    /// Ends a process with everything that it started, and waits for it; once ended, it is left alone.
    pub fn end(&self, child: &mut Child) {
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
fn spawn(command: &mut std::process::Command) -> io::Result<Child> {
    const TRIES: u32 = 50;
    for _ in 0..TRIES {
        match command.spawn() {
            Err(e) if e.kind() == io::ErrorKind::ExecutableFileBusy => {
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

    use super::Stat;
    use rustix::process::{
        Pid, Signal, WaitOptions, getpid, kill_process, set_child_subreaper, waitpid,
    };

    /// How often it is looked for more of them: an orphan's children become orphans.
    const ROUNDS: usize = 100;

    /// Lets this process get the orphans of its children from now on; returns the children that it
    /// has already, as after `exec` in a shell with jobs. `None` if it cannot be done.
    pub fn adopt() -> Option<Vec<u32>> {
        let before = children().map(|child| child.id).collect();
        set_child_subreaper(Some(getpid())).ok().map(|()| before)
    }

    /// Ends all children of this process but those of these process groups, which run, and these.
    pub fn end(groups: &[u32], before: &[u32]) {
        let is_stranger =
            |child: &Stat| !groups.contains(&child.group) && !before.contains(&child.id);
        for round in 0..ROUNDS {
            let strangers: Vec<u32> =
                children().filter(is_stranger).map(|child| child.id).collect();
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
    fn children() -> impl Iterator<Item = Stat> {
        Stat::all().into_iter().filter(|one| one.parent == std::process::id())
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
