//! What a run does with what its folder holds: it goes on, extends it, leaves it alone, or refuses.

#![cfg(unix)]

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

use crate::sandbox::{Sandbox, signal, stderr};
use crate::shard::assert_same_files;
use crate::stopped::stopped;

#[test]
fn rows_of_games_are_not_lost_for_want_of_an_option() {
    let sandbox = Sandbox::new();
    sandbox.ok("--games 20 --name x --per-game g.csv --quiet");
    let lost = ["rows of games, which would be lost without --per-game"];
    sandbox.fails_saying(73, "--games 30 --name x --resume", &lost);
    sandbox.ok("--games 30 --name x --resume --per-game g.csv --quiet");
    // Rows that were changed or are gone are written again.
    let good = sandbox.read("results/x/g.csv");
    let again = "--games 30 --name x --resume --per-game g.csv";
    for is_changed in [true, false] {
        match is_changed {
            true => drop(sandbox.write("results/x/g.csv", [&good[..], b"umass\n"].concat())),
            false => fs::remove_file(sandbox.path("results/x/g.csv")).unwrap(),
        }
        sandbox.fails(65, "verify results/x");
        let output = sandbox.run(again);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert!(
            stderr(&output).contains("its rows (g.csv) are missing or incomplete"),
            "{}",
            stderr(&output)
        );
        assert!(sandbox.read("results/x/g.csv") == good);
        sandbox.ok("verify results/x");
    }
    assert!(sandbox.ok(again).contains("nothing is left to play"));
    fs::remove_file(sandbox.path("results/x/wars.csv")).unwrap();
    sandbox.ok(&format!("{again} --quiet"));
    assert!(sandbox.ok("verify results/x").contains("9 files, all whole\n"));
    assert!(sandbox.ok(again).contains("nothing is left to play"));
    // The state says which rows are the run's, also where the manifest is lost.
    for text in [None, Some("{}")] {
        fs::remove_file(sandbox.path("results/x/manifest.json")).unwrap();
        if let Some(text) = text {
            sandbox.write("results/x/manifest.json", text);
        }
        sandbox.fails_saying(65, "verify results/x", &["manifest.json"]);
        sandbox.ok(&format!("{again} --quiet"));
        assert!(sandbox.read("results/x/g.csv") == good);
        sandbox.ok("verify results/x");
    }
    sandbox.ok("--games 31 --name x --resume --per-game g.csv --quiet");
    let good = sandbox.read("results/x/g.csv");
    let mine = sandbox.write("results/x/mine.csv", "mine");
    let others = "--games 31 --name x --resume --per-game mine.csv";
    sandbox.fails_saying(73, others, &["mine.csv: is there already", "--force"]);
    assert_eq!(fs::read(mine).unwrap(), b"mine");
    // Other rows are asked for later.
    sandbox.ok("--games 31 --name x --resume --per-game decks.csv --with-decks --quiet");
    assert!(sandbox.read("results/x/g.csv") == good);
    // A longer run has room for one of them only.
    sandbox.fails_saying(73, "--games 32 --name x --resume --per-game g.csv", &lost);
    assert!(sandbox.read("results/x/g.csv") == good);
}

/// A page in the folder of a run is the run's, whoever drew it.
#[test]
fn a_page_is_drawn_again_with_its_run() {
    let sandbox = Sandbox::new();
    let path = "results/x/report.html";
    let drawn = || {
        sandbox.ok("report results/x --out page.html --force --quiet");
        sandbox.read("page.html")
    };
    sandbox.ok("--games 20 --name x --quiet");
    sandbox.ok("report results/x --quiet");
    assert!(sandbox.ok("verify results/x").contains("8 files, all whole\n"));
    let page = sandbox.read(path);
    sandbox.ok("--games 20 --name x --quiet --threads 1");
    assert!(sandbox.ok("verify results/x").contains("9 files, all whole\n"));
    for damage in [&b"torn"[..], &[&page[..], b"x"].concat()] {
        sandbox.write(path, damage);
        sandbox.fails_saying(65, "verify results/x", &["`war-sim report` draws the page"]);
        sandbox.ok("report results/x --force --quiet");
        sandbox.ok("verify results/x");
    }
    fs::remove_file(sandbox.path("results/x/summary.csv")).unwrap();
    sandbox.ok("--games 20 --name x --quiet --resume");
    assert!(sandbox.read(path) == page);
    sandbox.ok("--games 30 --name x --resume --quiet");
    assert!(sandbox.read(path) != page && sandbox.read(path) == drawn());
    sandbox.ok("--games 35 --name x --force --quiet");
    assert!(sandbox.read(path) == drawn());
    // Also one that showed two runs.
    sandbox.ok("--games 20 --name y --quiet");
    sandbox.ok("report results/x results/y --out results/x/report.html --force --quiet");
    sandbox.ok("--games 40 --name x --resume --quiet");
    assert!(sandbox.read(path) == drawn());
}

