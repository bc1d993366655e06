//! The program, from outside.

#![allow(clippy::unwrap_used)]

mod batch;
mod compare;
mod deck;
mod decks;
mod every_switch;
mod golden;
mod hands;
mod ludo;
#[cfg(feature = "parquet")]
mod per_game_parquet;
mod play;
mod rules;
mod run;
mod sandbox;

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use assert_cmd::assert::OutputAssertExt as _;
use tempfile::TempDir;

/// The program in a folder of its own.
struct Bench(TempDir);

impl Bench {
    fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    /// Writes a file and returns its path.
    fn file(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_war-sim"));
        command.args(arguments).current_dir(self.0.path());
        command
    }

    /// Runs what must succeed; returns stdout.
    fn ok(&self, arguments: &[&str]) -> String {
        self.with_stdin(arguments, "").0
    }

    /// Runs what must succeed on this standard input; returns stdout and stderr.
    fn with_stdin(&self, arguments: &[&str], stdin: impl Into<Vec<u8>>) -> (String, String) {
        let mut command = assert_cmd::Command::from_std(self.command(arguments));
        let output = command.write_stdin(stdin).assert().success().get_output().clone();
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    }

    /// Runs what must fail with this exit code, on this standard input; returns stdout and the
    /// message, which must have the program's name and the given words in it.
    fn fails_with_stdin(
        &self,
        code: i32,
        arguments: &[&str],
        words: &[&str],
        stdin: impl Into<Vec<u8>>,
    ) -> String {
        let mut command = assert_cmd::Command::from_std(self.command(arguments));
        let output = command.write_stdin(stdin).assert().code(code).get_output().clone();
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(message.starts_with("war-sim: "), "{arguments:?}: {message}");
        for word in words {
            assert!(message.contains(word), "{arguments:?}: no `{word}` in: {message}");
        }
        String::from_utf8(output.stdout).unwrap()
    }

    /// As [`Bench::fails_with_stdin`], and nothing may have been printed.
    fn fails(&self, code: i32, arguments: &[&str], words: &[&str]) {
        let stdout = self.fails_with_stdin(code, arguments, words, "");
        assert_eq!(stdout, "", "{arguments:?} printed a result");
    }

    /// Runs it with a standard output that nobody reads to the end: it must end quietly.
    fn ends_quietly_when_its_reader_has_gone(&self, arguments: &[&str]) {
        let mut command = self.command(arguments);
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .stdin(Stdio::null())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        child.wait_with_output().unwrap().assert().code(0).stderr("");
    }

    /// Runs it with a standard output that is a full disk.
    #[cfg(target_os = "linux")]
    fn fails_on_a_full_disk(&self, arguments: &[&str]) {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let output = self.command(arguments).stdout(full).output().unwrap();
        let message = String::from_utf8(output.stderr.clone()).unwrap();
        output.assert().code(74);
        assert!(message.contains("No space left"), "{message}");
    }
}

fn assert_fits_80_columns(text: &str) {
    for line in text.lines() {
        assert!(line.chars().count() <= 80, "wider than 80 columns: {line}");
    }
}
