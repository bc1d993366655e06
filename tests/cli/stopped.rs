//! Runs that play or were stopped: what is said of them, and what other verbs read of them. Killed or stopped at any
//! moment and gone on with, they have the bytes of the run that was never broken.

#![cfg(unix)]

use std::fs;
use std::process::{Child, Command, Output, Stdio};

use crate::sandbox::{Sandbox, names, signal, stderr, wait_until};
use crate::shard::assert_same_files;

/// Checkpoints come this often here.
const EVERY_S: &str = "0.02";

pub fn start(sandbox: &Sandbox, command: &str) -> Child {
    let mut command = sandbox.command(command);
    command.env("WAR_SIM_CHECKPOINT_S", EVERY_S).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Breaks a long run off with Ctrl-C when it has a checkpoint; returns what it says.
pub fn stopped(sandbox: &Sandbox, command: &str, folder: &str) -> String {
    let old = sandbox.path(folder).join("state.previous");
    stopped_when(sandbox, command, || old.exists())
}

/// Breaks a long run off with Ctrl-C as soon as something is seen; returns what it says.
pub fn stopped_when(sandbox: &Sandbox, command: &str, is_seen: impl Fn() -> bool) -> String {
    let mut child = start(sandbox, command);
    wait_until(command, || {
        assert!(child.try_wait().unwrap().is_none(), "over before its first checkpoint: {command}");
        is_seen()
    });
    signal(&child, "INT");
    let output = child.wait_with_output().unwrap();
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(75), "{command}: {message}");
    message
}

#[test]
fn the_first_signal_saves_and_prints_the_command_that_goes_on() {
    let sandbox = Sandbox::new();
    let message = stopped(&sandbox, "--games 1e9 --name x", "results/x");
    assert!(message.contains("all of them saved; go on with\n"), "{message}");
    let command = message.lines().last().unwrap().trim();
    assert!(command.ends_with("--games 1e9 --name x --resume"), "{command}");
    // The very command, but with fewer games than are there: what was played is named.
    let fewer = sandbox.fails(73, "--games 10 --name x --resume");
    assert!(fewer.contains("games is 1000000000, not 10"), "{fewer}");
    // It goes on: it never has fewer games than before.
    let games = |message: &str| -> u64 {
        let digits = message.split("after ").nth(1).unwrap().split(' ').next().unwrap();
        digits.replace(',', "").parse().unwrap()
    };
    let before = games(&message);
    let state = sandbox.path("results/x/state");
    let first = fs::read(&state).unwrap();
    let is_further = || fs::read(&state).is_ok_and(|now| now != first);
    let again = stopped_when(&sandbox, "--games 1e9 --name x --resume", is_further);
    assert!(games(&again) > before, "{again}");
    let line = format!("{} {}", env!("CARGO_BIN_EXE_war-sim"), "--games 1e9 --name x --resume");
    assert!(again.ends_with(&format!("  {line}\n")), "{again}");
    assert_eq!(names(&sandbox.path("results/x")), ["state", "state.previous"]);
}

/// Its lock tells a run that is still playing from one that was killed.
#[test]
fn a_run_that_plays_is_shown_as_it_is_saved_and_not_as_stopped() {
    let sandbox = Sandbox::new();
    let mut child = start(&sandbox, "--games 1e9 --name x --quiet");
    wait_until("a state", || sandbox.path("results/x/state.previous").exists());
    let listed = sandbox.ok("list runs");
    let seen = sandbox.run("show results/x");
    signal(&child, "KILL");
    child.wait().unwrap();
    let note = stderr(&seen);
    assert_eq!(seen.status.code(), Some(0), "{note}");
    assert!(String::from_utf8_lossy(&seen.stdout).contains("umass"), "{note}");
    for said in [&listed, &note] {
        assert!(said.contains("playing at 0.") && !said.contains("stopped"), "{said}");
        assert!(!said.contains("--resume"), "{said}");
    }
    assert!(note.contains("this is what it has saved so far"), "{note}");
    assert!(sandbox.ok("list runs").contains("stopped at 0."));
}

#[test]
fn a_run_that_plays_and_has_saved_no_game_is_shown_as_such() {
    let sandbox = Sandbox::new();
    let mut command = sandbox.command("--games 1e9 --name x --quiet");
    let mut child = command.env("WAR_SIM_CHECKPOINT_S", "3600").spawn().unwrap();
    wait_until("a state", || sandbox.path("results/x/state").exists());
    let seen = sandbox.run("show results/x");
    signal(&child, "KILL");
    child.wait().unwrap();
    assert!(String::from_utf8_lossy(&seen.stdout).contains("\nno games were played, "));
    assert!(stderr(&seen).contains("the run is playing at 0.0 %"), "{}", stderr(&seen));
}

