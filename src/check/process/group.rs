//! The processes that run now, so that they can all be ended, with what they have started: on Unix a
//! program leads a process group, which is ended as a whole.

use std::ffi::OsString;
use std::io;
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

    /// The program of some words, as it is to be started.
    ///
    /// Errors: there is no word.
    pub(super) fn command(&self, words: &[OsString]) -> io::Result<std::process::Command> {
        let (program, arguments) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut starting = std::process::Command::new(program);
        starting.args(arguments);
        // Else Python keeps its answers back until it has thousands.
        starting.env("PYTHONUNBUFFERED", "1");
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut starting, 0);
        Ok(starting)
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
        // Killed, it cannot keep us waiting. Until then its number is its own.
        let _ = child.wait();
        self.state().ids.retain(|&own| own != id);
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

#[cfg(unix)]
fn kill(id: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    // A group that has gone by itself is no error.
    let _ = Pid::from_raw(id as i32).map(|group| kill_process_group(group, Signal::KILL));
}

#[cfg(not(unix))]
fn kill(_: u32) {}
