//! Mistakes in TOML files in the words of whoever wrote them, not the library's.

use std::ops::Range;

use super::field::listed;
use super::nearest::{meant, nearest};

/// Longest part of a line that is repeated.
const MOST_SHOWN: usize = 60;

/// What is wrong with this text, with its line; `fields` are all that such a text may have, with
/// their tables.
pub fn in_text(error: &toml::de::Error, text: &str, fields: &[String]) -> String {
    let Some(span) = error.span().filter(|span| span.start <= text.len()) else {
        return in_words(error.message(), fields);
    };
    let (number, line) = line_at(text, &span);
    let mut what = in_words(error.message(), fields);
    // `[sweep]` where the file needs `[[sweep]]`.
    if error.message().starts_with("invalid type: map, expected a sequence")
        && let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'))
    {
        what = format!("{what}; write [[{name}]]");
    }
    if line.is_empty() {
        return format!("line {number}: {what}");
    }
    let shown: String = line.chars().take(MOST_SHOWN).collect();
    let dots = if shown.len() < line.len() { " ..." } else { "" };
    format!("line {number}, `{shown}{dots}`: {what}")
}

/// What is wrong with fields that no text has, with the name of the field; `fields` as in [`in_text`].
pub fn in_fields(error: &toml::de::Error, fields: &[String]) -> String {
    let (what, text) = (in_words(error.message(), fields), error.to_string());
    // The library names it behind the message.
    match text.trim_end().strip_suffix('`').and_then(|text| text.rsplit_once("\nin `")) {
        Some((_, field)) if what.starts_with("is ") => format!("`{field}` {what}"),
        Some((_, field)) if what.starts_with("unknown word") => format!("{field}: {what}"),
        _ => what,
    }
}

/// The line that a mistake is in, counted from 1, without the space around it.
fn line_at<'t>(text: &'t str, span: &Range<usize>) -> (usize, &'t str) {
    let before = text.get(..span.start).unwrap_or(text);
    let number = 1 + before.matches('\n').count();
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let line = text[start..].lines().next().unwrap_or_default();
    (number, line.trim())
}

/// This refusal of fields with the line of the first of them that is in the text; as it is if none
/// of its words is a field there.
pub fn with_line(what: String, text: &str) -> String {
    let is_key = |c: char| c.is_alphanumeric() || "._-".contains(c);
    let words = what.split(|c: char| !is_key(c)).map(|word| word.trim_matches('.'));
    let lines = words.filter(|word| !word.is_empty()).filter_map(|word| line_of(word, text));
    match lines.min() {
        Some(line) => format!("line {line}: {what}"),
        None => what,
    }
}

/// The line that sets this field, such as `war.face_down`, counted from 1.
fn line_of(field: &str, text: &str) -> Option<usize> {
    let mut table = String::new();
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.split(']').next()) {
            table = format!("{}.", name.trim());
            continue;
        }
        let Some((key, value)) = line.split_once('=') else { continue };
        let key = format!("{table}{}", key.trim());
        // In a table within the line: `war = { face_down = 3 }`.
        let inside = field
            .strip_prefix(&format!("{key}."))
            .is_some_and(|inner| value.trim_start().starts_with('{') && value.contains(inner));
        if key == field || inside {
            return Some(number);
        }
    }
    None
}

/// A message of the library in plain words; `fields` as in [`in_text`].
pub fn in_words(message: &str, fields: &[String]) -> String {
    let message = message.trim_end();
    for kind in ["invalid type: ", "invalid value: "] {
        if let Some((found, wanted)) =
            message.strip_prefix(kind).and_then(|rest| rest.split_once(", expected "))
        {
            return format!("is {}; it must be {}", found_as(found), wanted_as(wanted));
        }
    }
    if let Some(rest) = message.strip_prefix("unknown field ") {
        return unknown_field(rest, fields);
    }
    if let Some(field) = message.strip_prefix("missing field ") {
        return format!("{field} is missing");
    }
    match message {
        "duplicate key" => "this key is there twice; leave one of them out".into(),
        other => other.replace('\n', "; "),
    }
}

/// "`x`, expected one of `a`, `b`", after "unknown field".
fn unknown_field(rest: &str, fields: &[String]) -> String {
    // Every second part is a word.
    let mut words = rest.split('`').skip(1).step_by(2);
    let Some(word) = words.next() else { return format!("unknown field {rest}") };
    let known: Vec<&str> = words.collect();
    if word.contains('.') {
        return format!("unknown field `{word}`; without quotation marks it is a field in a table");
    }
    let allowed = match known.is_empty() {
        true => "there are no fields here".into(),
        false => {
            format!("use {}", listed(&known.iter().map(|k| format!("`{k}`")).collect::<Vec<_>>()))
        }
    };
    let last = |field: &String| field.rsplit('.').next().unwrap_or_default().to_owned();
    // None of the fields that may stand here is one outside of every table.
    let is_outside = known.iter().any(|name| fields.iter().any(|field| field == name));
    let place = if is_outside { "" } else { ", outside of every table" };
    match fields.iter().find(|field| last(field) == word) {
        Some(field) if field == word => {
            return format!(
                "unknown field `{word}` in a table; did you mean `{word}` alone, outside of every \
                 table? Here, {allowed}"
            );
        }
        Some(field) => return format!("unknown field `{word}`; did you mean `{field}`{place}?"),
        None => {}
    }
    let mut hint = meant(word, known.iter().copied());
    if hint.is_empty() {
        let lasts: Vec<String> = fields.iter().map(last).collect();
        let near = nearest(word, lasts.iter().map(String::as_str));
        let field = fields.iter().find(|field| Some(last(field).as_str()) == near);
        hint = field.map_or(hint, |field| format!("did you mean `{field}`{place}? "));
    }
    format!("unknown field `{word}`; {hint}{allowed}")
}

