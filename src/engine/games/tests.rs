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

/// The words that a field may hold.
fn words(holds: &Holds) -> Vec<&'static str> {
    match *holds {
        Holds::Word(words) => words.to_vec(),
        Holds::WholeOr(_, _, word) => vec![word],
        _ => Vec::new(),
    }
}

/// Holds the rows of a game's tables, on these pages below these headings, against its fields; how many
/// defaults, words and ranges there were.
fn documented<F: Serialize + Default + 'static>(
    fields: &FieldTable<F>,
    places: &[(&str, &str)],
) -> [usize; 3] {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let read = |page: &str| fs::read_to_string(root.join(page)).expect("a page");
    let pages: Vec<(String, &str)> = places.iter().map(|(page, at)| (read(page), *at)).collect();
    let lines: Vec<&str> = pages.iter().flat_map(|(page, at)| section(page, at)).collect();
    let own = lines.join("\n");
    // The rows of the tables, each with its table's header.
    let mut rows = Vec::new();
    let (mut header, mut before) = ("", "");
    for line in lines {
        if line.starts_with('|') {
            header = if before.starts_with('|') { header } else { line };
            rows.push((header, line));
        }
        before = line;
    }
    let mut said = [0; 3];
    for (field, default) in fields.with_values(&F::default()) {
        let quoted = format!("`{}`", field.key);
        let of_field: Vec<(&str, &str, usize)> = rows
            .iter()
            .filter_map(|&(header, row)| {
                let before = row.split('|').nth(1)?.split_once(&quoted)?.0;
                Some((header, row, before.matches('`').count() / 2))
            })
            .collect();
        let text: String = of_field.iter().map(|(_, row, _)| plain(row)).collect();
        let what = format!("{} in {of_field:?}", field.key);
        assert!(!of_field.is_empty() || own.contains(&quoted), "{what}");
        if of_field.is_empty() {
            continue;
        }
        if !matches!(default, Value::Null | Value::Array(_) | Value::Object(_)) {
            said[0] += 1;
            let wanted = plain(&default.to_string());
            let is_said = |&(head, row, k): &(_, _, _)| default_in(head, row, k) == wanted;
            assert!(of_field.iter().any(is_said), "{what}: default {default}");
        }
        // A field without a default has the words of another.
        for word in words(&field.holds).into_iter().filter(|_| !default.is_null()) {
            said[1] += 1;
            assert!(text.contains(&plain(word)), "{what}: {word}");
        }
        // The numbers of a deck have one limit together.
        let range = field.holds.said();
        let range = range.split(" or ").next().unwrap_or_default();
        if range.contains(" to ") && !field.key.starts_with("deck.") {
            said[2] += 1;
            assert!(text.contains(&plain(range)), "{what}: {range}");
        }
    }
    said
}

#[test]
fn the_pages_say_what_every_field_may_hold() {
    let war = [("experiments.md", "Fields of War")];
    let ludo = [("ludo.md", "3. Rule sets"), ("experiments.md", "Fields of Ludo")];
    let war = documented(&war::rules::FIELDS, &war);
    let ludo = documented(&ludo::rules::FIELDS, &ludo);
    assert!(war[0] >= 14 && war[1] >= 35 && war[2] >= 2, "{war:?}");
    assert!(ludo[0] >= 6 && ludo[1] >= 9, "{ludo:?}");
}
