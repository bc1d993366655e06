//! The data package, from outside: what other programs read of this one's files.

use crate::sandbox::Sandbox;

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