#[test]
fn a_run_that_begins_anew_keeps_what_was_saved_until_it_is_further() {
    let sandbox = Sandbox::new();
    stopped(&sandbox, "--games 1e9 --name x", "results/x");
    // No checkpoint of its own comes in between.
    let mut command = sandbox.command("--games 1e9 --name x");
    command.env("WAR_SIM_CHECKPOINT_S", "1000").stderr(Stdio::piped());
    let before = sandbox.read("results/x/state");
    let mut child = command.spawn().unwrap();
    let mut said = BufReader::new(child.stderr.take().unwrap()).lines();
    assert!(said.any(|line| line.unwrap().contains("with --resume it goes on")));
    signal(&child, "KILL");
    child.wait().unwrap();
    assert!(before == sandbox.read("results/x/state"));
    // A damaged one gives way to the one before.
    sandbox.write("results/x/state", "torn");
    let words = "the last state is missing or damaged; going on with the one before";
    sandbox.fails_saying(75, "--games 1e9 --name x --resume --stop-after 1ms", &[words]);
}

#[test]
fn a_finished_run_resumed_is_left_alone_and_a_longer_one_extends_it() {
    let sandbox = Sandbox::new();
    sandbox.ok("--games 5000 --out whole --name x --quiet");
    sandbox.ok("--games 2000 --name x --quiet");
    let manifest = sandbox.read("results/x/manifest.json");
    assert!(sandbox.ok("--games 2000 --name x --resume").contains("nothing is left to play"));
    assert!(manifest == sandbox.read("results/x/manifest.json"), "it was written again");
    // Fewer games, other questions.
    sandbox.fails_saying(73, "--games 1000 --name x --resume", &["games is 2000, not 1000"]);
    sandbox.fails_saying(73, "--games 5000 --seed 1 --name x --resume", &["seed is 42, not 1"]);
    sandbox.ok("--games 5000 --name x --resume --quiet");
    assert_same_files(&sandbox.path("whole/x"), &sandbox.path("results/x"));
    let manifest = sandbox.text("results/x/manifest.json");
    let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    assert_eq!(manifest["resumed_after"]["games"], 2000);
    // Under the names that commands give, a longer run is another one.
    sandbox.ok("compare umass one-down --games 700 --quiet");
    sandbox.ok("compare umass one-down --games 900 --resume --quiet");
    let short = "compare-umass+one-down-seed42-games700";
    sandbox.ok("compare umass one-down --games 900 --quiet --out fresh");
    let name = "compare-umass+one-down-seed42-games900";
    assert_same_files(&sandbox.path("fresh").join(name), &sandbox.path("results").join(name));
    sandbox.ok(&*format!("compare umass one-down --games 900 --quiet --resume --name {short}"));
    assert_same_files(&sandbox.path("fresh").join(name), &sandbox.path("results").join(short));
    // Looks depend on the number of games.
    sandbox.not_reached("--games 3000 --until a_win:0.001 --name u --quiet");
    sandbox.fails_saying(
        73,
        "--games 9000 --until a_win:0.001 --name u --resume",
        &["--until", "cannot be extended"],
    );
    // Nothing to resume: it begins.
    sandbox.ok("--games 100 --name new --resume --quiet");
}

