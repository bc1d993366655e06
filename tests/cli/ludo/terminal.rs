//! What `ludo` says on the terminal.

use std::fs;

use super::Ludo;
use crate::sandbox::Sandbox;

#[test]
fn the_terminal_says_which_die_is_best_and_how_games_tied() {
    let sandbox = Ludo::new();
    let dice = [
        ("identical", include_str!("../../../experiments/dice/identical.txt")),
        ("no-six", include_str!("../../../experiments/dice/no-six.txt")),
    ];
    for (name, text) in dice {
        sandbox.write(&format!("{name}.txt"), text);
    }
    let text = sandbox.ok("wuerfel0.txt --games 2000 --rules bwinf --rules bwinf-frozen");
    for best in ["die 2 is the best: its lead", "die 1 is the best: its lead"] {
        assert!(text.contains(best), "{text}");
    }
    let text = sandbox.ok("identical.txt --games 2000").replace("\n  ", " ");
    assert!(text.contains("the best die is one of 2, 3"), "{text}");
    let text = sandbox.ok("no-six.txt --games 2000");
    assert!(text.contains("ties: 2,000 games stuck") && text.contains("share of ties"), "{text}");
    assert!(text.contains("\n    1      -  1.000  .\n"), "no tie is a dot: {text}");
}

#[test]
fn many_dice_and_long_ones_fit_the_terminal() {
    let sandbox = Ludo::new();
    for n in [2, 10, 11, 15, 16, 40] {
        let long: String = (0..50).map(|face| format!(" {}", 1 + face % 9 * 99_999)).collect();
        let dice: String = (0..n)
            .map(|k| if k % 3 == 0 { format!("51 6{long}\n") } else { "2 1 6\n".into() })
            .collect();
        sandbox.write("many.txt", format!("{n}\n{dice}"));
        // Every line is checked to fit.
        let text = sandbox.ok(&format!("many.txt --games 3 --confidence 0.9999 --name n{n}"));
        assert_eq!(text.contains("are in pairs.csv"), n > 15, "{text}");
        assert_eq!(text.contains("column's in %"), n == 11 || n == 15, "{text}");
        assert!(text.contains("99.99 % interval"), "{text}");
    }
}

#[test]
fn help_has_examples_that_run() {
    let sandbox = Ludo::new();
    fs::create_dir_all(sandbox.path("experiments/dice")).unwrap();
    sandbox.write(
        "experiments/dice/wuerfel0.txt",
        include_str!("../../../experiments/dice/wuerfel0.txt"),
    );
    let help = String::from_utf8(sandbox.run("--help").stdout).unwrap();
    let examples: Vec<&str> =
        help.lines().filter_map(|line| line.trim().strip_prefix("war-sim ludo ")).collect();
    assert!(!examples.is_empty(), "{help}");
    for example in examples {
        let few = example.replace("--games 100000", "").replace("[OPTIONS]", "");
        // Ten games do not reach a precision.
        let code = sandbox.run(&format!("{few} --games 10")).status.code();
        assert!(matches!(code, Some(0 | 2)), "{few}: {code:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let sandbox = Ludo::new();
    for arguments in [
        "wuerfel0.txt --games 100",
        "wuerfel0.txt --games 1e12 --no-files --per-game /dev/stdout",
        "play --dice wuerfel0.txt --pair 1,2 --trace",
        "--help",
    ] {
        sandbox.ends_quietly_on_a_closed_pipe(&Ludo::line(arguments));
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
    assert!(!shown.contains("1:2"), "no pair of dice: {shown}");
    // The pairs are there, and no mirror is tested unless it is asked for.
    let rows = sandbox.ok("show results/x --table comparison --format csv");
    assert_eq!(rows.lines().count(), 1 + 3 * 15 * 3);
    assert!(!rows.contains("share_2"), "{rows}");
    let mirror = format!("{words} --measures share_2 --no-files --format json");
    assert!(sandbox.ok(&mirror).contains("\"measure\":\"share_2\""));
}
