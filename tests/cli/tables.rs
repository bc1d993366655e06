//! Tables by features of deals and games, and what the data package says of every table, rows as
//! Parquet.

use sha2::{Digest as _, Sha256};

use crate::sandbox::Sandbox;

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
        let of = |row: &std::collections::HashMap<String, String>, key: &str| -> u64 {
            row[key].parse().unwrap()
        };
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
    let text = String::from_utf8(sandbox.read("results/x/datapackage.json")).unwrap();
    let package: serde_json::Value = serde_json::from_str(&text).unwrap();
    let resources = package["resources"].as_array().unwrap();
    let mut described: Vec<&str> = resources.iter().map(|r| r["path"].as_str().unwrap()).collect();
    described.sort_unstable();
    let files = crate::sandbox::names(&sandbox.path("results/x"));
    let tables: Vec<&str> =
        files.iter().map(String::as_str).filter(|file| file.ends_with(".csv")).collect();
    assert_eq!(described, tables);
    let manifest = String::from_utf8(sandbox.read("results/x/manifest.json")).unwrap();
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
    fn any_number_of_threads_gives_the_same_bytes() {
        let sandbox = Sandbox::new();
        let run = |threads: u32| {
            sandbox.ok(&format!(
                "--games 300000 --seed 7 --threads {threads} --per-game ./t{threads}.parquet \
                 --name t{threads} --quiet"
            ));
            sandbox.read(&format!("t{threads}.parquet"))
        };
        let one = run(1);
        assert!(one == run(2) && one == run(7));
        assert!(row_groups(&sandbox, "t1.parquet") > 4);
    }

    #[test]
    fn a_manifest_names_the_file_and_a_failed_run_leaves_none() {
        let sandbox = Sandbox::new();
        sandbox.ok("--games 100 --per-game ./x.parquet --name x --quiet");
        let manifest = String::from_utf8(sandbox.read("results/x/manifest.json")).unwrap();
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
