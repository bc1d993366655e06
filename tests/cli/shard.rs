//! Parts of a run, and what they are together.

use std::fs;
use std::path::Path;

use crate::sandbox::{Sandbox, names, stderr};

/// Every file of two folders is the same, but for the manifests.
pub fn assert_same_files(one: &Path, other: &Path) {
    assert_eq!(names(one), names(other));
    for name in names(one).iter().filter(|name| *name != "manifest.json") {
        let read = |folder: &Path| fs::read(folder.join(name)).unwrap();
        assert!(read(one) == read(other), "{name} differs");
    }
}

/// Plays a command in this many parts; returns their folders.
fn parts(sandbox: &Sandbox, command: &str, of: u64) -> Vec<String> {
    for k in 1..=of {
        sandbox.ok(&format!("{command} --out parts --quiet --shard {k}/{of}"));
    }
    names(&sandbox.path("parts")).iter().map(|name| format!("parts/{name}")).collect()
}

#[test]
fn seven_parts_merge_into_the_bytes_of_the_unbroken_run_in_any_order() {
    for (k, command) in [
        "--games 10000 --seed 5 --rules umass --rules no-limit --by aces_a --by joker_a",
        "compare umass one-down winner-first --games 3000 --first-game 77 --measures draw --by aces_a",
        "ludo wuerfel0 --games 200 --rank-by score --rules bwinf --rules bwinf-frozen",
        "run sweep.toml",
        "--games 3",
        "exact --ranks 4 --suits 2 --rules umass --rules no-limit",
    ]
    .iter()
    .enumerate()
    {
        let sandbox = Sandbox::new();
        sandbox.write(
            "sweep.toml",
            "games = 500\nseed = 3\nrules = [\"umass\"]\nbaseline = \"umass\"\n\
             [[sweep]]\nwar.face_down = [1, 2]\nwar.lay = \"alternating\"\n",
        );
        sandbox.ok(&format!("{command} --out whole --name x --quiet"));
        let mut parts = parts(&sandbox, command, 7);
        assert_eq!(parts.len(), 7, "{parts:?}");
        // One that is there is left alone.
        let again = sandbox.ok(&format!("{command} --out parts --shard 4/7 --resume"));
        assert!(again.contains("is complete"), "{again}");
        // Merged parts are parts, too.
        let (low, high) = (parts[..4].join(" "), parts[4..].join(" "));
        sandbox.ok(&format!("merge {low} --out . --name low --quiet --partial"));
        sandbox.ok(&format!("merge {high} --out . --name high --quiet --partial"));
        sandbox.ok("merge high low --out . --name again --quiet");
        assert_same_files(&sandbox.path("whole/x"), &sandbox.path("again"));
        // The same merge again is no error, as with every run; another order for each.
        parts.rotate_left(k);
        parts.swap(0, 5);
        sandbox.ok(&format!("merge {} --out . --name again --quiet", parts.join(" ")));
        assert_same_files(&sandbox.path("whole/x"), &sandbox.path("again"));
        // Where no folder is named it is called as the unbroken run.
        sandbox.ok(&format!("{command} --out own --quiet"));
        sandbox.ok("merge low high --quiet");
        let own = names(&sandbox.path("own")).remove(0);
        assert_same_files(&sandbox.path("whole/x"), &sandbox.path("results").join(own));
    }
}

#[test]
fn rows_stay_with_their_parts() {
    let sandbox = Sandbox::new();
    sandbox.ok("--games 100 --shard 1/2 --name x --per-game g.csv --quiet");
    sandbox.ok("--games 100 --shard 2/2 --name x --quiet");
    sandbox.ok("merge results/x-shard1of2 results/x-shard2of2 --out . --name y --quiet");
    assert!(!sandbox.path("y/g.csv").exists() && sandbox.path("y/summary.csv").exists());
    sandbox.ok("--games 100 --name whole --quiet");
    assert_same_files(&sandbox.path("results/whole"), &sandbox.path("y"));
    sandbox.ok("merge results/x-shard1of2 --out . --name v --partial --quiet");
    sandbox.ok("verify v --quiet");
}

