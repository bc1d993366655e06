//! `compare` of stored runs, from outside.

use crate::sandbox::{Sandbox, flat, number};

#[test]
fn stored_batches_of_the_same_deals_are_played_again_and_paired() {
    let sandbox = Sandbox::new();
    for rules in ["umass", "winner-first"] {
        sandbox.ok(&format!(
            "--rules {rules} --games 2000 --seed 5 --first-game 70 --name {rules} --quiet"
        ));
    }
    sandbox.ok(
        "compare umass winner-first --games 2000 --seed 5 --first-game 70 --name direct --quiet",
    );
    // The run that `compare umass winner-first` is, under its own name.
    sandbox.ok("compare results/umass results/winner-first");
    let same = sandbox.ok("compare umass winner-first -n 2000 -s 5 --first-game 70 --resume");
    assert!(same.ends_with(" is complete: nothing is left to play\n"), "{same}");
    sandbox.ok("compare results/umass results/winner-first --name stored --quiet");
    for file in ["state", "comparison.csv", "summary.csv"] {
        let of = |name: &str| sandbox.read(&format!("results/{name}/{file}"));
        assert!(of("stored") == of("direct"), "{file}");
    }

    // The same deals as a list, which is not stored and cannot be played again.
    sandbox.write("decks.csv", sandbox.ok("deck --seed 5 --game 70 -n 2000"));
    for rules in ["umass", "winner-first"] {
        sandbox.ok(&format!("--rules {rules} --decks decks.csv --name {rules}-list --quiet"));
    }
    let text = sandbox.ok("compare results/umass-list results/winner-first-list --name apart");
    let words = flat(&text);
    assert!(words.contains("any dependence"), "{text}");
    let (apart, paired) = (
        sandbox.rows("results/apart/comparison.csv"),
        sandbox.rows("results/stored/comparison.csv"),
    );
    assert!(apart.iter().all(|row| row["method"].starts_with("shared deals: ")));
    // What the same deals are worth is lost, so every interval is wider and holds the other.
    for (apart, paired) in apart.iter().zip(&paired) {
        assert!(number(apart, "ci_low") < number(paired, "ci_low"), "{apart:?}");
        assert!(number(apart, "ci_high") > number(paired, "ci_high"), "{apart:?}");
    }
}

#[test]
fn stored_batches_of_other_deals_are_independent_samples() {
    let sandbox = Sandbox::new();
    sandbox.write("small.toml", "deck.ranks = 9\n");
    sandbox.ok("--games 1000 --seed 5 --name one --quiet");
    sandbox.ok("--games 1000 --seed 6 --name seed --quiet");
    sandbox.ok("--games 900 --seed 5 --first-game 1000 --name later --quiet");
    sandbox.ok("--games 1000 --seed 5 --rules small.toml --name deck --quiet");
    let text = sandbox.ok("compare results/one results/deck --name c-deck");
    let words = flat(&text);
    assert!(words.contains("1,000 deals each of different decks, paired by game index"), "{text}");
    let rows = sandbox.rows("results/c-deck/comparison.csv");
    assert!(rows.iter().all(|row| row["method"].starts_with("paired by game index: ")));
    sandbox.ok("--games 900 --seed 5 --rules small.toml --name part --quiet");
    sandbox.fails(65, "compare results/one results/part --name c-part");
    for other in ["seed", "later"] {
        let text = sandbox.ok(&format!("compare results/one results/{other} --name c-{other}"));
        assert!(text.starts_with("from the stored counts\n"), "{other}: {text}");
        let rows = sandbox.rows(&format!("results/c-{other}/comparison.csv"));
        assert_eq!(rows.len(), 4);
        assert!(rows.iter().all(|row| row["method"].starts_with("unpaired: ")));
    }
    // The same rule set twice: a name is not enough to tell them apart.
    let rows = sandbox.rows("results/c-seed/comparison.csv");
    assert_eq!(
        (rows[0]["rules_1"].as_str(), rows[0]["rules_2"].as_str()),
        ("one:umass", "seed:umass")
    );
    // Less by its half this one would be above nothing; its lower end is not.
    sandbox.ok("--games 900 --seed 1 --name many --quiet");
    sandbox.ok("--games 60 --seed 3 --rules bicycle --name few --quiet");
    let text = flat(&sandbox.ok("compare results/many results/few --no-files"));
    assert!(text.contains(" b_win -0.002 to +0.171 ^~ "), "{text}");
}