#[test]
fn a_run_without_its_manifest_is_listed_with_what_writes_its_files() {
    let sandbox = Sandbox::new();
    for line in [
        "--games 30 --seed 5 --rules umass{limit.at=20}",
        "compare umass one-down --games 30 --confidence 0.9",
        "run pick-up-order --games 20",
        "exact --ranks 2 --suits 2",
        "--games 30 --per-game g.csv",
        "--games 30 --shard 1/2",
        "ludo wuerfel0 --games 3",
    ] {
        let command = format!("{line} --name r --quiet");
        sandbox.ok(&command);
        let name = if line.contains("--shard") { "r-shard1of2" } else { "r" };
        let folder = sandbox.path("results").join(name);
        let before = |name: &str| fs::read(folder.join(name)).unwrap();
        let [state, tables] = ["state", "datapackage.json"].map(before);
        fs::remove_file(folder.join("manifest.json")).unwrap();
        fs::remove_file(folder.join("datapackage.json")).unwrap();
        let listed = sandbox.ok("list runs");
        let told = "its command with --resume writes its files";
        assert!(listed.contains(told), "{line}: {listed}");
        sandbox.ok(&format!("{command} --resume"));
        assert!(before("state") == state && before("datapackage.json") == tables, "{line}");
        sandbox.ok(&["verify", folder.to_str().unwrap()]);
        fs::remove_dir_all(folder).unwrap();
    }
    sandbox.ok("--games 20 --name a --quiet");
    sandbox.ok("--games 20 --seed 1 --name b --quiet");
    sandbox.ok("compare results/a results/b --name r --quiet");
    fs::remove_file(sandbox.path("results/r/manifest.json")).unwrap();
    let listed = sandbox.ok("list runs");
    assert!(listed.contains("its command writes its files"), "{listed}");
}

/// Whatever reads results reads a stopped run, as one of the games that were played.
#[test]
fn the_games_so_far_of_a_stopped_run_are_read_by_every_verb() {
    for command in [
        "--games 1e9 --by aces_a",
        "--until a_win:1e-9 --games 1e9",
        "compare umass one-down --games 1e9 --per-game g.csv",
        "ludo wuerfel0 --games 1e8",
        "--games 3e9 --shard 2/3",
    ] {
        let sandbox = Sandbox::new();
        let name = if command.contains("shard") { "x-shard2of3" } else { "x" };
        let kept = format!("results/{name}");
        let message = stopped(&sandbox, &format!("{command} --name x"), &kept);
        let games = message.split("after ").nth(1).unwrap().split(' ').next().unwrap();
        let seen = sandbox.run(&["show", &kept]);
        let (text, note) = (String::from_utf8_lossy(&seen.stdout), stderr(&seen));
        assert_eq!(seen.status.code(), Some(0), "{command}: {note}");
        // What is said of a stop is of all rule sets together.
        let is_one = !command.contains("compare") && !command.contains("ludo");
        assert!(!is_one || text.starts_with(&format!("{games} games")), "{command}: {text}");
        assert!(note.contains("; this is what it has saved so far; go on with `"), "{note}");
        let way = message.split("go on with\n  ").nth(1).unwrap_or("").trim();
        let listed = sandbox.ok("list runs");
        let narrow = sandbox.in_columns(50, "list runs");
        assert!(narrow.lines().any(|line| line.trim().ends_with(" --resume`")), "{narrow}");
        assert!(narrow.contains(&*format!("`war-sim {command}")), "{narrow}");
        let how_far = if command.contains("until") { "stopped after " } else { "stopped at 0." };
        for said in [&*note, &*listed] {
            // Rows of games are not kept, so another sentence says what goes on.
            assert!(command.contains("per-game") || !way.is_empty(), "{message}");
            assert!(said.contains(how_far) && said.contains(" --resume`"), "{said}");
            assert!(
                said.contains(&way.replacen(env!("CARGO_BIN_EXE_war-sim"), "war-sim", 1)),
                "{said}"
            );
        }
        sandbox.ok(&["report", &kept, "--out", "page.html", "--quiet"]);
        if !command.contains("until") {
            sandbox.ok(&["merge", &kept, "--partial", "--out", ".", "--name", "so-far", "--quiet"]);
            let summary =
                |run: &str| sandbox.ok(&["show", run, "--table", "summary", "--format", "csv"]);
            assert_eq!(summary("so-far"), summary(&kept), "{command}");
            sandbox.fails_saying(
                65,
                &format!("merge {kept} --out . --name whole"),
                &["are missing", "--partial"],
            );
        }
        let verified = sandbox.ok(&["verify", &kept]);
        assert!(verified.ends_with("all whole; the run is not complete\n"), "{verified}");
        // The last run is shown without its name, too.
        assert!(String::from_utf8_lossy(&sandbox.run(&["show"]).stdout) == text, "{command}");
    }
}

