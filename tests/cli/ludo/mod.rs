//! The Ludo verbs, from outside.

mod folders;
mod tables;

use std::collections::HashMap;
use std::ops::Deref;
use std::process::Output;

use crate::sandbox::{Sandbox, names};

/// Ludo in a folder with the dice of the task: `ludo`, or another verb by its rules.
struct Ludo(Sandbox);

impl Deref for Ludo {
    type Target = Sandbox;

    fn deref(&self) -> &Sandbox {
        &self.0
    }
}

type Row = HashMap<String, String>;

impl Ludo {
    fn new() -> Self {
        let sandbox = Sandbox::new();
        sandbox.write("wuerfel0.txt", include_str!("../../../experiments/dice/wuerfel0.txt"));
        Self(sandbox)
    }

    /// What is typed.
    fn line(arguments: &str) -> String {
        match arguments.split_once(' ') {
            Some(("play", rest)) if rest.contains("--rules") => format!("play {rest}"),
            Some(("play", rest)) => format!("play --rules bwinf {rest}"),
            _ => format!("ludo {arguments}"),
        }
    }

    fn run(&self, arguments: &str) -> Output {
        self.0.run(&Self::line(arguments))
    }

    /// Runs what must succeed.
    fn ok(&self, arguments: &str) -> String {
        let text = self.0.ok(&Self::line(arguments));
        // A path is never broken.
        for line in text.lines().filter(|line| !line.starts_with("written to ")) {
            assert!(line.chars().count() <= 80, "{arguments}: {line}");
        }
        text
    }

    /// Runs what must fail with this exit code and write nothing; returns the message.
    fn fails(&self, code: i32, arguments: &str) -> String {
        let before = names(self.folder.path());
        let message = self.0.fails(code, &Self::line(arguments));
        assert_eq!(names(self.folder.path()), before, "{arguments} wrote something");
        message
    }

    fn read(&self, path: &str) -> String {
        String::from_utf8(self.0.read(path)).unwrap()
    }
}

fn number(row: &Row, column: &str) -> f64 {
    row[column].parse().unwrap_or_else(|e| panic!("{column} = {:?}: {e}", row[column]))
}

fn count(row: &Row, column: &str) -> u64 {
    row[column].parse().unwrap_or_else(|e| panic!("{column} = {:?}: {e}", row[column]))
}

fn near(found: f64, expected: f64) -> bool {
    (found - expected).abs() < 1e-12
}

/// Wilson's interval as in the textbook, 95 %.
fn wilson(wins: u64, games: u64) -> (f64, f64) {
    let (z, n) = (1.959_963_984_540_054, games as f64);
    let p = wins as f64 / n;
    let middle = p + z * z / (2.0 * n);
    let reach = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    (((middle - reach) / scale).max(0.0), ((middle + reach) / scale).min(1.0))
}
