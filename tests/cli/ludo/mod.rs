//! The Ludo verbs, from outside.

mod tables;

use std::fs;

use crate::sandbox::{Row, Sandbox, assert_fits_80_columns, names};

fn count(row: &Row, column: &str) -> u64 {
    row[column].parse().unwrap_or_else(|e| panic!("{column} = {:?}: {e}", row[column]))
}

fn near(found: f64, expected: f64) -> bool {
    (found - expected).abs() < 1e-12
}

// What is read and where it is written; what is refused; what `ludo` says on the terminal.

/// Whatever else can be wrong in one: `die.rs` of the engine.
#[test]
fn a_bad_dice_file_is_refused_with_file_line_and_what_was_expected() {
    let sandbox = Sandbox::new();
    sandbox.write("bad.txt", "2\n3 1 2\n1 1\n");
    for line in ["ludo bad.txt --games 10", "play --rules bwinf --dice bad.txt --pair 1,2"] {
        let said = "bad.txt: line 2: expected 3 faces as the first number says, found 2";
        assert!(sandbox.fails(65, line).starts_with(&format!("war-sim: {said}")), "{line}");
    }
    fs::write(sandbox.path("bad.txt"), b"2\n1 \xff\n1 1\n").unwrap();
    assert!(sandbox.fails(65, "ludo bad.txt --games 10").contains("UTF-8"));
    assert!(sandbox.fails(66, "ludo missing.txt").contains("missing.txt: there is no such file"));
    assert!(
        sandbox
            .fails(66, "play --rules bwinf --dice missing.txt --pair 1,2")
            .contains("missing.txt")
    );
}

#[test]
fn a_file_may_be_just_dice() {
    let sandbox = Sandbox::new();
    sandbox.write("counted.txt", "3\n6 1 2 3 4 5 6\n6 1 1 1 6 6 6\n4 1 2 3 4\n");
    sandbox.write("just.txt", "1-6\n1 1 1 6 6 6 # the second\n1-4\n");
    for name in ["counted", "just"] {
        sandbox.ok(&format!("ludo {name}.txt --games 20 --name {name}"));
    }
    let ranking =
        |name: &str| fs::read(sandbox.path(&format!("results/{name}/ranking.csv"))).unwrap();
    assert_eq!(ranking("just"), ranking("counted"));
    sandbox.write("both.txt", "6 1 2 3 4 5 6\n2 1 6\n");
    let told = sandbox.fails(65, "ludo both.txt --games 10");
    assert!(told.contains("both.txt: line 1: every line begins with how many"), "{told}");
}

#[test]
fn one_die_needs_self_play() {
    let sandbox = Sandbox::new();
    sandbox.write("one.txt", "1 # die\n2 1 6");
    assert!(sandbox.fails(65, "ludo one.txt --games 10").contains("found 1; --self-play"));
    let text = sandbox.ok("ludo one.txt --games 10 --self-play");
    assert!(text.contains("1 die, 1 pair, 10 games each") && !text.contains("apart"), "{text}");
    assert!(
        sandbox.ok("play --rules bwinf --dice one.txt --pair 1,1").contains("die 1 against die 1")
    );
}

#[test]
fn bad_options_are_refused_with_a_way_out() {
    let sandbox = Sandbox::new();
    sandbox.write("unass.toml", "goal_pieces = \"free\"\n");
    for (code, arguments, expected) in [
        (64, "ludo", "DICE_FILE"),
        (64, "ludo wuerfel0 --games 1e19", "15 times as many make more than 2^64 - 1"),
        (64, "ludo wuerfel0 --games 5 --first-game 18446744073709551615", "2^64 - 1"),
        (64, "ludo wuerfel0 --roll-limit 0", "'--roll-limit <N>': use a number from 1 to"),
        (
            64,
            "ludo wuerfel0 --roll-limit 18446744073709551615",
            "'18446744073709551615' for '--roll-limit <N>': use",
        ),
        (64, "ludo wuerfel0 --rules bwinv", "did you mean `bwinf`? use bwinf, bwinf-frozen, "),
        (64, "ludo wuerfel0 --rules bwinf_frozen", "did you mean `bwinf-frozen`?"),
        (64, "ludo wuerfel0 --rules umass", "a rule set of War, not of Ludo"),
        (64, "ludo wuerfel0 --start rolloff", "roll-off"),
        (64, "ludo wuerfel0 --rank-by wins", "win-share"),
        (64, "ludo wuerfel0 --pair 1,9", "--pair 1,9"),
        (64, "ludo wuerfel0 --decks d.txt", "Ludo is played without decks"),
        (64, "ludo wuerfel0 --set die_1=1-6 --set die_2=6-6", "6}` has dice of its own; leave"),
        (64, "compare bwinf bwinf{die_1=1-6,die_2=6-6} --dice wuerfel0", "has dice of its own"),
        (64, "play --rules bwinf{die_1=1-6,die_2=6-6} --dice wuerfel0 --pair 4,5", "of its own"),
        (64, "play --rules bwinf --dice wuerfel0", "--pair"),
        (64, "play --rules bwinf --dice wuerfel0 --pair 2,1", "as in the tables: 1,2"),
        (64, "play --rules bwinf --dice wuerfel0 --pair 9,9", "has dice 1 to 6"),
        (64, "play --rules bwinf --dice wuerfel0 --pair x", "two dice such as 1,2"),
        (64, "play --rules bwinf --dice wuerfel0 --pair 0,1", "two dice such as 1,2"),
        (64, "play --rules bwinf --dice wuerfel0 --pair 1,2,3", "two dice such as 1,2"),
        (64, "play --rules bwinf --dice wuerfel0 --pair 1,2 --roll-limit 0", "1 to 4294967295"),
        (
            65,
            "ludo wuerfel0 --rules unass.toml",
            "unknown word \"free\": use \"move-on\" or \"frozen\"",
        ),
        (66, "ludo wuerfel0 --rules missing.toml", "missing.toml"),
    ] {
        let message = sandbox.fails(code, arguments);
        assert!(message.contains(expected), "{arguments}: {message}");
        assert_eq!(names(sandbox.folder.path()), ["unass.toml"], "{arguments} wrote something");
    }
}

