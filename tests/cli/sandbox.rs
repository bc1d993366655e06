//! The program as its users have it: run from outside, in a folder of its own.

// Each test file uses a part of it.
#![allow(dead_code, clippy::unwrap_used)]

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// The program in a folder of its own.
pub struct Bench {
    /// The folder.
    pub folder: TempDir,
}

impl Bench {
    pub fn new() -> Self {
        Self { folder: TempDir::new().unwrap() }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file, folders before it included.
    pub fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    /// Runs the program with arguments that hold no spaces.
    pub fn run(&self, arguments: &str) -> Output {
        Command::new(env!("CARGO_BIN_EXE_war-sim"))
            .args(arguments.split_whitespace())
            .current_dir(self.folder.path())
            .output()
            .unwrap()
    }

    /// Runs the program for a reader who has gone; it must end quietly.
    pub fn ends_quietly_on_a_closed_pipe(&self, arguments: &str) {
        let mut child = Command::new(env!("CARGO_BIN_EXE_war-sim"))
            .args(arguments.split_whitespace())
            .current_dir(self.folder.path())
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments}: {}", stderr(&output));
        assert_eq!(stderr(&output), "", "{arguments}");
    }

    /// Runs what must succeed.
    pub fn ok(&self, arguments: &str) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{arguments}: {}", stderr(&output));
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs what must fail with this exit code; returns the message.
    pub fn fails(&self, code: i32, arguments: &str) -> String {
        let output = self.run(arguments);
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(code), "{arguments}: {message}");
        assert!(message.starts_with("war-sim: "), "{message}");
        assert!(output.stdout.is_empty(), "{arguments} printed a result");
        message
    }

    pub fn csv(&self, path: &str) -> Vec<Vec<String>> {
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .from_path(self.path(path))
            .unwrap_or_else(|e| panic!("{path}: {e}"));
        reader.records().map(|r| r.unwrap().iter().map(Into::into).collect()).collect()
    }

    /// The rows of a table as (column, value).
    pub fn rows(&self, path: &str) -> Vec<HashMap<String, String>> {
        let rows = self.csv(path);
        let (header, rows) = rows.split_first().unwrap();
        rows.iter().map(|row| header.iter().cloned().zip(row.iter().cloned()).collect()).collect()
    }

    /// One row of a table as (column, value).
    pub fn row(&self, path: &str, number: usize) -> HashMap<String, String> {
        self.rows(path).swap_remove(number)
    }
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// What lies in a folder, sorted; nothing if there is none.
pub fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .map(|d| d.map(|e| e.unwrap().file_name().into_string().unwrap()).collect())
        .unwrap_or_default();
    names.sort();
    names
}
