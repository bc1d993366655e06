//! The only way to standard output and standard error: what goes there is [`Plain`].

use std::fmt;
use std::io::{self, BufWriter, StdoutLock, Write as _};

use crate::core::wording::plain::Plain;
use crate::core::wording::text::WIDTH;

/// Columns of standard output: those of the terminal, or what `COLUMNS` says, or as many as everything
/// fits; never so few that nothing can be read.
pub fn width() -> usize {
    let said = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let of_terminal = || {
        let (width, _) = terminal_size::terminal_size_of(io::stdout())?;
        Some(usize::from(width.0))
    };
    said.or_else(of_terminal).unwrap_or(WIDTH).max(LEAST)
}

/// The narrowest terminal that is written for.
const LEAST: usize = 30;

/// Room for text that is not yet written.
const BUFFER: usize = 1 << 16;

/// Standard output, buffered.
#[derive(Debug)]
pub struct Stdout(BufWriter<StdoutLock<'static>>);

impl Stdout {
    /// Standard output.
    pub fn open() -> Self {
        Self(BufWriter::with_capacity(BUFFER, io::stdout().lock()))
    }

    /// Writes a text.
    pub fn text(&mut self, text: &Plain<'_>) -> io::Result<()> {
        self.0.write_all(text.as_str().as_bytes())
    }

    /// Hands everything to the operating system.
    pub fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Writes a file to standard output, as it would be written elsewhere.
pub fn file(bytes: &[u8]) -> io::Result<()> {
    io::stdout().write_all(bytes)
}

/// Writes a text to standard error. Nothing can be done about one that cannot be written to.
pub fn say(text: impl fmt::Display) {
    let _ = writeln!(io::stderr(), "{}", Plain::text(&text.to_string()));
}
