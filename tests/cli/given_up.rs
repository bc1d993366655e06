//! Games that the program gave up: never counted as if what they did not come to did not happen.

use std::collections::HashMap;

use crate::sandbox::{Sandbox, assert_fits_80_columns};

/// Rules without a limit whose games are given up long before most are over.
const LOW: &str = "no-limit{limit.ceiling=60}";

fn number(row: &HashMap<String, String>, column: &str) -> f64 {
    row[column].parse().unwrap_or_else(|_| panic!("{column} of {row:?}"))
}

/// The two numbers around ` to ` behind the last of these words.
fn ends(text: &str, words: &str) -> (f64, f64) {
    let line = text.lines().find(|line| line.contains(words)).unwrap_or_else(|| panic!("{text}"));
    let (before, after) = line.split_once(" to ").unwrap();
    let low = before.split_whitespace().last().unwrap().parse().unwrap();
    (low, after.split_whitespace().next().unwrap().parse().unwrap())
}

/// Plain text of a wrapped paragraph.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn intervals_reach_from_without_the_games_given_up_to_with_all_of_them() {
    let sandbox = Sandbox::new();
    let play = |rules: &str, name: &str| {
        sandbox.ok(&format!("--rules {rules} --games 500 --seed 5 --by aces_a --name {name}"))
    };
    let (text, decided) = (play(LOW, "low"), play("no-limit", "whole"));
    assert_fits_80_columns(&text);
    let [low, whole] =
        ["low", "whole"].map(|name| sandbox.row(&format!("results/{name}/summary.csv"), 0));
    let given_up = number(&low, "limit");
    assert!(given_up > 300.0, "{given_up}");
    let said = format!("{given_up} games were given up after 60 battles");
    assert!(flat(&text).contains(&said), "{text}");
    assert!(text.contains("battles: mean at least 59.51, median at least 60\n"), "{text}");
    for (words, ratio) in [("A wins", "a_ratio"), ("B wins", "b_ratio"), ("draw", "draw_ratio")] {
        let (least, most) = ends(&text, &format!("  {words} "));
        let truth = number(&whole, ratio);
        assert!(least <= truth && truth <= most, "{words}: {truth} in {least} to {most}");
        assert!(most - least > given_up / 500.0, "{words}: {least} to {most}");
    }
    // The files have the same interval.
    assert!((number(&low, "a_ci_high") - ends(&text, "  A wins ").1).abs() < 1e-4);
    let estimates = sandbox.rows("results/low/estimates.csv");
    assert_eq!(estimates[0]["ci_high"], low["a_ci_high"]);
    assert!(estimates[0]["method"].ends_with("; games given up either way"));
    assert_eq!((estimates[3]["ci_low"].as_str(), estimates[3]["std_err"].as_str()), ("", ""));
    // Where nothing is given up, nothing is said, and a limit of the rules has decided.
    let limited = sandbox.ok("--rules umass --games 500 --seed 5 --name limited");
    assert!(!decided.contains("given up") && !limited.contains("given up"));
    let markdown = sandbox.ok("show results/low --format markdown");
    let line = markdown.lines().find(|line| line.contains("ceiling=60")).unwrap();
    let high: f64 = line.split(" | ").nth(5).unwrap().parse().unwrap();
    assert!((high - ends(&text, "  A wins ").1).abs() < 1e-4, "{line}");
    assert!(line.contains("games given up either way"), "{line}");
    let page = sandbox.ok("report results/low --out page.html");
    let html = String::from_utf8(sandbox.read("page.html")).unwrap();
    assert!(html.contains("given up, and intervals reach from without them"), "{page}");
    assert!(html.contains("nobody: given up") && !html.contains("cut off"), "{page}");
    assert!(text.contains(" given up ") && !text.contains("cut off"), "{text}");
    // The same games of two runs are given up once.
    sandbox.ok(&format!("--rules {LOW} --games 500 --seed 5 --name same"));
    sandbox.ok("report results/low results/same --out both.html");
    let both = String::from_utf8(sandbox.read("both.html")).unwrap();
    assert!(both.contains(&format!("{given_up} games were given up")), "{given_up}");
    sandbox.ok("report results/limited --out limited.html");
    let html = String::from_utf8(sandbox.read("limited.html")).unwrap();
    assert!(html.contains("nobody: cut off") && !html.contains("given up"));
}

#[test]
fn figures_leave_open_what_became_of_games_given_up() {
    let sandbox = Sandbox::new();
    let rules = "--rules no-limit{limit.ceiling=200} --rules umass";
    sandbox.ok(&format!("{rules} --games 2000 --name both --report --quiet"));
    let page = String::from_utf8(sandbox.read("results/both/report.html")).unwrap();
    for (figure, said) in [
        ("outcomes", ", for games were given up</h2>"),
        ("lengths", "fewer than half, 73.9 % given up, 1.9 % never end"),
        ("leads", "drawn as far as they were played"),
    ] {
        let (_, own) = page.split_once(&format!("id=\"{figure}\"")).unwrap();
        let (own, _) = own.split_once("</figure>").unwrap();
        assert!(own.contains(said), "{said}");
    }
}

