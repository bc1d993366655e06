//! Standard output, with its first error kept until the end.

use std::fmt;
use std::io;
use std::path::Path;

use super::failure::Failure;
use super::fit::fitted;
use super::names;
use super::options::{Format, OutputArgs};
use super::terminal::{self, Stdout};
use crate::core::wording::plain::Plain;
use crate::lab::formats::json;
use crate::lab::tables::account::Account;

/// Prints a text on standard output.
///
/// Errors: those of standard output.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = Output::stdout();
    out.text(text);
    out.finish()
}

/// What a run says, in this form.
pub fn rendered(account: &dyn Account, format: Format) -> String {
    match format {
        Format::Text => fitted(&account.text(), terminal::width()),
        Format::Json => format!("{}\n", json::render(&account.tables())),
        Format::Markdown => account.markdown(),
    }
}

/// What a run says at its end, in the form asked for, and for people where it was written.
pub fn said(account: &dyn Account, args: &OutputArgs, folder: Option<&Path>) -> String {
    if args.format != Format::Text {
        return rendered(account, args.format);
    }
    if args.quiet {
        return String::new();
    }
    let written = folder.map(|folder| format!("\nwritten to {}\n", names::shown(folder)));
    rendered(account, Format::Text) + &written.unwrap_or_default()
}

/// Prints a file on standard output.
///
/// Errors: those of standard output.
pub fn print_file(bytes: &[u8]) -> Result<(), Failure> {
    terminal::file(bytes).map_err(|e| Failure::stdout(&e))
}

/// Standard output, buffered, for observers that cannot return errors.
#[derive(Debug)]
pub struct Output {
    to: Stdout,
    error: Option<io::Error>,
}

impl Output {
    /// Standard output.
    pub fn stdout() -> Self {
        Self { to: Stdout::open(), error: None }
    }

    /// Writes a text; after an error nothing more is written.
    pub fn text(&mut self, text: &str) {
        if self.error.is_none() {
            self.error = self.to.text(&Plain::text(text)).err();
        }
    }

    /// Whether writing has failed, so that more text is of no use.
    pub fn has_failed(&self) -> bool {
        self.error.is_some()
    }

    /// Hands everything to the operating system.
    ///
    /// Errors: the first error of all that was written.
    pub fn flush(&mut self) -> Result<(), Failure> {
        let error = self.error.take().or_else(|| self.to.flush().err());
        error.map_or(Ok(()), |e| Err(Failure::stdout(&e)))
    }

    /// Ends the output.
    ///
    /// Errors: the first error of all that was written.
    pub fn finish(mut self) -> Result<(), Failure> {
        self.flush()
    }
}

impl fmt::Write for Output {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.text(text);
        if self.error.is_none() { Ok(()) } else { Err(fmt::Error) }
    }
}
