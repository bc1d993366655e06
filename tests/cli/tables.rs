//! Tables by features of deals and games, what the data package says of every table, rows as Parquet, and games that
//! the program gave up, of which intervals allow any outcome.

use sha2::{Digest as _, Sha256};

use crate::report::figure;
use crate::sandbox::{Row, Sandbox, assert_fits_80_columns, flat, number, wilson};

#[test]
fn each_of_several_features_sorts_all_games_as_it_does_alone() {
    let sandbox = Sandbox::new();
    let run = |by: &str, name: &str| {
        sandbox
            .ok(&format!("--games 3000 --rules umass --rules one-down {by} --name {name} --quiet"));
        sandbox.rows(&format!("results/{name}/strata.csv"))
    };
    let together = run("--by aces_a --by first_pass_ties,aces_a", "both");
    for feature in ["aces_a", "first_pass_ties"] {
        let alone = run(&format!("--by {feature}"), feature);
        let mine: Vec<_> =
            together.iter().filter(|row| row["feature"] == feature).cloned().collect();
        assert_eq!(mine, alone, "{feature}");
    }
    sandbox.fails_saying(64, "--games 9 --by aces_a,luck", &["luck", "aces_a"]);
}

#[test]
fn the_winners_comeback_is_that_of_the_game_that_was_played() {
    // A shuffled pot is shuffled alike when the game is played once more.
    let sandbox = Sandbox::new();
    for rules in ["umass", "shuffled-pot"] {
        let line =
            format!("--rules {rules} --games 500 --by comeback,lead_changes --name {rules} -q");
        sandbox.ok(&line);
        let of = |row: &Row, key: &str| -> u64 { row[key].parse().unwrap() };
        let rows = sandbox.rows(&format!("results/{rules}/strata.csv"));
        let whole = sandbox.row(&format!("results/{rules}/summary.csv"), 0);
        let (comebacks, changes): (Vec<_>, Vec<_>) =
            rows.iter().partition(|row| row["feature"] == "comeback");
        for row in &comebacks {
            let (nobody, drawn) = (row["value"] == "0", of(row, "draws"));
            assert_eq!(drawn, if nobody { of(row, "games") } else { 0 }, "{rules}: {row:?}");
            assert!(of(row, "value") <= 26, "{rules}: {row:?}");
        }
        let games = |rows: &[&_]| rows.iter().map(|row| of(row, "games")).sum::<u64>();
        assert_eq!([games(&comebacks), games(&changes)], [500; 2]);
        assert_eq!(comebacks.iter().map(|row| of(row, "draws")).sum::<u64>(), of(&whole, "draws"));
        assert!(comebacks.len() > 10 && changes.len() > 5, "{rules}");
    }
}

#[test]
fn the_data_package_describes_every_table_of_the_run() {
    let sandbox = Sandbox::new();
    sandbox.ok("compare umass one-down --games 200 --by aces_a --name x --quiet");
    let text = sandbox.text("results/x/datapackage.json");
    let package: serde_json::Value = serde_json::from_str(&text).unwrap();
    let resources = package["resources"].as_array().unwrap();
    let mut described: Vec<&str> = resources.iter().map(|r| r["path"].as_str().unwrap()).collect();
    described.sort_unstable();
    let files = crate::sandbox::names(&sandbox.path("results/x"));
    let tables: Vec<&str> =
        files.iter().map(String::as_str).filter(|file| file.ends_with(".csv")).collect();
    assert_eq!(described, tables);
    let manifest = sandbox.text("results/x/manifest.json");
    for resource in resources {
        let path = resource["path"].as_str().unwrap();
        let fields = resource["schema"]["fields"].as_array().unwrap();
        let names: Vec<&str> = fields.iter().map(|field| field["name"].as_str().unwrap()).collect();
        let rows = sandbox.csv(&format!("results/x/{path}"));
        assert_eq!(rows[0], names, "{path}");
        for field in fields {
            assert!(field["description"].as_str().is_some_and(|text| !text.is_empty()), "{field}");
        }
        let hash = resource["hash"].as_str().unwrap().strip_prefix("sha256:").unwrap();
        assert!(manifest.contains(hash), "{path}");
        let bytes = sandbox.read(&format!("results/x/{path}"));
        let digest: String = Sha256::digest(&bytes).iter().map(|b| format!("{b:02x}")).collect();
        assert_eq!((resource["bytes"].as_u64(), hash), (Some(bytes.len() as u64), &*digest));
    }
    // The same run again, the same bytes.
    sandbox.ok("compare umass one-down --games 200 --by aces_a --name x --quiet --threads 1");
    assert_eq!(text.as_bytes(), sandbox.read("results/x/datapackage.json"));
}

/// `--per-game ./x.parquet` holds what `--per-game ./x.csv` holds.
#[cfg(feature = "parquet")]
mod parquet_rows {
    use std::fs::File;

    use crate::sandbox::{Sandbox, names};
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;

