//! A command that runs to its end: a compiler, or somebody's tests.

use std::ffi::OsString;
use std::io::{self, Read};
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::Groups;

/// Bytes of each stream that are kept; the rest is read and forgotten.
const KEPT: usize = 1 << 16;
/// How often it is looked whether it has ended.
const LOOK_AFTER: Duration = Duration::from_millis(5);
/// How long what it wrote may take to arrive, once it has ended.
const LAST_BREATH: Duration = Duration::from_millis(200);

/// How a command ended.
#[derive(Clone, Debug)]
pub struct Finished {
    /// Its exit code; `None` if a signal or the end of its time ended it.
    pub code: Option<i32>,
    /// Whether it had more to do when its time was over.
    pub out_of_time: bool,
    /// The beginning of what it wrote to standard output.
    pub stdout: String,
    /// The beginning of what it wrote to standard error.
    pub stderr: String,
}

/// Runs a command in a folder, with an empty input, for this long at most; what it started ends with
/// it.
///
/// Errors: it cannot be started.
pub fn finish(
    words: &[OsString],
    folder: &Path,
    most: Duration,
    groups: &Groups,
) -> io::Result<Finished> {
    let Some((program, arguments)) = words.split_first() else {
        return Err(io::ErrorKind::InvalidInput.into());
    };
    let mut starting = std::process::Command::new(program);
    starting.args(arguments).current_dir(folder).stdin(Stdio::null());
    starting.stdout(Stdio::piped()).stderr(Stdio::piped());
    super::environment::hand_over(&mut starting);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut starting, 0);
    let mut process = groups.start(&mut starting)?;
    let streams = [
        process.stdout.take().map(|from| Stream::of(Box::new(from))),
        process.stderr.take().map(|from| Stream::of(Box::new(from))),
    ];
    let end = Instant::now() + most;
    let status: Option<ExitStatus> = loop {
        match process.try_wait() {
            Ok(Some(status)) => break Some(status),
            Ok(None) if Instant::now() < end => std::thread::sleep(LOOK_AFTER),
            Ok(None) | Err(_) => break None,
        }
    };
    let [stdout, stderr] = streams.map(|stream| stream.map_or_else(String::new, Stream::text));
    groups.end(&mut process);
    let _ = process.wait();
    groups.end_orphans();
    let code = status.and_then(|status| status.code());
    Ok(Finished { code, out_of_time: status.is_none(), stdout, stderr })
}

/// A stream that is read by a thread of its own.
struct Stream {
    kept: Arc<Mutex<Vec<u8>>>,
    reader: std::thread::JoinHandle<()>,
}

impl Stream {
    fn of(mut from: Box<dyn Read + Send>) -> Self {
        let kept = Arc::new(Mutex::new(Vec::new()));
        let into = Arc::clone(&kept);
        let reader = std::thread::spawn(move || {
            let mut portion = [0; 4_096];
            while let Ok(count @ 1..) = from.read(&mut portion) {
                let mut kept = into.lock().unwrap_or_else(PoisonError::into_inner);
                let room = KEPT.saturating_sub(kept.len()).min(count);
                kept.extend_from_slice(&portion[..room]);
            }
        });
        Self { kept, reader }
    }

    /// What it has read, waited for a moment: another process may hold the stream open.
    fn text(self) -> String {
        let end = Instant::now() + LAST_BREATH;
        while !self.reader.is_finished() && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(1));
        }
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&kept).into_owned()
    }
}
