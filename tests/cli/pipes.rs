//! Rows of games that go to somebody else: a pipe, or a file that others write, too.

use std::fs::File;
use std::io::Read as _;
use std::process::{Command, Stdio};

use crate::sandbox::{Sandbox, names};

/// Makes a named pipe.
fn make_fifo(sandbox: &Sandbox, name: &str) {
    assert!(Command::new("mkfifo").arg(sandbox.path(name)).status().unwrap().success());
}

/// Runs it with a reader of this named pipe who goes after some rows; returns exit code and message.
fn with_a_short_reader(sandbox: &Sandbox, fifo: &str, arguments: &str) -> (Option<i32>, String) {
    let mut command = sandbox.command(arguments);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut reader = File::open(sandbox.path(fifo)).unwrap();
    reader.read_exact(&mut [0; 1_000]).unwrap();
    drop(reader);
    let output = child.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn rows_whose_reader_goes_away_are_no_success() {
    let mut endings = vec!["csv"];
    if cfg!(feature = "parquet") {
        endings.push("parquet");
    }
    let sandbox = Sandbox::new();
    for ending in endings {
        let fifo = format!("rows.{ending}");
        make_fifo(&sandbox, &fifo);
        for more in ["", " --no-files"] {
            // More rows than a pipe and the buffers before it hold.
            let arguments = format!("--games 400000 --per-game ./{fifo}{more}");
            let (code, message) = with_a_short_reader(&sandbox, &fifo, &arguments);
            assert_eq!(code, Some(74), "{arguments}: {message}");
            assert!(message.contains("whoever read the rows has gone"), "{message}");
            assert!(no_results(&sandbox), "{arguments}");
        }
    }
}

/// Whether there is nothing but what runs go on with.
fn no_results(sandbox: &Sandbox) -> bool {
    let is_state = |name: &String| name.starts_with("state");
    let runs = names(&sandbox.path("results")).into_iter();
    let mut names = runs.map(|run| names(&sandbox.path(&format!("results/{run}"))));
    names.all(|names| names.iter().all(is_state))
}

#[test]
fn a_reader_of_standard_output_may_stop_where_nothing_else_is_written() {
    let sandbox = Sandbox::new();
    for path in ["-", "/dev/stdout"] {
        sandbox
            .ends_quietly_on_a_closed_pipe(&format!("--games 1e12 --no-files --per-game {path}"));
        let mut command = sandbox.command(&format!("--games 1e12 --per-game {path}"));
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(74), "{message}");
        assert!(message.contains("no results were written"), "{message}");
        assert!(no_results(&sandbox));
    }
}

#[test]
fn rows_on_standard_output_come_between_what_others_write_there() {
    let sandbox = Sandbox::new();
    let rows = sandbox.ok("--games 50 --no-files --per-game -");
    for (option, to) in [("-", "> f"), ("/dev/fd/1", "> f"), ("/dev/stderr", "2> f")] {
        let echo = if to.starts_with('2') { "echo HELLO >&2" } else { "echo HELLO" };
        let after = echo.replace("HELLO", "BYE");
        let script = format!(
            "({echo}; \"$1\" --games 50 --no-files --quiet --per-game {option}; {after}) {to}"
        );
        let mut shell = Command::new("sh");
        shell.args(["-c", &script, "sh", env!("CARGO_BIN_EXE_war-sim")]);
        assert!(shell.current_dir(sandbox.folder.path()).status().unwrap().success());
        let text = String::from_utf8(sandbox.read("f")).unwrap();
        assert_eq!(text, format!("HELLO\n{rows}BYE\n"), "{option}");
    }
}