#[test]
fn runs_that_differ_have_folders_of_their_own() {
    let sandbox = Sandbox::new();
    for options in [
        "",
        "--seed 1",
        "--self-play",
        "--roll-limit 9",
        "--start first",
        "--rank-by score",
        "--first-game 1",
        "--rules bwinf-frozen",
        "--confidence 0.9",
        "--rules bwinf --rules bwinf-frozen",
    ] {
        sandbox.ok(&format!("ludo wuerfel0 --games 10 {options}"));
    }
    let all = names(&sandbox.path("results"));
    assert_eq!(all.len(), 10);
    // The same dice under another file name, by other threads, are the same run; other dice are not.
    sandbox.write("copy.txt", include_str!("../../../experiments/dice/wuerfel0.txt"));
    sandbox.ok("ludo copy.txt --games 10 --threads 1");
    assert_eq!(names(&sandbox.path("results")), all);
    sandbox.write("copy.txt", "2\n1 6\n1 6\n");
    sandbox.ok("ludo copy.txt --games 10");
    assert_eq!(names(&sandbox.path("results")).len(), 11);
    let usual = all.iter().filter(|name| name.starts_with("ludo-bwinf-seed42-games10-"));
    assert_eq!(usual.count(), 7, "{all:?}");
}

#[cfg(unix)]
#[test]
fn a_rule_set_lies_in_the_folder_of_experiments() {
    let sandbox = Sandbox::new();
    fs::create_dir_all(sandbox.path("experiments/ludo")).unwrap();
    for (name, text) in [
        ("roll-off", include_str!("../../../experiments/ludo/roll-off.toml")),
        ("four-on-b", include_str!("../../../experiments/ludo/four-on-b.toml")),
    ] {
        sandbox.write(&format!("experiments/ludo/{name}.toml"), text);
    }
    sandbox.ok("ludo wuerfel0 --games 10 --rules roll-off --rules four-on-b --name x");
    let rows = sandbox.rows("results/x/pairs.csv");
    assert_eq!([&*rows[0]["rules"], &rows[0]["start"]], ["roll-off", "roll-off"]);
    assert_eq!([&*rows[15]["rules"], &rows[15]["start"]], ["four-on-b", "alternate"]);
}

#[test]
fn the_terminal_says_which_die_is_best_and_how_games_tied() {
    let sandbox = Sandbox::new();
    let dice = [
        ("identical", include_str!("../../../experiments/dice/identical.txt")),
        ("no-six", include_str!("../../../experiments/dice/no-six.txt")),
    ];
    for (name, text) in dice {
        sandbox.write(&format!("{name}.txt"), text);
    }
    let text = sandbox.ok("ludo wuerfel0 --games 2000 --rules bwinf --rules bwinf-frozen");
    for best in ["die 2 is the best: its lead", "die 1 is the best: its lead"] {
        assert!(text.contains(best), "{text}");
    }
    let text = sandbox.ok("ludo wuerfel0 --pair 1,3 --games 500");
    assert!(text.contains("die 1 is the best of those that played: its lead"), "{text}");
    let text = sandbox.ok("ludo identical.txt --games 2000").replace("\n  ", " ");
    assert!(text.contains("the best die is one of 2, 3"), "{text}");
    let text = sandbox.ok("ludo no-six.txt --games 2000");
    assert!(text.contains("ties: 2,000 games stuck") && text.contains("share of ties"), "{text}");
    assert!(text.contains("\n    1      -  1.000  .\n"), "no tie is a dot: {text}");
}

