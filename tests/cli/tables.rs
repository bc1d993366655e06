//! Tables by features of deals and games, and what the data package says of every table.

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
