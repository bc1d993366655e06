//! The processes that run now, so that they can all be ended.

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
    /// Nothing may start any more.
    ended: bool,
}

impl Groups {
    fn state(&self) -> MutexGuard<'_, State> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends everything that runs and lets nothing start any more; for a signal's handler.
    pub fn end_all(&self) {
        let mut state = self.state();
        state.ended = true;
        state.ids.drain(..).for_each(kill);
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

#[cfg(unix)]
fn kill(id: u32) {
    use nix::sys::signal::{Signal, killpg};
    // A group that has gone by itself is no error.
    let _ = killpg(nix::unistd::Pid::from_raw(id as i32), Signal::SIGKILL);
}

#[cfg(not(unix))]
fn kill(_: u32) {}
