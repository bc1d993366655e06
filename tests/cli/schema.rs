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

/// The lines below a heading of a page, up to the next one of any depth.
fn section(page: &str, is_wanted: impl Fn(&str) -> bool) -> Option<Vec<&str>> {
    let mut lines = page.lines().skip_while(|line| {
        !line.strip_prefix('#').is_some_and(|rest| is_wanted(rest.trim_start_matches('#').trim()))
    });
    lines.next()?;
    Some(lines.take_while(|line| !line.starts_with('#')).collect())
}

/// Words and whole numbers of a text, each between spaces.
fn plain(text: &str) -> String {
    let letter = |c: char| c.is_alphanumeric() || "-.[]".contains(c);
    let together = text.replace([',', '_'], "").replace(['[', ']'], " ");
    let words = together.split(|c| !letter(c)).map(|word| word.trim_end_matches('.'));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    format!(" {} ", words.join(" "))
}

/// What a row of a table says is the default of its field number `nth`: what stands in brackets, or
/// first, as the table's header says; in a table by rule sets, what the first one has.
fn default_in(header: &str, row: &str, nth: usize) -> String {
    let cells: Vec<&str> = row.split('|').collect();
    if header.contains("default in brackets") {
        let inner = cells[2].split_once('[').and_then(|(_, rest)| rest.split_once(']'));
        return plain(inner.map_or("", |(inner, _)| inner));
    }
    if header.contains("default first") {
        return plain(cells[2].split('`').nth(2 * nth + 1).unwrap_or(""));
    }
    plain(cells[3])
}

/// Every field stands on the page that its schema names; where that section, or one that it links to,
/// has a table of fields, in a row with its words, its default and both ends of its range.
#[test]
fn the_pages_say_what_every_field_may_hold() {
    let (sandbox, root) = (Sandbox::new(), std::path::Path::new(env!("CARGO_MANIFEST_DIR")));
    let read = |page: &str| fs::read_to_string(root.join(page)).unwrap();
    let mut said = [0; 3];
    for name in sandbox.ok("schema").lines().filter(|&name| name != "experiment") {
        let schema: serde_json::Value =
            serde_json::from_str(&sandbox.ok(&format!("schema {name}"))).unwrap();
        let about = schema["description"].as_str().unwrap();
        let named = about.trim_start_matches("See ").trim_end_matches('.');
        let (page, heading) = named.split_once(", ").unwrap();
        let own = read(page);
        let lines = section(&own, |other| other == heading).unwrap_or_else(|| panic!("{named}"));
        let links: Vec<(String, String)> = lines
            .iter()
            .flat_map(|line| line.split("](").skip(1))
            .filter_map(|link| link.split_once(')')?.0.split_once('#'))
            .map(|(page, anchor)| (read(&format!("docs/{page}")), anchor.to_owned()))
            .collect();
        let linked = links.iter().filter_map(|(page, anchor)| {
            section(page, |heading| {
                let heading = heading.to_lowercase().replace(' ', "-");
                heading.replace(|c: char| !c.is_alphanumeric() && c != '-', "") == *anchor
            })
        });
        // The rows of the tables, each with its table's header.
        let mut rows = Vec::new();
        for lines in [lines.clone()].into_iter().chain(linked) {
            let mut header = "";
            for (k, line) in lines.iter().enumerate().filter(|(_, line)| line.starts_with('|')) {
                if k == 0 || !lines[k - 1].starts_with('|') {
                    header = line;
                }
                rows.push((header, *line));
            }
        }
        let mut open = vec![(String::new(), &schema)];
        while let Some((key, field)) = open.pop() {
            if let Some(inner) = field["properties"].as_object().filter(|inner| !inner.is_empty()) {
                let dot = if key.is_empty() { "" } else { "." };
                open.extend(inner.iter().map(|(name, field)| (format!("{key}{dot}{name}"), field)));
                continue;
            }
            let quoted = format!("`{key}`");
            let keys = |row: &str| row.split('|').nth(1).unwrap().matches('`').count() / 2;
            let of_field: Vec<(&str, &str, usize)> = rows
                .iter()
                .filter_map(|&(header, row)| {
                    let before = row.split('|').nth(1)?.split_once(&quoted)?.0;
                    (keys(row) > 0).then(|| (header, row, before.matches('`').count() / 2))
                })
                .collect();
            let text: String = of_field.iter().map(|(_, row, _)| plain(row)).collect();
            let what = format!("{name}: {key} in {of_field:?}");
            if of_field.is_empty() {
                let as_in_war = key.starts_with("deck.") && own.contains("`deck.*` | as in War");
                let has_no_row = ["base", "die_1", "die_2"].contains(&key.as_str());
                let is_said = as_in_war || has_no_row && (key == "base" || own.contains(&quoted));
                assert!(is_said, "{what}");
                continue;
            }
            let value = |value: &serde_json::Value| plain(&value.to_string());
            let default = &field["default"];
            if !default.is_null() && !default.is_array() && !default.is_object() {
                said[0] += 1;
                let is_said = of_field
                    .iter()
                    .any(|&(head, row, k)| default_in(head, row, k) == value(default));
                assert!(is_said, "{what}: default {default}");
            }
            // Words without a default are those of another field.
            let words = field["enum"].as_array().filter(|_| !default.is_null());
            for word in words.into_iter().flatten() {
                said[1] += 1;
                assert!(text.contains(&value(word)), "{what}: {word}");
            }
            // The numbers of a deck have one limit together.
            let either = field["anyOf"].as_array().into_iter().flatten();
            let inside = either.clone().map(|one| &one["items"]);
            let all = [field, &field["items"], &field["additionalProperties"]];
            for range in all.into_iter().chain(either.clone()).chain(inside) {
                let (Some(low), Some(high)) =
                    (range["minimum"].as_u64(), range["maximum"].as_u64())
                else {
                    continue;
                };
                if !key.starts_with("deck.") {
                    said[2] += 1;
                    assert!(text.contains(&format!(" {low} to {high} ")), "{what}: {range}");
                }
            }
        }
    }
    assert!(said[0] >= 30 && said[1] >= 60 && said[2] >= 14, "{said:?}");
}
