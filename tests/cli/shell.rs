//! What is typed into a shell, as somebody would: every example of every help, every fault, and rows that go
//! into a pipe.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Deserialize;
use war_sim::Fault;

use crate::sandbox::{Sandbox, VERBS, is_root, names, stderr};

/// What plays as many games as it is told; no example is worth a million here, or thousands of processes.
const PLAYED: [&str; 4] = ["", "compare", "run", "ludo"];
const LARGE: [(&str, &str); 6] = [
    ("-n 1e6", "--games 1e3"),
    ("--games 1000000", "--games 1000"),
    ("--games 100000 ", "--games 1000 "),
    ("--games 1e6", "--games 1e3"),
    ("--games 1e5", "--games 1e3"),
    ("--games 1e9", "--games 1e3"),
];
/// What answers like a program that is checked: a draw, to the deck of its arguments or to each that it reads.
const PROGRAM: &str = "#!/bin/sh\n\
    [ \"$1\" -eq 0$1 ] 2>/dev/null && echo 0 && exit\n\
    while read deck; do echo 0; done\n";

/// A sandbox with the files, programs and runs that the examples name.
fn furnished() -> Sandbox {
    let sandbox = Sandbox::new();
    for name in ["bin/java", "bin/javac", "bin/python3", "war"] {
        let path = sandbox.write(name, PROGRAM);
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    sandbox.write("decks.txt", "2 3\n4 5\n6 6\n");
    sandbox.write("answers.txt", "-1\n-1\n0\n");
    sandbox.write("my-question.toml", "rules = [\"umass\", \"one-down\"]\ngames = 10\n");
    for name in ["umass-seed42-games1000000", "monday"] {
        sandbox.ok(&format!("--games 10 --quiet --name {name}"));
    }
    sandbox.ok("--games 10 --seed 2 --quiet --name tuesday");
    for k in 1..3 {
        for out in ["parts", "results"] {
            sandbox.ok(&format!("--games 1e3 --shard {k}/2 --quiet --out {out}"));
        }
        let first = 10 * (k - 1);
        let night = format!("--games 10 --first-game {first} --quiet --out . --name night-{k}");
        sandbox.ok(&night);
    }
    sandbox
}

/// The examples of a help, without the remarks behind them.
fn examples(help: &str) -> Vec<&str> {
    let lines = help.lines().filter_map(|line| line.strip_prefix("  ")).map(str::trim_end);
    let lines = lines.filter(|line| *line == "war-sim" || line.starts_with("war-sim "));
    lines.map(|line| line.split("  ").next().unwrap_or_default()).collect()
}

/// The same example of few games, that writes into this folder.
fn small(example: &str) -> String {
    let few =
        LARGE.iter().fold(format!("{example} "), |line, (large, few)| line.replace(large, few));
    let mut line = few.replace("> /etc/bash_completion.d/", "> ").replace("> ~/", "> ");
    let verb = example.split(' ').nth(1).filter(|word| !word.starts_with('-')).unwrap_or_default();
    if PLAYED.contains(&verb) && !line.contains("--games") && !line.contains("results/") {
        line.push_str("--games 1000");
    }
    line
}

#[test]
fn every_example_of_every_help_runs() {
    let (mut count, furnished) = (0, furnished());
    for verb in VERBS.split(' ').chain([""]) {
        let sandbox = Sandbox::new();
        let (from, to) = (furnished.path("."), sandbox.folder.path());
        assert!(Command::new("cp").arg("-R").arg(from).arg(to).status().unwrap().success());
        for place in [".zfunc", ".config/fish/completions"] {
            fs::create_dir_all(sandbox.path(place)).unwrap();
        }
        // Those of `-h` are among them.
        for example in examples(&sandbox.ok(&format!("{verb} --help"))) {
            if example.contains(".parquet") && !cfg!(feature = "parquet") {
                continue;
            }
            let line = small(example);
            let output = sandbox.typed(&line);
            let code = output.status.code().unwrap();
            let is_right = match () {
                // The program that is checked is wrong.
                () if example.contains("check") && example.contains(" -- ") => code == 1,
                // A precision that few games do not reach.
                () if example.contains("--until") => code == 0 || code == 2,
                () => code == 0,
            };
            assert!(is_right, "{example} as\n  {line}: {code}\n{}", stderr(&output));
            count += 1;
        }
    }
    assert!(count > 35, "{count}");
}

// Every fault, made to happen once through the command line and through an experiment file, as
// `tests/faults.toml` says.

/// A user who owns nothing.
const NOBODY: u32 = 65_534;

/// The fault after this one, in the order of their declaration: a new one does not compile without a
/// place here, and has no case without one in the table.
fn after(fault: Fault) -> Option<Fault> {
    Some(match fault {
        Fault::Different => Fault::NotReached,
        Fault::NotReached => Fault::Usage,
        Fault::Usage => Fault::Data,
        Fault::Data => Fault::NoInput,
        Fault::NoInput => Fault::Internal,
        Fault::Internal => Fault::CannotCreate,
        Fault::CannotCreate => Fault::Exists,
        Fault::Exists => Fault::Io,
        Fault::Io => Fault::Interrupted,
        Fault::Interrupted => Fault::NoPermission,
        Fault::NoPermission => Fault::ClosedPipe,
        Fault::ClosedPipe => return None,
    })
}

#[derive(Deserialize)]
struct Case {
    #[serde(default)]
    before: String,
    #[serde(default)]
    other: bool,
    command: Door,
    file: Door,
    python: toml::Value,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Door {
    Shut(String),
    Open { text: Option<String>, command: Option<String>, code: u8, says: Vec<String> },
}

/// What a shell script in this folder ends with, and what it says.
fn shell(folder: &Path, script: &str, user: Option<u32>) -> (u8, String) {
    let mut program = PathBuf::from(env!("CARGO_BIN_EXE_war-sim"));
    if user.is_some() {
        // Where anybody can run it.
        let own = folder.join("war-sim");
        // By another process: what one of this process's children may still hold open cannot be run.
        assert!(Command::new("cp").args([&program, &own]).status().unwrap().success());
        program = own;
    }
    let mut path = OsString::from(program.parent().unwrap());
    path.push(":");
    path.push(env::var_os("PATH").unwrap());
    let mut command = Command::new("sh");
    command.args(["-c", script]).env("PATH", path).env_remove("COLUMNS").current_dir(folder);
    if let Some(user) = user {
        command.uid(user);
    }
    let output = command.stdin(Stdio::null()).output().unwrap();
    let said = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    let code = output.status.code().unwrap_or_else(|| panic!("{script}: {:?}", output.status));
    (code.try_into().unwrap(), said.concat())
}

#[test]
fn every_fault_happens_through_every_door_and_says_where() {
    let text = fs::read_to_string("tests/faults.toml").unwrap();
    let mut cases: std::collections::BTreeMap<String, Case> = toml::from_str(&text).unwrap();
    let all = std::iter::successors(Some(Fault::Different), |&fault| after(fault));
    for fault in all {
        let case = cases.remove(&format!("{fault:?}"));
        let case = case.unwrap_or_else(|| panic!("{fault:?} has no case in tests/faults.toml"));
        assert!(case.python.is_table() || case.python.is_str(), "{fault:?}: no word on Python");
        for (door, is_file) in [(&case.command, false), (&case.file, true)] {
            let (text, command, code, says) = match door {
                Door::Open { text, command, code, says } => (text, command, code, says),
                Door::Shut(why) => {
                    assert!(!why.is_empty());
                    continue;
                }
            };
            let sandbox = Sandbox::new();
            let folder = sandbox.folder.path();
            fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).unwrap();
            let before = shell(folder, &case.before, None);
            assert_eq!(before, (0, String::new()), "{}", case.before);
            let named = text.iter().any(|text| text.contains("rules = "));
            let rules = if named { "" } else { "rules = ['umass']\n" };
            sandbox.write("e.toml", format!("{rules}{}\n", text.as_deref().unwrap_or_default()));
            let command = command.as_deref().unwrap_or("war-sim run e.toml");
            let user = (case.other && is_root()).then_some(NOBODY);
            let (found, said) = shell(folder, command, user);
            assert_eq!(found, *code, "{fault:?}: {command}: {said}");
            // What was asked for in a file is bad data.
            let is_datum = is_file && fault == Fault::Usage;
            let expected = if is_datum { Fault::Data } else { fault };
            assert_eq!(found, expected.code(), "{fault:?}: {command}");
            for words in says {
                assert!(said.contains(words), "{fault:?}: {command}: no `{words}` in: {said}");
            }
            assert!(!says.is_empty() || said.is_empty(), "{fault:?}: {command}: {said}");
        }
    }
    assert!(cases.is_empty(), "no faults: {:?}", cases.keys());
}

/// Where memory is limited, as a batch system does it.
#[cfg(target_os = "linux")]
#[test]
fn threads_that_cannot_be_started_are_one_refusal() {
    let sandbox = Sandbox::new();
    for command in ["--games 1e7", "compare umass one-down", "ludo wuerfel0"] {
        let script = format!("ulimit -v 2000000; war-sim {command} --no-files --threads 4096");
        let (code, said) = shell(sandbox.folder.path(), &script, None);
        assert_eq!(code, Fault::Io.code(), "{command}: {said}");
        assert!(said.contains("--threads: 4096 threads cannot be started: "), "{command}: {said}");
        assert!(said.contains("; use fewer"), "{command}: {said}");
    }
}

// Rows of games that go to somebody else: a pipe, or a file that others write, too.

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
    for option in ["-", "/dev/stdout", "/dev/fd/1"] {
        let play = format!("war-sim --games 50 --no-files --quiet --per-game {option}");
        assert!(sandbox.typed(&format!("(echo HELLO; {play}; echo BYE) > f")).status.success());
        assert_eq!(sandbox.text("f"), format!("HELLO\n{rows}BYE\n"), "{option}");
    }
}