#[test]
fn a_manifest_that_was_changed_is_not_believed_and_tables_are_written_again() {
    let sandbox = Sandbox::new();
    sandbox.ok("--games 2000 --seed 42 --name x --quiet");
    sandbox.ok("--games 4000 --seed 43 --name whole --quiet");
    assert!(sandbox.ok("verify results/x").contains("results/x: 8 files, all whole"));
    let good = sandbox.read("results/x/summary.csv");
    let manifest = sandbox.text("results/x/manifest.json");
    let other = manifest.replace("\"seed\": 42", "\"seed\": 43");
    assert_ne!(manifest, other);
    sandbox.write("results/x/manifest.json", &other);
    // Its counts would be those of two seeds.
    sandbox.fails_saying(73, "--games 4000 --seed 43 --name x --resume", &["seed is 42, not 43"]);
    sandbox.fails_saying(65, "verify results/x", &["x/manifest.json: is not whole"]);
    // The state says all that its numbers depend on.
    let page = sandbox.ok("report results/x --out -");
    assert!(page.contains("seed 42") && !page.contains("seed 43"));
    fs::remove_file(sandbox.path("results/x/summary.csv")).unwrap();
    sandbox.write("results/x/wars.csv", "x");
    sandbox.fails_saying(65, "verify results/x results/whole", &["x/manifest.json: is not whole"]);
    sandbox.write("results/x/manifest.json", &manifest);
    let words = ["x/summary.csv: is missing", "x/wars.csv: was changed"];
    sandbox.fails_saying(65, "verify results/x results/whole", &words);
    sandbox.ok("--games 2000 --seed 42 --name x --resume --quiet");
    assert!(good == sandbox.read("results/x/summary.csv"));
    sandbox.ok("verify results/x results/whole --quiet");
    sandbox.fails_saying(66, "verify results/y", &["no such folder"]);
    // What is no run, or cannot be read, keeps nobody from the others.
    std::fs::write(sandbox.path("results/x/wars.csv"), "torn").unwrap();
    let words = ["1 file is missing", "x/wars.csv: ", "results/y: there is no such folder"];
    sandbox.fails_saying(65, "verify results/y results/x", &words);
    sandbox.fails_saying(66, "verify results/y results/whole", &["no such folder"]);
    sandbox.fails_saying(
        65,
        "verify results/whole results/x",
        &["1 file is missing", "wars.csv: "],
    );
    // Without its checksum a manifest is damaged; the state is as good as ever.
    let unsigned = manifest.rsplit_once(",\n  \"checksum\"").unwrap().0.to_owned() + "\n}\n";
    sandbox.write("results/x/manifest.json", unsigned);
    sandbox.fails_saying(65, "verify results/x", &["it has no checksum", "--resume"]);
    sandbox.ok("compare results/x results/whole --quiet --name c");
    sandbox.ok("--games 2000 --seed 42 --name x --resume --quiet");
    sandbox.ok("verify results/x --quiet");
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_nowhere_is_no_state_and_no_rows() {
    use std::os::unix::fs::symlink;

    let sandbox = Sandbox::new();
    sandbox.write("sub/mine.txt", "");
    sandbox.ok("--games 10 --name state --per-game sub/r.csv --quiet");
    assert_eq!(sandbox.ok("verify results/state"), "results/state: 9 files, all whole\n");
    fs::remove_file(sandbox.path("sub/r.csv")).unwrap();
    symlink("/nonexistent", sandbox.path("sub/r.csv")).unwrap();
    sandbox.fails_saying(
        65,
        "verify results/state",
        &["1 file is missing", "sub/r.csv: is missing"],
    );
    fs::remove_dir_all(sandbox.path("sub")).unwrap();
    sandbox.write("sub", "");
    sandbox.fails_saying(65, "verify results/state", &["sub/r.csv: is missing"]);
    // Its rows are where they were written, wherever one looks from.
    sandbox.ok("--games 10 --name here --per-game ./r.csv --quiet");
    let verify = |from: &str| {
        let mut verify = sandbox.command("verify");
        verify.arg(sandbox.path("results/here")).current_dir(sandbox.path(from)).output().unwrap()
    };
    assert_eq!(verify("results").status.code(), Some(0));
    fs::remove_file(sandbox.path("r.csv")).unwrap();
    assert_eq!(verify("results").status.code(), Some(65));
    // In the place of a table it is named, and replaced.
    sandbox.ok("--games 10 --name table --quiet");
    fs::remove_file(sandbox.path("results/table/wars.csv")).unwrap();
    symlink("/nonexistent", sandbox.path("results/table/wars.csv")).unwrap();
    sandbox.fails_saying(65, "verify results/table", &["results/table/wars.csv: is missing"]);
    sandbox.ok("--games 10 --name table --resume --quiet");
    sandbox.ok("verify results/table --quiet");
    sandbox.ok("--games 20 --seed 7 --name other --quiet");
    sandbox.ok("compare results/state results/other --name answer --quiet");
    for run in ["state", "answer"] {
        let state = sandbox.path(&format!("results/{run}/state"));
        fs::remove_file(&state).unwrap();
        symlink("/nonexistent", &state).unwrap();
        sandbox.fails_saying(65, &format!("verify results/{run}"), &["state: is missing"]);
    }
}
