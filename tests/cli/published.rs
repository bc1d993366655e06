//! Published figures in experiments, set beside those that are found.

use crate::sandbox::{Sandbox, names};

#[test]
fn published_figures_are_set_beside_the_obtained_ones() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("experiments/published");
    let files = names(&folder);
    assert!(files.len() >= 38, "{files:?}");
    let sandbox = Sandbox::new();
    for file in files {
        let stem = file.trim_end_matches(".toml");
        // Given decks and all orders of a deck are as many as they are.
        let sampled = std::fs::read_to_string(folder.join(&file)).unwrap().contains("\ngames = ");
        let games = if sampled { " --games 60" } else { "" };
        let text = sandbox.ok(&format!("run published/{stem}{games} --name {stem}"));
        assert!(text.contains("reported") && text.contains(" z"), "{text}");
        let rows = sandbox.rows(&format!("results/{stem}/published.csv"));
        assert!(!rows.is_empty());
        // What is exact agrees exactly.
        for row in rows.iter().filter(|_| !sampled) {
            assert_eq!(row["agrees"], "yes", "{stem}: {row:?}");
        }
    }
    // Every kind of figure against counts from the rows of the games.
    sandbox.write(
        "q.toml",
        "rules = [\"umass\"]\ngames = 500\nseed = 3\nper_game = \"g.csv\"\n\
         [[published]]\nfigure = \"share\"\nof = \"a_win\"\nvalue = 0.42\nsays = \"s\"\n\
         [[published]]\nfigure = \"share\"\nof = \"limit\"\nvalue = 0.2\nsays = \"s\"\n\
         [[published]]\nfigure = \"share\"\nof = \"battles\"\nat_least = 300\nvalue = 0.5\nsays = \"s\"\n\
         [[published]]\nfigure = \"mean\"\nof = \"battles\"\nover = \"decided\"\nvalue = 400\nsays = \"s\"\n\
         [[published]]\nfigure = \"median\"\nof = \"rounds\"\nover = \"finished\"\nvalue = 300\nsays = \"s\"\n\
         [[published]]\nfigure = \"max\"\nof = \"deepest_war\"\nvalue = 3\nsays = \"s\"\n\
         [[published]]\nfigure = \"again\"\nof = \"wars\"\nat_least = 1\nvalue = 0.06\nsays = \"s\"\n",
    );
    sandbox.ok("run q.toml --name q --quiet");
    let games = sandbox.rows("results/q/g.csv");
    let of = |row: &std::collections::HashMap<String, String>, key: &str| -> u64 {
        row[key].parse().unwrap()
    };
    let share = |fits: &dyn Fn(&std::collections::HashMap<String, String>) -> bool| {
        games.iter().filter(|row| fits(row)).count() as f64 / 500.0
    };
    let decided: Vec<u64> =
        games.iter().filter(|row| row["outcome"] != "draw").map(|row| of(row, "battles")).collect();
    let mut finished: Vec<u64> = games
        .iter()
        .filter(|row| row["end_reason"] != "limit")
        .map(|row| of(row, "rounds"))
        .collect();
    finished.sort_unstable();
    let chains: Vec<u64> =
        sandbox.rows("results/q/wars.csv").iter().map(|row| of(row, "rounds")).collect();
    let expected = [
        share(&|row| row["outcome"] == "A"),
        share(&|row| row["end_reason"] == "limit"),
        share(&|row| of(row, "battles") >= 300),
        decided.iter().sum::<u64>() as f64 / decided.len() as f64,
        finished[(finished.len() - 1) / 2] as f64,
        games.iter().map(|row| of(row, "deepest_war")).max().unwrap() as f64,
        chains[1..].iter().sum::<u64>() as f64 / chains.iter().sum::<u64>() as f64,
    ];
    for (row, expected) in sandbox.rows("results/q/published.csv").iter().zip(expected) {
        let found: f64 = row["obtained"].parse().unwrap();
        assert!((found - expected).abs() < 1e-12, "{row:?} {expected}");
    }
    let q = "rules = [\"umass\"]\n[[published]]\nfigure = \"share\"\nof = \"battels\"\nvalue = 1\nsays = \"\"\n";
    sandbox.write("bad.toml", q);
    sandbox.fails_saying(65, "run bad.toml", &["line 2", "battels", "did you mean `battles`"]);
}

#[test]
fn published_figures_that_the_games_cannot_test_have_no_verdict() {
    let sandbox = Sandbox::new();
    let figure = |what: &str| format!("[[published]]\nsays = \"s\"\n{what}\n");
    let long = "figure = \"share\"\nof = \"limit\"";
    let file =
        |rules: &str, figures: &[String]| format!("rules = [\"{rules}\"]\n{}", figures.concat());
    // No game comes to a limit: 8 and 20 of 100 were to be expected.
    sandbox.write(
        "q.toml",
        file(
            "no-limit",
            &[
                figure(&format!("{long}\nvalue = 0.08")),
                figure(&format!("{long}\nvalue = 0.2")),
                figure(&format!("{long}\nvalue = 0")),
                figure("figure = \"mean\"\nof = \"wars\"\nvalue = 16.4\ntolerance = 0.0001"),
                figure("figure = \"mean\"\nof = \"wars\"\nvalue = 16.4\ntolerance = 9"),
                figure("figure = \"share\"\nof = \"out-of-cards\"\nvalue = 0.99"),
            ],
        ),
    );
    let shown = sandbox.ok("run q.toml --games 100 --name q");
    let rows = sandbox.rows("results/q/published.csv");
    let verdicts: Vec<&str> = rows.iter().map(|row| row["agrees"].as_str()).collect();
    assert_eq!(verdicts, ["untested", "no", "yes", "untested", "yes", "no"], "{rows:?}");
    // 20, give or take 4: none is 5 standard errors off, not infinitely many.
    let z: f64 = rows[1]["z"].parse().unwrap();
    assert!(rows[0]["z"].is_empty() && (z + 5.0).abs() < 1e-9, "{rows:?}");
    assert_eq!(shown.matches("  not tested\n").count(), 2, "{shown}");
}

