//! No submission can read another, the seed or the answers, end anything but itself, or outlive its
//! turn: programs that try it.

use std::net::TcpListener;
use std::path::Path;
use std::process::Command;
#[cfg(target_os = "linux")]
use std::sync::{Mutex, PoisonError};

use serde_json::Value;

use crate::sandbox::{Sandbox, is_root, keeps_apart, stderr};

const RIGHT: &str = include_str!("../../src/check/war/programs/war.py");
const CHEATS: &str = include_str!("programs/cheats.py");
const ZERO: &str = "def find_winner(deck):\n    return 0\n";
/// What every cheat is called; where nothing but a user of its own keeps it apart, the network is open.
const NAMES: [&str; 16] = [
    "asks",
    "seeks_the_seed",
    "reads_a_neighbour",
    "reads_the_parent",
    "kills",
    "kills_its_group",
    "leaves_a_daemon",
    "reads_ahead",
    "writes",
    "fills_the_disk",
    "fills_memory",
    "starts_too_many",
    "floods",
    "speaks_as_the_checker",
    "zero",
    "opens_the_network",
];
const SEED: &str = "7770777";
const WORD: &str = "left-behind-by-a-cheat";

/// A class of cheats, with one right program and one that always says 0; and a checker beside it.
fn class(sandbox: &Sandbox, port: u16, names: &[&str]) {
    std::fs::create_dir(sandbox.path("bin")).unwrap();
    std::fs::copy(env!("CARGO_BIN_EXE_war-sim"), sandbox.path("bin/war-sim")).unwrap();
    let right = RIGHT.replace("def find_winner", "def right");
    let right = &right[..right.find("if __name__").unwrap_or(right.len())];
    for name in names.iter().filter(|name| **name != "zero") {
        let text = format!(
            "CHEAT = {name:?}\nCHECKER = {:?}\nCLASS = {:?}\nPORT = {port}\nSEED = {SEED}\nWORD = \
             {WORD:?}\n{right}\n\n{CHEATS}",
            sandbox.path("bin/war-sim"),
            sandbox.path("class")
        );
        // A number that stands in the program itself is nothing that it has found.
        let text = text.replace(&format!("SEED = {SEED}"), "SEED = 7770000 + 777");
        sandbox.write(&format!("class/{name}/war.py"), text);
    }
    sandbox.write("class/zero/war.py", ZERO);
    sandbox.write("class/right/war.py", RIGHT);
}

/// Grades the class by this PATH; the grades by the names of the students.
fn graded(sandbox: &Sandbox, path: &str, more: &[&str]) -> Value {
    let words = ["grade", "class", "-n", "30", "--quiet", "--seed", SEED, "--format", "json"];
    let limits = ["--memory", "0.5", "--seconds", "60", "--threads", "2"];
    let output = Command::new(sandbox.path("bin/war-sim"))
        .args([&words[..], &limits, more].concat())
        .current_dir(sandbox.folder.path())
        .env("PATH", path)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let all: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    all.into_iter().map(|grade| (grade["student"].as_str().unwrap().to_owned(), grade)).collect()
}

fn points(grade: &Value) -> f64 {
    grade["points"].as_f64().unwrap_or_else(|| panic!("{grade}"))
}

/// Whether a process runs that has this word among its arguments.
#[cfg(target_os = "linux")]
fn runs(word: &str) -> bool {
    std::fs::read_dir("/proc").unwrap().flatten().any(|entry| {
        let text = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
        text.split(|&byte| byte == 0).any(|part| part == word.as_bytes())
    })
}

