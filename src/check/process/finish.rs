//! A command that runs to its end: a compiler, or somebody's tests.

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use super::stream::Stream;
use super::usage::Meter;
use super::{Groups, Limits};
use crate::check::answer::Ending;
use crate::core::wording::system::said;

/// Bytes of each stream that are kept, of its beginning and of its end.
const KEPT: usize = 1 << 16;
/// How often it is looked whether it has ended, and at every tenth look what it uses.
const LOOK_AFTER: Duration = Duration::from_millis(5);
const LOOKS: u32 = 10;
/// How long what it wrote may take to arrive, once it has ended.
const LAST_BREATH: Duration = Duration::from_millis(200);

/// How a command ended.
#[derive(Clone, Debug)]
pub struct Finished {
    /// Its exit code; `None` if it was stopped, or ended by a signal.
    pub code: Option<i32>,
    /// Why it was stopped, if it had more to do.
    pub stopped: Option<Ending>,
    /// What it wrote to standard output.
    pub stdout: String,
    /// What it wrote to standard error.
    pub stderr: String,
}

/// Runs a command in a folder, with an empty input, until it has used this much time or occupies too
/// much; what it started ends with it. Waiting for a processor uses no time.
///
/// Errors: it cannot be started.
pub fn finish(
    words: &[OsString],
    folder: &Path,
    most: Duration,
    limits: &Limits,
    groups: &Groups,
) -> io::Result<Finished> {
    let mut starting = groups.command(words, Some(folder))?;
    starting.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut process = groups.start(&mut starting)?;
    let streams = [
        process.stdout.take().map(|from| Stream::of(from, KEPT)),
        process.stderr.take().map(|from| Stream::of(from, KEPT)),
    ];
    let mut meter = Meter::new(process.id(), groups.clone());
    let mut looks = 0;
    let status: Result<ExitStatus, Ending> = loop {
        match process.try_wait() {
            Ok(Some(status)) => break Ok(status),
            Ok(None) => {}
            Err(error) => break Err(Ending::Lost(said(&error))),
        }
        looks += 1;
        if looks % LOOKS == 0 {
            let (is_used, usage) = meter.look(most);
            let too_much = usage.and_then(|usage| limits.exceeded(&usage));
            let out_of_time = is_used.then_some(Ending::Late(most.as_secs()));
            if let Some(why) = too_much.or(out_of_time) {
                break Err(why);
            }
        }
        std::thread::sleep(LOOK_AFTER);
    };
    let [stdout, stderr] = streams.map(|stream| {
        let kept = stream.map(|stream| stream.kept(LAST_BREATH)).unwrap_or_default();
        String::from_utf8_lossy(&[kept.head, kept.tail].concat()).into_owned()
    });
    groups.end(&mut process);
    let (code, stopped) = match status {
        Ok(status) => (status.code(), None),
        Err(why) => (None, Some(why)),
    };
    Ok(Finished { code, stopped, stdout, stderr })
}

#[cfg(target_os = "linux")]
#[cfg(test)]
mod tests {
    use super::*;

    fn run(program: &str, most: Duration, memory: u64) -> Finished {
        let words = ["sh", "-c", program].map(OsString::from);
        let limits = Limits { memory, ..Limits::default() };
        finish(&words, Path::new("/"), most, &limits, &Groups::default()).expect("a shell")
    }

    #[test]
    fn what_takes_too_long_or_too_much_is_stopped() {
        let well = run("echo out; echo err >&2; exit 3", Duration::from_secs(9), 1 << 30);
        assert_eq!((well.code, well.stopped), (Some(3), None));
        assert_eq!((well.stdout.trim(), well.stderr.trim()), ("out", "err"));
        let late = run("exec sleep 30", Duration::from_secs(1), 1 << 30);
        assert_eq!(late.stopped, Some(Ending::Late(1)));
        let large = run("head -c 200m /dev/zero | tail; sleep 9", Duration::from_secs(9), 50 << 20);
        assert_eq!(large.stopped, Some(Ending::Memory(50)));
    }
}
