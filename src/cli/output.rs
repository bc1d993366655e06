//! Standard output, with its first error kept until the end.

use std::fmt;
use std::io;
use std::path::Path;

use super::failure::{Failure, Kind};
use super::fit::fitted;
use super::format::Format;
use super::names;
use super::options::OutputArgs;
use super::terminal::{self, Stdout};
use crate::core::wording::plain::Plain;
use crate::lab::store::disk::{Disk, beside};
use crate::lab::tables::account::Account;

/// Prints a text on standard output.
///
/// Errors: those of standard output.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = Output::stdout();
    out.text(text);
    out.finish()
}

/// As [`print()`], set to the width of the terminal.
///
/// Errors: those of standard output.
pub fn print_fitted(text: &str) -> Result<(), Failure> {
    print(&fitted(text, terminal::columns()))
}

/// What a run says at its end, in the form asked for, and for people where it was written.
///
/// Errors: those of the form.
pub fn said(
    account: &dyn Account,
    args: &OutputArgs,
    folder: Option<&Path>,
) -> Result<String, Failure> {
    let text = args.format.account(account);
    match args.format {
        Format::Text if args.quiet => Ok(String::new()),
        Format::Text => {
            let written = folder.map(|folder| format!("\nwritten to {}\n", names::shown(folder)));
            Ok(text? + &written.unwrap_or_default())
        }
        _ => text,
    }
}

/// Prints a file on standard output.
///
/// Errors: those of standard output.
pub fn print_file(bytes: &[u8]) -> Result<(), Failure> {
    terminal::file(bytes).map_err(|e| Failure::stdout(&e))
}

/// Writes files into a folder, which must be empty or not be there unless `force` is given.
pub fn write_new(out: &Path, files: &[(String, Vec<u8>)], force: bool) -> Result<(), Failure> {
    let disk = Disk::here();
    let there = disk.list(out).map_err(|e| Failure::creating(out, &e))?;
    if there.is_some_and(|names| !names.is_empty()) && !force {
        return Err(Failure::new(
            Kind::CannotCreate,
            format!(
                "{}: it is there and not empty; use another --out, or --force to write into it",
                names::shown(out)
            ),
        ));
    }
    for (name, text) in files {
        let path = out.join(name);
        let folder = path.parent().unwrap_or(out);
        disk.create_dir_all(folder).map_err(|e| Failure::creating(folder, &e))?;
        replace(&disk, &path, text)?;
    }
    Ok(())
}

/// Writes a file whole or not at all.
pub fn replace(disk: &Disk, path: &Path, text: &[u8]) -> Result<(), Failure> {
    let partial = beside(path, "partial");
    disk.replace(path, &partial, text).map_err(|e| Failure::creating(path, &e))
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
