//! `schema` and the data package, from outside: what other programs read of this one's files.

use std::fs;

use crate::sandbox::Sandbox;

#[test]
fn schemas_are_listed_and_printed() {
    let sandbox = Sandbox::new();
    let names = sandbox.ok("schema");
    assert_eq!(names, "experiment\nwar-rules\nludo-rules\nbeggar-rules\nsnakes-rules\nlcr-rules\n");
    for name in names.lines() {
        let printed = sandbox.ok(&format!("schema {name}"));
        if name == "experiment" {
            let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
            let page = root.join("docs/schema/experiment.schema.json");
            assert_eq!(printed, fs::read_to_string(page).unwrap());
        }
        let schema: serde_json::Value = serde_json::from_str(&printed).unwrap();
        assert!(schema["$schema"].as_str().unwrap().contains("2020-12"), "{name}");
    }
    sandbox.fails_saying(64, "schema war-rule", &["did you mean `war-rules`?"]);
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
    }
    // The same run again, the same bytes.
    sandbox.ok("compare umass one-down --games 200 --by aces_a --name x --quiet --threads 1");
    assert_eq!(text.as_bytes(), sandbox.read("results/x/datapackage.json"));
}

/// Every field stands on the page that its schema names, in a row with its words, default and range
/// where the page has a table of fields.
#[test]
fn the_pages_say_what_every_field_may_hold() {
    let (sandbox, root) = (Sandbox::new(), std::path::Path::new(env!("CARGO_MANIFEST_DIR")));
    let mut in_rows = 0;
    for name in sandbox.ok("schema").lines().filter(|&name| name != "experiment") {
        let schema: serde_json::Value =
            serde_json::from_str(&sandbox.ok(&format!("schema {name}"))).unwrap();
        let about = schema["description"].as_str().unwrap();
        let page = about.trim_start_matches("See ").trim_end_matches('.').split(", ").next();
        let pages = ["docs/war.md", "docs/ludo.md", page.unwrap()];
        let text = pages.map(|page| fs::read_to_string(root.join(page)).unwrap()).concat();
        let mut open = vec![(String::new(), &schema)];
        while let Some((key, field)) = open.pop() {
            if let Some(inner) = field["properties"].as_object().filter(|inner| !inner.is_empty()) {
                let dot = if key.is_empty() { "" } else { "." };
                open.extend(inner.iter().map(|(name, field)| (format!("{key}{dot}{name}"), field)));
                continue;
            }
            let quoted = format!("`{key}`");
            let rows: String = text
                .lines()
                .filter(|line| line.split('|').nth(1).is_some_and(|cell| cell.contains(&quoted)))
                .collect();
            if rows.is_empty() {
                let others = key.starts_with("deck.") && text.contains("`deck.*`");
                assert!(others || text.contains(&quoted), "{name}: {key}");
                continue;
            }
            in_rows += 1;
            let plain = |text: &str| text.replace([',', '_', '"', '`'], "");
            // Words without a default are those of another field; one number is the most of all decks.
            let words = field["enum"].as_array().filter(|_| !field["default"].is_null());
            let most = [&field["maximum"], &field["anyOf"][0]["maximum"]];
            let most = most.into_iter().filter(|_| !key.starts_with("deck."));
            let values = words.into_iter().flatten().chain([&field["default"]]).chain(most);
            for value in values.filter(|value| !value.is_null()) {
                let is_said = value.is_array()
                    || value.is_object()
                    || plain(&rows).contains(&plain(&value.to_string()));
                assert!(is_said, "{name}: {key}: {value} is not in {rows}");
            }
        }
    }
    assert!(in_rows >= 40, "{in_rows}");
}