/// Every cheat by this PATH; one class after the other, as what a cheat leaves behind has one name.
#[cfg(target_os = "linux")]
fn none_gains(path: &str, names: &[&str]) {
    static ALONE: Mutex<()> = Mutex::new(());
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let sandbox = Sandbox::new();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    class(&sandbox, listener.local_addr().unwrap().port(), names);
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::set_permissions(sandbox.path(""), std::fs::Permissions::from_mode(0o755)).unwrap();
    let mode = |name: &str| std::fs::metadata(sandbox.path(name)).unwrap().permissions().mode();
    let before = (mode("class"), mode("bin/war-sim"));
    let path = format!("{}:{path}", sandbox.path("bin").display());
    let all = graded(&sandbox, &path, &[]);
    assert_eq!((mode("class"), mode("bin/war-sim")), before);
    assert_eq!(points(&all["right"]), 5.0, "{}", all["right"]);
    for name in names {
        let grade = &all[*name];
        eprintln!("{name}: {} {}", points(grade), grade["why"]);
        assert!(points(grade) <= points(&all["zero"]), "{name}: {grade}");
        assert!(!grade["why"].as_str().unwrap().is_empty(), "{name}: {grade}");
    }
    assert!(!runs(WORD), "a daemon has outlived its turn");
    for folder in ["/tmp", "/var/tmp", "/dev/shm"] {
        let names = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let mut names = names.map(|entry| entry.file_name().into_string().unwrap_or_default());
        assert!(!names.any(|name| name.starts_with(WORD)), "{folder} was left full");
    }
    for name in names.iter().filter(|name| **name != "zero") {
        assert!(sandbox.read(&format!("class/{name}/war.py")).ends_with(CHEATS.as_bytes()));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn no_cheat_gains_anything_in_a_room_of_bubblewrap() {
    if !keeps_apart("bwrap") {
        eprintln!("skipped: bubblewrap does not work here");
        return;
    }
    none_gains(&std::env::var("PATH").unwrap(), &NAMES);
}

#[test]
#[cfg(target_os = "linux")]
fn no_cheat_gains_anything_as_another_user() {
    if !is_root() {
        eprintln!("skipped: only root can run programs as other users");
        return;
    }
    let tools = without(&["bwrap"]);
    // Another user has the network; the pages say so.
    none_gains(&tools.path("").display().to_string(), &NAMES[..NAMES.len() - 1]);
}

/// A folder with the programs of the system but these.
#[cfg(target_os = "linux")]
fn without(names: &[&str]) -> Sandbox {
    use std::os::unix::fs::PermissionsExt as _;
    let tools = Sandbox::new();
    std::fs::set_permissions(tools.folder.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
    for folder in ["/usr/bin", "/bin", "/usr/sbin"].map(Path::new) {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let name = entry.file_name().into_string().unwrap();
            if !names.contains(&&*name) {
                let _ = std::os::unix::fs::symlink(entry.path(), tools.path(&name));
            }
        }
    }
    tools
}

#[test]
#[cfg(target_os = "linux")]
fn where_nothing_keeps_submissions_apart_that_is_said() {
    let sandbox = Sandbox::new();
    sandbox.write("class/anna/war.py", ZERO);
    let tools = without(&["bwrap", "setpriv"]);
    // Not by the sandbox, which trusts its programs where nothing else works.
    let output = Command::new(env!("CARGO_BIN_EXE_war-sim"))
        .args(["grade", "class"])
        .current_dir(sandbox.folder.path())
        .env("PATH", tools.path(""))
        .output()
        .unwrap();
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(64), "{message}");
    assert!(message.contains("no bubblewrap") && message.contains("--trust"), "{message}");
    assert!(!sandbox.path("results").exists());
}

#[test]
#[cfg(target_os = "linux")]
fn who_ends_what_grades_it_costs_nobody_else_a_grade() {
    let sandbox = Sandbox::new();
    for (name, number) in [("kill", 9), ("term", 15), ("halt", 19)] {
        // Only ever the program that grades it, whose parent is the whole grading: a program that starts
        // when that one has just ended is a child of the whole grading, and ends nothing.
        let text = format!(
            "import os, time\n\ndef stat(process):\n    return open(f'/proc/{{process}}/stat').read()\n\n\
             PARENT = os.getppid()\n\ndef find_winner(deck):\n    own = stat(PARENT)\n    if \
             '(war-sim)' in own and '(war-sim)' in stat(int(own.split()[3])):\n        \
             os.kill(PARENT, {number})\n        time.sleep(9)\n    return 0\n"
        );
        sandbox.write(&format!("class/{name}/war.py"), text);
    }
    sandbox.write("class/right/war.py", RIGHT);
    let words = "grade class -n 30 --quiet --trust --format json --threads 1";
    let by_name = |text: String| -> Value {
        let all: Vec<Value> = serde_json::from_str(&text).unwrap();
        all.into_iter().map(|one| (one["student"].as_str().unwrap().to_owned(), one)).collect()
    };
    let all = by_name(sandbox.ok(words));
    for name in ["kill", "term", "halt"] {
        let why = all[name]["why"].as_str().unwrap();
        assert_eq!(why, "its program ended the one that graded it");
        assert_eq!(points(&all[name]), 0.0);
    }
    assert_eq!(points(&all["right"]), 5.0, "{}", all["right"]);
    // What is known is not tried again.
    assert_eq!(by_name(sandbox.ok(&format!("{words} --resume"))), all);
}

#[test]
#[cfg(target_os = "linux")]
fn who_ends_the_whole_grading_is_passed_by_the_second_time() {
    let sandbox = Sandbox::new();
    // Only ever the program that asked for the grade, and the one that it asked.
    let text = "import os, time\n\ndef stat(process):\n    return \
                open(f'/proc/{process}/stat').read()\n\ndef find_winner(deck):\n    own = \
                os.getppid()\n    asked = int(stat(own).split()[3])\n    for process in asked, own:\n        \
                if '(war-sim)' in stat(process):\n            os.kill(process, 9)\n    \
                time.sleep(9)\n    return 0\n";
    sandbox.write("class/bob/war.py", text);
    sandbox.write("class/anna/war.py", RIGHT);
    let words = "grade class -n 30 --quiet --trust --format csv --threads 1";
    let signal = |more: &str| {
        use std::os::unix::process::ExitStatusExt as _;
        sandbox.run(&format!("{words}{more}")).status.signal()
    };
    assert_eq!(signal(""), Some(9));
    assert_eq!(signal(" --resume"), Some(9));
    let csv = sandbox.ok(&format!("{words} --resume"));
    assert!(csv.contains("\nanna,5,5,") && csv.contains("\nbob,0,5,"), "{csv}");
    assert!(csv.contains("its program ended the one that graded it"), "{csv}");
}

#[test]
fn the_seed_may_stand_in_a_file() {
    let sandbox = Sandbox::new();
    sandbox.write("class/anna/war.py", ZERO);
    sandbox.write("seed", "7\n");
    sandbox.write("words", "seven\n");
    let csv = |words: &str| {
        sandbox.ok(&format!("grade class --force --quiet -n 30 --format csv {words}"))
    };
    assert_eq!(csv("--seed-file seed"), csv("--seed 7"));
    sandbox.fails_saying(65, "grade class --seed-file words", &["words: no seed"]);
    sandbox.fails_saying(66, "grade class --seed-file none", &["none"]);
    sandbox.fails_saying(64, "grade class --seed-file seed --seed 7", &["--seed"]);
}
