//! Every example of every help is typed into a shell, as somebody would.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output};

use crate::sandbox::{Sandbox, stderr};

const VERBS: [&str; 15] = [
    "",
    "play",
    "check",
    "deck",
    "rules",
    "list",
    "show",
    "verify",
    "compare",
    "run",
    "exact",
    "ludo",
    "merge",
    "report",
    "completions",
];
/// What plays as many games as it is told; no example is worth a million here.
const PLAYED: [&str; 4] = ["", "compare", "run", "ludo"];
const LARGE: [(&str, &str); 6] = [
    ("-n 1e6", "--games 1e3"),
    ("--games 1000000", "--games 1000"),
    ("--games 100000 ", "--games 1000 "),
    ("--games 1e6", "--games 1e3"),
    ("--games 1e5", "--games 1e3"),
    ("--games 1e9", "--games 1e3"),
];
/// What answers like a program that is checked: never.
const PROGRAM: &str = "#!/bin/sh\n[ $# -gt 1 ] && echo 0\nwhile read deck; do echo 0; done\n";

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

fn typed(sandbox: &Sandbox, line: &str) -> Output {
    let own = Path::new(env!("CARGO_BIN_EXE_war-sim")).parent().unwrap().display().to_string();
    let folder = sandbox.folder.path();
    let others = std::env::var("PATH").unwrap_or_default();
    Command::new("sh")
        .args(["-c", line])
        .env("PATH", format!("{}:{own}:{others}", folder.join("bin").display()))
        .current_dir(folder)
        .output()
        .unwrap()
}

#[test]
fn every_example_of_every_help_runs() {
    let mut count = 0;
    for verb in VERBS {
        let sandbox = furnished();
        for place in [".zfunc", ".config/fish/completions"] {
            fs::create_dir_all(sandbox.path(place)).unwrap();
        }
        // Those of `-h` are among them.
        for example in examples(&sandbox.ok(&format!("{verb} --help"))) {
            if example.contains(".parquet") && !cfg!(feature = "parquet") {
                continue;
            }
            for made in ["all", "so-far", "results/all"] {
                let _ = fs::remove_dir_all(sandbox.path(made));
            }
            let line = small(example);
            let output = typed(&sandbox, &line);
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
    assert!(count > 40, "{count}");
}