#[test]
fn stored_runs_that_have_nothing_in_common_or_one_name_are_told_apart() {
    let sandbox = Sandbox::new();
    sandbox.ok("ludo wuerfel0 --pair 1,2 --games 9 --seed 1 --name two --quiet");
    sandbox.ok("ludo wuerfel0 --pair 1,3 --games 9 --seed 2 --name three --quiet");
    sandbox.write("mine", "1 2 3 4 5 6\n1 1 1 6 6 6\n");
    sandbox.ok("ludo mine --games 9 --seed 2 --name mine --quiet");
    sandbox.fails_saying(64, "compare results/two results/three", &["no pair of dice in common"]);
    sandbox.fails_saying(64, "compare results/two results/mine", &["two and mine", "other dice"]);
    for (out, seed) in [("a", 1), ("b", 2), ("a\nb", 3)] {
        let line =
            ["--games", "20", "--out", out, "--seed", &seed.to_string(), "--name", "x", "-q"];
        sandbox.ok(&line);
    }
    let text = sandbox.ok("compare a/x b/x --name c");
    assert!(text.contains("b/x:umass less a/x:umass"), "{text}");
    let rows = sandbox.rows("results/c/comparison.csv");
    assert_eq!((&*rows[0]["rules_1"], &*rows[0]["rules_2"]), ("a/x:umass", "b/x:umass"));
    let hostile = sandbox.ok(&["compare", "b/x", "a\nb/x", "--no-files"]);
    assert!(hostile.contains("a\\nb/x:umass less b/x:umass"), "{hostile}");
    for option in ["--games 9", "--seed 9"] {
        let (name, _) = option.split_once(' ').unwrap();
        sandbox.fails_saying(64, &format!("compare a/x b/x {option}"), &[name, "leave it out"]);
    }
    // A folder takes no name from what comes with the program.
    for folder in ["umass", "limit", "wuerfel0"] {
        std::fs::create_dir(sandbox.path(folder)).unwrap();
    }
    for line in ["compare umass one-down", "run limit", "ludo wuerfel0"] {
        sandbox.ok(&format!("{line} --games 2 --no-files"));
    }
    sandbox.fails_saying(64, "compare a/x one-down", &["a folder, and the others are not"]);
}

/// What else is damaged: `src/lab/store/tests/states.rs`, and `src/cli/tests/damage.rs` for each verb.
#[test]
fn stored_runs_are_read_from_their_states_and_asked_nothing_of_games() {
    let sandbox = Sandbox::new();
    sandbox.ok("--games 200 --seed 5 --name one --quiet");
    sandbox.ok("--games 200 --seed 5 --rules one-down --name two --quiet");
    let compare = "compare results/one results/two --name c";
    // The manifest is for people: no number depends on it.
    let manifest = sandbox.path("results/two/manifest.json");
    std::fs::copy(sandbox.path("results/one/manifest.json"), &manifest).unwrap();
    assert!(sandbox.fails(65, "verify results/two").contains("another run"));
    sandbox.ok(compare);
    sandbox.fails(64, "compare results/two umass --name e");
    sandbox.fails(64, "compare results/one results/two --until a_win:0.1");
    sandbox.fails_saying(64, "compare results/two ./results/two/", &["given twice"]);
    std::fs::remove_file(sandbox.path("results/two/state")).unwrap();
    assert!(
        sandbox
            .fails(66, compare)
            .contains("results/two: is not the folder of a run: it has no `state`")
    );
    std::fs::create_dir(sandbox.path("results/two/state")).unwrap();
    assert!(sandbox.fails(65, compare).contains("state: is a folder"));
}

#[test]
fn what_matters_now_counts_for_stored_runs_and_else_what_did() {
    let sandbox = Sandbox::new();
    sandbox.ok("compare umass one-down --games 400 --name a --min-effect battles:100");
    sandbox.ok("compare winner-first bicycle --games 400 --name b");
    let alike = |options: &str| {
        let text = sandbox.ok(&format!("compare results/a results/b {options} --no-files"));
        text.lines().filter(|line| line.contains("=  ")).count()
    };
    assert_eq!((alike(""), alike("--min-effect battles:2000")), (0, 6));
}

#[test]
fn a_comparison_of_stored_runs_is_shown_as_it_was_printed() {
    let sandbox = Sandbox::new();
    sandbox.ok("--games 20 --name one --quiet");
    sandbox.ok("--games 30 --seed 7 --rules one-down --name two --quiet");
    let compare = "compare results/one results/two --measures battles,draw --min-effect battles:90 \
                   --confidence 0.9 --baseline one-down";
    let printed = sandbox.ok(&format!("{compare} --name both"));
    for run in ["one", "two"] {
        std::fs::remove_dir_all(sandbox.path(&format!("results/{run}"))).unwrap();
    }
    let shown = sandbox.ok("show results/both");
    assert_eq!(format!("{shown}\nwritten to results/both\n"), printed);
    assert!(shown.starts_with("from the stored counts\n") && shown.contains("umass less one-down"));
    for table in ["", " --table comparison"] {
        let csv = sandbox.ok(&format!("show results/both --format csv{table}"));
        assert_eq!(csv.as_bytes(), sandbox.read("results/both/comparison.csv"));
    }
    sandbox.fails_saying(64, "show results/both --table summary", &["use comparison"]);
    sandbox.ok("report results/both --quiet");
    assert!(sandbox.ok("list runs").contains("compare: stored runs, umass and one-down\n"));
    assert!(sandbox.ok("verify results/both").contains("all whole"));
    sandbox.ok("--games 5 --name three --quiet");
    for line in ["merge results/both --out . --name m", "compare results/three results/both"] {
        sandbox.fails_saying(66, line, &["is a comparison of stored runs; name those"]);
    }
    let state = sandbox.text("results/both/state");
    sandbox.write("results/both/state", state.replacen("20", "21", 1));
    sandbox.fails_saying(65, "show results/both", &["checksum"]);
}