    /// A Parquet file as the records of a CSV file.
    fn read(sandbox: &Sandbox, name: &str) -> Vec<Vec<String>> {
        let reader = SerializedFileReader::new(File::open(sandbox.path(name)).unwrap()).unwrap();
        let schema = reader.metadata().file_metadata().schema_descr_ptr();
        let mut records: Vec<Vec<String>> =
            vec![schema.columns().iter().map(|column| column.name().to_owned()).collect()];
        for row in reader.get_row_iter(None).unwrap() {
            let text = |field: &Field| match field {
                Field::Str(text) => text.clone(),
                Field::ULong(number) => number.to_string(),
                Field::Long(number) => number.to_string(),
                other => panic!("{name}: {other:?}"),
            };
            records.push(row.unwrap().get_column_iter().map(|(_, field)| text(field)).collect());
        }
        records
    }

    fn row_groups(sandbox: &Sandbox, name: &str) -> usize {
        SerializedFileReader::new(File::open(sandbox.path(name)).unwrap()).unwrap().num_row_groups()
    }

    #[test]
    fn the_rows_are_those_of_the_csv_file() {
        let sandbox = Sandbox::new();
        for (k, arguments) in [
            "--games 70000",
            "--games 3000 --rules umass --rules one-down --with-features --with-decks",
            "--games 40 --first-game 18446744073709551500 --with-features --rules no-limit",
            "--games 0",
            "--games 50000 --until a_win:0.02",
        ]
        .iter()
        .enumerate()
        {
            for ending in ["csv", "parquet"] {
                sandbox.ok(&format!(
                    "{arguments} --per-game ./{k}.{ending} --name {k}-{ending} --quiet"
                ));
            }
            let (csv, parquet) =
                (sandbox.csv(&format!("{k}.csv")), read(&sandbox, &format!("{k}.parquet")));
            assert_eq!(csv.len(), parquet.len(), "{arguments}");
            for (number, (one, other)) in csv.iter().zip(&parquet).enumerate() {
                assert_eq!(one, other, "{arguments}: row {number}");
            }
            // The tables do not depend on how the rows are written.
            for file in ["summary.csv", "histogram.csv", "wars.csv"] {
                let of = |ending: &str| sandbox.read(&format!("results/{k}-{ending}/{file}"));
                assert!(of("csv") == of("parquet"), "{arguments}: {file}");
            }
        }
        assert_eq!(row_groups(&sandbox, "0.parquet"), 2);
        assert_eq!(row_groups(&sandbox, "3.parquet"), 0);
    }

    #[test]
    fn a_manifest_names_the_file_and_a_failed_run_leaves_none() {
        let sandbox = Sandbox::new();
        sandbox.ok("--games 100 --per-game ./x.parquet --name x --quiet");
        let manifest = sandbox.text("results/x/manifest.json");
        assert!(manifest.contains("x.parquet"), "{manifest}");
        sandbox.fails(73, "--games 1e12 --per-game missing/x.parquet");
        let message = sandbox.fails(64, "--games 10 --per-game x.pq");
        assert!(message.contains(".csv or .parquet"), "{message}");
        assert_eq!(names(sandbox.folder.path()), ["results", "x.parquet"]);
    }

    #[test]
    fn the_file_says_which_games_its_rows_are() {
        let sandbox = Sandbox::new();
        sandbox.ok(
            "--games 10 --seed 9 --rules umass --rules one-down --per-game ./x.parquet --quiet",
        );
        let reader =
            SerializedFileReader::new(File::open(sandbox.path("x.parquet")).unwrap()).unwrap();
        let metadata = reader.metadata().file_metadata().key_value_metadata().unwrap();
        let value = |key: &str| {
            let found = metadata.iter().find(|pair| pair.key == key);
            found.and_then(|pair| pair.value.clone()).unwrap_or_else(|| panic!("no {key}"))
        };
        assert_eq!([value("game"), value("seed")], ["war", "9"]);
        assert_eq!(value("recipe"), "chacha8-fy32-v1");
        assert_eq!(value("version"), env!("CARGO_PKG_VERSION"));
        let rules: serde_json::Value = serde_json::from_str(&value("rules")).unwrap();
        assert_eq!(rules[1]["name"], "one-down");
        assert_eq!(rules[1]["fields"]["war"]["face_down"], 1);
    }
}

/// Rules without a limit whose games are given up long before most are over.
const LOW: &str = "no-limit{limit.ceiling=60}";