/// The other ways not to be a whole: `src/lab/store/tests/merging.rs`.
#[test]
fn gaps_overlaps_and_strangers_are_refused() {
    let sandbox = Sandbox::new();
    for k in 1..=7 {
        sandbox.ok(&format!("--games 1000 --shard {k}/7 --name x --quiet"));
    }
    sandbox.ok("--games 1000 --rules one-down --shard 2/7 --name rules --quiet");
    let part = |k: u32| format!("results/x-shard{k}of7");
    let but = |missing: &[u32]| {
        let there: Vec<String> = (1..=7).filter(|k| !missing.contains(k)).map(part).collect();
        there.join(" ")
    };
    let merge = |parts: String| format!("merge {parts} --out . --name y");
    for (parts, words) in [
        (but(&[7]), &["games 857 to 999 are missing", "--partial"][..]),
        (format!("{} {}", but(&[]), part(3)), &["games 285 to 427", "also in", "x-shard3of7"]),
        (
            format!("{} results/rules-shard2of7", part(1)),
            &["another run", "one-down", "umass", "rules.1.name"],
        ),
    ] {
        sandbox.fails_saying(65, &merge(parts), words);
    }
    // A larger part has no gaps; what is missing of the whole is named, now and when it is shown.
    let partial = |missing| format!("{} --partial", merge(but(missing)));
    sandbox.fails_saying(65, &partial(&[3, 7]), &["games 285 to 427 are missing; name"]);
    let output = sandbox.run(&*partial(&[1, 7]));
    let message = stderr(&output);
    assert!(message.contains("--first-game 0 --games 142 plays the first"), "{message}");
    let shown = sandbox.ok("show y");
    assert!(
        shown.starts_with("715 games of War under umass; seed 42, games 142 to 856.\n"),
        "{shown}"
    );
    sandbox.ok("--games 142 --name lost --quiet");
    sandbox.fails_saying(65, "merge y results/lost --out . --name z", &["games 857 to 999"]);
    sandbox.ok(&format!("merge y results/lost {} --out . --name z --quiet", part(7)));
    sandbox.ok("--games 1000 --name unbroken --quiet");
    assert_same_files(&sandbox.path("results/unbroken"), &sandbox.path("z"));
    fs::remove_dir_all(sandbox.path("y")).unwrap();
    sandbox.fails_saying(66, &merge("results/nowhere".into()), &["results/nowhere"]);
    sandbox.fails(64, "merge --out . --name y");
    // A manifest is for people.
    fs::remove_file(sandbox.path("results/x-shard3of7/manifest.json")).unwrap();
    assert!(!sandbox.path("y").exists());
    // Another run is not overwritten.
    sandbox.fails(73, &format!("merge {} --name rules-shard2of7", but(&[])));
    sandbox.ok(&format!("{} --report", merge(but(&[]))));
    assert!(sandbox.text("y/report.html").contains("1,000 games of War under umass"));
}

#[test]
fn parts_that_cannot_be_are_refused() {
    let sandbox = Sandbox::new();
    for (line, words) in [
        ("--games 100 --shard 0/7", "K from 1 to M"),
        ("--games 100 --shard 8/7", "8/7"),
        ("--games 100 --shard three", "K/M"),
        ("--games 100 --shard 1/2 --until a_win:0.01", "--until"),
        ("--games 100 --shard 1/2 --per-game ./games.csv", "bare name"),
        ("--games 100 --shard 1/2 --no-files", "remove --no-files"),
        // Where they have no effect.
        ("play --deck 2 --resume", "--resume"),
        ("deck --game 1 --shard=1/2", "--shard"),
        ("play --rules bwinf --dice wuerfel0 --resume", "--resume"),
        ("report x --shard=1/2", "--shard"),
    ] {
        sandbox.fails_saying(64, line, &[words]);
    }
    sandbox.ok("--games 100 --name x --quiet");
    sandbox.fails_saying(64, "compare results/x results/x --shard 1/2", &["--shard"]);
    assert_eq!(names(&sandbox.path("results")), ["x"]);
}