/// Rows follow from the games, so a run with rows is played in one go.
#[test]
fn a_stopped_run_with_rows_begins_again_and_says_why() {
    let sandbox = Sandbox::new();
    let command = "--games 1000000 --threads 1 --name x --per-game g.csv";
    let message = stopped(&sandbox, command, "results/x");
    assert!(message.contains("the run begins at its first game again"), "{message}");
    assert!(message.contains("--shard K/M") && message.ends_with("--resume\n"), "{message}");
    assert_eq!(names(&sandbox.path("results/x")), ["state", "state.previous"]);
    sandbox.ok("verify results/x --quiet");
    // The counts alone go on.
    let copy = |to: &str| {
        fs::create_dir_all(sandbox.path(to)).unwrap();
        for name in ["state", "state.previous"] {
            let bytes = sandbox.read(&format!("results/x/{name}"));
            sandbox.write(&format!("{to}/{name}"), bytes);
        }
    };
    copy("alone/x");
    sandbox.ok("--games 1000000 --threads 1 --name x --out alone --resume --quiet");
    let output = sandbox.run(&*format!("{command} --resume"));
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(0), "{said}");
    for words in ["are missing or incomplete", "--shard K/M", "begins at its first game"] {
        assert!(said.contains(words), "{said}");
    }
    sandbox.ok("--games 1000000 --name x --per-game g.csv --out whole --quiet");
    assert_same_files(&sandbox.path("whole/x"), &sandbox.path("results/x"));
    for table in ["summary.csv", "histogram.csv", "wars.csv"] {
        let read = |folder: &str| sandbox.read(&format!("{folder}/x/{table}"));
        assert!(read("alone") == read("results"), "{table}");
    }
}

/// Starts the command, sends the signal when its state has changed so many times, or it has ended; what came
/// of it.
fn broken_off(sandbox: &Sandbox, command: &str, changes: usize, name: &str) -> Output {
    let mut child = start(sandbox, command);
    let state = sandbox.path("broken/x/state");
    let (mut last, mut left) = (fs::read(&state).ok(), changes);
    wait_until("changes", || {
        let now = fs::read(&state).ok();
        left -= usize::from(left > 0 && now != last);
        last = now;
        left == 0 || child.try_wait().unwrap().is_some()
    });
    signal(&child, name);
    child.wait_with_output().unwrap()
}

/// Breaks the run off here and there, goes on each time, and compares with the unbroken one.
///
/// The door for a few kinds of runs: `src/cli/tests` kills all kinds at every file operation.
fn survives(command: &str, kills: usize) {
    let sandbox = Sandbox::new();
    sandbox.ok(&format!("{command} --out whole --name x --quiet"));
    let command = format!("{command} --out broken --name x --quiet --resume");
    for k in 0..kills {
        let name = if k % 2 == 0 { "KILL" } else { "INT" };
        let output = broken_off(&sandbox, &command, k, name);
        match output.status.code() {
            // It was faster than the signal, or had not yet begun to listen.
            Some(0) | None => {}
            Some(75) => {
                let message = stderr(&output);
                // It had not begun; or not come to a first checkpoint; or all was written, but not all
                // told.
                let is_told = message.is_empty()
                    || message.contains("nothing was written")
                    || message.contains("the results are complete");
                assert!(is_told || message.contains("--resume"), "{message}");
            }
            code => panic!("{command}: {code:?}: {}", stderr(&output)),
        }
    }
    sandbox.ok(&command);
    assert_same_files(&sandbox.path("whole/x"), &sandbox.path("broken/x"));
    assert_eq!(names(&sandbox.path("broken")), ["x"]);
    assert_eq!(names(&sandbox.path("broken/x")), names(&sandbox.path("whole/x")));
}

#[test]
fn two_signals_at_once_are_one_wish() {
    let sandbox = Sandbox::new();
    let child = start(&sandbox, "--games 1e9 --name x --quiet");
    wait_until("a checkpoint", || sandbox.path("results/x/state").exists());
    let twice = format!("kill -INT {0}; kill -TERM {0}", child.id());
    assert!(Command::new("sh").args(["-c", &twice]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(75));
    let message = stderr(&output);
    // There is a state from the first moment.
    let is_safe = ["all of them saved", "stopped after 0 of"].iter().any(|w| message.contains(w));
    assert!(is_safe, "{message}");
}

#[test]
fn batches_survive() {
    survives("--games 60000 --seed 5", 6);
    survives(
        "--games 20000 --rules umass --rules no-limit --by aces_a,top_card_b --first-game 3",
        4,
    );
}

#[test]
fn runs_until_a_precision_survive_and_look_at_the_same_games() {
    survives("--games 1e6 --until a_win:0.004", 6);
    survives("compare umass one-down --games 200000 --until battles:6", 4);
}

#[test]
fn rows_elsewhere_survive_and_are_replaced_only_if_they_are_their_own() {
    let sandbox = Sandbox::new();
    sandbox.ok("--games 30000 --name w --per-game ./whole.csv --quiet");
    let command = "--games 30000 --out broken --name x --per-game ./broken.csv --quiet --resume";
    for changes in 0..3 {
        broken_off(&sandbox, command, changes, "KILL");
    }
    sandbox.ok(command);
    assert!(sandbox.read("whole.csv") == sandbox.read("broken.csv"));
    sandbox.fails_saying(73, "--games 10 --name y --per-game ./broken.csv", &["--force"]);
    sandbox.ok("verify broken/x --quiet");
    fs::remove_file(sandbox.path("broken.csv")).unwrap();
    fs::create_dir(sandbox.path("broken.csv")).unwrap();
    sandbox.fails_saying(65, "verify broken/x", &["broken.csv: is a folder"]);
}