#[test]
fn figures_of_given_deals_have_no_sampling_error_to_hide_in() {
    let sandbox = Sandbox::new();
    // 1, 2 and 3 battles: a mean of 2, of which no deal was drawn by chance.
    let file = |value: &str, more: &str| {
        format!(
            "decks = [\"2 1\", \"2 1 2 1\", \"2 1 2 1 2 1\"]\nrules = [\"umass\"]\n[[published]]\nfigure = \"mean\"\n\
             of = \"battles\"\nvalue = {value}\nsays = \"s\"\n{more}"
        )
    };
    for (value, more, verdict) in [
        ("2", "", "yes"),
        ("2.4", "tolerance = 0.5\n", "yes"),
        ("2.6", "tolerance = 0.5\n", "no"),
        ("3", "", "no"),
        ("3", "games = 3\n", "no"),
    ] {
        sandbox.write("d.toml", file(value, more));
        sandbox.ok("run d.toml --name d --quiet --force");
        let row = sandbox.rows("results/d/published.csv").remove(0);
        assert_eq!((row["agrees"].as_str(), row["std_err"].as_str()), (verdict, "0"), "{row:?}");
        assert_eq!((row["readings"].as_str(), row["fitted"].as_str()), ("1", "no"));
    }
    sandbox.write("d.toml", file("2", "readings = 3\nfitted = true\norigin = \"own\"\n"));
    sandbox.ok("run d.toml --name d --quiet --force");
    let row = sandbox.rows("results/d/published.csv").remove(0);
    assert_eq!((row["readings"].as_str(), row["fitted"].as_str()), ("3", "yes"));
    sandbox.write("bad.toml", file("2", "fitted = true\n"));
    sandbox.fails_saying(65, "run bad.toml", &["fitted = true", "at least 2"]);
}

#[test]
fn published_figures_of_strata_and_ranges_are_those_of_the_rows() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "s.toml",
        "rules = [\"winner-first\"]\ngames = 400\nby = \"aces_a\"\n\
         [[published]]\nfigure = \"share\"\nof = \"a_win\"\nstratum = 3\nvalue = 0\nsays = \"s\"\n\
         [[published]]\nfigure = \"share\"\nof = \"b_win\"\nstratum = [0, 1]\nover = \"decided\"\nvalue = 0\nnearest = true\nsays = \"s\"\n\
         [[published]]\nfigure = \"mean\"\nof = \"battles\"\nstratum = 2\nvalue = 0\nsays = \"s\"\n\
         [[published]]\nfigure = \"share\"\nof = \"battles\"\nat_least = 50\nat_most = 200\nvalue = 0.5\ntolerance = 1\nnearest = true\nsays = \"s\"\n",
    );
    let text = sandbox.ok("run s.toml --name s");
    assert!(text.contains("differs (no reading agrees)"), "{text}");
    let strata = sandbox.rows("results/s/strata.csv");
    let of = |value: &str, key: &str| -> f64 {
        strata.iter().find(|row| row["value"] == value).unwrap()[key].parse().unwrap()
    };
    let histogram = sandbox.rows("results/s/histogram.csv");
    let within =
        histogram.iter().filter(|row| (50..=200).contains(&row["battles"].parse::<u64>().unwrap()));
    let within: u64 = within.map(|row| row["games"].parse::<u64>().unwrap()).sum();
    let (b, a) = (of("0", "b_wins") + of("1", "b_wins"), of("0", "a_wins") + of("1", "a_wins"));
    let expected = [
        (of("3", "a_wins") / of("3", "games"), "no"),
        (b / (a + b), "nearest"),
        (of("2", "battles_mean"), "no"),
        (within as f64 / 400.0, "yes"),
    ];
    for (row, (expected, verdict)) in sandbox.rows("results/s/published.csv").iter().zip(expected) {
        let found: f64 = row["obtained"].parse().unwrap();
        assert!((found - expected).abs() < 1e-9, "{row:?} {expected}");
        assert_eq!(row["agrees"], verdict, "{row:?}");
    }
    let figure = "[[published]]\nfigure = \"share\"\nof = \"a_win\"\nvalue = 0\nsays = \"\"\n";
    let of_games = "figure = \"max\"\nof = \"battles\"";
    for (extra, part) in
        [("stratum = 1\n", "needs `by`"), ("at_most = 1\n", "only for the share of a length")]
    {
        sandbox.write("bad.toml", format!("rules = [\"umass\"]\n{figure}{extra}"));
        sandbox.fails_saying(65, "run bad.toml", &["line 2", part]);
    }
    let max = figure.replace("figure = \"share\"\nof = \"a_win\"", of_games);
    sandbox.write("bad.toml", format!("rules = [\"umass\"]\nby = \"aces_a\"\n{max}stratum = 1\n"));
    sandbox.fails_saying(65, "run bad.toml", &["line 3", "the share of an outcome"]);
}