/// The two numbers around ` to ` behind the last of these words.
fn ends(text: &str, words: &str) -> (f64, f64) {
    let line = text.lines().find(|line| line.contains(words)).unwrap_or_else(|| panic!("{text}"));
    let (before, after) = line.split_once(" to ").unwrap();
    let low = before.split_whitespace().last().unwrap().parse().unwrap();
    (low, after.split_whitespace().next().unwrap().parse().unwrap())
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
    let said = format!("given up: {given_up} games; the rules have no limit");
    assert!(flat(&text).contains(&said), "{text}");
    // What the table calls `limit` is none of these rules.
    assert!(flat(&text).contains(&format!(", given up {:.2} %", given_up / 5.0)), "{text}");
    assert!(!flat(&text).contains(" limit "), "{text}");
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
    let html = sandbox.text("page.html");
    assert!(
        html.contains("Where games were given up, intervals reach from without them"),
        "{page}"
    );
    assert!(html.contains("nobody: given up") && !html.contains("cut off"), "{page}");
    assert!(text.contains(" given up ") && !text.contains("cut off"), "{text}");
    sandbox.ok("report results/limited --out limited.html");
    let html = sandbox.text("limited.html");
    assert!(html.contains("nobody: cut off") && !html.contains("given up"));
}

#[test]
fn figures_leave_open_what_became_of_games_given_up() {
    let sandbox = Sandbox::new();
    let rules = "--rules no-limit{limit.ceiling=200} --rules umass";
    sandbox.ok(&format!("{rules} --games 2000 --name both --report --quiet"));
    let page = sandbox.text("results/both/report.html");
    for (id, said) in [
        ("outcomes", "A wins: at least 10.9 % (no-limit{limit.ceiling=200}), at most 87.6 %"),
        ("lengths", "fewer than half, 73.9 % given up, 1.9 % never end"),
        ("leads", "drawn as far as they were played"),
    ] {
        assert!(figure(&page, id).contains(said), "{said}");
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
    assert_eq!(strata.len(), 5);
    for row in &strata {
        let of_value = || games.iter().filter(|game| game["aces_a"] == row["value"]);
        let given_up = of_value().filter(|game| game["end_reason"] == "limit").count() as u64;
        let [of, won, drawn] = ["games", "a_wins", "draws"].map(|what| number(row, what) as u64);
        assert_eq!(of_value().count() as u64, of);
        for (column, outcome) in [("a_wins", "A"), ("b_wins", "B"), ("draws", "draw")] {
            let ended = of_value().filter(|game| game["outcome"] == outcome).count();
            assert_eq!(row[column], ended.to_string(), "{column}: {row:?}");
        }
        let same = |column: &str, expected: f64| {
            assert!((number(row, column) - expected).abs() < 1e-9, "{column}: {expected}, {row:?}");
        };
        same("a_ci_low", wilson(won, of).0);
        same("a_ci_high", wilson(won + given_up, of).1);
        same("draw_ci_low", wilson(drawn - given_up, of).0);
        same("draw_ci_high", wilson(drawn, of).1);
        assert_eq!(row["battles_std_err"].is_empty(), given_up > 0, "{row:?}");
        let shown = format!("{:.4} to {:.4}", number(row, "a_ci_low"), number(row, "a_ci_high"));
        let line = text.lines().find(|line| line.contains(&shown));
        let line = line.unwrap_or_else(|| panic!("{shown} in {text}"));
        assert_eq!(line.contains("at least"), given_up > 0, "{line}");
    }
    // Stopped and gone on, and read back from its state, it is the same.
    let unbroken = sandbox.read("results/low/strata.csv");
    for k in 1..=2 {
        sandbox.ok(&format!(
            "--rules {LOW} --games 500 --seed 5 --by aces_a --shard {k}/2 --out parts --name x"
        ));
    }
    sandbox.ok("merge parts/x-shard1of2 parts/x-shard2of2 --name whole");
    assert_eq!(sandbox.read("results/whole/strata.csv"), unbroken);
    // A limit of the rules decides.
    play("umass{limit.at=60}", "--name limited");
    for row in sandbox.rows("results/limited/strata.csv") {
        let [of, won] = ["games", "a_wins"].map(|what| number(&row, what) as u64);
        assert!((number(&row, "a_ci_high") - wilson(won, of).1).abs() < 1e-9, "{row:?}");
    }
}

#[test]
fn a_difference_reaches_from_one_extreme_to_the_other() {
    let sandbox = Sandbox::new();
    let text = sandbox.ok(&format!("compare {LOW} umass --games 500 --seed 5 --name low"));
    assert!(flat(&text).contains(" battles - ! - \u{b1} half"), "{text}");
    assert!(flat(&text).contains("given up: 483 games; the rules have no limit"), "{text}");
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
    assert!(flat(&text).contains("given up: "), "{text}");
    assert!(flat(&text).contains(", given up 60"), "{text}");
    assert!(text.contains("mean at least"), "{text}");
    let truth = whole.lines().find(|line| line.contains("A wins")).unwrap();
    let truth: f64 = truth.split_whitespace().last().unwrap().parse().unwrap();
    let (least, most) = ends(&text, "A wins");
    assert!(least < most && least <= truth && truth <= most, "{truth} in {least} to {most}");
    assert!(!whole.contains("given up"), "{whole}");
}
