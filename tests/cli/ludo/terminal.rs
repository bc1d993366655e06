//! What `ludo` says on the terminal.

use std::fs;

use super::Ludo;
use crate::sandbox::Sandbox;

#[test]
fn the_terminal_says_what_the_games_prove_and_what_not() {
    let sandbox = Ludo::new();
    let dice = [
        ("non-transitive", include_str!("../../../experiments/dice/non-transitive.txt")),
        ("identical", include_str!("../../../experiments/dice/identical.txt")),
        ("no-six", include_str!("../../../experiments/dice/no-six.txt")),
        ("large-faces", include_str!("../../../experiments/dice/large-faces.txt")),
    ];
    for (name, text) in dice {
        sandbox.write(&format!("{name}.txt"), text);
    }
    let text = sandbox.ok("non-transitive.txt --games 20000");
    assert!(text.contains("non-transitive: 1 beats 2 beats 3 beats 1; no order"), "{text}");
    let text = sandbox.ok("identical.txt --games 2000");
    assert!(!text.contains("non-transitive"), "{text}");
    assert!(text.contains("are identical: any difference"), "{text}");
    let text = sandbox.ok("no-six.txt --games 2000");
    assert!(
        text.contains("no difference found between dice 1 and 2 at 2,000 games a pair; they tied")
    );
    assert!(text.contains("ties: 2,000 games stuck") && text.contains("share of ties"), "{text}");
    assert!(text.contains("\n    1      -  1.000  .\n"), "no tie is a dot: {text}");
    let text = sandbox.ok("large-faces.txt --games 2000").replace("\n  ", " ");
    assert!(text.contains("no difference found between dice 2, 3 and 4"), "{text}");
    let text = sandbox
        .ok("wuerfel0.txt --games 2000 --rules bwinf --rules bwinf-frozen --rules devofvictory")
        .replace('\n', " ");
    let flip = "the rules decide which die is best: die 2 under bwinf, die 1 under bwinf-frozen, \
                die 1 under devofvictory";
    assert!(text.contains(flip) && !text.contains("chance"), "{text}");
    let text = sandbox.ok("wuerfel0.txt --games 2000 --rules bwinf-frozen --rules devofvictory");
    assert!(text.contains("both rule sets name die 1 best"), "{text}");
    sandbox.write("mine.toml", "start = \"first\"");
    let text = sandbox.ok("identical.txt --games 300 --rules bwinf --rules mine.toml --seed 5");
    let differ = text.contains("the rules decide");
    assert!(!differ || text.replace('\n', " ").contains("that may be chance"), "{text}");
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
fn a_comparison_shows_both_rankings_and_what_changed_for_each_die() {
    let sandbox = Sandbox::new();
    let words = "compare bwinf bwinf-frozen devofvictory --dice wuerfel0 --games 300 --name x";
    let shown = sandbox.ok(words);
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
    let pairs =
        ["bwinf-frozen less bwinf", "devofvictory less bwinf", "devofvictory less bwinf-frozen"];
    let tables: Vec<&str> = pairs
        .iter()
        .map(|pair| {
            shown.split(&format!("\n{pair}\n")).nth(1).unwrap_or_else(|| panic!("{pair}: {shown}"))
        })
        .collect();
    // Every number comes out of ranking.csv and the games of the pairs.
    let ranking = sandbox.rows("results/x/ranking.csv");
    let pairs = sandbox.rows("results/x/pairs.csv");
    let number = |row: &std::collections::HashMap<String, String>, key: &str| -> f64 {
        row[key].parse().unwrap()
    };
    let share = |rules: &str, die: &str| {
        let row = ranking.iter().find(|row| row["rules"] == rules && row["die"] == die).unwrap();
        (row["rank"].clone(), number(row, "win_share"))
    };
    for line in tables[0].lines().skip(1).take(6) {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let (one, two) = (share("bwinf", fields[0]), share("bwinf-frozen", fields[0]));
        assert_eq!((fields[1], fields[3]), (one.0.as_str(), two.0.as_str()), "{line}");
        assert_eq!(fields[2], format!("{:.4}", one.1));
        assert_eq!(fields[4], format!("{:.4}", two.1));
        assert_eq!(
            fields[5].parse::<f64>().unwrap(),
            format!("{:.4}", two.1 - one.1).parse::<f64>().unwrap()
        );
        let (low, high): (f64, f64) = (fields[6].parse().unwrap(), fields[8].parse().unwrap());
        assert!(low <= two.1 - one.1 + 1e-4 && two.1 - one.1 - 1e-4 <= high, "{line}");
    }
    assert_eq!(pairs.len(), 3 * 15);
    assert!(!shown.contains("1:2"), "no pair of dice: {shown}");
    // The pairs are there, and no mirror is tested unless it is asked for.
    let rows = sandbox.ok("show results/x --table comparison --format csv");
    assert_eq!(rows.lines().count(), 1 + 3 * 15 * 3);
    assert!(!rows.contains("share_2"), "{rows}");
    let mirror = format!("{words} --measures share_2 --no-files --format json");
    assert!(sandbox.ok(&mirror).contains("\"measure\":\"share_2\""));
}