#[test]
fn many_dice_and_long_ones_fit_the_terminal() {
    let sandbox = Sandbox::new();
    for n in [2, 10, 11, 15, 16, 40] {
        let long: String = (0..50).map(|face| format!(" {}", 1 + face % 9 * 99_999)).collect();
        let dice: String = (0..n)
            .map(|k| if k % 3 == 0 { format!("51 6{long}\n") } else { "2 1 6\n".into() })
            .collect();
        sandbox.write("many.txt", format!("{n}\n{dice}"));
        let text = sandbox.ok(&format!("ludo many.txt --games 3 --confidence 0.9999 --name n{n}"));
        assert_fits_80_columns(&text);
        assert_eq!(text.contains("are in pairs.csv"), n > 15, "{text}");
        assert_eq!(text.contains("column's in %"), n == 11 || n == 15, "{text}");
        assert!(text.contains("99.99 % interval"), "{text}");
    }
}

#[test]
fn a_comparison_shows_the_ranking_of_each_rule_set() {
    let sandbox = Sandbox::new();
    let words = "compare bwinf bwinf-frozen devofvictory --dice wuerfel0 --games 300 --name x";
    let shown = sandbox.ok(words);
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
    // Every number comes out of ranking.csv.
    for row in sandbox.rows("results/x/ranking.csv") {
        let (_, ranking) = shown.split_once(&format!("rules {},", row["rules"])).unwrap();
        let share: f64 = row["win_share"].parse().unwrap();
        let line = ranking.lines().nth(1 + row["rank"].parse::<usize>().unwrap()).unwrap();
        let fields: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(fields[..3], [&row["rank"], &row["die"], &format!("{share:.4}")], "{shown}");
    }
    assert_eq!(sandbox.rows("results/x/pairs.csv").len(), 3 * 15);
    // No mirror is tested unless it is asked for.
    let rows = sandbox.ok("show results/x --table comparison --format csv");
    assert_eq!(rows.lines().count(), 1 + 3 * 15 * 3);
    assert!(!rows.contains("share_2"), "{rows}");
    let mirror = format!("{words} --measures share_2 --no-files --format json");
    assert!(sandbox.ok(&mirror).contains("\"measure\":\"share_2\""));
}

/// The number before the first sign behind it.
fn difference(field: &str) -> f64 {
    field.split('\u{b1}').next().unwrap().parse().unwrap()
}

#[test]
fn differences_of_rule_sets_come_before_their_rankings() {
    let sandbox = Sandbox::new();
    sandbox.write("three.txt", "1-6\n1 1 1 6 6 6\n0-9\n");
    let before = |words: &str| {
        let shown = sandbox.ok(words);
        shown.split_once("rules bwinf, ").unwrap().0.to_owned()
    };
    // One pair of two rule sets has its p-values, too.
    let one =
        before("compare bwinf bwinf-frozen --dice three.txt --pair 1,2 --games 300 --name one");
    assert!(one.contains("bwinf-frozen 1:2 less bwinf 1:2\n"), "{one}");
    assert!(one.contains("on the same 300 series of"), "{one}");
    assert!(one.contains("95 % interval") && one.contains("adjusted p"), "{one}");
    // A line for each pair and rule set, all against the first.
    sandbox.write(
        "sweep.toml",
        "dice = \"three.txt\"\nrules = [\"bwinf\"]\nmin_effect = \"share:0.1\"\n\
         [sweep]\ngoal_pieces = [\"move-on\", \"frozen\"]\n",
    );
    let three = "compare bwinf bwinf-frozen --dice three.txt --min-effect share:0.1";
    for (words, name) in [(three, "bwinf-frozen "), ("run sweep.toml", "bwinf goal_pieces=frozen ")]
    {
        let shown = before(&format!("{words} --games 300 --name x --force"));
        assert!(shown.contains("\n  less bwinf"), "{shown}");
        let rows = sandbox.rows("results/x/comparison.csv");
        let rows: Vec<_> = rows.iter().filter(|row| row["measure"] == "share").collect();
        for (row, pair) in rows.iter().zip(["1:2", "1:3", "2:3"]) {
            let (_, line) = shown.split_once(&format!("\n  {name}{pair}")).unwrap();
            let field = line.split_whitespace().next().unwrap();
            let found = row["difference"].parse::<f64>().unwrap();
            assert!((difference(field) - found).abs() < 0.0006, "{field} {row:?}");
        }
        let words = shown.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains("= equivalent") && words.contains("what matters: 0.1 share"));
    }
}
