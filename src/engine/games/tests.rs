//! The pages say what every rule field may hold.

use std::fs;
use std::path::Path;

use serde::Serialize;
use serde_json::Value;

use super::{ludo, war};
use crate::core::fields::{FieldTable, Holds};

/// The lines below a heading of a page, up to the next one of any depth.
fn section<'p>(page: &'p str, wanted: &str) -> Vec<&'p str> {
    let is_wanted = |line: &&str| line.trim_start_matches('#').trim() == wanted;
    let mut lines = page.lines().skip_while(|line| !line.starts_with('#') || !is_wanted(line));
    assert!(lines.next().is_some(), "{wanted}");
    lines.take_while(|line| !line.starts_with('#')).collect()
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

/// Holds the rows of a game's tables, on these pages below these headings, against its fields; how many
/// defaults, and words or ranges, there were.
fn documented<F: Serialize + Default + 'static>(
    fields: &FieldTable<F>,
    places: &[(&str, &str)],
) -> [usize; 2] {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let read = |page: &str| fs::read_to_string(root.join(page)).expect("a page");
    let pages: Vec<(String, &str)> = places.iter().map(|(page, at)| (read(page), *at)).collect();
    let lines: Vec<&str> = pages.iter().flat_map(|(page, at)| section(page, at)).collect();
    // The rows of the tables, each with its table's header.
    let mut header = "";
    let mut rows = Vec::new();
    for (before, &line) in [""].iter().chain(&lines).zip(&lines) {
        header = if before.starts_with('|') { header } else { line };
        rows.extend(line.starts_with('|').then_some((header, line)));
    }
    let mut said = [0; 2];
    for (field, default) in fields.with_values(&F::default()) {
        let quoted = format!("`{}`", field.key);
        let of_field = rows.iter().filter_map(|&(header, row)| {
            let before = row.split('|').nth(1)?.split_once(&quoted)?.0;
            Some((row, default_in(header, row, before.matches('`').count() / 2)))
        });
        let (of_field, defaults): (Vec<&str>, Vec<String>) = of_field.unzip();
        let what = format!("{} in {of_field:?}", field.key);
        assert!(!of_field.is_empty() || lines.join("\n").contains(&quoted), "{what}");
        // A field without a default has the words of another.
        if of_field.is_empty()
            || matches!(default, Value::Null | Value::Array(_) | Value::Object(_))
        {
            continue;
        }
        said[0] += 1;
        assert!(defaults.contains(&plain(&default.to_string())), "{what}: default {default}");
        let range = field.holds.said();
        let range = range.split(" or ").next().filter(|range| range.contains(" to "));
        // The numbers of a deck have one limit together.
        let range = range.filter(|_| !field.key.starts_with("deck."));
        let words = match field.holds {
            Holds::Word(words) => words.to_vec(),
            Holds::WholeOr(_, _, word) => vec![word],
            _ => Vec::new(),
        };
        let text = plain(&of_field.join(" "));
        for word in words.into_iter().chain(range) {
            said[1] += 1;
            assert!(text.contains(&plain(word)), "{what}: {word}");
        }
    }
    said
}

#[test]
fn the_pages_say_what_every_field_may_hold() {
    let war = [("experiments.md", "Fields of War")];
    let ludo = [("ludo.md", "3. Rule sets"), ("experiments.md", "Fields of Ludo")];
    // So many defaults, and words or ranges.
    assert_eq!(documented(&war::rules::FIELDS, &war), [20, 40]);
    assert_eq!(documented(&ludo::rules::FIELDS, &ludo), [6, 11]);
}
