//! Starting this program anew, with its arguments in a pipe: whoever lists the processes of the machine
//! sees none of them.

use std::ffi::OsString;
use std::io::{self, BufRead as _, Write};
use std::process::Command;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::failure::{Failure, Kind};

/// The only argument of a program that gets the others by its standard input.
pub const BY_PIPE: &str = "by-pipe";

/// What comes before the arguments where this program is started by another, as Python.
static BEFORE: OnceLock<Option<Vec<OsString>>> = OnceLock::new();
/// What came by the pipe besides.
static ERRAND: OnceLock<Json> = OnceLock::new();

/// A line of the pipe.
#[derive(Serialize, Deserialize)]
struct Handed {
    arguments: Vec<OsString>,
    /// What is asked besides, of a helper; null of the program itself.
    errand: Json,
}

/// Remembers how this program was started, by its arguments.
pub fn remember(arguments: &[OsString]) {
    BEFORE.get_or_init(|| {
        let all: Vec<OsString> = std::env::args_os().collect();
        let own = arguments.get(1..).unwrap_or_default();
        all.strip_suffix(own).and_then(|before| before.get(1..)).map(<[OsString]>::to_vec)
    });
}

/// Whether another program runs this one within itself, as Python does.
pub fn is_within() -> bool {
    !matches!(BEFORE.get(), Some(Some(before)) if before.is_empty())
}

/// The arguments that wait in standard input, the program's name first; of what comes with them
/// [`errand`] tells.
///
/// Errors: there are none.
pub fn handed() -> Result<Vec<OsString>, Failure> {
    let mut line = String::new();
    let read = io::stdin().lock().read_line(&mut line);
    let handed = read.and_then(|_| serde_json::from_str::<Handed>(&line).map_err(io::Error::from));
    let handed = handed.map_err(|_| Failure::usage(format!("there is no verb `{BY_PIPE}`")))?;
    ERRAND.get_or_init(|| handed.errand);
    Ok(handed.arguments)
}

/// Whether the arguments came by a pipe.
pub fn is_handed() -> bool {
    ERRAND.get().is_some()
}

/// What this program is to do besides, as a helper of another one like it.
pub fn errand() -> Option<&'static Json> {
    ERRAND.get().filter(|errand| !errand.is_null())
}

/// Hands the arguments of this program, and an errand, to another one like it.
///
/// Errors: it has gone.
pub fn hand_over(mut into: impl Write, errand: Json) -> io::Result<()> {
    let arguments = super::ARGUMENTS.get().cloned().unwrap_or_default();
    let line = serde_json::to_string(&Handed { arguments, errand }).map_err(io::Error::from)?;
    into.write_all(line.as_bytes())?;
    into.write_all(b"\n")
}

/// This program, to be started anew with a pipe as its standard input.
///
/// Errors: it is not known how it was started.
pub fn anew() -> io::Result<Command> {
    let before = BEFORE.get().and_then(Option::as_ref).ok_or(io::ErrorKind::Unsupported)?;
    // The file of a Python in a virtual environment is the one outside, which lacks its packages: it is
    // started by its name.
    let by_name = || std::env::args_os().next().ok_or(io::ErrorKind::Unsupported);
    let program = if is_within() { by_name()? } else { std::env::current_exe()?.into() };
    let mut command = Command::new(program);
    command.args(before).arg(BY_PIPE);
    Ok(command)
}

/// Goes on as a program whose arguments nobody sees; returns only why it cannot.
#[cfg(unix)]
pub fn go_on_unseen() -> Failure {
    use std::fs::File;
    use std::io::Seek as _;
    use std::os::unix::process::CommandExt as _;

    use crate::check::workplace::Workplace;
    let start = || -> io::Result<std::convert::Infallible> {
        // A file without a name: a pipe may be too small for them.
        let place = Workplace::new()?;
        let path = place.path().join(BY_PIPE);
        let mut file = File::options().read(true).write(true).create_new(true).open(path)?;
        drop(place);
        hand_over(&mut file, Json::Null)?;
        file.rewind()?;
        Err(anew()?.stdin(file).exec())
    };
    let Err(error) = start();
    Failure::new(Kind::Io, format!("cannot start itself again: {error}"))
}

/// Goes on as a program whose arguments nobody sees; returns only why it cannot.
#[cfg(not(unix))]
pub fn go_on_unseen() -> Failure {
    Failure::new(Kind::Io, "cannot start itself again: this system cannot do that")
}
