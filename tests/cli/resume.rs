//! What a run does with what its folder holds: it goes on, extends it, leaves it alone, or refuses.

#![cfg(unix)]

use std::fs;
use std::process::Stdio;

use crate::sandbox::{Sandbox, names, signal, stderr, wait_until};
use crate::shard::assert_same_files;
use crate::stopped::{start, stopped, until_line};

/// Nobody but their owner knows that rows beside the folder are worth nothing.
#[test]
fn rows_elsewhere_are_replaced_by_force_alone_whatever_became_of_the_manifest() {
    let sandbox = Sandbox::new();
    let line = "--games 30 --name r --quiet --per-game ./e.csv";
    sandbox.ok(line);
    let rows = sandbox.read("e.csv");
    for is_whole in [true, false] {
        if !is_whole {
            fs::remove_file(sandbox.path("results/r/manifest.json")).unwrap();
        }
        let state = sandbox.read("results/r/state");
        let there = names(&sandbox.path("results/r"));
        for resume in ["", " --resume"] {
            let again = format!("{line}{resume}");
            match is_whole && !resume.is_empty() {
                true => drop(sandbox.ok(&again)),
                false => sandbox.fails_saying(73, &again, &["e.csv: is there already", "--force"]),
            }
            assert!(sandbox.read("results/r/state") == state && sandbox.read("e.csv") == rows);
            assert_eq!(names(&sandbox.path("results/r")), there);
        }
    }
    sandbox.ok(&format!("{line} --force"));
    assert!(sandbox.read("e.csv") == rows);
    sandbox.ok("verify results/r");
}

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
    // Who does not ask for them keeps them, but nobody knows whether they are whole.
    let cut = &good[..good.len() / 2];
    for (options, rows) in [("", cut), (" --resume", cut), ("", &good), (" --resume", &good)] {
        fs::remove_file(sandbox.path("results/x/manifest.json")).unwrap();
        sandbox.write("results/x/g.csv", rows);
        sandbox.ok(&*format!("--games 30 --name x --quiet{options}"));
        let verified = sandbox.ok("verify results/x");
        assert!(verified.contains("8 files, all whole\n"), "{verified}");
        assert!(sandbox.read("results/x/g.csv") == rows);
        // The state still says that they are the run's.
        sandbox.fails_saying(73, "--games 31 --name x --resume", &lost);
    }
    sandbox.ok(&format!("{again} --quiet"));
    assert!(sandbox.ok("verify results/x").contains("9 files, all whole\n"));
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
    for again in ["", "--force", "--threads 1"] {
        sandbox.write(path, [&page[..], b"<!-- seen by me -->\n"].concat());
        sandbox.ok(&format!("--games 20 --name x --quiet {again}"));
        assert!(sandbox.read(path) == page, "{again}");
        assert!(sandbox.ok("verify results/x").contains("9 files, all whole\n"));
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
fn a_checkpoint_of_another_run_is_refused_and_the_difference_named() {
    let sandbox = Sandbox::new();
    stopped(&sandbox, "--games 1e9 --name x --per-game g.csv", "results/x");
    for (options, words) in [
        ("--games 1e9 --seed 43 --per-game g.csv", &["seed is 42, not 43"][..]),
        ("--games 1e9 --rules one-down --per-game g.csv", &["umass", "one-down"]),
        ("--games 1e9 --confidence 0.9 --per-game g.csv", &["confidence is 0.95, not 0.9"]),
        ("--games 1e9 --until a_win:1e-9 --per-game g.csv", &["until"]),
    ] {
        sandbox.fails_saying(73, &format!("{options} --name x --resume"), words);
    }
    // Without --resume another run is refused as well, with --force it begins.
    sandbox.fails_saying(73, "--games 50 --seed 43 --name x", &["seed is 42", "--force"]);
    sandbox.ok("--games 50 --seed 43 --name x --force --quiet");
    assert_eq!(names(&sandbox.path("results")), ["x"]);
}

#[test]
fn a_run_that_is_refused_leaves_what_the_one_that_plays_has_saved() {
    let sandbox = Sandbox::new();
    let mut child = start(&sandbox, "--games 1e9 --name x --per-game g.csv --quiet");
    let kept = sandbox.path("results/x");
    wait_until("checkpoints", || kept.join("state.previous").exists());
    sandbox.fails_saying(73, "--games 10 --name x --force", &["another run is writing there"]);
    let left = names(&kept);
    signal(&child, "KILL");
    child.wait().unwrap();
    assert!(left.iter().any(|name| name == "state.previous"), "{left:?}");
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
    let said = until_line(&mut child, |line, _| line.contains("with --resume it goes on"));
    signal(&child, "KILL");
    child.wait().unwrap();
    assert!(said.is_ok(), "{said:?}");
    assert!(before == sandbox.read("results/x/state"));
    // A damaged one gives way to the one before.
    sandbox.write("results/x/state", "torn");
    let words = "the last state is missing or damaged; going on with the one before";
    sandbox.fails_saying(75, "--games 1e9 --name x --resume --stop-after 1ms", &[words]);
}

#[test]
fn a_finished_run_is_extended_with_its_rows() {
    let sandbox = Sandbox::new();
    let endings = if cfg!(feature = "parquet") { &["csv", "parquet"][..] } else { &["csv"] };
    for ending in endings {
        let of = |games: u64| {
            format!(
                "compare umass one-down --games {games} --per-game g.{ending} --with-decks --quiet"
            )
        };
        sandbox.ok(&format!("{} --name {ending} --out whole", of(900)));
        for games in [0, 300, 700, 900] {
            sandbox.ok(&format!("{} --name {ending} --resume", of(games)));
        }
        assert_same_files(
            &sandbox.path("whole").join(ending),
            &sandbox.path("results").join(ending),
        );
        // Other rows than those that are there, and rows that were changed since.
        sandbox.write(&format!("results/{ending}/g.{ending}"), "changed");
        sandbox.ok(&format!("{} --name {ending} --resume", of(950)));
        sandbox.ok(&format!("{} --name {ending} --out longer", of(950)));
        assert_same_files(
            &sandbox.path("longer").join(ending),
            &sandbox.path("results").join(ending),
        );
        // Under the names that commands give.
        for (games, folder) in [(300, "short"), (500, "short"), (500, "fresh")] {
            sandbox.ok(&format!("{} --out {folder}-{ending} --resume", of(games)));
        }
        let name = "compare-umass+one-down-seed42-games500";
        let [short, fresh] =
            ["short", "fresh"].map(|f| sandbox.path(&format!("{f}-{ending}/{name}")));
        assert_same_files(&short, &fresh);
    }
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
    let manifest = String::from_utf8(sandbox.read("results/x/manifest.json")).unwrap();
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
    let manifest = String::from_utf8(sandbox.read("results/x/manifest.json")).unwrap();
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
fn a_link_that_leads_nowhere_is_no_state_and_no_rows_elsewhere() {
    use std::os::unix::fs::symlink;

    let sandbox = Sandbox::new();
    sandbox.write("sub/mine.txt", "");
    sandbox.ok("--games 10 --name state --per-game sub/r.csv --quiet");
    let rows = |file: &str, whole| {
        let said = format!("results/state: {whole} files, all whole\n");
        assert_eq!(sandbox.ok("verify results/state"), said, "{file}");
    };
    rows("a file", 9);
    fs::remove_file(sandbox.path("sub/r.csv")).unwrap();
    symlink("/nonexistent", sandbox.path("sub/r.csv")).unwrap();
    rows("a link that leads nowhere", 8);
    fs::remove_dir_all(sandbox.path("sub")).unwrap();
    sandbox.write("sub", "");
    rows("no folder", 8);
    // In the place of a table it is named, and replaced.
    sandbox.ok("--games 10 --name table --quiet");
    fs::remove_file(sandbox.path("results/table/wars.csv")).unwrap();
    symlink("/nonexistent", sandbox.path("results/table/wars.csv")).unwrap();
    sandbox.fails_saying(65, "verify results/table", &["results/table/wars.csv: is missing"]);
    sandbox.ok("--games 10 --name table --resume --quiet");
    sandbox.ok("verify results/table --quiet");
    sandbox.ok("--games 10 --name table --report --quiet");
    sandbox.write("results/table/report.html", "");
    sandbox.ok("report results/table --quiet");
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

#[test]
fn a_longer_run_replaces_no_file_but_its_own() {
    let sandbox = Sandbox::new();
    let run = |games: u32, more: &str| format!("--games {games} --name r -q {more}");
    sandbox.ok(&*run(20, ""));
    sandbox.write("notes.csv", "mine\n");
    sandbox.write("results/r/notes.csv", "mine\n");
    for file in ["./notes.csv", "notes.csv"] {
        let more = format!("--resume --per-game {file}");
        sandbox.fails_saying(73, &*run(30, &more), &["notes.csv", "--force"]);
    }
    assert_eq!(sandbox.read("notes.csv"), b"mine\n");
    assert_eq!(sandbox.read("results/r/notes.csv"), b"mine\n");
    // Its rows would be of fewer games, whether a manifest lists them or not.
    sandbox.ok(&*run(20, "--per-game games.csv"));
    std::fs::remove_file(sandbox.path("results/r/manifest.json")).unwrap();
    sandbox.fails_saying(73, &*run(30, "--resume"), &["rows of games"]);
    sandbox.ok(&*run(30, "--resume --per-game games.csv"));
    assert_eq!(sandbox.rows("results/r/games.csv").len(), 30);
}
