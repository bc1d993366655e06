//! Mistakes in TOML texts: the library's message, where it is, and what was probably meant.

use super::field::nearest;

/// Longest part of a line that is repeated.
const MOST_SHOWN: usize = 60;

/// What is wrong with this text, with its line; `fields` are all that such a text may have, with
/// their tables.
pub fn in_text(error: &toml::de::Error, text: &str, fields: &[&str]) -> String {
    let mut what = with_hint(error.message(), fields);
    let Some(before) = error.span().and_then(|span| text.get(..span.start)) else { return what };
    // The library takes what is not there for a text without quotation marks.
    if before.trim_end().ends_with('=') && what.starts_with("string values must be quoted") {
        what = "the value is missing, or lacks its quotation marks".into();
    }
    let number = before.matches('\n').count();
    let line = text.lines().nth(number).unwrap_or_default().trim();
    let shown: String = line.chars().take(MOST_SHOWN).collect();
    let dots = if shown.len() < line.len() { " ..." } else { "" };
    format!("line {}, `{shown}{dots}`: {what}", number + 1)
}

/// What is wrong with fields that no text has, with the name of the field; `fields` as in [`in_text`].
pub fn in_fields(error: &toml::de::Error, fields: &[&str]) -> String {
    let what = with_hint(error.message(), fields);
    // The library names it behind the message.
    match error.to_string().trim_end().rsplit_once("\nin `") {
        Some((_, field)) => format!("{}: {what}", field.trim_end_matches('`')),
        None => what,
    }
}

/// A message of the library in one line, with the field that was probably meant instead of one that it does not
/// know; `fields` as in [`in_text`].
pub fn with_hint(message: &str, fields: &[&str]) -> String {
    let message = message.trim_end().replace('\n', "; ");
    let Some((word, known)) =
        message.strip_prefix("unknown field `").and_then(|rest| rest.split_once("`, "))
    else {
        return message;
    };
    // Every second part is a word. What may stand here comes first.
    let here = known.split('`').skip(1).step_by(2);
    let all: Vec<&str> = here.chain(fields.iter().copied()).collect();
    fn last(field: &str) -> &str {
        field.rsplit('.').next().unwrap_or_default()
    }
    let near = nearest(word, all.iter().map(|field| last(field)));
    // A field of this name is known, but not here.
    match all.iter().find(|field| Some(last(field)) == near).filter(|field| **field != word) {
        Some(field) => format!("unknown field `{word}`; did you mean `{field}`? {known}"),
        None => message,
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
    }

    #[test]
    fn mistakes_are_told_with_their_line() {
        for (text, told) in [
            ("\n[sweep]\na = 1\n", "line 2, `[sweep]`: invalid type: map, expected a sequence"),
            (
                "game = 5",
                "line 1, `game = 5`: unknown field `game`; did you mean `games`? expected `games` or `sweep`",
            ),
            (
                "\ngames = \n",
                "line 2, `games =`: the value is missing, or lacks its quotation marks",
            ),
            ("games = 1\ngames = 2", "line 2, `games = 2`: duplicate key"),
        ] {
            let error = toml::from_str::<File>(text).expect_err(text);
            assert_eq!(in_text(&error, text, &[]), told, "{text}");
        }
    }

    #[test]
    fn a_field_without_its_table_is_found_in_it() {
        let fields = ["games", "war.face_down", "limit.at"];
        for (word, here, hint) in [
            ("face_down", "deck", "; did you mean `war.face_down`? "),
            ("facedown", "deck", "; did you mean `war.face_down`? "),
            ("games", "deck", ", "),
            ("war.face_down", "deck", ", "),
            ("zzz", "deck", ", "),
            // What may stand here comes before the same word elsewhere.
            ("att", "at", "; did you mean `at`? "),
        ] {
            let message = format!("unknown field `{word}`, expected `{here}`\n");
            let said = format!("unknown field `{word}`{hint}expected `{here}`");
            assert_eq!(with_hint(&message, &fields), said);
        }
    }
}
