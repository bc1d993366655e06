//! `--per-game ./x.parquet` holds what `--per-game ./x.csv` holds.

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
            sandbox
                .ok(&format!("{arguments} --per-game ./{k}.{ending} --name {k}-{ending} --quiet"));
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
    sandbox.ok("--games 10 --seed 9 --rules umass --rules one-down --per-game ./x.parquet --quiet");
    let reader = SerializedFileReader::new(File::open(sandbox.path("x.parquet")).unwrap()).unwrap();
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