#[test]
fn each_value_of_a_feature_has_its_own_games_given_up() {
    let sandbox = Sandbox::new();
    let play = |rules: &str, more: &str| {
        let rows = "--per-game games.csv --with-features aces_a";
        sandbox.ok(&format!("--rules {rules} --games 500 --seed 5 --by aces_a {rows} {more}"))
    };
    let text = play(LOW, "--name low");
    let games = sandbox.rows("results/low/games.csv");
    let strata = sandbox.rows("results/low/strata.csv");
    let z = 1.959_963_984_540_054;
    let wilson = |won: f64, of: f64, sign: f64| {
        let (share, square) = (won / of, z * z);
        let spread = z * (share * (1.0 - share) / of + square / (4.0 * of * of)).sqrt();
        (share + square / (2.0 * of) + sign * spread) / (1.0 + square / of)
    };
    assert_eq!(strata.len(), 5);
    for row in &strata {
        let of_value = || games.iter().filter(|game| game["aces_a"] == row["value"]);
        let given_up = of_value().filter(|game| game["end_reason"] == "limit").count() as f64;
        let (of, won, drawn) = (number(row, "games"), number(row, "a_wins"), number(row, "draws"));
        assert_eq!(of_value().count() as f64, of);
        let same = |column: &str, expected: f64| {
            assert!((number(row, column) - expected).abs() < 1e-9, "{column}: {expected}, {row:?}");
        };
        same("a_ci_low", wilson(won, of, -1.0));
        same("a_ci_high", wilson(won + given_up, of, 1.0));
        same("draw_ci_low", wilson(drawn - given_up, of, -1.0));
        same("draw_ci_high", wilson(drawn, of, 1.0));
        assert_eq!(row["battles_std_err"].is_empty(), given_up > 0.0, "{row:?}");
        let shown = format!("{:.4} to {:.4}", number(row, "a_ci_low"), number(row, "a_ci_high"));
        let line = text.lines().find(|line| line.contains(&shown));
        let line = line.unwrap_or_else(|| panic!("{shown} in {text}"));
        assert_eq!(line.contains("at least"), given_up > 0.0, "{line}");
    }
    // Stopped and gone on, and read back from its state, it is the same.
    let unbroken = sandbox.read("results/low/strata.csv");
    for k in 1..=2 {
        sandbox.ok(&format!(
            "--rules {LOW} --games 500 --seed 5 --by aces_a --shard {k}/2 --out part{k}"
        ));
    }
    sandbox.ok("merge part1 part2 --out results/whole");
    assert_eq!(sandbox.read("results/whole/strata.csv"), unbroken);
    // A limit of the rules decides.
    play("umass{limit.at=60}", "--name limited");
    for row in sandbox.rows("results/limited/strata.csv") {
        let (of, won) = (number(&row, "games"), number(&row, "a_wins"));
        assert!((number(&row, "a_ci_high") - wilson(won, of, 1.0)).abs() < 1e-9, "{row:?}");
    }
}

#[test]
fn a_difference_reaches_from_one_extreme_to_the_other() {
    let sandbox = Sandbox::new();
    let text = sandbox.ok(&format!("compare {LOW} umass --games 500 --seed 5 --name low"));
    assert!(flat(&text).contains("length: not known, for games were given up"), "{text}");
    assert!(flat(&text).contains("483 games were given up after 60 battles"), "{text}");
    sandbox.ok("compare no-limit umass --games 500 --seed 5 --name whole");
    let again = sandbox.ok("compare results/low results/whole");
    assert!(again.contains(" at least 60 ") || again.contains(" at least 60\n"), "{again}");
    let of_low = |line: &&str| line.contains("ceiling=60") && line.contains(" to ");
    assert!(again.lines().any(|line| of_low(&line)), "{again}");
    let [low, whole] =
        ["low", "whole"].map(|name| sandbox.rows(&format!("results/{name}/comparison.csv")));
    for row in &low {
        let truth = whole.iter().find(|other| other["measure"] == row["measure"]);
        let truth = number(truth.unwrap_or_else(|| panic!("{row:?}")), "difference");
        assert!(row["method"].ends_with("games given up either way"), "{row:?}");
        if row["measure"] == "battles" {
            assert!(row["ci_low"].is_empty() && row["p_value"].is_empty(), "{row:?}");
            continue;
        }
        let (least, most) = (number(row, "ci_low"), number(row, "ci_high"));
        assert!(least <= truth && truth <= most, "{truth} in {row:?}");
        assert_eq!(number(row, "p_value"), 1.0, "{row:?}");
    }
}

#[test]
fn no_precision_is_reached_that_games_given_up_could_undo() {
    let sandbox = Sandbox::new();
    let until = "--until a_win:0.1 --games 4000 --seed 5";
    let refused = sandbox.not_reached(&format!("--rules {LOW} {until} --name low"));
    // More games do not help.
    assert!(refused.contains("not reached") && !refused.contains("--games"), "{refused}");
    assert!(refused.contains("use rules that give up later"), "{refused}");
    sandbox.ok(&format!("--rules no-limit {until} --name whole"));
}

#[test]
fn exact_shares_are_open_where_games_were_given_up() {
    let sandbox = Sandbox::new();
    let exact = "exact --ranks 3 --suits 2 --rules";
    let text = sandbox.ok(&format!("{exact} no-limit{{limit.ceiling=3}} --name low"));
    let whole = sandbox.ok(&format!("{exact} no-limit --name whole"));
    assert!(flat(&text).contains("given up after 3 battles"), "{text}");
    assert!(text.contains("mean at least"), "{text}");
    let truth = whole.lines().find(|line| line.contains("A wins")).unwrap();
    let truth: f64 = truth.split_whitespace().last().unwrap().parse().unwrap();
    let (least, most) = ends(&text, "A wins");
    assert!(least < most && least <= truth && truth <= most, "{truth} in {least} to {most}");
    assert!(!whole.contains("given up"), "{whole}");
}