/// What was found: the library names its own types.
fn found_as(found: &str) -> String {
    match found {
        "map" => "a table of fields".into(),
        "sequence" => "a list".into(),
        _ => {
            let number = found.strip_prefix("integer ");
            let number = number.or_else(|| found.strip_prefix("floating point "));
            if let Some(word) = found.strip_prefix("string ") {
                format!("the word {word}")
            } else if let Some(number) = number {
                format!("the number {number}")
            } else {
                found.strip_prefix("boolean ").unwrap_or(found).into()
            }
        }
    }
}

/// What would have been right.
fn wanted_as(wanted: &str) -> &str {
    match wanted {
        "a map" => "a table of fields",
        "a sequence" => "a list",
        "a string" => "a word in quotation marks",
        "a boolean" => "true or false",
        "f64" | "f32" => "a number",
        "u8" | "u16" | "u32" | "u64" | "usize" | "i8" | "i16" | "i32" | "i64" => "a whole number",
        _ if wanted.starts_with("struct ") => "a table of fields",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code)]
    struct File {
        games: Option<u64>,
        sweep: Option<Vec<BTreeMap<String, toml::Value>>>,
        name: Option<String>,
    }

    #[test]
    fn refusals_get_the_line_of_their_field() {
        let text = "# face_down\ndeal = \"halves\"\n[war]\nface_down = 30\n[deck]\njokers = 2\n";
        let told = |what: &str| with_line(what.into(), text);
        assert_eq!(
            told("war.face_down = 30 is too much"),
            "line 4: war.face_down = 30 is too much"
        );
        assert_eq!(
            told("deck.jokers and deal cannot go together").split(':').next(),
            Some("line 2")
        );
        assert_eq!(told("no such thing"), "no such thing");
        let inline = with_line("no war.face_down".into(), "\nwar = { face_down = 1 }");
        assert_eq!(inline, "line 2: no war.face_down");
    }

    #[test]
    fn mistakes_are_told_with_their_line_in_plain_words() {
        for (text, told) in [
            (
                "\n[sweep]\na = 1\n",
                "line 2, `[sweep]`: is a table of fields; it must be a list; write [[sweep]]",
            ),
            (
                "games = \"many\"",
                "line 1, `games = \"many\"`: is the word \"many\"; it must be a whole number",
            ),
            (
                "name = 5",
                "line 1, `name = 5`: is the number `5`; it must be a word in quotation marks",
            ),
            (
                "game = 5",
                "line 1, `game = 5`: unknown field `game`; did you mean `games`? use `games`, `sweep` or `name`",
            ),
            (
                "\"war.face_down\" = 5",
                "line 1, `\"war.face_down\" = 5`: unknown field `war.face_down`; without quotation marks it is a \
                 field in a table",
            ),
            (
                "games = 1\ngames = 2",
                "line 2, `games = 2`: this key is there twice; leave one of them out",
            ),
        ] {
            let error = toml::from_str::<File>(text).expect_err(text);
            assert_eq!(in_text(&error, text, &[]), told, "{text}");
        }
    }

    #[test]
    fn a_field_without_its_table_is_found_in_it() {
        let fields = ["games", "war.face_down", "limit.at"].map(str::to_owned);
        for (word, told) in [
            ("face_down", "unknown field `face_down`; did you mean `war.face_down`?"),
            ("facedown", "unknown field `facedown`; did you mean `war.face_down`? use"),
            ("at", "unknown field `at`; did you mean `limit.at`?"),
            ("gmaes", "unknown field `gmaes`; did you mean `games`? use"),
            ("games", "unknown field `games` in a table; did you mean `games` alone"),
            ("zzz", "unknown field `zzz`; use `games` or `sweep`"),
        ] {
            let said =
                in_words(&format!("unknown field `{word}`, expected `games` or `sweep`"), &fields);
            assert!(said.starts_with(told), "{said}");
        }
        // In the table `war`.
        for (word, told) in [
            ("face_dwn", "unknown field `face_dwn`; did you mean `face_down`?"),
            ("at", "unknown field `at`; did you mean `limit.at`, outside of every table?"),
        ] {
            let said = in_words(&format!("unknown field `{word}`, expected `face_down`"), &fields);
            assert!(said.starts_with(told), "{said}");
        }
    }
}
